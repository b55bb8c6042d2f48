// SPDX-License-Identifier: MIT
//
// Traces made with SQL alone, without a recorder: random trees with events of all kinds,
// re-searches, hand-overs, gaps in the numbering. The rows are kept, so that tests can compare what
// is read with what was written.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace plytrace::test {

struct MadeNode {
  std::int64_t id = 0, parent = 0, last = 0;  // parent 0 = root
  int ply = 0;
  int move = -1;  // -1 = NULL
  int role = 0;
  std::vector<std::int64_t> children;
};

struct MadeEvent {
  int table = 0;  // 0 bound_update, 1 cutoff, 2 table_store, 3 table_probe, 4 note
  std::int64_t id = 0, at = 0, node = 0;
};

class RandomTrace {
 public:
  struct Options {
    int passes = 2;
    int depth = 4;
    int width = 4;
    bool gaps = false;  // unrecorded nodes use up ids, as in a partial recording
    std::int64_t stream = 0;
  };
  RandomTrace(unsigned seed, Options options);

  const std::vector<MadeNode>& nodes() const { return nodes_; }
  const std::vector<MadeEvent>& events() const { return events_; }
  const MadeNode& node(std::int64_t id) const;
  // The statements that fill the tables of schemas/trace.sql.
  const std::string& sql() const { return sql_; }
  // Writes the trace to a file.
  void write(const std::string& file) const;

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  std::size_t make_node(std::int64_t parent, int ply, int move, int role);
  void maybe_event(std::int64_t node);

  Options options_;
  std::mt19937 random_;
  std::int64_t next_id_, entered_ = 0, next_event_;
  std::vector<MadeNode> nodes_;
  std::vector<MadeEvent> events_;
  std::string sql_;
};

// Executes schemas/trace.sql and `statements` on a new file; an old file is removed.
void make_trace(const std::string& file, const std::string& statements);

// A small finished trace of an unknown game: a MAX root with moves a, b, c; b's second reply cuts,
// and c is cut by the first of its three.
std::string unknown_game_sql();

}  // namespace plytrace::test

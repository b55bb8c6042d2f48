// SPDX-License-Identifier: MIT
//
// A board that is taken from node to node of a trace by playing the moves between them: asking in
// the order of the nodes is fast. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

class NodeBoard {
 public:
  // The board at a node; null where the moves to it cannot be played. Play on it only with undo().
  AnyGame* at(const TraceReader& reader, std::int64_t node);

 private:
  // A node on the path to the board's position.
  struct Step {
    std::int64_t node = 0;
    std::size_t played = 0;  // moves that lead to it
    bool is_lost = false;    // the board could not follow
  };
  void start_at(const TraceReader& reader, const NodeRow& root);

  std::unique_ptr<AnyGame> game_;
  std::vector<Step> path_;
};

// The positions of nodes as texts (chess: FENs), for the function fen(id) of SQL and the column fen
// of find --where.
class NodePositions final : public PositionTexts {
 public:
  std::string of(const TraceReader& reader, std::int64_t node) override;

 private:
  NodeBoard board_;
};

}  // namespace plytrace::verify

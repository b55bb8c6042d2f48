// SPDX-License-Identifier: MIT
//
// The oracle: a search without pruning that is independent of the recorded one, and the comparison
// of recorded claims with its true values. It walks the whole game tree with an explicit stack and
// a node budget. For unknown games another recorded search can replace it: without pruning,
// complete, and verified without assumptions. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/pass/search_rules.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

enum class OracleScope : std::uint8_t { kRoot, kSampled, kFull };

struct OracleOptions {
  OracleScope scope = OracleScope::kRoot;
  std::size_t samples = 0;                 // number of nodes to check with kSampled
  std::uint64_t max_nodes = 50'000'000;    // for the whole check
  const TraceReader* reference = nullptr;  // a trace of minimax, or null
};

class Oracle {
 public:
  Oracle(const TraceReader& reader, const SearchRow& search, const Facts& facts, Ledger& ledger,
         const OracleOptions& options)
      : reader_(reader),
        search_(search),
        facts_(facts),
        ledger_(ledger),
        options_(options),
        left_(options.max_nodes) {}

  // Checks the passes; returns "" on success, otherwise why it could not.
  std::string run(const PassResults& passes);

 private:
  // One position of the walk: its recorded nodes, and its best value so far.
  struct Level {
    MoveList moves;
    std::size_t next = 0;
    std::optional<Score> best;
    bool is_max = true;
    bool is_played = false;
    bool is_blamed = false;  // a node below it was wrong
    std::vector<NodeRow> recorded;
  };

  std::string prepare(const PassResults& passes);
  std::optional<std::int64_t> depth_of_walk(const PassResult& pass) const;
  std::optional<std::int64_t> depth_below(const PassResult& pass, const NodeRow& node) const;
  std::string check_pass(const PassResult& pass);
  std::string check_samples(const PassResult& pass);
  void check_root(const PassResult& pass, Score value,
                  const std::vector<std::pair<MoveCode, Score>>& moves);
  // The true value at `depth`; nullopt if the nodes ran out. The claims of `recorded` and of the
  // recorded nodes below are checked on the way.
  std::optional<Score> walk(std::int64_t depth, std::vector<NodeRow> recorded);
  void open_level(std::int64_t depth, std::vector<NodeRow> recorded, bool is_played);
  std::vector<NodeRow> recorded_below(const Level& level, MoveCode move);
  void close_level(Score value);
  bool check_claim(const NodeRow& node, Score value, bool is_blamed_below);
  std::optional<std::string> breaking_skip(const NodeRow& node, const Interval& claim);
  std::string reference_fault(const SearchRow& search) const;
  std::string run_reference(const PassResults& passes);
  std::string compare_with_reference(const PassResult& pass, const NodeRow& root);
  std::optional<MoveCode> code_of(std::int64_t move);

  const TraceReader& reader_;
  const SearchRow& search_;
  const Facts& facts_;
  Ledger& ledger_;
  OracleOptions options_;
  std::uint64_t left_;
  std::unique_ptr<AnyGame> game_;
  std::unique_ptr<AnyEvaluator> evaluator_;
  int max_player_ = 0;
  std::vector<Level> path_;
  std::size_t open_ = 0;
  std::unordered_map<std::int64_t, std::optional<MoveCode>> codes_;
};

}  // namespace plytrace::verify

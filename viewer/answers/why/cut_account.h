// SPDX-License-Identifier: MIT
//
// Why a cutoff happened: the child and the comparison that cut, the ancestor whose bound decided
// it, and what a search without pruning says about a move that it skipped. Thread rule: pure
// functions over a reader.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/analysis/bound_origin.h"
#include "viewer/answers/why/fact.h"

namespace plytrace {

struct CutAccount {
  // How far up the deciding bound was set.
  enum class Reach : std::uint8_t {
    kNone,     // a forward cut: nothing was compared
    kOwn,      // the node itself: a table entry, stand pat, a static bound
    kShallow,  // its parent
    kDeep,     // further up
    kPass,     // the window that the pass was asked with
    kUnknown
  };
  CutoffRow row;
  NodeRow node;                  // that was cut
  std::optional<NodeRow> child;  // that cut it
  std::optional<BoundOrigin> origin;
  Reach reach = Reach::kNone;
  std::optional<bool> holds;  // the comparison; none where a number of it is not recorded
};
std::string_view word(CutAccount::Reach reach);

CutAccount account_for(const TraceReader& reader, const NodeRow& node, const CutoffRow& row);

// The cut, who set the bound, and what follows for the skipped moves.
std::vector<Fact> facts_of(const TraceReader& reader, const CutAccount& account);

// "alpha 3 was set at #1 (/), where MAX has 3 by d (#2)".
std::string origin_words(const TraceReader& reader, const BoundOrigin& origin);

// What an independent search found out about a skipped move.
struct SkipTrial {
  std::string not_done;  // why there is no value; "" where there is one
  std::uint64_t nodes = 0;
  std::int64_t depth = 0;  // remaining, behind the move
  std::optional<Score> value;
  // Of the child that cut and of the one that set the bound, at their depths; none where there is
  // none or the nodes ran out.
  std::optional<Score> cut_child, deciding_child;
  // Could the move have changed what the search concluded? None where that cannot be said.
  std::optional<bool> matters;
  std::string text;
};

struct TrialLimits {
  std::uint64_t max_nodes = 2'000'000;  // 0: no trial is wanted
  const std::atomic<bool>* interrupt = nullptr;
};

SkipTrial try_skipped(const TraceReader& reader, const SearchRow& search, const CutAccount& account,
                      const std::string& move, const TrialLimits& limits);

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// Explains a cutoff: the child and the comparison that caused it, the ancestor whose bound was
// decisive, and the result of a check search of a skipped move. Thread rule: pure functions over a
// reader.
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
  // The place where the decisive bound was set.
  enum class Reach : std::uint8_t {
    kNone,     // a forward cut, which compares nothing
    kOwn,      // the node itself set it: a table entry, stand pat, a static bound
    kShallow,  // its parent set it
    kDeep,     // a node further up set it
    kPass,     // the pass was called with it
    kUnknown
  };
  CutoffRow row;
  NodeRow node;                  // the node that was cut
  std::optional<NodeRow> child;  // the child that caused the cut
  std::optional<BoundOrigin> origin;
  Reach reach = Reach::kNone;
  std::optional<bool> holds;  // whether the comparison is true; nullopt if a number is not recorded
};
std::string_view word(CutAccount::Reach reach);

CutAccount account_for(const TraceReader& reader, const NodeRow& node, const CutoffRow& row);

// The facts: the cut, who set the bound, and what this means for the skipped moves.
std::vector<Fact> facts_of(const TraceReader& reader, const CutAccount& account);

// "alpha 3 was set at #1 (/), where MAX has 3 by d (#2)".
std::string origin_words(const TraceReader& reader, const BoundOrigin& origin);

// The result of the check search of a skipped move.
struct SkipTrial {
  std::string not_done;  // why there is no value; "" if there is one
  std::uint64_t nodes = 0;
  std::int64_t depth = 0;  // remaining depth after the move
  std::optional<Score> value;
  // The true values of the child that cut and of the child that set the bound, at their depths.
  // nullopt if there is no such child or the node budget ran out.
  std::optional<Score> cut_child, deciding_child;
  // Whether the move could have changed the result of the search; nullopt if unknown.
  std::optional<bool> matters;
  std::string text;
};

struct TrialLimits {
  std::uint64_t max_nodes = 2'000'000;  // 0: no check search
  const std::atomic<bool>* interrupt = nullptr;
};

SkipTrial try_skipped(const TraceReader& reader, const SearchRow& search, const CutAccount& account,
                      const std::string& move, const TrialLimits& limits);

}  // namespace plytrace

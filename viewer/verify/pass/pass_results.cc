// SPDX-License-Identifier: MIT
#include "viewer/verify/pass/pass_results.h"

#include <algorithm>

#include "viewer/format/rows/format.h"

namespace plytrace::verify {

bool is_complete(const PassResult& pass) {
  return pass.met && pass.row.status == format::SearchStatus::kFinished && pass.outcome.has_value;
}

std::optional<std::int64_t> depth_of(const PassResult& pass) {
  // The depth of the root first, because in the row of a pass an engine may count its iterations.
  return pass.root.depth ? pass.root.depth : pass.row.depth;
}

bool goes_to_the_end(const PassResult& pass) {
  constexpr Flags kHorizon = kHorizonBelow | flag(Assumption::kUnknownKind);
  return pass.outcome.has_value && (pass.outcome.flags & kHorizon) == 0;
}

bool tells_two_depths(const PassResult& pass) {
  return pass.root.depth && pass.row.depth && pass.root.depth != pass.row.depth;
}

std::optional<Interval> root_claim(const NodeRow& root, const Facts& facts) {
  const auto bound = claimed_bound(root);
  return bound ? std::optional(claimed_interval(*root.value, *bound, facts.range)) : std::nullopt;
}

std::optional<std::string> move_name(const TraceReader& reader, std::optional<std::int64_t> move) {
  if (!move) return std::nullopt;
  return reader.move_text(move);
}

std::vector<const PassResult*> in_order(const PassResults& passes) {
  std::vector<const PassResult*> list;
  list.reserve(passes.size());
  for (const auto& [root, pass] : passes) list.push_back(&pass);
  // The map is sorted by root, which may be another order in a damaged trace.
  std::sort(list.begin(), list.end(),
            [](const auto* a, const auto* b) { return a->row.id < b->row.id; });
  return list;
}

namespace {

// Further lines exclude moves at their root and say nothing about the whole position, so only the
// passes that excluded the fewest moves decide.
void keep_most_moves(std::vector<const PassResult*>& passes) {
  if (passes.empty()) return;
  const auto left_out = [](const PassResult* pass) { return excluded_texts(pass->root).size(); };
  std::size_t fewest = left_out(passes.front());
  for (const PassResult* pass : passes) fewest = std::min(fewest, left_out(pass));
  std::erase_if(passes, [&](const PassResult* pass) { return left_out(pass) > fewest; });
}

bool tells_depth(const PassResult& pass, std::int64_t depth) {
  return pass.root.depth == depth || pass.row.depth == depth;
}

// Roots that contradict each other may be moves of a root that was not recorded.
bool contradict_each_other(const PassResult& a, const PassResult& b) {
  return intersection(a.outcome.readings.front().proven, b.outcome.readings.front().proven)
      .is_empty();
}

bool are_of_one_depth(const PassResult& a, const PassResult& b) {
  // If a pass reports two depths, it is unknown which is right: it matches only a pass with both.
  if (tells_two_depths(a) || tells_two_depths(b)) {
    return a.row.depth == b.row.depth && a.root.depth == b.root.depth;
  }
  if (!depth_of(a) && !depth_of(b)) {
    return goes_to_the_end(a) && goes_to_the_end(b) && !contradict_each_other(a, b);
  }
  return depth_of(a) && depth_of(a) == depth_of(b);
}

bool may_be_of_one_depth(const PassResult& a, const PassResult& b) {
  if (!depth_of(a) || !depth_of(b)) return true;
  return tells_depth(b, *depth_of(a)) || tells_depth(a, *depth_of(b)) ||
         (a.row.depth && tells_depth(b, *a.row.depth));
}

}  // namespace

DecidingPasses deciding_passes(const SearchRow& search, const PassResults& passes) {
  std::vector<const PassResult*> complete = in_order(passes);
  std::erase_if(complete, [](const PassResult* pass) { return !is_complete(*pass); });
  if (complete.empty()) return {};
  // The depth first: a pass of less depth says nothing, however many moves it had.
  std::vector<const PassResult*> chosen = complete;
  const auto keep = [&chosen](const auto& is_wanted) {
    std::erase_if(chosen, [&](const PassResult* pass) { return !is_wanted(*pass); });
  };
  if (search.completed_depth) {
    keep([&](const PassResult& pass) { return tells_depth(pass, *search.completed_depth); });
    if (chosen.empty() && depth_of(*complete.back())) return {};
  }
  if (chosen.empty()) chosen = complete;
  const PassResult* const last = chosen.back();
  keep([&](const PassResult& pass) { return &pass == last || may_be_of_one_depth(pass, *last); });
  keep_most_moves(chosen);
  const PassResult* const anchor = chosen.back();
  DecidingPasses deciding;
  for (const PassResult* pass : complete) {
    const bool has_same_moves = left_out(pass->root) == left_out(anchor->root);
    const bool has_as_many = left_out(pass->root).size() == left_out(anchor->root).size();
    if (pass == anchor || (has_same_moves && are_of_one_depth(*pass, *anchor))) {
      deciding.passes.push_back(pass);
    } else if (has_as_many && may_be_of_one_depth(*pass, *anchor)) {
      deciding.maybe.push_back(pass);
    }
    const bool is_line = !has_same_moves;
    const bool is_same_position =
        pass->root.side == anchor->root.side && pass->root.move == anchor->root.move;
    if (is_line && is_same_position && are_of_one_depth(*pass, *anchor)) {
      deciding.lines.push_back(pass);
    }
  }
  return deciding;
}

}  // namespace plytrace::verify

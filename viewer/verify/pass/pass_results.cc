// SPDX-License-Identifier: MIT
#include "viewer/verify/pass/pass_results.h"

#include <algorithm>
#include <functional>

#include "viewer/text/format.h"

namespace plytrace::verify {

bool is_complete(const PassResult& pass) {
  return pass.met && pass.row.status == format::SearchStatus::kFinished && pass.outcome.has_value;
}

std::optional<std::int64_t> depth_of(const PassResult& pass) {
  // The root's own first: in the row of a pass an engine may count its iterations.
  return pass.root.depth ? pass.root.depth : pass.row.depth;
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
  // The map is by root; of a damaged trace that may be another order.
  std::sort(list.begin(), list.end(),
            [](const auto* a, const auto* b) { return a->row.id < b->row.id; });
  return list;
}

namespace {

// Further lines leave moves out at their root, and say nothing of the position as a whole: the
// passes that left out the fewest decide.
void keep_most_moves(std::vector<const PassResult*>& passes) {
  if (passes.empty()) return;
  const auto left_out = [](const PassResult* pass) { return excluded_texts(pass->root).size(); };
  std::size_t fewest = left_out(passes.front());
  for (const PassResult* pass : passes) fewest = std::min(fewest, left_out(pass));
  std::erase_if(passes, [&](const PassResult* pass) { return left_out(pass) > fewest; });
}

}  // namespace

std::vector<const PassResult*> deciding_passes(const SearchRow& search, const PassResults& passes) {
  std::vector<const PassResult*> deciding = in_order(passes);
  std::erase_if(deciding, [](const PassResult* pass) { return !is_complete(*pass); });
  keep_most_moves(deciding);
  if (deciding.empty()) return deciding;
  const PassResult& last = *deciding.back();
  const auto depth = search.completed_depth ? search.completed_depth : depth_of(last);
  const bool by_probes = last.row.purpose == format::PassPurpose::kProbe;
  const auto decides = [&](const PassResult* pass) {
    const auto own = depth_of(*pass);
    // The two labels of a pass may differ (warning pass_depth); which of them completed_depth
    // counts in is not told.
    if (depth && own) return *own == *depth || pass->row.depth == depth;
    return pass == &last || (by_probes && pass->row.purpose == format::PassPurpose::kProbe);
  };
  deciding.erase(std::remove_if(deciding.begin(), deciding.end(), std::not_fn(decides)),
                 deciding.end());
  return deciding;
}

}  // namespace plytrace::verify

// SPDX-License-Identifier: MIT
#include "viewer/analysis/largest_cuts.h"

#include <algorithm>
#include <memory>
#include <tuple>

namespace plytrace {
namespace {

// Larger cuts first; equal ones in order of time.
bool larger(const LargeCut& a, const LargeCut& b) {
  const auto key = [](const LargeCut& cut) {
    // If depths are unknown, use the distance from the root instead.
    return std::make_tuple(-cut.node.depth.value_or(-cut.node.ply), -cut.cutoff.skipped.value_or(0),
                           cut.cutoff.id);
  };
  return key(a) < key(b);
}

}  // namespace

Result<LargestCuts> largest_cuts(const TraceReader& reader, const PassRow& pass, std::size_t limit,
                                 const ScanControl& control) {
  LargestCuts found;
  if (!pass.root) return found;
  const auto root = reader.node(*pass.root);
  if (!root) return found;
  const std::unique_ptr<TraceScan> scan = reader.scan(root->id, reader.last_of(*root));
  std::vector<NodeRow> open;  // the path to the node entered last
  std::uint64_t nodes = 0;
  while (scan->next()) {
    if (const NodeRow* entered = scan->get<NodeRow>()) {
      // Open nodes have no end and stay on the path.
      while (!open.empty() && open.back().last && *open.back().last < entered->id) open.pop_back();
      open.push_back(*entered);
      if (++nodes % 4096 != 0) continue;
      if (control.progress) control.progress(nodes);
      if (control.interrupt != nullptr && control.interrupt->load()) {
        return Status(StatusCode::kInterrupted, "interrupted while the cutoffs were read");
      }
      continue;
    }
    const CutoffRow* const cutoff = scan->get<CutoffRow>();
    // A cutoff that skipped nothing, or an unknown number of moves, has no size.
    if (cutoff == nullptr || cutoff->skipped.value_or(0) <= 0) continue;
    const auto node = std::find_if(open.rbegin(), open.rend(),
                                   [&](const NodeRow& row) { return row.id == cutoff->node; });
    // The event's node is not open: a damaged trace.
    if (node == open.rend()) continue;
    ++found.total;
    LargeCut cut{*node, *cutoff};
    // The kept cuts are sorted, so the last is the smallest. With a limit of 0 they are only
    // counted.
    if (found.cuts.size() == limit && (limit == 0 || !larger(cut, found.cuts.back()))) continue;
    found.cuts.insert(std::upper_bound(found.cuts.begin(), found.cuts.end(), cut, larger),
                      std::move(cut));
    if (found.cuts.size() > limit) found.cuts.pop_back();
  }
  if (!reader.status().is_ok()) return reader.status();
  return found;
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
#include "viewer/analysis/hot_trigger.h"

#include <algorithm>
#include <map>
#include <utility>

namespace plytrace {
namespace {

// What is this many times as large as usual is too large: principal variations, with their open
// windows, come to a dozen in sound searches.
constexpr double kFarOut = 15;
// What has fewer nodes is small, whatever the rest of a search comes to that is small as well.
constexpr double kLeastNodes = 2000;
// A median of fewer nodes says little: what is too large is also beyond the largest of them.
constexpr std::int64_t kFewCompared = 16;
constexpr double kBeyondLargest = 2;
// What lies beside the heavy child is too large as well from this many times the usual on, if it
// also is a share of the node: else it is an ordinary node of a kind that hardly occurs elsewhere.
constexpr double kBesideOut = 4;
constexpr std::int64_t kBesideShare = 5;
// Of all nodes at least one of so many.
constexpr std::int64_t kTriggerShare = 4;
// Plies beyond what the rest of the search looks ahead.
constexpr std::int64_t kFarBeyond = 2;
constexpr std::size_t kManyPasses = 8;
// Extensions one after the other.
constexpr std::size_t kManyExtensions = 8;

std::int64_t ahead(const HotNode& node) { return node.row.ply + node.row.depth.value_or(0); }

bool keeps_depth(const NodeRow& row, const NodeRow& next) {
  return row.depth && next.depth && next.ply > row.ply && *next.depth >= *row.depth;
}

// The step to the next node keeps the depth, and the path goes on to look further ahead than the
// search does elsewhere.
bool extends(const std::vector<HotNode>& path, std::size_t at, std::int64_t furthest,
             std::int64_t usual) {
  if (!keeps_depth(path[at].row, path[at + 1].row)) return false;
  return furthest > std::max(usual, ahead(path[at])) + kFarBeyond;
}

bool is_far_out(double nodes, const UsualSize& usual) {
  if (nodes < kLeastNodes || nodes < kFarOut * usual.median) return false;
  return usual.nodes >= kFewCompared || nodes >= kBeyondLargest * usual.largest;
}

// For each node how far the path looks ahead from there on.
std::vector<std::int64_t> furthest_from(const std::vector<HotNode>& path) {
  std::vector<std::int64_t> furthest(path.size());
  std::int64_t most = 0;
  for (std::size_t i = path.size(); i-- > 0;) {
    most = std::max(most, ahead(path[i]));
    furthest[i] = most;
  }
  return furthest;
}

// What begins at a node that is too large; none where all of that is its heavy child's.
std::optional<HotTrigger::Why> begins(const std::vector<HotNode>& path, std::size_t at,
                                      std::int64_t furthest, std::int64_t usual) {
  const HotNode& node = path[at];
  if (at + 1 == path.size()) {
    // Where nothing below it is heavy the root has no one to blame.
    return at == 0 ? std::nullopt : std::optional(HotTrigger::Why::kEnd);
  }
  const std::int64_t beside = node.nodes - path[at + 1].nodes;
  if (static_cast<double>(beside) >= kBesideOut * node.usual->median &&
      beside * kBesideShare >= node.nodes) {
    return HotTrigger::Why::kSpread;
  }
  if (node.row.phase == format::Phase::kQuiescence) return HotTrigger::Why::kQuiescence;
  if (extends(path, at, furthest, usual)) return HotTrigger::Why::kExtended;
  return std::nullopt;
}

// The first of many extensions that led here one after the other; `at` where there were few. Where
// a search got stuck early it has nothing to be compared with but what it set off itself.
std::size_t first_extended(const std::vector<HotNode>& path, std::size_t at) {
  std::size_t first = at;
  while (first > 0 && keeps_depth(path[first - 1].row, path[first].row)) --first;
  return at - first >= kManyExtensions ? first : at;
}

}  // namespace

std::optional<HotTrigger> trigger_on_path(std::vector<HotNode>& path, std::int64_t nodes,
                                          const UsualSizes& usual) {
  for (std::size_t i = 0; i < std::min(path.size(), HotSpots::kMostCompared); ++i) {
    path[i].usual = usual.of(path[i].row, i + 1);
  }
  const std::vector<std::int64_t> furthest = furthest_from(path);
  for (std::size_t i = 0; i < path.size() && path[i].nodes * kTriggerShare >= nodes; ++i) {
    const std::optional<UsualSize>& size = path[i].usual;
    if (!size || !is_far_out(static_cast<double>(path[i].nodes), *size)) continue;
    const auto why = begins(path, i, furthest[i], usual.reach(i + 1));
    if (!why) continue;
    const std::size_t first = first_extended(path, i);
    return HotTrigger{path[first], *size, first < i ? HotTrigger::Why::kExtended : *why,
                      furthest[first] - ahead(path[first])};
  }
  return std::nullopt;
}

bool failed_its_window(const PassRow& pass) {
  if (pass.purpose == format::PassPurpose::kProbe || !pass.value) return false;
  return (pass.alpha && *pass.value <= *pass.alpha && *pass.alpha > -kInfinity) ||
         (pass.beta && *pass.value >= *pass.beta && *pass.beta < kInfinity);
}

std::optional<HotTrigger> trigger_among_passes(const std::vector<FailedPass>& failed,
                                               std::int64_t nodes) {
  struct Depth {
    std::vector<const FailedPass*> passes;
    SizeHistogram sizes;
    std::int64_t nodes = 0;
  };
  std::map<std::pair<std::int64_t, std::optional<std::int64_t>>, Depth> depths;
  for (const FailedPass& pass : failed) {
    Depth& depth = depths[{pass.pass.stream, pass.pass.depth}];
    depth.passes.push_back(&pass);
    depth.sizes.add(pass.root.nodes);
    depth.nodes += pass.root.nodes;
  }
  for (const auto& [key, depth] : depths) {
    if (depth.passes.size() < kManyPasses || depth.nodes * 2 < nodes) continue;
    HotNode first = depth.passes.front()->root;
    first.nodes = depth.nodes;
    return HotTrigger{first,
                      {depth.sizes.median(), depth.sizes.count(), UsualSize::Of::kDepth},
                      HotTrigger::Why::kPasses,
                      static_cast<std::int64_t>(depth.passes.size())};
  }
  return std::nullopt;
}

}  // namespace plytrace

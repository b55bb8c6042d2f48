// SPDX-License-Identifier: MIT
#include "viewer/analysis/hot_trigger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace plytrace {
namespace {

// A node this many times the usual size is too large. In sound searches principal variations, with
// their open windows, reach about a dozen times.
constexpr double kFarOut = 15;
// The median of fewer compared nodes says little; the size must then also exceed the largest.
constexpr std::int64_t kFewCompared = 16;
constexpr double kBeyondLargest = 3;
// The nodes beside the heavy child are too many from this multiple of the usual size on, and only
// if they are a fifth of the node: otherwise the node is an ordinary one of a rare kind.
constexpr double kBesideOut = 4;
constexpr std::int64_t kBesideShare = 5;
// The trigger has at least a quarter of all nodes.
constexpr std::int64_t kTriggerShare = 4;
// Plies beyond the reach of the rest of the search.
constexpr std::int64_t kFarBeyond = 2;
constexpr std::size_t kManyPasses = 8;
// Consecutive extensions that are many.
constexpr std::size_t kManyExtensions = 8;
// If rows prove a habit that is rare elsewhere (at most this share), a smaller multiple suffices.
// The probability of chance is 1 in 2^bits.
constexpr double kRare = 0.125;
constexpr double kOut = 3;
constexpr double kFewBits = 3, kEnoughBits = 10;
// A habit with this many chances elsewhere and no occurrence needs no size, but half of all nodes.
constexpr std::int64_t kManySeen = 100;
constexpr std::int64_t kHalf = 2;
// A node whose child has at least this share of it counts as no larger than that child.
constexpr double kAlikeShare = 0.8;

std::int64_t ahead(const HotNode& node) { return node.row.ply + node.row.depth.value_or(0); }

bool keeps_depth(const NodeRow& row, const NodeRow& next) {
  return row.depth && next.depth && next.ply > row.ply && *next.depth >= *row.depth;
}

// Whether the step to the next node keeps the depth, on a path that later looks further ahead than
// the search does elsewhere.
bool extends(const std::vector<HotNode>& path, std::size_t at, std::int64_t furthest,
             std::int64_t usual) {
  if (!keeps_depth(path[at].row, path[at + 1].row)) return false;
  return furthest > std::max(usual, ahead(path[at])) + kFarBeyond;
}

bool is_far_out(double nodes, const UsualSize& usual) {
  if (nodes < static_cast<double>(HotTrigger::kLeastNodes) || nodes < kFarOut * usual.median)
    return false;
  return usual.nodes >= kFewCompared || nodes >= kBeyondLargest * usual.largest;
}

// Returns for each node how far the path looks ahead from there on.
std::vector<std::int64_t> furthest_from(const std::vector<HotNode>& path) {
  std::vector<std::int64_t> furthest(path.size());
  std::int64_t most = 0;
  for (std::size_t i = path.size(); i-- > 0;) {
    most = std::max(most, ahead(path[i]));
    furthest[i] = most;
  }
  return furthest;
}

// The cause that begins at a node that is too large; nullopt if its heavy child accounts for all.
std::optional<HotTrigger::Why> begins(const std::vector<HotNode>& path, std::size_t at,
                                      std::int64_t furthest, std::int64_t usual) {
  const HotNode& node = path[at];
  if (at + 1 == path.size()) {
    // A root with no heavy child is not a trigger.
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

// The first of many consecutive extensions that led to `at`, or `at` if there are few. A search
// that got stuck early has no baseline except the nodes that it caused itself.
std::size_t first_extended(const std::vector<HotNode>& path, std::size_t at) {
  std::size_t first = at;
  while (first > 0 && keeps_depth(path[first - 1].row, path[first].row)) --first;
  return at - first >= kManyExtensions ? first : at;
}

// The evidence for a habit at a node of the path: in its own rows or in those of the nodes beside
// its heavy child. For depths only the step to the heavy child counts, because chains of extensions
// have one child each.
HabitCount evidence(const std::vector<HotNode>& path, std::size_t at, std::size_t habit,
                    const BranchHabits& branches) {
  const HabitCount own = path[at].habits[habit];
  const HabitCount here = own.could > 0 ? own : branches[at + 1][habit];
  const bool is_step = static_cast<Habit>(habit) == Habit::kDeeper && at + 1 < path.size() &&
                       path[at + 1].row.counts();
  const auto deeper = is_step ? plies_deeper(path[at].row, path[at + 1].row) : std::nullopt;
  return deeper ? HabitCount{1, *deeper > 0 ? 1 : 0} : here;
}

bool is_predominant(const HabitCount& count) {
  return count.did > 0 && count.did * 2 >= count.could;
}

// The evidence in bits of each occurrence, given `elsewhere` as the baseline; 0 if the habit is not
// rare there. With few observations nothing counts as rare.
double bits_each(const HabitCount& elsewhere) {
  const double share =
      (static_cast<double>(elsewhere.did) + 1) / (static_cast<double>(elsewhere.could) + 2);
  return share > kRare ? 0 : -std::log2(share);
}

// Sums up the habit over this node and those after it, as long as they show it.
std::optional<HabitFound> habit_begins(const std::vector<HotNode>& path, std::size_t at,
                                       std::size_t habit, const HabitCount& elsewhere,
                                       const BranchHabits& branches) {
  const double bits = bits_each(elsewhere);
  HabitCount here = evidence(path, at, habit, branches);
  if (!is_predominant(here) || static_cast<double>(here.did) * bits < kFewBits) return std::nullopt;
  const std::size_t end = std::min(path.size(), branches.size() - 1);
  for (std::size_t i = at + 1; i < end; ++i) {
    const HabitCount next = evidence(path, i, habit, branches);
    if (next.could > 0 && !is_predominant(next)) break;
    here += next;
  }
  if (static_cast<double>(here.did) * bits < kEnoughBits) return std::nullopt;
  return HabitFound{static_cast<Habit>(habit), here, elsewhere};
}

bool is_out(const HotNode& node) {
  return node.usual && static_cast<double>(node.nodes) >= kOut * node.usual->median;
}

// The first node at which a habit that shows at `at` may have begun: earlier nodes that are as
// large and whose rows tell nothing about it. Quiescence has separate habits.
std::size_t comes_from(const std::vector<HotNode>& path, std::size_t at, std::size_t habit,
                       const BranchHabits& branches) {
  while (at > 1 && path[at].row.phase == format::Phase::kMain && is_out(path[at - 1]) &&
         evidence(path, at - 1, habit, branches).could == 0 &&
         static_cast<double>(path[at].nodes) >=
             kAlikeShare * static_cast<double>(path[at - 1].nodes)) {
    --at;
  }
  return at;
}

// The habit that begins at this node; nullopt if the node is too small.
std::optional<HabitFound> habit_at(const std::vector<HotNode>& path, std::size_t at,
                                   const HabitCounts& elsewhere, const Surroundings& around) {
  if (!path[at].usual || path[at].nodes < HotTrigger::kLeastNodes) {
    return std::nullopt;
  }
  for (std::size_t habit = 0; habit < kHabits; ++habit) {
    const HabitCount& others = elsewhere[habit];
    const bool is_never = others.did == 0 && others.could >= kManySeen;
    if (!is_out(path[at]) && !(is_never && path[at].nodes * kHalf >= around.nodes)) continue;
    if (auto found = habit_begins(path, at, habit, others, around.habits)) return found;
  }
  return std::nullopt;
}

// The first large node of the path with a habit that is rare elsewhere.
std::optional<HotTrigger> trigger_by_habit(const std::vector<HotNode>& path,
                                           const Surroundings& around) {
  HabitCounts elsewhere = around.habits[0];
  const std::size_t end = std::min(path.size(), around.habits.size() - 1);
  for (std::size_t i = 0; i < end && path[i].nodes * kTriggerShare >= around.nodes; ++i) {
    if (const auto found = habit_at(path, i, elsewhere, around)) {
      const HotNode& first =
          path[comes_from(path, i, static_cast<std::size_t>(found->habit), around.habits)];
      return HotTrigger{first, *first.usual, HotTrigger::Why::kHabit, 0, found};
    }
    add(elsewhere, path[i].habits);
    add(elsewhere, around.habits[i + 1]);
  }
  return std::nullopt;
}

// The first node that is too large and at which something begins.
std::optional<HotTrigger> trigger_by_size(const std::vector<HotNode>& path,
                                          const Surroundings& around) {
  const std::vector<std::int64_t> furthest = furthest_from(path);
  for (std::size_t i = 0; i < path.size() && path[i].nodes * kTriggerShare >= around.nodes; ++i) {
    const std::optional<UsualSize>& size = path[i].usual;
    if (!size || !is_far_out(static_cast<double>(path[i].nodes), *size)) continue;
    const bool is_first_line =
        around.is_first_pass && path[i].row.id - path[0].row.id == static_cast<std::int64_t>(i);
    if (is_first_line) continue;
    const auto why = begins(path, i, furthest[i], around.usual.reach(i + 1));
    if (!why) continue;
    const std::size_t first = first_extended(path, i);
    return HotTrigger{path[first], *size, first < i ? HotTrigger::Why::kExtended : *why,
                      furthest[first] - ahead(path[first])};
  }
  return std::nullopt;
}

}  // namespace

std::optional<HotTrigger> trigger_on_path(std::vector<HotNode>& path, const Surroundings& around) {
  for (std::size_t i = 0; i < std::min(path.size(), HotSpots::kMostCompared); ++i) {
    path[i].usual = around.usual.of(path[i].row, i + 1);
  }
  if (auto trigger = trigger_by_habit(path, around)) return trigger;
  return trigger_by_size(path, around);
}

bool failed_its_window(const PassRow& pass) {
  if (pass.purpose == format::PassPurpose::kProbe || !pass.value) return false;
  return (pass.alpha && *pass.value <= *pass.alpha && *pass.alpha > -kInfinity) ||
         (pass.beta && *pass.value >= *pass.beta && *pass.beta < kInfinity);
}

std::optional<HotTrigger> trigger_among_passes(const std::vector<FruitlessPass>& fruitless,
                                               std::int64_t nodes) {
  struct Depth {
    std::vector<const FruitlessPass*> passes;
    std::vector<std::int64_t> sizes;
    std::int64_t nodes = 0;
  };
  std::map<std::pair<std::int64_t, std::optional<std::int64_t>>, Depth> depths;
  for (const FruitlessPass& pass : fruitless) {
    Depth& depth = depths[{pass.pass.stream, pass.pass.depth}];
    depth.passes.push_back(&pass);
    depth.sizes.push_back(pass.root.nodes);
    depth.nodes += pass.root.nodes;
  }
  for (auto& [key, depth] : depths) {
    if (depth.passes.size() < kManyPasses || depth.nodes * 2 < nodes) continue;
    HotNode first = depth.passes.front()->root;
    first.nodes = depth.nodes;
    const auto middle = depth.sizes.begin() + static_cast<std::ptrdiff_t>(depth.sizes.size() / 2);
    std::nth_element(depth.sizes.begin(), middle, depth.sizes.end());
    return HotTrigger{first,
                      {static_cast<double>(*middle), static_cast<std::int64_t>(depth.sizes.size()),
                       UsualSize::Of::kDepth},
                      HotTrigger::Why::kPasses,
                      static_cast<std::int64_t>(depth.passes.size())};
  }
  return std::nullopt;
}

}  // namespace plytrace

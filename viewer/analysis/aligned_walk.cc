// SPDX-License-Identifier: MIT
#include "viewer/analysis/aligned_walk.h"

#include <algorithm>

namespace plytrace {
namespace {

// In the order of Reason.
constexpr std::array<const char*, static_cast<std::size_t>(Reason::kCount)> kReasonWords{
    "alpha cutoff",
    "beta cutoff",
    "forward pruning",
    "horizon",
    "terminal",
    "table answer",
    "known",
    "draw",
    "unknown",
    "illegal",
    "searched again",
    "null move",
    "probe",
    "unnamed move",
    "unfinished",
    "not generated",
    "left out on purpose",
    "partial recording"};

Reason reason_of_kind(const BlockNode& node) {
  switch (node.kind) {
    case format::NodeKind::kHorizon:
      return Reason::kHorizon;
    case format::NodeKind::kTerminal:
      return Reason::kTerminal;
    case format::NodeKind::kTable:
      return Reason::kTable;
    case format::NodeKind::kKnown:
      return Reason::kKnown;
    case format::NodeKind::kDraw:
      return Reason::kDraw;
    case format::NodeKind::kIllegal:
      return Reason::kIllegal;
    case format::NodeKind::kUnknown:
      return node.has_value ? Reason::kUnknown : Reason::kUnfinished;
    case format::NodeKind::kInterior:
      break;
  }
  if (node.leaves_out) return Reason::kExcluded;
  // An interior node with a value and without a cut searched all of its moves, so the game or a
  // filter gave it no such move.
  return node.has_value ? Reason::kNotGenerated : Reason::kUnfinished;
}

bool comparable_depths(const BlockNode& a, const BlockNode& b) {
  if (a.depth != b.depth) return false;
  // Without depths two claims are comparable only if ends of the game decided both.
  return a.depth != BlockNode::kNoDepth || ((a.below | b.below) & kReachesHorizon) == 0;
}

}  // namespace

const char* word(Reason reason) { return kReasonWords[static_cast<std::size_t>(reason)]; }

Reason why_missing(const BlockNode& node, const BlockNode& child) {
  // Any child may be among the nodes without a row, also at a node that was cut.
  if (node.unrecorded > 0) return Reason::kUnrecorded;
  // The role comes first, because the other side may make no such searches at all.
  if (child.role == format::Role::kNullMove) return Reason::kNullMove;
  if (child.role == format::Role::kProbe) return Reason::kProbe;
  switch (node.cut) {
    case Cut::kAlpha:
      return Reason::kAlphaCutoff;
    case Cut::kBeta:
      return Reason::kBetaCutoff;
    case Cut::kForward:
      return Reason::kForward;
    case Cut::kNone:
      break;
  }
  // A move without a name cannot be found on the other side.
  if (child.move == 0) return Reason::kUnnamed;
  return reason_of_kind(node);
}

void AlignedWalk::PlyCounts::add(std::int64_t ply) {
  if (ply < 0 || ply >= static_cast<std::int64_t>(kMostComparedPlies)) {
    // Limited, because a damaged trace may have any ply.
    ++deeper;
    return;
  }
  const auto at = static_cast<std::size_t>(ply);
  if (at >= of_ply.size()) of_ply.resize(at + 1);
  ++of_ply[at];
}

AlignedWalk::AlignedWalk(NodeSource& a, NodeSource& b, const CompareSettings& settings,
                         bool compare_claims, bool uniform)
    : a_(a), b_(b), settings_(settings), compare_claims_(compare_claims), uniform_(uniform) {}

// Collects the children's keys in search order; returns false if one of them has no name.
bool AlignedWalk::gather(const Place& place, std::vector<ChildKey>& keys) {
  keys.clear();
  bool named = true;
  const auto& nodes = place.block->nodes;
  for (std::size_t i = place.index + 1; i < nodes[place.index].next; i = nodes[i].next) {
    keys.push_back({child_key(nodes[i].move, nodes[i].role), i});
    named = named && nodes[i].move != 0;
  }
  return named;
}

void AlignedWalk::open(Place stub_a, Place stub_b) {
  Frame frame;
  frame.stub_a = frame.a = stub_a;
  frame.stub_b = frame.b = stub_b;
  const auto expand = [](NodeSource& source, Place& place, std::shared_ptr<NodeBlock>& block) {
    // Index 0 of a block that is not whole is a node that is already expanded.
    if (place.block->whole || place.index == 0) return;  // its children are in the block
    block = source.expand(place.node());
    // A node that is missing from a damaged file is compared without children.
    if (block) place = {block.get(), 0};
  };
  expand(a_, frame.a, frame.block_a);
  expand(b_, frame.b, frame.block_b);
  ++found_.both;
  found_.a.both_plies.add(frame.a.node().ply);
  found_.b.both_plies.add(frame.b.node().ply);
  // All frames share one list, so that a walk allocates for the widest path and not for each node.
  frame.first_pair = frame.next_pair = pairs_.size();
  match_children(frame);
  frame.end_pair = pairs_.size();
  stack_.push_back(std::move(frame));
}

void AlignedWalk::match_children(Frame& frame) {
  const BlockNode& a = frame.a.node();
  const BlockNode& b = frame.b.node();
  constexpr std::int64_t kNone = BlockNode::kNoDepth;
  const bool depths_known =
      a.depth != kNone && b.depth != kNone && root_depth_a_ != kNone && root_depth_b_ != kNone;
  // Compare depths relative to the roots, because iterations of different depth differ everywhere.
  if (depths_known && a.depth - root_depth_a_ != b.depth - root_depth_b_) {
    note_difference({{a.id, 0, 0}, Difference::kDepth, a, b, {}, {}});
  }
  const bool named_a = gather(frame.a, keys_a_);
  const bool named_b = gather(frame.b, keys_b_);
  const bool same_order =
      named_a && named_b &&
      std::equal(keys_a_.begin(), keys_a_.end(), keys_b_.begin(), keys_b_.end(),
                 [](const ChildKey& x, const ChildKey& y) { return x.move == y.move; });
  // The usual case, which needs no sorting.
  if (same_order) {
    for (std::size_t i = 0; i < keys_a_.size(); ++i) {
      pairs_.emplace_back(keys_a_[i].index, keys_b_[i].index);
    }
    return;
  }
  note_order(frame);
  match_sorted(frame);
}

// Pairs the moves that both searched; the others were searched by one side only.
void AlignedWalk::match_sorted(Frame& frame) {
  const auto pair = [&](std::size_t x, std::size_t y) { pairs_.emplace_back(x, y); };
  const auto left_over = [&](bool of_a, std::size_t index, bool again) {
    const Place child{(of_a ? frame.a : frame.b).block, index};
    const BlockNode& other = of_a ? frame.b.node() : frame.a.node();
    const bool is_again = again && other.unrecorded == 0;
    leave_out(of_a, child, other,
              is_again ? Reason::kSearchedAgain : why_missing(other, child.node()));
  };
  align_children(keys_a_, keys_b_, pair, left_over);
  // Restore A's order, in which the walk visits and reports.
  std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(frame.first_pair), pairs_.end());
}

// Counts the subtree of `child`, which the other side did not search at its node `other`.
void AlignedWalk::leave_out(bool of_a, Place child, const BlockNode& other, Reason reason) {
  SideCounts& side = of_a ? found_.a : found_.b;
  BlockNode& node = child.node();
  std::uint64_t nodes = 0;
  // A whole block contains the subtree. Otherwise it is read, to count its plies and find its
  // assumptions.
  if (child.block->whole) {
    nodes = node.next - child.index;
    for (std::size_t i = child.index; i < node.next; ++i) {
      side.only_plies.add(child.block->nodes[i].ply);
    }
  } else {
    node.below |= (of_a ? a_ : b_).count(node, [&](std::int64_t ply) {
      ++nodes;
      side.only_plies.add(ply);
    });
  }
  side.only += nodes;
  side.because[static_cast<std::size_t>(reason)] += nodes;
  // If the other side's cutoff skipped the move, count it there.
  if (!is_cut(reason)) return;
  ++(of_a ? found_.b : found_.a).skipped;
  found_.skipped_subtree_nodes += nodes;
  keep_largest({nodes, node.id, other.id, !of_a});
}

void AlignedWalk::keep_largest(const SkippedCandidate& candidate) {
  std::vector<SkippedCandidate>& kept = found_.skipped;
  const bool full = kept.size() == settings_.limit;
  if (full && (kept.empty() || !(candidate < kept.back()))) return;
  kept.insert(std::upper_bound(kept.begin(), kept.end(), candidate), candidate);
  if (full) kept.pop_back();
}

// Finds the first child at which the two searches took different moves.
void AlignedWalk::note_order(const Frame& frame) {
  std::size_t at = 0;
  while (at < keys_a_.size() && at < keys_b_.size() && keys_a_[at].move == keys_b_[at].move &&
         // An unnamed move does not equal any other, not even an unnamed one.
         frame.a.block->nodes[keys_a_[at].index].move != 0) {
    ++at;
  }
  const BlockNode& a = frame.a.node();
  const BlockNode& b = frame.b.node();
  const auto has = [](const std::vector<ChildKey>& keys, std::int64_t move) {
    return std::any_of(keys.begin(), keys.end(),
                       [&](const ChildKey& key) { return key.move == move; });
  };
  std::size_t at_a = at, at_b = at;
  // If the file lacks children, equal moves at different places do not show a different order.
  if (a.unrecorded > 0 || b.unrecorded > 0) {
    while (at_a < keys_a_.size() && has(keys_b_, keys_a_[at_a].move)) ++at_a;
    while (at_b < keys_b_.size() && has(keys_a_, keys_b_[at_b].move)) ++at_b;
    if (at_a == keys_a_.size() && at_b == keys_b_.size()) at_a = at_b = at;
  }
  const bool more_a = at_a < keys_a_.size();
  const bool more_b = at_b < keys_b_.size();
  DifferenceCandidate found;
  found.parent_a = a;
  found.parent_b = b;
  if (more_a) found.a = frame.a.block->nodes[keys_a_[at_a].index];
  if (more_b) found.b = frame.b.block->nodes[keys_b_[at_b].index];
  if (more_a && (!more_b || !has(keys_b_, keys_a_[at_a].move))) {
    found.what = Difference::kOnlyA;
  } else if (more_b && !has(keys_a_, keys_b_[at_b].move)) {
    found.what = Difference::kOnlyB;
  } else {
    found.what = Difference::kOrder;
  }
  // A missing child shows when A enters it. If A has no further child, it shows when A leaves the
  // node; inner nodes leave first.
  found.when = more_a ? std::tuple(found.a->id, 0, std::int64_t{0}) : std::tuple(a.last, 1, -a.id);
  note_difference(std::move(found));
}

void AlignedWalk::note_difference(DifferenceCandidate candidate) {
  // Ordered by time in A's search and not by the order of the calls, because values are compared on
  // the way up.
  if (candidate.when < found_.first.when) found_.first = std::move(candidate);
}

void AlignedWalk::compare_claims(Frame& frame) {
  const BlockNode& a = frame.a.node();
  const BlockNode& b = frame.b.node();
  if (a.has_value != b.has_value || a.value != b.value) {
    note_difference({{a.last, 1, -a.id}, Difference::kValue, a, b, {}, {}});
  }
  if (!compare_claims_ || !a.claims || !b.claims || !comparable_depths(a, b)) return;
  ++found_.claims_compared;
  if (!exclude_each_other(a.claim(), b.claim())) return;
  const AssumptionSet rests_on = a.below | b.below;
  const ContradictionCandidate found{a, b, frame.contradiction_below};
  // If values depend on more than position and depth, different values may both be right.
  if (!uniform_ || (rests_on & kAssumptions) != 0) {
    found_.conditional.add(found, 0);
    found_.conditional.assumed |= rests_on & kAssumptions;
    return;
  }
  // Whether table entries are free of assumptions is known only after a scan of the search;
  // comparison.cc decides.
  const bool by_table = (rests_on & kRestsOnTable) != 0;
  (by_table ? found_.by_table : found_.contradictions).add(found, settings_.limit);
  frame.contradiction_below = true;
}

void AlignedWalk::close() {
  Frame& frame = stack_.back();
  const auto finish = [](Place& place, Place& stub) {
    // load() has already passed up the assumptions inside a whole block.
    if (!place.block->whole) {
      const std::size_t end = place.block->nodes.size();
      for (std::size_t i = 1; i < end; ++i) place.block->pass_up(0, i);
    }
    // The parent's block has a copy of the node from before it was expanded.
    if (place.block != stub.block) stub.node().below = place.node().below;
  };
  finish(frame.a, frame.stub_a);
  finish(frame.b, frame.stub_b);
  // After all nodes below: then `below` is complete, and a contradiction below is the origin of
  // this one.
  compare_claims(frame);
  // The pairs of this frame are at the end of the list.
  pairs_.resize(frame.first_pair);
  const bool contradiction = frame.contradiction_below;
  stack_.pop_back();
  if (contradiction && !stack_.empty()) stack_.back().contradiction_below = true;
}

Status AlignedWalk::run(const std::shared_ptr<NodeBlock>& root_a,
                        const std::shared_ptr<NodeBlock>& root_b) {
  root_depth_a_ = root_a->nodes[0].depth;
  root_depth_b_ = root_b->nodes[0].depth;
  open({root_a.get(), 0}, {root_b.get(), 0});
  std::uint64_t steps = 0;
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    if (frame.next_pair == frame.end_pair) {
      close();
      continue;
    }
    const auto [child_a, child_b] = pairs_[frame.next_pair++];
    open({frame.a.block, child_a}, {frame.b.block, child_b});
    if ((++steps & 0xFFFU) != 0) continue;
    if (settings_.progress) settings_.progress(a_.totals().nodes + b_.totals().nodes);
    if (settings_.interrupt != nullptr && *settings_.interrupt) {
      return Status(StatusCode::kInterrupted, "interrupted; the comparison was not finished");
    }
  }
  return Status::ok();
}

}  // namespace plytrace

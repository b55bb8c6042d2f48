// SPDX-License-Identifier: MIT
//
// What the scan collects for a certificate: whether each node is proven to reach the thresholds,
// which table entry proves that if its moves do not, and what must be assumed if nothing does.
// Entries are only noted from nodes that were left earlier, so answers cannot form a cycle. Memory:
// a few bits per node, and an entry for each node that the table answered. Thread rule: one thread
// an object.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "viewer/verify/interval.h"
#include "viewer/verify/scan/node_set.h"
#include "viewer/verify/scan/open_node.h"

namespace plytrace::verify {

class CertificateMarks {
 public:
  // `claim`: what the certificate should prove about the root; an infinite end needs no proof.
  explicit CertificateMarks(Interval claim) : claim_(claim) {}

  // Called by the scan for every node that it leaves.
  void note(const OpenNode& node, const Outcome& outcome);
  // Adds what was noted about later nodes of the same search.
  void add(CertificateMarks&& later);
  // Called once, after the scan and before the questions.
  void settle();

  const Interval& claim() const { return claim_; }
  // True if proven: value >= claim().lower with `lower`, otherwise value <= claim().upper.
  bool reaches(bool lower, std::int64_t node) const { return side(lower).reached.contains(node); }
  // The node whose table entry proves it, without an assumption at that step.
  std::optional<std::int64_t> answer(bool lower, std::int64_t node) const;
  bool is_answer(std::int64_t node) const { return origins_.contains(node); }
  // Whether it is unknown that the leaf is worth exactly its score.
  bool is_bound(std::int64_t leaf) const { return bounds_.contains(leaf); }
  // Whether its events contradict the kind that it reports.
  bool is_retyped(std::int64_t node) const { return retyped_.contains(node); }
  // Whether the child was searched to less depth than its move's node should have.
  bool is_reduced(std::int64_t child) const { return reduced_.contains(child); }
  // Whether replay found all its moves among those searched, although the trace does not say how
  // many are legal.
  bool is_listed(std::int64_t node) const { return listed_.contains(node); }
  // Why the node may reach a threshold although nothing below proves it; nullopt if the trace does
  // not tell.
  std::optional<Assumption> reason(std::int64_t node) const;
  // Every line ends where the depth is used up, or earlier at the end of the game.
  bool ends_by_depth() const { return ends_by_depth_ && !has_own_ends_; }
  // Every line ends at the end of the game.
  bool ends_with_game() const { return !has_horizon_ && !has_own_ends_; }

 private:
  struct SideMarks {
    NodeSet reached;
    std::vector<std::pair<std::int64_t, std::int64_t>> answers;  // node, node that stored the entry
  };
  const SideMarks& side(bool lower) const { return lower ? lower_ : upper_; }
  void note_side(SideMarks& side, const OpenNode& node);
  void look_at_end(const OpenNode& node);

  Interval claim_;
  SideMarks lower_, upper_;
  NodeSet origins_, bounds_, reduced_, retyped_, listed_;
  std::array<NodeSet, static_cast<std::size_t>(Assumption::kCount)> reasons_;
  bool ends_by_depth_ = true, has_horizon_ = false;
  bool has_own_ends_ = false;  // some line ends by a stand pat or a draw by history
};

}  // namespace plytrace::verify

// SPDX-License-Identifier: MIT
//
// What the scan leaves for a certificate: whether each node is proven to reach the thresholds,
// which table entry shows that where its moves do not, and what must be assumed where nothing does.
// An entry is noted only from a node that was left before, so that answers never lead in a circle.
// Memory: a few bits a node, and an entry for each node that the table answered.
// Thread rule: one thread an object.
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
  // `claim` is what the certificate is to show of the root; an infinite end shows nothing.
  explicit CertificateMarks(Interval claim) : claim_(claim) {}

  // Called by the scan for every node that it leaves.
  void note(const OpenNode& node, const Outcome& outcome);
  // Called once, after the scan and before the questions.
  void settle();

  const Interval& claim() const { return claim_; }
  // `lower`: value >= claim().lower; else value <= claim().upper.
  bool reaches(bool lower, std::int64_t node) const { return side(lower).reached.contains(node); }
  // The node whose table entry shows it, without an assumption at that step.
  std::optional<std::int64_t> answer(bool lower, std::int64_t node) const;
  bool is_answer(std::int64_t node) const { return origins_.contains(node); }
  // A leaf that is not known to be worth exactly its score.
  bool is_bound(std::int64_t leaf) const { return bounds_.contains(leaf); }
  // Its kind is not the one that it says: its events speak against it.
  bool is_retyped(std::int64_t node) const { return retyped_.contains(node); }
  // A search to less depth than the node that its move leads to should have.
  bool is_reduced(std::int64_t child) const { return reduced_.contains(child); }
  // Why the node may reach a threshold though nothing below it shows that; nothing where the trace
  // does not say.
  std::optional<Assumption> reason(std::int64_t node) const;
  // Every line ends where the depth is used up, or earlier with the game.
  bool ends_by_depth() const { return ends_by_depth_ && !has_own_ends_; }
  // Every line ends with the game.
  bool ends_with_game() const { return !has_horizon_ && !has_own_ends_; }

 private:
  struct SideMarks {
    NodeSet reached;
    std::vector<std::pair<std::int64_t, std::int64_t>> answers;  // node, node of the entry
  };
  const SideMarks& side(bool lower) const { return lower ? lower_ : upper_; }
  void note_side(SideMarks& side, const OpenNode& node);
  void look_at_end(const OpenNode& node);

  Interval claim_;
  SideMarks lower_, upper_;
  NodeSet origins_, bounds_, reduced_, retyped_;
  std::array<NodeSet, static_cast<std::size_t>(Assumption::kCount)> reasons_;
  bool ends_by_depth_ = true, has_horizon_ = false;
  bool has_own_ends_ = false;  // a mover takes its own score, or history makes a draw
};

}  // namespace plytrace::verify

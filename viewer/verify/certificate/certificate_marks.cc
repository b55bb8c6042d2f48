// SPDX-License-Identifier: MIT
#include "viewer/verify/certificate/certificate_marks.h"

#include <algorithm>

namespace plytrace::verify {
namespace {

using format::Cause;
using format::NodeKind;

constexpr auto kAssumptionKinds = static_cast<std::size_t>(Assumption::kCount);

// The first assumption among the flags.
std::optional<Assumption> first_of(Flags flags) {
  for (std::size_t i = 0; i < kAssumptionKinds; ++i) {
    const auto assumption = static_cast<Assumption>(i);
    if ((flags & flag(assumption)) != 0) return assumption;
  }
  return std::nullopt;
}

// The assumption behind bounds of a node that came neither from its moves nor from the table.
std::optional<Assumption> reason_of_bounds(const OpenNode& node) {
  const bool is_cut_by_search = !node.cut || node.cut->cause == Cause::kChild ||
                                node.cut->cause == Cause::kStandPat ||
                                node.cut->cause == Cause::kTable;
  if (!is_cut_by_search) return assumption_of(node.cut->cause);
  if (!node.constrained) return std::nullopt;
  return first_of(node.flags & (flag(Assumption::kStatic) | flag(Assumption::kMateDistance) |
                                flag(Assumption::kDrawClaim) | flag(Assumption::kTableOrigin) |
                                flag(Assumption::kOther)));
}

// A line of a certificate names only one kind of assumption: the first that applies.
std::optional<Assumption> reason_at(const OpenNode& node) {
  if (node.row.unrecorded > 0) return Assumption::kUnrecorded;
  if (node.row.kind == NodeKind::kKnown) return Assumption::kKnown;
  if (node.row.kind == NodeKind::kUnknown) return Assumption::kUnknownKind;
  for (const UsedEntry& entry : node.entries) {
    if (const auto assumed = first_of(entry.assumed)) return assumed;
  }
  if (node.row.kind == NodeKind::kTable) return Assumption::kTableOrigin;
  if (node.has_forward) return Assumption::kForward;
  if (const auto assumed = reason_of_bounds(node)) return assumed;
  const bool tells_moves = node.row.legal && !node.may_hide_move;
  if (node.row.kind == NodeKind::kInterior && !tells_moves && !node.cut &&
      !(node.is_list_replayed && !node.row.excluded)) {
    return Assumption::kMoveList;
  }
  return first_of(node.flags & flag(Assumption::kInstability));
}

}  // namespace

void CertificateMarks::note(const OpenNode& node, const Outcome& outcome) {
  look_at_end(node);
  if (node.is_retyped) retyped_.insert(node.row.id);
  if (node.is_list_replayed && !node.row.legal && !node.row.excluded) listed_.insert(node.row.id);
  for (const ChildRecord& child : node.children) {
    if (child.role == format::Role::kReduced || child.shallower) reduced_.insert(child.id);
  }
  // After a finding there are two readings of the node, and neither is a proof.
  if (!outcome.has_value || outcome.readings.size() != 1) return;
  const Interval& proven = outcome.readings.front().proven;
  const bool is_low = proven.lower >= claim_.lower;
  const bool is_high = proven.upper <= claim_.upper;
  if (is_low) note_side(lower_, node);
  if (is_high) note_side(upper_, node);
  // A node that reaches no threshold does not occur in the certificate, so nothing is kept.
  if (!is_low && !is_high) return;
  if (const auto reason = reason_at(node)) {
    reasons_[static_cast<std::size_t>(*reason)].insert(node.row.id);
  }
  const Score score = node.row.score.value_or(*node.row.value);
  // A leaf that proves less than its score is written as a bound.
  if (node.row.kind != NodeKind::kInterior && proven != Interval{score, score}) {
    bounds_.insert(node.row.id);
  }
}

void CertificateMarks::note_side(SideMarks& side, const OpenNode& node) {
  // Entries first, because this node has not been left yet.
  for (const UsedEntry& entry : node.entries) {
    // Only without an assumption at this step, and from a node that was left earlier, so that
    // answers cannot form a cycle.
    if (!entry.is_judged || first_of(entry.assumed) || !side.reached.contains(entry.stored_by))
      continue;
    side.answers.emplace_back(node.row.id, entry.stored_by);
    origins_.insert(entry.stored_by);
    break;
  }
  side.reached.insert(node.row.id);
}

void CertificateMarks::look_at_end(const OpenNode& node) {
  const NodeRow& row = node.row;
  const bool is_interior = row.kind == NodeKind::kInterior;
  const bool is_horizon = row.kind == NodeKind::kHorizon;
  has_horizon_ = has_horizon_ || is_horizon;
  has_own_ends_ = has_own_ends_ || row.kind == NodeKind::kDraw || (is_interior && row.score);
  // "depth N" declares that the horizon lies at level N and nowhere else.
  if (is_horizon && row.depth != 0) ends_by_depth_ = false;
  // An inner node without depth left was searched beyond it (quiescence). A node that handed over
  // writes no line.
  if (is_interior && row.depth.value_or(0) <= 0 && node.hand_over() == nullptr) {
    ends_by_depth_ = false;
  }
}

void CertificateMarks::add(CertificateMarks&& later) {
  for (const auto side : {&CertificateMarks::lower_, &CertificateMarks::upper_}) {
    SideMarks& own = this->*side;
    SideMarks& more = later.*side;
    own.reached.add(std::move(more.reached));
    own.answers.insert(own.answers.end(), more.answers.begin(), more.answers.end());
  }
  for (const auto set :
       {&CertificateMarks::origins_, &CertificateMarks::bounds_, &CertificateMarks::reduced_,
        &CertificateMarks::retyped_, &CertificateMarks::listed_}) {
    (this->*set).add(std::move(later.*set));
  }
  for (std::size_t i = 0; i < kAssumptionKinds; ++i) reasons_[i].add(std::move(later.reasons_[i]));
  ends_by_depth_ = ends_by_depth_ && later.ends_by_depth_;
  has_horizon_ = has_horizon_ || later.has_horizon_;
  has_own_ends_ = has_own_ends_ || later.has_own_ends_;
}

void CertificateMarks::settle() {
  // answer() searches these lists by bisection.
  for (SideMarks* side : {&lower_, &upper_}) {
    std::sort(side->answers.begin(), side->answers.end());
  }
}

std::optional<std::int64_t> CertificateMarks::answer(bool lower, std::int64_t node) const {
  const auto& answers = side(lower).answers;
  const auto found = std::lower_bound(answers.begin(), answers.end(), std::pair{node, INT64_MIN});
  if (found == answers.end() || found->first != node) return std::nullopt;
  return found->second;
}

std::optional<Assumption> CertificateMarks::reason(std::int64_t node) const {
  for (std::size_t i = 0; i < kAssumptionKinds; ++i) {
    if (reasons_[i].contains(node)) return static_cast<Assumption>(i);
  }
  return std::nullopt;
}

}  // namespace plytrace::verify

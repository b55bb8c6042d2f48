// SPDX-License-Identifier: MIT
//
// Rules for table stores: an entry must not claim more than is proven about the node that stores
// it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "viewer/meaning/saturated.h"
#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {
namespace {

using format::Role;

}  // namespace

void NodeJudge::store(OpenNode& node, const TableStoreRow& row) {
  ledger_.count(Check::kStructure);
  if (row.bound && !format::is_known(*row.bound)) {
    ledger_.blame(Rule::kCode, node.row.id, [&] {
      return Words{fmt::format("{}: table store {} has a bound that is not defined",
                               ledger_.name(node.row), row.id),
                   "exact, lower or upper", std::to_string(static_cast<int>(*row.bound))};
    });
    return;
  }
  if (is_void(node)) return;
  node.stores.push_back(row);
  const auto filed = row.key ? row.key : node.row.key;
  if (!filed) has_store_without_key_ = true;
  if (filed && !facts_.demands.exact_entries) {
    origins_.keep_half(*filed, node.row.side, entry_of(row));
  }
  const auto key = whole_key(row.key, node.row.key);
  if (!origins_.partial_keys().is_expected()) return;
  if (key) {
    origins_.partial_keys().keep(*key, node.row.side, row);
  } else {
    origins_.partial_keys().miss_stores();
  }
}

// The least depth that the deciding moves of a node reach. `by_leaves`: a leaf at the horizon that
// reports no depth counts, too.
std::optional<std::int64_t> NodeJudge::least_depth_below(const OpenNode& node, bool by_leaves) {
  std::optional<std::int64_t> least;
  for (const ChildRecord& child : node.children) {
    const bool decides = child.counts() && !child.superseded && child.role != Role::kReduced &&
                         !child.shallower && (child.flags & kHorizonBelow) != 0;
    const auto depth = by_leaves ? child.shown_depth() : child.depth;
    if (!decides || !depth) continue;
    // A hand-over has the depth of its parent, a move one ply less.
    const std::int64_t reaches = saturated_sum(*depth, child.role == Role::kHandOver ? 0 : 1);
    least = std::min(least.value_or(reaches), reaches);
  }
  return least;
}

// The depth of a node that reports none, nor do its moves: by its leaves, or by its pass.
std::optional<std::int64_t> NodeJudge::plies_below(const OpenNode& node) const {
  const auto by_leaves = least_depth_below(node, true);
  return by_leaves ? by_leaves : depth_left(node.row);
}

// The depth to which a node's proof belongs; nullopt if it holds for any depth. An engine may count
// an extension at the node or at its moves, and quiescence in any way.
std::optional<std::int64_t> NodeJudge::searched_depth(const OpenNode& node, Flags flags) const {
  if ((flags & kHorizonBelow) == 0) return std::nullopt;
  std::optional<std::int64_t> least = least_depth_below(node, false);
  if (!least) least = node.row.depth;
  if (!least && facts_.uniform) least = plies_below(node);
  if (!facts_.uniform && least && node.row.depth) least = std::max(*least, *node.row.depth);
  if (!least) return std::nullopt;
  return facts_.uniform ? *least : std::max<std::int64_t>(*least, 0);
}

// The part of a proof that holds for the position under whose key it is stored, in MAX's view.
// Under a key other than its own a node may store a search with fewer moves.
Interval NodeJudge::proven_of_key(const OpenNode& node, const TableStoreRow& row,
                                  const Interval& proven) const {
  if (row.key && row.key != node.row.key) return proven;
  return node.view(
      of_other_moves(node.view(proven), left_out(node.row), {}, node.view(facts_.range)));
}

void NodeJudge::check_stores(OpenNode& node, const Outcome& outcome, bool blamed) {
  const auto searched = searched_depth(node, outcome.flags);
  for (const TableStoreRow& row : node.stores) {
    if (!row.value || !outcome.has_value) continue;
    ledger_.count(Check::kProof);
    const Bound bound = row.bound.value_or(Bound::kExact);
    const Interval stored = claimed_interval(*row.value, bound, facts_.range);
    // The proof of a node of unknown kind is unknown, so its claim is assumed.
    const bool is_unknown = node.row.kind == format::NodeKind::kUnknown;
    // It is also unknown for a node with a finding, or with missing rows below.
    bool covered = blamed || is_unknown || has_hole(outcome.flags);
    for (std::size_t i = 0; i < outcome.readings.size(); ++i) {
      covered = covered || proven_of_key(node, row, outcome.readings[i].proven).is_inside(stored);
    }
    // Checked even if the value is right, because readers of the entry rely on its depth.
    const bool is_deeper = row.depth && searched && *row.depth > *searched;
    if (covered && is_deeper && !blamed) {
      node.doubt(kDoubtStore);
      ledger_.blame(Rule::kStore, node.row.id, [&] {
        return Words{fmt::format("{}: it stored depth {}, but it was searched to depth {}",
                                 ledger_.name(node.row), *row.depth, *searched),
                     fmt::format("<= {}", *searched), std::to_string(*row.depth)};
      });
      continue;
    }
    if (!covered) {
      node.doubt(kDoubtStore);
      ledger_.blame(Rule::kStore, node.row.id, [&] {
        const std::string proven =
            interval_text(proven_of_key(node, row, outcome.readings.front().proven));
        return Words{fmt::format("{}: it stored {}, but {} is proven{}", ledger_.name(node.row),
                                 claim_text(*row.value, bound), proven,
                                 left_out(node.row).empty() ? "" : ", since it left moves out"),
                     proven, claim_text(*row.value, bound)};
      });
      continue;
    }
  }
  if (!blamed) warn_store_weaker(node);
  if (!blamed && !node.is_doubted(kDoubtStore)) note_self_reduced(node);
}

// The node's claim about the position under its own key, if it claims one value; in its own view.
// If the engine reported no bound, the claim follows from the window.
std::optional<Interval> NodeJudge::exact_claim(const OpenNode& node) const {
  const Candidates<Interval> claim = claims(node);
  if (claim.size() != 1 || !claim.front().is_exact()) return std::nullopt;
  // A value inside the window on entry is customarily stored as a bound in two cases: if the window
  // was narrowed past it before the first move, and in quiescence, where not all moves are
  // searched.
  const bool is_told = node.row.bound.has_value();
  const bool is_plain = node.row.kind == format::NodeKind::kInterior && !node.constrained &&
                        !node.row.score && node.row.phase == format::Phase::kMain;
  if (!is_told && !is_plain) return std::nullopt;
  const Interval whole =
      of_other_moves(claim.front(), left_out(node.row), {}, node.view(facts_.range));
  return whole.is_exact() ? std::optional(whole) : std::nullopt;
}

// Warns about a node that claims one value but stores a bound. All stores under its own key count
// together, because an entry of two bounds takes two stores, and stores after single moves are
// replaced later.
void NodeJudge::warn_store_weaker(const OpenNode& node) {
  const auto claim = exact_claim(node);
  if (!claim) return;
  Interval stored;
  const TableStoreRow* last = nullptr;
  for (const TableStoreRow& row : node.stores) {
    if (!row.value || (row.key && row.key != node.row.key)) continue;
    const Bound bound = row.bound.value_or(Bound::kExact);
    stored = intersection(stored, node.view(claimed_interval(*row.value, bound, facts_.range)));
    last = &row;
  }
  if (last == nullptr || stored.is_empty() || stored.is_exact()) return;
  ledger_.warn(Rule::kWarnStoreWeaker, node.row.id, [&] {
    return fmt::format("{}: it stored {}, but claims {}", ledger_.name(node.row),
                       claim_text(*last->value, last->bound.value_or(Bound::kExact)),
                       claim_text(*node.row.value, Bound::kExact));
  });
}

// How many plies below the node's depth its moves were entered: 1 if a move costs one ply. nullopt
// if a move has no depth, or none was searched to full depth.
std::optional<std::int64_t> NodeJudge::step_of_moves(const OpenNode& node) {
  if (!node.row.depth || *node.row.depth <= 0 || node.row.phase != format::Phase::kMain) return {};
  std::optional<std::int64_t> least;
  for (const ChildRecord& child : node.children) {
    if (!child.counts() || child.superseded || child.role == Role::kReduced) continue;
    if (!child.depth) return std::nullopt;
    // A hand-over has the same position and costs no ply at its parent's depth.
    const std::int64_t step = saturated_sum(saturated_difference(*node.row.depth, *child.depth),
                                            child.role == Role::kHandOver ? 1 : 0);
    least = std::min(least.value_or(step), step);
  }
  return least;
}

// Notes a node that reduced itself (no table move, razoring) but stored its depth on entry. The
// size of a ply in the engine's depths is known only at the end.
void NodeJudge::note_self_reduced(const OpenNode& node) {
  if (node.stores.empty()) return;
  const auto step = step_of_moves(node);
  if (!step || *step < 1) return;
  ++sums_.steps[std::min<std::size_t>(static_cast<std::size_t>(*step), sums_.steps.size() - 1)];
  if (*step < 2) return;
  const std::int64_t reaches = saturated_sum(*node.row.depth, 1 - *step);
  const auto deeper = std::find_if(node.stores.begin(), node.stores.end(), [&](const auto& row) {
    return row.depth && *row.depth > reaches;
  });
  if (deeper == node.stores.end() || sums_.self_reduced.size() >= kMostSelfReduced) return;
  sums_.self_reduced.push_back(
      {node.row.id, node.row.side, ledger_.pass(), *step, reaches, *deeper->depth});
}

// The most frequent step is a ply, if there are enough nodes.
std::int64_t NodeJudge::usual_step() const {
  constexpr std::uint64_t kEnough = 4;
  const auto most = std::max_element(sums_.steps.begin(), sums_.steps.end());
  return *most < kEnough ? 1 : most - sums_.steps.begin();
}

void NodeJudge::warn_self_reduced() {
  const std::int64_t ply = usual_step();
  for (const SelfReduced& node : sums_.self_reduced) {
    if (node.step <= ply) continue;
    ledger_.enter_pass(node.pass);
    ledger_.warn(Rule::kWarnSelfReduced, node.id, [&] {
      NodeRow row;
      row.id = node.id;
      row.side = node.side;
      return fmt::format(
          "{}: it stored depth {}, but all of its moves were entered {} plies below "
          "its own depth: they reach depth {}",
          ledger_.name(row), node.stored, node.step, node.reaches);
    });
  }
}

// The proof of a node that was left before it had a value: a lower bound from its finished moves
// and its own score, in its own view.
Interval NodeJudge::proven_unfinished(const OpenNode& node) const {
  Interval proven = node.view(facts_.range);
  const auto raise = [&](Score lower) { proven.lower = std::max(proven.lower, lower); };
  for (const ChildRecord& child : node.children) {
    const bool is_proof = child.counts() && !child.superseded && child.has_value;
    if (is_proof) raise(child.readings.front().proven.lower);
  }
  if (node.row.score) raise(node.view(*node.row.score));
  return node.constrained ? intersection(proven, node.constraint) : proven;
}

// A node left without a value may only store what its finished moves prove, because the value of a
// stopped search has no meaning. Returns true if it stored something that may be read.
bool NodeJudge::check_unfinished_stores(OpenNode& node) {
  const bool is_doubtful =
      node.is_doubted(kDoubtList) || !node.row.side || has_hole(node.flags & ~kIncompleteBelow) ||
      std::any_of(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
        return child.counts() && child.has_value && child.blamed;
      });
  if (is_doubtful) return false;
  const Interval proven = node.view(proven_unfinished(node));
  bool is_stored = false;
  for (const TableStoreRow& row : node.stores) {
    if (!row.value) continue;
    ledger_.count(Check::kProof);
    const Bound bound = row.bound.value_or(Bound::kExact);
    is_stored = true;
    if (proven.is_inside(claimed_interval(*row.value, bound, facts_.range))) continue;
    node.doubt(kDoubtStore);
    ledger_.blame(Rule::kStore, node.row.id, [&] {
      const std::string text = interval_text(proven);
      return Words{fmt::format("{}: it stored {}, but it was left without a value: {} is proven",
                               ledger_.name(node.row), claim_text(*row.value, bound), text),
                   text, claim_text(*row.value, bound)};
    });
  }
  return is_stored && !node.is_doubted(kDoubtStore);
}

void NodeJudge::keep_origin(const OpenNode& node, const Outcome& outcome, bool blamed) {
  Origin origin;
  origin.has_value = outcome.has_value;
  // After a finding there are two readings: first the claim, last what is proven. An answer from
  // the table proves only the latter.
  if (outcome.has_value) origin.proven = outcome.readings[outcome.readings.size() - 1].proven;
  origin.flags = outcome.flags;
  origin.side = node.row.side;
  origin.ply = node.row.ply;
  origin.is_of_end = outcome.is_of_end;
  origin.depth = searched_depth(node, outcome.flags);
  if (!origin.depth && (outcome.flags & kHorizonBelow) != 0) origin.plies = plies_below(node);
  origin.limit = node.row.depth;
  origin.key = node.row.key;
  origin.own_key = own_key(node);
  origin.excluded = left_out(node.row);
  origin.stored = StoredEntries(node.stores, node.row.key);
  origin.blamed = blamed || node.is_doubted(kDoubtStore);
  origins_.keep(node.row.id, std::move(origin));
}

}  // namespace plytrace::verify

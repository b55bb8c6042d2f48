// SPDX-License-Identifier: MIT
//
// Rules for table probes: an answer proves what is proven about the node that stored it.
#include <fmt/format.h>

#include <algorithm>

#include "viewer/format/numbers.h"
#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/stream_of.h"

namespace plytrace::verify {
namespace {

using format::TableUse;

bool is_adjusted(const TableProbeRow& row) {
  return row.raw && row.value && *row.raw != *row.value;
}

}  // namespace

void NodeJudge::probe(OpenNode& node, const TableProbeRow& row) {
  ledger_.count(Check::kStructure);
  ++sums_.habits.table_found;
  if (row.used != TableUse::kNo) ++sums_.habits.table_used;
  const bool is_taken = row.used == TableUse::kNarrowed || row.used == TableUse::kAnswered;
  if (is_taken) ++sums_.habits.table_answers;
  const bool known = format::is_known(row.used) && (!row.bound || format::is_known(*row.bound));
  if (!known) {
    ledger_.blame(Rule::kCode, node.row.id, [&] {
      return Words{fmt::format("{}: table probe {} has a code that is not defined",
                               ledger_.name(node.row), row.id),
                   "a code of schemas/trace_format.h", "an unknown code"};
    });
    return;
  }
  if (is_taken && is_void(node)) return;
  const auto asked = whole_key(row.key, node.row.key);
  // Threads have no common order, and unreported stores are no evidence.
  const bool tells_stores = facts_.captures(kCapStores) && !facts_.shares_table;
  if (asked && tells_stores && origins_.partial_keys().is_expected()) {
    origins_.partial_keys().find(*asked, node.row.side, row);
  }
  if (is_taken) node.probes.push_back(row);
  if (row.value) {
    node.entry_most = std::max(node.entry_most, node.view(*row.value));
    node.entry_least = std::min(node.entry_least, node.view(*row.value));
  }
  // The entry may have been stored before the search, and be completed by a store of the other
  // bound.
  const auto key = filed_under(row);
  if (key && row.value && !facts_.demands.exact_entries) {
    origins_.keep_half(*key, node.row.side, entry_of(row));
  }
  node.returns_entry = node.returns_entry || (row.value && row.value == node.row.value);
}

// Judges each entry once, however many updates and cutoffs rest on it.
const UsedEntry& NodeJudge::judged_entry(OpenNode& node, std::size_t probe) {
  if (node.entries.size() <= probe) node.entries.resize(probe + 1);
  UsedEntry& entry = node.entries[probe];
  if (entry.is_judged) return entry;
  const TableProbeRow& row = node.probes[probe];
  const EntryProof proof = judge_entry(node, row);
  entry = {row.stored_by.value_or(0), proof.flags,  proof.entry, proof.proven,
           proof.flags | proof.below, proof.blamed, true};
  return entry;
}

// Combines all entries that the node used so far.
const EntrySum& NodeJudge::judged_entries(OpenNode& node) {
  EntrySum& sum = node.entry_sum;
  for (; sum.probes < node.probes.size(); ++sum.probes) {
    const UsedEntry& used = judged_entry(node, sum.probes);
    sum.entry = intersection(sum.entry, used.entry);
    sum.proven = intersection(sum.proven, used.proven);
    sum.flags |= used.flags;
    sum.blamed = sum.blamed || used.blamed;
  }
  return sum;
}

NodeJudge::EntryProof NodeJudge::judge_entry(OpenNode& node, const TableProbeRow& row) {
  EntryProof proof;
  const Interval range = node.view(facts_.range);
  if (!row.value) {
    proof.entry = proof.proven = range;
    return proof;
  }
  const Bound bound = node.view(row.bound.value_or(Bound::kExact));
  proof.entry = claimed_interval(node.view(*row.value), bound, range);
  proof.proven = proof.entry;
  // Threads have no common order, so it is unknown which nodes of another stream came earlier.
  const bool same_stream = row.stored_by && stream_of(*row.stored_by) == stream_of(row.at);
  Origin* origin = same_stream ? origins_.find(*row.stored_by) : nullptr;
  const bool of_child = origin != nullptr && is_of_child(node, row, *origin);
  // A move proves only a lower bound for the node in its own view, because others may be better.
  if (of_child) proof.entry.upper = proof.proven.upper = range.upper;
  check_entry_depth(node, row, origin, proof);
  check_entry_order(node, row, proof);
  check_entry_key(node, row, proof);
  if (origin == nullptr) {
    ledger_.assume(Assumption::kTableOrigin);
    proof.flags |= flag(Assumption::kTableOrigin);
    return proof;
  }
  check_origin(node, row, *origin, proof);
  // Path dependence is assumed separately at each answer; the rest is what the entry rested on.
  proof.below = origin->flags & ~kPathBelow;
  node.answer_of_end = node.answer_of_end || origin->is_of_end;
  if ((origin->flags & kPathBelow) != 0) {
    ledger_.assume(Assumption::kPathDependent);
    proof.flags |= flag(Assumption::kPathDependent) | kPathBelow;
  }
  if (is_adjusted(row) || is_mate_of_other_ply(node, row, *origin)) {
    ledger_.assume(Assumption::kAdjusted);
    // A number in another form cannot be compared with what the storing node proves.
    proof.flags |= flag(Assumption::kAdjusted);
    return proof;
  }
  if (proof.blamed || !origin->has_value) return proof;
  Interval proven =
      of_other_moves(node.view(origin->proven), origin->excluded, left_out(node.row), range);
  if (of_child) proven.upper = range.upper;
  if (proven.is_inside(proof.entry)) {
    proof.proven = proven;
  } else if (node.view(origin->proven).is_inside(proof.entry) && !origin->blamed) {
    // The entry follows from the moves that were searched at its origin, but not for the moves of
    // this node.
    blame_other_moves(node, row, *origin);
    proof.blamed = true;
  } else if (origin->stored.empty() && !origin->blamed && !has_hole(origin->flags)) {
    blame_untold_store(node, row, *origin);
    proof.blamed = true;
  } else if (!origin->blamed) {
    // The entry claims more than its node proves: it was stored in another form, or by another
    // node.
    const bool is_shifted =
        std::any_of(origin->stored.begin(), origin->stored.end(),
                    [](const StoredEntry& stored) { return stored.shift != 0; });
    const Assumption assumed = is_shifted ? Assumption::kAdjusted : Assumption::kTableOrigin;
    ledger_.assume(assumed);
    proof.flags |= flag(assumed);
  }
  return proof;
}

// The values that a node may return if this entry answered it.
PossibleValues NodeJudge::values_of_answer(const OpenNode& node, Score entry) const {
  PossibleValues possible(node.view(*node.row.value));
  possible.add(entry);
  // The answer may have been clamped to an unknown window.
  if (node.entry.is_empty() && !facts_.soft) possible.add_any();
  if (!facts_.soft) possible.add_clamped(entry, node.entry);
  add_bounded(node, entry, possible);
  return possible;
}

// The table answered, but no probe reports the value. `has_probe`: there is a probe without a
// value.
NodeJudge::Draft NodeJudge::draft_of_untold_answer(OpenNode& node, bool has_probe) {
  if (facts_.captures(kCapProbes) && !has_probe) {
    node.flags |= kFindingBelow;
    ledger_.blame(Rule::kTableAnswer, node.row.id, [&] {
      return Words{fmt::format("{}: the table answered it, but it has no entry that answered",
                               ledger_.name(node.row)),
                   "a table_probe row with used = answered", "none"};
    });
  } else {
    ledger_.assume(Assumption::kTableOrigin);
    node.flags |= flag(Assumption::kTableOrigin);
  }
  Draft draft;
  draft.proven = claims(node).front();
  // Bounds of unreported entries may contradict each other.
  if (node.constrained) draft.proven = intersection(draft.proven, node.constraint);
  // In an empty window it claims nothing, but the table's number is trusted.
  const Score value = node.view(*node.row.value);
  if (node.is_empty_on_entry()) draft.proven = {value, value};
  return draft;
}

NodeJudge::Draft NodeJudge::draft_of_table_leaf(OpenNode& node) {
  Draft draft;
  const Candidates<Interval> claim = claims(node);
  bool answered = false;
  bool blamed = false;
  bool follows = false;
  bool untold = false;  // some entry has no value
  Interval entries = node.view(facts_.range);
  draft.proven = entries;
  // Combines all answers, because several entries may have answered a node.
  for (std::size_t i = 0; i < node.probes.size(); ++i) {
    const TableProbeRow& row = node.probes[i];
    if (row.used != TableUse::kAnswered) continue;
    answered = true;
    if (!row.value) {
      untold = true;
      continue;
    }
    const UsedEntry& proof = judged_entry(node, i);
    blamed = blamed || proof.blamed;
    entries = intersection(entries, proof.entry);
    draft.proven = intersection(draft.proven, proof.proven);
    node.flags |= proof.flags;
    const Score entry = node.view(*row.value);
    draft.expected = entry;
    follows = follows || values_of_answer(node, entry).fits();
  }
  if (!answered || untold) return draft_of_untold_answer(node, answered);
  if (blamed) {
    // The entry is wrong, not its use, so what all entries say is believed.
    const Interval believed = intersection(claim.front(), entries);
    draft.proven = believed.is_empty() ? claim.front() : believed;
    node.flags |= kFindingBelow;
    return draft;
  }
  if (node.constrained) draft.proven = intersection(draft.proven, node.constraint);
  draft.value_ok = follows;
  draft.claim_ok = draft.proven.is_empty() || draft.proven.is_inside(claim.front());
  if (!draft.is_ok()) blame_answer(node, entries);
  return draft;
}

void NodeJudge::blame_answer(OpenNode& node, const Interval& entries) {
  ledger_.blame(Rule::kTableAnswer, node.row.id, [&] {
    const std::string said = interval_text(node.view(entries));
    const std::string returned =
        node.row.bound
            ? claim_text(*node.row.value, *node.row.bound)
            : fmt::format("{} (in its window {} that claims {})", score_text(*node.row.value),
                          node.current.is_empty() ? std::string("?")
                                                  : window_text(node.view(node.current.front())),
                          interval_text(node.view(claims(node).front())));
    return Words{fmt::format("{}: it returned {}, the table entry says {}", ledger_.name(node.row),
                             returned, said),
                 said, returned};
  });
  node.doubt(kDoubtTable);
}

}  // namespace plytrace::verify

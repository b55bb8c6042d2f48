// SPDX-License-Identifier: MIT
//
// Table entries: what an answer proves is what is proven about the node that stored it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/saturated.h"

namespace plytrace::verify {
namespace {

using format::TableUse;

bool is_adjusted(const TableProbeRow& row) {
  return row.raw && row.value && *row.raw != *row.value;
}

StoredEntry entry_of(const TableStoreRow& row) {
  return {row.depth, row.raw ? row.raw : row.value, row.bound,
          row.raw && row.value ? *row.raw - *row.value : 0};
}
StoredEntry entry_of(const TableProbeRow& row) {
  return {row.stored_depth, row.raw ? row.raw : row.value, row.bound,
          row.raw && row.value ? *row.raw - *row.value : 0};
}

bool is_same_depth(const StoredEntry& stored, const TableProbeRow& found) {
  return !stored.depth || !found.stored_depth || stored.depth == found.stored_depth;
}

// Whether what was stored can be what a probe found: same depth, bound and stored number.
bool is_same_entry(const StoredEntry& stored, const TableProbeRow& found) {
  return is_same_depth(stored, found) &&
         (!stored.bound || !found.bound || stored.bound == found.bound) &&
         stored.number == entry_of(found).number;
}

// An exact value lies as its two bounds in a table that keeps two.
bool is_half_of_exact(const StoredEntry& stored, const TableProbeRow& found) {
  return stored.bound == Bound::kExact && stored.number == entry_of(found).number &&
         is_same_depth(stored, found);
}

}  // namespace

void NodeJudge::probe(OpenNode& node, const TableProbeRow& row) {
  ledger_.count(Check::kStructure);
  ++habits_.table_found;
  if (row.used != TableUse::kNo) ++habits_.table_used;
  const bool known =
      static_cast<int>(row.used) >= 0 && row.used <= TableUse::kAnswered &&
      (!row.bound || (static_cast<int>(*row.bound) >= 0 && *row.bound <= Bound::kUpper));
  if (!known) {
    ledger_.blame(Rule::kCode, node.row.id, [&] {
      return Words{fmt::format("{}: table probe {} has a code that means nothing",
                               ledger_.name(node.row), row.id),
                   "a code of schemas/trace_format.h", "an unknown code"};
    });
    return;
  }
  if (row.used == TableUse::kNarrowed || row.used == TableUse::kAnswered)
    node.probes.push_back(row);
}

void NodeJudge::store(OpenNode& node, const TableStoreRow& row) {
  ledger_.count(Check::kStructure);
  if (row.bound && (static_cast<int>(*row.bound) < 0 || *row.bound > Bound::kUpper)) {
    ledger_.blame(Rule::kCode, node.row.id, [&] {
      return Words{fmt::format("{}: table store {} has a bound that means nothing",
                               ledger_.name(node.row), row.id),
                   "exact, lower or upper", std::to_string(static_cast<int>(*row.bound))};
    });
    return;
  }
  node.stores.push_back(row);
}

// The rules that compare an entry with the node that it comes from. One finding an entry.
void NodeJudge::check_origin(OpenNode& node, const TableProbeRow& row, const Origin& origin,
                             EntryProof& proof) {
  const auto blame = [&](Rule rule, const std::string& why, std::string expected,
                         std::string actual) {
    if (proof.blamed) return;
    proof.blamed = true;
    ledger_.blame(rule, node.row.id, [&] {
      return Words{fmt::format("{}: table entry of node #{}: {}", ledger_.name(node.row),
                               *row.stored_by, why),
                   std::move(expected), std::move(actual)};
    });
  };
  if (!origin.has_value) {
    return blame(Rule::kAbortedUsed, "that node returned no value", "a finished node",
                 "an aborted node");
  }
  if (origin.side && node.row.side && origin.side != node.row.side) {
    blame(Rule::kTablePosition, fmt::format("it was stored with {} to move", word(*origin.side)),
          fmt::format("{} to move", word(*node.row.side)), std::string(word(*origin.side)));
  }
  const auto key = row.key ? row.key : node.row.key;
  if (origin.key && key && *origin.key != *key) {
    blame(Rule::kTablePosition, "it was stored under another key", key_text(*key),
          key_text(*origin.key));
  }
  const auto own = replay_ == nullptr ? std::nullopt : replay_->own_key(node.level);
  if (origin.own_key && own && origin.own_key != own) {
    blame(Rule::kTablePosition, "it was stored for another position", "an entry of this position",
          "an entry of another one");
  }
  if (origin.stored.empty() || origin.blamed) return;
  const auto written =
      std::find_if(origin.stored.begin(), origin.stored.end(), [&](const StoredEntry& stored) {
        return is_same_entry(stored, row) || (!facts_.own && is_half_of_exact(stored, row));
      });
  if (written != origin.stored.end()) return check_shift(node, row, origin, *written, proof);
  if (!proof.blamed && may_be_older(node, row, origin)) {
    ledger_.assume(Assumption::kTableOrigin);
    proof.flags |= flag(Assumption::kTableOrigin);
    return;
  }
  const auto text = [](const StoredEntry& entry) {
    return (entry.number ? claim_text(*entry.number, entry.bound.value_or(Bound::kExact)) : "?") +
           (entry.depth ? fmt::format(" at depth {}", *entry.depth) : "");
  };
  const std::string stored = text(origin.stored.back());
  const std::string read = text(entry_of(row));
  blame(Rule::kTableEntry, fmt::format("it reads {}, stored was {}", read, stored), stored, read);
}

// Who stores the distance to mate from the node, not from the root, shifts a value by the ply of
// the node, and the entry back by the ply of who asks. Other adjustments are assumed.
void NodeJudge::check_shift(const OpenNode& node, const TableProbeRow& row, const Origin& origin,
                            const StoredEntry& stored, EntryProof& proof) {
  const auto ply = static_cast<Score>(node.row.ply);
  const auto stored_ply = static_cast<Score>(origin.ply);
  if (proof.blamed || !row.value || !stored.number || ply == 0 || stored_ply == 0) return;
  const Score shift = entry_of(row).shift;
  const auto is_by = [](Score any, Score distance) { return std::abs(any) == distance; };
  Score right = 0;
  if (is_by(stored.shift, stored_ply)) {
    right = stored.shift > 0 ? ply : -ply;
    if (shift != 0 && shift != -right) return;
  } else if (stored.shift != 0 || !is_by(shift, ply)) {
    return;
  }
  proof.blamed = true;
  ledger_.blame(Rule::kTableEntry, node.row.id, [&] {
    const Score number = *stored.number;
    const std::string expected = score_text(number - right);
    return Words{
        fmt::format("{}: table entry of node #{}: {} at ply {} was stored as {}, and read "
                    "as {} at ply {}",
                    ledger_.name(node.row), *row.stored_by, score_text(number - stored.shift),
                    origin.ply, score_text(number), score_text(*row.value), node.row.ply),
        expected, score_text(*row.value)};
  });
}

// An entry that its last storing node did not write as it was read can come from an earlier one: by
// a replacement rule that kept it, or since an entry holds two bounds. plytrace's own name the
// node.
bool NodeJudge::may_be_older(const OpenNode& node, const TableProbeRow& row,
                             const Origin& origin) const {
  if (facts_.own || !row.bound || row.bound == Bound::kExact) {
    return !facts_.own && !is_same_depth(origin.stored.back(), row);
  }
  const auto is_other_half = [&](const TableProbeRow& other) {
    return other.stored_by == row.stored_by && other.bound && other.bound != row.bound &&
           std::any_of(origin.stored.begin(), origin.stored.end(),
                       [&](const auto& stored) { return is_same_entry(stored, other); });
  };
  if (std::any_of(node.probes.begin(), node.probes.end(), is_other_half)) return true;
  // The same number with another bound type is a bound that was read wrongly.
  return std::none_of(origin.stored.begin(), origin.stored.end(), [&](const auto& stored) {
    return is_same_depth(stored, row) &&
           (stored.bound == row.bound || stored.number == entry_of(row).number);
  });
}

// Whether the entry names a node that cannot have stored anything yet.
bool NodeJudge::is_out_of_order(const OpenNode& node, const TableProbeRow& row) const {
  // Other threads keep their own time.
  if (!facts_.own && stream_of(*row.stored_by) != stream_of(row.at)) return false;
  if (*row.stored_by > row.at) return true;
  if (*row.stored_by != node.row.id) return false;
  return facts_.own ||
         std::none_of(node.stores.begin(), node.stores.end(),
                      [&](const auto& stored) { return is_same_entry(entry_of(stored), row); });
}

void NodeJudge::check_entry_depth(const OpenNode& node, const TableProbeRow& row,
                                  std::int64_t stored_depth, EntryProof& proof) {
  if (!row.depth || stored_depth == *row.depth) return;
  if (stored_depth > *row.depth) {
    ledger_.assume(Assumption::kDeeper);
    proof.flags |= flag(Assumption::kDeeper);
    return;
  }
  proof.blamed = true;
  ledger_.blame(Rule::kTableDepth, node.row.id, [&] {
    return Words{fmt::format("{}: the table entry was stored for depth {}, asked was {}",
                             ledger_.name(node.row), stored_depth, *row.depth),
                 fmt::format(">= {}", *row.depth), std::to_string(stored_depth)};
  });
}

NodeJudge::EntryProof NodeJudge::entry_proof(OpenNode& node, const TableProbeRow& row) {
  EntryProof proof = judge_entry(node, row);
  node.entries.push_back({row.stored_by.value_or(0), proof.flags});
  proof.flags |= proof.below;
  return proof;
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
  if (row.stored_depth) check_entry_depth(node, row, *row.stored_depth, proof);
  if (row.stored_by && is_out_of_order(node, row)) {
    proof.blamed = true;
    ledger_.blame(Rule::kTableEntry, node.row.id, [&] {
      return Words{fmt::format("{}: the table entry names node #{}, which was not finished then",
                               ledger_.name(node.row), *row.stored_by),
                   "a finished node", fmt::format("#{}", *row.stored_by)};
    });
  }
  const bool same_stream = row.stored_by && stream_of(*row.stored_by) == stream_of(row.at);
  const Origin* origin = same_stream ? origins_.find(*row.stored_by) : nullptr;
  if (origin == nullptr) {
    ledger_.assume(Assumption::kTableOrigin);
    proof.flags |= flag(Assumption::kTableOrigin);
    return proof;
  }
  if (!row.stored_depth) {
    // The probe does not say, but the node that stored it did.
    const auto stored = std::find_if(origin->stored.begin(), origin->stored.end(),
                                     [&](const auto& each) { return is_same_entry(each, row); });
    if (stored != origin->stored.end() && stored->depth) {
      check_entry_depth(node, row, *stored->depth, proof);
    }
  }
  check_origin(node, row, *origin, proof);
  proof.below = origin->flags & ~kPathBelow;
  if ((origin->flags & kPathBelow) != 0) {
    ledger_.assume(Assumption::kPathDependent);
    proof.flags |= flag(Assumption::kPathDependent) | kPathBelow;
  }
  if (is_adjusted(row)) {
    ledger_.assume(Assumption::kAdjusted);
    proof.flags |= flag(Assumption::kAdjusted);
    return proof;
  }
  const Interval proven = node.view(origin->proven);
  if (!proof.blamed && origin->has_value && proven.is_inside(proof.entry)) proof.proven = proven;
  return proof;
}

NodeJudge::Draft NodeJudge::draft_of_table_leaf(OpenNode& node) {
  Draft draft;
  const Score value = node.view(*node.row.value);
  const Candidates<Interval> claim = claims(node);
  bool answered = false;
  bool blamed = false;
  bool follows = false;
  Interval entries = node.view(facts_.range);
  draft.proven = entries;
  for (const TableProbeRow& row : node.probes) {
    if (row.used != TableUse::kAnswered) continue;
    answered = true;
    const EntryProof proof = entry_proof(node, row);
    blamed = blamed || proof.blamed;
    entries = intersection(entries, proof.entry);
    draft.proven = intersection(draft.proven, proof.proven);
    node.flags |= proof.flags;
    if (!row.value) continue;
    const Score entry = node.view(*row.value);
    draft.expected = entry;
    // An answer may have been clamped to a window that is not known.
    follows = follows || value == entry || (node.entry.is_empty() && !facts_.soft);
    for (std::size_t i = 0; i < node.entry.size() && !facts_.soft; ++i) {
      follows =
          follows || value == std::clamp(entry, std::min(node.entry[i].alpha, node.entry[i].beta),
                                         node.entry[i].beta);
    }
  }
  if (!answered) {
    if (facts_.captures(kCapProbes)) {
      blamed = true;
      ledger_.blame(Rule::kTableAnswer, node.row.id, [&] {
        return Words{fmt::format("{}: the table answered it, but it has no entry that answered",
                                 ledger_.name(node.row)),
                     "a table_probe row with used = answered", "none"};
      });
    } else {
      ledger_.assume(Assumption::kTableOrigin);
      node.flags |= flag(Assumption::kTableOrigin);
    }
    draft.proven = claim.front();
    if (blamed) node.flags |= kFindingBelow;
    return draft;
  }
  if (blamed) {
    // The entry is wrong, not what was made of it.
    draft.proven = claim.front();
    node.flags |= kFindingBelow;
    return draft;
  }
  draft.value_ok = follows;
  draft.claim_ok = draft.proven.is_inside(claim.front());
  if (draft.is_ok()) return draft;
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
  node.table_blamed = true;
  return draft;
}

void NodeJudge::check_stores(OpenNode& node, const Outcome& outcome, bool blamed) {
  for (const TableStoreRow& row : node.stores) {
    if (!row.value || !outcome.has_value) continue;
    ledger_.count(Check::kProof);
    const Bound bound = row.bound.value_or(Bound::kExact);
    const Interval stored = claimed_interval(*row.value, bound, facts_.range);
    bool covered = blamed;
    for (std::size_t i = 0; i < outcome.readings.size(); ++i) {
      covered = covered || outcome.readings[i].proven.is_inside(stored);
    }
    const bool is_deeper = facts_.uniform && row.depth && node.row.depth &&
                           *row.depth > *node.row.depth && (outcome.flags & kHorizonBelow) != 0;
    if (covered && is_deeper && !blamed) {
      node.store_blamed = true;
      ledger_.blame(Rule::kStore, node.row.id, [&] {
        return Words{fmt::format("{}: it stored depth {}, but it was searched to depth {}",
                                 ledger_.name(node.row), *row.depth, *node.row.depth),
                     std::to_string(*node.row.depth), std::to_string(*row.depth)};
      });
      continue;
    }
    if (!covered) {
      node.store_blamed = true;
      ledger_.blame(Rule::kStore, node.row.id, [&] {
        const std::string proven = interval_text(outcome.readings.front().proven);
        return Words{fmt::format("{}: it stored {}, but {} is proven", ledger_.name(node.row),
                                 claim_text(*row.value, bound), proven),
                     proven, claim_text(*row.value, bound)};
      });
      continue;
    }
    if (!blamed && bound != Bound::kExact && node.row.bound == Bound::kExact) {
      ledger_.warn(Rule::kWarnStoreWeaker, node.row.id, [&] {
        return fmt::format("{}: it stored {}, but claims {}", ledger_.name(node.row),
                           claim_text(*row.value, bound),
                           claim_text(*node.row.value, Bound::kExact));
      });
    }
  }
}

void NodeJudge::keep_origin(const OpenNode& node, const Outcome& outcome, bool blamed) {
  if (!origins_.is_used(node.row.id)) return;
  Origin origin;
  origin.has_value = outcome.has_value;
  if (outcome.has_value) origin.proven = outcome.readings[outcome.readings.size() - 1].proven;
  origin.flags = outcome.flags;
  origin.side = node.row.side;
  origin.ply = node.row.ply;
  origin.key = node.row.key;
  if (replay_ != nullptr) origin.own_key = replay_->own_key(node.level);
  origin.stored.reserve(node.stores.size());
  for (const TableStoreRow& row : node.stores) origin.stored.push_back(entry_of(row));
  origin.blamed = blamed || node.store_blamed;
  origins_.keep(node.row.id, std::move(origin));
}

}  // namespace plytrace::verify

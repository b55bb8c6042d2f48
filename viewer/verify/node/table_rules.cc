// SPDX-License-Identifier: MIT
//
// Table entries: what an answer proves is what is proven about the node that stored it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/plain/numbers.h"
#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/saturated.h"

namespace plytrace::verify {
namespace {

using format::Role;
using format::TableUse;

bool is_adjusted(const TableProbeRow& row) {
  return row.raw && row.value && *row.raw != *row.value;
}

StoredEntry entry_of(const TableStoreRow& row) {
  return {row.depth, row.raw ? row.raw : row.value, row.bound, row.key,
          row.raw && row.value ? *row.raw - *row.value : 0};
}
StoredEntry entry_of(const TableProbeRow& row) {
  return {row.stored_depth, row.raw ? row.raw : row.value, row.bound, row.entry_key,
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

// Entries often hold 16 or 32 bits of the key, from either end.
bool is_part_of_key(std::int64_t part, std::int64_t whole) {
  const auto bits = static_cast<std::uint64_t>(part);
  const auto key = static_cast<std::uint64_t>(whole);
  // A key that fits into 32 bits is no hash: its upper half is 0, which is no sign of anything.
  if (key <= 0xFFFFFFFF) return bits == key;
  return bits == key || bits == (key & 0xFFFF) || bits == (key & 0xFFFFFFFF) ||
         bits == key >> 48U || bits == key >> 32U;
}

std::string key_or_none(std::optional<std::int64_t> key) { return key ? key_text(*key) : "none"; }

// How deep an entry was searched (stored) and had to be (asked), by those who tell it.
struct ToldDepths {
  struct By {
    std::optional<std::int64_t> probe, store, node;
  };
  By asked, stored;
  bool any_store = false;      // the storing node told a depth of some entry
  bool is_searched = false;    // it reached the horizon, so that there is a depth, and is unblamed
  bool is_uniform = false;     // nothing is extended or reduced: nodes tell it better than rows
  bool counts_to_end = false;  // the value counts the plies to the end of the game

  // The rows' word. Where they say nothing the nodes do.
  std::optional<std::int64_t> stored_depth() const {
    const auto rows = stored.probe ? stored.probe : stored.store;
    if (!stored.node) return rows;
    return !rows || (is_uniform && *stored.node < *rows) ? stored.node : rows;
  }
  std::optional<std::int64_t> asked_depth() const {
    if (!stored.node || (asked.probe && !is_uniform)) return asked.probe;
    return !asked.probe || (asked.node && *asked.node > *asked.probe) ? asked.node : asked.probe;
  }
  bool has_both() const { return stored_depth() && asked_depth(); }
  // By rows, or by nodes that are as good.
  bool is_told() const {
    return (asked.probe && (stored.probe || stored.store)) || (stored.node && is_uniform);
  }
};

ToldDepths told_depths(const OpenNode& node, const TableProbeRow& row, const Origin* origin) {
  ToldDepths told;
  told.asked.probe = row.depth;
  told.asked.node = node.row.depth;
  told.stored.probe = row.stored_depth;
  if (origin == nullptr) return told;
  for (const StoredEntry& entry : origin->stored) {
    told.any_store = told.any_store || entry.depth.has_value();
    if (!told.stored.store && is_same_entry(entry, row)) told.stored.store = entry.depth;
  }
  told.is_searched = (origin->flags & kHorizonBelow) != 0 && !origin->blamed;
  if (told.is_searched) told.stored.node = origin->depth;
  return told;
}

// What follows from who tells the depths of an entry; the first that holds. None: it is too
// shallow.
struct DepthCase {
  bool (*holds)(const ToldDepths&);
  std::optional<Assumption> assumed;  // none: it is deep enough
};
constexpr std::array<DepthCase, 7> kDepthCases{{
    // The probe alone says more than the node that stored the entry shows.
    {[](const ToldDepths& told) {
       const auto asked = told.asked_depth(), stored = told.stored_depth();
       const bool is_probes_word = told.stored.node && *told.stored.node < *stored;
       return is_probes_word && !told.any_store && asked && *told.stored.node < *asked;
     },
     Assumption::kReduced},
    // No row shows that it is deep enough.
    {[](const ToldDepths& told) { return !told.has_both() && told.is_searched; },
     Assumption::kReduced},
    // To the ends of the game there is no depth, and a blamed node says nothing of it.
    {[](const ToldDepths& told) { return !told.has_both(); }, std::nullopt},
    {[](const ToldDepths& told) { return *told.stored_depth() == *told.asked_depth(); },
     std::nullopt},
    {[](const ToldDepths& told) { return *told.stored_depth() > *told.asked_depth(); },
     Assumption::kDeeper},
    // One of the two is the word of a node: extensions before the probe may explain it.
    {[](const ToldDepths& told) { return !told.is_told(); }, Assumption::kReduced},
    // A mate is one at any depth.
    {[](const ToldDepths& told) { return told.counts_to_end; }, Assumption::kMateDistance},
}};

}  // namespace

void NodeJudge::probe(OpenNode& node, const TableProbeRow& row) {
  ledger_.count(Check::kStructure);
  ++habits_.table_found;
  if (row.used != TableUse::kNo) ++habits_.table_used;
  if (row.used == TableUse::kNarrowed || row.used == TableUse::kAnswered) ++habits_.table_answers;
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
  node.returns_entry = node.returns_entry || (row.value && row.value == node.row.value);
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

std::optional<std::uint64_t> NodeJudge::own_key(const OpenNode& node) const {
  return replay_ == nullptr ? std::nullopt : replay_->own_key(node.level);
}

// The key of the table that the entry was filed under, where a row says it.
std::optional<std::int64_t> NodeJudge::key_of_entry(const OpenNode& node, const TableProbeRow& row,
                                                    const Origin& origin) {
  const std::optional<std::int64_t> asked = row.key ? row.key : node.row.key;
  // A part of a key tells no more than that it was compared.
  const bool is_part =
      row.entry_key && asked && row.entry_key != asked && is_part_of_key(*row.entry_key, *asked);
  if (row.entry_key && !is_part) return row.entry_key;
  const auto written =
      std::find_if(origin.stored.begin(), origin.stored.end(), [&](const StoredEntry& stored) {
        return stored.key && (is_same_entry(stored, row) || is_half_of_exact(stored, row));
      });
  if (written != origin.stored.end()) return written->key;
  return origin.stored.empty() ? std::nullopt : origin.stored.back().key;
}

// Whether an entry was stored for the position that asks, by the engine's keys. A key of the table
// need not be the key of the node (the depth may be in it): like is compared with like.
NodeJudge::KeyMatch NodeJudge::match_of(const OpenNode& node, const TableProbeRow& row,
                                        const Origin& origin) {
  const std::optional<std::int64_t>& here = node.row.key;
  const auto same = [](bool is_same) { return is_same ? KeyMatch::kSame : KeyMatch::kDiffers; };
  const bool is_asked_as_node = !row.key || row.key == here;
  if (const auto entry = key_of_entry(node, row, origin)) {
    const auto asked = row.key ? row.key : here;
    const bool is_node_key = row.key || row.entry_key || entry == origin.key;
    if (!asked || !is_node_key) return KeyMatch::kUnknown;
    const bool is_same_node = !origin.key || !here || origin.key == here;
    return entry == asked && !is_same_node ? KeyMatch::kUnknown : same(entry == asked);
  }
  if (origin.key && here) {
    return is_asked_as_node || origin.key == here ? same(origin.key == here) : KeyMatch::kUnknown;
  }
  return origin.key && origin.key == row.key ? KeyMatch::kSame : KeyMatch::kUnknown;
}

// The rules that compare an entry with the node that it comes from. One finding an entry.
void NodeJudge::check_origin(OpenNode& node, const TableProbeRow& row, const Origin& origin,
                             EntryProof& proof) {
  const auto blame = [&](Rule rule, const std::string& why, std::string expected,
                         std::string actual) {
    if (proof.blamed) return;
    proof.blamed = true;
    ledger_.blame(rule, node.row.id, [&] {
      return Words{
          fmt::format("{}: table entry{}: {}", ledger_.name(node.row), name_of_origin(row), why),
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
  if (const auto own = own_key(node); origin.own_key && own && origin.own_key != own) {
    blame(Rule::kTablePosition, "it was stored for another position", "an entry of this position",
          "an entry of another one");
  } else if (const KeyMatch match = match_of(node, row, origin); match == KeyMatch::kDiffers) {
    const auto entry = key_of_entry(node, row, origin);
    blame(Rule::kTablePosition, "it was stored under another key",
          key_or_none(row.key ? row.key : node.row.key), key_or_none(entry ? entry : origin.key));
  } else if (match == KeyMatch::kUnknown && !(origin.own_key && own)) {
    // Nothing shows that it is of this position.
    ledger_.assume(Assumption::kTableOrigin);
    proof.flags |= flag(Assumption::kTableOrigin);
  } else if (match == KeyMatch::kSame && !(origin.own_key && own)) {
    ledger_.trust_key();
  }
  if (origin.stored.empty() || origin.blamed) return;
  const auto written =
      std::find_if(origin.stored.begin(), origin.stored.end(), [&](const StoredEntry& stored) {
        return is_same_entry(stored, row) ||
               (!facts_.demands.exact_entries && is_half_of_exact(stored, row));
      });
  if (written != origin.stored.end()) {
    check_shift(node, row, origin, *written, proof);
    return check_distance(node, row, origin, *written, proof);
  }
  // Threads have no common order: the entry may be what another one wrote in between.
  if (!proof.blamed && (facts_.shares_table || may_be_older(node, row, origin))) {
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

// A distance that nobody shifts is wrong at every other ply. What is a distance is declared, or
// seems to be one.
void NodeJudge::check_distance(const OpenNode& node, const TableProbeRow& row, const Origin& origin,
                               const StoredEntry& stored, EntryProof& proof) {
  const Score shift = entry_of(row).shift;
  if (facts_.demands.exact_entries || proof.blamed || !row.value || shift != 0 || stored.shift != 0)
    return;
  if (origin.ply == node.row.ply) return;
  const auto what = [&] {
    return fmt::format(
        "{}: table entry of node {} (#{}): {} of ply {} was read at ply {}, unchanged",
        ledger_.name(node.row), ledger_.path(*row.stored_by), *row.stored_by,
        score_text(*row.value), origin.ply, node.row.ply);
  };
  if (facts_.mate_score && std::abs(*row.value) >= *facts_.mate_score) {
    proof.blamed = true;
    const auto plies = static_cast<Score>(node.row.ply - origin.ply);
    const Score right = *row.value > 0 ? *row.value - plies : *row.value + plies;
    ledger_.blame(Rule::kTableEntry, node.row.id, [&] {
      return Words{what() + ", though scores this near the end count plies", score_text(right),
                   score_text(*row.value)};
    });
  } else if (origin.is_of_end && ends_.count_plies()) {
    ledger_.warn(Rule::kWarnMateNotShifted, node.row.id, [&] {
      return what() + ", though it seems to count the plies to the end of the game";
    });
  }
}

// An entry that its last storing node did not write as it was read can come from an earlier one: by
// a replacement rule that kept it, or since an entry holds two bounds. plytrace's own name the
// node.
bool NodeJudge::may_be_older(const OpenNode& node, const TableProbeRow& row,
                             const Origin& origin) const {
  if (facts_.demands.exact_entries || !row.bound || row.bound == Bound::kExact) {
    return !facts_.demands.exact_entries && !is_same_depth(origin.stored.back(), row);
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
  if (!facts_.demands.exact_entries && stream_of(*row.stored_by) != stream_of(row.at)) return false;
  if (*row.stored_by > row.at) return true;
  if (*row.stored_by != node.row.id) return false;
  return facts_.demands.exact_entries ||
         std::none_of(node.stores.begin(), node.stores.end(),
                      [&](const auto& stored) { return is_same_entry(entry_of(stored), row); });
}

// Whether an entry counts the plies to the end of the game: by what the search declares, by its
// shift from ply to ply, or by where its value comes from.
bool NodeJudge::is_distance(const OpenNode& node, const TableProbeRow& row,
                            const Origin* origin) const {
  if (facts_.mate_score && row.value && std::abs(*row.value) >= *facts_.mate_score) return true;
  const bool is_shifted =
      node.row.ply > 0 && std::abs(entry_of(row).shift) == static_cast<Score>(node.row.ply);
  return is_shifted || (origin != nullptr && origin->is_of_end && ends_.count_plies());
}

// An answer was searched as deep as was asked.
void NodeJudge::check_entry_depth(const OpenNode& node, const TableProbeRow& row,
                                  const Origin* origin, EntryProof& proof) {
  ToldDepths told = told_depths(node, row, origin);
  told.is_uniform = facts_.uniform;
  told.counts_to_end = is_distance(node, row, origin);
  const auto found = std::find_if(kDepthCases.begin(), kDepthCases.end(),
                                  [&](const DepthCase& each) { return each.holds(told); });
  if (found != kDepthCases.end()) {
    if (!found->assumed) return;
    ledger_.assume(*found->assumed);
    proof.flags |= flag(*found->assumed);
    return;
  }
  proof.blamed = true;
  ledger_.blame(Rule::kTableDepth, node.row.id, [&] {
    return Words{fmt::format("{}: the table entry was stored for depth {}, asked was {}",
                             ledger_.name(node.row), *told.stored_depth(), *told.asked_depth()),
                 fmt::format(">= {}", *told.asked_depth()), std::to_string(*told.stored_depth())};
  });
}

std::string NodeJudge::name_of_origin(const TableProbeRow& row) const {
  if (!row.stored_by) return "";
  return fmt::format(" of node {} (#{})", ledger_.path(*row.stored_by), *row.stored_by);
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
  const bool same_stream = row.stored_by && stream_of(*row.stored_by) == stream_of(row.at);
  Origin* origin = same_stream ? origins_.find(*row.stored_by) : nullptr;
  check_entry_depth(node, row, origin, proof);
  if (row.stored_by && is_out_of_order(node, row)) {
    proof.blamed = true;
    ledger_.blame(Rule::kTableEntry, node.row.id, [&] {
      return Words{fmt::format("{}: the table entry names node #{}, which was not finished then",
                               ledger_.name(node.row), *row.stored_by),
                   "a finished node", fmt::format("#{}", *row.stored_by)};
    });
  }
  if (const auto asked = row.key ? row.key : node.row.key;
      row.entry_key && asked && !is_part_of_key(*row.entry_key, *asked) && !proof.blamed) {
    proof.blamed = true;
    ledger_.blame(Rule::kTablePosition, node.row.id, [&] {
      return Words{fmt::format("{}: the table entry{} was stored under another key than it was "
                               "asked with",
                               ledger_.name(node.row), name_of_origin(row)),
                   key_or_none(asked), key_or_none(row.entry_key)};
    });
  }
  if (origin == nullptr) {
    ledger_.assume(Assumption::kTableOrigin);
    proof.flags |= flag(Assumption::kTableOrigin);
    return proof;
  }
  check_origin(node, row, *origin, proof);
  proof.below = origin->flags & ~kPathBelow;
  node.answer_of_end = node.answer_of_end || origin->is_of_end;
  if ((origin->flags & kPathBelow) != 0) {
    ledger_.assume(Assumption::kPathDependent);
    proof.flags |= flag(Assumption::kPathDependent) | kPathBelow;
  }
  if (is_adjusted(row)) {
    ledger_.assume(Assumption::kAdjusted);
    proof.flags |= flag(Assumption::kAdjusted);
    return proof;
  }
  if (proof.blamed || !origin->has_value) return proof;
  const Interval proven =
      of_other_moves(node.view(origin->proven), origin->excluded, left_out(node.row), range);
  if (proven.is_inside(proof.entry)) {
    proof.proven = proven;
  } else if (node.view(origin->proven).is_inside(proof.entry) && !origin->blamed) {
    blame_other_moves(node, row, *origin);
    proof.blamed = true;
  } else if (origin->stored.empty() && !origin->blamed && !has_hole(origin->flags)) {
    blame_untold_store(node, row, *origin);
    proof.blamed = true;
  }
  return proof;
}

void NodeJudge::blame_other_moves(const OpenNode& node, const TableProbeRow& row,
                                  const Origin& origin) {
  ledger_.blame(Rule::kTablePosition, node.row.id, [&] {
    const auto text = [](const std::vector<std::string>& moves) {
      return moves.empty() ? std::string("all moves")
                           : fmt::format("all but {}", fmt::join(moves, ", "));
    };
    const std::string stored = text(origin.excluded);
    const std::string here = text(left_out(node.row));
    return Words{fmt::format("{}: table entry{}: it was stored by a search of {}, asked was {}",
                             ledger_.name(node.row), name_of_origin(row), stored, here),
                 here, stored};
  });
}

// No row says what the node stored, but an answer does, and it is more than the node proves.
void NodeJudge::blame_untold_store(const OpenNode& node, const TableProbeRow& row, Origin& origin) {
  origin.blamed = true;
  ledger_.blame(Rule::kStore, *row.stored_by, [&] {
    const std::string stored = claim_text(*row.value, row.bound.value_or(Bound::kExact));
    const std::string proven = interval_text(origin.proven);
    return Words{fmt::format("node {} (#{}): the table says {} of it, to {}, but {} is proven",
                             ledger_.path(*row.stored_by), *row.stored_by, stored,
                             ledger_.name(node.row), proven),
                 proven, stored};
  });
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
    const auto is_clamped = [&](Window window) {
      return value == std::clamp(entry, std::min(window.alpha, window.beta), window.beta);
    };
    for (std::size_t i = 0; i < node.entry.size() && !facts_.soft; ++i) {
      follows = follows || is_clamped(node.entry[i]);
    }
    // Another entry narrowed the window before.
    for (std::size_t i = 0;
         i < node.frame.size() && node.constrained && !facts_.demands.exact_values; ++i) {
      follows = follows || is_clamped(node.frame[i]);
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
    // Bounds of entries that are not told may contradict each other.
    draft.proven = claim.front();
    if (node.constrained) draft.proven = intersection(draft.proven, node.constraint);
    // In an empty window it claims nothing; the table is trusted for its number all the same.
    if (node.is_empty_on_entry()) draft.proven = {value, value};
    if (blamed) node.flags |= kFindingBelow;
    return draft;
  }
  if (blamed) {
    // The entry is wrong, not what was made of it.
    draft.proven = claim.front();
    node.flags |= kFindingBelow;
    return draft;
  }
  if (node.constrained) draft.proven = intersection(draft.proven, node.constraint);
  draft.value_ok = follows;
  draft.claim_ok = draft.proven.is_empty() || draft.proven.is_inside(claim.front());
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
  node.doubt(kDoubtTable);
  return draft;
}

// The depth that what is proven of a node belongs to; none where it belongs to any. An engine may
// count an extension at the node or at its moves, and quiescence in any way.
std::optional<std::int64_t> NodeJudge::searched_depth(const OpenNode& node, Flags flags) const {
  if ((flags & kHorizonBelow) == 0) return std::nullopt;
  std::optional<std::int64_t> least;
  for (const ChildRecord& child : node.children) {
    const bool decides = child.counts() && !child.superseded && child.role != Role::kReduced &&
                         !child.shallower && (child.flags & kHorizonBelow) != 0;
    if (!decides || !child.depth) continue;
    const std::int64_t reaches = saturated_sum(*child.depth, child.role == Role::kHandOver ? 0 : 1);
    least = std::min(least.value_or(reaches), reaches);
  }
  if (!least) least = node.row.depth;
  if (!facts_.uniform && least && node.row.depth) least = std::max(*least, *node.row.depth);
  if (!least) return std::nullopt;
  return facts_.uniform ? *least : std::max<std::int64_t>(*least, 0);
}

// What a proof says of the position under whose key it is stored, in MAX's view. Under another key
// than its own a node may keep apart what it searched with fewer moves.
Interval NodeJudge::proven_of_key(const OpenNode& node, const TableStoreRow& row,
                                  const Interval& proven) const {
  if (row.key && row.key != node.row.key) return proven;
  return node.view(
      of_other_moves(node.view(proven), left_out(node.row), {}, node.view(facts_.range)));
}

void NodeJudge::check_stores(OpenNode& node, const Outcome& outcome, bool blamed) {
  for (const TableStoreRow& row : node.stores) {
    if (!row.value || !outcome.has_value) continue;
    ledger_.count(Check::kProof);
    const Bound bound = row.bound.value_or(Bound::kExact);
    const Interval stored = claimed_interval(*row.value, bound, facts_.range);
    // What a node of unknown kind proves is unknown, too: its claim is assumed.
    const bool is_unknown = node.row.kind == format::NodeKind::kUnknown;
    bool covered = blamed || is_unknown || has_hole(outcome.flags);
    for (std::size_t i = 0; i < outcome.readings.size(); ++i) {
      covered = covered || proven_of_key(node, row, outcome.readings[i].proven).is_inside(stored);
    }
    const auto searched = searched_depth(node, outcome.flags);
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
    if (!blamed && bound != Bound::kExact && node.row.bound == Bound::kExact) {
      ledger_.warn(Rule::kWarnStoreWeaker, node.row.id, [&] {
        return fmt::format("{}: it stored {}, but claims {}", ledger_.name(node.row),
                           claim_text(*row.value, bound),
                           claim_text(*node.row.value, Bound::kExact));
      });
    }
  }
}

// What a node proves that was left before it had a value: what its finished moves and its own score
// are worth at least, in its own view.
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

// A node that was left without a value may store what its finished moves prove, and no more: the
// value of a search that was stopped is no value. True: it stored something, and may be read.
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
  if (!origins_.is_used(node.row.id)) return;
  Origin origin;
  origin.has_value = outcome.has_value;
  if (outcome.has_value) origin.proven = outcome.readings[outcome.readings.size() - 1].proven;
  origin.flags = outcome.flags;
  origin.side = node.row.side;
  origin.ply = node.row.ply;
  origin.is_of_end = outcome.is_of_end;
  origin.depth = searched_depth(node, outcome.flags);
  origin.key = node.row.key;
  origin.own_key = own_key(node);
  origin.excluded = left_out(node.row);
  origin.stored.reserve(node.stores.size());
  for (const TableStoreRow& row : node.stores) origin.stored.push_back(entry_of(row));
  origin.blamed = blamed || node.is_doubted(kDoubtStore);
  origins_.keep(node.row.id, std::move(origin));
}

}  // namespace plytrace::verify

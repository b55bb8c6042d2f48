// SPDX-License-Identifier: MIT
//
// Compares a table entry with the node that stored it: same position, same entry, and a mate
// distance read as it was stored.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viewer/format/numbers.h"
#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/stream_of.h"

namespace plytrace::verify {
namespace {

std::string key_or_none(std::optional<std::int64_t> key) { return key ? key_text(*key) : "none"; }

}  // namespace

// The kinds of event that could explain a finding against the node that an entry names: another
// store of the entry that is not reported, or whose key is not.
CaptureMask NodeJudge::needs_of_origin(Rule rule) const {
  return info(rule).needs | kCapStores |
         (has_store_without_key_ ? CaptureMask{kCapKeys} : CaptureMask{0});
}

std::optional<std::uint64_t> NodeJudge::own_key(const OpenNode& node) const {
  return replay_ == nullptr ? std::nullopt : replay_->own_key(node.level);
}

// The table key under which the entry was stored, if a row reports it.
std::optional<std::int64_t> NodeJudge::key_of_entry(const OpenNode& node, const TableProbeRow& row,
                                                    const Origin& origin) {
  const std::optional<std::int64_t> asked = row.key ? row.key : node.row.key;
  // A part of a key only shows that it was compared.
  const auto is_part = [&](std::optional<std::int64_t> key) {
    return key && asked && is_part_of_key(*key, *asked);
  };
  if (row.entry_key && !is_part(row.entry_key)) return row.entry_key;
  const StoredEntry* const written = origin.stored.find(row, [&](const StoredEntry& stored) {
    return stored.key && (is_same_entry(stored, row) || is_half_of_exact(stored, row));
  });
  // If no store reads like the entry, use the last one; check_origin() reports the difference.
  const auto key = written != nullptr      ? written->key
                   : origin.stored.empty() ? std::nullopt
                                           : origin.stored.back().key;
  return is_part(key) ? std::nullopt : key;
}

// Whether an entry was stored for the position that probes, by the engine's keys. A table key need
// not equal the node's key (it may include the depth), so only keys of one kind are compared.
NodeJudge::KeyMatch NodeJudge::match_of(const OpenNode& node, const TableProbeRow& row,
                                        const Origin& origin) {
  const std::optional<std::int64_t>& here = node.row.key;
  // The probe reports that its entry was stored under one key, but the store has another one.
  const auto is_under_other_key = [&](const StoredEntry& stored) {
    return stored.key && stored.key != row.entry_key &&
           !is_part_of_key(*row.entry_key, *stored.key);
  };
  if (row.entry_key && !origin.stored.empty() &&
      std::all_of(origin.stored.begin(), origin.stored.end(), is_under_other_key)) {
    return KeyMatch::kUnknown;
  }
  const auto same = [](bool is_same) { return is_same ? KeyMatch::kSame : KeyMatch::kDiffers; };
  const bool is_asked_as_node = !row.key || row.key == here;
  if (const auto entry = key_of_entry(node, row, origin)) {
    const auto asked = row.key ? row.key : here;
    // A probe without a key used the node's key. The store's key can be compared with it only if it
    // is also the key of its own node.
    const bool is_node_key = row.key || row.entry_key || entry == origin.key;
    if (!asked || !is_node_key) return KeyMatch::kUnknown;
    // Two nodes of different keys share one table key: it is unknown which is the position.
    const bool is_same_node = !origin.key || !here || origin.key == here;
    return entry == asked && !is_same_node ? KeyMatch::kUnknown : same(entry == asked);
  }
  if (origin.key && here) {
    return is_asked_as_node || origin.key == here ? same(origin.key == here) : KeyMatch::kUnknown;
  }
  return origin.key && origin.key == row.key ? KeyMatch::kSame : KeyMatch::kUnknown;
}

// An entry of a position that a move of the node leads to, probed before the move was made: the
// probe has another key than the node, and the other side is to move there. Which move it is
// remains unknown.
bool NodeJudge::is_of_child(const OpenNode& node, const TableProbeRow& row,
                            const Origin& origin) const {
  if (facts_.demands.exact_entries || !row.key || !node.row.key || row.key == node.row.key)
    return false;
  return origin.side && node.row.side && origin.side != node.row.side &&
         (!origin.key || origin.key == row.key);
}

// The rules that compare an entry with the node that stored it; at most one finding per entry.
void NodeJudge::check_origin(OpenNode& node, const TableProbeRow& row, const Origin& origin,
                             EntryProof& proof) {
  const auto blame = [&](Rule rule, const std::string& why, std::string expected,
                         std::string actual) {
    if (proof.blamed) return;
    proof.blamed = true;
    ledger_.blame(
        rule, node.row.id,
        [&] {
          return Words{fmt::format("{}: table entry{}: {}", ledger_.name(node.row),
                                   name_of_origin(row), why),
                       std::move(expected), std::move(actual)};
        },
        needs_of_origin(rule));
  };
  if (!origin.has_value) {
    return blame(Rule::kAbortedUsed, "that node returned no value", "a finished node",
                 "an aborted node");
  }
  const auto key = filed_under(row);
  const bool is_joined = row.bound.value_or(Bound::kExact) == Bound::kExact && key &&
                         origins_.has_both_halves(*key, node.row.side, row);
  const StoredEntry* const written = origin.stored.find(row, [&](const StoredEntry& stored) {
    return is_same_entry(stored, row) ||
           (!facts_.demands.exact_entries && is_half_of_exact(stored, row));
  });
  const bool has_other_side = origin.side && node.row.side && origin.side != node.row.side &&
                              !is_of_child(node, row, origin);
  if (has_other_side && !is_joined) {
    blame(Rule::kTablePosition, fmt::format("it was stored with {} to move", word(*origin.side)),
          fmt::format("{} to move", word(*node.row.side)), std::string(word(*origin.side)));
  }
  // plytrace's own hash decides if the game is known; the engine's keys decide only elsewhere.
  // A probe with another key than its node's may be of a position that a move leads to, unless a
  // node with this node's key stored the entry: the key of the table may hold the depth.
  const bool is_of_node = facts_.demands.exact_entries || !row.key || !node.row.key ||
                          row.key == node.row.key || origin.key == node.row.key;
  const auto own = is_of_node ? own_key(node) : std::nullopt;
  if (origin.own_key && own && origin.own_key != own) {
    const bool is_clash =
        !facts_.demands.exact_entries && match_of(node, row, origin) == KeyMatch::kSame;
    blame(is_clash ? Rule::kKeyClash : Rule::kTablePosition,
          is_clash ? "it was stored for another position, which has the same key"
                   : "it was stored for another position",
          "an entry of this position", "an entry of another one");
  } else if (const KeyMatch match = match_of(node, row, origin); match == KeyMatch::kDiffers) {
    const auto entry = key_of_entry(node, row, origin);
    blame(Rule::kTablePosition, "it was stored under another key",
          key_or_none(row.key ? row.key : node.row.key), key_or_none(entry ? entry : origin.key));
  } else if (match == KeyMatch::kUnknown && !(origin.own_key && own)) {
    // Nothing shows that it is for this position.
    ledger_.assume(Assumption::kTableOrigin);
    proof.flags |= flag(Assumption::kTableOrigin);
  } else if (match == KeyMatch::kSame && !(origin.own_key && own)) {
    ledger_.trust_key();
  }
  // A store that has a finding already explains what was read.
  if (origin.stored.empty() || origin.blamed) return;
  if (written != nullptr) {
    check_shift(node, row, origin, *written, proof);
    return check_distance(node, row, origin, *written, proof);
  }
  if (is_mate_of_other_ply(node, row, origin)) return;
  // Threads have no common order: another one may have stored the entry in between.
  if (!proof.blamed && (is_joined || facts_.shares_table || may_be_older(node, row, origin))) {
    if (!is_joined && !facts_.shares_table) note_other_depth(row, origin);
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
  blame(Rule::kTableEntry,
        fmt::format("the table returned {}, but the entry was stored as {}", read, stored), stored,
        read);
}

// Engines that store the mate distance from the node add the node's ply on storing and subtract the
// reader's ply on reading, or the reverse. Other adjustments are assumed.
void NodeJudge::check_shift(const OpenNode& node, const TableProbeRow& row, const Origin& origin,
                            const StoredEntry& stored, EntryProof& proof) {
  const auto ply = static_cast<Score>(node.row.ply);
  const auto stored_ply = static_cast<Score>(origin.ply);
  // At the root a shift is 0 and shows nothing.
  if (proof.blamed || !row.value || !stored.number || ply == 0 || stored_ply == 0) return;
  const Score shift = entry_of(row).shift;
  const auto is_by = [](Score any, Score distance) { return std::abs(any) == distance; };
  Score right = 0;
  if (is_by(stored.shift, stored_ply)) {
    right = stored.shift > 0 ? ply : -ply;
    // An unshifted value, or one shifted in the wrong direction, is wrong. Any other number is
    // right, or another adjustment (assumption adjusted).
    if (shift != 0 && shift != -right) return;
  } else if (stored.shift != 0 || !is_by(shift, ply)) {
    return;
  }
  proof.blamed = true;
  ledger_.blame(
      Rule::kTableEntry, node.row.id,
      [&] {
        const Score number = *stored.number;
        const std::string expected = score_text(number - right);
        return Words{
            fmt::format("{}: table entry of node #{}: {} at ply {} was stored as {}, and read "
                        "as {} at ply {}",
                        ledger_.name(node.row), *row.stored_by, score_text(number - stored.shift),
                        origin.ply, score_text(number), score_text(*row.value), node.row.ply),
            expected, score_text(*row.value)};
      },
      needs_of_origin(Rule::kTableEntry));
}

// An unshifted mate distance is wrong at every other ply. What counts as a distance is declared, or
// inferred.
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
  if (facts_.mate_score) {
    // Engines clamp wins without a known distance to the threshold itself.
    if (std::abs(*row.value) <= *facts_.mate_score) return;
    proof.blamed = true;
    const auto plies = static_cast<Score>(node.row.ply - origin.ply);
    const Score right = *row.value > 0 ? *row.value - plies : *row.value + plies;
    ledger_.blame(
        Rule::kTableEntry, node.row.id,
        [&] {
          return Words{what() + ", though scores this near the end count plies", score_text(right),
                       score_text(*row.value)};
        },
        needs_of_origin(Rule::kTableEntry));
  } else if (origin.is_of_end && ends_.count_plies()) {
    ledger_.warn(Rule::kWarnMateNotShifted, node.row.id, [&] {
      return what() + ", though it seems to count the plies to the end of the game";
    });
  }
}

// Whether no stored number was recorded and the entry is the mate distance that its node returned,
// counted from the ply of this node.
bool NodeJudge::is_mate_of_other_ply(const OpenNode& node, const TableProbeRow& row,
                                     const Origin& origin) const {
  const auto plies = static_cast<Score>(node.row.ply - origin.ply);
  if (facts_.demands.exact_entries || row.raw || !row.value || plies == 0) return false;
  const bool counts_plies = facts_.mate_score ? std::abs(*row.value) > *facts_.mate_score
                                              : origin.is_of_end && ends_.count_plies();
  if (!counts_plies) return false;
  TableProbeRow there = row;
  there.value = *row.value > 0 ? *row.value + plies : *row.value - plies;
  return origin.stored.find(there, [&](const StoredEntry& stored) {
    return stored.number && stored.shift == 0 &&
           (is_same_entry(stored, there) || is_half_of_exact(stored, there));
  }) != nullptr;
}

// An entry that differs from the last store of its node can come from an earlier store, because a
// replacement rule kept it, or because an entry holds two bounds. plytrace's own tables name the
// node.
bool NodeJudge::may_be_older(OpenNode& node, const TableProbeRow& row, const Origin& origin) const {
  if (facts_.demands.exact_entries || !row.bound || row.bound == Bound::kExact) {
    return !facts_.demands.exact_entries && !is_same_depth(origin.stored.back(), row);
  }
  for (; node.bounds_read_of < node.probes.size(); ++node.bounds_read_of) {
    const TableProbeRow& probe = node.probes[node.bounds_read_of];
    const Origin* const its = probe.stored_by ? origins_.find(*probe.stored_by) : nullptr;
    if (its == nullptr || !probe.bound) continue;
    const StoredEntry* const same = its->stored.find(
        probe, [&](const StoredEntry& stored) { return is_same_entry(stored, probe); });
    if (same != nullptr) node.bounds_read.emplace(*probe.stored_by, *probe.bound);
  }
  // The entry holds two bounds, and the other one was stored as it was read.
  for (const Bound bound : {Bound::kExact, Bound::kLower, Bound::kUpper}) {
    if (bound != *row.bound && node.bounds_read.contains({*row.stored_by, bound})) return true;
  }
  // The same number with another bound is a bound that was read wrongly.
  return !origin.stored.has_like(row);
}

// Notes an entry that its node stored with another depth. Only the stores of all nodes show whether
// it may be another entry of the key (scan/other_depths.h).
void NodeJudge::note_other_depth(const TableProbeRow& row, const Origin& origin) {
  constexpr std::size_t kMost = 10'000;
  const auto key = filed_under(row);
  if (!row.stored_depth || !key || other_depths_.size() >= kMost) return;
  TableProbeRow without_depth = row;
  without_depth.stored_depth.reset();
  const StoredEntry* const same = origin.stored.find(row, [&](const StoredEntry& stored) {
    return stored.depth &&
           (is_same_entry(stored, without_depth) || is_half_of_exact(stored, without_depth));
  });
  if (same == nullptr) return;
  other_depths_.push_back(
      {row.id, row.node, ledger_.pass(), *key, *row.stored_depth, *same->depth});
}

// Whether the entry names a node that cannot have stored anything yet.
bool NodeJudge::is_out_of_order(OpenNode& node, const TableProbeRow& row) const {
  // Other threads have their own order.
  if (!facts_.demands.exact_entries && stream_of(*row.stored_by) != stream_of(row.at)) return false;
  if (*row.stored_by > row.at) return true;
  if (*row.stored_by != node.row.id) return false;
  return facts_.demands.exact_entries || !has_stored(node, row);
}

// Whether the node has already stored such an entry itself.
bool NodeJudge::has_stored(OpenNode& node, const TableProbeRow& row) {
  constexpr std::size_t kFew = 16;  // up to this size a walk is faster
  if (node.stores.size() <= kFew) {
    return std::any_of(node.stores.begin(), node.stores.end(),
                       [&](const auto& stored) { return is_same_entry(entry_of(stored), row); });
  }
  for (; node.own_entries_of < node.stores.size(); ++node.own_entries_of) {
    node.own_entries.add(entry_of(node.stores[node.own_entries_of]));
  }
  return node.own_entries.has(row);
}

void NodeJudge::check_entry_order(OpenNode& node, const TableProbeRow& row, EntryProof& proof) {
  if (!row.stored_by || !is_out_of_order(node, row)) return;
  proof.blamed = true;
  ledger_.blame(Rule::kTableEntry, node.row.id, [&] {
    return Words{fmt::format("{}: the table entry names node #{}, which was not finished then",
                             ledger_.name(node.row), *row.stored_by),
                 "a finished node", fmt::format("#{}", *row.stored_by)};
  });
}

void NodeJudge::check_entry_key(const OpenNode& node, const TableProbeRow& row, EntryProof& proof) {
  const auto asked = whole_key(row.key, node.row.key);
  if (proof.blamed || !row.entry_key || !asked || row.entry_key == asked) return;
  if (is_part_of_key(*row.entry_key, *asked)) return check_same_bits(node, row, *asked, proof);
  proof.blamed = true;
  ledger_.blame(Rule::kTablePosition, node.row.id, [&] {
    return Words{fmt::format("{}: the table entry{} was stored under another key than it was "
                             "asked with",
                             ledger_.name(node.row), name_of_origin(row)),
                 key_text(*asked), key_text(*row.entry_key)};
  });
}

// Checks an entry that keeps a part of its key: it may belong to another position whose key has the
// same bits.
void NodeJudge::check_same_bits(const OpenNode& node, const TableProbeRow& row, std::int64_t asked,
                                EntryProof& proof) {
  const PartialKeys::Written* const written = origins_.partial_keys().mistaken(row.id);
  if (written == nullptr) return;
  proof.blamed = true;
  ledger_.blame(Rule::kTablePosition, node.row.id, [&] {
    return Words{fmt::format("{}: the table entry is that of node {} (#{}), which was stored under "
                             "another key with the same bits {}",
                             ledger_.name(node.row), ledger_.path(written->node), written->node,
                             key_text(*row.entry_key)),
                 key_text(asked), key_text(static_cast<std::int64_t>(written->key))};
  });
}

std::string NodeJudge::name_of_origin(const TableProbeRow& row) const {
  if (!row.stored_by) return "";
  return fmt::format(" of node {} (#{})", ledger_.path(*row.stored_by), *row.stored_by);
}

void NodeJudge::blame_other_moves(const OpenNode& node, const TableProbeRow& row,
                                  const Origin& origin) {
  ledger_.blame(
      Rule::kTablePosition, node.row.id,
      [&] {
        const auto text = [](const std::vector<std::string>& moves) {
          return moves.empty() ? std::string("all moves")
                               : fmt::format("all but {}", fmt::join(moves, ", "));
        };
        const std::string stored = text(origin.excluded);
        const std::string here = text(left_out(node.row));
        return Words{
            fmt::format("{}: table entry{}: it was stored by a search of {}, but used for {}",
                        ledger_.name(node.row), name_of_origin(row), stored, here),
            here, stored};
      },
      needs_of_origin(Rule::kTablePosition));
}

// No row shows what the node stored, but an answer does, and it exceeds what the node proves.
void NodeJudge::blame_untold_store(const OpenNode& node, const TableProbeRow& row, Origin& origin) {
  origin.blamed = true;
  ledger_.blame(
      Rule::kStore, *row.stored_by,
      [&] {
        const std::string stored = claim_text(*row.value, row.bound.value_or(Bound::kExact));
        const std::string proven = interval_text(origin.proven);
        return Words{
            fmt::format("node {} (#{}): its table entry, read by {}, claims {}, but {} is proven",
                        ledger_.path(*row.stored_by), *row.stored_by, ledger_.name(node.row),
                        stored, proven),
            proven, stored};
      },
      needs_of_origin(Rule::kStore));
}

}  // namespace plytrace::verify

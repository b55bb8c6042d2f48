// SPDX-License-Identifier: MIT
//
// The transposition table: one or two bounds per entry; keys of positions, or keys that include the
// depth; mates as distances from the node.
#include <algorithm>
#include <cmath>

#include "tests/viewer/verify/foreign/engine.h"

namespace plytrace::test::foreign {

using format::Cause;
using format::NodeKind;
using format::Role;
using format::TableUse;

namespace {

constexpr std::int64_t kDepthInKey = 100'000;

// Converts a mate distance from the root to one from the node, or back.
Score shifted(const Rules& rules, Score score, int plies) {
  if (rules.mate != Rules::Mate::kByPly || std::abs(score) < kMateRange) return score;
  return score > 0 ? score + plies : score - plies;
}

}  // namespace

int Engine::depth_of(const Node& node) const {
  return node.in_quiescence ? std::min(node.depth, 0) : node.depth;
}

std::int64_t Engine::key_of(const Node& node) const {
  const std::int64_t key = node.at + 1;
  return style_.depth_in_key ? key + kDepthInKey * (depth_of(node) + 50) : key;
}

// The key as the rows contain it: a hash if entries keep only a part of it.
std::int64_t Engine::told_key(std::int64_t key) const {
  if (!style_.key_part) return key;
  auto bits = static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15;
  bits = (bits ^ bits >> 30U) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ bits >> 27U) * 0x94D049BB133111EB;
  return static_cast<std::int64_t>(bits ^ bits >> 31U);
}

// The part of the key that an entry keeps.
std::int64_t Engine::kept_key(std::int64_t key) const {
  if (!style_.key_part) return key;
  const auto bits = static_cast<std::uint64_t>(told_key(key));
  return static_cast<std::int64_t>(format::part_of_key(bits, *style_.key_part));
}

Score Engine::from_table(const Node& node, Score raw) const {
  return shifted(style_.rules, raw, -node.ply);
}

const Table::Entry* Engine::find(Node& node) {
  if (style_.table == TableForm::kNone) return nullptr;
  if (const Table::Entry* wrong = find_wrong(node)) return wrong;
  return table_.find(key_of(node));
}

// An entry of another position with the same side to move.
const Table::Entry* Engine::find_wrong(Node& node) {
  if (!is(Bug::kEntryOfOtherPosition) || node.ply == 0) return nullptr;
  const Table::Entry* entry = table_.other(key_of(node), [&](std::int64_t key, const auto& found) {
    const auto at = key % kDepthInKey - 1;
    return graph_[static_cast<int>(at)].side == node.side && found.depth >= depth_of(node);
  });
  return entry != nullptr && plants(Bug::kEntryOfOtherPosition, node.id) ? entry : nullptr;
}

// Sets the keys of the last reported probe.
void Engine::tell_keys(const Node& node, const Table::Entry& found) {
  EventLine& line = told_.event();
  if (style_.tells_table_keys) line.key = told_key(key_of(node));
  if (style_.tells_entry_keys) line.entry_key = kept_key(found.key);
}

MaybeScore Engine::ask_table(Node& node) {
  if (style_.table != TableForm::kNone && node.ply > 0 && node.depth > 0 &&
      plants(Bug::kEntryOfOpenNode, node.id)) {
    return answer_from_above(node);
  }
  const Table::Entry* found = find(node);
  if (found == nullptr) return std::nullopt;
  const Table::Entry entry = *found;
  const int asked = depth_of(node);
  const bool ignores =
      entry.depth < asked && node.ply > 0 && plants(Bug::kEntryDepthIgnored, node.id);
  const bool covers =
      (style_.deeper_counts ? entry.depth >= asked : entry.depth == asked) || ignores;
  node.table_move = entry.move;
  // Two equal bounds are an exact value.
  const bool meets = entry.halves.size() == 2 && entry.halves[0].raw == entry.halves[1].raw;
  for (const Table::Half& half : entry.halves) {
    EventLine& line = told_.probe(node, from_table(node, half.raw), half.raw, half.bound);
    tell_keys(node, entry);
    line.depth = asked;
    line.stored_by = half.stored_by;
    line.stored_depth = entry.depth;
    if (entry.move != 0) line.move = entry.move;
    line.used = entry.move != 0 ? TableUse::kMove : TableUse::kNo;
    if (!covers || node.ply == 0) continue;
    if (meets) {
      line.used = TableUse::kAnswered;
      if (&half == &entry.halves.back()) {
        return answer(node, from_table(node, half.raw), Bound::kExact);
      }
      continue;
    }
    if (const MaybeScore value = use_half(node, half, entry.halves.size() == 2)) return value;
  }
  return std::nullopt;
}

MaybeScore Engine::use_half(Node& node, const Table::Half& half, bool has_two) {
  EventLine& line = told_.event();
  Score value = from_table(node, half.raw);
  if (half.raw != value && plants(Bug::kMateNotShifted, node.id)) {
    value = half.raw;
    line.value = Told::turn(node, value);
    line.raw.reset();
  }
  if (value != 0 && plants(Bug::kEntryNegated, node.id)) {
    value = -value;
    line.value = Told::turn(node, value);
  }
  Bound bound = half.bound;
  if (bound != Bound::kExact && plants(Bug::kEntryBoundIgnored, node.id)) {
    line.used = TableUse::kAnswered;
    return answer(node, value, Bound::kExact);
  }
  if (has_two && bound != Bound::kExact && plants(Bug::kTwoBoundsMixed, node.id)) {
    // Reads the upper bound as the lower one.
    bound = bound == Bound::kLower ? Bound::kUpper : Bound::kLower;
    line.bound = Told::turn(node, bound);
  }
  const bool answers = bound == Bound::kExact ||
                       (bound == Bound::kLower && value >= node.now.beta) ||
                       (bound == Bound::kUpper && value <= node.now.alpha);
  if (answers) {
    line.used = TableUse::kAnswered;
    return answer(node, value, bound);
  }
  if (!style_.narrows) return std::nullopt;
  const bool wrong_end =
      value > node.now.alpha && value < node.now.beta && plants(Bug::kEntryRaisesWrongEnd, node.id);
  const bool raises = (bound == Bound::kLower) != wrong_end;
  if (raises && value > node.now.alpha) {
    node.now.alpha = node.frame.alpha = value;
    node.floor = std::max(node.floor, value);
  } else if (!raises && value < node.now.beta) {
    node.now.beta = node.frame.beta = value;
    node.ceiling = std::min(node.ceiling, value);
  } else {
    return std::nullopt;
  }
  line.used = TableUse::kNarrowed;
  told_.update(node, Cause::kTable, node.now);
  return std::nullopt;
}

// Used only by a bug: an entry that names a node that is still open.
MaybeScore Engine::answer_from_above(Node& node) {
  const Score value = Told::turn(node, node.position->score);
  EventLine& line = told_.probe(node, value, value, Bound::kExact);
  line.depth = line.stored_depth = depth_of(node);
  line.stored_by = told_.row(node).parent;
  line.used = TableUse::kAnswered;
  return answer(node, value, Bound::kExact);
}

MaybeScore Engine::answer(Node& node, Score value, Bound bound) {
  if (style_.tells_table_cuts && bound != Bound::kExact) {
    told_.cutoff(node, bound == Bound::kLower, Cause::kTable, node.now, value);
  }
  if (is(Bug::kDrawFromTable)) {
    const Score truth = truth_of(node);
    const bool holds =
        (bound == Bound::kUpper || value <= truth) && (bound == Bound::kLower || value >= truth);
    plants(Bug::kDrawFromTable, node.id, !holds);
  }
  Score returned = value;
  if (node.hard) returned = std::max(std::min(value, node.frame.beta), node.frame.alpha);
  if (returned < value) bound = Bound::kLower;
  if (returned > value) bound = Bound::kUpper;
  return leave_leaf(node, NodeKind::kTable, returned, std::nullopt, bound);
}

// Searches the same position at a smaller depth, to get a move into the table.
void Engine::deepen_inside(Node& node) {
  if (!style_.internal_deepening || node.table_move != 0 || node.depth < 2) return;
  Call call;
  call.at = node.at;
  call.depth = node.depth - 1;
  call.window = node.now;
  call.role = Role::kProbe;
  call.ply = node.ply;
  call.quiet = node.quiet;
  call.may_pass = false;
  call.parent = &node;
  if (!visit(call)) return;
  const Table::Entry* entry = table_.find(key_of(node));
  if (entry == nullptr || entry->move == 0) return;
  const Table::Half& half = entry->halves.front();
  EventLine& line = told_.probe(node, from_table(node, half.raw), half.raw, half.bound);
  tell_keys(node, *entry);
  line.depth = depth_of(node);
  line.stored_by = half.stored_by;
  line.stored_depth = entry->depth;
  line.move = entry->move;
  line.used = TableUse::kMove;
  node.table_move = entry->move;
}

void Engine::store(Node& node, Score value, Bound bound) {
  if (style_.table == TableForm::kNone) return;
  int depth = depth_of(node);
  if (bound == Bound::kUpper && plants(Bug::kStoresFailLowAsExact, node.id)) bound = Bound::kExact;
  if (bound != Bound::kExact && plants(Bug::kStoresExactAlways, node.id)) bound = Bound::kExact;
  if (bound != Bound::kExact && plants(Bug::kStoresFlipped, node.id)) {
    bound = bound == Bound::kLower ? Bound::kUpper : Bound::kLower;
  }
  if (!node.in_quiescence && plants(Bug::kStoresDeeper, node.id)) ++depth;
  if (node.in_quiescence && plants(Bug::kStoresQuiescenceDeeper, node.id)) depth = 2;
  write(node, value, bound, depth);
}

void Engine::write(const Node& node, Score value, Bound bound, int depth) {
  const Score raw =
      plants(Bug::kMateShiftedTwice, node.id, shifted(style_.rules, value, node.ply) != value)
          ? shifted(style_.rules, value, 2 * node.ply)
          : shifted(style_.rules, value, node.ply);
  EventLine& line = told_.store(node, value, raw, bound);
  line.depth = depth;
  if (style_.tells_table_keys) {
    line.key = style_.stores_bits ? kept_key(key_of(node)) : told_key(key_of(node));
  }
  std::int64_t move = 0;
  if (node.best && told_.row(*node.best).move) move = *told_.row(*node.best).move;
  if (move != 0) line.move = move;
  Table::Entry& entry = table_.at(key_of(node));
  const bool is_older = !entry.halves.empty() && entry.depth > depth;
  if (style_.keeps_deeper && is_older) return;
  if (move != 0) entry.move = move;
  const bool merges =
      style_.table == TableForm::kTwoBounds && !entry.halves.empty() && entry.depth == depth;
  entry.depth = depth;
  entry.key = key_of(node);
  if (style_.table == TableForm::kOneBound) {
    entry.halves = {{bound, raw, node.id}};
    return;
  }
  if (!merges) entry.halves.clear();
  for (const Bound side : {Bound::kLower, Bound::kUpper}) {
    if (bound != Bound::kExact && bound != side) continue;
    std::erase_if(entry.halves, [&](const Table::Half& half) { return half.bound == side; });
    entry.halves.push_back({side, raw, node.id});
  }
  std::sort(entry.halves.begin(), entry.halves.end(),
            [](const Table::Half& a, const Table::Half& b) { return a.bound < b.bound; });
}

}  // namespace plytrace::test::foreign

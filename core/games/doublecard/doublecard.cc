// SPDX-License-Identifier: MIT
#include "core/games/doublecard/doublecard.h"

#include <algorithm>
#include <cassert>

#include "core/hash.h"

namespace plytrace::doublecard {
namespace {

constexpr MoveCode kTargets = kTypes * kColumns * kRows;
constexpr MoveCode kCodes = kTargets * (1 + 2 * kColumns * kRows);

// Removes the four off-board bits after each column, so that codes have no gaps.
constexpr MoveCode dense(Cell cell) {
  return static_cast<MoveCode>(kRows * column_of(cell) + row_of(cell));
}
constexpr Cell from_dense(MoveCode index) {
  return cell_at(static_cast<int>(index) / kRows, static_cast<int>(index) % kRows);
}

constexpr Bits make_row_one() {
  Bits cells = 0;
  for (int column = 0; column < kColumns; ++column) cells |= bit(cell_at(column, 0));
  return cells;
}
constexpr Bits kRowOne = make_row_one();

// True if the card lies on row 1 and both neighbour cells on row 1 are free or off the board.
bool is_isolated(const Card& card, Bits occupied) {
  const Bits cells = card.cells();
  const Bits neighbours =
      ((cells << unsigned{kColumnBits}) | (cells >> unsigned{kColumnBits})) & ~cells & kRowOne;
  return row_of(card.cell) == 0 && (neighbours & occupied) == 0;
}

std::uint64_t card_key(const Card& card) {
  // A Cell is below 128.
  return splitmix64(static_cast<std::uint64_t>(card.type) * 128 + card.cell);
}

std::uint64_t hash_bits(std::uint64_t seed, Bits cells) {
  return hash_combine(hash_combine(seed, static_cast<std::uint64_t>(cells)),
                      static_cast<std::uint64_t>(cells >> 64U));
}

}  // namespace

MoveCode CardMove::code() const {
  const MoveCode placed = 96 * static_cast<MoveCode>(target.type - 1) + dense(target.cell);
  if (!recycles) return placed;
  return placed + kTargets * (1 + 2 * dense(source) + (source_stands ? 1U : 0U));
}

CardMove CardMove::from_code(MoveCode code) {
  CardMove move;
  const MoveCode placed = code % kTargets;
  move.target = {static_cast<int>(placed / 96) + 1, from_dense(placed % 96)};
  if (code < kTargets) return move;
  const MoveCode source = code / kTargets - 1;
  move.recycles = true;
  move.source = from_dense(source / 2);
  move.source_stands = source % 2 == 1;
  return move;
}

DoubleCard::DoubleCard(const Options& options) : options_(options), states_(1) {
  // Reserves the space now, so that play() never allocates.
  states_.reserve(static_cast<std::size_t>(options.moves) + 1);
}

// Derives the type of a card from its orientation and its first half.
Card DoubleCard::card_on(const State& state, Cell anchor) {
  const bool standing = has(state.standing, anchor);
  // Even types stand, odd ones lie.
  for (int type = standing ? 2 : 1; type <= kTypes; type += 2) {
    const Half& half = kHalves[static_cast<std::size_t>(type - 1)][0];
    if (half.red == has(state.contents.red, anchor) &&
        half.solid == has(state.contents.solid, anchor)) {
      return {type, anchor};
    }
  }
  assert(false && "an anchor holds half a card");
  return {1, anchor};
}

void DoubleCard::put(State& state, const Card& card) {
  const auto& halves = kHalves[static_cast<std::size_t>(card.type - 1)];
  const std::array<Cell, 2> cells{card.cell, card.second_cell()};
  for (std::size_t i = 0; i < 2; ++i) {
    const Bits cell = bit(cells[i]);
    state.contents.occupied |= cell;
    if (halves[i].red) state.contents.red |= cell;
    if (halves[i].solid) state.contents.solid |= cell;
    ++state.heights[static_cast<std::size_t>(column_of(cells[i]))];
  }
  state.anchors |= bit(card.cell);
  if (stands(card.type)) state.standing |= bit(card.cell);
  state.cards_key ^= card_key(card);
  ++state.cards;
}

void DoubleCard::lift(State& state, const Card& card) {
  const Bits kept = ~card.cells();
  state.contents.occupied &= kept;
  state.contents.red &= kept;
  state.contents.solid &= kept;
  state.anchors &= kept;
  state.standing &= kept;
  for (const Cell cell : {card.cell, card.second_cell()}) {
    --state.heights[static_cast<std::size_t>(column_of(cell))];
  }
  state.cards_key ^= card_key(card);
  --state.cards;
}

// True if a cell directly above the card is occupied.
bool DoubleCard::is_covered(const State& state, const Card& card) {
  return ((card.cells() << 1U) & ~card.cells() & state.contents.occupied) != 0;
}

// Whether a card of this type can rest on this column and, if it lies, on the next one.
bool DoubleCard::fits(const Heights& heights, int type, int column) {
  const auto c = static_cast<std::size_t>(column);
  if (stands(type)) return heights[c] + 2 <= kRows;
  // Both columns must be equally high, so that both cells rest on something.
  return c + 1 < heights.size() && heights[c] == heights[c + 1] && heights[c] < kRows;
}

bool DoubleCard::may_lift(const State& state, Cell anchor) const {
  return static_cast<int>(anchor) != state.last && !is_covered(state, card_on(state, anchor));
}

// A card that may be lifted can always return to its cells as another type, so that is a move.
bool DoubleCard::has_move(const State& state) const {
  if (state.cards < options_.cards) {
    for (int column = 0; column < kColumns; ++column) {
      // Types 1 and 2 stand for all cards that lie and all that stand.
      if (fits(state.heights, 1, column) || fits(state.heights, 2, column)) return true;
    }
    return false;
  }
  for (Bits anchors = state.anchors; anchors != 0; anchors &= anchors - 1) {
    if (may_lift(state, lowest(anchors))) return true;
  }
  return false;
}

// The player who has a line; the mover if both have one.
int DoubleCard::line_winner(const State& state, int mover) const {
  const Contents& cells = state.contents;
  const bool color = has_four(cells.red) || has_four(cells.white());
  const bool dots = has_four(cells.solid) || has_four(cells.hollow());
  if (color && dots) return mover;
  if (color) return color_player();
  return dots ? 1 - color_player() : kNobody;
}

void DoubleCard::judge(State& state) const {
  if (options_.finished == Finished::kLeaf) {
    // state.moves already counts this move, so the mover is the side that is not to move.
    state.winner = static_cast<std::int8_t>(line_winner(state, (state.moves & 1) ^ 1));
  }
  state.over = state.winner != kNobody || state.moves >= options_.moves || !has_move(state);
}

void DoubleCard::apply(State& state, const CardMove& move) const {
  if (move.recycles) lift(state, card_on(state, move.source));
  put(state, move.target);
  state.last = static_cast<std::int16_t>(move.target.cell);
  ++state.moves;
  judge(state);
}

// Moves the ghosts of cards that were moved; ghosts of rejected cards stay.
void DoubleCard::move_ghosts(Bits before, Bits after) {
  ghosts_ = (ghosts_ & ~(before & ~after)) | (after & ~before);
}

void DoubleCard::play(MoveCode code) {
  assert(is_legal(code));
  State next = now();
  apply(next, CardMove::from_code(code));
  move_ghosts(now().contents.occupied, next.contents.occupied);
  states_.push_back(next);
}

void DoubleCard::undo() {
  const Bits left = now().contents.occupied;
  states_.pop_back();
  move_ghosts(left, now().contents.occupied);
}

bool DoubleCard::admits(MoveCode code) {
  const CardMove move = CardMove::from_code(code);
  if (options_.filter != Filter::kGhost || move.recycles) return true;
  ghosts_ |= move.target.cells();
  // A rejected card stays as a ghost, as in the program of document 004 (games.md 3.7).
  if (is_isolated(move.target, ghosts_)) return false;
  ghosts_ &= ~move.target.cells();
  return true;
}

void DoubleCard::generate(MoveList& moves) const {
  if (is_finished()) return;
  const std::size_t from = moves.size();
  if (is_recycling()) {
    generate_recycling(moves);
  } else {
    if (options_.generation == Generation::kByTypes) {
      generate_by_types(moves);
    } else {
      generate_by_columns(now().heights, moves);
    }
    if (options_.filter == Filter::kClean) drop_isolated(moves, from);
  }
}

void DoubleCard::generate_by_columns(const Heights& heights, MoveList& moves) const {
  for (int column = 0; column < kColumns; ++column) {
    const Cell top = cell_at(column, heights[static_cast<std::size_t>(column)]);
    const bool lying = fits(heights, 1, column);
    const bool standing = fits(heights, 2, column);
    for (int type = 1; type <= kTypes; ++type) {
      if (stands(type) ? !standing : !lying) continue;
      moves.push_back(CardMove{{type, top}}.code());
    }
  }
}

void DoubleCard::generate_by_types(MoveList& moves) const {
  const Heights& heights = now().heights;
  // The columns by descending height, equal ones from A to H.
  std::array<int, kColumns> columns{0, 1, 2, 3, 4, 5, 6, 7};
  const auto height = [&](int column) { return heights[static_cast<std::size_t>(column)]; };
  std::stable_sort(columns.begin(), columns.end(),
                   [&](int a, int b) { return height(a) > height(b); });
  for (int type = 1; type <= kTypes; ++type) {
    for (const int column : columns) {
      if (!fits(heights, type, column)) continue;
      moves.push_back(CardMove{{type, cell_at(column, height(column))}}.code());
    }
  }
}

void DoubleCard::generate_recycling(MoveList& moves) const {
  for (Bits anchors = now().anchors; anchors != 0; anchors &= anchors - 1) {
    const Cell anchor = lowest(anchors);
    if (!may_lift(now(), anchor)) continue;
    const Card card = card_on(now(), anchor);
    State lifted = now();
    lift(lifted, card);
    const std::size_t from = moves.size();
    generate_by_columns(lifted.heights, moves);
    const MoveCode same = CardMove{card}.code();
    // A recycling move must change the place or the type (games.md 1.4).
    moves.erase(std::remove(moves.begin() + static_cast<std::ptrdiff_t>(from), moves.end(), same),
                moves.end());
    // The part of the code that names the source; it is equal for all of these moves.
    const MoveCode source = CardMove{card, true, anchor, stands(card.type)}.code() - same;
    for (std::size_t i = from; i < moves.size(); ++i) moves[i] += source;
  }
}

// filter=clean: removes isolated cards, unless nothing would be left.
void DoubleCard::drop_isolated(MoveList& moves, std::size_t from) const {
  const Bits occupied = now().contents.occupied;
  const auto isolated = [&](MoveCode move) {
    return is_isolated(CardMove::from_code(move).target, occupied);
  };
  const auto first = moves.begin() + static_cast<std::ptrdiff_t>(from);
  if (std::all_of(first, moves.end(), isolated)) return;
  moves.erase(std::remove_if(first, moves.end(), isolated), moves.end());
}

bool DoubleCard::is_legal(MoveCode code) const {
  if (is_finished() || code >= kCodes) return false;
  const CardMove move = CardMove::from_code(code);
  if (move.recycles != is_recycling()) return false;
  State state = now();
  if (move.recycles) {
    const bool a_card =
        has(state.anchors, move.source) && has(state.standing, move.source) == move.source_stands;
    if (!a_card || !may_lift(state, move.source)) return false;
    const Card card = card_on(state, move.source);
    if (card == move.target) return false;
    lift(state, card);
  }
  const int column = column_of(move.target.cell);
  return fits(state.heights, move.target.type, column) &&
         state.heights[static_cast<std::size_t>(column)] == row_of(move.target.cell);
}

std::uint64_t DoubleCard::key() const {
  // The legal moves depend on which card was moved last and on the number of moves.
  return hash_combine(hash_combine(now().cards_key, static_cast<std::uint64_t>(now().last + 1)),
                      static_cast<std::uint64_t>(now().moves));
}

std::uint64_t DoubleCard::evaluation_key() const {
  const Contents& cells = now().contents;
  const std::uint64_t key =
      hash_bits(hash_bits(hash_bits(0, cells.occupied), cells.red), cells.solid);
  return hash_combine(key, 2 * static_cast<std::uint64_t>(now().moves) + (now().over ? 1U : 0U));
}

}  // namespace plytrace::doublecard

// SPDX-License-Identifier: MIT
//
// The evaluators `occurrence`, `occurrence-table3` and `occurrence-table5`: how often each symbol
// occurs in four consecutive cells, counted as goodness for its owner and as danger to the other.
#include "core/games/doublecard/evaluators.h"

namespace plytrace::doublecard {
namespace {

// Sums in units of 50/9: a symbol that occurs n times is worth n^2 of goodness and 6 n of danger.
struct Sums {
  std::int64_t goodness = 0, danger = 0;
};

// The sums of both players: one connects colours, the other dots.
struct Occurrences {
  Sums colors, dots;
};

// The number of `cells` (0..4) among the four cells from each cell on, as one bitboard per bit.
struct CountBits {
  Bits ones, twos, fours;
};

CountBits count_in_four(Bits cells, int step) {
  // Adds pairs, then the sums of pairs, for all windows of an axis at once.
  const Bits c0 = cells, c1 = ahead(cells, step, 1);
  const Bits c2 = ahead(cells, step, 2), c3 = ahead(cells, step, 3);
  const Bits low = c0 ^ c1, low_carry = c0 & c1;
  const Bits high = c2 ^ c3, high_carry = c2 & c3;
  const Bits carry = low & high;
  return {low ^ high, low_carry ^ high_carry ^ carry,
          (low_carry & high_carry) | (carry & (low_carry ^ high_carry))};
}

// Heuristic 2 as written: adds each window of four cells with at least two of the symbol.
void add_windows(Bits symbol, Sums& sums) {
  for (const int step : kSteps) {
    const Bits windows = fours(kBoardCells, step);
    const CountBits bits = count_in_four(symbol, step);
    const int two = count(windows & bits.twos & ~bits.ones);
    const int three = count(windows & bits.twos & bits.ones);
    const int four = count(windows & bits.fours);
    sums.goodness += 4 * two + 9 * three + 16 * four;
    sums.danger += std::int64_t{6} * (2 * two + 3 * three + 4 * four);
  }
}

Occurrences count_windows(const Contents& cells) {
  Occurrences found;
  add_windows(cells.red, found.colors);
  add_windows(cells.white(), found.colors);
  add_windows(cells.solid, found.dots);
  add_windows(cells.hollow(), found.dots);
  return found;
}

// The lines that the program behind the tables examined, each as the first cells of its windows. A
// window starts at every cell of a line except the last four (games.md 2.9).
enum class LineKind : std::uint8_t { kRow, kColumn, kRising, kFalling };

struct TableLine {
  LineKind kind{};
  Bits starts = 0;
};

// Steps by kind; columns are read downwards.
constexpr std::array<int, 4> kLineSteps{16, -1, 17, 15};

constexpr std::size_t kTableLineCount = kRows + kColumns + 2 * 13;

constexpr TableLine make_line(LineKind kind, int column, int row, int length) {
  TableLine line{kind, 0};
  const int step = kLineSteps[static_cast<std::size_t>(kind)];
  auto cell = static_cast<int>(cell_at(column, row));
  for (int j = 0; j + 4 < length; ++j, cell += step) line.starts |= bit(static_cast<Cell>(cell));
  return line;
}

constexpr std::array<TableLine, kTableLineCount> make_table_lines() {
  std::array<TableLine, kTableLineCount> lines{};
  std::size_t n = 0;
  for (int row = 0; row < kRows; ++row) lines[n++] = make_line(LineKind::kRow, 0, row, kColumns);
  for (int column = 0; column < kColumns; ++column) {
    lines[n++] = make_line(LineKind::kColumn, column, kRows - 1, kRows);
  }
  // Diagonals from column A. The program treated those that start further right as the one from
  // column B and its suffixes.
  for (int row = 0; row + 4 <= kRows; ++row) {
    const int length = kRows - row < kColumns ? kRows - row : kColumns;
    lines[n++] = make_line(LineKind::kRising, 0, row, length);
    lines[n++] = make_line(LineKind::kFalling, 0, kRows - 1 - row, length);
  }
  for (int skipped = 0; skipped < 4; ++skipped) {
    const int length = kColumns - 1 - skipped;
    lines[n++] = make_line(LineKind::kRising, 1 + skipped, skipped, length);
    lines[n++] = make_line(LineKind::kFalling, 1 + skipped, kRows - 1 - skipped, length);
  }
  return lines;
}
constexpr std::array<TableLine, kTableLineCount> kTableLines = make_table_lines();

// Sums the cells held by each window that starts in `starts`; a cell counts once per window.
std::int64_t count_from(const std::array<CountBits, 4>& counts, LineKind kind, Bits starts) {
  const CountBits& bits = counts[static_cast<std::size_t>(kind)];
  return count(bits.ones & starts) + 2 * count(bits.twos & starts) + 4 * count(bits.fours & starts);
}

CountBits count_in_four_down(Bits cells) {
  // The four cells from a cell downwards are the four cells upwards from three below it.
  const CountBits up = count_in_four(cells, 1);
  return {up.ones << 3U, up.twos << 3U, up.fours << 3U};
}

std::array<CountBits, 4> count_by_kind(Bits cells) {
  return {count_in_four(cells, 16), count_in_four_down(cells), count_in_four(cells, 17),
          count_in_four(cells, 15)};
}

void add_line(std::int64_t occurrences, bool dangerous, Sums& sums) {
  // Goodness has no threshold here (games.md 2.9).
  sums.goodness += occurrences * occurrences;
  if (dangerous && occurrences >= 2) sums.danger += 6 * occurrences;
}

Occurrences count_table_lines(const Contents& cells) {
  const auto red = count_by_kind(cells.red), white = count_by_kind(cells.white());
  const auto solid = count_by_kind(cells.solid), hollow = count_by_kind(cells.hollow());
  Occurrences found;
  for (const TableLine& line : kTableLines) {
    // Only occupied cells start a window (games.md 2.9).
    const Bits starts = line.starts & cells.occupied;
    if (starts == 0) continue;
    add_line(count_from(red, line.kind, starts), true, found.colors);
    add_line(count_from(white, line.kind, starts), true, found.colors);
    const std::int64_t hollows = count_from(hollow, line.kind, starts);
    // On falling diagonals the program counts solid dots only if there are at least two hollow
    // ones.
    const bool solid_counts = line.kind != LineKind::kFalling || hollows >= 2;
    add_line(count_from(solid, line.kind, starts), solid_counts, found.dots);
    add_line(hollows, true, found.dots);
  }
  return found;
}

}  // namespace

void OccurrenceWeights::read(ArgumentReader& reader) {
  // The limit keeps values below kWin even on a full board.
  const auto weight = [&](std::string_view name, std::int64_t& value, std::string_view meaning) {
    reader.integer_into(value, name, -500, 500, meaning);
  };
  weight("good", good, "own goodness");
  weight("danger", danger, "danger to the other player");
  weight("other_good", other_good, "the other's goodness, subtracted");
  weight("own_danger", own_danger, "danger to oneself, subtracted");
  weight("good_of_other", good_of_other, "the other's goodness in the other's own score");
}

template <OccurrenceForm Form>
Score OccurrenceOf<Form>::operator()(const DoubleCard& game, int player) const {
  if (game.scores_as_finished()) return finished_score(game.winner(), player);
  const Occurrences found = Form == OccurrenceForm::kWritten ? count_windows(game.contents())
                                                             : count_table_lines(game.contents());
  const bool colors_are_mine = player == game.color_player();
  const Sums& mine = colors_are_mine ? found.colors : found.dots;
  const Sums& others = colors_are_mine ? found.dots : found.colors;
  const OccurrenceWeights& weights = this->parameters_;
  // One player's goodness counts as danger to the other.
  const std::int64_t units = (weights.good + weights.other_good) * mine.goodness -
                             (weights.other_good + weights.good_of_other) * others.goodness +
                             (weights.danger + weights.own_danger) * (mine.danger - others.danger);
  return static_cast<Score>(units * 50) / 9;
}

template class OccurrenceOf<OccurrenceForm::kWritten>;
template class OccurrenceOf<OccurrenceForm::kTable3>;
template class OccurrenceOf<OccurrenceForm::kTable5>;

}  // namespace plytrace::doublecard

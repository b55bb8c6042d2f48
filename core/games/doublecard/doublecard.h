// SPDX-License-Identifier: MIT
//
// Double Card as a Game (core/game.h), the game of document 004; rules: games.md 1.4. One player
// connects colours, the other dots. First the cards are placed one by one, then they are moved:
//   regular move    `0 T C R`            a card of type T with its lower or left cell on C R
//   recycling move  `C1 R1 C2 R2 T C R`  the card on C1 R1 and C2 R2 goes to C R as type T
// Four or more in a line of one colour, or of one kind of dot, win for the player who connects
// them, whoever made the move. If one move makes lines of both kinds, the mover wins. The game is a
// draw at the move limit or if a side has no move.
//
// Order of moves: columns ascending, then types 1..8. Recycling moves are ordered by source card
// (column, row) first. `generation=types` lists regular moves by type, then row from the top, then
// column. filter=clean makes generate() omit isolated cards on row 1. filter=ghost (games.md 3.7)
// rejects a move only when the search reaches it, through admits(). With finished=ignore a line
// does not end the game.
//
// A position is `2A1 6B1* 2`: the cards (type, lower or left cell) by column and row, `*` = moved
// last, then the number of moves played. Thread rule: one thread an object.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.h"
#include "core/game.h"
#include "core/games/doublecard/board.h"

namespace plytrace::doublecard {

enum class Connects : std::uint8_t { kColor, kDots };
enum class Generation : std::uint8_t { kByColumns, kByTypes };
enum class Filter : std::uint8_t { kNone, kClean, kGhost };
enum class Finished : std::uint8_t { kLeaf, kIgnore };

inline constexpr int kLargestCards = kColumns * kRows / 2;
inline constexpr int kLargestMoves = 1000;

struct Options {
  Connects first = Connects::kColor;  // what player 0 connects
  Generation generation = Generation::kByColumns;
  Filter filter = Filter::kNone;
  Finished finished = Finished::kLeaf;
  int cards = 24;
  int moves = 60;

  void read(ArgumentReader& reader);
};

// A move decoded into its parts. Codes:
//   code = target + 768 * source     target = 96 * (type - 1) + 12 * column + row
//   source = 0: a regular move; else 1 + 2 * (12 * column + row) + (1 if the card stands)
struct CardMove {
  Card target;
  bool recycles = false;
  Cell source = 0;             // a recycling move: lower or left cell of the card to move
  bool source_stands = false;  // a recycling move: whether that card stands

  MoveCode code() const;
  static CardMove from_code(MoveCode code);
};

class DoubleCard {
 public:
  explicit DoubleCard(const Options& options = {});  // the empty board

  static GameInfo info();
  static Result<DoubleCard> start(const Arguments& options);
  // Returns bad_input for cards that overlap, float or leave the board, for more cards or moves
  // than the game allows, for more cards than moves, and for lines of both players that no single
  // move can have made. More moves than cards are accepted, so that a board can be evaluated for
  // both sides. Without a `*` no card counts as moved last.
  static Result<DoubleCard> from_position(const Arguments& options, std::string_view text);

  int player_to_move() const { return now().moves & 1; }
  bool is_finished() const { return now().over; }
  int winner() const { return now().winner; }
  void generate(MoveList& moves) const;
  bool is_legal(MoveCode move) const;
  void play(MoveCode move);
  void undo();
  std::uint64_t key() const;
  int plies_left() const { return is_finished() ? 0 : options_.moves - now().moves; }

  std::string move_text(MoveCode move) const;
  Result<MoveCode> parse_move(std::string_view text) const;
  std::string why_illegal(MoveCode move) const;
  std::string position_text() const;
  std::string board_text() const;
  BoardPart board_part() const;
  BoardPicture board_picture(const BoardPart& part) const;
  std::string options_json() const;

  // OrderFilteredGame.
  bool filters_by_order() const { return options_.filter == Filter::kGhost; }
  bool admits(MoveCode move);
  void begin_pass() { ghosts_ = now().contents.occupied; }

  // The key that EvaluationKeyGame asks for. It covers what evaluators depend on: the contents of
  // the cells, the side, the number of moves, and whether the game is over.
  std::uint64_t evaluation_key() const;

  const Options& options() const { return options_; }
  const Contents& contents() const { return now().contents; }
  int color_player() const { return options_.first == Connects::kColor ? 0 : 1; }
  int moves_played() const { return now().moves; }
  bool is_recycling() const { return now().cards == options_.cards; }
  // True if evaluators return the result of the game instead of a value of the board.
  bool scores_as_finished() const { return now().over && options_.finished == Finished::kLeaf; }

 private:
  using Heights = std::array<std::uint8_t, kColumns>;

  struct State {
    Contents contents;
    Bits anchors = 0;   // the lower or left cell of each card
    Bits standing = 0;  // the anchors of cards that stand
    Heights heights{};  // occupied cells by column
    std::int8_t winner = kNobody;
    bool over = false;
    std::uint8_t cards = 0;
    std::int16_t last = -1;  // the anchor of the card moved last, -1 = none
    std::int16_t moves = 0;
    std::uint64_t cards_key = 0;
  };

  const State& now() const { return states_.back(); }
  static Card card_on(const State& state, Cell anchor);
  static void put(State& state, const Card& card);
  static void lift(State& state, const Card& card);
  static bool is_covered(const State& state, const Card& card);
  static bool fits(const Heights& heights, int type, int column);
  bool may_lift(const State& state, Cell anchor) const;
  bool has_move(const State& state) const;
  int line_winner(const State& state, int mover) const;
  void judge(State& state) const;
  void apply(State& state, const CardMove& move) const;
  void move_ghosts(Bits before, Bits after);

  void generate_by_columns(const Heights& heights, MoveList& moves) const;
  void generate_by_types(MoveList& moves) const;
  void generate_recycling(MoveList& moves) const;
  void drop_isolated(MoveList& moves, std::size_t from) const;

  std::string why_not_there(const State& state, const Card& card) const;
  std::string why_not_recycled(const CardMove& move) const;
  std::string why_finished() const;
  Status read_card(std::string_view text);
  Status check_counts() const;
  Status check_support() const;
  Status judge_position();

  Options options_;
  std::vector<State> states_;  // the root position and one more for each move played
  Bits ghosts_ = 0;            // filter=ghost: occupied cells and those of rejected cards
};

static_assert(OrderFilteredGame<DoubleCard> && EvaluationKeyGame<DoubleCard> &&
              DrawnGame<DoubleCard>);

}  // namespace plytrace::doublecard

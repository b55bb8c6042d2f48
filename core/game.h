// SPDX-License-Identifier: MIT
//
// What a game and an evaluator are. A search is a template over both, so nothing here is virtual;
// commands that only learn the game's name at run time use core/any_game.h on top.
//
// A game object is one position with its history: play() and undo() change it in place and must
// not allocate once warm. Copying gives an independent position. Thread rule: one thread an object.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/board_picture.h"
#include "core/parameters.h"
#include "core/score.h"
#include "core/status.h"

namespace plytrace {

// A move as a small number. Within a game with given options the number stands for the move's text
// and nothing else: equal numbers have equal texts in every position, and the other way round.
using MoveCode = std::uint32_t;
inline constexpr MoveCode kNoMove = 0xFFFFFFFF;

using MoveList = std::vector<MoveCode>;

// winner() of a finished game that nobody won.
inline constexpr int kNobody = -1;

// Why a position may be scored as a draw.
enum class DrawReason : std::uint8_t {
  kNone,
  kOver,       // the game is over, and nobody won
  kHistory,    // drawn by the moves that were played: third occurrence, fifty moves
  kTwofold,    // second occurrence, the first in the search
  kCanRepeat,  // a move leads back to a position of the search
  kGameOnly,   // second occurrence, the first in the game before the search
  kUnknown,    // it may repeat a position before those that are known
  kMaterial,   // so little material is left that no side can force a win
};

// clang-format off
template <class G>
concept Game = std::copyable<G> && requires(G game, const G& position, MoveCode move,
                                            MoveList& list, std::string_view text) {
  { position.player_to_move() } -> std::same_as<int>;       // 0 or 1
  { position.is_finished() } -> std::same_as<bool>;
  { position.winner() } -> std::same_as<int>;               // finished only: 0, 1 or kNobody
  // Appends the moves to search, in the order that games.md fixes; none when finished.
  { position.generate(list) } -> std::same_as<void>;
  // A legal move by the rules, whether or not a filter leaves it out of generate().
  { position.is_legal(move) } -> std::same_as<bool>;
  { game.play(move) } -> std::same_as<void>;                // a legal move
  { game.undo() } -> std::same_as<void>;                    // takes back the last play()
  // Hash of everything in the position text.
  { position.key() } -> std::same_as<std::uint64_t>;
  // Upper bound of the plies that can follow; sizes the stack of a search.
  { position.plies_left() } -> std::same_as<int>;
  { position.move_text(move) } -> std::same_as<std::string>;
  // The code of a move's text, legal here or not; bad_input if the text is not a move.
  { position.parse_move(text) } -> std::same_as<Result<MoveCode>>;
  // Why a move that parse_move read is not legal here: "column d is full".
  { position.why_illegal(move) } -> std::same_as<std::string>;
  // One line; reads back through G::from_position.
  { position.position_text() } -> std::same_as<std::string>;
  // The board as lines of text for people, without a final newline.
  { position.board_text() } -> std::same_as<std::string>;
  // Canonical options as a JSON object.
  { position.options_json() } -> std::same_as<std::string>;
};

// A game whose move list depends on the moves tried before (doublecard's filter=ghost): the search
// asks admits() just before it tries a move. The moves of a node are then not known in advance, nor
// are `legal` and `skipped`.
template <class G>
concept OrderFilteredGame = Game<G> && requires(G game, const G& position, MoveCode move) {
  { position.filters_by_order() } -> std::same_as<bool>;
  { game.admits(move) } -> std::same_as<bool>;              // false: not searched
  { game.begin_pass() } -> std::same_as<void>;              // forgets what was tried
};

// A game whose board can be drawn, all of it or a part; of others pictures show board_text().
template <class G>
concept DrawnGame = Game<G> && requires(const G& position) {
  // The part of the board that a picture of this position alone shows.
  { position.board_part() } -> std::same_as<BoardPart>;
  { position.board_picture(BoardPart()) } -> std::same_as<BoardPicture>;
};

// A game whose key() holds more than an evaluator looks at (doublecard: which card moved last). The
// evaluation history table (games.md 3.6) then asks for the hash of the cell contents, the side to
// move and the number of moves played.
template <class G>
concept EvaluationKeyGame = Game<G> && requires(const G& position) {
  { position.evaluation_key() } -> std::same_as<std::uint64_t>;
};

// A game that can be drawn by the moves that led to a position (chess: repetitions, fifty moves).
template <class G>
concept HistoryGame = Game<G> && requires(const G& position, int plies) {
  // Whether such draws end this game: then a value depends on more than the position.
  { position.counts_history() } -> std::same_as<bool>;
  // Whether a finished game ended only because of its history: other moves to the same position
  // would not have ended it.
  { position.is_drawn_by_history() } -> std::same_as<bool>;
  // Why a search whose root lies `plies` plies back may score the position as a draw.
  { position.draw_reason(plies) } -> std::same_as<DrawReason>;
  // The text of the position without the moves that led to it.
  { position.position_alone() } -> std::same_as<std::string>;
};

// A game in which a search may make a null move: it passes, though no rule allows it. undo() takes
// the pass back.
template <class G>
concept PassGame = Game<G> && requires(G game, const G& position) {
  { position.may_pass() } -> std::same_as<bool>;            // not in check
  // Whether passing may well be better than every move (only pawns are left): no proof by passing.
  { position.is_zugzwang_likely() } -> std::same_as<bool>;
  { game.pass() } -> std::same_as<void>;
};

// A game that says which moves change a score at once (captures): a quiescence search tries them.
template <class G>
concept NoisyGame = Game<G> && requires(const G& position, MoveCode move) {
  // Takes a legal move: 0 for a quiet one; of the others the greater is tried first.
  { position.noise(move) } -> std::same_as<int>;
};

// A game whose moves are written in several notations.
template <class G>
concept NotatedGame = Game<G> && requires(const G& position, MoveCode move, std::string_view text) {
  // A legal move in the notation for people: Nbd7.
  { position.move_name(move) } -> std::same_as<std::string>;
  // The legal move that is meant by one in another notation of codes; others as they are.
  { position.in_own_notation(move) } -> std::same_as<MoveCode>;
  // The move that a text of any of the notations means here; bad_input if it means none.
  { position.read_move(text) } -> std::same_as<Result<MoveCode>>;
};

// A game in which the side to move can be in check, so that only some of its moves are answers.
template <class G>
concept CheckGame = Game<G> && requires(const G& position) {
  { position.in_check() } -> std::same_as<bool>;
};

// A game whose positions may have names (tree).
template <class G>
concept NamedGame = Game<G> && requires(const G& position) {
  { position.position_name() } -> std::same_as<std::string>;
};

// A game that fixes MAX itself instead of taking the player to move at the root (tree).
template <class G>
concept FixedMaxGame = Game<G> && requires(const G& position) {
  { position.max_player() } -> std::same_as<int>;
};

// Scores a position, finished or not, from the point of view of `player` (0 or 1). Not always
// antisymmetric: searches call it with MAX and flip the sign, never with the side to move.
// Calls do not allocate. score_range() is the declared range of all scores.
template <class E, class G>
concept Evaluator = Game<G> && requires(const E& evaluator, const G& position, int player) {
  { evaluator(position, player) } -> std::same_as<Score>;
  { evaluator.score_range() } -> std::same_as<Window>;
  // Canonical parameters as a JSON object.
  { evaluator.parameters_json() } -> std::same_as<std::string>;
};

// An evaluator whose scores of decided games count the plies from the root of the search.
template <class E, class G>
concept MateEvaluator = Evaluator<E, G> && requires(const E& evaluator) {
  // Scores of that size and more are such scores: a table keeps them relative to its node.
  { evaluator.mate_threshold() } -> std::same_as<Score>;
};
// clang-format on

// The player whose view the scores of a search from this root have.
template <Game G>
int max_player_of(const G& root) {
  if constexpr (FixedMaxGame<G>) {
    return root.max_player();
  } else {
    return root.player_to_move();
  }
}

// Whether a draw by history can end a game from this position.
template <Game G>
bool counts_history(const G& position) {
  if constexpr (HistoryGame<G>) {
    return position.counts_history();
  } else {
    return false;
  }
}

// The key of a position in the evaluation history table.
template <Game G>
std::uint64_t evaluation_key_of(const G& position) {
  if constexpr (EvaluationKeyGame<G>) {
    return position.evaluation_key();
  } else {
    return position.key();
  }
}

// +kWin, -kWin or 0 for a finished game, from the point of view of `player`.
constexpr Score finished_score(int winner, int player) {
  if (winner == kNobody) return 0;
  return winner == player ? kWin : -kWin;
}

}  // namespace plytrace

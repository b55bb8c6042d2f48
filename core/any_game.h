// SPDX-License-Identifier: MIT
//
// AnyGame: a game whose type is known only at run time, for commands, replay and boards. It has the
// functions of the Game concept as virtual ones, plus evaluation, search and perft. Searches do not
// use it: search() runs the template for the real game, evaluator and observer.
// Thread rule: one thread an object; clone() for another.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/observer.h"
#include "core/parameters.h"
#include "core/search/search.h"

namespace plytrace {

// An evaluator and its parameters, as named on the command line or in a trace.
struct EvaluatorChoice {
  std::string name;  // "" = the first one listed for the game
  Arguments parameters;
};

struct EvaluatorInfo {
  std::string name;
  std::string summary;
  bool antisymmetric = true;
  std::vector<Parameter> parameters;
};

struct GameInfo {
  std::string name;
  std::string summary;
  std::string move_form;      // how a move is written, with an example
  std::string position_form;  // how a position is written, with an example
  std::vector<Parameter> options;
  std::vector<EvaluatorInfo> evaluators;  // the first is the default
  bool searched_whole = false;            // needs no depth: its trees are finite
  std::string notation = {};              // of move_name(), as --moves calls it; "" = none
  // Engines score a draw near 0, a lost game below and a won one above; draw_reason() knows all
  // draws.
  bool is_zero_a_draw = false;
};

// An evaluator bound to its game, for replay: scores the position that the game is in.
class AnyEvaluator {
 public:
  virtual ~AnyEvaluator() = default;
  virtual Score evaluate(int player) const = 0;
};

class AnyGame {
 public:
  virtual ~AnyGame() = default;
  virtual const GameInfo& info() const = 0;
  virtual std::unique_ptr<AnyGame> clone() const = 0;

  // The Game concept (core/game.h).
  virtual int player_to_move() const = 0;
  virtual int max_player() const = 0;  // of a search from this position
  virtual bool is_finished() const = 0;
  virtual int winner() const = 0;
  virtual void generate(MoveList& moves) const = 0;
  virtual bool is_legal(MoveCode move) const = 0;
  virtual void play(MoveCode move) = 0;
  virtual void undo() = 0;
  virtual std::uint64_t key() const = 0;
  virtual int plies_left() const = 0;
  virtual std::string move_text(MoveCode move) const = 0;
  virtual Result<MoveCode> parse_move(std::string_view text) const = 0;
  virtual std::string why_illegal(MoveCode move) const = 0;
  virtual std::string position_text() const = 0;
  virtual std::string board_text() const = 0;
  // The part of the board that a picture of this position alone shows. A picture of several
  // positions shows one part that includes those of all.
  virtual BoardPart board_part() const = 0;
  // Without marks where the game has no drawing of its board.
  virtual BoardPicture board_picture(const BoardPart& part) const = 0;
  virtual std::string options_json() const = 0;

  // The concepts HistoryGame, PassGame, NotatedGame, CheckGame and NamedGame; of other games: no
  // draw of that kind, no null move nor zugzwang, moves as move_text() writes them, never in check.
  virtual bool is_drawn_by_history() const = 0;
  virtual DrawReason draw_reason(int plies) const = 0;
  virtual std::string position_alone() const = 0;
  virtual std::optional<bool> may_pass() const = 0;  // none: the game has no null move
  virtual bool is_zugzwang_likely() const = 0;
  virtual void pass() = 0;
  virtual std::string move_name(MoveCode move) const = 0;
  virtual MoveCode in_own_notation(MoveCode move) const = 0;
  virtual Result<MoveCode> read_move(std::string_view text) const = 0;
  virtual bool in_check() const = 0;
  // The name that the game gives this position (NamedGame); "" for none.
  virtual std::string position_name() const = 0;

  // True if the list of searched moves depends on what was tried before (core/game.h). Then
  // admits() and begin_pass() mirror what a search does; otherwise they do nothing and return true.
  virtual bool filters_by_order() const = 0;
  virtual bool admits(MoveCode move) = 0;
  virtual void begin_pass() = 0;

  // The evaluator reads this game, so it must be destroyed before the game.
  virtual Result<std::unique_ptr<AnyEvaluator>> make_evaluator(const EvaluatorChoice&) const = 0;

  // Searches from this position. `sink` may be null; if it is not, it gets the whole search from
  // begin_search to end_search. Fails only for a choice or setting that the game does not have.
  virtual Result<SearchResult> search(const EvaluatorChoice&, const SearchSettings&,
                                      EventSink* sink) const = 0;

  // Paths of each length 1..depth; stops early when `interrupt` is set (shorter result).
  virtual std::vector<std::uint64_t> perft(int depth, const std::atomic<bool>* interrupt) const = 0;
};

}  // namespace plytrace

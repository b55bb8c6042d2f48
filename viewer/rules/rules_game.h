// SPDX-License-Identifier: MIT
//
// A game that a rules program knows, as an AnyGame: replay, boards, the oracle and all commands use
// it like a game of plytrace. It cannot search. What the program does not tell is not checked: see
// the functions is_..._known().
// Thread rule: as core/any_game.h; copies share the program.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.h"
#include "viewer/rules/rules_program.h"

namespace plytrace::rules {

class RulesGame final : public AnyGame {
 public:
  // bad_input if the program does not know the position. `name` is only shown.
  static Result<std::unique_ptr<RulesGame>> make(std::shared_ptr<RulesProgram> program,
                                                 const std::string& name,
                                                 const std::string& position);

  // Whether the program says who is to move, at this position or at the root.
  bool is_side_known() const;
  // Whether it identified this position, by its key or its text. Otherwise key() stands for the
  // moves that lead here.
  bool is_key_known() const;
  // Whether it says that the game is over here, or that it is not.
  bool is_end_known() const;
  const std::shared_ptr<RulesProgram>& program() const { return program_; }

  const GameInfo& info() const override { return *info_; }
  std::unique_ptr<AnyGame> clone() const override { return std::make_unique<RulesGame>(*this); }
  int player_to_move() const override;
  int max_player() const override { return player_to_move(); }
  bool is_finished() const override;
  int winner() const override;
  // Lists the moves of a drawn game as well, because an engine may go on.
  void generate(MoveList& moves) const override;
  bool is_legal(MoveCode move) const override;
  void play(MoveCode move) override;
  void undo() override;
  std::uint64_t key() const override;
  int plies_left() const override { return kMostPlies; }
  std::string move_text(MoveCode move) const override { return program_->text_of(move); }
  Result<MoveCode> parse_move(std::string_view text) const override;
  std::string why_illegal(MoveCode move) const override;
  std::string position_text() const override;
  std::string board_text() const override;
  BoardPart board_part() const override { return {}; }
  BoardPicture board_picture(const BoardPart&) const override { return {}; }
  std::string options_json() const override { return "{}"; }
  bool is_drawn_by_history() const override { return false; }
  DrawReason draw_reason(int plies) const override;
  std::string position_alone() const override { return position_text(); }
  std::optional<bool> may_pass() const override { return std::nullopt; }
  bool is_zugzwang_likely() const override { return false; }
  void pass() override {}
  std::string move_name(MoveCode move) const override { return move_text(move); }
  MoveCode in_own_notation(MoveCode move) const override { return move; }
  // Only moves that the program has named are moves of the game.
  Result<MoveCode> read_move(std::string_view text) const override;
  bool in_check() const override { return false; }
  std::string position_name() const override { return ""; }
  bool filters_by_order() const override { return false; }
  bool admits(MoveCode) override { return true; }
  void begin_pass() override {}
  // The scores that the program gives, whatever the choice; fails if it gives none here, or does
  // not tell who is to move.
  Result<std::unique_ptr<AnyEvaluator>> make_evaluator(const EvaluatorChoice&) const override;
  Result<SearchResult> search(const EvaluatorChoice&, const SearchSettings&,
                              EventSink* sink) const override;
  std::vector<std::uint64_t> perft(int depth, const std::atomic<bool>* interrupt) const override;

 private:
  static constexpr int kMostPlies = 1'000'000;
  class Scores;

  RulesGame(std::shared_ptr<RulesProgram> program, const std::string& name, std::string position);
  // The program's answer about the position after the moves that were played.
  const Answer& here() const;
  AnswerPtr ask() const;

  std::shared_ptr<RulesProgram> program_;
  std::shared_ptr<const GameInfo> info_;
  Line line_;
  std::vector<std::size_t> lengths_;        // of the path before each move
  mutable std::vector<AnswerPtr> answers_;  // after each number of moves; null: not asked yet
  // The position whose child was asked for last: a second child means that all will be.
  mutable std::string last_parent_;
};

// The game of a search: that of the chosen rules program, else the one of that name. Every command
// makes games of traces here.
Result<std::unique_ptr<AnyGame>> game_of_trace(const std::string& name, const std::string& options,
                                               const std::string& position);

}  // namespace plytrace::rules

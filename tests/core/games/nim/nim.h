// SPDX-License-Identifier: MIT
//
// Nim with one heap: take 1 to 3 stones; the player who takes the last one wins. The example of
// docs/adding_a_game.md. Moves are the number taken: "2". The position text is the number of stones
// left, a blank and the player to move: "7 0". Thread rule: one thread an object.
#pragma once

#include <charconv>

#include "core/game.h"
#include "core/games/evaluator_of.h"

namespace plytrace::nim {

// read() also describes the options, so this is their only list.
struct Options {
  std::uint32_t heap = 10;
  void read(ArgumentReader& reader) {
    reader.integer_into(heap, "heap", 1, 1000, "stones at the start");
  }
};

class Nim {
 public:
  static GameInfo info() {
    return {"nim",
            "take 1 to 3 stones, the last one wins",
            "the stones taken: 2",
            "stones left and player to move: 7 0",
            parameters_of<Options>(),
            {}};
  }
  static Result<Nim> start(const Arguments& options) { return make(options, std::nullopt); }
  static Result<Nim> from_position(const Arguments& options, std::string_view text) {
    return make(options, text);
  }

  int player_to_move() const { return player_; }
  bool is_finished() const { return left_ == 0; }
  int winner() const { return 1 - player_; }
  void generate(MoveList& moves) const {
    for (MoveCode move = 1; is_legal(move); ++move) moves.push_back(move);
  }
  bool is_legal(MoveCode move) const { return move >= 1 && move <= 3 && move <= left_; }
  void play(MoveCode move) {
    left_ -= move;
    taken_.push_back(move);
    player_ = 1 - player_;
  }
  void undo() {
    left_ += taken_.back();
    taken_.pop_back();
    player_ = 1 - player_;
  }
  std::uint64_t key() const { return left_ * 2 + static_cast<unsigned>(player_); }
  int plies_left() const { return static_cast<int>(left_); }
  std::string move_text(MoveCode move) const { return std::to_string(move); }
  Result<MoveCode> parse_move(std::string_view text) const {
    if (text == "1" || text == "2" || text == "3") return static_cast<MoveCode>(text[0] - '0');
    return Status::bad_input("'" + std::string(text) + "' is not a move: take 1, 2 or 3");
  }
  std::string why_illegal(MoveCode) const {
    return "there are only " + std::to_string(left_) + " stones left";
  }
  std::string position_text() const {
    return std::to_string(left_) + " " + std::to_string(player_);
  }
  std::string board_text() const { return std::string(left_, 'o'); }
  std::string options_json() const { return settings_json(Options{heap_}); }

 private:
  static Result<Nim> make(const Arguments& options, std::optional<std::string_view> position) {
    const auto given = read_settings<Options>("nim", options);
    if (!given) return given.status();
    Nim game;
    game.heap_ = game.left_ = given->heap;
    if (!position) return game;
    const char* const end = position->data() + position->size();
    const auto read = std::from_chars(position->data(), end, game.left_);
    const bool has_player =
        end - read.ptr == 2 && read.ptr[0] == ' ' && (read.ptr[1] == '0' || read.ptr[1] == '1');
    if (read.ec != std::errc{} || !has_player || game.left_ > game.heap_) {
      return Status::bad_input("nim position: write stones left and player to move, such as 7 0");
    }
    game.player_ = read.ptr[1] - '0';
    return game;
  }

  std::uint32_t heap_ = 0, left_ = 0;
  int player_ = 0;
  MoveList taken_;
};

// +kWin or -kWin at the end, 0 before.
class Outcome : public EvaluatorOf<Outcome, Nim> {
 public:
  static constexpr AboutEvaluator kAbout{"outcome", "who took the last stone"};
  using EvaluatorOf::EvaluatorOf;

  Score operator()(const Nim& game, int player) const {
    return game.is_finished() ? finished_score(game.winner(), player) : 0;
  }
  Window score_range() const { return {-kWin, kWin}; }
};

static_assert(Game<Nim> && Evaluator<Outcome, Nim>);

}  // namespace plytrace::nim

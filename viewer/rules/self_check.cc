// SPDX-License-Identifier: MIT
#include "viewer/rules/self_check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <unordered_map>
#include <utility>

#include "viewer/format/characters.h"

namespace plytrace::rules {
namespace {

// Keys that are remembered, and the bytes that they take with their moves.
constexpr std::size_t kMostKeys = 200'000, kMostKeyBytes = std::size_t{64} << 20;

// A text of the program in a message.
std::string quoted(const std::string& text) {
  constexpr std::size_t kMost = 200;
  return "'" + text::printable(text.substr(0, kMost)) + (text.size() > kMost ? "...' " : "' ");
}

MoveList sorted(MoveList moves) {
  std::sort(moves.begin(), moves.end());
  return moves;
}

class Checker {
 public:
  explicit Checker(const SelfCheckQuestion& question)
      : program_(*question.program), question_(question), random_(question.seed) {}

  SelfCheck run() {
    const AnswerPtr start = program_.at({question_.position, ""});
    require(program_.status());
    if (!start->error.empty()) {
      throw Failure::bad_input(program_.name() + " refuses the position: " + start->error);
    }
    of_start_ = fields_of(*start);
    for (std::uint64_t game = 0; game < question_.games && program_.status(); ++game) play();
    require(program_.status());
    for (std::size_t i = 0; i < kFields.size(); ++i) {
      (is_told_[i] ? check_.told : check_.untold).emplace_back(kFields[i]);
    }
    return std::move(check_);
  }

 private:
  static constexpr std::array<std::string_view, 6> kFields{"over", "to_move", "position",
                                                           "key",  "board",   "score"};

  void play() {
    Line line{question_.position, ""};
    ++check_.games;
    for (std::uint64_t ply = 0; ply <= question_.plies && program_.status(); ++ply) {
      const AnswerPtr here = program_.at(line);
      ++check_.positions;
      if (!here->error.empty()) {
        return blame("listed moves that are then refused", line, here->error);
      }
      check(line, *here);
      const bool is_over = here->over == Over::kFirst || here->over == Over::kSecond ||
                           here->over == Over::kDraw || here->legal.empty();
      if (is_over) {
        ++check_.finished;
        return;
      }
      const MoveCode move = here->legal[random_() % here->legal.size()];
      line.path = Line::joined(line.path, program_.text_of(move));
    }
  }

  void check(const Line& line, const Answer& here) {
    const bool is_won = here.over == Over::kFirst || here.over == Over::kSecond;
    if (is_won && !here.legal.empty()) {
      blame("decided games with legal moves", line, "the game is won, and has legal moves");
    }
    if (here.over == Over::kNo && here.legal.empty()) {
      blame("games that go on without a move", line, "'over' is null, and 'legal' is empty");
    }
    check_fields(line, here);
    if (!here.position.empty()) check_round_trip(line, here);
    check_key(line, here);
  }

  using Fields = std::array<bool, kFields.size()>;
  static Fields fields_of(const Answer& here) {
    return {here.over != Over::kNotTold, here.to_move.has_value(), !here.position.empty(),
            !here.key.empty(),           !here.board.empty(),      here.score.has_value()};
  }

  void check_fields(const Line& line, const Answer& here) {
    const Fields fields = fields_of(here);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string name = "'" + std::string(kFields[i]) + "'";
      is_told_[i] = is_told_[i] || fields[i];
      // An empty board has no text.
      if (fields[i] == of_start_[i] || kFields[i] == "board") continue;
      blame(name + " in some answers alone", line,
            fields[i] ? "it has " + name + ", the first position has none" : "it has no " + name);
    }
  }

  // The text of the position must lead to the same position.
  void check_round_trip(const Line& line, const Answer& here) {
    constexpr const char* kWhat = "positions that do not read back";
    const AnswerPtr again = program_.at({here.position, ""});
    if (!program_.status()) return;
    const std::string text = quoted(here.position);
    if (!again->error.empty()) return blame(kWhat, line, text + "is refused: " + again->error);
    if (sorted(again->legal) != sorted(here.legal)) {
      return blame(kWhat, line, text + "has other legal moves");
    }
    if (again->to_move != here.to_move) return blame(kWhat, line, text + "has another 'to_move'");
    if (again->key != here.key) return blame(kWhat, line, text + "has another key");
    if (again->position != here.position) {
      return blame(kWhat, line, text + "is answered as " + quoted(again->position));
    }
    if (again->score != here.score) return blame(kWhat, line, text + "has another score");
    // A draw may come from the moves before, which the text need not hold.
    const bool may_be_history = here.over == Over::kDraw || again->over == Over::kDraw;
    if (again->over != here.over && !may_be_history) {
      return blame(kWhat, line, text + "has another 'over'");
    }
  }

  // Equal keys must be of equal positions: of equal texts, or at least with equal moves.
  void check_key(const Line& line, const Answer& here) {
    if (here.key.empty() || seen_.size() >= kMostKeys || seen_bytes_ > kMostKeyBytes) return;
    const auto [at, is_new] = seen_.try_emplace(here.key, Seen{sorted(here.legal), here.to_move});
    if (is_new) seen_bytes_ += here.key.size() + here.legal.size() * sizeof(MoveCode);
    if (is_new) return;
    if (at->second.legal == sorted(here.legal) && at->second.to_move == here.to_move) return;
    blame("keys of several positions", line,
          "the key " + quoted(here.key) + "was that of a position with other moves");
  }

  void blame(const std::string& what, const Line& line, const std::string& why) {
    auto fault = std::find_if(check_.faults.begin(), check_.faults.end(),
                              [&](const Fault& known) { return known.what == what; });
    if (fault == check_.faults.end()) {
      check_.faults.push_back({what, line.question().words() + ": " + why, 0});
      fault = check_.faults.end() - 1;
    }
    ++fault->times;
  }

  struct Seen {
    MoveList legal;
    std::optional<int> to_move;
  };

  RulesProgram& program_;
  const SelfCheckQuestion& question_;
  std::mt19937_64 random_;
  SelfCheck check_;
  Fields of_start_{}, is_told_{};
  std::unordered_map<std::string, Seen> seen_;  // by key
  std::size_t seen_bytes_ = 0;
};

}  // namespace

SelfCheck check_answers(const SelfCheckQuestion& question) { return Checker(question).run(); }

}  // namespace plytrace::rules

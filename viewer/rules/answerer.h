// SPDX-License-Identifier: MIT
//
// What a rules program is asked and answers, and the two ways to ask one: by JSON lines
// (docs/rules.md), and as a UCI engine. Everything in an answer has been checked: valid UTF-8,
// no control characters in moves, bounded lengths. Errors: Failure (environment), with a message
// that names the request, interrupted, or usage for an option that an engine lacks; after one the
// answerer is good for nothing more. Thread rule: one thread at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/score.h"
#include "core/status.h"
#include "viewer/rules/child_process.h"

namespace plytrace::rules {

// The position that the moves lead to; "" is the start position of the game.
struct Question {
  std::string position;
  std::vector<std::string> moves;

  // {"position":"...","moves":["..."]}
  std::string json() const;
  // The same for messages, cut after some 200 characters.
  std::string words() const;
};

// Whether the game is over, and who has won. Unknown: it goes on if there are legal moves, but may
// be drawn by a rule that the program does not know.
enum class Over { kNotTold, kNo, kFirst, kSecond, kDraw };

struct PositionFacts {
  std::string error;  // the program knows no such position; then the rest is empty
  Over over = Over::kNotTold;
  std::optional<int> to_move;  // 0 or 1
  std::string position, key, board;
  std::optional<Score> score;  // as the first player sees it
};

struct ToldPosition : PositionFacts {
  std::vector<std::string> legal;
};

// The most bytes of a move and of another text of an answer.
inline constexpr std::size_t kLongestMove = 1000, kLongestText = 100'000;
// Whether a text is valid UTF-8, without control characters and marks that change the direction of
// writing, and not too long.
bool is_one_line(std::string_view text, std::size_t most);
// The first move that is listed twice; empty if none is.
std::string_view repeated_move(const std::vector<std::string>& legal);
// Makes a board printable, since pictures and terminals show it. Null if it has more than 200 rows,
// or one of more than 400 bytes.
std::optional<std::string> printable_board(std::string board);

class Answerer {
 public:
  // Called with the index of the question. A failure ends the asking.
  using Take = std::function<Status(std::size_t, ToldPosition)>;

  virtual ~Answerer() = default;
  // Asks all questions; the answers come in any order.
  virtual void ask(const std::vector<Question>& questions, const Take& take) = 0;
};

// Starts the program. `words` as docs/rules.md describes them: "PROGRAM ARGS" or
// "uci:ENGINE ARGS OPTION=VALUE".
std::unique_ptr<Answerer> start_answerer(const std::string& words, const Patience& patience);
// A usage error if the words name no program.
Status check_words(const std::string& words);

}  // namespace plytrace::rules

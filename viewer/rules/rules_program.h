// SPDX-License-Identifier: MIT
//
// A rules program: a program of the user that knows the rules of a game (docs/rules.md). It is
// started at the first question. Answers are kept in bounded memory, so that a position is seldom
// asked twice. The first failure is final: status() says what, and every later answer is a finished
// game without moves; whoever asks must look at status() before the results mean anything.
// Thread rule: any thread; questions are asked one batch after the other.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/game.h"
#include "core/status.h"
#include "viewer/rules/answerer.h"

namespace plytrace::rules {

struct Answer : PositionFacts {
  MoveList legal;  // in the order of the program

  bool has(MoveCode move) const;
};
using AnswerPtr = std::shared_ptr<const Answer>;

// A position of a game: a text, and the moves from there, each with a newline before it.
struct Line {
  std::string position;
  std::string path;

  static std::string joined(const std::string& path, std::string_view move) {
    return path + "\n" + std::string(move);
  }
  Question question() const;
};

class RulesProgram {
 public:
  static constexpr std::size_t kUsualMemory = std::size_t{64} << 20;  // bytes of answers
  static constexpr std::chrono::milliseconds kUsualTimeout{10'000};

  explicit RulesProgram(std::string words, const Patience& patience = kUsualTimeout,
                        std::size_t memory = kUsualMemory);

  // The words that name it on the command line.
  const std::string& words() const { return words_; }
  std::chrono::milliseconds timeout() const { return patience_.timeout; }
  // `rules program "python3 checkers.py"`
  std::string name() const;

  // Never null.
  AnswerPtr at(const Line& line);
  // Without asking; null if the answer is not kept.
  AnswerPtr known(const Line& line);
  // Asks for all that are not kept.
  void fetch(const std::vector<Line>& lines);

  // The code of a move's text, whether or not the program ever named it.
  MoveCode code_of(std::string_view text);
  std::string text_of(MoveCode move);
  bool is_named(MoveCode move);  // by the program

  // Makes `what` the failure, unless there is one.
  void fail(const std::string& what);
  Status status() const;
  // The same status, which only the thread that asks may read.
  std::shared_ptr<const Status> lasting_status() const { return status_; }
  std::uint64_t asked() const;  // positions

 private:
  struct Kept {
    AnswerPtr answer;
    std::list<const std::string*>::iterator use;
    std::size_t bytes = 0;
  };
  struct Move {
    std::string text;
    bool is_named = false;
  };

  AnswerPtr find(const std::string& key);
  void ask(const std::vector<Line>& lines);
  Status keep(const Line& line, ToldPosition told);
  Result<MoveCode> name_move(std::string_view text);
  MoveCode insert(std::string_view text);
  void set_failure(const Status& why);

  const std::string words_;
  const Patience patience_;
  const std::size_t memory_;
  mutable std::mutex mutex_;  // for everything below
  std::unique_ptr<Answerer> answerer_;
  const std::shared_ptr<Status> status_ = std::make_shared<Status>();
  std::unordered_map<std::string, Kept> kept_;
  std::list<const std::string*> uses_;  // keys of kept_, the last used first
  std::size_t bytes_ = 0;
  std::uint64_t asked_ = 0;
  std::vector<Move> moves_;
  std::unordered_map<std::string, MoveCode> codes_;
  std::size_t named_bytes_ = 0;
};

// The rules program that the person on the command line chose for all games of this process. Never
// set by a trace, the environment or a file (docs/security.md).
void choose(std::shared_ptr<RulesProgram> program);
// Null if none was chosen.
const std::shared_ptr<RulesProgram>& chosen();
// The options that chose it: "--rules", its words, and "--rules-timeout" with an unusual one.
std::vector<std::string> chosen_options();
// ok without a rules program.
Status chosen_status();

}  // namespace plytrace::rules

// SPDX-License-Identifier: MIT
//
// Asks a program by JSON lines (docs/rules.md). Up to kWindow requests are open at a time, and
// their answers may come in any order. Thread rule: one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "viewer/rules/answerer.h"
#include "viewer/rules/child_process.h"

namespace plytrace::rules {

// One line of a program. bad_input says what is wrong with it.
struct AnswerLine {
  std::optional<std::uint64_t> id;
  ToldPosition position;
};
Result<AnswerLine> read_answer(std::string_view line);

class JsonLines final : public Answerer {
 public:
  static constexpr std::size_t kWindow = 256;

  JsonLines(std::vector<std::string> words, const Patience& patience)
      : process_(std::move(words)), patience_(patience) {}
  void ask(const std::vector<Question>& questions, const Take& take) override;

 private:
  // Takes one answer to the open requests, which are indices of questions by id.
  void take_answer(const std::vector<Question>& questions,
                   std::map<std::uint64_t, std::size_t>& open, const Take& take);

  ChildProcess process_;
  Patience patience_;
  std::uint64_t next_id_ = 1;
};

}  // namespace plytrace::rules

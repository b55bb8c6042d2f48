// SPDX-License-Identifier: MIT
//
// Asks a UCI engine for the rules: `position`, `d` for the position, its key and its board, and
// `go perft 1` for the legal moves, one question after the other. An engine that knows no `d` gives
// the moves alone. It does not say who has won. Thread rule: one thread at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/rules/answerer.h"
#include "viewer/rules/child_process.h"

namespace plytrace::rules {

class UciEngine final : public Answerer {
 public:
  // `words`: the engine, its arguments, and options of UCI as NAME=VALUE.
  UciEngine(std::vector<std::string> words, const Patience& patience);
  void ask(const std::vector<Question>& questions, const Take& take) override;

 private:
  // An option that the engine lists.
  struct Option {
    std::string name;
    std::vector<std::string> values;  // empty: not a choice
  };

  static Option option_of(std::string_view line);
  // Also keeps the options that the engine lists meanwhile.
  void wait_for(std::string_view word);
  void read_options();
  // Why the engine would ignore this option; "" if it takes it.
  std::string why_ignored(const std::string& name, const std::string& value) const;
  ToldPosition ask(const Question& question);

  std::unique_ptr<ChildProcess> process_;
  Patience patience_;
  std::vector<Option> options_;
};

// The command `position`; bad_input for texts that would be other commands as well.
Result<std::string> position_command(const Question& question);

}  // namespace plytrace::rules

// SPDX-License-Identifier: MIT
#include "viewer/commands/rules_option.h"

#include <memory>
#include <string>

#include "viewer/cli/cli.h"
#include "viewer/cli/option_values.h"
#include "viewer/rules/rules_program.h"

namespace plytrace::cli {
namespace {

// The options come in any order; the program starts at its first question.
struct RulesChoice {
  std::string words;
  std::chrono::milliseconds timeout = rules::RulesProgram::kUsualTimeout;
  RulesFailure failure = RulesFailure::kEndsAnswer;

  void choose() const {
    if (words.empty()) return;
    const rules::Patience patience(timeout, &interrupted());
    rules::choose(std::make_shared<rules::RulesProgram>(words, patience));
    // Otherwise an interrupt would leave the program running.
    end_on_interrupt();
    if (failure == RulesFailure::kEndsAnswer) rely_on(rules::chosen()->lasting_status());
  }
};

}  // namespace

Check rules_program() {
  return [](const std::string& words) { return rules::check_words(words).message(); };
}

void add_rules(Command* command, RulesFailure failure) {
  const auto choice = std::make_shared<RulesChoice>();
  choice->failure = failure;
  command
      ->add_option_function(
          "--rules",
          [choice](const std::string& words) {
            choice->words = words;
            choice->choose();
          },
          "Take the rules of the game from 'PROGRAM ARGS' (docs/rules.md), or\n"
          "from a UCI engine: 'uci:ENGINE UCI_Variant=xiangqi'")
      ->type_name("PROGRAM")
      ->check(rules_program());
  command
      ->add_option_function(
          "--rules-timeout",
          [choice](const std::string& seconds) {
            choice->timeout = std::chrono::seconds(std::stoll(seconds));
            choice->choose();
          },
          "Stop the rules program if an answer takes longer than this\n(default 10)")
      ->type_name("SECONDS")
      ->check(whole_number(1, 86'400));
  command->only_with("--rules-timeout", {"--rules"});
}

}  // namespace plytrace::cli

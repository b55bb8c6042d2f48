// SPDX-License-Identifier: MIT
//
// --rules and --rules-timeout, the same for all commands that replay moves. Thread rule: pure
// functions, except that parsing the options chooses the rules program of this process.
#pragma once

#include "viewer/cli/command.h"

namespace plytrace::cli {

// The way a command ends if the rules program fails.
enum class RulesFailure {
  kEndsAnswer,  // the command prints no answer and fails (rely_on() in cli.h)
  kIsAsked      // the command has several threads, so it calls rules::chosen_status() itself
};
// Words that name a rules program.
Check rules_program();
void add_rules(Command* command, RulesFailure failure = RulesFailure::kEndsAnswer);

}  // namespace plytrace::cli

// SPDX-License-Identifier: MIT
//
// --rules and --rules-timeout, the same for all commands that replay moves. Thread rule: pure
// functions, except that parsing the options chooses the rules program of this process.
#pragma once

#include "viewer/cli/command.h"

namespace plytrace::cli {

// What becomes of the answer of a command if the rules program fails.
enum class RulesFailure {
  kEndsAnswer,  // it is dropped, and the command fails (rely_on() in cli.h)
  kIsAsked      // the command asks rules::chosen_status() itself, because it has several threads
};
void add_rules(Command* command, RulesFailure failure = RulesFailure::kEndsAnswer);

}  // namespace plytrace::cli

// SPDX-License-Identifier: MIT
//
// Plays random games by a rules program and compares its answers with each other. Equal seeds play
// equal games. Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "viewer/rules/rules_program.h"

namespace plytrace::rules {

struct SelfCheckQuestion {
  std::shared_ptr<RulesProgram> program;
  std::string position;  // "" = the start of the game
  std::uint64_t games = 20, plies = 200;
  std::uint64_t seed = 1;
};

// A kind of fault in the answers.
struct Fault {
  std::string what;   // "keys that clash"
  std::string first;  // the first time: the request, and the details
  std::uint64_t times = 0;
};

struct SelfCheck {
  std::uint64_t games = 0, positions = 0, finished = 0;
  std::vector<std::string> told, untold;  // fields of the answers
  std::vector<Fault> faults;
};

// Throws Failure: bad_input if the program refuses the position, or the program's own status.
SelfCheck check_answers(const SelfCheckQuestion& question);

}  // namespace plytrace::rules

// SPDX-License-Identifier: MIT
//
// Every reader of untrusted input as a function of bytes. A crash, a hang, a leak or a failed
// assertion is a fault of the target. Used by scripts/fuzz (libFuzzer, fuzz_main.cc) and by the
// replay of the corpus with alterations of it (replay_main.cc), which can also run a single input.
// Thread rule: one thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plytrace::fuzz {

struct Target {
  const char* name;  // and the folder of its corpus
  void (*run)(std::string_view input);
  // Whether an input of the corpus gets past the first check of the target; nullptr: not known.
  bool (*is_valid)(std::string_view input) = nullptr;
};

const std::vector<Target>& targets();
// Returns nullptr if there is no target of that name.
const Target* find_target(std::string_view name);

// Returns the exit code of plytrace-check.
int check_certificate(std::string path);

// Ends the program with both texts if they differ: for properties that a target checks.
void expect_same(std::string_view what, std::string_view one, std::string_view other);

}  // namespace plytrace::fuzz

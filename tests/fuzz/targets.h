// SPDX-License-Identifier: MIT
//
// What reads input of strangers, each as a function of bytes: a crash, a hang, a leak or a failed
// assertion is a fault of it. Three use them: scripts/fuzz (libFuzzer, fuzz_main.cc), the replay of
// the corpus beside this file with some alterations of it (replay_main.cc), and whoever looks for
// the input that ended one of these. Thread rule: one thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plytrace::fuzz {

struct Target {
  const char* name;  // and the folder of its corpus
  void (*run)(std::string_view input);
};

const std::vector<Target>& targets();
// nullptr: there is none of that name.
const Target* find_target(std::string_view name);

// The exit code of plytrace-check.
int check_certificate(std::string path);

// Ends the program with the two texts where they differ: for claims of a target.
void expect_same(std::string_view what, std::string_view one, std::string_view other);

}  // namespace plytrace::fuzz

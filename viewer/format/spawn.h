// SPDX-License-Identifier: MIT
//
// Starts another program and waits for its end. Thread rule: any thread.
#pragma once

#include <sys/types.h>

#include <array>
#include <string>
#include <vector>

namespace plytrace {

struct Spawn {
  std::string program;                   // a path, or a name in PATH
  std::vector<std::string> words;        // the first is its name
  std::array<int, 3> files{-1, -1, -1};  // its input, output and messages; -1: /dev/null
  bool has_own_group = false;            // of processes
};

// Signals that plytrace ignores or handles have their default effect in the program. Returns 0, or
// the reason as errno has it.
int spawn(Spawn what, pid_t& process);

// Waits until the process ends. Returns its status as waitpid() does.
int wait_for(pid_t process);

// Kills the groups of processes that spawn() made and that nobody has waited for. A signal handler
// calls it before it ends plytrace: Ctrl-C does not reach other groups.
void kill_groups();

}  // namespace plytrace

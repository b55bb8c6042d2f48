// SPDX-License-Identifier: MIT
//
// plytrace: wiring only. Which subcommands there are, and the one place where a Status becomes a
// message and an exit code.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "viewer/cli/cli.h"
#include "viewer/commands/commands.h"
#include "viewer/commit.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

int exit_with(const Status& status) {
  // A message may quote texts of a trace.
  const std::string message = text::printable_lines(status.message());
  if (!message.empty()) std::fprintf(stderr, "plytrace: %s\n", message.c_str());
  return static_cast<int>(status.code());
}

// Nothing that takes memory.
int exit_without_memory() {
  std::fputs("plytrace: out of memory; try a smaller depth, budget or table\n", stderr);
  return static_cast<int>(StatusCode::kEnvironment);
}

// Static objects of libraries allocate, too, before main() is there to catch.
__attribute__((constructor(101))) void tell_of_no_memory_before_main() {
  std::set_terminate([] {
    try {
      if (const auto error = std::current_exception()) std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
      _exit(exit_without_memory());
    } catch (...) {  // a bug: no more than its core is of use
    }
    std::abort();
  });
}

int run(int argc, char** argv) {
  cli::Program app("plytrace: flight recorder and debugger for game-tree search",
                   std::string(PLYTRACE_VERSION " (commit ") + kCommit + ")");
  cli::CommandList commands;
  // An option before the command is one of the program, whose help lists all commands.
  setup_commands(app, commands, argc > 1 ? argv[1] : "");
  if (const auto finished = app.parse(argc, argv)) return exit_with(*finished);
  return exit_with(commands.run_chosen());
}

}  // namespace
}  // namespace plytrace

int main(int argc, char** argv) {
  // A file at its limit is a disk that fails, and no reason to die: what was begun is removed.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return plytrace::run(argc, argv);
  } catch (const std::bad_alloc&) {
    return plytrace::exit_without_memory();
  } catch (const std::exception& error) {
    return plytrace::exit_with(plytrace::Status::environment(std::string("internal error: ") +
                                                             error.what() + "; please report it"));
  }
}

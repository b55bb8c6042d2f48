// SPDX-License-Identifier: MIT
//
// plytrace: wiring only. Which subcommands there are, and the one place where a Status becomes a
// message and an exit code.
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "viewer/cli/cli.h"
#include "viewer/commands/commands.h"
#include "viewer/text/format.h"

namespace plytrace {
namespace {

int exit_with(const Status& status) {
  // A message may quote texts of a trace.
  const std::string message = text::printable_lines(status.message());
  if (!message.empty()) std::fprintf(stderr, "plytrace: %s\n", message.c_str());
  return static_cast<int>(status.code());
}

int run(int argc, char** argv) {
  cli::Program app("plytrace: flight recorder and debugger for game-tree search", PLYTRACE_VERSION);
  cli::CommandList commands;
  setup_commands(app, commands);
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
    // Nothing that takes memory.
    std::fputs("plytrace: out of memory; try a smaller depth, budget or table\n", stderr);
    return static_cast<int>(plytrace::StatusCode::kEnvironment);
  } catch (const std::exception& error) {
    return plytrace::exit_with(plytrace::Status::environment(std::string("internal error: ") +
                                                             error.what() + "; please report it"));
  }
}

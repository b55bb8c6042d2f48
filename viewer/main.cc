// SPDX-License-Identifier: MIT
//
// plytrace: runs the selected subcommand. This is the only place that turns a Status into a message
// and an exit code.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <string>

#include "viewer/cli/manual.h"
#include "viewer/cli/pager.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/complete.h"
#include "viewer/commit.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

int exit_with(const Status& status) {
  // Make the message printable, because it may quote texts of a trace.
  const std::string message = text::printable_lines(status.message());
  if (!message.empty()) std::fprintf(stderr, "plytrace: %s\n", message.c_str());
  return static_cast<int>(status.code());
}

// Allocates no memory.
int exit_without_memory() {
  std::fputs("plytrace: out of memory; try a smaller depth, budget or table\n", stderr);
  return static_cast<int>(StatusCode::kEnvironment);
}

// Static objects of libraries may run out of memory before main() can catch the exception.
__attribute__((constructor(101))) void tell_of_no_memory_before_main() {
  std::set_terminate([] {
    try {
      if (const auto error = std::current_exception()) std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
      _exit(exit_without_memory());
    } catch (...) {  // a bug: abort() leaves a core dump
    }
    std::abort();
  });
}

// Answers the build and the shells. These words are in no help.
std::optional<Status> run_hidden(const cli::Program& app, int argc, char** argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  if (word == "__complete") return complete({argv + 2, argv + argc});
  if (word == "__man" && argc == 3) {
    return cli::write_manual(app.facts(), {kCommitDate, PLYTRACE_VERSION}, argv[2]);
  }
  return std::nullopt;
}

int run(int argc, char** argv) {
  cli::Program app("plytrace: flight recorder and debugger for game-tree search",
                   std::string(PLYTRACE_VERSION " (commit ") + kCommit + ")");
  // If the first word is not a command, all commands are set up, because the help lists them.
  setup_commands(app, argc > 1 ? argv[1] : "");
  if (const auto finished = run_hidden(app, argc, argv)) return exit_with(*finished);
  const auto finished = app.parse({argv + 1, argv + argc});
  const Status status = finished ? *finished : app.run_chosen();
  cli::wait_for_pager();
  return exit_with(status);
}

}  // namespace
}  // namespace plytrace

int main(int argc, char** argv) {
  // Reaching the file size limit must be an ordinary write error, so that partial output is
  // removed.
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

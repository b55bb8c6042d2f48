// SPDX-License-Identifier: MIT
//
// plytrace explore TRACE [TRACE2]: serves the explorer on the loopback addresses, for a browser.
#include <malloc.h>
#include <sys/resource.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"
#include "viewer/explore/api.h"
#include "viewer/explore/explorer.h"
#include "viewer/explore/http_server.h"
#include "viewer/format/spawn.h"

namespace plytrace {
namespace {

struct ExploreCommand {
  std::string trace, second, question, moves = "trace";
  int port = 0;
  bool no_open = false;
};

// Passes the address to the desktop, if there is one; the result is unknown.
void open_browser(const std::string& address) {
  pid_t child = 0;
  (void)spawn({"xdg-open", {"xdg-open", address}}, child);
}

// Keeps freed memory in the process, so that later answers reuse it without page faults.
void keep_memory() {
  // malloc() takes blocks below the threshold from the heap, where they stay after free().
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

// Gives one answer instead of starting a server. The explorer runs this for SQL, which it may have
// to kill.
Status answer_one(const std::vector<std::string>& traces, const std::string& moves,
                  const std::string& question) {
  auto target = explore::parse_target("/" + question);
  if (!target) {
    return Status::usage(
        "explore: --answer: not a request of the page; write one like 'node?id=6', with %20 for a "
        "blank");
  }
  const std::string name = target->path.substr(1);
  explore::Api api(traces, explore::Deadline::kUsual, moves);
  if (explore::is_computed_by_a_job(name)) {
    api.wait_for_jobs();
  } else {
    // These panels are bounded. The limit is for a statement stuck in one operation, which must not
    // outlive the explorer.
    const rlimit processor{10, 10};  // seconds
    ::setrlimit(RLIMIT_CPU, &processor);
  }
  const auto answer = api.ask(name, std::move(target->query));
  return answer ? cli::write_stdout(answer->body) : answer.status();
}

Status run_explore(const ExploreCommand& options) {
  std::vector<std::string> traces{options.trace};
  if (!options.second.empty()) traces.push_back(options.second);
  if (options.moves != "trace") {
    auto reader = value_of(TraceReader::open(options.trace));
    const auto search = value_of(reader.choose_search({}));
    require(cli::name_moves(reader, search, options.moves));
  }
  for (const std::string& file : traces) {
    // Report a file that is not a trace here instead of in the browser.
    (void)value_of(TraceReader::open(file));
  }
  if (!options.question.empty()) return answer_one(traces, options.moves, options.question);
  keep_memory();
  const auto token = value_of(explore::new_token());
  std::unique_ptr<explore::Explorer> explorer;
  auto server = value_of(explore::HttpServer::listen(
      options.port, [&](const explore::Request& request) { return explorer->answer(request); }));
  const explore::Guard guard(token, server.port());
  explorer = std::make_unique<explore::Explorer>(traces, options.moves, guard);
  cli::catch_interrupts();
  require(cli::write_stdout(guard.address() + "\n"));
  if (!options.no_open) open_browser(guard.address());
  return server.run(cli::interrupted());
}

}  // namespace

void setup_explore(cli::Program& app) {
  const auto [command, options] =
      cli::add_command(app, "explore", "Explore a trace, or two side by side, in a browser",
                       {"plytrace explore run.db", "plytrace explore before.db after.db --no-open",
                        "plytrace explore run.db --port 8123   # ssh -L 8123:127.0.0.1:8123 HOST"},
                       run_explore);
  cli::add_explanation(command,
                       "Prints the address and serves it until Ctrl-C, on localhost only, to "
                       "anyone\nwho knows the address. A growing trace is followed.");
  cli::add_trace_file(command, options->trace);
  command->add_option("trace2 TRACE2", options->second, "A second trace, to compare")
      ->check(cli::input_file());
  cli::add_moves(command, options->moves);
  const cli::Option* const port =
      command->add_option("--port N", options->port, "Port, 0 = any that is free (default {})")
          ->check(cli::whole_number(0, 65535));
  const cli::Option* const no_open =
      command->add_flag("--no-open", options->no_open, "Do not start a browser");
  command
      ->add_option("--answer QUESTION", options->question,
                   "Print the answer to one request of the page, and exit")
      ->excludes(port)
      ->excludes(no_open);
  cli::add_rules(command, cli::RulesFailure::kIsAsked);
}

}  // namespace plytrace

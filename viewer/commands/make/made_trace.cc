// SPDX-License-Identifier: MIT
#include "viewer/commands/made_trace.h"

#include <stdlib.h>

#include <filesystem>
#include <system_error>

#include "viewer/cli/cli.h"
#include "viewer/commands/make/record_tree.h"
#include "viewer/commands/make/recorded_search.h"

namespace plytrace {

MadeTrace::MadeTrace(std::string folder) : folder_(std::move(folder)) {
  cli::note_temporary_trace(path());
  cli::end_on_interrupt();
}

MadeTrace::~MadeTrace() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
  // Last, because a signal may arrive before.
  cli::forget_temporary_trace(path());
}

Status MadeTrace::failure(const Status& status, const std::string& or_else) const {
  // The message may name the path with all its folders.
  const std::string name = std::filesystem::path(path()).filename().string() + ": ";
  const std::size_t at = status.message().find(name);
  if (status || at == std::string::npos) return status;
  // The advice of the message, behind the reason, is about a file that the user named.
  const std::string reason = status.message().substr(at + name.size());
  const std::string folder = std::filesystem::path(folder_).parent_path().string();
  return {status.code(), "temporary trace in " + folder + ": " +
                             reason.substr(0, reason.find(';')) +
                             "; set TMPDIR to a folder with more space" + or_else};
}

Result<std::unique_ptr<MadeTrace>> make_temporary_trace() {
  std::error_code error;
  std::string folder = (std::filesystem::temp_directory_path(error) / "plytrace-XXXXXX").string();
  if (error || mkdtemp(folder.data()) == nullptr) {
    return Status::environment("no temporary folder for the trace: set TMPDIR");
  }
  return std::make_unique<MadeTrace>(folder);
}

Result<std::unique_ptr<MadeTrace>> search_tree(const TreeSearch& asked) {
  auto made = value_of(make_temporary_trace());
  if (const auto recorded = record_tree(asked, {made->path()}); !recorded) {
    return made->failure(recorded.status());
  }
  return made;
}

Result<std::uint64_t> record_tree(const TreeSearch& asked, const Destination& destination) {
  SearchOptions options;
  options.game.game = "tree";
  options.game.position = asked.position;
  options.game.has_position = true;
  options.game.settings = asked.game_options;
  const auto take = [](const std::string& given, std::string& option) {
    if (!given.empty()) option = given;
  };
  take(asked.algorithm, options.algorithm);
  take(asked.fail, options.fail);
  take(asked.cut, options.cut);
  take(asked.order, options.order);
  take(asked.ties, options.ties);
  take(asked.window, options.window);
  options.output = destination;
  const auto search = value_of(prepare_search(options));
  const auto outcome = value_of(run_prepared(search, options.output, false));
  if (!outcome.trace) return outcome.trace;
  return outcome.result.counters.nodes;
}

void add_conventions(cli::Command* command, TreeSearch& asked) {
  command->add_option(
      "--cut MODE", asked.cut,
      "Cut at a value that equals the bound, or only beyond it:\nequal, strict (default equal)");
  command->add_option("--order NAME", asked.order,
                      "Order of the moves: natural, reverse (right to left), ...");
  command->add_option("--ties RULE", asked.ties,
                      "How ties between root moves are broken: first, last, random");
  command->add_option("--window LO,HI", asked.window,
                      "Window of the root; -inf,10 if no leaf can be worth more than 10");
  command
      ->add_option("-g,--game-option KEY=VALUE", asked.game_options,
                   "Option of the game tree: root=max|min")
      ->allow_extra_args(false);
}

}  // namespace plytrace

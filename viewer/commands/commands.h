// SPDX-License-Identifier: MIT
//
// The subcommands, one file each. make/ contains commands that create traces or list what plytrace
// offers, ask/ those that read a trace. Each setup_ function declares the options of its command
// and the function to run. Thread rule: the main thread.
#pragma once

#include <string_view>

#include "viewer/cli/cli.h"

namespace plytrace {

void setup_search(cli::Program&, cli::CommandList&);
void setup_suite(cli::Program&, cli::CommandList&);
void setup_play(cli::Program&, cli::CommandList&);
void setup_import(cli::Program&, cli::CommandList&);
void setup_merge(cli::Program&, cli::CommandList&);
void setup_collect(cli::Program&, cli::CommandList&);
void setup_games(cli::Program&, cli::CommandList&);
void setup_algorithms(cli::Program&, cli::CommandList&);
void setup_evaluators(cli::Program&, cli::CommandList&);
void setup_perft(cli::Program&, cli::CommandList&);
void setup_info(cli::Program&, cli::CommandList&);
void setup_stats(cli::Program&, cli::CommandList&);
void setup_log(cli::Program&, cli::CommandList&);
void setup_show(cli::Program&, cli::CommandList&);
void setup_why(cli::Program&, cli::CommandList&);
void setup_pv(cli::Program&, cli::CommandList&);
void setup_find(cli::Program&, cli::CommandList&);
void setup_sql(cli::Program&, cli::CommandList&);
void setup_hot(cli::Program&, cli::CommandList&);
void setup_repeats(cli::Program&, cli::CommandList&);
void setup_verify(cli::Program&, cli::CommandList&);
void setup_check_answer(cli::Program&, cli::CommandList&);
void setup_compare(cli::Program&, cli::CommandList&);
void setup_render(cli::Program&, cli::CommandList&);
void setup_export(cli::Program&, cli::CommandList&);
void setup_report(cli::Program&, cli::CommandList&);
void setup_watch(cli::Program&, cli::CommandList&);
void setup_explore(cli::Program&, cli::CommandList&);
void setup_index(cli::Program&, cli::CommandList&);

struct NamedCommand {
  std::string_view name;
  void (*setup)(cli::Program&, cli::CommandList&);
};
// In the order of the help.
inline constexpr NamedCommand kCommands[] = {
    {"search", setup_search},
    {"suite", setup_suite},
    {"play", setup_play},
    {"import", setup_import},
    {"merge", setup_merge},
    {"collect", setup_collect},
    {"games", setup_games},
    {"algorithms", setup_algorithms},
    {"evaluators", setup_evaluators},
    {"perft", setup_perft},
    {"info", setup_info},
    {"stats", setup_stats},
    {"log", setup_log},
    {"show", setup_show},
    {"why", setup_why},
    {"pv", setup_pv},
    {"find", setup_find},
    {"sql", setup_sql},
    {"hot", setup_hot},
    {"repeats", setup_repeats},
    {"verify", setup_verify},
    {"check-answer", setup_check_answer},
    {"compare", setup_compare},
    {"render", setup_render},
    {"export", setup_export},
    {"report", setup_report},
    {"watch", setup_watch},
    {"explore", setup_explore},
    {"index", setup_index},
};

// Sets up the command with this name. For an unknown name it sets up all commands, which the help
// and the error message need. Setting up one command takes 300 allocations instead of 10,000.
inline void setup_commands(cli::Program& app, cli::CommandList& commands, std::string_view name) {
  for (const NamedCommand& command : kCommands) {
    if (command.name == name) return command.setup(app, commands);
  }
  for (const NamedCommand& command : kCommands) command.setup(app, commands);
}

}  // namespace plytrace

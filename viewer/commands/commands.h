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
void setup_list(cli::Program&, cli::CommandList&);
void setup_perft(cli::Program&, cli::CommandList&);
void setup_rules_check(cli::Program&, cli::CommandList&);
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
void setup_baseline(cli::Program&, cli::CommandList&);
void setup_render(cli::Program&, cli::CommandList&);
void setup_export(cli::Program&, cli::CommandList&);
void setup_report(cli::Program&, cli::CommandList&);
void setup_explore(cli::Program&, cli::CommandList&);

struct NamedCommand {
  std::string_view group;  // its heading in the help
  std::string_view name;
  void (*setup)(cli::Program&, cli::CommandList&);
};
inline constexpr std::string_view kMakes = "Commands that make traces";
inline constexpr std::string_view kLists = "Commands that list what plytrace offers";
inline constexpr std::string_view kAsks = "Commands that ask a trace";
inline constexpr std::string_view kJudges = "Commands that judge";
inline constexpr std::string_view kDraws = "Commands that draw and export";
// In the order of the help.
inline constexpr NamedCommand kCommands[] = {
    {kMakes, "search", setup_search},
    {kMakes, "suite", setup_suite},
    {kMakes, "play", setup_play},
    {kMakes, "import", setup_import},
    {kMakes, "merge", setup_merge},
    {kMakes, "collect", setup_collect},
    {kLists, "list", setup_list},
    {kLists, "perft", setup_perft},
    {kAsks, "info", setup_info},
    {kAsks, "stats", setup_stats},
    {kAsks, "log", setup_log},
    {kAsks, "show", setup_show},
    {kAsks, "why", setup_why},
    {kAsks, "pv", setup_pv},
    {kAsks, "find", setup_find},
    {kAsks, "sql", setup_sql},
    {kAsks, "hot", setup_hot},
    {kAsks, "repeats", setup_repeats},
    {kJudges, "verify", setup_verify},
    {kJudges, "check-answer", setup_check_answer},
    {kJudges, "rules-check", setup_rules_check},
    {kJudges, "compare", setup_compare},
    {kJudges, "baseline", setup_baseline},
    {kDraws, "render", setup_render},
    {kDraws, "report", setup_report},
    {kDraws, "explore", setup_explore},
    {kDraws, "export", setup_export},
};

// Sets up the command with this name. For an unknown name it sets up all commands, which the help
// and the error message need. Setting up one command takes 300 allocations instead of 10,000.
inline void setup_commands(cli::Program& app, cli::CommandList& commands, std::string_view name) {
  for (const NamedCommand& command : kCommands) {
    if (command.name == name) return command.setup(app, commands);
  }
  for (const NamedCommand& command : kCommands) {
    app.start_group(std::string(command.group));
    command.setup(app, commands);
  }
}

}  // namespace plytrace

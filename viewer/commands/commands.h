// SPDX-License-Identifier: MIT
//
// The subcommands, one file each. make/ contains commands that create traces or list what plytrace
// offers, ask/ those that read a trace. Each setup_ function declares the options of its command
// and the function to run. Thread rule: the main thread.
#pragma once

#include <string_view>

#include "viewer/cli/cli.h"

namespace plytrace {

void setup_search(cli::Program&);
void setup_suite(cli::Program&);
void setup_play(cli::Program&);
void setup_import(cli::Program&);
void setup_merge(cli::Program&);
void setup_collect(cli::Program&);
void setup_list(cli::Program&);
void setup_perft(cli::Program&);
void setup_rules_check(cli::Program&);
void setup_info(cli::Program&);
void setup_stats(cli::Program&);
void setup_log(cli::Program&);
void setup_show(cli::Program&);
void setup_why(cli::Program&);
void setup_pv(cli::Program&);
void setup_find(cli::Program&);
void setup_sql(cli::Program&);
void setup_hot(cli::Program&);
void setup_repeats(cli::Program&);
void setup_verify(cli::Program&);
void setup_check_answer(cli::Program&);
void setup_compare(cli::Program&);
void setup_baseline(cli::Program&);
void setup_render(cli::Program&);
void setup_export(cli::Program&);
void setup_report(cli::Program&);
void setup_explore(cli::Program&);

struct NamedCommand {
  std::string_view group;  // its heading in the help
  std::string_view name;
  void (*setup)(cli::Program&);
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
inline void setup_commands(cli::Program& app, std::string_view name) {
  for (const NamedCommand& command : kCommands) {
    if (command.name == name) return command.setup(app);
  }
  for (const NamedCommand& command : kCommands) {
    app.start_group(std::string(command.group));
    command.setup(app);
  }
}

}  // namespace plytrace

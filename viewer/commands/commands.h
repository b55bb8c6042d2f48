// SPDX-License-Identifier: MIT
//
// The subcommands, one file each: make/ has those that make traces or say what plytrace knows, ask/
// those that ask a trace.
#pragma once

#include "viewer/cli/cli.h"

namespace plytrace {

void setup_search(CLI::App&, cli::CommandList&);
void setup_play(CLI::App&, cli::CommandList&);
void setup_import(CLI::App&, cli::CommandList&);
void setup_games(CLI::App&, cli::CommandList&);
void setup_algorithms(CLI::App&, cli::CommandList&);
void setup_evaluators(CLI::App&, cli::CommandList&);
void setup_perft(CLI::App&, cli::CommandList&);
void setup_info(CLI::App&, cli::CommandList&);
void setup_stats(CLI::App&, cli::CommandList&);
void setup_log(CLI::App&, cli::CommandList&);
void setup_show(CLI::App&, cli::CommandList&);
void setup_why(CLI::App&, cli::CommandList&);
void setup_pv(CLI::App&, cli::CommandList&);
void setup_find(CLI::App&, cli::CommandList&);
void setup_sql(CLI::App&, cli::CommandList&);
void setup_verify(CLI::App&, cli::CommandList&);
void setup_compare(CLI::App&, cli::CommandList&);
void setup_render(CLI::App&, cli::CommandList&);
void setup_export(CLI::App&, cli::CommandList&);
void setup_report(CLI::App&, cli::CommandList&);
void setup_watch(CLI::App&, cli::CommandList&);

inline void setup_commands(CLI::App& app, cli::CommandList& commands) {
  setup_search(app, commands);
  setup_play(app, commands);
  setup_import(app, commands);
  setup_games(app, commands);
  setup_algorithms(app, commands);
  setup_evaluators(app, commands);
  setup_perft(app, commands);
  setup_info(app, commands);
  setup_stats(app, commands);
  setup_log(app, commands);
  setup_show(app, commands);
  setup_why(app, commands);
  setup_pv(app, commands);
  setup_find(app, commands);
  setup_sql(app, commands);
  setup_verify(app, commands);
  setup_compare(app, commands);
  setup_render(app, commands);
  setup_export(app, commands);
  setup_report(app, commands);
  setup_watch(app, commands);
}

}  // namespace plytrace

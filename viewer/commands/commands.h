// SPDX-License-Identifier: MIT
//
// The subcommands, one file each: make/ has those that make traces or say what plytrace knows, ask/
// those that ask a trace. Each setup_ function declares its options and what to run; main() calls
// them once, and CommandList runs the chosen one. Thread rule: the main thread.
#pragma once

#include "viewer/cli/cli.h"

namespace plytrace {

void setup_search(cli::Program&, cli::CommandList&);
void setup_play(cli::Program&, cli::CommandList&);
void setup_import(cli::Program&, cli::CommandList&);
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
void setup_compare(cli::Program&, cli::CommandList&);
void setup_render(cli::Program&, cli::CommandList&);
void setup_export(cli::Program&, cli::CommandList&);
void setup_report(cli::Program&, cli::CommandList&);
void setup_watch(cli::Program&, cli::CommandList&);
void setup_explore(cli::Program&, cli::CommandList&);
void setup_index(cli::Program&, cli::CommandList&);

inline void setup_commands(cli::Program& app, cli::CommandList& commands) {
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
  setup_hot(app, commands);
  setup_repeats(app, commands);
  setup_verify(app, commands);
  setup_compare(app, commands);
  setup_render(app, commands);
  setup_export(app, commands);
  setup_report(app, commands);
  setup_watch(app, commands);
  setup_explore(app, commands);
  setup_index(app, commands);
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// The subcommands that make traces, one file each.
#pragma once

#include "viewer/cli/cli.h"

namespace plytrace {

void setup_search(CLI::App&, cli::CommandList&);
void setup_play(CLI::App&, cli::CommandList&);
void setup_import(CLI::App&, cli::CommandList&);

inline void setup_tracer_commands(CLI::App& app, cli::CommandList& commands) {
  setup_search(app, commands);
  setup_play(app, commands);
  setup_import(app, commands);
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// The subcommand `why`. Thread rule: called once, by main.
#pragma once

#include "viewer/cli/cli.h"

namespace plytrace {

void setup_why(CLI::App&, cli::CommandList&);

}  // namespace plytrace

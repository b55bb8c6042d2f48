// SPDX-License-Identifier: MIT
//
// plytrace info --follow: prints live counts of a recording made by another process, until it ends.
// The trace is opened again for every line, so that the recorder can close the file when it
// finishes. Errors: those of TraceReader::open(); kInterrupted after Ctrl-C. Thread rule: the main
// thread.
#pragma once

#include <cstdint>
#include <string>

#include "core/status.h"
#include "viewer/cli/cli.h"

namespace plytrace {

struct FollowOptions {
  std::string file;
  double interval = 1;                                  // in seconds
  std::int64_t lines = 0;                               // at most; 0 = no limit
  cli::OutputFormat format = cli::OutputFormat::kText;  // JSON: one object per line
};

Status follow(const FollowOptions& options);

}  // namespace plytrace

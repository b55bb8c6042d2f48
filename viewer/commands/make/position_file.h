// SPDX-License-Identifier: MIT
//
// Files of positions, for `search --positions` and `suite`:
//
//   # comment
//   ......./......./......./......./......./...X... O
//   ......./......./......./......./......./...X... O moves d,c
//   start moves d,d
//
// Errors: a file that cannot be read, that holds no position, or with a line that is too long.
// Whether a position is legal is up to the search. Thread rule: one call at a time.
#pragma once

#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/cli/game_options.h"

namespace plytrace {

struct FilePosition {
  int line = 0;
  cli::GameOptions game;  // the options of the game, with the position and the moves of the line
};

// "-" reads standard input.
Result<std::vector<FilePosition>> read_positions(const std::string& file,
                                                 const cli::GameOptions& game);

// The message of a search of that line, with file and line if the position is to blame. Wrong
// options concern all lines.
Status at_line(const std::string& file, const FilePosition& position, const Status& status);

}  // namespace plytrace

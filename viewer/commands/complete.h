// SPDX-License-Identifier: MIT
//
// `plytrace __complete WORDS`: candidates for the last of the words of a command line, for the
// completion of bash, zsh and fish (viewer/commands/shell/). It prints one candidate a line:
//
//   CANDIDATE<TAB>DESCRIPTION   replaces the whole last word; the description may be missing
//   <TAB>files                  the shell adds the names of files; also `traces`, `folders`
//
// A candidate that ends with '/' or '=' is to be continued without a blank. The answer is empty
// where nothing is known, and never an error: it would appear in the line that the user types.
// Thread rule: the main thread.
#pragma once

#include <string>
#include <vector>

#include "core/status.h"

namespace plytrace {

// `words` are those after the program's name, as far as the cursor; the last one may be empty.
Status complete(const std::vector<std::string>& words);

}  // namespace plytrace

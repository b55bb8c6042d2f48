// SPDX-License-Identifier: MIT
//
// Shows long texts page by page: by the program that the environment variable PAGER names, or less.
// Nothing is paged if standard output is not a terminal, with --no-pager, if PAGER is empty or
// cannot be found, and if a text has fewer lines than the terminal. Thread rule: the main thread.
#pragma once

#include <string_view>

namespace plytrace::cli {

// Starts a pager that reads standard output from now on, if there is none yet and `text`, which is
// written next, needs one.
void start_pager_for(std::string_view text);
// Whether a pager reads standard output; its user may close it at any time.
bool has_pager();
// Ends the output and waits until the user has left the pager.
void wait_for_pager();

}  // namespace plytrace::cli

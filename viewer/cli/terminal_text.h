// SPDX-License-Identifier: MIT
//
// Adapts text to the terminal. Thread rule: one thread.
#pragma once

#include <string>

namespace plytrace::cli {

// Wraps lines that are wider than the terminal on stdout and indents the rest by four more columns;
// returns the text unchanged if stdout is not a terminal.
std::string for_terminal(const std::string& text);

// Quotes a word for a shell. A word that begins with '-' is written as a file name.
std::string shell_word(const std::string& word);

}  // namespace plytrace::cli

// SPDX-License-Identifier: MIT
//
// Text for people, as the terminal shows it best. Thread rule: one thread.
#pragma once

#include <string>

namespace plytrace::cli {

// Lines wider than the terminal that stdout is go on below, four columns further in than they
// begin; where stdout is no terminal the text stays as it is.
std::string for_terminal(const std::string& text);

// A word for a shell, whatever it holds; one that begins with '-' as the name of a file.
std::string shell_word(const std::string& word);

}  // namespace plytrace::cli

// SPDX-License-Identifier: MIT
//
// Man pages, made from the declarations that --help shows, so that there is one copy of each text.
// The build runs `plytrace __man FOLDER`, which writes plytrace.1 and one page for each command.
// `plytrace __man COMMAND` prints one.
// Source of the format: man(7). Thread rule: one thread.
#pragma once

#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/cli/command.h"

namespace plytrace::cli {

// The texts in the head and foot of each page.
struct ManualHead {
  std::string date;     // "2026-11-27"
  std::string version;  // "0.2.0"
};

// The pages as file name and text. `commands` is Program::facts().
std::vector<std::pair<std::string, std::string>> manual_pages(
    const std::vector<CommandFacts>& commands, const ManualHead& head);

// Prints the page of the command `target`, or writes all pages into the folder `target`, which has
// a
// '/' in its name and exists.
Status write_manual(const std::vector<CommandFacts>& commands, const ManualHead& head,
                    const std::string& target);

}  // namespace plytrace::cli

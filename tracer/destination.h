// SPDX-License-Identifier: MIT
//
// Destination: where a trace goes, and what may happen to a file that already exists. An existing
// file is refused, unless `force` (replace it and its journals) or `append` (add a search; makes
// the file if there is none). A file that another process is recording is never replaced. Errors:
// usage for an output that exists or cannot be a trace, bad_input for a file that cannot be
// appended to, environment for a missing or closed folder. Thread rule: pure functions on files.
#pragma once

#include <string>

#include "core/status.h"

namespace plytrace {

struct Destination {
  std::string path;
  bool force = false;
  bool append = false;
  bool can_append = true;  // the caller has the option
};

// Drops `append` if there is no file to add to.
Destination definite(Destination destination);

// Checks everything that can be checked without changing a file.
Status check_destination(const Destination& destination);

// Makes the empty file of a new trace; with `force`, removes left-over journals first. Never opens
// an existing file, even one that somebody else made in between.
Status create_destination(const Destination& destination);

// Whether `force` applies to an existing file.
bool replaces_file(const Destination& destination);
void remove_journals(const std::string& path);

// Removes a new file that could not become a trace, and its journals.
void remove_destination(const std::string& path);

}  // namespace plytrace

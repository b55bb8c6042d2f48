// SPDX-License-Identifier: MIT
//
// Where a trace goes, and what may happen to a file that is there already. An existing file is
// refused unless `force` (it is replaced, with its journals) or `append` (a search is added; where
// there is no file, one is made); one
// that another process is recording is never replaced.
// Errors: usage for an output that exists or cannot be one, bad_input for what cannot be appended
// to, environment for folders that are missing or closed. Thread rule: pure functions on files.
#pragma once

#include <string>

#include "core/status.h"

namespace plytrace {

struct Destination {
  std::string path;
  bool force = false;
  bool append = false;
};

// The same without `append` where there is no file to add to.
Destination definite(Destination destination);

// What can be said before anything is touched.
Status check_destination(const Destination& destination);

// Makes the empty file of a new trace, after removing left-over journals with `force`. Never opens
// a file that is there, or that somebody else made in between.
Status create_destination(const Destination& destination);

// Whether `force` has a file to replace.
bool replaces_file(const Destination& destination);
void remove_journals(const std::string& path);

// Takes away a new file that could not become a trace, and its journals.
void remove_destination(const std::string& path);

}  // namespace plytrace

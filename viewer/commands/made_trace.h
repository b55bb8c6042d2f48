// SPDX-License-Identifier: MIT
//
// A trace in a temporary folder, which the destructor or a signal removes, and the search of a tree
// that is recorded in one for a single command. Errors: those of `plytrace search`. Thread rule:
// one thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/cli/command.h"

namespace plytrace {

class MadeTrace {
 public:
  explicit MadeTrace(std::string folder);
  ~MadeTrace();
  MadeTrace(const MadeTrace&) = delete;
  MadeTrace& operator=(const MadeTrace&) = delete;

  std::string path() const { return folder_ + "/tree.db"; }
  // The status of its recording, without the name of the file, which the user never chose.
  // `or_else` is further advice, such as ", or ...".
  Status failure(const Status& status, const std::string& or_else = "") const;

 private:
  std::string folder_;
};

// The trace does not exist yet, but its folder does.
Result<std::unique_ptr<MadeTrace>> make_temporary_trace();

// How to search an explicit tree (a position of the game `tree`), in the words of `plytrace
// search`;
// "" is the default.
struct TreeSearch {
  std::string position;
  std::string algorithm, fail, cut, order, ties, window;
  std::vector<std::string> game_options;  // key=value
};
Result<std::unique_ptr<MadeTrace>> search_tree(const TreeSearch& asked);

// Adds --cut, --order, --ties, --window and -g, for commands that search a tree.
void add_conventions(cli::Command* command, TreeSearch& asked);

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// Runs a search for a single command and records it in a temporary folder, which the destructor
// removes. Errors: those of `plytrace search`. Thread rule: one thread.
#pragma once

#include <memory>
#include <string>

#include "core/status.h"

namespace plytrace {

class MadeTrace {
 public:
  explicit MadeTrace(std::string folder) : folder_(std::move(folder)) {}
  ~MadeTrace();
  MadeTrace(const MadeTrace&) = delete;
  MadeTrace& operator=(const MadeTrace&) = delete;

  std::string path() const { return folder_ + "/tree.db"; }

 private:
  std::string folder_;
};

// Searches an explicit tree (a position of the game `tree`); `algorithm` "" is the default one.
Result<std::unique_ptr<MadeTrace>> search_tree(const std::string& position,
                                               const std::string& algorithm);

}  // namespace plytrace

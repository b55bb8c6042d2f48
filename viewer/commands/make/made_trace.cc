// SPDX-License-Identifier: MIT
#include "viewer/commands/made_trace.h"

#include <stdlib.h>

#include <filesystem>
#include <system_error>

#include "viewer/commands/make/recorded_search.h"

namespace plytrace {

MadeTrace::~MadeTrace() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Result<std::unique_ptr<MadeTrace>> search_tree(const std::string& position,
                                               const std::string& algorithm) {
  std::error_code error;
  std::string folder = (std::filesystem::temp_directory_path(error) / "plytrace-XXXXXX").string();
  if (error || mkdtemp(folder.data()) == nullptr) {
    return Status::environment("no temporary folder for the search of --tree: set TMPDIR");
  }
  auto made = std::make_unique<MadeTrace>(folder);
  SearchOptions options;
  options.game.game = "tree";
  options.game.position = position;
  options.game.has_position = true;
  if (!algorithm.empty()) options.algorithm = algorithm;
  options.output.path = made->path();
  const auto search = prepare_search(options);
  if (!search) return search.status();
  const auto outcome = run_prepared(*search, options.output, false);
  if (!outcome) return outcome.status();
  if (!outcome->trace) return outcome->trace;
  return made;
}

}  // namespace plytrace

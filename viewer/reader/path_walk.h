// SPDX-License-Identifier: MIT
//
// Follows a path as far as nodes exist, and keeps the remaining moves, for which there is no node.
// Used by questions about moves that were never searched. Thread rule: PathEnd is a plain value;
// walk_path() follows the reader's rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/status.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

// One component of a path, decoded.
struct PathStep {
  std::string move;
  bool same_position = false;  // "=": a hand-over or a probe of the same position
  int earlier = 0;             // k of "~k"; 0 = the last counting search of the move
};

// The end of a walk along a path.
struct PathEnd {
  NodeRow node;  // the last node of the path that exists
  std::vector<PathStep> steps;
  std::size_t found = 0;  // steps that led to `node`; steps.size() if the whole path exists
  std::int64_t search = 0;

  bool is_whole() const { return found == steps.size(); }
  // The first `count` steps, written as a path.
  std::string text(std::size_t count) const;
};

// Whether the first missing move of a path is one that a cutoff skipped.
bool ends_at_skipped_move(const TraceReader& reader, const PathEnd& end);

// "2,307 nodes below #1 (/), outside its recorded children, were visited and not recorded".
std::string unrecorded_words(const NodeRow& node, const std::string& place);

// The error about a pass without nodes, which names the commands that a UCI log can be given to.
Status without_nodes(const TraceReader& reader, const PassRow& pass);
// Walks along a path in `pass`. bad_input only for text that is not a path, and for a pass without
// nodes.
Result<PathEnd> walk_path(const TraceReader& reader, std::string_view path, const PassRow& pass);

// The hint for a path that ends at the root of a pass: "; pass 2 of the search is this move (--pass
// 2)" if the missing move is the root of another pass, as in a search whose root was not recorded;
// else "". Names the last of the deepest passes.
std::string pass_of_move(const TraceReader& reader, const PathEnd& end);

}  // namespace plytrace

// SPDX-License-Identifier: MIT
#include "viewer/tree/principal_variation.h"

#include <algorithm>

namespace plytrace::tree {
namespace {

// The child that the node took, if it is a node of its subtree at all.
std::optional<NodeRow> taken(const TraceReader& reader, const NodeRow& node) {
  if (!node.best || *node.best <= node.id || *node.best > reader.last_of(node)) return std::nullopt;
  return reader.node(*node.best);
}

std::optional<NodeRow> last_counting(const TraceReader& reader, const NodeRow& node,
                                     const std::string& move) {
  std::optional<NodeRow> found;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (child.move && child.counts() && reader.move_text(child.move) == move) found = child;
    return true;
  });
  return found;
}

}  // namespace

PrincipalVariation principal_variation(const TraceReader& reader, const NodeRow& root,
                                       const std::vector<std::string>& reported) {
  const TraceReader::Snapshot snapshot(reader);
  PrincipalVariation line;
  line.nodes.push_back(root);
  while (true) {
    const NodeRow node = line.nodes.back();
    auto next = taken(reader, node);
    const std::size_t walked = line.moves.size();
    if (!next && !node.best && walked < reported.size() &&
        std::equal(line.moves.begin(), line.moves.end(), reported.begin())) {
      next = last_counting(reader, node, reported[walked]);
    }
    if (!next) return line;
    if (line.nodes.size() >= kMostSteps) {
      line.cut_short = true;
      return line;
    }
    if (next->move) line.moves.push_back(reader.move_text(next->move));
    line.nodes.push_back(std::move(*next));
  }
}

}  // namespace plytrace::tree

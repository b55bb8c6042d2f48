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

// Where no best child is recorded: the first child that gave the node its value, unless the node
// failed low, so that its children only have bounds.
std::optional<NodeRow> first_with_value(const TraceReader& reader, const NodeRow& node) {
  const bool max = node.side == format::Side::kMax;
  const auto end = max ? node.alpha : node.beta;
  const bool fails_low = end && node.value && (max ? *node.value <= *end : *node.value >= *end);
  if (!node.side || !node.value || fails_low || node.kind != format::NodeKind::kInterior) return {};
  std::optional<NodeRow> found;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (child.counts() && (child.credited ? child.credited : child.value) == node.value) {
      found = child;
    }
    return !found;
  });
  return found;
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
    } else if (!next && !node.best && reported.empty()) {
      next = first_with_value(reader, node);
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

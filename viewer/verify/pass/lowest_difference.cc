// SPDX-License-Identifier: MIT
#include "viewer/verify/pass/lowest_difference.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "viewer/meaning/claim.h"

namespace plytrace::verify {
namespace {

struct NodePair {
  NodeRow a, b;
};

bool differ(const NodeRow& a, const NodeRow& b) {
  const auto of_a = plytrace::claim_of(a), of_b = plytrace::claim_of(b);
  // Values of different depths are not comparable.
  return of_a && of_b && a.depth == b.depth && exclude_each_other(*of_a, *of_b);
}

// The last counting search of each named move.
std::map<std::int64_t, NodeRow> moves_of(const TraceReader& reader, const NodeRow& node) {
  constexpr std::size_t kMost = 5000;
  std::map<std::int64_t, NodeRow> moves;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (child.counts() && child.move.value_or(0) > 0) moves[*child.move] = child;
    return moves.size() < kMost;
  });
  return moves;
}

std::optional<NodePair> differing_child(const TraceReader& reader, const NodePair& parents) {
  const std::map<std::int64_t, NodeRow> of_a = moves_of(reader, parents.a);
  for (const auto& [move, b] : moves_of(reader, parents.b)) {
    const auto a = of_a.find(move);
    if (a != of_a.end() && differ(a->second, b)) return NodePair{a->second, b};
  }
  return std::nullopt;
}

}  // namespace

std::string lowest_difference_words(const TraceReader& reader,
                                    const std::vector<const PassResult*>& passes) {
  const PassResult* of_a = nullptr;
  const PassResult* of_b = nullptr;
  for (std::size_t i = 0; i < passes.size() && of_a == nullptr; ++i) {
    for (std::size_t j = i + 1; j < passes.size(); ++j) {
      if (!differ(passes[i]->root, passes[j]->root)) continue;
      of_a = passes[i];
      of_b = passes[j];
      break;
    }
  }
  if (of_a == nullptr) return "";
  NodePair lowest{of_a->root, of_b->root};
  // In a damaged trace a child need not have a larger id.
  while (auto next = differing_child(reader, lowest)) {
    if (next->a.id <= lowest.a.id || next->b.id <= lowest.b.id) break;
    lowest = std::move(*next);
  }
  return fmt::format("; the lowest node where passes {} and {} differ is {}: {} (#{}), {} (#{})",
                     of_a->row.ordinal, of_b->row.ordinal, reader.path(lowest.a.id),
                     plytrace::claim_text(*plytrace::claim_of(lowest.a)), lowest.a.id,
                     plytrace::claim_text(*plytrace::claim_of(lowest.b)), lowest.b.id);
}

}  // namespace plytrace::verify

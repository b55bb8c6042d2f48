// SPDX-License-Identifier: MIT
//
// Aligns two recorded searches of the same position by move, never by child position, and says what
// both searched, what only one did and why, and where their claims exclude each other.
//
// A node of A and a node of B are the same node if they have the same path. Of a move searched
// several times the last counting child stands for the move; earlier searches of it (d~1, d~2) are
// aligned among themselves, so that a re-search that only one made shows as searched by it alone.
// Null moves and probes are aligned with their like. Unnamed moves are never aligned.
//
// A contradiction is a pair of claims that no value satisfies, at equal depth, where neither claim
// rests on an assumption of verify; pairs that do are counted apart. A contradiction above another
// one is marked as its consequence, and stands after those that are not.
//
// One walk in A's order, B beside it; every node is read about once. Memory: NodeBlock's bound, and
// top lists of `limit` entries. Errors: damaged files (the reader's status), interrupted.
// Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/analysis/aligned_walk.h"
#include "viewer/meaning/claim.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct CompareInput {
  const TraceReader& reader;
  const SearchRow& search;
  const PassRow& pass;
};

// What one side found at a node.
struct ComparedNode {
  std::int64_t node = 0;
  std::optional<Score> value;
  std::optional<Bound> bound;  // what the value claims
  std::optional<std::int64_t> depth;
};

struct Contradiction {
  std::string path;
  ComparedNode a, b;
  bool consequence = false;  // another contradiction lies below it
  std::string message;
};

struct PlyComparison {
  std::int64_t ply = 0;
  std::uint64_t nodes_a = 0, nodes_b = 0, only_a = 0, only_b = 0;
};

// A move that one side skipped and the other searched.
struct SkippedSubtree {
  std::string path;  // in the trace that searched it
  bool skipped_by_a = false;
  std::string by;             // the cutoff, its node and the numbers
  std::uint64_t nodes = 0;    // searched by the other side
  std::int64_t node = 0;      // root of the subtree there
  std::int64_t cut_node = 0;  // the node that was cut
};

struct FirstDifference {
  using What = Difference;
  What what = What::kValue;
  std::string path;
  std::optional<ComparedNode> a, b;
  std::string message;
};
std::string_view word(Difference what);

struct Comparison {
  bool same_position = false;
  std::string why_not_same;  // where the positions differ
  bool same_value = false;
  bool same_best_move = false;
  std::optional<Score> value_a, value_b;
  std::optional<std::string> best_move_a, best_move_b;

  std::uint64_t nodes_a = 0, nodes_b = 0, both = 0, only_a = 0, only_b = 0;
  std::vector<PlyComparison> by_ply;    // the first kMostComparedPlies
  std::optional<PlyComparison> deeper;  // the plies behind them in one row
  // Nodes that only one searched, by the reason why the other did not.
  std::map<std::string, std::uint64_t> only_a_because, only_b_because;

  std::uint64_t claims_compared = 0;
  std::vector<Contradiction> contradictions;
  std::uint64_t contradictions_total = 0;
  std::uint64_t conditional = 0;    // exclude each other, but rest on assumptions
  std::string conditional_on;       // the kinds of assumption
  std::string claims_not_compared;  // why no claims were compared at all, or ""

  std::uint64_t skipped_in_a = 0, skipped_in_b = 0;  // moves that cutoffs left unsearched
  std::uint64_t skipped_in_a_searched_in_b = 0, skipped_in_b_searched_in_a = 0;
  std::vector<SkippedSubtree> largest_skipped;
  std::uint64_t skipped_subtrees = 0, skipped_subtree_nodes = 0;  // all of them

  std::optional<FirstDifference> first_difference;

  // The answer of the command: value and best move agree and nothing contradicts.
  bool agrees() const {
    return same_position && same_value && same_best_move && contradictions_total == 0;
  }
};

// Why two searches have nothing in common; "" where they searched the same position.
std::string why_other_position(const SearchRow& a, const SearchRow& b);

Result<Comparison> compare(const CompareInput& a, const CompareInput& b,
                           const CompareSettings& settings);

}  // namespace plytrace

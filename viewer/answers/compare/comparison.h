// SPDX-License-Identifier: MIT
//
// Aligns two recorded searches of one position by move, never by child position. Reports what both
// searched, what only one searched and why, and where their claims exclude each other.
//
// Nodes of A and B are the same node if they have the same path. If a move was searched several
// times, the last child that counts stands for it. Earlier searches of the move (d~1, d~2) are
// aligned with each other, so a re-search that only one of them did appears as searched only by
// that one. Where a trace holds only a part of the nodes, a missing one may have been searched.
// Null moves and probes are aligned with nodes of the same role. Unnamed moves are never aligned.
//
// A contradiction is a pair of claims at equal depth that no value satisfies, if neither claim
// rests on an assumption of verify; pairs that do are counted separately. A contradiction above
// another one is marked as its consequence and listed after the others.
//
// Walks the tree in A's order with B beside it, and reads every node about once. Memory: the bound
// of NodeBlock, and lists of `limit` entries. Errors: damaged files (the reader's status),
// interrupted. Thread rule: each call runs in one thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/analysis/aligned_walk.h"
#include "viewer/answers/selection.h"
#include "viewer/meaning/claim.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct CompareInput {
  const TraceReader& reader;
  const SearchRow& search;
  const PassRow& pass;
  std::string name = {};  // shown in place of the file's name, unless it is empty
  bool of_pass = false;   // as in Selection
};
CompareInput input_of(const Selection& selection);

// The result of a side: that of its pass, or, where the search is meant and the pass is of its
// completed depth, that of the search, which may join several passes, as MTD(f) does.
struct SideResult {
  std::optional<Score> value;
  std::optional<Claim> claim;  // an end of `range` at the value; nullopt if none is
  ClaimedRange range;          // what it claims about the value
  std::optional<std::string> best_move;

  // The bound type of the value itself; exact if it claims nothing.
  Bound bound() const { return claim && claim->value == value ? claim->bound : Bound::kExact; }
  // Whether a claimed range does not follow from `bound()`: 5, between 4 and 6.
  bool is_wider() const;
};
// Whether both have one value with the same claim. A value without a claim counts as exact.
bool is_same_value(const SideResult& a, const SideResult& b);
SideResult result_of(const CompareInput& input);
// Its value: "27", ">= 27", "27 (between 20 and 30)", "none".
std::string claimed_value(const CompareInput& input);
std::string claimed_value(const SideResult& result);
// The best move in the notation of the user, which needs the position of the root.
std::string named_best_move(const CompareInput& input, const std::string& best_move);

// The result of one side at a node.
struct ComparedNode {
  std::int64_t node = 0;
  std::optional<Score> value;
  std::optional<Bound> bound;  // the claim of the value
  std::optional<std::int64_t> depth;
};

struct Contradiction {
  std::string path;
  ComparedNode a, b;
  bool consequence = false;  // another contradiction is below it
  std::string message;
};

struct PlyComparison {
  std::int64_t ply = 0;
  std::uint64_t nodes_a = 0, nodes_b = 0, only_a = 0, only_b = 0;
};

// A move that one search skipped and the other searched.
struct SkippedSubtree {
  std::string path;  // path in the trace that searched the move
  bool skipped_by_a = false;
  std::string by;             // the cutoff, its node and the numbers it compared
  std::uint64_t nodes = 0;    // searched by the other side
  std::int64_t node = 0;      // root of the subtree in the other trace
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

// The results and the counts of one of the two searches.
struct ComparedSide {
  std::optional<Score> value;
  std::optional<std::string> best_move;
  std::uint64_t nodes = 0;       // recorded nodes
  std::uint64_t only = 0;        // of them, those that the other search did not visit
  std::uint64_t unrecorded = 0;  // visited, but not recorded
  bool lacks_events = false;     // further nodes may be missing from the file
  // Nodes that only this search visited, by the reason why the other did not.
  std::map<std::string, std::uint64_t> only_because;
  // Moves that its cutoffs skipped, and those among them that the other searched.
  std::uint64_t skipped = 0, skipped_but_searched = 0;

  std::uint64_t visited() const { return nodes + unrecorded; }
};

struct Comparison {
  bool same_position = false;
  bool may_differ_in_position = false;  // neither search names its position
  bool lacks_root = false;   // the passes of one side are moves of a root that was not recorded
  std::string why_not_same;  // how the positions differ; "" if they do not
  bool same_value = false;   // and of the same kind: exact, or a bound on the same side
  bool same_best_move = false;
  ComparedSide a, b;

  std::uint64_t both = 0;               // recorded nodes
  std::vector<PlyComparison> by_ply;    // the first kMostComparedPlies
  std::optional<PlyComparison> deeper;  // sum of all deeper plies

  std::uint64_t claims_compared = 0;
  std::vector<Contradiction> contradictions;
  std::uint64_t contradictions_total = 0;
  std::uint64_t conditional = 0;    // pairs that exclude each other, but rest on assumptions
  std::string conditional_on;       // the kinds of assumption
  std::string claims_not_compared;  // why no claims were compared; "" if they were

  std::vector<SkippedSubtree> largest_skipped;
  std::uint64_t skipped_subtrees = 0, skipped_subtree_nodes = 0;  // totals over all of them

  std::optional<FirstDifference> first_difference;

  bool is_partial() const {
    return a.unrecorded + b.unrecorded > 0 || a.lacks_events || b.lacks_events;
  }
  // True if value and best move agree and nothing contradicts.
  bool agrees() const {
    return same_position && same_value && same_best_move && contradictions_total == 0;
  }
  bool knows_value() const { return a.value || b.value; }
  // Nothing differs, but neither search has a value that could agree.
  bool is_undecided() const {
    return same_position && !knows_value() && same_best_move && contradictions_total == 0;
  }
};

// Whether the search is meant and its passes are moves of a root that was not recorded. Only the
// row of the search then has its value and its best move.
bool lacks_its_root(const CompareInput& input);

// Why two searches have nothing in common; "" if they searched the same position.
std::string why_other_position(const SearchRow& a, const SearchRow& b);
// The same, if the roots of two passes are compared.
std::string why_not_aligned(const CompareInput& a, const CompareInput& b);

Comparison compare(const CompareInput& a, const CompareInput& b, const CompareSettings& settings);

}  // namespace plytrace

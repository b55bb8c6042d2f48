// SPDX-License-Identifier: MIT
//
// The part of a search tree that a picture shows, as a tree of places in the order of the search:
// nodes chosen within a budget, one place for each run of neighbours that is left out, with exact
// counts, and places for the moves that cutoffs skipped. First come the principal variation and the
// path asked for, then the root's moves, cut nodes and the children that decided a node's value,
// then the largest subtrees. Of a trace of any size only the chosen nodes and their children are
// read (a small tree in one scan). Of two searches of one position the places of both are taken,
// aligned by move, and first those below which they differ most in size.
// Guaranteed: nodes shown + nodes left out = size of the subtree of the excerpt's root, of each.
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/tree/pruned_moves.h"
#include "viewer/tree/two_searches.h"

namespace plytrace::tree {

// What became of the moves that lead to a place.
enum class Fate {
  kSearched,  // one node of the trace
  kPruned,    // skipped by a cutoff, or below such a move: never visited
  kLeftOut,   // searched, but not in this picture
  kAbsent     // neither searched nor skipped by this search, but by the other (side_of())
};

// How the moves that cutoffs skipped are shown.
enum class Pruned {
  kGhost,  // the moves by name; few of a small tree stand apart, others share a place
  kTree,   // each move apart, with what a search without cutoffs would have visited below it; as
           // far as pruned_apart and pruned_below allow
  kCount,  // one place for all of a cutoff, with their number
  kHide    // none
};

// What a child returned to its parent.
struct ChildResult {
  std::int64_t at = 0;  // the last node entered by then
  std::optional<std::int64_t> move;
  Score value = 0;
};

struct ExcerptNode {
  Fate fate = Fate::kSearched;
  // Which search visited what is not pruned; of one search it is the first. `row`, `size` and
  // `cutoffs` are the first's, and the second's where the first did not visit the place.
  bool by_first = true, by_second = false;
  // Of a pruned place what the rules of the game tell (side, kind, depth, the true value); of one
  // left out the range of its ids.
  NodeRow row;
  int parent = -1;            // index; -1 for the root
  std::vector<int> children;  // indices, in the order searched; what was skipped stands last
  // That lead here: none for the root and a hand-over; several of a place that stands for several,
  // then at most kMostNames of them.
  std::vector<std::string> moves;
  std::int64_t move_count = 1;
  TreeSize size;           // of all that begins with these moves, their own nodes included
  bool principal = false;  // on the principal variation of the pass
  std::vector<CutoffRow> cutoffs;
  std::int64_t rank = 0;  // among the moves that were tried at its parent, from 1
  // Of a place that both visited, what the second has there.
  std::optional<NodeRow> other;
  double other_nodes = 0;
  bool other_principal =
      false;  // on the second's principal variation, also of what only it visited
  std::vector<CutoffRow> other_cutoffs;
  // With ExcerptOptions::with_updates; results of all children that count, shown or not.
  std::vector<BoundUpdateRow> updates;
  std::vector<ChildResult> results;
  std::string part{};        // of a searched node: the last component of its path
  bool null_window = false;  // with such a window, and the next search of its move was a re-search
  bool again = false;        // both searched the move, and the search that visited this more often
  // Which of its parent's `cutoffs` and `other_cutoffs` kept that search from it; none below such a
  // move.
  std::optional<std::size_t> skipped_by, skipped_by_other;
  static constexpr std::size_t kMostNames = 24;

  std::string move() const { return moves.empty() ? std::string() : moves.front(); }
  bool is_searched() const { return fate == Fate::kSearched; }
  bool by_both() const { return by_first && by_second; }
};

struct Excerpt {
  std::vector<ExcerptNode> nodes;  // pre-order
  std::int64_t total = 0;          // nodes of the subtree of nodes[0]
  std::int64_t shown = 0;          // those of them that have a place of their own
};

// The search that an excerpt is taken from besides the first.
struct OtherSearch {
  const TraceReader& reader;
  NodeRow root;  // the same position as the excerpt's
  PrunedMoves* unpruned = nullptr;
  // As in ExcerptOptions.
  std::optional<NodeRow> pass_root = {};
  std::vector<std::string> reported_pv = {};
};

struct ExcerptOptions {
  enum class Only { kAll, kPrincipal, kCutoffs, kPath };
  Only only = Only::kAll;
  // The node at the end of the path with Only::kPath; else one that is shown whatever its worth.
  std::optional<std::int64_t> focus;
  // Nodes whose children are all shown, as far as max_nodes allows, and nodes below which nothing
  // is shown but what leads to the focus and to what is opened.
  std::vector<std::int64_t> opened, closed;
  std::vector<std::int64_t> marked;  // nodes that are shown whatever their worth
  bool largest_first = false;        // of all that need not be shown; not the line of best moves
  std::size_t max_nodes = 60;
  std::size_t max_across = 14;    // places side by side
  std::int64_t max_levels = 8;    // below the excerpt's root
  std::size_t max_children = 13;  // of one node, where it has a few more than that
  std::size_t lone_leaves = 1;    // side by side, which are shown rather than a gap
  bool with_updates = false;      // what changed in the nodes shown while they were searched
  // Of the pass; none: the excerpt's root. Elsewhere nothing lies on the principal variation but
  // its own nodes.
  std::optional<NodeRow> pass_root;
  std::vector<std::string> reported_pv;  // of the search
  Pruned pruned = Pruned::kGhost;
  std::size_t most_apart = 1;  // ghosts of one cutoff; more of them share a place
  // With Pruned::kTree, on one level: the places of skipped moves besides one for each cutoff, and
  // those of what lies below them, of which 0 shows nothing, not even its size. What was searched
  // is chosen as if both were 0, so that it is the same whatever they are.
  std::size_t pruned_apart = SIZE_MAX, pruned_below = SIZE_MAX;
  PrunedMoves* unpruned = nullptr;  // what is known of skipped moves; null: nothing
  const OtherSearch* other = nullptr;
};

// bad_input if the focus is not below the root.
Result<Excerpt> take_excerpt(const TraceReader& reader, const NodeRow& root,
                             const ExcerptOptions& options);

// What one search did at each place of an excerpt of two: the same places in the same order, as in
// an excerpt of that search alone. What only the other visited is pruned where this one skipped it,
// with the other's value where that is exact and means the same in both; else it is absent.
enum class Side { kFirst, kSecond };
Excerpt side_of(const Excerpt& both, Side side, bool same_values);

}  // namespace plytrace::tree

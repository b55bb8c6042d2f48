// SPDX-License-Identifier: MIT
//
// The part of a search tree that a picture shows, as a tree of places in search order. The places
// are nodes chosen within a budget, one gap for each run of left-out neighbours with their exact
// number, and the moves that cutoffs skipped.
// Nodes are chosen in this order: the principal variation and the requested path; then the root's
// moves, cut nodes and the children that decided a node's value; then the largest subtrees. From a
// large trace only the chosen nodes and their children are read; a small tree is read in one scan.
// An excerpt of two searches of one position joins the places of both, aligned by move, and prefers
// the places whose subtrees differ most in size.
// Guaranteed, for each search: nodes shown + nodes left out = size of the subtree of the excerpt's
// root. Thread rule: one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/tree/pruned_moves.h"
#include "viewer/tree/two_searches.h"

namespace plytrace::tree {

// The fate of the moves that lead to a place.
enum class Fate {
  kSearched,  // one node of the trace
  kPruned,    // skipped by a cutoff, or below a skipped move: never visited
  kLeftOut,   // searched, but not in this picture
  kAbsent     // neither searched nor skipped by this search, only by the other (side_of())
};

// How moves skipped by cutoffs are shown.
enum class Pruned {
  kGhost,  // named moves; a few in a small tree get places of their own, the others share one
  // Each move in its own place, with the nodes that a search without cutoffs would have visited
  // below it, as far as pruned_apart and pruned_below allow.
  kTree,
  kCount,  // one place per cutoff, with the number of moves
  kHide    // not at all
};

// The value that a child returned to its parent.
struct ChildResult {
  std::int64_t at = 0;  // the last node entered before the child returned
  std::optional<std::int64_t> move;
  Score value = 0;
};

// The facts about a node of one or both searches, whether a picture shows it or not.
struct PlaceFacts {
  // The searches that visited the place; in an excerpt of one search always the first. `row`,
  // `size` and `cutoffs` are the first search's, or the second's if only it visited the place.
  bool by_first = true, by_second = false;
  // The row of a pruned place has what the game's rules determine (side, kind, depth, true value);
  // the row of a left-out place has the range of its ids.
  NodeRow row;
  bool principal = false;  // on the principal variation of the pass
  std::vector<CutoffRow> cutoffs;
  std::int64_t rank = 0;  // among the moves tried at its parent, from 1
  // The second search's data of a place that both visited.
  std::optional<NodeRow> other;
  bool other_principal =
      false;  // on the second search's principal variation, also if only it visited the place
  std::vector<CutoffRow> other_cutoffs;
  std::vector<BoundUpdateRow> updates;  // filled only with ExcerptOptions::with_updates
  std::string part{};                   // last component of a searched node's path
  // Searched with a null window, and the next search of the move was a re-search.
  bool null_window = false;
  // Both searched the move, but the search that visited this place did so more often.
  bool again = false;
  // Only one search recorded it; the other may have visited it without recording it.
  bool maybe_by_both = false;
  // Index in the parent's `cutoffs` and `other_cutoffs` of the cutoff that skipped this move in
  // that search. Not set below a skipped move.
  std::optional<std::size_t> skipped_by, skipped_by_other;

  bool by_both() const { return by_first && by_second; }
};

struct ExcerptNode : PlaceFacts {
  Fate fate = Fate::kSearched;
  int parent = -1;            // index; -1 for the root
  std::vector<int> children;  // indices, in search order; skipped moves come last
  // The moves that lead here: none for the root and for a hand-over (a search of the same
  // position). A place for several moves lists at most kMostNames of them.
  std::vector<std::string> moves;
  std::int64_t move_count = 1;  // 0: a cutoff does not say how many it skipped
  TreeSize size;                // nodes reached by these moves and all nodes below them
  double other_nodes = 0;
  // Filled only with ExcerptOptions::with_updates; covers all children that count, shown or not.
  std::vector<ChildResult> results;
  static constexpr std::size_t kMostNames = 24;

  std::string move() const { return moves.empty() ? std::string() : moves.front(); }
  bool is_searched() const { return fate == Fate::kSearched; }
};

struct Excerpt {
  std::vector<ExcerptNode> nodes;  // pre-order
  std::int64_t total = 0;          // nodes of the subtree of nodes[0]
  std::int64_t shown = 0;          // how many of them have a place of their own
};

// The second search of an excerpt of two.
struct OtherSearch {
  const TraceReader& reader;
  NodeRow root;  // same position as the excerpt's root
  PrunedMoves* unpruned = nullptr;
  // The same members as in ExcerptOptions.
  std::optional<NodeRow> pass_root = {};
  std::vector<std::string> reported_pv = {};
};

struct ExcerptOptions {
  enum class Only { kAll, kPrincipal, kCutoffs, kPath };
  Only only = Only::kAll;
  // The node at the path's end with Only::kPath; otherwise a node that is always shown.
  std::optional<std::int64_t> focus;
  // `opened` nodes show all their children, as far as max_nodes allows. Below `closed` nodes only
  // the paths to the focus and to opened nodes are shown.
  std::vector<std::int64_t> opened, closed;
  std::vector<std::int64_t> marked;  // nodes that are always shown
  // Prefers the largest subtrees over all but mandatory nodes; the line of best moves is not
  // mandatory then.
  bool largest_first = false;
  std::size_t max_nodes = 60;
  std::size_t max_across = 14;    // places side by side on one level
  std::int64_t max_levels = 8;    // below the excerpt's root
  std::size_t max_children = 13;  // of one node; kept unless the node has several more
  std::size_t lone_leaves = 1;    // this many leaves side by side are shown instead of a gap
  bool with_updates = false;      // also read how values and windows changed during the search
  // Root of the pass; default: the excerpt's root. Below it, only nodes of the pass's principal
  // variation count as principal.
  std::optional<NodeRow> pass_root;
  std::vector<std::string> reported_pv;  // the principal variation the search reported
  Pruned pruned = Pruned::kGhost;
  // Places for the moves of one cutoff; beyond that, they share a place.
  std::size_t most_apart = 1;
  // Limits per level with Pruned::kTree: places for skipped moves in addition to one per cutoff,
  // and places below skipped moves (0 shows nothing there, not even a size). The searched nodes are
  // chosen as if both were 0, so that these limits never change which are shown.
  std::size_t pruned_apart = SIZE_MAX, pruned_below = SIZE_MAX;
  PrunedMoves* unpruned = nullptr;  // knowledge about skipped moves; null: none
  const OtherSearch* other = nullptr;
};

// The cutoff nearest to a root that skipped moves, as far as a limited search finds one.
struct CutPlace {
  std::int64_t id = 0;     // the node that was cut
  std::int64_t level = 0;  // below the root
};
std::optional<CutPlace> nearest_cutoff(const TraceReader& reader, const NodeRow& root,
                                       const ExcerptOptions& options);

// Errors: bad_input if the focus is not below the root.
Result<Excerpt> take_excerpt(const TraceReader& reader, const NodeRow& root,
                             const ExcerptOptions& options);

// Reduces an excerpt of two searches to one of them, with the same places in the same order. A
// place only the other search visited becomes pruned if this search skipped it; it keeps the
// other's value if `same_values` and the value is exact. Otherwise it becomes absent.
enum class Side { kFirst, kSecond };
Excerpt side_of(const Excerpt& both, Side side, bool same_values);

}  // namespace plytrace::tree

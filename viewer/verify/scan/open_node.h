// SPDX-License-Identifier: MIT
//
// The state of one node on the open path while the scan is inside it. All scores, windows and
// intervals here are in the node's own view (interval.h): it wants a high value.
// Objects are reused from node to node, so that a scan does not allocate once warm. Thread rule:
// one thread an object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/doubt.h"
#include "viewer/verify/interval.h"
#include "viewer/verify/scan/candidates.h"
#include "viewer/verify/scan/child_list.h"

namespace plytrace::verify {

// A finished node. Readings are in MAX's view here, and in the parent's view in ChildRecord.
struct Outcome {
  bool has_value = false;
  bool blamed = false;     // itself, not only what lies below
  bool is_of_end = false;  // the value is that of an end of the game
  Candidates<Reading> readings;
  Flags flags = 0;
};

// The alpha or beta cutoff that ended a node.
struct Cut {
  format::Cause cause = format::Cause::kChild;
  bool high = true;  // in the own view: the value reached beta
  std::optional<Score> value;
  bool skips = false;  // it left moves out, or may have
};

// A table entry as a step of the proof of the node that used it. Intervals are in the node's view.
struct UsedEntry {
  std::int64_t stored_by = 0;  // 0 = not known
  Flags assumed = 0;           // at this step, not below it
  Interval entry;              // what the entry says
  Interval proven;             // what follows
  Flags flags = 0;             // what it rests on, with what lies below it
  bool blamed = false;
  bool is_judged = false;  // else nobody has asked for its proof yet
};

// The entries of the first probes of a node, taken together.
struct EntrySum {
  Interval entry, proven;
  Flags flags = 0;
  bool blamed = false;  // one of them
  std::size_t probes = 0;
};

// The moves that a node left out by intent, sorted.
std::vector<std::string> left_out(const NodeRow& row);
// What a proof about a position, in the view of its side to move, says of it with other moves:
// those that were searched lacked the moves `without`, asked is what lacks `wanted`. Its side wants
// the best of its moves, so that more of them can but raise its value. `range`: of scores, in that
// view.
Interval of_other_moves(Interval proven, const std::vector<std::string>& without,
                        const std::vector<std::string>& wanted, const Interval& range);
// Whether a move leads to the node. Where its text is missing, the ply tells.
bool makes_a_move(const NodeRow& row, std::int64_t parent_ply);

// What begins anew with each node.
struct NodeState {
  SideView view;
  std::size_t level = 0;  // on the open path; 0 = root of its pass

  bool window_known = false;   // the current one; the others may still be unknown, then empty
  Candidates<Window> entry;    // on entry
  Candidates<Window> current;  // after the updates so far
  Candidates<Window> frame;    // on entry, narrowed by updates of other causes than children

  Interval constraint;  // from table, static, mate distance bounds
  bool constrained = false;

  std::optional<Cut> cut;
  bool has_forward = false, forward_unbounded = false;
  Score forward_best = -kInfinity;
  std::optional<Score> futility;     // the least that a forward cutoff by futility took for moves
  std::optional<Score> static_eval;  // as the node notes it
  // Of all entries that it found, whatever they were used for.
  Score entry_most = -kInfinity, entry_least = kInfinity;
  std::int64_t skipped = 0;
  bool skipped_list_wrong = false;  // a list of skipped moves is not as long as its number says

  Flags flags = 0;
  Doubts doubts = 0;
  std::optional<std::int64_t> other_depth;  // as stored, where row.depth was blamed
  std::optional<Score> true_score;  // of a leaf whose score the replay found wrong, MAX's view
  bool returns_entry = false;       // an entry that it found says just what it returned
  bool answer_of_end = false;       // the entry that answered holds the score of an end of the game
  bool is_retyped = false;          // its kind contradicts its events, and is taken for another one
  bool is_detached = false;         // the root of nodes that belong nowhere
};

// The row and the lists keep their memory from node to node.
struct OpenNode : NodeState {
  NodeRow row;  // as the rules take it (taken_row.h), in MAX's view
  ChildList children;
  std::vector<std::string> dropped;  // names of moves that forward rows skipped
  std::vector<TableProbeRow> probes;
  std::vector<TableStoreRow> stores;
  std::vector<UsedEntry> entries;  // of the first probes, as far as one was asked for
  EntrySum entry_sum;

  void doubt(Doubts what) { doubts |= what; }
  bool is_doubted(Doubts what) const { return (doubts & what) != 0; }
  // With those that what lies below it brings.
  Doubts all_doubts() const { return doubts | (has_hole(flags) ? kDoubtProof : 0U); }
  Subject subject() const { return {row.id, all_doubts()}; }
  // Whatever was there before, the node of `row` begins.
  void begin();
  // Its window had no room from the start, in all readings.
  bool is_empty_on_entry() const {
    for (const Window& window : entry) {
      if (window.alpha < window.beta) return false;
    }
    return !entry.is_empty();
  }
  // Whether something before this moment proves the node's value to be `bound` or more.
  bool proves_at_least(Score bound) const;
  // The score that the node may itself take, in its own view; a leaf's is its value.
  std::optional<Score> own_score() const;
  // The best counted value so far; empty = none yet.
  const Candidates<Score>& fold() const { return children.fold(); }
  // The last counted search below it if that was of the same position: its result is the node's.
  const ChildRecord* hand_over() const;
  // A counted child that was stopped inside.
  bool has_unvalued_child() const;
};

}  // namespace plytrace::verify

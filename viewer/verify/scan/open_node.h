// SPDX-License-Identifier: MIT
//
// The state of one node on the open path while the scan is inside it. All scores, windows and
// intervals are in the node's own view (interval.h), in which high values are good. Objects are
// reused, so that a scan stops allocating after a while. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/doubt.h"
#include "viewer/verify/interval.h"
#include "viewer/verify/node/stored_entry.h"
#include "viewer/verify/scan/candidates.h"
#include "viewer/verify/scan/child_list.h"

namespace plytrace::verify {

// The result of a finished node. Readings are in MAX's view here; ChildRecord has them in the
// parent's view.
struct Outcome {
  bool has_value = false;
  bool blamed = false;     // the node itself has a finding, not only nodes below
  bool is_of_end = false;  // the value is that of an end of the game
  Candidates<Reading> readings;
  Flags flags = 0;
};

// The alpha or beta cutoff that ended a node.
struct Cut {
  format::Cause cause = format::Cause::kChild;
  bool high = true;  // the value reached beta, in the node's own view
  std::optional<Score> value;
  bool skips = false;  // it skipped moves, or may have

  bool operator==(const Cut&) const = default;
};

// A table entry as a step in the proof of the node that used it. Intervals are in the node's view.
struct UsedEntry {
  std::int64_t stored_by = 0;  // 0 = unknown
  Flags assumed = 0;           // at this step, not below it
  Interval entry;              // the claim of the entry
  Interval proven;             // the proven part
  Flags flags = 0;             // what it rests on, including nodes below
  bool blamed = false;
  bool is_judged = false;  // false: its proof was not needed yet
};

// The entries of the first probes of a node, combined.
struct EntrySum {
  Interval entry, proven;
  Flags flags = 0;
  bool blamed = false;  // one of them has a finding
  std::size_t probes = 0;
};

// The moves that a node excluded on purpose, sorted.
std::vector<std::string> left_out(const NodeRow& row);
// The interval that a proof implies for the same position with other moves, in the view of its side
// to move. The proof was made without the moves `without`; the result is for a search without
// `wanted`. Further moves can only raise the value for that side. `range`: of scores, in that view.
Interval of_other_moves(Interval proven, const std::vector<std::string>& without,
                        const std::vector<std::string>& wanted, const Interval& range);
// Whether a move leads to the node. If its text is missing, the ply decides.
bool makes_a_move(const NodeRow& row, std::int64_t parent_ply);

// The state that is reset for each node.
struct NodeState {
  SideView view;
  std::size_t level = 0;    // index on the open path; 0 = root of its pass
  std::uint64_t place = 0;  // hash of the moves from the root of the search; 0: one has no name
  Differing differing{};    // from an earlier node of this place

  bool is_strict = false;      // its search cuts strictly (Facts::strict_cuts)
  bool window_known = false;   // the current window is known; unknown ones are empty
  Candidates<Window> entry;    // on entry
  Candidates<Window> current;  // after the updates so far
  Candidates<Window> frame;    // on entry, narrowed by updates with other causes than children

  Interval constraint;  // what table, static and mate-distance bounds prove
  bool constrained = false;

  std::optional<Cut> cut;
  bool has_forward = false, forward_unbounded = false;
  Score forward_best = -kInfinity;
  std::optional<Score> futility;     // the smallest estimate of a futility cutoff
  std::optional<Score> static_eval;  // the value of the node's note static_eval
  // The extremes of all entries that it found, however they were used.
  Score entry_most = -kInfinity, entry_least = kInfinity;
  std::int64_t skipped = 0;
  bool skipped_list_wrong = false;  // the length of a list of skipped moves is wrong

  Flags flags = 0;
  Doubts doubts = 0;
  std::optional<std::int64_t> other_depth;  // the stored depth, if row.depth has a finding
  std::optional<Score> true_score;          // of a leaf whose score is wrong by replay; MAX's view
  bool returns_entry = false;               // an entry that it found says just what it returned
  bool answer_of_end = false;     // the entry that answered holds the score of an end of the game
  bool is_list_replayed = false;  // its moves are those of the rules, or may be chosen freely
  bool is_retyped = false;        // its kind contradicts its events and was replaced
  bool is_detached = false;       // the root of nodes that belong nowhere
  // A move is called illegal, though its rows show a search or a result. An engine that captures
  // the king does so, and the label might hide a legal move.
  bool may_hide_move = false;
  bool has_legal_move = false;  // by replay, of a leaf of unknown kind

  bool operator==(const NodeState&) const = default;
};

// The row and the lists keep their memory when the object is reused.
struct OpenNode : NodeState {
  NodeRow row;  // as corrected by the rules (taken_row.h), in MAX's view
  ChildList children;
  std::vector<std::string> skipped_names;  // as far as cutoffs name their skipped moves
  std::vector<TableProbeRow> probes;
  std::vector<TableStoreRow> stores;
  std::vector<UsedEntry> entries;  // for the first probes, as far as they were needed
  EntrySum entry_sum;
  // The storing nodes and the bounds of those entries that were read as stored, among the entries
  // of the first probes.
  std::set<std::pair<std::int64_t, format::Bound>> bounds_read;
  std::size_t bounds_read_of = 0;  // number of these probes
  EntrySet own_entries;            // the node's first stores, if it has many
  std::size_t own_entries_of = 0;  // number of these stores

  void doubt(Doubts what) { doubts |= what; }
  bool is_doubted(Doubts what) const { return (doubts & what) != 0; }
  // Includes the doubts caused by nodes below.
  Doubts all_doubts() const { return doubts | (has_hole(flags) ? kDoubtProof : 0U); }
  Subject subject() const { return {row.id, all_doubts()}; }
  // Resets the state for the node in `row`.
  void begin();
  // Whether its window was empty on entry in all readings.
  bool is_empty_on_entry() const {
    return !entry.is_empty() &&
           std::all_of(entry.begin(), entry.end(), [this](Window w) { return is_empty(w); });
  }
  // A window of one value is searched like any other if cuts are strict.
  bool is_empty(Window window) const {
    return window.alpha > window.beta || (window.alpha == window.beta && !is_strict);
  }
  // Whether a value in the node's own view claims nothing in this window: it may have been clamped
  // to it from either side.
  bool says_nothing(Window window, Score value) const {
    return is_empty(window) || (window.alpha == value && window.beta == value);
  }
  // Whether a value in the node's own view closes a window with this upper end.
  bool closes(Score value, Score end) const { return is_strict ? value > end : value >= end; }
  // Whether something known so far proves that the node's value is at least `bound`.
  bool proves_at_least(Score bound) const;
  // The score that the node may itself return, in its own view; for a leaf, its value.
  std::optional<Score> own_score() const;
  // The best counting value so far; empty if there is none.
  const Candidates<Score>& fold() const { return children.fold(); }
  // The last counting search below, if it has the same position: its result is the node's.
  const ChildRecord* hand_over() const;
  // A counting child that was stopped.
  bool has_unvalued_child() const;
};

}  // namespace plytrace::verify

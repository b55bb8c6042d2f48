// SPDX-License-Identifier: MIT
//
// What a search declares about itself, in the form that the rules need.
// Thread rule: plain values.
#pragma once

#include <optional>

#include "core/search/algorithm.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/interval.h"
#include "viewer/verify/rules.h"

namespace plytrace::verify {

// Requirements beyond soundness. Other engines are free in all of these. plytrace's own searches
// always meet them, so a deviation means that a row was altered.
struct Demands {
  // Sets all requirements, or none.
  explicit Demands(bool all)
      : every_column(all),
        every_row(all),
        exact_kinds(all),
        exact_values(all),
        last_child(all),
        proven_causes(all),
        whole_cut_window(all),
        scout_windows(all),
        exact_entries(all),
        distinct_moves(all),
        game_positions(all),
        exact_summary(all) {}

  bool every_column;   // NULL in a column of a declared kind is wrong, not unknown
  bool every_row;      // a missing row or event was removed
  bool exact_kinds;    // kind, role and phase are those that plytrace writes
  bool exact_values;   // a value has exactly the form that the algorithm gives it
  bool last_child;     // an event refers to the child that has just finished
  bool proven_causes;  // bounds and cutoffs are caused by a child or the table; no move is dropped
  bool whole_cut_window;  // a cutoff has both ends of the window, not only the one that was reached
  // Only first moves and re-searches have the full window; a null window ends at the next double.
  bool scout_windows;
  bool exact_entries;   // an entry is read exactly as last stored; scores count no plies
  bool distinct_moves;  // different moves have different names
  bool game_positions;  // positions, keys and leaf scores equal those of plytrace's game exactly
  bool exact_summary;   // the rows of search and passes agree with their nodes in every column
};

struct Facts {
  // `recording`: the file is still being recorded, or its recorder died.
  explicit Facts(const SearchRow& search, bool recording = false);

  bool captures(CaptureMask mask) const { return (captured & mask) == mask; }
  // Whether a leaf may have been clamped to its window without a recorded score.
  bool may_clamp_leaves() const { return hard && !captures(kCapScores); }

  CaptureMask captured = 0;
  bool soft = false, hard = false;  // the declared fail mode; both false: none
  bool exact_windows = false;
  bool uniform = false;
  std::optional<std::int64_t> depth;  // depth limit of the whole search
  bool own = false;                   // recorded by one of plytrace's own searches
  bool one_sided = false;  // the engine counts from the side to move (search.perspective)
  Demands demands{false};
  bool shares_table = false;  // threads in the file may have used one table
  // No row shows a depth or a leaf at the horizon: the search goes to the end of the game.
  bool is_of_whole_games = false;
  bool has_moves_for_roots = false;  // its passes are moves of a root that has no row (root_loop.h)
  // Its rows may lack what is written only at the end, so NULL means nothing there.
  bool unfinished = false;
  // From the recorded options of plytrace's own searches.
  bool iterative = false, aspiration = false, probes = false;
  bool loose_root = false;  // ties=last or random: root moves are searched one step looser
  bool last_root = false;   // ties=last: the last of the equal root moves is the best one
  // cut=strict: a value that equals the end of the window does not cut, so a window may shrink to
  // one value and still mean something. Any engine may declare it.
  bool strict_cuts = false;
  // order=reverse for a tree whose text gives the order of moves. Any engine may declare it; a
  // table or iterative deepening may still bring another move first.
  bool reverse_moves = false;
  WindowForm form = WindowForm::kAny;  // how children's windows are made, if windows are exact
  // Its keys depend on more than the position ("key_of" in its options: position+rule50, ...).
  bool is_key_of_more = false;
  // Scores of this size and more count plies to the end of the game; none = not declared.
  std::optional<Score> mate_score;
  std::optional<Score> mate_base;  // what mate-in-0 is worth; none = not declared
  Interval range;                  // the range of possible scores, in MAX's view
};

}  // namespace plytrace::verify

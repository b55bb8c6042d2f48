// SPDX-License-Identifier: MIT
//
// What a search declares of itself, in the form in which the rules ask for it.
// Thread rule: plain values.
#pragma once

#include <optional>

#include "core/search/algorithm.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/interval.h"
#include "viewer/verify/rules.h"

namespace plytrace::verify {

// What is demanded of a search beyond that it is sound. Other engines are free in all of this;
// plytrace's own searches write alike, so that a deviation means that a row was altered.
struct Demands {
  // All of them, or none.
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

  bool every_column;      // NULL in a column of a declared kind is wrong, not unknown
  bool every_row;         // a row or an event that is not there was taken out
  bool exact_kinds;       // kind, role and phase are those that plytrace writes
  bool exact_values;      // a value is what the algorithm gives, in no other form
  bool last_child;        // an event cites the child that has just finished
  bool proven_causes;     // bounds and cutoffs are by a child or the table; no move is dropped
  bool whole_cut_window;  // a cutoff has both ends of the window, not only the one that it closed
  // First moves and re-searches alone have the full window; a null window ends at the next number.
  bool scout_windows;
  bool exact_entries;   // an entry is read as it was last written; scores count no plies
  bool distinct_moves;  // two moves have two names
  bool game_positions;  // positions, keys and leaf scores are those of plytrace's game, to the bit
  bool exact_summary;   // the rows of search and passes say what their nodes do, in every column
};

struct Facts {
  // `recording`: the file is still being recorded, or its recorder died.
  explicit Facts(const SearchRow& search, bool recording = false);

  bool captures(CaptureMask mask) const { return (captured & mask) == mask; }
  // A leaf may have been clamped to its window without saying so.
  bool may_clamp_leaves() const { return hard && !captures(kCapScores); }

  CaptureMask captured = 0;
  bool soft = false, hard = false;  // neither: not declared
  bool exact_windows = false;
  bool uniform = false;
  std::optional<std::int64_t> depth;  // of the search as a whole
  bool own = false;                   // recorded by one of plytrace's own searches
  bool one_sided = false;  // the engine counts from the side to move (search.perspective)
  Demands demands{false};
  bool shares_table = false;         // threads of the file may have used one table
  bool has_moves_for_roots = false;  // its passes are moves of a root without a row (root_loop.h)
  // Its rows may lack what is only written at the end: there NULL says nothing.
  bool unfinished = false;
  // From the options of plytrace's own searches.
  bool iterative = false, aspiration = false, probes = false;
  bool loose_root = false;             // ties=random: root moves are searched one step looser
  WindowForm form = WindowForm::kAny;  // where windows are declared exact
  // Scores of this size and more count plies to the end of the game; none = not declared.
  std::optional<Score> mate_score;
  Interval range;  // of possible scores, MAX's view
};

}  // namespace plytrace::verify

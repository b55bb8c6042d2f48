// SPDX-License-Identifier: MIT
//
// What a search declares of itself, in the form in which the rules ask for it.
// Thread rule: plain values.
#pragma once

#include <optional>

#include "core/search/algorithm.h"
#include "viewer/trace_reader.h"
#include "viewer/verify/interval.h"
#include "viewer/verify/rules.h"

namespace plytrace::verify {

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
  bool own = false;  // recorded by one of plytrace's own searches
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

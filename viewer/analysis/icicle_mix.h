// SPDX-License-Identifier: MIT
//
// The contents of the runs of an icicle chart: which looks the nodes have that are too narrow for
// boxes, row by row.
//
// A run is cut into cells a few pixels wide. In each cell some ids are chosen, one at random from
// each of as many equal parts, and the path from each id up to the next box is read. An ancestor in
// some row counts there with its look, so that a subtree counts as often as it is wide. A cell that
// holds no more ids than are chosen is therefore exact; in others a share of 1/2 is off by 0.1 on
// average (16 ids). The same trace always gives the same cells.
//
// Errors: a damaged trace, or too few look-ups, leaves out cells.
// Memory: the cells. Thread rule: one thread a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "viewer/analysis/icicle.h"

namespace plytrace {

struct MixLimits {
  int pixels = 1000;         // width of the chart
  int cell = 9;              // pixels
  std::int64_t rows = 1000;  // as in IcicleLimits
  std::size_t samples = 16;  // ids chosen in a cell; fewer if the look-ups would not last
  std::size_t look_ups = 400'000;
  bool classes = true;    // derive the expected classes
  bool ranks = true;      // compute ranks of cuts: reads all children of CUT nodes
  std::size_t looks = 0;  // how many looks there are
  std::function<std::size_t(const IcicleBox&)> look_of = {};  // less than `looks`
};

// Fills `icicle.cells`, and adds their rows and look-ups to the chart.
void mix_runs(const TraceReader& reader, const MixLimits& limits, Icicle& icicle);

}  // namespace plytrace

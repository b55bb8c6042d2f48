// SPDX-License-Identifier: MIT
//
// The icicle chart that the explorer's overview shows: the passes of the trace or a range of nodes,
// at a given width and coloured by a property. Thread rule: one thread.
#pragma once

#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/answers/figure/figure_request.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {

struct IcicleView {
  std::vector<IcicleSpan> spans;
  int pixels = 1000;
  FigureRequest looks;
};

// Reads "first" and "last" (ids) or "node", and "width" and "by"; rejects any other parameter.
IcicleView read_icicle_view(Asked& asked);

// Limited to what can be read within the time of an answer.
Icicle icicle_of(const Asked& asked, const IcicleView& view);

}  // namespace plytrace::explore

// SPDX-License-Identifier: MIT
//
// The icicle chart that the explorer's overview shows: the passes of the trace or a range of nodes,
// at a given width and coloured by a property. Thread rule: one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/draw/icicle_looks.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {

// The theme that the page uses in light mode and for saved files.
inline constexpr draw::Theme kIcicleTheme = draw::Theme::kColor;

struct IcicleView {
  std::vector<IcicleSpan> spans;
  int pixels = 1000;
  draw::IcicleBy by = draw::IcicleBy::kKind;
};

// Reads "first" and "last" (ids) or "node", and "width" and "by"; rejects any other parameter.
Result<IcicleView> read_icicle_view(Asked& asked);

// Limited to what can be read within the time of an answer.
Icicle icicle_of(const Asked& asked, const IcicleView& view);

}  // namespace plytrace::explore

// SPDX-License-Identifier: MIT
//
// Which icicle the explorer's overview shows: the passes of the trace or a part of them, so wide,
// told apart by something. Thread rule: one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/draw/icicle_looks.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {

// As the page draws it by day, and saves it.
inline constexpr draw::Theme kIcicleTheme = draw::Theme::kColor;

struct IcicleView {
  std::vector<IcicleSpan> spans;
  int pixels = 1000;
  draw::IcicleBy by = draw::IcicleBy::kKind;
};

// From "first" and "last" (ids), or "node", "width", "by"; finishes the parameters.
Result<IcicleView> read_icicle_view(Asked& asked);

// Within what can be looked up in the time of an answer.
Icicle icicle_of(const Asked& asked, const IcicleView& view);

}  // namespace plytrace::explore

// SPDX-License-Identifier: MIT
#include "viewer/explore/icicle_view.h"

#include <limits>

namespace plytrace::explore {
namespace {

constexpr std::size_t kMixLookUps = 5000;  // about 19 ms

}  // namespace

IcicleView read_icicle_view(Asked& asked) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  Parameters& parameters = asked.parameters;
  IcicleView view;
  const std::int64_t first = parameters.number_or("first", 0, 0, kMost);
  const std::int64_t last = parameters.number_or("last", kMost, 0, kMost);
  const auto root = parameters.number("node");
  view.pixels = static_cast<int>(parameters.number_or("width", 1000, 50, 8000));
  // The theme that the page uses in light mode.
  view.looks.theme = draw::Theme::kColor;
  view.looks.by = *draw::find_icicle_by(parameters.word("by", draw::icicle_by_names()));
  parameters.finish();
  std::vector<IcicleSpan> all;
  if (root) {
    const auto node = node_of(asked, *root);
    all.push_back(span_of(asked.reader, node));
  } else {
    for (const SearchPasses& of : asked.source.searches()) {
      for (const IcicleSpan& span : spans_of(asked.reader, of.passes)) all.push_back(span);
    }
  }
  for (const IcicleSpan& span : all) {
    if (const auto part = slice_of(span, first, last)) view.spans.push_back(*part);
  }
  return view;
}

Icicle icicle_of(const Asked& asked, const IcicleView& view) {
  IcicleLimits limits;
  limits.pixels = view.pixels;
  limits.boxes = 6000;
  limits.look_ups = 40'000;
  limits.ranks = view.looks.by == draw::IcicleBy::kCutRank;
  Icicle icicle = take_icicle(asked.reader, view.spans, limits);
  mix_runs(asked.reader, draw::mix_limits(limits, view.looks.by, kMixLookUps), icicle);
  return icicle;
}

}  // namespace plytrace::explore

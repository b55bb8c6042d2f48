// SPDX-License-Identifier: MIT
//
// What a legend explains: the marks that occur in a picture, all of them and no others. Placed by
// place(), drawn by paint(). Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/geometry.h"

namespace plytrace::draw {

// One sample: an outline, a line or a sign, and what it means.
struct LegendItem {
  enum class Kind {
    kMax,
    kMin,
    kUp,
    kDown,
    kSide,  // not recorded
    kSign,
    kPruned,
    kElided,
    kRoof,
    kOver,
    kPrincipal,
    kCut,
    kAside,
    kDashed,
    kFirst,
    kSecond,
    kCritical,
    kNotCritical
  };
  Kind kind = Kind::kMax;
  std::string text;
  std::string sign = {};   // of kSign: as it stands in the picture
  bool is_pruned = false;  // and is grey there
  Box sample = {};         // set by place(), as what follows
  Point text_left = {};    // left end of the text, in the middle of its height
};

std::vector<LegendItem> legend_items(const Diagram& diagram);

// A node that looks like the sample, or one whose edge does; of dots where it is dense.
DiagramNode legend_sample(const LegendItem& item, bool is_dense);
inline bool is_edge(LegendItem::Kind kind) {
  using Kind = LegendItem::Kind;
  return kind == Kind::kPrincipal || kind == Kind::kCut || kind == Kind::kAside;
}

// How large a sample is drawn.
Size legend_sample_size(const LegendItem& item);

}  // namespace plytrace::draw

// SPDX-License-Identifier: MIT
//
// The entries of a legend: exactly the marks that occur in the picture. place() positions them and
// paint() draws them. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/geometry.h"

namespace plytrace::draw {

inline constexpr double kLegendSize = TextSizes().legend;

// One entry: a sample outline, line or sign, and its meaning.
struct LegendItem {
  enum class Kind {
    kMax,
    kMin,
    kUp,
    kDown,
    kSide,  // side to move not recorded
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
  std::string sign = {};   // for kSign: the sign as the picture shows it
  bool is_pruned = false;  // the sign belongs to pruned nodes, which are grey
  double size = kLegendSize;
  Box sample = {};       // place() sets this and text_left
  Point text_left = {};  // left end of the text, at mid-height
};

std::vector<LegendItem> legend_items(const Diagram& diagram);

// Returns a node that looks like the sample, or whose edge does. `is_dense`: for a picture of dots.
DiagramNode legend_sample(const LegendItem& item, bool is_dense);
inline bool is_edge(LegendItem::Kind kind) {
  using Kind = LegendItem::Kind;
  return kind == Kind::kPrincipal || kind == Kind::kCut || kind == Kind::kAside;
}

Size legend_sample_size(const LegendItem& item);

}  // namespace plytrace::draw

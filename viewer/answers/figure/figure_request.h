// SPDX-License-Identifier: MIT
//
// What a picture of a search should show and how it should look, in numbers and enumerations.
// Thread rule: plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "viewer/answers/compare/comparison.h"
#include "viewer/answers/selection.h"
#include "viewer/draw/icicle_looks.h"
#include "viewer/draw/paper.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {

struct FigureRequest {
  enum class Caption : std::uint8_t { kNone, kShort, kFull };
  using Only = tree::ExcerptOptions::Only;

  const char* command = "render";  // name used in messages
  std::string root = "/";
  std::optional<std::int64_t> depth;
  std::optional<std::size_t> max_nodes;
  Only only = Only::kAll;
  std::string only_path;              // with kPath
  std::vector<std::string> unfolded;  // paths of nodes
  // None: the default of the style.
  std::optional<tree::Pruned> pruned;
  std::optional<draw::Labels> labels;
  std::optional<Caption> caption;

  draw::Style style = draw::Style::kPlain;
  draw::Theme theme = draw::Theme::kPaper;
  std::optional<draw::Direction> direction;  // none: top down, or left to right if that fits better
  draw::Paper paper = draw::usual_paper();
  std::optional<int> dots;  // per inch, for PNG
  std::string title;
  bool legend = false;
  bool named = true;  // the caption contains the trace's file name

  // The parts that an exercise leaves blank.
  bool blank_values = false, blank_cuts = false, blank_windows = false;
  bool is_solution = false;  // leaves out nothing, in the layout of the worksheet
  std::vector<std::pair<std::string, std::string>> notes;  // path, text
  std::vector<std::string> highlighted;                    // paths

  // The colouring of an icicle; other pictures ignore it.
  draw::IcicleBy by = draw::IcicleBy::kClass;

  bool loops = false;  // a moving SVG starts again after its last step

  bool wants_notes = true;  // Figure::notes, which take as long as several pictures

  bool is_left_right() const { return direction == draw::Direction::kLeftRight; }
};

// The second search of a picture of two.
struct OtherPictured {
  Selection& selection;
  const Comparison* found = nullptr;  // to draw both as one tree; null: two trees side by side
};

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// The look of everything in a picture, in every format: colours, widths, dashes, the cut mark.
// "paper" is black on white, and shapes and line styles carry all meaning. "color" adds colours
// that are distinct under any colour vision (Okabe and Ito, "Color Universal Design", 2008) and
// keeps all shapes and line styles. Units: points. Thread rule: constants and pure functions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/outline.h"

namespace plytrace::draw {

struct Palette {
  const char *line, *principal, *cut, *ghost_line, *ghost_text;
  const char *max_fill, *min_fill, *plain_fill, *elided_fill;
  // The HTML page shows none of the colours below, so dark palettes leave them out.
  const char* frame = nullptr;                               // frame of the legend
  const char *first_fill = nullptr, *second_fill = nullptr;  // nodes in only one of two traces
  const char* hatching = nullptr;                            // of first_fill and second_fill
  const char* board_shade = nullptr;                         // marks on a board
  const char* highlight = nullptr;
};

// Each colour of a palette, with its name in formats that name colours; "" in those that do not.
struct Color {
  std::string_view css;  // custom property in the page's CSS
  std::string_view tex;
  const char* Palette::*of;
};
inline constexpr std::array kColors{Color{"line", "plyline", &Palette::line},
                                    Color{"pv", "plyprincipal", &Palette::principal},
                                    Color{"cut", "plycut", &Palette::cut},
                                    Color{"ghost", "plyghost", &Palette::ghost_line},
                                    Color{"ghost-text", "plyghosttext", &Palette::ghost_text},
                                    Color{"", "plyframe", &Palette::frame},
                                    Color{"max", "plymax", &Palette::max_fill},
                                    Color{"min", "plymin", &Palette::min_fill},
                                    Color{"plain", "", &Palette::plain_fill},  // white in TeX
                                    Color{"more", "plyelided", &Palette::elided_fill},
                                    Color{"", "plyfirst", &Palette::first_fill},
                                    Color{"", "plysecond", &Palette::second_fill},
                                    Color{"", "plyhatching", &Palette::hatching},
                                    Color{"", "", &Palette::board_shade},
                                    Color{"", "plyhighlight", &Palette::highlight}};
static_assert(sizeof(Palette) == kColors.size() * sizeof(const char*), "a colour is not listed");

// Fills of icicle boxes by pattern (icicle_looks.h); lighter than other fills, so that texts stay
// legible.
struct IcicleFills {
  const char *plain, *rising, *falling, *crossed, *level, *upright, *grid, *dotted;
};

struct ThemeRow {
  Theme theme;
  const char* name;  // on the command line
  Palette palette;
  Palette dark;  // for the HTML page on a dark screen
  IcicleFills icicle;
};

inline constexpr std::array<ThemeRow, static_cast<std::size_t>(Theme::kCount)> kThemeRows{{
    {.theme = Theme::kPaper,
     .name = "paper",
     .palette = {.line = "#000000",
                 .principal = "#000000",
                 .cut = "#000000",
                 .ghost_line = "#707070",
                 .ghost_text = "#666666",
                 .max_fill = "#ffffff",
                 .min_fill = "#ffffff",
                 .plain_fill = "#ffffff",
                 .elided_fill = "#e8e8e8",
                 .frame = "#999999",
                 .first_fill = "#f6f6f6",
                 .second_fill = "#e4e4e4",
                 .hatching = "#b4b4b4",
                 .board_shade = "#b8b8b8",
                 .highlight = "#d0d0d0"},
     .dark = {.line = "#dddddd",
              .principal = "#ffffff",
              .cut = "#ffffff",
              .ghost_line = "#999999",
              .ghost_text = "#b0b0b0",
              .max_fill = "#1b1b1b",
              .min_fill = "#1b1b1b",
              .plain_fill = "#1b1b1b",
              .elided_fill = "#3c3c3c"},
     .icicle = {.plain = "#ffffff",
                .rising = "#f0f0f0",
                .falling = "#f0f0f0",
                .crossed = "#d4d4d4",
                .level = "#ffffff",
                .upright = "#e4e4e4",
                .grid = "#c4c4c4",
                .dotted = "#fafafa"}},
    {.theme = Theme::kColor,
     .name = "color",
     .palette = {.line = "#333333",
                 .principal = "#0072b2",
                 .cut = "#c04a00",
                 .ghost_line = "#707070",
                 .ghost_text = "#666666",
                 .max_fill = "#dceefa",
                 .min_fill = "#fdeecb",
                 .plain_fill = "#ffffff",
                 .elided_fill = "#eeeeee",
                 .frame = "#999999",
                 .first_fill = "#cfe9df",
                 .second_fill = "#f3d9e7",
                 .hatching = "#a8b8b4",
                 .board_shade = "#eb9c84",
                 .highlight = "#f0e442"},
     .dark = {.line = "#dddddd",
              .principal = "#56b4e9",
              .cut = "#f0a060",
              .ghost_line = "#999999",
              .ghost_text = "#b0b0b0",
              .max_fill = "#17374d",
              .min_fill = "#4d4018",
              .plain_fill = "#1b1b1b",
              .elided_fill = "#3c3c3c"},
     .icicle = {.plain = "#ffffff",
                .rising = "#cfe4f5",
                .falling = "#fdeecb",
                .crossed = "#f3bfa8",
                .level = "#cfe9df",
                .upright = "#f3d9e7",
                .grid = "#e69f00",
                .dotted = "#eeeeee"}},
}};

constexpr bool is_complete(const ThemeRow& row) {
  return std::all_of(kColors.begin(), kColors.end(), [&](const Color& color) {
    return row.palette.*color.of != nullptr && (color.css.empty() || row.dark.*color.of != nullptr);
  });
}
// Every theme has a row, in enumeration order, with all colours.
static_assert([] {
  for (std::size_t i = 0; i < kThemeRows.size(); ++i) {
    if (kThemeRows[i].theme != static_cast<Theme>(i) || !is_complete(kThemeRows[i])) return false;
  }
  return true;
}());

inline const ThemeRow& row_of(Theme theme) { return kThemeRows[static_cast<std::size_t>(theme)]; }
inline const Palette& palette(Theme theme) { return row_of(theme).palette; }

inline std::vector<std::string> theme_names() {
  std::vector<std::string> names;
  for (const ThemeRow& row : kThemeRows) names.emplace_back(row.name);
  return names;
}
// An unknown name gives the first theme.
inline Theme theme_of(std::string_view name) {
  for (const ThemeRow& row : kThemeRows) {
    if (row.name == name) return row.theme;
  }
  return Theme::kPaper;
}

// The look of one kind of mark on a board.
struct BoardInk {
  const char* name;  // CSS class
  const char* line;
  double width;      // line width in points
  const char* fill;  // "": no fill
};

inline BoardInk board_ink(BoardPicture::Paint paint, Theme theme) {
  switch (paint) {
    case BoardPicture::Paint::kFaint:
      return {"faint", "#8c8c8c", 0.4, ""};
    case BoardPicture::Paint::kTint:
      return {"tint", "#8c8c8c", 0.4, "#d9d9d9"};
    case BoardPicture::Paint::kWhite:
      return {"white", "#000000", 0.7, "#ffffff"};
    case BoardPicture::Paint::kShaded:
      return {"shaded", "#000000", 0.4, palette(theme).board_shade};
    case BoardPicture::Paint::kBlack:
      return {"black", "#000000", 0.7, "#000000"};
    case BoardPicture::Paint::kFrame:
      break;
  }
  return {"frame", "#000000", 1.1, ""};
}

// The purpose of a text.
enum class Ink { kText, kCondition, kGhost };

inline const char* ink_color(Ink ink, Theme theme) {
  if (ink == Ink::kCondition) return palette(theme).cut;
  return ink == Ink::kGhost ? palette(theme).ghost_text : "#000000";
}

// The mark of a cut: two short strokes across the end of its edge.
struct CutMark {
  double reach;     // length of a stroke on each side of the edge
  double width;     // of a stroke
  double backs[2];  // distances of its strokes from the mark's end
  // The gap from the mark's end to the edge's end: it clears the text there by `clear`, is at least
  // `least_gap`, and takes at most `most_share` of the edge.
  double clear, least_gap, most_share;
  // DOT has no strokes; this is the closest arrow head, and its length.
  const char* arrow_head;
  double arrow_length;
};
inline constexpr CutMark kCutMark = {.reach = 3.4,
                                     .width = 1.2,
                                     .backs = {0.5, 3},
                                     .clear = 2,
                                     .least_gap = 4,
                                     .most_share = 0.6,
                                     .arrow_head = "teetee",
                                     .arrow_length = 5.5};

inline constexpr double kOutlineWidth = 0.9, kEdgeWidth = 0.8, kPrincipalWidth = 2.4,
                        kDottedWidth = 1.2, kFrameWidth = 0.6, kDotLine = 0.5,
                        kPrincipalDotLine = 1.5;
inline constexpr double kElidedRounding = 4;  // radius of the corners

enum class Dash { kSolid, kDashed, kDotted };

// Lengths of a dash and of the gap after it; both are 0 for a solid line.
struct DashPattern {
  double on, off;
};

constexpr DashPattern dash_pattern(Dash dash) {
  if (dash == Dash::kSolid) return {0, 0};
  return dash == Dash::kDashed ? DashPattern{4, 2.5} : DashPattern{1.2, 2.4};
}

struct Pen {
  const char* color = "#000000";
  double width = kOutlineWidth;
  Dash dash = Dash::kSolid;
};

// Line width at a dot: dots smaller than usual get proportionally thinner lines, down to a
// hairline.
inline double dot_line(const DiagramNode& node, double usual = kDotLine) {
  constexpr double kHair = 0.2;
  return usual * std::clamp(node.dot / kLeastDot, kHair, 1.0);
}

// Width 0: no outline.
inline Pen outline_pen(const DiagramNode& node, Theme theme) {
  const Palette& colors = palette(theme);
  if (node.shape == Shape::kBare) {
    return {colors.line, node.highlighted ? kEdgeWidth : 0, Dash::kSolid};
  }
  if (node.pruned) {
    const double share = node.dot > 0 ? dot_line(node, 1) : 1;
    return {colors.ghost_line, share * kDottedWidth, Dash::kDotted};
  }
  const Dash dash = node.dashed_line ? Dash::kDashed : Dash::kSolid;
  if (node.dot > 0) return {colors.line, dot_line(node), Dash::kSolid};
  if (node.principal) return {colors.principal, kPrincipalWidth, dash};
  return {colors.line, kOutlineWidth, dash};
}

// Pen of the edge that leads to the node. Edges inside a pruned subtree are grey; the cut edge
// itself is not.
inline Pen edge_pen(const DiagramNode& node, Theme theme) {
  const Palette& colors = palette(theme);
  const Dash dash = node.edge == EdgeStyle::kDashed   ? Dash::kDashed
                    : node.edge == EdgeStyle::kDotted ? Dash::kDotted
                                                      : Dash::kSolid;
  if (node.principal) {
    return {colors.principal, node.dot > 0 ? kPrincipalDotLine : kPrincipalWidth, dash};
  }
  const bool below_cut = node.pruned && !node.cut_mark;
  const double share = node.dot > 0 ? dot_line(node) : 1;
  return {node.cut_mark ? colors.cut
          : below_cut   ? colors.ghost_line
                        : colors.line,
          share * (dash == Dash::kDotted ? kDottedWidth : kEdgeWidth), dash};
}

inline Pen hatch_pen(Theme theme) { return {palette(theme).hatching, 0.5, Dash::kSolid}; }

inline Pen frame_pen(Theme theme) { return {palette(theme).frame, kFrameWidth, Dash::kSolid}; }

inline Pen mark_pen(const DiagramNode& node, Theme theme) {
  const double share = node.dot > 0 ? dot_line(node) : 1;
  return {palette(theme).cut, share * kCutMark.width, Dash::kSolid};
}

inline const char* Palette::*fill_of(const DiagramNode& node) {
  if (node.highlighted) return &Palette::highlight;
  if (node.dot > 0 && node.shape != Shape::kRoof) {
    return node.solid ? &Palette::line : &Palette::plain_fill;
  }
  if (node.marked_first) return &Palette::first_fill;
  if (node.marked_second) return &Palette::second_fill;
  if (node.shape == Shape::kMax || node.shape == Shape::kUp) return &Palette::max_fill;
  if (node.shape == Shape::kMin || node.shape == Shape::kDown) return &Palette::min_fill;
  const bool is_left_out = node.shape == Shape::kElided || node.shape == Shape::kRoof;
  return is_left_out ? &Palette::elided_fill : &Palette::plain_fill;
}
inline const char* fill_color(const DiagramNode& node, Theme theme) {
  return palette(theme).*fill_of(node);
}

}  // namespace plytrace::draw

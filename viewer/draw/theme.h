// SPDX-License-Identifier: MIT
//
// What the two themes look like. "paper" is black on white: shapes and line styles carry all
// meaning. "color" adds colours that people with any colour vision can tell apart (Okabe and Ito,
// "Color Universal Design", 2008), and keeps all shapes and line styles.
#pragma once

#include "viewer/draw/diagram.h"

namespace plytrace::draw {

struct Palette {
  const char *max_fill, *min_fill, *plain_fill, *elided_fill;
  const char *line, *principal, *cut, *ghost_line, *ghost_text;
  const char *first_fill, *second_fill;  // only in one of two traces
};

inline const Palette& palette(Theme theme) {
  static constexpr Palette kPaper = {"#ffffff", "#ffffff", "#ffffff", "#e8e8e8",
                                     "#000000", "#000000", "#000000", "#707070",
                                     "#303030", "#f4f4f4", "#d8d8d8"};
  static constexpr Palette kColor = {"#dceefa", "#fdeecb", "#ffffff", "#eeeeee",
                                     "#333333", "#0072b2", "#c04a00", "#707070",
                                     "#303030", "#cfe9df", "#f3d9e7"};
  return theme == Theme::kPaper ? kPaper : kColor;
}

// How the marks of a board are drawn.
struct BoardInk {
  const char* name;  // of a class of styles
  const char* line;
  double width;      // of the line, in points
  const char* fill;  // "": none
};

inline const BoardInk& board_ink(BoardPicture::Paint paint, Theme theme) {
  static constexpr BoardInk kFaint = {"faint", "#8c8c8c", 0.4, ""};
  static constexpr BoardInk kWhite = {"white", "#000000", 0.7, "#ffffff"};
  static constexpr BoardInk kShaded = {"shaded", "#000000", 0.4, "#b8b8b8"};
  static constexpr BoardInk kRed = {"shaded", "#000000", 0.4, "#eb9c84"};
  static constexpr BoardInk kBlack = {"black", "#000000", 0.7, "#000000"};
  static constexpr BoardInk kFrame = {"frame", "#000000", 1.1, ""};
  switch (paint) {
    case BoardPicture::Paint::kFaint:
      return kFaint;
    case BoardPicture::Paint::kWhite:
      return kWhite;
    case BoardPicture::Paint::kShaded:
      return theme == Theme::kColor ? kRed : kShaded;
    case BoardPicture::Paint::kBlack:
      return kBlack;
    case BoardPicture::Paint::kFrame:
      break;
  }
  return kFrame;
}

inline const char* fill_color(const DiagramNode& node, Theme theme) {
  const Palette& colors = palette(theme);
  if (node.marked_first) return colors.first_fill;
  if (node.marked_second) return colors.second_fill;
  switch (node.shape) {
    case Shape::kMax:
      return colors.max_fill;
    case Shape::kMin:
      return colors.min_fill;
    case Shape::kElided:
      return colors.elided_fill;
    case Shape::kPlain:
    case Shape::kOver:
      return colors.plain_fill;
    case Shape::kGhost:
      break;
  }
  return "#ffffff";
}

}  // namespace plytrace::draw

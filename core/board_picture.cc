// SPDX-License-Identifier: MIT
#include "core/board_picture.h"

#include <algorithm>
#include <cmath>

namespace plytrace {

void BoardPart::include(const BoardPart& other) {
  left = std::min(left, other.left);
  right = std::max(right, other.right);
  top = std::min(top, other.top);
  bottom = std::max(bottom, other.bottom);
  low = std::min(low, other.low);
  high = std::max(high, other.high);
}

void BoardPicture::add(Form form, Paint paint, double x, double y, double mark_width,
                       double mark_height) {
  marks.push_back({form, paint, x, y, mark_width, mark_height, "", {}});
}

void BoardPicture::add_disc(bool filled, double x, double y, double diameter) {
  add(Form::kDisc, filled ? Paint::kBlack : Paint::kWhite, x, y, diameter, diameter);
}

void BoardPicture::add_text(const std::string& text, double x, double y) {
  // An estimate of the text's width for fit(); core knows no fonts.
  const double text_width = 0.55 * static_cast<double>(text.size());
  marks.push_back({Form::kText, Paint::kBlack, x, y, text_width, 0.9, text, {}});
}

void BoardPicture::add_outline(std::span<const Corner> outline, bool filled, double x, double y,
                               double size) {
  const Paint paint = filled ? Paint::kBlack : Paint::kWhite;
  marks.push_back({Form::kOutline, paint, x, y, size, size, "", outline});
}

void BoardPicture::fit() {
  if (marks.empty()) return;
  double left = HUGE_VAL, right = -HUGE_VAL, top = HUGE_VAL, bottom = -HUGE_VAL;
  for (const Mark& mark : marks) {
    left = std::min(left, mark.x - mark.width / 2);
    right = std::max(right, mark.x + mark.width / 2);
    top = std::min(top, mark.y - mark.height / 2);
    bottom = std::max(bottom, mark.y + mark.height / 2);
  }
  for (Mark& mark : marks) {
    mark.x -= left;
    mark.y -= top;
  }
  width = right - left;
  height = bottom - top;
}

}  // namespace plytrace

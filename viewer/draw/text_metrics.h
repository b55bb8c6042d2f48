// SPDX-License-Identifier: MIT
//
// Texts in pictures: how wide they are, how they are made shorter.
// Widths are those of DejaVu Sans, which pictures name as their font. It is the widest of the usual
// sans-serif fonts, so that a label that fits here also fits where a viewer has another one.
// Units: points. Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/score.h"

namespace plytrace::draw {

enum class Face { kRegular, kBold, kMono };

inline constexpr const char* kSansFont = "DejaVu Sans";
inline constexpr const char* kBoldFont = "DejaVu Sans Bold";
inline constexpr const char* kMonoFont = "DejaVu Sans Mono";

// Whether the width of a text is known and not only guessed.
bool is_measured(std::string_view text);
// Width of one line of UTF-8 text at a font size of `size` points.
double text_width(std::string_view text, double size, Face face = Face::kRegular);
// Height of one line, with its leading.
double line_height(double size);

// At most `limit` characters of a text, the last one an ellipsis where it was longer.
std::string shortened(std::string_view text, std::size_t limit);

// The text broken at blanks into lines not wider than `width`, joined by line ends; a word that is
// wider itself is broken, behind a comma if there is one to choose.
std::string wrapped(std::string_view text, double width, double size);

// A score as short as a picture needs it: 3, -12.5, 0.1449, 1e9, +∞; 3+ is the number next above 3.
std::string score_label(Score score);
// A window: (-∞, 3).
std::string window_label(Score alpha, Score beta);

}  // namespace plytrace::draw

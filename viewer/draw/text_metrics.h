// SPDX-License-Identifier: MIT
//
// Measures and shortens the texts of pictures. Widths are those of DejaVu Sans, the font that
// pictures name. It is the widest of the common sans-serif fonts, so a label that fits here also
// fits in a viewer that substitutes another. Units: points. Pure functions.
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

// True if the widths of all characters are known; otherwise text_width() is an estimate.
bool is_measured(std::string_view text);
// Width of one line of UTF-8 text at a font size of `size` points.
double text_width(std::string_view text, double size, Face face = Face::kRegular);
// Height of one line, including leading.
double line_height(double size);

// At most `limit` characters of a text; a longer text ends in an ellipsis.
std::string shortened(std::string_view text, std::size_t limit);

// Small letters are set up to 2 % wider in a PDF, so wrapped() fills only this share of a line.
inline constexpr double kSurelyFilled = 0.975;

// Breaks the text at blanks into lines of at most `width`, joined by newlines. A longer word is
// itself broken, preferably after a comma.
std::string wrapped(std::string_view text, double width, double size);

// The shortest useful form of a score: 3, -12.5, 0.1449, 1e9, +∞; "3+" is the next number above 3.
std::string score_label(Score score);
// A window: (-∞, 3).
std::string window_label(Score alpha, Score beta);

}  // namespace plytrace::draw

// SPDX-License-Identifier: MIT
//
// Curves over a common axis, drawn by gnuplot: one panel or several, one above the other. Curves
// differ in line style and point shape, so that they stay apart in black and white. gnuplot is a
// program of its own: where it is missing the error says what to install, and the script that it
// would have drawn can be had as a file.
// Deterministic: equal plots give equal bytes with one version of gnuplot. Thread rule: one call at
// a time (a child process each).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/status.h"

namespace plytrace::draw {

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x rising
};

enum class Scale { kAuto, kLinear, kLogarithmic };

struct CurvePanel {
  std::string y_label;
  std::vector<Curve> curves;
  // kAuto is logarithmic where the largest value is 50 times the smallest or more. Points that are
  // not above 0 cannot stand on such an axis and are left out.
  Scale scale = Scale::kAuto;
};

struct CurvePlot {
  std::string title, x_label;
  std::vector<CurvePanel> panels;
};

enum class CurveFormat { kSvg, kPdf, kPng, kScript };

// By the ending of the file's name.
Result<CurveFormat> curve_format(const std::string& file);

// These endings: ".svg .pdf .png, or .gp", where that of the script is the last.
std::string curve_endings(std::string_view between = " ");

// The picture's bytes, or the script. Errors: environment (no gnuplot, or it failed).
Result<std::string> draw_curves(const CurvePlot& plot, CurveFormat format);

// Ok where draw_curves() can run, so that a long work does not end without its picture.
Status check_curves(CurveFormat format);

}  // namespace plytrace::draw

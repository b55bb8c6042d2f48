// SPDX-License-Identifier: MIT
//
// Line charts drawn by gnuplot: one panel, or several stacked over a common x axis. Curves differ
// in line style and point shape, so they stay distinct in black and white. If all points have the
// same x, each curve is a bar with its name and value instead. gnuplot runs as a child process; if
// it is not installed, the error names the package, and kScript still writes the gnuplot script.
// Deterministic: one version of gnuplot gives the same bytes for equal plots.
// Thread rule: one call at a time.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/status.h"

namespace plytrace::draw {

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x must increase
  // Lower and upper end of each point, drawn as a bar; empty: no bars.
  std::vector<std::pair<double, double>> spread{};
  bool is_bare = false;  // a line without marks, to compare the other curves with
};

enum class Scale { kAuto, kLinear, kLogarithmic };

struct CurvePanel {
  std::string y_label;
  std::vector<Curve> curves;
  // kAuto picks a logarithmic axis if the largest value is at least 50 times the smallest. A
  // logarithmic axis leaves out points whose value is not above 0.
  Scale scale = Scale::kAuto;
};

struct CurvePlot {
  std::string title, x_label;
  std::vector<CurvePanel> panels;
  // In points of paper, with type of 8 points; 0: 720 pixels, for a screen.
  double paper_width = 0;
};

enum class CurveFormat { kSvg, kPdf, kPng, kScript };

// A file for curves that an option names: its format, by the extension, and CurvePlot::paper_width.
struct CurveFile {
  CurveFormat format = CurveFormat::kSvg;
  double paper_width = 0;
};
// Checks the file and --width ("": 0), and that draw_curves() can run, so that a long search does
// not end without its picture. Without a file, it checks the width alone. Errors: Failure, which
// names the `option`.
CurveFile curve_file(const std::string& option, const std::string& file, const std::string& width);

// Lists the extensions for messages: ".svg .pdf .png, or .gp"; the script's comes last.
std::string curve_endings(std::string_view between = " ");

// Reads CurvePlot::paper_width from an option --width; "": 0.
Result<double> curve_width(const std::string& text);

// Returns the bytes of the picture or the script. Errors: environment (no gnuplot, or it failed).
Result<std::string> draw_curves(const CurvePlot& plot, CurveFormat format);

}  // namespace plytrace::draw

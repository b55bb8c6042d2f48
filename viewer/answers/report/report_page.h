// SPDX-License-Identifier: MIT
//
// The page of `plytrace report` about one search, or two of the same position: what was searched,
// whether it is right, what pruning saved, where, and why. It shows the results of the analyses
// (viewer/analysis, viewer/verify) and computes nothing itself. Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/largest_cuts.h"
#include "viewer/analysis/pass_stats.h"
#include "viewer/answers/compare/comparison.h"
#include "viewer/answers/marks.h"
#include "viewer/answers/selection.h"
#include "viewer/draw/curves.h"
#include "viewer/format/page.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace {

// The width of the figures, which is that of the text on a printed page.
inline constexpr const char* kReportWidth = "160mm";
inline constexpr const char* kReportTreeHeight = "85mm";
// The curves stand beside the table of their numbers.
inline constexpr const char* kReportCurvesWidth = "95mm";

struct ReportedSearch {
  const Selection& selected;
  verify::VerifyReport verdict;
  PassStats stats;
  LargestCuts cuts;
};

// A picture of the page. If `svg` is empty there is no picture, and `caption` says why.
struct ReportFigure {
  std::string file;  // name without extension
  std::string caption, svg;
};

struct ReportContents {
  std::vector<ReportedSearch> searches;  // one or two
  std::optional<Comparison> comparison;  // if there are two searches
  std::string title;                     // "": made from the searches
  ReportFigure board, tree, curves;
  std::vector<answers::Marks> marks;  // of each search's trace
};

std::string report_title(const ReportContents& contents);
text::Page report_page(const ReportContents& contents);

// The nodes by ply as curves.
draw::CurvePlot nodes_by_ply(const ReportContents& contents);

}  // namespace plytrace

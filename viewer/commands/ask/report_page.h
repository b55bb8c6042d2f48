// SPDX-License-Identifier: MIT
//
// The page of `plytrace report`: what was searched, is it right, what did pruning save, where, and
// why; of one search, or of two of the same position. It shows what the analyses found
// (viewer/analysis, viewer/verify) and computes nothing itself.
// Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/comparison.h"
#include "viewer/analysis/largest_cuts.h"
#include "viewer/analysis/pass_stats.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/draw/curves.h"
#include "viewer/format/page.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace {

struct ReportedSearch {
  const cli::Selection& selected;
  verify::VerifyReport verdict;
  PassStats stats;
  LargestCuts cuts;
  bool of_pass = false;  // the user named the pass: then its nodes count, not those of all passes
};

// A picture of the page; `svg` is "" where there is none, and then `caption` says why.
struct ReportFigure {
  std::string file;  // name without ending
  std::string caption, svg;
};

struct ReportContents {
  std::vector<ReportedSearch> searches;  // one or two
  std::optional<Comparison> comparison;  // of two
  std::string title;                     // "" = made from the searches
  ReportFigure board, tree, curves;
};

std::string report_title(const ReportContents& contents);
text::Page report_page(const ReportContents& contents);

// Nodes by ply, as curves.
draw::CurvePlot nodes_by_ply(const ReportContents& contents);

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// Writes an excerpt as one self-contained HTML page that makes no network requests. The page can
// fold and unfold the tree, pan and zoom, search by move, and replay the search step by step in its
// own order. The page itself is in viewer/draw/html/; this code fills in the data. Thread rule:
// pure function.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/tree/excerpt.h"
#include "viewer/tree/steps.h"

namespace plytrace::draw {

// The parts of the page, embedded from viewer/draw/html/.
extern const char* const kPageHtml;
extern const char* const kPageCss;
extern const char* const kPageJs;
// The complete page of an icicle chart.
extern const char* const kIciclePage;

struct HtmlOptions {
  std::string title;  // empty: the first line of the caption
  std::vector<std::string> caption;
  // The caption line with the result, and the line that replaces it while the page replays steps.
  std::string search, question;
  std::string root = "/";  // path of the excerpt's root
  Theme theme = Theme::kPaper;
  Direction direction = Direction::kTopDown;
  bool legend = false;
  Labels labels;  // shown in the nodes; the details panel shows everything
  std::function<Board(const NodeRow&)> board;  // empty: no boards
  // Explains in sentences why the moves of a place were skipped; empty: no explanations.
  std::function<std::vector<std::string>(const NodeRow& cut, const CutoffRow&)> why_skipped;
};

// `steps` must belong to the same excerpt.
std::string html_page(const tree::Excerpt& excerpt, const tree::Steps& steps,
                      const HtmlOptions& options);

}  // namespace plytrace::draw

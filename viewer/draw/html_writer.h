// SPDX-License-Identifier: MIT
//
// An excerpt as one self-contained HTML page that asks no network for anything: the tree to fold
// and unfold, pan and zoom, a search by move, and the search step by step in its own order. The
// page itself is viewer/draw/html/; this fills in the data. Thread rule: pure function.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/tree/excerpt.h"
#include "viewer/tree/steps.h"

namespace plytrace::draw {

// The page's parts, as they lie in viewer/draw/html/.
extern const char* const kPageHtml;
extern const char* const kPageCss;
extern const char* const kPageJs;
// The page of an icicle, whole.
extern const char* const kIciclePage;

struct HtmlOptions {
  std::string title;  // empty: the first line of the caption
  std::vector<std::string> caption;
  // The line of the caption that tells the result, and what it is while the page steps.
  std::string search, question;
  std::string root = "/";  // path of the excerpt's root
  Theme theme = Theme::kPaper;
  Direction direction = Direction::kTopDown;
  bool legend = false;
  Labels labels;                               // in the nodes; the details tell everything
  std::function<Board(const NodeRow&)> board;  // empty: no boards
  // Why the moves of a place were skipped, in sentences; empty: not told.
  std::function<std::vector<std::string>(const NodeRow& cut, const CutoffRow&)> why_skipped;
};

// `steps`: those of the excerpt.
std::string html_page(const tree::Excerpt& excerpt, const tree::Steps& steps,
                      const HtmlOptions& options);

}  // namespace plytrace::draw

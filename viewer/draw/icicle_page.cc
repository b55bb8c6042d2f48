// SPDX-License-Identifier: MIT
#include <string>
#include <string_view>

#include "viewer/draw/html_writer.h"
#include "viewer/draw/icicle_diagram.h"
#include "viewer/draw/svg_writer.h"
#include "viewer/format/characters.h"

namespace plytrace::draw {
namespace {

// The page with `text` in the place of a mark that stands there once.
std::string put(std::string page, std::string_view mark, const std::string& text) {
  return page.replace(page.find(mark), mark.size(), text);
}

// As a part of a page: without the first line of a file, and open to who walks its boxes.
std::string picture_part(const IcicleDiagram& diagram) {
  const std::string svg = svg_text(diagram);
  return put(svg.substr(svg.find("<svg")), "role=\"img\"",
             "role=\"group\" aria-label=\"All nodes of the search\"");
}

}  // namespace

std::string icicle_page(const IcicleDiagram& diagram) {
  std::string title = diagram.title;
  if (title.empty() && !diagram.description.empty()) title = diagram.description.front();
  // The picture first: what a trace says stands behind the mark of the title.
  const std::string page = put(kIciclePage, "{{PICTURE}}", picture_part(diagram));
  return put(page, "{{TITLE}}", text::markup_escaped(title.empty() ? "plytrace" : title));
}

}  // namespace plytrace::draw

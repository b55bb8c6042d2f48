// SPDX-License-Identifier: MIT
#include <string>
#include <string_view>

#include "viewer/draw/html_writer.h"
#include "viewer/draw/icicle_diagram.h"
#include "viewer/draw/svg_writer.h"
#include "viewer/format/characters.h"

namespace plytrace::draw {
namespace {

// Replaces a placeholder, which occurs once, with `text`.
std::string put(std::string page, std::string_view mark, const std::string& text) {
  return page.replace(page.find(mark), mark.size(), text);
}

// The SVG as part of a page: without the XML declaration, and with boxes that scripts can visit.
std::string picture_part(const IcicleDiagram& diagram) {
  const std::string svg = svg_text(diagram);
  return put(svg.substr(svg.find("<svg")), "role=\"img\"",
             "role=\"group\" aria-label=\"All nodes of the search\"");
}

}  // namespace

std::string icicle_page(const IcicleDiagram& diagram) {
  std::string title = diagram.title;
  if (title.empty() && !diagram.description.empty()) title = diagram.description.front();
  // Replace PICTURE first: its texts come from a trace and could contain "{{TITLE}}", but the
  // template's own title placeholder comes before them.
  const std::string page = put(kIciclePage, "{{PICTURE}}", picture_part(diagram));
  return put(page, "{{TITLE}}", text::markup_escaped(title.empty() ? "plytrace" : title));
}

}  // namespace plytrace::draw

// SPDX-License-Identifier: MIT
//
// Panel "export": saves what a panel shows (the tree or the overview) as a file, as `plytrace
// render` writes it.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "viewer/answers/figure/icicle_figure.h"
#include "viewer/draw/icicle_words.h"
#include "viewer/draw/picture_formats.h"
#include "viewer/explore/icicle_view.h"
#include "viewer/explore/panels.h"
#include "viewer/explore/tree_view.h"
#include "viewer/format/rows/format.h"

namespace plytrace::explore {
namespace {

// A saved picture, and the first part of its file name.
struct Kept {
  std::string name;
  std::string bytes;
};

Kept kept_tree(Asked& asked, const draw::PictureFormat& format) {
  const auto view = read_tree_view(asked);
  const auto excerpt = excerpt_of(asked, view, For::kKeeping);
  const draw::Diagram diagram = format.prepared(diagram_of(excerpt, nullptr));
  auto bytes = value_of(format.bytes(diagram, draw::place(diagram), {}));
  return Kept{"tree-" + std::to_string(view.root.id), std::move(bytes)};
}

// "run.db, nodes 12 to 40,000; 1,204 nodes: ...".
std::string icicle_caption(const Asked& asked, const Icicle& icicle) {
  const std::string file = std::filesystem::path(asked.source.file()).filename().string();
  return text::printable(file) + ", nodes " + text::grouped(icicle.spans.front().first) + " to " +
         text::grouped(icicle.spans.back().last) + "; " + draw::icicle_counts(icicle);
}

// One point of the picture is one pixel of the overview, so that the same boxes are drawn.
Kept kept_icicle(Asked& asked, const draw::PictureFormat& format) {
  const auto view = read_icicle_view(asked);
  if (view.spans.empty()) throw Failure::bad_input(asked.source.file() + ": no nodes lie there");
  const Icicle icicle = icicle_of(asked, view);
  std::vector<PassRow> passes;
  for (const SearchPasses& of : asked.source.searches()) {
    passes.insert(passes.end(), of.passes.begin(), of.passes.end());
  }
  auto bytes = value_of(format.icicle(
      icicle_picture(view.looks, asked.reader, passes, icicle, draw::icicle_width(view.pixels),
                     {icicle_caption(asked, icicle)}),
      {}));
  return Kept{"overview-" + std::to_string(icicle.spans.front().first), std::move(bytes)};
}

// The default format comes first.
std::vector<std::string> format_names(bool of_icicles) {
  std::vector<std::string> names{"svg"};
  for (const draw::PictureFormat& format : draw::picture_formats()) {
    const bool is_drawn = !of_icicles || format.has_icicles();
    if (is_drawn && format.is_picture() && format.name != "svg") names.emplace_back(format.name);
  }
  return names;
}

}  // namespace

text::Json saved_formats() {
  return {{"tree", format_names(false)}, {"icicle", format_names(true)}};
}

Response answer_export(Asked& asked) {
  const bool is_tree = asked.parameters.word("panel", {"tree", "icicle"}) == "tree";
  const std::string name = asked.parameters.word("format", format_names(!is_tree));
  const draw::PictureFormat& format = *draw::find_picture_format(name);
  auto kept = is_tree ? kept_tree(asked, format) : kept_icicle(asked, format);
  Response response{200, std::string(format.type), std::move(kept.bytes)};
  response.headers.emplace_back("Content-Disposition",
                                "attachment; filename=\"" + kept.name + "." + name + "\"");
  return response;
}

}  // namespace plytrace::explore

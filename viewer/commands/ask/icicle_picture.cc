// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/icicle_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/commands/ask/picture_captions.h"
#include "viewer/commands/ask/picture_output.h"
#include "viewer/draw/icicle_diagram.h"
#include "viewer/draw/icicle_words.h"
#include "viewer/draw/text_metrics.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

// A page in a browser is wider than paper and as high as necessary.
constexpr double kPageWidth = 960;
constexpr std::int64_t kPageRows = 100;

struct Shown {
  std::vector<IcicleSpan> spans;
  std::vector<PassRow> passes;  // if whole passes are shown
  std::string words;            // "passes 1 to 6 side by side"
};

// All passes, unless a pass or a node is requested.
Result<Shown> shown_by(const IciclePictureOptions& options, Selection& selection) {
  Shown view;
  if (options.root == "/") {
    std::vector<PassRow> passes{selection.pass};
    if (!options.trace.pass) passes = selection.reader.passes(selection.search.id);
    view.spans = spans_of(selection.reader, passes);
    view.passes = passes;
    view.words = passes.size() == 1 ? fmt::format("pass {}", passes[0].ordinal)
                                    : fmt::format("{} passes side by side", passes.size());
    if (view.spans.empty()) {
      return Status::bad_input(selection.reader.file().path + ": search " +
                               std::to_string(selection.search.id) +
                               " has no nodes; none were recorded");
    }
    return view;
  }
  const auto root = select_node(selection, options.root);
  if (!root) return root.status();
  view.spans = {span_of(selection.reader, *root)};
  view.words = fmt::format("pass {}, below {}", selection.pass.ordinal,
                           text::printable(selection.reader.path(root->id)));
  return view;
}

std::string counts_caption(const IciclePictureOptions& options, const Selection& selection,
                           const Shown& view, const Icicle& icicle) {
  const std::string file =
      options.named ? std::filesystem::path(selection.reader.file().path).filename().string() + ", "
                    : "";
  const std::string text = fmt::format("{}search {}, {}; {}", file, selection.search.id, view.words,
                                       draw::icicle_counts(icicle));
  return draw::shortened(text::printable(text), 400);
}

draw::IcicleDiagram diagram_of(const IciclePictureOptions& options, const Selection& selection,
                               const Shown& view, const Icicle& icicle, double width) {
  draw::IcicleWords words{selection.reader, {}};
  for (const PassRow& pass : view.passes) words.name(pass);
  draw::IcicleOptions looks;
  looks.by = options.by;
  looks.theme = options.theme;
  looks.width = width;
  looks.title = text::printable(options.title);
  looks.description = {caption_of_search(selection),
                       counts_caption(options, selection, view, icicle)};
  if (options.caption != "none") looks.caption = looks.description;
  if (options.caption == "short") looks.caption.resize(1);
  looks.labels = [&](const IcicleBox& box) { return words.labels(box); };
  looks.tooltip = [&](const IcicleBox& box) { return words.tooltip(icicle, box); };
  return draw::icicle_diagram(icicle, looks);
}

}  // namespace

Result<std::string> icicle_picture(const IciclePictureOptions& options, Selection& selection,
                                   const draw::PictureFormat& format) {
  const TraceReader::Snapshot snapshot(selection.reader);
  const auto paper = cli::paper_of("render", options.width);
  if (!paper) return paper.status();
  const auto view = shown_by(options, selection);
  if (!view) return view.status();
  const bool is_page = format.is_page() && !paper->is_asked;
  const double width = is_page ? kPageWidth : paper->width - 2 * draw::kPictureMargin;
  IcicleLimits limits;
  limits.pixels = draw::icicle_pixels(width);
  limits.rows = is_page ? kPageRows : draw::icicle_rows(paper->height);
  if (options.depth) limits.rows = std::min<std::int64_t>(*options.depth, 10'000) + 1;
  const Icicle icicle = take_icicle(selection.reader, view->spans, limits);
  if (Status damage = selection.reader.status(); !damage) return damage;
  draw::Output output;
  output.dots = options.dots.value_or(output.dots);
  return format.icicle(diagram_of(options, selection, *view, icicle, width), output);
}

}  // namespace plytrace

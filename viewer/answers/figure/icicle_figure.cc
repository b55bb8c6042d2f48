// SPDX-License-Identifier: MIT
#include "viewer/answers/figure/icicle_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "viewer/answers/figure/captions.h"
#include "viewer/draw/icicle_words.h"
#include "viewer/draw/text_metrics.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

// A page in a browser is wider than paper and as high as necessary.
constexpr double kPageWidth = 960;
constexpr std::int64_t kPageRows = 100;
constexpr std::size_t kMixLookUps = 400'000;  // half a second

struct Shown {
  std::vector<IcicleSpan> spans;
  std::vector<PassRow> passes;  // if whole passes are shown
  std::string words;            // "passes 1 to 6 side by side"
};

// All passes, unless a pass or a node is requested.
Shown shown_by(const FigureRequest& request, Selection& selection) {
  Shown view;
  if (request.root == "/") {
    std::vector<PassRow> passes{selection.pass};
    if (!selection.of_pass) passes = selection.reader.passes(selection.search.id);
    view.spans = spans_of(selection.reader, passes);
    view.passes = passes;
    view.words = passes.size() == 1 ? fmt::format("pass {}", passes[0].ordinal)
                                    : fmt::format("{} passes side by side", passes.size());
    if (view.spans.empty()) {
      throw Failure::bad_input(selection.reader.file().path + ": search " +
                               std::to_string(selection.search.id) +
                               " has no nodes; none were recorded");
    }
    return view;
  }
  const auto root = select_node(selection, request.root);
  view.spans = {span_of(selection.reader, root)};
  view.words = fmt::format("pass {}, below {}", selection.pass.ordinal,
                           text::printable(selection.reader.path(root.id)));
  return view;
}

std::string counts_caption(const FigureRequest& request, const Selection& selection,
                           const Shown& view, const Icicle& icicle) {
  const std::string file =
      request.named ? std::filesystem::path(selection.reader.file().path).filename().string() + ", "
                    : "";
  const std::string text =
      fmt::format("{}search {}, {}; {}{}", file, selection.search.id, view.words,
                  draw::icicle_counts(icicle), unrecorded_words(selection));
  return draw::shortened(text::printable(text), 400);
}

}  // namespace

draw::IcicleDiagram icicle_picture(const FigureRequest& request, const TraceReader& reader,
                                   const std::vector<PassRow>& named, const Icicle& icicle,
                                   double width, std::vector<std::string> description) {
  draw::IcicleWords words{reader, {}};
  for (const PassRow& pass : named) words.name(pass);
  draw::IcicleOptions looks;
  looks.by = request.by;
  looks.theme = request.theme;
  looks.width = width;
  looks.title = text::printable(request.title);
  looks.description = std::move(description);
  if (request.caption != FigureRequest::Caption::kNone) looks.caption = looks.description;
  if (request.caption == FigureRequest::Caption::kShort) looks.caption.resize(1);
  looks.labels = [&](const IcicleBox& box) { return words.labels(box); };
  looks.tooltip = [&](const IcicleBox& box) { return words.tooltip(icicle, box); };
  return draw::icicle_diagram(icicle, looks);
}

std::string icicle_figure(const FigureRequest& request, Selection& selection,
                          const draw::PictureFormat& format) {
  const TraceReader::Snapshot snapshot(selection.reader);
  const auto view = shown_by(request, selection);
  const bool is_page = format.is_page() && !request.paper.is_asked;
  const double width = is_page ? kPageWidth : request.paper.width - 2 * draw::kPictureMargin;
  IcicleLimits limits;
  limits.pixels = draw::icicle_pixels(width);
  limits.rows = is_page ? kPageRows : draw::icicle_rows(request.paper.height);
  if (request.depth) limits.rows = std::min<std::int64_t>(*request.depth, 10'000) + 1;
  Icicle icicle = take_icicle(selection.reader, view.spans, limits);
  mix_runs(selection.reader, draw::mix_limits(limits, request.by, kMixLookUps), icicle);
  require(selection.reader.status());
  draw::Output output;
  output.dots = request.dots.value_or(output.dots);
  return value_of(format.icicle(
      icicle_picture(
          request, selection.reader, view.passes, icicle, width,
          {caption_of_search(selection), counts_caption(request, selection, view, icicle)}),
      output));
}

}  // namespace plytrace

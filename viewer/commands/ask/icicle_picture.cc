// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/icicle_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/commands/ask/picture_output.h"
#include "viewer/commands/ask/tree_picture.h"
#include "viewer/draw/icicle_diagram.h"
#include "viewer/draw/text_metrics.h"
#include "viewer/text/format.h"

namespace plytrace {
namespace {

// A page in a browser is wider than paper, and as high as it needs.
constexpr double kPageWidth = 960;
constexpr std::int64_t kPageRows = 100;

struct View {
  std::vector<IcicleSpan> spans;
  std::map<std::int64_t, PassRow> passes;  // by root, where whole passes are shown
  std::string words;                       // "passes 1 to 6 side by side"
};

std::string name_of_pass(const PassRow& pass) {
  std::string text = fmt::format("pass {}", pass.ordinal);
  if (pass.depth) text += fmt::format(", depth {}", *pass.depth);
  return text;
}

// All passes, unless one of them or a node below is asked for.
Result<View> view_of(const IciclePictureOptions& options, cli::Selection& selection) {
  View view;
  if (options.root == "/") {
    std::vector<PassRow> passes{selection.pass};
    if (!options.trace.pass) passes = selection.reader.passes(selection.search.id);
    view.spans = spans_of(selection.reader, passes);
    for (const PassRow& pass : passes) {
      if (pass.root) view.passes[*pass.root] = pass;
    }
    view.words = passes.size() == 1 ? fmt::format("pass {}", passes[0].ordinal)
                                    : fmt::format("{} passes side by side", passes.size());
    if (view.spans.empty()) {
      return Status::bad_input(selection.reader.file().path + ": search " +
                               std::to_string(selection.search.id) +
                               " has no nodes; nothing was recorded of it");
    }
    return view;
  }
  const auto root = cli::select_node(selection, options.root);
  if (!root) return root.status();
  view.spans = {span_of(selection.reader, *root)};
  view.words = fmt::format("pass {}, below {}", selection.pass.ordinal,
                           text::printable(selection.reader.path(root->id)));
  return view;
}

std::string move_of(const TraceReader& reader, const NodeRow& node) {
  return node.move ? text::printable(reader.move_text(node.move)) : "=";
}

// What a box of the first row is.
std::string root_name(const TraceReader& reader, const View& view, const IcicleBox& box) {
  const auto pass = view.passes.find(box.node.id);
  return pass != view.passes.end() ? name_of_pass(pass->second)
                                   : text::printable(reader.path(box.node.id));
}

std::vector<std::string> labels_of(const TraceReader& reader, const View& view,
                                   const IcicleBox& box) {
  if (box.row > 0) {
    const std::string move = move_of(reader, box.node);
    return {move + "  " + text::grouped(box.nodes()), move};
  }
  const std::string name = root_name(reader, view, box);
  std::vector<std::string> labels{name + ": " + text::count(box.nodes(), "node"), name};
  const auto pass = view.passes.find(box.node.id);
  if (pass != view.passes.end()) labels.push_back(std::to_string(pass->second.ordinal));
  return labels;
}

std::string class_words(const IcicleBox& box) {
  const auto was = class_of(box.node);
  if (!box.expected || !was) return "";
  return fmt::format(", {} expected, was {}", word(*box.expected), word(*was));
}

// "#12 d: 1,234 nodes (3.4 %), interior, depth 4, = 3, window (-inf, 5), CUT expected, was CUT".
std::string tooltip_of(const TraceReader& reader, const View& view, const Icicle& icicle,
                       const IcicleBox& box) {
  const NodeRow& node = box.node;
  std::string text = fmt::format(
      "#{} {}: {} ({}), {}", node.id,
      box.row == 0 ? root_name(reader, view, box) : move_of(reader, node),
      text::count(box.nodes(), "node"), share_text(box.nodes(), icicle.nodes), word(node.kind));
  if (node.role != format::Role::kMove) text += ", " + text::readable(word(node.role));
  if (node.phase != format::Phase::kMain) text += ", " + std::string(word(node.phase));
  if (node.depth) text += fmt::format(", depth {}", *node.depth);
  if (box.depth_gain.value_or(0) != 0) text += fmt::format(" ({:+})", *box.depth_gain);
  text += ", " + text::claim(node);
  if (node.alpha && node.beta) text += ", window " + text::window(node.alpha, node.beta);
  text += class_words(box);
  if (box.cut_rank) text += fmt::format(", cut after {}", text::count(*box.cut_rank, "move"));
  return text;
}

std::string counts_caption(const IciclePictureOptions& options, const cli::Selection& selection,
                           const View& view, const Icicle& icicle) {
  const std::string file =
      options.named ? std::filesystem::path(selection.reader.file().path).filename().string() + ", "
                    : "";
  std::int64_t in_runs = 0;
  for (const IcicleRun& run : icicle.runs) in_runs += run.nodes;
  std::string text = fmt::format(
      "{}search {}, {}; {}: {} have a box, {} lie in {}", file, selection.search.id, view.words,
      text::count(icicle.nodes, "node"), text::grouped(icicle.boxes.size()), text::grouped(in_runs),
      text::count(static_cast<std::int64_t>(icicle.runs.size()), "grey run"));
  if (icicle.has_deeper) text += fmt::format("; only the first {} rows are shown", icicle.rows);
  if (icicle.ran_out) text += "; some subtrees were not looked into, there are too many";
  return draw::shortened(text::printable(text), 400);
}

draw::IcicleDiagram diagram_of(const IciclePictureOptions& options, const cli::Selection& selection,
                               const View& view, const Icicle& icicle, double width) {
  const TraceReader& reader = selection.reader;
  draw::IcicleOptions looks;
  looks.by = options.by;
  looks.theme = options.theme;
  looks.width = width;
  looks.title = text::printable(options.title);
  looks.description = {caption_of_search(selection),
                       counts_caption(options, selection, view, icicle)};
  if (options.caption != "none") looks.caption = looks.description;
  if (options.caption == "short") looks.caption.resize(1);
  looks.labels = [&](const IcicleBox& box) { return labels_of(reader, view, box); };
  looks.tooltip = [&](const IcicleBox& box) { return tooltip_of(reader, view, icicle, box); };
  return draw::icicle_diagram(icicle, looks);
}

}  // namespace

Result<std::string> icicle_picture(const IciclePictureOptions& options, cli::Selection& selection,
                                   const draw::PictureFormat& format) {
  const TraceReader::Snapshot snapshot(selection.reader);
  const auto paper = cli::paper_of("render", options.width);
  if (!paper) return paper.status();
  const auto view = view_of(options, selection);
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
  output.dots = options.dots;
  return format.icicle(diagram_of(options, selection, *view, icicle, width), output);
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// Panel "icicle": all passes side by side, or a range of ids.
#include <algorithm>
#include <cmath>

#include "viewer/analysis/icicle.h"
#include "viewer/draw/icicle_looks.h"
#include "viewer/explore/icicle_view.h"
#include "viewer/explore/panels.h"
#include "viewer/format/characters.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/meaning/claim.h"

namespace plytrace::explore {
namespace {

// How the node's value closed its window.
text::Json cut_json(const NodeRow& node) {
  if (node.kind != format::NodeKind::kInterior || !node.side || !node.value) return nullptr;
  const bool is_max = *node.side == format::Side::kMax;
  if (is_max && node.beta && *node.value >= *node.beta) return "beta";
  if (!is_max && node.alpha && *node.value <= *node.alpha) return "alpha";
  return nullptr;
}

text::Json bound_json(const NodeRow& node) {
  const auto bound = claimed_bound(node);
  return bound ? text::Json(format::word(*bound)) : text::Json(nullptr);
}

// Deeper nodes are named by their moves alone: each node of a long line has a long path.
constexpr std::int64_t kDeepestPath = 60;

text::Json path_json(const TraceReader& reader, const NodeRow& node) {
  if (node.ply > kDeepestPath) return nullptr;
  return text::text_json(text::printable(reader.path(node.id)));
}

text::Json box_json(const TraceReader& reader, const IcicleBox& box, draw::IcicleBy by) {
  return {{"node", box.node.id},
          {"first", box.first},
          {"last", box.last},
          {"ply", box.node.ply},
          {"path", path_json(reader, box.node)},
          {"move", text::text_json(text::name_of(reader, box.node))},
          {"search", text::role_words(reader, box.node)},
          {"by", draw::look_of(box, by)},
          {"value", text::score_json(box.node.value)},
          {"bound", bound_json(box.node)},
          {"cut", cut_json(box.node)},
          {"open", box.node.is_open()}};
}

text::Json run_json(const IcicleRun& run) {
  return {{"first", run.first},
          {"last", run.last},
          {"ply", run.ply},
          {"subtrees", text::number_json(run.subtrees)},
          {"nodes", run.nodes}};
}

text::Json cell_json(const IcicleCell& cell) {
  text::Json shares = text::Json::array();
  for (const auto& [look, share] : cell.shares) {
    shares.push_back({look, std::round(share * 1000) / 1000});
  }
  return {{"first", cell.first}, {"last", cell.last}, {"ply", cell.ply}, {"shares", shares}};
}

text::Json legend_json(const FigureRequest& looks) {
  text::Json legend = text::Json::array();
  for (const draw::IcicleLook& look : draw::icicle_looks(looks.by)) {
    legend.push_back({{"by", legend.size()},
                      {"text", look.text},
                      {"pattern", draw::name_of(look.pattern)},
                      {"fill", draw::fill_of(look.pattern, looks.theme)}});
  }
  return legend;
}

text::Json capped_json(const Icicle& icicle) {
  std::string text;
  if (icicle.ran_out)
    text = "the smallest of these were not examined: zoom in to see them separately";
  if (icicle.has_deeper) {
    text += std::string(text.empty() ? "" : "; ") + "deeper plies are not shown: zoom in";
  }
  return text.empty() ? text::Json(nullptr) : text::Json(text);
}

}  // namespace

text::Json answer_icicle(Asked& asked) {
  const auto view = read_icicle_view(asked);
  const Icicle icicle = icicle_of(asked, view);
  std::int64_t deepest = 0;
  text::Json boxes = text::Json::array(), runs = text::Json::array(), cells = text::Json::array();
  for (const IcicleBox& box : icicle.boxes) {
    deepest = std::max(deepest, box.node.ply);
    boxes.push_back(box_json(asked.reader, box, view.looks.by));
  }
  for (const IcicleRun& run : icicle.runs) {
    deepest = std::max(deepest, run.ply);
    runs.push_back(run_json(run));
  }
  for (const IcicleCell& cell : icicle.cells) {
    deepest = std::max(deepest, cell.ply);
    cells.push_back(cell_json(cell));
  }
  const bool is_empty = icicle.spans.empty();
  return text::Json{{"first", is_empty ? 0 : icicle.spans.front().first},
                    {"last", is_empty ? 0 : icicle.spans.back().last},
                    {"max_ply", deepest},
                    {"boxes", std::move(boxes)},
                    {"runs", std::move(runs)},
                    {"cells", std::move(cells)},
                    {"capped", capped_json(icicle)},
                    {"legend", legend_json(view.looks)}};
}

}  // namespace plytrace::explore

// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/compare_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "viewer/cli/cli.h"
#include "viewer/draw/theme.h"
#include "viewer/draw/union_diagram.h"
#include "viewer/text/format.h"
#include "viewer/tree/union_excerpt.h"

namespace plytrace {
namespace {

constexpr std::size_t kFewestPairsAcross = 4;

std::string side_caption(const char* name, const cli::Selection& side, std::optional<Score> value,
                         const std::optional<std::string>& best_move, std::uint64_t nodes) {
  std::string text = fmt::format("{}: {}, search {}, pass {}, {}", name,
                                 std::filesystem::path(side.reader.file().path).filename().string(),
                                 side.search.id, side.pass.ordinal, side.search.algorithm);
  if (side.pass.depth) text += fmt::format(", depth {}", *side.pass.depth);
  text += ", value " + (value ? draw::score_label(*value) : std::string("none"));
  if (best_move) text += ", best move " + *best_move;
  text += ", " + text::count(static_cast<std::int64_t>(nodes), "node");
  return draw::shortened(text::printable(text), 400);
}

std::string counts_caption(const Comparison& found) {
  const auto grouped = [](std::uint64_t number) {
    return text::grouped(static_cast<std::int64_t>(number));
  };
  return fmt::format("{} nodes in both, {} only in A, {} only in B; {}", grouped(found.both),
                     grouped(found.only_a), grouped(found.only_b),
                     found.contradictions_total == 0
                         ? std::string("no contradiction")
                         : grouped(found.contradictions_total) + " contradictions");
}

draw::Diagram union_of(const cli::Selection& a, const cli::Selection& b, const NodeRow& root_a,
                       const NodeRow& root_b, const Comparison& found, const UnionPicture& picture,
                       const draw::Paper& paper, const tree::UnionLimits& limits) {
  draw::Diagram diagram =
      draw::union_diagram(tree::take_union(a.reader, root_a, b.reader, root_b, limits));
  diagram.title = text::printable(picture.title);
  diagram.theme = draw::theme_of(picture.theme);
  diagram.direction =
      picture.direction == "LR" ? draw::Direction::kLeftRight : draw::Direction::kTopDown;
  diagram.legend = picture.legend;
  diagram.text_width = std::min(diagram.text_width, paper.width);
  diagram.description = {side_caption("A", a, found.value_a, found.best_move_a, found.nodes_a),
                         side_caption("B", b, found.value_b, found.best_move_b, found.nodes_b),
                         counts_caption(found),
                         "dashed: searched by one only, with the size of the subtree there and the "
                         "cutoff that kept the other from it; dotted: skipped by both"};
  if (picture.caption != "none") diagram.caption = diagram.description;
  if (picture.caption == "short") diagram.caption.resize(2);
  return diagram;
}

}  // namespace

Result<draw::PictureFormat> union_picture_format(const UnionPicture& picture) {
  if (picture.file == "-") {
    return Status::usage("compare: --render: stdout has the comparison; name a file");
  }
  const auto format = cli::picture_format("compare", picture.file, "");
  if (!format) return format;
  if (format->is_page()) {
    return Status::usage("compare: --render: " + picture.file + ": " + std::string(format->name) +
                         " holds one search; try " + draw::picture_format_list("or", false));
  }
  const Status free = cli::check_output(picture.file, picture.force);
  if (!free) return free;
  return format;
}

Result<std::string> draw_union(const cli::Selection& a, const cli::Selection& b,
                               const Comparison& found, const UnionPicture& picture,
                               const draw::PictureFormat& format) {
  const auto root_a = a.pass.root ? a.reader.node(*a.pass.root) : std::nullopt;
  const auto root_b = b.pass.root ? b.reader.node(*b.pass.root) : std::nullopt;
  if (!found.same_position || !root_a || !root_b) {
    return Status::usage("compare: --render: the two did not search the same position" +
                         (found.why_not_same.empty() ? "" : ": " + found.why_not_same));
  }
  const auto paper = cli::paper_of("compare", picture.width);
  if (!paper) return paper.status();
  tree::UnionLimits limits;
  if (picture.max_nodes > 0) {
    limits.max_nodes = picture.max_nodes;
    limits.max_across = limits.max_children = SIZE_MAX / 2;
  }
  for (;;) {
    const draw::Diagram diagram =
        format.prepared(union_of(a, b, *root_a, *root_b, found, picture, *paper, limits));
    const draw::Placement placed = draw::place(diagram);
    // The default budget is as large as stays legible on one page.
    const bool small = draw::smallest_text_on(*paper, placed) < draw::kLegiblePoints;
    if (small && picture.max_nodes == 0 && limits.max_across > kFewestPairsAcross) {
      --limits.max_across;
      continue;
    }
    auto bytes = cli::picture_bytes(diagram, placed, *paper, picture.dots, format);
    for (const TraceReader* reader : {&a.reader, &b.reader}) {
      if (!reader->status().is_ok()) return reader->status();
    }
    return bytes;
  }
}

}  // namespace plytrace

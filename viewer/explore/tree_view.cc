// SPDX-License-Identifier: MIT
#include "viewer/explore/tree_view.h"

#include "viewer/draw/tree_diagram.h"

namespace plytrace::explore {
namespace {

constexpr std::size_t kMostOpened = 200;

// What a place stands for, for whoever clicks on it.
std::vector<draw::Attribute> attributes_of(const tree::Excerpt& excerpt,
                                           const tree::ExcerptNode& place) {
  if (place.is_searched()) return {{"data-node", std::to_string(place.row.id)}};
  // Below a move that was never searched nothing has an id.
  int above = place.parent;
  while (above > 0 && !excerpt.nodes[static_cast<std::size_t>(above)].is_searched()) {
    above = excerpt.nodes[static_cast<std::size_t>(above)].parent;
  }
  const std::int64_t parent = excerpt.nodes[static_cast<std::size_t>(above)].row.id;
  const bool is_gap = place.fate == tree::Fate::kLeftOut && above == place.parent;
  if (!is_gap) return {{"data-skipped", std::to_string(parent)}};
  return {{"data-gap", std::to_string(parent)},
          {"data-first", std::to_string(place.row.id)},
          {"data-last", std::to_string(place.row.last.value_or(place.row.id))}};
}

}  // namespace

Result<TreeView> read_tree_view(Asked& asked) {
  Parameters& parameters = asked.parameters;
  TreeView view;
  const std::int64_t root = parameters.node("node");
  view.nodes = static_cast<std::size_t>(parameters.number_or("nodes", 60, 1, 300));
  view.hot = parameters.word("fold", {"path", "hot"}) == "hot";
  view.at = parameters.number("at");
  view.opened = parameters.numbers("open", kMostOpened);
  view.closed = parameters.numbers("closed", kMostOpened);
  if (Status status = parameters.finish(); !status) return status;
  const auto node = node_of(asked, root);
  if (!node) return node.status();
  const auto where = where_is(asked, root);
  if (!where) return where.status();
  view.root = *node;
  view.where = *where;
  return view;
}

Result<tree::Excerpt> excerpt_of(const Asked& asked, const TreeView& view, For purpose) {
  const TraceReader& reader = asked.reader;
  tree::PrunedMoves unpruned(reader, *view.where.search);
  tree::ExcerptOptions options;
  options.max_nodes = view.nodes;
  options.max_across = SIZE_MAX;
  options.max_levels = INT64_MAX;
  options.with_updates = purpose == For::kSteps;
  options.largest_first = view.hot;
  options.opened = view.opened;
  options.closed = view.closed;
  if (purpose == For::kKeeping) options.unpruned = &unpruned;
  options.reported_pv = view.where.search->pv;
  if (view.where.pass->root) options.pass_root = reader.node(*view.where.pass->root);
  const auto at = view.at ? reader.node(*view.at) : std::nullopt;
  const bool is_below = at && at->id >= view.root.id && at->id <= reader.last_of(view.root);
  if (is_below) options.focus = at->id;
  return tree::take_excerpt(reader, view.root, options);
}

draw::Diagram diagram_of(const tree::Excerpt& excerpt, const tree::Moment* moment) {
  draw::DiagramOptions looks;
  looks.moment = moment;
  draw::Diagram diagram = draw::tree_diagram(excerpt, looks);
  for (std::size_t i = 0; i < excerpt.nodes.size(); ++i) {
    diagram.nodes[i].attributes = attributes_of(excerpt, excerpt.nodes[i]);
  }
  return diagram;
}

}  // namespace plytrace::explore

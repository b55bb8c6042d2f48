// SPDX-License-Identifier: MIT
#include "viewer/explore/tree_view.h"

#include <algorithm>

#include "viewer/analysis/pass_of.h"
#include "viewer/draw/placement.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/tree/principal_variation.h"

namespace plytrace::explore {
namespace {

constexpr std::size_t kMostOpened = 200, kMostNodes = 300;
// A saved file should be ready in about 50 milliseconds.
constexpr tree::PrunedMoves::Effort kEffort{500'000, 100'000};

// The node's ids in this trace and in the other one.
std::vector<draw::Attribute> ids_of(const tree::ExcerptNode& place) {
  const std::string id = std::to_string(place.row.id);
  if (!place.by_first) return {{"data-other", id}};
  if (!place.other) return {{"data-node", id}};
  return {{"data-node", id}, {"data-other", std::to_string(place.other->id)}};
}

// Attributes that tell the page what a place stands for when it is clicked.
std::vector<draw::Attribute> attributes_of(const tree::Excerpt& excerpt,
                                           const tree::ExcerptNode& place) {
  if (place.is_searched()) return ids_of(place);
  // Places below a skipped move have no id.
  int above = place.parent;
  while (above > 0 && !excerpt.nodes[static_cast<std::size_t>(above)].is_searched()) {
    above = excerpt.nodes[static_cast<std::size_t>(above)].parent;
  }
  const std::int64_t parent = excerpt.nodes[static_cast<std::size_t>(above)].row.id;
  // A gap of the other trace can only be opened in that trace.
  const bool is_here = place.by_first && excerpt.nodes[static_cast<std::size_t>(above)].by_first;
  const bool is_gap = place.fate == tree::Fate::kLeftOut && above == place.parent && is_here;
  if (!is_gap) return {{"data-skipped", std::to_string(parent)}};
  return {{"data-gap", std::to_string(parent)},
          {"data-first", std::to_string(place.row.id)},
          {"data-last", std::to_string(place.row.last.value_or(place.row.id))}};
}

// The width of a narrow place with its gap, and the average width per node in a tree where most
// nodes are below others. A second fitting round would cost as much as the first.
constexpr std::int64_t kPlaceWidth = 50, kNodeWidth = 32;
constexpr int kFittings = 3;

// The number of nodes on the principal variation, on the paths to nodes that the user requested, or
// directly below nodes that the user unfolded.
std::size_t wanted_nodes(const tree::Excerpt& excerpt, const tree::ExcerptOptions& options) {
  const auto is_opened = [&](std::int64_t id) {
    return std::find(options.opened.begin(), options.opened.end(), id) != options.opened.end();
  };
  std::vector<bool> wanted(excerpt.nodes.size());
  std::size_t count = 0;
  for (std::size_t i = excerpt.nodes.size(); i-- > 0;) {
    const tree::ExcerptNode& node = excerpt.nodes[i];
    if (!node.is_searched()) continue;
    const auto parent = static_cast<std::size_t>(std::max(node.parent, 0));
    const bool is_wanted = wanted[i] || node.principal || node.row.id == options.focus ||
                           is_opened(node.row.id) || is_opened(excerpt.nodes[parent].row.id);
    if (!is_wanted) continue;
    wanted[parent] = true;
    ++count;
  }
  return count;
}

// The number of nodes on the way from the root of the tree to its focus, and on its principal
// variation. With fewer nodes the tree would leave out the node that is selected.
std::size_t required_nodes(const TraceReader& reader, const TreeView& view,
                           const tree::ExcerptOptions& options) {
  std::size_t count = 1 + options.reported_pv.size();
  auto node = options.focus ? reader.node(*options.focus) : std::nullopt;
  for (; node && node->id > view.root.id && node->parent; node = reader.node(*node->parent)) {
    if (*node->parent >= node->id) break;
    ++count;
  }
  return count;
}

// Reduces the number of nodes until the picture is narrow enough. Required nodes are shown whatever
// the width.
tree::Excerpt fitted_excerpt(const TraceReader& reader, const TreeView& view,
                             tree::ExcerptOptions options) {
  options.max_across =
      static_cast<std::size_t>(std::max<std::int64_t>(3, *view.width / kPlaceWidth));
  const auto width = static_cast<double>(*view.width);
  const auto may_fit = static_cast<std::size_t>(*view.width / kNodeWidth);
  if (options.opened.empty()) {
    options.max_nodes =
        std::min(options.max_nodes, std::max(may_fit, required_nodes(reader, view, options)));
  }
  auto excerpt = value_of(tree::take_excerpt(reader, view.root, options));
  const std::size_t least = wanted_nodes(excerpt, options);
  for (int i = 0; i < kFittings; ++i) {
    const double drawn = draw::place(diagram_of(excerpt, nullptr)).width;
    if (drawn <= width) break;
    const double share = std::clamp(width / drawn, 0.4, 0.9);
    const auto fewer = static_cast<std::size_t>(share * static_cast<double>(excerpt.shown));
    if (static_cast<std::size_t>(excerpt.shown) <= least) break;
    options.max_nodes = std::max(least, fewer);
    excerpt = value_of(tree::take_excerpt(reader, view.root, options));
  }
  return excerpt;
}

void add_other(Asked& asked, TreeView& view) {
  // The picture calls the first trace A.
  if (&asked.source != &asked.traces.front()) {
    throw Failure::usage("against: both traces are drawn from the first one, with t=0");
  }
  const auto other = other_trace(asked);
  const TraceReader::Snapshot snapshot(*other.reader);
  const auto found = aligned(asked, other, view.root.id);
  if (!found.node) throw Failure::bad_input("the other trace does not hold this line");
  view.against = other;
  view.other_root = *found.node;
}

// The second search of the picture, with the root and the line of the pass that contains the node.
tree::OtherSearch other_search(const OtherTrace& other, const NodeRow& node) {
  tree::OtherSearch second{*other.reader, node};
  for (const PassRow& pass : other.search->passes) {
    if (!holds(pass, node.id) || !pass.root) continue;
    second.pass_root = other.reader->node(*pass.root);
    second.reported_pv = tree::followed_line(*other.reader, other.search->search, pass);
    break;
  }
  return second;
}

}  // namespace

TreeView read_tree_view(Asked& asked) {
  Parameters& parameters = asked.parameters;
  TreeView view;
  const std::int64_t root = parameters.node("node");
  tree::ExcerptOptions& limits = view.limits;
  limits.max_nodes = static_cast<std::size_t>(parameters.number_or("nodes", 60, 1, kMostNodes));
  limits.max_across = SIZE_MAX;
  limits.max_levels = INT64_MAX;
  view.width = parameters.number("width", 50, 20'000);
  limits.largest_first = parameters.word("fold", {"path", "hot"}) == "hot";
  const auto at = parameters.number("at");
  limits.opened = parameters.numbers("open", kMostOpened);
  limits.closed = parameters.numbers("closed", kMostOpened);
  const bool is_of_two = parameters.flag("against");
  parameters.finish();
  const auto node = node_of(asked, root);
  const auto where = where_is(asked, root);
  view.root = node;
  view.where = where;
  limits.reported_pv = tree::followed_line(asked.reader, *where.search, *where.pass);
  if (where.pass->root) limits.pass_root = asked.reader.node(*where.pass->root);
  const bool is_below = at && *at >= root && *at <= asked.reader.last_of(node);
  if (is_below && asked.reader.node(*at)) limits.focus = at;
  if (is_of_two) add_other(asked, view);
  return view;
}

tree::Excerpt excerpt_of(const Asked& asked, const TreeView& view, For purpose) {
  const TraceReader& reader = asked.reader;
  tree::PrunedMoves unpruned(reader, *view.where.search, kEffort);
  tree::ExcerptOptions options = view.limits;
  options.with_updates = purpose == For::kSteps;
  options.max_nodes =
      std::max(options.max_nodes, std::min(required_nodes(reader, view, options), kMostNodes));
  if (purpose == For::kKeeping) options.unpruned = &unpruned;
  std::optional<tree::OtherSearch> other;
  std::optional<TraceReader::Snapshot> snapshot;
  if (view.against) {
    snapshot.emplace(*view.against->reader);
    other.emplace(other_search(*view.against, view.other_root));
    options.other = &*other;
  }
  return view.width ? fitted_excerpt(reader, view, options)
                    : value_of(tree::take_excerpt(reader, view.root, options));
}

draw::Diagram diagram_of(const tree::Excerpt& excerpt, const tree::Moment* moment) {
  draw::DiagramOptions looks;
  looks.of_two = std::any_of(excerpt.nodes.begin(), excerpt.nodes.end(),
                             [](const tree::ExcerptNode& node) { return node.by_second; });
  looks.moment = moment;
  draw::Diagram diagram = draw::tree_diagram(excerpt, looks);
  for (std::size_t i = 0; i < excerpt.nodes.size(); ++i) {
    diagram.nodes[i].attributes = attributes_of(excerpt, excerpt.nodes[i]);
  }
  return diagram;
}

}  // namespace plytrace::explore

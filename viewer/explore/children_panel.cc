// SPDX-License-Identifier: MIT
//
// Panel "children": the moves of a node as the rows of a sorted table.
#include <algorithm>
#include <map>
#include <tuple>

#include "viewer/analysis/move_set.h"
#include "viewer/analysis/relatives.h"
#include "viewer/explore/panels.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace::explore {
namespace {

constexpr std::int64_t kMostRows = 200;

struct Listed {
  NodeRow row;
  std::int64_t size = 0;
  std::optional<std::int64_t> rank;  // number of different moves searched so far
  std::string move;
};

// The children to be sorted, at most kMostChildren.
std::vector<Listed> children_of(const TraceReader& reader, const NodeRow& node, bool* capped) {
  std::vector<Listed> children;
  MoveSet moves;
  reader.for_each_child(node, [&](const NodeRow& row) {
    *capped = children.size() == kMostChildren;
    if (*capped) return false;
    moves.insert(row);
    children.push_back(
        {row, reader.last_of(row) - row.id + 1, moves.rank_in(node), text::name_of(reader, row)});
    return true;
  });
  return children;
}

void sort(std::vector<Listed>& children, const std::string& by, bool descending) {
  const auto key = [&](const Listed& child) {
    // Children without a value come last in either direction.
    const bool none = by == "value" && !child.row.value;
    double number = static_cast<double>(child.row.id);
    if (by == "size") number = static_cast<double>(child.size);
    if (by == "rank") number = static_cast<double>(child.rank.value_or(0));
    if (by == "value") number = child.row.value.value_or(0);
    if (by == "move") number = 0;
    return std::tuple(none, descending ? -number : number);
  };
  std::stable_sort(children.begin(), children.end(), [&](const Listed& a, const Listed& b) {
    if (by == "move") return descending ? b.move < a.move : a.move < b.move;
    return key(a) < key(b);
  });
}

// Maps each child to the cutoff of the node that it caused.
using Cuts = std::map<std::int64_t, CutoffRow>;
Cuts cuts_of(const TraceReader& reader, const NodeRow& node) {
  Cuts cuts;
  for (const CutoffRow& row : cutoffs_of(reader, node, kMostRows)) {
    if (row.child) cuts[*row.child] = row;
  }
  return cuts;
}

text::Json child_json(const TraceReader& reader, const Listed& child, const Cuts& cuts,
                      bool is_best) {
  text::Json json = text::node_json(reader, child.row);
  json["name"] = text::text_json(child.move);
  json["rank"] = text::number_json(child.rank);
  json["recorded"] = child.size;
  json["best_child"] = is_best;
  const auto cut = cuts.find(child.row.id);
  const bool cuts_parent = cut != cuts.end();
  json["cutoff"] =
      cuts_parent ? text::text_json(text::cutoff_condition(cut->second)) : text::Json(nullptr);
  json["skipped_after"] = cuts_parent ? text::number_json(cut->second.skipped) : nullptr;
  const auto own = closing_cut(reader, child.row);
  json["cut"] = own ? text::Json(format::word(own->row.kind)) : text::Json(nullptr);
  json["cut_rank"] = text::number_json(own ? own->rank : std::nullopt);
  return json;
}

}  // namespace

text::Json answer_children(Asked& asked) {
  Parameters& parameters = asked.parameters;
  const std::int64_t id = parameters.node();
  const std::string by = parameters.word("sort", {"order", "size", "value", "move", "rank"});
  const bool descending = parameters.flag("descending");
  const std::int64_t offset = parameters.number_or("offset", 0, 0, kMostChildren);
  const std::int64_t limit = parameters.number_or("limit", 50, 1, kMostRows);
  parameters.finish();
  const auto node = node_of(asked, id);
  bool capped = false;
  std::vector<Listed> children = children_of(asked.reader, node, &capped);
  sort(children, by, descending);
  const Cuts cuts = cuts_of(asked.reader, node);
  text::Json rows = text::Json::array();
  const auto total = static_cast<std::int64_t>(children.size());
  for (std::int64_t i = offset; i < std::min(offset + limit, total); ++i) {
    const Listed& child = children[static_cast<std::size_t>(i)];
    rows.push_back(child_json(asked.reader, child, cuts, node.best == child.row.id));
  }
  return text::Json{
      {"node", id}, {"total", total}, {"capped", capped}, {"offset", offset}, {"rows", rows}};
}

}  // namespace plytrace::explore

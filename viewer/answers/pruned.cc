// SPDX-License-Identifier: MIT
#include "viewer/answers/pruned.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "viewer/answers/compare/comparison.h"
#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/meaning/claim.h"
#include "viewer/verify/game/search_game.h"

namespace plytrace::answers {
namespace {

using text::Json;

constexpr std::size_t kMostNodes = 20'000;

// The rows of a pass that this answer needs.
struct VisitedRow {
  NodeRow row;
  std::int64_t order = 0, decided = 0;
  std::optional<Score> alpha, beta;
  std::string cut;
  std::map<std::string, std::int64_t> children;  // for each move, its last search that counts
};
using VisitedRows = std::unordered_map<std::int64_t, VisitedRow>;

std::string cut_words(const CutoffRow& row, bool is_strict) {
  const bool is_beta = row.kind == format::CutoffKind::kBeta;
  return fmt::format("{} {}{} {} {}", text::score(row.value), is_beta ? ">" : "<",
                     is_strict ? "" : "=", is_beta ? "beta" : "alpha",
                     text::score(is_beta ? row.beta : row.alpha));
}

bool is_strict(const SearchRow& search) {
  const Json options = text::embedded_json(search.options);
  return options.is_object() && options.value("cut", Json()) == "strict";
}

VisitedRows visited_rows(const TraceReader& reader, const NodeRow& root, bool strict) {
  VisitedRows rows;
  std::int64_t order = 0;
  const auto scan = reader.scan(root.id, reader.last_of(root));
  while (scan->next()) {
    if (const NodeRow* const node = scan->get<NodeRow>()) {
      VisitedRow& visited = rows[node->id];
      visited.row = *node;
      visited.order = ++order;
      visited.alpha = node->alpha;
      visited.beta = node->beta;
      // Ids grow with time, so the last one below a node comes last.
      for (auto above = node->parent; above; above = rows.at(*above).row.parent) {
        if (!rows.contains(*above)) break;
        rows[*above].decided = order;
        if (*above == root.id) break;
      }
      visited.decided = order;
      const bool has_parent = node->id != root.id && node->parent && rows.contains(*node->parent);
      if (has_parent && node->counts()) {
        rows[*node->parent].children[reader.move_text(node->move)] = node->id;
      }
    } else if (const BoundUpdateRow* const update = scan->get<BoundUpdateRow>()) {
      if (update->alpha) rows[update->node].alpha = update->alpha;
      if (update->beta) rows[update->node].beta = update->beta;
    } else if (const CutoffRow* const cutoff = scan->get<CutoffRow>()) {
      if (cutoff->kind != format::CutoffKind::kForward) {
        rows[cutoff->node].cut = cut_words(*cutoff, strict);
      }
    }
  }
  return rows;
}

// Walks the whole tree from the left, and notes what the search visited.
class WholeTree {
 public:
  WholeTree(verify::SearchGame& game, const VisitedRows& rows, std::int64_t depth)
      : game_(game), rows_(rows), depth_(depth) {}

  // False if the tree is too large.
  bool walk(std::int64_t root, std::vector<SolvedNode>& nodes) {
    struct Open {
      std::size_t node;
      std::int64_t row;  // 0: not visited
      MoveList moves;
      std::size_t next = 0;
    };
    std::vector<Open> open;
    const auto enter = [&](std::size_t parent, std::int64_t row, const std::string& path) {
      nodes.push_back(node_here(parent, row, path, static_cast<std::int64_t>(open.size()), nodes));
      open.push_back({nodes.size() - 1, row, {}});
      if (!nodes.back().is_leaf) game().generate(open.back().moves);
    };
    enter(0, root, "");
    while (!open.empty()) {
      Open& top = open.back();
      if (top.next == top.moves.size()) {
        finish(nodes, top.node);
        open.pop_back();
        if (!open.empty()) game().undo();
        continue;
      }
      if (nodes.size() >= kMostNodes) return false;
      const MoveCode move = top.moves[top.next++];
      const std::string name = game().move_text(move);
      const std::string path = nodes[top.node].path + "/" + TraceReader::path_component(name);
      const std::int64_t row = child_row(top.row, name);
      const std::size_t parent = top.node;
      game().play(move);
      enter(parent, row, path);
    }
    nodes[0].path = "/";
    return true;
  }

 private:
  AnyGame& game() { return *game_.game; }

  std::int64_t child_row(std::int64_t row, const std::string& move) const {
    if (row == 0) return 0;
    const auto& children = rows_.at(row).children;
    const auto found = children.find(move);
    return found == children.end() ? 0 : found->second;
  }

  SolvedNode node_here(std::size_t parent, std::int64_t row, const std::string& path,
                       std::int64_t ply, const std::vector<SolvedNode>& nodes) {
    SolvedNode node;
    node.path = path;
    node.name = game().position_name();
    node.parent = parent;
    node.is_max = game().player_to_move() == game_.max_player;
    node.is_leaf = game().is_finished() || ply >= depth_;
    node.first_leaf = leaves_ + 1;
    if (row != 0) {
      const VisitedRow& visited = rows_.at(row);
      node.is_leaf = visited.row.kind != format::NodeKind::kInterior;
      node.order = visited.order;
      node.decided = visited.decided;
      node.value = visited.row.value;
      node.bound = claimed_bound(visited.row);
      node.alpha_in = visited.row.alpha;
      node.beta_in = visited.row.beta;
      node.alpha = visited.alpha;
      node.beta = visited.beta;
      node.cut = visited.cut;
    } else {
      // The decision to prune it was made when its parent was pruned or left.
      node.decided = nodes[parent].decided;
      if (node.is_leaf && game_.evaluator) {
        node.value = game_.evaluator->evaluate(game_.max_player);
      }
    }
    if (node.is_leaf) node.leaf = ++leaves_;
    return node;
  }

  void finish(std::vector<SolvedNode>& nodes, std::size_t i) const {
    nodes[i].leaves = leaves_ - nodes[i].first_leaf + 1;
  }

  verify::SearchGame& game_;
  const VisitedRows& rows_;
  std::int64_t depth_, leaves_ = 0;
};

[[noreturn]] void no_answer(const TraceReader& reader, const std::string& why) {
  throw Failure({StatusCode::kNoAnswer, reader.file().path + ": " + why});
}

// "2 leaves: the 5th and 6th from the left", in ranges.
std::string leaf_ranges(const PrunedAnswer& answer, bool visited, std::size_t limit) {
  std::string text;
  std::size_t ranges = 0;
  std::int64_t from = 0, to = 0;
  const auto put = [&] {
    if (from == 0) return;
    if (limit == 0 || ranges < limit) {
      text += (text.empty() ? "" : ", ") + ordinal(from);
      if (to > from) text += (to == from + 1 ? ", " : " to ") + ordinal(to);
    } else if (ranges == limit) {
      text += ", ...";
    }
    ++ranges;
    from = 0;
  };
  for (const SolvedNode& node : answer.nodes) {
    if (!node.is_leaf) continue;
    if (node.is_visited() != visited) {
      put();
      continue;
    }
    if (from == 0) from = node.leaf;
    to = node.leaf;
  }
  put();
  return text;
}

std::string leaf_count(std::int64_t count) {
  return std::to_string(count) + (count == 1 ? " leaf" : " leaves");
}

std::string called(const SolvedNode& node) { return node.name.empty() ? node.path : node.name; }

text::Cell cell(const char* name, const char* heading, Json value, const std::string& words,
                TextTable::Align align = TextTable::kLeft) {
  return {name, heading, std::move(value), words, align};
}

text::Cell side_cell(const SolvedNode& node) {
  const std::string side = node.is_max ? "MAX" : "MIN";
  return cell("side", "node", side, node.is_leaf ? "leaf" : side);
}

text::AnswerTable pruned_table(const PrunedAnswer& answer, std::size_t limit) {
  text::AnswerTable table;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < answer.nodes.size(); ++i) {
    if (!answer.is_pruned_root(i) || (limit > 0 && rows++ >= limit)) continue;
    const SolvedNode& node = answer.nodes[i];
    const SolvedNode& parent = answer.nodes[node.parent];
    std::string leaves = ordinal(node.first_leaf);
    if (node.leaves > 1) leaves += " to " + ordinal(node.first_leaf + node.leaves - 1);
    table.add({text::text_cell("path", "path", node.path),
               text::text_cell("name", "name", node.name),
               text::text_cell("kind", "", std::string(node.is_leaf ? "leaf" : "subtree")),
               cell("first_leaf", "leaves from the left", node.first_leaf, leaves),
               cell("leaves", "", node.leaves, ""),
               text::score_cell("score", "score", node.is_leaf ? node.value : std::nullopt),
               text::text_cell("cut_at", "cut at", called(parent)),
               text::text_cell("because", "because", parent.cut)});
  }
  return table;
}

text::AnswerTable order_table(const PrunedAnswer& answer, std::size_t limit) {
  std::vector<const SolvedNode*> visited;
  for (const SolvedNode& node : answer.nodes) {
    if (node.is_visited()) visited.push_back(&node);
  }
  std::sort(visited.begin(), visited.end(),
            [](const auto* a, const auto* b) { return a->order < b->order; });
  if (limit > 0 && visited.size() > limit) visited.resize(limit);
  text::AnswerTable table;
  for (const SolvedNode* const node : visited) {
    const std::string claim =
        text::score(node->value) + (node->bound && *node->bound != format::Bound::kExact
                                        ? " (" + std::string(text::bound_words(node->bound)) + ")"
                                        : "");
    table.add(
        {cell("order", "order", node->order, std::to_string(node->order), TextTable::kRight),
         text::text_cell("path", "path", node->path), text::text_cell("name", "name", node->name),
         side_cell(*node),
         cell("leaf", "leaf", node->is_leaf ? Json(node->leaf) : Json(nullptr),
              node->is_leaf ? ordinal(node->leaf) : ""),
         cell("alpha_in", "window on entry", text::score_json(node->alpha_in),
              text::window(node->alpha_in, node->beta_in)),
         cell("beta_in", "", text::score_json(node->beta_in), ""),
         cell("alpha", "window at the end", text::score_json(node->alpha),
              node->is_leaf ? "" : text::window(node->alpha, node->beta)),
         cell("beta", "", text::score_json(node->beta), ""),
         cell("value", "value", text::score_json(node->value), claim),
         cell("bound", "", node->bound ? Json(format::word(*node->bound)) : Json(nullptr), ""),
         text::text_cell("cut", "cut", node->cut)});
  }
  return table;
}

// Every node from the left, for sheets.
text::AnswerTable sheet(const PrunedAnswer& answer) {
  text::AnswerTable table;
  for (const SolvedNode& node : answer.nodes) {
    const bool shows_value = node.is_visited() || node.is_leaf;
    table.add({text::text_cell("path", "path", node.path),
               text::text_cell("name", "name", node.name), side_cell(node),
               cell("leaf", "leaf", node.is_leaf ? Json(node.leaf) : Json(nullptr),
                    node.is_leaf ? std::to_string(node.leaf) : ""),
               cell("order", "visited as", node.is_visited() ? Json(node.order) : Json(nullptr),
                    node.is_visited() ? std::to_string(node.order) : "pruned"),
               cell("alpha", "alpha", text::score_json(node.alpha), text::score(node.alpha, "")),
               cell("beta", "beta", text::score_json(node.beta), text::score(node.beta, "")),
               cell("value", "value", text::score_json(node.value),
                    shows_value ? text::score(node.value, "") : ""),
               text::text_cell("cut", "cut", node.cut)});
  }
  return table;
}

std::string title(const PrunedAnswer& answer) {
  return fmt::format("{}  pass {}, {}: value {}{}", answer.trace, answer.pass.ordinal,
                     text::printable(answer.search.algorithm), answer.value,
                     text::mate_remark(answer.search, answer.pass.value));
}

}  // namespace

std::string ordinal(std::int64_t number) {
  const std::int64_t tens = number % 100;
  const std::int64_t ones = number % 10;
  const bool is_teen = tens >= 11 && tens <= 13;
  return std::to_string(number) + (is_teen     ? "th"
                                   : ones == 1 ? "st"
                                   : ones == 2 ? "nd"
                                   : ones == 3 ? "rd"
                                               : "th");
}

std::string place_words(const SolvedNode& node) {
  if (!node.is_leaf) return "node " + called(node);
  const std::string place = ordinal(node.leaf) + " from the left";
  if (!node.name.empty()) return "leaf " + node.name + " (the " + place + ")";
  return "the " + ordinal(node.leaf) + " leaf from the left";
}

PrunedAnswer pruned_answer(const TraceReader& reader, const SearchRow& search,
                           const PassRow& pass) {
  const TraceReader::Snapshot snapshot(reader);
  const auto root = value_of(reader.find("/", pass));
  if (reader.last_of(root) - root.id >= static_cast<std::int64_t>(kMostNodes)) {
    no_answer(reader,
              "the pass has more than 20,000 nodes, too many for a list of the "
              "pruned ones; search with a smaller depth");
  }
  std::string reason;
  const auto game = verify::make_search_game(search, &reason);
  if (!game || !search.uniform || game->game->filters_by_order()) {
    no_answer(reader,
              "which leaves were pruned is only known for games of plytrace whose "
              "values depend on position and depth" +
                  (game ? "" : " (" + reason + ")"));
  }
  PrunedAnswer found{reader.file().path, search, pass, {}};
  found.value = claimed_value({reader, search, pass, {}, true});
  const VisitedRows rows = visited_rows(reader, root, is_strict(search));
  require(reader.status());
  const std::int64_t depth = pass.depth.value_or(search.depth.value_or(0));
  if (!WholeTree(*game, rows, depth).walk(root.id, found.nodes)) {
    no_answer(reader,
              "the tree without pruning has more than 20,000 nodes, too many for a "
              "list; search with a smaller depth");
  }
  for (const SolvedNode& node : found.nodes) {
    found.visited += node.is_visited() ? 1 : 0;
    found.leaves += node.is_leaf ? 1 : 0;
    found.visited_leaves += node.is_leaf && node.is_visited() ? 1 : 0;
  }
  return found;
}

Json json(const PrunedAnswer& answer, std::size_t limit) {
  Json json;
  json["trace"] = text::text_json(answer.trace);
  json["search"] = answer.search.id;
  json["pass"] = answer.pass.ordinal;
  json["algorithm"] = text::text_json(answer.search.algorithm);
  json["options"] = text::embedded_json(answer.search.options);
  json["value"] = text::score_json(answer.pass.value);
  json["leaves"] = answer.leaves;
  json["leaves_visited"] = answer.visited_leaves;
  json["nodes_visited"] = answer.visited;
  Json places = Json::array();
  for (const SolvedNode& node : answer.nodes) {
    if (node.is_leaf && !node.is_visited() && (limit == 0 || places.size() < limit)) {
      places.push_back(node.leaf);
    }
  }
  json["pruned_leaves"] = std::move(places);
  json["pruned"] = pruned_table(answer, limit).json();
  json["order"] = order_table(answer, limit).json();
  const std::int64_t longest = std::max(answer.visited, answer.leaves - answer.visited_leaves);
  json["truncated"] = limit > 0 && longest > static_cast<std::int64_t>(limit);
  return json;
}

std::string lines(const PrunedAnswer& answer, std::size_t limit) {
  const std::int64_t pruned = answer.leaves - answer.visited_leaves;
  std::string out = text::wrapped(title(answer), 2) + "\n\n";
  out += text::wrapped(fmt::format("  visited  {} of {}: {} from the left", answer.visited_leaves,
                                   leaf_count(answer.leaves), leaf_ranges(answer, true, limit)),
                       11) +
         "\n";
  out += pruned == 0
             ? std::string("  pruned   nothing\n")
             : text::wrapped(fmt::format("  pruned   {}: {} from the left", leaf_count(pruned),
                                         leaf_ranges(answer, false, limit)),
                             11) +
                   "\n";
  if (pruned > 0) {
    out += "\n" + pruned_table(answer, limit).for_people().text("  ", text::kPageWidth);
  }
  out += "\nThe order of the visits:\n\n" +
         order_table(answer, limit).for_people().text("  ", text::kPageWidth);
  if (limit > 0 && answer.visited > static_cast<std::int64_t>(limit)) {
    out += fmt::format("\n  ({} of {} nodes; --limit 0 shows all)\n", limit, answer.visited);
  }
  return text::printable_lines(out);
}

std::string csv(const PrunedAnswer& answer) { return sheet(answer).csv(); }

std::string markdown(const PrunedAnswer& answer) {
  const TextTable table = sheet(answer).for_people();
  std::string out, rule;
  for (const TextTable::Column& column : table.columns()) {
    out += "| " + column.heading + " ";
    rule += column.align == TextTable::kRight ? "|---:" : "|---";
  }
  out += "|\n" + rule + "|\n";
  for (const std::vector<std::string>& row : table.rows()) {
    for (const std::string& text : row) {
      std::string escaped;
      for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
      out += "| " + escaped + " ";
    }
    out += "|\n";
  }
  return text::printable_lines(out);
}

}  // namespace plytrace::answers

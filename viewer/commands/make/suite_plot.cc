// SPDX-License-Identifier: MIT
#include "viewer/commands/make/suite_plot.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/registry.h"
#include "core/search/algorithm.h"
#include "viewer/format/numbers.h"

namespace plytrace {
namespace {

// Counting moves for the line of the minimal tree may take this many paths for all positions.
constexpr double kMostPaths = 2e7;

double whole(const std::string& cell) { return std::strtod(cell.c_str(), nullptr); }

// A row whose nodes are those of the whole tree.
bool is_whole_tree(const SuiteRow& row) {
  const AlgorithmTraits* const algorithm = find_algorithm(row["algorithm"]);
  return algorithm != nullptr && !algorithm->prunes() &&
         row["options"].find("\"iterative\":true") == std::string::npos && row["table"] == "0";
}

// The number of nodes at each ply of the trees that the suite searched.
class Levels {
 public:
  explicit Levels(const SuiteSummary& summary) {
    for (const SearcherRows& group : summary.groups) {
      deepest_ = std::max(deepest_, group.depth);
      for (const SuiteRow* row : group.rows) {
        trees_.try_emplace(key_of(*row), row);
        if (is_whole_tree(*row)) {
          whole_trees_[key_of(*row)][group.depth] = whole((*row)["nodes"]);
        }
      }
    }
  }

  // The minimal trees of each position, as far as they are known cheaply.
  std::vector<std::vector<double>> all() const {
    std::vector<std::vector<double>> levels;
    double paths = kMostPaths;
    for (const auto& [key, row] : trees_) {
      std::vector<double> known = from_minimax(key);
      const auto needed = static_cast<std::size_t>(deepest_) + 1;
      if (known.size() < needed) known = counted(*row, paths);
      if (known.size() == needed) levels.push_back(std::move(known));
    }
    return levels;
  }

 private:
  static std::string key_of(const SuiteRow& row) {
    return row["game"] + "\n" + row["game_options"] + "\n" + row["position"];
  }

  // The differences between minimax to depth d and to depth d - 1.
  std::vector<double> from_minimax(const std::string& key) const {
    std::vector<double> levels{1};
    const auto found = whole_trees_.find(key);
    if (found == whole_trees_.end()) return levels;
    double before = 1;
    for (int depth = 1; depth <= deepest_; ++depth) {
      const auto nodes = found->second.find(depth);
      if (nodes == found->second.end() || nodes->second < before) break;
      levels.push_back(nodes->second - before);
      before = nodes->second;
    }
    return levels;
  }

  // Counts the nodes at each ply by playing all moves. `paths`: the budget that remains for this
  // position and those after it.
  std::vector<double> counted(const SuiteRow& row, double& paths) const {
    const auto game = make_game_from_json(row["game"], row["game_options"], row["position"]);
    std::vector<double> levels{1};
    if (!game) return levels;
    while (static_cast<int>(levels.size()) <= deepest_) {
      const double growth =
          levels.size() < 2 ? 100 : std::max(1.0, levels.back() / levels[levels.size() - 2]);
      paths -= levels.back() * growth;
      if (paths < 0) break;
      const auto counts = (*game)->perft(static_cast<int>(levels.size()), nullptr);
      levels.push_back(counts.size() < levels.size() ? 0 : static_cast<double>(counts.back()));
    }
    return levels;
  }

  int deepest_ = 0;
  std::map<std::string, const SuiteRow*> trees_;
  std::map<std::string, std::map<int, double>> whole_trees_;
};

std::optional<draw::Curve> minimal_curve(const SuiteSummary& summary) {
  std::vector<MinimalTree> trees;
  for (const auto& levels : Levels(summary).all()) trees.push_back(minimal_tree(levels));
  if (trees.empty()) return std::nullopt;
  const bool is_uniform = std::all_of(trees.begin(), trees.end(),
                                      [](const MinimalTree& tree) { return tree.is_uniform; });
  draw::Curve curve;
  curve.name = is_uniform ? "minimal tree (Knuth and Moore)" : "minimal tree (moves counted)";
  curve.is_bare = true;
  int last = -1;
  for (const SearcherRows& group : summary.groups) {
    if (group.depth == std::exchange(last, group.depth)) continue;
    std::vector<double> sizes;
    for (const MinimalTree& tree : trees) {
      const auto& of = summary.measure == SuiteMeasure::kNodes ? tree.nodes : tree.leaves;
      sizes.push_back(of[static_cast<std::size_t>(group.depth)]);
    }
    curve.points.emplace_back(group.depth, text::quantile_of(sizes, 0.5));
  }
  return curve;
}

// The values of a group, which one point of the curve represents.
std::vector<double> values_of(const SearcherRows& group, SuiteMeasure measure, bool as_ratio) {
  std::vector<double> values;
  for (std::size_t i = 0; i < group.rows.size(); ++i) {
    const double own = measured(*group.rows[i], measure);
    if (!as_ratio) {
      values.push_back(own);
    } else if (group.reference[i] != nullptr) {
      const double other = measured(*group.reference[i], measure);
      if (other > 0) values.push_back(own / other);
    }
  }
  return values;
}

std::string label_of(const SuiteSummary& summary, bool as_ratio) {
  const std::string measure = summary.measure == SuiteMeasure::kNodes    ? "nodes"
                              : summary.measure == SuiteMeasure::kLeaves ? "leaf evaluations"
                                                                         : "seconds";
  return as_ratio ? measure + " / " + measure + " of " + summary.reference : measure;
}

}  // namespace

MinimalTree minimal_tree(std::span<const double> levels) {
  MinimalTree tree;
  double odd = 1, even = 1, total = 0;
  for (std::size_t ply = 0; ply < levels.size(); ++ply) {
    const double moves = ply == 0 || levels[ply - 1] == 0 ? 1 : levels[ply] / levels[ply - 1];
    (ply % 2 == 1 ? odd : even) *= moves;
    if (ply > 1 && moves != levels[1]) tree.is_uniform = false;
    const double leaves = levels[ply] == 0 ? 0 : odd + even - 1;
    tree.leaves.push_back(leaves);
    tree.nodes.push_back(total += leaves);
  }
  return tree;
}

draw::CurvePlot suite_curves(const SuiteSummary& summary, bool as_ratio) {
  std::map<std::string, std::size_t> places;
  draw::CurvePanel panel;
  panel.y_label = label_of(summary, as_ratio);
  panel.scale = as_ratio ? draw::Scale::kAuto : draw::Scale::kLogarithmic;
  for (const SearcherRows& group : summary.groups) {
    const auto [place, is_new] = places.try_emplace(group.searcher, panel.curves.size());
    if (is_new) panel.curves.push_back({group.searcher, {}, {}, false});
    const std::vector<double> values = values_of(group, summary.measure, as_ratio);
    if (values.empty()) continue;
    draw::Curve& curve = panel.curves[place->second];
    curve.points.emplace_back(group.depth, text::quantile_of(values, 0.5));
    curve.spread.emplace_back(text::quantile_of(values, 0.25), text::quantile_of(values, 0.75));
  }
  if (!as_ratio && summary.measure != SuiteMeasure::kTime) {
    if (auto minimal = minimal_curve(summary)) panel.curves.push_back(std::move(*minimal));
  }
  draw::CurvePlot plot;
  plot.title = text::count(summary.positions, "position") + ": median and quartiles";
  plot.x_label = "depth (plies)";
  plot.panels.push_back(std::move(panel));
  return plot;
}

}  // namespace plytrace

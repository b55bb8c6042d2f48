// SPDX-License-Identifier: MIT
#include "tests/viewer/analysis/toy_trace.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/score.h"
#include "schemas/trace_format.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

std::string real(double value) {
  if (value == kInfinity) return "9e999";
  if (value == -kInfinity) return "-9e999";
  return fmt::format("{}", value);
}

class Recorder {
 public:
  Recorder(const ToyTree& tree, const ToySearch& search) : tree_(tree), search_(search) {}

  void run() { result.value = visit(0, 0, 0, -kInfinity, kInfinity, -1, "/", 0); }

  ToyResult result;
  std::string sql;
  std::int64_t last_id = 0;
  std::string best_root_move;
  bool stopped = false;

 private:
  std::vector<std::size_t> move_order(std::size_t node) const {
    std::vector<std::size_t> moves(tree_.nodes[node].children.size());
    std::iota(moves.begin(), moves.end(), std::size_t{0});
    if (search_.order != 0) {
      std::mt19937 random(search_.order + node);
      std::shuffle(moves.begin(), moves.end(), random);
    }
    return moves;
  }

  double visit(std::size_t number, std::int64_t parent, int ply, double alpha, double beta,
               std::int64_t move, const std::string& path, int role) {
    if (search_.stop_after > 0 && last_id >= search_.stop_after) stopped = true;
    if (stopped) return 0;
    const ToyTree::Node& node = tree_.nodes[number];
    const std::int64_t id = ++last_id;
    result.nodes[path] = id;
    ++result.by_ply[ply];
    const bool max = ply % 2 == 0;
    double value = node.score;
    std::int64_t best = 0;
    if (!node.children.empty()) {
      value = max ? -kInfinity : kInfinity;
      visit_children(number, id, ply, alpha, beta, path, value, best);
    }
    const bool closed = !stopped;
    const Bound bound =
        search_.prune && !node.children.empty() ? bound_in(value, {alpha, beta}) : Bound::kExact;
    sql += fmt::format(
        "INSERT INTO node (id, parent, last, ply, move, side, depth, alpha, beta, value, kind, "
        "bound, role, best, legal) VALUES ({}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, "
        "{});\n",
        id, parent == 0 ? "NULL" : std::to_string(parent),
        closed ? std::to_string(last_id) : "NULL", ply,
        move < 0 ? "NULL" : std::to_string(move + 1), max ? 0 : 1, 20 - ply, real(alpha),
        real(beta), closed ? real(value) : "NULL", node.children.empty() ? 2 : 0,
        closed ? std::to_string(static_cast<int>(bound)) : "NULL", role,
        best == 0 ? "NULL" : std::to_string(best), node.children.size());
    return value;
  }

  void visit_children(std::size_t number, std::int64_t id, int ply, double alpha, double beta,
                      const std::string& path, double& value, std::int64_t& best) {
    const bool max = ply % 2 == 0;
    const double entry_alpha = alpha;
    const double entry_beta = beta;
    const std::vector<std::size_t> moves = move_order(number);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::string name = "m" + std::to_string(moves[i]);
      const std::string child_path = (path == "/" ? path : path + "/") + name;
      const auto move = static_cast<std::int64_t>(moves[i]);
      const std::size_t child_number = tree_.nodes[number].children[moves[i]];
      const double window_alpha = search_.prune ? alpha : -kInfinity;
      const double window_beta = search_.prune ? beta : kInfinity;
      if (i == 0 && search_.search_first_move_twice) {
        visit(child_number, id, ply + 1, window_alpha, window_beta, move, child_path + "~1", 0);
        if (stopped) return;
      }
      const std::int64_t child = last_id + 1;
      const double found = visit(child_number, id, ply + 1, window_alpha, window_beta, move,
                                 child_path, i == 0 && search_.search_first_move_twice ? 2 : 0);
      if (stopped) return;
      if (max ? found > value : found < value) {
        value = found;
        best = child;
        if (id == 1) best_root_move = name;
      }
      if (!search_.prune) continue;
      if (max ? value >= entry_beta : value <= entry_alpha) {
        cut(id, child, value, alpha, beta, max, moves, i + 1);
        return;
      }
      (max ? alpha : beta) = max ? std::max(alpha, value) : std::min(beta, value);
    }
  }

  void cut(std::int64_t id, std::int64_t child, double value, double alpha, double beta, bool max,
           const std::vector<std::size_t>& moves, std::size_t searched) {
    std::string names;
    for (std::size_t i = searched; i < moves.size(); ++i) {
      names += fmt::format("{}\"m{}\"", names.empty() ? "" : ",", moves[i]);
    }
    result.skipped += moves.size() - searched;
    sql += fmt::format(
        "INSERT INTO cutoff (id, at, node, kind, cause, child, value, alpha, beta, skipped, "
        "skipped_moves) VALUES ({}, {}, {}, {}, 0, {}, {}, {}, {}, {}, {});\n",
        ++events_, last_id, id, max ? 1 : 0, child, real(value), real(alpha), real(beta),
        moves.size() - searched, search_.skipped_names ? "'[" + names + "]'" : "NULL");
  }

  const ToyTree& tree_;
  const ToySearch& search_;
  std::int64_t events_ = 0;
};

}  // namespace

ToyTree ToyTree::random(std::mt19937& random, int depth, int most_children, int most_score) {
  ToyTree tree;
  std::vector<std::pair<std::size_t, int>> open{{0, 0}};
  while (!open.empty()) {
    const auto [number, ply] = open.back();
    open.pop_back();
    if (ply == depth || (ply > 1 && random() % 8 == 0)) {
      tree.nodes[number].score =
          static_cast<double>(random() % static_cast<unsigned>(2 * most_score + 1)) - most_score;
      continue;
    }
    const auto count = 1 + random() % static_cast<unsigned>(most_children);
    for (unsigned i = 0; i < count; ++i) {
      tree.nodes[number].children.push_back(tree.nodes.size());
      open.emplace_back(tree.nodes.size(), ply + 1);
      tree.nodes.emplace_back();
    }
  }
  return tree;
}

ToyResult record(const std::string& file, const ToyTree& tree, const ToySearch& search) {
  Recorder recorder(tree, search);
  recorder.run();
  write_frame(file, recorder.last_id, recorder.result.value, recorder.best_root_move);
  std::string moves;
  for (int i = 0; i < 32; ++i) {
    // Two searches may number the same moves differently: move ids are not comparable.
    moves += fmt::format("INSERT INTO move (id, text) VALUES ({}, 'm{}');\n", i + 1, i);
  }
  sql(file, "BEGIN;\n" + moves + recorder.sql + "COMMIT;");
  if (recorder.stopped) {
    sql(file,
        "UPDATE search SET status = NULL, finished_at = NULL, value = NULL; UPDATE pass SET "
        "last = NULL, value = NULL, best_move = NULL, status = NULL; "
        "INSERT INTO meta VALUES ('recording', '1');");
  }
  return recorder.result;
}

void write_frame(const std::string& file, std::int64_t last, double value,
                 const std::string& best_move) {
  sql(file, format::kTraceSql);
  sql(file,
      fmt::format("INSERT INTO search (id, game, position, algorithm, uniform, status, value, "
                  "best_move, nodes, started_at, finished_at) VALUES (1, 'toy', 'root', 'toy', 1, "
                  "'finished', {0}, '{1}', {2}, 0, 1);"
                  "INSERT INTO pass (id, search, root, last, value, best_move, status, nodes) "
                  "VALUES (1, 1, 1, {2}, {0}, '{1}', 'finished', {2});",
                  real(value), best_move, last));
}

}  // namespace plytrace::test

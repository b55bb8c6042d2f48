// SPDX-License-Identifier: MIT
#include "tests/viewer/random_trace.h"

#include <algorithm>
#include <filesystem>

#include "schemas/trace_format.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

std::string number_or_null(std::int64_t number, std::int64_t null) {
  return number == null ? "NULL" : std::to_string(number);
}

}  // namespace

void make_trace(const std::string& file, const std::string& statements) {
  std::filesystem::remove(file);
  sql(file, std::string(format::kTraceSql) + "BEGIN;" + statements + "COMMIT;");
}

RandomTrace::RandomTrace(unsigned seed, Options options)
    : options_(options),
      random_(seed),
      next_id_(options.stream * format::kStreamStride + 1),
      next_event_(next_id_) {
  const std::string moves[] = {"a", "b", "x/y", "50%", "~", "=", "", "a~1", "d"};
  for (std::size_t i = 0; i < std::size(moves); ++i) {
    sql_ += "INSERT INTO move VALUES (" + std::to_string(i + 1) + ",'" + moves[i] + "');";
  }
  sql_ += "INSERT INTO search (id, game, status, finished_at) VALUES (1,'g','finished',1);";
  for (int pass = 1; pass <= options_.passes; ++pass) {
    const std::size_t root = make_node(0, 0, -1, 0);
    sql_ += "INSERT INTO pass (id, ordinal, root, last, status) VALUES (" + std::to_string(pass) +
            "," + std::to_string(pass) + "," + std::to_string(nodes_[root].id) + "," +
            std::to_string(nodes_[root].last) + ",'finished');";
  }
  for (const MadeNode& node : nodes_) {
    sql_ += "INSERT INTO node (id, parent, last, ply, move, side, role, value) VALUES (" +
            std::to_string(node.id) + "," + number_or_null(node.parent, 0) + "," +
            std::to_string(node.last) + "," + std::to_string(node.ply) + "," +
            number_or_null(node.move, -1) + "," + std::to_string(node.ply % 2) + "," +
            std::to_string(node.role) + ",1);";
  }
  const char* tables[] = {
      "bound_update (id, at, node, alpha, beta) VALUES (", "cutoff (id, at, node, kind) VALUES (",
      "table_store (id, at, node) VALUES (", "table_probe (id, at, node) VALUES (",
      "note (id, at, node, name) VALUES ("};
  const char* rest[] = {",1,2);", ",1);", ");", ");", ",'n');"};
  for (const MadeEvent& event : events_) {
    sql_ += std::string("INSERT INTO ") + tables[event.table] + std::to_string(event.id) + "," +
            std::to_string(event.at) + "," + std::to_string(event.node) + rest[event.table];
  }
}

void RandomTrace::write(const std::string& file) const { make_trace(file, sql_); }

void RandomTrace::maybe_event(std::int64_t node) {
  for (int count = std::max(0, below(5) - 2); count > 0; --count) {
    next_event_ += below(3) == 0 ? below(40) : 0;
    events_.push_back({below(5), next_event_++, entered_, node});
  }
}

std::size_t RandomTrace::make_node(std::int64_t parent, int ply, int move, int role) {
  if (options_.gaps && parent != 0 && below(3) == 0) next_id_ += below(5);
  const std::size_t index = nodes_.size();
  const std::int64_t id = next_id_++;
  entered_ = id;
  nodes_.push_back({id, parent, 0, ply, move, role, {}});
  maybe_event(id);
  const int children = ply >= options_.depth ? 0 : below(options_.width + 1);
  for (int i = 0; i < children; ++i) {
    const bool same_position = below(8) == 0;
    const int child_role = same_position ? (below(2) == 0 ? 4 : 5) : below(5);
    const int child_move = same_position ? -1 : 1 + below(below(2) == 0 ? 3 : 9);
    const std::size_t child = make_node(id, ply + 1, child_move, child_role);
    nodes_[index].children.push_back(nodes_[child].id);
    maybe_event(id);
  }
  if (options_.gaps && below(3) == 0) entered_ = next_id_ += below(3);
  nodes_[index].last = next_id_ - 1;
  if (options_.gaps && entered_ >= next_id_) entered_ = next_id_ - 1;
  return index;
}

const MadeNode& RandomTrace::node(std::int64_t id) const {
  return *std::lower_bound(nodes_.begin(), nodes_.end(), id,
                           [](const MadeNode& node, std::int64_t x) { return node.id < x; });
}

std::string unknown_game_sql() {
  return R"sql(
INSERT INTO move (id, text) VALUES (1,'a'),(2,'b'),(3,'c'),(4,'p'),(5,'q'),(6,'r');
INSERT INTO search (id, game, position, algorithm, depth, captured, fail, status, value, lower,
  upper, completed_depth, best_move, pv, nodes, leaf_evaluations, finished_at, engine)
  VALUES (1,'marbles','seven marbles','alphabeta',2,
  '["windows","bounds","cutoffs","skipped","legal","roles","scores"]','soft','finished',3,3,3,2,
  'a','["a","q"]',10,6,1,'hand');
INSERT INTO pass (id, depth, alpha, beta, root, last, value, best_move, status, nodes)
  VALUES (1,2,-9e999,9e999,1,10,3,'a','finished',10);
INSERT INTO node (id, parent, last, ply, move, side, depth, alpha, beta, value, kind, best, legal)
  VALUES
  (1,NULL,10,0,NULL,0,2,-9e999,9e999,3,0,2,3),
  (2,1,5,1,1,1,1,-9e999,9e999,3,0,4,3),
  (3,2,3,2,4,0,0,-9e999,9e999,5,1,NULL,NULL),
  (4,2,4,2,5,0,0,-9e999,5,3,1,NULL,NULL),
  (5,2,5,2,6,0,0,-9e999,3,4,1,NULL,NULL),
  (6,1,8,1,2,1,1,3,9e999,1,0,8,3),
  (7,6,7,2,4,0,0,3,9e999,8,1,NULL,NULL),
  (8,6,8,2,5,0,0,3,8,1,1,NULL,NULL),
  (9,1,10,1,3,1,1,3,9e999,2,0,10,3),
  (10,9,10,2,4,0,0,3,9e999,2,1,NULL,NULL);
INSERT INTO bound_update (id, at, node, cause, child, alpha, beta) VALUES
  (1,3,2,0,3,-9e999,5),(2,4,2,0,4,-9e999,3),(3,5,1,0,2,3,9e999),(4,7,6,0,7,3,8);
INSERT INTO cutoff (id, at, node, kind, cause, child, value, alpha, beta, skipped, skipped_moves)
  VALUES (5,8,6,0,0,8,1,3,8,1,'["r"]'),(6,10,9,0,0,10,2,3,9e999,2,'["q","r"]');
)sql";
}

}  // namespace plytrace::test

// SPDX-License-Identifier: MIT
#include "viewer/analysis/early_find.h"

#include <queue>
#include <unordered_set>

#include "core/number_text.h"

namespace plytrace {
namespace {

// A look-up takes some hundredths of a millisecond, so all of them cost less than they can save.
constexpr std::size_t kMostLookUps = 5000;

bool is_cut_as_asked(const TraceReader& reader, const NodeRow& node, const NodeQuestion& question) {
  return !question.cutoff || question.cutoff->holds(reader, node);
}

// Yields the nodes of a subtree, largest first, then by id, so that descendants come after a node.
class LargestFirst {
 public:
  LargestFirst(const TraceReader& reader, const NodeRow& root) : reader_(reader) { add(root); }

  bool is_empty() const { return waiting_.empty(); }
  std::size_t look_ups() const { return look_ups_; }
  // False: a range is missing or exceeds its parent's, so the order by size is not reliable.
  bool is_sound() const { return is_sound_; }

  NodeRow pop() {
    const NodeRow node = waiting_.top().row;
    waiting_.pop();
    reader_.for_each_child(node, [&](const NodeRow& child) {
      is_sound_ = is_sound_ && child.last && *child.last <= *node.last;
      if (is_sound_) add(child);
      return is_sound_ && ++look_ups_ < kMostLookUps;
    });
    return node;
  }

 private:
  struct Waiting {
    std::int64_t size = 0;
    NodeRow row;
    bool operator<(const Waiting& other) const {
      return size != other.size ? size < other.size : row.id > other.row.id;
    }
  };
  void add(const NodeRow& row) {
    is_sound_ = is_sound_ && row.last.has_value();
    if (is_sound_) waiting_.push({*row.last - row.id + 1, row});
  }

  const TraceReader& reader_;
  std::priority_queue<Waiting> waiting_;
  std::size_t look_ups_ = 0;
  bool is_sound_ = true;
};

// Those of `nodes` that meet the conditions.
Result<std::unordered_set<std::int64_t>> that_meet(const TraceReader& reader,
                                                   const std::vector<NodeRow>& nodes,
                                                   const NodeQuestion& question) {
  std::string list;
  for (const NodeRow& node : nodes) list += (list.empty() ? "" : ",") + std::to_string(node.id);
  std::unordered_set<std::int64_t> ids;
  const Status status = for_each_id(
      reader, "SELECT id FROM node_text WHERE id IN (" + list + ") AND " + question.conditions,
      question.interrupt, [&](std::int64_t id) {
        ids.insert(id);
        return true;
      });
  if (!status) return status;
  return ids;
}

}  // namespace

Status for_each_id(const TraceReader& reader, const std::string& sql,
                   const std::atomic<bool>* interrupt,
                   const std::function<bool(std::int64_t)>& visit) {
  TraceReader::Query query;
  query.interrupt = interrupt;
  query.row = [&](const std::vector<TraceReader::QueryCell>& cells) {
    return visit(number_from<std::int64_t>(cells.front().text).value_or(0));
  };
  return reader.query(sql, query);
}

Result<EarlyFound> first_by_id(const TraceReader& reader, const NodeQuestion& question) {
  std::vector<std::int64_t> found;
  std::size_t look_ups = 0;
  const std::string sql = "SELECT id FROM node_text WHERE " + question.conditions + " ORDER BY id";
  const Status status = for_each_id(reader, sql, question.interrupt, [&](std::int64_t id) {
    const auto node = reader.node(id);
    // A missing node is damage, which is reported when the nodes are shown.
    if (!node || is_cut_as_asked(reader, *node, question)) found.push_back(id);
    return found.size() < question.enough && ++look_ups < kMostLookUps;
  });
  if (!status) return status;
  if (found.size() < question.enough && look_ups == kMostLookUps) return EarlyFound();
  return EarlyFound(std::move(found));
}

Result<EarlyFound> first_by_size(const TraceReader& reader, const NodeRow& root,
                                 const NodeQuestion& question) {
  LargestFirst nodes(reader, root);
  std::vector<std::int64_t> found;
  for (std::size_t at_once = 8; found.size() < question.enough && !nodes.is_empty(); at_once *= 2) {
    std::vector<NodeRow> looked_at;
    while (looked_at.size() < at_once && !nodes.is_empty()) {
      looked_at.push_back(nodes.pop());
      if (!nodes.is_sound() || nodes.look_ups() >= kMostLookUps) return EarlyFound();
    }
    const auto meeting = that_meet(reader, looked_at, question);
    if (!meeting) return meeting.status();
    for (const NodeRow& node : looked_at) {
      if (found.size() == question.enough || meeting->count(node.id) == 0) continue;
      if (is_cut_as_asked(reader, node, question)) found.push_back(node.id);
    }
  }
  return EarlyFound(std::move(found));
}

}  // namespace plytrace

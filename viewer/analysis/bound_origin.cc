// SPDX-License-Identifier: MIT
#include "viewer/analysis/bound_origin.h"

#include <cmath>
#include <utility>

namespace plytrace {
namespace {

using Origin = BoundOrigin::What;

// One end of a node's window at some time, and the update that set it.
struct EndThen {
  std::optional<Score> bound;
  std::optional<BoundUpdateRow> update;  // nullopt: unchanged since entry
};

template <class Happened>
EndThen end_then(const TraceReader& reader, const NodeRow& node, WindowEnd end,
                 const Happened& happened) {
  EndThen then{end_of(node, end), std::nullopt};
  for (const BoundUpdateRow& update : reader.events_of<BoundUpdateRow>(node)) {
    // Events are in search order, so no later update had happened either.
    if (!happened(update)) break;
    const auto bound = end_of(update, end);
    // This update changed the other end.
    if (bound == then.bound) continue;
    then = {bound, update};
  }
  return then;
}

// Whether `given` is `bound` one step looser, as root moves get it if ties are random.
bool is_loosened(std::optional<Score> given, std::optional<Score> bound, WindowEnd end) {
  if (!given || !bound) return false;
  return *given == std::nextafter(*bound, end == WindowEnd::kAlpha ? -kInfinity : kInfinity);
}

// The last child of `node` before `next` for which `fits` is true.
template <class Fits>
std::optional<NodeRow> child_before(const TraceReader& reader, const NodeRow& node,
                                    const NodeRow& next, const Fits& fits) {
  std::optional<NodeRow> found;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (child.id >= next.id) return false;
    if (fits(child)) found = child;
    return !found.has_value();
  });
  return found;
}

// Follows one end of a window upwards.
class Climb {
 public:
  Climb(const TraceReader& reader, NodeRow node, WindowEnd end) : reader_(reader) {
    origin_.end = end;
    origin_.node = std::move(node);
  }

  BoundOrigin run(std::int64_t before) {
    // 0 selects the window on entry, which no update of the node itself can have set.
    if (before > 0) {
      const EndThen own =
          end_then(reader_, origin_.node, origin_.end,
                   [&](const BoundUpdateRow& update) { return update.id < before; });
      if (own.update) return set_by(own);
    }
    while (!step()) {
    }
    return std::move(origin_);
  }

 private:
  BoundOrigin set_by(const EndThen& then) {
    end_with(Origin::kUpdate, then.bound);
    origin_.update = then.update;
    if (then.update->child) origin_.child = reader_.node(*then.update->child);
    return std::move(origin_);
  }

  bool end_with(Origin what, std::optional<Score> bound) {
    origin_.what = what;
    origin_.bound = bound;
    return true;
  }

  void go_up(NodeRow parent) {
    // A hand-over has the same position and does not count as a level.
    if (origin_.node.role != format::Role::kHandOver) ++origin_.levels;
    origin_.node = std::move(parent);
  }

  // Goes from the window on entry of the node to the parent's window at that time. Returns true at
  // the end.
  bool step() {
    const NodeRow child = origin_.node;
    const auto bound = end_of(child, origin_.end);
    if (!bound) return end_with(Origin::kNotRecorded, bound);
    if (!child.parent) return end_with(Origin::kPass, bound);
    auto parent = parent_of(reader_, child);
    if (!parent) return end_with(Origin::kNotRecorded, bound);
    // Windows only narrow, so a bound that the parent was entered with was not set by its updates.
    if (end_of(*parent, origin_.end) == bound) {
      go_up(std::move(*parent));
      return false;
    }
    return leave_entry_window(child, std::move(*parent), *bound);
  }

  bool leave_entry_window(const NodeRow& child, NodeRow parent, Score bound) {
    // An event of the parent before this child has an `at` below the child's id
    // (schemas/trace.sql).
    const auto before_child = [&](const BoundUpdateRow& update) { return update.at < child.id; };
    const EndThen then = end_then(reader_, parent, origin_.end, before_child);
    // Only windows of root moves are loosened (--ties random; docs/games.md, 3.9).
    const bool is_looser = !parent.parent && is_loosened(bound, then.bound, origin_.end);
    if (then.bound == bound || is_looser) {
      origin_.loosened = is_looser;
      go_up(std::move(parent));
      return then.update ? (set_by(then), true) : false;
    }
    const WindowEnd asked = own_end(parent);
    if (asked == origin_.end) return leave_own_end(child, std::move(parent), bound);
    // The window is narrower than the parent's: it tests whether the move beats the parent's bound.
    const EndThen has = end_then(reader_, parent, asked, before_child);
    const auto given = end_of(child, asked);
    const bool beats_looser = !parent.parent && is_loosened(given, has.bound, asked);
    // The test is against the narrowed end, so follow the end that the parent improves.
    if (child.counts() && given && (given == has.bound || beats_looser)) {
      if (!origin_.test) origin_.test = child;
      origin_.end = asked;
      origin_.loosened = beats_looser;
      go_up(std::move(parent));
      return has.update ? (set_by(has), true) : false;
    }
    return end_with(Origin::kOwnWindow, bound);
  }

  // The parent's own end was improved, but no update of the parent shows it.
  bool leave_own_end(const NodeRow& child, NodeRow parent, Score bound) {
    // A re-search begins with the result of an earlier search of its own move.
    const bool repeated = child.role == format::Role::kReSearch;
    auto reached = child_before(reader_, parent, child, [&](const NodeRow& earlier) {
      return earlier.counts() && taken_value(earlier) == bound &&
             (!repeated || earlier.move == child.move);
    });
    if (!reached) return end_with(Origin::kOwnWindow, bound);
    go_up(std::move(parent));
    origin_.child = std::move(reached);
    return end_with(repeated ? Origin::kEarlierSearch : Origin::kChild, bound);
  }

  const TraceReader& reader_;
  BoundOrigin origin_;
};

}  // namespace

std::optional<NodeRow> parent_of(const TraceReader& reader, const NodeRow& node) {
  // A parent has a smaller id; this keeps a damaged row from causing a loop.
  if (!node.parent || *node.parent >= node.id) return std::nullopt;
  return reader.node(*node.parent);
}

std::optional<Score> taken_value(const NodeRow& child) {
  return child.credited ? child.credited : child.value;
}

WindowEnd own_end(const NodeRow& node) {
  return node.side == format::Side::kMin ? WindowEnd::kBeta : WindowEnd::kAlpha;
}

BoundOrigin origin_of(const TraceReader& reader, const NodeRow& node, WindowEnd end,
                      std::int64_t before) {
  const TraceReader::Snapshot snapshot(reader);
  return Climb(reader, node, end).run(before);
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
#include "viewer/analysis/same_position.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace plytrace {
namespace {

// Plays the moves of nodes in the order of a scan, and takes them back.
class Replay {
 public:
  Replay(const TraceReader& reader, AnyGame& game) : reader_(reader), game_(game) {}
  ~Replay() { close_to(std::nullopt); }
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  // The hash of the node's position; none where the way there cannot be played.
  std::optional<std::uint64_t> enter(const NodeRow& node) {
    close_to(node.parent);
    const bool is_known = open_.empty() || open_.back().is_known;
    Open next{node.id, is_known, false};
    if (is_known && node.parent && node.move) next.is_played = next.is_known = play(node);
    open_.push_back(next);
    return next.is_known ? std::optional(game_.key()) : std::nullopt;
  }

 private:
  struct Open {
    std::int64_t id;
    bool is_known, is_played;
  };

  bool play(const NodeRow& node) {
    if (node.role == format::Role::kNullMove) return false;
    const auto move = game_.parse_move(reader_.move_text(node.move));
    if (!move || !game_.is_legal(*move)) return false;
    game_.play(*move);
    return true;
  }
  void close_to(std::optional<std::int64_t> parent) {
    while (!open_.empty() && (!parent || open_.back().id != *parent)) {
      if (open_.back().is_played) game_.undo();
      open_.pop_back();
    }
  }

  const TraceReader& reader_;
  AnyGame& game_;
  std::vector<Open> open_;
};

bool is_position(const NodeRow& node, std::uint64_t hash, const PositionKey& key) {
  if (hash != static_cast<std::uint64_t>(key.key)) return false;
  return !key.side || !node.side || *node.side == *key.side;
}

// "12,7,3".
std::string list_of(std::vector<std::int64_t>::const_iterator from,
                    std::vector<std::int64_t>::const_iterator to) {
  std::string list;
  for (; from != to; ++from) list += (list.empty() ? "" : ",") + std::to_string(*from);
  return list;
}

std::int64_t number_of(const TraceReader::QueryCell& cell) {
  std::int64_t number = 0;
  std::from_chars(cell.text.data(), cell.text.data() + cell.text.size(), number);
  return number;
}

}  // namespace

Result<PositionNodes> nodes_by_replay(const TraceReader& reader, AnyGame& game,
                                      const std::vector<PassRow>& passes, const PositionKey& key,
                                      std::size_t most, const ScanControl& control) {
  PositionNodes found;
  std::uint64_t seen = 0;
  for (const PassRow& pass : passes) {
    const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
    if (!root) continue;
    Replay replay(reader, game);
    const auto scan = reader.scan(root->id, reader.last_of(*root));
    while (scan->next()) {
      const NodeRow* const node = scan->get<NodeRow>();
      if (node == nullptr) continue;
      if (control.progress && ++seen % 4096 == 0) control.progress(seen);
      if (control.interrupt != nullptr && control.interrupt->load()) {
        return Status(StatusCode::kInterrupted, "find: interrupted");
      }
      const auto hash = replay.enter(*node);
      if (!hash || !is_position(*node, *hash, key)) continue;
      found.has_more = found.ids.size() == most;
      if (found.has_more) break;
      found.ids.push_back(node->id);
    }
    if (found.has_more) break;
  }
  if (!reader.status().is_ok()) return reader.status();
  std::sort(found.ids.begin(), found.ids.end());
  return found;
}

Result<std::map<std::int64_t, EntryUsers>> users_of(const TraceReader& reader,
                                                    const std::vector<std::int64_t>& ids,
                                                    const std::atomic<bool>* interrupt) {
  // So many stand in one statement.
  constexpr std::ptrdiff_t kMostAtOnce = 10'000;
  std::map<std::int64_t, EntryUsers> users;
  TraceReader::Query query;
  query.interrupt = interrupt;
  query.header = [](const std::vector<std::string>&) {};
  query.row = [&](const std::vector<TraceReader::QueryCell>& cells) {
    EntryUsers& of = users[number_of(cells[0])];
    if (of.nodes.size() < EntryUsers::kMost) of.nodes.push_back(number_of(cells[1]));
    ++of.total;
    return true;
  };
  for (auto from = ids.begin(); from != ids.end();) {
    const auto to = ids.end() - from > kMostAtOnce ? from + kMostAtOnce : ids.end();
    const Status status = reader.query(
        "SELECT DISTINCT stored_by, node FROM table_probe WHERE used > 0 AND "
        "stored_by IN (" +
            list_of(from, to) + ") ORDER BY stored_by, node",
        query);
    if (!status) return status;
    from = to;
  }
  return users;
}

}  // namespace plytrace

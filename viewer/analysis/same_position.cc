// SPDX-License-Identifier: MIT
#include "viewer/analysis/same_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/number_text.h"
#include "viewer/analysis/position_keys.h"

namespace plytrace {
namespace {

bool is_position(const NodeRow& node, std::optional<std::int64_t> hash, const PositionKey& key) {
  if (hash != key.key) return false;
  return !key.side || !node.side || *node.side == *key.side;
}

std::int64_t number_of(const TraceReader::QueryCell& cell) {
  return number_from<std::int64_t>(cell.text).value_or(0);
}

}  // namespace

Result<PositionNodes> nodes_by_replay(const TraceReader& reader, const SearchRow& search,
                                      const std::vector<PassRow>& passes, const PositionKey& key,
                                      std::size_t most, const ScanControl& control) {
  auto keys = PositionKeys::replayed(reader, search);
  if (!keys) return keys.status();
  PositionNodes found;
  std::uint64_t seen = 0;
  for (const PassRow& pass : passes) {
    const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
    if (!root) continue;
    keys->begin_pass();
    const auto scan = reader.scan(root->id, reader.last_of(*root));
    while (scan->next()) {
      const NodeRow* const node = scan->get<NodeRow>();
      if (node == nullptr) continue;
      if (control.progress && ++seen % 4096 == 0) control.progress(seen);
      if (control.interrupt != nullptr && control.interrupt->load()) {
        return Status(StatusCode::kInterrupted, "find: interrupted");
      }
      if (!is_position(*node, keys->enter(*node), key)) continue;
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
  // The number of ids in one statement.
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
        fmt::format("SELECT DISTINCT stored_by, node FROM table_probe WHERE used > 0 AND "
                    "stored_by IN ({}) ORDER BY stored_by, node",
                    fmt::join(from, to, ",")),
        query);
    if (!status) return status;
    from = to;
  }
  return users;
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// The rows of the trace that a batch holds, table by table; what stands in their cells is in
// records.h. It says nothing of how a row reaches a file.
// Thread rule: pure functions over a batch; BatchSource::moves remembers texts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/parameters.h"
#include "tracer/batch.h"

namespace plytrace {

// Lists of moves as JSON arrays. Skipped moves repeat: the lists met last are remembered.
class MoveLists {
 public:
  void name_move(MoveId id, const std::string& text) {
    if (id >= quoted_moves_.size()) quoted_moves_.resize(id + 1, "\"?\"");
    quoted_moves_[id] = json_quote(text);
    known_.fill({});
  }
  // Until the next.
  std::string_view text_of(const MoveId* moves, std::size_t count) {
    const Key key = key_of(moves, count);
    if (key == Key{}) return write(moves, count);
    Known& known = known_[(key[0] + 3 * key[1]) * 0x9E3779B97F4A7C15U >> 56U];
    if (known.key != key && !remember(known, key, write(moves, count))) return scratch_;
    return {known.text.data(), known.size};
  }

 private:
  // A move a byte, its number and 1; none where that is too little.
  using Key = std::array<std::uint64_t, 2>;
  struct Known {
    Key key{};
    std::uint8_t size = 0;
    std::array<char, 111> text{};
  };

  static Key key_of(const MoveId* moves, std::size_t count) {
    Key key{};
    if (count > 8 * key.size()) return key;
    for (std::size_t i = 0; i < count; ++i) {
      if (moves[i] >= 0xFF) return {};
      key[i / 8] = key[i / 8] << 8U | (moves[i] + 1);
    }
    return key;
  }
  static bool remember(Known& known, const Key& key, std::string_view text) {
    if (text.size() > known.text.size()) return false;
    known.key = key;
    known.size = static_cast<std::uint8_t>(text.size());
    std::copy(text.begin(), text.end(), known.text.begin());
    return true;
  }
  std::string_view write(const MoveId* moves, std::size_t count) {
    scratch_ = "[";
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) scratch_ += ',';
      scratch_ += quoted_moves_[moves[i]];
    }
    return scratch_ += ']';
  }

  std::vector<std::string> quoted_moves_;  // by id, as JSON strings
  std::array<Known, 256> known_;           // by key
  std::string scratch_;
};

// A batch, and what its records refer to.
struct BatchSource {
  const Batch* batch = nullptr;
  std::vector<NodeRecord> nodes;  // all of the batch, for who wants them in one list
  MoveLists lists;

  // The texts of `count` moves of Batch::skipped, from `first` on, as a JSON array; until the next.
  std::string_view moves(std::size_t first, std::size_t count) {
    return lists.text_of(batch->skipped.data() + first, count);
  }
  std::string_view text(std::size_t first, std::size_t size) const {
    return std::string_view(batch->text).substr(first, size);
  }
};

// Calls visit(node, excluded) and visit_run(run) for the nodes of the batch, in the order of their
// ids; `excluded` is the text of that column, "" = NULL, until the next.
template <class Visit, class VisitRun>
void for_each_node(BatchSource& source, const Visit& visit, const VisitRun& visit_run) {
  const Batch& batch = *source.batch;
  auto run = batch.runs.begin();
  auto moves = batch.excluded.begin();
  // Those of nodes of earlier batches.
  while (moves != batch.excluded.end() && moves->id < batch.first_node) ++moves;
  for (const NodeRecord& node : batch.nodes) {
    for (; run != batch.runs.end() && run->first < node.id; ++run) visit_run(*run);
    std::string_view excluded;
    if (moves != batch.excluded.end() && moves->id == node.id) {
      excluded = source.moves(moves->first, moves->count);
      ++moves;
    }
    visit(node, excluded);
  }
}

// The same for who makes no difference between the nodes.
template <class Visit>
void for_each_node(BatchSource& source, const Visit& visit) {
  for_each_node(source, visit, [&visit](const LeafRun& run) {
    for (std::size_t i = 0; i < run.leaves.size(); ++i) visit(run.node(i), std::string_view());
  });
}

struct NodeRows {
  using Row = NodeRow;
  static std::size_t size(const BatchSource& source) { return source.nodes.size(); }
  static bool is_row(const BatchSource&, std::size_t) { return true; }
  template <class Out>
  static void column(Out& out, BatchSource& source, std::size_t index, int column) {
    NodeCells::put(out, source.nodes[index], column);
  }
};

// The rows of one table of events.
template <class EventRow>
struct EventsOf {
  using Row = EventRow;
  static std::size_t size(const BatchSource& source) { return source.batch->events.size(); }
  static bool is_row(const BatchSource& source, std::size_t index) {
    return source.batch->events[index].type == kEventType<Row>;
  }
  template <class Out>
  static void column(Out& out, BatchSource& source, std::size_t index, int column) {
    const EventRecord& event = source.batch->events[index];
    switch (column) {
      case at<Row>("id"):
        return out.integer(source.batch->first_event + static_cast<std::int64_t>(index));
      case at<Row>("at"):
        return out.integer(event.at);
      case at<Row>("node"):
        return out.integer(event.node);
      default:
        return EventCells<Row>::put(out, source, event, column);
    }
  }
};

}  // namespace plytrace

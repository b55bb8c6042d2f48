// SPDX-License-Identifier: MIT
#include "tracer/digest_book.h"

#include <cmath>
#include <utility>

namespace plytrace {
namespace {

using format::Digested;
using format::HashOf;

// An Out (records.h) that adds cells to a row hash.
template <class Row>
struct HashCell {
  HashOf<Row>& hash;
  int column;
  void integer(std::int64_t value) { hash.integer(column, value); }
  void id(std::int64_t value) { integer(value); }
  void real(Score value) {
    // NaN means NULL, which does not change the hash.
    if (!std::isnan(value)) hash.real(column, value);
  }
  void text(std::string_view value) { hash.text(column, value); }
};

constexpr bool holds(std::uint32_t columns, int column) {
  return (columns >> static_cast<unsigned>(column) & 1U) != 0;
}

// The columns that an open node does not add yet. Its result counts once it is left; `credited`,
// which the parent may report even later, never counts.
constexpr std::uint32_t kOpenNode = format::kResultColumns | format::kCreditedColumn;
constexpr int kExcluded = format::column_of<NodeRow>("excluded");

// Calls add(integral constant) for each column except those in `kWithout`. With a constant number
// the compiler removes the switch over columns.
template <class Row, std::uint32_t kWithout, class Add>
void each_column(const Add& add) {
  const auto unless_out = [&]<int kOne>(std::integral_constant<int, kOne> one) {
    if constexpr (!holds(kWithout, kOne)) add(one);
  };
  [&]<int... kColumn>(std::integer_sequence<int, kColumn...>) {
    (unless_out(std::integral_constant<int, kColumn>{}), ...);
  }
  (std::make_integer_sequence<int, format::kColumnCount<Row>>{});
}

template <std::uint32_t kWithout>
void add_node_cells(HashOf<NodeRow>& hash, const NodeRecord& node) {
  each_column<NodeRow, kWithout>([&](auto column) {
    HashCell<NodeRow> cell{hash, column};
    put_node_cell(cell, node, column);
  });
}

void add_result(HashOf<NodeRow>& hash, const NodeResult& result) {
  each_column<NodeRow, ~format::kResultColumns>([&](auto column) {
    HashCell<NodeRow> cell{hash, column};
    put_result_cell(cell, result, column);
  });
}

template <class Row>
HashOf<Row> hash_of_event(BatchSource& source, std::size_t index) {
  HashOf<Row> hash;
  const auto event = EventsOf<Row>::row(source, index);
  each_column<Row, 0>([&](auto column) {
    HashCell<Row> cell{hash, column};
    EventsOf<Row>::column(cell, source, event, column);
  });
  return hash;
}

void add_events(format::SearchDigests& digests, BatchSource& source) {
  const Batch& batch = *source.batch;
  for (std::size_t i = 0; i < batch.events.size(); ++i) {
    const std::int64_t id = batch.first_event + static_cast<std::int64_t>(i);
    format::with_event_table(static_cast<std::size_t>(batch.events[i].type), [&]<class Row>() {
      digests[format::digested<Row>()].add_row(id, hash_of_event<Row>(source, i));
    });
  }
}

}  // namespace

void DigestBook::learn(const Batch& batch) {
  for (const RareRow& rare : batch.rare) {
    if (const auto* begin = std::get_if<SearchBeginRow>(&rare)) {
      // Rows of other engines get no digest.
      if (begin->engine == "plytrace") searches_[begin->id];
    } else if (const auto* pass = std::get_if<PassBeginRow>(&rare)) {
      if (searches_.count(pass->search) != 0) search_of_pass_[pass->id] = pass->search;
    }
  }
}

void DigestBook::add_to_open(BatchSource& source) {
  const Batch& batch = *source.batch;
  for (const Excluded& moves : batch.excluded) {
    const auto open = open_.find(moves.id);
    // A node of this batch adds its excluded moves together with its row.
    if (moves.id >= batch.first_node || open == open_.end()) continue;
    open->second.text(kExcluded, source.moves(moves.first, moves.count));
  }
  for (const Closing& closing : batch.closings) {
    const auto open = open_.find(closing.id);
    if (open == open_.end()) continue;
    add_result(open->second, closing.result);
    digest_of(Digested::kNode).add_row(closing.id, open->second);
    open_.erase(open);
  }
}

[[gnu::flatten]] void DigestBook::add_node(const NodeRecord& node, std::string_view excluded) {
  HashOf<NodeRow> hash;
  if (!excluded.empty()) hash.text(kExcluded, excluded);
  if (node.result.last != 0) {
    add_node_cells<format::kCreditedColumn>(hash, node);
    digest_of(Digested::kNode).add_row(node.id, hash);
  } else {
    // The node's result follows as a Closing record in a later batch.
    add_node_cells<kOpenNode>(hash, node);
    open_[node.id] = hash;
  }
}

void DigestBook::add_nodes(BatchSource& source) {
  for_each_node(source, [this](const NodeRecord& node, std::string_view excluded) {
    add_node(node, excluded);
  });
}

bool DigestBook::begin(BatchSource& source) {
  learn(*source.batch);
  const auto pass = search_of_pass_.find(source.batch->pass);
  if (pass == search_of_pass_.end()) return false;
  current_ = &searches_[pass->second];
  add_to_open(source);
  return true;
}

// Runs after the nodes, since the batch that ends a pass may still hold nodes of it.
void DigestBook::end(const Batch& batch) {
  for (const RareRow& rare : batch.rare) {
    if (const auto* end = std::get_if<PassEndRow>(&rare)) search_of_pass_.erase(end->id);
  }
}

void DigestBook::add(BatchSource& source) {
  if (begin(source)) {
    add_nodes(source);
    add_events(*current_, source);
  }
  end(*source.batch);
}

}  // namespace plytrace

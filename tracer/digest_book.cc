// SPDX-License-Identifier: MIT
#include "tracer/digest_book.h"

#include <cmath>
#include <utility>

namespace plytrace {
namespace {

using format::Digested;
using format::RowDigest;

// A cell on its way into a digest: the Out of records.h.
struct DigestCell {
  RowDigest& digest;
  int column;
  void integer(std::int64_t value) { digest.integer(column, value); }
  void id(std::int64_t value) { integer(value); }
  void real(Score value) {
    // NaN stands for NULL, which adds nothing.
    if (!std::isnan(value)) digest.real(column, value);
  }
  void text(std::string_view value) { digest.text(column, value); }
};

constexpr bool holds(std::uint32_t columns, int column) {
  return (columns >> static_cast<unsigned>(column) & 1U) != 0;
}

// What is known of a node when it is left counts once it has been; what its parent credits, which
// may be told later still, does not count.
constexpr std::uint32_t kOpenNode = format::kResultColumns | format::kCreditedColumn;

// All columns but those in `kWithout`, each with a constant number: the switch goes away.
template <class Rows, std::uint32_t kWithout, int... kColumn>
void add_row(RowDigest& digest, BatchSource& source, std::size_t index,
             std::integer_sequence<int, kColumn...>) {
  const auto add = [&]<int kOne>(std::integral_constant<int, kOne>) {
    if constexpr (!holds(kWithout, kOne)) {
      DigestCell cell{digest, kOne};
      Rows::column(cell, source, index, kOne);
    }
  };
  (add(std::integral_constant<int, kColumn>{}), ...);
}

template <int... kColumn>
void add_result(RowDigest& digest, const NodeResult& result,
                std::integer_sequence<int, kColumn...>) {
  const auto add = [&]<int kOne>(std::integral_constant<int, kOne>) {
    if constexpr (holds(format::kResultColumns, kOne)) {
      DigestCell cell{digest, kOne};
      NodeCells::put_result(cell, result, kOne);
    }
  };
  (add(std::integral_constant<int, kColumn>{}), ...);
}

template <class Rows>
constexpr auto columns_of() {
  return std::make_integer_sequence<int, format::kColumnCount<typename Rows::Row>>{};
}

template <class Rows>
void add_event(RowDigest& digest, BatchSource& source, std::size_t index, std::int64_t id) {
  digest.begin_row(id);
  add_row<Rows, 0>(digest, source, index, columns_of<Rows>());
}

void add_excluded(RowDigest& digest, BatchSource& source, const Excluded& moves) {
  digest.text(format::column_of<NodeRow>("excluded"), source.moves(moves.first, moves.count));
}

void add_events(format::SearchDigests& digests, BatchSource& source) {
  const Batch& batch = *source.batch;
  for (std::size_t i = 0; i < batch.events.size(); ++i) {
    const std::int64_t id = batch.first_event + static_cast<std::int64_t>(i);
    format::with_event_table(static_cast<std::size_t>(batch.events[i].type), [&]<class Row>() {
      add_event<EventsOf<Row>>(digests[format::digested<Row>()], source, i, id);
    });
  }
}

}  // namespace

void DigestBook::learn(const Batch& batch) {
  for (const RareRow& rare : batch.rare) {
    if (const auto* begin = std::get_if<SearchBeginRow>(&rare)) {
      // Other engines may write rows that verify has no say in.
      if (begin->engine == "plytrace") searches_[begin->id];
    } else if (const auto* pass = std::get_if<PassBeginRow>(&rare)) {
      if (searches_.count(pass->search) != 0) search_of_pass_[pass->id] = pass->search;
    }
  }
}

// What the batch says of nodes of earlier ones.
void DigestBook::add_to_open(RowDigest& digest, BatchSource& source) {
  const Batch& batch = *source.batch;
  for (const Excluded& moves : batch.excluded) {
    const auto open = open_.find(moves.id);
    // Those of nodes of this batch are met in add_nodes().
    if (moves.id >= batch.first_node || open == open_.end()) continue;
    digest.return_to_row(moves.id, open->second);
    add_excluded(digest, source, moves);
    open->second = digest.put_aside();
  }
  for (const Closing& closing : batch.closings) {
    const auto open = open_.find(closing.id);
    if (open == open_.end()) continue;
    digest.return_to_row(closing.id, open->second);
    add_result(digest, closing.result, columns_of<NodeRows>());
    open_.erase(open);
  }
}

[[gnu::flatten]] void DigestBook::add_nodes(RowDigest& digest, BatchSource& source) {
  const Batch& batch = *source.batch;
  auto moves = batch.excluded.begin();
  while (moves != batch.excluded.end() && moves->id < batch.first_node) ++moves;
  for (std::size_t i = 0; i < batch.nodes.size(); ++i) {
    const std::int64_t id = batch.first_node + static_cast<std::int64_t>(i);
    digest.begin_row(id);
    add_row<NodeRows, kOpenNode>(digest, source, i, columns_of<NodeRows>());
    if (moves != batch.excluded.end() && moves->id == id) add_excluded(digest, source, *moves++);
    const NodeResult& result = batch.nodes[i].result;
    if (result.last != 0) {
      add_result(digest, result, columns_of<NodeRows>());
    } else {
      // Its result comes as a Closing, with a later batch.
      open_[id] = digest.put_aside();
    }
  }
}

void DigestBook::add(BatchSource& source) {
  learn(*source.batch);
  const auto pass = search_of_pass_.find(source.batch->pass);
  if (pass == search_of_pass_.end()) return;
  format::SearchDigests& digests = searches_[pass->second];
  add_to_open(digests[Digested::kNode], source);
  add_nodes(digests[Digested::kNode], source);
  add_events(digests, source);
  // Last, since the batch that ends a pass may still hold nodes of it.
  for (const RareRow& rare : source.batch->rare) {
    if (const auto* end = std::get_if<PassEndRow>(&rare)) search_of_pass_.erase(end->id);
  }
}

}  // namespace plytrace

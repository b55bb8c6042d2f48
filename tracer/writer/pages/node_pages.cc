// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/node_pages.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <deque>
#include <type_traits>
#include <utility>

#include "schemas/trace_format.h"

namespace plytrace::writer {
namespace {

// The largest size of the columns that an open row lacks.
constexpr std::size_t kLateBytes =
    8 * static_cast<std::size_t>(std::popcount(format::kResultColumns | format::kCreditedColumn)) +
    format::kColumnCount<NodeRow>;

}  // namespace

void NodePages::write(BatchSource& source, bool is_digested) {
  const Batch& batch = *source.batch;
  Stream& stream = streams_[(batch.first_node - 1) / format::kStreamStride];
  exclude_earlier(stream, source);
  close_earlier(stream, batch);
  find_creditable(stream, batch);
  complete_left(stream, stream.creditable);
  is_digested ? add_nodes<HashIf<NodeRow, true>>(stream, source)
              : add_nodes<HashIf<NodeRow, false>>(stream, source);
}

NodePages::Open* NodePages::find(Stream& stream, std::int64_t id) {
  const auto is_before = [](const Open& open, std::int64_t other) { return open.node.id < other; };
  const auto at = std::lower_bound(stream.open.begin(), stream.open.end(), id, is_before);
  return at != stream.open.end() && at->node.id == id ? &*at : nullptr;
}

// A node that excludes moves has no child yet, so its row is the last one.
void NodePages::exclude_earlier(Stream& stream, BatchSource& source) {
  for (const Excluded& moves : source.batch->excluded) {
    if (moves.id >= source.batch->first_node) break;
    Open* const open = find(stream, moves.id);
    assert(open != nullptr && "only an open node leaves moves out");
    if (open == nullptr) continue;
    open->excluded = source.moves(moves.first, moves.count);
    pages_.widen_slot(open->slot, open->node.id, most_bytes(*open));
    TablePages::set_due(open->slot);
  }
}

void NodePages::close_earlier(Stream& stream, const Batch& batch) {
  for (const Closing& closing : batch.closings) {
    Open* const open = find(stream, closing.id);
    assert(open != nullptr && "a node is left once");
    if (open == nullptr) continue;
    open->node.result = closing.result;
    open->is_left = true;
    TablePages::set_due(open->slot);
  }
  for (const Credit& credit : batch.credits) {
    Open* const open = find(stream, credit.id);
    assert(open != nullptr && "only the node left last is credited");
    if (open == nullptr) continue;
    open->node.result.credited = credit.score;
    TablePages::set_due(open->slot);
  }
}

// Finds the outermost node that was left and whose subtree ends with the last node entered.
void NodePages::find_creditable(Stream& stream, const Batch& batch) {
  if (batch.nodes.empty() && batch.closings.empty()) return;
  if (!batch.nodes.empty()) {
    stream.last = batch.nodes.back().id;
  }
  stream.creditable = 0;
  for (const Closing& closing : batch.closings) {
    if (closing.result.last != stream.last) continue;
    if (stream.creditable == 0 || closing.id < stream.creditable) stream.creditable = closing.id;
  }
  if (stream.creditable != 0) return;
  for (std::int64_t id = stream.last; id >= batch.first_node && !batch.nodes.empty();) {
    const NodeRecord& node = batch.nodes[batch.index_of(id)];
    // Nodes whose subtrees end together were left one after the other, from the inside out.
    if (node.result.last != stream.last) break;
    stream.creditable = id;
    id = node.parent;
  }
}

void NodePages::complete_left(Stream& stream, std::int64_t but) {
  const auto is_done = [&](const Open& open) { return open.is_left && open.node.id != but; };
  for (const Open& open : stream.open) {
    if (!is_done(open)) continue;
    pages_.fill_slot(open.slot, open.node.id, encode_node(record_, open.node, open.excluded));
  }
  std::erase_if(stream.open, is_done);
}

template <class Hash>
void NodePages::add_nodes(Stream& stream, BatchSource& source) {
  for_each_node(
      source,
      [&](const NodeRecord& node, std::string_view excluded) {
        add_node<Hash>(stream, node, excluded);
      },
      [&](const LeafRun& run) { add_run<Hash>(stream, run); });
}

template <class Hash>
void NodePages::add_node(Stream& stream, const NodeRecord& node, std::string_view excluded) {
  constexpr bool kIsDigested = !std::is_same_v<Hash, NoHash>;
  // The node left last is treated as open: its backed-up value may still come.
  if (node.result.last == 0 || node.id == stream.creditable) [[unlikely]] {
    if constexpr (kIsDigested) digests_->add_node(node, excluded);
    return add_open(stream, node, std::string(excluded));
  }
  Hash hash;
  if (excluded.empty() && NodeEncoder<Hash>::fits_common_form(node)) [[likely]] {
    auto& encoder = std::get<NodeEncoder<Hash>>(encoder_);
    pages_.add_short(
        node.id, [&](std::uint8_t * end) __attribute__((always_inline)) {
          return encoder.put_before(end, node, hash);
        });
  } else {
    pages_.add(node.id, encode_node(record_, pages_.place(node.id), node, excluded, hash));
  }
  if constexpr (kIsDigested) digests_->digest_of(format::Digested::kNode).add_row(node.id, hash);
}

template <class Hash>
void NodePages::add_run(Stream& stream, const LeafRun& run) {
  constexpr bool kIsDigested = !std::is_same_v<Hash, NoHash>;
  if (!NodeEncoder<Hash>::fits_common_form(run)) [[unlikely]] {
    for (std::size_t i = 0; i < run.size(); ++i) add_node<Hash>(stream, run.node(i), {});
    return;
  }
  const auto form = std::get<NodeEncoder<Hash>>(encoder_).form(run);
  const std::int64_t first = run.first;
  format::RowDigest digest;
  const std::span<const buffered::PlainLeaf> leaves = run.leaves;
  const auto make = [&](std::uint8_t * end, std::size_t index) __attribute__((always_inline)) {
    const std::int64_t id = first + static_cast<std::int64_t>(index);
    Hash hash;
    std::uint8_t* const record = form.put_before(end, leaves[index], id, hash);
    if constexpr (kIsDigested) digest.add_row(id, hash);
    return record;
  };
  pages_.add_run(first, leaves.size(), make);
  if constexpr (kIsDigested) digests_->digest_of(format::Digested::kNode).add(digest);
}

void NodePages::add_open(Stream& stream, const NodeRecord& node, std::string excluded) {
  Open& open = stream.open.emplace_back();
  open.node = node;
  open.excluded = std::move(excluded);
  open.is_left = node.result.last != 0;
  open.slot = pages_.reserve_slot(node.id, most_bytes(open));
}

std::size_t NodePages::most_bytes(const Open& open) {
  return encode_node(record_, open.node, open.excluded).size() + kLateBytes;
}

// A long list of excluded moves would go into overflow pages, so provisional rows omit it.
void NodePages::show() {
  std::deque<Record> records;
  std::vector<TablePages::ProvisionalRow> provisional;
  for (const auto& [number, stream] : streams_) {
    for (const Open& open : stream.open) {
      if (!TablePages::is_due(open.slot)) continue;
      Record& record = records.emplace_back();
      TablePages::Bytes row = encode_node(record, open.node, open.excluded);
      if (row.size() > pages_.longest_local()) row = encode_node(record, open.node, {});
      provisional.push_back({&open.slot, open.node.id, row});
    }
  }
  pages_.write(provisional);
}

void NodePages::finish() {
  for (auto& [number, stream] : streams_) complete_left(stream, 0);
}

}  // namespace plytrace::writer

// SPDX-License-Identifier: MIT
//
// The rows that a batch holds, table by table, independent of how they reach a file. records.h maps
// their fields to cells. Thread rule: pure functions over a batch; BatchSource::moves caches texts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "core/parameters.h"
#include "schemas/row_digest.h"
#include "tracer/batch.h"

namespace plytrace {

// Writes lists of moves as JSON arrays. Lists of skipped moves repeat, so recent ones are cached.
class MoveLists {
 public:
  void name_move(MoveId id, const std::string& text) {
    if (id >= quoted_moves_.size()) quoted_moves_.resize(id + 1, "\"?\"");
    quoted_moves_[id] = json_quote(text);
    known_.fill({});
  }
  // The text of the first `count` of these moves, valid until the next call. At least kPadding
  // bytes before its end are readable, however short the text is.
  static constexpr std::size_t kPadding = 32;
  [[gnu::always_inline]] format::HashedText text_of(std::span<const MoveId> moves,
                                                    std::size_t count) {
    const Key key = key_of(moves, count);
    const Known& known = known_[(key[0] + 3 * key[1]) * 0x9E3779B97F4A7C15U >> 56U];
    if (known.key != key || key == Key{}) [[unlikely]]
      return find_text(moves.first(count), key);
    return known.hashed();
  }

 private:
  // One byte a move: its id plus 1. All zero (no key) if an id does not fit into a byte.
  using Key = std::array<std::uint64_t, 2>;
  struct Known {
    Key key{};
    std::uint64_t hash = 0;
    std::size_t size = 0;
    std::array<char, 112> text{};  // right-aligned

    format::HashedText hashed() const { return {{text.data() + (text.size() - size), size}, hash}; }
  };

  // The number of moves is hard to predict for the processor. So eight are always loaded at once,
  // whether they belong to the list or not.
  [[gnu::always_inline]] static Key key_of(std::span<const MoveId> moves, std::size_t count) {
    if (count > 8) [[unlikely]]
      return key_of_many(moves.first(count));
    std::array<MoveId, 8> last{};  // a copy of the last list, padded
    if (moves.size() < last.size()) [[unlikely]] {
      std::copy(moves.begin(), moves.end(), last.begin());
      moves = last;
    }
    std::uint64_t key = bytes_of_eight(moves.data());
    key &= count == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * count) - 1;
    return has_large(key) ? Key{} : Key{key, 0};
  }
  static std::uint64_t bytes_of_eight(const MoveId* moves) {
#ifdef __SSE2__
    // Each step saturates.
    const auto* const fours = reinterpret_cast<const __m128i*>(moves);
    const __m128i words = _mm_packs_epi32(_mm_loadu_si128(fours), _mm_loadu_si128(fours + 1));
    const __m128i bytes = _mm_packus_epi16(words, words);
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_adds_epu8(bytes, _mm_set1_epi8(1))));
#else
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < 8; ++i) key |= byte_of(moves[i]) << 8 * i;
    return key;
#endif
  }
  [[gnu::noinline]] static Key key_of_many(std::span<const MoveId> moves) {
    Key key{};
    if (moves.size() > 8 * key.size()) return key;
    for (std::size_t i = 0; i < moves.size(); ++i) key[i / 8] |= byte_of(moves[i]) << 8 * (i % 8);
    return has_large(key[0]) || has_large(key[1]) ? Key{} : key;
  }
  static std::uint64_t byte_of(MoveId move) { return std::min<std::uint64_t>(move, 0xFE) + 1; }
  // Whether a byte is 0xFF, which stands for every id that is too large.
  static bool has_large(std::uint64_t key) {
    return ((~key - 0x0101010101010101) & key & 0x8080808080808080) != 0;
  }

  [[gnu::noinline]] format::HashedText find_text(std::span<const MoveId> moves, const Key& key) {
    const std::string_view text = write(moves);
    const std::uint64_t hash = format::RowHash::hash_of(text);
    Known& known = known_[(key[0] + 3 * key[1]) * 0x9E3779B97F4A7C15U >> 56U];
    if (key == Key{} || text.size() > known.text.size()) return {text, hash};
    known.key = key;
    known.hash = hash;
    known.size = text.size();
    std::copy_backward(text.begin(), text.end(), known.text.end());
    return known.hashed();
  }
  std::string_view write(std::span<const MoveId> moves) {
    scratch_.assign(kPadding, ' ');
    scratch_ += '[';
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (i > 0) scratch_ += ',';
      scratch_ += quoted_moves_[moves[i]];
    }
    scratch_ += ']';
    return std::string_view(scratch_).substr(kPadding);
  }

  std::vector<std::string> quoted_moves_;  // indexed by move id; texts as JSON strings
  std::array<Known, 256> known_;           // by key
  std::string scratch_;
};

// A batch with the moves and texts that its records refer to.
struct BatchSource {
  const Batch* batch = nullptr;
  std::vector<NodeRecord> nodes;  // all nodes in one list, for the store that inserts rows
  MoveLists lists;

  // `count` moves of Batch::skipped, beginning at `first`, as a JSON array; valid until the next
  // call.
  [[gnu::always_inline]] format::HashedText moves(std::size_t first, std::size_t count) {
    return lists.text_of(std::span(batch->skipped).subspan(first), count);
  }
  std::string_view text(std::size_t first, std::size_t size) const {
    return std::string_view(batch->text).substr(first, size);
  }
};

// Calls visit(node, excluded) and visit_run(run) for the nodes of the batch in id order. `excluded`
// is the text of that column ("" = NULL), valid until the next call.
template <class Visit, class VisitRun>
void for_each_node(BatchSource& source, const Visit& visit, const VisitRun& visit_run) {
  const Batch& batch = *source.batch;
  auto run = batch.runs.begin();
  auto moves = batch.excluded.begin();
  // Skip those of nodes of earlier batches.
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

// The same with leaves of runs as single nodes.
template <class Visit>
void for_each_node(BatchSource& source, const Visit& visit) {
  for_each_node(source, visit, [&visit](const LeafRun& run) {
    for (std::size_t i = 0; i < run.size(); ++i) visit(run.node(i), std::string_view());
  });
}

struct NodeRows {
  using Row = NodeRow;
  static std::size_t size(const BatchSource& source) { return source.nodes.size(); }
  static bool is_row(const BatchSource&, std::size_t) { return true; }
  static const NodeRecord& row(const BatchSource& source, std::size_t index) {
    return source.nodes[index];
  }
  template <class Out>
  static void column(Out& out, BatchSource&, const NodeRecord& node, int column) {
    put_node_cell(out, node, column);
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
  struct Event {
    const EventRecord& record;
    std::int64_t id;
  };
  static Event row(const BatchSource& source, std::size_t index) {
    const Batch& batch = *source.batch;
    return {batch.events[index], batch.first_event + static_cast<std::int64_t>(index)};
  }
  template <class Out>
  static void column(Out& out, BatchSource& source, const Event& event, int column) {
    switch (column) {
      case at<Row>("id"):
        return out.integer(event.id);
      case at<Row>("at"):
        return out.id(event.record.at);
      case at<Row>("node"):
        return out.id(event.record.node);
      default:
        return put_event_cell<Row>(out, source, event.record, column);
    }
  }
};

}  // namespace plytrace

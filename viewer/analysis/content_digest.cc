// SPDX-License-Identifier: MIT
#include "viewer/analysis/content_digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "viewer/verify/per_node.h"

namespace plytrace {
namespace {

std::uint64_t hash_text(std::string_view text) { return format::RowHash::hash_of(text); }

// The kinds of columns, by how they depend on the place in the file.
enum class Meaning : std::uint8_t { kPlain, kLeftOut, kNode, kMove };

constexpr Meaning meaning_of(std::string_view table, std::string_view column) {
  constexpr std::array<std::string_view, 7> kNodes{"parent", "best", "last",     "node",
                                                   "child",  "at",   "stored_by"};
  constexpr std::array<std::string_view, 3> kTimes{"started_at", "finished_at", "seconds"};
  const auto is_in = [column](const auto& list) {
    return std::find(list.begin(), list.end(), column) != list.end();
  };
  // The streams of a search, and with them the ids, depend on the file.
  if (column == "search" || column == "stream" || is_in(kTimes)) return Meaning::kLeftOut;
  if (column == "id") return table == "node" ? Meaning::kNode : Meaning::kLeftOut;
  if (column == "pass" && table == "ply_summary") return Meaning::kLeftOut;
  if (column == "move") return Meaning::kMove;
  if (column == "root") return Meaning::kLeftOut;  // the number 0 of its pass
  return is_in(kNodes) ? Meaning::kNode : Meaning::kPlain;
}

// The meaning of each column. Comparing names for each cell would take longer than recording the
// rows.
template <class Row>
constexpr auto kMeanings = [] {
  std::array<Meaning, static_cast<std::size_t>(format::kColumnCount<Row>)> meanings{};
  std::size_t at = 0;
  format::for_each_column<Row>([&](const auto& column) {
    meanings[at++] = meaning_of(format::Table<Row>::kName, column.name);
  });
  return meanings;
}();

}  // namespace

class DigestOfScans::Digester {
 public:
  Digester(const TraceReader& reader, const SearchRow& search) : reader_(reader) {
    const std::vector<PassRow> passes = reader.passes(search.id);
    for (const PassRow& pass : passes) {
      if (pass.root) starts_.push_back({*pass.root, 0, static_cast<std::uint64_t>(pass.ordinal)});
    }
    const auto by_root = [](const Pass& a, const Pass& b) { return a.root < b.root; };
    std::sort(starts_.begin(), starts_.end(), by_root);
    add_row(search, 0);
    for (const PassRow& pass : passes) add_pass(pass);
    std::sort(passes_.begin(), passes_.end(), by_root);
    for (std::size_t i = 1; i < passes_.size(); ++i) {
      has_order_ = has_order_ && passes_[i - 1].last < passes_[i].root;
    }
  }
  const format::RowDigest& digest() const { return digest_; }

  // Reads the nodes and events of all passes.
  void scan_all() {
    for (const Pass& pass : passes_) {
      const auto scan = reader_.scan(pass.root, pass.last);
      // The order of the events of a pass counts, not their ids.
      std::uint64_t events = 0;
      while (scan->next()) {
        scan->visit([&](const auto& row) { add_scanned(row, pass.ordinal, events); });
      }
    }
  }

  // Takes the next row of a scan that reads all passes by id, and perhaps further rows.
  template <class Row>
  void take(const Row& row) {
    const std::int64_t place = place_of(row);
    has_taken_ = true;
    // Each pass scanned by itself would meet a row out of order elsewhere, or not at all.
    has_order_ = has_order_ && place >= last_place_;
    last_place_ = place;
    for (; at_ < passes_.size() && place > passes_[at_].last; ++at_) events_ = 0;
    if (at_ == passes_.size() || place < passes_[at_].root) return;
    if constexpr (std::is_same_v<Row, NodeRow>) roots_ += row.id == passes_[at_].root;
    add_scanned(row, passes_[at_].ordinal, events_);
  }
  // Whether each row of each pass was taken once.
  bool has_taken_all() const { return has_order_ && roots_ == passes_.size(); }
  bool has_taken_any() const { return has_taken_; }

 private:
  struct Pass {
    std::int64_t root = 0, last = 0;
    std::uint64_t ordinal = 0;
  };
  struct KeyOfNode {
    std::int64_t node, key;
  };

  void add_pass(const PassRow& pass) {
    const auto number = static_cast<std::uint64_t>(pass.ordinal);
    add_row(pass, hash_combine(1, number));
    for (const PlySummaryRow& ply : reader_.ply_summary(pass.id)) {
      add_row(ply, hash_combine(2, number));
    }
    const auto root = pass.root ? reader_.node(*pass.root) : std::nullopt;
    if (root) passes_.push_back({root->id, reader_.last_of(*root), number});
  }

  static std::int64_t place_of(const NodeRow& row) { return row.id; }
  template <class Event>
  static std::int64_t place_of(const Event& row) {
    return row.at;
  }

  template <class Row>
  void add_scanned(const Row& row, std::uint64_t pass, std::uint64_t& events) {
    if (pass != scanned_pass_) {
      scanned_pass_ = pass;
      pass_place_ = hash_combine(3, pass);
    }
    if constexpr (std::is_same_v<Row, NodeRow>) {
      keep_key(row);
      add_row(row, pass_place_ + static_cast<std::uint64_t>(place_in_pass(row.id)));
    } else {
      add_event(row, pass_place_ + ++events);
    }
  }

  // Keeps the keys of the open path.
  void keep_key(const NodeRow& row) {
    const std::int64_t parent = row.parent.value_or(std::numeric_limits<std::int64_t>::min());
    while (!keys_.empty() && keys_.back().node > parent) keys_.pop_back();
    if (row.key) keys_.push_back({row.id, *row.key});
  }
  // A key that a row omits, because it is the node's key, counts as if the row had it.
  template <class Event>
  void add_event(const Event& row, std::uint64_t place) {
    if constexpr (requires { row.key; }) {
      const auto is_before = [](const KeyOfNode& key, std::int64_t id) { return key.node < id; };
      const auto at = std::lower_bound(keys_.begin(), keys_.end(), row.node, is_before);
      if (!row.key && at != keys_.end() && at->node == row.node) {
        Event whole = row;
        whole.key = at->key;
        return add_row(whole, place);
      }
    }
    add_row(row, place);
  }

  // Rows of one table need different places.
  template <class Row>
  PLYTRACE_PER_NODE void add_row(const Row& row, std::uint64_t place) {
    format::HashOf<Row> hash;
    int at = 0;
    format::for_each_column<Row>([&](const auto& column) {
      const Meaning meaning = kMeanings<Row>[static_cast<std::size_t>(at)];
      if (meaning != Meaning::kLeftOut) add_cell(hash, at, row.*(column.member), meaning);
      ++at;
    });
    digest_.add_row(static_cast<std::int64_t>(kTable<Row> + place), hash);
  }
  template <class Row>
  static inline const std::uint64_t kTable = hash_text(format::Table<Row>::kName);

  template <class Hash, class Value>
  void add_cell(Hash& hash, int at, const Value& value, Meaning meaning) {
    if constexpr (std::is_same_v<Value, std::string>) {
      hash.text(at, value);
    } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
      std::uint64_t texts = value.size();
      for (const std::string& text : value) texts = hash_combine(texts, hash_text(text));
      hash.hashed_text(at, {"", texts});
    } else if constexpr (std::is_floating_point_v<Value>) {
      hash.real(at, value);
    } else if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, bool>) {
      hash.integer(at, static_cast<std::int64_t>(value));
    } else if constexpr (std::is_same_v<Value, std::int64_t>) {
      if (meaning == Meaning::kMove) {
        hash.hashed_text(at, {"", move_hash(value)});
      } else {
        hash.integer(at, meaning == Meaning::kNode ? place_in_pass(value) : value);
      }
    } else if (value) {  // std::optional, which adds nothing if it is NULL
      add_cell(hash, at, *value, meaning);
    }
  }

  // The hash of the move's text. Ids of moves are small numbers, except in damaged traces.
  std::uint64_t move_hash(std::int64_t move) {
    constexpr std::size_t kMostKept = std::size_t{1} << 16U;
    const auto at = static_cast<std::size_t>(move);
    if (at < moves_.size() && moves_[at] != 0) return moves_[at];
    const std::uint64_t hash = hash_text(reader_.move_text(move));
    if (at < kMostKept) {
      moves_.resize(std::max(moves_.size(), at + 1));
      moves_[at] = hash;
    }
    return hash;
  }

  // The number of a node in its pass, with the ordinal of the pass in the upper bits. A node of
  // another search, which a damaged trace may name, keeps its id.
  std::int64_t place_in_pass(std::int64_t node) {
    if (node < start_.root || node >= start_.last) find_start(node);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(node) + shift_);
  }
  // Nearly all nodes that the rows of a pass name are of that pass.
  [[gnu::noinline]] void find_start(std::int64_t node) {
    constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    const auto after =
        std::upper_bound(starts_.begin(), starts_.end(), node,
                         [](std::int64_t id, const Pass& start) { return id < start.root; });
    start_ = after == starts_.begin() ? Pass{kLeast, 0, 0} : *(after - 1);
    start_.last = after == starts_.end() ? kMost : after->root;
    const bool is_foreign = start_.ordinal == 0;
    shift_ = is_foreign ? 0 : (start_.ordinal << 40U) - static_cast<std::uint64_t>(start_.root);
  }

  const TraceReader& reader_;
  std::vector<Pass> passes_;  // whose root has a row, by root
  std::vector<Pass> starts_;  // of all passes with a root, by root; `last` is not set
  Pass start_;                // the one before the last node named; `last` is the next root
  std::uint64_t shift_ = 0;   // from an id in it to its place
  bool has_order_ = true;     // no pass begins within another one, and rows come in order
  bool has_taken_ = false;
  std::int64_t last_place_ = std::numeric_limits<std::int64_t>::min();
  std::size_t at_ = 0;                               // the pass that take() is in
  std::size_t roots_ = 0;                            // those that it has met
  std::uint64_t events_ = 0;                         // of the pass that take() is in
  std::vector<KeyOfNode> keys_;                      // of the open path, where nodes have keys
  std::uint64_t scanned_pass_ = 0, pass_place_ = 0;  // the pass of the last row, and its hash
  std::vector<std::uint64_t> moves_;                 // by id; 0 = not yet hashed
  format::RowDigest digest_;
};

namespace {

// Hands each row to `take` before it returns it.
template <class Take>
class WatchedScan final : public TraceScan {
 public:
  WatchedScan(std::unique_ptr<TraceScan> scan, Take take)
      : scan_(std::move(scan)), take_(std::move(take)) {}
  bool next() override {
    if (!scan_->next()) {
      stand_at_end();
      return false;
    }
    scan_->visit([this](const auto& row) {
      take_(row);
      stand_on(row);
    });
    return true;
  }

 private:
  std::unique_ptr<TraceScan> scan_;
  Take take_;
};

}  // namespace

DigestOfScans::DigestOfScans(const TraceReader& reader, const SearchRow& search)
    : reader_(reader), search_(search), digester_(std::make_unique<Digester>(reader, search)) {}
DigestOfScans::~DigestOfScans() = default;

std::unique_ptr<TraceScan> DigestOfScans::watch(std::unique_ptr<TraceScan> scan) {
  const auto take = [digester = digester_.get()](const auto& row) { digester->take(row); };
  return std::make_unique<WatchedScan<decltype(take)>>(std::move(scan), take);
}

Result<ContentDigest> DigestOfScans::digest() {
  if (!digester_->has_taken_all()) {
    if (digester_->has_taken_any()) digester_ = std::make_unique<Digester>(reader_, search_);
    digester_->scan_all();
  }
  if (Status status = reader_.status(); !status) return status;
  ContentDigest digest;
  const format::RowDigest rows = digester_->digest();
  digest.rows_ = static_cast<std::uint64_t>(rows.rows());
  digest.sum_ = hash_combine(static_cast<std::uint64_t>(rows.sum()), digest.rows_);
  return digest;
}

Result<ContentDigest> ContentDigest::of(const TraceReader& reader, const SearchRow& search) {
  const TraceReader::Snapshot snapshot(reader);
  return DigestOfScans(reader, search).digest();
}

std::string ContentDigest::text() const {
  return fmt::format("c2-{:016x}", hash_combine(sum_, rows_));
}

std::string digest_of_searches(std::vector<std::string> digests) {
  std::sort(digests.begin(), digests.end());
  std::uint64_t hash = 0;
  for (const std::string& digest : digests) hash = hash_combine(hash, hash_text(digest));
  return fmt::format("s1-{:016x}", hash);
}

}  // namespace plytrace

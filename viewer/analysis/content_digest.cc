// SPDX-License-Identifier: MIT
#include "viewer/analysis/content_digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <unordered_map>
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
  std::uint64_t sum() const { return sum_; }
  std::uint64_t rows() const { return rows_; }

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
    if constexpr (std::is_same_v<Row, NodeRow>) {
      if (pass != node_pass_) {
        node_pass_ = pass;
        node_place_ = hash_combine(kTable<Row>, hash_combine(3, hash_combine(pass, 0)));
      }
      add_cells(row, node_place_);
    } else {
      add_row(row, hash_combine(3, hash_combine(pass, ++events)));
    }
  }

  template <class Row>
  void add_row(const Row& row, std::uint64_t place) {
    add_cells(row, hash_combine(kTable<Row>, place));
  }
  template <class Row>
  PLYTRACE_PER_NODE void add_cells(const Row& row, std::uint64_t hash) {
    std::size_t at = 0;
    format::for_each_column<Row>([&](const auto& column) {
      const Meaning meaning = kMeanings<Row>[at++];
      if (meaning == Meaning::kLeftOut) return;
      if (const auto cell = cell_hash(row.*(column.member), meaning)) {
        hash += splitmix64(*cell + at * 0x9E3779B97F4A7C15);
      }
    });
    sum_ += splitmix64(hash);
    ++rows_;
  }
  template <class Row>
  static inline const std::uint64_t kTable = hash_text(format::Table<Row>::kName);

  // nullopt for NULL.
  template <class Value>
  std::optional<std::uint64_t> cell_hash(const Value& value, Meaning meaning) {
    if constexpr (std::is_same_v<Value, std::string>) {
      return hash_text(value);
    } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
      std::uint64_t hash = value.size();
      for (const std::string& text : value) hash = hash_combine(hash, hash_text(text));
      return hash;
    } else if constexpr (std::is_floating_point_v<Value>) {
      return splitmix64(std::bit_cast<std::uint64_t>(value + 0.0));  // -0 is 0
    } else if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, bool>) {
      return static_cast<std::uint64_t>(value);
    } else if constexpr (std::is_same_v<Value, std::int64_t>) {
      if (meaning == Meaning::kMove) return move_hash(value);
      return meaning == Meaning::kNode ? node_hash(value) : static_cast<std::uint64_t>(value);
    } else {  // std::optional
      return value ? cell_hash(*value, meaning) : std::nullopt;
    }
  }

  std::uint64_t move_hash(std::int64_t move) {
    const auto [known, is_new] = moves_.try_emplace(move, 0);
    if (is_new) known->second = hash_text(reader_.move_text(move));
    return known->second;
  }

  // A node by its pass and its number there. A node of another search, which a damaged trace may
  // name, keeps its id.
  std::uint64_t node_hash(std::int64_t node) {
    if (node < start_.root || node >= start_.last) find_start(node);
    if (start_.ordinal == 0) return static_cast<std::uint64_t>(node);
    return hash_combine(start_.ordinal, static_cast<std::uint64_t>(node - start_.root));
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
  }

  const TraceReader& reader_;
  std::vector<Pass> passes_;  // whose root has a row, by root
  std::vector<Pass> starts_;  // of all passes with a root, by root; `last` is not set
  Pass start_;                // the one before the last node named; `last` is the next root
  bool has_order_ = true;     // no pass begins within another one, and rows come in order
  bool has_taken_ = false;
  std::int64_t last_place_ = std::numeric_limits<std::int64_t>::min();
  std::size_t at_ = 0;                            // the pass that take() is in
  std::size_t roots_ = 0;                         // those that it has met
  std::uint64_t events_ = 0;                      // of the pass that take() is in
  std::uint64_t node_pass_ = 0, node_place_ = 0;  // the last pass of a node, and its hash
  std::unordered_map<std::int64_t, std::uint64_t> moves_;
  std::uint64_t sum_ = 0, rows_ = 0;
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
  digest.sum_ = hash_combine(digester_->sum(), digester_->rows());
  digest.rows_ = digester_->rows();
  return digest;
}

Result<ContentDigest> ContentDigest::of(const TraceReader& reader, const SearchRow& search) {
  const TraceReader::Snapshot snapshot(reader);
  return DigestOfScans(reader, search).digest();
}

std::string ContentDigest::text() const {
  return fmt::format("c1-{:016x}", hash_combine(sum_, rows_));
}

std::string digest_of_searches(std::vector<std::string> digests) {
  std::sort(digests.begin(), digests.end());
  std::uint64_t hash = 0;
  for (const std::string& digest : digests) hash = hash_combine(hash, hash_text(digest));
  return fmt::format("s1-{:016x}", hash);
}

}  // namespace plytrace

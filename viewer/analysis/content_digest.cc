// SPDX-License-Identifier: MIT
#include "viewer/analysis/content_digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include "core/hash.h"
#include "viewer/verify/per_node.h"

namespace plytrace {
namespace {

std::uint64_t hash_text(std::string_view text) { return format::RowHash::hash_of(text); }

// The kinds of columns, by how they depend on the place in the file.
enum class Meaning : std::uint8_t { kPlain, kLeftOut, kNode, kMove };

constexpr Meaning meaning_of(std::string_view table, std::string_view column) {
  constexpr std::array<std::string_view, 5> kNodes{"parent", "best", "node", "child", "at"};
  constexpr std::array<std::string_view, 3> kTimes{"started_at", "finished_at", "seconds"};
  const auto is_in = [column](const auto& list) {
    return std::find(list.begin(), list.end(), column) != list.end();
  };
  // The streams of a search, and with them the ids, depend on the file.
  if (column == "search" || column == "stream" || is_in(kTimes)) return Meaning::kLeftOut;
  if (column == "id") return table == "node" ? Meaning::kNode : Meaning::kLeftOut;
  if (column == "pass" && table == "ply_summary") return Meaning::kLeftOut;
  if (column == "move") return Meaning::kMove;
  const bool is_last = column == "last" && table == "node";
  if (column == "root" || (column == "last" && table == "pass")) return Meaning::kLeftOut;
  return is_in(kNodes) || is_last || column == "stored_by" ? Meaning::kNode : Meaning::kPlain;
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

class Digester {
 public:
  Digester(const TraceReader& reader, const SearchRow& search) : reader_(reader) {
    const std::vector<PassRow> passes = reader.passes(search.id);
    passes_ = passes;
    std::erase_if(passes_, [](const PassRow& pass) { return !pass.root; });
    std::sort(passes_.begin(), passes_.end(),
              [](const PassRow& a, const PassRow& b) { return *a.root < *b.root; });
    add_row(search, 0);
    for (const PassRow& pass : passes) add_pass(pass);
  }
  std::uint64_t sum() const { return sum_; }
  std::uint64_t rows() const { return rows_; }

 private:
  void add_pass(const PassRow& pass) {
    const auto number = static_cast<std::uint64_t>(pass.ordinal);
    add_row(pass, hash_combine(1, number));
    for (const PlySummaryRow& ply : reader_.ply_summary(pass.id)) {
      add_row(ply, hash_combine(2, number));
    }
    const auto root = pass.root ? reader_.node(*pass.root) : std::nullopt;
    if (!root) return;
    const auto scan = reader_.scan(root->id, reader_.last_of(*root));
    // The order of the events of a pass counts, not their ids.
    for (std::uint64_t events = 0; scan->next();) {
      scan->visit([&]<class Row>(const Row& row) {
        const bool is_node = std::is_same_v<Row, NodeRow>;
        add_row(row, hash_combine(3, hash_combine(number, is_node ? 0 : ++events)));
      });
    }
  }

  template <class Row>
  PLYTRACE_PER_NODE void add_row(const Row& row, std::uint64_t place) {
    std::uint64_t hash = hash_combine(kTable<Row>, place);
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
  std::uint64_t node_hash(std::int64_t node) const {
    const auto after =
        std::upper_bound(passes_.begin(), passes_.end(), node,
                         [](std::int64_t id, const PassRow& pass) { return id < *pass.root; });
    if (after == passes_.begin()) return static_cast<std::uint64_t>(node);
    const PassRow& pass = *(after - 1);
    return hash_combine(static_cast<std::uint64_t>(pass.ordinal),
                        static_cast<std::uint64_t>(node - *pass.root));
  }

  const TraceReader& reader_;
  std::vector<PassRow> passes_;  // by root
  std::unordered_map<std::int64_t, std::uint64_t> moves_;
  std::uint64_t sum_ = 0, rows_ = 0;
};

}  // namespace

Result<ContentDigest> ContentDigest::of(const TraceReader& reader, const SearchRow& search) {
  const TraceReader::Snapshot snapshot(reader);
  const Digester digester(reader, search);
  if (Status status = reader.status(); !status) return status;
  ContentDigest digest;
  digest.sum_ = hash_combine(digester.sum(), digester.rows());
  digest.rows_ = digester.rows();
  return digest;
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

// SPDX-License-Identifier: MIT
//
// The rows of a trace as structs. For each table a list maps the columns of the file to the members
// that hold them, in the one order in which rows are written and read. Code that selects, reads,
// writes, digests or shows rows takes the columns from these lists. A table of a file may have
// further columns. schemas/trace.sql defines the columns; NULL is nullopt.
// Thread rule: plain values.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "schemas/trace_format.h"

namespace plytrace {

using Score = double;

struct SearchRow {
  std::int64_t id = 0;
  std::string game, game_options, position, algorithm, options, evaluator, perspective;
  std::optional<std::int64_t> max_player, depth;
  std::vector<std::string> captured;
  std::string fail, windows;  // "" = not declared
  bool uniform = false;
  std::optional<Score> score_min, score_max;
  format::SearchStatus status = format::SearchStatus::kRunning;
  std::optional<Score> value, lower, upper;
  std::optional<std::int64_t> completed_depth;
  std::optional<std::string> best_move;
  std::vector<std::string> pv;
  std::optional<std::int64_t> nodes, leaf_evaluations;
  std::optional<double> started_at, finished_at, seconds;
  std::string engine, engine_version;

  bool captures(std::string_view kind) const {
    return std::find(captured.begin(), captured.end(), kind) != captured.end();
  }
};

// `ordinal` is the pass's number in its search, from 1, by which users name it. Readers compute it
// and ignore the column.
struct PassRow {
  std::int64_t id = 0, search = 0, ordinal = 0, stream = 0;
  format::PassPurpose purpose = format::PassPurpose::kFixed;
  std::optional<std::int64_t> depth;
  std::optional<Score> alpha, beta;
  std::optional<std::int64_t> root, last;
  std::optional<Score> value;
  std::optional<std::string> best_move;
  format::SearchStatus status = format::SearchStatus::kRunning;
  std::optional<std::int64_t> nodes;
  std::optional<double> seconds;
  std::optional<std::string> pv;  // the line that the engine reported, as JSON
};

struct NodeRow {
  std::int64_t id = 0;
  std::optional<std::int64_t> parent, last;
  std::int64_t ply = 0;
  std::optional<std::int64_t> move;  // id in the dictionary of move texts
  std::optional<format::Side> side;
  std::optional<std::int64_t> depth;
  std::optional<Score> alpha, beta, value, score, credited;
  format::NodeKind kind = format::NodeKind::kUnknown;
  std::optional<format::Bound> bound;
  format::Phase phase = format::Phase::kMain;
  format::Role role = format::Role::kMove;
  std::optional<std::int64_t> best, legal;
  std::int64_t unrecorded = 0;
  std::optional<std::int64_t> key;
  // Moves that the node excludes on purpose, as JSON. Its value proves only one side of the
  // position.
  std::optional<std::string> excluded;

  bool operator==(const NodeRow&) const = default;
  bool is_open() const { return !last.has_value(); }
  // Whether the node's value counts for its parent: false for a null move and a probe.
  bool counts() const { return format::counts(role, kind); }
};

struct BoundUpdateRow {
  std::int64_t id = 0, at = 0, node = 0;
  format::Cause cause = format::Cause::kChild;
  std::optional<std::int64_t> child;
  std::optional<Score> alpha, beta;
};

struct CutoffRow {
  std::int64_t id = 0, at = 0, node = 0;
  format::CutoffKind kind = format::CutoffKind::kBeta;
  format::Cause cause = format::Cause::kChild;
  std::optional<std::int64_t> child;
  std::optional<Score> value, alpha, beta;
  std::optional<std::int64_t> skipped;
  std::optional<std::string> skipped_moves;  // JSON; array of texts
  std::optional<std::string> reason;
};

struct TableStoreRow {
  std::int64_t id = 0, at = 0, node = 0;
  std::optional<std::int64_t> key;  // the table key; nullopt = the node's key
  std::optional<std::int64_t> depth;
  std::optional<format::Bound> bound;
  std::optional<Score> value, raw;
  std::optional<std::int64_t> move;
};

struct TableProbeRow {
  std::int64_t id = 0, at = 0, node = 0;
  std::optional<std::int64_t> key;        // the key looked up; nullopt = the node's key
  std::optional<std::int64_t> entry_key;  // the key under which the entry was stored, if known
  std::optional<std::int64_t> depth, stored_by, stored_depth;
  std::optional<format::Bound> bound;
  std::optional<Score> value, raw;
  std::optional<std::int64_t> move;
  format::TableUse used = format::TableUse::kNo;
};

struct NoteRow {
  std::int64_t id = 0, at = 0, node = 0;
  std::string name, value;
};

struct PlySummaryRow {
  std::int64_t pass = 0, ply = 0;
  std::int64_t nodes = 0, interior = 0, horizon = 0, terminal = 0, table = 0, known = 0, draw = 0,
               unknown = 0, illegal = 0;
  std::int64_t alpha_cutoffs = 0, beta_cutoffs = 0, cut_by_move = 0, cut_by_first = 0,
               cutoffs_skipping = 0, skipped = 0, bound_updates = 0, re_searches = 0,
               unrecorded = 0;
};

// The member of ply_summary that counts the nodes of each kind, in the order of NodeKind.
inline constexpr std::array kCountOfKind{&PlySummaryRow::interior, &PlySummaryRow::horizon,
                                         &PlySummaryRow::terminal, &PlySummaryRow::table,
                                         &PlySummaryRow::known,    &PlySummaryRow::draw,
                                         &PlySummaryRow::unknown,  &PlySummaryRow::illegal};

}  // namespace plytrace

namespace plytrace::format {

template <class Row, class Value>
struct Column {
  const char* name;
  Value Row::*member;
  bool is_nullable_text = false;  // a text in which "" stands for NULL
};
template <class Row, class Value>
constexpr Column<Row, Value> column(const char* name, Value Row::*member) {
  return {name, member};
}
template <class Row>
constexpr Column<Row, std::string> nullable(const char* name, std::string Row::*member) {
  return {name, member, true};
}

// The name and the columns of a table; for events also their name in event lines.
template <class Row>
struct Table;

template <>
struct Table<SearchRow> {
  using Row = SearchRow;
  static constexpr const char* kName = "search";
  static constexpr auto kColumns = std::make_tuple(
      column("id", &Row::id), column("game", &Row::game),
      column("game_options", &Row::game_options), column("position", &Row::position),
      column("algorithm", &Row::algorithm), column("options", &Row::options),
      column("evaluator", &Row::evaluator), column("perspective", &Row::perspective),
      column("max_player", &Row::max_player), column("depth", &Row::depth),
      column("captured", &Row::captured), nullable("fail", &Row::fail),
      nullable("windows", &Row::windows), column("uniform", &Row::uniform),
      column("score_min", &Row::score_min), column("score_max", &Row::score_max),
      column("status", &Row::status), column("value", &Row::value), column("lower", &Row::lower),
      column("upper", &Row::upper), column("completed_depth", &Row::completed_depth),
      column("best_move", &Row::best_move), column("pv", &Row::pv), column("nodes", &Row::nodes),
      column("leaf_evaluations", &Row::leaf_evaluations), column("started_at", &Row::started_at),
      column("finished_at", &Row::finished_at), column("seconds", &Row::seconds),
      column("engine", &Row::engine), column("engine_version", &Row::engine_version));
};

template <>
struct Table<PassRow> {
  using Row = PassRow;
  static constexpr const char* kName = "pass";
  static constexpr auto kColumns = std::make_tuple(
      column("id", &Row::id), column("search", &Row::search), column("ordinal", &Row::ordinal),
      column("stream", &Row::stream), column("purpose", &Row::purpose),
      column("depth", &Row::depth), column("alpha", &Row::alpha), column("beta", &Row::beta),
      column("root", &Row::root), column("last", &Row::last), column("value", &Row::value),
      column("best_move", &Row::best_move), column("status", &Row::status),
      column("nodes", &Row::nodes), column("seconds", &Row::seconds), column("pv", &Row::pv));
};

template <>
struct Table<NodeRow> {
  using Row = NodeRow;
  static constexpr const char* kName = "node";
  static constexpr auto kColumns = std::make_tuple(
      column("id", &Row::id), column("parent", &Row::parent), column("last", &Row::last),
      column("ply", &Row::ply), column("move", &Row::move), column("side", &Row::side),
      column("depth", &Row::depth), column("alpha", &Row::alpha), column("beta", &Row::beta),
      column("kind", &Row::kind), column("value", &Row::value), column("key", &Row::key),
      column("bound", &Row::bound), column("best", &Row::best), column("legal", &Row::legal),
      column("phase", &Row::phase), column("score", &Row::score), column("role", &Row::role),
      column("credited", &Row::credited), column("unrecorded", &Row::unrecorded),
      column("excluded", &Row::excluded));
};

template <>
struct Table<BoundUpdateRow> {
  using Row = BoundUpdateRow;
  static constexpr const char* kName = "bound_update";
  static constexpr const char* kEvent = "bound";
  static constexpr auto kColumns =
      std::make_tuple(column("id", &Row::id), column("at", &Row::at), column("node", &Row::node),
                      column("cause", &Row::cause), column("child", &Row::child),
                      column("alpha", &Row::alpha), column("beta", &Row::beta));
};

template <>
struct Table<CutoffRow> {
  using Row = CutoffRow;
  static constexpr const char* kName = "cutoff";
  static constexpr const char* kEvent = "cutoff";
  static constexpr auto kColumns = std::make_tuple(
      column("id", &Row::id), column("at", &Row::at), column("node", &Row::node),
      column("kind", &Row::kind), column("cause", &Row::cause), column("child", &Row::child),
      column("value", &Row::value), column("alpha", &Row::alpha), column("beta", &Row::beta),
      column("skipped", &Row::skipped), column("skipped_moves", &Row::skipped_moves),
      column("reason", &Row::reason));
};

template <>
struct Table<TableStoreRow> {
  using Row = TableStoreRow;
  static constexpr const char* kName = "table_store";
  static constexpr const char* kEvent = "store";
  static constexpr auto kColumns = std::make_tuple(
      column("id", &Row::id), column("at", &Row::at), column("node", &Row::node),
      column("value", &Row::value), column("bound", &Row::bound), column("depth", &Row::depth),
      column("move", &Row::move), column("key", &Row::key), column("raw", &Row::raw));
};

template <>
struct Table<TableProbeRow> {
  using Row = TableProbeRow;
  static constexpr const char* kName = "table_probe";
  static constexpr const char* kEvent = "probe";
  static constexpr auto kColumns = std::make_tuple(
      column("id", &Row::id), column("at", &Row::at), column("node", &Row::node),
      column("value", &Row::value), column("bound", &Row::bound), column("depth", &Row::depth),
      column("stored_depth", &Row::stored_depth), column("used", &Row::used),
      column("move", &Row::move), column("stored_by", &Row::stored_by), column("key", &Row::key),
      column("entry_key", &Row::entry_key), column("raw", &Row::raw));
};

template <>
struct Table<NoteRow> {
  using Row = NoteRow;
  static constexpr const char* kName = "note";
  static constexpr const char* kEvent = "note";
  static constexpr auto kColumns =
      std::make_tuple(column("id", &Row::id), column("at", &Row::at), column("node", &Row::node),
                      column("name", &Row::name), column("value", &Row::value));
};

template <>
struct Table<PlySummaryRow> {
  using Row = PlySummaryRow;
  static constexpr const char* kName = "ply_summary";
  static constexpr auto kColumns = std::make_tuple(
      column("pass", &Row::pass), column("ply", &Row::ply), column("nodes", &Row::nodes),
      column("interior", &Row::interior), column("horizon", &Row::horizon),
      column("terminal", &Row::terminal), column("table", &Row::table),
      column("known", &Row::known), column("draw", &Row::draw), column("unknown", &Row::unknown),
      column("illegal", &Row::illegal), column("alpha_cutoffs", &Row::alpha_cutoffs),
      column("beta_cutoffs", &Row::beta_cutoffs), column("cut_by_move", &Row::cut_by_move),
      column("cut_by_first", &Row::cut_by_first),
      column("cutoffs_skipping", &Row::cutoffs_skipping), column("skipped", &Row::skipped),
      column("bound_updates", &Row::bound_updates), column("re_searches", &Row::re_searches),
      column("unrecorded", &Row::unrecorded));
};

template <class Row>
inline constexpr int kColumnCount =
    static_cast<int>(std::tuple_size_v<decltype(Table<Row>::kColumns)>);

// The tables of events. All code that handles every kind of event goes through this list.
using EventRows = std::tuple<BoundUpdateRow, CutoffRow, TableStoreRow, TableProbeRow, NoteRow>;
inline constexpr std::size_t kEventTables = std::tuple_size_v<EventRows>;
// A row of any of them.
using AnyEvent = decltype([]<class... Rows>(std::type_identity<std::tuple<Rows...>>) {
  return std::variant<Rows...>{};
}(std::type_identity<EventRows>{}));

// std::tuple<Of<BoundUpdateRow>, Of<CutoffRow>, ...>
template <template <class> class Of, class Rows = EventRows>
struct OfEachEvent;
template <template <class> class Of, class... Rows>
struct OfEachEvent<Of, std::tuple<Rows...>> {
  using Tuple = std::tuple<Of<Rows>...>;
};

// Calls visit.operator()<Row>() for each table of events.
template <class Visit>
constexpr void for_each_event_table(const Visit& visit) {
  [&]<std::size_t... kAt>(std::index_sequence<kAt...>) {
    (visit.template operator()<std::tuple_element_t<kAt, EventRows>>(), ...);
  }
  (std::make_index_sequence<kEventTables>{});
}
// The same for the table at `index` of the list. Compiles to one jump, since it runs for each row.
template <class Visit>
constexpr void with_event_table(std::size_t index, const Visit& visit) {
  static_assert(kEventTables <= 8, "add a case");
  const auto at = [&]<std::size_t kAt>(std::integral_constant<std::size_t, kAt>) {
    if constexpr (kAt < kEventTables) {
      visit.template operator()<std::tuple_element_t<kAt, EventRows>>();
    }
  };
  switch (index) {
    case 0:
      return at(std::integral_constant<std::size_t, 0>());
    case 1:
      return at(std::integral_constant<std::size_t, 1>());
    case 2:
      return at(std::integral_constant<std::size_t, 2>());
    case 3:
      return at(std::integral_constant<std::size_t, 3>());
    case 4:
      return at(std::integral_constant<std::size_t, 4>());
    case 5:
      return at(std::integral_constant<std::size_t, 5>());
    case 6:
      return at(std::integral_constant<std::size_t, 6>());
    case 7:
      return at(std::integral_constant<std::size_t, 7>());
  }
}
// A pointer to a row of any of these tables.
class EventRef {
 public:
  template <class Row>
  EventRef(const Row& row) : row_(&row) {}
  template <class Visit>
  decltype(auto) visit(const Visit& visit) const {
    return std::visit([&](const auto* row) -> decltype(auto) { return visit(*row); }, row_);
  }

 private:
  template <class Row>
  using Pointer = const Row*;
  template <class... Rows>
  static std::variant<Rows...> any_of(std::type_identity<std::tuple<Rows...>>);
  decltype(any_of(std::type_identity<OfEachEvent<Pointer>::Tuple>{})) row_;
};

// The index of a table in the list; kEventTables for any other row.
template <class Row>
consteval std::size_t event_index() {
  return []<std::size_t... kAt>(std::index_sequence<kAt...>) {
    std::size_t found = kEventTables;
    ((found = std::is_same_v<Row, std::tuple_element_t<kAt, EventRows>> ? kAt : found), ...);
    return found;
  }
  (std::make_index_sequence<kEventTables>{});
}

// Calls visit(column) for each column of the table from left to right.
template <class Row, class Visit>
constexpr void for_each_column(const Visit& visit) {
  std::apply([&](const auto&... columns) { (visit(columns), ...); }, Table<Row>::kColumns);
}

// The index of a column, from 0; -1 for an unknown name.
template <class Row>
constexpr int find_column(std::string_view name) {
  int at = 0;
  int found = -1;
  for_each_column<Row>([&](const auto& column) {
    if (name == column.name) found = at;
    ++at;
  });
  return found;
}
// The same, but an unknown name does not compile.
template <class Row>
consteval int column_of(std::string_view name) {
  const int found = find_column<Row>(name);
  if (found < 0) throw "no such column";  // cannot be evaluated at compile time
  return found;
}

// A set of columns, by name, as bits.
template <class Row, class... Names>
consteval std::uint32_t columns_of(const Names*... names) {
  return ((std::uint32_t{1} << static_cast<unsigned>(column_of<Row>(names))) | ... | 0U);
}
// The columns with DEFAULT 0 in tables whose rows may omit trailing columns that hold their
// default. All other defaults are NULL.
template <class Row>
inline constexpr std::uint32_t kZeroByDefault = 0;
template <>
inline constexpr std::uint32_t kZeroByDefault<NodeRow> = columns_of<NodeRow>("ply", "phase", "role",
                                                                             "unrecorded");
template <>
inline constexpr std::uint32_t kZeroByDefault<BoundUpdateRow> = columns_of<BoundUpdateRow>("cause");
template <>
inline constexpr std::uint32_t kZeroByDefault<CutoffRow> = columns_of<CutoffRow>("cause");
template <>
inline constexpr std::uint32_t kZeroByDefault<TableProbeRow> = columns_of<TableProbeRow>("used");
// Plies, depths and counts. Readers clamp them, so that arithmetic cannot overflow.
template <class Row>
inline constexpr std::uint32_t kCounts = 0;
template <>
inline constexpr std::uint32_t kCounts<SearchRow> =
    columns_of<SearchRow>("max_player", "depth", "completed_depth", "nodes", "leaf_evaluations");
template <>
inline constexpr std::uint32_t kCounts<PassRow> = columns_of<PassRow>("depth", "nodes");
template <>
inline constexpr std::uint32_t kCounts<NodeRow> = columns_of<NodeRow>("ply", "depth", "legal",
                                                                      "unrecorded");
template <>
inline constexpr std::uint32_t kCounts<CutoffRow> = columns_of<CutoffRow>("skipped");
template <>
inline constexpr std::uint32_t kCounts<TableStoreRow> = columns_of<TableStoreRow>("depth");
template <>
inline constexpr std::uint32_t kCounts<TableProbeRow> = columns_of<TableProbeRow>("depth",
                                                                                  "stored_depth");
// The result columns of `node`, known when it is left. `credited` is reported even later.
inline constexpr std::uint32_t kResultColumns =
    columns_of<NodeRow>("last", "value", "score", "kind", "bound", "best", "legal", "unrecorded");
inline constexpr std::uint32_t kCreditedColumn = columns_of<NodeRow>("credited");

// The columns as SQL lists them: "id, parent, last, ...".
template <class Row>
const char* column_names() {
  static const std::string kNames = [] {
    std::string names;
    for_each_column<Row>([&](const auto& column) {
      const std::string name = column.name;
      names += (names.empty() ? "" : ", ") + (name == "table" ? "\"table\"" : name);
    });
    return names;
  }();
  return kNames.c_str();
}

}  // namespace plytrace::format

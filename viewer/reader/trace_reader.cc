// SPDX-License-Identifier: MIT
#include "viewer/reader/trace_reader.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <utility>

#include "schemas/file_facts.h"
#include "schemas/journals.h"
#include "viewer/reader/reader_state.h"

namespace plytrace {

using namespace reader;

// Adds the column pv to a query for passes if the file, one of plytrace 0.2.0, lacks it.
std::string TraceReader::Impl::of_passes(std::string query) const {
  const auto found =
      number_of(file.path, database.get(),
                "SELECT count(*) FROM pragma_table_info('pass') WHERE name IN ('id', 'pv')");
  if (!found || *found != 1) return query;
  constexpr std::string_view kLast = ", pv FROM pass";
  return query.replace(query.find(kLast), kLast.size(), ", NULL FROM pass");
}

void TraceReader::Impl::prepare_all() {
  version = prepare("PRAGMA data_version");
  searches = prepare(select_rows<SearchRow>("ORDER BY id"));
  pass_owners = prepare("SELECT id, search FROM pass ORDER BY id");
  pass = prepare(of_passes(select_rows<PassRow>("WHERE id = ?1")));
  summary = prepare(select_rows<PlySummaryRow>("WHERE pass = ?1 ORDER BY ply"));
  node = prepare(select_rows<NodeRow>("WHERE id = ?1"));
  next_node = prepare(select_rows<NodeRow>("WHERE id > ?1 ORDER BY id LIMIT 1"));
  last_node = prepare(select_rows<NodeRow>("WHERE id <= ?1 ORDER BY id DESC LIMIT 1"));
  move = prepare("SELECT text FROM move WHERE id = ?1");
  digests = prepare("SELECT search, \"table\", rows, sum FROM digest WHERE search = ?1");
  format::for_each_event_table([this]<class Row>() {
    const char* const table = format::Table<Row>::kName;
    EventStatements& of = events[format::event_index<Row>()];
    of.first_from = prepare(select_from("id, at", table, "WHERE id >= ?1 ORDER BY id LIMIT 1"));
    of.last_id = prepare(select_from("max(id)", table, "WHERE id <= ?1"));
    of.rows_from = prepare(select_rows<Row>("WHERE id >= ?1 ORDER BY id"));
  });
}

TraceReader::TraceReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TraceReader::TraceReader(TraceReader&&) noexcept = default;
TraceReader& TraceReader::operator=(TraceReader&&) noexcept = default;
TraceReader::~TraceReader() = default;

// Uses a thread only if the machine has a second core. An environment variable overrides this, to
// compare the ways of scanning.
void TraceReader::choose_way_of_scans(Impl& impl) {
  const char* const text = std::getenv("PLYTRACE_SCAN");
  const std::string_view wanted = text == nullptr ? "" : text;
  impl.scans_by_sql = wanted == "sql";
  if (wanted == "ahead") {
    impl.rows_before_thread = 0;
  } else if (wanted != "alone" && std::thread::hardware_concurrency() > 1) {
    impl.rows_before_thread = kLongScan;
  }
}

Result<TraceReader> TraceReader::open(const std::string& path) {
  if (path == "-") {
    return Status::usage("a trace cannot be read from stdin; write it to a file and name the file");
  }
  // Check the bytes first: SQLite opens some truncated files without an error (file_check.h).
  auto header = check_file(path);
  if (!header) return header.status();
  const format::StrangeJournal strange = format::strange_journal(path);
  if (strange.is_unknown) return Status::environment(strange.words + "; check the disk");
  if (!strange.words.empty()) {
    return Status::bad_input(path + ": there is a file beside it, " + strange.words +
                             "; move that file away");
  }
  // A recorder may have created its log between the two checks.
  if (header->log_present && !header->write_ahead_log) header = check_file(path);
  if (!header) return header.status();

  auto impl = std::make_unique<Impl>();
  impl->file.path = path;
  impl->file.bytes = header->bytes;
  impl->file.write_ahead_log = header->write_ahead_log;
  choose_way_of_scans(*impl);
  if (Status s = open_whatever_journal(path, *header, impl->database); !s) return s;
  sqlite3* database = impl->database.get();
  // Check the version before the tables, so that a file of another version is reported as such and
  // not as one that lacks a table.
  if (Status s = check_identity(path, *header, database); !s) return s;
  if (Status s = check_tables(path, database); !s) return s;
  impl->prepare_all();
  if (!impl->status->is_ok()) return *impl->status;

  TraceReader reader(std::move(impl));
  // The header alone is not enough: with a log, only SQLite knows the number of pages, and a
  // growing file must not change while they are counted.
  const Snapshot snapshot(reader);
  TraceFile& file = reader.impl_->file;
  const auto pages = number_of(path, database, "PRAGMA page_count");
  if (!pages) return pages.status();
  const auto page_size = number_of(path, database, "PRAGMA page_size");
  if (!page_size) return page_size.status();
  const auto is_complete = pages_are_complete(path, *page_size, *pages);
  if (!is_complete) return is_complete.status();
  if (!*is_complete) {
    return Status::bad_input(path + ": truncated trace: some of its " + std::to_string(*pages) +
                             " pages are missing; copy it again, with its -wal file if it has one");
  }
  const auto recording = number_of(
      path, database, ("SELECT value = '1'" + format::of_fact(format::fact::kRecording)).c_str());
  if (!recording) return recording.status();
  file.recording = *recording == 1;
  for (const auto& [name, number] : {std::pair{format::fact::kLostEvents, &file.lost_events},
                                     {format::fact::kLostAfter, &file.lost_after}}) {
    const std::string query = "SELECT CAST(value AS INTEGER)" + format::of_fact(name);
    const auto value = number_of(path, database, query.c_str());
    if (!value) return value.status();
    *number = std::max<std::int64_t>(0, *value);
  }
  const Statement created =
      reader.impl_->prepare("SELECT value" + format::of_fact(format::fact::kCreatedBy));
  if (created && reader.impl_->step(created.get())) {
    file.created_by = Columns(created.get()).text_or_empty();
  }
  const auto searches = reader.searches();
  if (!reader.status().is_ok()) return reader.status();
  const bool unfinished =
      file.recording || searches.empty() || !searches.back().finished_at.has_value();
  // A finished trace no longer has a log. An unfinished one may have lost its log when it was
  // copied.
  file.log_missing = header->write_ahead_log && !header->log_file && unfinished;
  return reader;
}

std::vector<std::string> TraceReader::texts(const std::string& sql) const {
  std::vector<std::string> found;
  const Statement statement = impl_->prepare(sql);
  while (statement && impl_->step(statement.get())) {
    found.emplace_back(Columns(statement.get()).text_or_empty());
  }
  return found;
}

void TraceReader::keep_pages(std::int64_t bytes) const {
  const std::string sql = "PRAGMA cache_size = -" + std::to_string(bytes >> 10);  // in KiB
  sqlite3_exec(impl_->database.get(), sql.c_str(), nullptr, nullptr, nullptr);
}

const TraceFile& TraceReader::file() const { return impl_->file; }
Status TraceReader::status() const { return *impl_->status; }
std::shared_ptr<const Status> TraceReader::lasting_status() const { return impl_->status; }

// Searches and passes
// ----------------------------------------------------------------------------------

std::vector<SearchRow> TraceReader::searches() const {
  constexpr std::size_t kMostKept = 4096;
  impl_->forget_older_versions();
  if (impl_->search_rows) return *impl_->search_rows;
  std::vector<SearchRow> rows;
  const Run statement(impl_->searches.get(), {});
  format::RowHash hash;
  for (SearchRow row; impl_->take(statement, row, &hash); row = {}) {
    impl_->search_hashes[row.id] = std::exchange(hash, {});
    rows.push_back(std::move(row));
  }
  if (rows.size() <= kMostKept) impl_->search_rows = rows;
  return rows;
}

std::vector<PassRow> TraceReader::passes(std::int64_t search) const {
  constexpr std::size_t kMostKept = 4096, kMostOfASearch = 16;
  const Snapshot snapshot(*this);
  const std::vector<std::int64_t>& ids = impl_->passes_of(search);
  auto& kept = impl_->pass_rows;
  if (const auto known = kept.find(search); known != kept.end()) return known->second;
  std::vector<PassRow> rows;
  for (const std::int64_t id : ids) {
    const Run statement(impl_->pass.get(), {id});
    PassRow row;
    format::RowHash hash;
    if (!impl_->take(statement, row, &hash)) break;
    impl_->pass_hashes[id] = hash;
    // The position among the passes of the search, as --pass counts it; the column counts within
    // each stream.
    row.ordinal = static_cast<std::int64_t>(rows.size()) + 1;
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return impl_->derived_passes(search);
  if (kept.size() == kMostKept) kept.clear();
  if (rows.size() <= kMostOfASearch) kept.emplace(search, rows);
  return rows;
}

Result<TraceReader> TraceReader::open_another() const {
  auto another = open(impl_->file.path);
  if (another && has_moved(impl_->database.get())) {
    return Status::bad_input(impl_->file.path + ": was replaced while it was read");
  }
  return another;
}

void TraceReader::scan_in_own_thread() { impl_->rows_before_thread = kNoThread; }

std::int64_t TraceReader::version() const { return impl_->version_now(); }

std::int64_t TraceReader::Impl::version_now() const {
  const Run statement(version.get(), {});
  return step(statement) ? sqlite3_column_int64(statement, 0) : 0;
}

void TraceReader::Impl::forget_older_versions() const {
  const std::int64_t now = version_now();
  if (known_version == now) return;
  known_version = now;
  root_pages.clear();
  search_rows.reset();
  pass_rows.clear();
  search_hashes.clear();
  pass_hashes.clear();
  pass_ids.reset();
  shared_digests.reset();
}

std::optional<std::uint32_t> TraceReader::Impl::root_page(const PageSource& pages,
                                                          const char* table) const {
  forget_older_versions();
  const auto [entry, is_new] = root_pages.try_emplace(table);
  if (is_new) entry->second = pages.root_of(table);
  return entry->second;
}

// Pass ids by search. Reads the table once for all searches, because a query per search would scan
// it each time.
const std::vector<std::int64_t>& TraceReader::Impl::passes_of(std::int64_t search) const {
  static const std::vector<std::int64_t> kNone;
  forget_older_versions();
  if (!pass_ids) {
    pass_ids.emplace();
    const Run statement(pass_owners.get(), {});
    while (step(statement)) {
      Columns from{SqlValues(statement)};
      const std::int64_t id = from.integer();
      const std::int64_t owner = from.integer();
      if (from.is_sound()) (*pass_ids)[owner].push_back(id);
      if (!from.is_sound()) fail_type("pass", id);
    }
  }
  const auto found = pass_ids->find(search);
  return found == pass_ids->end() ? kNone : found->second;
}

// Derives passes from the root nodes, for a trace made by hand that lists no pass, so that it can
// be shown. Such a pass has no status, so nothing takes it for finished.
std::vector<PassRow> TraceReader::Impl::derived_passes(std::int64_t search_id) const {
  std::vector<PassRow> rows;
  const auto count = [&](const char* sql) {
    const auto number = number_of(file.path, database.get(), sql);
    if (!number) fail(number.status());
    return number ? *number : -1;
  };
  // Only if the file lists no pass at all and has exactly one search.
  if (count("SELECT EXISTS (SELECT 1 FROM pass)") != 0) return rows;
  if (count("SELECT count(*) FROM search") != 1) return rows;
  constexpr std::size_t kMost = 1000;
  for (auto root = node_after(-1); root && rows.size() < kMost;) {
    if (root->parent) break;
    PassRow row;
    row.id = row.ordinal = static_cast<std::int64_t>(rows.size()) + 1;
    row.search = search_id;
    row.stream = stream_of(root->id);
    row.depth = root->depth;
    row.alpha = root->alpha;
    row.beta = root->beta;
    row.root = root->id;
    row.last = root->last;
    row.value = root->value;
    rows.push_back(row);
    // The root is still open, so every later node belongs to it.
    if (!root->last) break;
    root = node_after(*root->last);
  }
  return rows;
}

std::vector<PlySummaryRow> TraceReader::ply_summary(std::int64_t pass) const {
  std::vector<PlySummaryRow> rows;
  const Run statement(impl_->summary.get(), {pass});
  for (PlySummaryRow row; impl_->take(statement, row);) rows.push_back(row);
  return rows;
}

Result<SearchRow> TraceReader::choose_search(std::optional<std::int64_t> id) const {
  std::vector<SearchRow> rows = searches();
  if (!status().is_ok()) return status();
  if (rows.empty()) {
    return Status::bad_input(impl_->file.path + ": contains no search" +
                             (impl_->file.log_missing ? " without its -wal file; copy that as well"
                                                      : "; its recording has only begun"));
  }
  if (!id) return rows.back();
  for (const SearchRow& row : rows) {
    if (row.id == *id) return row;
  }
  const std::string first = std::to_string(rows.front().id), last = std::to_string(rows.back().id);
  return Status::bad_input(
      impl_->file.path + ": has no search " + std::to_string(*id) + "; it has " +
      (first == last ? "search " + last : "searches " + first + " to " + last));
}

Result<PassRow> TraceReader::choose_pass(const SearchRow& search,
                                         std::optional<std::int64_t> ordinal) const {
  const std::vector<PassRow> rows = passes(search.id);
  if (!status().is_ok()) return status();
  const std::string owner = impl_->file.path + ": search " + std::to_string(search.id);
  if (rows.empty()) return Status::bad_input(owner + " has no pass, so no node is recorded");
  if (!ordinal) {
    // A pass for a further line (MultiPV) has no result for the position as a whole.
    const auto is_result = [](const PassRow& row) {
      return row.status == format::SearchStatus::kFinished &&
             row.purpose != format::PassPurpose::kMultipv;
    };
    // The search may report an earlier iteration than the last one.
    const auto is_completed = [&](const PassRow& row) {
      return is_result(row) && row.depth && row.depth == search.completed_depth;
    };
    auto result = std::find_if(rows.rbegin(), rows.rend(), is_completed);
    if (result == rows.rend()) result = std::find_if(rows.rbegin(), rows.rend(), is_result);
    return result == rows.rend() ? rows.back() : *result;
  }
  const auto count = static_cast<std::int64_t>(rows.size());
  if (*ordinal >= 1 && *ordinal <= count) return rows[static_cast<std::size_t>(*ordinal - 1)];
  return Status::bad_input(owner + " has no pass " + std::to_string(*ordinal) + "; it has " +
                           (count == 1 ? "1 pass" : "passes 1 to " + std::to_string(count)));
}

// Nodes
// ------------------------------------------------------------------------------------------------

std::optional<NodeRow> TraceReader::node(std::int64_t id) const {
  const Run statement(impl_->node.get(), {id});
  NodeRow row;
  return impl_->take(statement, row) ? std::optional(std::move(row)) : std::nullopt;
}

std::optional<NodeRow> TraceReader::node_until(std::int64_t id) const {
  const Run statement(impl_->last_node.get(), {id});
  NodeRow row;
  return impl_->take(statement, row) ? std::optional(std::move(row)) : std::nullopt;
}

std::optional<NodeRow> TraceReader::Impl::node_after(std::int64_t id) const {
  const Run statement(next_node.get(), {id});
  NodeRow row;
  if (!take(statement, row)) return std::nullopt;
  // Keys are out of order on a page. A caller that keeps asking for the next node would never end.
  if (row.id <= id) {
    fail_order("node", row.id, id);
    return std::nullopt;
  }
  return row;
}

std::optional<NodeRow> TraceReader::node_after(std::int64_t id) const {
  return impl_->node_after(id);
}

std::int64_t TraceReader::end_of_stream(std::int64_t id) const {
  const Run statement(impl_->last_node.get(), {(stream_of(id) + 1) * format::kStreamStride});
  if (!impl_->step(statement)) return id;
  return near(id, std::max<std::int64_t>(id, sqlite3_column_int64(statement, 0)));
}

std::int64_t TraceReader::last_of(const NodeRow& node) const {
  return node.last ? *node.last : impl_->end_of_open(node.id);
}

// Jumps from child to child and descends only into open nodes. Caches the ends that it finds, so
// that naming 100,000 nested open nodes takes one walk and not one per node.
std::int64_t TraceReader::Impl::end_of_open(std::int64_t id) const {
  constexpr std::size_t kMostEnds = std::size_t{1} << 20;
  // Without a snapshot the file may have grown since the last call.
  if (snapshots == 0) open_ends.clear();
  if (const auto known = open_ends.find(id); known != open_ends.end()) return known->second;
  std::vector<std::int64_t> open{id};
  std::int64_t last = id;
  const auto close = [&] {
    if (open_ends.size() < kMostEnds) open_ends[open.back()] = last;
    open.pop_back();
  };
  while (const auto next = node_after(last)) {
    while (!open.empty() && (!next->parent || *next->parent < open.back())) close();
    if (open.empty()) break;
    const auto known = next->last ? open_ends.end() : open_ends.find(next->id);
    if (!next->last && known == open_ends.end()) open.push_back(next->id);
    last = std::max(next->id,
                    known != open_ends.end() ? known->second : next->last.value_or(next->id));
  }
  while (!open.empty()) close();
  return near(id, last);
}

void TraceReader::for_each_child(const NodeRow& node,
                                 const std::function<bool(const NodeRow&)>& visit) const {
  std::int64_t seen = node.id;
  while (const auto next = impl_->node_after(seen)) {
    // The subtree of an open node ends at the first node whose parent is older than the open node.
    const bool outside =
        node.last ? next->id > *node.last : !next->parent.has_value() || *next->parent < node.id;
    if (outside) return;
    if (next->parent == node.id && !visit(*next)) return;
    // Skips the whole subtree of the child.
    seen = std::max(next->id, last_of(*next));
  }
}

std::vector<NodeRow> TraceReader::children(const NodeRow& node, std::size_t limit) const {
  std::vector<NodeRow> rows;
  if (limit == 0) return rows;
  for_each_child(node, [&](const NodeRow& child) {
    rows.push_back(child);
    return rows.size() < limit;
  });
  return rows;
}

namespace {

// The scales by the root of each pass. One entry stands for neighbours that count alike.
std::vector<std::pair<std::int64_t, MateScale>> mate_scales(const TraceReader& reader) {
  std::vector<std::pair<std::int64_t, MateScale>> scales;
  const std::vector<SearchRow> searches = reader.searches();
  const bool any = std::any_of(searches.begin(), searches.end(), [](const SearchRow& search) {
    return MateScale(search).is_declared();
  });
  if (!any) return scales;
  for (const SearchRow& search : searches) {
    for (const PassRow& pass : reader.passes(search.id)) {
      if (pass.root) scales.emplace_back(*pass.root, MateScale(search));
    }
  }
  std::sort(scales.begin(), scales.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto end = std::unique(scales.begin(), scales.end(),
                               [](const auto& a, const auto& b) { return a.second == b.second; });
  scales.erase(end, scales.end());
  return scales;
}

}  // namespace

std::string TraceReader::move_text(std::optional<std::int64_t> move) const {
  if (!move) return "?";
  const auto known = impl_->move_texts.find(*move);
  if (known != impl_->move_texts.end()) return known->second;
  const Run statement(impl_->move.get(), {*move});
  if (!impl_->step(statement)) return "?";
  Columns from{SqlValues(statement)};
  std::string text(from.text());
  if (!from.is_sound()) impl_->fail_type("move", *move);
  if (text.size() > format::kLongestMove) impl_->fail_long_move(*move, text.size());
  constexpr std::size_t kMostTexts = 65536;
  // Bounds the memory for games with unlimited move texts; most traces have a few thousand moves.
  if (impl_->move_texts.size() >= kMostTexts) impl_->move_texts.clear();
  return impl_->move_texts.emplace(*move, std::move(text)).first->second;
}

void TraceReader::name_moves(std::shared_ptr<MoveNotation> names) {
  impl_->move_names = std::move(names);
}

void TraceReader::tell_positions(std::shared_ptr<PositionTexts> positions) {
  impl_->positions = std::move(positions);
}

const TraceReader::PositionCounts& TraceReader::position_counts() const {
  return impl_->position_counts;
}

std::string TraceReader::position_of(std::int64_t node) const {
  PositionCounts& counts = impl_->position_counts;
  if (!impl_->positions || counts.told >= kMostPositions) {
    ++counts.left_out;
    return "";
  }
  ++counts.told;
  std::string text = impl_->positions->of(*this, node);
  if (text.empty()) ++counts.unknown;
  return text;
}

bool TraceReader::names_moves() const { return impl_->move_names != nullptr; }

std::string TraceReader::move_name(const NodeRow& node) const {
  const std::string name = names_moves() ? impl_->move_names->of(*this, node) : "";
  return name.empty() ? move_text(node.move) : name;
}

std::vector<std::string> TraceReader::line_names(const NodeRow& node,
                                                 const std::vector<std::string>& moves) const {
  return names_moves() ? impl_->move_names->line(*this, node, moves) : moves;
}

std::vector<std::string> TraceReader::choice_names(const NodeRow& node,
                                                   const std::vector<std::string>& moves) const {
  return names_moves() ? impl_->move_names->choices(*this, node, moves) : moves;
}

const MateScale& TraceReader::mates_at(const NodeRow& node) const {
  static const MateScale kNone;
  if (!impl_->mates) impl_->mates = mate_scales(*this);
  const auto& known = *impl_->mates;
  const auto next =
      std::upper_bound(known.begin(), known.end(), node.id,
                       [](std::int64_t id, const auto& entry) { return id < entry.first; });
  return next == known.begin() ? kNone : std::prev(next)->second;
}

// Transactions
// -----------------------------------------------------------------------------------------

TraceReader::Snapshot::Snapshot(const TraceReader& reader) : impl_(*reader.impl_) {
  if (impl_.snapshots++ == 0) {
    impl_.open_ends.clear();
    impl_.mates.reset();
    impl_.paths.clear();
    impl_.last_path = {};
    impl_.repeats.clear();
    // BEGIN takes no lock and rarely fails; the first read takes the lock and reports any failure.
    sqlite3_exec(impl_.database.get(), "BEGIN", nullptr, nullptr, nullptr);
  }
}

TraceReader::Snapshot::~Snapshot() {
  if (--impl_.snapshots == 0) {
    for (auto& known : impl_.moments) known.clear();
    impl_.kept_scans = {};
    sqlite3_exec(impl_.database.get(), "COMMIT", nullptr, nullptr, nullptr);
  }
}

}  // namespace plytrace

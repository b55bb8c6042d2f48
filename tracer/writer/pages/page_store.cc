// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/page_store.h"

#include <chrono>
#include <string_view>
#include <type_traits>
#include <utility>

#include "schemas/file_facts.h"

namespace plytrace::writer {
namespace {

// How long finish() waits for programs that read the trace.
constexpr std::chrono::seconds kPatienceAtEnd{60};

struct TableShape {
  std::uint32_t root = 0;
  std::uint32_t required = 0;  // columns that are never NULL, a bit each
};

bool is_zero(const unsigned char* text) {
  return text != nullptr && std::string_view(reinterpret_cast<const char*>(text)) == "0";
}

// Checks that the table in the file is the one that the encoders expect.
Result<TableShape> shape_of(sqlite3* database, const std::string& table, const std::string& columns,
                            std::uint32_t zero_by_default) {
  // An index or a trigger would have to be updated, too. Only SQLite can do that.
  const auto others = number(database, "SELECT count(*) FROM sqlite_master WHERE tbl_name = '" +
                                           table + "' AND type IN ('index', 'trigger')");
  if (!others) return others.status();
  const auto root =
      number(database,
             "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = '" + table + "'");
  if (!root) return root.status();
  auto info = prepare(database, "PRAGMA table_info(" + table + ")");
  if (!info) return info.status();
  TableShape shape{static_cast<std::uint32_t>(*root), 0};
  std::string names;
  std::uint32_t zeros = 0;
  for (unsigned column = 0; sqlite3_step(info->get()) == SQLITE_ROW; ++column) {
    const auto* name = reinterpret_cast<const char*>(sqlite3_column_text(info->get(), 1));
    names += (column == 0 ? "" : ", ") + std::string(name);
    if (sqlite3_column_int(info->get(), 3) != 0) shape.required |= std::uint32_t{1} << column;
    if (is_zero(sqlite3_column_text(info->get(), 4))) zeros |= std::uint32_t{1} << column;
  }
  // Page 1 holds the schema, so it cannot be the root of a table.
  if (names == columns && zeros == zero_by_default && *others == 0 && *root > 1) return shape;
  return Status::environment("the table " + table + " is not as the page writer knows it");
}

template <class Row>
Result<TableShape> shape_of(sqlite3* database) {
  return shape_of(database, format::Table<Row>::kName, format::column_names<Row>(),
                  format::kZeroByDefault<Row>);
}

}  // namespace

PageStore::~PageStore() { close(); }

Status PageStore::open() {
  Status status = open_database();
  if (status.is_ok()) status = tables_.open(database_.get());
  if (status.is_ok()) {
    const auto nodes = shape_of<NodeRow>(database_.get());
    if (!nodes) return nodes.status();
    nodes_.emplace(*vfs_.file(), nodes->root, digests_);
  }
  format::for_each_event_table([&]<class Row>() {
    if (status.is_ok()) status = add_event_table<Row>();
  });
  // Last, so that a trace that cannot be written this way stays unchanged.
  source_.lists.name_move(0, "?");
  if (status.is_ok()) {
    status = in_transaction([this] {
      const std::string note =
          format::insert_fact(format::fact::kWriter, "pages") + format::kOrReplace;
      return execute(database_.get(), note.c_str());
    });
  }
  return status;
}

// The pragmas keep the connection's transactions in memory. To check a word against a list, SQLite
// fills a table in memory for each row, which takes longer than to insert the row. The recorder
// takes these words from enumerations.
Status PageStore::open_database() {
  auto database = writer::open_database(path_, vfs_.name());
  if (!database) return database.status();
  database_ = std::move(*database);
  Status status = vfs_.file()->begin();
  if (status.is_ok()) {
    status = execute(database_.get(),
                     "PRAGMA journal_mode=MEMORY;"
                     "PRAGMA synchronous=OFF;"
                     "PRAGMA cache_spill=OFF;"
                     "PRAGMA ignore_check_constraints=ON;"
                     "PRAGMA temp_store=MEMORY");
  }
  return status;
}

template <class Row>
Status PageStore::add_event_table() {
  const auto shape = shape_of<Row>(database_.get());
  if (!shape) return shape.status();
  events_.push_back({TablePages(*vfs_.file(), shape->root), shape->required});
  return Status::ok();
}

template <class Work>
Status PageStore::in_transaction(const Work& work) {
  Status status = execute(database_.get(), "BEGIN IMMEDIATE");
  if (status.is_ok()) status = work();
  return status.is_ok() ? execute(database_.get(), "COMMIT") : status;
}

Status PageStore::write_moves(const std::vector<MoveEntry>& entries) {
  for (const MoveEntry& entry : entries) source_.lists.name_move(entry.id, entry.text);
  small_.moves.insert(small_.moves.end(), entries.begin(), entries.end());
  return Status::ok();
}

Status PageStore::write_plies(const std::vector<PlySummaryRow>& rows) {
  small_.plies.insert(small_.plies.end(), rows.begin(), rows.end());
  return Status::ok();
}

// Runs inside a transaction.
Status PageStore::write_small_rows() {
  const SmallRows rows = std::exchange(small_, {});
  Status status = tables_.write_moves(rows.moves);
  if (status.is_ok()) status = tables_.write_rare(rows.rare);
  return status.is_ok() ? tables_.write_plies(rows.plies) : status;
}

Status PageStore::write(const Batch& batch) {
  small_.rare.insert(small_.rare.end(), batch.rare.begin(), batch.rare.end());
  source_.batch = &batch;
  const bool is_digested = digests_.begin(source_);
  nodes_->write(source_, is_digested);
  is_digested ? write_events<true>() : write_events<false>();
  digests_.end(batch);
  source_.batch = nullptr;
  return status_.is_ok() ? vfs_.file()->status() : status_;
}

template <bool kIsDigested>
void PageStore::write_events() {
  const std::vector<EventRecord>& events = source_.batch->events;
  for (std::size_t i = 0; i < events.size(); ++i) {
    format::with_event_table(static_cast<std::size_t>(events[i].type),
                             [&]<class Row>() { write_event<Row, kIsDigested>(i); });
  }
}

// A function for each table, as otherwise all of them would share the registers.
template <class Row, bool kIsDigested>
[[gnu::noinline]] void PageStore::write_event(std::size_t index) {
  EventTable& table = events_[format::event_index<Row>()];
  const std::int64_t id = source_.batch->first_event + static_cast<std::int64_t>(index);
  HashIf<Row, kIsDigested> hash;
  if (!write_common_event<Row>(table, source_.batch->events[index], id, hash)) {
    write_rare_event<Row>(table, index, id, hash);
  }
  if constexpr (kIsDigested) {
    digests_.digest_of(format::digested<Row>()).add_row(id, hash);
  }
}

// Writes an event in common form. False: the event has another form.
template <class Row, class Hash>
[[gnu::always_inline]] inline bool PageStore::write_common_event(EventTable& table,
                                                                 const EventRecord& event,
                                                                 std::int64_t id, Hash& hash) {
  if constexpr (!kHasCommonForm<Row>) {
    return false;
  } else {
    using Encoder = EventEncoder<Row, Hash>;
    constexpr bool kIsDigested = !std::is_same_v<Hash, NoHash>;
    auto& encoder = std::get<Encoder>(std::get<EventEncoders<kIsDigested>>(event_encoders_));
    const format::HashedText list = Encoder::list_of(source_, event);
    if (!Encoder::fits_common_form(event, list)) [[unlikely]]
      return false;
    const auto& common = encoder.common_part(event);
    if ((table.required & ~common.present) != 0) [[unlikely]]
      return false;
    table.pages.add_short(
        id, [&](std::uint8_t * end) __attribute__((always_inline)) {
          return encoder.put_before(end, common, event, id, list, hash);
        });
    return true;
  }
}

template <class Row, class Hash>
void PageStore::write_rare_event(EventTable& table, std::size_t index, std::int64_t id,
                                 Hash& hash) {
  const EncodedRow row =
      encode<EventsOf<Row>>(record_, table.pages.place(id), source_, index, hash);
  // SQLite would refuse to insert such a row, but would read it without an error.
  if ((table.required & ~row.present) != 0 && status_.is_ok()) {
    status_ = Status::environment(std::string("a NULL in table ") + format::Table<Row>::kName +
                                  " where its schema allows none");
  }
  table.pages.add(id, row.bytes);
}

void PageStore::show() {
  nodes_->show();
  for (EventTable& table : events_) table.pages.write({});
}

Result<bool> PageStore::commit() {
  if (!small_.moves.empty() || !small_.rare.empty() || !small_.plies.empty()) {
    Status status = in_transaction([this] { return write_small_rows(); });
    if (!status.is_ok()) return status;
  }
  show();
  return vfs_.file()->checkpoint();
}

Status PageStore::finish(double seconds_waited) {
  nodes_->finish();
  // In the same checkpoint as the last rows, so that a file marked as finished has all of them.
  Status status = in_transaction([&] {
    Status written = write_small_rows();
    return written.is_ok() ? tables_.write_end(digests_, seconds_waited) : written;
  });
  if (!status.is_ok()) return status;
  show();
  const auto done = vfs_.file()->checkpoint_within(kPatienceAtEnd);
  if (!done) return done.status();
  if (*done) {
    close();
    return Status::ok();
  }
  return Status::environment("another program has been reading the trace for a minute");
}

void PageStore::close() {
  tables_.close();
  if (vfs_.file() != nullptr) vfs_.file()->abandon();
  database_.reset();
}

bool PageStore::is_in_place() const { return database_ == nullptr || vfs_.file()->is_in_place(); }

bool PageStore::mark_failed(std::uint64_t lost_events) {
  if (database_ == nullptr) return false;
  close();
  // Through SQLite alone: the file holds our pages as of the last checkpoint.
  auto database = writer::open_database(path_);
  if (!database) return false;
  (void)execute(database->get(), "PRAGMA synchronous=OFF");
  return writer::mark_failed(database->get(), 0, lost_events);
}

}  // namespace plytrace::writer

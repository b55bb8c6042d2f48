// SPDX-License-Identifier: MIT
#include "tracer/trace_writer.h"

#include <algorithm>
#include <utility>

#include "schemas/file_facts.h"
#include "schemas/file_locks.h"
#include "tracer/writer/existing_trace.h"
#include "tracer/writer/pages/page_store.h"
#include "tracer/writer/table_store.h"

namespace plytrace {
namespace {

using namespace writer;

// Sets the pragmas for recording: readers see committed rows, and nothing waits for the disk. A
// kill loses no committed row; a power cut may.
Status enter_recording_mode(sqlite3* database) {
  return execute(database,
                 "PRAGMA journal_mode=WAL;"
                 "PRAGMA synchronous=OFF;"
                 "PRAGMA wal_autocheckpoint=2000;"
                 "PRAGMA cache_size=-32000;"
                 "PRAGMA temp_store=MEMORY");
}

// A random schema_version (it would begin at 0) distinguishes the trace from others
// (schemas/journals.h).
Status create_schema(sqlite3* database) {
  std::uint32_t number = 0;
  sqlite3_randomness(sizeof number, &number);
  const std::string begin =
      "PRAGMA page_size=16384; PRAGMA synchronous=OFF; BEGIN;"
      "PRAGMA schema_version=" +
      std::to_string(number >> 2U);
  Status status = execute(database, begin.c_str());
  if (status.is_ok()) status = execute(database, format::kTraceSql);
  if (status.is_ok()) {
    status = execute(
        database,
        format::insert_fact(format::fact::kCreatedBy, "plytrace " PLYTRACE_VERSION).c_str());
  }
  if (status.is_ok()) status = begin_recording(database);
  if (status.is_ok()) {
    status = execute(database, "COMMIT");
  }
  return status;
}

// Reads the moves. Recorders number them without a gap, and the list is indexed by id.
Result<std::vector<MoveEntry>> read_moves(sqlite3* database) {
  Result<Statement> statement =
      prepare(database, "SELECT id, text FROM move WHERE id > 0 ORDER BY id");
  if (!statement) return statement.status();
  std::vector<MoveEntry> moves;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement->get())) == SQLITE_ROW) {
    const std::int64_t id = sqlite3_column_int64(statement->get(), 0);
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement->get(), 1));
    const auto bytes = static_cast<std::size_t>(sqlite3_column_bytes(statement->get(), 1));
    if (std::cmp_not_equal(id, moves.size() + 1) || bytes > format::kLongestMove) {
      return Status::bad_input("damaged: no recorder would write its move " + std::to_string(id));
    }
    moves.push_back({static_cast<MoveId>(id), text == nullptr ? std::string() : text});
  }
  if (code != SQLITE_DONE) return failure(database);
  return moves;
}

// Finds the highest ids in use. Refuses ids so high that no recorder writes them, so that there is
// always space for another search.
class IdsInUse {
 public:
  explicit IdsInUse(sqlite3* database) : database_(database) {}

  // The error for the first column with an impossible id.
  const Status& status() const { return status_; }
  // 0 if the table is empty.
  std::int64_t highest(const std::string& column, const std::string& table,
                       std::int64_t limit = kHighestId, const std::string& where = "") {
    const auto found = number(database_, "SELECT max(" + column + ") FROM " + table + where);
    if (!found) return fail(found.status());
    if (*found <= limit) return std::max<std::int64_t>(0, *found);
    return fail(Status::bad_input("damaged: table '" + table + "' has " + column + " " +
                                  std::to_string(*found) + ", as no recorder writes it"));
  }
  // The highest id of stream 0 in a table that may hold ids of `streams` further streams.
  std::int64_t highest_of_stream_0(const std::string& column, const std::string& table,
                                   std::int64_t streams) {
    (void)highest(column, table, (streams + 1) * format::kStreamStride);
    return highest(column, table, kHighestId,
                   " WHERE " + column + " <= " + std::to_string(format::kStreamStride));
  }
  // Refuses passes without a search: their nodes would seem to belong to the next pass.
  void check_passes() {
    const auto lost =
        number(database_, "SELECT count(*) FROM pass WHERE search NOT IN (SELECT id FROM search)");
    if (!lost) return (void)fail(lost.status());
    if (*lost != 0) fail(Status::bad_input("damaged: a pass belongs to no search"));
  }

 private:
  static constexpr std::int64_t kHighestId = format::kStreamStride / 2;

  std::int64_t fail(Status status) {
    if (status_.is_ok()) status_ = std::move(status);
    return 0;
  }

  sqlite3* database_;
  Status status_;
};

// Also considers ids that only other rows refer to, so that a damaged search cannot claim rows of
// the next one.
Result<LastIds> read_last_ids(sqlite3* database) {
  constexpr std::int64_t kHighestStream = std::int64_t{1} << 20;
  IdsInUse ids(database);
  ids.check_passes();
  LastIds last;
  last.search = std::max(ids.highest("id", "search"), ids.highest("search", "digest"));
  last.pass = std::max(ids.highest("id", "pass"), ids.highest("pass", "ply_summary"));
  last.stream = ids.highest("stream", "pass", kHighestStream);
  last.node = std::max(ids.highest_of_stream_0("id", "node", last.stream),
                       ids.highest_of_stream_0("last", "pass", last.stream));
  format::for_each_event_table([&]<class Row>() {
    const char* const table = format::Table<Row>::kName;
    last.event = std::max(last.event, ids.highest_of_stream_0("id", table, last.stream));
  });
  if (!ids.status()) return ids.status();
  return last;
}

Result<std::unique_ptr<TraceStore>> insert_writer(Database database, const LastIds& last,
                                                  std::vector<MoveEntry> moves) {
  Status status = enter_recording_mode(database.get());
  if (!status.is_ok()) return status;
  auto writer = std::make_unique<TableStore>(std::move(database));
  if (status = writer->open(last, std::move(moves)); !status.is_ok()) return status;
  return std::unique_ptr<TraceStore>(std::move(writer));
}

// nullptr if the file or its place does not allow page writing.
std::unique_ptr<TraceStore> page_writer(const std::string& path) {
  auto writer = std::make_unique<PageStore>(path);
  if (!writer->open()) return nullptr;
  return writer;
}

Status in_file(const std::string& path, const Status& status) {
  if (status.code() == StatusCode::kBadInput) {
    return Status::bad_input(path + ": " + status.message() + "; append to another trace");
  }
  if (!format::can_lock(path, true)) {
    return Status::environment(path +
                               ": cannot write the trace: the file system has no locks; record in "
                               "a local folder and copy the trace");
  }
  return {status.code(), path + ": cannot write the trace: " + status.message() +
                             "; free disk space or choose another place"};
}

struct Contents {
  LastIds last;
  std::vector<MoveEntry> moves;
};

// Reads the file's contents and marks it as being recorded in one transaction, so that two programs
// cannot both append to one trace.
Result<Contents> claim(sqlite3* database) {
  if (Status status = execute(database, "BEGIN IMMEDIATE"); !status) return status;
  const auto recording = is_being_recorded(database);
  if (!recording) return recording.status();
  if (*recording) return Status::bad_input("is being recorded, or its recording was cut short");
  const auto last = read_last_ids(database);
  if (!last) return last.status();
  auto moves = read_moves(database);
  if (!moves) return moves.status();
  Status marked = begin_recording(database);
  if (marked.is_ok()) marked = execute(database, "COMMIT");
  if (!marked) return marked;
  return Contents{*last, std::move(*moves)};
}

// Removes the mark again from a file that nothing was added to. A write-ahead log needs shared
// memory, which a place without mmap does not have, unless the connection locks the file for
// itself.
void release_claim(const std::string& path) {
  const Result<Database> database = open_database(path);
  if (!database) return;
  (void)execute(database->get(), "PRAGMA locking_mode=EXCLUSIVE");
  (void)end_recording(database->get());
  (void)execute(database->get(), "PRAGMA journal_mode=DELETE");
}

}  // namespace

Result<std::unique_ptr<TraceStore>> create_trace(const std::string& path, WriterKind writer) {
  Result<Database> database = open_database(path);
  Status status = database ? create_schema(database->get()) : database.status();
  if (!status.is_ok()) return in_file(path, status);
  database->reset();
  return continue_created_trace(path, writer);
}

Result<std::unique_ptr<TraceStore>> continue_created_trace(const std::string& path,
                                                           WriterKind writer) {
  if (writer == WriterKind::kPages) {
    if (auto pages = page_writer(path); pages != nullptr) return pages;
  }
  Result<Database> database = open_database(path);
  if (!database) return in_file(path, database.status());
  auto rows = insert_writer(std::move(*database), {}, {});
  return rows ? std::move(rows) : in_file(path, rows.status());
}

Result<std::unique_ptr<TraceStore>> append_to_trace(const std::string& path) {
  Result<Database> database = open_database(path);
  if (!database) return in_file(path, database.status());
  sqlite3* const raw = database->get();
  if (Status status = check_existing_trace(raw, path, "append to"); !status) return status;
  auto contents = claim(raw);
  if (!contents) return in_file(path, contents.status());
  auto writer = insert_writer(std::move(*database), contents->last, std::move(contents->moves));
  if (!writer) {
    release_claim(path);
    return in_file(path, writer.status());
  }
  return writer;
}

}  // namespace plytrace

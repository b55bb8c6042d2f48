// SPDX-License-Identifier: MIT
#include "tracer/trace_writer.h"

#include <algorithm>
#include <utility>

#include "tracer/writer/existing_trace.h"
#include "tracer/writer/pages/page_store.h"
#include "tracer/writer/table_store.h"

namespace plytrace {
namespace {

using namespace writer;

// While recording: readers see what was committed, and nothing waits for the disk. (A kill loses
// nothing that was committed; a power cut may.)
Status enter_recording_mode(sqlite3* database) {
  return execute(database,
                 "PRAGMA journal_mode=WAL;"
                 "PRAGMA synchronous=OFF;"
                 "PRAGMA wal_autocheckpoint=2000;"
                 "PRAGMA cache_size=-32000;"
                 "PRAGMA temp_store=MEMORY");
}

Status create_schema(sqlite3* database) {
  Status status = execute(database, "PRAGMA page_size=16384; PRAGMA synchronous=OFF; BEGIN");
  if (status.is_ok()) status = execute(database, format::kTraceSql);
  if (status.is_ok()) {
    status = execute(
        database, "INSERT INTO meta (name, value) VALUES ('created_by', 'plytrace " PLYTRACE_VERSION
                  "'), ('recording', '1'); COMMIT");
  }
  return status;
}

Result<std::vector<MoveEntry>> read_moves(sqlite3* database) {
  Result<Statement> statement =
      prepare(database, "SELECT id, text FROM move WHERE id > 0 ORDER BY id");
  if (!statement) return statement.status();
  std::vector<MoveEntry> moves;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement->get())) == SQLITE_ROW) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement->get(), 1));
    moves.push_back({static_cast<MoveId>(sqlite3_column_int64(statement->get(), 0)),
                     text == nullptr ? std::string() : std::string(text)});
  }
  if (code != SQLITE_DONE) return failure(database);
  return moves;
}

Result<LastIds> read_last_ids(sqlite3* database) {
  const std::string stream_0 = " WHERE id <= " + std::to_string(format::kStreamStride);
  LastIds last;
  Status status;
  const auto read = [&](const std::string& table, const std::string& where) -> std::int64_t {
    const auto result = number(database, "SELECT max(id) FROM " + table + where);
    if (!result && status.is_ok()) status = result.status();
    return result ? *result : 0;
  };
  last.search = read("search", "");
  last.pass = read("pass", "");
  last.node = read("node", stream_0);
  format::for_each_event_table([&]<class Row>() {
    last.event = std::max(last.event, read(format::Table<Row>::kName, stream_0));
  });
  last.stream = std::max<std::int64_t>(0, read("node", "") - 1) / format::kStreamStride;
  if (!status) return status;
  return last;
}

// What the file says of who wrote its rows: all of the writers, where there were several.
Status note_writer(sqlite3* database, const std::string& name) {
  return execute(database, ("INSERT INTO meta (name, value) VALUES ('writer', '" + name +
                            "') ON CONFLICT (name) DO UPDATE SET value = value || ', ' || "
                            "excluded.value WHERE value <> excluded.value AND value NOT LIKE '%, " +
                            name + "'")
                               .c_str());
}

Result<std::unique_ptr<TraceStore>> insert_writer(Database database, const LastIds& last,
                                                  std::vector<MoveEntry> moves) {
  Status status = note_writer(database.get(), "insert");
  if (status.is_ok()) status = enter_recording_mode(database.get());
  if (!status.is_ok()) return status;
  auto writer = std::make_unique<TableStore>(std::move(database));
  if (status = writer->open(last, std::move(moves)); !status.is_ok()) return status;
  return std::unique_ptr<TraceStore>(std::move(writer));
}

// nullptr where the file or its place does not allow it.
std::unique_ptr<TraceStore> page_writer(const std::string& path) {
  auto writer = std::make_unique<PageStore>(path);
  if (!writer->open()) return nullptr;
  return writer;
}

Status in_file(const std::string& path, const Status& status) {
  return {status.code(), path + ": cannot write the trace: " + status.message() +
                             "; make room or choose another place"};
}

// The mark and the check in one transaction: two programs cannot both go on in one trace.
Status claim(sqlite3* database, const std::string& path) {
  const Status begun = execute(database, "BEGIN IMMEDIATE");
  if (!begun) return in_file(path, begun);
  const auto recording = number(database, "SELECT count(*) FROM meta WHERE name = 'recording'");
  if (!recording) return Status::bad_input(path + ": damaged: " + recording.status().message());
  if (*recording != 0) {
    return Status::bad_input(path +
                             ": is being recorded, or its recording was cut short; append to "
                             "another trace");
  }
  const Status marked =
      execute(database, "INSERT INTO meta (name, value) VALUES ('recording', '1'); COMMIT");
  return marked ? marked : in_file(path, marked);
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
  if (Status status = claim(raw, path); !status) return status;
  const auto last = read_last_ids(raw);
  if (!last) return Status::bad_input(path + ": damaged: " + last.status().message());
  auto moves = read_moves(raw);
  if (!moves) return Status::bad_input(path + ": damaged: " + moves.status().message());
  auto writer = insert_writer(std::move(*database), *last, std::move(*moves));
  if (!writer) return in_file(path, writer.status());
  return writer;
}

}  // namespace plytrace

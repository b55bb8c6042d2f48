// SPDX-License-Identifier: MIT
#include "tracer/trace_index.h"

#include "tracer/writer/database.h"
#include "tracer/writer/existing_trace.h"
#include "tracer/writer/search_tables.h"

namespace plytrace {
namespace {

using namespace writer;

int stop_if_asked(void* interrupt) {
  return static_cast<const std::atomic<bool>*>(interrupt)->load() ? 1 : 0;
}

Status check_not_recorded(sqlite3* database) {
  const auto recording = is_being_recorded(database);
  if (!recording) return recording.status();
  if (!*recording) return Status::ok();
  return Status::bad_input(
      "is being recorded, or its recording was cut short; index it when it is finished");
}

Status make_indexes(sqlite3* database, const IndexSettings& settings) {
  Status status = execute(database, "PRAGMA cache_size=-64000; BEGIN IMMEDIATE");
  if (status) status = check_not_recorded(database);
  std::size_t made = 0;
  for (const format::TraceIndex& index : format::kTraceIndexes) {
    if (!status) return status;
    const std::string sql =
        std::string("CREATE INDEX IF NOT EXISTS ") + index.name + " " + index.sql;
    status = execute(database, sql.c_str());
    if (settings.progress) settings.progress(++made);
  }
  return status ? execute(database, "COMMIT") : status;
}

}  // namespace

Status index_trace(const std::string& path, const IndexSettings& settings) {
  Result<Database> database = open_database(path);
  if (!database) return database.status();
  sqlite3* const raw = database->get();
  if (Status status = check_existing_trace(raw, path, "index"); !status) return status;
  if (settings.interrupt != nullptr) {
    // stop_if_asked() restores the const.
    sqlite3_progress_handler(raw, 10'000, stop_if_asked,
                             const_cast<std::atomic<bool>*>(settings.interrupt));
  }
  const Status status = make_indexes(raw, settings);
  if (status) return status;
  if (status.code() == StatusCode::kBadInput) {
    return Status::bad_input(path + ": " + status.message());
  }
  // Closing the connection rolls the transaction back.
  if (settings.interrupt != nullptr && settings.interrupt->load()) {
    return {StatusCode::kInterrupted, "index: interrupted; " + path + " is unchanged"};
  }
  return {status.code(), path + ": cannot add indexes: " + status.message() +
                             "; it is unchanged. Free space there and in SQLITE_TMPDIR, or try "
                             "again when no other program has it open"};
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
#include "tracer/writer/table_store.h"

#include <filesystem>

#include "schemas/file_facts.h"

namespace plytrace::writer {
namespace {

// An Out (records.h) that binds a cell to an UPDATE. The parameter number is the column number,
// from 1; an unbound parameter is NULL.
struct Parameter {
  sqlite3_stmt* statement;
  int column;
  void integer(std::int64_t value) { sqlite3_bind_int64(statement, column + 1, value); }
  void id(std::int64_t value) { integer(value); }
  void real(Score value) { sqlite3_bind_double(statement, column + 1, value); }  // NaN is NULL
};

// The result columns of a node.
std::string close_sql() {
  std::string assignments;
  int number = 0;
  format::for_each_column<NodeRow>([&](const auto& column) {
    const auto bit = std::uint32_t{1} << static_cast<unsigned>(number++);
    if (((format::kResultColumns | format::kCreditedColumn) & bit) == 0) return;
    assignments += (assignments.empty() ? "" : ", ") + std::string(column.name) + " = ?" +
                   std::to_string(number);
  });
  return "UPDATE node SET " + assignments + " WHERE id = ?" + std::to_string(at<NodeRow>("id") + 1);
}

// The SQL that adds this writer to the file's list of writers.
std::string note_writer() {
  return format::insert_fact(format::fact::kWriter, "insert") +
         " ON CONFLICT (name) DO UPDATE SET value = value || ', insert' "
         "WHERE value <> 'insert' AND value NOT LIKE '%, insert'";
}

}  // namespace

std::string TableStore::sql_of(std::size_t sql) {
  switch (sql) {
    case kBegin:
      return "BEGIN IMMEDIATE";
    case kCommit:
      return "COMMIT";
    case kCloseNode:
      return close_sql();
    case kCredit:
      return "UPDATE node SET credited = ? WHERE id = ?";
    case kExclude:
      return "UPDATE node SET excluded = ? WHERE id = ?";
    case kNodes:
      return BatchTable<NodeRows>::insert_sql();
    default:
      break;
  }
  std::string insert;
  format::with_event_table(sql - kEvents,
                           [&]<class Row>() { insert = BatchTable<EventsOf<Row>>::insert_sql(); });
  return insert;
}

Status TableStore::open(const LastIds& last, std::vector<MoveEntry> moves) {
  last_ = last;
  moves_ = std::move(moves);
  source_.lists.name_move(0, "?");
  for (const MoveEntry& entry : moves_) source_.lists.name_move(entry.id, entry.text);
  int code = BatchTable<NodeRows>::add_to(database_.get(), source_);
  format::for_each_event_table([&]<class Row>() {
    if (code == SQLITE_OK) code = BatchTable<EventsOf<Row>>::add_to(database_.get(), source_);
  });
  if (code != SQLITE_OK) return failure(database_.get());
  if (Status status = tables_.open(database_.get()); !status) return status;
  for (std::size_t i = 0; i < kSqlCount; ++i) {
    Result<Statement> statement = prepare(database_.get(), sql_of(i));
    if (!statement) return statement.status();
    statements_[i] = std::move(*statement);
  }
  // Last, so that a trace that cannot be written stays unchanged.
  return execute(database_.get(), note_writer().c_str());
}

void TableStore::close() {
  statements_ = {};
  tables_.close();
}

Status TableStore::begin() {
  if (in_transaction_) return Status::ok();
  Status status = row(kBegin).run();
  in_transaction_ = status.is_ok();
  return status;
}

Status TableStore::end_transaction() {
  if (!in_transaction_) return Status::ok();
  Status status = row(kCommit).run();
  if (status.is_ok()) in_transaction_ = false;
  return status;
}

Result<bool> TableStore::commit() {
  Status status = end_transaction();
  if (!status.is_ok()) return status;
  return true;
}

Status TableStore::write_moves(const std::vector<MoveEntry>& entries) {
  const Status status = begin();
  for (const MoveEntry& entry : entries) source_.lists.name_move(entry.id, entry.text);
  return status.is_ok() ? tables_.write_moves(entries) : status;
}

Status TableStore::write(const Batch& batch) {
  Status status = begin();
  if (status.is_ok()) status = tables_.write_rare(batch.rare);
  source_.batch = &batch;
  digests_.add(source_);
  source_.nodes.clear();
  for_each_node(
      source_, [this](const NodeRecord& node, std::string_view) { source_.nodes.push_back(node); });
  if (status.is_ok() && !batch.nodes.empty()) status = row(kNodes).run();
  for (std::size_t type = 0; type < format::kEventTables && status.is_ok(); ++type) {
    if (batch.events_of_type[type] != 0) status = row(kEvents + type).run();
  }
  for (std::size_t i = 0; i < batch.closings.size() && status.is_ok(); ++i) {
    status = write_closing(batch.closings[i]);
  }
  for (std::size_t i = 0; i < batch.credits.size() && status.is_ok(); ++i) {
    status = row(kCredit).real(batch.credits[i].score).integer(batch.credits[i].id).run();
  }
  for (std::size_t i = 0; i < batch.excluded.size() && status.is_ok(); ++i) {
    const Excluded& moves = batch.excluded[i];
    const std::string_view json = source_.moves(moves.first, moves.count);
    status = row(kExclude).text(json).integer(moves.id).run();
  }
  source_.batch = nullptr;
  return status;
}

Status TableStore::write_closing(const Closing& closing) {
  sqlite3_stmt* const statement = statements_[kCloseNode].get();
  Row parameters(statement);
  Parameter{statement, at<NodeRow>("id")}.integer(closing.id);
  for (int column = 0; column < format::kColumnCount<NodeRow>; ++column) {
    Parameter cell{statement, column};
    put_result_cell(cell, closing.result, column);
  }
  return parameters.run();
}

Status TableStore::write_plies(const std::vector<PlySummaryRow>& rows) {
  const Status status = begin();
  return status.is_ok() ? tables_.write_plies(rows) : status;
}

// Does everything that needs disk space before it marks the trace as complete: first the WAL goes
// into the file, then finished_at is written, then the file leaves WAL mode.
Status TableStore::finish(double seconds_waited) {
  Status status = end_transaction();
  if (!status) return status;
  const int checkpoint = sqlite3_wal_checkpoint_v2(database_.get(), nullptr,
                                                   SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  if (checkpoint != SQLITE_OK && checkpoint != SQLITE_BUSY) return failure(database_.get());
  status = begin();
  if (status.is_ok()) status = tables_.write_end(digests_, seconds_waited);
  if (status.is_ok()) status = end_transaction();
  if (!status) return status;
  close();
  const int code =
      sqlite3_exec(database_.get(), "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr);
  // If another process reads it, it stays a valid trace in WAL mode.
  if (code != SQLITE_OK && code != SQLITE_BUSY && code != SQLITE_LOCKED) {
    return failure(database_.get());
  }
  const std::string log = std::string(sqlite3_db_filename(database_.get(), "main")) + "-wal";
  database_.reset();
  std::error_code error;
  if (code != SQLITE_OK || !std::filesystem::exists(log, error)) return Status::ok();
  // SQLite reports no error here, but would read the trace through the stale log.
  return Status::environment(log + " cannot be removed; the trace does not need it: remove it");
}

bool TableStore::is_in_place() const {
  int has_moved = 0;
  if (database_ == nullptr) return true;
  sqlite3_file_control(database_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  return has_moved == 0;
}

bool TableStore::mark_failed(std::uint64_t lost_events) {
  if (database_ == nullptr) return false;
  close();
  const bool marked = writer::mark_failed(database_.get(), last_.search, lost_events);
  database_.reset();
  return marked;
}

}  // namespace plytrace::writer

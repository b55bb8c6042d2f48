// SPDX-License-Identifier: MIT
#include "tracer/writer/table_store.h"

#include <variant>

#include "core/parameters.h"

namespace plytrace::writer {
namespace {

std::string json_list(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) list += (list.size() == 1 ? "" : ",") + json_quote(text);
  return list + "]";
}

// Reads back the few rows that change after they were written.
Status digest_rows(sqlite3* database, format::Digested table, std::int64_t search,
                   format::RowDigest& digest) {
  Result<Statement> prepared = prepare(database, format::digest_query(table));
  if (!prepared) return prepared.status();
  sqlite3_stmt* const rows = prepared->get();
  sqlite3_bind_int64(rows, 1, search);
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
    digest.begin_row(sqlite3_column_int64(rows, 0));
    for (int i = 0; i < sqlite3_column_count(rows); ++i) {
      const int type = sqlite3_column_type(rows, i);
      if (type == SQLITE_INTEGER) digest.integer(i, sqlite3_column_int64(rows, i));
      if (type == SQLITE_FLOAT) digest.real(i, sqlite3_column_double(rows, i));
      if (type != SQLITE_TEXT) continue;
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(rows, i));
      digest.text(i, {text, static_cast<std::size_t>(sqlite3_column_bytes(rows, i))});
    }
  }
  return code == SQLITE_DONE ? Status::ok() : failure(database);
}

std::string_view status_word(SearchStatus status) {
  return status == SearchStatus::kRunning ? std::string_view{} : format::word(status);
}

}  // namespace

std::string TableStore::sql_of(Sql sql) {
  switch (sql) {
    case kBegin:
      return "BEGIN IMMEDIATE";
    case kCommit:
      return "COMMIT";
    case kSearchBegin:
      return "INSERT INTO search (id, game, game_options, position, algorithm, options, evaluator, "
             "perspective, max_player, depth, captured, fail, windows, uniform, score_min, "
             "score_max, started_at, engine, engine_version) "
             "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    case kPassBegin:
      return "INSERT INTO pass (id, search, ordinal, stream, purpose, depth, alpha, beta, root) "
             "VALUES (?,?,?,?,?,?,?,?,?)";
    case kPassEnd:
      return "UPDATE pass SET last = ?, value = ?, best_move = ?, status = ?, nodes = ?, "
             "seconds = ? WHERE id = ?";
    case kSearchEnd:
      return "UPDATE search SET status = ?, value = ?, lower = ?, upper = ?, completed_depth = ?, "
             "best_move = ?, pv = ?, nodes = ?, leaf_evaluations = ?, seconds = ? WHERE id = ?";
    case kSearchFinished:
      return "UPDATE search SET finished_at = ? WHERE id = ?";
    case kRefused:
      return "INSERT INTO meta (name, value) VALUES ('refused_events', ?) ON CONFLICT (name) "
             "DO UPDATE SET value = value + excluded.value";
    case kWaited:
      return "INSERT INTO meta (name, value) VALUES ('seconds_waited', ?) ON CONFLICT (name) "
             "DO UPDATE SET value = value + excluded.value";
    case kDeclareNothing:
      return "UPDATE search SET captured = '[]', fail = NULL, windows = NULL, uniform = 0 "
             "WHERE id = ?";
    case kCloseNode:
      return "UPDATE node SET last = ?, value = ?, score = ?, credited = ?, kind = ?, bound = ?, "
             "best = ?, legal = ?, unrecorded = ? WHERE id = ?";
    case kCredit:
      return "UPDATE node SET credited = ? WHERE id = ?";
    case kExclude:
      return "UPDATE node SET excluded = ? WHERE id = ?";
    case kMove:
      return "INSERT INTO move (id, text) VALUES (?, ?)";
    case kPly:
      return "INSERT OR REPLACE INTO ply_summary (pass, ply, nodes, interior, horizon, terminal, "
             "\"table\", known, draw, unknown, alpha_cutoffs, beta_cutoffs, cut_by_first, "
             "cutoffs_skipping, skipped, bound_updates, re_searches, unrecorded) "
             "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    case kDigest:
      return "INSERT OR REPLACE INTO digest (search, \"table\", rows, sum) VALUES (?,?,?,?)";
    case kNodes:
      return BatchTable<NodeRows>::insert_sql();
    case kBounds:
      return BatchTable<BoundRows>::insert_sql();
    case kCutoffs:
      return BatchTable<CutoffRows>::insert_sql();
    case kStores:
      return BatchTable<StoreRows>::insert_sql();
    case kProbes:
      return BatchTable<ProbeRows>::insert_sql();
    case kNotes:
      return BatchTable<NoteRows>::insert_sql();
    case kSqlCount:
      break;
  }
  return {};
}

Status TableStore::open(const LastIds& last, std::vector<MoveEntry> moves) {
  last_ = last;
  moves_ = std::move(moves);
  learn({0, "?"});
  for (const MoveEntry& entry : moves_) learn(entry);
  for (const int code : {BatchTable<NodeRows>::add_to(database_.get(), source_),
                         BatchTable<BoundRows>::add_to(database_.get(), source_),
                         BatchTable<CutoffRows>::add_to(database_.get(), source_),
                         BatchTable<StoreRows>::add_to(database_.get(), source_),
                         BatchTable<ProbeRows>::add_to(database_.get(), source_),
                         BatchTable<NoteRows>::add_to(database_.get(), source_)}) {
    if (code != SQLITE_OK) return failure(database_.get());
  }
  for (std::size_t i = 0; i < kSqlCount; ++i) {
    Result<Statement> statement = prepare(database_.get(), sql_of(static_cast<Sql>(i)));
    if (!statement) return statement.status();
    statements_[i] = std::move(*statement);
  }
  return Status::ok();
}

void TableStore::learn(const MoveEntry& entry) {
  if (entry.id >= source_.quoted_moves.size()) {
    source_.quoted_moves.resize(entry.id + 1, "\"?\"");
  }
  source_.quoted_moves[entry.id] = json_quote(entry.text);
}

Status TableStore::begin() {
  if (in_transaction_) return Status::ok();
  Status status = row(kBegin).run();
  in_transaction_ = status.is_ok();
  return status;
}

Status TableStore::commit() {
  if (!in_transaction_) return Status::ok();
  Status status = row(kCommit).run();
  if (status.is_ok()) in_transaction_ = false;
  return status;
}

Status TableStore::write_moves(const std::vector<MoveEntry>& entries) {
  Status status = begin();
  for (std::size_t i = 0; i < entries.size() && status.is_ok(); ++i) {
    learn(entries[i]);
    status = row(kMove).integer(entries[i].id).text(entries[i].text).run();
  }
  return status;
}

Status TableStore::write(const Batch& batch) {
  Status status = begin();
  for (const RareRow& rare : batch.rare) {
    if (!status.is_ok()) return status;
    status = std::visit([this](const auto& any) { return write_rare(any); }, rare);
  }
  source_.batch = &batch;
  digests_.add(source_);
  if (status.is_ok() && !batch.nodes.empty()) status = row(kNodes).run();
  for (std::size_t type = 0; type < kEventTypes && status.is_ok(); ++type) {
    if (batch.events_of_type[type] == 0) continue;
    status = row(static_cast<Sql>(kBounds + type)).run();
  }
  for (std::size_t i = 0; i < batch.closings.size() && status.is_ok(); ++i) {
    status = write_closing(batch.closings[i]);
  }
  for (std::size_t i = 0; i < batch.credits.size() && status.is_ok(); ++i) {
    status = row(kCredit).real(batch.credits[i].score).integer(batch.credits[i].id).run();
  }
  for (std::size_t i = 0; i < batch.excluded.size() && status.is_ok(); ++i) {
    const Excluded& moves = batch.excluded[i];
    const std::string_view json = moves_json(source_, moves.first, moves.count);
    status = row(kExclude).text(json).integer(moves.id).run();
  }
  source_.batch = nullptr;
  return status;
}

Status TableStore::write_rare(const SearchBeginRow& begin) {
  const SearchDeclaration& d = begin.declaration;
  Row values = row(kSearchBegin);
  values.integer(begin.id).text(d.game).text(d.game_options.empty() ? "{}" : d.game_options);
  values.text(d.position).text(d.algorithm).text(d.options.empty() ? "{}" : d.options);
  values.text(d.evaluator).text(d.counts_from_side_to_move ? "side" : "max");
  values.integer(d.max_player).integer(d.depth).text(json_list(d.captured));
  values.text_or_null(d.fail).text_or_null(d.exact_windows ? "exact" : "");
  values.integer(d.uniform ? 1 : 0);
  values.real(d.score_range ? d.score_range->alpha : kNoScore);
  values.real(d.score_range ? d.score_range->beta : kNoScore);
  return values.real(begin.started_at).text(begin.engine).text(begin.engine_version).run();
}

Status TableStore::write_rare(const PassBeginRow& begin) {
  return row(kPassBegin)
      .integer(begin.id)
      .integer(begin.search)
      .integer(begin.ordinal)
      .integer(begin.stream)
      .text(format::word(begin.pass.purpose))
      .number(begin.pass.depth)
      .real(begin.pass.window.alpha)
      .real(begin.pass.window.beta)
      .id(begin.root)
      .run();
}

Status TableStore::write_rare(const PassEndRow& end) {
  return row(kPassEnd)
      .id(end.last)
      .real(end.pass.value)
      .text_or_null(end.best_move)
      .text_or_null(status_word(end.pass.status))
      .integer(static_cast<std::int64_t>(end.pass.nodes))
      .real(end.seconds)
      .integer(end.id)
      .run();
}

Status TableStore::write_rare(const SearchEndRow& end) {
  finished_.emplace_back(end.id, end.finished_at);
  const SearchEnd& s = end.search;
  Row values = row(kSearchEnd);
  values.text_or_null(status_word(s.status)).real(s.value).real(s.lower).real(s.upper);
  values.integer(s.completed_depth).text_or_null(s.best_move).text(json_list(s.pv));
  values.integer(static_cast<std::int64_t>(s.nodes));
  values.integer(static_cast<std::int64_t>(s.leaf_evaluations));
  return values.real(end.seconds).integer(end.id).run();
}

Status TableStore::write_rare(const RefusedRow& refused) {
  Status status = row(kRefused).text(std::to_string(refused.events)).run();
  return status.is_ok() ? row(kDeclareNothing).integer(refused.search).run() : status;
}

Status TableStore::write_closing(const Closing& closing) {
  const NodeResult& result = closing.result;
  Row values = row(kCloseNode);
  values.integer(result.last).real(result.value).real(result.score).real(result.credited);
  values.integer(result.kind);
  result.bound == kNoCode ? values.null() : values.integer(result.bound);
  values.id(result.best);
  return values.number(result.legal).integer(result.unrecorded).integer(closing.id).run();
}

Status TableStore::write_plies(const std::vector<PlyRow>& rows) {
  Status status = begin();
  for (std::size_t i = 0; i < rows.size() && status.is_ok(); ++i) {
    Row values = row(kPly);
    values.integer(rows[i].pass).integer(rows[i].ply);
    for (const std::int64_t count : rows[i].counts) values.integer(count);
    status = values.run();
  }
  return status;
}

// Of a search whose rows are as they will stay.
Status TableStore::write_digests(std::int64_t search) {
  const auto known = digests_.searches().find(search);
  if (known == digests_.searches().end()) return Status::ok();
  format::SearchDigests digests = known->second;
  for (const auto table :
       {format::Digested::kPlySummary, format::Digested::kPass, format::Digested::kSearch}) {
    if (Status status = digest_rows(database_.get(), table, search, digests[table]); !status) {
      return status;
    }
  }
  Status status;
  for (std::size_t i = 0; i < format::kDigestedTables && status.is_ok(); ++i) {
    const format::RowDigest& digest = digests.of_table[i];
    Row values = row(kDigest);
    values.integer(search).text(format::kDigestedNames[i]);
    status = values.integer(digest.rows()).integer(digest.sum()).run();
  }
  return status;
}

// What takes room is done before the mark of a complete trace is set: the journal goes into the
// file first, then finished_at is written, then the file leaves WAL mode.
Status TableStore::finish(double seconds_waited) {
  Status status = commit();
  if (!status) return status;
  const int checkpoint = sqlite3_wal_checkpoint_v2(database_.get(), nullptr,
                                                   SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  if (checkpoint != SQLITE_OK && checkpoint != SQLITE_BUSY) return failure(database_.get());
  status = begin();
  for (const auto& [search, time] : finished_) {
    if (status.is_ok()) status = row(kSearchFinished).real(time).integer(search).run();
    if (status.is_ok()) status = write_digests(search);
  }
  if (status.is_ok()) status = row(kWaited).text(std::to_string(seconds_waited)).run();
  if (status.is_ok()) status = execute(database_.get(), "DELETE FROM meta WHERE name='recording'");
  if (status.is_ok()) status = commit();
  if (!status) return status;
  statements_ = {};
  const int code =
      sqlite3_exec(database_.get(), "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr);
  // Another process reads it: it stays a valid trace in WAL mode.
  if (code != SQLITE_OK && code != SQLITE_BUSY && code != SQLITE_LOCKED) {
    return failure(database_.get());
  }
  database_.reset();
  return Status::ok();
}

// On a full disk this often works: the pages of the transaction that was rolled back are free.
void TableStore::mark_failed(std::uint64_t lost_events) {
  if (database_ == nullptr) return;
  sqlite3* const database = database_.get();
  statements_ = {};
  if (sqlite3_get_autocommit(database) == 0) (void)execute(database, "ROLLBACK");
  const std::string marks =
      "BEGIN IMMEDIATE;"
      "INSERT INTO meta (name, value) VALUES ('lost_events', '" +
      std::to_string(lost_events) +
      "') ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;"
      "UPDATE search SET status = 'failed', lower = NULL, upper = NULL WHERE id > " +
      std::to_string(last_.search) +
      ";"
      "DELETE FROM meta WHERE name = 'recording';"
      "COMMIT";
  if (!execute(database, marks.c_str())) {
    if (sqlite3_get_autocommit(database) == 0) (void)execute(database, "ROLLBACK");
  } else {
    (void)execute(database, "PRAGMA journal_mode=DELETE");
  }
  database_.reset();
}

}  // namespace plytrace::writer

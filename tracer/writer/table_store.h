// SPDX-License-Identifier: MIT
//
// TableStore inserts batches into the tables of a trace through SQL, row by row. It appends to
// traces, works where a place has no locks for the page writer, and is the tests' reference for it.
// Thread rule: as TraceStore.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tracer/digest_book.h"
#include "tracer/trace_store.h"
#include "tracer/writer/batch_table.h"
#include "tracer/writer/database.h"
#include "tracer/writer/search_tables.h"

namespace plytrace::writer {

class TableStore final : public TraceStore {
 public:
  explicit TableStore(Database database) : database_(std::move(database)) {}

  // Must run first.
  Status open(const LastIds& last, std::vector<MoveEntry> moves);

  LastIds last_ids() const override { return last_; }
  std::vector<MoveEntry> moves() const override { return moves_; }
  Status write_moves(const std::vector<MoveEntry>& entries) override;
  Status write(const Batch& batch) override;
  Status write_plies(const std::vector<PlySummaryRow>& rows) override;
  Result<bool> commit() override;
  Status finish(double seconds_waited) override;
  bool is_in_place() const override;
  bool mark_failed(std::uint64_t lost_events) override;

 private:
  enum Sql : std::size_t {
    kBegin,
    kCommit,
    kCloseNode,
    kCredit,
    kExclude,
    kNodes,
    kEvents,  // one for each of format::EventRows
    kSqlCount = kEvents + format::kEventTables
  };
  static std::string sql_of(std::size_t sql);

  Row row(std::size_t sql) { return Row(statements_[sql].get()); }
  void close();
  Status begin();
  Status end_transaction();
  Status write_closing(const Closing&);

  Database database_;
  BatchSource source_;
  DigestBook digests_;
  SearchTables tables_;
  std::array<Statement, kSqlCount> statements_;
  LastIds last_;
  std::vector<MoveEntry> moves_;
  bool in_transaction_ = false;
};

}  // namespace plytrace::writer

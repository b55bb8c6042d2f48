// SPDX-License-Identifier: MIT
//
// PageStore encodes the pages of nodes and events itself, as SQLite would, some six times as fast;
// the small tables go through SQL. The rows equal those of table_store.h. The file is a plain
// SQLite file in rollback-journal mode: a program that opens it during the recording, or after a
// kill, sees the state of the last checkpoint. Thread rule: as TraceStore.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "tracer/digest_book.h"
#include "tracer/trace_store.h"
#include "tracer/writer/database.h"
#include "tracer/writer/pages/event_encoder.h"
#include "tracer/writer/pages/node_pages.h"
#include "tracer/writer/pages/page_vfs.h"
#include "tracer/writer/search_tables.h"

namespace plytrace::writer {

class PageStore final : public TraceStore {
 public:
  explicit PageStore(std::string path) : path_(std::move(path)) {}
  ~PageStore() override;

  // Must run first, on a trace without searches that no other program has open. An environment
  // error if the file or its place does not allow page writing; the file is then unchanged.
  Status open();

  LastIds last_ids() const override { return {}; }
  std::vector<MoveEntry> moves() const override { return {}; }
  Status write_moves(const std::vector<MoveEntry>& entries) override;
  Status write(const Batch& batch) override;
  Status write_plies(const std::vector<PlySummaryRow>& rows) override;
  Result<bool> commit() override;
  Status finish(double seconds_waited) override;
  bool is_in_place() const override;
  bool mark_failed(std::uint64_t lost_events) override;

 private:
  // Rows of the small tables, which the next commit writes in one transaction of SQLite: a
  // transaction for the rows of each chunk took a third of the writer's time for small searches.
  struct SmallRows {
    std::vector<MoveEntry> moves;
    std::vector<RareRow> rare;
    std::vector<PlySummaryRow> plies;
  };
  struct EventTable {
    TablePages pages;
    std::uint32_t required;  // columns that are never NULL, one bit each
  };
  template <class Row, bool kIsDigested>
  using EncoderOf = EventEncoder<Row, HashIf<Row, kIsDigested>>;
  template <bool kIsDigested>
  using EventEncoders =
      std::tuple<EncoderOf<BoundUpdateRow, kIsDigested>, EncoderOf<CutoffRow, kIsDigested>,
                 EncoderOf<TableStoreRow, kIsDigested>, EncoderOf<TableProbeRow, kIsDigested>>;

  Status open_database();
  template <class Row>
  Status add_event_table();
  template <class Work>
  Status in_transaction(const Work& work);
  Status write_small_rows();
  template <bool kIsDigested>
  void write_events();
  template <class Row, bool kIsDigested>
  void write_event(std::size_t index);
  template <class Row, class Hash>
  bool write_common_event(EventTable& table, const EventRecord& event, std::int64_t id, Hash& hash);
  template <class Row, class Hash>
  void write_rare_event(EventTable& table, std::size_t index, std::int64_t id, Hash& hash);
  void show();
  void close();

  const std::string path_;
  PageVfs vfs_;
  Database database_;
  BatchSource source_;
  DigestBook digests_;
  SearchTables tables_;
  SmallRows small_;
  std::optional<NodePages> nodes_;
  std::vector<EventTable> events_;  // indexed by EventType
  Record record_;
  std::tuple<EventEncoders<true>, EventEncoders<false>> event_encoders_;
  Status status_;
};

}  // namespace plytrace::writer

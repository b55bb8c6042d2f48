// SPDX-License-Identifier: MIT
//
// ReplacingStore writes a new trace in place of an old file. The old file stays until the first
// batch comes, so that an earlier failure (a full disk, an unreadable first line) leaves it
// unchanged. The new trace is made beside it and takes its place by a rename. Errors: make() as
// create_trace. Thread rule: as TraceStore.
#pragma once

#include <memory>
#include <string>

#include "tracer/trace_writer.h"

namespace plytrace {

class ReplacingStore final : public TraceStore {
 public:
  static Result<std::unique_ptr<TraceStore>> make(const std::string& path, WriterKind writer);
  ReplacingStore(std::string path, std::string beside, WriterKind writer)
      : path_(std::move(path)), beside_(std::move(beside)), writer_(writer) {}
  ~ReplacingStore() override;

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
  // Renames the new trace to the path of the old file, once.
  Status take_place();

  const std::string path_;
  std::string beside_;  // path of the new trace until it is renamed; then ""
  const WriterKind writer_;
  std::unique_ptr<TraceStore> store_;  // null until the rename
};

}  // namespace plytrace

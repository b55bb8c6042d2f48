// SPDX-License-Identifier: MIT
//
// A new trace in the place of an old file, which stays there until the first batch of the new one
// comes: what fails before (a full disk, a first line that is no event) leaves the old file as it
// was. The new trace is made whole beside it and takes its place in one step.
// Errors: make() as create_trace. Thread rule: as TraceStore.
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
  // Puts the new trace in the old one's place, once.
  Status take_place();

  const std::string path_;
  std::string beside_;  // the new trace until then; "" after it
  const WriterKind writer_;
  std::unique_ptr<TraceStore> store_;  // from then on
};

}  // namespace plytrace

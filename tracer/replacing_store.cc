// SPDX-License-Identifier: MIT
#include "tracer/replacing_store.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "tracer/destination.h"

namespace plytrace {

Result<std::unique_ptr<TraceStore>> ReplacingStore::make(const std::string& path,
                                                         WriterKind writer) {
  const std::string beside = path + "." + std::to_string(::getpid()) + ".new";
  remove_destination(beside);  // left by a killed process with our process id
  if (Status status = create_destination({.path = beside}); !status) return status;
  auto store = std::make_unique<ReplacingStore>(path, beside, writer);
  // The store is closed at once, because SQLite must not hold a file that is renamed.
  if (auto trace = create_trace(beside, writer); !trace) return trace.status();
  return std::unique_ptr<TraceStore>(std::move(store));
}

ReplacingStore::~ReplacingStore() {
  if (!beside_.empty()) remove_destination(beside_);
}

Status ReplacingStore::take_place() {
  if (store_ != nullptr) return Status::ok();
  // SQLite would roll the old file's journals back into the new file.
  remove_journals(path_);
  std::error_code error;
  std::filesystem::rename(beside_, path_, error);
  if (error) return Status::environment("cannot replace the old file: " + error.message());
  beside_.clear();
  auto trace = continue_created_trace(path_, writer_);
  if (!trace) return trace.status();
  store_ = std::move(*trace);
  return Status::ok();
}

Status ReplacingStore::write_moves(const std::vector<MoveEntry>& entries) {
  const Status status = take_place();
  return status.is_ok() ? store_->write_moves(entries) : status;
}

Status ReplacingStore::write(const Batch& batch) {
  const Status status = take_place();
  return status.is_ok() ? store_->write(batch) : status;
}

Status ReplacingStore::write_plies(const std::vector<PlySummaryRow>& rows) {
  const Status status = take_place();
  return status.is_ok() ? store_->write_plies(rows) : status;
}

Result<bool> ReplacingStore::commit() {
  // There are no rows yet, so the old file stays.
  if (store_ == nullptr) return true;
  return store_->commit();
}

Status ReplacingStore::finish(double seconds_waited) {
  const Status status = take_place();
  return status.is_ok() ? store_->finish(seconds_waited) : status;
}

bool ReplacingStore::is_in_place() const { return store_ == nullptr || store_->is_in_place(); }

bool ReplacingStore::mark_failed(std::uint64_t lost_events) {
  return store_ != nullptr && store_->mark_failed(lost_events);
}

}  // namespace plytrace

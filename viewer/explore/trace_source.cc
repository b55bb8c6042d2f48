// SPDX-License-Identifier: MIT
#include "viewer/explore/trace_source.h"

#include "viewer/verify/game/move_notation.h"

namespace plytrace::explore {

Result<TraceReader> TraceSource::open_again(const std::string& file, bool names_moves) {
  auto reader = TraceReader::open(file);
  if (reader) reader->tell_positions(std::make_shared<verify::NodePositions>());
  if (reader && names_moves) reader->name_moves(std::make_shared<verify::GameMoveNotation>());
  return reader;
}

TraceSource::Identity TraceSource::identity() const {
  struct stat found {};
  if (stat(file_.c_str(), &found) != 0) return {};
  return {found.st_dev, found.st_ino, found.st_size,
          found.st_mtim.tv_sec * std::int64_t{1'000'000'000} + found.st_mtim.tv_nsec};
}

Result<const TraceReader*> TraceSource::open() {
  if (in_use_) return &*reader_;
  const Identity now = identity();
  in_use_ = reader_ && now == opened_ && reader_->status().is_ok();
  if (in_use_) return &*reader_;
  reader_.reset();
  auto opened = open_again(file_, names_moves_);
  if (!opened) return opened.status();
  reader_.emplace(std::move(*opened));
  reader_->keep_pages(kept_bytes_);
  opened_ = now;
  searches_.clear();
  const TraceReader::Snapshot snapshot(*reader_);
  for (SearchRow& search : reader_->searches()) {
    std::vector<PassRow> passes = reader_->passes(search.id);
    searches_.push_back({std::move(search), std::move(passes)});
  }
  if (!reader_->status().is_ok()) return reader_->status();
  in_use_ = true;
  return &*reader_;
}

void TraceSource::let_go() {
  in_use_ = false;
  if (reader_ && reader_->file().recording) reader_.reset();
}

}  // namespace plytrace::explore

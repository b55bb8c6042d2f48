// SPDX-License-Identifier: MIT
//
// Sorts more records than fit into memory: sorted runs go to a temporary file and are merged when
// they are visited. Records are trivially copyable and have operator<; equal records come in any
// order.
//
//   ExternalSort<Visit> visits(64 << 20);
//   for (...) if (Status status = visits.add(visit); !status) return status;
//   Status status = visits.for_each_sorted([&](const Visit& visit) { ... });
//
// Memory: the given number of bytes, or 4 KB per run if that is more. The file is in TMPDIR
// (default /tmp), has no name, and so disappears with the process; it is created only if memory
// does not suffice. Errors: missing folder, full disk (environment). Thread rule: one thread an
// object.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/status.h"

namespace plytrace {

// A file without a name; it is appended to and read at any offset.
class TemporaryFile {
 public:
  static Result<TemporaryFile> make();
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  ~TemporaryFile();
  std::uint64_t size() const { return size_; }
  Status append(const void* bytes, std::size_t count);
  Status read(std::uint64_t offset, void* bytes, std::size_t count) const;

 private:
  TemporaryFile(int file, std::string folder) : file_(file), folder_(std::move(folder)) {}
  Status failed(const char* what) const;
  int file_ = -1;
  std::uint64_t size_ = 0;
  std::string folder_;
};

template <class Record>
class ExternalSort {
  static_assert(std::is_trivially_copyable_v<Record>);

 public:
  explicit ExternalSort(std::size_t memory)
      : memory_(memory), most_(std::max<std::size_t>(memory / sizeof(Record), 16)) {}

  Status add(const Record& record) {
    // Reserve everything at once: growing would copy and need twice the memory.
    if (records_.empty()) records_.reserve(most_);
    if (records_.size() == most_) {
      if (Status status = spill(); !status) return status;
    }
    records_.push_back(record);
    return Status::ok();
  }

  // Calls visit(record) for each record in ascending order, until visit returns false. No record
  // can be added afterwards.
  template <class Visit>
  Status for_each_sorted(const Visit& visit) {
    if (file_ && !records_.empty()) {
      if (Status status = spill(); !status) return status;
    }
    if (file_) return merge(visit);
    std::sort(records_.begin(), records_.end());
    for (const Record& record : records_) {
      if (!visit(record)) break;
    }
    return Status::ok();
  }

  // The number of bytes written to the file.
  std::uint64_t spilled() const { return file_ ? file_->size() : 0; }

 private:
  // A sorted run, of which a part is in memory.
  struct Run {
    std::uint64_t offset = 0, left = 0;  // offset and number of records still in the file
    std::vector<Record> records;
    std::size_t at = 0;
    const Record& front() const { return records[at]; }
  };

  Status spill() {
    if (!file_) {
      auto file = TemporaryFile::make();
      if (!file) return file.status();
      file_ = std::make_unique<TemporaryFile>(std::move(*file));
    }
    std::sort(records_.begin(), records_.end());
    runs_.push_back({file_->size(), records_.size(), {}, 0});
    Status status = file_->append(records_.data(), records_.size() * sizeof(Record));
    records_.clear();
    return status;
  }

  // Reads the next records of a run; none at its end.
  Status refill(Run& run) {
    const std::size_t share = std::max<std::size_t>(memory_ / runs_.size(), 4096) / sizeof(Record);
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(share, run.left));
    run.records.resize(count);
    run.at = 0;
    if (count == 0) return Status::ok();
    const std::size_t bytes = count * sizeof(Record);
    const std::uint64_t offset = run.offset;
    run.offset += bytes;
    run.left -= count;
    return file_->read(offset, run.records.data(), bytes);
  }

  template <class Visit>
  Status merge(const Visit& visit) {
    std::vector<Record>().swap(records_);
    // The run with the smallest record is on top of the heap.
    const auto later = [](const Run* a, const Run* b) { return b->front() < a->front(); };
    std::vector<Run*> heap;
    for (Run& run : runs_) {
      if (Status status = refill(run); !status) return status;
      heap.push_back(&run);
    }
    std::make_heap(heap.begin(), heap.end(), later);
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), later);
      Run& run = *heap.back();
      if (!visit(run.front())) return Status::ok();
      if (++run.at == run.records.size()) {
        if (Status status = refill(run); !status) return status;
      }
      if (run.records.empty()) {
        heap.pop_back();
      } else {
        std::push_heap(heap.begin(), heap.end(), later);
      }
    }
    return Status::ok();
  }

  const std::size_t memory_, most_;
  std::vector<Record> records_;
  std::vector<Run> runs_;
  std::unique_ptr<TemporaryFile> file_;
};

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// Sorts more records than fit into memory: sorted runs go to a temporary file and are merged when
// they are visited. Records are trivially copyable and have operator<; equal records come in any
// order.
//
//   ExternalSort<Visit> visits(64 << 20);
//   for (...) visits.add(visit);
//   visits.for_each_sorted([&](const Visit& visit) { ... });
//
// Memory: the given number of bytes, or 4 KB per run if that is more. The file is in TMPDIR
// (default /tmp), has no name, and so disappears with the process; it is created only if memory
// does not suffice. Errors: Failure (environment), for a missing folder or a full disk. Thread
// rule: one thread an object.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/status.h"

namespace plytrace {

// A file without a name; it is appended to and read at any offset.
class TemporaryFile {
 public:
  TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();
  std::uint64_t size() const { return size_; }
  void append(const void* bytes, std::size_t count);
  void read(std::uint64_t offset, void* bytes, std::size_t count) const;

 private:
  Failure failed(const char* what) const;
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

  void add(const Record& record) {
    // Reserve everything at once: growing would copy and need twice the memory.
    if (records_.empty()) records_.reserve(most_);
    if (records_.size() == most_) spill();
    records_.push_back(record);
  }

  // Calls visit(record) for each record in ascending order, until visit returns false. No record
  // can be added afterwards.
  template <class Visit>
  void for_each_sorted(const Visit& visit) {
    if (file_ && !records_.empty()) spill();
    if (file_) return merge(visit);
    std::sort(records_.begin(), records_.end());
    for (const Record& record : records_) {
      if (!visit(record)) break;
    }
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

  void spill() {
    if (!file_) file_.emplace();
    std::sort(records_.begin(), records_.end());
    runs_.push_back({file_->size(), records_.size(), {}, 0});
    file_->append(records_.data(), records_.size() * sizeof(Record));
    records_.clear();
  }

  // Reads the next records of a run; none at its end.
  void refill(Run& run) {
    const std::size_t share = std::max<std::size_t>(memory_ / runs_.size(), 4096) / sizeof(Record);
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(share, run.left));
    run.records.resize(count);
    run.at = 0;
    if (count == 0) return;
    const std::size_t bytes = count * sizeof(Record);
    file_->read(run.offset, run.records.data(), bytes);
    run.offset += bytes;
    run.left -= count;
  }

  template <class Visit>
  void merge(const Visit& visit) {
    std::vector<Record>().swap(records_);
    // The run with the smallest record is on top of the heap.
    const auto later = [](const Run* a, const Run* b) { return b->front() < a->front(); };
    std::vector<Run*> heap;
    for (Run& run : runs_) {
      refill(run);
      heap.push_back(&run);
    }
    std::make_heap(heap.begin(), heap.end(), later);
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), later);
      Run& run = *heap.back();
      if (!visit(run.front())) return;
      if (++run.at == run.records.size()) refill(run);
      if (run.records.empty()) {
        heap.pop_back();
      } else {
        std::push_heap(heap.begin(), heap.end(), later);
      }
    }
  }

  const std::size_t memory_, most_;
  std::vector<Record> records_;
  std::vector<Run> runs_;
  std::optional<TemporaryFile> file_;
};

}  // namespace plytrace

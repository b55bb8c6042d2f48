// SPDX-License-Identifier: MIT
//
// A trace that the explorer shows, as it is now: a growing one is opened anew for each request and
// closed after it, so that its recorder can finish the file; one that stands still is kept open.
// Thread rule: one thread an object.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace::explore {

struct SearchPasses {
  SearchRow search;
  std::vector<PassRow> passes;
};

class TraceSource {
 public:
  // Keeps so many bytes of what was read.
  TraceSource(std::string file, std::int64_t kept_bytes)
      : file_(std::move(file)), kept_bytes_(kept_bytes) {}

  const std::string& file() const { return file_; }
  // Opens it where it is not open, or is another file by now; within one request it stays the same.
  Result<const TraceReader*> open();
  // All of its searches, while it is open.
  const std::vector<SearchPasses>& searches() const { return searches_; }
  // A request has been answered.
  void let_go();

 private:
  struct Identity {
    dev_t device = 0;
    ino_t number = 0;
    off_t bytes = 0;
    std::int64_t changed = 0;
    bool operator==(const Identity&) const = default;
  };
  Identity identity() const;

  std::string file_;
  std::int64_t kept_bytes_;
  Identity opened_;
  bool in_use_ = false;
  std::optional<TraceReader> reader_;
  std::vector<SearchPasses> searches_;
};

}  // namespace plytrace::explore

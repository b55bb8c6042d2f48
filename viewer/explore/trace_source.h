// SPDX-License-Identifier: MIT
//
// One trace of the explorer, in its current state. A growing trace is opened for each request and
// closed after it, so that its recorder can finish the file; a finished one stays open. Thread
// rule: each object belongs to one thread.
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
  // `kept_bytes` is the size of the page cache. `names_moves`: in the game's notation for people.
  TraceSource(std::string file, std::int64_t kept_bytes, bool names_moves = false)
      : file_(std::move(file)), kept_bytes_(kept_bytes), names_moves_(names_moves) {}

  const std::string& file() const { return file_; }
  bool names_moves() const { return names_moves_; }
  // A reader of its own for long work. Names moves as the sources do.
  static Result<TraceReader> open_again(const std::string& file, bool names_moves);
  // Opens the trace if it is not open or if the file was replaced; within one request it does not
  // change.
  Result<const TraceReader*> open();
  // All its searches; valid while it is open.
  const std::vector<SearchPasses>& searches() const { return searches_; }
  // Call this after each request.
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
  bool names_moves_;
  Identity opened_;
  bool in_use_ = false;
  std::optional<TraceReader> reader_;
  std::vector<SearchPasses> searches_;
};

}  // namespace plytrace::explore

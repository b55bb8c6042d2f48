// SPDX-License-Identifier: MIT
//
// Shared by the tests of the recorder: starting a recording, recording an artificial search,
// counting.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "tests/test_support.h"
#include "tests/tracer/random_search.h"
#include "tracer/recorder.h"
#include "tracer/recording.h"

namespace plytrace::test {

inline std::unique_ptr<Recording> start(const Destination& destination,
                                        const RecordingOptions& options = {}) {
  auto recording = Recording::start(destination, options);
  EXPECT_TRUE(recording.is_ok()) << recording.status().message();
  return std::move(*recording);
}

struct MadeUp {
  int depth = 5;
  unsigned branching = 4;
  std::uint64_t seed = 1;
  int passes = 1;
  Score unit = 1;  // scores are multiples of it
};

// Runs an artificial search, from begin to end, into a sink; returns what it emitted.
template <class O>
Emitted emit(O& observer, EventSink& sink, const MadeUp& what) {
  RandomSearch<O> search(observer, what.branching, what.seed, what.unit);
  sink.begin_search(search.declaration(what.depth));
  Emitted total;
  for (int i = 0; i < what.passes; ++i) total += search.run(what.depth);
  sink.end_search(search.end(total));
  return total;
}

inline Emitted record(Recording& recording, const MadeUp& what,
                      const RecorderOptions& options = {}) {
  const auto recorder = recording.add_stream(options);
  SinkObserver observer(*recorder);
  return emit(observer, *recorder, what);
}

// Records an artificial search into a complete trace.
inline Emitted record_file(const Destination& destination, const MadeUp& what,
                           const RecorderOptions& options = {}) {
  const auto recording = start(destination);
  const Emitted emitted = record(*recording, what, options);
  const Status status = recording->finish();
  EXPECT_TRUE(status.is_ok()) << status.message();
  return emitted;
}

// The rows, of all tables that name a search, that only one of two traces has.
inline std::string different_rows(const std::string& one, const std::string& other) {
  std::string found;
  for (const std::string table : {"node", "bound_update", "cutoff", "move", "ply_summary"}) {
    const std::string a = "SELECT * FROM main." + table, b = "SELECT * FROM b." + table;
    const std::string count = sql_value(
        one, "ATTACH '" + other + "' AS b; SELECT (SELECT count(*) FROM (" + a + " EXCEPT " + b +
                 ")) + (SELECT count(*) FROM (" + b + " EXCEPT " + a + "))");
    if (count != "0") found += table + ": " + count + " ";
  }
  return found;
}

// The result of a query as a number; -1 for NULL or no row.
inline std::int64_t count(const std::string& file, const std::string& query) {
  const std::string value = sql_value(file, query);
  return value.empty() ? -1 : std::stoll(value);
}

inline std::int64_t whole(std::uint64_t number) { return static_cast<std::int64_t>(number); }

}  // namespace plytrace::test

// SPDX-License-Identifier: MIT
//
// Reads the rows of a search as if something else had been declared, to give a hint to an author
// whose thousands of findings come from one wrong declaration. It wraps a scan, so that the rules
// see the rows in that reading. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"

namespace plytrace::verify {

enum class OtherReading : std::uint8_t {
  kFailHard,
  kFailSoft,
  kFailMixed,         // soft at one end of the window, hard at the other: not declared
  kTurnedScores,      // scores of MIN nodes have the opposite sign
  kAlternatingSides,  // all nodes were reported with one side to move
  kAlternatingTurned,
  kNullMoves,     // null moves were reported as moves
  kReSearches,    // re-searches were reported as moves
  kDepthUpwards,  // depth counts from the root, not to the horizon
  kUntoldBounds,  // a node narrowed its window to that of a child without an event
  kCount
};

// The hint for `findings` findings in this reading, such as "fail = hard was meant".
std::string meant_by(OtherReading reading, const SearchRow& search, std::uint64_t findings);

// Whether this reading is worth a trial, because it would change something.
bool is_worth_a_trial(OtherReading reading, const Facts& facts, bool met_min);

// Changes the facts that the rules use to that reading.
void reread(OtherReading reading, Facts& facts);

// Evidence in the rows for a reading: a bug may also produce rows that break no rule in another
// reading. Without such evidence a reading is no hint.
struct ReadingEvidence {
  std::uint64_t rows_for = 0, rows_against = 0;
};
bool is_supported(OtherReading reading, const ReadingEvidence& evidence);

// Wraps `scan` to return its rows in that reading. `depths`: depths of the passes, by root. The
// scan adds to `evidence` while it is read.
std::unique_ptr<TraceScan> reread(OtherReading reading, std::unique_ptr<TraceScan> scan,
                                  const TraceReader& reader,
                                  std::map<std::int64_t, std::int64_t> depths,
                                  ReadingEvidence& evidence);

}  // namespace plytrace::verify

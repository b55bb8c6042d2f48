// SPDX-License-Identifier: MIT
//
// Reads the rows of a search as if something else had been declared: a hint for somebody whose
// thousands of findings come from one wrong declaration. A scan is wrapped, so that the rules see
// the rows in that reading. Thread rule: one thread an object.
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
  kTurnedScores,      // those of MIN nodes have the other sign
  kAlternatingSides,  // told as one side throughout
  kAlternatingTurned,
  kNullMoves,     // told as moves
  kReSearches,    // told as moves
  kDepthUpwards,  // counted from the root, not to the horizon
  kUntoldBounds,  // a node narrowed its window to that of a child, and did not say so
  kCount
};

// The reading in words, for a hint about `findings` findings: "fail = hard was meant".
std::string meant_by(OtherReading reading, const SearchRow& search, std::uint64_t findings);

// Whether that reading is worth a trial: it would change something.
bool is_worth_a_trial(OtherReading reading, const Facts& facts, bool met_min);

// The facts that the rules ask for, in that reading.
void reread(OtherReading reading, Facts& facts);

// What the rows themselves say for a reading: a bug may give rows that break no rule in another
// reading, and only in that one. Without such rows a reading is no hint.
struct ReadingEvidence {
  std::uint64_t rows_for = 0, rows_against = 0;
};
bool is_supported(OtherReading reading, const ReadingEvidence& evidence);

// The rows of `scan` in that reading. `depths`: of the passes, by root. `evidence` is added to
// while the scan is read.
std::unique_ptr<TraceScan> reread(OtherReading reading, std::unique_ptr<TraceScan> scan,
                                  const TraceReader& reader,
                                  std::map<std::int64_t, std::int64_t> depths,
                                  ReadingEvidence& evidence);

}  // namespace plytrace::verify

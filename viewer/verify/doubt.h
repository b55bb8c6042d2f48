// SPDX-License-Identifier: MIT
//
// What is in doubt about a node: a part that is missing, or that has a finding already. Rules that
// need this part are then silent (RuleInfo::silent_after, applied by the ledger), so that one fault
// gives one finding and missing rows contradict nothing. Thread rule: plain values.
#pragma once

#include <cstdint>

namespace plytrace::verify {

using Doubts = std::uint32_t;
enum Doubt : Doubts {
  // Missing.
  kDoubtRows = 1 << 0,        // rows below it are missing
  kDoubtEvents = 1 << 1,      // one of its events may have been lost with another node
  kDoubtUnrecorded = 1 << 2,  // nodes below it were visited and not recorded
  kDoubtSkipped = 1 << 3,     // the number of moves skipped by a cutoff is unknown
  kDoubtProof = 1 << 15,      // nodes below it were not recorded, or have no value
  // Parts that have a finding already, so that its consequences give no further findings.
  kDoubtRow = 1 << 4,     // a column that replay or a convention refutes; its claim is trusted
  kDoubtRange = 1 << 5,   // the id range of its subtree
  kDoubtWindow = 1 << 6,  // the window on entry: `entry` then covers the stored and the right one
  kDoubtInversion = 1 << 7,     // alpha above beta, in its window or in one that it passed down
  kDoubtUpdate = 1 << 8,        // a bound update
  kDoubtCut = 1 << 9,           // a cutoff
  kDoubtAfterCut = 1 << 10,     // a child entered after its cutoff
  kDoubtMissedCut = 1 << 11,    // it continued although it should have cut (a finding or a warning)
  kDoubtUntoldBound = 1 << 12,  // a bound that no update explains
  kDoubtTable = 1 << 13,        // a table answer that does not follow from the entry
  kDoubtStore = 1 << 14,        // what it stored in the table
};

// The doubts that make the list of its children uncertain.
inline constexpr Doubts kDoubtList = kDoubtRows | kDoubtEvents | kDoubtUnrecorded;

// The node that a rule examines.
struct Subject {
  std::int64_t node = 0;  // 0 = none
  Doubts doubts = 0;

  Subject(std::int64_t id) : node(id) {}  // NOLINT: a node without doubts
  Subject(std::int64_t id, Doubts what) : node(id), doubts(what) {}
};

}  // namespace plytrace::verify

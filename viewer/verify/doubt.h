// SPDX-License-Identifier: MIT
//
// What is in doubt about a node: a part of it that is missing, or that was blamed already. Rules
// that ask for that part are silent then (RuleInfo::silent_after, applied by the ledger), so that
// one fault is one finding, and what is not there contradicts nothing. Thread rule: plain values.
#pragma once

#include <cstdint>

namespace plytrace::verify {

using Doubts = std::uint32_t;
enum Doubt : Doubts {
  // Missing.
  kDoubtRows = 1 << 0,        // rows below it are not there
  kDoubtEvents = 1 << 1,      // an event of it may have been lost to another node
  kDoubtUnrecorded = 1 << 2,  // nodes below it were visited and not recorded
  kDoubtSkipped = 1 << 3,     // how many moves a cutoff skipped is not known
  kDoubtProof = 1 << 15,      // what lies below it was not recorded, or has no value
  // Blamed, so that what follows from it is not blamed again.
  kDoubtRow = 1 << 4,        // a column, by the replay or the convention: its claim is trusted
  kDoubtRange = 1 << 5,      // its id range
  kDoubtWindow = 1 << 6,     // the window on entry: `entry` then holds the stored and the right one
  kDoubtInversion = 1 << 7,  // alpha above beta, of it or of what it handed down
  kDoubtUpdate = 1 << 8,     // a bound update
  kDoubtCut = 1 << 9,        // a cutoff
  kDoubtAfterCut = 1 << 10,  // a child after its cutoff
  kDoubtMissedCut = 1 << 11,    // that it went on, as a finding or a warning
  kDoubtUntoldBound = 1 << 12,  // a bound that no update explains
  kDoubtTable = 1 << 13,        // its answer, which does not follow from the entry
  kDoubtStore = 1 << 14,        // what it stored
};

// What makes the list of its children uncertain.
inline constexpr Doubts kDoubtList = kDoubtRows | kDoubtEvents | kDoubtUnrecorded;

// Whom a rule speaks of.
struct Subject {
  std::int64_t node = 0;  // 0 = none
  Doubts doubts = 0;

  Subject(std::int64_t id) : node(id) {}  // NOLINT: a node that nothing is known to be wrong of
  Subject(std::int64_t id, Doubts what) : node(id), doubts(what) {}
};

}  // namespace plytrace::verify

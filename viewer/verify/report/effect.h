// SPDX-License-Identifier: MIT
//
// What a finding alone did to the value of the root (what all do together: mended.h). From the node
// that is blamed the walk goes up, and through the table to whoever read its entry, with the
// interval in which the right value lies: a parent whose value would be the same ends it. Point
// look-ups; memory grows with the used probes. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/report/verify_report.h"
#include "viewer/verify/whole_file.h"

namespace plytrace::verify {

class EffectFinder {
 public:
  // `roots`: of the passes that the claim of the search rests on. `readers` outlives this.
  EffectFinder(const TraceReader& reader, const Facts& facts,
               const std::vector<std::int64_t>& roots, const WholeFile::Readers& readers);

  // Fills effect and chain.
  void find(Finding& finding) const;

 private:
  struct Place {
    std::int64_t node = 0;
    Interval right;  // where its right value lies, MAX's view
    std::size_t from = 0;
    bool by_table = false;
  };

  // The two best of some numbers, each of a child.
  struct BestTwo {
    std::int64_t child = 0;  // who has the first
    Score first = -kInfinity, second = -kInfinity;

    void take(std::int64_t of, Score number);
    Score without(std::int64_t of) const { return child == of ? second : first; }
  };
  // What the moves of a node claim, in its own view, as far as its children were looked at.
  struct BestMoves {
    Score own = -kInfinity;
    BestTwo lower, upper;
  };

  const BestMoves& best_moves_of(const NodeRow& parent) const;
  Interval best_of_others(const NodeRow& parent, std::int64_t without) const;
  Interval claim_of(const NodeRow& node) const;
  void find_at_root(Finding& finding) const;
  std::optional<Place> above(const NodeRow& node, const Interval& right) const;
  std::vector<std::int64_t> chain_to(const std::vector<Place>& places, std::size_t end) const;

  const TraceReader& reader_;
  const Facts& facts_;
  std::unordered_set<std::int64_t> roots_;
  const WholeFile::Readers& readers_;
  // Many findings have one parent. At most as many as places were walked to.
  mutable std::unordered_map<std::int64_t, BestMoves> best_moves_;
};

// Finds the effect of each finding alone, puts those first that changed the root from below it, and
// counts the findings of one rule and cause together. report.mended says what they do together.
// Keeps the first `most` in the list.
void rank_findings(VerifyReport& report, const EffectFinder& effects, std::size_t most);

}  // namespace plytrace::verify

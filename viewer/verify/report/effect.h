// SPDX-License-Identifier: MIT
//
// The effect of a single finding on the root value (for all together see mended.h). The walk goes
// from the faulty node up to its parents, and through the table to the nodes that used its entry,
// with the interval of the right value; it ends at a parent whose value would not change. Uses
// point look-ups; memory grows with the used probes. Thread rule: one thread an object.
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
  // `roots`: the roots of the passes that the claim of the search rests on. `readers` must outlive
  // this.
  EffectFinder(const TraceReader& reader, const Facts& facts,
               const std::vector<std::int64_t>& roots, const WholeFile::Readers& readers);

  // Sets effect and chain of the finding.
  void find(Finding& finding) const;

 private:
  struct Place {
    std::int64_t node = 0;
    Interval right;  // interval of its right value, from MAX's view
    std::size_t from = 0;
    bool by_table = false;
  };

  // The two best of the children's values.
  struct BestTwo {
    std::int64_t child = 0;  // the child with the best value
    Score first = -kInfinity, second = -kInfinity;

    void take(std::int64_t of, Score number);
    Score without(std::int64_t of) const { return child == of ? second : first; }
  };
  // The claims of a node's moves, from its own view, as far as its children were read.
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
  // Cached, because many findings share a parent. At most one entry per visited place.
  mutable std::unordered_map<std::int64_t, BestMoves> best_moves_;
};

// Finds the effect of each single finding, moves those first that changed the root from below it,
// and groups findings by rule and cause. Keeps the first `most` in the list. report.mended has the
// combined effect.
void rank_findings(VerifyReport& report, const EffectFinder& effects, std::size_t most);

}  // namespace plytrace::verify

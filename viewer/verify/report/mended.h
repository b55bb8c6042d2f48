// SPDX-License-Identifier: MIT
//
// What the root would be worth if findings were corrected: all of them, and those of each rule.
// Findings of one bug act together: each of two wrong leaves may change nothing alone, but both
// change the root. One scan in the order of the nodes: without corrections below, a node's own
// claim stands; otherwise its value follows from its searched children, as an interval. Memory:
// depth times sets of findings, and an entry for each corrected node whose table entry was used.
// Thread rule: one thread an object.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/report/common_traits.h"
#include "viewer/verify/report/verify_report.h"
#include "viewer/verify/scan/node_set.h"

namespace plytrace::verify {

class Mender {
 public:
  // `faults`: findings about nodes, in any order. `roots`: the roots of the passes that the claim
  // rests on. `used`: nodes whose table entries were used; must outlive this.
  Mender(const TraceReader& reader, const Facts& facts, std::vector<Fault> faults,
         const std::vector<std::int64_t>& roots, const NodeSet& used);

  bool has_work() const { return !faults_.empty(); }
  // Reads the nodes first..last; ranges come in ascending order.
  void run(std::int64_t first, std::int64_t last);
  // Call it after the last range. `claimed`: the claim of the search; an open end takes the roots'
  // claim. The set of all findings comes first; empty if no root was met.
  std::vector<MendedRoot> results(const Interval& claimed) const;

 private:
  static constexpr std::size_t kMostSets = CommonTraits::kMostSets;
  using Sets = std::uint32_t;  // one bit for each set of findings
  // The right interval for each set, followed by the interval that follows from the recorded rows.
  using Intervals = std::array<Interval, kMostSets + 1>;
  static constexpr std::size_t kAsRecorded = kMostSets;

  struct Set {
    std::optional<Rule> rule;  // nullopt: all findings
    std::uint64_t findings = 0;
  };

  // A node of the open path. `best` is in its own view, everything else in MAX's view.
  struct Open {
    NodeRow row;
    Intervals best, last_child, null_child, other_search;
    Sets changed = 0;       // sets that change a value below
    Sets null_changed = 0;  // sets that change the search below its null move
    bool has_children = false, has_last_child = false, has_other_search = false;
    std::optional<std::int64_t> last_move;
    std::int64_t moves = 0, given_up = 0;   // different searched moves; forward cutoffs
    bool left_moves = false;                // a cutoff skipped moves, or may have
    std::optional<Score> null_cut;          // value of a cutoff by its null move
    std::optional<std::int64_t> stored_by;  // node that stored the entry it used
    std::optional<Interval> entry;          // the claim of that entry
    bool is_answered = false;
    std::size_t faults = 0, faults_end = 0;
  };

  void choose_sets();
  Sets sets_of(const Fault& fault) const;
  void enter(const NodeRow& row);
  void note(const CutoffRow& row);
  void note(const TableProbeRow& row);
  Open* find(std::int64_t node);
  void leave();
  void deliver(Open& parent, const NodeRow& child, const Intervals& right, Sets changed) const;
  static void fold_last_child(Open& node);
  Intervals right_of(const Open& node, Sets& changed) const;
  bool is_entry_wrong(const Open& node, std::size_t set) const;
  Interval mended(const Open& node, std::size_t set, bool is_below) const;
  // The value from its children, in MAX's view.
  Interval from_children(const Open& node, std::size_t set, bool is_open) const;
  std::optional<Interval> claim_of(const NodeRow& row) const;
  Interval without_range(Interval interval) const;
  Effect effect_of(const Interval& mended, const Interval& claimed) const;

  const TraceReader& reader_;
  const Facts& facts_;
  std::vector<Fault> faults_;  // sorted by node
  std::unordered_set<std::int64_t> roots_;
  std::vector<Set> sets_;
  const NodeSet& used_;
  struct MendedEntry {
    Intervals right;
    Sets changed = 0;
  };
  // Keyed by the corrected node that stored the entry.
  std::unordered_map<std::int64_t, MendedEntry> entries_;
  CommonTraits traits_;
  std::vector<Open> path_;
  std::size_t next_fault_ = 0;
  bool met_root_ = false;
  Intervals of_roots_{};
  Interval claim_of_roots_;
};

}  // namespace plytrace::verify

// SPDX-License-Identifier: MIT
//
// What the root would be worth with findings mended: with all of them, and with those of each rule.
// Findings of one bug work together: two wrong leaves may each change nothing, and both the root.
// One scan in the order of the nodes: where nothing below a node is mended its own claim stands,
// elsewhere the value follows from its children as far as they were searched, as an interval.
// Memory: depth times sets of findings, and an entry for each mended node that the table answered
// from. Thread rule: one thread an object.
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
  // `faults`: of nodes, in any order. `roots`: of the passes that the claim of the search rests on.
  // `used`: nodes whose table entries were used; it outlives this.
  Mender(const TraceReader& reader, const Facts& facts, std::vector<Fault> faults,
         const std::vector<std::int64_t>& roots, const NodeSet& used);

  bool has_work() const { return !faults_.empty(); }
  // Reads the nodes first..last; the ranges come in ascending order.
  void run(std::int64_t first, std::int64_t last);
  // After the last range. `claimed`: by the search; an open end claims what the roots claim.
  // The set of all findings first; empty where no root was met.
  std::vector<MendedRoot> results(const Interval& claimed) const;

 private:
  static constexpr std::size_t kMostSets = CommonTraits::kMostSets;
  using Sets = std::uint32_t;  // a bit for each set of findings
  // For each set what is right, and behind them what follows from the rows as they stand.
  using Intervals = std::array<Interval, kMostSets + 1>;
  static constexpr std::size_t kAsRecorded = kMostSets;

  struct Set {
    std::optional<Rule> rule;  // none: all findings
    std::uint64_t findings = 0;
  };

  // A node of the open path. `best` is in its own view, all others are MAX's.
  struct Open {
    NodeRow row;
    Intervals best, last_child, null_child, other_search;
    Sets changed = 0;       // below it
    Sets null_changed = 0;  // the search below its null move
    bool has_children = false, has_last_child = false, has_other_search = false;
    std::optional<std::int64_t> last_move;
    std::int64_t moves = 0, given_up = 0;   // different ones that were searched; forward cutoffs
    bool left_moves = false;                // a cutoff skipped moves, or may have
    std::optional<Score> null_cut;          // the value of a cutoff by its null move
    std::optional<std::int64_t> stored_by;  // of the entry that answered or narrowed it
    std::optional<Interval> entry;          // what that entry claims
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
  // What its children give: MAX's view.
  Interval from_children(const Open& node, std::size_t set, bool is_open) const;
  std::optional<Interval> claim_of(const NodeRow& row) const;
  Interval without_range(Interval interval) const;
  Effect effect_of(const Interval& mended, const Interval& claimed) const;

  const TraceReader& reader_;
  const Facts& facts_;
  std::vector<Fault> faults_;  // by node
  std::unordered_set<std::int64_t> roots_;
  std::vector<Set> sets_;
  const NodeSet& used_;
  struct MendedEntry {
    Intervals right;
    Sets changed = 0;
  };
  std::unordered_map<std::int64_t, MendedEntry> entries_;  // of the origins that are mended
  CommonTraits traits_;
  std::vector<Open> path_;
  std::size_t next_fault_ = 0;
  bool met_root_ = false;
  Intervals of_roots_{};
  Interval claim_of_roots_;
};

}  // namespace plytrace::verify

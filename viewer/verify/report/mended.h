// SPDX-License-Identifier: MIT
//
// What the root would be worth if findings were corrected: all of them, those of each rule, and
// each of the first thousand alone. One scan in the order of the nodes. A node's own claim stands
// for a set of findings without one at the node or below it; otherwise its value follows from its
// searched children, as an interval that holds the value of the recorded tree, and that is the
// whole range of scores if nothing is known. RuleInfo::mending says what a finding leaves in doubt.
// Memory: the sets of findings below each open node, and an entry for each corrected node whose
// table entry was used. Thread rule: one thread an object.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
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
  // `faults`: all findings, in any order. `report`: has the first of them, and the roots of the
  // passes that the claim rests on. `used`: nodes whose table entries were used; must outlive this.
  Mender(const TraceReader& reader, const Facts& facts, const std::vector<Fault>& faults,
         const VerifyReport& report, const NodeSet& used);

  bool has_work() const { return !faults_.empty() && !roots_.empty(); }
  // Reads the nodes first..last; ranges come in ascending order.
  void run(std::int64_t first, std::int64_t last);
  // Call it after the last range: sets report.mended, and effect and chain of the first findings.
  void tell(VerifyReport& report);

 private:
  // All findings, those of each rule, then single ones.
  using SetId = std::uint32_t;
  static constexpr SetId kAsRecorded = std::numeric_limits<SetId>::max();
  static constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  static constexpr std::size_t kNoWay = std::numeric_limits<std::size_t>::max();

  struct Set {
    std::optional<Rule> rule;  // nullopt: all findings, or a single one
    std::uint64_t findings = 0;
    bool has_claim = false;  // also corrects the claim of the search
    bool is_lost = false;    // it is unknown which values change
    // The first node that changes.
    std::int64_t first = kLast;
  };
  struct SetFault {
    Fault fault;
    std::array<SetId, 3> sets;  // all findings, its rule, this one alone
    bool is_met = false;
  };

  // The value of a node if the findings of a set were corrected.
  struct Change {
    SetId set = 0;
    Interval right;          // in MAX's view
    bool is_outside = true;  // the value as recorded does not cover it
    bool is_no_move = false;
    bool is_unknown = false;   // a finding at the node itself says nothing about its value
    std::size_t way = kNoWay;  // to this node from a single finding
  };
  // A finished node or a table entry, in MAX's view.
  struct Result {
    Interval recorded;
    std::vector<Change> changes;  // sorted by set

    std::vector<Change>::iterator at(SetId set);
    Change* find(SetId set) {
      const auto found = at(set);
      return found != changes.end() && found->set == set ? &*found : nullptr;
    }
    const Change* find(SetId set) const { return const_cast<Result*>(this)->find(set); }
    const Interval& of(SetId set) const;
  };
  struct Child {
    NodeRow row;
    Result result;
    bool is_move = true;
  };
  struct UsedEntry {
    Result result;
    bool is_answer = false;
  };
  struct Entry {
    Result result;
    std::optional<Score> value;
  };
  // A node of the open path.
  struct Open {
    NodeRow row;
    std::vector<Child> children, others;  // others: null moves and probes
    std::vector<UsedEntry> entries;
    std::int64_t given_up = 0, skipped = 0;  // moves dropped by forward cutoffs, or skipped
    bool left_moves = false;                 // a cutoff skipped moves, or may have
    bool knows_skipped = true;
    bool is_unclear = false;          // it is unknown which search of a move counts
    std::optional<Interval> dropped;  // what forward cutoffs assume about their moves, own view
    std::optional<Score> other_cut;   // value of a cutoff by a null move and the like, own view
    std::size_t faults = 0, faults_end = 0;

    SideView view() const { return SideView{row.side == format::Side::kMin}; }
  };
  // A step of a single finding on its way to the root.
  struct Step {
    std::int64_t node = 0;
    std::size_t before = kNoWay;
  };
  using Mendings = std::uint32_t;  // a bit for each Mending

  void choose_sets(const VerifyReport& report);
  void enter(const NodeRow& row);
  void note(const CutoffRow& row);
  void note(const TableProbeRow& row);
  Open* find(std::int64_t node);
  void leave();
  void clamp(const NodeRow& root, Result& result) const;
  void lose(const Result& result);
  void deliver(Open& parent, const NodeRow& row, Result result) const;
  void supersede(Open& parent, Child& child) const;
  Result result_of(const Open& node);
  std::vector<SetId> touched(const Open& node) const;
  Mendings doubts_of(const Open& node, SetId set, bool of_set) const;
  std::size_t way_of(const Open& node, SetId set, bool is_own);
  bool is_changed_below(const Open& node, SetId set) const;
  bool still_cuts(const Open& node, SetId set) const;
  Interval mended(const Open& node, SetId set, Mendings own, const Interval& recorded) const;
  Interval of_leaf(const Open& node, SetId set, Mendings own) const;
  Interval from_children(const Open& node, SetId set, Mendings own) const;
  void open_list(const Open& node, std::int64_t moves, std::int64_t removed, Interval& value) const;
  std::optional<Interval> claim_of(const NodeRow& row) const;
  Interval root_of(SetId set) const;
  Interval loop_of(SetId set) const;
  Interval without_range(Interval interval) const;
  MendedRoot effect_of(SetId set) const;
  std::vector<std::int64_t> chain_of(SetId set) const;

  const TraceReader& reader_;
  const Facts& facts_;
  Interval claimed_;              // by the search
  std::vector<SetFault> faults_;  // sorted by node
  std::unordered_set<std::int64_t> roots_;
  std::vector<Set> sets_;
  std::size_t joint_ = 0;          // how many sets are not single findings
  std::vector<SetId> of_finding_;  // the set of each of the first findings; kAsRecorded: none
  const NodeSet& used_;
  std::unordered_map<std::int64_t, Entry> entries_;  // keyed by the corrected node that stored it
  std::unordered_set<std::int64_t> early_;  // nodes whose entries were used before they were left
  std::int64_t last_unknown_ = 0;           // the last node that used an entry of unknown origin
  CommonTraits traits_;
  std::vector<Open> path_;
  std::vector<Step> steps_;
  std::size_t next_fault_ = 0;
  std::vector<Child> of_roots_;
};

}  // namespace plytrace::verify

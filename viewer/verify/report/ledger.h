// SPDX-License-Identifier: MIT
//
// The ledger of a verification: findings, suspects, warnings, assumptions and counts of checked
// rows, per pass and in total. It alone decides whether a deviation refutes or is only suspect.
// Texts are made only for listed entries. Thread rule: one thread an object.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

// The text of a finding.
struct Words {
  std::string message, expected, actual;
};

// The node at which an assumption was made.
struct AssumedAt {
  std::int64_t node = 0;
  Assumption kind{};
  std::uint32_t count = 1;
};

class Ledger {
 public:
  Ledger(const TraceReader& reader, const Facts& facts, std::size_t max_listed)
      : reader_(reader), facts_(facts), max_listed_(max_listed) {}

  // Enables or disables a check; rules of a disabled check are not applied.
  void choose(Check check, bool on) { chosen_[static_cast<std::size_t>(check)] = on; }
  bool is_chosen(Check check) const { return chosen_[static_cast<std::size_t>(check)]; }

  // Sets the pass to which the following entries belong.
  void enter_pass(std::int64_t id);
  std::int64_t pass() const { return pass_; }

  // This many events were refused or unreadable: one of them may explain any deviation, so every
  // finding is only suspect.
  void doubt_all(std::int64_t refused_events);
  // Reports that a row breaks a rule. Returns true if it counts (as a finding or as suspect), and
  // false if the rule is silent about that node or its check is disabled. `needs`: replaces the
  // rule's own list of kinds of event that could explain the deviation.
  [[gnu::cold]] bool blame(Rule rule, Subject subject, const std::function<Words()>& words,
                           std::optional<CaptureMask> needs = {});
  bool is_blank() const {
    return report_.findings_total + report_.suspects_total + report_.warnings_total == 0;
  }
  bool has_findings() const { return report_.findings_total > 0; }
  // The replay's findings so far, and their retraction: removes those of the nodes first..last in
  // this pass, which turned out to follow from another fault. `counts`: their number, listed or
  // not.
  ReplayCounts replay_findings() const {
    // Called for each node, and most traces have no findings.
    return !has_findings() ? ReplayCounts{} : counted_replay_findings();
  }
  void retract_replay(std::int64_t first, std::int64_t last, const ReplayCounts& counts);
  // All findings about nodes, up to kMostFaults, listed or not, with the right value if known.
  std::vector<Fault> faults() const;
  // Sets the interval of the right value, from MAX's view, for a node that was just reported.
  void tell_right(std::int64_t node, const Interval& right);
  // Give up reading after this many findings and suspect rows.
  void give_up_after(std::uint64_t most) { most_ = most; }
  // Adds the entries of a ledger about later nodes of the current pass, which can_add() must allow.
  void add(Ledger&& later);
  // Whether the lists would be the same if the entries of `later` had been made here.
  bool can_add(const Ledger& later) const { return !later.has_retracted_; }
  bool has_given_up() const { return report_.findings_total + report_.suspects_total > most_; }
  [[gnu::cold]] void warn(Rule rule, Subject subject, const std::function<std::string()>& words);
  void assume(Assumption assumption, std::uint64_t count = 1);
  // Counts a table answer, assumed as `reduced`, whose probe required `plies` less depth than its
  // node had left.
  void note_shallow_answer(std::int64_t plies) {
    ++report_.shallow_answers;
    report_.plies_missing = std::max(report_.plies_missing, plies);
  }
  // Sets the node of the following assumptions.
  void at_node(std::int64_t node) { node_ = node; }
  // Returns all places of assumptions; empty if there were too many to keep.
  std::vector<AssumedAt> take_assumed() { return std::exchange(assumed_, {}); }
  // Counts a table answer that is for the same position only if the engine's keys tell positions
  // apart. This premise of the trace is reported, but is not an assumption.
  void trust_key() { ++report_.trusted_keys; }
  // Makes an assumption about a row that is no evidence for its own content: INCOMPLETE unless the
  // user accepts this kind. `missing`: the kinds of event that would have provided evidence.
  void assume_blindly(Assumption assumption, CaptureMask missing);
  // The assumptions that the user accepts by name.
  void accept(Flags assumptions) { accepted_ = assumptions; }
  // Adds a reason why the verdict can at best be INCOMPLETE. kInProof: so is the verdict for this
  // pass. kInSearch: the pass alone is not affected, but it does not prove the value of the search.
  // kBeside: no proof is affected.
  enum class Hole : std::uint8_t { kInProof, kInSearch, kBeside };
  [[gnu::cold]] void incomplete(const std::string& reason, Hole hole = Hole::kInProof);
  void incomplete_search(const std::string& reason) { incomplete(reason, Hole::kInSearch); }
  // Drops the reasons that only these passes gave: their proofs are not needed.
  void drop_reasons_of(const std::vector<std::int64_t>& passes);
  void count(Check check, std::uint64_t items = 1) { report_.check(check).items += items; }

  struct PassState {
    std::int64_t id = 0;
    bool refuted = false, incomplete = false;
    bool assumed = false;   // an assumption that the user did not accept by name
    bool has_hole = false;  // the proof of its root has a gap
  };
  bool has_hole(std::int64_t pass) const;
  bool has_assumed() const;  // true if any pass has one
  // Null if the pass has no entries.
  const PassState* state_of(std::int64_t pass) const;
  std::uint64_t blindly_assumed(Assumption assumption) const {
    return blindly_[static_cast<std::size_t>(assumption)];
  }
  bool has_blamed(Rule rule) const { return blamed_[static_cast<std::size_t>(rule)]; }
  VerifyReport& report() { return report_; }

  // The name of a node in messages: "MIN node /d/c (#17)".
  std::string name(const NodeRow& node) const;
  std::string path(std::int64_t node) const { return reader_.path(node); }
  std::string move_text(std::int64_t move) const { return reader_.move_text(move); }
  // The move of a node as the trace writes it.
  std::string written_move(std::int64_t node) const;
  // A child named by its move: "e (#18)".
  std::string child_name(std::int64_t id, std::int64_t move) const;

 private:
  PassState& state();
  void add(VerifyReport& later);
  void list_reason(const std::string& reason, std::int64_t pass);
  // The length of the list of findings. A trial lists nothing.
  std::size_t most_findings() const {
    return max_listed_ == 0 ? 0 : std::max(max_listed_, kMostRanked);
  }
  ReplayCounts counted_replay_findings() const;

  const TraceReader& reader_;
  const Facts& facts_;
  // The number of findings that are ranked; fewer are listed.
  static constexpr std::size_t kMostRanked = 1000;
  // 16 MB of places. If there are more, all are dropped, because a part would say nothing.
  static constexpr std::size_t kMostPlaces = 1'000'000;
  // The number of faults kept for the combined effect: 48 MB.
  static constexpr std::size_t kMostFaults = 1'000'000;
  std::size_t max_listed_;
  std::uint64_t most_ = std::numeric_limits<std::uint64_t>::max();
  std::array<bool, kCheckCount> chosen_{true, true, true, true};
  std::unordered_map<std::int64_t, PassState> passes_;
  PassState* current_ = nullptr;  // the last pass that was looked up
  std::array<bool, static_cast<std::size_t>(Rule::kRuleCount)> blamed_{};
  std::int64_t pass_ = 0;
  // The passes that gave each reason, in the order of report_.reasons; 0: none, or all.
  std::vector<std::vector<std::int64_t>> passes_of_reasons_;
  bool doubts_all_ = false;
  bool has_retracted_ = false;
  std::int64_t node_ = 0;
  std::vector<AssumedAt> assumed_;
  bool is_place_lost_ = false;
  Flags accepted_ = 0;
  std::array<std::uint64_t, static_cast<std::size_t>(Assumption::kCount)> blindly_{};
  std::vector<Fault> faults_;
  std::vector<std::pair<std::int64_t, Interval>> rights_;  // right values by node
  VerifyReport report_;
};

std::string window_text(Window window);
std::string interval_text(const Interval& interval);
// Formats a claim as "exactly 5" or ">= 5".
std::string claim_text(Score value, Bound bound);

}  // namespace plytrace::verify

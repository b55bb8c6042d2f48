// SPDX-License-Identifier: MIT
//
// The ledger of a verification: findings, suspects, warnings, assumptions, counts of what was
// checked, per pass and in total. It alone decides whether a deviation refutes or is only suspect.
// Texts are made only for the entries that are listed. Thread rule: one thread an object.
#pragma once

#include <algorithm>
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

// The words of one finding.
struct Words {
  std::string message, expected, actual;
};

// An assumption that was made at a node.
struct AssumedAt {
  std::int64_t node = 0;
  Assumption kind{};
  std::uint32_t count = 1;
};

class Ledger {
 public:
  Ledger(const TraceReader& reader, const Facts& facts, std::size_t max_listed)
      : reader_(reader), facts_(facts), max_listed_(max_listed) {}

  // Rules of a check that was not chosen are not applied.
  void choose(Check check, bool on) { chosen_[static_cast<std::size_t>(check)] = on; }
  bool is_chosen(Check check) const { return chosen_[static_cast<std::size_t>(check)]; }

  // The pass that entries belong to from now on.
  void enter_pass(std::int64_t id);
  std::int64_t pass() const { return pass_; }

  // So many events were refused or unreadable: whatever seems wrong, one of them may be missing
  // there, so that every finding is only suspect.
  void doubt_all(std::int64_t refused_events);
  // A row breaks a rule. True: it counts (as a finding, or as suspect); false where the rule is
  // silent about that node, or not chosen.
  // `needs`: where not all that the rule needs could explain this deviation.
  [[gnu::cold]] bool blame(Rule rule, Subject subject, const std::function<Words()>& words,
                           std::optional<CaptureMask> needs = {});
  bool has_findings() const { return report_.findings_total > 0; }
  // How many findings the replay has; to take back those of the nodes first..last in this pass,
  // which turned out to follow from another fault. `counts`: how many they are, listed or not.
  ReplayCounts replay_findings() const {
    // Asked at each node; most traces have none.
    return !has_findings() ? ReplayCounts{} : counted_replay_findings();
  }
  void retract_replay(std::int64_t first, std::int64_t last, const ReplayCounts& counts);
  // All findings of nodes, up to kMostFaults, listed or not, with what is right where it is known.
  std::vector<Fault> faults() const;
  // Where the right value of a node lies that was just blamed, MAX's view.
  void tell_right(std::int64_t node, const Interval& right);
  // More findings and suspect rows than this are not worth reading on for.
  void give_up_after(std::uint64_t most) { most_ = most; }
  bool has_given_up() const { return report_.findings_total + report_.suspects_total > most_; }
  [[gnu::cold]] void warn(Rule rule, Subject subject, const std::function<std::string()>& words);
  void assume(Assumption assumption, std::uint64_t count = 1);
  // A table answer, counted as `reduced`, whose probe asked for so many plies less than its node
  // had left.
  void note_shallow_answer(std::int64_t plies) {
    ++report_.shallow_answers;
    report_.plies_missing = std::max(report_.plies_missing, plies);
  }
  // Sets the node at which the next assumptions are made.
  void at_node(std::int64_t node) { node_ = node; }
  // All of them; empty where they are too many to be kept.
  std::vector<AssumedAt> take_assumed() { return std::exchange(assumed_, {}); }
  // A table answer is of the position that asked, as far as the engine's own keys tell positions
  // apart: a premise of the trace, which is said and not counted as an assumption.
  void trust_key() { ++report_.trusted_keys; }
  // The same for a row that is no evidence of what it says: INCOMPLETE unless this kind is
  // accepted. `missing`: the kinds of event that would have told.
  void assume_blindly(Assumption assumption, CaptureMask missing);
  // Assumptions that the user accepts by name.
  void accept(Flags assumptions) { accepted_ = assumptions; }
  // Why the verdict, of this pass and as a whole, can be INCOMPLETE at best. kBeside: what is
  // proven of the root is proven all the same.
  enum class Hole : std::uint8_t { kInProof, kBeside };
  [[gnu::cold]] void incomplete(const std::string& reason, Hole hole = Hole::kInProof);
  void count(Check check, std::uint64_t items = 1) { report_.check(check).items += items; }

  struct PassState {
    std::int64_t id = 0;
    bool refuted = false, incomplete = false;
    bool assumed = false;   // something that the user does not accept by name
    bool has_hole = false;  // what its root proves is not certain
  };
  bool has_hole(std::int64_t pass) const;
  bool has_assumed() const;  // in any pass
  // Null where nothing was said of the pass.
  const PassState* state_of(std::int64_t pass) const;
  std::uint64_t blindly_assumed(Assumption assumption) const {
    return blindly_[static_cast<std::size_t>(assumption)];
  }
  bool has_blamed(Rule rule) const { return blamed_[static_cast<std::size_t>(rule)]; }
  VerifyReport& report() { return report_; }

  // "MIN node /d/c (#17)", for messages.
  std::string name(const NodeRow& node) const;
  std::string path(std::int64_t node) const { return reader_.path(node); }
  std::string move_text(std::int64_t move) const { return reader_.move_text(move); }
  // "e (#18)": a child by its move.
  std::string child_name(std::int64_t id, std::int64_t move) const;

 private:
  PassState& state();
  ReplayCounts counted_replay_findings() const;

  const TraceReader& reader_;
  const Facts& facts_;
  // So many findings are kept to be ranked, more than are listed.
  static constexpr std::size_t kMostRanked = 1000;
  // 16 MB of places. Once full they are given up: a part of them would tell nothing.
  static constexpr std::size_t kMostPlaces = 1'000'000;
  // So many are kept to be mended together: 48 MB.
  static constexpr std::size_t kMostFaults = 1'000'000;
  std::size_t max_listed_;
  std::uint64_t most_ = std::numeric_limits<std::uint64_t>::max();
  std::array<bool, kCheckCount> chosen_{true, true, true, true};
  std::unordered_map<std::int64_t, PassState> passes_;
  PassState* current_ = nullptr;  // of the pass that was asked for last
  std::array<bool, static_cast<std::size_t>(Rule::kRuleCount)> blamed_{};
  std::int64_t pass_ = 0;
  bool doubts_all_ = false;
  std::int64_t node_ = 0;
  std::vector<AssumedAt> assumed_;
  bool is_place_lost_ = false;
  Flags accepted_ = 0;
  std::array<std::uint64_t, static_cast<std::size_t>(Assumption::kCount)> blindly_{};
  std::vector<Fault> faults_;
  std::vector<std::pair<std::int64_t, Interval>> rights_;  // by node
  VerifyReport report_;
};

std::string window_text(Window window);
std::string interval_text(const Interval& interval);
// "exactly 5", ">= 5".
std::string claim_text(Score value, Bound bound);

}  // namespace plytrace::verify

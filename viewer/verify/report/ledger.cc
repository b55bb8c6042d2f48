// SPDX-License-Identifier: MIT
#include "viewer/verify/report/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "viewer/format/numbers.h"
#include "viewer/reader/trace_meta.h"

namespace plytrace::verify {

namespace {

template <class Counts>
void add_counts(Counts& counts, const Counts& more) {
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += more[i];
}

// Appends entries while the list is shorter than `most`.
template <class Entry>
void append(std::vector<Entry>& list, std::vector<Entry>& more, std::size_t most) {
  const std::size_t capacity = most - std::min(most, list.size());
  const auto end = more.begin() + static_cast<std::ptrdiff_t>(std::min(more.size(), capacity));
  list.insert(list.end(), std::move_iterator(more.begin()), std::move_iterator(end));
}

}  // namespace

void Ledger::enter_pass(std::int64_t id) { pass_ = id; }

// Returns the state of the current pass. Passes are met again after the scan, when their rows are
// judged.
Ledger::PassState& Ledger::state() {
  if (current_ == nullptr || current_->id != pass_) {
    const PassState fresh{pass_, false, doubts_all_, false, doubts_all_};
    current_ = &passes_.try_emplace(pass_, fresh).first->second;
  }
  return *current_;
}

void Ledger::doubt_all(std::int64_t refused_events) {
  doubts_all_ = true;
  incomplete(refused_words(refused_events));
}

bool Ledger::blame(Rule rule, Subject subject, const std::function<Words()>& words,
                   std::optional<CaptureMask> needs) {
  const RuleInfo& about = info(rule);
  const CaptureMask needed = needs.value_or(about.needs);
  if (!is_chosen(about.check) || is_silent(rule, subject.doubts)) return false;
  const std::int64_t node = subject.node;
  blamed_[static_cast<std::size_t>(rule)] = true;
  // An uncaptured event could explain the finding. After refused events, anything could (meta
  // refused_events).
  const bool suspect = !facts_.captures(needed) || doubts_all_;
  std::vector<Finding>& list = suspect ? report_.suspects : report_.findings;
  ++(suspect ? report_.suspects_total : report_.findings_total);
  ++(suspect ? report_.suspects_by_rule : report_.findings_by_rule)[static_cast<std::size_t>(rule)];
  if (suspect) {
    state().incomplete = state().has_hole = true;
    report_.missing |= needed & ~facts_.captured;
  } else {
    state().refuted = true;
    ++report_.check(about.check).findings;
  }
  if (!suspect && max_listed_ > 0 && faults_.size() < kMostFaults) faults_.push_back({node, rule});
  if (list.size() < (suspect ? max_listed_ : most_findings())) {
    // Texts are made only for listed findings, because there may be millions.
    Words text = words();
    list.push_back({rule, node, pass_, node == 0 ? "" : reader_.path(node), std::move(text.message),
                    std::move(text.expected), std::move(text.actual)});
  }
  return true;
}

std::vector<Fault> Ledger::faults() const {
  std::vector<std::pair<std::int64_t, Interval>> rights = rights_;
  const auto is_before = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::stable_sort(rights.begin(), rights.end(), is_before);
  std::vector<Fault> faults = faults_;
  for (Fault& fault : faults) {
    const auto right = std::lower_bound(rights.begin(), rights.end(),
                                        std::pair(fault.node, Interval{}), is_before);
    if (right != rights.end() && right->first == fault.node) fault.right = right->second;
  }
  return faults;
}

void Ledger::tell_right(std::int64_t node, const Interval& right) {
  if (max_listed_ > 0 && rights_.size() < kMostFaults) rights_.emplace_back(node, right);
}

ReplayCounts Ledger::counted_replay_findings() const {
  ReplayCounts counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = report_.findings_by_rule[static_cast<std::size_t>(kReplayRules[i])];
  }
  return counts;
}

void Ledger::retract_replay(std::int64_t first, std::int64_t last, const ReplayCounts& counts) {
  has_retracted_ = true;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    report_.findings_by_rule[static_cast<std::size_t>(kReplayRules[i])] -= counts[i];
    report_.findings_total -= counts[i];
    report_.check(Check::kReplay).findings -= counts[i];
  }
  const auto is_retracted = [&](const Fault& fault) {
    return info(fault.rule).check == Check::kReplay && fault.node >= first && fault.node <= last;
  };
  // The findings of a subtree are the newest.
  const auto below = std::find_if(faults_.rbegin(), faults_.rend(),
                                  [first](const Fault& fault) { return fault.node < first; });
  faults_.erase(std::remove_if(below.base(), faults_.end(), is_retracted), faults_.end());
  // Only the listed ones are in the list; the counts include the others.
  std::erase_if(report_.findings, [&](const Finding& finding) {
    return info(finding.rule).check == Check::kReplay && finding.pass == pass_ &&
           finding.node >= first && finding.node <= last;
  });
}

void Ledger::add(Ledger&& later) {
  for (const auto& [id, more] : later.passes_) {
    PassState& own = state();
    own.refuted = own.refuted || more.refuted;
    own.incomplete = own.incomplete || more.incomplete;
    own.assumed = own.assumed || more.assumed;
    own.has_hole = own.has_hole || more.has_hole;
  }
  for (std::size_t i = 0; i < blamed_.size(); ++i) blamed_[i] = blamed_[i] || later.blamed_[i];
  add_counts(blindly_, later.blindly_);
  node_ = later.node_;
  // All places are dropped if there are too many together.
  is_place_lost_ = is_place_lost_ || later.is_place_lost_ ||
                   assumed_.size() + later.assumed_.size() > kMostPlaces;
  if (is_place_lost_) assumed_ = later.assumed_ = {};
  assumed_.insert(assumed_.end(), later.assumed_.begin(), later.assumed_.end());
  append(faults_, later.faults_, kMostFaults);
  append(rights_, later.rights_, kMostFaults);
  add(later.report_);
}

void Ledger::add(VerifyReport& later) {
  report_.trusted_keys += later.trusted_keys;
  report_.shallow_answers += later.shallow_answers;
  report_.plies_missing = std::max(report_.plies_missing, later.plies_missing);
  report_.missing |= later.missing;
  for (std::size_t i = 0; i < kCheckCount; ++i) {
    report_.checks[i].items += later.checks[i].items;
    report_.checks[i].findings += later.checks[i].findings;
  }
  add_counts(report_.assumptions, later.assumptions);
  append(report_.findings, later.findings, most_findings());
  append(report_.suspects, later.suspects, max_listed_);
  append(report_.warnings, later.warnings, max_listed_);
  report_.findings_total += later.findings_total;
  report_.suspects_total += later.suspects_total;
  report_.warnings_total += later.warnings_total;
  add_counts(report_.findings_by_rule, later.findings_by_rule);
  add_counts(report_.suspects_by_rule, later.suspects_by_rule);
  add_counts(report_.warnings_by_rule, later.warnings_by_rule);
  for (const std::string& reason : later.reasons) list_reason(reason, pass_);
}

void Ledger::warn(Rule rule, Subject subject, const std::function<std::string()>& words) {
  const RuleInfo& about = info(rule);
  if (!is_chosen(about.check) || is_silent(rule, subject.doubts)) return;
  // A warning that an uncaptured event could explain is dropped.
  if (!facts_.captures(about.needs)) return;
  const std::int64_t node = subject.node;
  ++report_.warnings_total;
  ++report_.warnings_by_rule[static_cast<std::size_t>(rule)];
  if (report_.warnings.size() < max_listed_) {
    report_.warnings.push_back(
        {rule, node, pass_, node == 0 ? "" : reader_.path(node), words(), "", ""});
  }
}

void Ledger::assume(Assumption assumption, std::uint64_t count) {
  if (count == 0) return;
  report_.assumptions[static_cast<std::size_t>(assumption)] += count;
  if (!is_place_lost_ && max_listed_ > 0) {
    assumed_.push_back({node_, assumption, static_cast<std::uint32_t>(count)});
    is_place_lost_ = assumed_.size() > kMostPlaces;
    if (is_place_lost_) assumed_ = {};
  }
  // An accepted assumption is counted but does not affect the verdict.
  if ((accepted_ & flag(assumption)) == 0) state().assumed = true;
}

void Ledger::assume_blindly(Assumption assumption, CaptureMask missing) {
  assume(assumption);
  if ((accepted_ & flag(assumption)) != 0) return;
  ++blindly_[static_cast<std::size_t>(assumption)];
  report_.missing |= missing & ~facts_.captured;
  state().incomplete = state().has_hole = true;
}

void Ledger::incomplete(const std::string& reason, Hole hole) {
  if (hole == Hole::kInProof) state().incomplete = true;
  if (hole != Hole::kBeside) state().has_hole = true;
  list_reason(reason, hole == Hole::kInProof ? pass_ : 0);
}

// Lists a reason once, however many rows have it.
void Ledger::list_reason(const std::string& reason, std::int64_t pass) {
  std::vector<std::string>& reasons = report_.reasons;
  const auto found = std::find(reasons.begin(), reasons.end(), reason);
  const auto place = static_cast<std::size_t>(found - reasons.begin());
  if (found == reasons.end()) reasons.push_back(reason);
  passes_of_reasons_.resize(reasons.size());
  std::vector<std::int64_t>& passes = passes_of_reasons_[place];
  if (passes.empty() || passes.back() != pass) passes.push_back(pass);
}

void Ledger::drop_reasons_of(const std::vector<std::int64_t>& passes) {
  const auto is_dropped = [&](std::int64_t pass) {
    return std::find(passes.begin(), passes.end(), pass) != passes.end();
  };
  std::vector<std::string> kept;
  std::vector<std::vector<std::int64_t>> passes_of_kept;
  for (std::size_t i = 0; i < report_.reasons.size(); ++i) {
    const auto& of = passes_of_reasons_[i];
    if (std::all_of(of.begin(), of.end(), is_dropped)) continue;
    kept.push_back(std::move(report_.reasons[i]));
    passes_of_kept.push_back(of);
  }
  report_.reasons = std::move(kept);
  passes_of_reasons_ = std::move(passes_of_kept);
}

const Ledger::PassState* Ledger::state_of(std::int64_t pass) const {
  const auto found = passes_.find(pass);
  return found == passes_.end() ? nullptr : &found->second;
}

bool Ledger::has_hole(std::int64_t pass) const {
  const PassState* const state = state_of(pass);
  return state != nullptr && state->has_hole;
}

bool Ledger::has_assumed() const {
  return std::any_of(passes_.begin(), passes_.end(),
                     [](const auto& entry) { return entry.second.assumed; });
}

std::string Ledger::name(const NodeRow& node) const {
  const std::string_view side = node.side ? word(*node.side) : std::string_view("?");
  return fmt::format("{} node {} (#{})", side, reader_.path(node.id), node.id);
}

std::string Ledger::written_move(std::int64_t node) const {
  const auto row = reader_.node(node);
  return row && row->move ? reader_.move_text(*row->move) : "";
}

std::string Ledger::child_name(std::int64_t id, std::int64_t move) const {
  if (move < 0) return fmt::format("#{}", id);
  return fmt::format("{} (#{})", reader_.move_text(move), id);
}

std::string window_text(Window window) {
  return fmt::format("({}, {})", score_text(window.alpha), score_text(window.beta));
}

std::string interval_text(const Interval& interval) {
  if (interval.is_exact()) return score_text(interval.lower);
  if (interval.lower == -kInfinity && interval.upper == kInfinity) return "nothing";
  if (interval.upper == kInfinity) return ">= " + score_text(interval.lower);
  if (interval.lower == -kInfinity) return "<= " + score_text(interval.upper);
  return fmt::format("{}..{}", score_text(interval.lower), score_text(interval.upper));
}

std::string claim_text(Score value, Bound bound) {
  if (bound == Bound::kExact) return "exactly " + score_text(value);
  return format::sign_before(bound) + score_text(value);
}

}  // namespace plytrace::verify

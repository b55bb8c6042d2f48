// SPDX-License-Identifier: MIT
#include "viewer/verify/pass_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "core/search/declaration.h"
#include "viewer/text/format.h"
#include "viewer/verify/saturated.h"

namespace plytrace::verify {
namespace {

using format::SearchStatus;

std::string text_of(const std::string& text) { return text; }
std::string text_of(Score score) { return score_text(score); }
std::string text_of(std::int64_t number) { return std::to_string(number); }

template <class T>
std::string text_or_null(const std::optional<T>& value) {
  return value ? text_of(*value) : "NULL";
}

bool contains(const Interval& interval, Score value) {
  return value >= interval.lower && value <= interval.upper;
}

bool is_complete(const PassResult& pass) {
  return pass.met && pass.row.status == SearchStatus::kFinished && pass.outcome.has_value;
}

// Compares columns of one row; the first that differs is blamed. NULL means unknown, but not in a
// finished trace of plytrace's own: these have every column.
class RowCheck {
 public:
  RowCheck(Ledger& ledger, bool is_whole, Rule rule, std::int64_t node, std::string row)
      : ledger_(ledger), is_whole_(is_whole), rule_(rule), node_(node), row_(std::move(row)) {}

  bool is_whole() const { return is_whole_; }

  template <class T>
  void same(std::string_view column, const std::optional<T>& stored,
            const std::optional<T>& right) {
    if (stored == right || (!is_whole_ && (!stored || !right))) return;
    wrong(column, text_or_null(stored), text_or_null(right));
  }

  void wrong(std::string_view column, const std::string& stored, const std::string& right) {
    if (blamed_) return;
    blamed_ = true;
    ledger_.blame(rule_, node_, [&] {
      return Words{fmt::format("{}: {} is {}, its nodes say {}", row_, column, stored, right),
                   right, stored};
    });
  }

 private:
  Ledger& ledger_;
  bool is_whole_;
  Rule rule_;
  std::int64_t node_;
  std::string row_;
  bool blamed_ = false;
};

std::optional<std::string> move_name(const TraceReader& reader, std::optional<std::int64_t> move) {
  if (!move) return std::nullopt;
  return reader.move_text(move);
}

std::optional<std::int64_t> depth_of(const PassResult& pass) {
  return pass.root.depth ? pass.root.depth : pass.row.depth;
}

// The passes in the order in which they began. The ids of their roots give it within one stream
// only.
std::vector<const PassResult*> in_order(const PassResults& passes) {
  std::vector<const PassResult*> list;
  list.reserve(passes.size());
  for (const auto& [root, pass] : passes) list.push_back(&pass);
  std::sort(list.begin(), list.end(),
            [](const auto* a, const auto* b) { return a->row.id < b->row.id; });
  return list;
}

// Further lines leave moves out at their root, and say nothing of the position as a whole: the
// passes that left out the fewest decide.
void keep_most_moves(std::vector<const PassResult*>& passes) {
  if (passes.empty()) return;
  const auto left_out = [](const PassResult* pass) { return excluded_texts(pass->root).size(); };
  std::size_t fewest = left_out(passes.front());
  for (const PassResult* pass : passes) fewest = std::min(fewest, left_out(pass));
  std::erase_if(passes, [&](const PassResult* pass) { return left_out(pass) > fewest; });
}

// The complete passes of the deepest completed iteration, in order. Where the search does not say
// which that is, it is the last one; and probes without depth are taken for one iteration.
std::vector<const PassResult*> deciding_passes(const SearchRow& search, const PassResults& passes) {
  std::vector<const PassResult*> deciding = in_order(passes);
  std::erase_if(deciding, [](const PassResult* pass) { return !is_complete(*pass); });
  keep_most_moves(deciding);
  if (deciding.empty()) return deciding;
  const PassResult& last = *deciding.back();
  const auto depth = search.completed_depth ? search.completed_depth : depth_of(last);
  const bool by_probes = last.row.purpose == format::PassPurpose::kProbe;
  const auto decides = [&](const PassResult* pass) {
    const auto own = depth_of(*pass);
    if (depth && own) return *own == *depth || pass->row.depth == depth;
    return pass == &last || (by_probes && pass->row.purpose == format::PassPurpose::kProbe);
  };
  deciding.erase(std::remove_if(deciding.begin(), deciding.end(), std::not_fn(decides)),
                 deciding.end());
  return deciding;
}

Interval claim_of_search(const SearchRow& search, const Interval& range) {
  return {search.lower.value_or(range.lower), search.upper.value_or(range.upper)};
}

// What a search of plytrace declares, against the settings that it wrote down.
void check_own_settings(const SearchRow& search, const Facts& facts, RowCheck& check) {
  const auto options = nlohmann::json::parse(search.options, nullptr, false);
  if (!options.is_object()) return check.wrong("options", "no JSON object", "an object");
  const auto text = [&](const char* name) {
    const auto found = options.find(name);
    return found != options.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto same = [&](std::string_view column, const std::string& stored,
                        const std::string& right) {
    if (stored != right) check.wrong(column, stored.empty() ? "NULL" : stored, right);
  };
  const AlgorithmTraits* const algorithm = find_algorithm(search.algorithm);
  const bool one_sided = algorithm != nullptr && algorithm->one_sided;
  same("fail", search.fail, text("fail"));
  same("perspective", search.perspective, one_sided ? "side" : "max");
  const Ties ties = text("ties") == word(Ties::kFirst) ? Ties::kFirst : Ties::kRandom;
  const bool exact = algorithm == nullptr || has_exact_windows(*algorithm, ties);
  same("windows", search.windows, exact ? "exact" : "");
  same("uniform", search.uniform ? "1" : "0", facts.captures(kCapLegal) ? "1" : "0");
  if (search.status == SearchStatus::kFinished) {
    check.same("completed_depth", search.completed_depth, search.depth);
  }
}

// A limit inside an iteration of several passes (probes, aspiration) leaves complete passes behind
// that decide nothing yet.
bool may_have_stopped_inside(const SearchRow& search, const Facts& facts) {
  return search.status != SearchStatus::kFinished && (facts.probes || facts.aspiration);
}

std::optional<std::string> first_of_pv(const SearchRow& search) {
  return search.pv.empty() ? std::nullopt : std::optional(search.pv.front());
}

// Columns of the search row that plytrace's own searches fill from their passes.
void check_own_search(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                      Ledger& ledger, const PassResults& passes,
                      const std::vector<const PassResult*>& deciding) {
  const PassResult& last = *deciding.back();
  RowCheck check(ledger, !facts.unfinished, Rule::kSearch, last.root.id, "the row of the search");
  check_own_settings(search, facts, check);
  check.same("value", search.value, last.root.value);
  Interval claim = facts.range;
  std::int64_t nodes = 0;
  for (const PassResult* pass : deciding) {
    claim = intersection(claim, root_claim(pass->root, facts).value_or(Interval{}));
  }
  std::optional<std::int64_t> deepest;
  for (const auto& [root, pass] : passes) {
    nodes = saturated_sum(nodes, saturated_sum(pass.rows, pass.unrecorded));
    if (is_complete(pass) && pass.row.depth) {
      deepest = std::max(deepest.value_or(*pass.row.depth), *pass.row.depth);
    }
  }
  const bool trusted = std::any_of(deciding.begin(), deciding.end(), [](const PassResult* pass) {
    return (pass->outcome.flags & kFindingBelow) != 0;
  });
  if (trusted) claim = claim_of_search(search, facts.range);
  // NULL, and a bound outside the range of scores, say as much as the end of that range.
  const Interval said = intersection(claim_of_search(search, facts.range), facts.range);
  const auto says = [&](const std::optional<Score>& end) { return check.is_whole() || end; };
  if (says(search.lower) && said.lower != claim.lower) {
    check.wrong("lower", text_or_null(search.lower), score_text(claim.lower));
  }
  if (says(search.upper) && said.upper != claim.upper) {
    check.wrong("upper", text_or_null(search.upper), score_text(claim.upper));
  }
  if (!may_have_stopped_inside(search, facts)) {
    check.same("completed_depth", search.completed_depth, deepest);
  }
  if (!ledger.has_blamed(Rule::kPass)) check.same("nodes", search.nodes, std::optional(nodes));
  std::optional<std::string> best;
  for (const PassResult* pass : deciding) {
    if (pass->best_move) best = move_name(reader, pass->best_move);
  }
  const bool probes = last.row.purpose == format::PassPurpose::kProbe;
  if (!probes) best = move_name(reader, last.best_move);
  if (last.root.unrecorded == 0 && !last.outcome.blamed) {
    check.same("best_move", search.best_move, best);
  }
  check.same("the first move of pv", first_of_pv(search), search.best_move);
}

// Whether a value can be the one that the rows of these roots claim; where they exclude each other,
// the one that any of them claims.
bool fits_the_roots(Score value, const Facts& facts,
                    const std::vector<const PassResult*>& deciding) {
  Interval all;
  bool fits_one = false;
  for (const PassResult* pass : deciding) {
    const Interval claim = root_claim(pass->root, facts).value_or(Interval{});
    all = intersection(all, claim);
    fits_one = fits_one || contains(claim, value);
  }
  return all.is_empty() ? fits_one : contains(all, value);
}

// Value, best move and first move of the line that a search tells, against the rows of the roots
// that decide. Only where it ran to its end: else they may be of a pass that was given up.
void check_told_result(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                       Ledger& ledger, const PassResults& passes,
                       const std::vector<const PassResult*>& deciding) {
  const PassResult& last = *deciding.back();
  RowCheck check(ledger, false, Rule::kSearch, last.root.id, "the row of the search");
  const Interval claim = claim_of_search(search, facts.range);
  if (search.value && !contains(claim, *search.value)) {
    ledger.blame(Rule::kSearch, last.root.id, [&] {
      return Words{fmt::format("the row of the search: value is {}, its own bounds are {}",
                               score_text(*search.value), interval_text(claim)),
                   interval_text(claim), score_text(*search.value)};
    });
    return;
  }
  const bool ran_out = search.status == SearchStatus::kFinished &&
                       std::all_of(passes.begin(), passes.end(),
                                   [](const auto& entry) { return is_complete(entry.second); });
  if (!ran_out) return;
  if (search.value && !fits_the_roots(*search.value, facts, deciding)) {
    return check.wrong("value", score_text(*search.value), text_or_null(last.root.value));
  }
  if (!last.best_move) return;
  const auto is_best_of_a_root = [&](const std::string& move) {
    return std::any_of(deciding.begin(), deciding.end(), [&](const PassResult* pass) {
      return move_name(reader, pass->best_move) == move;
    });
  };
  const std::string right = *move_name(reader, last.best_move);
  if (search.best_move && !is_best_of_a_root(*search.best_move)) {
    return check.wrong("best_move", *search.best_move, right);
  }
  const auto first = first_of_pv(search);
  if (first && !is_best_of_a_root(*first)) check.wrong("the first move of pv", *first, right);
}

void check_range_of_scores(const SearchRow& search, Ledger& ledger) {
  if (!search.score_min || !search.score_max || *search.score_min <= *search.score_max) return;
  ledger.blame(Rule::kSearch, 0, [&] {
    return Words{"the row of the search: score_min is above score_max", "score_min <= score_max",
                 score_text(*search.score_min) + " > " + score_text(*search.score_max)};
  });
}

// No pass decides: none was finished, or none of that depth.
void blame_no_pass(const SearchRow& search, const Facts& facts, Ledger& ledger,
                   const PassResults& passes) {
  ledger.enter_pass(passes.empty() ? 0 : passes.rbegin()->second.row.id, false);
  const bool has_complete = std::any_of(
      passes.begin(), passes.end(), [](const auto& entry) { return is_complete(entry.second); });
  if (!facts.demands.exact_summary || !has_complete) {
    return ledger.incomplete("no pass at the completed depth was finished");
  }
  ledger.blame(Rule::kSearch, passes.rbegin()->second.root.id, [&] {
    return Words{fmt::format("the row of the search: completed_depth is {}, no complete pass is",
                             text_or_null(search.completed_depth)),
                 "the depth of a complete pass", text_or_null(search.completed_depth)};
  });
}

// Proofs about two positions, or for two sides, are no proof about one: keeps the passes that
// searched the position of the last one. False: others were among them.
bool keep_one_position(Ledger& ledger, std::vector<const PassResult*>& deciding) {
  const NodeRow& last = deciding.back()->root;
  const auto is_other = [&](const PassResult* pass) {
    const NodeRow& root = pass->root;
    return (root.key && last.key && root.key != last.key) ||
           (root.side && last.side && root.side != last.side);
  };
  const auto other = std::find_if(deciding.begin(), deciding.end(), is_other);
  if (other == deciding.end()) return true;
  ledger.incomplete(
      fmt::format("passes of two positions: the roots #{} and #{} differ in {}; record "
                  "them as two searches",
                  (*other)->root.id, last.id,
                  (*other)->root.side == last.side ? "their keys" : "who is to move"));
  std::erase_if(deciding, is_other);
  return false;
}

// Where passes disagree, which may be instability, each end of the claim must still be proven by
// one of them.
enum class Excuse : std::uint8_t { kNone, kByProof, kByRoots };

Excuse excuse_of(const Interval& claim, const Facts& facts,
                 const std::vector<const PassResult*>& deciding) {
  Interval said;
  Interval ends;  // the strongest of each
  for (const PassResult* pass : deciding) {
    said = intersection(said, root_claim(pass->root, facts).value_or(Interval{}));
    ends = intersection(ends, pass->outcome.readings.front().proven);
  }
  const auto is_between = [&](const Interval& two) {
    return claim.lower <= two.lower && claim.upper >= two.upper;
  };
  if (is_between(said.is_empty() ? ends : said)) return Excuse::kByRoots;
  return is_between(ends) ? Excuse::kByProof : Excuse::kNone;
}

void check_disagreeing_passes(const SearchRow& search, const Facts& facts, Ledger& ledger,
                              const std::vector<const PassResult*>& deciding, Flags flags,
                              const Interval& proven) {
  const PassResult& last = *deciding.back();
  if (facts.uniform && is_firm(flags) && depth_of(last)) {
    ledger.blame(Rule::kContradiction, last.root.id, [&] {
      return Words{fmt::format("the passes at depth {} contradict each other: >= {} and <= {}",
                               last.row.depth.value_or(0), score_text(proven.lower),
                               score_text(proven.upper)),
                   "agreement", "contradiction"};
    });
    return;
  }
  ledger.assume(Assumption::kInstability);
  const Interval claim = claim_of_search(search, facts.range);
  if (!search.lower && !search.upper) {
    return ledger.incomplete("the search claims no value, and its passes disagree about one");
  }
  if (claim.is_empty()) {
    return ledger.incomplete(
        fmt::format("the search claims >= {} and <= {}, and its passes disagree",
                    score_text(claim.lower), score_text(claim.upper)));
  }
  const Excuse excuse = excuse_of(claim, facts, deciding);
  if (excuse == Excuse::kByRoots || (flags & (kIncompleteBelow | kFindingBelow)) != 0) return;
  if (excuse == Excuse::kByProof) {
    // The claim may be what the passes mean, and their roots what they do not.
    ledger.incomplete(fmt::format("its passes disagree about the claim {}", interval_text(claim)));
  } else {
    ledger.blame(Rule::kSearchValue, last.root.id, [&] {
      const std::string right =
          fmt::format(">= {} and <= {}", score_text(proven.lower), score_text(proven.upper));
      return Words{fmt::format("the search claims {}; its passes disagree, {}, and neither says so",
                               interval_text(claim), right),
                   right, interval_text(claim)};
    });
  }
}

// A claim that the deciding passes do not cover.
struct Uncovered {
  const SearchRow& search;
  const Facts& facts;
  const PassResults& passes;
  const PassResult& last;
  Interval claim, proven;
  Interval scores;  // the least and the greatest value of the whole search
};

// A search from the worst score to the best one, told without them, fails at an end of its window
// where the root is lost or won: exactly, if no score lies beyond, and none of the whole search
// does.
bool holds_by_range(const Uncovered& it) {
  Interval widest{kInfinity, -kInfinity};
  for (const auto& [id, pass] : it.passes) {
    if (!pass.root.alpha || !pass.root.beta) return false;
    widest.lower = std::min(widest.lower, *pass.root.alpha);
    widest.upper = std::max(widest.upper, *pass.root.beta);
  }
  Interval range;
  if (!it.search.score_min && it.scores.lower >= widest.lower) range.lower = widest.lower;
  if (!it.search.score_max && it.scores.upper <= widest.upper) range.upper = widest.upper;
  return !it.proven.is_empty() && intersection(it.proven, range).is_inside(it.claim);
}

// Passes that nobody gave a depth may be those of one search by null windows: they cover the claim
// together.
bool holds_by_all(const Uncovered& it) {
  if (depth_of(it.last)) return false;
  Interval all = it.facts.range;
  for (const auto& [id, pass] : it.passes) {
    if (!is_complete(pass) || depth_of(pass)) continue;
    all = intersection(all, pass.outcome.readings.front().proven);
  }
  return !all.is_empty() && all.is_inside(it.claim);
}

// A search that was stopped may claim what an earlier iteration gave: the last pass that ended may
// have failed its window. Only where it says which iteration it completed, and the passes say of
// which they are, that is known.
bool holds_by_earlier(const Uncovered& it) {
  const bool is_told = it.search.completed_depth && depth_of(it.last);
  if (is_told || it.search.status == SearchStatus::kFinished) return false;
  // By depth; passes that were given none begin an iteration, or repeat one with another window.
  std::map<std::pair<std::int64_t, std::int64_t>, Interval> iterations;
  std::int64_t begun = 0;
  for (const PassResult* pass : in_order(it.passes)) {
    if (!is_complete(*pass)) continue;
    const auto depth = depth_of(*pass);
    if (pass->row.purpose != format::PassPurpose::kAspiration) ++begun;
    const auto key =
        depth ? std::pair(*depth, std::int64_t{-1}) : std::pair(std::int64_t{-1}, begun);
    const auto entry = iterations.emplace(key, it.facts.range).first;
    entry->second = intersection(entry->second, pass->outcome.readings.front().proven);
  }
  return std::any_of(iterations.begin(), iterations.end(), [&](const auto& entry) {
    return !entry.second.is_empty() && entry.second.is_inside(it.claim);
  });
}

void judge_uncovered(const Uncovered& it, Flags flags, Ledger& ledger) {
  const std::string why = fmt::format("the search claims {}, its passes prove {}",
                                      interval_text(it.claim), interval_text(it.proven));
  if (holds_by_range(it)) {
    ledger.incomplete(why +
                      ": both are one if no score lies beyond the window of the root; then declare "
                      "score_min and score_max");
  } else if (holds_by_all(it)) {
    ledger.incomplete(
        "the passes have no depth: together they cover the claim, if they are of one depth; tell "
        "the depth of each");
  } else if (holds_by_earlier(it)) {
    ledger.incomplete(
        "it is not told which iteration was completed, and the claim is that of an earlier one; "
        "tell completed_depth, and the depth of each pass");
  } else if (has_hole(flags)) {
    ledger.incomplete("the value of the root rests on nodes without a value");
  } else {
    ledger.blame(Rule::kSearchValue, it.last.root.id, [&] {
      return Words{why, interval_text(it.proven), interval_text(it.claim)};
    });
  }
}

// The purpose that a pass of plytrace can have under its search's settings.
std::string_view own_purpose(const Facts& facts, std::optional<std::int64_t> depth,
                             format::PassPurpose stored) {
  if (facts.probes) return "probe";
  if (stored == format::PassPurpose::kAspiration && facts.aspiration) return "aspiration";
  // A search to depth 0 has nothing to deepen.
  return facts.iterative && depth != 0 ? "iteration" : "fixed";
}

}  // namespace

std::optional<Interval> root_claim(const NodeRow& root, const Facts& facts) {
  const auto bound = claimed_bound(root);
  return bound ? std::optional(claimed_interval(*root.value, *bound, facts.range)) : std::nullopt;
}

void check_pass(const TraceReader& reader, const Facts& facts, Ledger& ledger,
                const PassResult& pass) {
  ledger.enter_pass(pass.row.id, pass.muted);
  ledger.count(Check::kStructure);
  const PassRow& row = pass.row;
  const std::string name = fmt::format("pass {}", row.id);
  if (!pass.met) {
    if (row.status == SearchStatus::kFinished) {
      RowCheck(ledger, true, Rule::kPass, 0, name).wrong("root", text_or_null(row.root), "none");
    } else {
      ledger.incomplete("a pass that was not finished");
    }
    return;
  }
  const NodeRow& root = pass.root;
  // An open pass is closed after its root.
  const bool is_open = facts.unfinished && row.status == SearchStatus::kRunning;
  RowCheck check(ledger, facts.demands.exact_summary && !is_open, Rule::kPass, root.id, name);
  if (row.status != SearchStatus::kFinished) {
    ledger.incomplete("a pass that was not finished");
    if (facts.demands.exact_summary && !is_open && root.value)
      check.wrong("status", std::string(word(row.status)), "finished");
  } else if (!root.value && facts.demands.exact_summary) {
    check.wrong("status", "finished", "its root has no value");
  } else if (!root.value) {
    ledger.incomplete("a pass whose root has no value");
  }
  check.same("alpha", row.alpha, root.alpha);
  check.same("beta", row.beta, root.beta);
  if (row.depth && root.depth && check.is_whole()) check.same("depth", row.depth, root.depth);
  if (row.depth && root.depth && row.depth != root.depth) {
    // Two labels that an engine gives: it may count its iterations, and depth in parts of a ply.
    ledger.warn(Rule::kWarnPassDepth, root.id, [&] {
      return fmt::format("{}: its depth is {}, that of its root {}", name, *row.depth, *root.depth);
    });
  }
  if (row.status == SearchStatus::kFinished) {
    check.same("value", row.value, root.value);
    const bool trusted = (pass.outcome.flags & kFindingBelow) != 0 || root.unrecorded > 0;
    if (!trusted) {
      check.same("best_move", row.best_move, move_name(reader, pass.best_move));
    }
  }
  if (facts.demands.exact_summary)
    check.same("purpose", std::optional(std::string(word(row.purpose))),
               std::optional(std::string(own_purpose(facts, row.depth, row.purpose))));
  if (row.last && root.last) check.same("last", row.last, root.last);
  if (row.last && *row.last != pass.last && pass.unrecorded == 0) {
    if (*row.last < pass.last) {
      check.wrong("last", text_or_null(row.last), std::to_string(pass.last));
    } else {
      ledger.incomplete("nodes are missing from the trace");
    }
  }
  const std::int64_t nodes = saturated_sum(pass.rows, pass.unrecorded);
  if (row.nodes && *row.nodes != nodes) {
    if (*row.nodes > nodes &&
        (!facts.demands.exact_summary || (row.last && pass.last < *row.last))) {
      ledger.incomplete("nodes are missing from the trace");
    } else if (facts.demands.exact_summary) {
      check.wrong("nodes", text_or_null(row.nodes), std::to_string(nodes));
    }
  }
  if (stream_of(root.id) != row.stream) {
    check.wrong("stream", std::to_string(row.stream), std::to_string(stream_of(root.id)));
  }
}

RootProof check_search(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                       Ledger& ledger, const PassResults& passes, const Interval& scores) {
  check_range_of_scores(search, ledger);
  std::vector<const PassResult*> deciding = deciding_passes(search, passes);
  if (deciding.empty()) {
    blame_no_pass(search, facts, ledger, passes);
    return {};
  }
  const PassResult& last = *deciding.back();
  ledger.enter_pass(last.row.id, false);
  ledger.count(Check::kProof);
  RootProof proof;
  const bool of_one_position = keep_one_position(ledger, deciding);
  // Every reading of every root is a proof; a blamed one has two, and the claim may rest on either.
  Interval proven[2] = {facts.range, facts.range};
  Flags flags = 0;
  for (const PassResult* pass : deciding) {
    proof.passes.push_back(pass->row.id);
    for (std::size_t i = 0; i < 2; ++i) {
      proven[i] = intersection(proven[i], pass->outcome.readings[i].proven);
    }
    flags |= pass->outcome.flags;
  }
  const Interval claim = claim_of_search(search, facts.range);
  if (proven[0].is_empty() && (proven[1].is_empty() || (flags & kFindingBelow) != 0)) {
    check_disagreeing_passes(search, facts, ledger, deciding, flags, proven[0]);
    proof.proven = claim;
    return proof;
  }
  const bool has_claim = search.lower.has_value() || search.upper.has_value();
  const bool covered = (!proven[0].is_empty() && proven[0].is_inside(claim)) ||
                       (!proven[1].is_empty() && proven[1].is_inside(claim));
  const Interval& shown = proven[0].is_empty() ? proven[1] : proven[0];
  proof.proven = shown;
  if (has_claim && !covered) {
    if (of_one_position)
      judge_uncovered({search, facts, passes, last, claim, shown, scores}, flags, ledger);
    return proof;
  }
  if (!has_claim && !shown.is_exact()) {
    ledger.incomplete("the search claims no value, and none is proven: " + interval_text(shown),
                      Ledger::Hole::kBeside);
  }
  const bool undecided = may_have_stopped_inside(search, facts) && !search.completed_depth;
  if (facts.demands.exact_summary && !undecided) {
    check_own_search(reader, search, facts, ledger, passes, deciding);
  } else if (!facts.demands.exact_summary && (flags & (kIncompleteBelow | kFindingBelow)) == 0) {
    check_told_result(reader, search, facts, ledger, passes, deciding);
  }
  return proof;
}

void warn_about_passes(const TraceReader& reader, Ledger& ledger, const PassResults& passes) {
  const PassResult* previous = nullptr;
  const std::vector<const PassResult*> list = in_order(passes);
  for (auto at = list.begin(); at != list.end(); ++at) {
    const PassResult& pass = **at;
    // A further line is searched for its own sake.
    if (!is_complete(pass) || !excluded_texts(pass.root).empty()) continue;
    ledger.enter_pass(pass.row.id, pass.muted);
    const bool probe = pass.row.purpose == format::PassPurpose::kProbe;
    const NodeRow& root = pass.root;
    const bool has_window = root.alpha && root.beta && root.value;
    const bool failed =
        has_window && !probe && (*root.value <= *root.alpha || *root.value >= *root.beta);
    const auto next = std::next(at);
    const bool is_last = next == list.end();
    const bool repaired = !is_last && (*next)->row.depth == pass.row.depth;
    // A single call with a window of its own may be all that was wanted.
    const bool is_wanted = is_last && pass.row.purpose == format::PassPurpose::kFixed;
    if (failed && !repaired && !is_wanted) {
      ledger.warn(Rule::kWarnPassLost, root.id, [&] {
        return fmt::format(
            "pass {}: its value {} lies outside its window {}, and no later pass of "
            "depth {} searched again",
            pass.row.ordinal, score_text(*root.value), window_text({*root.alpha, *root.beta}),
            pass.row.depth.value_or(0));
      });
    }
    const bool deeper = previous != nullptr && previous->best_move && pass.first_move &&
                        previous->row.depth && pass.row.depth &&
                        *pass.row.depth > *previous->row.depth && !probe;
    if (deeper && *previous->best_move != *pass.first_move) {
      ledger.warn(Rule::kWarnBestNotFirst, root.id, [&] {
        return fmt::format("pass {}: it tried {} first, the best move at depth {} was {}",
                           pass.row.ordinal, reader.move_text(pass.first_move),
                           *previous->row.depth, reader.move_text(previous->best_move));
      });
    }
    previous = &pass;
  }
}

}  // namespace plytrace::verify

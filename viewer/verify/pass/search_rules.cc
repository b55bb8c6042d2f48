// SPDX-License-Identifier: MIT
#include "viewer/verify/pass/search_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/search/declaration.h"
#include "viewer/format/json.h"
#include "viewer/format/rows/format.h"
#include "viewer/meaning/saturated.h"
#include "viewer/verify/game/search_game.h"
#include "viewer/verify/pass/claim_rules.h"
#include "viewer/verify/pass/root_loop.h"
#include "viewer/verify/pass/row_check.h"

namespace plytrace::verify {

namespace {

using format::SearchStatus;

bool contains(const Interval& interval, Score value) {
  return value >= interval.lower && value <= interval.upper;
}

// Compares the declaration of a plytrace search with its recorded settings.
void check_own_settings(const SearchRow& search, const Facts& facts, RowCheck& check) {
  const text::Json options = text::parsed_json(search.options);
  if (!options.is_object()) return check.wrong("options", "not a JSON object", "an object");
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
  // A filter that depends on move order invalidates both: values that depend only on position and
  // depth, and the number of legal moves (core/search/declaration.cc).
  same("uniform", search.uniform ? "1" : "0", facts.captures(kCapLegal) ? "1" : "0");
  if (search.status == SearchStatus::kFinished) {
    check.same("completed_depth", search.completed_depth, search.depth);
  }
}

// A limit inside an iteration of several passes (probes, aspiration) leaves complete passes that
// decide nothing yet.
bool may_have_stopped_inside(const SearchRow& search, const Facts& facts) {
  return search.status != SearchStatus::kFinished && (facts.probes || facts.aspiration);
}

std::optional<std::string> first_of_pv(const SearchRow& search) {
  return search.pv.empty() ? std::nullopt : std::optional(search.pv.front());
}

// Columns of the search row that plytrace fills from the passes.
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
  // The claim of a root that rests on a finding is not held against the search.
  const bool trusted = std::any_of(deciding.begin(), deciding.end(), [](const PassResult* pass) {
    return (pass->outcome.flags & kFindingBelow) != 0;
  });
  if (trusted) claim = claim_of_search(search, facts.range);
  // NULL, or a bound outside the score range, is equivalent to the end of that range.
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
  // A pass with missing rows has a finding already, which also explains the wrong sum.
  if (!ledger.has_blamed(Rule::kPass)) check.same("nodes", search.nodes, std::optional(nodes));
  std::optional<std::string> best;
  for (const PassResult* pass : deciding) {
    if (pass->best_move) best = move_name(reader, pass->best_move);
  }
  // The last probe of MTD(f) may have failed low, which gives no move.
  const bool probes = last.row.purpose == format::PassPurpose::kProbe;
  if (!probes) best = move_name(reader, last.best_move);
  if (last.root.unrecorded == 0 && !last.outcome.blamed) {
    check.same("best_move", search.best_move, best);
  }
  check.same("the first move of pv", first_of_pv(search), search.best_move);
}

// Whether a value is consistent with the claims of these roots; if they contradict each other, with
// the claim of any of them.
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

// The evidence of the children about a move of a root that has no recorded best child.
struct RootMoves {
  bool is_searched = false;  // the move
  bool is_worse = false;     // its claim excludes the value of the root
  std::string best;          // a move that claims exactly that value, if there is one
};
RootMoves moves_of_root(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                        const NodeRow& root, const std::string& move) {
  RootMoves found;
  const auto claims = [&](const NodeRow& child) {
    const auto bound = claimed_bound(child);
    if (!bound || !child.value) return facts.range;
    return claimed_interval(child.credited.value_or(*child.value), *bound, facts.range);
  };
  reader.for_each_child(root, [&](const NodeRow& child) {
    if (!child.counts()) return true;
    // A child whose move has no name may be that move.
    if (child.move.value_or(0) == 0) {
      found.is_searched = true;
      return true;
    }
    const std::string name = reader.move_text(child.move);
    const Interval claim = claims(child);
    // The last search of a move counts.
    if (is_same_root_move(search, name, move)) {
      found.is_searched = true;
      found.is_worse = !contains(claim, *root.value);
    }
    if (claim.is_exact() && claim.lower == *root.value) found.best = name;
    return true;
  });
  return found;
}

// Judges a best move whose root does not report its best child, by the claims of its children. Only
// where the root searched all moves and took its value from one of them.
bool blame_unnamed_best(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                        const PassResult& last, RowCheck& check, std::string_view column,
                        const std::optional<std::string>& move) {
  const NodeRow& root = last.root;
  const bool is_judged =
      move && !move->empty() && !last.best_move && !root.move && !root.score && root.value &&
      root.unrecorded == 0 && facts.captures(kCapRoles) && claimed_bound(root) == Bound::kExact &&
      root.kind == format::NodeKind::kInterior && reader.events_of<CutoffRow>(root).empty();
  if (!is_judged) return false;
  const RootMoves moves = moves_of_root(reader, search, facts, root, *move);
  if (moves.best.empty() || (moves.is_searched && !moves.is_worse)) return false;
  if (is_same_root_move(search, moves.best, *move)) return false;  // several moves share the name
  check.wrong(column, *move, moves.best);
  return true;
}

// Evidence of the deciding roots about a best move that the search reports.
struct ToldBest {
  bool is_searched = false;  // or it may have been: a move has no name, or was skipped
  bool is_worse = false;     // its searches exclude what is proven of the root
  std::string better;        // the first move that reaches what is proven
};
ToldBest told_best(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                   const std::vector<const PassResult*>& deciding, const Interval& proven,
                   const std::string& move) {
  const SideView view{deciding.back()->root.side == format::Side::kMin};
  const Score reached = view(proven).lower;
  ToldBest found;
  Interval of_move = facts.range;
  bool has_all_moves = false;
  bool is_proven = true;  // in all searches of the move
  for (const PassResult* pass : deciding) {
    has_all_moves = has_all_moves || pass->told.has_all_moves;
    for (const PassResult::Move& each : pass->moves) {
      const std::string name = reader.move_text(each.move);
      if (found.better.empty() && view(each.worth).lower >= reached) found.better = name;
      if (!is_same_root_move(search, name, move)) continue;
      found.is_searched = true;
      of_move = intersection(of_move, each.worth);
      is_proven = is_proven && each.worth != Interval{};
    }
  }
  found.is_searched = found.is_searched || !has_all_moves;
  // Several moves may share the name.
  const bool is_same = !found.better.empty() && is_same_root_move(search, found.better, move);
  found.is_worse = is_proven && !is_same && !of_move.is_empty() && view(of_move).upper < reached;
  return found;
}

// A reported best move must be a move of the root, and none whose searches prove it worse than the
// root. MTD(f) ends with a root that failed low, which reports no best child.
bool blame_disproved_best(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                          const std::vector<const PassResult*>& deciding, const Interval& proven,
                          Ledger& ledger, RowCheck& check, std::string_view column,
                          const std::optional<std::string>& move) {
  const bool is_judged = move && !move->empty() && !proven.is_empty() &&
                         std::all_of(deciding.begin(), deciding.end(), [](const PassResult* pass) {
                           const NodeRow& root = pass->root;
                           return !root.move && !root.score && !root.excluded &&
                                  root.unrecorded == 0 && root.kind == format::NodeKind::kInterior;
                         });
  if (!is_judged) return false;
  const ToldBest best = told_best(reader, search, facts, deciding, proven, *move);
  if (best.is_searched && (!best.is_worse || best.better.empty())) return false;
  const std::string right = best.is_searched ? best.better : "a move of the root";
  if (facts.captures(info(Rule::kBest).needs)) {
    check.wrong(column, *move, right);
    return true;
  }
  // The proofs of the moves are then in doubt.
  ledger.blame(Rule::kBest, deciding.back()->root.id, [&] {
    return Words{
        fmt::format("the row of the search: {} is {}, its nodes say {}", column, *move, right),
        right, *move};
  });
  return true;
}

// Whether the root left out this move, and another pass searched it.
bool is_left_out(const TraceReader& reader, const SearchRow& search, const PassResults& passes,
                 const PassResult& pass, const std::string& move) {
  const auto excludes = [&](const NodeRow& root) {
    const auto texts = excluded_texts(root);
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
      return is_same_root_move(search, text, move);
    });
  };
  return excludes(pass.root) && std::any_of(passes.begin(), passes.end(), [&](const auto& each) {
           const auto best = move_name(reader, each.second.best_move);
           return is_complete(each.second) && best && is_same_root_move(search, *best, move);
         });
}

bool ran_out(const SearchRow& search, const PassResults& passes) {
  return search.status == SearchStatus::kFinished &&
         std::all_of(passes.begin(), passes.end(),
                     [](const auto& entry) { return is_complete(entry.second); });
}

// Compares value, best move and first move of the variation of a search with the deciding roots.
// Only if the search was finished: otherwise they may come from an abandoned pass.
void check_told_result(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                       Ledger& ledger, const PassResults& passes,
                       const std::vector<const PassResult*>& deciding, const Interval& proven) {
  const PassResult& last = *deciding.back();
  // The row need not be complete: NULL says nothing here.
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
  if (!ran_out(search, passes)) return;
  if (search.value && !fits_the_roots(*search.value, facts, deciding)) {
    if (const std::string why = why_other_root(reader, search, passes, last); !why.empty()) {
      return ledger.incomplete_search(why);
    }
    return check.wrong("value", score_text(*search.value), text_or_null(last.root.value));
  }
  const std::array reported{std::pair("best_move", search.best_move),
                            std::pair("the first move of pv", first_of_pv(search))};
  const auto is_best_of_a_root = [&](const std::string& move) {
    return std::any_of(deciding.begin(), deciding.end(), [&](const PassResult* pass) {
      const auto best = move_name(reader, pass->best_move);
      return best && is_same_root_move(search, *best, move);
    });
  };
  for (const auto& [column, move] : reported) {
    // The root of a single move has the moves below that move, but the search names the move
    // itself.
    if (!move || !last.best_move || last.root.move || is_best_of_a_root(*move)) continue;
    if (is_left_out(reader, search, passes, last, *move)) continue;
    // The last root may have failed low, and then its best child is none of the search.
    const std::string better = told_best(reader, search, facts, deciding, proven, "").better;
    if (!better.empty() && is_same_root_move(search, better, *move)) continue;
    return check.wrong(column, *move, better.empty() ? *move_name(reader, last.best_move) : better);
  }
  for (const auto& [column, move] : reported) {
    if (blame_unnamed_best(reader, search, facts, last, check, column, move) ||
        blame_disproved_best(reader, search, facts, deciding, proven, ledger, check, column,
                             move)) {
      return;
    }
  }
}

// Whether the completed depth of a search is that of a pass, according to its root, or to its row
// if the root has none.
bool shows_depth(const std::vector<const PassResult*>& deciding, std::int64_t depth) {
  return std::any_of(deciding.begin(), deciding.end(),
                     [depth](const PassResult* pass) { return depth_of(*pass) == depth; });
}

// Whether the passes show everything that the row of the search reports, which after a limit may
// come from an abandoned pass.
bool show_result(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                 const std::vector<const PassResult*>& deciding, const Interval& proven) {
  const bool has_claim = search.lower || search.upper;
  const bool is_of_no_depth = std::none_of(deciding.begin(), deciding.end(),
                                           [](const PassResult* pass) { return depth_of(*pass); });
  const bool is_of_depth =
      search.completed_depth ? shows_depth(deciding, *search.completed_depth) : is_of_no_depth;
  const bool is_value_shown = !search.value || contains(proven, *search.value) ||
                              search.value == search.lower || search.value == search.upper;
  if (!has_claim || !is_of_depth || !is_value_shown) return false;
  const std::string better = told_best(reader, search, facts, deciding, proven, "").better;
  const auto is_shown = [&](const std::optional<std::string>& move) {
    if (!move || move->empty()) return true;
    if (!better.empty() && is_same_root_move(search, better, *move)) return true;
    return std::any_of(deciding.begin(), deciding.end(), [&](const PassResult* pass) {
      const auto best = move_name(reader, pass->best_move);
      return best && is_same_root_move(search, *best, *move);
    });
  };
  return is_shown(search.best_move) && is_shown(first_of_pv(search));
}

// The value of a search must lie inside what its passes prove. Or it may be a bound that one of
// their roots returned, as a fail-hard search returns the end of its window, but then it must be
// claimed as a bound. Only if the search was finished: otherwise it may come from an abandoned
// pass. Returns true after a finding, or if the root need not be that of the search.
bool blame_told_value(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                      Ledger& ledger, const PassResults& passes,
                      const std::vector<const PassResult*>& deciding, const Interval& proven) {
  if (!search.value || !ran_out(search, passes) || contains(proven, *search.value)) return false;
  const bool is_bound = std::any_of(deciding.begin(), deciding.end(), [&](const auto* pass) {
    const auto claim = root_claim(pass->root, facts);
    // Without a window it is not known whether the root was clamped.
    const bool may_be_clamped = !facts.soft && (!pass->root.alpha || !pass->root.beta);
    const bool is_open = claim ? !claim->is_exact() && proven.is_inside(*claim) : may_be_clamped;
    return pass->root.value == search.value && is_open;
  });
  const bool has_claim = search.lower || search.upper;
  if (is_bound && !has_claim) {
    ledger.incomplete(fmt::format("the search reports the value {}, which its root returned as a "
                                  "bound, but {} is proven; report `lower` and `upper`",
                                  score_text(*search.value), interval_text(proven)),
                      Ledger::Hole::kBeside);
    return false;
  }
  if (is_bound && (search.value == search.lower || search.value == search.upper)) return false;
  if (const std::string why = why_other_root(reader, search, passes, *deciding.back());
      !why.empty()) {
    ledger.incomplete_search(why);
    return true;
  }
  return ledger.blame(Rule::kSearchValue, deciding.back()->root.id, [&] {
    return Words{fmt::format("the search reports the value {}, its passes prove {}",
                             score_text(*search.value), interval_text(proven)),
                 interval_text(proven), score_text(*search.value)};
  });
}

void check_range_of_scores(const SearchRow& search, Ledger& ledger) {
  if (!search.score_min || !search.score_max || *search.score_min <= *search.score_max) return;
  ledger.blame(Rule::kSearch, 0, [&] {
    return Words{"the row of the search: score_min is above score_max", "score_min <= score_max",
                 score_text(*search.score_min) + " > " + score_text(*search.score_max)};
  });
}

// No pass decides: none was finished, or none has that depth.
void blame_no_pass(const SearchRow& search, const Facts& facts, Ledger& ledger,
                   const PassResults& passes) {
  ledger.enter_pass(passes.empty() ? 0 : passes.rbegin()->second.row.id);
  const bool has_complete = std::any_of(
      passes.begin(), passes.end(), [](const auto& entry) { return is_complete(entry.second); });
  if (!facts.demands.exact_summary || !has_complete) {
    return ledger.incomplete_search(search.completed_depth.has_value()
                                        ? "no pass at the completed depth was finished"
                                    : passes.empty() ? "no finished pass has recorded nodes"
                                                     : "no pass was finished with a value");
  }
  ledger.blame(Rule::kSearch, passes.rbegin()->second.root.id, [&] {
    return Words{fmt::format("the row of the search: completed_depth is {}, no complete pass is",
                             text_or_null(search.completed_depth)),
                 "the depth of a complete pass", text_or_null(search.completed_depth)};
  });
}

// Whether the claim needs several passes, and their rows show that they searched some moves deeper
// than they report: each may have searched another tree.
bool combines_extended(const std::vector<const PassResult*>& deciding, const Interval& claim,
                       Flags flags) {
  return (flags & kExtendedBelow) != 0 &&
         std::none_of(deciding.begin(), deciding.end(), [&](const PassResult* pass) {
           const Interval& proven = pass->outcome.readings.front().proven;
           return !proven.is_empty() && proven.is_inside(claim);
         });
}

constexpr const char* kTheirMoves = "their moves";

// The difference that shows that two roots have two positions; empty if there is none.
std::string difference_of_roots(const PassResult& a, const PassResult& b) {
  if (a.root.side && b.root.side && a.root.side != b.root.side) return "who is to move";
  if (a.root.move != b.root.move) return "the move that led there";
  if (a.root.key && b.root.key && a.root.key != b.root.key) return "their keys";
  return differ_in_moves(a.told, b.told) ? kTheirMoves : "";
}

// Proofs about two positions, or two sides, cannot be combined: keeps the passes that searched the
// position of the last one. Returns false if there were others.
bool keep_one_position(Ledger& ledger, DecidingPasses& chosen) {
  const PassResult& last = *chosen.passes.back();
  const PassResult* other = nullptr;
  std::string why;
  const auto is_other = [&](const PassResult* pass) {
    if (pass == &last) return false;
    const std::string found = difference_of_roots(*pass, last);
    if (found.empty()) return false;
    other = pass;
    why = found;
    return true;
  };
  for (std::vector<const PassResult*>* list : {&chosen.maybe, &chosen.passes}) {
    std::erase_if(*list, is_other);
  }
  if (other == nullptr) return true;
  const bool is_of_moves = why == kTheirMoves;
  const std::string advice = is_of_moves
                                 ? "report the depth of each pass, and leave out moves by `exclude`"
                                 : "record them as two searches";
  ledger.incomplete_search(
      fmt::format("{}: the roots #{} and #{} differ in {}; {}",
                  is_of_moves ? "passes of two lists of moves" : "passes of two positions",
                  other->root.id, last.root.id, why, advice));
  return false;
}

// A pass of another depth reports other moves of the same root: the list of the last one may lack
// some. A search may filter its moves by depth; where it declares itself uniform, the rule `count`
// finds the difference.
void compare_with_other_depths(Ledger& ledger, const PassResults& passes, const PassResult& last,
                               Flags& flags) {
  const bool is_other = std::any_of(passes.begin(), passes.end(), [&](const auto& entry) {
    const PassResult& pass = entry.second;
    return is_complete(pass) && pass.root.move == last.root.move &&
           difference(pass.told, last.told, false) == Differing::kMoves;
  });
  if (!is_other) return;
  ledger.assume(Assumption::kMoveList);
  flags |= flag(Assumption::kMoveList);
}

// Whether the pass left moves out, and another one with fewer left out, which may be as deep,
// reports no depth.
bool is_one_line_of_more(const PassResults& passes, const PassResult& pass) {
  const std::size_t left = left_out(pass.root).size();
  return left > 0 && std::any_of(passes.begin(), passes.end(), [&](const auto& entry) {
           const PassResult& each = entry.second;
           return is_complete(each) && !depth_of(each) && left_out(each.root).size() < left;
         });
}

// The proof of a further line about the whole position: one end, since its root left moves out.
Interval proven_by_line(const PassResult& line, const Facts& facts) {
  const SideView view{line.root.side == format::Side::kMin};
  return view(of_other_moves(view(line.outcome.readings.front().proven), left_out(line.root), {},
                             view(facts.range)));
}

// A further line may not prove more than the passes of all moves, or than the search claims if no
// pass has all moves. Returns true after a finding; where values may be unstable, that is assumed.
bool blame_line(const Facts& facts, Ledger& ledger, const DecidingPasses& chosen,
                const Interval& proven, const Interval& claim, Flags& flags) {
  const bool has_all = left_out(chosen.passes.back()->root).empty();
  const Interval& against = has_all ? proven : claim;
  for (const PassResult* line : chosen.lines) {
    const Interval by_line = proven_by_line(*line, facts);
    if (against.is_empty() || !intersection(against, by_line).is_empty()) continue;
    const Flags rests_on = line->outcome.flags | (has_all ? flags : 0);
    if (!facts.uniform || !is_firm(rests_on)) {
      ledger.assume(Assumption::kInstability);
      flags |= flag(Assumption::kInstability);
      return false;
    }
    const Rule rule = has_all ? Rule::kContradiction : Rule::kSearchValue;
    return ledger.blame(rule, line->root.id, [&] {
      return Words{fmt::format("the further line of pass {} proves {}, {} {}", line->row.ordinal,
                               interval_text(by_line),
                               has_all ? "the pass of all moves" : "the search claims",
                               interval_text(against)),
                   interval_text(by_line), interval_text(against)};
    });
  }
  return false;
}

}  // namespace

RootProof check_search(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                       Ledger& ledger, const PassResults& passes, const Interval& scores) {
  check_range_of_scores(search, ledger);
  if (facts.has_moves_for_roots) {
    judge_root_loop(reader, search, ledger, passes);
    RootProof nothing;
    for (const auto& [root, pass] : passes) nothing.passes.push_back(pass.row.id);
    return nothing;
  }
  DecidingPasses chosen = deciding_passes(search, passes);
  std::vector<const PassResult*>& deciding = chosen.passes;
  if (deciding.empty()) {
    blame_no_pass(search, facts, ledger, passes);
    return {};
  }
  const PassResult& last = *deciding.back();
  ledger.enter_pass(last.row.id);
  ledger.count(Check::kProof);
  if (is_one_line_of_more(passes, last)) {
    ledger.incomplete_search(
        "only passes that left moves out at their root report the completed depth, and one with "
        "more moves reports no depth: report the depth of each pass");
    return {};
  }
  RootProof proof;
  const bool of_one_position = keep_one_position(ledger, chosen);
  // Each reading of each root is a proof; a root with a finding has two, and the claim may rest on
  // either.
  Interval proven[2] = {facts.range, facts.range};
  Flags flags = 0;
  for (const PassResult* pass : deciding) {
    proof.passes.push_back(pass->row.id);
    for (std::size_t i = 0; i < 2; ++i) {
      proven[i] = intersection(proven[i], pass->outcome.readings[i].proven);
    }
    flags |= pass->outcome.flags;
  }
  if (of_one_position) compare_with_other_depths(ledger, passes, last, flags);
  if (search.completed_depth && !facts.own && !shows_depth(deciding, *search.completed_depth)) {
    ledger.assume(Assumption::kToldDepth);
    flags |= flag(Assumption::kToldDepth);
  }
  // If all passes excluded moves at the root, they say nothing about those moves.
  if (!excluded_texts(last.root).empty()) {
    ledger.assume(Assumption::kForward);
    flags |= flag(Assumption::kForward);
  }
  const Interval claim = claim_of_search(search, facts.range);
  // If the first readings contradict each other, use the second ones; but not after a finding,
  // which may be the reason.
  if (proven[0].is_empty() && (proven[1].is_empty() || (flags & kFindingBelow) != 0)) {
    check_disagreeing_passes(reader, search, facts, ledger, deciding, flags, proven[0]);
    proof.proven = claim;
    return proof;
  }
  if (blame_line(facts, ledger, chosen, proven[0], claim, flags)) {
    proof.proven = claim;
    return proof;
  }
  const bool has_claim = search.lower.has_value() || search.upper.has_value();
  const bool covered = (!proven[0].is_empty() && proven[0].is_inside(claim)) ||
                       (!proven[1].is_empty() && proven[1].is_inside(claim));
  const Interval& shown = proven[0].is_empty() ? proven[1] : proven[0];
  proof.proven = shown;
  if (covered && combines_extended(deciding, claim, flags)) {
    ledger.assume(Assumption::kDeeper);
    flags |= flag(Assumption::kDeeper);
    ledger.report().of_several_depths = true;
  }
  if (has_claim && !covered) {
    if (of_one_position)
      judge_uncovered({reader, search, facts, passes, chosen, claim, shown, scores}, flags, ledger);
    return proof;
  }
  if (!facts.demands.exact_summary && !has_hole(flags) && (flags & kFindingBelow) == 0 &&
      blame_told_value(reader, search, facts, ledger, passes, deciding, shown)) {
    return proof;
  }
  if (!has_claim && !shown.is_exact()) {
    const Interval one = search.value ? Interval{*search.value, *search.value} : Interval{};
    const auto untold = search.value ? untold_depths(chosen, one) : std::nullopt;
    ledger.incomplete(
        "the search reports no bounds, and no value is proven: " + interval_text(shown) +
            "; report what it claims as `lower`, `upper`, or both" + (untold ? "; " + *untold : ""),
        Ledger::Hole::kBeside);
  }
  const bool undecided = may_have_stopped_inside(search, facts) && !search.completed_depth;
  if (facts.demands.exact_summary && !undecided) {
    check_own_search(reader, search, facts, ledger, passes, deciding);
  } else if (!facts.demands.exact_summary && (flags & (kIncompleteBelow | kFindingBelow)) == 0) {
    check_told_result(reader, search, facts, ledger, passes, deciding, shown);
  }
  proof.shows_result = covered && of_one_position && !has_hole(flags) && !undecided &&
                       show_result(reader, search, facts, deciding, shown);
  return proof;
}

}  // namespace plytrace::verify

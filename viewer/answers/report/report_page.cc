// SPDX-License-Identifier: MIT
#include "viewer/answers/report/report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "viewer/answers/answer_tables.h"
#include "viewer/answers/compare/comparability.h"
#include "viewer/answers/stats_facts.h"
#include "viewer/answers/verify_answer.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/draw/paper.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/verify/game/game_at.h"
#include "viewer/verify/game/search_game.h"
#include "viewer/verify/report/ledger.h"
#include "viewer/verify/report/mended_words.h"

namespace plytrace {
namespace {

using Rows = std::vector<std::vector<std::string>>;
constexpr std::size_t kMostMoves = 12;
constexpr TextTable::Align kLeft = TextTable::kLeft, kRight = TextTable::kRight;

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return percent_text(static_cast<double>(part), static_cast<double>(whole));
}

const char* letter(std::size_t search) { return search == 0 ? "A" : "B"; }

std::string file_name(const Selection& selected) {
  return std::filesystem::path(selected.reader.file().path).filename().string();
}

std::string algorithm(const Selection& selected) {
  return selected.search.algorithm.empty() ? "a search" : selected.search.algorithm;
}

// "A (alphabeta)"; "A" if the algorithm has no name.
std::string side_name(const char* name, const Selection& selected) {
  const std::string& algorithm = selected.search.algorithm;
  return algorithm.empty() ? name : fmt::format("{} ({})", name, algorithm);
}

std::optional<std::int64_t> depth_of(const ReportedSearch& search) {
  return searched_depth(input_of(search.selected));
}

format::SearchStatus status_of(const Selection& selected) {
  return selected.of_pass ? selected.pass.status : selected.search.status;
}

bool is_finished(const Selection& selected) {
  return status_of(selected) == format::SearchStatus::kFinished;
}

// The result that the page names.
struct NamedResult {
  SideResult found;  // with the name of the best move
  std::string mate;  // ", mate in ..." behind the value, or ""

  bool operator==(const NamedResult& other) const {
    const bool has_none = !found.value && !other.found.value;
    return (has_none || is_same_value(found, other.found)) &&
           found.best_move == other.found.best_move;
  }
};

NamedResult result_of(const ReportedSearch& search) {
  const CompareInput input = input_of(search.selected);
  SideResult found = result_of(input);
  if (found.best_move) found.best_move = named_best_move(input, *found.best_move);
  return {found, text::mate_remark(search.selected.search, found.value)};
}

// "27", "at most 50", "27 (between 20 and 30)", "none".
std::string value_words(const NamedResult& result) {
  const bool is_bound = result.found.bound() != Bound::kExact;
  return (is_bound && !result.found.is_wider() ? range_words(result.found.range)
                                               : claimed_value(result.found)) +
         result.mate;
}

std::string result_words(const NamedResult& result) {
  const std::optional<std::string>& best_move = result.found.best_move;
  if (!result.found.value && !best_move) return "no value and no recorded best move";
  return (result.found.value ? "value " + value_words(result) : "no value") +
         (best_move ? " and best move " + *best_move : " and no recorded best move");
}

std::string option_list(const std::string& json) {
  const std::string words = verify::option_words(json);
  return words.empty() ? "none" : words;
}

std::string pv_words(const ReportedSearch& search) {
  const Selection& selected = search.selected;
  // The line of the search need not be that of a pass.
  const bool is_of_search = !selected.of_pass || search.stats.cost.passes == 1;
  std::vector<std::string> pv = is_of_search ? selected.search.pv : line_texts(selected.pass);
  if (pv.empty()) return is_of_search ? "none" : "none reported for this pass";
  // The names of moves follow from the root, which a search may not have recorded.
  const bool has_root = selected.pass.root && !lacks_its_root(input_of(search.selected));
  const auto root = has_root ? selected.reader.node(*selected.pass.root) : std::nullopt;
  return text::list(root ? selected.reader.line_names(*root, pv) : pv, kMostMoves);
}

std::string verdict_words(const verify::VerifyReport& report) {
  switch (report.verdict) {
    case verify::Verdict::kVerified:
      return "VERIFIED: every window, bound, cutoff and value that was checked is right, and the "
             "value of the root follows from the leaves" +
             verify::proof_conditions(report) +
             (report.unconditional ? ""
                                   : ", under assumptions (" + report.assumptions_text() + ")");
    case verify::Verdict::kRefuted:
      return fmt::format("REFUTED: {}{}", text::count(report.findings_total, "finding"),
                         report.findings.empty() ? "" : ", first " + report.findings[0].message);
    default:
      break;
  }
  return "INCOMPLETE: neither proven nor refuted" +
         (report.reasons.empty() ? "" : " (" + report.reasons[0] + ")");
}

// After a finding the value is only claimed, not proven.
std::string proven_words(const verify::VerifyReport& report) {
  if (report.proven) return interval_text(*report.proven) + verify::proof_conditions(report);
  const std::string claimed = verify::root_words(report);
  return claimed.empty() ? "nothing" : "nothing; " + claimed;
}

// Behind a number of the search, where one of its passes is meant.
std::string of_search_words(const ReportedSearch& search) {
  return search.selected.of_pass && search.stats.cost.passes > 1 ? " (all passes)" : "";
}

// "35", or "35 recorded of 2,869".
std::string recorded_words(std::uint64_t nodes, std::uint64_t unrecorded) {
  std::string of = unrecorded == 0 ? "" : " recorded of " + text::grouped(nodes + unrecorded);
  return text::grouped(nodes) + of;
}
std::string recorded_words(const PlySummaryRow& total) {
  return recorded_words(static_cast<std::uint64_t>(total.nodes),
                        static_cast<std::uint64_t>(total.unrecorded));
}

// Section "In short" -----------------------------------------------------------------------------

// The cost of the search, and its description: "1,652 nodes in 7 passes".
std::uint64_t nodes_visited(const ReportedSearch& search) {
  const bool one = search.selected.of_pass || search.stats.cost.passes == 1;
  const PlySummaryRow& total = search.stats.total;
  return one ? static_cast<std::uint64_t>(saturated_sum(total.nodes, total.unrecorded))
             : search.stats.cost.visited();
}

std::string nodes_words(const ReportedSearch& search) {
  return text::count(static_cast<std::int64_t>(nodes_visited(search)), "node");
}

std::string visited_words(const ReportedSearch& search) {
  const std::string words = (search.stats.lacks_events ? "at least " : "") + nodes_words(search);
  if (search.selected.of_pass)
    return words + fmt::format(" in pass {}", search.selected.pass.ordinal);
  const std::size_t passes = search.stats.cost.passes;
  return passes > 1 ? words + fmt::format(" in {} passes", passes) : words;
}

// " in pass 4" if there are several passes.
std::string pass_place(const ReportedSearch& search) {
  return search.stats.cost.passes > 1 ? fmt::format(" in pass {}", search.selected.pass.ordinal)
                                      : "";
}

// Reasons why fewer nodes are not a saving: those of `compare`, and findings of verify.
std::vector<std::string> reasons_against_saving(const ReportContents& contents) {
  const ReportedSearch &a = contents.searches[0], &b = contents.searches[1];
  std::vector<std::string> reasons =
      why_no_saving(input_of(a.selected), input_of(b.selected), *contents.comparison);
  const auto refuted = refuted_sides(a.verdict.verdict, b.verdict.verdict);
  reasons.insert(reasons.end(), refuted.begin(), refuted.end());
  return reasons;
}

// "A and B have 1,085 nodes in common", for the pass of each search that was aligned.
std::string common_words(const ReportContents& contents) {
  const Comparison& found = *contents.comparison;
  const bool is_all =
      contents.searches[0].stats.cost.passes == 1 && contents.searches[1].stats.cost.passes == 1;
  return fmt::format("{} of their {}nodes {} in both{}", text::grouped(found.both),
                     found.is_partial() ? "recorded " : "", found.both == 1 ? "is" : "are",
                     is_all ? "" : " of the passes that are compared");
}

std::string savings_words(const ReportContents& contents) {
  const ReportedSearch &a = contents.searches[0], &b = contents.searches[1];
  const bool b_saves = nodes_visited(b) <= nodes_visited(a);
  const ReportedSearch &saver = b_saves ? b : a, &other = b_saves ? a : b;
  const std::uint64_t less = nodes_visited(saver), more = nodes_visited(other);
  const std::vector<std::string> against = reasons_against_saving(contents);
  std::string words =
      fmt::format("{} visited {}, {} {}; {}", side_name("A", a.selected), visited_words(a),
                  side_name("B", b.selected), visited_words(b), common_words(contents));
  if (less == more) return words + ".";
  if (against.empty()) {
    return words + fmt::format(": {} saved {}, {}.", letter(b_saves ? 1 : 0),
                               text::count(more - less, "node"), percent(more - less, more));
  }
  words += ". The smaller number is not a saving, because ";
  for (std::size_t i = 0; i < against.size(); ++i) {
    words += (i == 0 ? "" : i + 1 == against.size() ? ", and " : ", ") + against[i];
  }
  return words + ".";
}

// Compares the claims of the two searches.
std::string claims_words(const ReportContents& contents) {
  const Comparison& found = *contents.comparison;
  if (!found.claims_not_compared.empty()) {
    return "Claims were not compared: " + found.claims_not_compared + ".";
  }
  std::string words;
  if (found.claims_compared == 0) {
    words = "Claims were not compared: no two nodes with a known claim have equal depth.";
  } else if (found.contradictions_total > 0) {
    words = fmt::format("In {} of {} the claims EXCLUDE each other.",
                        text::grouped(found.contradictions_total),
                        text::count(found.claims_compared, "pair"));
  } else if (found.conditional == 0) {
    words = fmt::format("No claims contradict each other in {} of nodes of equal depth.",
                        text::count(found.claims_compared, "pair"));
  }
  if (found.conditional > 0) {
    words += fmt::format(
        "{}In {} of {} the claims exclude each other, but rest on assumptions "
        "({}): a contradiction, if these hold.",
        words.empty() ? "" : " ", text::grouped(found.conditional),
        text::count(found.claims_compared, "pair"), found.conditional_on);
  }
  const std::string why = why_roots_may_differ(input_of(contents.searches[0].selected),
                                               input_of(contents.searches[1].selected), found);
  if (!why.empty()) words += " The two roots need not contradict each other: " + why + ".";
  return words;
}

// " A was not finished.", for each search that was not.
std::string unfinished_words(const ReportContents& contents) {
  std::string words;
  for (std::size_t i = 0; i < contents.searches.size(); ++i) {
    const bool is_whole = is_finished(contents.searches[i].selected);
    if (!is_whole) words += fmt::format(" {} was not finished.", letter(i));
  }
  return words;
}

std::string agreement_words(const ReportContents& contents) {
  const NamedResult a = result_of(contents.searches[0]), b = result_of(contents.searches[1]);
  if (a == b) {
    const std::string both = a.found.value || a.found.best_move
                                 ? "Both found " + result_words(a)
                                 : "Neither found a value or a best move";
    return both + "." + unfinished_words(contents) + " " + claims_words(contents);
  }
  return fmt::format("They DIFFER: A found {}, B found {}.{} ", result_words(a), result_words(b),
                     unfinished_words(contents)) +
         claims_words(contents);
}

// A cutoff after a node's only move says nothing about the move ordering.
std::string first_move_words(const char* cutoffs, std::int64_t first, std::int64_t all) {
  if (all == 0) return "";
  return fmt::format(" {} of {} ({} of {}) came from the first move that was searched.",
                     share_text(first, all), cutoffs, text::grouped(first), text::grouped(all));
}

std::string no_cutoff_words(const ReportedSearch& search) {
  const std::string place = pass_place(search);
  if (search.stats.is_partial() && search.selected.search.captures("cutoffs")) {
    return "Whether it pruned" + place + " is not known: " +
           (search.stats.total.unrecorded > 0
                ? text::count(search.stats.total.unrecorded, "node") + " of it were not recorded, "
                : "events are missing, ") +
           "and the rest has no alpha or beta cutoff.";
  }
  const std::uint64_t forward = search.stats.measures ? search.stats.measures->forward_cutoffs : 0;
  if (forward > 0) {
    return fmt::format("It made no alpha or beta cutoff{}; {} gave up moves without a proof.",
                       place, text::count(forward, "forward cutoff"));
  }
  if (search.selected.search.captures("cutoffs")) {
    return "It pruned nothing" + place + ": no cutoff is recorded.";
  }
  return "Whether it pruned" + place + " is not known: its cutoffs were not captured.";
}

std::string pruning_words(const ReportedSearch& search) {
  const PlySummaryRow& total = search.stats.total;
  if (cutoffs_of(total) == 0) return no_cutoff_words(search);
  const std::string cutoffs =
      text::count(cutoffs_of(total), total.unrecorded > 0 ? "recorded cutoff" : "cutoff");
  const TreeMeasures measures = search.stats.measures.value_or(TreeMeasures{});
  if (!search.stats.knows_skipped) {
    const std::string skipped =
        total.skipped == 0 ? "no skipped move is recorded"
                           : "at least " + text::count(total.skipped, "move") + " skipped by " +
                                 text::grouped(total.cutoffs_skipping) + " of them";
    return fmt::format(
        "It made {}{}; {}.{}", cutoffs, pass_place(search), skipped,
        first_move_words("the cutoffs by a move", total.cut_by_first, total.cut_by_move));
  }
  if (total.cutoffs_skipping == 0) {
    return fmt::format(
        "It made {}{}. Each came after the last move of its node, so none skipped a move.", cutoffs,
        pass_place(search));
  }
  const bool all = total.cutoffs_skipping == cutoffs_of(total);
  const bool all_ranked = static_cast<std::int64_t>(measures.ranked_cutoffs) >= total.cut_by_move;
  return fmt::format("{} {}{} left {} unsearched, {}with all that follows it.{}",
                     all ? "Its" : text::grouped(total.cutoffs_skipping) + " of its", cutoffs,
                     pass_place(search), text::count(total.skipped, "move"),
                     total.skipped == 1 ? "" : "each ",
                     first_move_words(all_ranked ? "the cutoffs by a move that skipped something"
                                                 : "the cutoffs by a move that skipped something, "
                                                   "where the moves were recorded,",
                                      static_cast<std::int64_t>(measures.skipping_by_first),
                                      static_cast<std::int64_t>(measures.skipping_by_move)));
}

void write_summary(const ReportContents& contents, text::Page& page) {
  const bool two = contents.comparison.has_value();
  if (two) {
    page.verdict(agreement_words(contents));
    page.paragraph(savings_words(contents));
  } else {
    const ReportedSearch& search = contents.searches[0];
    const std::string& name = search.selected.search.algorithm;
    const auto depth = depth_of(search);
    page.verdict(fmt::format(
        "{} found {}{}, visiting {}{}.", name.empty() ? "The search" : name,
        result_words(result_of(search)), depth ? fmt::format(" at depth {}", *depth) : "",
        visited_words(search), is_finished(search.selected) ? "" : "; it was not finished"));
    page.paragraph(pruning_words(search));
  }
  for (std::size_t i = 0; i < contents.searches.size(); ++i) {
    page.paragraph((two ? std::string(letter(i)) + " is " : "") +
                   verdict_words(contents.searches[i].verdict) + ".");
  }
}

void write_figure(const ReportFigure& figure, text::Page& page) {
  if (!figure.svg.empty()) return page.figure(figure.file, figure.caption, figure.svg);
  if (!figure.caption.empty()) page.paragraph(figure.caption);
}

// Section "What was searched" --------------------------------------------------------------------

// "tictactoe: connectk (width 3, ...)", "othello".
std::string game_in_full(const SearchRow& search) {
  const std::string name = verify::game_words(search),
                    options = verify::option_words(search.game_options);
  if (name.starts_with(search.game)) return name;
  return name + ": " + search.game + " (" + options + ")";
}

void write_search(const ReportContents& contents, text::Page& page) {
  page.heading("What was searched");
  const SearchRow& first = contents.searches[0].selected.search;
  const auto game = verify::game_of(first);
  page.paragraph(first.game.empty() ? "The game has no name."
                                    : "The game is " + game_in_full(first) + ".");
  if (!contents.board.svg.empty()) {
    write_figure(contents.board, page);
  } else if (game) {
    page.lines(game->board_text());
  }
  if (game) {
    page.paragraph(fmt::format(
        "Player {} is to move. {} Scores are seen from MAX's side.", game->player_to_move(),
        game->player_to_move() == game->max_player() ? "This player is MAX, the other one MIN."
                                                     : "This player is MIN, the other one MAX."));
  }
  if (!first.position.empty()) page.paragraph("Position: " + first.position);
  std::vector<TextTable::Column> columns{{"", kLeft}};
  Rows rows;
  const auto add = [&](const std::string& name, auto words) {
    std::vector<std::string> row{name};
    for (const ReportedSearch& search : contents.searches) row.push_back(words(search));
    rows.push_back(std::move(row));
  };
  for (std::size_t i = 0; i < contents.searches.size(); ++i) {
    columns.push_back({contents.searches.size() == 1 ? "search" : letter(i), kLeft});
  }
  add("trace", [](const ReportedSearch& s) {
    return fmt::format("{}, search {}, pass {}", file_name(s.selected), s.selected.search.id,
                       s.selected.pass.ordinal);
  });
  add("algorithm", [](const ReportedSearch& s) {
    const std::string& fail = s.selected.search.fail;
    if (s.selected.search.algorithm.empty()) return std::string("not known");
    return s.selected.search.algorithm + (fail.empty() ? "" : " (fail-" + fail + ")");
  });
  add("depth", [](const ReportedSearch& s) {
    const auto depth = depth_of(s);
    return depth ? std::to_string(*depth) : std::string("not known");
  });
  add("evaluator", [](const ReportedSearch& s) {
    return s.selected.search.evaluator.empty() ? "not known" : s.selected.search.evaluator;
  });
  add("options", [](const ReportedSearch& s) { return option_list(s.selected.search.options); });
  add("ended", [](const ReportedSearch& s) {
    const format::SearchStatus status = status_of(s.selected);
    // The recorder may have died.
    if (status == format::SearchStatus::kRunning) return std::string("not finished");
    return std::string(word(status));
  });
  add("value", [](const ReportedSearch& s) { return value_words(result_of(s)); });
  add("best move", [](const ReportedSearch& s) {
    return result_of(s).found.best_move.value_or("none recorded");
  });
  add("principal variation", [](const ReportedSearch& s) { return pv_words(s); });
  add("nodes in this pass", [](const ReportedSearch& s) { return recorded_words(s.stats.total); });
  add("nodes in all passes", [](const ReportedSearch& s) {
    return recorded_words(s.stats.cost.nodes, s.stats.cost.unrecorded);
  });
  add("passes", [](const ReportedSearch& s) { return text::grouped(s.stats.cost.passes); });
  add("leaf evaluations", [](const ReportedSearch& s) {
    const auto& count = s.selected.search.leaf_evaluations;
    return count ? text::grouped(*count) + of_search_words(s) : std::string("not known");
  });
  add("seconds, as recorded", [](const ReportedSearch& s) {
    const auto& seconds = s.selected.search.seconds;
    return seconds ? fmt::format("{:.3f}", *seconds) + of_search_words(s)
                   : std::string("not known");
  });
  add("recorded by", [](const ReportedSearch& s) {
    const SearchRow& row = s.selected.search;
    return row.engine.empty() ? "not known" : row.engine + " " + row.engine_version;
  });
  page.table(columns, rows);
}

// Section "Is it right?" -------------------------------------------------------------------------

const char* check_question(verify::Check check) {
  // In enumeration order.
  static constexpr std::array<const char*, verify::kCheckCount> kQuestions{
      "does every window, bound, cutoff and value follow from the rows around it?",
      "do the leaves alone prove what each node claims?",
      "are the moves, leaf scores and game ends those of the game?",
      "does a search without pruning find the same?"};
  return kQuestions[static_cast<std::size_t>(check)];
}

std::string check_answer(const verify::CheckResult& check) {
  if (check.status == verify::CheckStatus::kNotRun) {
    return "not run" + (check.reason.empty() ? "" : ": " + check.reason);
  }
  const bool passed = check.status == verify::CheckStatus::kPassed;
  return fmt::format(
      "{}{}, {}{}", passed ? "passed" : "FAILED", check.rules.empty() ? "" : " by " + check.rules,
      text::count(check.items, "row"), passed ? "" : ", " + text::count(check.findings, "finding"));
}

void write_findings(const std::string& title, const std::vector<verify::Finding>& list,
                    std::uint64_t total, text::Page& page) {
  if (total == 0) return;
  page.paragraph(fmt::format("{} ({}):", title, text::grouped(total)));
  std::vector<std::string> items;
  for (const verify::Finding& finding : list) {
    items.push_back(fmt::format("{}: {}", info(finding.rule).name, finding.message) +
                    (finding.expected.empty() ? "" : "; expected: " + finding.expected));
  }
  if (total > list.size()) items.push_back("and " + text::grouped(total - list.size()) + " more");
  page.list(items);
}

std::vector<std::string> sentences(std::vector<std::string> lines) {
  for (std::string& line : lines) {
    line.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(line.front())));
    line += ".";
  }
  return lines;
}

void write_verdict(const ReportContents& contents, text::Page& page) {
  page.heading("Is it right?");
  std::vector<TextTable::Column> columns{{"check", kLeft}, {"question", kLeft}};
  for (std::size_t i = 0; i < contents.searches.size(); ++i) {
    columns.push_back({contents.searches.size() == 1 ? "answer" : letter(i), kLeft});
  }
  Rows rows;
  for (const verify::Check check : verify::kChecks) {
    std::vector<std::string> row{std::string(word(check)), check_question(check)};
    for (const ReportedSearch& search : contents.searches) {
      row.push_back(check_answer(search.verdict.check(check)));
    }
    rows.push_back(std::move(row));
  }
  std::vector<std::string> proven{"proven", "what follows about the root's value?"};
  for (const ReportedSearch& search : contents.searches) {
    proven.push_back(proven_words(search.verdict));
  }
  rows.push_back(std::move(proven));
  page.table(columns, rows);
  for (std::size_t i = 0; i < contents.searches.size(); ++i) {
    const verify::VerifyReport& report = contents.searches[i].verdict;
    const std::string of = contents.searches.size() == 1 ? "" : std::string(" of ") + letter(i);
    std::vector<std::string> assumed;
    for (std::size_t kind = 0; kind < report.assumptions.size(); ++kind) {
      if (report.assumptions[kind] == 0) continue;
      const auto assumption = static_cast<verify::Assumption>(kind);
      assumed.push_back(fmt::format("{}, {}: {}", word(assumption),
                                    text::count(report.assumptions[kind], "time"),
                                    explanation(assumption)));
    }
    if (!assumed.empty()) page.paragraph("Assumptions" + of + ":");
    page.list(assumed);
    write_findings("Findings" + of, report.findings, report.findings_total, page);
    page.list(sentences(verify::effect_words(report)));
    write_findings("Warnings" + of, report.warnings, report.warnings_total, page);
    if (report.verdict == verify::Verdict::kIncomplete) page.list(report.reasons);
  }
  if (!contents.comparison || contents.comparison->contradictions.empty()) return;
  const Comparison& found = *contents.comparison;
  page.paragraph("Claims that exclude each other, the innermost first:");
  std::vector<std::string> items;
  for (const Contradiction& entry : found.contradictions) {
    items.push_back(entry.path + ": " + entry.message);
  }
  if (found.contradictions_total > items.size()) {
    items.push_back("and " + text::grouped(found.contradictions_total - items.size()) + " more");
  }
  page.list(items);
}

// Section "What did pruning save?" ---------------------------------------------------------------

// `side_and_verb`: "A visited".
void write_because(const std::string& side_and_verb, const std::string& other,
                   const std::map<std::string, std::uint64_t>& because, text::Page& page) {
  if (because.empty()) return;
  const std::string words = text::joined(because, ", ", [](const auto& reason) {
    return text::grouped(reason.second) + " by " + reason.first;
  });
  page.paragraph("Nodes that only " + side_and_verb + ", by the reason why " + other +
                 " did not: " + words + ".");
}

void write_savings(const ReportContents& contents, text::Page& page) {
  const bool is_other = contents.comparison && !reasons_against_saving(contents).empty();
  page.heading(is_other ? "Where did the nodes go?" : "What did pruning save?");
  const ReportedSearch& first = contents.searches[0];
  const Comparison* const found = contents.comparison ? &*contents.comparison : nullptr;
  const bool is_partial = found ? found->is_partial() : first.stats.is_partial();
  const std::string verb = is_partial ? "holds" : "visited";
  std::string words = is_partial ? "Recorded nodes" : "Nodes";
  if (found) {
    words += " by ply (the root is ply 0): in the pass of each search that is named above, and ";
    words += "those that only one of them " + verb + ".";
  } else {
    words += " and cutoffs by ply (the root is ply 0)" + pass_place(first) + ". Skipped moves are ";
    words +=
        "those that a cutoff left unsearched; branching is nodes of the next ply per inner node.";
  }
  page.paragraph(words);
  page.begin_beside();
  constexpr std::size_t kMost = kMostRowsForPeople;
  page.table((found ? plies_table(*found, kMost) : plies_table(first.stats, kMost)).for_people());
  write_figure(contents.curves, page);
  page.end_beside();
  if (!found) return;
  write_because("A " + verb, "B", found->a.only_because, page);
  write_because("B " + verb, "A", found->b.only_because, page);
}

// Section "Where?" -------------------------------------------------------------------------------

// Moves with the same numbers and the same cut share a line.
void add_grouped(std::vector<std::string> row, Rows& rows) {
  const auto equal = std::find_if(rows.begin(), rows.end(), [&](const auto& other) {
    return std::equal(row.begin() + 1, row.end(), other.begin() + 1);
  });
  if (equal == rows.end()) return rows.push_back(std::move(row));
  (*equal)[0] += ", " + row[0];
}

void write_largest_skipped(const Comparison& found, text::Page& page) {
  if (found.largest_skipped.empty()) return;
  page.paragraph(
      "The largest pruned parts: moves that one search skipped, with the number of nodes "
      "that the other one visited below each.");
  Rows rows;
  std::uint64_t shown = 0;
  for (const SkippedSubtree& subtree : found.largest_skipped) {
    add_grouped({subtree.path, text::grouped(subtree.nodes), subtree.by}, rows);
    shown += subtree.nodes;
  }
  const std::size_t listed = found.largest_skipped.size();
  if (found.skipped_subtrees > listed) {
    rows.push_back({"and " + text::grouped(found.skipped_subtrees - listed) + " more",
                    text::grouped(found.skipped_subtree_nodes - shown), ""});
  }
  page.table({{"move", kLeft}, {"nodes there", kRight}, {"why it was cut", kLeft}}, rows);
}

void write_largest_cuts(const ReportedSearch& search, text::Page& page) {
  if (search.cuts.cuts.empty()) return;
  const bool has_depths =
      std::any_of(search.cuts.cuts.begin(), search.cuts.cuts.end(),
                  [](const LargeCut& cut) { return cut.node.depth.has_value(); });
  page.paragraph(std::string("The largest cuts: those ") +
                 (has_depths ? "with the most depth left to search" : "nearest to the root") +
                 ", then those that skipped the most moves.");
  Rows rows;
  const TraceReader& reader = search.selected.reader;
  for (const LargeCut& cut : search.cuts.cuts) {
    add_grouped({reader.path(cut.node.id), std::string(text::side(cut.node)),
                 cut.node.depth ? std::to_string(*cut.node.depth) : "-",
                 text::cutoff_words(text::with_names(reader, cut.cutoff), 6)},
                rows);
  }
  const std::size_t listed = search.cuts.cuts.size();
  if (search.cuts.total > listed) {
    rows.push_back({"and " + text::grouped(search.cuts.total - listed) + " more", "", "", ""});
  }
  page.table({{"node", kLeft}, {"side", kLeft}, {"depth left", kRight}, {"why it was cut", kLeft}},
             rows);
}

void write_where(const ReportContents& contents, text::Page& page) {
  page.heading("Where?");
  write_figure(contents.tree, page);
  if (contents.comparison) {
    write_largest_skipped(*contents.comparison, page);
    if (contents.comparison->first_difference) {
      const FirstDifference& difference = *contents.comparison->first_difference;
      page.paragraph("First difference in the order of A: " + difference.path + ". " +
                     difference.message + ".");
    }
  } else {
    write_largest_cuts(contents.searches[0], page);
  }
}

// Section "Why: the order of the moves" ----------------------------------------------------------

std::vector<StatsFact> facts_to_report(const ReportedSearch& search) {
  std::vector<StatsFact> facts = stats_facts(search.stats, search.selected.pass);
  std::erase_if(facts, [](const StatsFact& fact) {
    return fact.page == StatsFact::Page::kStats || fact.cell.heading.empty();
  });
  return facts;
}

// The numbers of the searches side by side.
Rows fact_rows(const std::vector<ReportedSearch>& searches) {
  std::vector<std::vector<StatsFact>> columns;
  for (const ReportedSearch& search : searches) columns.push_back(facts_to_report(search));
  Rows rows;
  for (std::size_t i = 0; i < columns.front().size(); ++i) {
    std::vector<std::string> row{columns.front()[i].cell.heading};
    bool says_some = false;
    for (const std::vector<StatsFact>& facts : columns) {
      row.push_back(facts[i].cell.words);
      says_some = says_some || !facts[i].rare || *facts[i].cell.value != 0;
    }
    if (says_some) rows.push_back(std::move(row));
  }
  return rows;
}

void write_ordering(const ReportContents& contents, text::Page& page) {
  page.heading("Why: the order of the moves");
  page.paragraph(
      "A cutoff saves most when the move that cuts is searched first. The minimal tree "
      "holds the fewest of the visited nodes that prove the value; a search with the "
      "best order would visit no more.");
  std::vector<TextTable::Column> columns{{"", kLeft}};
  for (std::size_t i = 0; i < contents.searches.size(); ++i) {
    columns.push_back({contents.searches.size() == 1 ? "search" : letter(i), kRight});
  }
  page.table(columns, fact_rows(contents.searches));
  for (std::size_t i = 0; i < contents.searches.size(); ++i) {
    const ReportedSearch& search = contents.searches[i];
    if (!search.stats.is_partial()) continue;
    const bool has_factor = effective_branching(search.stats, search.selected.pass).has_value();
    page.paragraph(fmt::format("The numbers of {} are those of its recorded nodes only ({}{}){}.",
                               contents.searches.size() == 1 ? "the search" : letter(i),
                               recorded_words(search.stats.total),
                               search.stats.lacks_events ? "; events are missing" : "",
                               has_factor ? ", except the effective branching factor" : ""));
  }
}

// Section "Passes" -------------------------------------------------------------------------------

void write_passes(const ReportContents& contents, text::Page& page) {
  for (std::size_t i = 0; i < contents.searches.size(); ++i) {
    const PassStats& stats = contents.searches[i].stats;
    if (stats.cost.passes < 2) continue;
    page.heading(contents.searches.size() == 1 ? "Passes" : std::string("Passes of ") + letter(i));
    page.table(passes_table(stats, kMostRowsForPeople).for_people());
    const std::string left = passes_left_out(stats, kMostRowsForPeople);
    if (!left.empty()) page.paragraph(left + ".");
  }
}

// Section "Words, and how to look further" -------------------------------------------------------

std::string file_words(const Selection& selected) {
  return " " + cli::shell_word(selected.reader.file().path);
}

// The options that choose the search, and the pass if that is meant; `side` ends their names.
std::string choice_words(const Selection& selected, const char* side = "") {
  std::string words = fmt::format(" --search{} {}", side, selected.search.id);
  if (selected.of_pass) words += fmt::format(" --pass{} {}", side, selected.pass.ordinal);
  return words;
}

// The commands that ask about the searches of the page. They run in the folder of `report`.
std::string commands_of(const ReportContents& contents) {
  const Selection& a = contents.searches[0].selected;
  const std::string rules = rules_words();
  std::string commands;
  for (const ReportedSearch& search : contents.searches) {
    const Selection& side = search.selected;
    commands +=
        fmt::format("plytrace verify{} --search {}{}\n", file_words(side), side.search.id, rules);
    commands += fmt::format("plytrace stats{}{}\n", file_words(side), choice_words(side));
  }
  if (!contents.comparison) {
    return commands +
           fmt::format("plytrace render{}{}{} -o tree.svg", file_words(a), choice_words(a), rules);
  }
  const Selection& b = contents.searches[1].selected;
  commands += fmt::format("plytrace compare{}{}{}{}\n", file_words(a), file_words(b),
                          choice_words(a, "-a"), choice_words(b, "-b"));
  return commands + fmt::format("plytrace render{}{} --against{}{}{} -o union.svg", file_words(a),
                                choice_words(a), file_words(b), choice_words(b, "-b"), rules);
}

void write_sources(const ReportContents& contents, text::Page& page) {
  page.heading("Words, and how to look further");
  page.list({"MAX and MIN: the two sides; MAX wants high scores, MIN low ones.",
             "window (alpha, beta): what MAX and MIN already have elsewhere; only values inside it "
             "can still change the result.",
             "alpha cutoff: at a MIN node a reply brought the value to alpha or below, so MAX will "
             "not come here; beta cutoff: the mirror, at a MAX node. The moves not yet searched "
             "are skipped, the result stays the same.",
             "exact, >=, <=: a value is exact, or at least, or at most this number. It is a bound "
             "where a cutoff ended the search of the node, or where no move brought a value inside "
             "the window; so is one that follows from bounds or from a table's answer."});
  page.paragraph("These commands show more:");
  page.lines(commands_of(contents));
}

}  // namespace

std::string report_title(const ReportContents& contents) {
  if (!contents.title.empty()) return contents.title;
  const Selection& a = contents.searches[0].selected;
  std::string title =
      a.search.game.empty() ? algorithm(a) : verify::game_words(a.search) + ": " + algorithm(a);
  if (contents.searches.size() == 1) return title;
  const Selection& b = contents.searches[1].selected;
  const ReportedSearch &first = contents.searches[0], &second = contents.searches[1];
  const auto depth = [](const ReportedSearch& search) {
    const auto plies = depth_of(search);
    return plies ? fmt::format(" to depth {}", *plies) : std::string();
  };
  if (depth_of(first) == depth_of(second)) return title + " against " + algorithm(b) + depth(first);
  return title + depth(first) + " against " + algorithm(b) + depth(second);
}

namespace {

// The nodes that the user marked in the explorer.
void write_marks(const ReportContents& contents, text::Page& page) {
  Rows rows;
  for (std::size_t i = 0; i < contents.marks.size(); ++i) {
    const std::string of = contents.marks.size() > 1 ? letter(i) + std::string(": ") : "";
    for (const answers::Mark& mark : contents.marks[i].marks) {
      rows.push_back({of + "#" + std::to_string(mark.node), mark.path, mark.text});
    }
  }
  if (rows.empty()) return;
  page.heading("Marks");
  page.table({{"node", kLeft}, {"path", kLeft}, {"mark", kLeft}}, rows);
}

}  // namespace

text::Page report_page(const ReportContents& contents) {
  text::Page page(report_title(contents));
  write_summary(contents, page);
  write_search(contents, page);
  write_verdict(contents, page);
  write_savings(contents, page);
  write_where(contents, page);
  write_marks(contents, page);
  write_ordering(contents, page);
  write_passes(contents, page);
  write_sources(contents, page);
  return page;
}

draw::CurvePlot nodes_by_ply(const ReportContents& contents) {
  draw::CurvePlot plot;
  // The page says what the curves show.
  plot.paper_width = draw::find_length(kReportCurvesWidth).value_or(0);
  plot.x_label = "ply";
  draw::CurvePanel panel;
  panel.y_label = "nodes";
  for (std::size_t i = 0; i < contents.searches.size(); ++i) {
    const ReportedSearch& search = contents.searches[i];
    draw::Curve curve;
    curve.name = contents.searches.size() == 1
                     ? algorithm(search.selected)
                     : std::string(letter(i)) + ": " + algorithm(search.selected);
    for (const PlySummaryRow& row : search.stats.plies) {
      if (row.nodes > 0) {
        curve.points.emplace_back(static_cast<double>(row.ply), static_cast<double>(row.nodes));
      }
    }
    if (!curve.points.empty()) panel.curves.push_back(std::move(curve));
  }
  plot.panels.push_back(std::move(panel));
  return plot;
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
#include "viewer/answers/compare/compare.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "viewer/answers/answer_tables.h"
#include "viewer/answers/compare/comparability.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/table.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace::answers {
namespace {

using text::Json;

// The walk has counted the nodes of a search's only pass, so the summary is not needed.
SearchCost cost_of_side(const CompareInput& side, std::uint64_t walked) {
  SearchCost cost = cost_of(side.reader, side.search);
  if (cost.passes == 1) cost.nodes = walked;
  return cost;
}

// The nodes that the side visited, as the walk counted them.
std::int64_t visited_by(const CompareInput& side, const ComparedSide& found,
                        const SearchCost& cost) {
  return static_cast<std::int64_t>(side.of_pass ? found.visited() : cost.visited());
}

struct Verdicts {
  std::string a, b;  // "" if not judged
};

Baseline judge(const CompareQuestion& question, const CompareAnswer& answer,
               const Verdicts& verdicts) {
  const Comparison& found = answer.found;
  SearchResultRow a = result_row(question.a), b = result_row(question.b);
  a.nodes = visited_by(question.a, found.a, answer.cost_a);
  b.nodes = visited_by(question.b, found.b, answer.cost_b);
  a.verdict = verdicts.a;
  b.verdict = verdicts.b;
  Baseline baseline;
  baseline.found = changes_of(a, b, *question.baseline);
  // A change relative to 0 nodes has no percentage.
  if (*a.nodes > 0) {
    baseline.nodes_change =
        100 * static_cast<double>(*b.nodes - *a.nodes) / static_cast<double>(*a.nodes);
  }
  if (!a.value || !b.value) return baseline;
  const Score change = *a.value == *b.value ? 0 : *b.value - *a.value;
  const bool are_finite = std::isfinite(*a.value) && std::isfinite(*b.value);
  // A difference of finite values that overflows has no number.
  if (std::isfinite(change) || !are_finite) baseline.value_change = change;
  return baseline;
}

bool is_complete(const CompareInput& side) {
  return side.pass.last && side.pass.status == format::SearchStatus::kFinished;
}

Json side_json(const CompareInput& side, const ComparedSide& found, const SearchCost& cost) {
  Json json;
  json["trace"] = side.name.empty() ? side.reader.file().path : side.name;
  json["search"] = side.search.id;
  json["pass"] = side.pass.ordinal;
  json["game"] = side.search.game;
  json["position"] = side.search.position;
  json["algorithm"] = side.search.algorithm;
  json["options"] = text::embedded_json(side.search.options);
  json["evaluator"] = side.search.evaluator;
  json["depth"] = text::number_json(searched_depth(side));
  json["value"] = text::score_json(found.value);
  const std::string bound(word(result_of(side).range.kind()));
  json["bound"] = bound.empty() ? Json(nullptr) : Json(bound);
  json["best_move"] = text::text_json(found.best_move);
  json["nodes"] = found.nodes;
  json["unrecorded"] = found.unrecorded;
  json["passes"] = cost.passes;
  json["nodes_in_all_passes"] = cost.nodes;
  json["status"] = word(side.pass.status);
  json["complete"] = is_complete(side);
  return json;
}

Json node_json(const std::optional<ComparedNode>& node) {
  if (!node) return nullptr;
  return {{"node", node->node},
          {"depth", text::number_json(node->depth)},
          {"value", text::score_json(node->value)},
          {"bound", node->bound ? Json(word(*node->bound)) : Json(nullptr)}};
}

Json contradictions_json(const std::vector<Contradiction>& contradictions) {
  return text::list_json(contradictions, [](const Contradiction& found) -> Json {
    return {{"path", found.path},
            {"a", node_json(found.a)},
            {"b", node_json(found.b)},
            {"message", found.message},
            {"consequence", found.consequence}};
  });
}

Json skipped_json(const std::vector<SkippedSubtree>& subtrees) {
  return text::list_json(subtrees, [](const SkippedSubtree& subtree) -> Json {
    return {{"path", subtree.path},   {"by", subtree.by},
            {"nodes", subtree.nodes}, {"skipped_in", subtree.skipped_by_a ? "a" : "b"},
            {"node", subtree.node},   {"cut_node", subtree.cut_node}};
  });
}

Json baseline_json(const Baseline& baseline) {
  return {{"comparable", baseline.is_comparable()},
          {"not_comparable", text::texts_json(baseline.found.not_comparable)},
          {"refuted", text::texts_json(baseline.refuted)},
          {"ok", baseline.ok()},
          {"nodes_change_percent", text::score_json(baseline.nodes_change)},
          {"nodes_ok", baseline.is_same("nodes")},
          {"value_change", text::score_json(baseline.value_change)},
          {"value_ok", baseline.is_same("value")},
          {"best_move_ok", baseline.is_same("best_move")},
          {"verdict_ok", baseline.is_same("verdict")}};
}

std::string sides_text(const Comparison& found, const CompareInput& a, const CompareInput& b) {
  TextTable table({{"", TextTable::kLeft},
                   {"trace", TextTable::kLeft},
                   {"algorithm", TextTable::kLeft},
                   {"depth", TextTable::kRight},
                   {"value", TextTable::kRight},
                   {"best move", TextTable::kLeft},
                   {"nodes", TextTable::kRight},
                   {"", TextTable::kLeft}});
  const auto add = [&](const char* name, const CompareInput& side, const ComparedSide& result) {
    std::string trace = side.name.empty() ? side.reader.file().path : side.name;
    const auto depth = searched_depth(side);
    if (side.name.empty() && side.reader.searches().size() > 1) {
      trace += fmt::format(" search {}", side.search.id);
    }
    if (side.reader.passes(side.search.id).size() > 1 && !lacks_its_root(side))
      trace += fmt::format(" pass {}", side.pass.ordinal);
    const std::string mate = MateScale(side.search).words(result.value, 0);
    const std::string incomplete = is_complete(side) ? "" : "unfinished";
    const std::string missing =
        result.unrecorded == 0 ? "" : text::grouped(result.unrecorded) + " more not recorded";
    table.add({name, trace, side.search.algorithm, depth ? std::to_string(*depth) : "-",
               claimed_value(side) + (mate.empty() ? "" : ", " + mate),
               result.best_move ? named_best_move(side, *result.best_move) : "-",
               text::grouped(result.nodes),
               missing + (missing.empty() || incomplete.empty() ? "" : ", ") + incomplete});
  };
  add("A", a, found.a);
  add("B", b, found.b);
  return table.text();
}

// Two values or moves that are both missing do not agree.
template <class Found>
const char* agreement_word(const std::optional<Found>& a, const std::optional<Found>& b) {
  if (!a && !b) return "known for neither";
  if (!a || !b) return "known for only one";
  return *a == *b ? "the same" : "DIFFERENT";
}

std::string agreement_text(const CompareQuestion& question, const CompareAnswer& answer) {
  const Comparison& found = answer.found;
  std::string text;
  const SideResult a = result_of(question.a), b = result_of(question.b);
  text +=
      fmt::format("value      {}\n", !found.same_value && found.a.value == found.b.value && a.value
                                         ? "DIFFERENT: " + range_words(a.range, *a.value) +
                                               " in A, " + range_words(b.range, *b.value) + " in B"
                                         : agreement_word(found.a.value, found.b.value));
  text += fmt::format("best move  {}\n", agreement_word(found.a.best_move, found.b.best_move));
  text += "claims     " + claims_words(found) + "\n";
  if (const std::string words = conditional_words(found); !words.empty()) {
    text += "           " + words + "\n";
  }
  if (!answer.roots_differ.empty()) {
    text +=
        text::wrapped(
            "           the two roots need not contradict each other: " + answer.roots_differ, 11) +
        "\n";
  }
  return text;
}

std::string contradictions_text(const Comparison& found) {
  if (found.contradictions.empty()) return {};
  std::string text = "\nContradictions, the innermost first\n";
  for (const Contradiction& entry : found.contradictions) {
    text += fmt::format("  {}  {}{}\n", entry.path, entry.message,
                        entry.consequence ? " (one lies below)" : "");
  }
  const std::uint64_t left = found.contradictions_total - found.contradictions.size();
  if (left > 0) text += fmt::format("  and {} more\n", text::grouped(left));
  return text;
}

std::string because_text(const char* side, const std::map<std::string, std::uint64_t>& because) {
  if (because.empty()) return "";
  return fmt::format("  only in {}, by reason: {}\n", side,
                     text::joined(because, ", ", [](const auto& reason) {
                       return text::grouped(reason.second) + " " + reason.first;
                     }));
}

// "; B visited 40.0 % fewer", or "" if both cost the same, or events are missing. no_saving_text()
// says whether this is a saving.
std::string fewer_text(const Comparison& found, std::uint64_t nodes_a, std::uint64_t nodes_b) {
  if (found.a.lacks_events || found.b.lacks_events) return "";
  const auto share = [](std::uint64_t less, std::uint64_t more) {
    const auto all = static_cast<double>(more), saved = static_cast<double>(more - less);
    // Rounding must not say that one visited none.
    const bool seems_all = less > 0 && saved / all >= 0.9995;
    return seems_all ? std::string("over 99.9 %") : percent_text(saved, all);
  };
  if (nodes_b < nodes_a) return "; B visited " + share(nodes_b, nodes_a) + " fewer";
  if (nodes_a < nodes_b) return "; A visited " + share(nodes_a, nodes_b) + " fewer";
  return "";
}

// Explains that the two searches did not do the same work, if one of them has fewer nodes.
std::string no_saving_text(const CompareQuestion& question, const CompareAnswer& answer) {
  const Comparison& found = answer.found;
  const bool is_equal = question.a.of_pass ? found.a.visited() == found.b.visited()
                                           : answer.cost_a.visited() == answer.cost_b.visited();
  if (answer.no_saving.empty() || is_equal) return "";
  return text::wrapped(
             fmt::format("  fewer nodes are no saving here: {}", fmt::join(answer.no_saving, "; ")),
             4) +
         "\n";
}

// The cost of all passes; the walk covers only one pass of each search.
std::string all_passes_text(const CompareAnswer& answer) {
  const auto words = [](const SearchCost& cost) {
    return text::grouped(cost.visited()) +
           (cost.passes == 1 ? "" : fmt::format(" in {} passes", cost.passes));
  };
  return fmt::format("Nodes of all passes: A {}, B {}{}\n", words(answer.cost_a),
                     words(answer.cost_b),
                     fewer_text(answer.found, answer.cost_a.visited(), answer.cost_b.visited()));
}

std::string nodes_text(const CompareQuestion& question, const CompareAnswer& answer) {
  const Comparison& found = answer.found;
  std::string text = "\n";
  const bool of_passes = question.a.of_pass || answer.of_several_passes();
  if (answer.of_several_passes() && !question.a.of_pass) text += all_passes_text(answer);
  text += of_passes ? fmt::format("Nodes of pass {} of A and pass {} of B", question.a.pass.ordinal,
                                  question.b.pass.ordinal)
                    : std::string("Nodes");
  if (found.is_partial()) text += ", as far as they were recorded";
  text += fmt::format(": {} in both, {} only in A, {} only in B", text::grouped(found.both),
                      text::grouped(found.a.only), text::grouped(found.b.only));
  if (question.a.of_pass || !answer.of_several_passes())
    text += fewer_text(found, found.a.visited(), found.b.visited());
  text += "\n" + no_saving_text(question, answer) +
          plies_table(found, kMostRowsForPeople).for_people().text("  ");
  text += because_text("A", found.a.only_because);
  text += because_text("B", found.b.only_because);
  return text;
}

std::string skipped_text(const Comparison& found, const SearchRow& a, const SearchRow& b) {
  const auto side = [](const char* name, const SearchRow& search, const ComparedSide& result,
                       const char* other) {
    // A search may not record how many moves its cutoffs skip.
    const bool is_complete = search.captures("skipped");
    std::string text = is_complete ? "" : result.skipped == 0 ? "none recorded" : "at least ";
    if (is_complete || result.skipped > 0) text += text::grouped(result.skipped);
    text += std::string(" in ") + name;
    if (result.skipped == 0) return text;
    return text + fmt::format(" ({} of them searched by {})",
                              text::grouped(result.skipped_but_searched), other);
  };
  std::string text =
      "\nMoves left unsearched by " + std::string(found.is_partial() ? "recorded " : "") +
      "cutoffs: " + side("A", a, found.a, "B") + ", " + side("B", b, found.b, "A") + "\n";
  if (found.largest_skipped.empty()) return text;
  text += "Largest pruned subtrees, in nodes that the other trace searched\n";
  TextTable table({{"nodes"}, {"move", TextTable::kLeft}, {"pruned by", TextTable::kLeft}});
  std::uint64_t shown = 0;
  for (const SkippedSubtree& subtree : found.largest_skipped) {
    table.add({text::grouped(subtree.nodes), subtree.path, subtree.by});
    shown += subtree.nodes;
  }
  text += table.text("  ");
  const std::uint64_t left = found.skipped_subtrees - found.largest_skipped.size();
  if (left > 0) {
    text += fmt::format("  and {} more with {}\n", text::grouped(left),
                        text::count(found.skipped_subtree_nodes - shown, "node"));
  }
  return text;
}

std::string comparison_text(const CompareQuestion& question, const CompareAnswer& answer) {
  const Comparison& found = answer.found;
  std::string text = sides_text(found, question.a, question.b) + "\n";
  if (!found.same_position) {
    const char* const why = found.lacks_root ? "Not compared: " : "Not the same position: ";
    return text + why + found.why_not_same + "\nNothing was aligned.\n";
  }
  text += agreement_text(question, answer) + contradictions_text(found) +
          nodes_text(question, answer) + skipped_text(found, question.a.search, question.b.search);
  text += "\nFirst difference: ";
  text += found.first_difference
              ? found.first_difference->path + "  " + found.first_difference->message
          : found.is_partial() ? "none in the nodes that were recorded"
                               : "none, the two searched the same tree in the same order";
  return text + "\n";
}

std::string baseline_text(const Baseline& baseline, const BaselineLimits& limits,
                          bool knows_best_move) {
  if (!baseline.is_comparable()) {
    const std::string words = fmt::format("Against the baseline A: not comparable: {}",
                                          fmt::join(baseline.found.not_comparable, "; "));
    return "\n" + text::wrapped(words, 2) + "\n";
  }
  const auto verdict = [](bool ok) { return ok ? "ok" : "CHANGED"; };
  std::string text = fmt::format("\nAgainst the baseline A: {}{}\n",
                                 baseline.refuted.empty() ? verdict(baseline.ok()) : "not ok: ",
                                 fmt::join(baseline.refuted, ", "));
  text += fmt::format("  nodes      {}: {}, {:g} % tolerated\n", verdict(baseline.is_same("nodes")),
                      baseline.nodes_change ? fmt::format("{:+.2f} %", *baseline.nodes_change)
                                            : std::string("not known"),
                      limits.nodes);
  const ResultChange* value = baseline.found.of("value");
  text += fmt::format("  value      {}: {}, {} tolerated\n", verdict(value == nullptr),
                      value != nullptr ? value->after + " instead of " + value->before
                                       : "by " + score_text(baseline.value_change.value_or(0)),
                      score_text(limits.value));
  const ResultChange* move = baseline.found.of("best_move");
  text += fmt::format("  best move  {}\n",
                      move != nullptr   ? "CHANGED: " + move->after + " instead of " + move->before
                      : knows_best_move ? std::string("ok")
                                        : std::string("unknown"));
  if (const ResultChange* worse = baseline.found.of("verdict"); worse != nullptr) {
    text += fmt::format("  verdict    CHANGED: {} instead of {}\n", worse->after, worse->before);
  }
  return text;
}

struct JudgedSides {
  verify::Verdict a, b;
};

// Judging takes a scan, so it is done only where its verdicts are asked for: against a baseline,
// and before fewer nodes are called a saving.
std::optional<JudgedSides> judged_sides(const CompareQuestion& question,
                                        const CompareAnswer& answer) {
  const bool may_save = answer.found.same_position && answer.no_saving.empty() &&
                        answer.cost_a.visited() != answer.cost_b.visited();
  const bool is_comparable =
      question.baseline && judge(question, answer, Verdicts()).is_comparable();
  if (!is_comparable && !may_save) return std::nullopt;
  std::vector<verify::Verdict> verdicts;
  for (const CompareInput* side : {&question.a, &question.b}) {
    const auto report =
        value_of(verify::verify_trace(side->reader, side->search, verify::VerifyOptions()));
    if (question.settings.interrupt != nullptr && *question.settings.interrupt) {
      throw Failure({StatusCode::kInterrupted, "interrupted; the comparison was not finished"});
    }
    verdicts.push_back(report.verdict);
  }
  return JudgedSides{verdicts[0], verdicts[1]};
}

}  // namespace

std::string claims_words(const Comparison& found) {
  if (!found.claims_not_compared.empty()) return "not compared: " + found.claims_not_compared;
  if (found.claims_compared == 0) {
    return "not compared: no two nodes with a known claim have equal depth";
  }
  const std::string pairs = text::count(found.claims_compared, "pair") + " of equal depth";
  if (found.contradictions_total == 0) return "no contradiction in " + pairs;
  return fmt::format("{} {} in {}{}", text::grouped(found.contradictions_total),
                     found.contradictions_total == 1 ? "CONTRADICTION" : "CONTRADICTIONS", pairs,
                     found.may_differ_in_position ? ", if both have one position" : "");
}

std::string conditional_words(const Comparison& found) {
  if (found.conditional == 0) return "";
  const bool is_one = found.conditional == 1;
  return fmt::format(
      "{} {} each other, but {} on assumptions ({})",
      text::count(found.conditional, found.contradictions_total > 0 ? "more pair" : "pair"),
      is_one ? "excludes" : "exclude", is_one ? "rests" : "rest", found.conditional_on);
}

bool CompareAnswer::agrees() const {
  if (!baseline) return found.agrees();
  return baseline->ok() && found.contradictions_total == 0;
}

Status exit_status(const CompareQuestion& question, const CompareAnswer& answer) {
  // A baseline needs the results of the roots only, not their nodes.
  const bool has_no_answer =
      answer.baseline
          ? !answer.baseline->is_comparable()
          : lacks_its_root(question.a) || lacks_its_root(question.b) || answer.found.is_undecided();
  if (has_no_answer) return Status::answer(StatusCode::kNoAnswer);
  return answer.agrees() ? Status::ok() : Status::answer(StatusCode::kAnswerNo);
}

CompareAnswer answer(const CompareQuestion& question) {
  auto found = compare(question.a, question.b, question.settings);
  CompareAnswer answer;
  answer.cost_a = cost_of_side(question.a, found.a.nodes);
  answer.cost_b = cost_of_side(question.b, found.b.nodes);
  answer.no_saving = why_no_saving(question.a, question.b, found);
  answer.roots_differ = why_roots_may_differ(question.a, question.b, found);
  answer.found = std::move(found);
  const auto judged = judged_sides(question, answer);
  std::vector<std::string> refuted;
  Verdicts verdicts;
  if (judged) {
    refuted = refuted_sides((judged)->a, (judged)->b);
    verdicts = {std::string(verify::word((judged)->a)), std::string(verify::word((judged)->b))};
  }
  answer.no_saving.insert(answer.no_saving.end(), refuted.begin(), refuted.end());
  if (question.baseline) {
    answer.baseline = judge(question, answer, verdicts);
    answer.baseline->refuted = std::move(refuted);
  }
  return answer;
}

Json json(const std::optional<FirstDifference>& difference) {
  if (!difference) return nullptr;
  return {{"path", difference->path},
          {"what", word(difference->what)},
          {"message", difference->message},
          {"a", node_json(difference->a)},
          {"b", node_json(difference->b)}};
}

Json json(const CompareQuestion& question, const CompareAnswer& answer) {
  const Comparison& found = answer.found;
  Json object;
  object["same_position"] = found.same_position;
  object["same_value"] = found.knows_value() ? Json(found.same_value) : Json(nullptr);
  const bool knows_best_move = found.a.best_move || found.b.best_move;
  object["same_best_move"] = knows_best_move ? Json(found.same_best_move) : Json(nullptr);
  object["a"] = side_json(question.a, found.a, answer.cost_a);
  object["b"] = side_json(question.b, found.b, answer.cost_b);
  object["node_counts"] = {
      {"both", found.both}, {"only_a", found.a.only}, {"only_b", found.b.only}};
  object["contradictions"] = contradictions_json(found.contradictions);
  object["contradictions_total"] = found.contradictions_total;
  object["skipped_in_a"] = found.a.skipped;
  object["skipped_in_b"] = found.b.skipped;
  object["first_difference"] = json(found.first_difference);
  const text::AnswerTable plies = plies_table(found, found.by_ply.size());
  object["by_ply"] = plies.json();
  object["deeper_plies"] = plies.json_below(kDeeperPlies);
  object["largest_skipped"] = skipped_json(found.largest_skipped);
  object["skipped_subtrees"] = {{"count", found.skipped_subtrees},
                                {"nodes", found.skipped_subtree_nodes}};
  object["skipped_in_a_searched_in_b"] = found.a.skipped_but_searched;
  object["skipped_in_b_searched_in_a"] = found.b.skipped_but_searched;
  object["only_a_because"] = found.a.only_because;
  object["only_b_because"] = found.b.only_because;
  object["claims_compared"] = found.claims_compared;
  object["conditional_contradictions"] = {{"count", found.conditional},
                                          {"assumptions", found.conditional_on}};
  object["no_saving"] = text::texts_json(answer.no_saving);
  object["roots_differ"] = text::text_json(answer.roots_differ);
  object["message"] = found.same_position ? found.claims_not_compared : found.why_not_same;
  object["truncated"] = found.contradictions.size() < found.contradictions_total ||
                        found.largest_skipped.size() < found.skipped_subtrees;
  if (answer.baseline) object["baseline"] = baseline_json(*answer.baseline);
  return object;
}

std::string lines(const CompareQuestion& question, const CompareAnswer& answer) {
  std::string text = comparison_text(question, answer);
  const bool knows_best_move = answer.found.a.best_move || answer.found.b.best_move;
  if (answer.baseline) {
    text += baseline_text(*answer.baseline, *question.baseline, knows_best_move);
  }
  return text::printable_lines(text);
}

}  // namespace plytrace::answers

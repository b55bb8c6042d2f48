// SPDX-License-Identifier: MIT
#include "viewer/answers/stats.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "viewer/analysis/part_counts.h"
#include "viewer/answers/answer_tables.h"
#include "viewer/answers/compare/comparison.h"
#include "viewer/answers/stats_facts.h"
#include "viewer/format/characters.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace::answers {
namespace {

using text::Json;

// One line per fact: "branching                   5.29 nodes of the next ply per inner node".
std::string facts_text(const PassStats& stats, const PassRow& pass) {
  std::string text;
  for (const StatsFact& fact : stats_facts(stats, pass)) {
    if (fact.page == StatsFact::Page::kReport || fact.cell.heading.empty()) continue;
    text += text::wrapped(fmt::format("{:<28}{}", fact.cell.heading, fact.cell.words), 28) + "\n";
  }
  return text;
}

std::string passes_text(const PassStats& stats) {
  if (stats.cost.passes < 2) return {};
  const std::string left = passes_left_out(stats, kMostRowsForPeople);
  return "\nPasses of the search\n" +
         passes_table(stats, kMostRowsForPeople).for_people().text("  ", text::kPageWidth) +
         (left.empty() ? "" : "  " + left + "\n");
}

std::string stats_title(const StatsAnswer& answer) {
  const PassRow& pass = answer.pass;
  const std::string& algorithm = answer.search.algorithm;
  std::string title = fmt::format("{}  search {}{}, pass {}: {}", answer.trace, answer.search.id,
                                  algorithm.empty() ? "" : " (" + text::printable(algorithm) + ")",
                                  pass.ordinal, word(pass.purpose));
  if (pass.depth) title += fmt::format(", depth {}", *pass.depth);
  const PlySummaryRow& total = answer.stats.total;
  const std::int64_t counted = pass.nodes.value_or(0);
  title +=
      fmt::format(", value {}{}, {}", answer.value, text::mate_remark(answer.search, pass.value),
                  total.nodes == 0 && counted > 0
                      ? text::count(counted, "node") + ", none recorded"
                      : text::count(total.nodes, total.unrecorded > 0 ? "recorded node" : "node"));
  if (pass.status != format::SearchStatus::kFinished) {
    title += fmt::format(" ({})", word(pass.status));
  }
  return title;
}

bool has_nodes(const std::vector<PlySummaryRow>& plies) {
  return std::any_of(plies.begin(), plies.end(),
                     [](const PlySummaryRow& row) { return row.nodes > 0; });
}

}  // namespace

StatsAnswer answer(const TraceReader& reader, StatsQuestion question) {
  auto stats = value_of(
      gather_stats(reader, question.search, question.pass, question.scan, question.control));
  const bool has_pass = question.pass.ordinal > 0;
  if (has_pass && !stats.measures && !stats.has_summary) {
    throw Failure::bad_input(reader.file().path + ": has no summary by ply; omit --no-scan");
  }
  std::string value = claimed_value({reader, question.search, question.pass, {}, true});
  return StatsAnswer{reader.file().path, std::move(question.search), std::move(question.pass),
                     std::move(stats), std::move(value)};
}

Json json(const StatsAnswer& answer) {
  const PassStats& stats = answer.stats;
  Json json;
  json["trace"] = text::text_json(answer.trace);
  json["search"] = answer.search.id;
  json["pass"] = answer.pass.ordinal > 0 ? Json(answer.pass.ordinal) : Json(nullptr);
  json["algorithm"] = text::text_json(answer.search.algorithm);
  json["depth"] = text::number_json(answer.pass.depth);
  json["value"] = text::score_json(answer.pass.value);
  json["bound"] = stats.bound ? Json(word(*stats.bound)) : Json(nullptr);
  const text::AnswerTable plies = plies_table(stats, stats.plies.size());
  json["total"] = plies.json_below(kAllPlies);
  const std::vector<StatsFact> facts = stats_facts(stats, answer.pass);
  put_facts(json, facts, false);
  json["plies"] = plies.json();
  json["deeper_plies"] = plies.json_below(kDeeperPlies);
  json["scan"] = nullptr;
  if (stats.measures) put_facts(json["scan"], facts, true);
  json["passes"] = passes_table(stats, stats.passes.size()).json();
  json["passes_total"] = stats.cost.passes;
  return json;
}

std::string lines(const StatsAnswer& answer) {
  const PassStats& stats = answer.stats;
  return text::printable_lines(
      text::wrapped(stats_title(answer), 2) + "\n\n" +
      plies_table(stats, kMostRowsForPeople).for_people().text("  ", text::kPageWidth) + "\n" +
      facts_text(stats, answer.pass) + passes_text(stats));
}

std::string csv(const StatsAnswer& answer) {
  return plies_table(answer.stats, answer.stats.plies.size()).csv();
}

SubtreeStats answer(const TraceReader& reader, const SubtreeQuestion& question) {
  const NodeRow& node = question.node;
  const bool is_root = !node.parent && question.pass.root == node.id;
  if (question.only_summary && !is_root) {
    throw Failure::usage("stats: only the root of a pass has a summary");
  }
  SubtreeStats found;
  found.first = node.id;
  found.last = std::min(reader.last_of(node), std::max(node.id, question.to.value_or(INT64_MAX)));
  const std::int64_t from = std::clamp(question.from, found.first, found.last);
  const std::vector<PlySummaryRow> summary =
      is_root && !question.to ? reader.ply_summary(question.pass.id) : std::vector<PlySummaryRow>();
  found.counts.has_summary = has_nodes(summary);
  found.until = found.last;
  if (!question.only_summary || !found.counts.has_summary) {
    found.until = std::min(found.last, saturated_sum(from, question.most_nodes - 1));
    PartCounts part = count_part(reader, node.id, from, found.until);
    if (!found.counts.has_summary) add_plies(found.counts, part.plies);
    found.cuts = std::move(part);
  }
  if (found.counts.has_summary && from == found.first) add_plies(found.counts, summary);
  set_known(found.counts, reader, question.search);
  require(reader.status());
  return found;
}

Json json(const SubtreeStats& answer) {
  const text::AnswerTable plies = plies_table(answer.counts, answer.counts.plies.size());
  Json json{{"first", answer.first}, {"last", answer.last}, {"until", answer.until}};
  json["total"] = plies.json_below(kAllPlies);
  json["plies"] = plies.json();
  json["deeper_plies"] = plies.json_below(kDeeperPlies);
  json["scan"] = nullptr;
  if (answer.cuts)
    put_facts(json["scan"], cut_facts(*answer.cuts, answer.counts.total.cut_by_move), true);
  return json;
}

}  // namespace plytrace::answers

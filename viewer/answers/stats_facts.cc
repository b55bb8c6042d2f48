// SPDX-License-Identifier: MIT
#include "viewer/answers/stats_facts.h"

#include <fmt/core.h>

#include <iterator>
#include <utility>

#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"

namespace plytrace {
namespace {

using text::Cell;
using text::grouped;
using text::Json;
using Facts = std::vector<StatsFact>;
using Page = StatsFact::Page;

// A fact that only the text of `stats` shows.
StatsFact line(const char* heading, std::string words) {
  return {.cell = text::text_cell("", heading, std::move(words)), .page = Page::kStats};
}

StatsFact report_row(Cell cell) { return {.cell = std::move(cell), .page = Page::kReport}; }

StatsFact scanned_row(Cell cell) {
  return {.cell = std::move(cell), .page = Page::kReport, .scanned = true};
}

StatsFact scanned_json(const char* name, Json value) {
  return {.cell = {.name = name, .heading = "", .value = std::move(value), .words = ""},
          .scanned = true};
}

std::optional<double> ratio_of(std::uint64_t part, std::uint64_t whole) {
  return ratio(static_cast<double>(part), static_cast<double>(whole));
}

// Cutoffs and ranks -----------------------------------------------------------------------------

Cell skipped_in_all(const char* heading, const PassStats& stats,
                    std::int64_t PlySummaryRow::*count) {
  const std::int64_t known = stats.total.*count;
  const bool is_complete = stats.knows_skipped && stats.knows_cutoffs;
  return text::text_cell("", heading,
                         is_complete  ? grouped(known)
                         : known == 0 ? "none recorded"
                                      : "at least " + grouped(known));
}

std::string cutoffs_words(const PassStats& stats) {
  const PlySummaryRow& total = stats.total;
  if (!stats.knows_cutoffs) return "none recorded: cutoffs were not captured";
  return fmt::format("{} ({} alpha, {} beta), {}", grouped(cutoffs_of(total)),
                     grouped(total.alpha_cutoffs), grouped(total.beta_cutoffs),
                     skipped_words(total, stats.knows_skipped));
}

std::string cut_by_first_words(const PassStats& stats) {
  const PlySummaryRow& total = stats.total;
  // A table entry, a null move or a stand pat cuts without a move, so the share is of the cuts by a
  // move.
  return fmt::format("{} ({} of the {} by a move)", grouped(total.cut_by_first),
                     share_text(total.cut_by_first, total.cut_by_move),
                     text::count(total.cut_by_move, "cutoff"));
}

Facts cutoff_facts(const PassStats& stats) {
  const PlySummaryRow& total = stats.total;
  const std::int64_t cutoffs = cutoffs_of(total);
  Facts facts{
      line("cutoffs", cutoffs_words(stats)),
      report_row(stats.knows_cutoffs ? text::count_cell("", "cutoffs", cutoffs)
                                     : text::text_cell("", "cutoffs", std::string("not recorded"))),
      report_row(
          skipped_in_all("of them skipping a move", stats, &PlySummaryRow::cutoffs_skipping)),
      report_row(skipped_in_all("moves skipped", stats, &PlySummaryRow::skipped)),
      report_row(
          text::share_cell("", "cut by the first move", total.cut_by_first, total.cut_by_move))};
  // Without a cutoff by a move there is nothing that its first move has a share of.
  if (total.cut_by_move > 0)
    facts.push_back(line("cut by the first move", cut_by_first_words(stats)));
  return facts;
}

// "1: 120, 2: 15, 8 and up: 1".
std::string ranks_words(const CutCounts& measures) {
  std::string words;
  for (std::size_t i = 0; i < measures.cut_ranks.size(); ++i) {
    if (measures.cut_ranks[i] == 0) continue;
    const bool last = i + 1 == measures.cut_ranks.size();
    words += fmt::format("{}{}{}: {}", words.empty() ? "" : ", ", i + 1, last ? " and up" : "",
                         grouped(measures.cut_ranks[i]));
  }
  return words.empty() ? "-" : words;
}

// " of 19 of the 112 cutoffs by a move": a rank is known only where all moves were recorded.
std::string ranked_words(const CutCounts& measures, std::int64_t by_move) {
  const auto ranked = static_cast<std::int64_t>(measures.ranked_cutoffs);
  if (ranked >= by_move) return "";
  return fmt::format(" (of {} of the {} by a move, as their moves were recorded)", grouped(ranked),
                     text::count(by_move, "cutoff"));
}

Facts rank_facts(const CutCounts& measures, std::int64_t by_move) {
  const std::string some = ranked_words(measures, by_move), ranks = ranks_words(measures) + some;
  const auto mean = ratio_of(measures.rank_sum, measures.ranked_cutoffs);
  Facts facts{scanned_json("cut_ranks/cutoffs", measures.ranked_cutoffs),
              scanned_row(text::text_cell("", "cutoffs by rank of the cutting move", ranks)),
              scanned_row(text::real_cell("cut_ranks/mean", "mean rank", mean)),
              scanned_json("cut_ranks/by_rank", measures.cut_ranks)};
  if (mean) {
    facts.push_back(line("rank of the cutting move",
                         ranks_words(measures) + ", mean " + fixed_text(mean) + some));
  }
  return facts;
}

// The moves that forward pruning skipped; the JSON has their numbers by ply too.
Facts forward_facts(const CutCounts& cuts) {
  Json rows = Json::array();
  CutCounts::Forward all;
  for (const auto& [ply, forward] : cuts.forward) {
    rows.push_back({{"ply", ply},
                    {"cutoffs", forward.cutoffs},
                    {"skipped", forward.is_known ? Json(forward.skipped) : Json(nullptr)}});
    all.is_known = all.is_known && forward.is_known;
    all.cutoffs += forward.cutoffs;
    all.skipped = saturated_sum(all.skipped, forward.skipped);
  }
  Facts facts{scanned_json("forward", std::move(rows))};
  if (all.cutoffs > 0) {
    facts.push_back(line("forward pruning",
                         text::count(all.cutoffs, "cutoff") +
                             (all.is_known ? " skipped " + text::count(all.skipped, "move")
                                           : "; how many moves were skipped is not recorded")));
  }
  return facts;
}

// Stages and extensions -------------------------------------------------------------------------

Json named_json(const NameCounts::Row& row, const char* name, bool has_cutoffs) {
  Json json{{name, row.name.empty() ? Json(nullptr) : text::text_json(row.name)},
            {"nodes", row.nodes}};
  if (has_cutoffs) json["cutoffs"] = row.cutoffs;
  return json;
}

// Rows with a name, then one without a name for all further names.
std::vector<NameCounts::Row> named_rows(const NameCounts& counts) {
  std::vector<NameCounts::Row> rows = counts.rows();
  if (counts.others().nodes + counts.others().cutoffs > 0) rows.push_back(counts.others());
  return rows;
}

StatsFact named_fact(const NameCounts& counts, const char* list, const char* name,
                     bool has_cutoffs) {
  return scanned_json(list, text::list_json(named_rows(counts), [&](const NameCounts::Row& row) {
                        return named_json(row, name, has_cutoffs);
                      }));
}

std::string name_of(const NameCounts::Row& row) {
  return row.name.empty() ? "others" : text::printable(row.name);
}

// "table 120 (of 130 nodes), capture 40 (of 300), no stage 5".
std::string stages_words(const CutCounts& cuts) {
  std::string words;
  std::uint64_t with_stage = 0;
  for (const NameCounts::Row& row : named_rows(cuts.stages)) {
    words += fmt::format("{}{} {} (of {})", words.empty() ? "" : ", ", name_of(row),
                         grouped(row.cutoffs),
                         words.empty() ? text::count(row.nodes, "node") : grouped(row.nodes));
    with_stage += row.cutoffs;
  }
  if (cuts.ranked_cutoffs > with_stage) {
    words += ", no stage " + grouped(cuts.ranked_cutoffs - with_stage);
  }
  return words;
}

std::string extensions_words(const NameCounts& extensions) {
  std::string words;
  for (const NameCounts::Row& row : named_rows(extensions)) {
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", name_of(row),
                         words.empty() ? text::count(row.nodes, "node") : grouped(row.nodes));
  }
  return words;
}

// Facts from the notes of an engine about its moves and its depths.
Facts noted_facts(const CutCounts& cuts) {
  Facts facts{named_fact(cuts.stages, "stages", "stage", true),
              named_fact(cuts.extensions, "extensions", "reason", false)};
  if (!named_rows(cuts.stages).empty()) {
    facts.push_back(line("cutoffs by stage", stages_words(cuts)));
  }
  if (!named_rows(cuts.extensions).empty()) {
    facts.push_back(line("extended", extensions_words(cuts.extensions)));
  }
  return facts;
}

// The minimal tree ------------------------------------------------------------------------------

Facts minimal_facts(const TreeMeasures& measures) {
  const auto& minimal = measures.minimal_tree;
  if (!minimal) {
    return {scanned_row({"minimal_tree", "nodes of the minimal tree", nullptr, "not known"}),
            scanned_row(text::text_cell("", "visited against minimal", "-"))};
  }
  const auto times = ratio_of(measures.tree.nodes, minimal->nodes);
  return {scanned_row({"minimal_tree/nodes", "nodes of the minimal tree", minimal->nodes,
                       grouped(minimal->nodes)}),
          scanned_row(text::text_cell("", "visited against minimal", fixed_text(times) + " times")),
          scanned_json("minimal_tree/leaves", minimal->leaves),
          scanned_json("minimal_tree/share",
                       text::score_json(ratio_of(minimal->nodes, measures.tree.nodes)))};
}

std::string minimal_words(const TreeMeasures& measures, bool is_partial) {
  if (!measures.minimal_tree) {
    return "not known: the recorded nodes alone do not prove the value of the root";
  }
  return fmt::format("{}, {} {}; {} {} times as many nodes",
                     text::count(measures.minimal_tree->nodes, "node"),
                     grouped(measures.minimal_tree->leaves),
                     measures.minimal_tree->leaves == 1 ? "leaf" : "leaves",
                     is_partial ? "recorded are" : "the search visited",
                     fixed_text(ratio_of(measures.tree.nodes, measures.minimal_tree->nodes)));
}

// Knuth and Moore's tree proves an exact value. A search that only asked for a bound may need less.
Facts uniform_facts(const TreeMeasures& measures, std::optional<Bound> bound) {
  if (!measures.uniform) return {scanned_json("uniform", nullptr)};
  const auto [branching, depth] = *measures.uniform;
  const double leaves = knuth_moore_leaves(static_cast<double>(branching), depth);
  Facts facts{scanned_json("uniform/branching", branching), scanned_json("uniform/depth", depth),
              scanned_json("uniform/knuth_moore_leaves", text::score_json(leaves))};
  if (bound.value_or(Bound::kExact) != Bound::kExact) return facts;
  facts.push_back(
      line("Knuth and Moore",
           fmt::format("{:.0f} {} in the minimal tree of depth {} with {} at each node; the search "
                       "visited {}",
                       leaves, leaves == 1 ? "leaf" : "leaves", depth,
                       text::count(branching, "move"), grouped(measures.tree.leaves))));
  return facts;
}

// Branching, and other answers ------------------------------------------------------------------

Facts branching_facts(const PassStats& stats, const PassRow& pass) {
  const auto mean = mean_branching(stats);
  const auto effective = effective_branching(stats, pass);
  const char* const heading = "effective branching factor";
  const std::string words = mean ? fixed_text(mean) + " nodes of the next ply per inner node"
                            : stats.total.nodes == 0 ? "not known: no node was recorded"
                            : stats.is_partial()     ? "not known: not all nodes were recorded"
                                                     : "no node has a move that was searched";
  Facts facts{
      line("branching", words),
      report_row(text::real_cell("branching", "nodes of the next ply per inner node", mean)),
      report_row(text::real_cell("effective_branching_factor", heading, effective, 3))};
  if (effective) {
    facts.push_back(line(heading, fmt::format("{} at depth {}", fixed_text(effective, 3),
                                              pass.depth.value_or(stats.deepest))));
  }
  return facts;
}

Facts table_facts(const PlySummaryRow& total) {
  const char* const heading = "answered by the table";
  StatsFact row = report_row(text::count_cell("", heading, total.table));
  row.rare = true;
  if (total.table == 0) return {row};
  return {row, line(heading, fmt::format("{} ({})", text::count(total.table, "node"),
                                         share_text(total.table, total.nodes)))};
}

std::string re_searches_words(const PassStats& stats) {
  const std::string words = grouped(stats.total.re_searches);
  if (!stats.measures) return words;
  const auto nodes = static_cast<std::int64_t>(stats.measures->re_search_nodes);
  return words + fmt::format(" with {} ({})", text::count(nodes, "node"),
                             share_text(nodes, stats.total.nodes));
}

Facts re_search_lines(const PassStats& stats) {
  Facts facts;
  if (stats.total.re_searches > 0) facts.push_back(line("re-searches", re_searches_words(stats)));
  if (stats.total.unrecorded > 0) {
    facts.push_back(line("not recorded", text::count(stats.total.unrecorded, "node") +
                                             "; the other counts are of the recorded nodes"));
  }
  return facts;
}

Facts probe_facts(const TreeMeasures& measures) {
  return {scanned_json("re_search_nodes", measures.re_search_nodes),
          scanned_json("probes/found", measures.probes),
          scanned_json("probes/answered", measures.probes_answered),
          scanned_json("probes/narrowed", measures.probes_narrowed)};
}

StatsFact minimal_line(const PassStats& stats) {
  if (stats.measures)
    return line("minimal tree", minimal_words(*stats.measures, stats.is_partial()));
  return line("ranks and minimal tree", "not computed for a pass of this size; try --scan");
}

void append(Facts& facts, Facts more) {
  facts.insert(facts.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
}

}  // namespace

std::string skipped_words(const PlySummaryRow& total, bool is_complete) {
  if (total.skipped == 0) return is_complete ? "none skipped a move" : "no skipped move recorded";
  return grouped(total.cutoffs_skipping) + (is_complete ? " skipped " : " known to skip ") +
         text::count(total.skipped, "move");
}

Facts cut_facts(const CutCounts& cuts, std::int64_t by_move) {
  Facts facts = rank_facts(cuts, by_move);
  append(facts, noted_facts(cuts));
  append(facts, forward_facts(cuts));
  return facts;
}

Facts stats_facts(const PassStats& stats, const PassRow& pass) {
  const TreeMeasures measures = stats.measures.value_or(TreeMeasures{});
  Facts facts = cutoff_facts(stats);
  append(facts, {scanned_json("tree/nodes", measures.tree.nodes),
                 scanned_json("tree/leaves", measures.tree.leaves)});
  append(facts, cut_facts(measures, stats.total.cut_by_move));
  append(facts, minimal_facts(measures));
  append(facts, branching_facts(stats, pass));
  append(facts, table_facts(stats.total));
  append(facts, re_search_lines(stats));
  facts.push_back(minimal_line(stats));
  append(facts, uniform_facts(measures, stats.bound));
  append(facts, probe_facts(measures));
  if (stats.measures) return facts;
  for (StatsFact& fact : facts) {
    if (fact.scanned) fact.cell.words = "not computed";
  }
  return facts;
}

void put_facts(Json& json, const Facts& facts, bool scanned) {
  for (const auto& [cell, page, is_scanned, rare] : facts) {
    if (cell.name.empty() || !cell.value || is_scanned != scanned) continue;
    json[Json::json_pointer("/" + cell.name)] = *cell.value;
  }
}

}  // namespace plytrace

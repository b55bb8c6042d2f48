// SPDX-License-Identifier: MIT
#include "viewer/answers/answer_tables.h"

#include <algorithm>
#include <utility>

#include "viewer/format/numbers.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

using text::AnswerTable;
using text::Cell;
using text::count_cell;
using Row = AnswerTable::Row;

void append(Row& row, Row more) {
  for (Cell& cell : more) row.push_back(std::move(cell));
}

// A count whose column appears in text only if `total` is not 0.
Cell rare_cell(const char* name, const char* heading, std::int64_t PlySummaryRow::*count,
               const PlySummaryRow& row, const PlySummaryRow& total) {
  return count_cell(name, total.*count > 0 ? heading : "", row.*count);
}

// The text shows no 0 for an unknown count.
Cell known_cell(const char* name, const char* heading, std::int64_t count, bool is_known) {
  Cell cell = count_cell(name, heading, count);
  if (!is_known) cell.words = "-";
  return cell;
}

// The counts of one ply or pass. `total` decides which columns the text shows.
Row count_cells(const PlySummaryRow& row, const PlySummaryRow& total, const PassStats& stats) {
  const auto rare = [&](const char* name, const char* heading, std::int64_t PlySummaryRow::*count) {
    return rare_cell(name, heading, count, row, total);
  };
  const bool all_by_move = total.cut_by_move == cutoffs_of(total);
  return {count_cell("nodes", "nodes", row.nodes),
          rare("interior", "interior", &PlySummaryRow::interior),
          rare("horizon", "horizon", &PlySummaryRow::horizon),
          rare("terminal", "terminal", &PlySummaryRow::terminal),
          rare("table", "table", &PlySummaryRow::table),
          rare("known", "known", &PlySummaryRow::known), rare("draw", "draw", &PlySummaryRow::draw),
          rare("unknown", "unknown", &PlySummaryRow::unknown),
          rare("illegal", "illegal", &PlySummaryRow::illegal),
          known_cell("alpha_cutoffs", "alpha cuts", row.alpha_cutoffs, stats.knows_cutoffs),
          known_cell("beta_cutoffs", "beta cuts", row.beta_cutoffs, stats.knows_cutoffs),
          count_cell("cut_by_move", "", row.cut_by_move),
          // The text shows this only if some cutoffs have another cause.
          text::share_cell("cut_by_move_share", all_by_move ? "" : "by a move", row.cut_by_move,
                           cutoffs_of(row)),
          count_cell("cut_by_first", "", row.cut_by_first),
          // Cutoffs by stand pat, null move or the table say nothing about the move ordering.
          text::share_cell("cut_by_first_share", "by 1st move", row.cut_by_first, row.cut_by_move),
          count_cell("cutoffs_skipping", "", row.cutoffs_skipping),
          known_cell("skipped", "skipped", row.skipped,
                     stats.knows_cutoffs && (stats.knows_skipped || stats.total.skipped > 0)),
          count_cell("bound_updates", "", row.bound_updates),
          rare("re_searches", "re-searches", &PlySummaryRow::re_searches),
          count_cell("unrecorded", "", row.unrecorded)};
}

Row ply_cells(const PassStats& stats, const PlySummaryRow& row, std::optional<double> branching) {
  Row cells{text::number_cell("ply", "ply", row.ply)};
  append(cells, count_cells(row, stats.total, stats));
  cells.push_back(text::real_cell("branching", "branching", branching));
  return cells;
}

// A total has no ply. In JSON, the mean branching is a number of its own.
Row total_cells(const PassStats& stats) {
  Row cells = ply_cells(stats, stats.total, mean_branching(stats));
  cells.front().value.reset();
  cells.back().value.reset();
  return cells;
}

// Partial recordings show no share: that of the recorded nodes says nothing about the searches.
Row ply_cells(const PlyComparison& row, bool is_partial) {
  Row cells{text::number_cell("ply", "ply", row.ply),
            count_cell("nodes_a", "nodes A", static_cast<std::int64_t>(row.nodes_a)),
            count_cell("nodes_b", "nodes B", static_cast<std::int64_t>(row.nodes_b)),
            count_cell("only_a", "only A", static_cast<std::int64_t>(row.only_a)),
            count_cell("only_b", "only B", static_cast<std::int64_t>(row.only_b))};
  if (!is_partial) {
    cells.push_back(text::share_cell("", "B / A", static_cast<std::int64_t>(row.nodes_b),
                                     static_cast<std::int64_t>(row.nodes_a)));
  }
  return cells;
}

void add_counts(PlyComparison& total, const PlyComparison& row) {
  total.nodes_a += row.nodes_a;
  total.nodes_b += row.nodes_b;
  total.only_a += row.only_a;
  total.only_b += row.only_b;
}

std::optional<std::string> bound_word(std::optional<Bound> bound) {
  return bound ? std::optional(std::string(word(*bound))) : std::nullopt;
}

// The window is one column in text and two in JSON, the value with its bound as well.
Row pass_cells(const PassRow& row, std::optional<Bound> bound, const std::string& best_name) {
  Cell value = text::score_cell("value", "value", row.value);
  if (row.value && bound) value.words = format::sign_before(*bound) + value.words;
  Cell best = text::text_cell("best_move", "best", row.best_move);
  if (!best_name.empty()) best.words = best_name;
  return {text::number_cell("pass", "pass", row.ordinal),
          text::text_cell("purpose", "purpose", std::string(word(row.purpose))),
          text::number_cell("depth", "depth", row.depth),
          text::text_cell("", "window", text::window(row.alpha, row.beta)),
          text::score_cell("alpha", "", row.alpha),
          text::score_cell("beta", "", row.beta),
          std::move(value),
          text::text_cell("bound", "", bound_word(bound)),
          std::move(best)};
}

// "running" in JSON and CSV, where the trace has no status, also if the recorder died.
Cell ended_cell(const PassRow& row) {
  const bool runs = row.status == format::SearchStatus::kRunning;
  return {"status", "ended", text::Json(word(row.status)),
          runs ? "not finished" : text::readable(word(row.status)), TextTable::kLeft};
}

// "fail high" or "fail low", if the value of a pass is outside its window.
std::optional<std::string> fail_word(const PassRow& row) {
  // In an empty window every value would be one of both.
  if (!row.value || !row.alpha || !row.beta || *row.alpha >= *row.beta) return std::nullopt;
  const Bound bound = bound_in(*row.value, {*row.alpha, *row.beta});
  if (bound == Bound::kExact) return std::nullopt;
  return bound == Bound::kUpper ? "low" : "high";
}

std::size_t first_of_last(std::size_t count, std::size_t most) {
  return count > most ? count - most : 0;
}

}  // namespace

AnswerTable plies_table(const PassStats& stats, std::size_t most) {
  AnswerTable table;
  // Combines the plies that the statistics already omitted and those that this list omits into one
  // row.
  PlySummaryRow rest = stats.deeper.value_or(PlySummaryRow{});
  for (std::size_t i = 0; i < stats.plies.size(); ++i) {
    if (i < most) {
      table.add(ply_cells(stats, stats.plies[i], branching(stats, i)));
      continue;
    }
    // The first omitted ply labels the row.
    if (i == most) rest.ply = stats.plies[i].ply;
    add_counts(rest, stats.plies[i]);
  }
  if (rest.nodes > 0) table.add_below(kDeeperPlies, ply_cells(stats, rest, std::nullopt));
  table.add_below(kAllPlies, total_cells(stats));
  return table;
}

AnswerTable plies_table(const Comparison& found, std::size_t most) {
  AnswerTable table;
  PlyComparison rest = found.deeper.value_or(PlyComparison{});
  for (std::size_t i = 0; i < found.by_ply.size(); ++i) {
    if (i < most) {
      table.add(ply_cells(found.by_ply[i], found.is_partial()));
      continue;
    }
    if (i == most) rest.ply = found.by_ply[i].ply;
    add_counts(rest, found.by_ply[i]);
  }
  if (rest.nodes_a + rest.nodes_b > 0)
    table.add_below(kDeeperPlies, ply_cells(rest, found.is_partial()));
  Row total =
      ply_cells({0, found.a.nodes, found.b.nodes, found.a.only, found.b.only}, found.is_partial());
  total.front().value.reset();
  table.add_below(kAllPlies, std::move(total));
  return table;
}

AnswerTable passes_table(const PassStats& stats, std::size_t most) {
  PlySummaryRow total;
  for (const PassCounts& pass : stats.passes) add_counts(total, pass.total);
  AnswerTable table;
  for (std::size_t i = first_of_last(stats.passes.size(), most); i < stats.passes.size(); ++i) {
    const PassCounts& pass = stats.passes[i];
    Row cells = pass_cells(pass.row, pass.bound, pass.best_name);
    append(cells, count_cells(pass.total, total, stats));
    // Growth is relative to the previous pass, even if that one is not listed.
    const auto growth =
        i == 0 ? std::nullopt : ratio(pass.total.nodes, stats.passes[i - 1].total.nodes);
    append(cells, {text::real_cell("growth", "growth", growth), ended_cell(pass.row)});
    table.add(std::move(cells));
  }
  return table;
}

std::string passes_left_out(const PassStats& stats, std::size_t most) {
  const std::size_t left = stats.cost.passes - std::min(most, stats.passes.size());
  return left == 0 ? "" : "and " + text::grouped(std::uint64_t{left}) + " earlier ones";
}

AnswerTable passes_table(const std::vector<ListedPass>& passes) {
  AnswerTable table;
  for (const ListedPass& listed : passes) {
    const PassRow& pass = listed.row;
    Row cells = pass_cells(pass, listed.bound, listed.best_name);
    if (!listed.best_name.empty()) {
      append(cells, {text::text_cell("best_name", "", listed.best_name)});
    }
    append(cells, {text::text_cell("fail", "", fail_word(pass)),
                   text::number_cell("stream", "", pass.stream),
                   text::number_cell("root", "", pass.root),
                   text::number_cell("last", "", listed.last),
                   {"nodes", "nodes", text::number_json(pass.nodes),
                    pass.nodes ? text::grouped(*pass.nodes) : "-"},
                   text::number_cell("recorded", "", listed.recorded),
                   text::real_cell("seconds", "", pass.seconds),
                   {"pv", "", text::texts_json(line_texts(pass)), ""},
                   ended_cell(pass)});
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace plytrace

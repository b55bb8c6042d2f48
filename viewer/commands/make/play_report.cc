// SPDX-License-Identifier: MIT
#include "viewer/commands/make/play_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewer/format/csv.h"
#include "viewer/format/table.h"
#include "viewer/verify/game/search_game.h"

namespace plytrace {
namespace {

using text::Json;

// The sums of a searcher's searches, and their comparison with those of the first searcher.
struct Total {
  std::uint64_t positions = 0, nodes = 0, leaf_evaluations = 0, ordering_evaluations = 0;
  std::uint64_t cut_short = 0;  // stopped by a limit
  int least_depth = 0, most_depth = 0;
  double depths = 0, seconds = 0;
  // Positions that both searched to the same depth with the same evaluator, and how often they
  // agree.
  std::uint64_t comparable = 0, same_value = 0, same_move = 0;
};

void add(Total& total, const SearchResult& result) {
  const int depth = result.completed_depth;
  total.least_depth = total.positions == 0 ? depth : std::min(total.least_depth, depth);
  total.most_depth = std::max(total.most_depth, depth);
  ++total.positions;
  total.nodes += result.counters.nodes;
  total.leaf_evaluations += result.counters.leaf_evaluations;
  total.ordering_evaluations += result.counters.ordering_evaluations;
  total.cut_short += result.stopped == SearchStatus::kFinished ? 0U : 1U;
  total.depths += depth;
  total.seconds += result.seconds;
}

void hold_against(Total& total, const PlayedSearch& first, const PlayedSearch& row) {
  const SearchResult &a = first.result, &b = row.result;
  // Searches with another depth, bound or evaluator are not comparable.
  if (a.completed_depth != b.completed_depth || !a.value || !b.value) return;
  if (a.bound != Bound::kExact || b.bound != Bound::kExact) return;
  ++total.comparable;
  total.same_value += *a.value == *b.value ? 1U : 0U;
  total.same_move += first.move == row.move ? 1U : 0U;
}

bool same_evaluator(const Searcher& a, const Searcher& b) {
  return a.evaluator.name == b.evaluator.name && a.evaluator.parameters == b.evaluator.parameters;
}

std::vector<Total> totals(const PlayReport& report) {
  std::vector<Total> totals(report.plan.searchers.size());
  const PlayedSearch* first = nullptr;
  for (const PlayedSearch& row : report.game.searches) {
    Total& total = totals[row.searcher];
    add(total, row.result);
    // Rows are grouped by position, and the first searcher's row comes first.
    if (row.searcher == 0) first = &row;
    if (first == nullptr || first->ply != row.ply || row.searcher == 0) continue;
    const auto& searchers = report.plan.searchers;
    if (same_evaluator(searchers[0], searchers[row.searcher])) hold_against(total, *first, row);
  }
  return totals;
}

double mean_depth(const Total& total) {
  return total.positions == 0 ? 0 : total.depths / static_cast<double>(total.positions);
}

std::string player_words(const PlayReport& report, int player) {
  const auto& searcher = report.plan.players[player];
  return searcher ? searcher_words(report.plan.searchers[*searcher]) : "random moves";
}

std::string result_words(const PlayReport& report) {
  const AnyGame& end = *report.game.end;
  if (!end.is_finished()) {
    return report.game.interrupted ? "interrupted" : "stopped by --max-moves";
  }
  return end.winner() == kNobody ? "a draw" : fmt::format("player {} won", end.winner());
}

std::string seconds_text(double seconds) { return fmt::format("{:.6f}", seconds); }

std::string totals_table(const PlayReport& report, const std::vector<Total>& totals) {
  TextTable table({{"searcher", TextTable::kLeft},
                   {"positions"},
                   {"nodes"},
                   {"of the first"},
                   {"leaf evaluations"},
                   {"of the first"},
                   {"depth"},
                   {"seconds"}});
  for (std::size_t i = 0; i < report.plan.compared; ++i) {
    const Total& total = totals[i];
    const bool one_depth = total.least_depth == total.most_depth;
    table.add({report.plan.searchers[i].name, text::grouped(total.positions),
               text::grouped(total.nodes),
               percent_text(static_cast<double>(total.nodes), static_cast<double>(totals[0].nodes)),
               text::grouped(total.leaf_evaluations),
               percent_text(static_cast<double>(total.leaf_evaluations),
                            static_cast<double>(totals[0].leaf_evaluations)),
               one_depth ? std::to_string(total.most_depth)
                         : fmt::format("{}..{}, mean {:.2f}", total.least_depth, total.most_depth,
                                       mean_depth(total)),
               fmt::format("{:.3f}", total.seconds)});
  }
  return table.text();
}

std::string agreement_text(const PlayReport& report, const std::vector<Total>& totals) {
  std::string text;
  for (std::size_t i = 1; i < report.plan.compared; ++i) {
    const Total& total = totals[i];
    if (total.comparable == 0) continue;
    text += fmt::format("{} against {}: value equal in {} of {} of equal depth, best move in {}\n",
                        report.plan.searchers[i].name, report.plan.searchers[0].name,
                        text::grouped(total.same_value), text::count(total.comparable, "position"),
                        text::grouped(total.same_move));
  }
  return text;
}

Json total_json(const Searcher& searcher, const Total& total, const Total& first) {
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? Json(nullptr)
                      : Json(static_cast<double>(part) / static_cast<double>(whole));
  };
  return {{"searcher", searcher.name},
          {"algorithm", word(searcher.settings.algorithm)},
          {"evaluator", searcher.evaluator.name},
          {"depth", searcher.settings.depth},
          {"positions", total.positions},
          {"nodes", total.nodes},
          {"share_of_first", share(total.nodes, first.nodes)},
          {"leaf_evaluations", total.leaf_evaluations},
          {"leaf_share_of_first", share(total.leaf_evaluations, first.leaf_evaluations)},
          {"ordering_evaluations", total.ordering_evaluations},
          {"least_depth", total.least_depth},
          {"most_depth", total.most_depth},
          {"mean_depth", mean_depth(total)},
          {"cut_short", total.cut_short},
          {"seconds", total.seconds},
          {"comparable", total.comparable},
          {"same_value", total.same_value},
          {"same_move", total.same_move}};
}

Json row_json(const PlayReport& report, const PlayedSearch& row) {
  const SearchResult& result = row.result;
  return {{"ply", row.ply},
          {"player", row.player},
          {"position", row.position},
          {"searcher", report.plan.searchers[row.searcher].name},
          {"nodes", result.counters.nodes},
          {"leaf_evaluations", result.counters.leaf_evaluations},
          {"completed_depth", result.completed_depth},
          {"seconds", result.seconds},
          {"value", text::score_json(result.value)},
          {"move", row.move.empty() ? Json(nullptr) : Json(row.move)},
          {"played", row.played},
          {"plays", row.plays},
          {"status", format::word(result.stopped)}};
}

struct MeasureWords {
  PlayMeasure measure;
  const char *word, *label;
  draw::Scale scale;
};

const std::vector<MeasureWords>& measures() {
  static const std::vector<MeasureWords> kMeasures = {
      {PlayMeasure::kNodes, "nodes", "nodes searched", draw::Scale::kAuto},
      {PlayMeasure::kTime, "time", "seconds", draw::Scale::kAuto},
      {PlayMeasure::kDepth, "depth", "depth reached (plies)", draw::Scale::kLinear},
      {PlayMeasure::kLeaves, "leaves", "leaf evaluations", draw::Scale::kAuto}};
  return kMeasures;
}

double measured(PlayMeasure measure, const SearchResult& result) {
  switch (measure) {
    case PlayMeasure::kNodes:
      return static_cast<double>(result.counters.nodes);
    case PlayMeasure::kTime:
      return result.seconds;
    case PlayMeasure::kDepth:
      return result.completed_depth;
    case PlayMeasure::kLeaves:
      break;
  }
  return static_cast<double>(result.counters.leaf_evaluations);
}

draw::CurvePanel panel(const PlayReport& report, const MeasureWords& words, draw::Scale scale) {
  draw::CurvePanel panel;
  panel.y_label = words.label;
  panel.scale = scale == draw::Scale::kAuto ? words.scale : scale;
  for (std::size_t i = 0; i < report.plan.compared; ++i) {
    draw::Curve curve{report.plan.searchers[i].name, {}};
    for (const PlayedSearch& row : report.game.searches) {
      if (row.searcher == i)
        curve.points.emplace_back(row.ply, measured(words.measure, row.result));
    }
    panel.curves.push_back(std::move(curve));
  }
  return panel;
}

}  // namespace

std::string play_rows(const PlayReport& report) {
  std::string text =
      "ply,player,position,searcher,nodes,leaf_evaluations,completed_depth,seconds,value,move,"
      "played,"
      "plays,status\n";
  for (const PlayedSearch& row : report.game.searches) {
    const SearchResult& result = row.result;
    text += text::csv_line(
        {std::to_string(row.ply), std::to_string(row.player), row.position,
         report.plan.searchers[row.searcher].name, std::to_string(result.counters.nodes),
         std::to_string(result.counters.leaf_evaluations), std::to_string(result.completed_depth),
         seconds_text(result.seconds), result.value ? score_text(*result.value) : "", row.move,
         row.played, row.plays ? "yes" : "no", std::string(format::word(result.stopped))});
    text += "\n";
  }
  return text;
}

Json json(const PlayReport& report) {
  const std::vector<Total> all = totals(report);
  const AnyGame& end = *report.game.end;
  Json json = {
      {"game", report.start.info().name},
      {"game_options", text::embedded_json(report.start.options_json())},
      {"start", report.start.position_text()},
      {"players", {player_words(report, 0), player_words(report, 1)}},
      {"opening", report.plan.opening},
      {"moves", report.game.moves},
      {"end", end.position_text()},
      {"finished", end.is_finished()},
      {"winner", end.is_finished() && end.winner() != kNobody ? Json(end.winner()) : Json(nullptr)},
      {"searchers", Json::array()},
      {"rows", Json::array()},
      {"rows_file", report.rows_file.empty() ? Json(nullptr) : Json(report.rows_file)},
      {"plot_file", report.plot_file.empty() ? Json(nullptr) : Json(report.plot_file)}};
  for (std::size_t i = 0; i < report.plan.compared; ++i) {
    json["searchers"].push_back(total_json(report.plan.searchers[i], all[i], all[0]));
  }
  for (const PlayedSearch& row : report.game.searches)
    json["rows"].push_back(row_json(report, row));
  return json;
}

std::string lines(const PlayReport& report) {
  const std::vector<Total> all = totals(report);
  std::string text = fmt::format("{} {}\n", report.start.info().name, report.start.options_json());
  text +=
      fmt::format("{}, {}\n", text::count(report.game.moves.size(), "move"), result_words(report));
  for (const int player : {0, 1}) {
    text += fmt::format("player {}: {}\n", player, player_words(report, player));
  }
  text += "\n" + totals_table(report, all) + agreement_text(report, all);
  if (!report.rows_file.empty()) text += "rows    " + report.rows_file + "\n";
  if (!report.plot_file.empty()) text += "curves  " + report.plot_file + "\n";
  return text;
}

std::string csv(const PlayReport& report) {
  const std::vector<Total> all = totals(report);
  std::string text;
  for (std::size_t i = 0; i < report.plan.compared; ++i) {
    // Take the columns from the JSON, so that both stay the same.
    const Json json = total_json(report.plan.searchers[i], all[i], all[0]);
    std::vector<std::string> names, cells;
    for (const auto& [name, value] : json.items()) {
      names.push_back(name);
      cells.push_back(value.is_string() ? value.get<std::string>()
                      : value.is_null() ? ""
                                        : text::json_text(value));
    }
    if (i == 0) text += text::csv_line(names) + "\n";
    text += text::csv_line(cells) + "\n";
  }
  return text;
}

std::vector<std::string> play_measure_words() {
  std::vector<std::string> words;
  for (const MeasureWords& known : measures()) words.emplace_back(known.word);
  return words;
}

Result<PlayMeasure> play_measure(const std::string& word) {
  for (const MeasureWords& known : measures()) {
    if (word == known.word) return known.measure;
  }
  return Status::usage("--what: '" + word + "' is not one of nodes, time, depth, leaves" +
                       did_you_mean(word, play_measure_words()));
}

draw::CurvePlot play_curves(const PlayReport& report, const std::vector<PlayMeasure>& wanted,
                            draw::Scale scale) {
  draw::CurvePlot plot;
  SearchRow game;
  game.game = report.start.info().name;
  game.game_options = report.start.options_json();
  plot.title = verify::game_words(game) + ": " + report.plan.searchers[0].name;
  for (std::size_t i = 1; i < report.plan.compared; ++i) {
    plot.title += (i + 1 == report.plan.compared ? " and " : ", ") + report.plan.searchers[i].name;
  }
  plot.x_label = "moves on the board when the search began";
  for (const PlayMeasure measure : wanted) {
    for (const MeasureWords& words : measures()) {
      if (words.measure == measure) plot.panels.push_back(panel(report, words, scale));
    }
  }
  return plot;
}

}  // namespace plytrace

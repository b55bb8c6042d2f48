// SPDX-License-Identifier: MIT
#include "viewer/commands/make/suite_row.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/parameters.h"
#include "core/search/declaration.h"
#include "viewer/format/csv.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

enum class CellForm : std::uint8_t { kText, kNumber, kScore, kJson };

struct ColumnTraits {
  std::string_view name;
  CellForm form;
};
// In the order of SuiteColumn.
constexpr std::array<ColumnTraits, kSuiteColumns> kTraits{
    {{"position", CellForm::kText},
     {"line", CellForm::kNumber},
     {"game", CellForm::kText},
     {"game_options", CellForm::kJson},
     {"searcher", CellForm::kText},
     {"algorithm", CellForm::kText},
     {"order", CellForm::kText},
     {"table", CellForm::kNumber},
     {"evaluator", CellForm::kText},
     {"options", CellForm::kJson},
     {"depth", CellForm::kNumber},
     {"completed_depth", CellForm::kNumber},
     {"value", CellForm::kScore},
     {"bound", CellForm::kText},
     {"best_move", CellForm::kText},
     {"nodes", CellForm::kNumber},
     {"leaf_evaluations", CellForm::kNumber},
     {"ordering_evaluations", CellForm::kNumber},
     {"alpha_cutoffs", CellForm::kNumber},
     {"beta_cutoffs", CellForm::kNumber},
     {"cutoffs_skipping", CellForm::kNumber},
     {"skipped", CellForm::kNumber},
     {"eval_cache_hits", CellForm::kNumber},
     {"table_hits", CellForm::kNumber},
     {"seconds", CellForm::kNumber},
     {"status", CellForm::kText},
     {"trace", CellForm::kText},
     {"search", CellForm::kNumber},
     {"verdict", CellForm::kText},
     {"digest", CellForm::kText}}};

// The parameters that were given, as a JSON object.
std::string parameters_json(const Arguments& parameters) {
  JsonObjectText json;
  for (const auto& [key, value] : parameters) json.add(key, std::string_view(value));
  return json.str();
}

text::Json cell_json(const std::string& cell, CellForm form) {
  if (form == CellForm::kText) return cell.empty() ? text::Json(nullptr) : text::Json(cell);
  if (cell.empty()) return nullptr;
  if (form != CellForm::kScore) return text::embedded_json(cell);
  const auto score = parse_score(cell);
  return score ? text::score_json(*score) : text::Json(cell);
}

std::string joined(const SuiteRow& row, std::initializer_list<SuiteColumn> columns) {
  std::string text;
  for (const SuiteColumn column : columns) text += row[column] + '\n';
  return text;
}

// The place in a row of each column of a table; kSuiteColumns for an unknown column.
Result<std::vector<std::size_t>> places_of(const std::string& file,
                                           const std::vector<std::string>& heading) {
  std::vector<std::size_t> places;
  for (const std::string& name : heading) {
    const auto known = std::find_if(kTraits.begin(), kTraits.end(),
                                    [&](const ColumnTraits& row) { return row.name == name; });
    places.push_back(static_cast<std::size_t>(known - kTraits.begin()));
  }
  for (std::size_t i = 0; i < kSuiteColumns; ++i) {
    if (std::find(places.begin(), places.end(), i) != places.end()) continue;
    return Status::bad_input(
        fmt::format("{}: is not a table of plytrace suite: its heading lacks the column {}", file,
                    kTraits[i].name));
  }
  return places;
}

}  // namespace

std::string_view name_of(SuiteColumn column) {
  return kTraits[static_cast<std::size_t>(column)].name;
}

SuiteRow asked_row(const PreparedSearch& search, int line, const std::string& searcher) {
  const SearchSettings& settings = search.settings;
  const GameInfo& game = search.game->info();
  const std::string& evaluator = search.evaluator.name;
  SuiteRow row;
  row[SuiteColumn::kPosition] = search.game->position_text();
  row[SuiteColumn::kLine] = std::to_string(line);
  row[SuiteColumn::kGame] = game.name;
  row[SuiteColumn::kGameOptions] = search.game->options_json();
  row[SuiteColumn::kSearcher] = searcher;
  row[SuiteColumn::kAlgorithm] = word(settings.algorithm);
  row[SuiteColumn::kOrder] = word(settings.order);
  row[SuiteColumn::kTable] = std::to_string(settings.table_megabytes);
  row[SuiteColumn::kEvaluator] = evaluator.empty() ? game.evaluators.front().name : evaluator;
  row[SuiteColumn::kOptions] = options_json(settings, parameters_json(search.evaluator.parameters));
  row[SuiteColumn::kDepth] = std::to_string(settings.depth);
  return row;
}

void add_result(const PreparedSearch& search, const SearchOutcome& outcome, SuiteRow& row) {
  const SearchResult& result = outcome.result;
  const Counters& counters = result.counters;
  const auto put = [&row](SuiteColumn column, std::uint64_t number) {
    row[column] = std::to_string(number);
  };
  if (result.value) {
    put(SuiteColumn::kCompletedDepth, static_cast<std::uint64_t>(result.completed_depth));
    row[SuiteColumn::kValue] = score_text(*result.value);
    row[SuiteColumn::kBound] = format::word(result.bound);
  }
  if (result.proven_move() != kNoMove) {
    row[SuiteColumn::kBestMove] = search.game->move_text(result.proven_move());
  }
  put(SuiteColumn::kNodes, counters.nodes);
  put(SuiteColumn::kLeafEvaluations, counters.leaf_evaluations);
  put(SuiteColumn::kOrderingEvaluations, counters.ordering_evaluations);
  put(SuiteColumn::kAlphaCutoffs, counters.alpha_cutoffs);
  put(SuiteColumn::kBetaCutoffs, counters.beta_cutoffs);
  put(SuiteColumn::kCutoffsSkipping, counters.cutoffs_skipping);
  put(SuiteColumn::kMovesSkipped, counters.moves_skipped);
  put(SuiteColumn::kEvalCacheHits, counters.eval_cache_hits);
  put(SuiteColumn::kTableHits, counters.table_hits);
  row[SuiteColumn::kSeconds] = fmt::format("{:.6f}", result.seconds);
  row[SuiteColumn::kStatus] = format::word(result.stopped);
  if (outcome.recording) row[SuiteColumn::kTrace] = outcome.recording->trace;
}

std::string searcher_of(const SuiteRow& row) {
  return joined(row, {SuiteColumn::kGame, SuiteColumn::kGameOptions, SuiteColumn::kAlgorithm,
                      SuiteColumn::kEvaluator, SuiteColumn::kOptions});
}

std::string question_of(const SuiteRow& row) {
  return searcher_of(row) + joined(row, {SuiteColumn::kDepth, SuiteColumn::kPosition});
}

std::string suite_heading() {
  std::vector<std::string> names;
  for (const ColumnTraits& column : kTraits) names.emplace_back(column.name);
  return text::csv_line(names) + "\n";
}

std::string suite_line(const SuiteRow& row) { return text::csv_line(row.cells) + "\n"; }

text::Json suite_json(const SuiteRow& row) {
  text::Json json = text::Json::object();
  for (std::size_t i = 0; i < kSuiteColumns; ++i) {
    json[std::string(kTraits[i].name)] = cell_json(row.cells[i], kTraits[i].form);
  }
  return json;
}

Result<std::vector<SuiteRow>> parse_suite_table(const std::string& file, const std::string& text) {
  text::CsvReader reader(text);
  std::vector<std::string> heading, cells;
  if (!reader.next(heading)) return Status::bad_input(file + ": is empty");
  const auto places = places_of(file, heading);
  if (!places) return places.status();
  std::vector<SuiteRow> rows;
  while (reader.next(cells)) {
    if (cells == heading) continue;
    if (cells.size() != heading.size()) {
      return Status::bad_input(fmt::format("{}:{}: {} cells instead of {}", file, reader.line(),
                                           cells.size(), heading.size()));
    }
    SuiteRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if ((*places)[i] < kSuiteColumns) row.cells[(*places)[i]] = std::move(cells[i]);
    }
  }
  return rows;
}

}  // namespace plytrace

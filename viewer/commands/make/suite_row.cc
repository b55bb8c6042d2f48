// SPDX-License-Identifier: MIT
#include "viewer/commands/make/suite_row.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/number_text.h"
#include "core/parameters.h"
#include "core/search/declaration.h"
#include "viewer/format/characters.h"
#include "viewer/format/csv.h"
#include "viewer/format/rows/format.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace {
namespace {

// The parameters that were given, as a JSON object.
std::string parameters_json(const Arguments& parameters) {
  JsonObjectText json;
  for (const auto& [key, value] : parameters) json.add(key, std::string_view(value));
  return json.str();
}

// The other cells are numbers, or JSON for the options.
constexpr auto kTextColumns =
    std::to_array<SuiteColumn>({"position", "game", "searcher", "algorithm", "order", "evaluator",
                                "bound", "best_move", "status", "trace", "verdict", "digest"});

bool is_text(SuiteColumn column) {
  return std::find(kTextColumns.begin(), kTextColumns.end(), column) != kTextColumns.end();
}

// Whether suite may have written the cell.
bool is_valid(SuiteColumn column, const std::string& cell) {
  if (cell.empty() || column == "options" || column == "game_options") return true;
  if (column == "bound") return format::from_word<Bound>(cell).has_value();
  if (column == "status") return format::from_word<format::SearchStatus>(cell).has_value();
  if (column == "verdict") return verify::verdict_from(cell).has_value();
  if (column == "value") return parse_score(cell).is_ok();
  const auto number = is_text(column) ? 0 : number_from<double>(cell);
  return number && *number >= 0 && *number < kInfinity;
}

text::Json cell_json(SuiteColumn column, const std::string& cell) {
  if (cell.empty()) return nullptr;
  if (column == "value") {
    const auto score = parse_score(cell);
    return score ? text::score_json(*score) : text::Json(cell);
  }
  return is_text(column) ? text::Json(cell) : text::embedded_json(cell);
}

std::string joined(const SuiteRow& row, std::initializer_list<SuiteColumn> columns) {
  std::string text;
  for (const SuiteColumn column : columns) text += row[column] + '\n';
  return text;
}

// The place in a row of each column of a table; std::size(kSuiteColumns) for an unknown column.
Result<std::vector<std::size_t>> places_of(const std::string& file,
                                           const std::vector<std::string>& heading) {
  std::vector<std::size_t> places;
  for (const std::string& name : heading) {
    const auto known = std::find(std::begin(kSuiteColumns), std::end(kSuiteColumns), name);
    places.push_back(static_cast<std::size_t>(known - std::begin(kSuiteColumns)));
  }
  for (std::size_t i = 0; i < std::size(kSuiteColumns); ++i) {
    if (std::find(places.begin(), places.end(), i) != places.end()) continue;
    return Status::bad_input(
        fmt::format("{}: is not a table of plytrace suite: its heading lacks the column {}", file,
                    kSuiteColumns[i]));
  }
  return places;
}

}  // namespace

SuiteRow asked_row(const PreparedSearch& search, int line, const std::string& searcher) {
  const SearchSettings& settings = search.settings;
  const GameInfo& game = search.game->info();
  const std::string& evaluator = search.evaluator.name;
  SuiteRow row;
  row["position"] = search.game->position_text();
  row["line"] = std::to_string(line);
  row["game"] = game.name;
  row["game_options"] = search.game->options_json();
  row["searcher"] = searcher;
  row["algorithm"] = word(settings.algorithm);
  row["order"] = word(settings.order);
  row["table"] = std::to_string(settings.table_megabytes);
  row["evaluator"] = evaluator.empty() ? game.evaluators.front().name : evaluator;
  row["options"] = options_json(settings, parameters_json(search.evaluator.parameters));
  row["depth"] = std::to_string(settings.depth);
  return row;
}

void add_result(const PreparedSearch& search, const SearchOutcome& outcome, SuiteRow& row) {
  const SearchResult& result = outcome.result;
  const Counters& counters = result.counters;
  const auto put = [&row](SuiteColumn column, std::uint64_t number) {
    row[column] = std::to_string(number);
  };
  if (result.value) {
    put("completed_depth", static_cast<std::uint64_t>(result.completed_depth));
    row["value"] = score_text(*result.value);
    row["bound"] = format::word(result.bound);
  }
  if (result.proven_move() != kNoMove) {
    row["best_move"] = search.game->move_text(result.proven_move());
  }
  put("nodes", counters.nodes);
  put("leaf_evaluations", counters.leaf_evaluations);
  put("ordering_evaluations", counters.ordering_evaluations);
  put("alpha_cutoffs", counters.alpha_cutoffs);
  put("beta_cutoffs", counters.beta_cutoffs);
  put("cutoffs_skipping", counters.cutoffs_skipping);
  put("skipped", counters.moves_skipped);
  put("eval_cache_hits", counters.eval_cache_hits);
  put("table_hits", counters.table_hits);
  row["seconds"] = fmt::format("{:.6f}", result.seconds);
  row["status"] = format::word(result.stopped);
  if (outcome.recording) row["trace"] = outcome.recording->trace;
}

std::string searcher_of(const SuiteRow& row) {
  return joined(row, {"game", "game_options", "algorithm", "evaluator", "options"});
}

std::string question_of(const SuiteRow& row) {
  return searcher_of(row) + joined(row, {"depth", "position"});
}

std::string suite_heading() {
  const std::vector<std::string> names(std::begin(kSuiteColumns), std::end(kSuiteColumns));
  return text::csv_line(names) + "\n";
}

std::string suite_line(const SuiteRow& row) { return text::csv_line(row.cells) + "\n"; }

text::Json suite_json(const SuiteRow& row) {
  text::Json json = text::Json::object();
  for (std::size_t i = 0; i < std::size(kSuiteColumns); ++i) {
    json[std::string(kSuiteColumns[i])] = cell_json(SuiteColumn(i), row.cells[i]);
  }
  return json;
}

Result<std::vector<SuiteRow>> parse_suite_table(const std::string& file, const std::string& text) {
  text::CsvReader reader(text);
  std::vector<std::string> heading, cells;
  if (!reader.next(heading)) return Status::bad_input(file + ": is empty");
  const auto places = value_of(places_of(file, heading));
  std::vector<SuiteRow> rows;
  while (reader.next(cells)) {
    if (cells == heading) continue;
    if (cells.size() != heading.size()) {
      return Status::bad_input(fmt::format("{}:{}: {} cells instead of {}", file, reader.line(),
                                           cells.size(), heading.size()));
    }
    SuiteRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (places[i] == std::size(kSuiteColumns)) continue;
      const SuiteColumn column(places[i]);
      if (!is_valid(column, cells[i])) {
        return Status::bad_input(fmt::format("{}:{}: '{}' is no {}", file, reader.line(),
                                             text::printable(cells[i].substr(0, 40)),
                                             kSuiteColumns[places[i]]));
      }
      row[column] = std::move(cells[i]);
    }
  }
  return rows;
}

}  // namespace plytrace

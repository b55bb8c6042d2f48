// SPDX-License-Identifier: MIT
#include "viewer/commands/make/search_suite.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "viewer/commands/make/recorded_search.h"
#include "viewer/commands/make/search_report.h"
#include "viewer/format/csv.h"
#include "viewer/format/lines.h"
#include "viewer/format/table.h"

namespace plytrace {
namespace {

using text::Json;

// A line with a position.
struct SuiteLine {
  int number = 0;
  SearchOptions options;  // the options of its search
};

// The result of a line, as it is printed.
struct SuiteRow {
  int line = 0;
  std::string position, best_move, trace;
  SearchResult result;
  Json json;
};

struct Suite {
  std::vector<SuiteRow> rows;
  std::size_t positions = 0;
  Status trace;  // the first recording error
};

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// Parses "POSITION", "POSITION moves LIST", "start", "start moves LIST".
void read_line(const std::string& text, cli::GameOptions& game) {
  constexpr std::string_view kMoves = " moves ";
  // Use the last " moves ", because a position may be any text.
  const std::size_t at = text.rfind(kMoves);
  const std::string position = trimmed(text.substr(0, at));
  game.moves = at == std::string::npos ? "" : trimmed(text.substr(at + kMoves.size()));
  game.has_position = position != "start";
  game.position = game.has_position ? position : "";
}

bool one_trace_each(const SearchOptions& options) {
  return options.output.path.find("%d") != std::string::npos;
}

// The trace of the position with this number (from 1), if each position has its own.
Destination destination_of(const SearchOptions& options, std::size_t ordinal) {
  Destination destination = options.output;
  const std::size_t at = destination.path.find("%d");
  if (at != std::string::npos) destination.path.replace(at, 2, std::to_string(ordinal));
  return destination;
}

Result<std::vector<SuiteLine>> read_lines(const SearchOptions& options, std::istream& stream) {
  const std::string& file = options.positions;
  std::vector<SuiteLine> lines;
  std::string text;
  for (int number = 1; text::read_line(stream, text); ++number) {
    text = trimmed(text);
    if (text.empty() || text.front() == '#') continue;
    SuiteLine line{number, options};
    read_line(text, line.options.game);
    if (line.options.game.position == "-")
      line.options.game.position = "-\n";  // must not be read as standard input
    // Check that the search is possible, but store only the options, which are small.
    if (const auto search = prepare_search(line.options); !search) {
      // Wrong options concern all lines, not just this one.
      const bool line_is_wrong = search.status().code() == StatusCode::kBadInput;
      return line_is_wrong ? Status::bad_input(
                                 fmt::format("{}:{}: {}", file, number, search.status().message()))
                           : search.status();
    }
    lines.push_back(std::move(line));
  }
  if (stream.bad()) return Status::environment(file + ": cannot be read: " + cli::errno_text());
  if (!stream.eof()) return Status::bad_input(file + ": has a line of more than 64 MiB");
  if (!lines.empty()) return lines;
  return Status::bad_input(file + ": holds no position; write one on a line, or 'start'");
}

Result<std::vector<SuiteLine>> read_suite(const SearchOptions& options) {
  if (options.positions == "-") return read_lines(options, std::cin);
  std::ifstream stream(options.positions);
  if (!stream) {
    return Status::bad_input(options.positions + ": cannot be opened: " + cli::errno_text());
  }
  return read_lines(options, stream);
}

Status check_options(const SearchOptions& options) {
  if (options.game.has_position || !options.game.moves.empty()) {
    return Status::usage(
        "search: --positions already gives the positions; write moves after a position, as in "
        "'start moves d,d'");
  }
  const std::string& path = options.output.path;
  const std::size_t at = path.find("%d");
  if (at != std::string::npos && path.find("%d", at + 1) != std::string::npos) {
    return Status::usage("-o " + path + ": one %d is enough");
  }
  return Status::ok();
}

// Checks before the first search that no trace would be overwritten without --force.
Status check_traces(const SearchOptions& options, std::size_t positions) {
  if (options.output.path.empty()) return Status::ok();
  const std::size_t traces = one_trace_each(options) ? positions : 1;
  for (std::size_t i = 1; i <= traces; ++i) {
    const Destination trace = destination_of(options, i);
    Status status = cli::check_not_input(trace.path);
    if (status.is_ok()) status = check_destination(trace);
    if (!status) return status;
  }
  return Status::ok();
}

// `recording`: the common recording; nullptr if each position has its own trace, or there is none.
Result<SuiteRow> search_line(const SuiteLine& line, std::size_t ordinal, Recording* recording,
                             Status& trace) {
  const auto search = prepare_search(line.options);
  if (!search) return search.status();
  auto outcome = recording != nullptr
                     ? run_recorded(*search, *recording, line.options.output.path)
                     : run_prepared(*search, destination_of(line.options, ordinal), false);
  if (!outcome) return outcome.status();
  if (!outcome->trace && trace.is_ok()) trace = outcome->trace;
  SuiteRow row;
  row.line = line.number;
  row.position = search->game->position_text();
  const MoveCode best = outcome->result.best_move;
  if (best != kNoMove) row.best_move = search->game->move_text(best);
  if (outcome->recording) row.trace = outcome->recording->trace;
  row.json = {{"line", line.number}};
  row.json.update(search_json(report_of(*search, *outcome)));
  row.result = std::move(outcome->result);
  return row;
}

// One recording for all searches, because opening, syncing and closing a file takes longer than a
// small search. nullptr if each position has its own trace, or there is none.
Result<std::unique_ptr<Recording>> recording_of_all(const std::vector<SuiteLine>& lines) {
  const SearchOptions& options = lines.front().options;
  if (options.output.path.empty() || one_trace_each(options)) return std::unique_ptr<Recording>();
  const auto search = prepare_search(options);
  if (!search) return search.status();
  return start_recording(*search, options.output);
}

Result<Suite> search_all(const std::vector<SuiteLine>& lines) {
  Suite suite;
  suite.positions = lines.size();
  const auto recording = recording_of_all(lines);
  if (!recording) return recording.status();
  cli::Progress progress("positions searched:", lines.size());
  for (const SuiteLine& line : lines) {
    auto row = search_line(line, suite.rows.size() + 1, recording->get(), suite.trace);
    if (!row) {
      if (*recording != nullptr) (void)(*recording)->finish();
      return row.status();
    }
    suite.rows.push_back(std::move(*row));
    progress.at(suite.rows.size());
    if (cli::interrupted().load()) break;
  }
  if (*recording != nullptr) suite.trace = (*recording)->finish();
  return suite;
}

struct Totals {
  std::uint64_t nodes = 0, leaf_evaluations = 0;
  double seconds = 0;
};

Totals totals_of(const Suite& suite) {
  Totals totals;
  for (const SuiteRow& row : suite.rows) {
    totals.nodes += row.result.counters.nodes;
    totals.leaf_evaluations += row.result.counters.leaf_evaluations;
    totals.seconds += row.result.seconds;
  }
  return totals;
}

std::string value_text(const SearchResult& result) {
  if (!result.value) return "none";
  return format::sign_before(result.bound) + score_text(*result.value);
}

std::string suite_text(const Suite& suite) {
  constexpr std::size_t kMostRows = 200;
  TextTable table({{"line"},
                   {"value"},
                   {"best move", TextTable::kLeft},
                   {"depth"},
                   {"nodes"},
                   {"seconds"},
                   {"position", TextTable::kLeft},
                   {"", TextTable::kLeft}});
  for (const SuiteRow& row : suite.rows) {
    if (&row - suite.rows.data() == kMostRows) break;
    const bool finished = row.result.stopped == SearchStatus::kFinished;
    table.add({std::to_string(row.line), value_text(row.result), row.best_move,
               std::to_string(row.result.completed_depth), text::grouped(row.result.counters.nodes),
               fmt::format("{:.3f}", row.result.seconds), row.position,
               finished ? "" : std::string(format::word(row.result.stopped))});
  }
  std::string text = table.text();
  if (suite.rows.size() > kMostRows) {
    text += fmt::format("and {} more; --format csv or json lists all\n",
                        text::grouped(suite.rows.size() - kMostRows));
  }
  const Totals totals = totals_of(suite);
  return text + fmt::format("\n{} of {}, {}, {}, {:.3f} s\n", text::grouped(suite.rows.size()),
                            text::count(static_cast<std::int64_t>(suite.positions), "position"),
                            text::count(static_cast<std::int64_t>(totals.nodes), "node"),
                            text::count(static_cast<std::int64_t>(totals.leaf_evaluations),
                                        "leaf evaluation"),
                            totals.seconds);
}

std::string suite_csv(const Suite& suite) {
  std::string text =
      "line,position,value,bound,best_move,completed_depth,nodes,leaf_evaluations,seconds,stopped,"
      "trace\n";
  for (const SuiteRow& row : suite.rows) {
    const SearchResult& result = row.result;
    text +=
        text::csv_line(
            {std::to_string(row.line), row.position, result.value ? score_text(*result.value) : "",
             result.value ? std::string(format::word(result.bound)) : "", row.best_move,
             std::to_string(result.completed_depth), std::to_string(result.counters.nodes),
             std::to_string(result.counters.leaf_evaluations),
             fmt::format("{:.6f}", result.seconds), std::string(format::word(result.stopped)),
             row.trace}) +
        "\n";
  }
  return text;
}

Json suite_json(const Suite& suite) {
  const Totals totals = totals_of(suite);
  Json json = {{"positions", suite.positions}, {"searched", suite.rows.size()},
               {"nodes", totals.nodes},        {"leaf_evaluations", totals.leaf_evaluations},
               {"seconds", totals.seconds},    {"searches", Json::array()}};
  for (const SuiteRow& row : suite.rows) json["searches"].push_back(row.json);
  return json;
}

Status write_suite(const Suite& suite, cli::OutputFormat format) {
  switch (format) {
    case cli::OutputFormat::kJson:
      return cli::write_json(suite_json(suite));
    case cli::OutputFormat::kCsv:
      return cli::write_stdout(suite_csv(suite));
    case cli::OutputFormat::kText:
      break;
  }
  return cli::write_stdout(suite_text(suite));
}

}  // namespace

Status run_search_suite(const SearchOptions& options) {
  if (Status status = check_options(options); !status) return status;
  const auto lines = read_suite(options);
  if (!lines) return lines.status();
  if (Status status = check_traces(options, lines->size()); !status) return status;
  cli::catch_interrupts();
  const auto suite = search_all(*lines);
  if (!suite) return suite.status();
  if (Status status = write_suite(*suite, options.format); !status) return status;
  if (!suite->trace) return suite->trace;
  if (!cli::interrupted().load()) return Status::ok();
  return Status(StatusCode::kInterrupted,
                fmt::format("search: interrupted in position {} of {} (line {})",
                            suite->rows.size(), suite->positions, suite->rows.back().line));
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
#include "viewer/commands/make/search_suite.h"

#include <fmt/format.h>

#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "viewer/commands/make/suite_run.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/table.h"

namespace plytrace {
namespace {

using text::Json;

// The results of all lines.
struct Suite {
  std::vector<SuiteSearched> rows;
  std::size_t positions = 0;
  Status trace;  // the first recording error
};

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

void check_options(const SearchOptions& options) {
  if (options.game.has_position || !options.game.moves.empty()) {
    throw Failure::usage(
        "search: --positions already gives the positions; write moves after a position, as in "
        "'start moves d,d'");
  }
  const std::string& path = options.output.path;
  const std::size_t at = path.find("%d");
  if (at != std::string::npos && path.find("%d", at + 1) != std::string::npos) {
    throw Failure::usage("-o " + path + ": one %d is enough");
  }
}

// Checks before the first search that no trace would be overwritten without --force.
void check_traces(const SearchOptions& options, std::size_t positions) {
  if (options.output.path.empty()) return;
  const std::size_t traces = one_trace_each(options) ? positions : 1;
  for (std::size_t i = 1; i <= traces; ++i) {
    const Destination trace = destination_of(options, i);
    cli::check_not_input(trace.path);
    require(check_destination(trace));
  }
}

// One recording for all searches unless each gets a trace, because opening, syncing and closing a
// file takes longer than a small search.
SuitePlan plan_of(const SearchOptions& options) {
  SuitePlan plan;
  plan.file = options.positions;
  plan.positions = value_of(read_positions(options.positions, options.game));
  plan.searchers = {{options.algorithm, options}};
  plan.searches_a_part = one_trace_each(options) ? 1 : plan.positions.size();
  plan.trace = [options](std::size_t first) { return destination_of(options, first + 1); };
  plan.makes_reports = options.format == cli::OutputFormat::kJson;
  return plan;
}

Suite search_all(const SuitePlan& plan) {
  Suite suite;
  suite.positions = plan.positions.size();
  std::vector<std::size_t> all(suite.positions);
  std::iota(all.begin(), all.end(), std::size_t{0});
  require(run_suite(plan, all, [&](SuitePart part) {
    if (suite.trace.is_ok()) suite.trace = part.trace;
    std::move(part.searched.begin(), part.searched.end(), std::back_inserter(suite.rows));
    return Status::ok();
  }));
  return suite;
}

struct Totals {
  std::uint64_t nodes = 0, leaf_evaluations = 0;
  double seconds = 0;
};

Totals totals_of(const Suite& suite) {
  Totals totals;
  for (const SuiteSearched& search : suite.rows) {
    totals.nodes += std::stoull(search.row["nodes"]);
    totals.leaf_evaluations += std::stoull(search.row["leaf_evaluations"]);
    totals.seconds += std::stod(search.row["seconds"]);
  }
  return totals;
}

std::string value_text(const SuiteRow& row) {
  const std::string& value = row["value"];
  if (value.empty()) return "none";
  const auto bound = format::from_word<Bound>(row["bound"]);
  return format::sign_before(bound.value_or(Bound::kExact)) + value;
}

std::string lines(const Suite& suite) {
  constexpr std::size_t kMostRows = 200;
  TextTable table({{"line"},
                   {"value"},
                   {"best move", TextTable::kLeft},
                   {"depth"},
                   {"nodes"},
                   {"seconds"},
                   {"position", TextTable::kLeft},
                   {"", TextTable::kLeft}});
  std::size_t shown = 0;
  for (const auto& [index, row, report] : suite.rows) {
    if (shown++ == kMostRows) break;
    const std::string& status = row["status"];
    table.add({row["line"], value_text(row), row["best_move"], row["completed_depth"],
               text::grouped(std::int64_t{std::stoll(row["nodes"])}),
               fmt::format("{:.3f}", std::stod(row["seconds"])), row["position"],
               status == format::word(SearchStatus::kFinished) ? "" : status});
  }
  std::string text = table.text();
  if (suite.rows.size() > kMostRows) {
    text += fmt::format("and {} more; --format csv or json lists all\n",
                        text::grouped(suite.rows.size() - kMostRows));
  }
  const Totals totals = totals_of(suite);
  return text +
         fmt::format("\n{} of {}, {}, {}, {:.3f} s\n", text::grouped(suite.rows.size()),
                     text::count(suite.positions, "position"), text::count(totals.nodes, "node"),
                     text::count(totals.leaf_evaluations, "leaf evaluation"), totals.seconds);
}

std::string csv(const Suite& suite) {
  std::string text = suite_heading();
  for (const SuiteSearched& search : suite.rows) text += suite_line(search.row);
  return text;
}

Json json(const Suite& suite) {
  const Totals totals = totals_of(suite);
  Json json = {{"positions", suite.positions}, {"searched", suite.rows.size()},
               {"nodes", totals.nodes},        {"leaf_evaluations", totals.leaf_evaluations},
               {"seconds", totals.seconds},    {"searches", Json::array()}};
  for (const auto& [index, row, report] : suite.rows) {
    Json& search = json["searches"].emplace_back(Json{{"line", suite_json(row)["line"]}});
    search.update(report);
  }
  return json;
}

}  // namespace

Status run_search_suite(const SearchOptions& options) {
  check_options(options);
  const auto plan = plan_of(options);
  require(check_plan(plan));
  check_traces(options, plan.positions.size());
  cli::catch_interrupts();
  const auto suite = search_all(plan);
  require(cli::write_answer(options.format, suite));
  if (!suite.trace) return suite.trace;
  if (!cli::interrupted().load()) return Status::ok();
  return Status(StatusCode::kInterrupted,
                fmt::format("search: interrupted in position {} of {} (line {})", suite.rows.size(),
                            suite.positions, suite.rows.back().row["line"]));
}

}  // namespace plytrace

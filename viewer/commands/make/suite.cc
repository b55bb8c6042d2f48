// SPDX-License-Identifier: MIT
//
// plytrace suite GAME: searches each position of a file by several searchers to several depths, and
// writes a row for each search. What the table has is not searched again.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>

#include "core/registry.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/make/searchers.h"
#include "viewer/commands/make/suite_plot.h"
#include "viewer/commands/make/suite_resume.h"
#include "viewer/commands/make/suite_run.h"
#include "viewer/commands/make/suite_summary.h"
#include "viewer/commands/make/suite_table.h"
#include "viewer/commands/make/verdict_counts.h"
#include "viewer/format/rows/format.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 10'000;  // of --depths

// The searches of a trace. To make and to open a file takes as long as 16 searches of 400 nodes. A
// killed suite loses the searches of its last trace, at most a 64th of a large suite. It depends on
// the whole suite, so that all tasks of --part agree.
std::size_t searches_a_trace(std::size_t searches) {
  return searches > 65'536 ? 1024 : searches > 16'384 ? 256 : 64;
}

struct SuiteOptions {
  SearchOptions search;
  std::vector<std::string> with;
  std::string depths, part, output, record = "none";
  int jobs = 1;
  bool verify = false;
  std::vector<std::string> tables;  // of --summary
  std::string reference, plot, what = "nodes", width;
  std::uint64_t seed = 0;
  std::size_t limit = 20;
  bool force = false;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// Parses "4", "1..6", "2,4,6..8" as increasing numbers.
std::vector<int> depths_from(const std::string& text) {
  const auto wrong = Failure::usage(
      "--depths: '" + text + "' is not a list of depths; write 4, 1..6 or 2,4,6, increasing");
  std::vector<int> depths;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&]() -> std::optional<int> {
    int value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value < 0 || value > kDeepest) return std::nullopt;
    at = stop;
    return value;
  };
  while (at != end) {
    const auto first = number();
    if (!first) throw wrong;
    auto last = first;
    if (end - at > 2 && at[0] == '.' && at[1] == '.') {
      at += 2;
      last = number();
    }
    if (!last || *last < *first || (!depths.empty() && *first <= depths.back())) throw wrong;
    for (int depth = *first; depth <= *last; ++depth) depths.push_back(depth);
    if (at == end) break;
    if (*at++ != ',' || at == end) throw wrong;
  }
  return depths;
}

// Sets the share of the plan from "3/8"; "" is the whole plan.
void set_share(const std::string& text, SuitePlan& plan) {
  if (text.empty()) return;
  const char* const end = text.data() + text.size();
  const auto [slash, error] = std::from_chars(text.data(), end, plan.share);
  if (error == std::errc() && slash != end && *slash == '/') {
    const auto [stop, wrong] = std::from_chars(slash + 1, end, plan.shares);
    const bool is_share = plan.share >= 1 && plan.share <= plan.shares;
    if (wrong == std::errc() && stop == end && is_share) return;
  }
  throw Failure::usage("--part: '" + text + "' is not a part; write 1/8, 2/8, ... for eight tasks");
}

// The places of the table and the traces. A folder gets a table and numbered traces.
struct SuitePlaces {
  std::string table;        // "": none
  fs::path folder;          // of the traces
  bool is_scratch = false;  // the folder holds traces only until they are judged
};

Result<SuitePlaces> places_of(const SuiteOptions& options) {
  SuitePlaces places;
  const fs::path output = options.output;
  std::error_code error;
  if (output.extension() == ".csv") {
    places.table = output.string();
    places.folder = output.parent_path().empty() ? fs::path(".") : output.parent_path();
    if (options.record != "none") {
      return Status::usage("-o " + options.output +
                           ": names a table only; name a folder to record traces as well");
    }
  } else if (!output.empty()) {
    if (fs::exists(output, error) && !fs::is_directory(output, error)) {
      return Status::usage("-o " + options.output +
                           ": is a file; name a folder, or a table that ends in .csv");
    }
    fs::create_directories(output, error);
    if (error) {
      return Status::environment(options.output + ": cannot make the folder: " + error.message());
    }
    places.table = (output / "suite.csv").string();
    places.folder = output;
  } else {
    places.folder = fs::temp_directory_path(error);
  }
  places.is_scratch = options.record == "none";
  return places;
}

Result<SuitePlan> plan_from(const SuiteOptions& options) {
  SuitePlan plan;
  plan.file = options.search.positions;
  plan.positions = value_of(read_positions(plan.file, options.search.game));
  if (!options.depths.empty()) plan.depths = depths_from(options.depths);
  const auto game = result_of([&] { return cli::make_game(plan.positions.front().game); });
  if (!game) return at_line(plan.file, plan.positions.front(), game.status());
  std::vector<std::string> texts = options.with;
  if (texts.empty()) texts.emplace_back();
  for (const std::string& text : texts) {
    auto asked = options_from("--with", text, options.search, **game);
    if (!plan.depths.empty() && asked.depth) {
      return Status::usage("--with '" + text + "': names a depth, and so does --depths; omit one");
    }
    const std::string name = text.empty() ? asked.algorithm : text;
    plan.searchers.push_back({name, std::move(asked)});
  }
  set_share(options.part, plan);
  plan.jobs = options.jobs;
  plan.verifies = options.verify;
  plan.digests = options.record != "none";
  plan.keeps_traces = options.record != "none";
  plan.summary_only = options.record == "summary";
  return plan;
}

// Refuses two searchers that search in the same way, whose rows nobody could tell apart.
void check_searchers(const SuitePlan& plan) {
  const std::size_t depths = std::max<std::size_t>(plan.depths.size(), 1);
  std::vector<std::string> known;
  for (std::size_t i = 0; i < plan.searchers.size(); ++i) {
    const auto search = value_of(prepare(plan, i * depths));
    std::string question = question_of(asked_row(plan, i * depths, search));
    if (std::find(known.begin(), known.end(), question) != known.end()) {
      throw Failure::usage("--with: '" + plan.searchers[i].name +
                           "' searches in the same way as an earlier one");
    }
    known.push_back(std::move(question));
  }
}

void check_suite(const SuiteOptions& options) {
  if (options.search.game.game.empty() || options.search.positions.empty()) {
    throw Failure::usage(
        "suite: name a game and its positions, as in 'plytrace suite connect4 "
        "--positions FILE --depths 1..4'");
  }
  if (options.verify && options.record == "summary") {
    throw Failure::usage(
        "suite: --verify needs whole trees and --record summary keeps none; omit one of them");
  }
  if (options.record != "none" && options.output.empty()) {
    throw Failure::usage("suite: --record: name a folder with -o");
  }
}

// A part of a suite counts only when it is whole, because its rows name its trace.
bool is_interrupted(const SuitePart& part) {
  return std::any_of(part.searched.begin(), part.searched.end(), [](const SuiteSearched& search) {
    return search.row["status"] == format::word(SearchStatus::kInterrupted);
  });
}

Status run_due(const SuitePlan& plan, SuiteTable* table, SuiteDone& done) {
  return run_suite(plan, done.due(plan), [&](SuitePart part) {
    if (!part.trace) return part.trace;
    if (cli::interrupted().load() && (plan.keeps_traces || is_interrupted(part))) {
      return Status::ok();
    }
    std::string lines;
    for (SuiteSearched& search : part.searched) {
      lines += suite_line(search.row);
      done.rows[search.index] = std::move(search.row);
    }
    return table != nullptr ? table->append(lines) : Status::ok();
  });
}

SummaryQuestion question_of(const SuiteOptions& options) {
  SummaryQuestion question;
  question.measure = options.what == "leaves" ? SuiteMeasure::kLeaves
                     : options.what == "time" ? SuiteMeasure::kTime
                                              : SuiteMeasure::kNodes;
  question.reference = options.reference;
  question.seed = options.seed;
  question.most_listed = cli::entries(options.limit);
  return question;
}

// The file of --plot, which is written when all else has been done.
draw::CurveFile plot_from(const SuiteOptions& options) {
  const draw::CurveFile plot = draw::curve_file("--plot", options.plot, options.width);
  if (options.plot.empty()) return plot;
  const bool is_in_output = fs::path(options.plot).parent_path() == fs::path(options.output);
  cli::check_output(options.plot, options.force, is_in_output);
  return plot;
}

void write_plot(const SuiteOptions& options, const draw::CurveFile& plot,
                const SuiteSummary& summary) {
  if (options.plot.empty()) return;
  draw::CurvePlot curves = suite_curves(summary, options.what == "ratio");
  curves.paper_width = plot.paper_width;
  const auto picture = value_of(draw::draw_curves(curves, plot.format));
  cli::write_file(options.plot, picture, options.force);
}

text::Json answer_json(const SuiteOptions& options, const SuitePlan& plan, const SuiteDone& done,
                       const SuitePlaces& places) {
  text::Json json = {
      {"positions", plan.positions.size()},
      {"searchers", text::Json::array()},
      {"depths", plan.depths},
      {"table", places.table.empty() ? text::Json(nullptr) : text::Json(places.table)},
      {"record", options.record},
      {"reused", done.reused},
      {"searches", text::Json::array()}};
  for (const SuiteSearcher& searcher : plan.searchers) json["searchers"].push_back(searcher.name);
  for (const auto& row : done.rows) {
    if (row) json["searches"].push_back(suite_json(*row));
  }
  return json;
}

std::string lines_of(const SuiteDone& done) {
  std::string lines;
  for (const auto& row : done.rows) {
    if (row) lines += suite_line(*row);
  }
  return lines;
}

// The notes after the summary: how many rows were there before, and where the rows are.
std::string notes_text(const SuiteDone& done, const SuitePlaces& places) {
  std::string text;
  if (done.reused > 0) {
    text += fmt::format("{} of the rows {} already in the table\n", text::grouped(done.reused),
                        done.reused == 1 ? "was" : "were");
  }
  if (!places.table.empty()) text += "table   " + places.table + "\n";
  return text;
}

VerdictCounts verdicts_of(const SuiteDone& done) {
  VerdictCounts counts;
  for (const auto& row : done.rows) {
    if (row) counts.add((*row)["verdict"]);
  }
  return counts;
}

// The counts of verdicts, and the first search that was refuted.
std::string verdict_text(const SuiteDone& done) {
  const std::string text = verdicts_of(done).text() + "\n";
  for (const auto& row : done.rows) {
    if (!row || (*row)["verdict"] != verify::word(verify::Verdict::kRefuted)) continue;
    return text + fmt::format("first refuted: line {}, {}, depth {}\n", (*row)["line"],
                              (*row)["searcher"], (*row)["depth"]);
  }
  return text;
}

void write_answer(const SuiteOptions& options, const SuitePlan& plan, const SuiteDone& done,
                  const SuitePlaces& places, const draw::CurveFile& plot) {
  std::vector<SuiteRow> rows;
  for (const auto& row : done.rows) {
    if (row) rows.push_back(*row);
  }
  const auto summary = summarize(rows, question_of(options));
  write_plot(options, plot, summary);
  if (options.format == cli::OutputFormat::kJson) {
    return require(cli::write_json(answer_json(options, plan, done, places)));
  }
  if (options.format == cli::OutputFormat::kCsv) {
    return require(cli::write_stdout(suite_heading() + lines_of(done)));
  }
  require(cli::write_stdout(lines(summary) + notes_text(done, places) +
                            (options.verify ? verdict_text(done) : "")));
}

// --summary: reads tables that were made before.
Status run_summary(const SuiteOptions& options) {
  std::vector<SuiteRow> rows;
  for (const std::string& file : options.tables) {
    const auto table = value_of(read_suite_table(file));
    rows.insert(rows.end(), table.begin(), table.end());
  }
  if (rows.empty()) return Status::bad_input(options.tables.front() + ": holds no row");
  const auto plot = plot_from(options);
  const auto summary = summarize(rows, question_of(options));
  write_plot(options, plot, summary);
  return cli::write_answer(options.format, summary);
}

// Makes the searches of a part share a trace. Traces that are not kept are named after the table,
// so that a suite that was killed replaces and removes those that it left.
void plan_traces(const SuitePlaces& places, const SuiteDone& done, SuitePlan& plan) {
  const std::string scratch = places.table.empty() ? fmt::format("plytrace-suite-{}", ::getpid())
                                                   : fs::path(places.table).filename().string();
  plan.trace = [places, scratch, &done, &plan](std::size_t index) {
    const std::size_t first = plan.part_begin(index);
    const std::string name =
        places.is_scratch ? fmt::format(".{}-{:06}.db", scratch, first + 1) : done.traces.at(first);
    // No row names a trace that is there. Replacing it would leave another file after a kill.
    const std::string trace = (places.folder / name).string();
    remove_destination(trace);
    return Destination{trace, false, false};
  };
}

Status run_suite_command(const SuiteOptions& options) {
  if (!options.tables.empty()) return run_summary(options);
  check_suite(options);
  auto plan = value_of(plan_from(options));
  require(check_plan(plan));
  check_searchers(plan);
  const auto plot = plot_from(options);
  const auto places = value_of(places_of(options));
  const bool has_traces = plan.keeps_traces || plan.verifies;
  if (has_traces) plan.searches_a_part = searches_a_trace(plan.searches());
  SuiteTable table;
  const bool has_table = !places.table.empty();
  if (has_table) {
    cli::check_not_input(places.table);
    require(table.open(places.table));
  }
  auto done = value_of(resume(plan, table, places.folder.string()));
  // Before their searches run again: after a second kill they would be in the table twice.
  if (done.has_given_up_rows) require(table.arrange(lines_of(done)));
  if (has_traces) plan_traces(places, done, plan);
  cli::catch_interrupts();
  require(run_due(plan, has_table ? &table : nullptr, done));
  if (cli::interrupted().load()) {
    return Status(StatusCode::kInterrupted,
                  !has_table ? "suite: interrupted; with -o the same command could go on"
                  : plan.keeps_traces
                      ? "suite: interrupted; the same command goes on with the trace that was "
                        "being recorded, from its first search"
                      : "suite: interrupted; the same command goes on where it stopped");
  }
  if (has_table) require(table.arrange(lines_of(done)));
  write_answer(options, plan, done, places, plot);
  return options.verify ? verdicts_of(done).status() : Status::ok();
}

void add_summary_options(cli::Command* command, SuiteOptions& options) {
  command->add_option("--summary TABLE", options.tables,
                      "Search nothing: summarize these tables by searcher and depth");
  command->add_option("--reference SEARCHER", options.reference,
                      "The searcher that the others are compared with (default: the first)");
  command
      ->add_option("--what WHAT", options.what,
                   "Summarize and plot nodes, leaves or time; ratio plots the nodes against\n"
                   "those of the reference (default {})")
      ->check(cli::one_of({"nodes", "leaves", "time", "ratio"}));
  command->add_option("--plot FILE", options.plot,
                      "Curves against depth: " + draw::curve_endings() + " (gnuplot's script)");
  command->add_option("--width WIDTH", options.width, "Fit the curves to 85mm, slide, A4, ...");
  command->add_option("--seed N", options.seed, "Seed of the bootstrap (default {})")
      ->check(cli::unsigned_number());
  command->add_option("--limit N", options.limit,
                      "List at most N disagreements; 0 = all (default {})");
  command->add_flag("--force", options.force, "Replace an existing picture");
  command->alone("--summary", {"--reference", "--what", "--plot", "--width", "--seed", "--limit",
                               "--force", "--format"});
  command->only_with("--width", {"--plot"});
  command->only_with("--force", {"--plot"});
}

void add_suite_options(cli::Command* command, SuiteOptions& options) {
  command->add_option("GAME", options.search.game.game, "A game or preset ('plytrace list games')");
  command
      ->add_option("-g,--game-option KEY=VALUE", options.search.game.settings,
                   "Option of the game, repeatable")
      ->allow_extra_args(false);
  command
      ->add_option("--positions FILE", options.search.positions,
                   "Positions, one a line: POSITION [moves LIST], or start [moves LIST]")
      ->check(cli::input_file());
  command
      ->add_option("--with SEARCHER", options.with,
                   "A searcher, repeatable: 'pvs --order history --table 16', or as in\n"
                   "play --compare: pvs+history+table16 (default: alphabeta)")
      ->allow_extra_args(false);
  command->add_option("--depths LIST", options.depths,
                      "Depths of each searcher: 4, 1..6 or 2,4,6..8");
  cli::add_evaluator_options(command, options.search.evaluator);
  command->add_option("--part I/N", options.part,
                      "Only the I-th of N equal parts of the searches: a task of a cluster");
  command->add_option("--jobs N", options.jobs, "Searches that run side by side (default {})")
      ->check(cli::whole_number(1, 1024));
  command
      ->add_option("-o,--output DIR|FILE", options.output,
                   "A folder for suite.csv and the traces, or FILE.csv for the table alone;\n"
                   "rows that are there are not searched again")
      ->check(cli::not_stdout());
  command
      ->add_option("--record WHAT", options.record,
                   "Keep traces: full, summary (counts by ply) or none (default {})")
      ->check(cli::one_of({"full", "summary", "none"}));
  command->add_flag("--verify", options.verify, "Judge each search, as verify does");
  add_summary_options(command, options);
  cli::add_format(command, options.format, true);
}

}  // namespace

void setup_suite(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "suite", "Search many positions by several searchers to several depths; a row for each",
      {"echo start | plytrace suite connect4 --positions - --depths 1..4 -o out",
       ("echo start | plytrace suite tictactoe --positions - --with minimax --with "
        "'pvs --order static' --depths 1..3"),
       ("echo start | plytrace suite connect4 --positions - --depths 3 --jobs 2 --record full "
        "--verify -o out"),
       ("echo start | plytrace suite connect4 --positions - --depths 1..5 -o t.csv; "
        "plytrace suite --summary t.csv")},
      run_suite_command);
  add_suite_options(command, *options);
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// plytrace info TRACE: what a trace holds, from its small tables alone, so that the answer comes at
// once however large it is.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "schemas/captured.h"
#include "viewer/analysis/pass_stats.h"
#include "viewer/analysis/tree_measures.h"
#include "viewer/answers/answer_tables.h"
#include "viewer/cli/option_values.h"
#include "viewer/cli/printer.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/meaning/saturated.h"
#include "viewer/reader/trace_meta.h"

namespace plytrace {
namespace {

using format::SearchStatus;

struct InfoCommand {
  std::string file;
  std::optional<std::int64_t> search;
  std::size_t limit = 50;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// A search with what is counted over its passes.
struct SearchFacts {
  SearchRow row;
  std::vector<PassRow> passes;
  PlySummaryRow total;     // over all passes and plies
  std::int64_t plies = 0;  // deepest ply with a node
  std::unique_ptr<AnyGame> game;
};

struct Facts {
  TraceFile file;
  std::vector<SearchFacts> searches;
  std::size_t searches_total = 0;
  std::int64_t refused_events = 0;
  double seconds_waited = 0;
  std::string writer;
  std::vector<std::string> indexes;
  std::vector<std::string> lacks;  // why the trace is not complete
};

SearchFacts facts_of(const TraceReader& reader, const SearchRow& row) {
  SearchFacts facts;
  facts.row = row;
  facts.passes = reader.passes(row.id);
  facts.game = cli::game_of(row);
  for (const PassRow& pass : facts.passes) {
    for (const PlySummaryRow& summary : reader.ply_summary(pass.id)) {
      add_counts(facts.total, summary);
      facts.plies = std::max(facts.plies, summary.ply);
    }
  }
  // A trace made without a recorder has no summary: the id ranges of finished passes say as much.
  if (facts.total.nodes == 0) {
    for (const PassRow& pass : facts.passes) {
      if (pass.root && pass.last) facts.total.nodes += *pass.last - *pass.root + 1;
    }
  }
  return facts;
}

std::vector<std::string> lacks_of(const TraceFile& file, std::int64_t refused_events,
                                  const std::vector<SearchFacts>& searches) {
  std::vector<std::string> lacks;
  if (file.recording) lacks.emplace_back("the recording goes on, or its recorder died");
  if (file.log_missing) lacks.emplace_back("its -wal file is missing");
  if (file.lost_events > 0) lacks.push_back(text::count(file.lost_events, "event") + " lost");
  if (refused_events > 0) {
    lacks.push_back(text::count(refused_events, "event") + " refused or unreadable");
  }
  if (searches.empty()) lacks.emplace_back("it holds no search");
  for (const SearchFacts& search : searches) {
    const std::string name = "search " + std::to_string(search.row.id);
    if (search.row.status == SearchStatus::kRunning) {
      lacks.push_back(name + " is not finished");
    } else if (search.row.status != SearchStatus::kFinished) {
      lacks.push_back(name + " was stopped (" + text::readable(format::word(search.row.status)) +
                      ")");
    }
    if (search.total.unrecorded > 0) {
      lacks.push_back(text::count(search.total.unrecorded, "node") + " of " + name +
                      " not recorded");
    }
  }
  return lacks;
}

Result<Facts> gather(const TraceReader& reader, const InfoCommand& options) {
  const TraceReader::Snapshot snapshot(reader);
  Facts facts;
  facts.file = reader.file();
  facts.refused_events = refused_events(reader);
  facts.seconds_waited = seconds_waited(reader);
  facts.writer = writer_of(reader);
  facts.indexes = indexes_of(reader);
  std::vector<SearchRow> rows;
  if (options.search) {
    auto chosen = reader.choose_search(options.search);
    if (!chosen) return chosen.status();
    rows.push_back(std::move(*chosen));
    facts.searches_total = 1;
  } else {
    rows = reader.searches();
    facts.searches_total = rows.size();
    // The last ones: what was added to a trace lately.
    if (options.limit != 0 && rows.size() > options.limit) {
      rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(options.limit));
    }
  }
  for (const SearchRow& row : rows) facts.searches.push_back(facts_of(reader, row));
  facts.lacks = lacks_of(facts.file, facts.refused_events, facts.searches);
  if (!reader.status().is_ok()) return reader.status();
  return facts;
}

// The claim of a search on its root value, in words.
std::string result_words(const SearchRow& row) {
  if (!row.value) return "none yet";
  std::string words = text::score(row.value);
  if (row.lower && row.upper && *row.lower == *row.upper) {
    words += " (exact";
  } else if (row.lower || row.upper) {
    words +=
        " (between " + text::score(row.lower, "-inf") + " and " + text::score(row.upper, "+inf");
  } else {
    words += " (no claim";
  }
  if (row.completed_depth) words += ", depth " + std::to_string(*row.completed_depth);
  return words + ")";
}

// The kinds of event that the recorder declared complete, and those that it did not.
std::pair<std::vector<std::string>, std::vector<std::string>> split_captured(const SearchRow& row) {
  std::pair<std::vector<std::string>, std::vector<std::string>> split;
  split.first = row.captured;
  for (const format::CapturedKindRow& kind : format::kCapturedKinds) {
    if (!row.captures(kind.word)) split.second.emplace_back(kind.word);
  }
  return split;
}

// An engine that does not name its best move at the end may have named that of its last pass.
std::string best_move_words(const SearchFacts& search) {
  if (search.row.best_move) return text::printable(*search.row.best_move);
  for (auto pass = search.passes.rbegin(); pass != search.passes.rend(); ++pass) {
    if (pass->status != SearchStatus::kFinished) continue;
    return pass->best_move ? text::printable(*pass->best_move) + " (of its last pass)" : "none";
  }
  return "none";
}

void field(text::Printer& printer, std::string_view name, const std::string& value) {
  printer.line(text::wrapped(fmt::format("  {:<12} {}", name, value), 15));
}

std::string indented(const std::string& lines) {
  std::string text = "    ";
  for (const char c : lines) {
    text += c;
    if (c == '\n') text += "    ";
  }
  return text;
}

std::string declared_words(const SearchRow& row) {
  std::string words = row.fail.empty() ? "" : "fail-" + text::printable(row.fail);
  const auto add_word = [&](const std::string& word) {
    words += (words.empty() ? "" : ", ") + word;
  };
  if (!row.windows.empty()) add_word(text::printable(row.windows) + " windows");
  if (row.uniform) add_word("values by position and depth only");
  if (row.score_min || row.score_max) {
    add_word("scores " + text::score(row.score_min, "?") + " to " +
             text::score(row.score_max, "?"));
  }
  add_word(row.perspective == "side" ? "the engine counts from the side to move"
                                     : "the engine counts from MAX");
  return words;
}

void count_lines(const SearchFacts& search, text::Printer& printer) {
  const PlySummaryRow& total = search.total;
  std::string nodes = text::grouped(total.nodes) + " recorded";
  const std::int64_t visited = saturated_sum(total.nodes, total.unrecorded);
  if (search.row.nodes == visited || (search.row.nodes && total.nodes == 0)) {
    nodes += " of " + text::grouped(*search.row.nodes) + " visited";
  } else if (search.row.nodes) {
    // What an engine counts as a node is its own business.
    if (total.unrecorded > 0) nodes += " of " + text::grouped(visited) + " visited";
    nodes += " (" + text::grouped(*search.row.nodes) + " by the engine's own count)";
  }
  if (search.row.leaf_evaluations) {
    nodes += ", " + text::count(*search.row.leaf_evaluations, "leaf evaluation");
  }
  field(printer, "nodes", nodes);
  const std::int64_t kinds = total.interior + total.horizon + total.terminal + total.table +
                             total.known + total.draw + total.unknown + total.illegal;
  // Without a summary there is nothing to break down.
  if (kinds == 0) return;
  std::string by_kind;
  for (const auto& [count, name] :
       {std::pair{total.interior, "interior"}, std::pair{total.horizon, "horizon"},
        std::pair{total.terminal, "terminal"}, std::pair{total.table, "table"},
        std::pair{total.known, "known"}, std::pair{total.draw, "draw"},
        std::pair{total.unknown, "unknown"}, std::pair{total.illegal, "illegal"}}) {
    if (count == 0) continue;
    by_kind += (by_kind.empty() ? "" : ", ") + text::grouped(count) + " " + name;
  }
  field(printer, "by kind", by_kind + ", deepest ply " + std::to_string(search.plies));
  field(printer, "cutoffs",
        text::grouped(total.alpha_cutoffs) + " alpha, " + text::grouped(total.beta_cutoffs) +
            " beta; " +
            (knows_skipped(search.row, total) ? text::grouped(total.cutoffs_skipping) +
                                                    " skipped " + text::count(total.skipped, "move")
                                              : std::string("skipped moves not recorded")));
}

void pass_table(const SearchFacts& search, std::size_t limit, text::Printer& printer) {
  const std::size_t shown = std::min(cli::entries(limit), search.passes.size());
  printer.line("  passes");
  printer.raw(text::printable_lines(
      passes_table(search.passes, shown).for_people().text("    ", text::kPageWidth)));
  if (shown < search.passes.size()) {
    printer.line("    ... the last " + text::grouped(static_cast<std::int64_t>(shown)) + " of " +
                 text::grouped(static_cast<std::int64_t>(search.passes.size())) +
                 " passes (--limit 0 for all)");
  }
}

void search_text(const SearchFacts& search, std::size_t limit, text::Printer& printer) {
  const SearchRow& row = search.row;
  std::string title = "search " + std::to_string(row.id) + ": " + text::search_words(row);
  if (row.depth) title += ", depth " + std::to_string(*row.depth);
  printer.line("");
  title += row.status == SearchStatus::kRunning ? ", not finished"
                                                : ", " + text::readable(format::word(row.status));
  printer.line(text::wrapped(title, 2));
  if (row.game_options != "{}") field(printer, "game options", text::printable(row.game_options));
  if (!row.position.empty()) field(printer, "position", text::printable(row.position));
  if (search.game) printer.line(indented(text::printable_lines(search.game->board_text())));
  if (!row.evaluator.empty()) field(printer, "evaluator", text::printable(row.evaluator));
  if (row.options != "{}") field(printer, "options", text::printable(row.options));
  field(printer, "value", result_words(row));
  field(printer, "best move", best_move_words(search));
  if (!row.pv.empty()) field(printer, "pv", text::list(row.pv, 40));
  count_lines(search, printer);
  const auto [captured, missing] = split_captured(row);
  field(printer, "captured", captured.empty() ? "nothing is declared" : text::list(captured));
  if (!missing.empty()) field(printer, "not captured", text::list(missing));
  field(printer, "declared", declared_words(row));
  if (row.seconds) field(printer, "time", fmt::format("{:.3f} s", *row.seconds));
  if (!row.engine.empty()) {
    field(printer, "engine",
          text::printable(row.engine_version.empty() ? row.engine
                                                     : row.engine + " " + row.engine_version));
  }
  if (!search.passes.empty()) pass_table(search, limit, printer);
}

std::string state_word(const Facts& facts) {
  if (facts.file.recording) return "unfinished";
  const bool running = std::any_of(
      facts.searches.begin(), facts.searches.end(),
      [](const SearchFacts& search) { return search.row.status == SearchStatus::kRunning; });
  return running || facts.searches.empty() ? "unfinished" : "finished";
}

// Why a trace is not complete, a reason a line.
void lack_lines(const std::vector<std::string>& lacks, text::Printer& printer) {
  constexpr std::size_t kMost = 10;
  std::string_view begin = "not complete: ";
  for (std::size_t i = 0; i < std::min(kMost, lacks.size()); ++i) {
    printer.line(std::string(begin) + text::printable(lacks[i]));
    begin = "              ";
  }
  if (lacks.size() > kMost) {
    printer.line(std::string(begin) + "and " + text::grouped(lacks.size() - kMost) + " more");
  }
}

Status write_text(const Facts& facts, std::size_t limit) {
  text::Printer printer;
  const TraceFile& file = facts.file;
  printer.line(text::wrapped(
      text::printable(file.path) + ": trace format " + std::to_string(format::kVersion) + ", " +
          text::count(file.bytes, "byte") +
          (file.created_by.empty() ? "" : ", by " + text::printable(file.created_by)) +
          (facts.writer.empty() ? "" : " (writer: " + text::printable(facts.writer) + ")"),
      2));
  if (state_word(facts) == "unfinished") {
    printer.line(
        "UNFINISHED: being recorded now, or its recorder died; all that is shown is\n"
        "what was committed");
  }
  if (facts.lacks.empty()) {
    printer.line("complete: everything that the searches did was recorded");
  } else {
    lack_lines(facts.lacks, printer);
  }
  // Less is not worth a line.
  if (facts.seconds_waited >= 0.1) {
    printer.line(fmt::format("the search waited {:.1f} s for the recorder", facts.seconds_waited));
  }
  if (file.write_ahead_log) {
    printer.line("journal: WAL; keep the -wal file with it when you copy it");
  }
  if (!facts.indexes.empty()) {
    printer.line("indexes: " + text::list(facts.indexes) + " (plytrace index)");
  }
  if (facts.searches.size() < facts.searches_total) {
    printer.line("the last " + std::to_string(facts.searches.size()) + " of " +
                 std::to_string(facts.searches_total) + " searches (--limit 0 for all)");
  }
  for (const SearchFacts& search : facts.searches) search_text(search, limit, printer);
  return printer.finish();
}

text::Json text_or_null(const std::string& text) {
  return text.empty() ? text::Json(nullptr) : text::text_json(text);
}

text::Json seconds_json(std::optional<double> seconds) {
  return seconds ? text::Json(*seconds) : text::Json(nullptr);
}

text::Json status_json(SearchStatus status) {
  return status == SearchStatus::kRunning ? text::Json(nullptr) : text::Json(format::word(status));
}

text::Json counts_json(const SearchFacts& search) {
  const PlySummaryRow& total = search.total;
  return {{"recorded", total.nodes},
          {"visited", text::number_json(search.row.nodes)},
          {"leaf_evaluations", text::number_json(search.row.leaf_evaluations)},
          {"interior", total.interior},
          {"horizon", total.horizon},
          {"terminal", total.terminal},
          {"table", total.table},
          {"known", total.known},
          {"draw", total.draw},
          {"unknown", total.unknown},
          {"illegal", total.illegal},
          {"alpha_cutoffs", total.alpha_cutoffs},
          {"beta_cutoffs", total.beta_cutoffs},
          {"cutoffs_skipping", total.cutoffs_skipping},
          {"moves_skipped", total.skipped},
          {"bound_updates", total.bound_updates},
          {"re_searches", total.re_searches},
          {"unrecorded", total.unrecorded},
          {"deepest_ply", search.plies}};
}

// What comes first of a search, in this order; columns that are not named here follow.
constexpr const char* kSearchKeys[] = {
    "search",          "game",         "game_options", "game_known",
    "position",        "board",        "algorithm",    "options",
    "evaluator",       "perspective",  "max_player",   "depth",
    "completed_depth", "status",       "value",        "lower",
    "upper",           "best_move",    "pv",           "nodes",
    "captured",        "not_captured", "fail",         "windows",
    "uniform",         "score_min",    "score_max",    "engine",
    "engine_version",  "started_at",   "finished_at",  "seconds"};

text::Json search_json(const SearchFacts& search, std::size_t limit) {
  const SearchRow& row = search.row;
  text::Json json;
  for (const char* key : kSearchKeys) json[key] = nullptr;
  text::add_columns(json, row);
  json["search"] = row.id;
  json.erase("id");
  json["game_options"] = text::embedded_json(text::valid_utf8(row.game_options));
  json["game_known"] = search.game != nullptr;
  if (search.game) json["board"] = text::text_json(search.game->board_text());
  json["options"] = text::embedded_json(text::valid_utf8(row.options));
  json["status"] = status_json(row.status);
  json["nodes"] = counts_json(search);
  json.erase("leaf_evaluations");  // one of the counts
  json["not_captured"] = text::texts_json(split_captured(row).second);
  json["started_at"] = seconds_json(row.started_at);
  json["finished_at"] = seconds_json(row.finished_at);
  json["seconds"] = seconds_json(row.seconds);
  json["passes"] = passes_table(search.passes, cli::entries(limit)).json();
  json["passes_total"] = search.passes.size();
  return json;
}

Status write_json(const Facts& facts, std::size_t limit) {
  text::Json searches = text::Json::array();
  for (const SearchFacts& search : facts.searches) searches.push_back(search_json(search, limit));
  return cli::write_json({{"trace", text::text_json(facts.file.path)},
                          {"format", format::kVersion},
                          {"bytes", facts.file.bytes},
                          {"created_by", text::text_json(facts.file.created_by)},
                          {"writer", text_or_null(facts.writer)},
                          {"state", state_word(facts)},
                          {"complete", facts.lacks.empty()},
                          {"not_complete_because", text::texts_json(facts.lacks)},
                          {"write_ahead_log", facts.file.write_ahead_log},
                          {"log_missing", facts.file.log_missing},
                          {"lost_events", facts.file.lost_events},
                          {"refused_events", facts.refused_events},
                          {"seconds_waited", facts.seconds_waited},
                          {"indexes", facts.indexes},
                          {"searches", std::move(searches)},
                          {"searches_total", facts.searches_total}});
}

Status run_info(const InfoCommand& options) {
  const auto reader = cli::open_trace(options.file);
  if (!reader) return reader.status();
  const auto facts = gather(*reader, options);
  if (!facts) return facts.status();
  return options.format == cli::OutputFormat::kJson ? write_json(*facts, options.limit)
                                                    : write_text(*facts, options.limit);
}

}  // namespace

void setup_info(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<InfoCommand>();
  cli::Command* command = cli::add_command(
      app, "info",
      "Show what a trace holds: searches, passes, position, result, counts, whether it is complete",
      {"plytrace info run.db", "plytrace info run.db --search 1 --format json"});
  cli::add_trace_file(command, options->file);
  command->add_option("--search", options->search, "This search only (default all)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command
      ->add_option("--limit", options->limit,
                   "Most searches, and passes of each, 0 = all (default {})")
      ->check(cli::whole_number(0))
      ->type_name("N");
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_info(*options); });
}

}  // namespace plytrace

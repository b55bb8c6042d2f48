// SPDX-License-Identifier: MIT
#include "viewer/answers/info.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "schemas/captured.h"
#include "viewer/analysis/content_digest.h"
#include "viewer/analysis/pass_of.h"
#include "viewer/analysis/pass_stats.h"
#include "viewer/answers/compare/comparison.h"
#include "viewer/answers/stats_facts.h"
#include "viewer/format/add_line.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/meaning/saturated.h"
#include "viewer/reader/trace_meta.h"
#include "viewer/verify/game/game_at.h"

namespace plytrace::answers {
namespace {

using format::SearchStatus;

ListedPass listed(const TraceReader& reader, const PassRow& row) {
  ListedPass pass{row, row.last, 0, {}, {}};
  const auto root = row.root ? reader.node(*row.root) : std::nullopt;
  if (root) {
    pass.bound = claimed_bound(*root);
    if (!pass.last) pass.last = reader.last_of(*root);
  }
  if (reader.names_moves() && row.best_move) {
    pass.best_name = text::best_move_name(reader, row, *row.best_move);
  }
  if (row.root && pass.last) {
    pass.recorded = std::max<std::int64_t>(0, saturated_difference(*pass.last, *row.root) + 1);
  }
  return pass;
}

void count_passes(const TraceReader& reader, const std::vector<PassRow>& passes,
                  SearchInfo& search) {
  for (const PassRow& pass : passes) {
    for (const PlySummaryRow& summary : reader.ply_summary(pass.id)) {
      add_counts(search.total, summary);
      search.plies = std::max(search.plies, summary.ply);
    }
  }
  if (search.total.nodes > 0) return;
  // A trace made without a recorder has no summary, but the id ranges of finished passes give the
  // counts.
  for (const PassRow& pass : passes) {
    search.total.nodes = saturated_sum(search.total.nodes, rows_of(pass));
  }
}

void add_best_move(const TraceReader& reader, SearchInfo& search) {
  const auto pass = reader.choose_pass(search.row, std::nullopt);
  const CompareInput input{reader, search.row, pass ? *pass : PassRow()};
  search.best_move = result_of(input).best_move;
  search.best_move_words =
      search.best_move ? named_best_move(input, *search.best_move) : "none recorded";
  if (search.best_move && !search.row.best_move) {
    search.best_move_words += fmt::format(" (of pass {})", input.pass.ordinal);
  }
  const auto root = input.pass.root && reader.names_moves() && !lacks_its_root(input)
                        ? reader.node(*input.pass.root)
                        : std::nullopt;
  search.pv = root ? reader.line_names(*root, search.row.pv) : search.row.pv;
}

SearchInfo info_of(const TraceReader& reader, const SearchRow& row, std::size_t most_passes) {
  SearchInfo search;
  search.row = row;
  const std::vector<PassRow> passes = reader.passes(row.id);
  search.passes_total = passes.size();
  count_passes(reader, passes, search);
  search.may_lack_events = may_lack_events(reader, row);
  const std::size_t shown = std::min(most_passes == 0 ? SIZE_MAX : most_passes, passes.size());
  for (std::size_t i = passes.size() - shown; i < passes.size(); ++i) {
    search.passes.push_back(listed(reader, passes[i]));
  }
  add_best_move(reader, search);
  if (const auto game = verify::game_of(row)) {
    search.game_known = true;
    search.board = game->board_text();
  }
  return search;
}

// The nodes of a search that were visited, but have no row.
struct NodesWithoutRow {
  std::int64_t unrecorded = 0;  // by the recorder's count
  std::int64_t counted = 0;     // and further ones by the engine's own count
};

NodesWithoutRow nodes_without_row(const TraceReader& reader, const SearchRow& search) {
  NodesWithoutRow nodes;
  std::int64_t known = 0, counted = 0;
  for (const PassRow& pass : reader.passes(search.id)) {
    std::int64_t unrecorded = 0;
    for (const PlySummaryRow& summary : reader.ply_summary(pass.id)) {
      unrecorded = saturated_sum(unrecorded, summary.unrecorded);
    }
    const std::int64_t of_pass = saturated_sum(unrecorded, rows_of(pass));
    nodes.unrecorded = saturated_sum(nodes.unrecorded, unrecorded);
    known = saturated_sum(known, of_pass);
    counted = saturated_sum(counted, std::max(of_pass, pass.nodes.value_or(0)));
  }
  counted = std::max(counted, search.nodes.value_or(0));
  nodes.counted = counted - known;
  return nodes;
}

// Asks all searches of the file, listed or not.
std::vector<std::string> lacks_of(const TraceReader& reader, std::int64_t refused_events,
                                  const std::vector<SearchRow>& searches) {
  const TraceFile& file = reader.file();
  std::vector<std::string> lacks;
  if (file.recording) lacks.emplace_back("it is still being recorded, or its recorder died");
  if (file.log_missing) lacks.emplace_back("its -wal file is missing");
  if (file.lost_events > 0) lacks.push_back(text::count(file.lost_events, "event") + " lost");
  if (refused_events > 0) lacks.push_back(refused_words(refused_events));
  if (searches.empty()) lacks.emplace_back("it contains no search");
  for (const SearchRow& search : searches) {
    const std::string name = "search " + std::to_string(search.id);
    if (search.status == SearchStatus::kRunning) {
      lacks.push_back(name + " is not finished");
    } else if (search.status != SearchStatus::kFinished) {
      lacks.push_back(name + " was stopped (" + text::readable(format::word(search.status)) + ")");
    }
    const auto [unrecorded, counted] = nodes_without_row(reader, search);
    if (unrecorded > 0) {
      lacks.push_back(text::count(unrecorded, "node") + " of " + name + " not recorded");
    }
    if (counted > 0) {
      lacks.push_back(text::count(counted, "node") + " that " + name + " counted itself " +
                      (counted == 1 ? "is" : "are") + " not in the file");
    }
  }
  return lacks;
}

// The claim of a search on its root value, in words.
std::string result_words(const SearchRow& row) {
  if (!row.value) return row.status == format::SearchStatus::kRunning ? "none yet" : "none";
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
  return words + ")" + text::mate_remark(row, row.value);
}

// The kinds of event that the recorder declared complete, and the other kinds.
std::pair<std::vector<std::string>, std::vector<std::string>> split_captured(const SearchRow& row) {
  std::pair<std::vector<std::string>, std::vector<std::string>> split;
  split.first = row.captured;
  for (const format::CapturedKindRow& kind : format::kCapturedKinds) {
    if (!row.captures(kind.word)) split.second.emplace_back(kind.word);
  }
  return split;
}

void field(std::string& out, std::string_view name, const std::string& value) {
  text::add_line(out, text::wrapped(fmt::format("  {:<12} {}", name, value), 15));
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

void count_lines(const SearchInfo& search, std::string& out) {
  const PlySummaryRow& total = search.total;
  std::string nodes = text::grouped(total.nodes) + " recorded";
  const std::int64_t visited = saturated_sum(total.nodes, total.unrecorded);
  if (search.row.nodes == visited || (search.row.nodes && total.nodes == 0)) {
    if (!search.may_lack_events) nodes += " of " + text::grouped(*search.row.nodes) + " visited";
  } else if (search.row.nodes) {
    // Engines define themselves what counts as a visited node.
    if (total.unrecorded > 0) nodes += " of " + text::grouped(visited) + " visited";
    nodes += " (" + text::grouped(*search.row.nodes) + " by the engine's own count)";
  }
  if (search.row.leaf_evaluations) {
    nodes += ", " + text::count(*search.row.leaf_evaluations, "leaf evaluation");
  }
  field(out, "nodes", nodes);
  const std::int64_t kinds = total.interior + total.horizon + total.terminal + total.table +
                             total.known + total.draw + total.unknown + total.illegal;
  // Without a summary there are no counts by kind.
  if (kinds == 0) return;
  std::string by_kind;
  for (std::size_t i = 0; i < kCountOfKind.size(); ++i) {
    const std::int64_t count = total.*kCountOfKind[i];
    if (count == 0) continue;
    by_kind += (by_kind.empty() ? "" : ", ") + text::grouped(count) + " ";
    by_kind += format::word(static_cast<format::NodeKind>(i));
  }
  if (by_kind.empty()) return;
  field(out, "by kind", by_kind + ", deepest ply " + std::to_string(search.plies));
  field(out, "cutoffs",
        text::grouped(total.alpha_cutoffs) + " alpha, " + text::grouped(total.beta_cutoffs) +
            " beta; " + skipped_words(total, knows_skipped(search.row, total)));
}

void pass_table(const SearchInfo& search, std::string& out) {
  text::add_line(out, "  passes");
  out += text::printable_lines(
      passes_table(search.passes).for_people().text("    ", text::kPageWidth));
  if (search.passes.size() < search.passes_total) {
    text::add_line(out, "    ... the last " + text::grouped(std::uint64_t{search.passes.size()}) +
                            " of " + text::grouped(std::uint64_t{search.passes_total}) +
                            " passes (--limit 0 for all)");
  }
}

void search_text(const SearchInfo& search, std::string& out) {
  const SearchRow& row = search.row;
  std::string title = "search " + std::to_string(row.id) + ": " + text::search_words(row);
  if (row.depth) title += ", depth " + std::to_string(*row.depth);
  text::add_line(out, "");
  title += row.status == SearchStatus::kRunning ? ", not finished"
                                                : ", " + text::readable(format::word(row.status));
  text::add_line(out, text::wrapped(title, 2));
  if (row.game_options != "{}") field(out, "game options", text::printable(row.game_options));
  if (!row.position.empty()) field(out, "position", text::printable(row.position));
  if (search.game_known) text::add_line(out, indented(text::printable_lines(search.board)));
  if (!row.evaluator.empty()) field(out, "evaluator", text::printable(row.evaluator));
  if (row.options != "{}") field(out, "options", text::printable(row.options));
  field(out, "value", result_words(row));
  field(out, "best move", search.best_move_words);
  if (!search.pv.empty()) field(out, "pv", text::list(search.pv, 40));
  count_lines(search, out);
  const auto [captured, missing] = split_captured(row);
  field(out, "captured",
        captured.empty()
            ? (search.may_lack_events ? "nothing: events are missing" : "nothing is declared")
            : text::list(captured));
  if (!missing.empty()) field(out, "not captured", text::list(missing));
  field(out, "declared", declared_words(row));
  if (!search.digest.empty()) field(out, "digest", search.digest);
  if (row.seconds) field(out, "time", fmt::format("{:.3f} s", *row.seconds));
  if (!row.engine.empty()) {
    field(out, "engine",
          text::printable(row.engine_version.empty() ? row.engine
                                                     : row.engine + " " + row.engine_version));
  }
  if (!search.passes.empty()) pass_table(search, out);
}

std::string state_word(const InfoAnswer& answer) {
  if (answer.file.recording) return "unfinished";
  return answer.is_one_running || answer.searches.empty() ? "unfinished" : "finished";
}

// The reasons why a trace is not complete, one per line.
void lack_lines(const std::vector<std::string>& lacks, std::string& out) {
  constexpr std::size_t kMost = 10;
  std::string_view begin = "not complete: ";
  for (std::size_t i = 0; i < std::min(kMost, lacks.size()); ++i) {
    text::add_line(out, std::string(begin) + text::printable(lacks[i]));
    begin = "              ";
  }
  if (lacks.size() > kMost) {
    text::add_line(out,
                   std::string(begin) + "and " + text::grouped(lacks.size() - kMost) + " more");
  }
}

text::Json text_or_null(const std::string& text) {
  return text.empty() ? text::Json(nullptr) : text::text_json(text);
}

text::Json seconds_json(std::optional<double> seconds) {
  return seconds ? text::Json(*seconds) : text::Json(nullptr);
}

text::Json counts_json(const SearchInfo& search) {
  const PlySummaryRow& total = search.total;
  text::Json json{{"recorded", total.nodes},
                  {"visited", text::number_json(search.row.nodes)},
                  {"leaf_evaluations", text::number_json(search.row.leaf_evaluations)}};
  text::add_columns(json, total);
  for (const char* key : {"pass", "ply", "nodes", "cut_by_move", "cut_by_first"}) json.erase(key);
  json["deepest_ply"] = search.plies;
  return json;
}

// The first keys of a search, in this order; all other columns follow.
constexpr const char* kSearchKeys[] = {
    "search",      "game",        "game_options",    "game_known", "position",
    "board",       "algorithm",   "options",         "evaluator",  "perspective",
    "max_player",  "depth",       "completed_depth", "status",     "value",
    "lower",       "upper",       "best_move",       "pv",         "nodes",
    "node_counts", "captured",    "not_captured",    "fail",       "windows",
    "uniform",     "score_min",   "score_max",       "engine",     "engine_version",
    "started_at",  "finished_at", "seconds"};

text::Json search_json(const SearchInfo& search) {
  const SearchRow& row = search.row;
  text::Json json;
  for (const char* key : kSearchKeys) json[key] = nullptr;
  text::add_columns(json, row);
  json["search"] = row.id;
  json.erase("id");
  if (search.best_move) json["best_move"] = text::text_json(*search.best_move);
  json["game_options"] = text::embedded_json(text::valid_utf8(row.game_options));
  json["game_known"] = search.game_known;
  if (search.game_known) json["board"] = text::text_json(search.board);
  json["options"] = text::embedded_json(text::valid_utf8(row.options));
  json["status"] = format::word(row.status);
  json["node_counts"] = counts_json(search);
  json.erase("leaf_evaluations");  // already among the counts
  json["not_captured"] = text::texts_json(split_captured(row).second);
  json["started_at"] = seconds_json(row.started_at);
  json["finished_at"] = seconds_json(row.finished_at);
  json["seconds"] = seconds_json(row.seconds);
  json["digest"] = text_or_null(search.digest);
  json["passes"] = passes_table(search.passes).json();
  json["passes_total"] = search.passes_total;
  return json;
}

bool is_truncated(const InfoAnswer& answer) {
  return answer.searches.size() < answer.searches_total ||
         std::any_of(answer.searches.begin(), answer.searches.end(), [](const SearchInfo& search) {
           return search.passes.size() < search.passes_total;
         });
}

// Fills in the digests, which read every row. A damaged page leaves them out; the rest of the
// answer does not need it. A connection of its own keeps this error from the reader.
void add_digests(const std::vector<SearchRow>& searches, InfoAnswer& answer) {
  const auto reader = value_of(TraceReader::open(answer.file.path));
  ContentDigest sum;
  for (const SearchRow& row : searches) {
    const auto digest = value_of(ContentDigest::of(reader, row));
    sum.add(digest);
    for (SearchInfo& search : answer.searches) {
      if (search.row.id == row.id) search.digest = digest.text();
    }
  }
  answer.digest = sum.text();
}

}  // namespace

InfoAnswer answer(const TraceReader& reader, const InfoQuestion& question) {
  const TraceReader::Snapshot snapshot(reader);
  InfoAnswer found;
  found.file = reader.file();
  found.refused_events = refused_events(reader);
  found.seconds_waited = seconds_waited(reader);
  found.writer = writer_of(reader);
  found.indexes = indexes_of(reader);
  std::vector<SearchRow> rows;
  if (question.search) {
    rows.push_back(value_of(reader.choose_search(question.search)));
  } else {
    rows = reader.searches();
  }
  found.searches_total = rows.size();
  const std::size_t most = question.most_searches == 0 ? SIZE_MAX : question.most_searches;
  for (std::size_t i = rows.size() - std::min(most, rows.size()); i < rows.size(); ++i) {
    found.searches.push_back(info_of(reader, rows[i], question.most_passes));
  }
  found.is_one_running = std::any_of(rows.begin(), rows.end(), [](const SearchRow& row) {
    return row.status == SearchStatus::kRunning;
  });
  found.lacks = lacks_of(reader, found.refused_events, rows);
  const bool is_digested =
      state_word(found) == "finished" && rows_of(reader, rows) <= question.most_digested;
  require(reader.status());
  try {
    if (is_digested) add_digests(rows, found);
  } catch (const Failure& failure) {
    if (failure.status().code() != StatusCode::kBadInput) throw;
    for (SearchInfo& search : found.searches) search.digest.clear();
    found.lacks.push_back("rows cannot be read, so there is no digest: " +
                          failure.status().message());
  }
  return found;
}

std::string lines(const InfoAnswer& answer) {
  std::string out;
  const TraceFile& file = answer.file;
  text::add_line(
      out,
      text::wrapped(
          text::printable(file.path) + ": trace format " + std::to_string(format::kVersion) + ", " +
              text::count(file.bytes, "byte") +
              (file.created_by.empty() ? "" : ", by " + text::printable(file.created_by)) +
              (answer.writer.empty() ? "" : " (writer: " + text::printable(answer.writer) + ")"),
          2));
  if (state_word(answer) == "unfinished") {
    text::add_line(
        out,
        "UNFINISHED: being recorded now, or its recorder died; only committed rows\nare shown");
  }
  if (answer.lacks.empty()) {
    text::add_line(out, "complete: everything that the searches did was recorded");
  } else {
    lack_lines(answer.lacks, out);
  }
  if (!answer.digest.empty()) text::add_line(out, "digest of the content: " + answer.digest);
  // A shorter wait is not worth a line.
  if (answer.seconds_waited >= 0.1) {
    text::add_line(
        out, fmt::format("the search waited {:.1f} s for the recorder", answer.seconds_waited));
  }
  if (file.write_ahead_log) {
    text::add_line(out, "journal: WAL; copy the -wal file together with the trace");
  }
  if (!answer.indexes.empty()) {
    text::add_line(out, "indexes: " + text::list(answer.indexes) + " (plytrace find --index)");
  }
  if (answer.searches.size() < answer.searches_total) {
    text::add_line(out, "the last " + std::to_string(answer.searches.size()) + " of " +
                            std::to_string(answer.searches_total) +
                            " searches (--limit 0 for all)");
  }
  for (const SearchInfo& search : answer.searches) search_text(search, out);
  return out;
}

text::Json json(const InfoAnswer& answer) {
  return {{"trace", text::text_json(answer.file.path)},
          {"format", format::kVersion},
          {"bytes", answer.file.bytes},
          {"created_by", text::text_json(answer.file.created_by)},
          {"writer", text_or_null(answer.writer)},
          {"state", state_word(answer)},
          {"complete", answer.lacks.empty()},
          {"not_complete_because", text::texts_json(answer.lacks)},
          {"write_ahead_log", answer.file.write_ahead_log},
          {"log_missing", answer.file.log_missing},
          {"lost_events", answer.file.lost_events},
          {"refused_events", answer.refused_events},
          {"seconds_waited", answer.seconds_waited},
          {"indexes", answer.indexes},
          {"digest", text_or_null(answer.digest)},
          {"searches", text::list_json(answer.searches, search_json)},
          {"searches_total", answer.searches_total},
          {"truncated", is_truncated(answer)}};
}

}  // namespace plytrace::answers

// SPDX-License-Identifier: MIT
//
// plytrace find TRACE: nodes by condition. The conditions become one read-only query on node_text.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "viewer/analysis/node_conditions.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/plain/csv.h"
#include "viewer/text/format.h"
#include "viewer/text/row_json.h"
#include "viewer/text/row_words.h"

namespace plytrace {
namespace {

struct FindCommand {
  cli::TraceOptions trace;
  std::vector<std::string> kinds, roles;
  std::string cutoff, ply, move, value, where;
  std::string sort = "id";
  std::int64_t min_size = 0;
  std::size_t limit = 100;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

struct Found {
  NodeRow node;
  std::string path;
  std::vector<CutoffRow> cutoffs;  // only where cutoffs were asked for
};

struct Answer {
  std::vector<Found> nodes;
  bool truncated = false;
};

std::string sql_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

std::string sql_number(Score score) {
  // SQL has no word for it; too large a number is read as one (schemas/trace.sql).
  if (score == kInfinity) return "9e999";
  if (score == -kInfinity) return "-9e999";
  return score_text(score);
}

std::string one_of(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + sql_text(word);
  return "(" + list + ")";
}

// A column that a range may be asked of.
struct RangeColumn {
  const char* name;  // of the column, and of the option
  bool is_count;     // whole numbers from 0
};

// A range as a condition on a column.
Result<std::string> range_condition(const RangeColumn& column, const std::string& text) {
  const auto range = parse_range("find: --" + std::string(column.name), column.is_count, text);
  if (!range) return range.status();
  std::string condition;
  if (range->low) condition = std::string(column.name) + " >= " + sql_number(*range->low);
  if (!range->high) return condition;
  return condition + (condition.empty() ? "" : " AND ") + column.name +
         " <= " + sql_number(*range->high);
}

Result<std::string> order_by(const std::string& sort) {
  const bool descending = sort.starts_with('-');
  const std::string column = descending ? sort.substr(1) : sort;
  for (const char* known : {"id", "ply", "depth", "value", "size", "alpha", "beta", "legal"}) {
    if (column == known) return column + (descending ? " DESC, id" : ", id");
  }
  return Status::usage("find: cannot sort by '" + column +
                       "'; by id, ply, depth, value, size, alpha, beta or legal, with '-' before "
                       "it for the largest first");
}

// The conditions of the options, each one SQL.
Result<std::vector<std::string>> conditions(const FindCommand& options, const PassRow& pass) {
  std::vector<std::string> all;
  if (!pass.root) return Status::bad_input("find: the pass holds no nodes");
  // By id ranges, which need no index.
  all.push_back("id >= " + std::to_string(*pass.root));
  if (pass.last) all.push_back("id <= " + std::to_string(*pass.last));
  if (!options.kinds.empty()) all.push_back("kind IN " + one_of(options.kinds));
  if (!options.roles.empty()) all.push_back("role IN " + one_of(options.roles));
  if (!options.move.empty()) all.push_back("move IN " + one_of(spellings(options.move)));
  if (options.min_size > 0) all.push_back("size >= " + std::to_string(options.min_size));
  for (const auto& [column, range] : {std::pair{RangeColumn{"ply", true}, options.ply},
                                      std::pair{RangeColumn{"value", false}, options.value}}) {
    if (range.empty()) continue;
    auto condition = range_condition(column, range);
    if (!condition) return condition.status();
    all.push_back(std::move(*condition));
  }
  if (options.cutoff == "none") {
    all.emplace_back("id NOT IN (SELECT node FROM cutoff)");
  } else if (options.cutoff == "any") {
    all.emplace_back("id IN (SELECT node FROM cutoff)");
  } else if (!options.cutoff.empty()) {
    all.push_back("id IN (SELECT node FROM cutoff_text WHERE kind = " + sql_text(options.cutoff) +
                  ")");
  }
  // The newline ends a comment that the condition may end with.
  if (!options.where.empty()) all.push_back("(" + options.where + "\n)");
  return all;
}

Result<std::string> query_text(const FindCommand& options, const PassRow& pass) {
  const auto all = conditions(options, pass);
  if (!all) return all.status();
  const auto order = order_by(options.sort);
  if (!order) return order.status();
  std::string sql = "SELECT id FROM node_text WHERE ";
  for (std::size_t i = 0; i < all->size(); ++i) sql += (i == 0 ? "" : " AND ") + (*all)[i];
  sql += " ORDER BY " + *order;
  // One more than is shown, to know whether there are more.
  if (options.limit != 0) sql += " LIMIT " + std::to_string(options.limit + 1);
  return sql;
}

// A page whose keys are out of order yields a row twice, or one that cannot be looked up.
Status check_keys(const TraceReader& reader, std::vector<std::int64_t> ids) {
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice == ids.end()) return Status::ok();
  return Status::bad_input(fmt::format(
      "{}: damaged trace: row {} of node is there twice; copy it again, or record the search anew",
      reader.file().path, *twice));
}

Result<Answer> search_nodes(const cli::Selection& selection, const FindCommand& options) {
  const TraceReader& reader = selection.reader;
  const TraceReader::Snapshot snapshot(reader);
  const auto sql = query_text(options, selection.pass);
  if (!sql) return sql.status();
  // First alone: a message about the whole query would speak of text that nobody wrote.
  if (!options.where.empty()) {
    if (Status status = check_expression(reader, "find: --where", options.where); !status)
      return status;
  }
  std::vector<std::int64_t> ids;
  TraceReader::Query query;
  query.interrupt = &cli::interrupted();
  query.row = [&](const std::vector<TraceReader::QueryCell>& cells) {
    std::int64_t id = 0;
    const std::string& text = cells.front().text;
    std::from_chars(text.data(), text.data() + text.size(), id);
    ids.push_back(id);
    return true;
  };
  if (Status status = reader.query(*sql, query); !status) return status;
  if (Status status = check_keys(reader, ids); !status) return status;
  Answer answer;
  answer.truncated = options.limit != 0 && ids.size() > options.limit;
  if (answer.truncated) ids.pop_back();
  cli::Progress progress("paths of nodes found:", ids.size());
  for (const std::int64_t id : ids) {
    if (cli::interrupted().load()) return Status(StatusCode::kInterrupted, "find: interrupted");
    progress.at(answer.nodes.size());
    auto node = reader.node(id);
    if (!node) {
      if (!reader.status().is_ok()) return reader.status();
      return Status::bad_input(
          fmt::format("{}: damaged trace: row {} of node is found, but not by its key; copy it "
                      "again, or record "
                      "the search anew",
                      reader.file().path, id));
    }
    Found found{*node, reader.path(id), {}};
    if (!options.cutoff.empty()) found.cutoffs = reader.events(*node).of<CutoffRow>();
    answer.nodes.push_back(std::move(found));
  }
  if (!reader.status().is_ok()) return reader.status();
  return answer;
}

void write_text(const TraceReader& reader, const Answer& answer, text::Printer& printer) {
  for (const Found& found : answer.nodes) {
    std::string line = "#" + std::to_string(found.node.id) + "  " + text::printable(found.path) +
                       "  " + text::node_words(reader, found.node);
    const std::int64_t below = reader.last_of(found.node) - found.node.id;
    if (below > 0) line += "  [" + text::count(below, "node") + " below]";
    printer.line(line);
    for (const CutoffRow& cutoff : found.cutoffs) printer.line("    " + text::cutoff_words(cutoff));
  }
  if (answer.truncated) printer.line("... and more; raise --limit, or give --limit 0 for all");
}

std::string exact(std::optional<Score> score) { return score ? score_text(*score) : ""; }

void write_csv(const TraceReader& reader, const Answer& answer, text::Printer& printer) {
  printer.line("node,path,move,side,ply,kind,role,depth,alpha,beta,value,bound,size");
  for (const Found& found : answer.nodes) {
    const NodeRow& node = found.node;
    const auto bound = claimed_bound(node);
    printer.line(text::csv_line(
        {std::to_string(node.id), found.path,
         node.move ? text::move_cell(reader.move_text(node.move)) : "",
         node.side ? std::string(format::word(*node.side)) : "", std::to_string(node.ply),
         std::string(format::word(node.kind)), std::string(format::word(node.role)),
         node.depth ? std::to_string(*node.depth) : "", exact(node.alpha), exact(node.beta),
         exact(node.value), bound ? std::string(format::word(*bound)) : "",
         node.last ? std::to_string(*node.last - node.id + 1) : ""}));
  }
}

text::Json answer_json(const cli::Selection& selection, const Answer& answer) {
  text::Json nodes = text::Json::array();
  for (const Found& found : answer.nodes) {
    text::Json node = text::node_json(selection.reader, found.node);
    node["path"] = text::text_json(found.path);
    text::Json cutoffs = text::Json::array();
    for (const CutoffRow& cutoff : found.cutoffs)
      cutoffs.push_back(text::event_json(selection.reader, cutoff));
    node["cutoffs"] = std::move(cutoffs);
    nodes.push_back(std::move(node));
  }
  return {{"search", selection.search.id},
          {"pass", selection.pass.ordinal},
          {"found", answer.nodes.size()},
          {"truncated", answer.truncated},
          {"nodes", std::move(nodes)}};
}

Status write_answer(const cli::Selection& selection, const Answer& answer,
                    cli::OutputFormat format) {
  if (format == cli::OutputFormat::kJson) return cli::write_json(answer_json(selection, answer));
  text::Printer printer;
  if (format == cli::OutputFormat::kCsv) {
    write_csv(selection.reader, answer, printer);
  } else {
    write_text(selection.reader, answer, printer);
  }
  return printer.finish();
}

Status run_find(const FindCommand& options) {
  const auto selection = cli::select(options.trace);
  if (!selection) return selection.status();
  cli::catch_interrupts();
  const auto answer = search_nodes(*selection, options);
  if (!answer) return answer.status();
  if (Status written = write_answer(*selection, *answer, options.format); !written) return written;
  if (!answer->nodes.empty()) return Status::ok();
  return {StatusCode::kAnswerNo, cli::global().quiet ? "" : "find: no node meets the conditions"};
}

// An option that takes several of these words.
void add_words(cli::Command* command, const std::string& name, std::vector<std::string>& chosen,
               const std::vector<std::string>& words, const std::string& type) {
  command->add_option(name, chosen, text::list(words))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(cli::one_of(words))
      ->type_name(type);
}

std::vector<std::string> with(std::vector<std::string> words, const char* word) {
  words.emplace_back(word);
  return words;
}

void add_conditions(cli::Command* command, FindCommand& options) {
  add_words(command, "--kind", options.kinds, format::all_words<format::NodeKind>(), "KIND,..");
  add_words(command, "--role", options.roles, format::all_words<format::Role>(), "ROLE,..");
  const std::vector<std::string> cutoffs = with(format::all_words<format::CutoffKind>(), "any");
  command
      ->add_option("--cutoff", options.cutoff,
                   "With a cutoff: " + text::list(cutoffs) + "; or none")
      ->check(cli::one_of(with(cutoffs, "none")))
      ->type_name("KIND");
  command->add_option("--ply", options.ply, "Moves from the root")->type_name("N|LO..HI");
  command->add_option("--move", options.move, "The move that led to the node")->type_name("MOVE");
  command->add_option("--value", options.value, "Value, as MAX sees it")->type_name("N|LO..HI");
  command->add_option("--min-size", options.min_size, "Least nodes of the subtree")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--where", options.where, "SQL expression over the columns of node_text")
      ->type_name("SQL");
}

}  // namespace

void setup_find(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<FindCommand>();
  cli::Command* command = cli::add_command(
      app, "find", "Find nodes by condition; all conditions given must hold",
      {"plytrace find run.db --cutoff beta --ply 1..3",
       "plytrace find run.db --kind horizon --value ..-1 --limit 5",
       "plytrace find run.db --move d --sort -size --limit 3",
       "plytrace find run.db --where \"value > beta AND side = 'MAX'\" --format csv"});
  cli::add_explanation(
      command,
      "Exit code 1 if no node was found. node_text (schemas/trace.sql) has the "
      "columns id, path,\n"
      "move, ply, side, kind, depth, alpha, beta, value, bound, role, phase, score, "
      "credited,\n"
      "best_move, legal, size, unrecorded, parent, last, search, pass.");
  cli::add_trace_options(command, options->trace);
  add_conditions(command, *options);
  command
      ->add_option("--sort", options->sort,
                   "id, ply, depth, value, size, alpha, beta or legal; -size = largest first")
      ->type_name("COLUMN");
  command->add_option("--limit", options->limit, "Most nodes, 0 = all (default 100)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  cli::add_format(command, options->format, true);
  commands.add(command, [options] { return run_find(*options); });
}

}  // namespace plytrace

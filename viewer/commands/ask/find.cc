// SPDX-License-Identifier: MIT
//
// plytrace find TRACE: nodes by condition. The conditions become one read-only query on node_text.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "viewer/analysis/early_find.h"
#include "viewer/analysis/node_conditions.h"
#include "viewer/analysis/same_position.h"
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
  std::string same_as, key, before;
  std::string sort = "id";
  std::int64_t min_size = 0;
  std::size_t limit = 100;
  cli::OutputFormat format = cli::OutputFormat::kText;

  bool asks_position() const { return !same_as.empty() || !key.empty(); }
};

struct Found {
  NodeRow node;
  std::string path;
  std::vector<CutoffRow> cutoffs;  // only where cutoffs were asked for
  // Only where a position was: what it stored, and the entries that it used.
  std::vector<TableStoreRow> stores;
  std::vector<TableProbeRow> uses;
  EntryUsers used_by;
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

// "1f3a", "0x1f3a", or a negative number as the trace shows it.
Result<std::int64_t> read_key(const std::string& text) {
  const bool is_decimal = text.starts_with('-');
  const bool has_prefix = text.starts_with("0x") || text.starts_with("0X");
  const char* const begin = text.data() + (has_prefix ? 2 : 0);
  const char* const end = text.data() + text.size();
  std::int64_t number = 0;
  std::uint64_t bits = 0;
  const auto read =
      is_decimal ? std::from_chars(begin, end, number) : std::from_chars(begin, end, bits, 16);
  if (read.ec == std::errc() && read.ptr == end) {
    return is_decimal ? number : static_cast<std::int64_t>(bits);
  }
  return Status::usage("find: --key: '" + text +
                       "' is no key; give up to 16 hexadecimal digits, as show does");
}

// The position that is asked for, and whether the trace tells its key itself.
struct Position {
  PositionKey key;
  bool is_told = true;
  std::vector<PassRow> passes;  // to look in
};

Result<Position> position_of(const FindCommand& options, cli::Selection& selection) {
  Position position;
  position.is_told = selection.search.captures("keys");
  if (!options.key.empty()) {
    const auto key = read_key(options.key);
    if (!key) return key.status();
    position.key.key = *key;
  } else {
    const auto node = cli::select_node(selection, options.same_as);
    if (!node) return node.status();
    position.is_told = node->key.has_value();
    position.key = {node->key.value_or(0), node->side};
    if (!position.is_told) {
      const auto game = cli::game_at(selection.reader, selection.search, *node);
      if (game) position.key.key = static_cast<std::int64_t>(game->key());
    }
  }
  position.passes = {selection.pass};
  if (!options.trace.pass) position.passes = selection.reader.passes(selection.search.id);
  return position;
}

// An id in a trace without keys has to be found by playing the moves.
constexpr std::size_t kMostReplayed = 100'000;

Result<std::string> replayed_condition(const cli::Selection& selection, const Position& position,
                                       bool& truncated) {
  ScanControl control;
  control.interrupt = &cli::interrupted();
  cli::Progress progress("replaying moves:", 0);
  control.progress = [&](std::uint64_t nodes) { progress.at(nodes); };
  const auto nodes = nodes_by_replay(selection.reader, selection.search, position.passes,
                                     position.key, kMostReplayed, control);
  if (!nodes) return nodes.status();
  truncated = nodes->has_more;
  std::string list;
  for (const std::int64_t id : nodes->ids) list += (list.empty() ? "" : ",") + std::to_string(id);
  return "id IN (" + list + ")";
}

// That a node lies in one of these passes of the search. The plus keeps SQLite from reading all of
// them where few nodes are asked for.
std::string in_passes(const std::vector<PassRow>& passes, const SearchRow& search) {
  constexpr std::size_t kMostNamed = 200;
  if (passes.size() > kMostNamed) return "search = " + std::to_string(search.id);
  std::string ranges;
  for (const PassRow& pass : passes) {
    if (!pass.root) continue;
    ranges += (ranges.empty() ? "+id >= " : " OR +id >= ") + std::to_string(*pass.root);
    if (pass.last) ranges += " AND +id <= " + std::to_string(*pass.last);
  }
  return ranges.empty() ? "FALSE" : "(" + ranges + ")";
}

// The conditions that say which position.
Result<std::vector<std::string>> position_conditions(const FindCommand& options,
                                                     cli::Selection& selection, bool& truncated) {
  const auto position = position_of(options, selection);
  if (!position) return position.status();
  std::vector<std::string> all;
  if (!position->is_told) {
    const auto ids = replayed_condition(selection, *position, truncated);
    if (!ids) return ids.status();
    all.push_back(*ids);
    return all;
  }
  // Where there is an index by key, SQLite takes it.
  all.push_back("id IN (SELECT id FROM node WHERE key = " + std::to_string(position->key.key) +
                ")");
  if (position->key.side) all.push_back("side = " + sql_text(word(*position->key.side)));
  all.push_back(in_passes(position->passes, selection.search));
  return all;
}

// By id ranges, which need no index.
Result<std::vector<std::string>> pass_conditions(const PassRow& pass) {
  if (!pass.root) return Status::bad_input("find: the pass holds no nodes");
  std::vector<std::string> all{"id >= " + std::to_string(*pass.root)};
  if (pass.last) all.push_back("id <= " + std::to_string(*pass.last));
  return all;
}

std::string all_of(const std::vector<std::string>& terms) {
  std::string condition;
  for (const std::string& term : terms) condition += (condition.empty() ? "" : " AND ") + term;
  return condition;
}

// The conditions on the nodes themselves, each one SQL; those on the pass and on cutoffs are not
// among them.
Result<std::vector<std::string>> node_conditions(const FindCommand& options,
                                                 cli::Selection& selection) {
  std::vector<std::string> all;
  if (!options.before.empty()) {
    const auto node = cli::select_node(selection, options.before);
    if (!node) return node.status();
    all.push_back("id < " + std::to_string(node->id));
  }
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
  // The newline ends a comment that the condition may end with.
  if (!options.where.empty()) all.push_back("(" + options.where + "\n)");
  return all;
}

// Asked of all nodes at once.
std::string cutoff_condition(const std::string& cutoff) {
  if (cutoff == "none") return "id NOT IN (SELECT node FROM cutoff)";
  if (cutoff == "any") return "id IN (SELECT node FROM cutoff)";
  return "id IN (SELECT node FROM cutoff_text WHERE kind = " + sql_text(cutoff) + ")";
}

// One more than is shown, to know whether there are more; 0: all.
std::size_t nodes_wanted(const FindCommand& options) {
  constexpr std::size_t kMost = std::numeric_limits<std::int64_t>::max();
  return options.limit != 0 && options.limit < kMost ? options.limit + 1 : 0;
}

// Where the order and the limit allow to stop early; nullopt where all nodes have to be looked at.
Result<EarlyFound> few_ids(const FindCommand& options, const cli::Selection& selection,
                           const std::vector<std::string>& conditions) {
  const bool by_size = options.sort == "-size";
  // Without a cutoff SQL stops by itself.
  const bool by_id = options.sort == "id" && !options.cutoff.empty();
  const bool is_few = nodes_wanted(options) > 0 && !options.asks_position();
  if (!is_few || !(by_id || by_size)) return EarlyFound();
  const NodeQuestion question{all_of(conditions), options.cutoff, nodes_wanted(options),
                              &cli::interrupted()};
  if (by_id) return first_by_id(selection.reader, question);
  const auto root = selection.reader.node(*selection.pass.root);
  return root ? first_by_size(selection.reader, *root, question) : EarlyFound();
}

Result<std::vector<std::int64_t>> find_ids(const FindCommand& options, cli::Selection& selection,
                                           bool& truncated) {
  const auto order = order_by(options.sort);
  if (!order) return order.status();
  auto where = options.asks_position() ? position_conditions(options, selection, truncated)
                                       : pass_conditions(selection.pass);
  if (!where) return where.status();
  const auto conditions = node_conditions(options, selection);
  if (!conditions) return conditions.status();
  where->insert(where->end(), conditions->begin(), conditions->end());
  auto few = few_ids(options, selection, *where);
  if (!few) return few.status();
  if (*few) return std::move(**few);
  if (!options.cutoff.empty()) where->push_back(cutoff_condition(options.cutoff));
  std::string sql = "SELECT id FROM node_text WHERE " + all_of(*where) + " ORDER BY " + *order;
  if (nodes_wanted(options) > 0) sql += " LIMIT " + std::to_string(nodes_wanted(options));
  std::vector<std::int64_t> ids;
  const Status status =
      for_each_id(selection.reader, sql, &cli::interrupted(), [&](std::int64_t id) {
        ids.push_back(id);
        return true;
      });
  if (!status) return status;
  return ids;
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

// What the nodes stored and used, and who used what they stored.
Status add_entries(const TraceReader& reader, Answer& answer) {
  std::vector<std::int64_t> ids;
  for (Found& found : answer.nodes) {
    ids.push_back(found.node.id);
    NodeEvents events = reader.events(found.node);
    found.stores = std::move(events.of<TableStoreRow>());
    for (const TableProbeRow& probe : events.of<TableProbeRow>()) {
      if (probe.used != format::TableUse::kNo) found.uses.push_back(probe);
    }
  }
  auto users = users_of(reader, ids, &cli::interrupted());
  if (!users) return users.status();
  for (Found& found : answer.nodes) found.used_by = std::move((*users)[found.node.id]);
  return reader.status();
}

Result<Answer> search_nodes(cli::Selection& selection, const FindCommand& options) {
  const TraceReader& reader = selection.reader;
  const TraceReader::Snapshot snapshot(reader);
  // First alone: a message about the whole query would speak of text that nobody wrote.
  if (!options.where.empty()) {
    if (Status status = check_expression(reader, "find: --where", options.where); !status)
      return status;
  }
  bool truncated = false;
  auto found_ids = find_ids(options, selection, truncated);
  if (!found_ids) return found_ids.status();
  std::vector<std::int64_t>& ids = *found_ids;
  if (Status status = check_keys(reader, ids); !status) return status;
  Answer answer;
  answer.truncated = options.limit != 0 && ids.size() > options.limit;
  if (answer.truncated) ids.pop_back();
  answer.truncated = answer.truncated || truncated;
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
    Found found{*node, reader.path(id), {}, {}, {}, {}};
    if (!options.cutoff.empty()) found.cutoffs = reader.events(*node).of<CutoffRow>();
    answer.nodes.push_back(std::move(found));
  }
  if (options.asks_position()) {
    if (Status status = add_entries(reader, answer); !status) return status;
  }
  if (!reader.status().is_ok()) return reader.status();
  return answer;
}

// "#12, #40 and 3 more".
std::string users_words(const EntryUsers& users) {
  std::string words;
  for (const std::int64_t id : users.nodes) {
    words += (words.empty() ? "#" : ", #") + std::to_string(id);
  }
  const std::size_t more = users.total - users.nodes.size();
  return more == 0 ? words : words + " and " + text::grouped(std::uint64_t{more}) + " more";
}

void write_entries(const TraceReader& reader, const Found& found, text::Printer& printer) {
  for (const TableProbeRow& probe : found.uses) {
    printer.line("    " + text::event_words(reader, probe, {}).text);
  }
  for (const TableStoreRow& store : found.stores) {
    printer.line("    " + text::event_words(reader, store, {}).text);
  }
  if (found.used_by.total == 0) return;
  printer.line("    what it stored was used by " + users_words(found.used_by));
}

void write_text(const TraceReader& reader, const Answer& answer, text::Printer& printer) {
  for (const Found& found : answer.nodes) {
    std::string line = "#" + std::to_string(found.node.id) + "  " + text::printable(found.path) +
                       "  " + text::node_words(reader, found.node);
    const std::int64_t below = reader.last_of(found.node) - found.node.id;
    if (below > 0) line += "  [" + text::count(below, "node") + " below]";
    printer.line(line);
    for (const CutoffRow& cutoff : found.cutoffs) printer.line("    " + text::cutoff_words(cutoff));
    write_entries(reader, found, printer);
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

template <class Row>
text::Json events_json(const TraceReader& reader, const std::vector<Row>& rows) {
  text::Json list = text::Json::array();
  for (const Row& row : rows) list.push_back(text::event_json(reader, row));
  return list;
}

void add_entries_json(const TraceReader& reader, const Found& found, text::Json& node) {
  node["stores"] = events_json(reader, found.stores);
  node["uses"] = events_json(reader, found.uses);
  node["used_by"] = {{"nodes", found.used_by.nodes}, {"total", found.used_by.total}};
}

text::Json answer_json(const cli::Selection& selection, const FindCommand& options,
                       const Answer& answer) {
  text::Json nodes = text::Json::array();
  for (const Found& found : answer.nodes) {
    text::Json node = text::node_json(selection.reader, found.node);
    node["path"] = text::text_json(found.path);
    node["cutoffs"] = events_json(selection.reader, found.cutoffs);
    if (options.asks_position()) add_entries_json(selection.reader, found, node);
    nodes.push_back(std::move(node));
  }
  return {{"search", selection.search.id},
          {"pass", selection.pass.ordinal},
          {"found", answer.nodes.size()},
          {"truncated", answer.truncated},
          {"nodes", std::move(nodes)}};
}

Status write_answer(const cli::Selection& selection, const FindCommand& options,
                    const Answer& answer) {
  if (options.format == cli::OutputFormat::kJson) {
    return cli::write_json(answer_json(selection, options, answer));
  }
  text::Printer printer;
  if (options.format == cli::OutputFormat::kCsv) {
    write_csv(selection.reader, answer, printer);
  } else {
    write_text(selection.reader, answer, printer);
  }
  return printer.finish();
}

Status run_find(const FindCommand& options) {
  if (!options.same_as.empty() && !options.key.empty()) {
    return Status::usage("find: --same-as and --key both name a position; give one of them");
  }
  auto selection = cli::select(options.trace);
  if (!selection) return selection.status();
  cli::catch_interrupts();
  const auto answer = search_nodes(*selection, options);
  if (!answer) return answer.status();
  if (Status written = write_answer(*selection, options, *answer); !written) return written;
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

void add_conditions(cli::Command* command, FindCommand& options) {
  add_words(command, "--kind", options.kinds, condition_words().kind, "KIND,..");
  add_words(command, "--role", options.roles, condition_words().role, "ROLE,..");
  const std::vector<std::string>& cutoffs = condition_words().cutoff;
  command->add_option("--cutoff", options.cutoff, "Its cutoff: " + text::list(cutoffs))
      ->check(cli::one_of(cutoffs))
      ->type_name("KIND");
  command->add_option("--ply", options.ply, "Moves from the root")->type_name("N|LO..HI");
  command->add_option("--move", options.move, "The move that led to the node")->type_name("MOVE");
  command->add_option("--value", options.value, "Value, as MAX sees it")->type_name("N|LO..HI");
  command->add_option("--min-size", options.min_size, "Least nodes of the subtree")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command
      ->add_option(
          "--same-as", options.same_as,
          "Of the position of this node, in all passes; with who stored and used its entry")
      ->type_name("NODE");
  command->add_option("--key", options.key, "Of the position with this key, likewise")
      ->type_name("HEX");
  command->add_option("--before", options.before, "Entered before this node")->type_name("NODE");
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
       "plytrace find run.db --same-as /d/c",
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

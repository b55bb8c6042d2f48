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
#include "viewer/commands/ask/find_rows.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

struct FindCommand {
  cli::TraceOptions trace;
  // Of each of condition_kinds().
  std::vector<ConditionInput> conditions = std::vector<ConditionInput>(condition_kinds().size());
  std::string where, same_as, key, before;
  std::string sort = "id";
  std::size_t limit = 100;
  cli::OutputFormat format = cli::OutputFormat::kText;

  bool asks_position() const { return !same_as.empty() || !key.empty(); }
  bool asks_cutoffs() const {
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      if (condition_kinds()[i].asks_cutoffs && conditions[i].is_given()) return true;
    }
    return false;
  }
};

// Whose columns can be sorted by.
const std::vector<std::string>& sort_columns() {
  static const std::vector<std::string> kColumns{"id",   "ply",   "depth", "value",
                                                 "size", "alpha", "beta",  "legal"};
  return kColumns;
}
std::string sort_words() {
  const std::vector<std::string>& all = sort_columns();
  return text::list({all.begin(), all.end() - 1}) + " or " + all.back();
}

Result<std::string> order_by(const std::string& sort) {
  const bool descending = sort.starts_with('-');
  const std::string column = descending ? sort.substr(1) : sort;
  for (const std::string& known : sort_columns()) {
    if (column == known) return column + (descending ? " DESC, id" : ", id");
  }
  return Status::usage("find: cannot sort by '" + column + "'; by " + sort_words() +
                       ", with '-' before it for the largest first");
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
  if (position->key.side) all.push_back(fmt::format("side = '{}'", word(*position->key.side)));
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

// The conditions on the nodes themselves.
struct NodeConditions {
  std::vector<std::string> sql;         // but for those on cutoffs
  std::optional<NodeCondition> cutoff;  // asked of all nodes at once
};

Result<NodeConditions> node_conditions(const FindCommand& options, cli::Selection& selection) {
  NodeConditions all;
  if (!options.before.empty()) {
    const auto node = cli::select_node(selection, options.before);
    if (!node) return node.status();
    all.sql.push_back("id < " + std::to_string(node->id));
  }
  for (std::size_t i = 0; i < options.conditions.size(); ++i) {
    if (!options.conditions[i].is_given()) continue;
    const ConditionKind& kind = condition_kinds()[i];
    auto condition = kind.make(options.conditions[i], "find: --" + std::string(kind.name));
    if (!condition) return condition.status();
    if (kind.asks_cutoffs) {
      all.cutoff = std::move(*condition);
    } else {
      all.sql.push_back(std::move(condition->sql));
    }
  }
  // The newline ends a comment that the condition may end with.
  if (!options.where.empty()) all.sql.push_back("(" + options.where + "\n)");
  return all;
}

// One more than is shown, to know whether there are more; 0: all.
std::size_t nodes_wanted(const FindCommand& options) {
  constexpr std::size_t kMost = std::numeric_limits<std::int64_t>::max();
  return options.limit != 0 && options.limit < kMost ? options.limit + 1 : 0;
}

// Where the order and the limit allow to stop early; nullopt where all nodes have to be looked at.
Result<EarlyFound> few_ids(const FindCommand& options, const cli::Selection& selection,
                           const std::vector<std::string>& conditions,
                           const std::optional<NodeCondition>& cutoff) {
  const bool by_size = options.sort == "-size";
  // Without a cutoff SQL stops by itself.
  const bool by_id = options.sort == "id" && cutoff;
  const bool is_few = nodes_wanted(options) > 0 && !options.asks_position();
  if (!is_few || !(by_id || by_size)) return EarlyFound();
  const NodeQuestion question{all_of(conditions), cutoff, nodes_wanted(options),
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
  where->insert(where->end(), conditions->sql.begin(), conditions->sql.end());
  auto few = few_ids(options, selection, *where, conditions->cutoff);
  if (!few) return few.status();
  if (*few) return std::move(**few);
  if (conditions->cutoff) where->push_back(conditions->cutoff->sql);
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
Status add_entries(const TraceReader& reader, FoundNodes& answer) {
  std::vector<std::int64_t> ids;
  for (FoundNode& found : answer.nodes) {
    ids.push_back(found.node.id);
    NodeEvents events = reader.events(found.node);
    found.stores = std::move(events.of<TableStoreRow>());
    for (const TableProbeRow& probe : events.of<TableProbeRow>()) {
      if (probe.used != format::TableUse::kNo) found.uses.push_back(probe);
    }
  }
  auto users = users_of(reader, ids, &cli::interrupted());
  if (!users) return users.status();
  for (FoundNode& found : answer.nodes) found.used_by = std::move((*users)[found.node.id]);
  return reader.status();
}

Result<FoundNodes> search_nodes(cli::Selection& selection, const FindCommand& options) {
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
  FoundNodes answer;
  answer.of_position = options.asks_position();
  answer.truncated = options.limit != 0 && ids.size() > options.limit;
  if (answer.truncated) ids.pop_back();
  answer.truncated = answer.truncated || truncated;
  auto nodes = look_up(reader, ids, options.asks_cutoffs(), cli::interrupted());
  if (!nodes) return nodes.status();
  answer.nodes = std::move(*nodes);
  if (options.asks_position()) {
    if (Status status = add_entries(reader, answer); !status) return status;
  }
  if (!reader.status().is_ok()) return reader.status();
  return answer;
}

Status write_answer(const cli::Selection& selection, const FindCommand& options,
                    const FoundNodes& found) {
  if (options.format == cli::OutputFormat::kJson) {
    return cli::write_json({{"search", selection.search.id},
                            {"pass", selection.pass.ordinal},
                            {"found", found.nodes.size()},
                            {"truncated", found.truncated},
                            {"nodes", found_json(selection.reader, found)}});
  }
  text::Printer printer;
  if (options.format == cli::OutputFormat::kCsv) {
    write_found_csv(selection.reader, found, printer);
  } else {
    write_found_text(selection.reader, found, printer);
  }
  return printer.finish();
}

Status run_find(const FindCommand& options) {
  if (!options.same_as.empty() && !options.key.empty()) {
    return Status::usage("find: --same-as and --key both name a position; give one of them");
  }
  auto selection = cli::select(options.trace);
  if (!selection) return selection.status();
  // An expression of the user's may take long within one step, in which SQLite asks nobody.
  options.where.empty() ? cli::catch_interrupts() : cli::end_on_interrupt();
  const auto answer = search_nodes(*selection, options);
  if (!answer) return answer.status();
  if (Status written = write_answer(*selection, options, *answer); !written) return written;
  if (!answer->nodes.empty()) return Status::ok();
  return {StatusCode::kAnswerNo, cli::global().quiet ? "" : "find: no node meets the conditions"};
}

void add_condition(cli::Command* command, const ConditionKind& kind, ConditionInput& input) {
  using Form = ConditionKind::Form;
  const std::string name = std::string("--") + kind.name;
  const std::string help = kind.help + text::list(kind.words);
  cli::Option* option = nullptr;
  if (kind.form == Form::kWords) {
    option = command->add_option(name, input.words, help)->delimiter(',')->allow_extra_args(false);
  } else if (kind.form == Form::kNumber) {
    option = command->add_option(name, input.number, help)->check(cli::whole_number(0));
  } else {
    option = command->add_option(name, input.text, help);
  }
  if (!kind.words.empty()) option->check(cli::one_of(kind.words));
  option->type_name(kind.type);
}

void add_conditions(cli::Command* command, FindCommand& options) {
  for (std::size_t i = 0; i < options.conditions.size(); ++i) {
    add_condition(command, condition_kinds()[i], options.conditions[i]);
  }
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
  command->add_option("--sort", options->sort, sort_words() + "; -size = largest first")
      ->type_name("COLUMN");
  command->add_option("--limit", options->limit, "Most nodes, 0 = all (default {})")
      ->check(cli::whole_number(0))
      ->type_name("N");
  cli::add_format(command, options->format, true);
  commands.add(command, [options] { return run_find(*options); });
}

}  // namespace plytrace

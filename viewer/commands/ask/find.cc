// SPDX-License-Identifier: MIT
//
// plytrace find TRACE: finds nodes by condition (answers/find.h).
#include "viewer/answers/find.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>

#include "viewer/analysis/pass_stats.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/make/add_indexes.h"
#include "viewer/commands/rules_option.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

struct FindCommand {
  cli::TraceOptions trace;
  answers::FindQuestion question;
  std::string same_as, key, before;  // as the user wrote them
  bool index = false;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// Parses "1f3a", "0x1f3a", or a negative number as stored in the trace.
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
                       "' is not a key; give up to 16 hexadecimal digits, as show prints them");
}

// Builds the question and looks up the nodes that it names. If the node of --same-as is in another
// pass than the chosen one, that pass is chosen.
Result<answers::FindQuestion> question_of(const FindCommand& options, Selection& selection) {
  answers::FindQuestion question = options.question;
  question.in_pass_only = options.trace.pass.has_value();
  question.interrupt = &cli::interrupted();
  if (!options.key.empty()) question.key = value_of(read_key(options.key));
  if (!options.same_as.empty()) {
    question.same_as = select_node(selection, options.same_as);
  }
  question.search = selection.search;
  question.pass = selection.pass;
  // --before limits the search for nodes; it does not choose the pass.
  if (!options.before.empty()) {
    question.before = select_node(selection, options.before);
  }
  return question;
}

Result<answers::FindAnswer> ask_find(const FindCommand& options, Selection& selection) {
  auto question = value_of(question_of(options, selection));
  std::optional<cli::Progress> progress;
  std::string_view now;
  question.progress = [&](std::string_view what, std::uint64_t done, std::uint64_t all) {
    if (what != now) progress.emplace(std::string(what), all);
    now = what;
    progress->at(done);
  };
  return answers::find_all(selection.reader, question);
}

// `of_pass`: only the nodes of one pass were asked.
std::string nothing_words(const Selection& selection, bool of_pass) {
  const TraceReader& reader = selection.reader;
  const std::uint64_t unrecorded = cost_of(reader, selection.search).unrecorded;
  const std::size_t passes = reader.passes(selection.search.id).size();
  const bool is_one_of_many = of_pass && passes > 1;
  std::string words = fmt::format(
      "find: no {}node {}meets the conditions", unrecorded == 0 ? "" : "recorded ",
      is_one_of_many ? fmt::format("of pass {} ", selection.pass.ordinal) : std::string());
  if (unrecorded > 0) {
    words += fmt::format("; {} of the search {} not recorded", text::count(unrecorded, "node"),
                         unrecorded == 1 ? "was" : "were");
  }
  if (is_one_of_many) {
    words += fmt::format(
        "; choose another of the {} passes with --pass N, or ask for the nodes of "
        "all with: plytrace sql TRACE \"SELECT id, path FROM node_text WHERE search "
        "= {} AND ...\"",
        passes, selection.search.id);
  }
  return words;
}

Status run_find(const FindCommand& options) {
  if (options.index) return add_indexes(options.trace.file, options.format);
  const int positions = int{!options.same_as.empty()} + int{!options.key.empty()} +
                        int{!options.question.fen.empty()};
  if (positions > 1) {
    return Status::usage("find: --same-as, --key and --fen each name a position; give one of them");
  }
  auto selection = value_of(cli::select(options.trace));
  // SQLite cannot be interrupted within one operation of the user's expression.
  options.question.where.empty() ? cli::catch_interrupts() : cli::end_on_interrupt();
  const auto found = value_of(ask_find(options, selection));
  require(cli::write_answer(options.format, selection.reader, found));
  if (!found.nodes.empty()) return Status::ok();
  return {StatusCode::kAnswerNo,
          cli::global().quiet ? "" : nothing_words(selection, positions == 0)};
}

void add_condition(cli::Command* command, const ConditionKind& kind, ConditionInput& input) {
  using Form = ConditionKind::Form;
  const std::string name = std::string("--") + kind.name;
  const std::string help = kind.help + text::list(kind.words);
  cli::Option* option = nullptr;
  if (kind.form == Form::kWords) {
    option = command->add_option(name, input.words, help)->delimiter(',')->allow_extra_args(false);
  } else if (kind.form == Form::kNumber) {
    option = command->add_option(name, input.number, help);
  } else {
    option = command->add_option(name, input.text, help);
  }
  if (!kind.words.empty()) option->check(cli::one_of(kind.words));
  option->type_name(kind.type);
}

void add_conditions(cli::Command* command, FindCommand& options) {
  for (std::size_t i = 0; i < options.question.conditions.size(); ++i) {
    add_condition(command, condition_kinds()[i], options.question.conditions[i]);
  }
  command->add_option("--same-as NODE", options.same_as,
                      "Nodes of this node's position in all passes; who stored and used its entry");
  command->add_option("--key HEX", options.key,
                      "Nodes of the position with this key, in all passes");
  command->add_option(
      "--fen TEXT", options.question.fen,
      "Only nodes of this position, as its game writes it\n(chess: a FEN), found by playing "
      "the moves");
  command->add_option("--before NODE", options.before, "Only nodes entered before this node");
  command->add_option("--where SQL", options.question.where,
                      "SQL expression over the columns of node_text, and fen: the\nposition, by "
                      "playing the moves (chess: a FEN)");
}

}  // namespace

void setup_find(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "find", "Find nodes by condition; all conditions given must hold",
      {"plytrace find run.db --cutoff beta --ply 1..3",
       "plytrace find run.db --kind horizon --value ..-1 --limit 5",
       "plytrace find run.db --move d --sort -size --limit 3",
       "plytrace find run.db --same-as /d/c",
       "plytrace find run.db --where \"value > beta AND side = 'MAX'\" --format csv",
       "plytrace find run.db --index"},
      run_find);
  cli::add_explanation(
      command,
      "Exit code 1 if no node was found. node_text (schemas/trace.sql) has the "
      "columns id, path,\n"
      "move, ply, side, kind, depth, alpha, beta, value, bound, role, phase, score, "
      "credited,\n"
      "best_move, legal, size, unrecorded, parent, last, search, pass.\n"
      "--index finds nothing: it adds indexes to the trace, which speed up --same-as, --key "
      "and\nqueries of sql. No answer changes, and nothing requires the indexes; the file grows "
      "by half\nor more. A trace that is being recorded is refused. An interrupt leaves the "
      "trace unchanged.");
  cli::add_trace_options(command, options->trace);
  cli::add_moves(command, options->trace.moves);
  add_conditions(command, *options);
  std::vector<std::string> orders = answers::sort_columns();
  for (const std::string& column : answers::sort_columns()) orders.push_back("-" + column);
  command
      ->add_option("--sort COLUMN", options->question.sort,
                   answers::sort_words() + "; -size = largest first")
      ->offers(orders);
  command->add_option("--limit N", options->question.limit,
                      "List at most N nodes; 0 = all (default {})");
  command->add_flag("--index", options->index, "Add indexes to the trace instead of finding nodes");
  command->alone("--index", {"trace", "--format"});
  cli::add_format(command, options->format, true);
  cli::add_rules(command);
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// plytrace compare A B: compares two searches of the same position, aligned by move.
#include <cstdint>
#include <optional>

#include "viewer/answers/compare/compare.h"
#include "viewer/cli/option_values.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/commands/ask/compare_collections.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"

namespace plytrace {
namespace {

struct CompareOptions {
  cli::TraceOptions a, b;
  std::size_t limit = 10;
  bool baseline = false;
  answers::BaselineLimits tolerances;
  std::optional<std::uint64_t> seed;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

std::uint64_t expected_nodes(const Selection& side) {
  return static_cast<std::uint64_t>(side.pass.nodes.value_or(0));
}

// Two collections, compared search by search.
Status run_compare_collections(const CompareOptions& options) {
  if (!options.baseline || options.a.search || options.b.search || options.a.pass ||
      options.b.pass || options.a.moves != "trace") {
    return Status::usage(
        "compare: collections are compared with --baseline, its tolerances, --seed, --limit and "
        "--format only");
  }
  const auto a = value_of(Collection::open(options.a.file, false));
  const auto b = value_of(Collection::open(options.b.file, false));
  const auto found = compare_collections(a, b, options.tolerances, options.seed.value_or(0));
  const std::size_t limit = cli::entries(options.limit);
  require(cli::write_answer(options.format, found, limit));
  if (found.compared == 0) return Status::answer(StatusCode::kNoAnswer);
  return found.is_ok() ? Status::ok() : Status::answer(StatusCode::kAnswerNo);
}

Status run_compare(const CompareOptions& options) {
  const bool is_collection = Collection::is_one(options.a.file);
  if (is_collection && Collection::is_one(options.b.file)) return run_compare_collections(options);
  // B may be a damaged collection. The message must not say that A is not a trace.
  if (is_collection) (void)value_of(TraceReader::open(options.b.file));
  if (options.seed) {
    return Status::usage(
        "compare: --seed applies only to two collections; it seeds their interval");
  }
  auto a = value_of(cli::select(options.a));
  cli::TraceOptions second = options.b;
  second.moves = options.a.moves;
  auto b = value_of(cli::select(second));
  mean_passes_of_both(a, b);
  const std::uint64_t nodes_a = expected_nodes(a);
  const std::uint64_t nodes_b = expected_nodes(b);
  // Show a percentage only if the total is known.
  answers::CompareQuestion question{.a = input_of(a), .b = input_of(b)};
  question.settings.limit = cli::entries(options.limit);
  const auto progress = cli::watch("comparing", nodes_a > 0 && nodes_b > 0 ? nodes_a + nodes_b : 0,
                                   question.settings);
  if (options.baseline) question.baseline = options.tolerances;
  const auto answer = answers::answer(question);
  require(options.format == cli::OutputFormat::kJson
              ? cli::write_json(json(question, answer))
              : cli::write_stdout(cli::for_terminal(lines(question, answer))));
  return exit_status(question, answer);
}

}  // namespace

void setup_compare(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "compare", "Compare two searches of one position, aligned by move",
      {"plytrace compare minimax.db alphabeta.db",
       "plytrace compare minimax.db alphabeta.db --limit 3 --format json",
       "plytrace compare deeper.db deeper.db --pass-a 3 --pass-b 4  # two iterations",
       "plytrace compare base.db new.db --baseline --nodes-tolerance 2",
       "plytrace collect one.db -o a.sum; plytrace collect one.db -o b.sum; "
       "plytrace compare a.sum b.sum --baseline"},
      run_compare);
  command->add_option("A FILE", options->a.file, "Trace of one search")
      ->required()
      ->check(cli::input_file());
  command->add_option("B FILE", options->b.file, "Trace of the other; may be the same file")
      ->required()
      ->check(cli::input_file());
  command->add_option("--search-a N", options->a.search, "Search in A (default: the last)");
  command->add_option("--search-b N", options->b.search, "Search in B (default: the last)");
  command->add_option("--pass-a N", options->a.pass, "Pass of A (default: the last finished)");
  command->add_option("--pass-b N", options->b.pass, "Pass of B (default: the last finished)");
  cli::add_moves(command, options->a.moves);
  command->add_option("--limit N", options->limit,
                      "List at most N entries each; 0 = all (default {})");
  cli::Option* baseline = command->add_flag(
      "--baseline", options->baseline,
      "Treat A as the expected result: exit 1 if nodes, value or best move differ by\nmore than "
      "the tolerances, 4 if another position, depth or option was searched\nor a side was not "
      "finished");
  command
      ->add_option("--nodes-tolerance PERCENT", options->tolerances.nodes,
                   "Allowed change of the nodes, in percent (default {})")
      ->check(cli::real_number(0))
      ->needs(baseline);
  command
      ->add_option("--value-tolerance SCORE", options->tolerances.value,
                   "Allowed change of the value (default {})")
      ->check(cli::real_number(0))
      ->needs(baseline);
  command
      ->add_option("--seed N", options->seed, "Seed of the interval of two collections (default 0)")
      ->check(cli::unsigned_number())
      ->needs(baseline);
  cli::add_format(command, options->format);
}

}  // namespace plytrace

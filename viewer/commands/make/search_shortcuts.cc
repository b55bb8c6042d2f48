// SPDX-License-Identifier: MIT
#include "viewer/commands/make/search_shortcuts.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "viewer/answers/compare/compare.h"
#include "viewer/answers/verify_answer.h"
#include "viewer/answers/verify_file.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/commands/ask/figure_options.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/made_trace.h"
#include "viewer/commands/make/recorded_search.h"
#include "viewer/commands/make/searchers.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace {
namespace {

class Judge : public verify::FileJudge {
 public:
  Status begin(const TraceReader&, const std::vector<SearchRow>&) override { return Status::ok(); }
  Result<verify::VerifyReport> judge(verify::WholeFile& file, const SearchRow& search) override {
    cli::Progress progress("verify", verify::expected_nodes(file.reader(), search));
    verify::VerifyOptions options;
    options.progress = [&progress](std::uint64_t nodes) { progress.at(nodes); };
    return verify::verify_trace(file, search, options);
  }
  Status take(verify::JudgedSearch row) override {
    judged = std::move(row);
    return Status::ok();
  }

  verify::JudgedSearch judged;
};

struct Pair {
  std::array<std::string, 2> names;
  std::array<PreparedSearch, 2> searches;
};

Result<Pair> prepare_pair(const SearchOptions& options, const std::string& searchers) {
  const std::size_t comma = searchers.find(',');
  if (comma == std::string::npos || searchers.find(',', comma + 1) != std::string::npos) {
    return Status::usage("--compare " + searchers +
                         ": two searchers are compared; write them as in minimax,alphabeta");
  }
  const auto game = cli::make_game(options.game);
  Pair pair;
  pair.names = {searchers.substr(0, comma), searchers.substr(comma + 1)};
  for (std::size_t i = 0; i < 2; ++i) {
    if (pair.names[i].empty()) {
      return Status::usage("--compare " + searchers + ": a searcher has no name");
    }
    const auto own = options_from("--compare", pair.names[i], options, *game);
    pair.searches[i] = value_of(prepare_search(own));
  }
  return pair;
}

// Options that the words of both searchers may replace. `mark` gives them a value that no word has.
struct Replaceable {
  const char* option;
  void (*mark)(SearchOptions&);
  bool (*is_marked)(const SearchOptions&);
};
constexpr const char* kMark = "\n";
constexpr Replaceable kReplaceable[] = {
    {"--algorithm", [](SearchOptions& options) { options.algorithm = kMark; },
     [](const SearchOptions& options) { return options.algorithm == kMark; }},
    {"--evaluator", [](SearchOptions& options) { options.evaluator.name = kMark; },
     [](const SearchOptions& options) { return options.evaluator.name == kMark; }},
    {"--order", [](SearchOptions& options) { options.order = kMark; },
     [](const SearchOptions& options) { return options.order == kMark; }},
    {"--depth", [](SearchOptions& options) { options.depth = -1; },
     [](const SearchOptions& options) { return options.depth == -1; }},
    {"--table", [](SearchOptions& options) { options.settings.table_megabytes = -1; },
     [](const SearchOptions& options) { return options.settings.table_megabytes == -1; }}};

void check_all_used(const cli::Command& command, const SearchOptions& options, const Pair& pair) {
  const auto game = cli::make_game(options.game);
  for (const Replaceable& row : kReplaceable) {
    if (command.first_given({row.option}).empty()) continue;
    SearchOptions marked = options;
    row.mark(marked);
    const auto uses = [&](const std::string& name) {
      return row.is_marked(options_from("--compare", name, marked, *game));
    };
    if (std::any_of(pair.names.begin(), pair.names.end(), uses)) continue;
    throw Failure::usage(std::string("search: --compare: both searchers replace ") + row.option +
                         "; omit it");
  }
}

// Records both searches in one trace, which is `temporary` if that is not null.
void record_pair(const Pair& pair, Destination output, const MadeTrace* temporary) {
  for (const PreparedSearch& search : pair.searches) {
    const auto outcome = value_of(run_into(search, output, temporary));
    require(outcome.trace);
    if (outcome.result.stopped == SearchStatus::kInterrupted) {
      throw Failure({StatusCode::kInterrupted, "search: interrupted; nothing was compared"});
    }
    output.append = true;
    output.force = false;
  }
}

Status write_comparison(const Pair& pair, const std::string& trace, bool is_temporary,
                        cli::OutputFormat format) {
  const auto reader = value_of(cli::open_trace(trace));
  const std::vector<SearchRow> all = reader.searches();
  if (all.size() < 2) return Status::environment(trace + ": lacks searches that were recorded");
  const SearchRow &first = all[all.size() - 2], &second = all.back();
  const auto pass_a = value_of(reader.choose_pass(first, std::nullopt));
  const auto pass_b = value_of(reader.choose_pass(second, std::nullopt));
  constexpr std::size_t kMostEntries = 10;  // the default of compare --limit
  answers::CompareQuestion question{
      .a = {reader, first, pass_a, is_temporary ? pair.names[0] : std::string()},
      .b = {reader, second, pass_b, is_temporary ? pair.names[1] : std::string()}};
  question.settings.limit = kMostEntries;
  question.settings.interrupt = &cli::interrupted();
  const auto answer = answers::answer(question);
  require(format == cli::OutputFormat::kJson
              ? cli::write_json(json(question, answer))
              : cli::write_stdout(cli::for_terminal(lines(question, answer))));
  return exit_status(question, answer);
}

}  // namespace

Result<verify::JudgedSearch> judge_last_search(const std::string& trace, const std::string& name) {
  Judge judge;
  const verify::ChosenSearches last{std::nullopt, true};
  if (Status status = verify::judge_files({trace}, last, judge); !status) return status;
  if (!judge.judged.error.empty()) return Status::bad_input(judge.judged.error);
  judge.judged.trace = name;
  return std::move(judge.judged);
}

void check_picture(const std::string& file, const Destination& output) {
  if (file == "-") throw Failure::usage("search: --render: stdout has the result; name a file");
  (void)value_of(cli::picture_format("search: --render", file, std::nullopt));
  cli::check_two_outputs("search: -o and --render", output.path, file);
  cli::check_output(file, output.force);
}

void draw_last_search(const std::string& trace, bool named, const std::string& file, bool force) {
  const auto format = value_of(cli::picture_format("search: --render", file, std::nullopt));
  cli::FigureOptions options;
  options.request.command = "search";
  auto request = value_of(cli::figure_request(options));
  request.named = named;
  cli::TraceOptions last;
  last.file = trace;
  auto selection = value_of(cli::select(last));
  const auto figure = tree_figure(request, selection, format);
  cli::tell_notes(figure);
  cli::write_file(file, figure.files.front(), force);
}

Result<SearchOutcome> run_into(const PreparedSearch& search, const Destination& destination,
                               const MadeTrace* temporary) {
  constexpr const char* kOrElse = ", or name a trace with -o";
  try {
    auto outcome = value_of(run_prepared(search, destination, true));
    if (temporary != nullptr) outcome.trace = temporary->failure(outcome.trace, kOrElse);
    return outcome;
  } catch (const Failure& failure) {
    return temporary != nullptr ? temporary->failure(failure.status(), kOrElse) : failure.status();
  }
}

Status compare_searchers(const cli::Command& command, const SearchOptions& options,
                         const std::string& searchers) {
  if (options.format == cli::OutputFormat::kCsv) {
    return Status::usage("search: --compare writes text or json; for rows use suite --with");
  }
  SearchOptions recorded = options;
  recorded.has_temporary_trace = options.output.path.empty();
  const auto pair = value_of(prepare_pair(recorded, searchers));
  check_all_used(command, options, pair);
  Destination trace = options.output;
  std::unique_ptr<MadeTrace> temporary;
  if (trace.path.empty()) {
    temporary = value_of(make_temporary_trace());
    trace = {temporary->path()};
  }
  cli::catch_interrupts();
  record_pair(pair, trace, temporary.get());
  return write_comparison(pair, trace.path, temporary != nullptr, options.format);
}

}  // namespace plytrace

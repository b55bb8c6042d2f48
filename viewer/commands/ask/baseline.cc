// SPDX-License-Identifier: MIT
//
// plytrace baseline save|check DIR TRACE...: keeps the results of traces, and compares later traces
// with them.
#include "viewer/answers/baseline.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "viewer/answers/verify_answer.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/format/characters.h"
#include "viewer/verify/verify_trace.h"
#include "viewer/verify/whole_file.h"

namespace plytrace {
namespace {

namespace fs = std::filesystem;

// A trace of ten thousand searches needs 10 MB.
constexpr std::uintmax_t kMostBytes = 100'000'000;

struct BaselineOptions {
  const cli::Command* command = nullptr;
  std::string action, folder, junit;
  std::vector<std::string> traces;
  answers::BaselineLimits tolerances;
  std::size_t limit = 20;
  bool no_verify = false, markdown = false, force = false;
  cli::OutputFormat format = cli::OutputFormat::kText;

  std::string file_of(const std::string& trace) const {
    return folder + "/" + fs::path(trace).stem().string() + ".json";
  }
};

void judge_all(const TraceReader& reader, answers::TraceResults& results) {
  verify::WholeFile file(reader);
  for (answers::SearchResultRow& result : results.searches) {
    const auto search = value_of(reader.choose_search(result.id));
    cli::Progress progress("verify " + reader.file().path, verify::expected_nodes(reader, search));
    verify::VerifyOptions options;
    options.max_findings = 1;
    options.progress = [&progress](std::uint64_t nodes) { progress.at(nodes); };
    const auto report = value_of(verify::verify_trace(file, search, options));
    result.verdict = verify::word(report.verdict);
  }
  require(reader.status());
}

answers::TraceResults results_of(const BaselineOptions& options, const std::string& trace) {
  const auto reader = value_of(TraceReader::open(trace));
  if (reader.file().recording) {
    throw Failure::bad_input(trace + ": is still being recorded, or its recorder was killed");
  }
  auto results = answers::trace_results(reader);
  if (!options.no_verify) judge_all(reader, results);
  return results;
}

std::string bytes_of(const std::string& file) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  if (error) throw Failure::bad_input(file + ": cannot be read: " + error.message());
  if (bytes > kMostBytes) throw Failure::bad_input(file + ": is too large for a baseline");
  return cli::read_file(file);
}

// Two traces whose files have one name would share a baseline.
void check_names(const BaselineOptions& options) {
  std::vector<std::string> files;
  for (const std::string& trace : options.traces) files.push_back(options.file_of(trace));
  std::sort(files.begin(), files.end());
  const auto twice = std::adjacent_find(files.begin(), files.end());
  if (twice == files.end()) return;
  throw Failure::usage("baseline: " + *twice +
                       " would be the baseline of two traces; give them different names");
}

Status run_save(const BaselineOptions& options) {
  for (const std::string& trace : options.traces) {
    cli::check_output(options.file_of(trace), options.force, true);
  }
  // All traces are read first, so that a wrong one leaves no half of a baseline.
  std::size_t searches = 0;
  std::vector<std::string> texts;
  for (const std::string& trace : options.traces) {
    const auto results = results_of(options, trace);
    searches += results.searches.size();
    texts.push_back(answers::baseline_file_text(results));
  }
  std::error_code error;
  const bool is_new = fs::create_directories(options.folder, error);
  if (error) return Status::environment(options.folder + ": " + error.message());
  std::vector<cli::OutputFile> files;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    files.push_back({options.file_of(options.traces[i]), texts[i]});
  }
  try {
    cli::write_files(files, options.force);
  } catch (const Failure&) {
    if (is_new) fs::remove(options.folder, error);
    throw;
  }
  if (options.format == cli::OutputFormat::kJson) {
    return cli::write_json({{"baseline", text::text_json(options.folder)},
                            {"saved", options.traces.size()},
                            {"searches", searches}});
  }
  return cli::write_stdout(text::count(options.traces.size(), "trace") + " saved in " +
                           text::printable(options.folder) + "\n");
}

// The traces that have a baseline, but were not given; sorted. No output may overwrite a baseline.
std::vector<std::string> gone_traces(const BaselineOptions& options) {
  std::vector<std::string> given, gone;
  for (const std::string& trace : options.traces) {
    given.push_back(fs::path(options.file_of(trace)).filename().string());
  }
  std::error_code error;
  for (fs::directory_iterator at(options.folder, error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (at->path().extension() != ".json") continue;
    const std::string file = at->path().string();
    cli::note_input(file);
    if (std::find(given.begin(), given.end(), name) != given.end()) continue;
    // The folder may hold other files, such as those of a package.
    if (auto trace = answers::trace_of_baseline(file, bytes_of(file))) gone.push_back(*trace);
  }
  if (error) {
    throw Failure::bad_input(options.folder + ": " + error.message() +
                             "; 'plytrace baseline save' makes a baseline");
  }
  std::sort(gone.begin(), gone.end());
  return gone;
}

void write_check(const BaselineOptions& options, const answers::BaselineCheck& check) {
  if (!options.junit.empty()) {
    cli::write_file(options.junit, answers::junit_xml(check), options.force);
    if (options.junit == "-") return;
  }
  if (options.format == cli::OutputFormat::kJson) {
    return require(cli::write_json(answers::json(check, options.folder)));
  }
  const std::size_t limit = cli::entries(options.limit);
  require(cli::write_stdout(options.markdown ? answers::markdown(check, limit)
                                             : answers::lines(check, options.folder, limit)));
}

void check_trace(const BaselineOptions& options, const std::string& trace,
                 answers::BaselineCheck& check) {
  const auto after = results_of(options, trace);
  const std::string file = options.file_of(trace);
  std::error_code error;
  if (!fs::exists(file, error)) {
    check.new_traces.push_back(after.trace);
    return;
  }
  answers::compare_with_baseline(answers::parse_baseline(file, bytes_of(file)), after,
                                 options.tolerances, check);
}

Status run_check(const BaselineOptions& options) {
  answers::BaselineCheck check;
  check.gone_traces = gone_traces(options);
  if (!options.junit.empty()) cli::check_output(options.junit, options.force);
  for (const std::string& trace : options.traces) {
    try {
      check_trace(options, trace, check);
    } catch (const Failure& failure) {
      // The other traces are compared all the same.
      if (failure.status().code() != StatusCode::kBadInput) throw;
      check.unreadable.push_back({fs::path(trace).filename().string(), failure.status().message()});
    }
  }
  write_check(options, check);
  if (check.changed() > 0) return Status::answer(StatusCode::kAnswerNo);
  if (!check.unreadable.empty()) return Status::answer(StatusCode::kBadInput);
  return check.is_complete() ? Status::ok() : Status::answer(StatusCode::kNoAnswer);
}

Status run_baseline(const BaselineOptions& options) {
  const bool saves = options.action == "save";
  if (saves) {
    const std::string option = options.command->first_given(
        {"--junit", "--markdown", "--nodes-tolerance", "--value-tolerance", "--limit"});
    if (!option.empty()) {
      return Status::usage("baseline: " + option + " applies only to baseline check");
    }
  }
  if (options.markdown && (options.format == cli::OutputFormat::kJson || options.junit == "-")) {
    return Status::usage("baseline: stdout takes one of Markdown, JSON and JUnit XML");
  }
  if (options.junit == "-" && options.format == cli::OutputFormat::kJson) {
    return Status::usage("baseline: stdout cannot take both the JUnit XML and JSON; name a file");
  }
  std::error_code error;
  if (fs::exists(options.folder, error) && !fs::is_directory(options.folder, error)) {
    return Status::usage("baseline: " + options.folder +
                         ": is not a folder; the folder of the baseline comes before the traces");
  }
  check_names(options);
  cli::end_on_interrupt();
  return saves ? run_save(options) : run_check(options);
}

}  // namespace

void setup_baseline(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "baseline", "Keep the results of traces, and compare later traces with them",
      {"plytrace baseline save results one.db two.db",
       "plytrace baseline check results one.db two.db",
       "plytrace baseline check results one.db two.db --nodes-tolerance 2 --junit results.xml"},
      run_baseline);
  options->command = command;
  cli::add_explanation(
      command,
      "save writes a JSON file for each trace: its searches with options, nodes, value, best "
      "move,\nverdict and digest. check exits with 1 if nodes, value or best move changed beyond "
      "the\ntolerances or a verdict got worse, with 4 if a search cannot be compared.");
  command->add_option("ACTION save|check", options->action, "What to do")
      ->required()
      ->check(cli::one_of({"save", "check"}));
  command->add_option("DIR", options->folder, "The folder of the baseline")
      ->required()
      ->check(cli::not_stdout());
  command->add_option("TRACE", options->traces, "The traces")->required()->check(cli::input_file());
  command
      ->add_option("--nodes-tolerance PERCENT", options->tolerances.nodes,
                   "Allowed change of the nodes, in percent (default {})")
      ->check(cli::real_number(0));
  command
      ->add_option("--value-tolerance SCORE", options->tolerances.value,
                   "Allowed change of the value (default {})")
      ->check(cli::real_number(0));
  command->add_flag("--no-verify", options->no_verify, "Do not judge the searches");
  command->add_option("--junit FILE", options->junit,
                      "Also write JUnit XML: a test case for each search ('-': stdout)");
  command->add_flag("--markdown", options->markdown, "Write Markdown, for a comment");
  command->add_option("--limit N", options->limit,
                      "List at most N searches in text and Markdown; 0 = all (default {})");
  command->add_flag("--force", options->force, "Overwrite the baseline, or the JUnit file");
  cli::add_format(command, options->format);
}

}  // namespace plytrace

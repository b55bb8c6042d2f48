// SPDX-License-Identifier: MIT
//
// plytrace report TRACE [TRACE2] -o DIR: one or two traces as a document. Writes the files of the
// answer (answers/report/report.h) into a folder.
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

#include "viewer/answers/report/report.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"
#include "viewer/draw/theme.h"
#include "viewer/format/characters.h"

namespace plytrace {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  cli::TraceOptions a, b;
  std::string folder, title, theme = "paper";
  std::size_t limit = 10;
  bool force = false;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// The files that a report may write into its folder; other files there are never touched.
constexpr std::array kOwnFiles{"report.html", "report.md", "board.svg", "board.pdf",
                               "tree.svg",    "tree.pdf",  "nodes.svg", "nodes.pdf"};

void check_folder(const ReportOptions& options) {
  std::error_code error;
  for (const char* file : kOwnFiles) {
    cli::check_not_input((fs::path(options.folder) / file).string());
  }
  const fs::file_status state = fs::status(options.folder, error);
  if (state.type() == fs::file_type::not_found) return;
  if (error) {
    throw Failure::environment(options.folder + ": cannot be read: " + error.message());
  }
  if (!fs::is_directory(state)) {
    throw Failure::usage(options.folder + ": is not a folder; name one for the report with -o");
  }
  const bool empty = fs::is_empty(options.folder, error);
  if (error) {
    throw Failure::environment(options.folder + ": cannot be read: " + error.message());
  }
  if (empty || options.force) return;
  throw Failure::usage(options.folder +
                       ": is not empty; choose another folder, or replace a report there with "
                       "--force");
}

// Writes the page last, so that it never refers to a missing figure, and removes files of an
// earlier report.
void write_folder(const ReportOptions& options,
                  const std::vector<answers::ReportAnswer::File>& files) {
  std::error_code error;
  const bool is_new = fs::create_directories(options.folder, error);
  if (error) {
    throw Failure::environment(options.folder + ": cannot be created: " + error.message() +
                               "; try another folder");
  }
  const fs::path folder(options.folder);
  std::set<std::string> written;
  std::vector<cli::OutputFile> outputs;
  for (const answers::ReportAnswer::File& file : files) {
    if (file.bytes.empty()) continue;
    outputs.push_back({(folder / file.name).string(), file.bytes});
    written.insert(file.name);
  }
  try {
    cli::write_files(outputs, options.force);
  } catch (const Failure&) {
    if (is_new) fs::remove(folder, error);
    throw;
  }
  // Remove figures of an earlier report that the new page does not use.
  for (const char* name : kOwnFiles) {
    if (written.count(name) == 0) fs::remove(folder / name, error);
  }
}

Status run_report(const ReportOptions& options) {
  check_folder(options);
  auto a = value_of(cli::select(options.a));
  std::optional<Selection> b;
  if (!options.b.file.empty()) {
    cli::TraceOptions second = options.b;
    second.moves = options.a.moves;
    b.emplace(value_of(cli::select(second)));
    mean_passes_of_both(a, *b);
  }
  cli::catch_interrupts();
  answers::ReportQuestion question{.a = &a,
                                   .b = b ? &*b : nullptr,
                                   .title = options.title,
                                   .theme = draw::theme_of(options.theme),
                                   .limit = cli::entries(options.limit),
                                   .interrupt = &cli::interrupted()};
  std::optional<cli::Progress> progress;
  std::string now;
  question.progress = [&](std::string_view what, std::uint64_t done, std::uint64_t all) {
    if (what != now) progress.emplace(std::string(what), all);
    now = what;
    progress->at(done);
  };
  // Everything is built in memory first, so that a failure leaves the folder unchanged.
  const auto answer = answers::answer(question);
  progress.reset();
  for (const std::string& note : answer.notes) cli::tell(note);
  write_folder(options, answer.files);
  const std::string page = (fs::path(options.folder) / "report.html").string();
  return options.format == cli::OutputFormat::kJson ? cli::write_json(json(answer, page))
                                                    : cli::write_stdout(page + "\n");
}

}  // namespace

void setup_report(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "report", "Turn one trace, or two of one position, into a report page",
      {"plytrace report minimax.db alphabeta.db -o report",
       "plytrace report run.db -o endgame --title 'Alpha-beta on a Connect-4 endgame'",
       "plytrace report deeper.db deeper.db --pass 2 --pass-b 3 -o iterations --format json"},
      run_report);
  cli::add_explanation(
      command,
      "DIR gets report.html (one file, no network), report.md, and the figures as SVG and PDF:\n"
      "what was searched, whether it is right (verify), what pruning saved, where, and why.");
  command->add_option("trace TRACE", options->a.file, "The trace file")
      ->required()
      ->check(cli::input_file());
  command->add_option("trace2 TRACE2", options->b.file, "Another trace of the same position")
      ->check(cli::input_file());
  cli::add_moves(command, options->a.moves);
  command->add_option("-o,--output DIR", options->folder, "Folder for the report")
      ->required()
      ->check(cli::not_stdout());
  command->add_option("--search N", options->a.search, "Search in TRACE (default: the last)");
  command->add_option("--pass N", options->a.pass,
                      "Pass of that search (default: the last finished)");
  command->add_option("--search-b N", options->b.search, "Search in TRACE2 (default: the last)");
  command->add_option("--pass-b N", options->b.pass,
                      "Pass of that search (default: the last finished)");
  command->add_option("--title TEXT", options->title,
                      "Title of the page (default: what was searched)");
  command
      ->add_option("--theme THEME", options->theme,
                   "Colours of the tree: " + text::list(draw::theme_names()) + " (default {})")
      ->check(cli::one_of(draw::theme_names()));
  command->add_option("--limit N", options->limit,
                      "List at most N entries each; 0 = all (default {})");
  command->add_flag("--force", options->force, "Replace the files of an earlier report in DIR");
  cli::add_format(command, options->format);
  command->only_with("--search-b", {"trace2"});
  command->only_with("--pass-b", {"trace2"});
  cli::add_rules(command);
}

}  // namespace plytrace

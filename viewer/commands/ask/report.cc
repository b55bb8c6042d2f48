// SPDX-License-Identifier: MIT
//
// plytrace report TRACE [TRACE2] -o DIR: one or two traces as a document. Runs the analyses, draws
// the figures, and writes the page (report_page.h) as HTML and Markdown.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <set>
#include <system_error>

#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/figure_options.h"
#include "viewer/commands/ask/report_page.h"
#include "viewer/commands/commands.h"
#include "viewer/draw/placement.h"
#include "viewer/draw/theme.h"
#include "viewer/format/characters.h"
#include "viewer/verify/game/game_at.h"
#include "viewer/verify/verify_trace.h"

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

Status check_folder(const ReportOptions& options) {
  if (options.folder == "-") {
    return Status::usage(
        "report: -o names a folder for the page and its figures, which stdout cannot take; a "
        "folder of that name is ./-");
  }
  std::error_code error;
  for (const char* file : kOwnFiles) {
    const std::string path = (fs::path(options.folder) / file).string();
    if (Status status = cli::check_not_input(path); !status) return status;
  }
  const fs::file_status state = fs::status(options.folder, error);
  if (state.type() == fs::file_type::not_found) return Status::ok();
  if (error) {
    return Status::environment(options.folder + ": cannot be read: " + error.message());
  }
  if (!fs::is_directory(state)) {
    return Status::usage(options.folder + ": is not a folder; name one for the report with -o");
  }
  const bool empty = fs::is_empty(options.folder, error);
  if (error) {
    return Status::environment(options.folder + ": cannot be read: " + error.message());
  }
  if (empty || options.force) return Status::ok();
  return Status::usage(options.folder +
                       ": is not empty; choose another folder, or replace a report there with "
                       "--force");
}

// The progress line and the interrupt flag of a scan.
class Reading {
 public:
  Reading(const std::string& what, const Selection& selected)
      : progress_(what, static_cast<std::uint64_t>(selected.pass.nodes.value_or(0))) {
    control.progress = [this](std::uint64_t done) { progress_.at(done); };
    control.interrupt = &cli::interrupted();
  }
  ScanControl control;

 private:
  cli::Progress progress_;
};

Status interrupted() { return {StatusCode::kInterrupted, "report: interrupted; nothing written"}; }

Result<ReportedSearch> study(const Selection& selected, const cli::TraceOptions& asked,
                             const ReportOptions& options) {
  const std::string& file = selected.reader.file().path;
  Reading reading("reading " + file, selected);
  verify::VerifyOptions checks;
  checks.max_findings = cli::entries(options.limit);
  checks.progress = reading.control.progress;
  auto verdict = verify::verify_trace(selected.reader, selected.search, checks);
  if (!verdict) return verdict.status();
  if (cli::interrupted().load()) return interrupted();
  // The page always shows ranks and the minimal tree, so scan the pass whatever it costs.
  auto stats = gather_stats(selected.reader, selected.search, selected.pass, TreeScan::kAlways,
                            reading.control);
  if (!stats) return stats.status();
  auto cuts =
      largest_cuts(selected.reader, selected.pass, cli::entries(options.limit), reading.control);
  if (!cuts) return cuts.status();
  return ReportedSearch{selected, std::move(*verdict), std::move(*stats), std::move(*cuts),
                        asked.pass.has_value()};
}

Result<Comparison> compare_both(const Selection& a, const Selection& b,
                                const ReportOptions& options) {
  Reading reading("comparing", a);
  CompareSettings settings;
  settings.limit = cli::entries(options.limit);
  settings.progress = reading.control.progress;
  settings.interrupt = reading.control.interrupt;
  auto found = compare({a.reader, a.search, a.pass}, {b.reader, b.search, b.pass}, settings);
  // Two searches of different positions cannot be aligned, so there is no page.
  if (!found || found->same_position) return found;
  return Status::bad_input("report: " + a.reader.file().path + " and " + b.reader.file().path +
                           " did not search the same position: " + found->why_not_same +
                           "; make a report of each");
}

struct Picture {
  std::string svg, pdf;
};

Result<Picture> tree_of(Selection& a, Selection* b, const ReportContents& contents,
                        const ReportOptions& options) {
  Picture picture;
  for (const auto& [name, bytes] :
       {std::pair("svg", &picture.svg), std::pair("pdf", &picture.pdf)}) {
    const draw::PictureFormat& format = *draw::find_picture_format(name);
    FigureRequest request;
    request.theme = draw::theme_of(options.theme);
    request.legend = true;
    request.wants_notes = !cli::global().quiet;
    std::optional<OtherPictured> other;
    if (b != nullptr) other.emplace(OtherPictured{*b, &*contents.comparison});
    auto drawn = tree_figure(request, a, format, other ? &*other : nullptr);
    if (!drawn) return drawn.status();
    cli::tell_notes(*drawn);
    *bytes = std::move(drawn->files.front());
  }
  return picture;
}

// Without gnuplot there is no picture: the page says so, and its table has the numbers.
Result<Picture> curves_of(const ReportContents& contents) {
  Picture picture;
  const draw::CurvePlot plot = nodes_by_ply(contents);
  for (const auto& [format, bytes] : {std::pair(draw::CurveFormat::kSvg, &picture.svg),
                                      std::pair(draw::CurveFormat::kPdf, &picture.pdf)}) {
    auto drawn = draw::draw_curves(plot, format);
    if (!drawn) return drawn.status();
    *bytes = std::move(*drawn);
  }
  return picture;
}

// The position that was searched; no picture if the game draws no boards.
Result<Picture> board_of(const Selection& selected) {
  constexpr double kScale = 2;
  Picture picture;
  const auto game = verify::game_of(selected.search);
  if (!game) return picture;
  draw::Diagram diagram;
  diagram.nodes.resize(1);
  diagram.nodes[0].id = "board";
  diagram.nodes[0].shape = draw::Shape::kBare;
  diagram.nodes[0].board = game->board_picture(game->board_part());
  if (diagram.nodes[0].board.marks.empty()) return picture;
  diagram.description = {"The position that was searched"};
  draw::Output output;
  output.scale = kScale;
  const draw::Placement placed = draw::place(diagram);
  for (const auto& [name, bytes] :
       {std::pair("svg", &picture.svg), std::pair("pdf", &picture.pdf)}) {
    auto drawn = draw::find_picture_format(name)->bytes(diagram, placed, output);
    if (!drawn) return drawn.status();
    *bytes = std::move(*drawn);
  }
  return picture;
}

constexpr const char* kTreeCaption =
    "The search tree, as far as it is legible; the legend explains the marks.";
constexpr const char* kUnionCaption =
    "The trees of both searches joined, as far as they are legible; the legend explains the marks.";

struct Report {
  ReportContents contents;
  Picture board, tree, curves;
};

Result<Report> make_report(Selection& a, Selection* b, const ReportOptions& options) {
  Report report;
  ReportContents& contents = report.contents;
  contents.title = options.title;
  for (const Selection* selected : {&a, b}) {
    if (selected == nullptr) continue;
    auto studied = study(*selected, selected == &a ? options.a : options.b, options);
    if (!studied) return studied.status();
    contents.searches.push_back(std::move(*studied));
  }
  if (b != nullptr) {
    auto found = compare_both(a, *b, options);
    if (!found) return found.status();
    contents.comparison = std::move(*found);
  }
  auto board = board_of(a);
  if (!board) return board.status();
  report.board = std::move(*board);
  contents.board = {"board", "The position that was searched.", report.board.svg};
  auto tree = tree_of(a, b, contents, options);
  if (!tree) return tree.status();
  report.tree = std::move(*tree);
  contents.tree = {"tree", b == nullptr ? kTreeCaption : kUnionCaption, report.tree.svg};
  auto curves = curves_of(contents);
  if (curves) {
    report.curves = std::move(*curves);
    contents.curves = {"nodes", "Nodes by ply.", report.curves.svg};
  } else {
    cli::tell("warning: the report has no curves: " + curves.status().message());
    contents.curves.caption = "The curve of the nodes by ply is left out: it needs gnuplot.";
  }
  return report;
}

struct OutputFile {
  std::string name;
  const std::string& bytes;
};

// Writes the page last, so that it never refers to a missing figure, and removes files of an
// earlier report.
Status write_folder(const ReportOptions& options, const std::vector<OutputFile>& files) {
  std::error_code error;
  const bool is_new = fs::create_directories(options.folder, error);
  if (error) {
    return Status::environment(options.folder + ": cannot be created: " + error.message() +
                               "; try another folder");
  }
  const fs::path folder(options.folder);
  std::set<std::string> written;
  for (const OutputFile& file : files) {
    if (file.bytes.empty()) continue;
    const Status status = cli::write_file((folder / file.name).string(), file.bytes, options.force);
    if (!status) {
      // After a failure, remove the new folder with its files. Files replaced with --force cannot
      // be restored.
      for (const std::string& name : written) {
        if (is_new) fs::remove(folder / name, error);
      }
      if (is_new) fs::remove(folder, error);
      return status;
    }
    written.insert(file.name);
  }
  // Remove figures of an earlier report that the new page does not use.
  for (const char* name : kOwnFiles) {
    if (written.count(name) == 0) fs::remove(folder / name, error);
  }
  return Status::ok();
}

Status answer(const Report& report, const ReportOptions& options,
              const std::vector<OutputFile>& files) {
  const std::string page = (fs::path(options.folder) / "report.html").string();
  if (options.format == cli::OutputFormat::kText) {
    return cli::write_stdout(page + "\n");
  }
  text::Json json = {{"title", report_title(report.contents)},
                     {"page", page},
                     {"files", text::Json::array()},
                     {"verdicts", text::Json::array()},
                     {"agree", nullptr}};
  for (const OutputFile& file : files) {
    if (!file.bytes.empty()) json["files"].push_back(file.name);
  }
  for (const ReportedSearch& search : report.contents.searches) {
    json["verdicts"].push_back(verify::word(search.verdict.verdict));
  }
  if (report.contents.comparison) json["agree"] = report.contents.comparison->agrees();
  return cli::write_json(json);
}

Status run_report(const ReportOptions& options) {
  if (Status status = check_folder(options); !status) return status;
  auto a = cli::select(options.a);
  if (!a) return a.status();
  std::optional<Selection> b;
  if (!options.b.file.empty()) {
    auto selected = cli::select(options.b);
    if (!selected) return selected.status();
    b.emplace(std::move(*selected));
  }
  cli::catch_interrupts();
  // Build everything in memory first, so that a failure leaves the folder unchanged.
  const auto report = make_report(*a, b ? &*b : nullptr, options);
  if (!report) return report.status();
  if (cli::interrupted().load()) return interrupted();
  const text::Page page = report_page(report->contents);
  const std::string html = page.html();
  const std::vector<OutputFile> files{
      {"board.svg", report->board.svg},  {"board.pdf", report->board.pdf},
      {"tree.svg", report->tree.svg},    {"tree.pdf", report->tree.pdf},
      {"nodes.svg", report->curves.svg}, {"nodes.pdf", report->curves.pdf},
      {"report.md", page.markdown()},    {"report.html", html}};
  if (Status status = write_folder(options, files); !status) return status;
  return answer(*report, options, files);
}

}  // namespace

void setup_report(cli::Program& app, cli::CommandList& commands) {
  auto options = std::make_shared<ReportOptions>();
  cli::Command* command = cli::add_command(
      app, "report", "Turn one trace, or two of one position, into a report page",
      {"plytrace report minimax.db alphabeta.db -o report",
       "plytrace report run.db -o report --title 'Alpha-beta on a Connect-4 endgame'",
       "plytrace report deeper.db deeper.db --pass 2 --pass-b 3 -o iterations --format json"});
  cli::add_explanation(
      command,
      "DIR gets report.html (one file, no network), report.md, and the figures as SVG and PDF:\n"
      "what was searched, whether it is right (verify), what pruning saved, where, and why.");
  command->add_option("trace", options->a.file, "The trace file")
      ->required()
      ->check(cli::input_file())
      ->type_name("TRACE");
  command->add_option("trace2", options->b.file, "Another trace of the same position")
      ->check(cli::input_file())
      ->type_name("TRACE2");
  command->add_option("-o,--output", options->folder, "Folder for the report")
      ->required()
      ->type_name("DIR");
  command->add_option("--search", options->a.search, "Search in TRACE (default the last)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--pass", options->a.pass, "Pass of it (default the last finished)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--search-b", options->b.search, "Search in TRACE2 (default the last)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--pass-b", options->b.pass, "Pass of it (default the last finished)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--title", options->title, "Title of the page (default: what was searched)")
      ->type_name("TEXT");
  command
      ->add_option("--theme", options->theme,
                   "Of the tree: " + text::list(draw::theme_names()) + " (default {})")
      ->check(cli::one_of(draw::theme_names()))
      ->type_name("THEME");
  command->add_option("--limit", options->limit, "Most entries of each list, 0 = all (default {})")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_flag("--force", options->force, "Replace the files of an earlier report in DIR");
  cli::add_format(command, options->format);
  command->only_with("--search-b", {"trace2"});
  command->only_with("--pass-b", {"trace2"});
  commands.add(command, [options] { return run_report(*options); });
}

}  // namespace plytrace

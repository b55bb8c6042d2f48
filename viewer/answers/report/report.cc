// SPDX-License-Identifier: MIT
#include "viewer/answers/report/report.h"

#include <optional>
#include <utility>

#include "viewer/answers/figure/figure.h"
#include "viewer/draw/paper.h"
#include "viewer/draw/placement.h"
#include "viewer/verify/game/game_at.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace::answers {
namespace {

// A scan that reports its progress under one name.
ScanControl control_of(const ReportQuestion& question, const std::string& what,
                       const Selection& selected) {
  ScanControl control;
  const auto all = static_cast<std::uint64_t>(selected.pass.nodes.value_or(0));
  if (question.progress) {
    control.progress = [&question, what, all](std::uint64_t done) {
      question.progress(what, done, all);
    };
  }
  control.interrupt = question.interrupt;
  return control;
}

bool is_interrupted(const ReportQuestion& question) {
  return question.interrupt != nullptr && *question.interrupt;
}

Status interrupted() { return {StatusCode::kInterrupted, "report: interrupted; nothing written"}; }

ReportedSearch study(const ReportQuestion& question, const Selection& selected) {
  const ScanControl control =
      control_of(question, "reading " + selected.reader.file().path, selected);
  verify::VerifyOptions checks;
  checks.max_findings = question.limit;
  checks.progress = control.progress;
  auto verdict = value_of(verify::verify_trace(selected.reader, selected.search, checks));
  if (is_interrupted(question)) throw Failure(interrupted());
  // The page always shows ranks and the minimal tree, so scan the pass whatever it costs.
  auto stats = value_of(
      gather_stats(selected.reader, selected.search, selected.pass, TreeScan::kAlways, control));
  auto cuts = value_of(largest_cuts(selected.reader, selected.pass, question.limit, control));
  return ReportedSearch{selected, std::move(verdict), std::move(stats), std::move(cuts)};
}

Comparison compare_both(const ReportQuestion& question) {
  const Selection &a = *question.a, &b = *question.b;
  const ScanControl control = control_of(question, "comparing", a);
  CompareSettings settings;
  settings.limit = question.limit;
  settings.progress = control.progress;
  settings.interrupt = control.interrupt;
  auto found = compare(input_of(a), input_of(b), settings);
  // Two searches of different positions cannot be aligned, so there is no page.
  if (found.same_position) return found;
  throw Failure::bad_input("report: " + a.reader.file().path + " and " + b.reader.file().path +
                           " did not search the same position: " + found.why_not_same +
                           "; make a report of each");
}

struct Picture {
  std::string svg, pdf;
};

Picture tree_of(const ReportQuestion& question, const ReportContents& contents) {
  Picture picture;
  for (const auto& [name, bytes] :
       {std::pair("svg", &picture.svg), std::pair("pdf", &picture.pdf)}) {
    const draw::PictureFormat& format = *draw::find_picture_format(name);
    FigureRequest request;
    request.theme = question.theme;
    request.paper = *draw::find_paper(kReportWidth);
    request.paper.font_size = draw::kLegiblePoints;
    // A higher tree would leave much of a printed page empty before it.
    request.paper.height = draw::find_length(kReportTreeHeight).value_or(request.paper.height);
    request.legend = true;
    request.wants_notes = false;  // they name options that `report` does not have
    std::optional<OtherPictured> other;
    if (question.b != nullptr) {
      other.emplace(OtherPictured{*question.b, &*contents.comparison});
    }
    auto drawn = tree_figure(request, *question.a, format, other ? &*other : nullptr);
    *bytes = std::move(drawn.files.front());
  }
  return picture;
}

// Without gnuplot there is no picture: the page says so, and its table has the numbers.
Picture curves_of(const ReportContents& contents) {
  Picture picture;
  const draw::CurvePlot plot = nodes_by_ply(contents);
  for (const auto& [format, bytes] : {std::pair(draw::CurveFormat::kSvg, &picture.svg),
                                      std::pair(draw::CurveFormat::kPdf, &picture.pdf)}) {
    *bytes = value_of(draw::draw_curves(plot, format));
  }
  return picture;
}

// The position that was searched; no picture if the game draws no boards.
Picture board_of(const Selection& selected) {
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
    *bytes = value_of(draw::find_picture_format(name)->bytes(diagram, placed, output));
  }
  return picture;
}

constexpr const char* kTreeCaption =
    "The search tree, as far as it is legible; the legend explains the marks.";
constexpr const char* kUnionCaption =
    "The trees of both searches joined, as far as they are legible; the legend explains the marks.";

}  // namespace

ReportAnswer answer(const ReportQuestion& question) {
  ReportAnswer report;
  ReportContents& contents = report.contents;
  contents.title = question.title;
  const bool has_two = question.b != nullptr;
  for (const Selection* side : {question.a, question.b}) {
    if (side == nullptr) continue;
    contents.searches.push_back(study(question, *side));
    auto marks = read_marks(side->reader, side->reader.file().path);
    if (!marks) {
      report.notes.push_back("the marks are left out: " + marks.status().message());
      marks = Marks();
    }
    contents.marks.push_back(std::move(*marks));
  }
  if (has_two) contents.comparison = compare_both(question);
  const Picture board = board_of(*question.a);
  contents.board = {"board", "The position that was searched.", board.svg};
  const Picture tree = tree_of(question, contents);
  contents.tree = {"tree", has_two ? kUnionCaption : kTreeCaption, tree.svg};
  auto curves = result_of([&] { return curves_of(contents); });
  if (curves) {
    contents.curves = {"nodes", "Nodes by ply.", curves->svg};
  } else {
    report.notes.push_back("warning: the report has no curves: " + curves.status().message());
    contents.curves.caption = "The curve of the nodes by ply is left out: it needs gnuplot.";
    curves = Picture();
  }
  if (is_interrupted(question)) throw Failure(interrupted());
  const text::Page page = report_page(contents);
  report.files = {{"board.svg", board.svg},       {"board.pdf", board.pdf},
                  {"tree.svg", tree.svg},         {"tree.pdf", tree.pdf},
                  {"nodes.svg", curves->svg},     {"nodes.pdf", curves->pdf},
                  {"report.md", page.markdown()}, {"report.html", page.html()}};
  return report;
}

text::Json json(const ReportAnswer& answer, const std::string& page) {
  const ReportContents& contents = answer.contents;
  text::Json json = {{"title", report_title(contents)},
                     {"page", page},
                     {"files", text::Json::array()},
                     {"verdicts", text::Json::array()},
                     {"agree", nullptr}};
  for (const ReportAnswer::File& file : answer.files) {
    if (!file.bytes.empty()) json["files"].push_back(file.name);
  }
  for (const ReportedSearch& search : contents.searches) {
    json["verdicts"].push_back(verify::word(search.verdict.verdict));
  }
  if (contents.comparison && !contents.comparison->is_undecided()) {
    json["agree"] = contents.comparison->agrees();
  }
  return json;
}

}  // namespace plytrace::answers

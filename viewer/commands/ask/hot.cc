// SPDX-License-Identifier: MIT
//
// plytrace hot TRACE: shows where the nodes of a search went and which node caused it.
#include <string>

#include "viewer/answers/hot.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/draw/curves.h"

namespace plytrace {
namespace {

struct HotOptions {
  cli::PassesOptions trace;
  cli::OutputFormat format = cli::OutputFormat::kText;
  std::string render, width, title;
  bool force = false;
};

Result<answers::HotAnswer> answer_of(const cli::PassesSelection& selected) {
  ScanControl control;
  const auto progress = cli::watch("reading", selected.nodes(), control);
  return answers::answer(selected.reader, answers::HotQuestion{selected.search, selected.passes,
                                                               selected.ordinal, control});
}

void draw_path(const HotOptions& options, const draw::CurveFile& file, const TraceReader& reader,
               const answers::HotAnswer& answer) {
  draw::CurvePlot plot = curves(reader, answer);
  plot.paper_width = file.paper_width;
  // On paper the caption of the figure says what it shows.
  if (plot.paper_width > 0 || !options.title.empty()) plot.title = options.title;
  const auto picture = value_of(draw::draw_curves(plot, file.format));
  cli::write_file(options.render, picture, options.force);
}

Status run_hot(const HotOptions& options) {
  const auto file = draw::curve_file("--render", options.render, options.width);
  if (!options.render.empty()) cli::check_output(options.render, options.force);
  const auto selected = value_of(cli::select_passes(options.trace));
  const TraceReader::Snapshot snapshot(selected.reader);
  const auto answer = value_of(answer_of(selected));
  if (!options.render.empty()) draw_path(options, file, selected.reader, answer);
  return cli::write_answer(options.format, selected.reader, answer);
}

}  // namespace

void setup_hot(cli::Program& app) {
  const auto [command, options] =
      cli::add_command(app, "hot", "Show where the nodes went and which node caused it",
                       {"plytrace hot run.db", "plytrace hot deeper.db --pass 3",
                        "plytrace hot run.db --render hot.svg"},
                       run_hot);
  command->add_after_footer(answers::hot_definitions());
  cli::add_passes_options(command, options->trace);
  cli::add_moves(command, options->trace.moves);
  cli::add_format(command, options->format);
  command->add_option(
      "--render FILE", options->render,
      "Draw the sizes along the heavy path:\n" + draw::curve_endings() + " for a gnuplot script");
  command->add_option("--width WIDTH", options->width,
                      "Of the curves: 85mm or another width, slide or A4, with type of 8 pt");
  command->add_option("--title TEXT", options->title,
                      "Above the curves (default: the file and its pass; with --width none)");
  command->add_flag("--force", options->force, "Overwrite FILE");
  for (const char* const option : {"--width", "--title", "--force"}) {
    command->only_with(option, {"--render"});
  }
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// plytrace hot TRACE: where the nodes of a search went, and which node set it off.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "viewer/answers/answer_tables.h"
#include "viewer/answers/hot_answer.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/draw/curves.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

struct HotOptions {
  cli::PassesOptions trace;
  cli::OutputFormat format = cli::OutputFormat::kText;
  std::string render;
  bool force = false;
};

Result<HotSpots> spots_of(const cli::PassesSelection& selected) {
  cli::catch_interrupts();
  cli::Progress progress("reading", selected.nodes());
  ScanControl control;
  control.progress = [&](std::uint64_t done) { progress.at(done); };
  control.interrupt = &cli::interrupted();
  return find_hot_spots(selected.reader, selected.passes, control);
}

std::string title(const cli::PassesSelection& selected, const HotSpots& found) {
  const std::string passes = selected.ordinal    ? fmt::format("pass {}", *selected.ordinal)
                             : found.passes == 1 ? std::string("1 pass")
                                                 : text::grouped(found.passes) + " passes";
  std::string title =
      fmt::format("{}  search {} ({}), {}: {}", selected.reader.file().path, selected.search.id,
                  text::search_words(selected.search), passes, text::count(found.nodes, "node"));
  if (found.unrecorded > 0) title += ", and " + text::grouped(found.unrecorded) + " not recorded";
  return text::wrapped(title, 2) + "\n";
}

std::string trigger_text(const cli::PassesSelection& selected, const HotSpots& found) {
  if (!found.trigger) {
    const auto cause = cause_of(found, selected.reader.file().path, selected.search.id);
    return "\n" + text::wrapped(no_trigger_words(cause, found), 2) + "\n";
  }
  const HotTrigger& trigger = *found.trigger;
  const std::string where =
      trigger.why == HotTrigger::Why::kPasses
          ? fmt::format("#{}, the first of {} passes in vain", trigger.node.row.id, trigger.count)
          : fmt::format("#{} {}", trigger.node.row.id, selected.reader.path(trigger.node.row.id));
  return "\n" +
         text::wrapped(fmt::format("Trigger: {}: {}, {} of all; usual are {}. {}", where,
                                   text::count(trigger.node.nodes, "node"),
                                   share_text(trigger.node.nodes, found.nodes),
                                   usual_words(trigger), why_words(trigger)),
                       2) +
         "\n";
}

std::string path_text(const cli::PassesSelection& selected, const HotSpots& found) {
  if (found.heavy_path.empty()) return {};
  const text::AnswerTable table = heavy_path_table(selected.reader, found, kMostRowsForPeople);
  std::string text = fmt::format("\nHeavy path from the root of pass {}\n", found.pass.ordinal) +
                     table.for_people().text("  ", text::kPageWidth);
  if (found.heavy_path.size() > kMostRowsForPeople) {
    text += fmt::format("  and {} more\n", found.heavy_path.size() - kMostRowsForPeople);
  }
  return text + text::wrapped("  " + path_end_words(found), 2) + "\n";
}

std::string changes_text(const HotSpots& found) {
  if (found.depth_changes.empty()) return {};
  std::string text = "\nExtensions and reductions\n" +
                     depth_changes_table(found).for_people().text("  ", text::kPageWidth);
  if (found.depth_changes_left_out > 0) {
    text +=
        fmt::format("  and {} for other reasons\n", text::grouped(found.depth_changes_left_out));
  }
  return text;
}

std::string hot_text(const cli::PassesSelection& selected, const HotSpots& found) {
  return text::printable_lines(
      title(selected, found) + trigger_text(selected, found) + path_text(selected, found) +
      "\nWhat the nodes were searched for (one may count in several)\n" +
      accounts_table(found).for_people().text("  ", text::kPageWidth) + changes_text(found));
}

text::Json answer_json(const cli::PassesSelection& selected, const HotSpots& found) {
  text::Json json;
  json["trace"] = text::text_json(selected.reader.file().path);
  json["search"] = selected.search.id;
  json["pass"] = text::number_json(selected.ordinal);
  json.update(hot_json(selected.reader, found));
  return json;
}

// The nodes along the heavy path, and what is usual of them.
draw::CurvePlot plot_of(const cli::PassesSelection& selected, const HotSpots& found) {
  draw::Curve nodes{"on the heavy path", {}}, usual{"usual of such nodes elsewhere", {}};
  draw::Curve trigger{"trigger", {}};
  for (std::size_t i = 0; i < std::min(found.heavy_path.size(), HotSpots::kMostCompared); ++i) {
    const HotNode& node = found.heavy_path[i];
    const auto step = static_cast<double>(i), size = static_cast<double>(node.nodes);
    nodes.points.emplace_back(step, size);
    if (node.usual) usual.points.emplace_back(step, node.usual->median);
    if (found.trigger && found.trigger->node.row.id == node.row.id) {
      trigger.points.emplace_back(step, size);
    }
  }
  draw::CurvePanel panel{"nodes", {std::move(nodes)}};
  if (!usual.points.empty()) panel.curves.push_back(std::move(usual));
  if (!trigger.points.empty()) panel.curves.push_back(std::move(trigger));
  return {fmt::format("{}: heavy path of pass {}", selected.reader.file().path, found.pass.ordinal),
          "steps from the root",
          {std::move(panel)}};
}

Status draw_path(const HotOptions& options, const cli::PassesSelection& selected,
                 const HotSpots& found) {
  const auto format = draw::curve_format(options.render);
  if (!format) return format.status();
  const auto picture = draw::draw_curves(plot_of(selected, found), *format);
  if (!picture) return picture.status();
  return cli::write_file(options.render, *picture, options.force);
}

// Before the long work: whether its picture can be drawn.
Status check_picture(const HotOptions& options) {
  if (options.render.empty()) return Status::ok();
  const auto format = draw::curve_format(options.render);
  if (!format) return Status::usage("--render: " + format.status().message());
  if (Status status = cli::check_output(options.render, options.force); !status) return status;
  return draw::check_curves(*format);
}

Status run_hot(const HotOptions& options) {
  if (Status status = check_picture(options); !status) return status;
  const auto selected = cli::select_passes(options.trace);
  if (!selected) return selected.status();
  const TraceReader::Snapshot snapshot(selected->reader);
  const auto found = spots_of(*selected);
  if (!found) return found.status();
  if (!options.render.empty()) {
    if (Status status = draw_path(options, *selected, *found); !status) return status;
  }
  if (options.format == cli::OutputFormat::kJson) {
    return cli::write_json(answer_json(*selected, *found));
  }
  return cli::write_stdout(hot_text(*selected, *found));
}

constexpr const char* kHotDefinitions =
    "\n\nDefinitions:\n"
    "  heavy path   from the root: always the child with at least half of its parent's nodes\n"
    "  trigger      the first node there with a quarter of all nodes, at least 2,000, and\n"
    "               whose rows prove that it began to do what is rare elsewhere; else that\n"
    "               has fifteen times what nodes of its depth, phase and role have there,\n"
    "               not all of it below one child; or the first of many failed passes\n"
    "  late waste   moves that were searched before the one that cut\n"
    "  confirmed    searches of a move again that failed high again";

}  // namespace

void setup_hot(cli::Program& app, cli::CommandList& commands) {
  auto options = std::make_shared<HotOptions>();
  cli::Command* command =
      cli::add_command(app, "hot", "Where the nodes went, and which node set it off",
                       {"plytrace hot run.db", "plytrace hot deeper.db --pass 3",
                        "plytrace hot run.db --render hot.svg"});
  command->add_after_footer(kHotDefinitions);
  cli::add_passes_options(command, options->trace);
  cli::add_format(command, options->format);
  command
      ->add_option("--render", options->render,
                   "Draw the sizes along the heavy path:\n" + draw::curve_endings() +
                       " for the script of gnuplot")
      ->type_name("FILE");
  command->add_flag("--force", options->force, "Overwrite FILE");
  command->only_with("--force", {"--render"});
  commands.add(command, [options] { return run_hot(*options); });
}

}  // namespace plytrace

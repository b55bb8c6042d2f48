// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/figure_options.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <utility>

#include "viewer/cli/cli.h"
#include "viewer/cli/option_values.h"
#include "viewer/draw/theme.h"
#include "viewer/format/characters.h"

namespace plytrace::cli {
namespace {

// The words of an option and what they stand for.
template <class Value, std::size_t kCount>
using Words = std::array<std::pair<std::string_view, Value>, kCount>;

// The value of a word that the option's check accepted; none for "".
template <class Value, std::size_t kCount>
std::optional<Value> value_of(const Words<Value, kCount>& words, const std::string& word) {
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](const auto& row) { return row.first == word; });
  return found == words.end() ? std::nullopt : std::optional(found->second);
}

using Caption = FigureRequest::Caption;
using Label = bool draw::Labels::*;
constexpr Words<draw::Style, 3> kStyles{{{"plain", draw::Style::kPlain},
                                         {"textbook", draw::Style::kTextbook},
                                         {"dots", draw::Style::kDots}}};
constexpr Words<tree::Pruned, 4> kPruned{{{"ghost", tree::Pruned::kGhost},
                                          {"tree", tree::Pruned::kTree},
                                          {"count", tree::Pruned::kCount},
                                          {"hide", tree::Pruned::kHide}}};
constexpr Words<Caption, 3> kCaptions{
    {{"none", Caption::kNone}, {"short", Caption::kShort}, {"full", Caption::kFull}}};
constexpr Words<draw::Direction, 2> kDirections{
    {{"TB", draw::Direction::kTopDown}, {"LR", draw::Direction::kLeftRight}}};
constexpr Words<Label, 9> kLabels{{{"move", &draw::Labels::move},
                                   {"value", &draw::Labels::value},
                                   {"window", &draw::Labels::window},
                                   {"bound", &draw::Labels::bound},
                                   {"id", &draw::Labels::id},
                                   {"board", &draw::Labels::board},
                                   {"name", &draw::Labels::name},
                                   {"size", &draw::Labels::size},
                                   {"rank", &draw::Labels::rank}}};

constexpr double kSmallestFont = 4, kLargestFont = 40, kLowest = 28;

Status usage(const FigureOptions& options, const std::string& message) {
  return Status::usage(std::string(options.request.command) + ": " + message);
}

Status read_labels(const FigureOptions& options, FigureRequest& request) {
  if (options.labels.empty()) return Status::ok();
  if (request.style == draw::Style::kDots) {
    return usage(options, "--labels: dots have no texts; try another --style, or --note");
  }
  draw::Labels labels{false, false, false, false, false, false};
  for (const std::string& name : options.labels) {
    const auto label = value_of(kLabels, name);
    if (!label) {
      return usage(options,
                   "--labels: unknown label '" + name +
                       "'; give some of move, value, window, bound, id, board, name, size, rank");
    }
    labels.*(*label) = true;
  }
  request.labels = labels;
  return Status::ok();
}

Status read_only(const FigureOptions& options, FigureRequest& request) {
  using Only = FigureRequest::Only;
  if (options.only == "pv") {
    request.only = Only::kPrincipal;
  } else if (options.only == "cutoffs") {
    request.only = Only::kCutoffs;
  } else if (options.only.starts_with("path:")) {
    request.only = Only::kPath;
    request.only_path = options.only.substr(5);
  } else if (!options.only.empty()) {
    return usage(options, "--only: '" + options.only + "'; give pv, cutoffs or path:PATH");
  }
  return Status::ok();
}

Status read_notes(const FigureOptions& options, FigureRequest& request) {
  for (const std::string& note : options.notes) {
    const std::size_t equals = note.find('=');
    if (equals == std::string::npos) {
      return usage(options, "--note: '" + note + "'; give PATH=TEXT");
    }
    request.notes.emplace_back(note.substr(0, equals), note.substr(equals + 1));
  }
  return Status::ok();
}

Status read_paper(const FigureOptions& options, FigureRequest& request) {
  if (options.width.empty() && !options.height.empty()) {
    return usage(options, "--height limits a figure of a certain width; add --width");
  }
  if (!options.font_size.empty()) {
    const auto size = draw::find_length(options.font_size);
    if (!size || !(*size >= kSmallestFont && *size <= kLargestFont)) {
      return usage(options, "--font-size: '" + options.font_size +
                                "'; give 8pt or another size from 4pt to 40pt");
    }
    request.paper.font_size = *size;
  }
  if (options.width.empty()) return Status::ok();
  auto paper = draw::find_paper(options.width);
  if (!paper) {
    return usage(options,
                 "--width: '" + options.width +
                     "'; give 85mm, 160mm or another width from 20mm to 2000mm, slide or A4");
  }
  const double asked = request.paper.font_size;
  paper->font_size = asked > 0 ? asked : draw::kFigureFontSize;
  if (!options.height.empty()) {
    const auto height = draw::find_length(options.height);
    if (!height || !(*height >= kLowest)) {
      return usage(options, "--height: '" + options.height +
                                "'; give a height of 10mm or more, such as 60mm or 4in");
    }
    paper->height = *height;
  }
  request.paper = std::move(*paper);
  return Status::ok();
}

}  // namespace

Result<draw::PictureFormat> picture_format(const std::string& command, const std::string& output,
                                           const std::optional<std::string>& to) {
  std::string ending;
  if (output != "-") {
    ending = std::filesystem::path(output).extension().string();
    if (!ending.empty()) ending.erase(0, 1);
  }
  const std::string name = to.value_or("").empty() ? ending : *to;
  const auto* const by_ending = draw::find_picture_format(ending);
  if (by_ending != nullptr && by_ending != draw::find_picture_format(name)) {
    return Status::usage(command + ": '" + output + "' ends in ." + ending + ", and --to says " +
                         name + "; omit --to, or give the name another ending");
  }
  if (const auto* const found = draw::find_picture_format(name)) return *found;
  const std::string list = draw::picture_format_list("or");
  return Status::usage(command + ": '" + output + "' does not say which format; " +
                       (to ? "give --to " + list + ", or an output with that extension"
                           : "give it the extension " + list));
}

Status check_dots(const std::string& command, std::optional<int> dots,
                  const draw::PictureFormat& format) {
  if (!dots || format.name == "png") return Status::ok();
  return Status::usage(command + ": --dpi is for png, and this is " + std::string(format.name) +
                       "; omit --dpi");
}

void add_figure_options(Command* command, FigureOptions& figure) {
  FigureRequest& request = figure.request;
  const auto add = [&](const char* name, auto& value, const std::string& help, const char* type) {
    return command->add_option(name, value, help)->type_name(type);
  };
  const auto add_words = [&](const char* name, const auto& words, auto& value,
                             const std::string& help, const char* type) {
    std::vector<std::string> all;
    for (const auto& row : words) all.emplace_back(row.first);
    const auto take = [&](const std::string& word) { value = *value_of(words, word); };
    command->add_option_function(name, take, help)->check(one_of(all))->type_name(type);
  };
  add("--root", request.root, "Draw the tree below this node (default {})", "NODE");
  add("--depth", request.depth, "Draw at most N plies below it (default 8)", "N")
      ->check(whole_number(0, 1'000'000));
  add("--max-nodes", request.max_nodes,
      "Draw at most N nodes (default 60, or 14 with boards, and legible on A4)", "N")
      ->check(whole_number(1, 1'000'000));
  add("--only", figure.only, "pv, cutoffs or path:PATH", "WHAT");
  add("--unfold", request.unfolded, "Show this node's moves before others; repeatable", "NODE")
      ->allow_extra_args(false);
  add_words("--pruned", kPruned, request.pruned,
            "Skipped moves: ghost, tree (what was below), count, hide (default ghost)", "HOW");
  std::vector<std::string> labels;
  for (const auto& row : kLabels) labels.emplace_back(row.first);
  add("--labels", figure.labels, "Some of move,value,window,bound,id,board,name,size,rank", "LIST")
      ->delimiter(',')
      ->offers(labels);
  add_words("--style", kStyles, request.style,
            "plain; textbook: triangles, bare leaves, grey pruned values; dots: large trees",
            "STYLE");
  command
      ->add_option_function(
          "--theme THEME", [&](const std::string& name) { request.theme = draw::theme_of(name); },
          text::list(draw::theme_names()) + " (default paper)")
      ->check(one_of(draw::theme_names()));
  add_words("--direction", kDirections, request.direction,
            "TB or LR (default TB; with --width, LR if the tree is only legible that way)", "DIR");
  add("--width", figure.width, "Fit text and nodes to 85mm, 160mm, another width, slide or A4",
      "WIDTH");
  add("--height", figure.height,
      "At most this high (default with --width: 3/4 of a column's width)", "HEIGHT");
  add("--font-size", figure.font_size, "Size of all texts (default with --width: 8pt)", "SIZE");
  add_words("--caption", kCaptions, request.caption,
            "none, short or full (default full; the file's metadata always has it)", "HOW");
  add("--title", request.title, "A line above the caption", "TEXT");
  add("--dpi", request.dots,
      "Dots per inch of a PNG (default " + std::to_string(draw::Output().dots) + ")", "N")
      ->check(whole_number(36, 2400));
  command->add_flag("--legend", request.legend, "Explain shapes and marks");
  add("--blank", figure.blank,
      "For exercises, leave out some of values,cuts,windows; none for the solution", "LIST")
      ->check(one_of({"none", "values", "cuts", "windows"}))
      ->delimiter(',');
  add("--note", figure.notes, "Write a text at a node; repeatable", "PATH=TEXT")
      ->allow_extra_args(false);
  add("--highlight", request.highlighted, "Highlight a node; repeatable", "PATH")
      ->allow_extra_args(false);
}

Result<FigureRequest> figure_request(const FigureOptions& options) {
  FigureRequest request = options.request;
  request.wants_notes = !global().quiet;
  const auto is_blank = [&](const char* what) {
    return std::find(options.blank.begin(), options.blank.end(), what) != options.blank.end();
  };
  request.blank_values = is_blank("values");
  request.blank_cuts = is_blank("cuts");
  request.blank_windows = is_blank("windows");
  request.is_solution = is_blank("none");
  if (request.is_solution && options.blank.size() > 1) {
    return Status::usage(std::string(request.command) + ": --blank none leaves out nothing");
  }
  for (const auto read : {read_labels, read_only, read_notes, read_paper}) {
    require(read(options, request));
  }
  return request;
}

void tell_notes(const Figure& figure) {
  for (const std::string& note : figure.notes) tell(note);
}

}  // namespace plytrace::cli

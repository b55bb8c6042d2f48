// SPDX-License-Identifier: MIT
//
// plytrace render: draws a search tree, including what the search pruned.
#include <fmt/format.h>

#include <memory>

#include "core/search/search.h"
#include "viewer/answers/compare/compare.h"
#include "viewer/answers/figure/icicle_figure.h"
#include "viewer/answers/marks.h"
#include "viewer/cli/cli.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/figure_options.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/made_trace.h"
#include "viewer/commands/rules_option.h"

namespace plytrace {
namespace {

// The place of the number in the names of several files.
constexpr std::string_view kNumber = "%d";

struct RenderOptions {
  const cli::Command* command = nullptr;
  cli::TraceOptions trace;
  cli::FigureOptions picture;
  TreeSearch tree;
  std::string output, to, beside, against;
  cli::TraceOptions second;  // the trace of `beside` or `against`
  std::string view = "tree", by;
  bool steps = false, loops = false, force = false, marks = false;

  bool is_icicle() const { return view == "icicle"; }
  // Each picture in a file of its own.
  bool is_apart() const { return output.find(kNumber) != std::string::npos; }
};

// If --tree is given, searches that tree and returns its trace.
Result<std::unique_ptr<MadeTrace>> searched_tree(RenderOptions& options) {
  const bool has_trace = !options.trace.file.empty();
  if (has_trace != options.tree.position.empty()) {
    return Status::usage(has_trace ? "render: a trace and --tree; give one of them"
                                   : "render: no trace; give one, or --tree");
  }
  if (!has_trace && !options.against.empty()) {
    return Status::usage("render: --against draws two traces; with --tree, use --beside");
  }
  if (options.tree.position.empty()) {
    if (options.tree.algorithm.empty()) return std::unique_ptr<MadeTrace>();
    return Status::usage(
        "render: -a chooses how --tree is searched; a trace already records a search");
  }
  auto made = value_of(search_tree(options.tree));
  options.trace.file = made->path();
  return made;
}

// The option that names a second trace, or "".
std::string second_option(const RenderOptions& options) {
  return !options.beside.empty() ? "--beside" : !options.against.empty() ? "--against" : "";
}

// The comparison that the union of two trees shows.
Comparison compared(const Selection& a, const Selection& b) {
  cli::catch_interrupts();
  CompareSettings settings;
  settings.interrupt = &cli::interrupted();
  return compare(input_of(a), input_of(b), settings);
}

// The two searches of --beside (a file, or another search of the --tree) or of --against.
Figure drawn_both(const RenderOptions& options, const FigureRequest& request, Selection& selection,
                  const draw::PictureFormat& format) {
  if (options.steps || format.is_page()) {
    throw Failure::usage("render: " + second_option(options) + ": " +
                         (options.steps ? "--steps draws" : "a page holds") +
                         " one search; leave one of the two out");
  }
  cli::TraceOptions second = options.second;
  second.file = options.beside + options.against;
  second.moves = options.trace.moves;
  std::unique_ptr<MadeTrace> searched;
  if (!options.tree.position.empty()) {
    // Use the text that was read, because standard input can be read only once.
    TreeSearch other = options.tree;
    other.position = selection.search.position;
    other.algorithm = options.beside;
    searched = value_of(search_tree(other));
    second.file = searched->path();
  }
  auto other = value_of(cli::select(second));
  mean_passes_of_both(selection, other);
  if (options.against.empty()) {
    const OtherPictured beside{other};
    return tree_figure(request, selection, format, &beside);
  }
  const Comparison found = compared(selection, other);
  const OtherPictured against{other, &found};
  return tree_figure(request, selection, format, &against);
}

// "fig-%d.svg" becomes "fig-03.svg" if there are dozens.
std::string numbered(const std::string& name, std::size_t number, std::size_t of) {
  std::string text = name;
  const std::string digits = fmt::format("{:0{}}", number, std::to_string(of).size());
  return text.replace(text.find(kNumber), kNumber.size(), digits);
}

void check_steps(const RenderOptions& options, const draw::PictureFormat& format) {
  if (options.picture.request.caption.has_value()) {
    throw Failure::usage("render: --steps: the caption describes each step; omit --caption");
  }
  if (!format.is_page() && (options.is_apart() || format.has_moments())) return;
  throw Failure::usage(
      "render: --steps: " + std::string(format.name) +
      (format.is_page() ? " steps by itself; leave --steps out"
                        : " holds one picture; give a name with %d for the number, or " +
                              draw::picture_format_list("or", &draw::PictureFormat::has_moments)));
}

// The first given option that applies only to pictures of a tree.
std::string tree_only_option(const RenderOptions& options) {
  if (options.picture.request.style != draw::Style::kPlain) return "--style";
  return options.command->first_given({"--only", "--max-nodes", "--pruned", "--unfold", "--labels",
                                       "--direction", "--blank", "--note", "--marks", "--height",
                                       "--font-size", "--highlight", "--beside", "--against",
                                       "--steps"});
}

void check_view(const RenderOptions& options, const draw::PictureFormat& format) {
  if (!options.is_icicle()) {
    if (options.by.empty()) return;
    throw Failure::usage("render: --by colours the boxes of an icicle; add --view icicle");
  }
  if (const std::string option = tree_only_option(options); !option.empty()) {
    throw Failure::usage("render: " + option +
                         " is for trees, not for --view icicle; omit one of them");
  }
  if (format.has_icicles()) return;
  throw Failure::usage("render: --view icicle: " + std::string(format.name) +
                       " draws trees only; try " +
                       draw::picture_format_list("or", &draw::PictureFormat::has_icicles));
}

// A page contains all searched nodes and unfolds and steps by itself, so it accepts no marks and no
// limits on what is shown.
void check_page(const RenderOptions& options, const draw::PictureFormat& format) {
  if (!format.is_page() || options.is_icicle()) return;
  const std::string option =
      options.command->first_given({"--blank", "--note", "--marks", "--highlight"});
  if (!option.empty()) {
    throw Failure::usage(
        "render: " + option +
        ": a page shows the whole search, without marks; try svg, pdf, png or tex");
  }
  const bool has_looks = options.picture.request.style != draw::Style::kPlain ||
                         !options.command->first_given({"--width", "--caption"}).empty();
  if (has_looks) {
    cli::tell(
        "an HTML page fills its window and always shows everything: --style, --width and --caption "
        "have no effect");
  }
}

Figure drawn(const RenderOptions& options, const FigureRequest& request, Selection& selection,
             const draw::PictureFormat& format) {
  const bool has_second = !second_option(options).empty();
  if (options.steps && !has_second) {
    check_steps(options, format);
    return step_figure(request, selection, format, options.is_apart());
  }
  if (has_second) return drawn_both(options, request, selection, format);
  if (!options.is_icicle()) return tree_figure(request, selection, format);
  return Figure{{icicle_figure(request, selection, format)}, {}};
}

// Writes the marks of the pass below the picture's root at their nodes, as --note does.
void add_marks(const RenderOptions& options, const Selection& selection, FigureRequest& request) {
  if (!options.marks) return;
  const TraceReader& reader = selection.reader;
  cli::note_input(answers::marks_file(options.trace.file));
  const auto found = value_of(answers::read_marks(reader, options.trace.file));
  for (const std::string& why : found.left_out) cli::tell(why);
  const std::string& top = request.root;
  const auto root = value_of(reader.find(top, selection.pass));
  std::size_t outside = 0;
  for (const answers::Mark& mark : found.marks) {
    if (mark.node < root.id || mark.node > reader.last_of(root)) {
      ++outside;
      continue;
    }
    request.notes.emplace_back(mark.path, mark.text);
  }
  if (found.marks.empty()) {
    cli::tell("there are no marks in " + answers::marks_file(options.trace.file));
  } else if (outside > 0) {
    cli::tell(text::count(outside, "mark") + " outside of the picture's root and pass left out");
  }
}

Status run_render(RenderOptions options) {
  const auto format = value_of(cli::picture_format("render", options.output, options.to));
  require(cli::check_dots("render", options.picture.request.dots, format));
  check_view(options, format);
  check_page(options, format);
  cli::check_output(options.output, options.force);
  auto request = value_of(cli::figure_request(options.picture));
  request.by = draw::find_icicle_by(options.by).value_or(draw::IcicleBy::kClass);
  request.named = options.tree.position.empty();
  request.loops = options.loops;
  const auto made = value_of(searched_tree(options));
  auto selection = value_of(cli::select(options.trace));
  add_marks(options, selection, request);
  const auto figure = drawn(options, request, selection, format);
  cli::tell_notes(figure);
  const std::vector<std::string>& files = figure.files;
  const bool is_numbered = options.steps && options.is_apart();
  std::vector<cli::OutputFile> outputs;
  for (std::size_t i = 0; i < files.size(); ++i) {
    outputs.push_back(
        {is_numbered ? numbered(options.output, i + 1, files.size()) : options.output, files[i]});
  }
  cli::write_files(outputs, options.force);
  return Status::ok();
}

}  // namespace

void setup_render(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "render", "Draw the tree of a search, including its pruned parts",
      {"plytrace render run.db -o run.svg",
       "plytrace render run.db --only cutoffs --width 160mm --legend -o cuts.pdf",
       "plytrace render --tree '[[3,12,8],[2,4,6]]' -a minimax --beside alphabeta -o both.svg",
       "plytrace render minimax.db --against alphabeta.db -o union.svg",
       "plytrace render run.db --view icicle --by class -o all.svg",
       ("plytrace render --tree '[[3,12,8],[2,4,6],[14,5,2]]' --style textbook --width 85mm -o "
        "fig.tex")},
      run_render);
  std::vector<std::string> formats;
  for (const draw::PictureFormat& format : draw::picture_formats()) {
    formats.emplace_back(format.name);
  }
  RenderOptions& o = *options;
  o.command = command;
  cli::add_trace_options(command, o.trace, cli::Need::kOptional);
  cli::add_moves(command, o.trace.moves);
  command->add_option("--tree TREE", o.tree.position,
                      "Search and draw this tree: nested lists of values, another form\n"
                      "(docs/games.md), their file, or -");
  command->add_option(
      "-a,--algorithm NAME", o.tree.algorithm,
      "How --tree is searched (default " + std::string(word(SearchSettings{}.algorithm)) + ")");
  add_conventions(command, o.tree);
  for (const char* const option : {"--cut", "--order", "--ties", "--window", "--game-option"}) {
    command->only_with(option, {"--tree"});
  }
  command
      ->add_option("-o,--output FILE", o.output,
                   "The picture, in the format of its extension, or - for stdout")
      ->required();
  command->add_option("--to FORMAT", o.to, "Output format, if the file name does not imply one")
      ->check(cli::one_of(formats));
  command
      ->add_option("--view VIEW", o.view,
                   "tree, or icicle: every node, as wide as its subtree (default {})")
      ->check(cli::one_of({"tree", "icicle"}));
  command
      ->add_option(
          "--by WHAT", o.by,
          "Colour boxes by kind, role, phase, class, cut-rank or depth-gain\n(default class)")
      ->check(cli::one_of(draw::icicle_by_names()));
  cli::add_figure_options(command, o.picture);
  cli::Option* const beside =
      command
          ->add_option("--beside TRACE", o.beside,
                       "Another trace of the position, drawn beside it; with --tree, an algorithm")
          ->check(cli::input_file());
  command
      ->add_option("--against TRACE", o.against,
                   "Another trace of the position; one tree shows what each of the two searched")
      ->check(cli::input_file())
      ->excludes(beside);
  command->add_option("--search-b N", o.second.search,
                      "Search of --beside or --against (default: the last)");
  command->add_option("--pass-b N", o.second.pass,
                      "Pass of --beside or --against (default: the last finished)");
  for (const char* const option : {"--search-b", "--pass-b"}) {
    command->only_with(option, {"--beside", "--against"});
  }
  command->add_flag("--steps", o.steps,
                    "The search step by step: a beamer file, a moving SVG, or files named with %d");
  command->add_flag("--loop", o.loops, "A moving SVG starts again after its last step");
  command->only_with("--loop", {"--steps"});
  command->add_flag("--marks", o.marks,
                    "Write the marks set in the explorer (TRACE.marks.json) at their nodes");
  command->add_flag("--force", o.force, "Overwrite the output");
  cli::add_rules(command);
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// plytrace render: draws a search tree, including what the search pruned.
#include <fmt/format.h>

#include <memory>

#include "core/search/search.h"
#include "viewer/cli/cli.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/icicle_picture.h"
#include "viewer/commands/ask/tree_picture.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/made_trace.h"

namespace plytrace {
namespace {

struct RenderOptions {
  TreePictureOptions picture;
  std::string tree, algorithm;
  std::string output, to, beside;
  std::string view = "tree", by;
  bool steps = false, force = false;

  bool is_icicle() const { return view == "icicle"; }
};

// With --tree, searches that tree and returns its trace.
Result<std::unique_ptr<MadeTrace>> searched_tree(RenderOptions& options) {
  const bool has_trace = !options.picture.trace.file.empty();
  if (has_trace != options.tree.empty()) {
    return Status::usage(has_trace ? "render: a trace and --tree; give one of them"
                                   : "render: no trace; give one, or --tree");
  }
  if (options.tree.empty()) {
    if (options.algorithm.empty()) return std::unique_ptr<MadeTrace>();
    return Status::usage(
        "render: -a chooses how --tree is searched; a trace already records a search");
  }
  auto made = search_tree(options.tree, options.algorithm);
  if (!made) return made;
  options.picture.trace.file = (*made)->path();
  options.picture.named = false;
  return made;
}

// The second trace, from --beside: a file, or another search of the --tree.
Result<std::string> drawn_beside(const RenderOptions& options, Selection& selection,
                                 const draw::PictureFormat& format) {
  if (options.steps || format.is_page()) {
    return Status::usage(std::string("render: --beside: ") +
                         (options.steps ? "--steps draws" : "a page holds") +
                         " one search; leave one of the two out");
  }
  cli::TraceOptions second;
  second.file = options.beside;
  std::unique_ptr<MadeTrace> searched;
  if (!options.tree.empty()) {
    // Use the text that was read, because standard input can be read only once.
    auto made = search_tree(selection.search.position, options.beside);
    if (!made) return made.status();
    searched = std::move(*made);
    second.file = searched->path();
  }
  auto other = cli::select(second);
  if (!other) return other.status();
  const OtherPictured beside{*other};
  return tree_picture(options.picture, selection, format, &beside);
}

constexpr std::string_view kNumber = "%d";

// "fig-%d.svg" becomes "fig-03.svg" if there are dozens.
std::string numbered(const std::string& name, std::size_t number, std::size_t of) {
  std::string text = name;
  const std::string digits = fmt::format("{:0{}}", number, std::to_string(of).size());
  return text.replace(text.find(kNumber), kNumber.size(), digits);
}

Status write_steps(const RenderOptions& options, Selection& selection,
                   const draw::PictureFormat& format) {
  if (!options.picture.caption.empty()) {
    return Status::usage("render: --steps: the caption describes each step; omit --caption");
  }
  const bool apart = options.output.find(kNumber) != std::string::npos;
  if (format.is_page() || (!apart && !format.has_moments())) {
    return Status::usage(
        "render: --steps: " + std::string(format.name) +
        (format.is_page()
             ? " steps by itself; leave --steps out"
             : " holds one picture; give a name with %d for the number, or " +
                   draw::picture_format_list("or", &draw::PictureFormat::has_moments)));
  }
  const auto files = step_pictures(options.picture, selection, format, apart);
  if (!files) return files.status();
  for (std::size_t i = 0; i < files->size(); ++i) {
    const std::string name =
        apart ? numbered(options.output, i + 1, files->size()) : options.output;
    if (Status status = cli::write_file(name, (*files)[i], options.force); !status) return status;
  }
  return Status::ok();
}

// The first given option that applies only to pictures of a tree.
std::string tree_only_option(const RenderOptions& options) {
  const TreePictureOptions& picture = options.picture;
  if (!picture.only.empty()) return "--only";
  if (picture.max_nodes) return "--max-nodes";
  if (!picture.pruned.empty()) return "--pruned";
  if (!picture.unfolded.empty()) return "--unfold";
  if (!picture.labels.empty()) return "--labels";
  if (picture.style != TreePictureOptions().style) return "--style";
  if (picture.direction != TreePictureOptions().direction) return "--direction";
  if (!picture.blank.empty()) return "--blank";
  if (!picture.notes.empty()) return "--note";
  if (!picture.highlighted.empty()) return "--highlight";
  if (!options.beside.empty()) return "--beside";
  return options.steps ? "--steps" : "";
}

Status check_view(const RenderOptions& options, const draw::PictureFormat& format) {
  if (!options.is_icicle()) {
    if (options.by.empty()) return Status::ok();
    return Status::usage("render: --by colours the boxes of an icicle; add --view icicle");
  }
  if (const std::string option = tree_only_option(options); !option.empty()) {
    return Status::usage("render: " + option +
                         " is for trees, not for --view icicle; omit one of them");
  }
  if (format.has_icicles()) return Status::ok();
  return Status::usage("render: --view icicle: " + std::string(format.name) +
                       " draws trees only; try " +
                       draw::picture_format_list("or", &draw::PictureFormat::has_icicles));
}

// A page contains all searched nodes and unfolds and steps by itself, so it accepts no marks and no
// limits on what is shown.
Status check_page(const RenderOptions& options, const draw::PictureFormat& format) {
  if (!format.is_page() || options.is_icicle()) return Status::ok();
  const TreePictureOptions& picture = options.picture;
  const char* const option = !picture.blank.empty()         ? "--blank"
                             : !picture.notes.empty()       ? "--note"
                             : !picture.highlighted.empty() ? "--highlight"
                                                            : nullptr;
  if (option != nullptr) {
    return Status::usage(
        std::string("render: ") + option +
        ": a page shows the whole search, without marks; try svg, pdf, png or tex");
  }
  const bool has_looks = picture.style != TreePictureOptions().style || !picture.width.empty() ||
                         !picture.caption.empty();
  if (has_looks) {
    cli::tell(
        "an HTML page fills its window and always shows everything: --style, --width and --caption "
        "have no effect");
  }
  return Status::ok();
}

Result<std::string> icicle_of(const RenderOptions& options, Selection& selection,
                              const draw::PictureFormat& format) {
  const TreePictureOptions& tree = options.picture;
  IciclePictureOptions icicle;
  icicle.trace = tree.trace;
  icicle.root = tree.root;
  icicle.depth = tree.depth;
  icicle.by = draw::find_icicle_by(options.by).value_or(draw::IcicleBy::kKind);
  icicle.theme = draw::theme_of(tree.theme);
  icicle.title = tree.title;
  icicle.caption = tree.caption;
  icicle.width = tree.width;
  icicle.dots = tree.dots;
  icicle.named = tree.named;
  return icicle_picture(icicle, selection, format);
}

Status run_render(RenderOptions options) {
  const auto format = cli::picture_format("render", options.output, options.to);
  if (!format) return format.status();
  if (Status s = cli::check_dots("render", options.picture.dots, *format); !s) return s;
  if (Status status = check_view(options, *format); !status) return status;
  if (Status status = check_page(options, *format); !status) return status;
  if (Status status = cli::check_output(options.output, options.force); !status) return status;
  const auto made = searched_tree(options);
  if (!made) return made.status();
  auto selection = cli::select(options.picture.trace);
  if (!selection) return selection.status();
  if (options.steps && options.beside.empty()) return write_steps(options, *selection, *format);
  const auto bytes = options.is_icicle()      ? icicle_of(options, *selection, *format)
                     : options.beside.empty() ? tree_picture(options.picture, *selection, *format)
                                              : drawn_beside(options, *selection, *format);
  if (!bytes) return bytes.status();
  return cli::write_file(options.output, *bytes, options.force);
}

}  // namespace

void setup_render(cli::Program& app, cli::CommandList& commands) {
  cli::Command* command = cli::add_command(
      app, "render", "Draw the tree of a search, including its pruned parts",
      {"plytrace search connect4 -d 4 -o run.db && plytrace render run.db -o run.svg",
       "plytrace render run.db --only cutoffs --width 160mm --legend -o cuts.pdf",
       "plytrace render --tree '[[3,12,8],[2,4,6]]' -a minimax --beside alphabeta -o both.svg",
       "plytrace render run.db --view icicle --by class -o all.svg",
       ("plytrace render --tree '[[3,12,8],[2,4,6],[14,5,2]]' --style textbook --width 85mm -o "
        "fig.tex")});
  std::vector<std::string> formats;
  for (const draw::PictureFormat& format : draw::picture_formats()) {
    formats.emplace_back(format.name);
  }
  auto options = std::make_shared<RenderOptions>();
  RenderOptions& o = *options;
  cli::add_trace_options(command, o.picture.trace, cli::Need::kOptional);
  command
      ->add_option("--tree", o.tree,
                   "Search and draw this tree: nested lists of values, their file, or -")
      ->type_name("JSON");
  command
      ->add_option(
          "-a,--algorithm", o.algorithm,
          "How --tree is searched (default " + std::string(word(SearchSettings{}.algorithm)) + ")")
      ->type_name("NAME");
  command
      ->add_option("-o,--output", o.output,
                   "The picture, in the format of its extension, or - for stdout")
      ->required()
      ->type_name("FILE");
  command->add_option("--to", o.to, "Output format, if the file name does not imply one")
      ->check(cli::one_of(formats))
      ->type_name("FORMAT");
  command
      ->add_option("--view", o.view,
                   "tree, or icicle: every node, as wide as its subtree (default {})")
      ->check(cli::one_of({"tree", "icicle"}))
      ->type_name("VIEW");
  command
      ->add_option("--by", o.by,
                   "By kind, role, phase, class, cut-rank or depth-gain (default kind)")
      ->check(cli::one_of(draw::icicle_by_names()))
      ->type_name("WHAT");
  add_tree_picture_options(command, o.picture);
  command
      ->add_option("--beside", o.beside,
                   "Another trace of the position, drawn beside it; with --tree, an algorithm")
      ->check(cli::input_file())
      ->type_name("TRACE");
  command->add_flag("--steps", o.steps,
                    "The search step by step: a beamer file, a moving SVG, or files named with %d");
  command->add_flag("--force", o.force, "Overwrite the output");
  commands.add(command, [options] { return run_render(*options); });
}

}  // namespace plytrace

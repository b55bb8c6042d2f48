// SPDX-License-Identifier: MIT
//
// plytrace render: a picture of a search tree, with what the search pruned.
#include <memory>

#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/tree_picture.h"
#include "viewer/commands/commands.h"
#include "viewer/draw/theme.h"
#include "viewer/plain/characters.h"

namespace plytrace {
namespace {

struct RenderOptions {
  TreePictureOptions picture;
  std::string output, to;
  bool force = false;
};

Status run_render(const RenderOptions& options) {
  const auto format = cli::picture_format("render", options.output, options.to);
  if (!format) return format.status();
  if (Status status = cli::check_output(options.output, options.force); !status) return status;
  auto selection = cli::select(options.picture.trace);
  if (!selection) return selection.status();
  const auto bytes = tree_picture(options.picture, *selection, *format);
  if (!bytes) return bytes.status();
  return cli::write_file(options.output, *bytes, options.force);
}

}  // namespace

void setup_render(cli::Program& app, cli::CommandList& commands) {
  cli::Command* command = cli::add_command(
      app, "render", "Draws the tree of a search, pruned parts included",
      {"plytrace search connect4 -d 4 -o run.db && plytrace render run.db -o run.svg",
       "plytrace render run.db --only cutoffs --theme color --legend -o cuts.pdf",
       "plytrace render run.db --root /d --depth 2 --pruned count --to dot -o -"});
  std::vector<std::string> formats;
  for (const draw::PictureFormat& format : draw::picture_formats()) {
    formats.emplace_back(format.name);
  }
  auto options = std::make_shared<RenderOptions>();
  RenderOptions& o = *options;
  cli::add_trace_options(command, o.picture.trace);
  command
      ->add_option("-o,--output", o.output,
                   "The picture, in the format that its name ends in, or - for stdout")
      ->required()
      ->type_name("FILE");
  command->add_option("--to", o.to, "Its format, where the name does not say it")
      ->check(cli::one_of(formats))
      ->type_name("FORMAT");
  command->add_option("--root", o.picture.root, "Draw the tree below this node (default /)")
      ->type_name("NODE");
  command->add_option("--depth", o.picture.depth, "At most so many plies below it (default 8)")
      ->check(cli::whole_number(0, 1'000'000))
      ->type_name("N");
  command
      ->add_option("--max-nodes", o.picture.max_nodes,
                   "At most so many nodes (default 60, with boards 14, and legible on A4)")
      ->check(cli::whole_number(1, 1'000'000))
      ->type_name("N");
  command->add_option("--only", o.picture.only, "pv, cutoffs or path:PATH")->type_name("WHAT");
  command
      ->add_option("--pruned", o.picture.pruned,
                   "Skipped moves: ghost, tree (what was below), count, hide (default ghost)")
      ->check(cli::one_of({"ghost", "tree", "count", "hide"}))
      ->type_name("HOW");
  command
      ->add_option("--labels", o.picture.labels,
                   "Some of move,value,window,bound,id,board (default move,value,window,bound)")
      ->delimiter(',')
      ->type_name("LIST");
  command
      ->add_option("--theme", o.picture.theme, text::list(draw::theme_names()) + " (default paper)")
      ->check(cli::one_of(draw::theme_names()))
      ->type_name("THEME");
  command->add_option("--direction", o.picture.direction, "TB or LR (default TB)")
      ->check(cli::one_of({"TB", "LR"}))
      ->type_name("DIR");
  command->add_flag("--legend", o.picture.legend, "Explain shapes and marks");
  command->add_option("--title", o.picture.title, "A line above the caption")->type_name("TEXT");
  command->add_flag("--force", o.force, "Overwrite the output");
  commands.add(command, [options] { return run_render(*options); });
}

}  // namespace plytrace

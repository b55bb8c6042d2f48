// SPDX-License-Identifier: MIT
//
// The picture of one search's tree, pruned parts included, as `plytrace render` and `plytrace
// report` draw it: an excerpt within a budget, laid out and written in a format. Says on stderr
// where text would be too small to read. Errors: usage (unknown words), bad_input (no such node),
// environment (Graphviz). Thread rule: one call at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/comparison.h"
#include "viewer/commands/ask/picture_output.h"
#include "viewer/commands/ask/selection.h"

namespace plytrace {

// In the words of the command line.
struct TreePictureOptions {
  const char* command = "render";  // in messages
  cli::TraceOptions trace;
  std::string style = "plain", root = "/", only, theme = "paper", direction, width;
  // Empty: as the style has them.
  std::string pruned, caption;
  std::vector<std::string> labels, blank;
  std::vector<std::string> notes, highlighted;  // PATH=TEXT, PATH
  std::vector<std::string> unfolded;            // nodes
  std::optional<int> dots{};                    // an inch, of PNG
  bool named = true;                            // the caption names the trace's file
  std::optional<std::int64_t> depth;
  std::optional<std::size_t> max_nodes;
  std::string title;
  bool legend = false;
};

// The options that the commands share which draw trees; what they say goes into `picture`.
std::vector<cli::Option*> add_tree_picture_options(cli::Command* command,
                                                   TreePictureOptions& picture);

// The second search of a picture of two.
struct OtherPictured {
  cli::Selection& selection;
  const Comparison* found = nullptr;  // of both, drawn as one tree; null: the trees side by side
};

// A root that is named by its id may lie in another pass, which is then selected.
Result<std::string> tree_picture(const TreePictureOptions& options, cli::Selection& selection,
                                 const draw::PictureFormat& format,
                                 const OtherPictured* other = nullptr);
// The search step by step: a picture of each moment, or one file of all where the format holds it
// and `apart` is not wanted.
Result<std::vector<std::string>> step_pictures(const TreePictureOptions& options,
                                               cli::Selection& selection,
                                               const draw::PictureFormat& format, bool apart);

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// The picture of one search tree with its pruned parts, as `plytrace render` and `plytrace report`
// draw it: an excerpt within a budget, laid out and written in a format. Warns on stderr about text
// that is too small to read. Errors: usage (unknown words), bad_input (no such node), environment
// (Graphviz). Thread rule: one call at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/answers/compare/comparison.h"
#include "viewer/commands/ask/picture_output.h"
#include "viewer/commands/ask/selection.h"

namespace plytrace {

// The options as given on the command line.
struct TreePictureOptions {
  const char* command = "render";  // name used in messages
  cli::TraceOptions trace;
  std::string style = "plain", root = "/", only, theme = "paper", direction, width;
  // Empty: the default of the style.
  std::string pruned, caption;
  std::vector<std::string> labels, blank;
  std::vector<std::string> notes, highlighted;  // PATH=TEXT, PATH
  std::vector<std::string> unfolded;            // paths of nodes
  std::optional<int> dots{};                    // per inch, for PNG
  bool named = true;                            // the caption contains the trace's file name
  std::optional<std::int64_t> depth;
  std::optional<std::size_t> max_nodes;
  std::string title;
  bool legend = false;
};

// Adds the options shared by the commands that draw trees; parsing stores them in `picture`.
std::vector<cli::Option*> add_tree_picture_options(cli::Command* command,
                                                   TreePictureOptions& picture);

// The second search of a picture of two.
struct OtherPictured {
  Selection& selection;
  const Comparison* found = nullptr;  // to draw both as one tree; null: two trees side by side
};

// If the root is named by its id and lies in another pass, that pass is selected.
Result<std::string> tree_picture(const TreePictureOptions& options, Selection& selection,
                                 const draw::PictureFormat& format,
                                 const OtherPictured* other = nullptr);
// The search step by step: one picture per moment, or a single file if the format supports it and
// `apart` is false.
Result<std::vector<std::string>> step_pictures(const TreePictureOptions& options,
                                               Selection& selection,
                                               const draw::PictureFormat& format, bool apart);

}  // namespace plytrace

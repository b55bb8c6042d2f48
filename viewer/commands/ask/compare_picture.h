// SPDX-License-Identifier: MIT
//
// The picture of compare --render: the union of two aligned trees.
#pragma once

#include <string>

#include "viewer/analysis/comparison.h"
#include "viewer/commands/ask/picture_output.h"
#include "viewer/commands/ask/selection.h"

namespace plytrace {

struct UnionPicture {
  std::string file;  // "" = none
  bool force = false;
  std::size_t max_nodes = 0;  // 0 = what is legible on the paper
  std::string theme = "paper", direction = "TB", caption = "full", width, title;
  bool legend = false;
  int dots = 144;  // an inch, of PNG
};

// The format that the file's name says; usage error for none, for one that holds no union, and for
// a file that exists without `force`.
Result<draw::PictureFormat> union_picture_format(const UnionPicture& picture);

Result<std::string> draw_union(const cli::Selection& a, const cli::Selection& b,
                               const Comparison& found, const UnionPicture& picture,
                               const draw::PictureFormat& format);

}  // namespace plytrace

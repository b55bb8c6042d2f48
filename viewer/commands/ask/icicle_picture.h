// SPDX-License-Identifier: MIT
//
// The picture of a whole search as an icicle, as `plytrace render --view icicle` draws it: all
// passes side by side, or one, or the subtree of a node. Errors: usage (no such width), bad_input
// (no such node), environment (Graphviz). Thread rule: one call at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "viewer/commands/ask/selection.h"
#include "viewer/draw/icicle_looks.h"
#include "viewer/draw/picture_formats.h"

namespace plytrace {

struct IciclePictureOptions {
  cli::TraceOptions trace;
  std::string root = "/";
  std::optional<std::int64_t> depth;  // rows below the first
  draw::IcicleBy by = draw::IcicleBy::kKind;
  draw::Theme theme = draw::Theme::kPaper;
  std::string title, caption, width;  // in the words of the command line
  std::optional<int> dots{};          // an inch, of PNG
  bool named = true;                  // the caption names the trace's file
};

Result<std::string> icicle_picture(const IciclePictureOptions& options, cli::Selection& selection,
                                   const draw::PictureFormat& format);

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// The icicle chart of a search that `plytrace render --view icicle` draws: all passes side by side,
// one pass, or the subtree of a node. Errors: usage (no such width), bad_input (no such node),
// environment (Graphviz). Thread rule: one call at a time.
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
  std::string title, caption, width;  // as given on the command line
  std::optional<int> dots{};          // per inch, for PNG
  bool named = true;                  // the caption contains the trace's file name
};

Result<std::string> icicle_picture(const IciclePictureOptions& options, Selection& selection,
                                   const draw::PictureFormat& format);

}  // namespace plytrace

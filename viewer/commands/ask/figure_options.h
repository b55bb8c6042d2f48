// SPDX-License-Identifier: MIT
//
// What all drawing commands share: their options, and the request for a figure made of these.
// Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/answers/figure/figure.h"
#include "viewer/cli/command.h"

namespace plytrace::cli {

// The options as given on the command line.
struct FigureOptions {
  const char* command = "render";  // name used in messages
  std::string root = "/", only, style = "plain", theme = "paper", direction, width, height,
              font_size, pruned, caption;
  std::vector<std::string> labels, blank;
  std::vector<std::string> notes, highlighted;  // PATH=TEXT, PATH
  std::vector<std::string> unfolded;            // paths of nodes
  std::optional<int> dots{};                    // per inch, for PNG
  std::optional<std::int64_t> depth;
  std::optional<std::size_t> max_nodes;
  std::string title;
  bool legend = false;
};
std::vector<Option*> add_figure_options(Command* command, FigureOptions& figure);

// Usage error for unknown words.
Result<FigureRequest> figure_request(const FigureOptions& options);

// Chosen by --to, or else by the extension of the output. If neither decides, a usage error that
// names `command`.
Result<draw::PictureFormat> picture_format(const std::string& command, const std::string& output,
                                           const std::string& to);

// The usage error for --dpi with a format that is not made of pixels.
Status check_dots(const std::string& command, std::optional<int> dots,
                  const draw::PictureFormat& format);

// Prints the notes of a figure on stderr.
void tell_notes(const Figure& figure);

}  // namespace plytrace::cli

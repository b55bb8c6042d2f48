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

struct FigureOptions {
  FigureRequest request;  // what the options fill directly
  // The words of the other options, which figure_request() reads.
  std::string only, width, height, font_size;
  std::vector<std::string> labels, blank, notes;
};
void add_figure_options(Command* command, FigureOptions& figure);

// Usage error for unknown words.
Result<FigureRequest> figure_request(const FigureOptions& options);

// Chosen by --to, or else by the extension of the output. If neither decides, a usage error that
// begins with `command`. `to` is nullopt in a command without --to, and "" if it was not given.
Result<draw::PictureFormat> picture_format(const std::string& command, const std::string& output,
                                           const std::optional<std::string>& to);

// The usage error for --dpi with a format that is not made of pixels.
Status check_dots(const std::string& command, std::optional<int> dots,
                  const draw::PictureFormat& format);

// Prints the notes of a figure on stderr.
void tell_notes(const Figure& figure);

}  // namespace plytrace::cli

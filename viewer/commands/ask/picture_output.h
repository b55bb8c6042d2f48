// SPDX-License-Identifier: MIT
//
// What the commands that draw share: which format is wanted, on what paper, and how it looks.
// Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/cli/command.h"
#include "viewer/draw/paper.h"
#include "viewer/draw/picture_formats.h"

namespace plytrace::cli {

// By --to, else by what the output's name ends in; usage error naming `command` if neither says.
Result<draw::PictureFormat> picture_format(const std::string& command, const std::string& output,
                                           const std::string& to);

// The usage error for --dpi with a format that has no dots.
Status check_dots(const std::string& command, std::optional<int> dots,
                  const draw::PictureFormat& format);

// The options of looks that all commands share which draw: they go into these members.
struct PictureLooks {
  std::string &theme, &direction, &caption, &width, &title;
  bool& legend;
  std::optional<int>& dots;
};
std::vector<Option*> add_picture_looks(Command* command, PictureLooks looks);

// Of --width; the usual paper for "". Usage error naming `command` for what is none.
Result<draw::Paper> paper_of(const std::string& command, const std::string& width);

}  // namespace plytrace::cli

// SPDX-License-Identifier: MIT
//
// What the commands that draw share: which format is wanted, and whether the picture is legible in
// print. Thread rule: pure functions.
#pragma once

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

// The options of looks that all commands share which draw: they go into these members.
struct PictureLooks {
  std::string &theme, &direction, &caption, &width, &title;
  bool& legend;
  int& dots;
};
std::vector<Option*> add_picture_looks(Command* command, PictureLooks looks);

// Of --width; the usual paper for "". Usage error naming `command` for what is none.
Result<draw::Paper> paper_of(const std::string& command, const std::string& width);

// The picture as large as the paper has it. Says so on stderr where its text would be too small,
// and what to try, `advice` ("fewer --unfold, ") first.
Result<std::string> picture_bytes(const draw::Diagram& diagram, const draw::Placement& placed,
                                  const draw::Paper& paper, int dots,
                                  const draw::PictureFormat& format, const char* advice);

}  // namespace plytrace::cli

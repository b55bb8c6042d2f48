// SPDX-License-Identifier: MIT
//
// What all drawing commands share: the choice of format, paper and look. Thread rule: pure
// functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/cli/command.h"
#include "viewer/draw/paper.h"
#include "viewer/draw/picture_formats.h"

namespace plytrace::cli {

// Chosen by --to, or else by the extension of the output. If neither decides, a usage error that
// names `command`.
Result<draw::PictureFormat> picture_format(const std::string& command, const std::string& output,
                                           const std::string& to);

// The usage error for --dpi with a format that is not made of pixels.
Status check_dots(const std::string& command, std::optional<int> dots,
                  const draw::PictureFormat& format);

// The common options about looks, which are stored in these members.
struct PictureLooks {
  std::string &theme, &direction, &caption, &width, &title;
  bool& legend;
  std::optional<int>& dots;
};
std::vector<Option*> add_picture_looks(Command* command, PictureLooks looks);

// The paper given by --width; "" is the default paper. A usage error that names `command` if the
// width is not valid.
Result<draw::Paper> paper_of(const std::string& command, const std::string& width);

}  // namespace plytrace::cli

// SPDX-License-Identifier: MIT
//
// What the commands that draw share: which format is wanted, and whether the picture is legible in
// print. Thread rule: pure functions.
#pragma once

#include <string>

#include "core/status.h"
#include "viewer/draw/paper.h"
#include "viewer/draw/picture_formats.h"

namespace plytrace::cli {

// By --to, else by what the output's name ends in; usage error naming `command` if neither says.
Result<draw::PictureFormat> picture_format(const std::string& command, const std::string& output,
                                           const std::string& to);

// Of --width; the usual paper for "". Usage error naming `command` for what is none.
Result<draw::Paper> paper_of(const std::string& command, const std::string& width);

// The picture as large as the paper has it. Says so on stderr where its text would be too small.
Result<std::string> picture_bytes(const draw::Diagram& diagram, const draw::Placement& placed,
                                  const draw::Paper& paper, int dots,
                                  const draw::PictureFormat& format);

}  // namespace plytrace::cli

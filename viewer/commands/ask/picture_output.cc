// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/picture_output.h"

#include <cstdio>
#include <filesystem>
#include <utility>

#include "viewer/cli/cli.h"

namespace plytrace::cli {

Result<draw::PictureFormat> picture_format(const std::string& command, const std::string& output,
                                           const std::string& to) {
  std::string name = to;
  if (name.empty() && output != "-") {
    name = std::filesystem::path(output).extension().string();
    if (!name.empty()) name.erase(0, 1);
  }
  if (const auto* const found = draw::find_picture_format(name)) return *found;
  return Status::usage(command + ": '" + output + "' does not say which format; give --to " +
                       draw::picture_format_list("or") + ", or an output that ends so");
}

Result<draw::Paper> paper_of(const std::string& command, const std::string& width) {
  if (width.empty()) return draw::usual_paper();
  if (auto paper = draw::find_paper(width)) return std::move(*paper);
  return Status::usage(command + ": --width: '" + width +
                       "'; give 85mm, 160mm or another width from 20mm to 2000mm, slide or A4");
}

Result<std::string> picture_bytes(const draw::Diagram& diagram, const draw::Placement& placed,
                                  const draw::Paper& paper, int dots,
                                  const draw::PictureFormat& format) {
  draw::Output output;
  output.dots = dots;
  if (paper.is_asked) output.scale = draw::scale_on(paper, placed);
  auto bytes = format.bytes(diagram, placed, output);
  const double points = draw::smallest_text_on(paper, placed);
  if (!bytes || points >= draw::kLegiblePoints || global().quiet) return bytes;
  std::fprintf(stderr,
               "plytrace: warning: on %s the smallest text would be %.1f pt; try a smaller "
               "--max-nodes or --depth, --only pv, or --labels value\n",
               paper.name.c_str(), points);
  return bytes;
}

}  // namespace plytrace::cli

// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/picture_output.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

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

double points_on_a4(const draw::Placement& placed) {
  // Margins of half an inch.
  const double width = placed.width, height = placed.height + placed.caption_height;
  const auto scale = [&](double w, double h) { return std::min({1.0, w / width, h / height}); };
  return placed.smallest_text * std::max(scale(523, 770), scale(770, 523));
}

void warn_if_small(const draw::Placement& placed) {
  const double points = points_on_a4(placed);
  if (points >= kLegiblePoints || global().quiet) return;
  std::fprintf(stderr,
               "plytrace: warning: on A4 the smallest text would be %.1f pt; try a smaller "
               "--max-nodes or --depth, --only pv, or --labels value\n",
               points);
}

}  // namespace plytrace::cli

// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/picture_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "viewer/cli/cli.h"
#include "viewer/draw/dot_writer.h"
#include "viewer/draw/graphviz.h"
#include "viewer/draw/tikz_writer.h"

namespace plytrace::cli {
namespace {

// The largest PNG that cairo draws as it should, and that still can be looked at.
constexpr double kMostPixelsAcross = 32'000, kMostPixels = 3e8;

Status check_png(const draw::Placement& placed) {
  const double width = placed.width * draw::kPixelsPerPoint;
  const double height = (placed.height + placed.caption_height) * draw::kPixelsPerPoint;
  if (std::max(width, height) <= kMostPixelsAcross && width * height <= kMostPixels) {
    return Status::ok();
  }
  return Status::usage(
      fmt::format("the picture would be {:.0f} x {:.0f} pixels, which PNG does not hold legibly; "
                  "try --to svg or "
                  "--to pdf, or a smaller --max-nodes or --depth",
                  width, height));
}

}  // namespace

Result<PictureFormat> picture_format(const std::string& command, const std::string& output,
                                     const std::string& to) {
  static const std::map<std::string, PictureFormat> kFormats = {
      {"dot", PictureFormat::kDot},  {"gv", PictureFormat::kDot},  {"svg", PictureFormat::kSvg},
      {"pdf", PictureFormat::kPdf},  {"png", PictureFormat::kPng}, {"tex", PictureFormat::kTex},
      {"html", PictureFormat::kHtml}};
  std::string name = to;
  if (name.empty() && output != "-") {
    name = std::filesystem::path(output).extension().string();
    if (!name.empty()) name.erase(0, 1);
  }
  if (const auto found = kFormats.find(name); found != kFormats.end()) return found->second;
  return Status::usage(command + ": '" + output +
                       "' does not say which format; give --to dot, svg, pdf, png, tex or html, or "
                       "an output that ends so");
}

draw::Diagram prepared(draw::Diagram diagram, PictureFormat format) {
  return format == PictureFormat::kTex ? draw::for_tex(std::move(diagram)) : diagram;
}

Result<std::string> picture_bytes(const draw::Diagram& diagram, const draw::Placement& placed,
                                  PictureFormat format) {
  if (format == PictureFormat::kTex) return draw::tikz_text(diagram, placed);
  if (format == PictureFormat::kPng) {
    if (Status status = check_png(placed); !status) return status;
  }
  std::string dot = draw::dot_text(diagram, placed);
  switch (format) {
    case PictureFormat::kSvg:
      return draw::render_dot(dot, draw::ImageFormat::kSvg);
    case PictureFormat::kPdf:
      return draw::render_dot(dot, draw::ImageFormat::kPdf);
    case PictureFormat::kPng:
      return draw::render_dot(dot, draw::ImageFormat::kPng);
    default:
      return dot;
  }
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

// SPDX-License-Identifier: MIT
#include "viewer/draw/picture_formats.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewer/draw/dot_writer.h"
#include "viewer/draw/graphviz.h"
#include "viewer/draw/pdf_info.h"
#include "viewer/draw/svg_writer.h"
#include "viewer/draw/tikz_writer.h"
#include "viewer/draw/xdot_painter.h"

namespace plytrace::draw {
namespace {

Result<std::string> dot(const Diagram& diagram, const Placement& placed, const Output&) {
  return dot_text(diagram, placed);
}

Result<std::string> svg(const Diagram& diagram, const Placement& placed, const Output& output) {
  return svg_text(diagram, placed, output.scale);
}

Result<std::string> tex(const Diagram& diagram, const Placement& placed, const Output& output) {
  return tikz_text(diagram, placed, output.scale);
}

Result<std::string> moving_svg(const std::vector<Diagram>& moments, const Placement& placed,
                               const Output& output) {
  return animated_svg_text(moments, placed, output.scale, output.loops);
}

Result<std::string> beamer(const std::vector<Diagram>& moments, const Placement& placed,
                           const Output& output) {
  return beamer_text(moments, placed, output.scale, output.frame_title);
}

// Makes the PDF of a drawing; title and caption are its metadata even if they are not drawn.
template <class AnyDiagram>
Result<std::string> pdf_of(const AnyDiagram& diagram, const Drawing& drawing,
                           const Output& output) {
  auto bytes = render(drawing, ImageFormat::kPdf, output.scale, output.dots);
  if (!bytes) return bytes;
  const bool has_title = !diagram.title.empty() || diagram.description.empty();
  add_pdf_info(*bytes, has_title ? diagram.title : diagram.description.front(),
               fmt::format("{}", fmt::join(diagram.description, "\n")));
  return bytes;
}

Result<std::string> pdf(const Diagram& diagram, const Placement& placed, const Output& output) {
  return pdf_of(diagram, xdot_drawing(diagram, placed), output);
}

// The largest PNG that cairo renders correctly and that image viewers can still open.
constexpr double kMostPixelsAcross = 32'000, kMostPixels = 3e8;

Status check_pixels(Size size, const Output& output) {
  const double pixels = output.scale * output.dots / 72;  // per point of the placement
  const double width = size.width * pixels, height = size.height * pixels;
  if (std::max(width, height) > kMostPixelsAcross || width * height > kMostPixels) {
    return Status::usage(
        fmt::format("the picture would be {:.0f} x {:.0f} pixels, which PNG does not hold legibly; "
                    "try --to svg or --to pdf, or a smaller --max-nodes, --depth or --dpi",
                    width, height));
  }
  return Status::ok();
}

Result<std::string> png(const Diagram& diagram, const Placement& placed, const Output& output) {
  const Size size{placed.width, placed.height + placed.caption_height};
  if (Status status = check_pixels(size, output); !status) return status;
  return render(xdot_drawing(diagram, placed), ImageFormat::kPng, output.scale, output.dots);
}

Result<std::string> icicle_svg(const IcicleDiagram& diagram, const Output&) {
  return svg_text(diagram);
}

Result<std::string> icicle_pdf(const IcicleDiagram& diagram, const Output& output) {
  return pdf_of(diagram, xdot_drawing(diagram), output);
}

Result<std::string> icicle_png(const IcicleDiagram& diagram, const Output& output) {
  if (Status status = check_pixels(diagram.size, output); !status) return status;
  return render(xdot_drawing(diagram), ImageFormat::kPng, output.scale, output.dots);
}

Result<std::string> icicle_html(const IcicleDiagram& diagram, const Output&) {
  return icicle_page(diagram);
}

}  // namespace

const std::vector<PictureFormat>& picture_formats() {
  static const std::vector<PictureFormat> formats = {
      {.name = "dot", .alias = "gv", .type = "text/vnd.graphviz; charset=utf-8", .bytes = dot},
      {.name = "svg",
       .type = "image/svg+xml",
       .bytes = svg,
       .moments = moving_svg,
       .icicle = icicle_svg},
      {.name = "pdf", .type = "application/pdf", .bytes = pdf, .icicle = icicle_pdf},
      {.name = "png", .type = "image/png", .bytes = png, .icicle = icicle_png},
      {.name = "tex",
       .type = "application/x-tex; charset=utf-8",
       .bytes = tex,
       .moments = beamer,
       .moments_are_slides = true,
       .prepared = for_tex},
      {.name = "html", .type = "text/html; charset=utf-8", .icicle = icicle_html},
  };
  return formats;
}

const PictureFormat* find_picture_format(std::string_view name) {
  if (name.empty()) return nullptr;
  for (const PictureFormat& format : picture_formats()) {
    if (format.name == name || format.alias == name) return &format;
  }
  return nullptr;
}

std::string picture_format_list(std::string_view last_word,
                                bool (PictureFormat::*is_wanted)() const) {
  std::string list, last;
  for (const PictureFormat& format : picture_formats()) {
    if (is_wanted != nullptr && !(format.*is_wanted)()) continue;
    if (!last.empty()) list += (list.empty() ? "" : ", ") + last;
    last = format.name;
  }
  return fmt::format("{} {} {}", list, last_word, last);
}

}  // namespace plytrace::draw

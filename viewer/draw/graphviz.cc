// SPDX-License-Identifier: MIT
#include "viewer/draw/graphviz.h"

#include <fmt/format.h>
#include <graphviz/gvc.h>

#include <memory>
#include <optional>

#include "viewer/draw/pdf_info.h"
#include "viewer/draw/placement.h"
#include "viewer/draw/run_apart.h"
#include "viewer/draw/xdot_canvas.h"

namespace plytrace::draw {
namespace {

struct GraphCloser {
  void operator()(graph_t* graph) const { agclose(graph); }
};

// The first message that Graphviz reported; without a handler it would go to stderr.
std::string& first_message() {
  static std::string message;
  return message;
}

int keep_message(char* text) {
  if (first_message().size() < 200) first_message() += text;
  return 0;
}

Status failed(const char* step) {
  std::string text = first_message().substr(0, first_message().find('\n'));
  return Status::environment(std::string("Graphviz cannot ") + step + " the picture" +
                             (text.empty() ? "" : ": " + text) +
                             "; try the format svg, which needs no Graphviz");
}

// The texts are passed by value, since Graphviz's functions take non-const char*.
// cppcheck-suppress passedByValue
void set(graph_t* graph, std::string name, std::string value) {
  agattr(graph, AGRAPH, name.data(), value.data());
}

// Runs in a forked process: Graphviz, pango and fontconfig leak memory and exit the process when it
// runs out.
Result<std::string> drawn(const Drawing& drawing, ImageFormat format, double scale, int dots) {
  agseterrf(keep_message);
  GVC_t* const context = gvContext();
  std::string name = "plytrace";
  const std::unique_ptr<graph_t, GraphCloser> graph(agopen(name.data(), Agdirected, nullptr));
  if (context == nullptr || !graph) return failed("begin");
  // A white sheet behind the drawing makes Graphviz use the full size of the picture.
  XdotCanvas sheet(drawing.height);
  sheet.pen("#ffffff", 0, "#ffffff");
  const double width = drawing.width + 2 * kPictureMargin;
  const double height = drawing.height + 2 * kPictureMargin;
  sheet.polygon(Box{drawing.width / 2, drawing.height / 2, width, height}.corners());
  set(graph.get(), "_background", sheet.operations() + drawing.operations);
  // Removes all margins, so the page has exactly the requested size.
  set(graph.get(), "margin", "0");
  set(graph.get(), "pad", "0");
  const double inch = scale / 72;
  set(graph.get(), "size", fmt::format("{:.4f},{:.4f}!", inch * width, inch * height));
  if (format == ImageFormat::kPng) set(graph.get(), "dpi", std::to_string(dots));
  // The nop2 engine keeps all given positions and lays out nothing.
  if (gvLayout(context, graph.get(), "nop2") != 0) return failed("place");
  char* data = nullptr;
  unsigned int size = 0;
  const int code =
      gvRenderData(context, graph.get(), format == ImageFormat::kPdf ? "pdf" : "png", &data, &size);
  std::optional<std::string> bytes;
  if (code == 0 && data != nullptr && size > 0) bytes.emplace(data, size);
  if (data != nullptr) gvFreeRenderData(data);
  gvFreeLayout(context, graph.get());
  if (!bytes) return failed("draw");
  if (format == ImageFormat::kPdf) fix_pdf_date(*bytes);
  return std::move(*bytes);
}

}  // namespace

Result<std::string> render(const Drawing& drawing, ImageFormat format, double scale, int dots) {
  // A generous CPU limit: many times what rendering takes.
  const auto seconds = static_cast<unsigned>(20 + drawing.operations.size() / 10'000);
  return run_apart("Graphviz", seconds, [&] { return drawn(drawing, format, scale, dots); });
}

}  // namespace plytrace::draw

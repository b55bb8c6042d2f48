// SPDX-License-Identifier: MIT
#include "viewer/draw/graphviz.h"

#include <fmt/format.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

#include "viewer/draw/pdf_date.h"

namespace plytrace::draw {
namespace {

struct ContextCloser {
  void operator()(GVC_t* context) const { gvFreeContext(context); }
};
struct GraphCloser {
  void operator()(graph_t* graph) const { agclose(graph); }
};

// One context for all pictures of the process: the pango plugin remembers the name of the last font
// beyond the context that owns it (Graphviz 2.42, plugin/pango/gvtextlayout_pango.c).
GVC_t* shared_context() {
  static const std::unique_ptr<GVC_t, ContextCloser> context(gvContext());
  return context.get();
}

// The first message of Graphviz' error stream; it would go to stderr otherwise.
std::string& first_message() {
  static std::string message;
  return message;
}

int keep_message(char* text) {
  if (first_message().size() < 200) first_message() += text;
  return 0;
}

const char* renderer(ImageFormat format) {
  switch (format) {
    case ImageFormat::kSvg:
      return "svg";
    case ImageFormat::kPdf:
      return "pdf";
    case ImageFormat::kPng:
      break;
  }
  return "png";
}

// The middle of the outline that a node's group begins with: a polygon, or a path or ellipse, whose
// labels need no help.
std::optional<double> middle_of_polygon(std::string_view group) {
  const std::size_t tag = group.find("<polygon ");
  std::size_t at = tag == std::string_view::npos ? tag : group.find(" points=\"", tag);
  if (at == std::string_view::npos) return std::nullopt;
  at += 9;
  double least = HUGE_VAL, most = -HUGE_VAL;
  while (at < group.size() && group[at] != '"') {
    const double x = std::strtod(group.data() + at, nullptr);
    least = std::min(least, x);
    most = std::max(most, x);
    at = std::min(group.find_first_of(" \"", at), group.size());
    if (at < group.size() && group[at] == ' ') ++at;
  }
  return (least + most) / 2;
}

// One line of a label of several sizes, which Graphviz starts where its own font wants it.
void append_centred(std::string& out, std::string_view line, double middle) {
  constexpr std::string_view kStart = "<text text-anchor=\"start\" x=\"";
  if (!line.starts_with(kStart)) {
    out += line;
    return;
  }
  if (line.ends_with("> </text>\n")) return;  // only held the place
  out += fmt::format("<text text-anchor=\"middle\" x=\"{:.2f}", middle);
  out += line.substr(line.find('"', kStart.size()));
}

// Centres the lines of all nodes, so that they stay centred whatever font a viewer has.
std::string with_centred_lines(std::string_view svg) {
  std::string out;
  out.reserve(svg.size());
  std::size_t at = 0;
  while (at < svg.size()) {
    const std::size_t begin = std::min(svg.find("<g id=\"node", at), svg.size());
    out += svg.substr(at, begin - at);
    const std::size_t end = std::min(svg.find("<!-- ", begin), svg.size());
    const std::string_view group = svg.substr(begin, end - begin);
    const auto middle = middle_of_polygon(group);
    for (std::size_t line = 0; line < group.size();) {
      const std::size_t next = std::min(group.find('\n', line), group.size() - 1) + 1;
      const std::string_view text = group.substr(line, next - line);
      if (middle) {
        append_centred(out, text, *middle);
      } else {
        out += text;
      }
      line = next;
    }
    at = end;
  }
  return out;
}

Status failed(const char* step) {
  std::string text = first_message().substr(0, first_message().find('\n'));
  return Status::environment(std::string("Graphviz cannot ") + step + " the picture" +
                             (text.empty() ? "" : ": " + text) +
                             "; try --to dot, which needs no Graphviz");
}

}  // namespace

Result<std::string> render_dot(const std::string& dot, ImageFormat format) {
  first_message().clear();
  agseterrf(keep_message);
  GVC_t* const context = shared_context();
  const std::unique_ptr<graph_t, GraphCloser> graph(agmemread(dot.c_str()));
  if (context == nullptr || !graph) return failed("read");
  if (format == ImageFormat::kPng) {
    std::string dpi = std::to_string(static_cast<int>(72 * kPixelsPerPoint));
    std::string name = "dpi";
    agattr(graph.get(), AGRAPH, name.data(), dpi.data());
  }
  // nop2: positions, splines and label positions are given, nothing is left to lay out.
  if (gvLayout(context, graph.get(), "nop2") != 0) return failed("place");
  char* data = nullptr;
  unsigned int size = 0;
  const int code = gvRenderData(context, graph.get(), renderer(format), &data, &size);
  std::optional<std::string> bytes;
  if (code == 0 && data != nullptr && size > 0) bytes.emplace(data, size);
  if (data != nullptr) gvFreeRenderData(data);
  gvFreeLayout(context, graph.get());
  if (!bytes) return failed("draw");
  if (format == ImageFormat::kPdf) fix_pdf_date(*bytes);
  if (format == ImageFormat::kSvg) return with_centred_lines(*bytes);
  return std::move(*bytes);
}

}  // namespace plytrace::draw

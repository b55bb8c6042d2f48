// SPDX-License-Identifier: MIT
#include "viewer/answers/figure/moments.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewer/draw/text_metrics.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

// Takes the wider text at each place, so that one placement fits all moments.
void widen(draw::Diagram& widest, const draw::Diagram& moment) {
  for (std::size_t i = 0; i < moment.nodes.size(); ++i) {
    std::vector<draw::TextLine>& lines = widest.nodes[i].lines;
    for (std::size_t k = 0; k < std::min(lines.size(), moment.nodes[i].lines.size()); ++k) {
      const draw::TextLine& line = moment.nodes[i].lines[k];
      const auto width = [](const draw::TextLine& of) {
        return draw::text_width(of.text, of.size, of.face);
      };
      if (width(line) > width(lines[k])) lines[k] = line;
    }
  }
}

// "Step 9 of 23: /2 entered, MIN, window (3, +inf)".
std::string sentence(const PlacedTree& picture, const tree::Steps& steps, std::size_t k,
                     const TraceReader& reader) {
  const tree::Step& step = steps.steps[k];
  const std::string path = reader.path(picture.excerpt.nodes[step.node].row.id);
  return fmt::format("Step {} of {}: {} {}", k + 1, steps.steps.size(), text::printable(path),
                     draw::with_signs(step.text));
}

constexpr std::size_t kMostSteps = 400;
// Minimum width of the sentence below a step, because a small tree may be drawn on a large slide.
constexpr double kSentenceWidth = 260;

}  // namespace

Result<Moments> moments_of(const FigureRequest& request, const Selection& selection,
                           const PlacedTree& picture, const draw::PictureFormat& format) {
  const tree::Steps steps = tree::steps_of(picture.excerpt);
  if (steps.steps.size() > kMostSteps) {
    return Status::usage(fmt::format(
        "render: --steps: {} steps are more than {}; try a smaller --max-nodes or --depth",
        steps.steps.size(), kMostSteps));
  }
  Moments moments;
  draw::Diagram widest = picture.diagram;
  widest.text_width = std::min(widest.text_width, kSentenceWidth);
  for (std::size_t k = 0; k < steps.steps.size(); ++k) {
    draw::DiagramOptions looks = picture.looks;
    const tree::Moment moment = tree::moment_at(steps, k);
    looks.moment = &moment;
    looks.footnotes = false;  // one sentence stands below each
    draw::Diagram diagram = whole_diagram(request, selection, picture.excerpt, looks);
    diagram.direction = picture.diagram.direction;
    diagram.caption = {sentence(picture, steps, k, selection.reader)};
    diagram.text_width = std::min(diagram.text_width, kSentenceWidth);
    diagram = format.prepared(std::move(diagram));
    widen(widest, diagram);
    if (k == 0 || diagram.caption.front().size() > widest.caption.front().size()) {
      widest.caption = diagram.caption;
    }
    moments.diagrams.push_back(std::move(diagram));
  }
  moments.placed = draw::place(widest);
  for (draw::Diagram& diagram : moments.diagrams) {
    std::string& text = diagram.caption.front();
    text = draw::wrapped(text, moments.placed.width, draw::kCaptionSize);
  }
  return moments;
}

Result<std::vector<std::string>> step_bytes(const FigureRequest& request, const Moments& moments,
                                            const draw::PictureFormat& format, bool apart) {
  draw::Output output;
  output.dots = request.dots.value_or(output.dots);
  if (request.paper.is_asked) output.scale = draw::scale_on(request.paper, moments.placed);
  std::vector<std::string> files;
  if (!apart) {
    auto bytes = format.moments(moments.diagrams, moments.placed, output);
    if (!bytes) return bytes.status();
    files.push_back(std::move(*bytes));
    return files;
  }
  draw::Placement placed = moments.placed;
  for (const draw::Diagram& diagram : moments.diagrams) {
    placed.caption = diagram.caption.front();
    auto bytes = format.bytes(diagram, placed, output);
    if (!bytes) return bytes.status();
    files.push_back(std::move(*bytes));
  }
  return files;
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
#include "viewer/answers/figure/moments.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewer/answers/figure/captions.h"
#include "viewer/draw/text_metrics.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

void widen(std::vector<draw::TextLine>& widest, const std::vector<draw::TextLine>& lines) {
  const auto width = [](const draw::TextLine& of) {
    return draw::text_width(of.text, of.size, of.face);
  };
  for (std::size_t k = 0; k < lines.size(); ++k) {
    if (k == widest.size()) {
      widest.push_back(lines[k]);
    } else if (width(lines[k]) > width(widest[k])) {
      widest[k] = lines[k];
    }
  }
}

// Takes the wider text at each place, so that one placement fits all moments.
void widen(draw::Diagram& widest, const draw::Diagram& moment) {
  for (std::size_t i = 0; i < moment.nodes.size(); ++i) {
    widen(widest.nodes[i].lines, moment.nodes[i].lines);
    widen(widest.nodes[i].beside, moment.nodes[i].beside);
  }
}

// "Step 9 of 23: MIN is to move at 2; MAX already has 3."
std::string sentence(const tree::Steps& steps, std::size_t k) {
  return fmt::format("Step {} of {}: {}", k + 1, steps.steps.size(),
                     draw::with_signs(text::printable(steps.steps[k].sentence)));
}

constexpr std::size_t kMostSteps = 400;
// Minimum width of the sentence below a step, because a small tree may be drawn on a large slide.
constexpr double kSentenceWidth = 260;

}  // namespace

Moments moments_of(const FigureRequest& request, const Selection& selection,
                   const PlacedTree& picture, const draw::PictureFormat& format, bool apart) {
  const tree::Steps steps = tree::steps_of(picture.excerpt);
  if (steps.steps.size() > kMostSteps) {
    throw Failure::usage(fmt::format(
        "render: --steps: {} steps are more than {}; try a smaller --max-nodes or --depth",
        steps.steps.size(), kMostSteps));
  }
  Moments moments;
  moments.title = request.title.empty() ? caption_of_search(selection, false) : request.title;
  FigureRequest untitled = request;
  if (format.moments_are_slides && !apart) untitled.title.clear();  // the frame has it
  FigureRequest untold = untitled;
  untold.blank_values = true;
  draw::Diagram widest = picture.diagram;
  widest.title = text::printable(untitled.title);
  widest.text_width = std::min(kSentenceWidth, draw::layout_width(request.paper));
  for (std::size_t k = 0; k < steps.steps.size(); ++k) {
    draw::DiagramOptions looks = picture.looks;
    const tree::Moment moment = tree::moment_at(steps, k);
    looks.moment = &moment;
    looks.footnotes = false;  // one sentence stands below each
    draw::Diagram diagram = whole_diagram(untitled, selection, picture.excerpt, looks);
    // The description is a tooltip of an SVG, so only the last file has the result.
    if (!apart || !moment.is_last) {
      diagram.description = picture_captions(untold, selection, picture.excerpt, diagram);
    }
    diagram.direction = picture.diagram.direction;
    diagram.caption = {sentence(steps, k)};
    diagram.text_width = widest.text_width;
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
    text = draw::wrapped(text, moments.placed.width, diagram.text_sizes().caption);
  }
  return moments;
}

std::vector<std::string> step_bytes(const FigureRequest& request, const Moments& moments,
                                    const draw::PictureFormat& format, bool apart) {
  draw::Output output;
  output.dots = request.dots.value_or(output.dots);
  output.loops = request.loops;
  output.frame_title = moments.title;
  // Without a paper that was asked for, only the font size counts.
  output.scale = request.paper.is_asked ? draw::scale_on(request.paper, moments.placed)
                                        : request.paper.width / draw::layout_width(request.paper);
  std::vector<std::string> files;
  if (!apart) {
    files.push_back(value_of(format.moments(moments.diagrams, moments.placed, output)));
    return files;
  }
  draw::Placement placed = moments.placed;
  for (const draw::Diagram& diagram : moments.diagrams) {
    placed.caption = diagram.caption.front();
    files.push_back(value_of(format.bytes(diagram, placed, output)));
  }
  return files;
}

}  // namespace plytrace

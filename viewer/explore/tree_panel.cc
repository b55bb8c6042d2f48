// SPDX-License-Identifier: MIT
//
// Panels "tree" and "steps": the tree around a node as a picture, and the search in it step by
// step.
#include <algorithm>

#include "viewer/draw/svg_writer.h"
#include "viewer/explore/panels.h"
#include "viewer/explore/tree_view.h"

namespace plytrace::explore {

Result<text::Json> answer_tree(Asked& asked) {
  const auto view = read_tree_view(asked);
  if (!view) return view.status();
  const auto excerpt = excerpt_of(asked, *view, For::kWalking);
  if (!excerpt) return excerpt.status();
  const draw::Diagram diagram = diagram_of(*excerpt, nullptr);
  return text::Json{{"root", view->root.id},
                    {"svg", draw::svg_text(diagram, draw::place(diagram))},
                    {"drawn", excerpt->shown},
                    {"left_out", excerpt->total - excerpt->shown}};
}

namespace {

text::Json step_json(const tree::Excerpt& excerpt, const tree::Steps& steps, std::size_t k) {
  const tree::Step& step = steps.steps[k];
  return {{"n", k},
          {"event", tree::word(step.kind)},
          {"node", excerpt.nodes[step.node].row.id},
          {"text", text::text_json(step.text)},
          {"alpha", text::score_json(step.alpha)},
          {"beta", text::score_json(step.beta)},
          {"value", text::score_json(step.best)}};
}

// As large as the picture of the final state, so that nothing moves between steps.
std::string picture_of(const tree::Excerpt& excerpt, const tree::Steps& steps, std::size_t k) {
  const tree::Moment moment = tree::moment_at(steps, k);
  return draw::svg_text(diagram_of(excerpt, &moment), draw::place(diagram_of(excerpt, nullptr)));
}

}  // namespace

Result<text::Json> answer_steps(Asked& asked) {
  Parameters& parameters = asked.parameters;
  const auto from = static_cast<std::size_t>(parameters.number_or("from", 0, 0, 1'000'000));
  const auto count = static_cast<std::size_t>(parameters.number_or("count", 10, 1, 50));
  const bool with_picture = parameters.flag("svg");
  const auto view = read_tree_view(asked);
  if (!view) return view.status();
  const auto excerpt = excerpt_of(asked, *view, For::kSteps);
  if (!excerpt) return excerpt.status();
  const tree::Steps steps = tree::steps_of(*excerpt);
  text::Json list = text::Json::array();
  for (std::size_t k = from; k < std::min(from + count, steps.steps.size()); ++k) {
    list.push_back(step_json(*excerpt, steps, k));
  }
  if (with_picture && !list.empty()) list[0]["svg"] = picture_of(*excerpt, steps, from);
  return text::Json{{"root", view->root.id}, {"total", steps.steps.size()}, {"steps", list}};
}

}  // namespace plytrace::explore

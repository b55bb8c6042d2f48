// SPDX-License-Identifier: MIT
//
// Panels "tree" and "steps": the tree around a node as a picture, and the search in it step by
// step.
#include <algorithm>

#include "viewer/draw/svg_writer.h"
#include "viewer/explore/panels.h"
#include "viewer/explore/tree_view.h"

namespace plytrace::explore {

text::Json answer_tree(Asked& asked) {
  const auto view = read_tree_view(asked);
  const auto excerpt = excerpt_of(asked, view, For::kWalking);
  const draw::Diagram diagram = diagram_of(excerpt, nullptr);
  return text::Json{{"root", view.root.id},
                    {"svg", draw::svg_text(diagram, draw::place(diagram))},
                    {"drawn", excerpt.shown},
                    {"left_out", excerpt.total - excerpt.shown}};
}

namespace {

text::Json step_json(const tree::Excerpt& excerpt, const tree::Steps& steps, std::size_t k) {
  const tree::Step& step = steps.steps[k];
  return {{"n", k},
          {"event", tree::word(step.kind)},
          {"node", excerpt.nodes[step.node].row.id},
          {"text", text::text_json(step.text)},
          {"sentence", text::text_json(step.sentence)},
          {"alpha", text::score_json(step.alpha)},
          {"beta", text::score_json(step.beta)},
          {"value", text::score_json(step.best)}};
}

// The picture is as large as that of the final state, so that nothing moves between steps.
std::string picture_of(const tree::Excerpt& excerpt, const tree::Steps& steps, std::size_t k) {
  const tree::Moment moment = tree::moment_at(steps, k);
  return draw::svg_text(diagram_of(excerpt, &moment), draw::place(diagram_of(excerpt, nullptr)));
}

// The nodes that were entered and not left at a step, with what they know then.
text::Json open_json(const tree::Excerpt& excerpt, const tree::Moment& moment) {
  text::Json list = text::Json::array();
  for (std::size_t i = 0; i < excerpt.nodes.size(); ++i) {
    const tree::NodeState& state = moment.states[i];
    if (!moment.seen[i] || !excerpt.nodes[i].is_searched() || state.left) continue;
    list.push_back({{"node", excerpt.nodes[i].row.id},
                    {"alpha", text::score_json(state.alpha)},
                    {"beta", text::score_json(state.beta)},
                    {"value", text::score_json(state.best)}});
  }
  return list;
}

}  // namespace

namespace {

// The last id that was searched at a step, as far as the excerpt shows it.
std::int64_t reached(const tree::Excerpt& excerpt, const tree::Moment& moment) {
  std::int64_t last = excerpt.nodes.front().row.id;
  for (std::size_t i = 0; i < excerpt.nodes.size(); ++i) {
    const tree::ExcerptNode& place = excerpt.nodes[i];
    const bool is_there = place.is_searched() || place.fate == tree::Fate::kLeftOut;
    if (!moment.seen[i] || !is_there || !place.by_first) continue;
    const bool is_whole = !place.is_searched() || moment.states[i].left;
    last = std::max(last, is_whole ? place.row.last.value_or(place.row.id) : place.row.id);
  }
  return last;
}

}  // namespace

text::Json answer_steps(Asked& asked) {
  Parameters& parameters = asked.parameters;
  const auto from = static_cast<std::size_t>(parameters.number_or("from", 0, 0, 1'000'000));
  const auto count = static_cast<std::size_t>(parameters.number_or("count", 10, 1, 50));
  const auto back = static_cast<std::size_t>(parameters.number_or("back", 0, 0, 50));
  const bool with_picture = parameters.flag("svg");
  const auto view = read_tree_view(asked);
  const auto excerpt = excerpt_of(asked, view, For::kSteps);
  const tree::Steps steps = tree::steps_of(excerpt);
  text::Json list = text::Json::array(), open = text::Json::array(), until;
  const std::size_t begin = from - std::min(back, from);
  for (std::size_t k = begin; k < std::min(from + count, steps.steps.size()); ++k) {
    list.push_back(step_json(excerpt, steps, k));
  }
  if (from < steps.steps.size()) {
    const tree::Moment moment = tree::moment_at(steps, from);
    open = open_json(excerpt, moment);
    until = reached(excerpt, moment);
    if (with_picture) list[from - begin]["svg"] = picture_of(excerpt, steps, from);
  }
  return text::Json{{"root", view.root.id},
                    {"total", steps.steps.size()},
                    {"steps", list},
                    {"until", std::move(until)},
                    {"open", std::move(open)}};
}

}  // namespace plytrace::explore

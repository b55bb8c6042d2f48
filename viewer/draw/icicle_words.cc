// SPDX-License-Identifier: MIT
#include "viewer/draw/icicle_words.h"

#include <fmt/format.h>

#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace::draw {
namespace {

std::string name_of_pass(const PassRow& pass) {
  std::string text = fmt::format("pass {}", pass.ordinal);
  if (pass.depth) text += fmt::format(", depth {}", *pass.depth);
  return text;
}

std::string move_of(const TraceReader& reader, const NodeRow& node) {
  return node.move ? text::name_of(reader, node) : "=";
}

// Names a box of the first row: a pass, or the chart's root.
std::string root_name(const IcicleWords& words, const IcicleBox& box) {
  const auto pass = words.passes.find(box.node.id);
  return pass != words.passes.end() ? name_of_pass(pass->second)
                                    : text::printable(words.reader.path(box.node.id));
}

std::string class_words(const IcicleBox& box) {
  const auto was = class_of(box.node);
  if (!box.expected || !was) return "";
  return fmt::format(", {} expected, was {}", word(*box.expected), word(*was));
}

}  // namespace

void IcicleWords::name(const PassRow& pass) {
  if (pass.root) passes[*pass.root] = pass;
}

std::vector<std::string> IcicleWords::labels(const IcicleBox& box) const {
  if (box.row > 0) {
    const std::string move = move_of(reader, box.node);
    return {move + "  " + text::grouped(box.nodes()), move};
  }
  const std::string name = root_name(*this, box);
  std::vector<std::string> labels{name + ": " + text::count(box.nodes(), "node"), name};
  const auto pass = passes.find(box.node.id);
  if (pass != passes.end()) labels.push_back(std::to_string(pass->second.ordinal));
  return labels;
}

std::string IcicleWords::tooltip(const Icicle& icicle, const IcicleBox& box) const {
  const NodeRow& node = box.node;
  std::string text = fmt::format(
      "#{} {}: {} ({}), {}", node.id,
      box.row == 0 ? root_name(*this, box) : text::printable(reader.path(node.id)),
      text::count(box.nodes(), "node"), share_text(box.nodes(), icicle.nodes), word(node.kind));
  if (const std::string role = text::role_words(reader, node); !role.empty()) text += ", " + role;
  if (node.phase != format::Phase::kMain) text += ", " + std::string(word(node.phase));
  if (node.depth) text += fmt::format(", depth {}", *node.depth);
  if (box.depth_gain.value_or(0) != 0) text += fmt::format(" ({:+})", *box.depth_gain);
  text += ", " + text::claim_words(reader, node);
  if (node.alpha && node.beta) text += ", window " + text::window(node.alpha, node.beta);
  text += class_words(box);
  if (box.cut_rank) text += fmt::format(", cut after {}", text::count(*box.cut_rank, "move"));
  return text;
}

std::string icicle_counts(const Icicle& icicle) {
  std::int64_t in_runs = 0;
  for (const IcicleRun& run : icicle.runs) in_runs += run.nodes;
  std::string text =
      fmt::format("{}: {} {} a box, {} lie in {}", text::count(icicle.nodes, "node"),
                  text::grouped(icicle.boxes.size()), icicle.boxes.size() == 1 ? "has" : "have",
                  text::grouped(in_runs), text::count(icicle.runs.size(), "run"));
  if (icicle.has_deeper) text += fmt::format("; only the first {} rows are shown", icicle.rows);
  if (icicle.ran_out) text += "; some subtrees were not examined, because there are too many";
  return text;
}

}  // namespace plytrace::draw

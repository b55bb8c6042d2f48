// SPDX-License-Identifier: MIT
#include "viewer/answers/why/why.h"

#include <array>

#include "viewer/format/add_line.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"

namespace plytrace::answers {
namespace {

text::Json optional_json(const std::optional<bool>& flag) {
  return flag ? text::Json(*flag) : text::Json(nullptr);
}

text::Json id_json(const std::optional<NodeRow>& node) {
  return node ? text::Json(node->id) : text::Json(nullptr);
}

std::string_view word(BoundOrigin::What what) {
  static constexpr std::array<std::string_view, 6> kWords{"update", "child",      "earlier_search",
                                                          "pass",   "own_window", "not_recorded"};
  return kWords[static_cast<std::size_t>(what)];
}

text::Json origin_json(const TraceReader& reader, const std::optional<BoundOrigin>& origin) {
  if (!origin) return nullptr;
  return {{"what", word(origin->what)},
          {"end", origin->end == WindowEnd::kAlpha ? "alpha" : "beta"},
          {"bound", text::score_json(origin->bound)},
          {"node", origin->node.id},
          {"path", text::text_json(reader.path(origin->node.id))},
          {"child", id_json(origin->child)},
          {"cause",
           origin->update ? text::Json(format::word(origin->update->cause)) : text::Json(nullptr)},
          {"event", origin->update ? text::Json(origin->update->id) : text::Json(nullptr)},
          {"levels", origin->levels},
          {"test", id_json(origin->test)},
          {"loosened", origin->loosened}};
}

text::Json cut_json(const TraceReader& reader, const std::optional<CutAccount>& cut) {
  if (!cut) return nullptr;
  text::Json json = text::event_json(reader, cut->row);
  json["path"] = text::text_json(reader.path(cut->node.id));
  json["reach"] = word(cut->reach);
  json["holds"] = optional_json(cut->holds);
  json["set_by"] = origin_json(reader, cut->origin);
  return json;
}

text::Json trial_json(const std::optional<SkipTrial>& trial) {
  if (!trial) return nullptr;
  return {
      {"done", trial->not_done.empty()},
      {"reason", trial->not_done.empty() ? text::Json(nullptr) : text::text_json(trial->not_done)},
      {"nodes", trial->nodes},
      {"depth", trial->depth},
      {"value", text::score_json(trial->value)},
      {"cut_child_value", text::score_json(trial->cut_child)},
      {"deciding_value", text::score_json(trial->deciding_child)},
      {"matters", optional_json(trial->matters)}};
}

text::Json pass_json(const WhyPass& listed) {
  const auto& node = listed.node;
  const auto bound = node ? claimed_bound(*node) : std::nullopt;
  return {{"pass", listed.pass.ordinal},
          {"purpose", format::word(listed.pass.purpose)},
          {"depth", text::number_json(listed.pass.depth)},
          {"alpha", text::score_json(listed.pass.alpha)},
          {"beta", text::score_json(listed.pass.beta)},
          {"outcome", listed.outcome ? text::Json(word(*listed.outcome)) : text::Json(nullptr)},
          {"node", id_json(node)},
          {"value", text::score_json(node ? node->value : std::nullopt)},
          {"bound", bound ? text::Json(format::word(*bound)) : text::Json(nullptr)},
          {"taken", listed.chosen},
          {"text", text::text_json(listed.text)}};
}

}  // namespace

text::Json json(const TraceReader& reader, const WhyAnswer& answer) {
  const bool searched = answer.outcome == MoveOutcome::kSearched;
  return {{"search", answer.search.id},
          {"pass", answer.pass.ordinal},
          {"path", text::text_json(answer.path)},
          {"outcome", word(answer.outcome)},
          {"answer", text::text_json(answer.answer)},
          {"chosen", optional_json(answer.chosen)},
          {"searched_node", searched ? text::node_json(reader, answer.node) : text::Json(nullptr)},
          {"nearest", {{"node", answer.node.id}, {"path", text::text_json(answer.node_path)}}},
          {"missing_move", searched ? text::Json(nullptr) : text::text_json(answer.missing_move)},
          {"facts", text::list_json(answer.facts, [](const Fact& fact) { return json(fact); })},
          {"cut", cut_json(reader, answer.cut)},
          {"table_entry",
           answer.answered ? text::event_json(reader, *answer.answered) : text::Json(nullptr)},
          {"trial", trial_json(answer.trial)},
          {"passes", text::list_json(answer.passes, pass_json)},
          {"passes_left_out", answer.passes_left_out},
          {"truncated", answer.passes_left_out > 0}};
}

std::string lines(const WhyAnswer& answer) {
  std::string out;
  text::add_line(out, text::printable(answer.path) + ": " + answer.answer);
  for (const Fact& fact : answer.facts) text::add_line(out, "  " + fact.text);
  const std::size_t left = answer.passes_left_out;
  if (answer.passes.size() + left <= 1) return out;
  text::add_line(out, "");
  text::add_line(out, "search " + std::to_string(answer.search.id) +
                          ", the outcome in each pass (you asked about pass " +
                          std::to_string(answer.pass.ordinal) + "):");
  if (left > 0) {
    text::add_line(out, "  ... " + text::grouped(std::uint64_t{left}) + " earlier " +
                            (left == 1 ? "pass" : "passes") + " left out (--limit 0 for all)");
  }
  for (const WhyPass& listed : answer.passes) text::add_line(out, "  " + listed.text);
  return out;
}

}  // namespace plytrace::answers

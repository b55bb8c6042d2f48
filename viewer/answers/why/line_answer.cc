// SPDX-License-Identifier: MIT
#include "viewer/answers/why/line_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "viewer/format/add_line.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace::answers {
namespace {

// A longer line is cut after this number of steps.
constexpr std::size_t kMostStepsShown = 100;

std::string headline(const LineStory& story) {
  if (!story.loss) return story.text;
  return fmt::format("{} at ply {} of {}: {}", text::readable(word(*story.loss)), story.ply,
                     story.length, story.text);
}

std::string step_words(const TraceReader& reader, const LineStep& step) {
  std::string words = fmt::format("{:>4} {:<6} #{}  {}", step.ply, text::name_of(reader, step.node),
                                  step.node.id, text::node_words(reader, step.node));
  if (step.node.depth) words += fmt::format(", depth {}", *step.node.depth);
  if (step.depth_gain.value_or(0) != 0) words += fmt::format(" ({:+})", *step.depth_gain);
  return step.chosen ? words + ", taken" : words;
}

text::Json step_json(const TraceReader& reader, const LineStep& step) {
  return {{"ply", step.ply},
          {"move", text::move_json(reader, step.node.move)},
          {"node", step.node.id},
          {"role", format::word(step.node.role)},
          {"kind", format::word(step.node.kind)},
          {"depth", text::number_json(step.node.depth)},
          {"depth_gain", text::number_json(step.depth_gain)},
          {"value", text::score_json(step.node.value)},
          {"chosen", step.chosen}};
}

text::Json story_json(const TraceReader& reader, const LineStory& story) {
  text::Json steps = text::Json::array();
  for (std::size_t i = 0; i < std::min(kMostStepsShown, story.steps.size()); ++i) {
    steps.push_back(step_json(reader, story.steps[i]));
  }
  return {
      {"pass", story.pass.ordinal},
      {"purpose", format::word(story.pass.purpose)},
      {"depth", text::number_json(story.pass.depth)},
      {"lost", story.loss ? text::Json(word(*story.loss)) : text::Json(nullptr)},
      {"ply", story.loss ? text::Json(story.ply) : text::Json(nullptr)},
      {"node", story.node ? text::Json(story.node->id) : text::Json(nullptr)},
      {"text", text::text_json(story.text)},
      {"steps", std::move(steps)},
      {"steps_total", story.steps.size()},
      {"cutoff", story.cut ? text::event_json(reader, *story.cut) : text::Json(nullptr)},
      {"table_entry", story.entry ? text::event_json(reader, *story.entry) : text::Json(nullptr)},
      {"facts", text::list_json(story.facts, [](const Fact& fact) { return json(fact); })}};
}

text::Json listed_json(const TraceReader& reader, const LineInPass& listed) {
  if (listed.story) return story_json(reader, *listed.story);
  LineStory none;
  none.pass = listed.pass;
  none.loss = LineLoss::kUnknown;
  none.text = listed.problem;
  return story_json(reader, none);
}

}  // namespace

LineAnswer answer(const TraceReader& reader, LineQuestion question) {
  const TraceReader::Snapshot snapshot(reader);
  LineStory asked = follow_line(reader, question.search, question.pass, question.path);
  LineAnswer answer{std::move(question.search),
                    std::move(question.pass),
                    std::move(question.path),
                    std::move(asked),
                    {},
                    0};
  std::vector<PassRow> passes = reader.passes(answer.search.id);
  const std::size_t listed = std::min(question.most_passes, passes.size());
  answer.passes_left_out = passes.size() - listed;
  passes.erase(passes.begin(), passes.end() - static_cast<std::ptrdiff_t>(listed));
  for (const PassRow& pass : passes) {
    if (question.interrupt != nullptr && *question.interrupt) {
      throw Failure({StatusCode::kInterrupted, "why: interrupted"});
    }
    auto story = result_of([&] { return follow_line(reader, answer.search, pass, answer.path); });
    require(reader.status());
    if (story) {
      answer.passes.push_back({pass, std::move(*story), ""});
    } else {
      answer.passes.push_back({pass, std::nullopt, "the line cannot be followed in it"});
    }
  }
  return answer;
}

text::Json json(const TraceReader& reader, const LineAnswer& answer) {
  return {{"search", answer.search.id},
          {"pass", answer.pass.ordinal},
          {"path", text::text_json(answer.path)},
          {"length", answer.asked.length},
          {"asked", story_json(reader, answer.asked)},
          {"passes",
           text::list_json(answer.passes,
                           [&](const LineInPass& listed) { return listed_json(reader, listed); })},
          {"passes_left_out", answer.passes_left_out}};
}

std::string lines(const TraceReader& reader, const LineAnswer& answer) {
  const LineStory& asked = answer.asked;
  std::string out;
  const auto line = [&](const std::string& words) { text::add_line(out, words); };
  line(text::printable(answer.path) + ": " + headline(asked));
  const std::size_t shown = std::min(kMostStepsShown, asked.steps.size());
  for (std::size_t i = 0; i < shown; ++i) line(step_words(reader, asked.steps[i]));
  if (shown < asked.steps.size()) {
    line(fmt::format("     ... {} more", asked.steps.size() - shown));
  }
  for (const Fact& fact : asked.facts) line("  " + fact.text);
  if (answer.passes.size() + answer.passes_left_out <= 1) return out;
  line("");
  line(fmt::format("search {}, where each pass lost the line (you asked about pass {}):",
                   answer.search.id, answer.pass.ordinal));
  if (answer.passes_left_out > 0) {
    line(fmt::format("  ... {} earlier {} left out (--limit 0 for all)", answer.passes_left_out,
                     answer.passes_left_out == 1 ? "pass" : "passes"));
  }
  for (const LineInPass& listed : answer.passes) {
    const std::string depth =
        listed.pass.depth ? fmt::format(", depth {}", *listed.pass.depth) : "";
    line(fmt::format("  pass {} ({}{}) {}: {}", listed.pass.ordinal,
                     format::word(listed.pass.purpose), depth,
                     text::window(listed.pass.alpha, listed.pass.beta),
                     listed.story ? headline(*listed.story) : listed.problem));
  }
  return out;
}

}  // namespace plytrace::answers

// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/why_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "viewer/answers/why/lost_line.h"
#include "viewer/cli/option_values.h"
#include "viewer/cli/printer.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace {
namespace {

// A longer line is cut after this number of steps.
constexpr std::size_t kMostStepsShown = 100;

// What became of the line in a pass; without a story: why it cannot be followed there.
struct TaleOfPass {
  PassRow pass;
  std::optional<LineStory> story;
  std::string problem;
};

struct LineAnswer {
  std::string path;
  LineStory asked;
  std::vector<TaleOfPass> passes;
  std::size_t passes_left_out = 0;
};

Result<LineAnswer> follow(const Selection& selection, const std::string& path,
                          std::size_t max_passes) {
  const TraceReader::Snapshot snapshot(selection.reader);
  auto asked = follow_line(selection.reader, selection.search, selection.pass, path);
  if (!asked) return asked.status();
  LineAnswer answer{path, std::move(*asked), {}, 0};
  std::vector<PassRow> passes = selection.reader.passes(selection.search.id);
  const std::size_t listed = std::min(cli::entries(max_passes), passes.size());
  answer.passes_left_out = passes.size() - listed;
  passes.erase(passes.begin(), passes.end() - static_cast<std::ptrdiff_t>(listed));
  for (const PassRow& pass : passes) {
    if (cli::interrupted()) return Status(StatusCode::kInterrupted, "why: interrupted");
    auto story = follow_line(selection.reader, selection.search, pass, path);
    if (!selection.reader.status().is_ok()) return selection.reader.status();
    if (story) {
      answer.passes.push_back({pass, std::move(*story), ""});
    } else {
      answer.passes.push_back({pass, std::nullopt, "the line cannot be followed in it"});
    }
  }
  return answer;
}

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

Status write_text(const Selection& selection, const LineAnswer& answer) {
  const TraceReader& reader = selection.reader;
  const LineStory& asked = answer.asked;
  text::Printer printer;
  const auto line = [&](const std::string& words) { printer.line(cli::for_terminal(words)); };
  line(text::printable(answer.path) + ": " + headline(asked));
  const std::size_t shown = std::min(kMostStepsShown, asked.steps.size());
  for (std::size_t i = 0; i < shown; ++i) line(step_words(reader, asked.steps[i]));
  if (shown < asked.steps.size()) {
    line(fmt::format("     ... {} more", asked.steps.size() - shown));
  }
  for (const Fact& fact : asked.facts) line("  " + fact.text);
  if (answer.passes.size() + answer.passes_left_out <= 1) return printer.finish();
  line("");
  line(fmt::format("search {}, where each pass lost it (asked: pass {}):", selection.search.id,
                   selection.pass.ordinal));
  if (answer.passes_left_out > 0) {
    line(fmt::format("  ... {} earlier {} left out (--limit 0 for all)", answer.passes_left_out,
                     answer.passes_left_out == 1 ? "pass" : "passes"));
  }
  for (const TaleOfPass& told : answer.passes) {
    const std::string depth = told.pass.depth ? fmt::format(", depth {}", *told.pass.depth) : "";
    line(fmt::format("  pass {} ({}{}) {}: {}", told.pass.ordinal, format::word(told.pass.purpose),
                     depth, text::window(told.pass.alpha, told.pass.beta),
                     told.story ? headline(*told.story) : told.problem));
  }
  return printer.finish();
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
  text::Json facts = text::Json::array();
  for (const Fact& fact : story.facts) {
    facts.push_back({{"kind", fact.kind},
                     {"node", text::number_json(fact.node)},
                     {"text", text::text_json(fact.text)}});
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
      {"facts", std::move(facts)}};
}

text::Json pass_json(const TraceReader& reader, const TaleOfPass& told) {
  if (told.story) return story_json(reader, *told.story);
  LineStory none;
  none.pass = told.pass;
  none.loss = LineLoss::kUnknown;
  none.text = told.problem;
  return story_json(reader, none);
}

Status write_json(const Selection& selection, const LineAnswer& answer) {
  text::Json passes = text::Json::array();
  for (const TaleOfPass& told : answer.passes) {
    passes.push_back(pass_json(selection.reader, told));
  }
  return cli::write_json({{"search", selection.search.id},
                          {"pass", selection.pass.ordinal},
                          {"path", text::text_json(answer.path)},
                          {"length", answer.asked.length},
                          {"asked", story_json(selection.reader, answer.asked)},
                          {"passes", std::move(passes)},
                          {"passes_left_out", answer.passes_left_out}});
}

}  // namespace

Status answer_line(const Selection& selection, const std::string& path, std::size_t max_passes,
                   cli::OutputFormat format) {
  const auto answer = follow(selection, path, max_passes);
  if (!answer) return answer.status();
  const Status written = format == cli::OutputFormat::kJson ? write_json(selection, *answer)
                                                            : write_text(selection, *answer);
  if (!written || answer->asked.loss != LineLoss::kUnknown) return written;
  return Status::answer(StatusCode::kNoAnswer);
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// Panel "find": nodes by condition, one part of the trace per request; the page continues after
// "until". The conditions are those of the command `find`, under the same names, and cut-rank.
#include <algorithm>
#include <limits>
#include <utility>

#include "viewer/answers/find.h"
#include "viewer/explore/panels.h"
#include "viewer/format/characters.h"

namespace plytrace::explore {
namespace {

constexpr std::int64_t kMostFound = 200;

std::vector<std::string> words_among(Parameters& parameters, const std::string& name,
                                     const std::vector<std::string>& known) {
  std::vector<std::string> words = text::split(parameters.text(name).value_or(""), ',');
  for (const std::string& word : words) {
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    throw Failure::usage(name + ": takes some of " + text::list(known) + " separated by commas");
  }
  return words;
}

ConditionInput read_condition(Parameters& parameters, const ConditionKind& kind) {
  using Form = ConditionKind::Form;
  ConditionInput input;
  if (kind.form == Form::kWords) {
    input.words = words_among(parameters, kind.name, kind.words);
  } else if (kind.form == Form::kWord) {
    std::vector<std::string> words{""};
    words.insert(words.end(), kind.words.begin(), kind.words.end());
    input.text = parameters.word(kind.name, words);
  } else if (kind.form == Form::kNumber) {
    input.number = parameters.number_or(kind.name, 0, 0, std::numeric_limits<std::int64_t>::max());
  } else {
    input.text = parameters.text(kind.name).value_or("");
  }
  return input;
}

answers::FindPartQuestion read_conditions(Parameters& parameters) {
  answers::FindPartQuestion asked;
  for (const ConditionKind& kind : condition_kinds()) {
    const auto input = read_condition(parameters, kind);
    if (!input.is_given()) continue;
    if (kind.asks_cutoffs) asked.cutoff = input.text;
    auto condition = value_of(kind.make(input, kind.name));
    if (!kind.asks_cutoffs) asked.on_node.push_back(std::move(condition));
  }
  asked.where = parameters.text("where").value_or("");
  if (const auto text = parameters.text("cut-rank"); text && !text->empty()) {
    asked.cut_rank = value_of(parse_range("cut-rank", true, *text));
  }
  return asked;
}

}  // namespace

text::Json told_conditions() {
  text::Json words = text::Json::object();
  for (const ConditionKind& kind : condition_kinds()) {
    if (!kind.words.empty()) words[kind.name] = kind.words;
  }
  return words;
}

namespace {

// Limits the question to the subtree of a node.
void limit_to(const Asked& asked, std::optional<std::int64_t> within,
              answers::FindPartQuestion& question) {
  if (!within) return;
  const auto node = node_of(asked, *within);
  question.first = node.id;
  question.last = asked.reader.last_of(node);
}

}  // namespace

// Counts all matching nodes by their place among the ids first..last, so that the page can mark
// millions of them.
text::Json answer_hits(Asked& asked) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() - 1;
  Parameters& parameters = asked.parameters;
  auto question = read_conditions(parameters);
  parameters.word("sort", answers::part_orders());  // the page passes on the question of "find"
  const auto after = parameters.number("after");
  const auto within = parameters.number("node");
  const std::int64_t first = parameters.number_or("first", 0, 0, kMost);
  const std::int64_t last = parameters.number_or("last", kMost, 0, kMost);
  const std::int64_t most_bins = parameters.number_or("bins", 1000, 1, 8000);
  parameters.finish();
  if (last < first) throw Failure::usage("last: is less than first");
  limit_to(asked, within, question);
  question.first = std::max({question.first, first, after.value_or(-1) + 1});
  question.last = std::min(question.last, last);
  question.counts_all = true;
  question.limit = 0;
  question.deadline = asked.deadline.end();
  const std::int64_t ids = last - first + 1, bins = std::min(ids, most_bins);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(bins));
  std::int64_t counted = 0;
  question.each = [&](const NodeRow& node) {
    // A cutoff in the range may belong to a node before it.
    if (node.id < first) return;
    ++counted;
    const long double place =
        static_cast<long double>(node.id - first) / static_cast<long double>(ids);
    const auto bin = std::clamp<std::int64_t>(
        static_cast<std::int64_t>(place * static_cast<long double>(bins)), 0, bins - 1);
    ++counts[static_cast<std::size_t>(bin)];
  };
  const auto found = answers::find_part(asked.reader, question);
  text::Json list = text::Json::array();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) list.push_back({i, counts[i]});
  }
  return text::Json{{"found", counted}, {"until", text::number_json(found.until)},
                    {"first", first},   {"last", last},
                    {"bins", bins},     {"counts", std::move(list)}};
}

text::Json answer_find(Asked& asked) {
  Parameters& parameters = asked.parameters;
  auto question = read_conditions(parameters);
  const std::string sort = parameters.word("sort", answers::part_orders());
  const auto after = parameters.number("after");
  const auto within = parameters.number("node");
  const auto limit = static_cast<std::size_t>(parameters.number_or("limit", 100, 1, kMostFound));
  parameters.finish();
  limit_to(asked, within, question);
  question.first = std::max(question.first, after.value_or(-1) + 1);
  question.sort = sort;
  question.limit = limit;
  question.deadline = asked.deadline.end();
  return answers::json(asked.reader, answers::find_part(asked.reader, question));
}

}  // namespace plytrace::explore

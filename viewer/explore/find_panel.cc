// SPDX-License-Identifier: MIT
//
// Panel "find": nodes by condition, one part of the trace per request; the page continues after
// "until". The conditions are those of the command `find`, under the same names, and cut-rank.
#include <algorithm>
#include <limits>
#include <utility>

#include "viewer/answers/find.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {
namespace {

constexpr std::int64_t kMostFound = 200;

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    words.push_back(list.substr(at, comma - at));
    at = comma + 1;
  }
  return words;
}

Result<std::vector<std::string>> words_among(Parameters& parameters, const std::string& name,
                                             const std::vector<std::string>& known) {
  std::vector<std::string> words = split(parameters.text(name).value_or(""));
  for (const std::string& word : words) {
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    std::string list;
    for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
    return Status::usage(name + ": takes some of " + list + " separated by commas");
  }
  return words;
}

Result<ConditionInput> read_condition(Parameters& parameters, const ConditionKind& kind) {
  using Form = ConditionKind::Form;
  ConditionInput input;
  if (kind.form == Form::kWords) {
    auto words = words_among(parameters, kind.name, kind.words);
    if (!words) return words.status();
    input.words = std::move(*words);
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

Result<answers::FindPartQuestion> read_conditions(Parameters& parameters) {
  answers::FindPartQuestion asked;
  for (const ConditionKind& kind : condition_kinds()) {
    const auto input = read_condition(parameters, kind);
    if (!input) return input.status();
    if (!input->is_given()) continue;
    if (kind.asks_cutoffs) asked.cutoff = input->text;
    auto condition = kind.make(*input, kind.name);
    if (!condition) return condition.status();
    if (!kind.asks_cutoffs) asked.on_node.push_back(std::move(*condition));
  }
  asked.where = parameters.text("where").value_or("");
  if (const auto text = parameters.text("cut-rank"); text && !text->empty()) {
    const auto range = parse_range("cut-rank", true, *text);
    if (!range) return range.status();
    asked.cut_rank = *range;
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

Result<text::Json> answer_find(Asked& asked) {
  Parameters& parameters = asked.parameters;
  auto question = read_conditions(parameters);
  const std::string sort = parameters.word("sort", answers::part_orders());
  const auto after = parameters.number("after");
  const auto within = parameters.number("node");
  const auto limit = static_cast<std::size_t>(parameters.number_or("limit", 100, 1, kMostFound));
  if (Status status = parameters.finish(); !status) return status;
  if (!question) return question.status();
  if (within) {
    const auto node = node_of(asked, *within);
    if (!node) return node.status();
    question->first = node->id;
    question->last = asked.reader.last_of(*node);
  }
  question->first = std::max(question->first, after.value_or(-1) + 1);
  question->sort = sort;
  question->limit = limit;
  question->deadline = asked.deadline.end();
  const auto found = answers::find_part(asked.reader, *question);
  if (!found) return found.status();
  return answers::json(asked.reader, *found);
}

}  // namespace plytrace::explore

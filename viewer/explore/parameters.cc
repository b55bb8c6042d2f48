// SPDX-License-Identifier: MIT
#include "viewer/explore/parameters.h"

#include <algorithm>
#include <utility>

#include "core/number_text.h"
#include "viewer/cli/option_values.h"
#include "viewer/format/rows/format.h"

namespace plytrace::explore {
Parameters::Parameters(Query query) {
  for (auto& given : query) {
    const bool again = std::any_of(items_.begin(), items_.end(),
                                   [&](const Item& item) { return item.name == given.first; });
    if (again) fail(given.first, "is given twice");
    items_.push_back({std::move(given.first), std::move(given.second)});
  }
}

void Parameters::fail(const std::string& name, const std::string& why) {
  throw Failure::usage(text::printable(name) + ": " + why);
}

std::optional<std::string> Parameters::text(const std::string& name) {
  for (Item& item : items_) {
    if (item.name != name) continue;
    item.taken = true;
    return item.value;
  }
  return std::nullopt;
}

std::optional<std::int64_t> Parameters::number(const std::string& name, std::int64_t least,
                                               std::int64_t most) {
  const auto given = text(name);
  if (!given) return std::nullopt;
  const std::string problem = cli::whole_number(least, most)(*given);
  if (!problem.empty()) fail(name, text::printable(problem));
  return number_from<std::int64_t>(*given);
}

std::int64_t Parameters::number_or(const std::string& name, std::int64_t usual, std::int64_t least,
                                   std::int64_t most) {
  return number(name, least, most).value_or(usual);
}

std::int64_t Parameters::node(const std::string& name) {
  if (const auto given = number(name)) return *given;
  fail(name, "the id of a node is missing");
}

bool Parameters::flag(const std::string& name) { return number_or(name, 0, 0, 1) == 1; }

std::string Parameters::word(const std::string& name, const std::vector<std::string>& words) {
  const auto given = text(name);
  if (!given) return words.front();
  const std::string problem = cli::one_of(words)(*given);
  if (!problem.empty()) fail(name, text::printable(problem));
  return *given;
}

std::vector<std::int64_t> Parameters::numbers(const std::string& name, std::size_t most) {
  std::vector<std::int64_t> found;
  for (const std::string& word : text::split(text(name).value_or(""), ',')) {
    const auto number = number_from<std::int64_t>(word);
    if (!number || found.size() == most) {
      fail(name, "takes at most " + std::to_string(most) + " ids separated by commas");
    }
    found.push_back(*number);
  }
  return found;
}

void Parameters::finish() const {
  for (const Item& item : items_) {
    if (!item.taken) fail(item.name, "unknown here");
  }
}

}  // namespace plytrace::explore

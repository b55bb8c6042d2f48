// SPDX-License-Identifier: MIT
#include "viewer/analysis/node_conditions.h"

#include <cmath>
#include <utility>

namespace plytrace {
namespace {

// An end of a range: none where it was left out.
struct RangeEnd {
  bool is_right = true;
  std::optional<Score> number;
};

RangeEnd range_end(bool of_counts, const std::string& text) {
  if (text.empty()) return {};
  const auto number = parse_score(text);
  // ".5" is a number, but in "0...5" it is a slip of the finger.
  if (!number || text.front() == '.' || text.back() == '.')
    return {.is_right = false, .number = {}};
  const bool is_count = *number >= 0 && *number == std::trunc(*number) && std::isfinite(*number);
  return {.is_right = is_count || !of_counts, .number = *number};
}

}  // namespace

const ConditionWords& condition_words() {
  static const ConditionWords kWords = [] {
    ConditionWords words{format::all_words<format::NodeKind>(), format::all_words<format::Role>(),
                         format::all_words<format::CutoffKind>()};
    words.cutoff.insert(words.cutoff.end(), {"any", "none"});
    return words;
  }();
  return kWords;
}

bool ValueRange::holds(std::optional<Score> number) const {
  if (!is_given()) return true;
  return number && (!low || *low <= *number) && (!high || *number <= *high);
}

Result<ValueRange> parse_range(const std::string& option, bool is_count, const std::string& text) {
  const std::size_t dots = text.find("..");
  const RangeEnd low = range_end(is_count, text.substr(0, dots));
  const RangeEnd high =
      dots == std::string::npos ? low : range_end(is_count, text.substr(dots + 2));
  const auto wrong = [&](const std::string& why) {
    return Status::usage(option + ": '" + text + "' " + why + "; write 5, 3..9, 3.. or ..9");
  };
  if (!low.is_right || !high.is_right || (!low.number && !high.number)) {
    return wrong(is_count ? "is no range of whole numbers from 0" : "is no range");
  }
  if (low.number && high.number && *low.number > *high.number)
    return wrong("ends before it begins");
  return ValueRange{low.number, high.number};
}

std::vector<std::string> spellings(const std::string& move) {
  std::vector<std::string> all{move};
  if (move.find('%') == std::string::npos) return all;
  const auto steps = TraceReader::split_path("/" + move);
  if (steps && steps->size() == 1 && steps->front() != move) all.push_back(steps->front());
  return all;
}

Status check_expression(const TraceReader& reader, const std::string& option,
                        const std::string& text) {
  TraceReader::Query query;
  query.row = [](const std::vector<TraceReader::QueryCell>&) { return true; };
  // The view is the file's own: where somebody changed it, no condition is to blame.
  if (const Status view = reader.query("SELECT 1 FROM node_text LIMIT 0", query); !view.is_ok()) {
    if (view.code() != StatusCode::kUsage) return view;
    return Status::bad_input(reader.file().path + ": its view node_text cannot be used: " +
                             view.message() + "; copy the file again from where it was made");
  }
  // Alone, and as the term that it becomes: "1 ORDER BY ply" is right in one place only.
  for (const std::string& term : {text, "(" + text + "\n)"}) {
    // Compiled only: no row is asked for.
    const Status status =
        reader.query("SELECT 1 FROM node_text WHERE " + term + "\nLIMIT 0", query);
    if (status.is_ok()) continue;
    if (status.code() != StatusCode::kUsage) return status;
    return Status::usage(option + ": '" + text + "' is no condition: " + status.message());
  }
  return Status::ok();
}

}  // namespace plytrace

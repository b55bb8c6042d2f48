// SPDX-License-Identifier: MIT
#include "viewer/analysis/node_conditions.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "viewer/format/characters.h"

namespace plytrace {
namespace {

// One end of a range; no number if it was omitted.
struct RangeEnd {
  bool is_right = true;
  std::optional<Score> number;
};

RangeEnd range_end(bool of_counts, const std::string& text) {
  if (text.empty()) return {};
  const auto number = parse_score(text);
  // ".5" is a valid number, but in "0...5" it is probably a typing mistake.
  if (!number || text.front() == '.' || text.back() == '.')
    return {.is_right = false, .number = {}};
  const bool is_count = *number >= 0 && *number == std::trunc(*number) && std::isfinite(*number);
  return {.is_right = is_count || !of_counts, .number = *number};
}

std::string sql_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

std::string sql_number(Score score) {
  // SQL has no literal for infinity; too large a number is read as infinity (schemas/trace.sql).
  if (score == kInfinity) return "9e999";
  if (score == -kInfinity) return "-9e999";
  return score_text(score);
}

std::string one_of(const std::vector<std::string>& words) {
  return "(" + text::joined(words, ", ", sql_text) + ")";
}

bool is_among(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Result<NodeCondition> of_kind(const ConditionInput& input, const std::string&) {
  return NodeCondition{"kind IN " + one_of(input.words),
                       [words = input.words](const TraceReader&, const NodeRow& node) {
                         // node_text shows "unknown" for undefined kinds.
                         const bool is_named = format::is_known(node.kind);
                         return is_among(words, is_named ? format::word(node.kind) : "unknown");
                       }};
}

Result<NodeCondition> of_role(const ConditionInput& input, const std::string&) {
  return NodeCondition{"role IN " + one_of(input.words),
                       [words = input.words](const TraceReader&, const NodeRow& node) {
                         return is_among(words, format::word(node.role));
                       }};
}

std::string cutoff_sql(const std::string& cutoff) {
  if (cutoff == "none") return "id NOT IN (SELECT node FROM cutoff)";
  if (cutoff == "any") return "id IN (SELECT node FROM cutoff)";
  return "id IN (SELECT node FROM cutoff_text WHERE kind = " + sql_text(cutoff) + ")";
}

bool has_cutoff(const TraceReader& reader, const NodeRow& node, const std::string& wanted) {
  const auto cutoffs = reader.events_of<CutoffRow>(node);
  if (wanted == "none") return cutoffs.empty();
  return std::any_of(cutoffs.begin(), cutoffs.end(), [&](const CutoffRow& cutoff) {
    return wanted == "any" || wanted == format::word(cutoff.kind);
  });
}

Result<NodeCondition> of_cutoff(const ConditionInput& input, const std::string&) {
  return NodeCondition{cutoff_sql(input.text),
                       [wanted = input.text](const TraceReader& reader, const NodeRow& node) {
                         return has_cutoff(reader, node, wanted);
                       }};
}

// A range condition on a column; `number` reads the column from a row.
template <class Number>
Result<NodeCondition> of_range(const std::string& column, const Result<ValueRange>& range,
                               const Number& number) {
  if (!range) return range.status();
  std::string sql;
  if (range->low) sql = column + " >= " + sql_number(*range->low);
  if (range->high) {
    sql += (sql.empty() ? "" : " AND ") + column + " <= " + sql_number(*range->high);
  }
  return NodeCondition{sql, [range = *range, number](const TraceReader&, const NodeRow& node) {
                         return range.holds(number(node));
                       }};
}

Result<NodeCondition> of_ply(const ConditionInput& input, const std::string& option) {
  return of_range("ply", parse_range(option, true, input.text),
                  [](const NodeRow& node) { return static_cast<Score>(node.ply); });
}

Result<NodeCondition> of_value(const ConditionInput& input, const std::string& option) {
  return of_range("value", parse_range(option, false, input.text),
                  [](const NodeRow& node) { return node.value; });
}

Result<NodeCondition> of_move(const ConditionInput& input, const std::string&) {
  const std::vector<std::string> moves = spellings(input.text);
  return NodeCondition{"move IN " + one_of(moves),
                       [moves](const TraceReader& reader, const NodeRow& node) {
                         return node.move && is_among(moves, reader.move_text(node.move));
                       }};
}

Result<NodeCondition> of_size(const ConditionInput& input, const std::string&) {
  return NodeCondition{"size >= " + std::to_string(input.number),
                       [least = input.number](const TraceReader& reader, const NodeRow& node) {
                         return reader.last_of(node) - node.id + 1 >= least;
                       }};
}

std::vector<std::string> cutoff_words() {
  std::vector<std::string> words = format::all_words<format::CutoffKind>();
  words.insert(words.end(), {"any", "none"});
  return words;
}

}  // namespace

const std::vector<ConditionKind>& condition_kinds() {
  using Form = ConditionKind::Form;
  static const std::vector<ConditionKind> kKinds{
      {"kind", Form::kWords, "KIND,..", "", format::all_words<format::NodeKind>(), false, of_kind},
      {"role", Form::kWords, "ROLE,..", "", format::all_words<format::Role>(), false, of_role},
      {"cutoff", Form::kWord, "KIND", "A cutoff of the node: ", cutoff_words(), true, of_cutoff},
      {"ply", Form::kCounts, "N|LO..HI", "Moves from the root", {}, false, of_ply},
      {"move", Form::kText, "MOVE", "The move that led to the node", {}, false, of_move},
      {"value", Form::kRange, "N|LO..HI", "Value, as MAX sees it", {}, false, of_value},
      {"min-size",
       Form::kNumber,
       "N",
       "Smallest size of the subtree, in nodes",
       {},
       false,
       of_size}};
  return kKinds;
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
    return wrong(is_count ? "is not a range of whole numbers from 0" : "is not a range");
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

std::string with_positions(const std::string& condition) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  std::string text;
  for (std::size_t at = 0; at < condition.size();) {
    const char c = condition[at];
    std::size_t end = at + 1;
    if (c == '\'' || c == '"' || c == '`') {
      end = std::min(condition.find(c, end), condition.size() - 1) + 1;
    } else if (is_word(c)) {
      while (end < condition.size() && is_word(condition[end])) ++end;
    }
    std::string part = condition.substr(at, end - at);
    const std::size_t next = condition.find_first_not_of(" \t\r\n", end);
    const bool is_call = next != std::string::npos && condition[next] == '(';
    if (!is_call && (part == "fen" || part == "FEN")) part = "fen(id)";
    text += part;
    at = end;
  }
  return text;
}

Status check_expression(const TraceReader& reader, const std::string& option,
                        const std::string& text, const std::string& term) {
  TraceReader::Query query;
  query.row = [](const std::vector<TraceReader::QueryCell>&) { return true; };
  // The view belongs to the file: if it was changed, the condition is not the cause.
  if (const Status view = reader.query("SELECT 1 FROM node_text LIMIT 0", query); !view.is_ok()) {
    if (view.code() != StatusCode::kUsage) return view;
    return Status::bad_input(reader.file().path + ": its view node_text cannot be used: " +
                             view.message() + "; copy the file again from where it was made");
  }
  // Tests the text alone and as a term, because "1 ORDER BY ply" is valid only in one of these.
  for (const std::string& form : {term, "(" + term + "\n)"}) {
    // Only compiles the statement; no row is read.
    const Status status =
        reader.query("SELECT 1 FROM node_text WHERE " + form + "\nLIMIT 0", query);
    if (status.is_ok()) continue;
    if (status.code() != StatusCode::kUsage) return status;
    return Status::usage(option + ": '" + text + "' is not a condition: " + status.message());
  }
  return Status::ok();
}

}  // namespace plytrace

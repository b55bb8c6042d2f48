// SPDX-License-Identifier: MIT
#include "viewer/format/rows/log_sinks.h"

#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace::text {
namespace {

std::string indent(std::int64_t level) {
  if (level <= TextLog::kDeepest) return std::string(static_cast<std::size_t>(2 * level), ' ');
  return std::string(static_cast<std::size_t>(2 * TextLog::kDeepest), ' ') + "[" +
         std::to_string(level) + "] ";
}

std::string json_line(const text::Json& json) {
  // Texts of a trace may contain any bytes.
  return text::json_text(json);
}

}  // namespace

void TextLog::node(std::int64_t level, const NodeRow& node, std::int64_t hidden) {
  const std::string line = name_of(reader_, node) + "  " + node_words(reader_, node);
  const std::string below = hidden > 0 ? "  [" + count(hidden, "node") + " below]" : "";
  print(level, line + below, below.size(), Color::kFaint);
}

void TextLog::print(std::int64_t level, const std::string& text, std::size_t tail, Color color) {
  constexpr std::size_t kHanging = 4, kNarrowest = 20;
  const std::string start = indent(level);
  std::size_t columns = columns_;
  // Deep in the tree, too few columns remain to wrap a line.
  if (columns < start.size() + kHanging + kNarrowest) columns = 0;
  if (columns > 0 && width_of(start + text) > columns) {
    return printer_.line(wrapped(start + text, start.size() + kHanging, columns));
  }
  const std::size_t plain = text.size() - tail;
  printer_.line(start + text.substr(0, plain) +
                (tail > 0 ? paint(text.substr(plain), color) : std::string()));
}

void TextLog::event(std::int64_t level, const format::EventRef& event,
                    std::optional<Window> before) {
  const EventWords words = event_words(reader_, event, {.before = before});
  print(level + 1, words.text, words.text.size(), words.color);
}

void JsonLog::element(std::int64_t level, std::string_view json) {
  printer_.raw(first_ ? "\n    " : ",\n    ");
  first_ = false;
  printer_.raw("{\"level\":" + std::to_string(level) + ",");
  // The opening brace and the level are already written, so omit the object's own brace.
  printer_.raw(json.substr(1));
}

void JsonLog::node(std::int64_t level, const NodeRow& node, std::int64_t hidden) {
  text::Json json{{"type", "node"}};
  json.update(node_json(reader_, node));
  json["hidden"] = hidden;
  element(level, json_line(json));
}

void JsonLog::event(std::int64_t level, const format::EventRef& event, std::optional<Window>) {
  element(level, json_line(event_json(reader_, event)));
}

}  // namespace plytrace::text

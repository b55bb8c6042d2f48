// SPDX-License-Identifier: MIT
#include "viewer/text/log_sinks.h"

#include "viewer/plain/numbers.h"
#include "viewer/text/row_json.h"
#include "viewer/text/row_words.h"

namespace plytrace::text {
namespace {

std::string indent(std::int64_t level) {
  if (level <= TextLog::kDeepest) return std::string(static_cast<std::size_t>(2 * level), ' ');
  return std::string(static_cast<std::size_t>(2 * TextLog::kDeepest), ' ') + "[" +
         std::to_string(level) + "] ";
}

std::string json_line(const text::Json& json) {
  // Texts of a trace may hold any bytes.
  return text::json_text(json);
}

}  // namespace

void TextLog::node(std::int64_t level, const NodeRow& node, std::int64_t hidden) {
  std::string line = indent(level) + name_of(reader_, node) + "  " + node_words(reader_, node);
  if (hidden > 0) line += paint("  [" + count(hidden, "node") + " below]", Color::kFaint);
  printer_.line(line);
}

void TextLog::event(std::int64_t level, const format::EventRef& event,
                    std::optional<Window> before) {
  const EventWords words = event_words(reader_, event, {.before = before});
  printer_.line(indent(level + 1) + paint(words.text, words.color));
}

void JsonLog::element(std::int64_t level, std::string_view json) {
  printer_.raw(first_ ? "\n    " : ",\n    ");
  first_ = false;
  printer_.raw("{\"level\":" + std::to_string(level) + ",");
  // The object without its first brace goes on where the level began.
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

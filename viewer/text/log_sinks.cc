// SPDX-License-Identifier: MIT
#include "viewer/text/log_sinks.h"

#include "viewer/text/format.h"
#include "viewer/text/row_json.h"

namespace plytrace::text {
namespace {

std::string indent(std::int64_t level) {
  if (level <= TextLog::kDeepest) return std::string(static_cast<std::size_t>(2 * level), ' ');
  return std::string(static_cast<std::size_t>(2 * TextLog::kDeepest), ' ') + "[" +
         std::to_string(level) + "] ";
}

std::string json_line(const text::Json& json) {
  return json.dump(-1, ' ', false, text::Json::error_handler_t::replace);
}

}  // namespace

std::string name_of(const TraceReader& reader, const NodeRow& node) {
  if (node.move) return printable(reader.move_text(node.move));
  return node.parent ? "=" : "/";
}

std::string node_words(const TraceReader& reader, const NodeRow& node) {
  std::string text = std::string(side(node)) + "  " + window(node.alpha, node.beta) + "  " +
                     (node.is_open() ? "open, no value yet" : claim(node));
  if (node.kind != format::NodeKind::kInterior && !node.is_open()) {
    text += "  " + std::string(format::word(node.kind));
  }
  if (node.role != format::Role::kMove) text += "  " + readable(format::word(node.role));
  if (node.phase == format::Phase::kQuiescence) text += "  quiescence";
  if (node.score) text += "  score " + score(node.score);
  if (node.credited) text += "  credited " + score(node.credited);
  if (node.best) {
    const auto best = reader.node(*node.best);
    text += "  best " + (best ? name_of(reader, *best) : "#" + std::to_string(*node.best));
  }
  for (const std::string& move : excluded_texts(node)) text += "  without " + printable(move);
  if (node.unrecorded > 0) text += "  + " + count(node.unrecorded, "node") + " not recorded";
  return text;
}

std::string cause_words(const TraceReader& reader, format::Cause cause,
                        std::optional<std::int64_t> child) {
  if (cause != format::Cause::kChild) return "by " + readable(format::word(cause));
  if (!child) return "";
  const auto row = reader.node(*child);
  const std::string id = "#" + std::to_string(*child);
  return row ? "by " + name_of(reader, *row) + " (" + id + ")" : "by " + id;
}

std::string store_words(const TraceReader& reader, const TableStoreRow& row) {
  std::string text = "stored " + claim(row.value, row.bound);
  if (row.depth) text += ", depth " + std::to_string(*row.depth);
  if (row.raw) text += ", as " + score(row.raw);
  if (row.move) text += ", move " + printable(reader.move_text(row.move));
  return text;
}

std::string probe_words(const TraceReader& reader, const TableProbeRow& row) {
  std::string text = "found " + claim(row.value, row.bound);
  if (row.stored_depth) text += ", depth " + std::to_string(*row.stored_depth);
  if (row.depth) text += " (asked " + std::to_string(*row.depth) + ")";
  if (row.raw) text += ", stored as " + score(row.raw);
  if (row.move) text += ", move " + printable(reader.move_text(row.move));
  if (row.stored_by) text += ", from #" + std::to_string(*row.stored_by);
  if (row.key && row.entry_key && row.entry_key != row.key) {
    text += ", filed under " + key_text(*row.entry_key) + " (asked " + key_text(*row.key) + ")";
  }
  switch (row.used) {
    case format::TableUse::kNo:
      return text + ": not used";
    case format::TableUse::kMove:
      return text + ": its move was tried first";
    case format::TableUse::kNarrowed:
      return text + ": narrowed the window";
    case format::TableUse::kAnswered:
      return text + ": answered the node";
  }
  return text + ": use not known";
}

void TextLog::node(std::int64_t level, const NodeRow& node, std::int64_t hidden) {
  std::string line = indent(level) + name_of(reader_, node) + "  " + node_words(reader_, node);
  if (hidden > 0) line += paint("  [" + count(hidden, "node") + " below]", Color::kFaint);
  printer_.line(line);
}

void TextLog::event(std::int64_t level, std::string_view text, Color color) {
  printer_.line(indent(level + 1) + paint(text, color));
}

void TextLog::bound_update(std::int64_t level, const BoundUpdateRow& row,
                           std::optional<Window> before) {
  std::string cause = cause_words(reader_, row.cause, std::nullopt);
  if (row.child) {
    const auto child = reader_.node(*row.child);
    cause = "by " + (child ? name_of(reader_, *child) : "#" + std::to_string(*row.child));
  }
  event(level, "* " + update_words(row, before) + (cause.empty() ? "" : " " + cause),
        Color::kUpdate);
}

void TextLog::cutoff(std::int64_t level, const CutoffRow& row) {
  event(level, "! " + cutoff_words(row), Color::kCutoff);
}

void TextLog::table_store(std::int64_t level, const TableStoreRow& row) {
  event(level, "T " + store_words(reader_, row), Color::kFaint);
}

void TextLog::table_probe(std::int64_t level, const TableProbeRow& row) {
  event(level, "T " + probe_words(reader_, row), Color::kFaint);
}

void TextLog::note(std::int64_t level, const NoteRow& row) {
  event(level, "# " + printable(row.name) + ": " + printable(row.value), Color::kFaint);
}

void JsonLog::element(std::int64_t level, std::string_view json) {
  printer_.raw(first_ ? "\n    " : ",\n    ");
  first_ = false;
  printer_.raw("{\"level\":" + std::to_string(level) + ",");
  printer_.raw(json.substr(1));
}

void JsonLog::node(std::int64_t level, const NodeRow& node, std::int64_t hidden) {
  text::Json json{{"type", "node"}};
  json.update(node_json(reader_, node));
  json["hidden"] = hidden;
  element(level, json_line(json));
}

void JsonLog::bound_update(std::int64_t level, const BoundUpdateRow& row, std::optional<Window>) {
  element(level, json_line(event_json(reader_, row)));
}

void JsonLog::cutoff(std::int64_t level, const CutoffRow& row) {
  element(level, json_line(event_json(reader_, row)));
}

void JsonLog::table_store(std::int64_t level, const TableStoreRow& row) {
  element(level, json_line(event_json(reader_, row)));
}

void JsonLog::table_probe(std::int64_t level, const TableProbeRow& row) {
  element(level, json_line(event_json(reader_, row)));
}

void JsonLog::note(std::int64_t level, const NoteRow& row) {
  element(level, json_line(event_json(reader_, row)));
}

}  // namespace plytrace::text

// SPDX-License-Identifier: MIT
#include "viewer/format/rows/row_words.h"

#include "viewer/format/json.h"
#include "viewer/format/rows/format.h"
#include "viewer/meaning/null_window.h"

namespace plytrace::text {

std::string name_of(const TraceReader& reader, const NodeRow& node) {
  if (node.move) return printable(reader.move_name(node));
  return node.parent ? "=" : "/";
}

std::string role_words(const TraceReader& reader, const NodeRow& node) {
  if (node.role != format::Role::kMove) return readable(format::word(node.role));
  // Check the row itself first, because looking for a re-search means reading the next node.
  if (!node.last || !has_null_window(node) || !node.value) return "";
  const auto next = reader.node(*node.last + 1);
  const bool is_again = next && next->parent == node.parent && next->move == node.move &&
                        next->role == format::Role::kReSearch;
  return is_again ? "null window" : "";
}

namespace {

std::string in_brackets(const std::string& words) {
  return words.empty() ? "" : " (" + words + ")";
}

}  // namespace

std::string mate_remark(const TraceReader& reader, const NodeRow& node,
                        std::optional<Score> value) {
  return in_brackets(reader.mate_words(node, value));
}

std::string mate_remark(const SearchRow& search, std::optional<Score> value) {
  return in_brackets(MateScale(search).words(value, 0));
}

std::string claim_words(const TraceReader& reader, const NodeRow& node) {
  return claim(node) + mate_remark(reader, node, node.value);
}

std::string best_move_name(const TraceReader& reader, const PassRow& pass,
                           const std::string& move) {
  const auto root = pass.root && reader.names_moves() ? reader.node(*pass.root) : std::nullopt;
  return root ? choice_name(reader, *root, move) : printable(move);
}

std::string_view no_value_words(const NodeRow& node) {
  return node.kind == format::NodeKind::kIllegal
             ? "the move that leads there turned out to be illegal"
             : "it was left while the search stopped";
}

std::string choice_name(const TraceReader& reader, const NodeRow& node, const std::string& move) {
  return printable(reader.choice_names(node, {move}).front());
}

std::string excluded_words(const TraceReader& reader, const NodeRow& node, std::size_t most) {
  return list(reader.choice_names(node, excluded_texts(node)), most);
}

std::string node_words(const TraceReader& reader, const NodeRow& node) {
  std::string text = std::string(side(node)) + "  " + window(node.alpha, node.beta) + "  " +
                     (node.is_open() ? "open, no value yet" : claim_words(reader, node));
  if (node.kind != format::NodeKind::kInterior && !node.is_open()) {
    text += "  " + std::string(format::word(node.kind));
  }
  if (const std::string role = role_words(reader, node); !role.empty()) text += "  " + role;
  if (node.phase == format::Phase::kQuiescence) text += "  quiescence";
  if (node.score) text += "  score " + score(node.score);
  if (node.credited) text += "  credited " + score(node.credited);
  if (node.best) {
    const auto best = reader.node(*node.best);
    text += "  best " + (best ? name_of(reader, *best) : "#" + std::to_string(*node.best));
  }
  if (node.excluded) text += "  without " + excluded_words(reader, node);
  if (node.unrecorded > 0) text += "  + " + count(node.unrecorded, "node") + " not recorded";
  return text;
}

std::string node_line(const TraceReader& reader, const NodeRow& node) {
  std::string text =
      name_of(reader, node) + " (#" + std::to_string(node.id) + ")  " + node_words(reader, node);
  const std::int64_t below = reader.last_of(node) - node.id;
  if (below > 0) text += "  [" + count(below, "node") + " below]";
  return text;
}

CutoffRow with_names(const TraceReader& reader, CutoffRow row) {
  if (!reader.names_moves() || !row.skipped_moves) return row;
  const auto node = reader.node(row.node);
  const auto texts = skipped_texts(row);
  if (node && texts) row.skipped_moves = json_text(texts_json(reader.choice_names(*node, *texts)));
  return row;
}

namespace {

// The move of a table entry, in the position of the node that asked or stored.
std::string entry_move(const TraceReader& reader, std::int64_t node, std::int64_t move) {
  const std::string text = reader.move_text(move);
  const auto row = reader.names_moves() ? reader.node(node) : std::nullopt;
  return row ? choice_name(reader, *row, text) : printable(text);
}

// The cause of an event: "by c", with the child's id "by c (#12)", "by stand pat"; "" if unknown.
std::string cause_words(const TraceReader& reader, format::Cause cause,
                        std::optional<std::int64_t> child, bool with_id) {
  if (cause != format::Cause::kChild) return "by " + readable(format::word(cause));
  if (!child) return "";
  const auto row = reader.node(*child);
  const std::string id = "#" + std::to_string(*child);
  if (!row) return "by " + id;
  return "by " + name_of(reader, *row) + (with_id ? " (" + id + ")" : "");
}

std::string_view use_words(format::TableUse use) {
  switch (use) {
    case format::TableUse::kNo:
      return "not used";
    case format::TableUse::kMove:
      return "its move was tried first";
    case format::TableUse::kNarrowed:
      return "narrowed the window";
    case format::TableUse::kAnswered:
      return "answered the node";
  }
  return "use not known";
}

EventWords words_of(const TraceReader& reader, const BoundUpdateRow& row,
                    const EventDetail& detail) {
  const std::string cause = cause_words(reader, row.cause, row.child, detail.with_ids);
  return {"* " + update_words(row, detail.before) + (cause.empty() ? "" : " " + cause),
          Color::kUpdate};
}

EventWords words_of(const TraceReader& reader, const CutoffRow& row, const EventDetail& detail) {
  std::string text = "! " + cutoff_words(with_names(reader, row), detail.most_moves);
  if (detail.with_ids && row.child) {
    text += " [" + cause_words(reader, row.cause, row.child, true) + "]";
  }
  return {text, Color::kCutoff};
}

EventWords words_of(const TraceReader& reader, const TableStoreRow& row, const EventDetail&) {
  std::string text = "T stored " + claim(row.value, row.bound);
  if (row.depth) text += ", depth " + std::to_string(*row.depth);
  if (row.raw) text += ", as " + score(row.raw);
  if (row.move) text += ", move " + entry_move(reader, row.node, *row.move);
  return {text};
}

EventWords words_of(const TraceReader& reader, const TableProbeRow& row, const EventDetail&) {
  std::string text = "T found " + claim(row.value, row.bound);
  if (row.stored_depth) text += ", depth " + std::to_string(*row.stored_depth);
  if (row.depth) text += " (asked " + std::to_string(*row.depth) + ")";
  if (row.raw) text += ", stored as " + score(row.raw);
  if (row.move) text += ", move " + entry_move(reader, row.node, *row.move);
  if (row.stored_by) text += ", from #" + std::to_string(*row.stored_by);
  // Show an entry's key if it differs from the requested key: tables compare only parts of keys.
  if (row.key && row.entry_key && row.entry_key != row.key) {
    text += ", filed under " + key_text(*row.entry_key) + " (asked " + key_text(*row.key) + ")";
  }
  return {text + ": " + std::string(use_words(row.used))};
}

EventWords words_of(const TraceReader&, const NoteRow& row, const EventDetail&) {
  return {"# " + printable(row.name) + ": " + printable(row.value)};
}

}  // namespace

EventWords event_words(const TraceReader& reader, const format::EventRef& event,
                       const EventDetail& detail) {
  return event.visit([&](const auto& row) { return words_of(reader, row, detail); });
}

}  // namespace plytrace::text

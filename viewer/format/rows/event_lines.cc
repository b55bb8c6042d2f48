// SPDX-License-Identifier: MIT
#include "viewer/format/rows/event_lines.h"

#include <type_traits>
#include <utility>

#include "viewer/format/rows/row_json.h"
#include "viewer/meaning/entry_key.h"
#include "viewer/meaning/open_nodes.h"
#include "viewer/meaning/saturated.h"
#include "viewer/reader/trace_meta.h"

namespace plytrace::text {
namespace {

using format::Side;

template <class T>
T turned_if(bool flip, const T& value) {
  return flip ? turned(value) : value;
}

// Writes both ends of a window or neither.
template <class Row>
bool is_told(const Row& row, std::string_view column) {
  if constexpr (requires { row.alpha; }) {
    if (column == "alpha" || column == "beta") return row.alpha && row.beta;
  }
  return true;
}
// True if the line already contains the column: a list of skipped moves implies their number.
bool is_told(const CutoffRow& row, std::string_view column) {
  if (column == "skipped_moves") return false;
  if (column == "skipped") return !skipped_texts(row);
  return is_told<CutoffRow>(row, column);
}

}  // namespace

// Builds one JSON object field by field; a field without a value is omitted.
class EventLines::Line {
 public:
  Line(const char* event, std::int64_t stream) {
    text("event", event);
    // Stream 0 is the default.
    if (stream != 0) number("stream", stream);
  }

  void text(const char* name, std::string_view value) {
    raw(name, json_text(text_json(std::string(value))));
  }
  void text_unless_empty(const char* name, std::string_view value) {
    if (!value.empty()) text(name, value);
  }
  void number(const char* name, std::optional<std::int64_t> value) {
    if (value) raw(name, std::to_string(*value));
  }
  void score(const char* name, std::optional<Score> value) {
    if (!value) return;
    const bool finite = *value != kInfinity && *value != -kInfinity;
    raw(name, finite ? score_text(*value) : "\"" + score_text(*value) + "\"");
  }
  void move(const TraceReader& reader, std::optional<std::int64_t> id) {
    if (id) text("move", reader.move_text(id));
  }
  void cell(const char* name, const std::optional<std::int64_t>& value) { number(name, value); }
  void cell(const char* name, std::int64_t value) { number(name, value); }
  void cell(const char* name, const std::optional<Score>& value) { score(name, value); }
  void cell(const char* name, const std::string& value) { text(name, value); }
  void cell(const char* name, const std::optional<std::string>& value) {
    if (value) text(name, *value);
  }
  template <class Enum>
  void cell(const char* name, const std::optional<Enum>& value) {
    if (value) text(name, format::word(*value));
  }
  template <class Enum>
  void cell(const char* name, Enum value) {
    text(name, format::word(value));
  }
  void window(const std::optional<Score>& alpha, const std::optional<Score>& beta, bool flip) {
    if (!alpha || !beta) return;
    const Window shown = turned_if(flip, Window{*alpha, *beta});
    score("alpha", shown.alpha);
    score("beta", shown.beta);
  }
  void texts(const char* name, const std::vector<std::string>& values) {
    raw(name, json_text(texts_json(values)));
  }
  // Writes JSON from the trace if it is a non-empty object.
  void object(const char* name, const std::string& json) {
    // An import accepts only objects, but another program may have stored any text here.
    const text::Json value = text::embedded_json(json);
    if (!value.is_object() || value.empty()) return;
    // A text keeps what a parser would change, such as 1.50.
    const std::string same = json_text(value);
    same == json ? raw(name, same) : text(name, json);
  }
  void flag(const char* name, bool value) {
    if (value) raw(name, "true");
  }
  void raw(const char* name, std::string_view json) {
    line_ += line_.empty() ? "{\"" : ",\"";
    line_ += name;
    line_ += "\":";
    line_ += json;
  }
  std::string closed() const { return line_ + "}"; }

 private:
  std::string line_;
};

EventLines::EventLines(const TraceReader& reader, std::function<bool(std::string_view line)> sink)
    : reader_(reader), sink_(std::move(sink)) {}

void EventLines::emit(const Line& line) { go_on_ = go_on_ && sink_(line.closed()); }

Status EventLines::write(const SearchRow& search) {
  const TraceReader::Snapshot snapshot(reader_);
  view_ = View::of_engine(search);
  const std::vector<PassRow> passes = reader_.passes(search.id);
  // All lines of a search go to the stream of its passes.
  stream_ = passes.empty() ? 0 : passes.front().stream;
  digests_ = {};
  begin_search(search);
  tell_missing_events(search);
  for (const PassRow& pass : passes) {
    // Stop if the consumer has closed the pipe.
    if (!go_on_ || !write_pass(pass)) break;
  }
  if (go_on_) end_search(search);
  return reader_.status();
}

void EventLines::begin_search(const SearchRow& search) {
  Line line("search", stream_);
  line.text_unless_empty("game", search.game);
  line.object("game_options", search.game_options);
  line.text_unless_empty("position", search.position);
  line.text_unless_empty("algorithm", search.algorithm);
  line.object("options", search.options);
  line.text_unless_empty("evaluator", search.evaluator);
  line.text_unless_empty("engine", search.engine);
  line.text_unless_empty("engine_version", search.engine_version);
  line.text("perspective", view_.is_from_side_to_move() ? "side" : "max");
  line.number("max_player", search.max_player);
  line.number("depth", search.depth);
  line.texts("captured", search.captured);
  line.text_unless_empty("fail", search.fail);
  line.text_unless_empty("windows", search.windows);
  line.flag("uniform", search.uniform);
  line.score("score_min", search.score_min);
  line.score("score_max", search.score_max);
  emit(line);
}

// The file has one number for all its searches; the first search concerned gets it, and each
// further one lacks at least one event.
void EventLines::tell_missing_events(const SearchRow& search) {
  if (!may_lack_events(reader_, search)) return;
  const std::int64_t all = saturated_sum(refused_events(reader_), reader_.file().lost_events);
  Line line("missing", stream_);
  line.number("events", std::exchange(told_missing_, true) ? 1 : all);
  emit(line);
}

void EventLines::end_search(const SearchRow& search) {
  // A search that is still running has no end line.
  if (search.status == format::SearchStatus::kRunning) return;
  Line line("end_search", stream_);
  line.text("status", word(search.status));
  line.score("value", turned_if(root_flips_, search.value));
  // The two bounds swap places and signs for the other point of view.
  line.score("lower", turned_if(root_flips_, root_flips_ ? search.upper : search.lower));
  line.score("upper", turned_if(root_flips_, root_flips_ ? search.lower : search.upper));
  line.number("completed_depth", search.completed_depth);
  if (search.best_move) line.text("best_move", *search.best_move);
  line.texts("pv", search.pv);
  line.number("nodes", search.nodes);
  line.number("leaf_evaluations", search.leaf_evaluations);
  emit(line);
}

// Writes every column by its name, except those that the format implies: an event belongs to the
// node of the line before it, and the child that caused it is the node left last.
template <class Event>
void EventLines::take(const Event& stored) {
  // In a damaged trace an event may name a node that is not open; it has no place in the output.
  if (!reach(stored.node)) return;
  const Event row = view_(with_key(stored, open_.back()), open_.back().side);
  Line line(format::Table<Event>::kEvent, stream_);
  line.number("node", row.node);
  format::for_each_column<Event>([&](const auto& column) {
    const std::string_view name = column.name;
    if (name == "id" || name == "at" || name == "node" || name == "child") return;
    if (name == "move") {
      if constexpr (requires { row.move; }) line.move(reader_, row.move);
    } else if (is_told(row, name)) {
      line.cell(column.name, row.*column.member);
    }
  });
  if constexpr (std::is_same_v<Event, CutoffRow>) {
    if (const auto moves = skipped_texts(row)) line.texts("skipped_moves", *moves);
  }
  emit(line);
}

bool EventLines::write_pass(const PassRow& pass) {
  const auto root = pass.root ? reader_.node(*pass.root) : std::nullopt;
  // The scores of a pass and a search refer to their root and are counted for its side to move.
  root_flips_ = root && view_.is_from_side_to_move() && root->side == Side::kMin;
  begin_pass(pass);
  if (root) {
    const auto scan = reader_.scan(root->id, reader_.last_of(*root), &digests_);
    while (go_on_ && scan->next()) {
      scan->visit([this](const auto& row) { take(row); });
    }
  }
  // No later node closes the root and its last descendants.
  while (!open_.empty()) leave_innermost();
  end_pass(pass);
  return go_on_;
}

void EventLines::begin_pass(const PassRow& pass) {
  Line line("pass", stream_);
  line.text("purpose", word(pass.purpose));
  line.number("depth", pass.depth);
  line.window(pass.alpha, pass.beta, root_flips_);
  emit(line);
}

void EventLines::end_pass(const PassRow& pass) {
  if (pass.status == format::SearchStatus::kRunning) return;
  Line line("end_pass", stream_);
  line.text("status", word(pass.status));
  line.score("value", turned_if(root_flips_, pass.value));
  if (pass.best_move) line.text("best_move", *pass.best_move);
  if (pass.pv) line.texts("pv", line_texts(pass));
  line.number("nodes", pass.nodes);
  emit(line);
}

void EventLines::take(const NodeRow& node) {
  while (!open_.empty() && !is_below(node, open_.back())) leave_innermost();
  unrecorded_ = saturated_sum(unrecorded_, node.unrecorded);
  Line line("enter", stream_);
  line.number("node", node.id);
  if (node.move) line.text("move", reader_.move_text(node.move));
  if (node.side) line.text("side", node.side == Side::kMin ? "min" : "max");
  line.number("depth", node.depth);
  line.window(node.alpha, node.beta, view_.is_from_side_to_move() && node.side == Side::kMin);
  if (node.role != format::Role::kMove) line.text("role", word(node.role));
  if (node.phase != format::Phase::kMain) line.text("phase", word(node.phase));
  line.number("key", node.key);
  emit(line);
  open_.push_back(node);
  const auto excluded = excluded_texts(node);
  if (excluded.empty()) return;
  Line left_out("exclude", stream_);
  left_out.number("node", node.id);
  left_out.texts("moves", excluded);
  emit(left_out);
}

void EventLines::leave_innermost() {
  const NodeRow node = std::move(open_.back());
  open_.pop_back();
  if (node.is_open()) return;  // the node was never left
  const bool flip = view_.is_from_side_to_move() && node.side == Side::kMin;
  Line line("leave", stream_);
  line.number("node", node.id);
  line.score("value", turned_if(flip, node.value));
  if (node.bound) line.text("bound", word(turned_if(flip, *node.bound)));
  line.score("score", turned_if(flip, node.score));
  line.text("kind", word(node.kind));
  line.number("legal", node.legal);
  line.number("best", node.best);
  emit(line);
  // The backed-up value is known only after the child, so it gets a line of its own, from the
  // parent's point of view.
  if (!node.credited || open_.empty()) return;
  Line credit("credit", stream_);
  credit.number("node", open_.back().id);
  const bool parent_flips = view_.is_from_side_to_move() && open_.back().side == Side::kMin;
  credit.score("score", turned_if(parent_flips, node.credited));
  emit(credit);
}

bool EventLines::reach(std::int64_t node) {
  while (!open_.empty() && open_.back().id > node) leave_innermost();
  return !open_.empty() && open_.back().id == node;
}

}  // namespace plytrace::text

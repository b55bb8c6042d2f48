// SPDX-License-Identifier: MIT
#include "viewer/text/event_lines.h"

#include <utility>

#include "viewer/text/row_json.h"

namespace plytrace::text {
namespace {

using format::Side;

template <class T>
T turned_if(bool flip, const T& value) {
  return flip ? turned(value) : value;
}

}  // namespace

// One JSON object, field by field; an absent value gives no field.
class EventLines::Line {
 public:
  Line(const char* event, std::int64_t stream) {
    text("event", event);
    if (stream != 0) number("stream", stream);
  }

  void text(const char* name, std::string_view value) {
    raw(name, text_json(std::string(value)).dump());
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
  void window(const std::optional<Score>& alpha, const std::optional<Score>& beta, bool flip) {
    if (!alpha || !beta) return;
    const Window shown = turned_if(flip, Window{*alpha, *beta});
    score("alpha", shown.alpha);
    score("beta", shown.beta);
  }
  void texts(const char* name, const std::vector<std::string>& values) {
    raw(name, texts_json(values).dump());
  }
  // JSON that came from the trace, where it is an object that says something.
  void object(const char* name, const std::string& json) {
    const text::Json value = text::embedded_json(json);
    if (value.is_object() && !value.empty()) {
      raw(name, value.dump(-1, ' ', false, text::Json::error_handler_t::replace));
    }
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
  side_view_ = search.perspective == "side";
  const std::vector<PassRow> passes = reader_.passes(search.id);
  stream_ = passes.empty() ? 0 : passes.front().stream;
  begin_search(search);
  for (const PassRow& pass : passes) {
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
  line.text("perspective", side_view_ ? "side" : "max");
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

void EventLines::end_search(const SearchRow& search) {
  if (search.status == format::SearchStatus::kRunning) return;
  Line line("end_search", stream_);
  line.text("status", word(search.status));
  line.score("value", turned_if(root_flips_, search.value));
  line.score("lower", turned_if(root_flips_, root_flips_ ? search.upper : search.lower));
  line.score("upper", turned_if(root_flips_, root_flips_ ? search.lower : search.upper));
  line.number("completed_depth", search.completed_depth);
  if (search.best_move) line.text("best_move", *search.best_move);
  line.texts("pv", search.pv);
  line.number("nodes", search.nodes);
  line.number("leaf_evaluations", search.leaf_evaluations);
  emit(line);
}

bool EventLines::write_pass(const PassRow& pass) {
  const auto root = pass.root ? reader_.node(*pass.root) : std::nullopt;
  root_flips_ = root && side_view_ && root->side == Side::kMin;
  begin_pass(pass);
  if (root) {
    const auto scan = reader_.scan(root->id, reader_.last_of(*root));
    while (go_on_ && scan->next()) {
      scan->visit([this](const auto& row) { take(row); });
    }
  }
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
  line.number("nodes", pass.nodes);
  emit(line);
}

void EventLines::take(const NodeRow& node) {
  const auto encloses = [&](const NodeRow& open) {
    return node.parent ? open.id <= *node.parent : !open.last || *open.last >= node.id;
  };
  while (!open_.empty() && !encloses(open_.back())) leave_innermost();
  unrecorded_ += node.unrecorded;
  Line line("enter", stream_);
  line.number("node", node.id);
  if (node.move) line.text("move", reader_.move_text(node.move));
  if (node.side) line.text("side", node.side == Side::kMin ? "min" : "max");
  line.number("depth", node.depth);
  line.window(node.alpha, node.beta, side_view_ && node.side == Side::kMin);
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
  if (node.is_open()) return;  // it was never left
  const bool flip = side_view_ && node.side == Side::kMin;
  Line line("leave", stream_);
  line.number("node", node.id);
  line.score("value", turned_if(flip, node.value));
  if (node.bound) line.text("bound", word(turned_if(flip, *node.bound)));
  line.score("score", turned_if(flip, node.score));
  line.text("kind", word(node.kind));
  line.number("legal", node.legal);
  line.number("best", node.best);
  emit(line);
  if (!node.credited || open_.empty()) return;
  Line credit("credit", stream_);
  credit.number("node", open_.back().id);
  const bool parent_flips = side_view_ && open_.back().side == Side::kMin;
  credit.score("score", turned_if(parent_flips, node.credited));
  emit(credit);
}

bool EventLines::reach(std::int64_t node) {
  while (!open_.empty() && open_.back().id > node) leave_innermost();
  return !open_.empty() && open_.back().id == node;
}

void EventLines::take(const BoundUpdateRow& row) {
  if (!reach(row.node)) return;
  Line line("bound", stream_);
  line.number("node", row.node);
  line.text("cause", word(row.cause));
  line.window(row.alpha, row.beta, side_view_ && open_.back().side == Side::kMin);
  emit(line);
}

void EventLines::take(const CutoffRow& row) {
  if (!reach(row.node)) return;
  const bool flip = side_view_ && open_.back().side == Side::kMin;
  Line line("cutoff", stream_);
  line.number("node", row.node);
  line.text("kind", word(turned_if(flip, row.kind)));
  line.text("cause", word(row.cause));
  line.score("value", turned_if(flip, row.value));
  line.window(row.alpha, row.beta, flip);
  const auto moves = skipped_texts(row);
  if (moves) {
    line.texts("skipped_moves", *moves);
  } else {
    line.number("skipped", row.skipped);
  }
  if (row.reason) line.text("reason", *row.reason);
  emit(line);
}

template <class Row>
void EventLines::entry(Line& line, const Row& row) {
  const bool flip = side_view_ && open_.back().side == Side::kMin;
  line.number("key", row.key);
  line.number("depth", row.depth);
  if (row.bound) line.text("bound", word(turned_if(flip, *row.bound)));
  line.score("value", turned_if(flip, row.value));
  line.score("raw", turned_if(flip, row.raw));
  if (row.move) line.text("move", reader_.move_text(row.move));
}

void EventLines::take(const TableStoreRow& row) {
  if (!reach(row.node)) return;
  Line line("store", stream_);
  line.number("node", row.node);
  entry(line, row);
  emit(line);
}

void EventLines::take(const TableProbeRow& row) {
  if (!reach(row.node)) return;
  Line line("probe", stream_);
  line.number("node", row.node);
  line.number("entry_key", row.entry_key);
  entry(line, row);
  line.number("stored_depth", row.stored_depth);
  line.number("stored_by", row.stored_by);
  line.text("used", word(row.used));
  emit(line);
}

void EventLines::take(const NoteRow& row) {
  if (!reach(row.node)) return;
  Line line("note", stream_);
  line.number("node", row.node);
  line.text("name", row.name);
  line.text("value", row.value);
  emit(line);
}

}  // namespace plytrace::text

// SPDX-License-Identifier: MIT
#include "viewer/reader/rows.h"

#include <algorithm>
#include <utility>

#include "core/json_reader.h"

namespace plytrace {
namespace reader {

std::string select_from(const char* columns, const char* table, const char* rest) {
  return std::string("SELECT ") + columns + " FROM " + table + " " + rest;
}

namespace {

// Hands out the texts of a JSON array; false where it is none.
template <class Take>
bool read_json_texts(std::string_view json, const Take& take) {
  using Token = JsonReader::Token;
  JsonReader reader("list", json);
  if (reader.next() != Token::kBeginArray) return false;
  Token token = reader.next();
  if (token != Token::kEndArray) {
    for (;; token = reader.next()) {
      if (token != Token::kString) return false;
      take(reader.string());
      token = reader.next();
      if (token != Token::kComma) break;
    }
    if (token != Token::kEndArray) return false;
  }
  return reader.next() == Token::kEnd;
}

}  // namespace

std::optional<std::vector<std::string>> json_texts(std::string_view json, std::size_t limit) {
  std::vector<std::string> texts;
  const bool is_list = read_json_texts(json, [&](std::string& text) {
    if (texts.size() < limit) texts.push_back(std::move(text));
  });
  return is_list ? std::optional(std::move(texts)) : std::nullopt;
}

std::int64_t near(std::int64_t first, std::int64_t last) {
  using Limits = std::numeric_limits<std::int64_t>;
  const std::int64_t low = first < Limits::min() + kTooMany ? Limits::min() : first - kTooMany;
  const std::int64_t high = first > Limits::max() - kTooMany ? Limits::max() : first + kTooMany;
  return std::clamp(last, low, high);
}

void read_row(Columns& from, SearchRow& row) {
  row.id = from.integer();
  row.game = from.text();
  row.game_options = from.text();
  row.position = from.text();
  row.algorithm = from.text();
  row.options = from.text();
  row.evaluator = from.text();
  row.perspective = from.text();
  row.max_player = from.maybe_integer();
  row.depth = from.maybe_integer();
  row.captured = json_texts(from.text(), SIZE_MAX).value_or(std::vector<std::string>{});
  row.fail = from.text_or_empty();
  row.windows = from.text_or_empty();
  row.uniform = from.maybe_integer() == 1;
  row.score_min = from.maybe_real();
  row.score_max = from.maybe_real();
  row.status = format::search_status(from.text_or_empty());
  row.value = from.maybe_real();
  row.lower = from.maybe_real();
  row.upper = from.maybe_real();
  row.completed_depth = from.maybe_integer();
  row.best_move = from.maybe_text();
  row.pv = json_texts(from.text(), SIZE_MAX).value_or(std::vector<std::string>{});
  row.nodes = from.maybe_integer();
  row.leaf_evaluations = from.maybe_integer();
  row.started_at = from.maybe_real();
  row.finished_at = from.maybe_real();
  row.seconds = from.maybe_real();
  row.engine = from.text();
  row.engine_version = from.text();
}

void read_row(Columns& from, PassRow& row) {
  row.id = from.integer();
  row.search = from.integer();
  row.ordinal = from.integer();
  row.stream = from.integer();
  row.purpose = format::pass_purpose(from.text());
  row.depth = from.maybe_integer();
  row.alpha = from.maybe_real();
  row.beta = from.maybe_real();
  row.root = from.maybe_integer();
  row.last = from.maybe_integer();
  if (row.last) row.last = near(row.root.value_or(0), *row.last);
  row.value = from.maybe_real();
  row.best_move = from.maybe_text();
  row.status = format::search_status(from.text_or_empty());
  row.nodes = from.maybe_integer();
  row.seconds = from.maybe_real();
}

void read_row(Columns& from, NodeRow& row) {
  row.id = from.integer();
  row.parent = from.maybe_integer();
  row.last = from.maybe_integer();
  from.leave_out(format::kCreditedColumn | (row.last ? 0U : format::kResultColumns));
  if (row.last) row.last = near(row.id, *row.last);
  row.ply = from.integer();
  row.move = from.maybe_integer();
  row.side = from.maybe_code<format::Side>();
  row.depth = from.maybe_integer();
  row.alpha = from.maybe_real();
  row.beta = from.maybe_real();
  row.value = from.maybe_real();
  row.score = from.maybe_real();
  row.credited = from.maybe_real();
  row.kind = from.code<format::NodeKind>();
  row.bound = from.maybe_code<format::Bound>();
  row.phase = from.code<format::Phase>();
  row.role = from.code<format::Role>();
  row.best = from.maybe_integer();
  row.legal = from.maybe_integer();
  row.unrecorded = from.integer();
  row.key = from.maybe_integer();
  row.excluded = from.maybe_text();
}

void read_row(Columns& from, BoundUpdateRow& row) {
  row.id = from.integer();
  row.at = from.integer();
  row.node = from.integer();
  row.cause = from.code<format::Cause>();
  row.child = from.maybe_integer();
  row.alpha = from.maybe_real();
  row.beta = from.maybe_real();
}

void read_row(Columns& from, CutoffRow& row) {
  row.id = from.integer();
  row.at = from.integer();
  row.node = from.integer();
  row.kind = from.code<format::CutoffKind>();
  row.cause = from.code<format::Cause>();
  row.child = from.maybe_integer();
  row.value = from.maybe_real();
  row.alpha = from.maybe_real();
  row.beta = from.maybe_real();
  row.skipped = from.maybe_integer();
  row.skipped_moves = from.maybe_text();
  row.reason = from.maybe_text();
}

void read_row(Columns& from, TableStoreRow& row) {
  row.id = from.integer();
  row.at = from.integer();
  row.node = from.integer();
  row.key = from.maybe_integer();
  row.depth = from.maybe_integer();
  row.bound = from.maybe_code<format::Bound>();
  row.value = from.maybe_real();
  row.raw = from.maybe_real();
  row.move = from.maybe_integer();
}

void read_row(Columns& from, TableProbeRow& row) {
  row.id = from.integer();
  row.at = from.integer();
  row.node = from.integer();
  row.key = from.maybe_integer();
  row.entry_key = from.maybe_integer();
  row.depth = from.maybe_integer();
  row.stored_by = from.maybe_integer();
  row.stored_depth = from.maybe_integer();
  row.bound = from.maybe_code<format::Bound>();
  row.value = from.maybe_real();
  row.raw = from.maybe_real();
  row.move = from.maybe_integer();
  row.used = from.code<format::TableUse>();
}

void read_row(Columns& from, NoteRow& row) {
  row.id = from.integer();
  row.at = from.integer();
  row.node = from.integer();
  from.assign(row.name);
  from.assign(row.value);
}

void read_row(Columns& from, PlySummaryRow& row) {
  for (std::int64_t* field :
       {&row.pass, &row.ply, &row.nodes, &row.interior, &row.horizon, &row.terminal, &row.table,
        &row.known, &row.draw, &row.unknown, &row.alpha_cutoffs, &row.beta_cutoffs,
        &row.cut_by_first, &row.cutoffs_skipping, &row.skipped, &row.bound_updates,
        &row.re_searches, &row.unrecorded}) {
    *field = std::clamp<std::int64_t>(from.integer(), 0, kTooMany);
  }
}

}  // namespace reader

bool SearchRow::captures(std::string_view kind) const {
  return std::find(captured.begin(), captured.end(), kind) != captured.end();
}

std::optional<std::vector<std::string>> skipped_texts(const CutoffRow& cutoff, std::size_t limit) {
  if (!cutoff.skipped_moves) return std::nullopt;
  return reader::json_texts(*cutoff.skipped_moves, limit);
}

std::vector<std::string> excluded_texts(const NodeRow& node) {
  if (!node.excluded) return {};
  return reader::json_texts(*node.excluded, SIZE_MAX).value_or(std::vector<std::string>{});
}

std::optional<std::int64_t> skipped_count(const CutoffRow& cutoff) {
  std::int64_t count = 0;
  const auto counted = [&](const std::string&) { ++count; };
  const bool is_list =
      cutoff.skipped_moves && reader::read_json_texts(*cutoff.skipped_moves, counted);
  return is_list ? std::optional(count) : std::nullopt;
}

}  // namespace plytrace

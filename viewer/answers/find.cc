// SPDX-License-Identifier: MIT
#include "viewer/answers/find.h"

#include <utility>

#include "viewer/format/add_line.h"
#include "viewer/format/csv.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace::answers {
namespace {

// "#12, #40 and 3 more".
std::string users_words(const EntryUsers& users) {
  std::string words;
  for (const std::int64_t id : users.nodes) {
    words += (words.empty() ? "#" : ", #") + std::to_string(id);
  }
  const std::size_t more = users.total - users.nodes.size();
  return more == 0 ? words : words + " and " + text::grouped(std::uint64_t{more}) + " more";
}

void write_entries(const TraceReader& reader, const FoundNode& found, std::string& out) {
  for (const TableProbeRow& probe : found.uses) {
    text::add_line(out, "    " + text::event_words(reader, probe, {}).text);
  }
  for (const TableStoreRow& store : found.stores) {
    text::add_line(out, "    " + text::event_words(reader, store, {}).text);
  }
  if (found.used_by.total == 0) return;
  text::add_line(out, "    what it stored was used by " + users_words(found.used_by));
}

// Says how many positions a condition on fen could not examine, and why.
void write_positions(const TraceReader::PositionCounts& counts, std::string& out) {
  if (counts.unknown > 0) {
    text::add_line(out, "left out: " + text::count(counts.unknown, "node") +
                            " whose moves cannot be played on a board");
  }
  if (counts.left_out > 0) {
    text::add_line(out, "left out: " + text::count(counts.left_out, "node") + " after the first " +
                            text::grouped(counts.told) +
                            "; add a condition that is faster, such as ply <= 4");
  }
}

text::Json positions_json(const TraceReader::PositionCounts& counts) {
  return {{"examined", counts.told}, {"unknown", counts.unknown}, {"left_out", counts.left_out}};
}

std::string exact(std::optional<Score> score) { return score ? score_text(*score) : ""; }

template <class Row>
text::Json events_json(const TraceReader& reader, const std::vector<Row>& rows) {
  return text::list_json(rows, [&](const Row& row) { return text::event_json(reader, row); });
}

void add_entries_json(const TraceReader& reader, const FoundNode& found, text::Json& node) {
  node["stores"] = events_json(reader, found.stores);
  node["uses"] = events_json(reader, found.uses);
  node["used_by"] = {{"node_ids", found.used_by.nodes}, {"total", found.used_by.total}};
}

// The cells of a CSV row, each with its column name.
std::vector<std::pair<const char*, std::string>> csv_cells(const TraceReader& reader,
                                                           const FoundNode& found) {
  const NodeRow& node = found.node;
  const auto bound = claimed_bound(node);
  return {{"node", std::to_string(node.id)},
          {"path", found.path},
          {"move", node.move ? text::move_cell(reader.move_text(node.move)) : ""},
          {"side", node.side ? std::string(format::word(*node.side)) : ""},
          {"ply", std::to_string(node.ply)},
          {"kind", std::string(format::word(node.kind))},
          {"role", std::string(format::word(node.role))},
          {"depth", node.depth ? std::to_string(*node.depth) : ""},
          {"alpha", exact(node.alpha)},
          {"beta", exact(node.beta)},
          {"value", exact(node.value)},
          {"bound", bound ? std::string(format::word(*bound)) : ""},
          {"size", node.last ? std::to_string(*node.last - node.id + 1) : ""}};
}

}  // namespace

std::string lines(const TraceReader& reader, const FindAnswer& answer) {
  std::string out;
  for (const FoundNode& found : answer.nodes) {
    std::string line = "#" + std::to_string(found.node.id) + "  " + text::printable(found.path);
    // The path keeps the notation of the trace.
    if (reader.names_moves() && found.node.move) line += "  " + text::name_of(reader, found.node);
    line += "  " + text::node_words(reader, found.node);
    if (found.recorded > 1) line += "  [" + text::count(found.recorded - 1, "node") + " below]";
    text::add_line(out, line);
    for (const CutoffRow& cutoff : found.cutoffs) {
      text::add_line(out, "    " + text::cutoff_words(text::with_names(reader, cutoff)));
    }
    write_entries(reader, found, out);
  }
  if (answer.positions) write_positions(*answer.positions, out);
  if (answer.truncated)
    text::add_line(out, "... and more; raise --limit, or give --limit 0 for all");
  return out;
}

std::string csv(const TraceReader& reader, const FindAnswer& answer) {
  std::string out;
  std::vector<std::string> fields;
  for (const auto& cell : csv_cells(reader, {})) fields.emplace_back(cell.first);
  text::add_line(out, text::csv_line(fields));
  for (const FoundNode& found : answer.nodes) {
    fields.clear();
    for (auto& cell : csv_cells(reader, found)) fields.push_back(std::move(cell.second));
    text::add_line(out, text::csv_line(fields));
  }
  return out;
}

text::Json json(const TraceReader& reader, const FindAnswer& answer) {
  text::Json nodes = text::Json::array();
  for (const FoundNode& found : answer.nodes) {
    text::Json node = text::node_json(reader, found.node);
    node["path"] = text::text_json(found.path);
    node["recorded"] = found.recorded;
    node["cut_rank"] = text::number_json(found.cut_rank);
    node["cutoffs"] = events_json(reader, found.cutoffs);
    if (answer.of_position) add_entries_json(reader, found, node);
    nodes.push_back(std::move(node));
  }
  text::Json json{{"search", text::number_json(answer.search)},
                  {"pass", text::number_json(answer.pass)},
                  {"found", answer.found},
                  {"truncated", answer.truncated},
                  {"until", text::number_json(answer.until)},
                  {"matches", std::move(nodes)}};
  if (answer.positions) json["positions"] = positions_json(*answer.positions);
  return json;
}

}  // namespace plytrace::answers

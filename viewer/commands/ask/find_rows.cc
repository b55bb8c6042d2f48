// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/find_rows.h"

#include <fmt/format.h>

#include <utility>

#include "viewer/cli/cli.h"
#include "viewer/format/csv.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace {
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

void write_entries(const TraceReader& reader, const FoundNode& found, text::Printer& printer) {
  for (const TableProbeRow& probe : found.uses) {
    printer.line("    " + text::event_words(reader, probe, {}).text);
  }
  for (const TableStoreRow& store : found.stores) {
    printer.line("    " + text::event_words(reader, store, {}).text);
  }
  if (found.used_by.total == 0) return;
  printer.line("    what it stored was used by " + users_words(found.used_by));
}

std::string exact(std::optional<Score> score) { return score ? score_text(*score) : ""; }

template <class Row>
text::Json events_json(const TraceReader& reader, const std::vector<Row>& rows) {
  text::Json list = text::Json::array();
  for (const Row& row : rows) list.push_back(text::event_json(reader, row));
  return list;
}

void add_entries_json(const TraceReader& reader, const FoundNode& found, text::Json& node) {
  node["stores"] = events_json(reader, found.stores);
  node["uses"] = events_json(reader, found.uses);
  node["used_by"] = {{"nodes", found.used_by.nodes}, {"total", found.used_by.total}};
}

// The cells of a row of CSV, each behind the name of its column.
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

Result<std::vector<FoundNode>> look_up(const TraceReader& reader,
                                       const std::vector<std::int64_t>& ids, bool with_cutoffs,
                                       const std::atomic<bool>& interrupt) {
  std::vector<FoundNode> nodes;
  cli::Progress progress("paths of nodes found:", ids.size());
  for (const std::int64_t id : ids) {
    if (interrupt.load()) return Status(StatusCode::kInterrupted, "find: interrupted");
    progress.at(nodes.size());
    auto node = reader.node(id);
    if (!node) {
      if (!reader.status().is_ok()) return reader.status();
      return Status::bad_input(
          fmt::format("{}: damaged trace: row {} of node is found, but not by its key; copy it "
                      "again, or record the search anew",
                      reader.file().path, id));
    }
    FoundNode found{*node, reader.path(id), {}, {}, {}, {}};
    if (with_cutoffs) found.cutoffs = reader.events_of<CutoffRow>(*node);
    nodes.push_back(std::move(found));
  }
  return nodes;
}

void write_found_text(const TraceReader& reader, const FoundNodes& found_nodes,
                      text::Printer& printer) {
  for (const FoundNode& found : found_nodes.nodes) {
    std::string line = "#" + std::to_string(found.node.id) + "  " + text::printable(found.path) +
                       "  " + text::node_words(reader, found.node);
    const std::int64_t below = reader.last_of(found.node) - found.node.id;
    if (below > 0) line += "  [" + text::count(below, "node") + " below]";
    printer.line(line);
    for (const CutoffRow& cutoff : found.cutoffs) printer.line("    " + text::cutoff_words(cutoff));
    write_entries(reader, found, printer);
  }
  if (found_nodes.truncated) printer.line("... and more; raise --limit, or give --limit 0 for all");
}

void write_found_csv(const TraceReader& reader, const FoundNodes& found_nodes,
                     text::Printer& printer) {
  std::vector<std::string> fields;
  for (const auto& cell : csv_cells(reader, {})) fields.emplace_back(cell.first);
  printer.line(text::csv_line(fields));
  for (const FoundNode& found : found_nodes.nodes) {
    fields.clear();
    for (auto& cell : csv_cells(reader, found)) fields.push_back(std::move(cell.second));
    printer.line(text::csv_line(fields));
  }
}

text::Json found_json(const TraceReader& reader, const FoundNodes& found_nodes) {
  text::Json nodes = text::Json::array();
  for (const FoundNode& found : found_nodes.nodes) {
    text::Json node = text::node_json(reader, found.node);
    node["path"] = text::text_json(found.path);
    node["cutoffs"] = events_json(reader, found.cutoffs);
    if (found_nodes.of_position) add_entries_json(reader, found, node);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// plytrace export TRACE --to FORMAT: converts a trace to a form that other programs read. Rows are
// streamed to stdout in trace order; memory depends on the depth only.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/folded_stacks.h"
#include "viewer/cli/option_values.h"
#include "viewer/cli/printer.h"
#include "viewer/commands/ask/export_tables.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/draw/dot_writer.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/format/csv.h"
#include "viewer/format/rows/event_lines.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"

namespace plytrace {
namespace {

using text::Json;
using text::Printer;

constexpr std::int64_t kMostDotNodes = 2000;

struct ExportOptions {
  cli::TraceOptions trace;
  std::string to;
  std::optional<std::int64_t> max_nodes{};  // dot
  std::optional<double> threshold;
  TableExport table;                     // csv
  std::optional<std::int64_t> number{};  // of the trace
};

// Scans the nodes root..last of a pass; null for a pass without nodes.
std::unique_ptr<TraceScan> scan_pass(const Selection& selected) {
  const auto root = selected.pass.root ? selected.reader.node(*selected.pass.root) : std::nullopt;
  if (!root) return nullptr;
  return selected.reader.scan(root->id, selected.reader.last_of(*root));
}

void for_each_node(const Selection& selected, const std::function<bool(const NodeRow&)>& visit) {
  const auto scan = scan_pass(selected);
  if (!scan) return;
  while (scan->next()) {
    const NodeRow* const node = scan->get<NodeRow>();
    if (node != nullptr && !visit(*node)) return;
  }
}

// The status after streaming: a write error, or else a read error.
Status finish(Printer& printer, const TraceReader& reader) {
  const Status written = printer.finish();
  return written ? reader.status() : written;
}

// ndjson ---------------------------------------------------------------------------------------

Status export_ndjson(const Selection& selected, const ExportOptions& options) {
  Printer printer;
  text::EventLines lines(selected.reader, [&](std::string_view line) {
    printer.line(line);
    return printer.is_ok();
  });
  for (const SearchRow& search : selected.reader.searches()) {
    if (options.trace.search && *options.trace.search != search.id) continue;
    const Status status = lines.write(search);
    if (!status) return status;
  }
  if (lines.unrecorded() > 0) {
    cli::tell("warning: event lines cannot express that " +
              text::count(lines.unrecorded(), "node") + " below were not recorded");
  }
  return finish(printer, selected.reader);
}

// csv ------------------------------------------------------------------------------------------

std::string csv_cell(std::int64_t cell) { return std::to_string(cell); }
std::string csv_cell(Score cell) { return score_text(cell); }
std::string csv_cell(const std::string& cell) { return text::csv_line({cell}); }
template <class Enum>
std::string csv_cell(Enum cell) {
  return std::string(format::word(cell));
}
template <class T>
std::string csv_cell(const std::optional<T>& cell) {
  return cell ? csv_cell(*cell) : "";
}

// Every column of the table; moves are written as text.
std::string csv_row(const TraceReader& reader, const NodeRow& node) {
  std::string row;
  format::for_each_column<NodeRow>([&](const auto& column) {
    const bool is_move = std::string_view(column.name) == "move";
    if (!row.empty()) row += ',';
    row += is_move && node.move ? text::csv_line({text::move_cell(reader.move_text(node.move))})
                                : csv_cell(node.*column.member);
  });
  return row;
}

// The column names. The id is called "node", as in the other tables.
std::string csv_heading() {
  std::string heading;
  format::for_each_column<NodeRow>([&](const auto& column) {
    heading += heading.empty() ? "node" : "," + std::string(column.name);
  });
  return heading;
}

Status export_csv(const Selection& selected, const ExportOptions&) {
  Printer printer;
  printer.line(csv_heading());
  for_each_node(selected, [&](const NodeRow& node) {
    printer.line(csv_row(selected.reader, node));
    return printer.is_ok();
  });
  return finish(printer, selected.reader);
}

// json -----------------------------------------------------------------------------------------

// Prints a list of the pass's nodes or of its events, one element per line.
void print_list(const Selection& selected, bool nodes, Printer& printer) {
  const auto scan = scan_pass(selected);
  const char* separator = "\n    ";
  if (!scan) return;
  while (printer.is_ok() && scan->next()) {
    // Each list gets a scan of its own, because neither fits in memory.
    if ((scan->get<NodeRow>() != nullptr) != nodes) continue;
    scan->visit([&](const auto& row) {
      const Json element = text::row_json(selected.reader, row);
      printer.raw(separator);
      printer.raw(text::json_text(element));
    });
    separator = ",\n    ";
  }
}

Status export_json(const Selection& selected, const ExportOptions&) {
  const SearchRow& search = selected.search;
  const PassRow& pass = selected.pass;
  Json head;
  head["trace"] = text::text_json(selected.reader.file().path);
  head["search"] = search.id;
  head["pass"] = pass.ordinal;
  head["game"] = text::text_json(search.game);
  head["game_options"] = text::embedded_json(search.game_options);
  head["position"] = text::text_json(search.position);
  head["algorithm"] = text::text_json(search.algorithm);
  head["evaluator"] = text::text_json(search.evaluator);
  head["depth"] = text::number_json(pass.depth);
  head["value"] = text::score_json(pass.value);
  head["status"] = word(pass.status);
  std::string opening = text::json_text(head, 2);
  // Remove the closing brace, because the lists follow.
  opening.resize(opening.rfind('\n'));
  Printer printer;
  printer.raw(opening + ",\n  \"nodes\": [");
  print_list(selected, true, printer);
  printer.raw("\n  ],\n  \"events\": [");
  print_list(selected, false, printer);
  printer.raw("\n  ]\n}\n");
  return finish(printer, selected.reader);
}

// dot ------------------------------------------------------------------------------------------

// The deepest ply such that all nodes of the pass down to it are at most `most`.
std::int64_t deepest_ply(const Selection& selected, std::int64_t most) {
  std::map<std::int64_t, std::int64_t> plies;
  constexpr std::size_t kMostPlies = 100'000;
  for_each_node(selected, [&](const NodeRow& node) {
    const auto [at, is_new] = plies.try_emplace(node.ply, 0);
    ++at->second;
    // A damaged trace may have any number of plies; drop the deepest, which would be omitted
    // anyway.
    if (plies.size() > kMostPlies) plies.erase(std::prev(plies.end()));
    return true;
  });
  std::int64_t nodes = 0;
  std::int64_t deepest = 0;
  for (const auto& [ply, count] : plies) {
    nodes += count;
    if (nodes > most) break;
    deepest = ply;
  }
  return deepest;
}

Status export_dot(const Selection& selected, const ExportOptions& options) {
  const TraceReader& reader = selected.reader;
  const std::int64_t deepest = deepest_ply(selected, options.max_nodes.value_or(kMostDotNodes));
  Printer printer;
  constexpr draw::Theme kTheme = draw::Theme::kPaper;
  printer.raw(draw::dot_opening(kTheme));
  printer.line(fmt::format("  // {}: search {}, pass {}; a roof above: MAX to move, below: MIN",
                           text::printable(selected.search.game), selected.search.id,
                           selected.pass.ordinal));
  std::int64_t left_out = 0;
  for_each_node(selected, [&](const NodeRow& node) {
    if (node.ply > deepest) {
      ++left_out;
      return true;
    }
    const std::int64_t size = reader.last_of(node) - node.id + 1;
    const std::string move = node.move ? reader.move_text(node.move) : "";
    const std::string parent = node.parent ? fmt::format("n{}", *node.parent) : "";
    // Only nodes on the last ply shown have hidden nodes below them.
    printer.raw(draw::dot_statements(draw::row_node(node, move, node.ply == deepest ? size - 1 : 0),
                                     parent, kTheme));
    return printer.is_ok();
  });
  if (left_out > 0) {
    printer.line(fmt::format("  // left out: {} deeper than ply {}; more with --max-nodes",
                             text::count(left_out, "node"), deepest));
  }
  printer.line("}");
  return finish(printer, reader);
}

// tracefile ------------------------------------------------------------------------------------

std::string one_decimal(std::optional<Score> value) {
  if (!value) return "none";
  if (*value == kInfinity || *value == -kInfinity) return score_text(*value);
  // Write -0 as 0.
  return fmt::format("{:.1f}", *value == 0 ? 0 : *value);
}

// One block per search: the number of leaf evaluations, the root value, a blank line, the values of
// its moves in search order, a blank line. A value that is only a bound starts with a sign.
void print_block(const TraceReader& reader, const SearchRow& search, Printer& printer) {
  const auto pass = reader.choose_pass(search, {});
  const auto root = pass && pass->root ? reader.node(*pass->root) : std::nullopt;
  printer.line(std::to_string(search.leaf_evaluations.value_or(0)));
  printer.line(one_decimal(search.value ? search.value : root ? root->value : std::nullopt));
  printer.line("");
  if (root) {
    reader.for_each_child(*root, [&](const NodeRow& child) {
      const Bound bound = claimed_bound(child).value_or(Bound::kExact);
      if (child.counts()) printer.line(format::sign_before(bound) + one_decimal(child.value));
      return printer.is_ok();
    });
  }
  printer.line("");
}

Status export_tracefile(const Selection& selected, const ExportOptions& options) {
  Printer printer;
  for (const SearchRow& search : selected.reader.searches()) {
    if (options.trace.search && *options.trace.search != search.id) continue;
    print_block(selected.reader, search, printer);
  }
  return finish(printer, selected.reader);
}

// folded ---------------------------------------------------------------------------------------

Status export_folded(const Selection& selected, const ExportOptions& options) {
  const auto root = selected.pass.root ? selected.reader.node(*selected.pass.root) : std::nullopt;
  Printer printer;
  if (root) {
    FoldedOptions folded;
    folded.threshold = options.threshold.value_or(folded.threshold);
    write_folded_stacks(selected.reader, *root, folded,
                        [&](std::string_view stack, std::int64_t nodes) {
                          printer.line(fmt::format("{} {}", stack, nodes));
                          return printer.is_ok();
                        });
  }
  return finish(printer, selected.reader);
}

using Exporter = Status (*)(const Selection&, const ExportOptions&);

struct ExportFormat {
  const char* word;
  const char* about;  // what the format contains, if its name does not say it
  Exporter write;
};
constexpr std::array<ExportFormat, 6> kFormats{{{"ndjson", " (all searches)", export_ndjson},
                                                {"csv", " (nodes or tables)", export_csv},
                                                {"json", "", export_json},
                                                {"dot", "", export_dot},
                                                {"folded", "", export_folded},
                                                {"tracefile", "", export_tracefile}}};

std::vector<std::string> format_words() {
  std::vector<std::string> words;
  for (const ExportFormat& format : kFormats) words.emplace_back(format.word);
  return words;
}

std::string format_help() {
  return text::joined(kFormats, ", ", [](const ExportFormat& format) {
    return std::string(format.word) + format.about;
  });
}

Status run_export_of_tables(const ExportOptions& options) {
  if (options.to != "csv") {
    return Status::usage("export: --table applies only with --to csv; omit one of them");
  }
  if (options.trace.search || options.trace.pass) {
    return Status::usage(
        "export: --table writes the rows of all searches; omit --search and --pass");
  }
  const auto reader = value_of(cli::open_trace(options.trace.file));
  const TraceReader::Snapshot snapshot(reader);
  TableExport asked = options.table;
  asked.trace = options.number.value_or(1);
  return export_tables(reader, asked);
}

Status run_export(const ExportOptions& options) {
  if (options.threshold && options.to != "folded") {
    return Status::usage("export: --threshold applies only with --to folded; omit one of them");
  }
  if (options.max_nodes && options.to != "dot") {
    return Status::usage("export: --max-nodes applies only with --to dot; omit one of them");
  }
  if (!options.table.tables.empty()) return run_export_of_tables(options);
  if (options.trace.pass && (options.to == "ndjson" || options.to == "tracefile")) {
    return Status::usage("export: --to " + options.to +
                         " holds whole searches, with all their passes; omit --pass");
  }
  const auto selected = value_of(cli::select(options.trace));
  const TraceReader::Snapshot snapshot(selected.reader);
  const auto format = std::find_if(kFormats.begin(), kFormats.end(),
                                   [&](const auto& known) { return known.word == options.to; });
  return format->write(selected, options);
}

}  // namespace

void setup_export(cli::Program& app) {
  const auto [command, options] =
      cli::add_command(app, "export", "Write a trace to stdout in a form that other programs read",
                       {"plytrace export run.db --to ndjson > run.ndjson",
                        "plytrace export run.db --to csv > nodes.csv",
                        "plytrace export run.db --to csv --table node,cutoff -o tables",
                        "plytrace export run.db --to dot --max-nodes 200 > tree.dot",
                        "plytrace export run.db --to folded > stacks.txt"},
                       run_export);
  cli::add_trace_options(command, options->trace);
  command->add_option("--to FORMAT", options->to, format_help())
      ->required()
      ->check(cli::one_of(format_words()));
  command
      ->add_option(
          "--max-nodes N", options->max_nodes,
          "dot: whole plies, up to this many nodes (default " + std::to_string(kMostDotNodes) + ")")
      ->check(cli::whole_number(1));
  command
      ->add_option("--threshold SHARE", options->threshold,
                   "folded: smaller subtrees are one line (share of nodes, default 0.001)")
      ->check(cli::real_number(0, 1));
  command
      ->add_option("--table LIST", options->table.tables,
                   "csv: whole tables as they are stored (schemas/trace.sql): node,cutoff,...")
      ->offers(exported_tables());
  command->add_option("--columns LIST", options->table.columns,
                      "Only these columns of the table: id,parent,...");
  command
      ->add_option("--trace-number N", options->number,
                   "The first column of each row, to tell traces apart (default 1)")
      ->check(cli::whole_number(0));
  command
      ->add_option("-o,--output DIR", options->table.folder,
                   "Write each table to DIR/TABLE.csv instead of one table to stdout")
      ->check(cli::not_stdout());
  command->add_flag("--force", options->table.force, "Replace existing files");
  for (const char* const option : {"--columns", "--trace-number", "--output"}) {
    command->only_with(option, {"--table"});
  }
  command->only_with("--force", {"--output"});
}

}  // namespace plytrace

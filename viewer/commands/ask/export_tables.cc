// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/export_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/parameters.h"
#include "viewer/cli/cli.h"
#include "viewer/cli/output_file.h"
#include "viewer/cli/printer.h"
#include "viewer/format/characters.h"
#include "viewer/format/csv.h"

namespace plytrace {
namespace {

namespace fs = std::filesystem;
using Cell = TraceReader::QueryCell;

// The tables of schemas/trace.sql and their primary keys, by which the rows are sorted.
struct ExportedTable {
  std::string_view name, key;
};
constexpr std::array<ExportedTable, 12> kTables{{{"search", "id"},
                                                 {"pass", "id"},
                                                 {"node", "id"},
                                                 {"bound_update", "id"},
                                                 {"cutoff", "id"},
                                                 {"table_store", "id"},
                                                 {"table_probe", "id"},
                                                 {"note", "id"},
                                                 {"move", "id"},
                                                 {"ply_summary", "pass, ply"},
                                                 {"digest", "search, \"table\""},
                                                 {"meta", "name"}}};

// The names of a list, of which the last may be empty, too. Each must be named once.
std::vector<std::string> parts_of(const std::string& option, const std::string& list) {
  std::vector<std::string> parts = text::split(list + ",", ',');
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    if (std::find(parts.begin(), part, *part) == part) continue;
    throw Failure::usage("export: " + option + " names " + *part + " twice; name it once");
  }
  return parts;
}

Failure unknown(const std::string& option, const std::string& name,
                const std::vector<std::string>& known) {
  return Failure::usage(fmt::format("export: {}: '{}' is not one of {}{}", option, name,
                                    fmt::join(known, ", "), did_you_mean(name, known)));
}

std::vector<ExportedTable> tables_of(const std::string& list) {
  const std::vector<std::string> known = exported_tables();
  std::vector<ExportedTable> tables;
  for (const std::string& name : parts_of("--table", list)) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) throw unknown("--table", name, known);
    tables.push_back(kTables[static_cast<std::size_t>(found - known.begin())]);
  }
  return tables;
}

// The columns as SQL names them.
std::string columns_of(const TraceReader& reader, const ExportedTable& table,
                       const std::string& list) {
  if (list.empty()) return "*";
  const auto known =
      reader.texts("SELECT name FROM pragma_table_info('" + std::string(table.name) + "')");
  std::string columns;
  for (const std::string& name : parts_of("--columns", list)) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw unknown("--columns", name, known);
    }
    columns += (columns.empty() ? "\"" : ", \"") + name + "\"";
  }
  return columns;
}

// NULL is an empty field, an empty text is a pair of quotes, a move is written as in every CSV.
// DuckDB knows the number inf, not +inf.
std::string field_of(std::string_view column, const Cell& cell) {
  if (cell.type == Cell::Type::kReal && cell.text == "+inf") return "inf";
  const bool is_text = cell.type == Cell::Type::kText;
  if (!is_text) return cell.text;
  if (cell.text.empty()) return "\"\"";
  return text::csv_line(
      {column == "text" || column == "best_move" ? text::move_cell(cell.text) : cell.text});
}

using Write = std::function<bool(std::string_view line)>;

Status write_table(const TraceReader& reader, const TableExport& asked, const ExportedTable& table,
                   const Write& write) {
  const std::string columns = columns_of(reader, table, asked.columns);
  const std::string number = std::to_string(asked.trace);
  std::string line;
  std::vector<std::string> found;
  TraceReader::Query query;
  query.interrupt = &cli::interrupted();
  query.header = [&](const std::vector<std::string>& names) {
    line = "trace";
    for (const std::string& name : names) line += "," + name;
    found = names;
    (void)write(line += '\n');
  };
  query.row = [&](const std::vector<Cell>& cells) {
    line = number;
    for (std::size_t i = 0; i < cells.size(); ++i) (line += ',') += field_of(found[i], cells[i]);
    return write(line += '\n');
  };
  return reader.query("SELECT " + columns + " FROM " + std::string(table.name) + " ORDER BY " +
                          std::string(table.key),
                      query);
}

Status write_to_stdout(const TraceReader& reader, const TableExport& asked,
                       const ExportedTable& table) {
  text::Printer printer;
  const Status done = write_table(reader, asked, table, [&](std::string_view line) {
    printer.raw(line);
    return printer.is_ok();
  });
  const Status written = printer.finish();
  return done ? written : done;
}

void write_to_file(const TraceReader& reader, const TableExport& asked, const ExportedTable& table,
                   const std::string& path) {
  require(cli::write_file_by(path, asked.force, [&](const std::string& temporary) {
    std::ofstream file(temporary, std::ios::binary);
    const Status done = write_table(reader, asked, table, [&](std::string_view line) {
      return file.write(line.data(), static_cast<std::streamsize>(line.size())).good();
    });
    file.close();
    if (!done || file) return done;
    return Status::environment(path + ": cannot write: " + cli::errno_text() +
                               "; try another folder, or free some space");
  }));
}

}  // namespace

std::vector<std::string> exported_tables() {
  std::vector<std::string> names;
  for (const ExportedTable& table : kTables) names.emplace_back(table.name);
  return names;
}

Status export_tables(const TraceReader& reader, const TableExport& asked) {
  const auto tables = tables_of(asked.tables);
  if (!asked.columns.empty() && tables.size() > 1) {
    return Status::usage("export: --columns is for one table, and --table names " +
                         std::to_string(tables.size()) + "; export each by itself");
  }
  if (asked.folder.empty()) {
    if (tables.size() == 1) return write_to_stdout(reader, asked, tables.front());
    return Status::usage("export: --table names " + std::to_string(tables.size()) +
                         " tables; name a folder for their files with -o");
  }
  cli::catch_interrupts();
  std::error_code error;
  fs::create_directories(asked.folder, error);
  if (error) {
    return Status::environment(asked.folder + ": cannot make the folder: " + error.message());
  }
  const auto path_of = [&](const ExportedTable& table) {
    return (fs::path(asked.folder) / (std::string(table.name) + ".csv")).string();
  };
  for (const ExportedTable& table : tables) {
    cli::check_output(path_of(table), asked.force);
  }
  for (const ExportedTable& table : tables) {
    write_to_file(reader, asked, table, path_of(table));
  }
  return reader.status();
}

}  // namespace plytrace

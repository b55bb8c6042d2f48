// SPDX-License-Identifier: MIT
//
// plytrace sql FILE QUERY: runs a read-only SQL query on a trace or a collection.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/cli/printer.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"
#include "viewer/format/csv.h"
#include "viewer/format/rows/format.h"
#include "viewer/reader/collection.h"
#include "viewer/verify/game/game_at.h"

namespace plytrace {
namespace {

using Cell = TraceReader::QueryCell;

struct SqlCommand {
  std::string file, query;
  std::int64_t limit = 0;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// Receives the rows of the result.
class RowWriter {
 public:
  explicit RowWriter(text::Printer& printer) : printer_(printer) {}
  virtual ~RowWriter() = default;
  virtual void header(const std::vector<std::string>& names) = 0;
  virtual void row(const std::vector<Cell>& cells) = 0;
  virtual void finish(bool truncated) = 0;

 protected:
  text::Printer& printer_;
};

// Columns are as wide as the first rows need; numbers are right-aligned.
class TextRows final : public RowWriter {
 public:
  using RowWriter::RowWriter;
  void header(const std::vector<std::string>& names) override {
    for (const std::string& name : names) names_.push_back(text::printable(name));
    for (const std::string& name : names_) widths_.push_back(text::width_of(name));
    right_.assign(names.size(), true);
  }
  void row(const std::vector<Cell>& cells) override {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      texts.push_back(text::printable_lines(cells[i].text));
      // The first rows set the widths; a wider value that comes later overflows its column.
      if (laid_out_) continue;
      for (std::size_t line = 0; line < lines_of(texts[i]); ++line) {
        const std::size_t width = text::width_of(line_of(texts[i], line));
        widths_[i] = std::min(kWidest, std::max(widths_[i], width));
      }
      if (cells[i].type == Cell::Type::kText) right_[i] = false;
    }
    if (laid_out_) return write(texts);
    waiting_.push_back(std::move(texts));
    if (waiting_.size() == kMeasured) lay_out();
  }
  void finish(bool truncated) override {
    if (!laid_out_) lay_out();
    if (truncated) printer_.line("... more rows; raise --limit to see them");
  }

 private:
  static constexpr std::size_t kMeasured = 500;
  static constexpr std::size_t kWidest = 60;

  void lay_out() {
    laid_out_ = true;
    // A statement without result columns.
    if (names_.empty()) return;
    write(names_);
    std::vector<std::string> rules;
    for (const std::size_t width : widths_) rules.emplace_back(width, '-');
    write(rules);
    for (const auto& texts : waiting_) write(texts);
    waiting_.clear();
  }
  static std::size_t lines_of(const std::string& text) {
    return 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  // One line of a text that may have several, such as a board; "" after the last.
  static std::string line_of(const std::string& text, std::size_t line) {
    std::size_t start = 0;
    for (; line > 0 && start != std::string::npos; --line) {
      start = text.find('\n', start);
      if (start != std::string::npos) ++start;
    }
    return start == std::string::npos ? "" : text.substr(start, text.find('\n', start) - start);
  }
  void write(const std::vector<std::string>& texts) {
    std::size_t height = 1;
    for (const std::string& text : texts) height = std::max(height, lines_of(text));
    for (std::size_t line = 0; line < height; ++line) write_line(texts, line);
  }
  void write_line(const std::vector<std::string>& texts, std::size_t number) {
    std::string line;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string part = line_of(texts[i], number);
      const std::size_t width = text::width_of(part);
      const std::string fill(width < widths_[i] ? widths_[i] - width : 0, ' ');
      line += (i == 0 ? "" : "  ") + (right_[i] ? fill + part : part + fill);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    printer_.line(line);
  }

  std::vector<std::string> names_;
  std::vector<std::size_t> widths_;
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> waiting_;
  bool laid_out_ = false;
};

// The column names form the first line; NULL is an empty field.
class CsvRows final : public RowWriter {
 public:
  using RowWriter::RowWriter;
  void header(const std::vector<std::string>& names) override {
    printer_.line(text::csv_line(names));
  }
  void row(const std::vector<Cell>& cells) override {
    std::vector<std::string> texts;
    for (const Cell& cell : cells) texts.push_back(cell.text);
    printer_.line(text::csv_line(texts));
  }
  void finish(bool) override {}
};

// {"columns": [..], "rows": [[..], ..], "truncated": false}
class JsonRows final : public RowWriter {
 public:
  using RowWriter::RowWriter;
  void header(const std::vector<std::string>& names) override {
    printer_.raw("{\n  \"columns\": " + text::json_text(text::texts_json(names)) +
                 ",\n  \"rows\": [");
  }
  void row(const std::vector<Cell>& cells) override {
    printer_.raw(rows_++ == 0 ? "\n    [" : ",\n    [");
    for (std::size_t i = 0; i < cells.size(); ++i)
      printer_.raw((i == 0 ? "" : ",") + value(cells[i]));
    printer_.raw("]");
  }
  void finish(bool truncated) override {
    printer_.raw(std::string(rows_ == 0 ? "" : "\n  ") +
                 "],\n  \"truncated\": " + (truncated ? "true" : "false") + "\n}\n");
  }

 private:
  static std::string value(const Cell& cell) {
    switch (cell.type) {
      case Cell::Type::kNull:
        return "null";
      case Cell::Type::kInteger:
        return cell.text;
      case Cell::Type::kReal:
        // JSON has no infinities, so they become strings.
        if (cell.text.ends_with("inf")) return "\"" + cell.text + "\"";
        return cell.text;
      case Cell::Type::kText:
      case Cell::Type::kBlob:
        break;
    }
    return text::json_text(text::text_json(cell.text));
  }
  std::int64_t rows_ = 0;
};

std::unique_ptr<RowWriter> make_writer(cli::OutputFormat format, text::Printer& printer) {
  switch (format) {
    case cli::OutputFormat::kJson:
      return std::make_unique<JsonRows>(printer);
    case cli::OutputFormat::kCsv:
      return std::make_unique<CsvRows>(printer);
    case cli::OutputFormat::kText:
      break;
  }
  return std::make_unique<TextRows>(printer);
}

// Implements board(id): the board at a node, by the search that contains the node.
class Boards {
 public:
  explicit Boards(const TraceReader& reader) : reader_(reader) {
    for (const SearchRow& search : reader.searches()) {
      for (const PassRow& pass : reader.passes(search.id)) {
        if (pass.root) roots_.push_back({*pass.root, search});
      }
    }
    std::sort(roots_.begin(), roots_.end(),
              [](const Root& a, const Root& b) { return a.node < b.node; });
  }
  std::string at(std::int64_t id) const {
    const auto node = reader_.node(id);
    const auto after =
        std::upper_bound(roots_.begin(), roots_.end(), id,
                         [](std::int64_t x, const Root& root) { return x < root.node; });
    if (!node || after == roots_.begin()) return "";
    const auto game = verify::game_at(reader_, std::prev(after)->search, *node);
    return game ? game->board_text() : "";
  }

 private:
  struct Root {
    std::int64_t node = 0;
    SearchRow search;
  };
  const TraceReader& reader_;
  std::vector<Root> roots_;
};

// The query itself, or that of a .sql file or of stdin (-).
std::string query_text(const std::string& query) {
  if (query == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  return query.ends_with(".sql") ? cli::read_file(query) : query;
}

// The file that is asked: a trace, or a collection.
struct AskedFile {
  std::optional<TraceReader> trace;
  std::optional<Collection> collection;
};

Result<AskedFile> open_asked(const std::string& path) {
  AskedFile file;
  if (Collection::is_one(path)) {
    file.collection.emplace(value_of(Collection::open(path, false)));
  } else {
    file.trace.emplace(value_of(cli::open_trace(path)));
  }
  return file;
}

Status run_sql(const SqlCommand& options) {
  const std::string sql = query_text(options.query);
  const auto file = value_of(open_asked(options.file));
  // SQLite cannot be interrupted within one operation, such as replace() on a long text.
  cli::end_on_interrupt();
  text::Printer printer;
  const auto writer = make_writer(options.format, printer);
  std::unique_ptr<Boards> boards;
  std::int64_t rows = 0;
  bool truncated = false;
  TraceReader::Query query;
  query.header = [&](const std::vector<std::string>& names) { writer->header(names); };
  query.row = [&](const std::vector<Cell>& cells) {
    // Only the row after the limit shows that there are more.
    truncated = options.limit != 0 && rows == options.limit;
    if (truncated) return false;
    ++rows;
    writer->row(cells);
    return printer.is_ok();
  };
  query.board = [&](std::int64_t id) {
    // Created at the first call, because most queries show no board.
    if (!file.trace) return std::string();
    if (!boards) boards = std::make_unique<Boards>(*file.trace);
    return boards->at(id);
  };
  const Status asked =
      file.trace ? file.trace->query(sql, query) : file.collection->ask(sql, query);
  if (!asked) return asked;
  writer->finish(truncated);
  // CSV has no place for a note, so print it to stderr.
  if (truncated && options.format == cli::OutputFormat::kCsv) {
    cli::tell("sql: stopped after " + std::to_string(rows) + (rows == 1 ? " row" : " rows") +
              " (--limit)");
  }
  return printer.finish();
}

}  // namespace

void setup_sql(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "sql", "Query a trace or a collection with read-only SQL",
      {"plytrace sql run.db \"SELECT path, alpha, beta, value FROM node_text LIMIT 5\"",
       "plytrace sql run.db \"SELECT kind, count(*) FROM cutoff_text GROUP BY kind\" --format csv",
       "plytrace sql run.db \"SELECT path(node), skipped FROM cutoff ORDER BY skipped DESC LIMIT "
       "3\""},
      run_sql);
  cli::add_explanation(
      command,
      "Tables and columns: schemas/trace.sql. The views node_text, cutoff_text and so on hold "
      "words\n"
      "instead of codes. A real number is written as a score; a blob as hexadecimal digits.\n"
      "Functions: path(id), board(id), fen(id); median(x), percentile(x, 90), stddev(x).");
  cli::add_trace_file(command, options->file);
  command
      ->add_option("query QUERY", options->query,
                   "One SELECT statement, a .sql file, or - for stdin")
      ->required();
  command->add_option("--limit N", options->limit, "Print at most N rows; 0 = all (default {})");
  cli::add_format(command, options->format, true);
  cli::add_rules(command);
}

}  // namespace plytrace

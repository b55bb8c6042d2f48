// SPDX-License-Identifier: MIT
//
// The table of a suite on disk: CSV that grows by whole rows, so that a suite that was interrupted
// or killed goes on where it stopped. A row that was cut in the middle is dropped. Thread rule: one
// thread an object.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/commands/make/suite_row.h"

namespace plytrace {

class SuiteTable {
 public:
  SuiteTable() = default;
  ~SuiteTable();
  SuiteTable(const SuiteTable&) = delete;
  SuiteTable& operator=(const SuiteTable&) = delete;

  // Reads the table, which need not exist, and locks it. Bad input: a file that is no such table.
  // Usage: another suite writes it.
  Status open(const std::string& path);
  bool has_rows() const { return !rows_.empty(); }
  // The traces that the remaining rows name (those that take() has not removed): for each name of a
  // file the number of rows.
  std::map<std::string, std::size_t> trace_files() const;
  // Returns a row that answers the question, and removes it; a question that is asked twice needs
  // two rows.
  std::optional<SuiteRow> take(const std::string& question);
  // Adds rows at the end. Environment error: they cannot be written.
  Status append(const std::string& lines);
  // Rewrites the file as these lines, followed by the remaining rows. Does nothing if it is in that
  // order already.
  Status arrange(const std::string& lines);

 private:
  Status lock();  // opens the file at path_

  std::string path_, content_;
  std::multimap<std::string, SuiteRow> rows_;
  int file_ = -1;
};

// The name of the row's trace without its folder; "" if there is none.
std::string trace_file(const SuiteRow& row);

// Reads a table, or several that were joined.
Result<std::vector<SuiteRow>> read_suite_table(const std::string& path);

}  // namespace plytrace

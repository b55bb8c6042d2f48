// SPDX-License-Identifier: MIT
//
// Compares all rows of two traces a.db and b.db in a folder, except for times.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tracer/recording_support.h"

namespace plytrace::test {

// All rows of a table without its time columns. Moves are shown as text, because the dictionaries
// may number them differently.
template <class Row>
std::string rows_of_table() {
  std::string columns;
  format::for_each_column<Row>([&](const auto& column) {
    const std::string name = column.name;
    if (name == "started_at" || name == "finished_at" || name == "seconds") return;
    columns += columns.empty() ? "" : ", ";
    columns += name == "move" ? "(SELECT text FROM move WHERE move.id = t.move)"
                              : "t.\\\"" + name + "\\\"";
  });
  return "SELECT " + columns + " FROM " + format::Table<Row>::kName + " AS t";
}

inline std::vector<std::string> all_rows() {
  std::vector<std::string> all{rows_of_table<SearchRow>(), rows_of_table<PassRow>(),
                               rows_of_table<NodeRow>(), rows_of_table<PlySummaryRow>()};
  format::for_each_event_table([&]<class Row>() { all.push_back(rows_of_table<Row>()); });
  return all;
}

// Whether all rows are equal, asked in one go.
inline bool are_equal(const ScratchFolder& folder) {
  std::string script;
  for (const std::string& query : all_rows()) script += query + ";\n";
  for (std::size_t at; (at = script.find('\\')) != script.npos;) script.erase(at, 1);
  write_file(folder / "all.sql", script);
  return shell(
             "sqlite3 a.db < all.sql > a.rows && sqlite3 b.db < all.sql > b.rows && "
             "cmp -s a.rows b.rows",
             folder.path().string())
             .exit_code == 0;
}

inline void expect_equal(const ScratchFolder& folder) {
  if (are_equal(folder)) return;
  for (const std::string& left : all_rows()) {
    const std::string here = folder.path().string();
    const ProgramResult a = shell("sqlite3 a.db \"" + left + "\"", here);
    const ProgramResult b = shell("sqlite3 b.db \"" + left + "\"", here);
    EXPECT_EQ(a.exit_code, 0) << a.err;
    if (a.out == b.out) continue;
    write_file(folder / "left", a.out);
    write_file(folder / "right", b.out);
    ADD_FAILURE() << left << "\n" << shell("diff left right | head -6", here).out;
  }
}

}  // namespace plytrace::test

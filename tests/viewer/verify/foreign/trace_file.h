// SPDX-License-Identifier: MIT
//
// Writes traces by SQL alone: schemas/trace.sql and INSERTs. One file is used again and again, on
// a file system in memory where there is one, without waiting for any disk.
// Errors fail the test. Thread rule: one thread an object.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/viewer/verify/foreign/trace_lines.h"

struct sqlite3;

namespace plytrace::test::foreign {

class TraceFile {
 public:
  TraceFile();
  ~TraceFile();

  // Replaces what the file holds by these searches, in order.
  void write(const std::vector<Trace>& traces);
  const std::string& path() const { return path_; }

 private:
  struct Statements;
  std::string folder_, path_;
  std::unique_ptr<Statements> statements_;
};

// The same rows as a text of SQL, to look at or to hand on.
std::string as_sql(const std::vector<Trace>& traces);

}  // namespace plytrace::test::foreign

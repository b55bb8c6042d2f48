// SPDX-License-Identifier: MIT
//
// Writes traces by SQL alone: schemas/trace.sql and INSERTs. One file is reused, if possible on a
// file system in memory, without syncing. Errors fail the test. Thread rule: one thread an object.
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

  // Replaces the contents of the file by these searches, in order.
  void write(const std::vector<Trace>& traces);
  const std::string& path() const { return path_; }

 private:
  struct Statements;
  std::string folder_, path_;
  std::unique_ptr<Statements> statements_;
};

// The same rows as SQL text, to inspect or to pass on.
std::string as_sql(const std::vector<Trace>& traces);

}  // namespace plytrace::test::foreign

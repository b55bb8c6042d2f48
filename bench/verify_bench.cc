// SPDX-License-Identifier: MIT
//
// Compares verify (structure and proof) of all searches of a file with a bare scan of the same
// columns by SQLite in the same run, and prints the peak memory of the process. For files of many
// small searches the microseconds for each search matter. Uses processor seconds, which other
// programs affect little.
//
//   plytrace search synthetic -g branching=8 -g depth=9 -a alphabeta -o big.db -q
//   build/release/bench/plytrace_verify_bench big.db [RUNS]
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "viewer/verify/verify_trace.h"
#include "viewer/verify/whole_file.h"

namespace plytrace {
namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double megabytes_at_peak() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Table {
  const char* query;
  const char* types;  // types of the columns: i integer, r real, t text
};
// The columns that verify reads.
constexpr Table kTables[] = {
    {"SELECT id, parent, last, ply, move, side, depth, alpha, beta, value, score, credited, kind, "
     "bound, phase, role, best, legal, unrecorded, key FROM node ORDER BY id",
     "iiiiiiirrrrriiiiiiii"},
    {"SELECT id, at, node, cause, child, alpha, beta FROM bound_update ORDER BY id", "iiiiirr"},
    {"SELECT id, at, node, kind, cause, child, value, alpha, beta, skipped, skipped_moves, reason "
     "FROM cutoff ORDER BY id",
     "iiiiiirrritt"},
    {"SELECT id, at, node, depth, bound, value, raw, move FROM table_store ORDER BY id",
     "iiiiirri"},
    {"SELECT id, at, node, key, depth, stored_by, stored_depth, bound, value, raw, move, used FROM "
     "table_probe ORDER BY id",
     "iiiiiiiirrii"}};

// Returns the number of rows; -1 if the file is not a trace.
std::int64_t bare_scan(const char* file) {
  sqlite3* database = nullptr;
  if (sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) return -1;
  std::int64_t rows = 0;
  double sum = 0;  // keeps the reads alive
  for (const Table& table : kTables) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database, table.query, -1, &statement, nullptr) != SQLITE_OK) return -1;
    while (sqlite3_step(statement) == SQLITE_ROW) {
      ++rows;
      for (int i = 0; table.types[i] != 0; ++i) {
        if (sqlite3_column_type(statement, i) == SQLITE_NULL) continue;
        switch (table.types[i]) {
          case 'i':
            sum += static_cast<double>(sqlite3_column_int64(statement, i));
            break;
          case 'r':
            sum += sqlite3_column_double(statement, i);
            break;
          default:
            sum += sqlite3_column_text(statement, i) == nullptr ? 0 : 1;
        }
      }
    }
    sqlite3_finalize(statement);
  }
  sqlite3_close(database);
  return sum == 0.5 ? 0 : rows;
}

int run(const char* file, int runs) {
  std::vector<double> scans;
  std::vector<double> checks;
  std::uint64_t nodes = 0;
  for (int i = 0; i < runs; ++i) {
    double start = cpu_seconds();
    if (bare_scan(file) < 0) {
      fmt::print(stderr, "{}: not a trace; record one with plytrace search -o\n", file);
      return 3;
    }
    scans.push_back(cpu_seconds() - start);
    start = cpu_seconds();
    const auto reader = TraceReader::open(file);
    if (!reader) {
      fmt::print(stderr, "{}\n", reader.status().message());
      return 3;
    }
    const std::vector<SearchRow> searches = reader->searches();
    verify::VerifyOptions options;
    options.replay = false;
    verify::WholeFile whole(*reader);
    verify::Verdict worst = verify::Verdict::kVerified;
    nodes = 0;
    for (const SearchRow& search : searches) {
      const auto report = verify::verify_trace(whole, search, options);
      if (!report) return 3;
      nodes += report->nodes;
      worst = verify::worse(worst, report->verdict);
    }
    checks.push_back(cpu_seconds() - start);
    fmt::print(
        "run {}: {} searches, {} nodes, bare scan {:.2f} s, structure and proof {:.2f} s: {:.2f} "
        "times, {:.0f} us a search, {}\n",
        i + 1, searches.size(), nodes, scans.back(), checks.back(), checks.back() / scans.back(),
        1e6 * checks.back() / static_cast<double>(std::max<std::size_t>(searches.size(), 1)),
        word(worst));
  }
  const double scan = *std::min_element(scans.begin(), scans.end());
  const double check = *std::min_element(checks.begin(), checks.end());
  fmt::print("best: {:.2f} times the bare scan, {:.0f} nodes/s, {:.0f} MB at the peak\n",
             check / scan, static_cast<double>(nodes) / check, megabytes_at_peak());
  return 0;
}

}  // namespace
}  // namespace plytrace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: plytrace_verify_bench TRACE [RUNS]\n");
    return 2;
  }
  return plytrace::run(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 3);
}

// SPDX-License-Identifier: MIT
//
// Covers verify on damaged files: files are truncated or changed at random, page headers included.
// A VERIFIED file must have the rows that were recorded. (3.6 % of such changes were once
// VERIFIED.)
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>
#include <random>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;

// All rows of all tables, or "" if SQLite cannot read them. The schema text is not included: its
// case and comments do not matter.
std::string rows_of(const std::string& file) {
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READONLY, nullptr);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> database(raw, sqlite3_close_v2);
  if (opened != SQLITE_OK) return "";
  std::string rows;
  const auto take = [](void* to, int count, char** values, char**) {
    for (int i = 0; i < count; ++i) {
      *static_cast<std::string*>(to) +=
          values[i] == nullptr ? "NULL," : values[i] + std::string(",");
    }
    return 0;
  };
  for (const char* const table : {"search", "pass", "node", "bound_update", "cutoff", "table_store",
                                  "table_probe", "note", "move", "ply_summary", "digest", "meta"}) {
    const std::string query = std::string("SELECT * FROM ") + table;
    if (sqlite3_exec(raw, query.c_str(), take, &rows, nullptr) != SQLITE_OK) return "";
  }
  return rows;
}

// The verdict; nullopt if the file is refused.
std::optional<Verdict> verdict_of(const std::string& file) {
  const auto reader = TraceReader::open(file);
  if (!reader) return std::nullopt;
  Verdict worst = Verdict::kVerified;
  const auto searches = reader->searches();
  for (const SearchRow& search : searches) {
    const auto report = verify::verify_trace(*reader, search, {});
    if (!report || !reader->status().is_ok()) return std::nullopt;
    if (report->verdict != Verdict::kVerified) worst = report->verdict;
  }
  return searches.empty() || !reader->status().is_ok() ? std::nullopt : std::optional(worst);
}

struct Counts {
  int refused = 0, refuted = 0, incomplete = 0, verified = 0;
  Counts& operator+=(const Counts& other) {
    refused += other.refused;
    refuted += other.refuted;
    incomplete += other.incomplete;
    verified += other.verified;
    return *this;
  }
};

template <class Change>
Counts judge_changed(const ScratchFolder& folder, const std::string& trace, int tries,
                     const Change& change) {
  const std::string sound = read_file(trace), rows = rows_of(trace), file = folder / "changed.db";
  EXPECT_NE(rows, "");
  Counts counts;
  for (int i = 0; i < tries && !testing::Test::HasFailure(); ++i) {
    std::string bytes = sound;
    SCOPED_TRACE(change(bytes));
    write_file(file, bytes);
    const auto verdict = verdict_of(file);
    if (!verdict) {
      ++counts.refused;
    } else if (*verdict == Verdict::kVerified) {
      ++counts.verified;
      EXPECT_TRUE(rows_of(file) == rows) << "VERIFIED, and its rows are others";
    } else {
      ++(*verdict == Verdict::kRefuted ? counts.refuted : counts.incomplete);
    }
  }
  std::printf("%d changed: %d refused, %d REFUTED, %d INCOMPLETE, %d VERIFIED with all rows\n",
              tries, counts.refused, counts.refuted, counts.incomplete, counts.verified);
  std::fflush(stdout);  // other tests of this program fork and would print it again
  return counts;
}

// Small traces from both writers, of several games, algorithms and page sizes; one with three
// searches, one from event lines, one with indexes. Each has other kinds of rows or pages.
std::vector<std::string> small_traces(const ScratchFolder& folder) {
  const std::string events = "skipped,keys,probes,stores,notes";
  std::vector<std::string> traces;
  for (const auto& [line, page_size] :
       {std::pair{"connect4 -d 4 -a pvs --table 1 --iterative", 1024},
        std::pair{"othello -d 3 -a negamax --table 1", 4096},
        std::pair{"doublecard -d 2 --iterative", 512}, std::pair{"tictactoe -d 3 -a minimax", 1024},
        std::pair{"andantino -d 3 -a mtdf --table 1", 2048}, std::pair{"synthetic -d 4", 1024}}) {
    traces.push_back(record(folder, "small" + std::to_string(traces.size()),
                            std::string(line) + " --capture " + events));
    sql(traces.back(), "PRAGMA page_size = " + std::to_string(page_size) + "; VACUUM");
  }
  const std::string several = record(folder, "several", "connect4 -d 2");
  for (const char* const more : {"connect4 -a mtdf -d 2 --table 1", "othello -d 2"}) {
    record(folder, "several", more + std::string(" --append"));
  }
  const std::string imported = folder / "imported.db";
  const auto import = shell("\"$PLYTRACE\" export '" + traces.front() +
                            "' --to ndjson | \"$PLYTRACE\" import - -o '" + imported + "'");
  EXPECT_EQ(import.exit_code, 0) << import.err;
  const std::string indexed = record(folder, "indexed", "tictactoe -d 3 --capture " + events);
  EXPECT_EQ(plytrace({"find", indexed, "--index"}).exit_code, 0);
  traces.insert(traces.end(), {several, imported, indexed});
  return traces;
}

// Tries each kind of change `tries` times, distributed over the traces.
void expect_no_wrong_verdict(int tries) {
  const ScratchFolder folder;
  const std::vector<std::string> traces = small_traces(folder);
  const int share = (tries + static_cast<int>(traces.size()) - 1) / static_cast<int>(traces.size());
  std::mt19937 random(attack_seed(23));
  Counts flipped, overwritten;
  for (const std::string& trace : traces) {
    SCOPED_TRACE(trace);
    ASSERT_EQ(verdict_of(trace), Verdict::kVerified);
    flipped += judge_changed(folder, trace, share, [&](std::string& bytes) {
      const std::size_t at = random() % bytes.size();
      const auto bit = random() % 8;
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      return "bit " + std::to_string(bit) + " of byte " + std::to_string(at);
    });
    overwritten += judge_changed(folder, trace, share, [&](std::string& bytes) {
      const std::size_t at = random() % bytes.size(), size = random() % 200;
      for (std::size_t i = at; i < std::min(bytes.size(), at + size); ++i) {
        bytes[i] = static_cast<char>(random());
      }
      return std::to_string(size) + " bytes at " + std::to_string(at);
    });
    // Truncated anywhere, no file is VERIFIED.
    const Counts cut = judge_changed(folder, trace, share, [&](std::string& bytes) {
      bytes.resize(random() % bytes.size());
      return "cut at " + std::to_string(bytes.size());
    });
    EXPECT_EQ(cut.refused, share);
  }
  EXPECT_GT(flipped.refuted, tries / 20);
  EXPECT_GT(overwritten.refused + overwritten.refuted, tries / 4);
}

TEST(DamagedFiles, AreNeverVerifiedWithOtherRows) { expect_no_wrong_verdict(100); }
TEST(SlowDamagedFiles, AreNeverVerifiedWithOtherRows) {
  expect_no_wrong_verdict(attack_rounds(3000));
}

}  // namespace
}  // namespace plytrace::test

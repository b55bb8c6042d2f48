// SPDX-License-Identifier: MIT
//
// Covers verify --jobs for one search: subtrees judged side by side give the same report, to the
// byte, as one scan in one thread. Subtrees are made tiny here, so that small traces have many.
// Covers plain leaves as well, which are judged in one step unless a certificate is written.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "schemas/row_digest.h"
#include "tests/viewer/verify/certificate/certificate_support.h"
#include "tests/viewer/verify/foreign/random.h"
#include "tests/viewer/verify/verify_support.h"
#include "viewer/answers/verify_answer.h"
#include "viewer/verify/scan/subtrees_ahead.h"

namespace plytrace::test {
namespace {

using verify::SubtreeSizes;
using verify::VerifyOptions;

// Everything that a user can see of the report on the last search, and its certificate, unless
// that is not asked for.
std::string told(const std::string& trace, VerifyOptions options, bool has_certificate = true) {
  const auto reader = TraceReader::open(trace);
  if (!reader) return reader.status().message();
  const auto search = reader->choose_search(std::nullopt);
  if (!search) return search.status().message();
  verify::CertificateMarks marks = marks_for(*search);
  if (has_certificate) options.certificate = &marks;
  auto report = verify::verify_trace(*reader, *search, options);
  if (!report) return report.status().message();
  const std::string certificate = has_certificate && report->verdict == verify::Verdict::kVerified
                                      ? certificate_of(*reader, *search, marks, *report)
                                      : "";
  verify::JudgedSearch judged;
  judged.trace = trace;
  judged.search = search->id;
  judged.report = std::move(*report);
  return verify::answer_json({judged}).dump(1) + verify::report_text(judged) + certificate;
}

struct Way {
  std::size_t jobs = 2;
  SubtreeSizes sizes;
};
const std::vector<Way> kWays = {{2, {1, 3}},  {3, {1, 3}},  {2, {2, 20}},
                                {3, {2, 20}}, {8, {2, 20}}, {2, {20, 300}}};

void expect_same(const std::string& trace, VerifyOptions options, const std::vector<Way>& ways) {
  options.jobs = 1;
  const std::string right = told(trace, options);
  const std::string in_one_step = told(trace, options, false);
  ASSERT_EQ(in_one_step, right.substr(0, in_one_step.size()));
  for (const Way& way : ways) {
    options.jobs = way.jobs;
    options.subtrees = way.sizes;
    ASSERT_EQ(told(trace, options, false), in_one_step)
        << way.jobs << " jobs, subtrees of " << way.sizes.least << " to " << way.sizes.most;
    ASSERT_EQ(told(trace, options), right) << way.jobs << " jobs, subtrees of " << way.sizes.least
                                           << " to " << way.sizes.most << " nodes";
  }
}

Way any_way(Random& random) {
  return kWays[static_cast<std::size_t>(random.below(static_cast<int>(kWays.size())))];
}

// Sets the digests of the rows to those of the rows as they are, as if they had been recorded so.
void digest_again(const std::string& trace) {
  std::string statements;
  {
    const auto reader = TraceReader::open(trace);
    ASSERT_TRUE(reader.is_ok());
    const auto search = reader->choose_search(std::nullopt);
    ASSERT_TRUE(search.is_ok());
    format::SearchDigests digests;
    const auto scan = reader->scan(std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max(), &digests);
    while (scan->next()) {
    }
    reader->digest_small_tables(search->id, digests);
    for (std::size_t i = 0; i < format::kDigestedTables; ++i) {
      statements += fmt::format("UPDATE digest SET rows = {}, sum = {} WHERE \"table\" = '{}';",
                                digests.of_table[i].rows(), digests.of_table[i].sum(),
                                format::kDigestedNames[i]);
    }
  }
  sql(trace, statements);
}

const std::vector<std::string> kSearches = {
    "connect4 --depth 5 -e ways",
    "connect4 --depth 4 --algorithm minimax",
    "connect4 --depth 6 -e ways --algorithm pvs --iterative",
    "connect4 --depth 5 -e ways --algorithm mtdf --iterative",
    "connect4 --depth 5 -e ways --table 1",
    "connect4 --depth 5 -e ways --fail hard --ties last",
    "tictactoe --depth 5",
    "tictactoe --depth 9",
    "othello --depth 4 --iterative --aspiration 2",
    "chess --depth 3",
    "chess --depth 3 --quiescence --iterative",
    "chess -a pvs --depth 3 --quiescence --null-move 2 --lmr --iterative",
    "connect4 --depth 5 -e ways --max-nodes 300",
    "synthetic --depth 5",
};

std::string recorded(const ScratchFolder& folder, const std::string& line) {
  std::vector<std::string> arguments{"search"};
  for (const std::string& word : words_of(line)) arguments.push_back(word);
  const std::string trace = folder / "search.db";
  arguments.insert(arguments.end(), {"-q", "--force", "-o", trace});
  const ProgramResult made = plytrace(arguments);
  EXPECT_EQ(made.exit_code, 0) << line << ": " << made.err;
  return trace;
}

TEST(SideBySide, EverySearchGivesTheSameReport) {
  const ScratchFolder folder;
  for (const std::string& line : kSearches) {
    SCOPED_TRACE(line);
    const std::string trace = recorded(folder, line);
    expect_same(trace, {}, kWays);
  }
}

// A statement that changes one cell of a row, or deletes the row.
std::string random_change(Random& random, const std::string& trace) {
  static const std::map<std::string, std::vector<std::string>> kColumns = {
      {"node",
       {"parent", "last", "ply", "move", "side", "depth", "alpha", "beta", "value", "score",
        "credited", "kind", "bound", "phase", "role", "best", "legal", "unrecorded"}},
      {"bound_update", {"node", "cause", "child", "alpha", "beta"}},
      {"cutoff",
       {"node", "kind", "cause", "child", "value", "alpha", "beta", "skipped", "skipped_moves"}}};
  static const std::vector<std::string> kValues = {
      "NULL", "0", "1", "2", "-1", "{0} + 1", "{0} - 1", "{0} + 7", "-{0}", "99", "'[\"d\"]'"};
  auto table = kColumns.begin();
  if (random.one_in(2)) std::advance(table, random.between(1, 2));
  const std::string rows = sql_value(trace, "SELECT count(*) FROM " + table->first);
  const int row = random.below(std::max(1, std::stoi(rows)));
  const std::string place = fmt::format(
      "WHERE id = (SELECT id FROM {} ORDER BY id LIMIT 1 OFFSET {})", table->first, row);
  if (random.one_in(12)) return fmt::format("DELETE FROM {} {};", table->first, place);
  const auto any_of = [&](const auto& list) {
    return list[static_cast<std::size_t>(random.below(static_cast<int>(list.size())))];
  };
  const std::string column = any_of(table->second);
  const bool is_text = column == "skipped_moves";
  const std::string value =
      is_text ? kValues.back()
              : any_of(std::vector<std::string>(kValues.begin(), kValues.end() - 1));
  return fmt::format("UPDATE OR IGNORE {} SET {} = {} {};", table->first, column,
                     fmt::format(fmt::runtime(value), column), place);
}

// Altered rows whose digest says that they were recorded like this reach every way in which a
// result is taken over, or not. Without a new digest one thread judges them.
TEST(SideBySide, AlteredRowsGiveTheSameReport) {
  const ScratchFolder folder;
  Random random(7);
  for (const std::string& line : kSearches) {
    const std::string trace = recorded(folder, line);
    for (int i = 0; i < 8 && !HasFailure(); ++i) {
      std::string changes;
      for (int k = random.between(1, 4); k > 0; --k) changes += random_change(random, trace);
      SCOPED_TRACE(line + ": " + changes);
      const std::string copy = altered(folder, trace, changes);
      if (!random.one_in(6)) digest_again(copy);
      VerifyOptions options;
      options.max_findings = static_cast<std::size_t>(random.below(4)) * 3;
      options.structure = !random.one_in(8);
      options.proof = !random.one_in(8);
      expect_same(copy, options, {any_way(random)});
    }
  }
}

TEST(SideBySide, DamagedFilesGiveTheSameMessage) {
  const ScratchFolder folder;
  const std::string trace = recorded(folder, "connect4 --depth 5 -e ways");
  const std::string sound = read_file(trace), file = folder / "damaged.db";
  Random random(3);
  for (int i = 0; i < 40 && !HasFailure(); ++i) {
    std::string bytes = sound;
    const auto at = static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())));
    bytes[at] = static_cast<char>(bytes[at] ^ (1 + random.below(255)));
    SCOPED_TRACE(fmt::format("byte {}", at));
    write_file(file, bytes);
    expect_same(file, {}, {any_way(random)});
  }
}

// The subtrees of a sound search are indeed taken over, except while the scan learns the size of a
// ply.
TEST(SideBySide, SubtreesAreTakenOver) {
  const ScratchFolder folder;
  for (const std::string& line : {std::string("connect4 --depth 5 -e ways"),
                                  std::string("connect4 --depth 5 -e ways --iterative"),
                                  std::string("chess --depth 3 --quiescence --iterative")}) {
    SCOPED_TRACE(line);
    const auto reader = TraceReader::open(recorded(folder, line));
    ASSERT_TRUE(reader.is_ok());
    const SearchRow search = reader->searches().front();
    const verify::Facts facts(search);
    const VerifyOptions options;
    const verify::UsedEntries used;
    const verify::Judging judging{search, options, facts, used};
    verify::Ledger ledger(*reader, facts, 20);
    verify::TableOrigins origins(used);
    verify::NodeJudge judge(facts, ledger, origins);
    std::string reason;
    bool is_known = false;
    const auto replay = verify::Replay::make(*reader, search, facts, ledger, &reason, &is_known);
    judge.set_replay(replay.get());
    std::map<std::int64_t, verify::PassResult> passes;
    const std::vector<PassRow> rows = reader->passes(search.id);
    std::vector<verify::Subtree> subtrees;
    for (const PassRow& row : rows) {
      passes[*row.root].row = row;
      const auto more = verify::subtrees_of(*reader, row, {10, 50});
      subtrees.insert(subtrees.end(), more.begin(), more.end());
    }
    ASSERT_GT(subtrees.size(), 20U);
    const std::function<void(std::uint64_t)> no_progress;
    verify::Scanner scanner(*reader, ledger, judge, replay.get(), nullptr, passes, no_progress);
    verify::SubtreesAhead ahead(*reader, judging, subtrees, 2);
    scanner.run(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
                &ahead);
    EXPECT_FALSE(ahead.has_next_until(std::numeric_limits<std::int64_t>::max()));
    EXPECT_GT(ahead.taken_over() + 10, subtrees.size());
    EXPECT_EQ(scanner.nodes(),
              std::stoull(sql_value(reader->file().path, "SELECT count(*) FROM node")));
  }
}

}  // namespace
}  // namespace plytrace::test

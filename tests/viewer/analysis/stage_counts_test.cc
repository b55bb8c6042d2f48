// SPDX-License-Identifier: MIT
//
// Covers viewer/analysis/stage_counts.h: a scan of a pass and the sum over its parts give the same
// cutoffs by stage.
#include "viewer/analysis/stage_counts.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "tests/test_support.h"
#include "viewer/analysis/part_counts.h"
#include "viewer/analysis/tree_measures.h"

namespace plytrace::test::stage_counts {
namespace {

using Counts = std::map<std::string, std::pair<std::uint64_t, std::uint64_t>>;  // nodes, cutoffs

void add(Counts& sum, const CutCounts& cuts) {
  for (const NameCounts::Row& row : cuts.stages.rows()) {
    sum[row.name].first += row.nodes;
    sum[row.name].second += row.cutoffs;
  }
}

std::string trace_of(const ScratchFolder& folder, const std::string& lines) {
  write_file(folder / "lines.ndjson", lines);
  const ProgramResult made =
      plytrace({"import", folder / "lines.ndjson", "-o", folder / "a.db", "-q"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return folder / "a.db";
}

Counts scanned(const TraceReader& reader) {
  const auto pass = reader.choose_pass(*reader.choose_search({}), {});
  Counts counts;
  add(counts, *measure_tree(reader, *pass, {}));
  return counts;
}

// The counts of all parts of `size` nodes.
Counts in_parts(const TraceReader& reader, std::int64_t last, std::int64_t size) {
  Counts counts;
  for (std::int64_t first = 1; first <= last; first += size) {
    add(counts, count_part(reader, 1, first, std::min(last, first + size - 1)));
  }
  std::erase_if(counts, [](const auto& one) {
    return one.second == std::pair<std::uint64_t, std::uint64_t>{};
  });
  return counts;
}

// The killer is noted before its reduced search only; the capture cuts after a null move; the last
// move has no stage.
constexpr const char* kLines = R"({"event":"search","game":"mine","captured":["usual"]}
{"event":"pass"}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"note","name":"stage","value":"table"}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"note","name":"stage","value":"quiet"}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"leave","value":5,"legal":1}
{"event":"bound","cause":"child","alpha":5,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":2,"alpha":5,"beta":"+inf"}
{"event":"note","name":"stage","value":"quiet"}
{"event":"enter","move":"null","role":"null_move","side":"max","depth":0,"alpha":5,"beta":"+inf"}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"enter","move":"k","role":"reduced","side":"max","depth":0,"alpha":5,"beta":"+inf"}
{"event":"note","name":"stage","value":"killer"}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"enter","move":"k","role":"re_search","side":"max","depth":1,"alpha":5,"beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","cause":"child","value":3,"skipped":2}
{"event":"leave","value":3,"legal":3}
{"event":"enter","move":"c","side":"min","depth":1,"alpha":5,"beta":"+inf"}
{"event":"note","name":"stage","value":"quiet"}
{"event":"enter","move":"y","side":"max","depth":0,"alpha":5,"beta":"+inf"}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","cause":"child","value":2,"skipped":2}
{"event":"leave","value":2,"legal":3}
{"event":"leave","value":5,"legal":3}
{"event":"end_search","value":5}
)";

TEST(StageCounts, ACutoffCountsForTheStageOfItsMove) {
  const ScratchFolder folder;
  const std::string trace = trace_of(folder, kLines);
  const auto reader = TraceReader::open(trace);
  const Counts expected{{"table", {1, 0}}, {"quiet", {3, 0}}, {"killer", {1, 1}}};
  EXPECT_EQ(scanned(*reader), expected);
  for (std::int64_t size = 1; size <= 9; ++size) {
    EXPECT_EQ(in_parts(*reader, 9, size), expected) << size;
  }
}

TEST(StageCounts, StatsNamesTheStages) {
  const ScratchFolder folder;
  const std::string told = plytrace({"stats", trace_of(folder, kLines)}).out;
  EXPECT_NE(
      told.find("cutoffs by stage            killer 1 (of 1 node), quiet 0 (of 3), table 0 (of\n"
                "                            1), no stage 1\n"),
      std::string::npos)
      << told;
}

TEST(StageCounts, NamesAreBounded) {
  NameCounts counts;
  for (int i = 0; i < 1000; ++i) {
    ++counts.at(counts.place_of(std::to_string(i) + std::string(100'000, 'x'))).nodes;
  }
  EXPECT_EQ(counts.rows().size(), NameCounts::kMostNames);
  EXPECT_EQ(counts.rows()[0].name.size(), NameCounts::kMostLetters);
  EXPECT_EQ(counts.others().nodes, 1000 - NameCounts::kMostNames);
}

}  // namespace
}  // namespace plytrace::test::stage_counts

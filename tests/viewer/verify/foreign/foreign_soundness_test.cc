// SPDX-License-Identifier: MIT
//
// Traces of engines that plytrace has never seen, written by SQL alone: no sound search is refuted,
// what is verified without assumptions holds by minimax, and what tells everything is verified.
// scripts/soundness does this for long (soundness_test.cc). PLYTRACE_FOREIGN_SEED=N begins with
// that seed, and prints its file as SQL and what verify says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/viewer/verify/foreign/judge.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test::foreign {
namespace {

constexpr int kMostSearches = 6;  // of a file

std::uint64_t first_seed() {
  const char* text = std::getenv("PLYTRACE_FOREIGN_SEED");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

TEST(ForeignSoundness, NoSoundSearchIsRefutedAndNoFalseClaimVerified) {
  SoundnessJudge judge;
  Tally tally;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + 800; ++seed) {
    const std::string wrong = judge.judge(seed, kMostSearches, tally);
    if (!wrong.empty()) ADD_FAILURE() << wrong;
  }
  EXPECT_GT(tally.searches, 2500U);
  EXPECT_EQ(tally.refuted, 0U);
  EXPECT_GT(tally.verified, tally.searches / 2);
  for (const auto& [name, number] : tally.met) EXPECT_GT(number, 0U) << name;
}

// Files of sound searches of which one was refuted once.
TEST(ForeignSoundness, WhatWasRefutedOnceIsRefutedNoMore) {
  SoundnessJudge judge;
  Tally tally;
  for (const std::uint64_t seed :
       {168U,    645U,    10161U,  20313U,  20738U,  30348U,  60664U,  70483U,  80095U,  80641U,
        100035U, 100674U, 110631U, 120084U, 120222U, 160721U, 170071U, 200545U, 230601U, 240058U}) {
    const std::string wrong = judge.judge(seed, kMostSearches, tally);
    EXPECT_EQ(wrong, "");
  }
}

TEST(ForeignSoundness, PrintsTheFileOfASeed) {
  const char* text = std::getenv("PLYTRACE_FOREIGN_SEED");
  const std::vector<Searched> runs = sound_runs(first_seed(), kMostSearches);
  const std::string rows = as_sql(traces_of(runs));
  // The text makes the same file.
  const ScratchFolder folder;
  const std::string file = hand_made(folder, "as_text", rows);
  TraceFile written;
  written.write(traces_of(runs));
  const auto from_text = judge_all(file);
  const auto from_rows = judge_all(written.path());
  ASSERT_EQ(from_text.size(), from_rows.size());
  for (std::size_t i = 0; i < from_text.size(); ++i) {
    EXPECT_EQ(outline(from_text[i]), outline(from_rows[i]));
    if (text != nullptr) std::cout << outline(from_rows[i]) << "\ntruth " << runs[i].truth << "\n";
  }
  if (text != nullptr) std::cout << rows;
}

}  // namespace
}  // namespace plytrace::test::foreign

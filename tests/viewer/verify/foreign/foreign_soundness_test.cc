// SPDX-License-Identifier: MIT
//
// Covers verify on traces of unknown engines, written by SQL alone: no sound search is refuted, a
// claim verified without assumptions agrees with minimax, and a search that reports everything is
// verified. scripts/soundness runs this for long (soundness_test.cc). PLYTRACE_FOREIGN_SEED=N
// begins with that seed and prints its file as SQL and the report of verify.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <iostream>

#include "tests/viewer/verify/foreign/judge.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test::foreign {
namespace {

constexpr int kMostSearches = 8;  // per file, as in scripts/soundness

std::uint64_t first_seed() {
  const char* text = std::getenv("PLYTRACE_FOREIGN_SEED");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

TEST(SlowForeignSoundness, NoSoundSearchIsRefutedAndNoFalseClaimVerified) {
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

// Files of sound searches that verify once judged wrongly.
TEST(ForeignSoundness, WhatWasJudgedWronglyOnceIsJudgedRightly) {
  constexpr std::array<std::uint64_t, 39> kSeeds{
      168, 645, 10161, 20313, 20738, 30348, 60664, 70483, 80095, 80641, 100035, 100674, 110631,
      120084, 120222, 160721, 170071, 200545, 230601, 240058,
      // An unrecorded null window below one that a strict comparison closed.
      20261579001,
      // A leaf whose own score contradicts the entry of a deeper search that narrowed its window.
      20264399003,
      // A re-search that futility ended contradicts the earlier null window, with a later move
      // between the two.
      30009398009, 30015724002, 30017902005, 30020168006, 30022028001,
      // Late moves dropped without a number, in an empty window.
      30011814001, 30012724000, 30016994008,
      // Two bounds of an unreported table contradict each other.
      30015954005,
      // A reduced search in an engine that reports no depths: a false claim was VERIFIED.
      50005128004,
      // A reduction cancels an extension, in an engine that reports no roles.
      50023034003,
      // A lazy leaf in an unreported empty window must report that its value is a bound.
      60001152001,
      // An entry narrows an unreported window and the moves contradict it, so the bound is
      // returned.
      61007142007, 61009188007,
      // The same for an engine that reports its updates, but no windows and no probes.
      63000874000,
      // A stopped search claims the result of its first iteration, and no pass reports its depth.
      71008878005,
      // An entry of an extended node: its ends of the game lie below the depth of the probe.
      277675009};
  SoundnessJudge judge;
  Tally tally;
  for (const std::uint64_t seed : kSeeds) {
    // The file of one seed also depends on the maximal number of searches.
    for (const int most : {6, kMostSearches})
      EXPECT_EQ(judge.judge(seed, most, tally, Styles::kFirst), "");
  }
}

TEST(ForeignSoundness, PrintsTheFileOfASeed) {
  const char* text = std::getenv("PLYTRACE_FOREIGN_SEED");
  const std::vector<Searched> runs = sound_runs(first_seed(), kMostSearches);
  const std::string rows = as_sql(traces_of(runs));
  // The text recreates the same file.
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

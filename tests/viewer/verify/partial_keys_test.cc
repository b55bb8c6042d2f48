// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/node/partial_keys.cc: tables whose entries keep 16 or 32 bits of the key,
// reported as `entry_key`. Every answer rested on table_origin, and entries of other positions with
// the same bits passed.
#include <gtest/gtest.h>

#include "tests/viewer/verify/engine_lines.h"

namespace plytrace::test {
namespace {

using verify::Assumption;
using verify::Verdict;

constexpr std::uint64_t kKey = 0x123456789ABCDEF0;

std::string key_of(std::uint64_t key) { return fmt::format(",\"key\":{}", key); }

std::string store_line(std::uint64_t key, int value, int depth = 1) {
  return fmt::format(
      "{{\"event\":\"store\",\"key\":{},\"depth\":{},\"bound\":\"exact\",\"value\":{}}}\n", key,
      depth, value);
}

std::string probe_line(std::uint64_t key, std::uint64_t bits, int value,
                       const std::string& used = "answered") {
  return fmt::format(
      "{{\"event\":\"probe\",\"key\":{},\"entry_key\":{},\"depth\":1,\"stored_depth\":1,"
      "\"bound\":\"exact\",\"value\":{},\"used\":\"{}\"}}\n",
      key, bits, value, used);
}

// A move to a position with `key` that is searched, worth `value`, and stored.
std::string searched(const std::string& move, std::uint64_t key, int value, std::uint64_t stored) {
  return enter_line(move, "min", 1, -99, 99, key_of(key)) +
         leaf_lines("x", "max", 0, -99, 99, value) + bound_line(-99, value) +
         store_line(stored, value) + leave_line(value, ",\"legal\":1");
}

// A move to a position with `key` that an entry answers.
std::string answered(const std::string& move, std::uint64_t key, std::uint64_t bits, int value) {
  return enter_line(move, "min", 1, -99, 99, key_of(key)) + probe_line(key, bits, value) +
         leave_line(value, ",\"kind\":\"table\",\"bound\":\"exact\"");
}

verify::VerifyReport judged_root(const std::string& children, int legal, int value,
                                 const std::string& more = "",
                                 const std::string& captured = "\"usual\"") {
  return judged_engine(search_line(more, captured) + root_line(2, -99, 99) + children +
                       leave_line(value, fmt::format(",\"legal\":{}", legal)) +
                       end_line(fmt::format(",\"value\":{0},\"lower\":{0},\"upper\":{0}", value)));
}

TEST(PartialKeys, AnAnswerIsOfThePositionThatAskedWhateverPartOfTheKeyItsEntryKeeps) {
  for (const std::uint64_t bits :
       {kKey & 0xFFFF, kKey & 0xFFFFFFFF, kKey >> 48U, kKey >> 32U, kKey}) {
    const auto report =
        judged_root(searched("a", kKey, 3, kKey) + answered("b", kKey, bits, 3), 2, 3);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << bits << outline(report);
    EXPECT_EQ(times_assumed(report, Assumption::kTableOrigin), 0U) << bits;
    EXPECT_TRUE(report.unconditional) << bits;
  }
}

TEST(PartialKeys, AKeyOf32BitsHasPartsOf16) {
  constexpr std::uint64_t kShort = 0x9ABCDEF0;
  for (const std::uint64_t bits : {kShort & 0xFFFF, kShort >> 16U}) {
    const auto report =
        judged_root(searched("a", kShort, 3, kShort) + answered("b", kShort, bits, 3), 2, 3);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << bits << outline(report);
    EXPECT_TRUE(report.unconditional) << bits;
  }
}

// Another position with the same bits is nevertheless answered by the entry.
TEST(PartialKeys, AnEntryOfAnotherPositionWithTheSameBitsIsFound) {
  struct Collision {
    std::uint64_t other, bits;
  };
  for (const Collision& each :
       {Collision{kKey ^ 0x7700000000000000, kKey & 0xFFFFFFFF},
        Collision{kKey ^ 0x770000, kKey & 0xFFFF}, Collision{kKey ^ 0x7700, kKey >> 32U},
        Collision{kKey ^ 0x77000000, kKey >> 48U}}) {
    const auto report =
        judged_root(searched("a", kKey, 3, kKey) + answered("b", each.other, each.bits, 3), 2, 3);
    EXPECT_EQ(report.verdict, Verdict::kRefuted) << each.bits << outline(report);
    EXPECT_EQ(blamed(report), "table_position@4") << each.bits;
  }
}

// The other side is to move in the position that stored the entry. Traces hold scores in MAX's
// view, so a score that a table holds in the view of the side to move changes its sign when the
// other side reads it. These collisions were reported as entries that were changed (table_entry).
TEST(PartialKeys, ACollisionWithAPositionOfTheOtherSideIsFoundInTablesOfBothViews) {
  constexpr std::uint64_t kOther = kKey ^ 0x7700000000000000;
  for (const int read : {-3, 3}) {
    const std::string other_side = enter_line("b", "min", 1, -99, 99, key_of(5)) +
                                   enter_line("c", "max", 0, -99, 99, key_of(kOther)) +
                                   probe_line(kOther, kKey & 0xFFFFFFFF, read) +
                                   leave_line(read, ",\"kind\":\"table\",\"bound\":\"exact\"") +
                                   bound_line(-99, read) + leave_line(read, ",\"legal\":1");
    const auto report = judged_root(searched("a", kKey, 3, kKey) + other_side, 2, 3);
    EXPECT_EQ(blamed(report), "table_position@5") << read << outline(report);
  }
}

// The position's own entry existed before another position replaced it.
TEST(PartialKeys, ALaterStoreOfAnotherPositionTakesThePlaceOfTheOwnOne) {
  constexpr std::uint64_t kOther = kKey ^ 0x7700000000000000;
  const auto report = judged_root(searched("a", kKey, 5, kKey) + searched("b", kOther, 3, kOther) +
                                      answered("c", kKey, kKey & 0xFFFFFFFF, 3),
                                  3, 5);
  EXPECT_EQ(blamed(report), "table_position@6") << outline(report);
}

// In reverse order the own store is the last one; whether it matches is checked separately.
TEST(PartialKeys, AnOwnEntryThatWasStoredLaterIsNoEntryOfAnotherPosition) {
  constexpr std::uint64_t kOther = kKey ^ 0x7700000000000000;
  const auto report = judged_root(searched("a", kOther, 3, kOther) + searched("b", kKey, 5, kKey) +
                                      answered("c", kKey, kKey & 0xFFFFFFFF, 5),
                                  3, 5);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// The replacement rule kept the older and deeper entry of the same position.
TEST(PartialKeys, AnyStoreOfTheOwnPositionExplainsAnEntry) {
  const std::string twice = enter_line("a", "min", 1, -99, 99, key_of(kKey)) +
                            leaf_lines("x", "max", 0, -99, 99, 3) + bound_line(-99, 3) +
                            store_line(kKey, 3) + store_line(kKey, 3, 0) +
                            leave_line(3, ",\"legal\":1");
  const auto report = judged_root(twice + answered("b", kKey, kKey & 0xFFFFFFFF, 3), 2, 3);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// Entries that no store of this search explains show that the table is older than the search, so
// bits may agree by chance.
TEST(PartialKeys, InATableThatIsOlderThanTheSearchNothingIsConcluded) {
  constexpr std::uint64_t kOther = kKey ^ 0x7700000000000000;
  const std::string old = enter_line("z", "min", 1, -99, 99, key_of(77)) +
                          probe_line(kKey ^ 0xABCD, (kKey ^ 0xABCD) & 0xFFFF, -7, "no") +
                          leave_line(-9, ",\"kind\":\"horizon\"");
  const auto report = judged_root(
      old + searched("a", kKey, 3, kKey) + answered("b", kOther, kKey & 0xFFFFFFFF, 3), 3, 3);
  EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_EQ(times_assumed(report, Assumption::kTableOrigin), 1U);
}

TEST(PartialKeys, RefuteNothingWhereStoresAreUnreported) {
  constexpr std::uint64_t kOther = kKey ^ 0x7700000000000000;
  const auto report =
      judged_root(searched("a", kKey, 3, kKey) + answered("b", kOther, kKey & 0xFFFFFFFF, 3), 2, 3,
                  "", R"("windows","bounds","cutoffs","roles","scores","probes")");
  EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
}

// An engine may also report only the bits in its stores; then the nodes' keys decide.
TEST(PartialKeys, StoresMayReportTheBitsAlone) {
  constexpr std::uint64_t kBits = kKey & 0xFFFFFFFF;
  const auto sound =
      judged_root(searched("a", kKey, 3, kBits) + answered("b", kKey, kBits, 3), 2, 3);
  EXPECT_EQ(sound.verdict, Verdict::kVerified) << outline(sound);
  EXPECT_TRUE(sound.unconditional);
  const auto wrong = judged_root(
      searched("a", kKey, 3, kBits) + answered("b", kKey ^ 0x7700000000000000, kBits, 3), 2, 3);
  EXPECT_EQ(blamed(wrong), "table_position@4") << outline(wrong);
}

// If two positions with the same bits were stored by the bits alone, an answer was attributed to
// the entry stored last, and a sound search was REFUTED.
TEST(PartialKeys, StoresByTheBitsAloneAreThoseOfTheirNodes) {
  constexpr std::uint64_t kBits = kKey & 0xFFFF, kOther = kKey ^ 0x770000;
  const std::string stored = searched("a", kKey, 3, kBits) + searched("b", kOther, 3, kBits);
  // The two keys have different places in the table, which no event reports.
  for (const std::uint64_t asked : {kKey, kBits}) {
    const std::string answer = enter_line("c", "min", 1, -99, 99, key_of(kKey)) +
                               probe_line(asked, kBits, 3) +
                               leave_line(3, ",\"kind\":\"table\",\"bound\":\"exact\"");
    const auto report = judged_root(stored + answer, 3, 3);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << asked << outline(report);
    EXPECT_TRUE(report.unconditional) << asked << outline(report);
  }
  const auto wrong = judged_root(
      stored + enter_line("c", "min", 1, -99, 99, key_of(kKey ^ 0x99 << 20)) +
          probe_line(kBits, kBits, 3) + leave_line(3, ",\"kind\":\"table\",\"bound\":\"exact\""),
      3, 3);
  EXPECT_EQ(blamed(wrong), "table_position@6") << outline(wrong);
}

// Bits that do not agree with the looked-up key belong to another key.
TEST(PartialKeys, OtherBitsAreOfAnotherKey) {
  const auto report =
      judged_root(searched("a", kKey, 3, kKey) + answered("b", kKey, 0x1234, 3), 2, 3);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);  // equals the upper 16 bits
  const auto wrong =
      judged_root(searched("a", kKey, 3, kKey) + answered("b", kKey, 0x4321, 3), 2, 3);
  EXPECT_EQ(blamed(wrong), "table_position@4") << outline(wrong);
}

}  // namespace
}  // namespace plytrace::test

// SPDX-License-Identifier: MIT
//
// Covers viewer/check and certificate_replay.cc: certificates with text that attacks a terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ProgramResult check(const ScratchFolder& folder, const std::string& text,
                    const std::string& name = "c.cert") {
  write_file(folder / name, text);
  return shell("$(dirname $PLYTRACE)/plytrace-check --allow-assumptions '" + name + "'",
               folder.path().string());
}

std::string certificate(const std::string& position, const std::string& leaf = "horizon 3 a") {
  return "plytrace-certificate 1\ngame g\nposition " + position +
         "\nroot max\ndepth 1\nevaluator e\nclaim exact 3\ntree lower 3\n0 one\n1 " + leaf +
         "\ntree upper 3\n0 all 1\n1 horizon 3 a\nlines 14\n";
}

void expect_seen(const ProgramResult& result) {
  for (const std::string& text : {result.out, result.err}) {
    EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) {
      return c == '\n' || (c >= ' ' && c <= '~');
    })) << text;
  }
}

// The position "\x1b[1A\rPROVEN: the root is worth exact 99" overwrote the verdict on the terminal.
TEST(HostileCertificate, NoTextOfItActsOnTheTerminal) {
  const ScratchFolder folder;
  const std::string hostile = "\x1b[9A\rPROVEN\x9b\xff\u202E\u200B";
  const ProgramResult position = check(folder, certificate(hostile));
  EXPECT_EQ(position.exit_code, 0) << position.err;
  expect_seen(position);
  EXPECT_THAT(position.out, HasSubstr("position \\x1B[9A\\x0DPROVEN\\x9B\\xFF\\xE2\\x80\\xAE"));
  // Many blanks could push text to the next line of the terminal.
  const ProgramResult wide = check(folder, certificate("p" + std::string(70, ' ') + "PROVEN"));
  EXPECT_THAT(wide.out, HasSubstr("p \\x20\\x20"));
  const ProgramResult kind = check(folder, certificate("p", "? k" + hostile + " 3 a"));
  EXPECT_EQ(kind.exit_code, 4);
  expect_seen(kind);
  for (const std::string& leaf : {"t" + hostile + " 3 a", "horizon " + hostile + " a"}) {
    const ProgramResult result = check(folder, certificate("p", leaf));
    EXPECT_EQ(result.exit_code, 3);
    expect_seen(result);
  }
  const ProgramResult name = check(folder, "x", "n" + hostile);
  EXPECT_EQ(name.exit_code, 3);
  expect_seen(name);
}

TEST(HostileCertificate, AnswersAreBounded) {
  const ScratchFolder folder;
  const ProgramResult longest = check(folder, certificate(std::string(1'000'000, 'p')));
  EXPECT_EQ(longest.exit_code, 0);
  EXPECT_LT(longest.out.size(), 2'000U);
  EXPECT_THAT(longest.out, HasSubstr("p... (999700 more bytes)"));
  std::string many = certificate("p");
  many.resize(many.find("tree upper"));
  many.replace(many.find("0 one\n1 horizon 3 a\n"), std::string::npos, "0 one\n");
  many.replace(many.find("root max"), 8, "root min");
  many.replace(many.find("0 one"), 5, "0 all 1000");
  many.replace(many.find("claim exact"), 11, "claim lower");
  for (int i = 0; i < 1000; ++i) {
    const std::string number = std::to_string(i);
    many += "1 ? kind" + number + " 3 move" + number + "\n";
  }
  many += "lines 1010\n";
  const ProgramResult kinds = check(folder, many);
  EXPECT_EQ(kinds.exit_code, 4) << kinds.err;
  EXPECT_THAT(kinds.out, HasSubstr("and 980 more kinds of assumption\n"));
  EXPECT_LT(kinds.out.size(), 3'000U);
}

}  // namespace
}  // namespace plytrace::test

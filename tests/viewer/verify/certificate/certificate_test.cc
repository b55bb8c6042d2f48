// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/certificate and viewer/check: certificates are written from a trace,
// confirmed by plytrace-check, and rejected if anything in them is changed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <utility>

#include "tests/viewer/verify/engine_lines.h"
#include "tests/viewer/verify/verify_support.h"
#include "viewer/verify/certificate/certify.h"

namespace plytrace::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

int check_file(const std::string& path, const std::string& options = "") {
  return shell("\"$(dirname \"$PLYTRACE\")/plytrace-check\" " + options + " '" + path + "'")
      .exit_code;
}

class Certificate : public testing::Test {
 protected:
  std::string write(const std::string& search) {
    const std::string trace = record(folder_, "trace", search);
    const std::string file = folder_ / "proof.cert";
    const auto result = plytrace({"verify", trace, "--certificate", file, "--force"});
    EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
    std::filesystem::remove(trace);
    return file;
  }
  int check_text(const std::string& text, const std::string& options = "") {
    write_file(folder_ / "changed.cert", text);
    return check_file(folder_ / "changed.cert", options);
  }
  ScratchFolder folder_;
};

TEST_F(Certificate, IsConfirmedForEveryAlgorithm) {
  for (const char* search :
       {"tictactoe -d 9", "tictactoe -d 4 -a minimax", "connect4 -d 4 -a pvs --table 1 --iterative",
        "connect4 -d 4 -a mtdf --table 1", "connect4 -d 4 --fail hard --table 1 --window 3,9",
        "connect4 -d 0", "synthetic -g branching=5 -g depth=5 -g seed=2 -a negamax",
        "tree --position [[[3,12],[8,1]],[[2,4],[6,9]],[[14,5],[2,7]]] -g root=min"}) {
    const std::string file = write(search);
    EXPECT_EQ(check_file(file), 0) << search;
    EXPECT_EQ(plytrace({"verify", "--replay-certificate", file}).exit_code, 0) << search;
  }
}

// The report was written after the certificate, so plytrace-check saw a line after the last one.
TEST_F(Certificate, StandsAloneOnStdout) {
  const std::string trace = record(folder_, "trace", "tictactoe -d 3");
  for (const char* const form : {"text", "json"}) {
    const auto proven = plytrace({"verify", trace, "--certificate", "-", "--format", form});
    EXPECT_EQ(proven.exit_code, 0);
    EXPECT_EQ(check_text(proven.out), 0) << proven.out;
  }
  sql(trace, "UPDATE node SET value = value + 1 WHERE id = 2");
  const auto refuted = plytrace({"verify", trace, "--certificate", "-"});
  EXPECT_EQ(refuted.exit_code, 1);
  EXPECT_TRUE(refuted.out.starts_with("REFUTED")) << refuted.out;
}

TEST_F(Certificate, IsNotWrittenForARefutedOrUnfinishedTrace) {
  const std::string trace = record(folder_, "trace", "tictactoe -d 3");
  const std::string file = folder_ / "none.cert";
  sql(trace, "UPDATE node SET value = value + 1 WHERE id = 2");
  EXPECT_EQ(plytrace({"verify", trace, "--certificate", file}).exit_code, 1);
  EXPECT_FALSE(std::filesystem::exists(file));
}

const char* const kSmall =
    "plytrace-certificate 1\ngame unknown\nposition p\nroot max\ndepth 2\nevaluator e {}\n"
    "claim exact 3\ntree lower 3\n0 one\n1 all 2 a\n2 horizon 3 x\n2 horizon 12 y\n"
    "tree upper 3\n0 all 2\n1 one a\n2 horizon 3 x\n1 one b\n2 horizon 2.50 x\nlines 19\n";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kSmall;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// A certificate that the checker would reject is not kept, so an error of plytrace is not presented
// as a proof.
TEST_F(Certificate, WhatWasWrittenIsReadAgainAndRejected) {
  const std::string file = folder_ / "written.cert";
  verify::CertificateReport report;
  write_file(file, kSmall);
  EXPECT_TRUE(verify::check_written(file, report).is_ok());
  EXPECT_EQ(report.lower_nodes + report.upper_nodes, 9U);
  write_file(file, changed("horizon 2.50 x", "horizon 4 x"));
  const Status wrong = verify::check_written(file, report);
  EXPECT_EQ(wrong.code(), StatusCode::kBadInput);
  EXPECT_THAT(wrong.message(), testing::HasSubstr("fails its own rules"));
  write_file(file, changed("lines 19\n", ""));
  EXPECT_FALSE(verify::check_written(file, report).is_ok());
}

TEST_F(Certificate, AFullDiskLeavesTheOldOne) {
  const std::string trace = record(folder_, "trace", "tictactoe -d 5");
  write_file(folder_ / "proof.cert", "the old one");
  const ProgramResult result =
      shell("ulimit -f 4; $PLYTRACE verify " + trace + " --certificate proof.cert --force",
            folder_.path());
  EXPECT_EQ(result.exit_code, 5) << result.out;
  EXPECT_THAT(result.err,
              testing::HasSubstr("cannot be written; try another folder, or free some space"));
  EXPECT_EQ(read_file(folder_ / "proof.cert"), "the old one");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 2);
}

TEST_F(Certificate, NothingIsOverwrittenUnasked) {
  const std::string trace = record(folder_, "trace", "tictactoe -d 3");
  const std::string file = folder_ / "proof.cert";
  write_file(file, "mine");
  EXPECT_EQ(plytrace({"verify", trace, "--certificate", file}).exit_code, 2);
  EXPECT_EQ(read_file(file), "mine");
}

TEST_F(Certificate, AnyChangedLineIsRejected) {
  const std::vector<std::string> lines = lines_of(read_file(write("tictactoe -d 4")));
  ASSERT_GT(lines.size(), 40u);
  for (std::size_t i = 7; i < lines.size(); i += 5) {
    std::vector<std::string> fewer = lines;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(check_text(joined(fewer)), 0) << "without line " << i + 1;
    std::vector<std::string> twice = lines;
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    EXPECT_NE(check_text(joined(twice)), 0) << "line " << i + 1 << " twice";
  }
  for (std::size_t i = 0; i < lines.size(); i += 7) {
    const std::vector<std::string> cut(lines.begin(),
                                       lines.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_EQ(check_text(joined(cut)), 3) << i;
  }
}

TEST_F(Certificate, TheCheckerKnowsEveryRule) {
  EXPECT_EQ(check_text(kSmall), 0);
  EXPECT_EQ(check_text(changed("claim exact 3", "claim exact 3.0e0")), 0);
  EXPECT_EQ(check_text(changed("horizon 3 x", "horizon 2.9999999999999999999999 x")), 1);
  EXPECT_EQ(check_text(changed("horizon 12 y", "horizon 12 x")), 1);
  EXPECT_EQ(check_text(changed("0 one", "0 all 1")), 1);
  EXPECT_EQ(check_text(changed("1 all 2 a", "1 all 0 a")), 1);
  EXPECT_EQ(check_text(changed("1 all 2 a", "1 all 3 a")), 3);
  EXPECT_EQ(check_text(changed("1 all 2 a", "1 all 1 a")), 3);
  EXPECT_EQ(check_text(changed("horizon 2.50 x", "horizon 4 x")), 1);
  EXPECT_EQ(check_text(changed("1 one b\n2", "1 one a\n2")), 1);
  EXPECT_EQ(check_text(changed("1 one b\n2 horizon 2.50 x", "1 horizon 2 b")), 1);
  EXPECT_EQ(check_text(changed("horizon 3 x", "= 7 x")), 1);
  EXPECT_EQ(check_text(changed("horizon 3 x", "? known 3 x")), 4);
  EXPECT_EQ(check_text(changed("horizon 3 x", "? known 3 x"), "--allow-assumptions"), 4);
  EXPECT_EQ(check_text(changed("horizon 3 x", "guess 3 x")), 3);
  EXPECT_EQ(check_text(changed("horizon 3 x", "horizon three x")), 3);
  EXPECT_EQ(check_text(changed("lines 19", "lines 20")), 3);
  EXPECT_EQ(check_text(changed("lines 19\n", "lines 19\nmore\n")), 3);
  EXPECT_EQ(check_text(changed("claim exact 3", "claim exact 4")), 3);
  EXPECT_EQ(check_text(changed("plytrace-certificate 1", "plytrace-certificate 2")), 3);
  EXPECT_EQ(check_text(changed("depth 2", "depth 3")), 1);
  EXPECT_EQ(check_text(changed("root max", "root min")), 1);
  EXPECT_EQ(check_file(folder_ / "missing.cert"), 3);
  EXPECT_EQ(check_file("", ""), 3);
}

// A PVS that searches b again with the value of the null window as alpha: the first search proves
// that b is worth at least 24, the second that it is worth at most 24. `first`, `second`: fields
// with the depths of the two searches.
std::string raised(bool is_min, const std::string& first = "", const std::string& second = "") {
  const auto window = [&](int alpha, int beta) {
    return is_min ? std::pair(-beta, -alpha) : std::pair(alpha, beta);
  };
  const std::string own = is_min ? "min" : "max", other = is_min ? "max" : "min";
  const int sign = is_min ? -1 : 1;
  const auto enter = [&](const std::string& move, const std::string& side, int alpha, int beta,
                         const std::string& more = "") {
    const auto [low, high] = window(alpha, beta);
    return fmt::format("{{\"event\":\"enter\",{}\"side\":\"{}\",\"alpha\":{},\"beta\":{}{}}}\n",
                       move.empty() ? "" : "\"move\":\"" + move + "\",", side, low, high, more);
  };
  const auto leave = [&](int value, const std::string& more) {
    return leave_line(sign * value, more);
  };
  const auto leaf = [&](const std::string& move, int alpha, int beta, int value) {
    return enter(move, own, alpha, beta) + leave(value, ",\"kind\":\"terminal\"");
  };
  const auto [low, high] = window(24, 64);
  return search_line("", R"("usual","legal")") + enter("", own, 14, 64) +
         enter("a", other, 14, 64) + leave(14, ",\"kind\":\"terminal\"") +
         enter("b", other, 14, 15, first) + leaf("x", 14, 15, 24) + leaf("y", 14, 15, 30) +
         leave(24, ",\"legal\":2") + enter("b", other, 24, 64, second + ",\"role\":\"re_search\"") +
         leaf("x", 24, 64, 24) +
         cutoff_line(is_min ? "beta" : "alpha", "child", sign * 24, low, high) + leave(24, "") +
         bound_line(low, high) + leave(24, ",\"legal\":2") +
         end_line(fmt::format(",\"value\":{0},\"lower\":{0},\"upper\":{0}", sign * 24));
}

// verify said VERIFIED with nothing assumed, but the certificate assumed `other` if depths were not
// reported.
TEST_F(Certificate, EachTreeTakesTheSearchOfAMoveThatReachesItsThreshold) {
  const auto checked = [&](const std::string& lines, const std::string& options = "") {
    const std::string trace = imported(folder_, lines);
    const std::string file = folder_ / "raised.cert";
    const auto result = plytrace({"verify", trace, "--certificate", file, "--force"});
    EXPECT_EQ(result.exit_code, 0) << result.out;
    return check_file(file, options);
  };
  for (const bool is_min : {false, true}) {
    EXPECT_EQ(checked(raised(is_min)), 0) << is_min;
    EXPECT_EQ(checked(raised(is_min, ",\"depth\":1", ",\"depth\":1")), 0) << is_min;
    EXPECT_EQ(checked(raised(is_min, ",\"depth\":1")), 0) << is_min;
    // A reduced search proves nothing at full depth.
    EXPECT_EQ(checked(raised(is_min, ",\"role\":\"reduced\"")), 4) << is_min;
  }
}

TEST_F(Certificate, ItsPremisesAreHeldAgainstTheRules) {
  const std::string text = read_file(write("tictactoe -d 2"));
  const auto replay = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    const std::size_t at = other.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    write_file(folder_ / "changed.cert", other.replace(at, from.size(), to));
    return plytrace({"verify", "--replay-certificate", folder_ / "changed.cert"}).exit_code;
  };
  EXPECT_EQ(replay("root max", "root max"), 0);
  EXPECT_EQ(replay("all 8", "all 7"), 1);
  EXPECT_EQ(replay("2 horizon", "2 end"), 1);
  EXPECT_EQ(replay("game connectk", "game nim"), 3);
  EXPECT_EQ(plytrace({"verify", "--replay-certificate", folder_ / "no.cert"}).exit_code, 3);
}

}  // namespace
}  // namespace plytrace::test

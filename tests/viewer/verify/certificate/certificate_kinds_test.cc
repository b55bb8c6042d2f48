// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/certificate and viewer/check: lines of a certificate other than moves and
// scores of leaves, such as own scores (stand pat), leaves with bounds, draws by history, the end
// of the score range, and table answers in any order; and lines that it must refuse.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/viewer/verify/certificate/certificate_support.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

constexpr const char* kSearch =
    "INSERT INTO search (id, game, algorithm, captured, status, fail, value, lower, upper, depth, "
    "completed_depth) VALUES (1, 'mine', 'alphabeta', '[\"cutoffs\","
    "\"skipped\",\"legal\",\"roles\",\"scores\",\"probes\",\"stores\",\"keys\",\"bound_types\"]', "
    "'finished', 'soft', {0}, {0}, {0}, {1}, {1});"
    "INSERT INTO pass (id, search, ordinal, root, last, status, value, alpha, beta, depth) VALUES "
    "(1, 1, 1, 1, {2}, 'finished', {0}, -9e999, 9e999, {1});"
    "INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b'), (3, 'x'), (4, '');"
    "INSERT INTO node (id, parent, last, ply, move, side, kind, role, value, score, depth, legal, "
    "bound, key, best) VALUES ";

// The header of a trace without windows, and its nodes.
std::string rows(Score value, int depth, int nodes, const std::string& node_rows) {
  return fmt::format(kSearch, value, depth, nodes) + node_rows + ";";
}

class CertificateKinds : public testing::Test {
 protected:
  // Writes a certificate with `verify` and checks it with plytrace-check; returns its text.
  std::string write(const std::string& sql_rows, int exit_code = 0) {
    const std::string trace = hand_made(folder_, "kinds", sql_rows);
    file_ = folder_ / "kinds.cert";
    const ProgramResult result = plytrace({"verify", trace, "--certificate", file_, "--force"});
    EXPECT_EQ(result.exit_code, exit_code) << result.out << result.err;
    text_ = result.out;
    return std::filesystem::exists(file_) ? read_file(file_) : "";
  }
  ScratchFolder folder_;
  std::string file_, text_;
};

// T3: MAX stands pat at 5; the capture x gives 3. plytrace-check said "a node without moves proves
// nothing".
TEST_F(CertificateKinds, AMoverStandsOnItsOwnScore) {
  const std::string certificate =
      write(rows(5, 0, 2,
                 "(1, NULL, 2, 0, NULL, 0, 0, 0, 5, 5, 0, 1, 0, 1, NULL),"
                 "(2, 1, 2, 1, 3, 1, 1, 0, 3, NULL, 0, NULL, 0, 2, NULL)"));
  EXPECT_NE(certificate.find("tree lower 5\n0 one\n1 stand 5\n"), std::string::npos) << certificate;
  EXPECT_NE(certificate.find("tree upper 5\n0 all 2\n1 stand 5\n1 horizon 3 x\n"),
            std::string::npos)
      << certificate;
  EXPECT_EQ(checked(certificate), 0);
  EXPECT_NE(text_.find("certificate: "), std::string::npos) << text_;
}

// [56] A quiet position: the root hands over to quiescence, which has no capture to search.
TEST_F(CertificateKinds, AMoverStandsWhereThereIsNothingToTry) {
  const std::string certificate =
      write(rows(4, 1, 3,
                 "(1, NULL, 3, 0, NULL, 0, 0, 0, 4, NULL, 1, 1, 0, 1, 2),"
                 "(2, 1, 3, 1, 1, 1, 0, 0, 4, NULL, 0, NULL, 0, 2, 3),"
                 "(3, 2, 3, 1, NULL, 1, 0, 5, 4, 4, NULL, 0, 0, 2, NULL)"));
  EXPECT_NE(certificate.find("0 one\n1 all 1 a\n2 stand 4\n"), std::string::npos) << certificate;
  EXPECT_NE(certificate.find("0 all 1\n1 one a\n2 stand 4\n"), std::string::npos) << certificate;
  EXPECT_EQ(checked(certificate), 0);
}

// A move without a name, and a move that begins like a label.
TEST_F(CertificateKinds, AnyTextIsAMove) {
  const std::string certificate =
      write(rows(5, 1, 3,
                 "(1, NULL, 3, 0, NULL, 0, 0, 0, 5, NULL, 1, 2, 0, 1, 2),"
                 "(2, 1, 2, 1, 4, 1, 1, 0, 5, NULL, 0, NULL, 0, 2, NULL),"
                 "(3, 1, 3, 1, 5, 1, 1, 0, 3, NULL, 0, NULL, 0, 3, NULL);"
                 "INSERT INTO move (id, text) VALUES (5, '@7 \\ ' || char(10))"));
  EXPECT_NE(certificate.find("1 horizon 5 \\e\n1 horizon 3 \\@7 \\\\ \\n\n"), std::string::npos)
      << certificate;
  EXPECT_EQ(checked(certificate), 0);
}

// If the number of moves is unknown, one may be missing: then the value is only assumed, and the
// certificate, the text and the JSON say so.
TEST_F(CertificateKinds, AMoveListOfUnknownLengthIsAnAssumption) {
  const std::string nodes = rows(3, 2, 4,
                                 "(1, NULL, 4, 0, NULL, 0, 0, 0, 3, NULL, 2, 1, 0, 1, 2),"
                                 "(2, 1, 4, 1, 1, 1, 0, 0, 3, NULL, 1, NULL, 0, 2, 3),"
                                 "(3, 2, 3, 2, 1, 0, 1, 0, 3, NULL, 0, NULL, 0, 3, NULL),"
                                 "(4, 2, 4, 2, 2, 0, 1, 0, 4, NULL, 0, NULL, 0, 4, NULL)");
  const std::string certificate = write(nodes);
  EXPECT_NE(certificate.find("tree lower 3\n0 one\n1 ? move_list 3 a\n"), std::string::npos)
      << certificate;
  EXPECT_EQ(checked(certificate), 4);
  EXPECT_NE(text_.find("move_list 1"), std::string::npos) << text_;
  const auto json = parse_json(plytrace({"verify", folder_ / "kinds.db", "--certificate", file_,
                                         "--force", "--format", "json"})
                                   .out);
  const auto& said = (json.contains("results") ? json["results"][0] : json)["certificate"];
  EXPECT_EQ(said["assumptions"]["move_list"], 1) << json.dump(1);
  EXPECT_NE(said["remark"].get<std::string>().find("legal"), std::string::npos);
  EXPECT_EQ(plytrace({"verify", "--replay-certificate", file_}).exit_code, 3) << "unknown game";
}

// [18] An entry of a node that was still open cannot answer; following it looped forever.
TEST_F(CertificateKinds, AnOpenAncestorAnswersNothing) {
  const std::string certificate =
      write(rows(3, 2, 3,
                 "(1, NULL, 3, 0, NULL, 0, 0, 0, 3, NULL, 2, 1, 0, 1, 2),"
                 "(2, 1, 3, 1, 1, 0, 0, 0, 3, NULL, 1, 1, 0, 7, 3),"
                 "(3, 2, 3, 2, 3, 0, 3, 0, 3, NULL, 1, NULL, 0, 7, NULL);"
                 "INSERT INTO table_store (id, at, node, value, bound, depth) VALUES "
                 "(1, 2, 2, 3, 0, 1);"
                 "INSERT INTO table_probe (id, at, node, stored_by, value, bound, used, key, "
                 "depth, stored_depth) VALUES (2, 3, 3, 2, 3, 0, 3, 7, 1, 1)"));
  EXPECT_NE(certificate.find("? table_origin 3 x"), std::string::npos) << certificate;
  EXPECT_EQ(checked(certificate), 4);
}

// A chain of answers is written once: a thousand nodes, each answered by the next of a thousand
// entries.
TEST_F(CertificateKinds, SharedSubtreesAreWrittenOnce) {
  constexpr int kNodes = 1000;
  std::string nodes =
      fmt::format("(1, NULL, {0}, 0, NULL, 1, 0, 0, 3, NULL, 1, {1}, 0, 1, 2)", kNodes + 1, kNodes);
  std::string moves = "INSERT INTO move (id, text) VALUES (5, '5')";
  std::string stores;
  std::string probes;
  for (int i = 2; i <= kNodes + 1; ++i) {
    const bool is_first = i == 2;
    nodes += fmt::format(",({0}, 1, {0}, 1, {1}, 0, {2}, 0, 3, NULL, 0, NULL, 0, 9, NULL)", i,
                         i + 10, is_first ? 1 : 3);
    moves += fmt::format(",({}, 'm{}')", i + 10, i);
    stores += fmt::format("{}({}, {}, {}, 3, 0, 0)", stores.empty() ? "" : ",", i, i, i);
    if (is_first) continue;
    probes += fmt::format("{0}({1}, {1}, {1}, {2}, 3, 0, 3, 9, 0, 0)", probes.empty() ? "" : ",", i,
                          i - 1);
  }
  const std::string certificate =
      write(rows(3, 1, kNodes + 1, nodes) + moves +
            ";INSERT INTO table_store (id, at, node, value, bound, depth) VALUES " + stores +
            ";INSERT INTO table_probe (id, at, node, stored_by, value, bound, used, key, depth, "
            "stored_depth) VALUES " +
            probes);
  EXPECT_EQ(checked(certificate), 0);
  EXPECT_NE(certificate.find("\n1 horizon 3 @2 m2\n1 = 2 m3\n"), std::string::npos)
      << certificate.substr(0, 400);
}

const char* const kHeader =
    "plytrace-certificate 1\ngame unknown\nposition p\nroot max\ndepth mixed\nevaluator e {}\n";

std::string with_header(const std::string& body) {
  std::string text = kHeader + body;
  const auto lines = std::count(text.begin(), text.end(), '\n');
  return text + fmt::format("lines {}\n", lines + 1);
}

struct Body {
  const char* text;
  int code;
};

class CertificateRules : public testing::TestWithParam<Body> {};

TEST_P(CertificateRules, DecideAsWritten) {
  const std::string text = with_header(GetParam().text);
  EXPECT_EQ(checked(text, true), GetParam().code) << text;
}

constexpr Body kBodies[] = {
    // own scores
    {"claim lower 3\ntree lower 3\n0 one\n1 stand 3\n", 0},
    {"claim lower 3\ntree lower 3\n0 one\n1 stand 2\n", 1},
    {"claim upper 3\ntree upper 3\n0 all 1\n1 stand 3\n", 0},
    {"claim upper 3\ntree upper 3\n0 all 2\n1 stand 3\n1 horizon 1 a\n", 0},
    {"claim upper 3\ntree upper 3\n0 all 2\n1 stand 4\n1 horizon 1 a\n", 1},
    {"claim upper 3\ntree upper 3\n0 all 2\n1 stand 3\n1 stand 3\n", 1},
    {"claim upper 3\ntree upper 3\n0 all 0\n", 1},
    {"claim lower 3\ntree lower 3\n0 stand 3\n", 1},
    {"claim lower 3\ntree lower 3\n0 one\n1 stand 3 a\n", 3},
    // leaves that are bounds
    {"claim lower 3\ntree lower 3\n0 one\n1 horizon lower 4 a\n", 0},
    {"claim lower 3\ntree lower 3\n0 one\n1 horizon upper 4 a\n", 1},
    {"claim upper 3\ntree upper 3\n0 all 1\n1 end upper 2 a\n", 0},
    {"claim upper 3\ntree upper 3\n0 all 1\n1 end lower 2 a\n", 1},
    {"claim lower 3\ntree lower 3\n0 one\n1 stand lower 4\n", 3},
    // draws, which hold only on their path
    {"claim lower 0\ntree lower 0\n0 one\n1 all 2 a\n2 draw 0 x\n2 horizon 5 y\n", 0},
    {"claim upper 0\ntree upper 0\n0 all 2\n1 one @7 a\n2 draw 0 x\n1 = 7 b\n", 1},
    {"claim upper 0\ntree upper 0\n0 all 2\n1 one @7 a\n2 horizon 0 x\n1 = 7 b\n", 0},
    {"claim upper 0\ntree upper 0\n0 all 1\n1 one @7 a\n2 = 7 x\n", 1},
    {"claim upper 0\ntree upper 0\n0 all 2\n1 horizon 0 @7 a\n1 horizon 0 @7 b\n", 3},
    // the end of the range of scores
    {"scores -1 1\nclaim exact -1\ntree lower -1\n0 range\ntree upper -1\n0 all 1\n1 end -1 a\n",
     0},
    {"scores -1 1\nclaim lower 0\ntree lower 0\n0 range\n", 1},
    {"claim lower -1\ntree lower -1\n0 range\n", 1},
    {"scores -1 1\nclaim lower -1\ntree lower -1\n0 one\n1 range\n", 3},
    {"scores 1 -1\nclaim lower -1\ntree lower -1\n0 range\n", 3},
    // assumptions
    {"claim lower 3\ntree lower 3\n0 one\n1 ? move_list 3 a\n", 4},
    {"claim lower 3\ntree lower 3\n0 one\n1 ? move_list 2 a\n", 1},
    // numbers and claims
    {"claim exact 3 x\ntree lower 3\n0 horizon 3\ntree upper 3\n0 horizon 3\n", 3},
    {"claim range 3 2\ntree lower 3\n0 horizon 3\ntree upper 2\n0 horizon 2\n", 3},
    {"claim range 2 3\ntree lower 2\n0 horizon 3\ntree upper 3\n0 horizon 2\n", 0},
    {"claim lower 3\ntree lower 3\n0 all 1\n1 horizon 3 a\n", 1},
};
INSTANTIATE_TEST_SUITE_P(Bodies, CertificateRules, testing::ValuesIn(kBodies));

TEST_F(CertificateKinds, SeveralSearchesNeedANamedOne) {
  const std::string trace = record(folder_, "two", "tictactoe -d 2");
  EXPECT_EQ(plytrace({"search", "tictactoe", "-d", "3", "-q", "-o", trace, "--append"}).exit_code,
            0);
  const std::string file = folder_ / "one.cert";
  EXPECT_EQ(plytrace({"verify", trace, "--certificate", file}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(plytrace({"verify", trace, "--search", "1", "--certificate", file}).exit_code, 0);
  EXPECT_EQ(checked(read_file(file)), 0);
  EXPECT_NE(read_file(file).find("\ndepth 2\n"), std::string::npos);
  EXPECT_EQ(plytrace({"verify", trace, trace, "--certificate", file, "--force"}).exit_code, 2);
}

// The certificate of a pass proves the claim of that pass.
TEST_F(CertificateKinds, APassHasItsOwnCertificate) {
  const std::string trace = record(folder_, "passes", "tictactoe -d 3 --iterative");
  const std::string file = folder_ / "pass.cert";
  EXPECT_EQ(plytrace({"verify", trace, "--pass", "2", "--certificate", file}).exit_code, 0);
  EXPECT_EQ(checked(read_file(file)), 0);
  EXPECT_NE(read_file(file).find("\ndepth 2\n"), std::string::npos);
}

}  // namespace
}  // namespace plytrace::test

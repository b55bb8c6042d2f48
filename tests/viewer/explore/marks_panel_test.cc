// SPDX-License-Identifier: MIT
//
// Marks set in the explorer, written beside the trace, and shown by the commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <string>

#include "tests/viewer/explore/asking.h"

namespace plytrace::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// A parameter in a question: everything but letters and digits is escaped.
std::string percent_encoded(const std::string& text) {
  std::string out;
  for (const char one : text) {
    const auto byte = static_cast<unsigned char>(one);
    constexpr const char* kDigits = "0123456789ABCDEF";
    if (std::isalnum(byte) != 0) {
      out += one;
    } else {
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

class MarksPanel : public testing::Test {
 protected:
  MarksPanel() : trace_(searched(folder_, "a.db", {"connect4", "-d", "4"})), ask_({trace_}) {}

  json set(const json& changes, const std::string& more = "") {
    return ask_("marks?changes=" + percent_encoded(changes.dump()) + more);
  }
  std::string file() const { return trace_ + ".marks.json"; }

  ScratchFolder folder_;
  std::string trace_;
  Asker ask_;
};

TEST_F(MarksPanel, AreSetReplacedAndRemovedByTheAddress) {
  EXPECT_EQ(ask_("marks")["marks"], json::array());
  const json answer = set({{3, "third"}, {2, "second"}, {3, "again"}, {2, ""}});
  ASSERT_EQ(answer["marks"].size(), 1U);
  EXPECT_EQ(answer["marks"][0]["node"], 3);
  EXPECT_EQ(answer["marks"][0]["text"], "again");
  EXPECT_EQ(answer["marks"][0]["path"], ask_("node?id=3")["node"]["path"]);
  EXPECT_FALSE(answer["marks"][0]["in_file"].get<bool>());
  // Nothing is written without a request.
  EXPECT_FALSE(std::ifstream(file()).is_open());
}

TEST_F(MarksPanel, AreWrittenBesideTheTraceAndNeverIntoIt) {
  const std::string before = read_file(trace_);
  EXPECT_TRUE(set({{3, "look <b>here</b>"}}, "&write=1")["written"].get<bool>());
  EXPECT_EQ(read_file(trace_), before);
  const json written = parse_json(read_file(file()));
  EXPECT_EQ(written["marks"].size(), 1U);
  EXPECT_EQ(written["marks"][0]["text"], "look <b>here</b>");
  EXPECT_TRUE(ask_("marks")["marks"][0]["in_file"].get<bool>());
  // The address changes what the file has.
  EXPECT_FALSE(set({{3, "other"}})["marks"][0]["in_file"].get<bool>());
  EXPECT_EQ(set({{3, ""}})["marks"], json::array());
  EXPECT_EQ(set({{5, "fifth"}}, "&write=1")["marks"].size(), 2U);
  EXPECT_EQ(ask_("marks")["marks"].size(), 2U);
}

TEST_F(MarksPanel, WrongOnesAreRefused) {
  EXPECT_THAT(ask_.failure("marks?changes=" + percent_encoded("[[999999,\"x\"]]")),
              HasSubstr("404: marks: the trace has no node #999999"));
  for (const char* wrong :
       {"{", "{}", "[1]", "[[1]]", "[[\"1\",\"x\"]]", "[[1,2]]", "[[1.5,\"x\"]]"}) {
    EXPECT_THAT(ask_.failure("marks?changes=" + percent_encoded(wrong)),
                HasSubstr("400: changes: takes [[node, text], ...]"))
        << wrong;
  }
  EXPECT_THAT(
      ask_.failure("marks?changes=" + percent_encoded(json{{1, std::string(401, 'x')}}.dump())),
      HasSubstr("at most 400 bytes"));
  json many = json::array();
  for (int id = 1; id <= 201; ++id) many.push_back({id, "x"});
  EXPECT_THAT(ask_.failure("marks?changes=" + percent_encoded(many.dump())),
              HasSubstr("at most 200 nodes"));
}

TEST_F(MarksPanel, AFileOfAnotherTraceIsLeftOut) {
  write_file(file(), R"({"marks":[{"node":3,"path":"/elsewhere","text":"x"},{"node":1},)"
                     R"({"node":1,"path":"/","text":"root"}]})");
  const json answer = ask_("marks");
  EXPECT_EQ(answer["marks"].size(), 1U);
  ASSERT_EQ(answer["left_out"].size(), 2U);
  EXPECT_THAT(answer["left_out"][0].get<std::string>(),
              HasSubstr("the mark of #3 (/elsewhere) is left out"));
  for (const char* wrong : {"", "[]", "{\"marks\":1}", "nonsense"}) {
    write_file(file(), wrong);
    EXPECT_THAT(ask_.failure("marks"), HasSubstr("404: ")) << wrong;
    EXPECT_THAT(ask_.failure("marks"), HasSubstr("does not hold marks")) << wrong;
    // Commands that could show them do their work without them.
    const ProgramResult shown = plytrace({"show", trace_, "/"});
    EXPECT_EQ(shown.exit_code, 0);
    EXPECT_THAT(shown.err, HasSubstr("the marks are left out"));
  }
}

// The name of a trace was used again for another recording: the marks of the first one may be of
// use again, and only the user knows.
TEST_F(MarksPanel, ThoseLeftOutStayInTheFileThatIsWritten) {
  const json foreign = {{"node", 3}, {"path", "/elsewhere"}, {"text", "keep me"}, {"by", "Ann"}};
  const json unreadable = {{"node", "nine"}, {"text", "keep me, too"}};
  write_file(file(), json{{"marks", {foreign, unreadable}}}.dump());
  const std::string before = read_file(file());
  EXPECT_EQ(set({{2, "new"}})["kept"], 2);
  EXPECT_EQ(read_file(file()), before);
  EXPECT_EQ(set({{2, "new"}, {3, "of this trace"}}, "&write=1")["kept"], 2);
  const json written = parse_json(read_file(file()))["marks"];
  ASSERT_EQ(written.size(), 4U);
  EXPECT_EQ(written[0]["text"], "new");
  EXPECT_EQ(written[1]["text"], "of this trace");
  EXPECT_EQ(written[2], foreign);
  EXPECT_EQ(written[3], unreadable);
  // Removing a mark of this trace removes no other.
  EXPECT_EQ(set({{3, ""}}, "&write=1")["marks"].size(), 1U);
  EXPECT_EQ(parse_json(read_file(file()))["marks"].size(), 3U);
}

TEST_F(MarksPanel, AreShownByShowRenderAndReport) {
  set({{1, "the root"}, {3, "a strange cut"}}, "&write=1");
  EXPECT_THAT(plytrace({"show", trace_, "#3"}).out, HasSubstr("mark             a strange cut\n"));
  EXPECT_THAT(plytrace({"show", trace_, "#2"}).out, Not(HasSubstr("mark  ")));
  EXPECT_EQ(parse_json(plytrace({"show", trace_, "#3", "--format", "json"}).out)["mark"],
            "a strange cut");
  const ProgramResult drawn = plytrace({"render", trace_, "--marks", "--to", "svg", "-o", "-"});
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_THAT(drawn.out, HasSubstr("strange"));
  EXPECT_THAT(plytrace({"render", trace_, "--to", "svg", "-o", "-"}).out,
              Not(HasSubstr("strange")));
  const ProgramResult below =
      plytrace({"render", trace_, "--marks", "--root", "#2", "--to", "svg", "-o", "-"});
  EXPECT_EQ(below.exit_code, 0) << below.err;
  EXPECT_THAT(below.err, HasSubstr("1 mark outside of the picture's root and pass left out"));
  const ProgramResult made = plytrace({"report", trace_, "-o", folder_ / "report"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(read_file(folder_ / "report/report.md"), HasSubstr("a strange cut"));
}

}  // namespace
}  // namespace plytrace::test

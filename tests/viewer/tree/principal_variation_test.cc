// SPDX-License-Identifier: MIT
//
// `pv`, figures and pages continued into captures that the engine had rejected in favour of the
// stand pat. The line must end at a node whose value is its own, however that is reported. It must
// continue through a node that searches the same position by other means.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;
using Moves = std::vector<std::string>;

Moves moves_of(const Json& pv) { return pv["pv"].get<Moves>(); }

// A search whose root has a move "good" to a MIN node of value 5, which reports these lines.
std::string lines_with(const std::string& inside, const std::string& leave) {
  return R"({"event":"search","game":"mine","fail":"soft"}
{"event":"enter","side":"max","depth":2,"alpha":-99,"beta":99}
{"event":"enter","move":"good","side":"min","depth":1,"alpha":-99,"beta":99}
)" + inside +
         leave + R"(
{"event":"bound","alpha":5,"beta":99}
{"event":"leave","value":5}
{"event":"end_search","value":5}
)";
}

std::string leaf(const std::string& move, const std::string& value) {
  return R"({"event":"enter","move":")" + move + R"(","side":"max","depth":0}
{"event":"leave","kind":"horizon","value":)" +
         value + "}\n";
}

class PrincipalVariation : public ::testing::Test {
 protected:
  Json pv_of(const std::string& lines) {
    write_file(folder_ / "t.ndjson", lines);
    const std::string in = folder_.path().string();
    const ProgramResult made = plytrace({"import", "t.ndjson", "-o", "t.db", "--force", "-q"}, in);
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return parse_json(plytrace({"pv", "t.db", "--format", "json"}, in).out);
  }
  const ScratchFolder folder_;
};

TEST_F(PrincipalVariation, EndsAtAStandPat) {
  const Json pv = pv_of(R"({"event":"search","game":"mine","fail":"hard"}
{"event":"enter","side":"max","depth":1,"alpha":-99,"beta":99}
{"event":"enter","move":"good","side":"min","depth":0,"phase":"quiescence","alpha":-99,"beta":99}
{"event":"bound","cause":"stand_pat","alpha":-99,"beta":5}
{"event":"enter","move":"bad_capture","side":"max","depth":0,"phase":"quiescence","alpha":-99,"beta":5}
{"event":"cutoff","kind":"beta","cause":"stand_pat","value":50,"alpha":-99,"beta":5}
{"event":"leave","value":5,"score":50}
{"event":"leave","value":5,"score":5}
{"event":"bound","alpha":5,"beta":99}
{"event":"leave","value":5}
{"event":"end_search","value":5,"lower":5,"upper":5}
)");
  EXPECT_EQ(moves_of(pv), Moves{"good"});
  EXPECT_EQ(pv["ends_by_own_value"], true);
  const std::string in = folder_.path().string();
  EXPECT_THAT(plytrace({"pv", "t.db"}, in).out, HasSubstr("#2 its own value\n"));
  const std::string figure =
      plytrace({"render", "t.db", "--only", "pv", "--to", "dot", "-o", "-"}, in).out;
  EXPECT_THAT(figure, HasSubstr("good"));
  EXPECT_THAT(figure, Not(HasSubstr("bad_capture")));
}

TEST_F(PrincipalVariation, EndsAtEveryValueThatIsTheNodesOwn) {
  const std::string plain = R"({"event":"leave","value":5})";
  const struct {
    const char* story;
    std::string lines;
  } cases[] = {
      {"a stand pat that no child beats, told as a score only",
       lines_with(leaf("worse", "7"), R"({"event":"leave","value":5,"score":5})")},
      {"the engine names the move that it tried, and stands pat",
       lines_with(leaf("worse", "7"),
                  R"({"event":"leave","value":5,"score":5,"best_move":"worse"})")},
      {"the table narrowed the window to the value, and a child is as good",
       lines_with(R"({"event":"bound","cause":"table","alpha":-99,"beta":5})"
                  "\n" +
                      leaf("equal", "5"),
                  plain)},
      {"a static bound cut, after a child of the same value",
       lines_with(
           leaf("equal", "5") +
               R"({"event":"cutoff","kind":"alpha","cause":"static","value":5,"alpha":5,"beta":99})"
               "\n",
           plain)},
      {"a leaf", lines_with("", R"({"event":"leave","kind":"known","value":5})")}};
  for (const auto& [story, lines] : cases) {
    const Json pv = pv_of(lines);
    EXPECT_EQ(moves_of(pv), Moves{"good"}) << story;
    EXPECT_EQ(pv["ends_by_own_value"], true) << story;
  }
}

TEST_F(PrincipalVariation, GoesOnWhereAChildGaveTheValue) {
  const std::string plain = R"({"event":"leave","value":5})";
  const std::string update = R"({"event":"bound","alpha":-99,"beta":5})"
                             "\n";
  const struct {
    const char* story;
    std::string lines;
    Moves moves;
  } cases[] = {
      {"a capture that is better than the stand pat",
       lines_with(R"({"event":"bound","cause":"stand_pat","alpha":-99,"beta":8})"
                  "\n" +
                      leaf("capture", "5") + update,
                  R"({"event":"leave","value":5,"score":8})"),
       {"good", "capture"}},
      {"nothing but values is told",
       lines_with(leaf("x", "6") + leaf("reply", "5"), plain),
       {"good", "reply"}},
      {"a hand-over to the same position",
       lines_with(
           R"({"event":"enter","role":"hand_over","side":"min","depth":0,"phase":"quiescence"})"
           "\n" +
               leaf("capture", "5") +
               R"({"event":"leave","value":5,"score":8})"
               "\n",
           plain),
       {"good", "capture"}}};
  for (const auto& [story, lines, moves] : cases) {
    EXPECT_EQ(moves_of(pv_of(lines)), moves) << story;
  }
}

}  // namespace
}  // namespace plytrace::test

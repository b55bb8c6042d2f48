// SPDX-License-Identifier: MIT
//
// JUnit XML: one test case per trace and check, well-formed whatever the trace contains.
#include <gtest/gtest.h>

#include <set>

#include "tests/viewer/verify/verify_support.h"
#include "viewer/answers/verify_junit.h"

namespace plytrace::test {
namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// Checks elements, attributes and escapes; returns the first error, or "" if well-formed.
std::string xml_error(const std::string& text) {
  std::vector<std::string> open;
  std::size_t at = text.rfind("<?xml", 0) == 0 ? text.find("?>") + 2 : 0;
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x20 && byte != '\n') return "control character at " + std::to_string(at);
    if (text[at] == '&') {
      const std::string entity = text.substr(at, text.find(';', at) - at + 1);
      const std::set<std::string> known{"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
      if (known.count(entity) == 0) return "no entity: " + entity;
    }
    if (text[at++] != '<') continue;
    bool quoted = false;
    std::size_t end = at;
    for (; end < text.size() && (quoted || text[end] != '>'); ++end) {
      if (text[end] == '"') quoted = !quoted;
      if (text[end] == '<') return "< inside a tag: " + text.substr(at, end - at);
    }
    const std::string tag = text.substr(at, end - at);
    const std::string name = tag.substr(0, tag.find(' '));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != name) return "closes what is not open: " + tag;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    if (tag.find('&') == std::string::npos) at = end;
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

class JUnit : public testing::Test {
 protected:
  void SetUp() override {
    sound_ = record(folder_, "sound", "tictactoe -d 4");
    wrong_ = folder_ / "wrong <&\"'>.db";
    std::filesystem::copy_file(sound_, wrong_);
    sql(wrong_,
        "UPDATE node SET value = value + 1 WHERE id = 5;"
        "UPDATE move SET text = '<]]>&' || char(1, 8238) WHERE id > 0");
    open_ = folder_ / "open.db";
    std::filesystem::copy_file(sound_, open_);
    sql(open_, "UPDATE search SET status = NULL");
    file_ = folder_ / "report.xml";
  }

  ScratchFolder folder_;
  std::string sound_, wrong_, open_, file_;
};

TEST_F(JUnit, HasATestCaseForEachTraceAndCheck) {
  EXPECT_EQ(plytrace({"verify", sound_, wrong_, open_, "--junit", file_}).exit_code, 1);
  const std::string xml = read_file(file_);
  EXPECT_EQ(xml_error(read_file(file_)), "");
  EXPECT_EQ(count_of(xml, "<testsuite "), 3u);
  EXPECT_EQ(count_of(xml, "<testcase "), 12u);
  EXPECT_GE(count_of(xml, "<failure "), 1u);
  EXPECT_EQ(count_of(xml, "<error type=\"incomplete\""), 1u);
  // The oracle check was not requested.
  EXPECT_EQ(count_of(xml, "<skipped message=\"not asked for\"/>"), 3u);
  EXPECT_NE(xml.find("tests=\"12\""), std::string::npos);
}

TEST_F(JUnit, ASoundTraceHasNeitherFailureNorError) {
  EXPECT_EQ(plytrace({"verify", sound_, "--junit", file_}).exit_code, 0);
  const std::string xml = read_file(file_);
  EXPECT_EQ(xml_error(read_file(file_)), "");
  EXPECT_NE(xml.find("tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"1\""), std::string::npos)
      << xml;
}

TEST_F(JUnit, TextsOfStrangersAreEscaped) {
  plytrace({"verify", wrong_, "--junit", file_});
  EXPECT_EQ(xml_error(read_file(file_)), "");
  EXPECT_EQ(read_file(file_).find('\x01'), std::string::npos);
  EXPECT_EQ(verify::xml_escaped("a<b>&\"'\x01\n\xff"), "a&lt;b&gt;&amp;&quot;'\\x01\\x0A\\xFF");
}

TEST_F(JUnit, NothingIsOverwrittenUnasked) {
  write_file(file_, "mine");
  EXPECT_EQ(plytrace({"verify", sound_, "--junit", file_}).exit_code, 2);
  EXPECT_EQ(read_file(file_), "mine");
  EXPECT_EQ(plytrace({"verify", sound_, "--junit", file_, "--force"}).exit_code, 0);
  EXPECT_NE(read_file(file_), "mine");
  EXPECT_EQ(plytrace({"verify", sound_, "--junit", file_, "--certificate", file_}).exit_code, 2);
}

TEST_F(JUnit, GoesToStdoutAlone) {
  const auto result = plytrace({"verify", sound_, "--junit", "-"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out.rfind("<?xml", 0), 0u);
  EXPECT_EQ(result.out.find("VERIFIED"), std::string::npos);
}

TEST(JUnitCheck, KnowsWhatIsNotWellFormed) {
  EXPECT_EQ(xml_error("<?xml version=\"1.0\"?>\n<a b=\"&lt;\"><c/>&amp;</a>\n"), "");
  for (const char* wrong :
       {"<a>", "<a></b>", "</a>", "<a b=\"<\"/>", "<a>&</a>", "<a>\x01</a>", "<a b=\"&x;\"/>"}) {
    EXPECT_NE(xml_error(wrong), "") << wrong;
  }
}

// The schema describes exactly the fields of the output.
TEST_F(JUnit, TheSchemaNamesTheFieldsOfTheReport) {
  const auto schema = parse_json(read_file(source_path("schemas/outputs/verify.schema.json")));
  const auto report =
      parse_json(plytrace({"verify", wrong_, "--format", "json"}).out)["results"][0];
  std::set<std::string> required;
  for (const auto& name : schema["$defs"]["result"]["required"]) required.insert(name);
  std::set<std::string> present;
  for (const auto& [key, value] : report.items()) present.insert(key);
  EXPECT_EQ(required, present);
  for (const auto& finding : report["findings"]) {
    for (const auto& [key, value] : finding.items()) {
      EXPECT_TRUE(schema["$defs"]["finding"]["properties"].contains(key)) << key;
    }
  }
}

}  // namespace
}  // namespace plytrace::test

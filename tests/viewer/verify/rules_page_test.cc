// SPDX-License-Identifier: MIT
//
// docs/verify.md contains the texts of the rule table in viewer/verify/rules.cc.
// PLYTRACE_UPDATE_GOLDEN=1 (scripts/update-golden) writes the page's tables again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>

#include "tests/viewer/verify/verify_support.h"
#include "viewer/verify/rules.h"

namespace plytrace::test {
namespace {

using verify::Assumption;
using verify::RuleInfo;

std::string needs_of(const RuleInfo& rule) {
  std::string text;
  for (const std::string& name : format::captured_words(rule.needs)) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
  }
  return text;
}

std::string table_of(bool warnings) {
  std::string table = fmt::format("| {} | check | says | needs |\n|---|---|---|---|\n",
                                  warnings ? "warning" : "rule");
  for (const RuleInfo& rule : verify::all_rules()) {
    if (rule.warning != warnings) continue;
    table += fmt::format("| `{}` | {} | {} | {} |\n", rule.name, word(rule.check), rule.text,
                         needs_of(rule));
  }
  return table;
}

std::string table_of_assumptions() {
  std::string table = "| assumption | what is taken for true |\n|---|---|\n";
  for (int i = 0; i < static_cast<int>(Assumption::kCount); ++i) {
    const auto assumption = static_cast<Assumption>(i);
    table += fmt::format("| `{}` | {} |\n", word(assumption), explanation(assumption));
  }
  return table;
}

// The page with `table` between the markers of that name.
std::string with_table(const std::string& page, const std::string& name, const std::string& table) {
  const std::string begin = "<!-- " + name + " -->\n";
  const std::size_t from = page.find(begin);
  const std::size_t to = page.find("<!-- end -->", from);
  if (from == std::string::npos || to == std::string::npos) return "no marks for " + name;
  return page.substr(0, from + begin.size()) + table + page.substr(to);
}

TEST(RulesPage, HasTheWordsOfTheRuleTable) {
  const std::string path = source_path("docs/verify.md");
  const std::string page = read_file(path);
  std::string right = with_table(page, "rules", table_of(false));
  right = with_table(right, "warnings", table_of(true));
  right = with_table(right, "assumptions", table_of_assumptions());
  if (std::getenv("PLYTRACE_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << right;
  EXPECT_EQ(read_file(path), right) << "scripts/update-golden writes docs/verify.md again";
}

}  // namespace
}  // namespace plytrace::test

// SPDX-License-Identifier: MIT
//
// Covers the options of all commands. `find --limit -1` found nothing, `--seed -1` and
// `--node-limit -5` were ignored, `-o ''` recorded nothing, `--ply 3..1` and `--where "1) OR (1"`
// were accepted. Here every option of every command gets invalid values of the type that its help
// shows. Each gives exit code 2, one short sentence, and nothing on stdout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

const std::string kHuge = "99999999999999999999";

// The values that an option of each type refuses.
const std::map<std::string, std::vector<std::string>>& refused_values() {
  const std::vector<std::string> number{"", "-1", kHuge, "3..1", "1.5", "0x10", "+3", "three"};
  const std::vector<std::string> real{"", "-1", "3..1", "nan", "inf", "three"};
  const std::vector<std::string> word{"", "-1", "nonsense"};
  const std::vector<std::string> text{""};
  static const std::map<std::string, std::vector<std::string>> kRefused{
      {"N", number},
      {"MB", number},
      {"0|1", number},
      {"SECONDS", real},
      {"PROGRAM", {"", "nim 'open"}},
      {"PERCENT", real},
      {"SCORE", real},
      {"DELTA", real},
      {"TIME", {"", "-1", "3..1", "nan", "1e400", "5 days"}},
      {"LO,HI", {"", "5,-5", "3", "1,1", "nan,3", "1,2,3"}},
      {"N|all", {"", "-1", kHuge, "1.5", "three"}},
      {"N|LO..HI", {"", "3..1", "5...7", "0...7", "..", "nan", "1..2..3", "three"}},
      {"WHEN", word},
      {"WORD", word},
      {"FORMAT", word},
      {"MODE", word},
      {"RULE", word},
      {"NAME", word},
      {"WHO", word},
      {"SEARCHER", word},
      {"A,B", {"", "nonsense", "minimax", "minimax,nonsense", "minimax,pvs,mtdf"}},
      {"TABLE", text},
      {"DIR|FILE", text},
      {"KIND", word},
      {"KIND,..", word},
      {"ROLE,..", word},
      {"COLUMN", word},
      {"SCALE", word},
      {"THEME", word},
      {"STYLE", word},
      {"WIDTH", {"", "-1", "nonsense", "5mm", "85", "85 mm", "infmm"}},
      {"HEIGHT", {"", "-1", "nonsense", "5mm", "60", "60 mm", "infmm"}},
      {"SIZE", {"", "-1", "nonsense", "3pt", "41pt", "8 pt", "infpt"}},
      {"I/N", {"", "1", "0/2", "3/2", "1/0", "-1/2", "x/2"}},
      {"DIR", word},
      {"HOW", word},
      {"SCOPE", word},
      {"WHAT", word},
      {"VIEW", word},
      {"SHARE", {"", "-1", "2", "nan", "nonsense"}},
      {"HEX", {"", "nonsense", "12345678901234567"}},
      {"LIST", word},
      {"KEY=VALUE", word},
      {"SQL", {"", "1) OR (1", "1 ORDER BY ply", "1 LIMIT 2", "1; SELECT 1", "no_such", "1 /*"}},
      {"TEXT", text},
      {"JSON", text},
      {"TREE", text},
      {"NODES", {}},  // a list without entries, and unknown nodes are bad input
      {"NODE=SCORE", {"", "nothing"}},
      {"PATH=TEXT", {"", "nothing"}},
      {"PATH", text},
      {"QUESTION", {"", "node?id=%"}},
      {"FILE", text},
      {"TRACE", text},
      {"NODE", text},
      {"MOVE", text},
      {"KEY", {"", "nonsense", kHuge + kHuge}}};
  return kRefused;
}

// True for such values that this option nevertheless accepts, or refuses as bad input.
bool is_taken(const std::string& option, const std::string& value) {
  static const std::map<std::string, std::set<std::string>> kTaken{
      {"--moves", {"", "-1", "nonsense"}},  // no moves; illegal ones are bad input
      {"--line", {"", "-1", "nonsense"}},
      {"--position", {""}},
      {"--output", {"-1", "nonsense"}},  // names of a file or a folder
      {"--title", {"-1"}},
      {"--value", {"-1", "inf"}}};  // scores
  const auto found = kTaken.find(option);
  return found != kTaken.end() && found->second.count(value) > 0;
}

struct Offered {
  std::string name, type;
};

// Parses "  -d,--depth N REQUIRED  Plies" and "  --limit,--max-lines N  Print at most N lines".
// Options without a value are skipped.
std::vector<Offered> options_of(const std::string& command) {
  std::vector<Offered> options;
  std::istringstream help(plytrace({command, "--help"}).out);
  for (std::string line; std::getline(help, line);) {
    if (line.rfind("  -", 0) != 0) continue;
    std::istringstream words(line);
    std::string names, type;
    words >> names >> type;
    const std::size_t gap = line.find(names) + names.size();
    const bool takes_none = line.compare(gap, 2, "  ") == 0 || line.size() == gap;
    if (takes_none || type == "Needs:" || type == "Excludes:") continue;
    const std::size_t last = names.rfind(',');
    options.push_back({last == std::string::npos ? names : names.substr(last + 1), type});
  }
  return options;
}

// A valid call of each command, to which one invalid value is added.
std::map<std::string, std::vector<std::string>> right_calls(const std::string& trace) {
  return {{"search", {"tictactoe", "-d", "1"}},
          {"play", {"tictactoe", "-d", "1", "--max-moves", "1"}},
          {"suite",
           {"tictactoe", "--positions", "positions.txt", "--depths", "1", "--plot", "curves.gp",
            "--force"}},
          {"merge", {trace, "-o", "merged.db"}},
          {"collect", {trace, "-o", "all.sum"}},
          {"baseline", {"save", "kept", trace, "--force"}},
          {"import", {"-", "-o", "made.db"}},
          {"perft", {"tictactoe", "-d", "1"}},
          {"list", {}},
          {"rules-check", {"true"}},
          {"info", {trace}},
          {"stats", {trace}},
          {"log", {trace}},
          {"show", {trace, "/"}},
          {"why", {trace, "/a1"}},
          {"pv", {trace}},
          {"find", {trace}},
          {"sql", {trace, "SELECT 1"}},
          {"verify", {trace}},
          {"check-answer", {"[[1,2],[3]]", "--value", "1"}},
          {"compare", {trace, trace, "--baseline"}},
          {"render", {trace, "-o", "-", "--to", "dot"}},
          {"export", {trace, "--to", "csv"}},
          {"report", {trace, "-o", "report"}},
          {"hot", {trace}},
          {"repeats", {trace}},
          {"explore", {trace, "--no-open"}}};
}

// The call with this value for the option, replacing a value that is already there.
std::vector<std::string> with_value(std::vector<std::string> call, const std::string& option,
                                    const std::string& value) {
  const std::map<std::string, std::string> shorts{{"--depth", "-d"}, {"--output", "-o"}};
  for (std::size_t i = 0; i + 1 < call.size(); ++i) {
    const auto found = shorts.find(option);
    if (call[i] != option && (found == shorts.end() || call[i] != found->second)) continue;
    call[i + 1] = value;
    return call;
  }
  call.insert(call.end(), {option, value});
  return call;
}

class OptionValues : public ::testing::Test {
 protected:
  OptionValues() {
    write_file(folder_ / "positions.txt", "start\n");
    EXPECT_EQ(plytrace({"search", "tictactoe", "-d", "2", "-o", "run.db"}, folder_.path().string())
                  .exit_code,
              0);
  }
  void expect_refused(const std::vector<std::string>& call) {
    const ProgramResult result = plytrace(call, folder_.path().string());
    EXPECT_EQ(result.exit_code, 2) << ::testing::PrintToString(call) << "\n" << result.err;
    EXPECT_EQ(result.out, "") << ::testing::PrintToString(call);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_LE(result.err.size(), 400U) << result.err;  // the longest lists all assumptions
  }
  const ScratchFolder folder_;
};

using SlowOptionValues = OptionValues;  // some nine hundred calls

TEST_F(SlowOptionValues, ThatCannotBeAreRefusedByEveryCommand) {
  std::size_t tried = 0;
  for (const auto& [command, arguments] : right_calls("run.db")) {
    std::vector<std::string> call{command};
    call.insert(call.end(), arguments.begin(), arguments.end());
    for (const Offered& option : options_of(command)) {
      const std::string type = option.type.substr(0, option.type.find(":{"));
      ASSERT_TRUE(refused_values().count(type) > 0)
          << command << " " << option.name << ": what does a value of type " << type << " refuse?";
      for (const std::string& value : refused_values().at(type)) {
        if (is_taken(option.name, value)) continue;
        ++tried;
        expect_refused(with_value(call, option.name, value));
      }
    }
  }
  EXPECT_GT(tried, 500U);
}

// The test above must include all commands.
TEST_F(OptionValues, AreTriedOfEveryCommand) {
  std::istringstream help(plytrace({"--help"}).out);
  const auto known = right_calls("run.db");
  std::size_t found = 0;
  for (std::string line; std::getline(help, line);) {
    std::istringstream words(line);
    std::string name;
    if (line.rfind("  ", 0) != 0 || line[2] == ' ' || line[2] == '-' || !(words >> name)) continue;
    if (name == "plytrace") continue;  // an example
    ++found;
    EXPECT_TRUE(known.count(name) > 0) << name;
  }
  EXPECT_EQ(found, known.size());
}

TEST_F(OptionValues, AnswerAsAskedWhereTheyAreRight) {
  const auto found = [&](const std::vector<std::string>& conditions) {
    std::vector<std::string> call{"find", "run.db", "--format", "json", "--limit", "0"};
    call.insert(call.end(), conditions.begin(), conditions.end());
    return static_cast<int>(parse_json(plytrace(call, folder_.path().string()).out)["found"]);
  };
  const int all = found({});
  EXPECT_EQ(found({"--ply", "0"}), 1);
  EXPECT_EQ(found({"--ply", "1..1"}), 9);
  EXPECT_EQ(found({"--ply", "1..2"}), all - 1);
  EXPECT_EQ(found({"--where", "ply = 1 -- the root's moves"}), 9);
  EXPECT_EQ(found({"--where", "1 OR 1", "--ply", "0"}), 1);
  EXPECT_EQ(found({"--value", "-.5..+inf"}) + found({"--value", "..-1"}), all);
}

TEST_F(OptionValues, AnEmptyOneBehindAnEqualsSignTakesNoOtherWord) {
  // "--output= --force" recorded into a file named "--force".
  expect_refused({"search", "tictactoe", "-d", "1", "--output=", "--force"});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "--force"));
  EXPECT_EQ(plytrace({"find", "run.db", "--limit=3"}, folder_.path().string()).exit_code, 0);
}

TEST_F(OptionValues, ThatAreTooLongAreQuotedInPart) {
  const ProgramResult result =
      plytrace({"find", "run.db", "--limit", std::string(5000, '9')}, folder_.path().string());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("9...' is too large a number"));
  EXPECT_LE(result.err.size(), 240U);
}

}  // namespace
}  // namespace plytrace::test

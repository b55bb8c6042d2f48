// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/complete.cc, the completion of bash, zsh and fish, and the man pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/test_support.h"
#include "tests/this_build.h"

namespace plytrace::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;

// The candidates, without their descriptions; "\tfiles" asks the shell for files.
std::vector<std::string> candidates(std::vector<std::string> words,
                                    const std::string& folder = "") {
  words.insert(words.begin(), "__complete");
  const ProgramResult result = plytrace(words, folder);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  std::vector<std::string> list;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) {
    list.push_back(line.starts_with('\t') ? line : line.substr(0, line.find('\t')));
  }
  return list;
}

TEST(Completion, OffersCommandsOptionsAndDeclaredValues) {
  EXPECT_THAT(candidates({"ver"}), ElementsAre("verify"));
  EXPECT_THAT(candidates({"-q", "--color", "never", "exp"}), ElementsAre("explore", "export"));
  EXPECT_THAT(candidates({"show", "run.db", "--per"}), ElementsAre("--perspective"));
  EXPECT_THAT(candidates({"show", "--perspective", ""}), ElementsAre("max", "side", "engine"));
  EXPECT_THAT(candidates({"show", "--perspective=s"}), ElementsAre("--perspective=side"));
  EXPECT_THAT(candidates({"show", "--color", "a"}), ElementsAre("auto", "always"));
  EXPECT_THAT(candidates({"show", "--j"}), ElementsAre("--json"));
  EXPECT_THAT(candidates({"hel"}), ElementsAre("help"));
  EXPECT_THAT(candidates({"help", "ver"}), ElementsAre("verify"));
  // An option that was given is not offered again.
  EXPECT_THAT(candidates({"show", "--perspective", "max", "--per"}), IsEmpty());
}

TEST(Completion, OffersGamesEvaluatorsAndTheirOptions) {
  EXPECT_THAT(candidates({"search", "connect"}), ElementsAre("connect4", "connectk"));
  EXPECT_THAT(candidates({"search", "connect4", "-a", "m"}), ElementsAre("minimax", "mtdf"));
  EXPECT_THAT(candidates({"search", "connect4", "-e", ""}),
              ElementsAre("ways", "danger", "lines", "outcome"));
  EXPECT_THAT(candidates({"search", "connect4", "-g", "g"}),
              ElementsAre("gravity=off", "gravity=on"));
  EXPECT_THAT(candidates({"search", "connect4", "-g", "gravity=off", "-g", "w"}),
              ElementsAre("width="));
  EXPECT_THAT(candidates({"search", "connect4", "--order", ""}),
              ElementsAre("natural", "reverse", "static", "killer", "history"));
}

TEST(Completion, CompletesTheLastEntryOfAList) {
  EXPECT_THAT(candidates({"verify", "--check", "structure,"}),
              ElementsAre("structure,proof", "structure,replay", "structure,oracle"));
  EXPECT_THAT(candidates({"search", "tree", "--capture=keys,s"}),
              ElementsAre("--capture=keys,skipped", "--capture=keys,stores"));
}

// These options had no candidates, and `--color` had the commands.
TEST(Completion, OffersWordsThatTheCommandChecks) {
  EXPECT_THAT(candidates({"--color", ""}), ElementsAre("auto", "always", "never"));
  EXPECT_THAT(candidates({"--color=n"}), ElementsAre("--color=never"));
  EXPECT_THAT(candidates({"play", "connect4", "--what", "nodes,t"}), ElementsAre("nodes,time"));
  EXPECT_THAT(candidates({"play", "connect4", "--compare", "pvs,minim"}),
              ElementsAre("pvs,minimax"));
  EXPECT_THAT(candidates({"search", "connect4", "--compare", "pvs,pvs+st"}),
              ElementsAre("pvs,pvs+static"));
  EXPECT_THAT(candidates({"render", "a.db", "--labels", "move,va"}), ElementsAre("move,value"));
  EXPECT_THAT(candidates({"export", "a.db", "--table", "node,cut"}), ElementsAre("node,cutoff"));
  EXPECT_THAT(candidates({"find", "a.db", "--sort", "-s"}), ElementsAre("-size"));
  EXPECT_THAT(candidates({"render", "a.db", "--only", "p"}), ElementsAre("pv", "path:/"));
}

TEST(Completion, AsksTheShellForFiles) {
  EXPECT_THAT(candidates({"show", ""}), ElementsAre("\ttraces"));
  EXPECT_THAT(candidates({"import", ""}), ElementsAre("\tfiles"));
  EXPECT_THAT(candidates({"report", "run.db", "--output="}), ElementsAre("\tfolders"));
  EXPECT_THAT(candidates({"verify", "a.db", "b.db", ""}), ElementsAre("\ttraces"));
}

TEST(Completion, OffersTheNodesOfATrace) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "tree", "--position", "[[3,12],7]", "-a", "minimax", "-q", "-o",
                      folder / "run.db"})
                .exit_code,
            0);
  const std::string at = folder.path().string();
  EXPECT_THAT(candidates({"show", "run.db", ""}, at), ElementsAre("/"));
  EXPECT_THAT(candidates({"show", "run.db", "/"}, at), ElementsAre("/1/", "/2"));
  EXPECT_THAT(candidates({"log", "--all", "run.db", "/1/"}, at), ElementsAre("/1/1", "/1/2"));
  EXPECT_THAT(candidates({"find", "run.db", "--same-as=/1/2"}, at), ElementsAre("--same-as=/1/2"));
  for (const char* option : {"--unfold", "--highlight", "--note"}) {
    EXPECT_THAT(candidates({"render", "run.db", option, "/1/"}, at), ElementsAre("/1/1", "/1/2"));
  }
  EXPECT_THAT(candidates({"render", "run.db", "--only", "path:/1/"}, at),
              ElementsAre("path:/1/1", "path:/1/2"));
  // The shells do not expand these before they ask.
  for (const char* trace : {"~/run.db", "$HOME/run.db", "${HOME}/run.db"}) {
    EXPECT_EQ(
        shell(std::string("HOME=$PWD $PLYTRACE __complete show '") + trace + "' /1/1", at).out,
        "/1/1\tvalue 3\n");
  }
}

TEST(Completion, IsSilentWhereNothingIsKnown) {
  const ScratchFolder folder;
  write_file(folder / "text.db", "no trace");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"serach", ""},
        {"show", folder / "none.db", "/"},
        {"show", folder / "text.db", "/"},
        {"show", folder / "text.db", "--search", "99999999999999999999", "/"},
        {"search", "checkers", "-g", ""},
        {"search", "connect4", "--bogus", "x", "--depth", ""},
        {}}) {
    EXPECT_THAT(candidates(words), IsEmpty());
  }
}

// Calls bash's function as a TAB at the end of the line would.
std::string bash_candidates(const std::string& line, const std::vector<std::string>& words,
                            const std::string& folder) {
  std::string list;
  for (const std::string& word : words) list += " \"" + word + "\"";
  write_file(
      folder + "/tab.bash",
      "compopt() { :; }\nPATH=" + std::filesystem::path(program_path()).parent_path().string() +
          ":$PATH\nsource " + source_path("viewer/commands/shell/plytrace.bash") +
          "\nCOMP_LINE=\"" + line + "\" COMP_POINT=${#COMP_LINE}\nCOMP_WORDS=(" + list +
          ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_plytrace\nprintf '%s|' "
          "\"${COMPREPLY[@]}\"\n");
  const ProgramResult result = shell("bash tab.bash", folder);
  EXPECT_EQ(result.err, "");
  return result.out;
}

TEST(Completion, BashCompletesAsItSplitsTheWords) {
  const ScratchFolder folder;
  const std::string at = folder.path().string();
  ASSERT_EQ(shell("$PLYTRACE search tictactoe -d 1 -q -o 'my run.db' && mkdir sub", at).exit_code,
            0);
  EXPECT_EQ(bash_candidates("plytrace veri", {"plytrace", "veri"}, at), "verify|");
  EXPECT_EQ(bash_candidates("plytrace show ", {"plytrace", "show", ""}, at), "my run.db|sub|");
  EXPECT_EQ(bash_candidates("plytrace show my\\\\ run.db /a",
                            {"plytrace", "show", "my\\\\ run.db", "/a"}, at),
            "/a3|/a2|/a1|");
  // A quote within a word was taken away with the others.
  ASSERT_EQ(shell("cp 'my run.db' \"it's.db\"", at).exit_code, 0);
  for (const std::string trace : {"it\\\\'s.db", "\\\"it's.db\\\"", "it\\\"'\\\"s.db"}) {
    EXPECT_EQ(
        bash_candidates("plytrace show " + trace + " /a", {"plytrace", "show", trace, "/a"}, at),
        "/a3|/a2|/a1|")
        << trace;
  }
  // bash splits at '=' and replaces only what stands behind it.
  EXPECT_EQ(bash_candidates("plytrace search tree --fail=s",
                            {"plytrace", "search", "tree", "--fail", "=", "s"}, at),
            "soft|");
  EXPECT_EQ(bash_candidates("plytrace render --output=su",
                            {"plytrace", "render", "--output", "=", "su"}, at),
            "sub|");
}

TEST(HeavyCompletion, FishAndZshOfferTheSame) {
  if (!installed("fish") || !installed("zsh")) return;
  const ScratchFolder folder;
  const std::string at = folder.path().string();
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "1", "-q", "-o", folder / "run.db"}).exit_code,
            0);
  const std::string program =
      "PATH=" + std::filesystem::path(program_path()).parent_path().string() + ":$PATH; ";
  const std::string scripts = source_path("viewer/commands/shell");
  const ProgramResult fish = shell(program + "fish --no-config -c 'source " + scripts +
                                       "/plytrace.fish; complete -C \"plytrace show run.db /a\"; "
                                       "complete -C \"plytrace show ru\"'",
                                   at);
  EXPECT_EQ(fish.err, "");
  EXPECT_THAT(fish.out, HasSubstr("/a1\tvalue "));
  EXPECT_THAT(fish.out, HasSubstr("run.db"));
  // The word was passed as it was typed, with its backslashes.
  ASSERT_EQ(shell("cp run.db \"it's mine.db\"", at).exit_code, 0);
  write_file(folder / "tab.fish", "source " + scripts + R"(/plytrace.fish
complete -C 'plytrace show it\\\'s\\ mine.db /a'
complete -C 'plytrace show "it\'s mine.db" "/a'
complete -C 'plytrace show it\\\'s\\ mi'
)");
  const ProgramResult quoted = shell(program + "fish --no-config tab.fish", at);
  EXPECT_THAT(quoted.out, MatchesRegex("(/a[123]\tvalue [-0-9]+\n){6}.*mine.db.*\n")) << quoted.err;
  // zsh completes only in its line editor, which needs a terminal.
  write_file(folder / "tab.zsh",
             "zmodload zsh/zpty\nzpty z 'TERM=dumb zsh -f -i'\n"
             "zpty -w z 'PS1=; fpath=(" +
                 scripts +
                 " $fpath); autoload -U compinit; compinit -u -D; print re\"\"ady'\n"
                 "zpty -r z out '*ready*'\nzpty -w -n z $'plytrace veri\\tru\\t/a\\t'\n"
                 "zpty -r z out '*verify*run.db*' && print -r -- \"$out\"\nzpty -d z\n");
  const ProgramResult zsh = shell(program + "timeout 60 zsh -f tab.zsh", at);
  EXPECT_THAT(zsh.out, HasSubstr("run.db")) << zsh.err;
}

// The pages of the build, as text by file name.
std::map<std::string, std::string> manual(const std::string& folder) {
  EXPECT_EQ(plytrace({"__man", folder}).exit_code, 0);
  std::map<std::string, std::string> pages;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    pages[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return pages;
}

TEST(Manual, HasAPageForEachCommandWithItsOptions) {
  const ScratchFolder folder;
  const auto pages = manual(folder.path().string());
  // One page for the program; `help` has none.
  EXPECT_EQ(pages.size(), candidates({""}).size());
  EXPECT_EQ(pages.count("plytrace-check-answer.1"), 1U);
  const std::string& page = pages.at("plytrace-verify.1");
  EXPECT_THAT(page, HasSubstr("plytrace\\-verify \\- prove or refute that"));
  EXPECT_THAT(page,
              HasSubstr(".TP\n\\fB\\-\\-limit\\fR, \\fB\\-\\-max\\-findings\\fR \\fIN\\fR\n"));
  EXPECT_THAT(page, HasSubstr(".SH EXAMPLES\n.nf\n  plytrace verify run.db\n"));
  EXPECT_THAT(pages.at("plytrace.1"), HasSubstr("\\fBplytrace\\-verify\\fR(1)\n"));
  EXPECT_THAT(pages.at("plytrace.1"), Not(HasSubstr("__")));
  EXPECT_EQ(plytrace({"__man", folder / "none"}).exit_code, 5);
}

// The pages lacked the words of an argument, required options, and what an option needs or
// excludes.
TEST(Manual, SaysWhatTheParserDemands) {
  const auto page = [](const std::string& command) {
    const ProgramResult printed = plytrace({"__man", command});
    EXPECT_EQ(printed.exit_code, 0) << printed.err;
    return printed.out;
  };
  const std::string baseline = page("baseline");
  EXPECT_THAT(baseline, HasSubstr("[\\fIoption\\fR ...] \\fBsave\\fR|\\fBcheck\\fR \\fIDIR\\fR"));
  EXPECT_THAT(page("export"), HasSubstr("\\fB\\-\\-to\\fR \\fIFORMAT\\fR\n.SH DESC"));
  EXPECT_THAT(page("export"), HasSubstr(" Required.\n"));
  EXPECT_THAT(page("compare"), HasSubstr("Needs \\-\\-baseline.\n"));
  EXPECT_THAT(page("search"), HasSubstr("Excludes \\-\\-notation.\n"));
  // Only tables and examples keep their lines.
  EXPECT_THAT(baseline, HasSubstr(".PP\nsave writes a JSON file"));
  EXPECT_THAT(page("stats"), HasSubstr(".PP\nDefinitions:\n.nf\n  branching  "));
  EXPECT_THAT(page("plytrace"), HasSubstr(".TH PLYTRACE 1"));
  EXPECT_EQ(plytrace({"__man", "serach"}).exit_code, 2);
}

TEST(HeavyManual, IsWithoutWarnings) {
  if (!installed("mandoc")) return;
  const ScratchFolder folder;
  manual(folder.path().string());
  const ProgramResult lint = shell("mandoc -T lint -W warning *.1", folder.path().string());
  EXPECT_EQ(lint.out + lint.err, "");
  EXPECT_EQ(lint.exit_code, 0);
}

}  // namespace
}  // namespace plytrace::test

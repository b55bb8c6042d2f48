// SPDX-License-Identifier: MIT
//
// Covers the documents and comments: everything they cite exists (files, sections of docs/games.md,
// the documents that the project started from), and the commands in the documents run as printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/pattern.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

namespace fs = std::filesystem;

struct Cited {
  std::string file;  // the citing file, relative to the source folder
  std::string text;  // a line of a document, or the comment of a line of code
};

bool is_left_out(const fs::path& path) {
  const std::string name = path.filename().string();
  return name == ".git" || name == "golden" || name.starts_with("build") || name == "demo-output";
}

// The files of the source tree, relative to its folder.
std::set<std::string> source_files() {
  std::set<std::string> files;
  const fs::path root = source_path("");
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator();
       ++it) {
    if (it->is_directory() && is_left_out(it->path())) {
      it.disable_recursion_pending();
    } else if (it->is_regular_file()) {
      files.insert(fs::relative(it->path(), root).string());
    }
  }
  return files;
}

// The comment mark of a file by its suffix; nullopt for files that are not read.
std::optional<std::string> comment_mark(const std::string& file) {
  const std::string ending = fs::path(file).extension().string();
  if (ending == ".md") return "";
  if (ending == ".sql") return "--";
  const std::set<std::string> code{".h", ".hpp", ".c", ".cc", ".js"};
  if (code.count(ending) > 0) return "//";
  return std::nullopt;
}

std::vector<Cited> texts_of(const std::set<std::string>& files) {
  std::vector<Cited> texts;
  for (const std::string& file : files) {
    const auto mark = comment_mark(file);
    if (!mark) continue;
    std::istringstream lines(read_file(source_path(file)));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t at = line.find(*mark);
      if (at != std::string::npos) texts.push_back({file, line.substr(at)});
    }
  }
  return texts;
}

// True for a path relative to the source folder or to the citing file, or for the end of a path.
bool exists(const std::string& name, const std::string& cited_in,
            const std::set<std::string>& files) {
  const fs::path beside = fs::path(cited_in).parent_path() / name;
  if (files.count(name) > 0 || files.count(beside.lexically_normal().string()) > 0) return true;
  return std::any_of(files.begin(), files.end(),
                     [&](const std::string& file) { return file.ends_with("/" + name); });
}

TEST(Documents, EveryFileThatIsCitedIsThere) {
  // The output of `report` and the game that docs/adding_a_game.md invents do not exist here.
  const std::set<std::string> invented{"report.md", "core/games/nim/model.cc"};
  const Pattern name(R"([A-Za-z0-9_.][A-Za-z0-9_./-]*\.(md|sql|hpp|h|cc|js|css|schema\.json)\b)");
  const std::set<std::string> files = source_files();
  std::size_t cited = 0;
  for (const Cited& from : texts_of(files)) {
    for (const Match& found : name.find_all(from.text)) {
      const std::string& file = found[0];
      if (file.find("NAME") != std::string::npos || invented.count(file) > 0) continue;
      if (found.at > 0 && from.text[found.at - 1] == '<') continue;  // a system's header
      ++cited;
      EXPECT_TRUE(exists(file, from.file, files)) << from.file << " cites " << file;
    }
  }
  EXPECT_GT(cited, 250U);
}

// Every page must be linked from another, or nobody finds it.
TEST(Documents, EveryPageIsLinkedFromAnother) {
  const std::set<std::string> files = source_files();
  const auto is_page = [](const std::string& file) { return file.ends_with(".md"); };
  for (const std::string& page : files) {
    if (!is_page(page) || !page.starts_with("docs/")) continue;
    const std::string link = fs::path(page).filename().string() + ")";
    const bool is_linked = std::any_of(files.begin(), files.end(), [&](const std::string& from) {
      return from != page && is_page(from) &&
             read_file(source_path(from)).find(link) != std::string::npos;
    });
    EXPECT_TRUE(is_linked) << page << ": link it from README.md or from a page of docs/";
  }
}

TEST(Documents, EverySectionOfTheGamesThatIsCitedIsThere) {
  const std::string page = read_file(source_path("docs/games.md"));
  const Pattern section(R"(games\.md,? (?:section )?([0-9]+(?:\.[0-9]+)?))");
  std::size_t cited = 0;
  for (const Cited& from : texts_of(source_files())) {
    for (const Match& found : section.find_all(from.text)) {
      ++cited;
      const std::string& number = found[1];
      const bool is_chapter = number.find('.') == std::string::npos;
      EXPECT_NE(page.find((is_chapter ? "\n## " + number + "." : "\n### " + number) + " "),
                std::string::npos)
          << from.file << " cites section " << number;
    }
  }
  EXPECT_GT(cited, 20U);
}

// The five original documents are not in the repository; docs/games.md identifies them.
TEST(Documents, TheDocumentsThatTheProjectStartedFromAreIdentified) {
  const std::string page = read_file(source_path("docs/games.md"));
  const Pattern document("documents? (00[0-9])");
  std::size_t cited = 0;
  for (const Cited& from : texts_of(source_files())) {
    for (const Match& found : document.find_all(from.text)) {
      ++cited;
      EXPECT_NE(page.find("\n| " + found[1] + " |"), std::string::npos)
          << from.file << " cites document " << found[1];
    }
  }
  EXPECT_GT(cited, 10U);
}

// Runs the lines "$ plytrace ..." of a page in order, in one folder.
void expect_commands_run(const std::string& page, std::size_t at_least) {
  const ScratchFolder folder;
  std::istringstream lines(read_file(source_path(page)));
  std::size_t run = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("$ plytrace ")) continue;
    ++run;
    const ProgramResult result = run_page_command(line.substr(2), folder.path().string());
    EXPECT_EQ(result.exit_code, 0) << line << "\n" << result.err;
    EXPECT_TRUE(result.out != "" || line.find(" -o ") != std::string::npos) << line;
  }
  EXPECT_GE(run, at_least);
}

TEST(Documents, TheCommandsInThemRun) {
  expect_commands_run("docs/games.md", 2);
  expect_commands_run("docs/cli.md", 7);
}

// The page that lists evaluators, games and counters lists all of them.
TEST(Documents, TheGamesPageNamesWhatTheProgramLists) {
  const std::string page = read_file(source_path("docs/games.md"));
  const auto expect_named = [&](const std::string& name) {
    EXPECT_NE(page.find("`" + name + "`"), std::string::npos) << name;
  };
  const nlohmann::json list = parse_json(plytrace({"list", "--format", "json"}).out);
  for (const auto& game : list["games"]) {
    expect_named(game["name"]);
    for (const auto& option : game["options"]) expect_named(option["name"]);
  }
  for (const auto& evaluator : list["evaluators"]) {
    expect_named(evaluator["name"]);
  }
  for (const auto& algorithm : list["algorithms"]) {
    expect_named(algorithm["name"]);
  }
  const auto result =
      parse_json(plytrace({"search", "tictactoe", "-d", "1", "--format", "json"}).out)["counters"];
  for (const auto& [name, value] : result.items()) expect_named(name);
}

// docs/cli.md describes every command.
TEST(Documents, TheCommandLinePageNamesEveryCommand) {
  const std::string page = read_file(source_path("docs/cli.md"));
  std::istringstream help(plytrace({"--help"}).out);
  std::size_t commands = 0;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line.starts_with("Commands that ")) listed = true;
    if (!listed || !line.starts_with("  ")) continue;
    if (line.find("plytrace ") != std::string::npos || line[2] == ' ') continue;
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    ++commands;
    EXPECT_TRUE(page.find("`" + name + " ") != std::string::npos ||
                page.find("`" + name + "`") != std::string::npos ||
                page.find("`plytrace " + name + " ") != std::string::npos)
        << name;
  }
  EXPECT_GE(commands, 20U);
}

// The pictures are those of scripts/pictures: picture NAME 'options of search' options of render.
TEST(Documents, ShowThePicturesThatThisProgramDraws) {
  const ScratchFolder folder;
  std::istringstream script(read_file(source_path("scripts/pictures")));
  const Pattern call("picture ([a-z0-9-]+) '([^']*)' ?(.*)");
  std::size_t drawn = 0;
  for (std::string line; std::getline(script, line);) {
    const Match found = call.match(line);
    if (!found) continue;
    const std::string name = found[1], trace = name + ".db";
    std::vector<std::string> search = words_of(found[2]), render = words_of(found[3]);
    search.insert(search.begin(), "search");
    search.insert(search.end(), {"-o", trace});
    render.insert(render.begin(), {"render", trace, "--to", "svg", "-o", "-"});
    ASSERT_EQ(plytrace(search, folder.path()).exit_code, 0) << line;
    EXPECT_EQ(plytrace(render, folder.path()).out,
              read_file(source_path("docs/pictures/" + name + ".svg")))
        << "scripts/pictures draws " << name << " again";
    ++drawn;
  }
  EXPECT_EQ(drawn, 5U);
}

}  // namespace
}  // namespace plytrace::test

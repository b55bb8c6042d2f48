// SPDX-License-Identifier: MIT
//
// Covers the help of all commands: every example in every --help runs as pasted. Traces that the
// examples of a command name but do not create are created first.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

namespace fs = std::filesystem;

// The indented lines under "Examples:".
std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> examples;
  std::istringstream stream(help);
  bool found = false;
  for (std::string line; std::getline(stream, line);) {
    if (line == "Examples:") {
      found = true;
    } else if (line.rfind("  ", 0) != 0) {
      found = false;
    } else if (found) {
      examples.push_back(line.substr(2));
    }
  }
  return examples;
}

std::vector<std::string> commands() {
  const ProgramResult help = plytrace({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  std::vector<std::string> names;
  std::istringstream stream(help.out);
  bool found = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("Commands that ")) {
      found = true;
    } else if (line.empty() || line == "Examples:") {
      found = false;
    } else if (found && line.rfind("  ", 0) == 0 && line[2] != ' ') {
      names.push_back(words_of(line).front());
    }
  }
  return names;
}

// The command that creates a trace of that name: small, but with something to show for the
// examples.
std::string recipe(const std::string& trace) {
  if (trace == "checkers.db") {
    return "plytrace import '" + source_path("tests/viewer/rules/checkers.ndjson") + "' -o " +
           trace;
  }
  const std::string mid_game = "plytrace search connect4 --moves d,d,d,c,e,d ";
  if (trace.find("minimax") != std::string::npos) return mid_game + "-d 4 -a minimax -o " + trace;
  if (trace.find("deep") != std::string::npos) return mid_game + "-d 5 --iterative -o " + trace;
  return mid_game + "-d 4 --iterative -o " + trace;
}

bool is_trace(const std::string& word) {
  return word.size() > 3 && word.compare(word.size() - 3, 3, ".db") == 0 && word[0] != '-';
}

// The explorer would start a browser and serve until Ctrl-C. Interrupts it once it has printed its
// address.
ProgramResult run_explorer(const std::string& line, const ScratchFolder& folder) {
  return shell(
      "rm -f said; ln -sf /bin/true xdg-open\nPATH=\"$PWD:$(dirname "
      "\"$PLYTRACE\"):$PATH\"\n(exec " +
          line +
          "\n) >said &\nfor i in $(seq 1200); do [ -s said ] && break; sleep 0.05; done\n"
          "kill -INT $!; wait $!",
      folder.path().string());
}

ProgramResult run_line(const std::string& line, const ScratchFolder& folder) {
  if (line.rfind("plytrace explore ", 0) == 0) return run_explorer(line, folder);
  return shell("PATH=\"$(dirname \"$PLYTRACE\"):$PATH\"\n" + line, folder.path().string());
}

// Traces by name; each is created once.
class Traces {
 public:
  void put(const std::string& name, const ScratchFolder& folder) {
    if (!fs::exists(made_ / name)) {
      const ProgramResult made = run_line(recipe(name), made_);
      EXPECT_EQ(made.exit_code, 0) << recipe(name) << "\n" << made.err;
    }
    fs::copy_file(made_ / name, folder / name, fs::copy_options::skip_existing);
  }

 private:
  ScratchFolder made_;
};

// Creates the traces that the line reads but does not create itself.
void put_traces(const std::string& line, Traces& traces, const ScratchFolder& folder) {
  std::set<std::string> written;
  std::string before;
  for (const std::string& word : words_of(line)) {
    if (before == "-o" || before == "--output") written.insert(word);
    before = word;
  }
  for (const std::string& word : words_of(line)) {
    if (!is_trace(word) || written.count(word) > 0) continue;
    if (word.find('*') == std::string::npos) {
      traces.put(word, folder);
    } else {
      for (const char* name : {"one.db", "two.db"}) traces.put(name, folder);
    }
  }
}

// Success, or a negative answer such as two iterations that differ, or none, which is not an error.
bool is_answer(const ProgramResult& result) {
  const bool is_no = result.exit_code == 1 || result.exit_code == 4;
  return result.exit_code == 0 || (is_no && result.err.empty());
}

// Runs the examples one after the other in a folder.
void expect_to_run(const std::vector<std::string>& examples, Traces& traces,
                   const ScratchFolder& folder) {
  for (const std::string& example : examples) {
    put_traces(example, traces, folder);
    if (example.find("checkers.py") != std::string::npos) {
      if (!shell("command -v python3").out.starts_with("/")) continue;
      fs::copy_file(source_path("examples/rules_program.py"), folder / "checkers.py",
                    fs::copy_options::skip_existing);
    }
    const ProgramResult result = run_line(example, folder);
    EXPECT_TRUE(is_answer(result))
        << example << "\n[exit " << result.exit_code << "] " << result.err;
  }
}

// The footer of the program was printed before that of each command, on the same line. So the
// examples of the command were not found, and the program's were run instead.
TEST(HelpExamples, AreThoseOfTheCommand) {
  for (const std::string& name : commands()) {
    const std::string help = plytrace({name, "--help"}).out;
    EXPECT_EQ(help.find("help COMMAND"), std::string::npos) << name;
    const std::vector<std::string> examples = examples_in(help);
    EXPECT_TRUE(std::any_of(examples.begin(), examples.end(),
                            [&](const std::string& line) {
                              return line.find("plytrace " + name) != std::string::npos;
                            }))
        << name << " has no example of its own";
  }
}

// An example met files of an earlier one: `baseline`, `report` and `render` failed.
TEST(HelpExamples, RunAsPasted) {
  const std::vector<std::string> names = commands();
  ASSERT_GE(names.size(), 10U);
  Traces traces;
  for (const std::string& name : names) {
    const ScratchFolder folder;
    const ProgramResult help = plytrace({name, "--help"});
    EXPECT_EQ(help.exit_code, 0) << name;
    const std::vector<std::string> examples = examples_in(help.out);
    EXPECT_FALSE(examples.empty()) << name << " has no examples";
    expect_to_run(examples, traces, folder);
  }
}

// `pv --pass 2` failed with the trace of `search`, which has one pass.
TEST(SlowHelpExamples, AllRunInOneFolder) {
  Traces traces;
  const ScratchFolder folder;
  for (const std::string& name : commands()) {
    expect_to_run(examples_in(plytrace({name, "--help"}).out), traces, folder);
  }
}

TEST(HelpExamples, ThoseOfTheProgramRunAsPasted) {
  Traces traces;
  const ScratchFolder folder;
  expect_to_run(examples_in(plytrace({"--help"}).out), traces, folder);
}

TEST(HelpExamples, HelpFitsTheScreen) {
  for (const std::string& name : commands()) {
    std::istringstream help(plytrace({name, "--help"}).out);
    for (std::string line; std::getline(help, line);) {
      EXPECT_LE(line.size(), 110U) << name << ": " << line;
    }
  }
}

}  // namespace
}  // namespace plytrace::test

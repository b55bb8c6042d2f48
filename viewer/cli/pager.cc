// SPDX-License-Identifier: MIT
#include "viewer/cli/pager.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "viewer/cli/cli.h"

namespace plytrace::cli {
namespace {

FILE* reader = nullptr;  // writes to the pager

bool is_program(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

bool is_installed(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name);
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::string folder(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (is_program(folder + "/" + name)) return true;
  }
  return false;
}

// The words of a shell command, without quotes. nullopt if only a shell knows what it means.
std::optional<std::vector<std::string>> shell_words(const std::string& command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char letter = command[i];
    if (std::string_view("$`(){};&|<>*?~").find(letter) != std::string_view::npos) {
      return std::nullopt;
    }
    const bool is_blank = quote == 0 && (letter == ' ' || letter == '\t');
    if (!is_blank && !in_word) words.emplace_back();
    in_word = !is_blank;
    if (letter == quote) {
      quote = 0;
    } else if (quote == 0 && (letter == '\'' || letter == '"')) {
      quote = letter;
    } else if (letter == '\\' && quote != '\'' && i + 1 < command.size()) {
      words.back() += command[++i];
    } else if (!is_blank) {
      words.back() += letter;
    }
  }
  return words;
}

// The program of a command line, behind variables such as LESS=-R; "" if there is none.
std::string program_of(const std::vector<std::string>& words) {
  const auto is_variable = [](const std::string& word) {
    const std::size_t equals = word.find('=');
    return equals != std::string::npos && word.find('/') > equals;
  };
  const auto program = std::find_if_not(words.begin(), words.end(), is_variable);
  return program == words.end() ? "" : *program;
}

// The command line of the pager, or "".
std::string pager() {
  const char* const chosen = std::getenv("PAGER");
  const std::string command = chosen == nullptr ? "less" : chosen;
  const auto words = shell_words(command);
  if (!words) return command;
  const std::string program = program_of(*words);
  if (!program.empty() && is_installed(program)) return command;
  if (chosen != nullptr && !words->empty()) {
    tell("PAGER: '" + program + "' is not a program; showing the text without a pager");
  }
  return "";
}

bool is_longer_than_terminal(std::string_view text) {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return false;
  return std::count(text.begin(), text.end(), '\n') >= size.ws_row;
}

}  // namespace

void start_pager_for(std::string_view text) {
  if (reader != nullptr || global().no_pager || isatty(STDOUT_FILENO) == 0) return;
  if (!is_longer_than_terminal(text)) return;
  const std::string command = pager();
  if (command.empty()) return;
  // The flags that git uses: F quits if the text fits on one screen, R keeps colours, X leaves the
  // text on the screen.
  setenv("LESS", "FRX", 0);
  reader = popen(command.c_str(), "w");
  if (reader == nullptr) return;
  // The pager handles Ctrl-C, and closing it early must not end this process with an error.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  dup2(fileno(reader), STDOUT_FILENO);
}

bool has_pager() { return reader != nullptr; }

void wait_for_pager() {
  if (reader == nullptr) return;
  std::fflush(stdout);
  // The pager sees the end only when both descriptors are closed.
  close(STDOUT_FILENO);
  pclose(reader);
  reader = nullptr;
}

}  // namespace plytrace::cli

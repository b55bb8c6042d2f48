// SPDX-License-Identifier: MIT
#include "viewer/cli/pager.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "viewer/cli/cli.h"

namespace plytrace::cli {
namespace {

FILE* reader = nullptr;  // writes to the pager

bool is_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0;
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::string folder(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

// The command line of the pager, or "".
std::string pager() {
  const char* const chosen = std::getenv("PAGER");
  const std::string command = chosen == nullptr ? "less" : chosen;
  const std::string name = command.substr(0, command.find(' '));
  return is_program(name) ? command : "";
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

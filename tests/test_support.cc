// SPDX-License-Identifier: MIT
#include "tests/test_support.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>

namespace plytrace::test {

ScratchFolder::ScratchFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "plytrace-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch folder");
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

namespace {

// Whether plytrace has already run with this command and these options, whatever their values: in
// this test program, or in any that shares a folder with it (scripts/test).
bool ran_before(const std::vector<std::string>& words) {
  if (words.front() != program_path()) return false;
  std::string kind = words.size() > 1 ? words[1] : "";
  for (const std::string& word : words) {
    if (word.starts_with("-")) kind += " " + word;
  }
  if (const char* const shared = std::getenv("PLYTRACE_LEAK_CHECKS")) {
    const std::string mark =
        std::string(shared) + "/" + std::to_string(std::hash<std::string>()(kind));
    const int file = open(mark.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
    return file < 0 && errno == EEXIST;
  }
  static std::mutex guard;
  static std::set<std::string> kinds;
  const std::lock_guard lock(guard);
  return !kinds.insert(kind).second;
}

// The environment of a command, with options for AddressSanitizer. The search for leaks takes as
// long as the rest of a short run, so it is done once per command and set of options.
class Environment {
 public:
  explicit Environment(const std::vector<std::string>& words) {
    if (ran_before(words)) {
      const char* const own = std::getenv("LSAN_OPTIONS");
      added_.push_back(std::string("LSAN_OPTIONS=") + (own == nullptr ? "" : own) +
                       ":detect_leaks=0");
    }
    // The first variable of a name takes effect.
    for (std::string& variable : added_) variables_.push_back(variable.data());
    for (char** variable = environ; *variable != nullptr; ++variable) {
      variables_.push_back(*variable);
    }
    variables_.push_back(nullptr);
  }
  char* const* data() const { return variables_.data(); }

 private:
  std::vector<std::string> added_;
  std::vector<char*> variables_;
};

// Uses posix_spawn: until it runs its program, the child shares the test's memory. A fork would
// copy all page tables, which takes longer than many commands.
ProgramResult run(const std::vector<std::string>& words, const std::string& folder) {
  const ScratchFolder scratch;
  const std::string out = scratch / "out", err = scratch / "err";
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_CREAT | O_WRONLY, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_CREAT | O_WRONLY, 0600);
  pid_t child = 0;
  const int failure = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(),
                                   Environment(words).data());
  posix_spawn_file_actions_destroy(&actions);
  ProgramResult result;
  result.exit_code = 127;
  if (failure != 0) return result;
  int state = 0;
  waitpid(child, &state, 0);
  result.exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  result.out = read_file(out);
  result.err = read_file(err);
  return result;
}

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
};

std::unique_ptr<sqlite3, CloseDatabase> open_database(const std::string& file) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK) << file;
  // A recorder locks out readers for a moment at each checkpoint, as any SQLite writer does.
  sqlite3_busy_timeout(database, 10'000);
  // Scratch files need not survive a power cut, and syncing would take most of a test's time.
  sqlite3_exec(database, "PRAGMA synchronous = OFF", nullptr, nullptr, nullptr);
  return std::unique_ptr<sqlite3, CloseDatabase>(database);
}

template <class Json>
Json parsed(const std::string& text) {
  Json value = Json::parse(text, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << text.substr(0, 2000);
  return value;
}

}  // namespace

ProgramResult plytrace(const std::vector<std::string>& arguments, const std::string& folder) {
  std::vector<std::string> words{program_path()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run(words, folder);
}

ProgramResult shell(const std::string& command, const std::string& folder) {
  return run({"env", "PLYTRACE=" + program_path(), "bash", "-c", command}, folder);
}

bool installed(const std::string& program) { return shell("command -v " + program).exit_code == 0; }

void sql(const std::string& file, const std::string& statements) {
  with_open_database(file, statements, [] {});
}

void with_open_database(const std::string& file, const std::string& statements,
                        const std::function<void()>& meanwhile) {
  const auto database = open_database(file);
  char* message = nullptr;
  const int code = sqlite3_exec(database.get(), statements.c_str(), nullptr, nullptr, &message);
  EXPECT_EQ(code, SQLITE_OK) << file << ": " << (message == nullptr ? "" : message);
  sqlite3_free(message);
  meanwhile();
}

std::string sql_value(const std::string& file, const std::string& query) {
  const auto database = open_database(file);
  std::string value;
  const auto first = [](void* target, int, char** texts, char**) {
    if (texts[0] != nullptr) *static_cast<std::string*>(target) = texts[0];
    return 1;
  };
  const int code = sqlite3_exec(database.get(), query.c_str(), first, &value, nullptr);
  EXPECT_TRUE(code == SQLITE_OK || code == SQLITE_ABORT) << sqlite3_errmsg(database.get());
  return value;
}

int attack_rounds(int usual) {
  const char* const factor = std::getenv("PLYTRACE_ATTACK");
  if (factor == nullptr) return usual;
  return std::max(1, static_cast<int>(std::lround(usual * std::stod(factor))));
}

unsigned attack_seed(unsigned usual) {
  const char* const seed = std::getenv("PLYTRACE_SEED");
  return seed == nullptr ? usual : static_cast<unsigned>(std::stoul(seed));
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

nlohmann::json parse_json(const std::string& text) { return parsed<nlohmann::json>(text); }
nlohmann::ordered_json parse_ordered_json(const std::string& text) {
  return parsed<nlohmann::ordered_json>(text);
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> commands_of_page(const std::string& page) {
  const std::string text = read_file(source_path(page));
  std::vector<std::string> commands;
  for (std::size_t at = text.find("```sh\n"); at != std::string::npos;
       at = text.find("```sh\n", at)) {
    at += 6;
    const std::string block = text.substr(at, text.find("```", at) - at);
    at += block.size() + 3;
    std::size_t begin = 0;
    for (std::size_t end = block.find('\n'); end != std::string::npos;
         end = block.find('\n', end + 1)) {
      if (end > 0 && block[end - 1] == '\\') continue;
      commands.push_back(block.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return commands;
}

ProgramResult run_page_command(const std::string& command, const std::string& folder) {
  EXPECT_EQ(command.rfind("plytrace ", 0), 0U) << command;
  return shell("\"$PLYTRACE\"" + command.substr(std::string("plytrace").size()), folder);
}

}  // namespace plytrace::test

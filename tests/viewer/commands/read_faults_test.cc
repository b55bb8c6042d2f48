// SPDX-License-Identifier: MIT
//
// Covers all commands that read a trace. A failed read led to another answer: REFUTED, a path with
// a part missing, fewer children, exit 0. Here every read, and every few allocations of SQLite,
// fail in small runs. The answer must be the right one, or exit 3 or 5 with nothing on stdout.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/test_support.h"
#include "viewer/cli/cli.h"
#include "viewer/commands/commands.h"

namespace plytrace::test {
namespace {

// The number of the read or allocation that fails; 0 = none.
struct Fault {
  long read = 0, allocation = 0;
};
struct Counts {
  long reads = 0, allocations = 0;
};

// Used in the process of the command under test.
Fault g_fault;
Counts g_counts;
sqlite3_io_methods g_methods;
const sqlite3_io_methods* g_real_methods = nullptr;
sqlite3_mem_methods g_real_memory;
sqlite3_vfs g_vfs;

int failing_read(sqlite3_file* file, void* target, int count, sqlite3_int64 offset) {
  if (++g_counts.reads == g_fault.read) return SQLITE_IOERR_READ;
  return g_real_methods->xRead(file, target, count, offset);
}

// Replaces the file methods by methods that can fail. Memory mapping is off.
int open_with_faults(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out) {
  auto* const real = static_cast<sqlite3_vfs*>(vfs->pAppData);
  const int code = real->xOpen(real, name, file, flags, out);
  if (code != SQLITE_OK) return code;
  g_real_methods = file->pMethods;
  g_methods = *file->pMethods;
  g_methods.iVersion = 2;
  g_methods.xRead = failing_read;
  file->pMethods = &g_methods;
  return SQLITE_OK;
}

void* failing_malloc(int size) {
  return ++g_counts.allocations == g_fault.allocation ? nullptr : g_real_memory.xMalloc(size);
}
void* failing_realloc(void* block, int size) {
  return ++g_counts.allocations == g_fault.allocation ? nullptr
                                                      : g_real_memory.xRealloc(block, size);
}

// Applies to the whole process, so each command must start with an unused SQLite library.
void install_faults(const Fault& fault) {
  g_fault = fault;
  g_counts = {};
  sqlite3_shutdown();
  if (g_real_memory.xMalloc == nullptr) sqlite3_config(SQLITE_CONFIG_GETMALLOC, &g_real_memory);
  sqlite3_mem_methods memory = g_real_memory;
  memory.xMalloc = failing_malloc;
  memory.xRealloc = failing_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
  sqlite3_vfs* const real = sqlite3_vfs_find("unix");
  g_vfs = *real;
  g_vfs.zName = "faults";
  g_vfs.pAppData = real;
  g_vfs.xOpen = open_with_faults;
  sqlite3_vfs_register(&g_vfs, 1);
}

int run_command(const std::vector<std::string>& arguments) {
  cli::Program app("", "test");
  setup_commands(app, arguments.front());
  const auto finished = app.parse(arguments);
  return static_cast<int>((finished ? *finished : app.run_chosen()).code());
}

struct Answer {
  int exit_code = -1;
  std::string out;
  Counts counts;
  bool operator==(const Answer& other) const {
    return exit_code == other.exit_code && out == other.out;
  }
};

// Runs a command once per fault, each in a forked process.
std::vector<Answer> answers(const ScratchFolder& folder, const std::vector<std::string>& arguments,
                            const std::vector<Fault>& faults) {
  const auto file = [&](const char* name, std::size_t i) {
    return folder / (name + std::to_string(i));
  };
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(99);
    for (std::size_t i = 0; i < faults.size(); ++i) {
      if (std::freopen(file("out", i).c_str(), "w", stdout) == nullptr) _exit(99);
      install_faults(faults[i]);
      int code = 98;
      try {
        code = run_command(arguments);
      } catch (const std::bad_alloc&) {
        code = 5;  // as in main()
      }
      std::fflush(stdout);
      write_file(file("counted", i), std::to_string(code) + " " + std::to_string(g_counts.reads) +
                                         " " + std::to_string(g_counts.allocations));
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  std::vector<Answer> answers(faults.size());
  for (std::size_t i = 0; i < faults.size(); ++i) {
    answers[i].out = read_file(file("out", i));
    std::sscanf(read_file(file("counted", i)).c_str(), "%d %ld %ld", &answers[i].exit_code,
                &answers[i].counts.reads, &answers[i].counts.allocations);
    std::filesystem::remove(file("counted", i));
  }
  return answers;
}

class ReadFaults : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    ASSERT_EQ(plytrace({"search", "connect4", "-d", "3", "--iterative", "--table", "1", "-q", "-o",
                        file_})
                  .exit_code,
              0);
    // Small pages, so that there are many reads.
    sql(file_, "PRAGMA page_size = 512; VACUUM");
    for (std::string word; const char c : std::string(GetParam()) + " ") {
      if (c != ' ') {
        word += c;
        continue;
      }
      arguments_.push_back(word == "TRACE" ? file_ : word);
      word.clear();
    }
    right_ = answers(folder_, arguments_, {Fault()}).front();
    ASSERT_TRUE(right_.exit_code == 0 || right_.exit_code == 1) << right_.exit_code;
    ASSERT_FALSE(right_.out.empty());
  }

  // The number of faults that kept the command from answering.
  long failures(const std::vector<Fault>& faults) {
    long failed = 0;
    // Starts a new process for each group, so that one fault affects few of the others.
    constexpr std::size_t kTogether = 16;
    for (std::size_t first = 0; first < faults.size(); first += kTogether) {
      const std::vector<Fault> some(
          faults.begin() + static_cast<std::ptrdiff_t>(first),
          faults.begin() + static_cast<std::ptrdiff_t>(std::min(first + kTogether, faults.size())));
      const std::vector<Answer> found = answers(folder_, arguments_, some);
      for (std::size_t i = 0; i < some.size(); ++i) failed += is_failure(some[i], found[i]) ? 1 : 0;
    }
    return failed;
  }
  bool is_failure(const Fault& fault, const Answer& found) const {
    if (found == right_) return false;
    EXPECT_TRUE(found.exit_code == 3 || found.exit_code == 5)
        << "read " << fault.read << ", allocation " << fault.allocation << ": exit "
        << found.exit_code;
    EXPECT_EQ(found.out, "") << "read " << fault.read << ", allocation " << fault.allocation;
    return true;
  }

  ScratchFolder folder_;
  const std::string file_ = folder_ / "run.db";
  std::vector<std::string> arguments_;
  Answer right_;
};

TEST_P(ReadFaults, AFailingReadIsNoOtherAnswer) {
  ASSERT_GT(right_.counts.reads, 5);
  std::vector<Fault> faults;
  for (long n = 1; n <= right_.counts.reads; ++n) faults.push_back({.read = n});
  EXPECT_GT(failures(faults), right_.counts.reads / 2);
}

TEST_P(ReadFaults, AFailingAllocationIsNoOtherAnswer) {
  const long tried = attack_rounds(50);
  const long step = right_.counts.allocations / tried + 1;
  std::vector<Fault> faults;
  for (long n = step; n <= right_.counts.allocations; n += step) {
    faults.push_back({.allocation = n});
  }
  EXPECT_GT(failures(faults), 0);
}

INSTANTIATE_TEST_SUITE_P(Commands, ReadFaults,
                         testing::Values("verify TRACE", "verify TRACE --format json",
                                         "verify TRACE --search 1 -q --certificate -",
                                         "find TRACE --cutoff beta", "show TRACE /",
                                         "show TRACE / --format json", "stats TRACE",
                                         "compare TRACE TRACE --pass-a 2", "log TRACE --depth 2",
                                         "info TRACE", "pv TRACE", "why TRACE /a",
                                         "export TRACE --to ndjson",
                                         "sql TRACE select*from(cutoff)"));

// Changes the key of a cell in a table, as damage would.
void change_key(const std::string& file, const std::string& table, unsigned key, unsigned to) {
  const auto root = std::stoul(
      sql_value(file, "SELECT rootpage FROM sqlite_master WHERE name = '" + table + "'"));
  const auto size = std::stoul(sql_value(file, "PRAGMA page_size"));
  std::string bytes = read_file(file);
  const auto number = [&](std::size_t at, int count) {
    std::size_t value = 0;
    for (int i = 0; i < count; ++i) value = value * 256 + static_cast<unsigned char>(bytes[at++]);
    return value;
  };
  std::vector<std::size_t> pages{root};
  while (!pages.empty()) {
    const std::size_t at = (pages.back() - 1) * size;
    pages.pop_back();
    const bool interior = number(at, 1) == 5;
    if (interior) pages.push_back(number(at + 8, 4));
    for (std::size_t i = 0; i < number(at + 3, 2); ++i) {
      std::size_t cell = at + number(at + (interior ? 12 : 8) + 2 * i, 2);
      if (interior) pages.push_back(number(cell, 4));
      if (interior) continue;
      while (number(cell, 1) > 127) ++cell;  // the size of the record
      if (number(cell + 1, 1) == key) bytes[cell + 1] = static_cast<char>(to);
    }
  }
  write_file(file, bytes);
}

// Two keys out of order on a page made verify, find and compare loop forever, and find ignored
// Ctrl-C.
TEST(DamagedKeys, OutOfOrderAreDamageAndNoEndlessLoop) {
  const ScratchFolder folder;
  const std::string good = folder / "good.db", bad = folder / "bad.db";
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "4", "-q", "-o", good}).exit_code, 0);
  sql(good, "PRAGMA page_size = 1024; VACUUM");
  int damaged = 0;
  for (const auto& [table, key, to] :
       {std::tuple{"node", 72U, 73U}, std::tuple{"node", 72U, 100U}, std::tuple{"node", 20U, 1U},
        std::tuple{"node", 100U, 101U}, std::tuple{"node", 90U, 5U}, std::tuple{"cutoff", 70U, 90U},
        std::tuple{"bound_update", 30U, 1U}}) {
    std::filesystem::copy_file(good, bad, std::filesystem::copy_options::overwrite_existing);
    change_key(bad, table, key, to);
    if (read_file(good) == read_file(bad)) continue;
    ++damaged;
    for (const std::string command :
         {"verify $BAD", "find $BAD --limit 0 --ply 3", "find $BAD --limit 0 --sort -value",
          "compare $BAD $BAD", "stats $BAD", "log $BAD --limit 0", "export $BAD --to ndjson",
          "verify $BAD --check structure"}) {
      const auto result = shell("BAD=" + bad + "; timeout 20 \"$PLYTRACE\" " + command);
      EXPECT_NE(result.exit_code, 124) << command << " " << table << " " << key;
      if (result.exit_code == 3) {
        EXPECT_EQ(result.out, "") << command;
      }
      // A query for one ply may not read the damaged page; a command that reads all nodes does.
      const bool reads_it = table == std::string("node")
                                ? command.find("--ply") == std::string::npos
                                : command == "verify $BAD";
      if (reads_it) {
        EXPECT_EQ(result.exit_code, 3) << command << " " << table << " " << key;
      }
    }
  }
  EXPECT_GE(damaged, 5);
}

// A look-up on such a page missed rows without an error: other children, incomplete paths.
TEST(DamagedKeys, ALookUpMissesNoRow) {
  const ScratchFolder folder;
  const std::string good = folder / "good.db", bad = folder / "bad.db";
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "3", "-q", "-o", good}).exit_code, 0);
  sql(good, "PRAGMA page_size = 4096; VACUUM");
  // Not the keys at either end of a page, whose order cannot be checked.
  int refused = 0;
  for (const std::string command :
       {"find TRACE --ply 2 --limit 0", "find TRACE --cutoff any --limit 0", "show TRACE /d",
        "why TRACE /d/c", "why TRACE /a", "pv TRACE", "sql TRACE 'select * from node_text'"}) {
    const auto ask = [&](const std::string& file) {
      std::string asked = command;
      return shell("\"$PLYTRACE\" " + asked.replace(asked.find("TRACE"), 5, file));
    };
    const ProgramResult right = ask(good);
    ASSERT_EQ(right.exit_code, 0) << command << right.err;
    for (const std::string table : {"node", "bound_update", "cutoff"}) {
      const auto id_at = [&](int offset) {
        return static_cast<unsigned>(std::stoul(sql_value(
            good, "SELECT id FROM " + table + " LIMIT 1 OFFSET " + std::to_string(offset))));
      };
      for (int row = 5; row < 20; row += 3) {
        std::filesystem::copy_file(good, bad, std::filesystem::copy_options::overwrite_existing);
        change_key(bad, table, id_at(row), id_at(1));
        ASSERT_TRUE(read_file(good) != read_file(bad)) << table << row;
        const ProgramResult found = ask(bad);
        refused += found.exit_code == 3 ? 1 : 0;
        EXPECT_TRUE(found.exit_code == 3 ? found.out.empty() : found.out == right.out)
            << command << " " << table << row << found.out;
      }
    }
  }
  EXPECT_GT(refused, 50);
}

// NULL or a blob in place of a number was read as 0: VERIFIED. STRICT tables check types only when
// a row is written, which does not cover a damaged page.
TEST(DamagedTypes, AValueOfAnotherTypeIsDamage) {
  const ScratchFolder folder;
  const std::string good = folder / "good.db", bad = folder / "bad.db";
  ASSERT_EQ(
      plytrace({"search", "connect4", "-d", "4", "--iterative", "--table", "1", "-q", "-o", good})
          .exit_code,
      0);
  for (const std::string change :
       {"node.role = NULL", "node.kind = x'00'", "node.phase = NULL", "node.unrecorded = NULL",
        "node.depth = 'x'", "node.value = x'0102'", "node.ply = NULL", "cutoff.at = NULL",
        "cutoff.kind = x'01'", "bound_update.cause = NULL", "table_probe.used = NULL",
        "table_store.value = 'y'", "pass.stream = NULL", "search.captured = NULL",
        "search.value = 'z'", "move.text = x'61'"}) {
    const std::size_t dot = change.find('.');
    const std::string table = change.substr(0, dot);
    std::filesystem::copy_file(good, bad, std::filesystem::copy_options::overwrite_existing);
    // Copies the rows into an untyped table of the same name.
    const std::string columns = sql_value(
        good, "SELECT group_concat('\"' || name || '\"') FROM pragma_table_info('" + table + "')");
    const std::string key = " WHERE id = (SELECT max(id) FROM lawless)";
    sql(bad, "PRAGMA writable_schema = ON; CREATE TABLE lawless (" + columns +
                 "); INSERT INTO lawless SELECT * FROM " + table + "; UPDATE lawless SET " +
                 change.substr(dot + 1) + key + "; DELETE FROM sqlite_master WHERE tbl_name = '" +
                 table + "'; UPDATE sqlite_master SET name = '" + table + "', tbl_name = '" +
                 table + "', sql = replace(sql, 'lawless', '" + table +
                 "') WHERE name = 'lawless'");
    const auto result = plytrace({"verify", bad});
    EXPECT_EQ(result.exit_code, 3) << change << ": " << result.out << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("of a type that its column cannot have"), std::string::npos)
        << change << ": " << result.err;
  }
}

}  // namespace
}  // namespace plytrace::test

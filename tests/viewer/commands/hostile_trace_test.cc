// SPDX-License-Identifier: MIT
//
// Covers all commands that read a trace: hostile traces, and traces damaged by somebody who knows
// the format. Each command answers or refuses; none crashes, hangs, or writes a control character
// to the terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "schemas/rows.h"
#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"
#include "viewer/format/characters.h"
#include "viewer/format/unseen.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;

// A trace whose tables accept any value: an attacker can write what STRICT, NOT NULL and CHECK
// would refuse.
void make_lawless(const std::string& file, const std::string& statements) {
  make_trace(file,
             unknown_game_sql() +
                 "INSERT INTO note VALUES (7,10,1,'n','v'),(8,10,1,'m','w');"
                 "INSERT INTO table_store (id, at, node, depth, bound, value, move) "
                 "VALUES (9,10,1,2,0,3,1);"
                 "INSERT INTO table_probe (id, at, node, key, depth, stored_by, "
                 "stored_depth, bound, value, move, used) VALUES (10,10,1,5,2,2,2,0,3,1,3);"
                 "INSERT INTO ply_summary (pass, ply, nodes) VALUES (1,0,1),(1,1,3),(1,2,6);");
  sql(file,
      "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = replace(replace(replace(sql,"
      "'STRICT, WITHOUT', 'WITHOUT'), ') STRICT', ')'), 'NOT NULL', '') WHERE type = 'table'");
  sql(file, "PRAGMA ignore_check_constraints = 1;" + statements);
}

// Runs every reading command. Reports a crash, a hang, an unknown exit code, a control character,
// output on stdout together with a failure, and invalid JSON.
void expect_manners(const ScratchFolder& folder) {
  const std::vector<std::string> commands{"info run.db",
                                          "stats run.db",
                                          "log run.db --all",
                                          "show run.db /",
                                          "show run.db 6",
                                          "pv run.db",
                                          "find run.db --cutoff any",
                                          "find run.db --where \"path <> ''\" --format csv",
                                          "sql run.db 'SELECT path(id), * FROM node_text'",
                                          "why run.db /b",
                                          "why run.db 6",
                                          "why run.db /c/q",
                                          "info run.db --follow --lines 1",
                                          "hot run.db",
                                          "repeats run.db",
                                          "verify run.db",
                                          "compare run.db run.db",
                                          "render run.db -o run.svg --force",
                                          "export run.db --to csv",
                                          "export run.db --to ndjson",
                                          "export run.db --to dot",
                                          "export run.db --to tracefile"};
  const std::vector<std::string> json_commands{
      "info run.db", "stats run.db",  "log run.db --all",      "show run.db /",
      "pv run.db",   "why run.db /b", "find run.db --ply 0..", "info run.db --follow --lines 1"};
  std::string script =
      "ask() {\n"
      "  timeout 20 sh -c \"\\\"\\$PLYTRACE\\\" $1\" >out 2>err </dev/null; code=$?\n"
      // Exit code 2 means that this test's command line is wrong.
      "  [ $code -le 4 ] && [ $code != 2 ] || echo \"$1: exit $code: $(head -c 300 err)\"\n"
      "  [ $code -le 1 ] || [ $code = 4 ] || [ ! -s out ] || echo \"$1: fails with output\"\n"
      "  rude=$(cat out err | LC_ALL=C tr -d '\\n -~\\200-\\377' | wc -c)\n"
      "  [ $rude = 0 ] || echo \"$1: $rude control characters\"\n"
      "}\n";
  const auto quoted = [](std::string text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
  };
  for (const std::string& command : commands) script += "ask " + quoted(command) + "\n";
  for (std::size_t i = 0; i < json_commands.size(); ++i) {
    script += "ask " + quoted(json_commands[i] + " --format json") + "\ncp out json" +
              std::to_string(i) + "\n";
  }
  const ProgramResult result = shell(script, folder.path().string());
  EXPECT_EQ(result.out, "");
  for (std::size_t i = 0; i < json_commands.size(); ++i) {
    const std::string text = read_file(folder / ("json" + std::to_string(i)));
    SCOPED_TRACE(json_commands[i]);
    if (!text.empty()) parse_json(text);
  }
}

TEST(HostileTrace, CyclesAreSurvived) {
  const ScratchFolder folder;
  for (const char* statements :
       {"UPDATE node SET parent = id", "UPDATE node SET parent = 10, last = NULL"}) {
    SCOPED_TRACE(statements);
    make_lawless(folder / "run.db", statements);
    expect_manners(folder);
  }
}

TEST(SlowHostileTrace, CyclesAndWrongIdsAreSurvived) {
  const ScratchFolder folder;
  for (const char* statements :
       {"UPDATE node SET parent = id",
        "UPDATE node SET parent = 3 WHERE id = 2",
        "UPDATE node SET parent = 10, last = NULL",
        "UPDATE node SET parent = NULL",
        "UPDATE node SET best = id, last = NULL",
        "UPDATE node SET best = 1",
        "UPDATE node SET last = 1",
        "UPDATE node SET last = 9223372036854775807",
        "UPDATE node SET last = -9223372036854775808",
        "UPDATE node SET parent = -1, ply = -5",
        "UPDATE pass SET root = 10, last = 1",
        "UPDATE pass SET root = -1",
        "UPDATE pass SET root = 99",
        "UPDATE pass SET last = 9223372036854775807",
        "UPDATE pass SET root = NULL",
        "UPDATE cutoff SET node = 1, child = 1, at = 0",
        "UPDATE bound_update SET at = -at",
        "UPDATE table_probe SET stored_by = 1, node = 1",
        "UPDATE search SET id = -5; UPDATE pass SET "
        "search = -5",
        "DELETE FROM node",
        "DELETE FROM node WHERE id % 2 = 1",
        "DELETE FROM move",
        "DELETE FROM pass",
        "DELETE FROM search",
        "DELETE FROM meta",
        "UPDATE node SET id = id * 922337203685477580 WHERE id = 10",
        "INSERT INTO node (id, parent) VALUES (-3, 1)",
        "INSERT INTO node (id) VALUES (9223372036854775807)",
        "INSERT INTO cutoff (id, at, node) VALUES (9223372036854775807, 1, 1)"}) {
    SCOPED_TRACE(statements);
    make_lawless(folder / "run.db", statements);
    expect_manners(folder);
  }
}

TEST(HostileTrace, ControlCharactersAreEscapedEverywhere) {
  const ScratchFolder folder;
  make_lawless(
      folder / "run.db",
      "UPDATE move SET text = char(27) || '[2J' || char(13, 7) || id;"
      "UPDATE cutoff SET skipped_moves = '[\"\\u001b[31mq\",\"r\\u0007\"]', reason = char(27);"
      "UPDATE note SET name = char(8), value = char(27);"
      "UPDATE search SET algorithm = char(27), evaluator = char(7), engine = char(27),"
      " game = 'g' || char(27), best_move = char(27), position = char(27) || 'p',"
      " game_options = char(27), options = char(27), pv = '[\"\\u001b\"]',"
      " perspective = char(27), fail = char(27), windows = char(27)");
  expect_manners(folder);
  // Some terminals treat U+009B as ESC [, and U+007F deletes a character.
  sql(folder / "run.db", "UPDATE search SET engine = char(155) || '2J' || char(127)");
  const ProgramResult info = plytrace({"info", folder / "run.db", "--format", "json"});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  EXPECT_THAT(info.out, HasSubstr("\\u009b2J\\u007f"));
  const ProgramResult shown = plytrace({"show", folder / "run.db", "/x"});
  EXPECT_EQ(shown.exit_code, 3);
  EXPECT_THAT(shown.err, HasSubstr("\\x1B[2J\\x0D\\x071"));
}

// Finds an unescaped invisible character, or invalid UTF-8, in a file.
std::string unseen_in(const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const auto next = text::character_at(bytes, at);
    if (!next) return "no UTF-8 at " + std::to_string(at) + ": " + bytes.substr(at, 20);
    // gnuplot writes tabs into its pictures.
    if (next->code != '\n' && next->code != '\t' && text::is_unseen(next->code)) {
      return "U+" + std::to_string(next->code) + " at " + std::to_string(at) + ": " +
             bytes.substr(at > 60 ? at - 60 : 0, 100);
    }
    at += next->bytes;
  }
  return "";
}

// Invisible characters were not escaped: a path could read from right to left, and two moves could
// look alike.
TEST(HostileTrace, UnseenCharactersAreEscapedEverywhere) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  // U+200B, U+202E, U+00AD, U+E0041, U+FEFF, and an invalid UTF-8 byte.
  const std::string hostile = "CAST(x'e2808be280aec2adf3a08181efbbbfff' AS TEXT)";
  make_lawless(file,
               "UPDATE move SET text = id || " + hostile + "; UPDATE note SET name = 'n' || " +
                   hostile + ", value = " + hostile + "; UPDATE cutoff SET reason = " + hostile +
                   "; UPDATE search SET algorithm = " + hostile + ", evaluator = " + hostile +
                   ", engine = " + hostile + ", game = " + hostile + ", best_move = " + hostile +
                   ", position = " + hostile + ", fail = " + hostile + ", windows = " + hostile);
  const std::string odd = "odd\u202E\u200B.db";
  std::filesystem::copy_file(file, folder / odd);
  const std::vector<std::string> reading{"info",
                                         "stats",
                                         "log --all",
                                         "show /",
                                         "show 6",
                                         "pv",
                                         "find --ply 0..",
                                         "why 6",
                                         "hot",
                                         "repeats",
                                         "verify",
                                         "info --follow --lines 1",
                                         "sql 'SELECT text FROM move'"};
  for (const std::string& command : reading) {
    for (const char* const format : {"text", "json", "csv"}) {
      const std::size_t blank = std::min(command.find(' '), command.size());
      const std::string words = command.substr(0, blank) + " '" + odd + "'" +
                                command.substr(blank) + " --format " + format;
      const ProgramResult result = shell("$PLYTRACE " + words, folder.path().string());
      EXPECT_EQ(unseen_in(result.out), "") << words;
      EXPECT_EQ(unseen_in(result.err), "") << words;
    }
  }
  for (const std::string to : {"ndjson", "csv", "json", "dot", "folded", "tracefile"}) {
    const ProgramResult result = plytrace({"export", file, "--to", to});
    EXPECT_EQ(unseen_in(result.out), "") << to;
  }
  for (const std::string name : {"a.svg", "a.dot", "a.tex", "a.html"}) {
    ASSERT_EQ(plytrace({"render", file, "-o", folder / name}).exit_code, 0);
    EXPECT_EQ(unseen_in(read_file(folder / name)), "") << name;
  }
  for (const std::string name : {"i.svg", "i.html"}) {
    ASSERT_EQ(plytrace({"render", file, "--view", "icicle", "-o", folder / name}).exit_code, 0);
    EXPECT_EQ(unseen_in(read_file(folder / name)), "") << name;
  }
  ASSERT_EQ(plytrace({"report", file, "-o", folder / "r", "-q"}).exit_code, 0);
  for (const std::string name : {"r/report.html", "r/report.md", "r/tree.svg"}) {
    EXPECT_EQ(unseen_in(read_file(folder / name)), "") << name;
  }
  const ProgramResult compared = plytrace({"compare", file, folder / odd});
  EXPECT_EQ(unseen_in(compared.out + compared.err), "");
  write_file(folder / "e.ndjson", "{\"event\":\"ent\u202E\"}\n{\"event\":\"enter\"}\n");
  const ProgramResult imported =
      shell("$PLYTRACE import --lenient e.ndjson -o e.db", folder.path().string());
  EXPECT_EQ(unseen_in(imported.out + imported.err), "");
}

// Sums and differences of extreme numbers overflowed in hot, stats, report, render and export. The
// estimate of a pruned tree's size looped once per ply, practically forever.
TEST(HostileTrace, NumbersAtTheEndsOfTheRangeAreReckonedWith) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  for (const std::string number : {"-9223372036854775808", "9223372036854775807"}) {
    SCOPED_TRACE(number);
    // Change every second node, so that it differs much from its parent.
    make_lawless(file, "UPDATE node SET ply = " + number + ", depth = " + number +
                           ", legal = " + number + ", unrecorded = " + number +
                           " WHERE id % 2 = 0;" + "UPDATE node SET unrecorded = " + number +
                           "; UPDATE cutoff SET skipped = " + number +
                           "; UPDATE pass SET nodes = " + number);
    expect_manners(folder);
    std::filesystem::remove(file);
    ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "3", "-q", "-o", file}).exit_code, 0);
    sql(file, "UPDATE node SET depth = " + number);
    const ProgramResult result =
        shell("timeout 20 $PLYTRACE render run.db -o run.svg --force", folder.path().string());
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::filesystem::remove(file);
  }
}

TEST(HostileTrace, HugeTextsAndDeepJsonAreSurvived) {
  const ScratchFolder folder;
  make_lawless(folder / "run.db",
               "UPDATE cutoff SET skipped_moves = replace(hex(zeroblob(20000)), '0', '[');"
               "UPDATE search SET captured = replace(hex(zeroblob(20000)), '0', '['),"
               " pv = replace(hex(zeroblob(20000)), '0', '['),"
               " options = replace(hex(zeroblob(20000)), '0', '{\"a\":'),"
               " game_options = replace(hex(zeroblob(20000)), '0', '['),"
               " position = hex(zeroblob(50000));"
               "UPDATE move SET text = hex(zeroblob(20000))");
  expect_manners(folder);
}

// Valid JSON, but nested so deeply that writing it would overflow the stack.
TEST(HostileTrace, DeepJsonThatIsRightIsSurvived) {
  const ScratchFolder folder;
  const std::string deep =
      "'{\"a\":' || replace(hex(zeroblob(200000)), '00', '[') || "
      "replace(hex(zeroblob(200000)), '00', ']') || '}'";
  make_lawless(folder / "run.db", "UPDATE search SET options = " + deep +
                                      ", game_options = " + deep + ", captured = " + deep +
                                      "; UPDATE cutoff SET skipped_moves = " + deep);
  expect_manners(folder);
  for (const std::string command :
       {"compare run.db run.db --format json", "export run.db --to json", "verify run.db",
        "render run.db -o run.html", "report run.db -o report"}) {
    const int code = shell("$PLYTRACE " + command, folder.path().string()).exit_code;
    EXPECT_TRUE(code >= 0 && code <= 5) << command << ": " << code;
  }
}

// A move of 100 MB made verify use 18 GB, and a note of that size 0.8 GB.
TEST(HostileTrace, TextsThatAreTooLongAreRefused) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  const auto refused = [&](const std::string& statement, const std::vector<std::string>& commands) {
    std::filesystem::remove(file);
    make_lawless(file, statement);
    for (const std::string& command : commands) {
      const ProgramResult result = shell("$PLYTRACE " + command, folder.path().string());
      EXPECT_EQ(result.exit_code, 3) << command;
      EXPECT_EQ(result.out, "") << command;
      EXPECT_THAT(result.err, HasSubstr("run.db: damaged trace: ")) << command;
    }
  };
  refused("UPDATE move SET text = hex(zeroblob(2049))",
          {"find run.db", "verify run.db", "log run.db", "export run.db --to ndjson", "pv run.db"});
  refused("UPDATE note SET value = hex(zeroblob(34000000))",
          {"verify run.db", "log run.db --all", "export run.db --to ndjson", "show run.db 1"});
  // Texts of the largest allowed size are accepted.
  std::filesystem::remove(file);
  make_lawless(file, "UPDATE move SET text = id || substr(hex(zeroblob(2048)), 2)");
  EXPECT_EQ(plytrace({"find", file}).exit_code, 0);
}

// verify read the digests of a view forever, and find read a virtual table as nodes.
TEST(HostileTrace, AViewOrAVirtualTableIsNoTable) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  for (const std::string table : {"digest", "node", "note", "meta"}) {
    for (const char* const made :
         {"VIEW {} (a, b, c, d) AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
          "SELECT i, i, i, i FROM n",
          "VIRTUAL TABLE {} USING fts4(a)"}) {
      std::filesystem::remove(file);
      std::string statement = made;
      statement.replace(statement.find("{}"), 2, table);
      make_lawless(file, "DROP TABLE " + table + "; CREATE " + statement);
      for (const char* const command : {"verify", "find", "info"}) {
        const ProgramResult result = plytrace({command, file});
        EXPECT_EQ(result.exit_code, 3) << command << " " << statement;
        EXPECT_THAT(result.err, HasSubstr("it has no table '" + table + "'")) << statement;
      }
    }
  }
}

// The error was attributed to the condition of the user, with exit code 2.
TEST(HostileTrace, AViewThatWasChangedIsNoFaultOfACondition) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "2", "-q", "-o", file}).exit_code, 0);
  sql(file, "DROP VIEW node_text; CREATE VIEW node_text AS SELECT id, no_such_column FROM node");
  const ProgramResult result = plytrace({"find", file, "--where", "ply > 0"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("no_such_column"));
  EXPECT_THAT(result.err, testing::Not(HasSubstr("is not a condition")));
}

// export wrote lines that import refuses.
TEST(HostileTrace, ATextWithANulIsDamage) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  for (const char* const statement :
       {"UPDATE move SET text = 'a' || char(0) || 'b'", "UPDATE note SET name = 'a' || char(0)"}) {
    std::filesystem::remove(file);
    make_lawless(file, statement);
    const ProgramResult result = plytrace({"export", file, "--to", "ndjson"});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("a text with a NUL"));
  }
}

// Every command that reads or extends a trace refuses it at once, with exit code 3.
void expect_journal_refused(const ScratchFolder& folder, const std::string& reason) {
  const std::string before = read_file(folder / "run.db");
  for (const std::string command :
       {"info run.db", "verify run.db", "search tictactoe -d 1 -o run.db --append",
        "import events -o run.db --append", "find run.db --index"}) {
    // timeout -k: a process that waits for a pipe resumes waiting after each signal except SIGKILL.
    const ProgramResult result =
        shell("timeout -k 1 20 $PLYTRACE " + command, folder.path().string());
    EXPECT_EQ(result.exit_code, 3) << command << ": " << result.err;
    EXPECT_EQ(result.out, "") << command;
    EXPECT_THAT(result.err, HasSubstr("there is a file beside it, ")) << command;
    EXPECT_THAT(result.err, HasSubstr(reason)) << command;
  }
  EXPECT_EQ(read_file(folder / "run.db"), before);
}

// SQLite rolls back such a journal and then deletes the file that it names as part of a transaction
// over several databases. So `plytrace info` on an unpacked archive could delete any file of the
// user.
TEST(HostileTrace, AJournalThatNamesAnotherFileDeletesNothing) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db", precious = folder / "precious";
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "2", "-q", "-o", file}).exit_code, 0);
  write_file(precious, "mine");
  write_file(folder / "events", "{\"event\":\"enter\"}\n{\"event\":\"leave\",\"value\":1}\n");
  const auto number = [](std::size_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFFU);
    return bytes;
  };
  const auto pages = static_cast<std::size_t>(std::stoll(sql_value(file, "PRAGMA page_count")));
  const auto size = static_cast<std::size_t>(std::stoll(sql_value(file, "PRAGMA page_size")));
  const std::string magic = "\xD9\xD5\x05\xF9\x20\xA1\x63\xD7";
  std::string journal = magic + number(0) + number(1) + number(pages) + number(512) + number(size);
  journal.resize(512);
  std::size_t sum = 0;
  for (const char c : precious) sum += static_cast<std::size_t>(c);
  journal += number((std::size_t{1} << 30U) / size + 1) + precious + number(precious.size()) +
             number(sum) + magic;
  write_file(file + "-journal", journal);
  expect_journal_refused(folder, "run.db-journal, which tells SQLite to delete another file");
  EXPECT_EQ(read_file(precious), "mine");
}

// SQLite wrote the pages of another trace's leftover journal into a trace that was copied to the
// same name.
TEST(HostileTrace, AJournalOfAnotherTraceIsNotUndone) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db", other = folder / "other.db";
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "2", "-q", "-o", file}).exit_code, 0);
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "6", "-q", "-o", other}).exit_code, 0);
  write_file(folder / "events", "{\"event\":\"enter\"}\n{\"event\":\"leave\",\"value\":1}\n");
  const std::string reason = "run.db-journal, the journal of another file";
  // A change that includes page 1, and one that does not.
  for (const char* const change :
       {"INSERT INTO note SELECT id, 1, 1, 'n', hex(zeroblob(900)) FROM node LIMIT 500",
        "UPDATE node SET value = 77"}) {
    SCOPED_TRACE(change);
    with_open_database(other, std::string("PRAGMA synchronous = OFF; BEGIN; ") + change,
                       [&] { std::filesystem::copy_file(other + "-journal", file + "-journal"); });
    expect_journal_refused(folder, reason);
    std::filesystem::remove(file + "-journal");
  }
  // The journal of the first transaction of a file: a finished trace was emptied.
  with_open_database(folder / "new.db", "PRAGMA synchronous = OFF; BEGIN; CREATE TABLE t (a)", [&] {
    std::filesystem::copy_file(folder / "new.db-journal", file + "-journal");
  });
  expect_journal_refused(folder, reason);
  std::filesystem::remove(file + "-journal");
  // An old journal of the trace itself, from before something was appended.
  std::filesystem::copy_file(file, folder / "copy.db");
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "2", "-q", "-o", file, "--append"}).exit_code,
            0);
  with_open_database(file, "PRAGMA synchronous = OFF; BEGIN; CREATE TABLE t (a)", [&] {
    std::filesystem::copy_file(file + "-journal", folder / "copy.db-journal");
  });
  std::filesystem::rename(folder / "copy.db", file);
  std::filesystem::rename(folder / "copy.db-journal", file + "-journal");
  expect_journal_refused(folder, reason);
}

// An invalid journal, and the journal of an unfinished change of this trace.
TEST(HostileTrace, AJournalOfItsOwnIsUndone) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db", journal = file + "-journal";
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "2", "-q", "-o", file}).exit_code, 0);
  const std::string before = read_file(file);
  for (const char* const change : {"CREATE TABLE t (a)", "UPDATE node SET value = 77"}) {
    SCOPED_TRACE(change);
    std::string kept;
    with_open_database(file, std::string("PRAGMA synchronous = OFF; BEGIN; ") + change,
                       [&] { kept = read_file(journal); });
    // The journal as a kill leaves it, whole and truncated.
    for (std::size_t bytes = 0; bytes <= kept.size(); bytes += kept.size() / 20) {
      write_file(journal, kept.substr(0, bytes));
      const ProgramResult result = plytrace({"verify", file});
      EXPECT_EQ(result.exit_code, 0) << bytes << ": " << result.err;
      EXPECT_EQ(read_file(file), before);
    }
  }
}

// SQLite waited forever for a pipe, ignoring the first Ctrl-C, and wrote its log through a link.
TEST(HostileTrace, WhatIsNoOrdinaryFileIsNoJournal) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "2", "-q", "-o", folder / "run.db"}).exit_code,
            0);
  write_file(folder / "events", "{\"event\":\"enter\"}\n{\"event\":\"leave\",\"value\":1}\n");
  write_file(folder / "precious", "mine");
  for (const std::string journal : {"run.db-journal", "run.db-wal", "run.db-shm"}) {
    for (const std::string made : {"mkfifo ", "mkdir ", "ln -s precious ", "ln -s nowhere "}) {
      SCOPED_TRACE(made + journal);
      ASSERT_EQ(shell(made + journal, folder.path().string()).exit_code, 0);
      expect_journal_refused(folder, journal + ", which is not an ordinary file");
      std::filesystem::remove(folder / journal);
    }
  }
  EXPECT_EQ(read_file(folder / "precious"), "mine");
  EXPECT_FALSE(std::filesystem::exists(folder / "nowhere"));
}

struct Column {
  std::string table, name;
};

template <class Row>
void add_columns(std::vector<Column>& columns) {
  format::for_each_column<Row>([&](const auto& column) {
    const std::string table = format::Table<Row>::kName, name = column.name;
    // Skip primary keys, because rows must have different ones.
    if (name == "id" || (table == "ply_summary" && (name == "pass" || name == "ply"))) return;
    columns.push_back({table, name});
  });
}

std::vector<Column> all_columns() {
  std::vector<Column> columns;
  add_columns<SearchRow>(columns);
  add_columns<PassRow>(columns);
  add_columns<NodeRow>(columns);
  format::for_each_event_table([&]<class Row>() { add_columns<Row>(columns); });
  columns.push_back({"move", "text"});
  add_columns<PlySummaryRow>(columns);
  columns.push_back({"meta", "value"});
  return columns;
}

const char* const kValues[] = {
    "NULL", "'x' || char(27)", "x'00ff1b'", "-9223372036854775808", "9223372036854775807", "1e308"};

// In each tried column every row gets a value of the wrong kind; the kinds are used in turn.
TEST(SlowHostileTrace, AWrongValueInAColumnIsSurvived) {
  const auto step = static_cast<std::size_t>(std::max(1, 25 / attack_rounds(5)));
  const ScratchFolder folder;
  std::size_t turn = attack_seed(0);
  for (const Column& column : all_columns()) {
    if (++turn % step != 0) continue;
    const std::string statement = "UPDATE " + column.table + " SET \"" + column.name +
                                  "\" = " + kValues[turn / step % std::size(kValues)];
    SCOPED_TRACE(statement);
    make_lawless(folder / "run.db", statement);
    expect_manners(folder);
  }
}

}  // namespace
}  // namespace plytrace::test

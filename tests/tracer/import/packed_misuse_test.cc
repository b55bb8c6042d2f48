// SPDX-License-Identifier: MIT
//
// Events that make no sense (odd_engine.c): the header writes them so that plytrace import refuses
// them as libplytrace does, in both of its forms. Before, some became other events, which refuted a
// sound search, and others stopped the import of event lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tracer/import/equal_rows.h"

namespace plytrace::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class PackedMisuse : public ::testing::Test {
 protected:
  ProgramResult run(const std::string& command) {
    return shell("LIBRARY='" + test_binary("plytrace_odd_engine") + "'\nEMIT='" +
                     test_binary("plytrace_odd_engine_emit") + "'\n" + command,
                 folder_.path().string());
  }
  std::string refused(const char* trace) {
    return sql_value(folder_ / trace, "SELECT value FROM meta WHERE name = 'refused_events'");
  }
  // Records the case with the library into a.db, and with the header into the others.
  ProgramResult record(const std::string& name) {
    const ProgramResult result =
        run("rm -f *.db ?.plt ?.ndjson; \"$LIBRARY\" a.db '" + name +
            "'\nfor i in c.plt c.ndjson; do \"$EMIT\" $i '" + name +
            "'; \"$PLYTRACE\" import $i -o ${i#c.}.db --quiet > said; done; cp plt.db b.db");
    EXPECT_EQ(result.exit_code, 0) << name << result.err;
    return result;
  }
  void expect_as_library(const std::string& name) {
    record(name);
    for (const char* const form : {"plt.db", "ndjson.db"}) {
      run(std::string("cp ") + form + " b.db");
      expect_equal(folder_);
      EXPECT_EQ(refused("a.db"), refused("b.db"));
      EXPECT_NE(run("\"$PLYTRACE\" verify b.db").exit_code, 1) << "REFUTED";
      if (HasFailure()) FAIL() << name << " in " << form;
    }
  }

  const ScratchFolder folder_;
};

// Node 0 counted as the innermost one in event lines, node -1 in the packed form, and 2^40 + 1 was
// node 1.
TEST_F(PackedMisuse, ANumberThatNoNodeHasNamesNone) {
  expect_as_library("nodes");
  EXPECT_EQ(refused("b.db"), "40");
  expect_as_library("leave of the innermost");
}

// A purpose of 257 was that of an iteration, other words were left out, and a use of 256 was no
// misuse in libplytrace. A pass that was refused closed the nodes, so their events were, too.
TEST_F(PackedMisuse, ACodeThatIsNoneIsRefused) {
  for (const char* const name :
       {"scores", "fail", "captured", "captured with blanks", "text of no move", "side", "role",
        "kind", "purpose", "status", "cause", "use", "depth", "score range"}) {
    expect_as_library(name);
  }
}

// The lines of such events could not be imported.
TEST_F(PackedMisuse, ANumberThatIsNoneIsRefused) {
  for (const char* const name :
       {"window of a pass", "NaN of a pass", "NaN bound", "NaN window", "NaN store", "NaN credit",
        "NaN cut", "NaN range", "cut without a value"}) {
    expect_as_library(name);
  }
}

// Event lines had the options as they were given, so a line of them ended the event.
TEST_F(PackedMisuse, OptionsMayHaveSeveralLines) {
  expect_as_library("options in lines");
  EXPECT_EQ(run("\"$PLYTRACE\" export b.db --to ndjson | \"$PLYTRACE\" import - -o d.db --quiet && "
                "mv d.db b.db")
                .exit_code,
            0);
  expect_equal(folder_);
}

// They were recorded, so that the options and the digest were others after export and import.
TEST_F(PackedMisuse, OptionsThatAreNoObjectAreRefused) {
  for (const char* const options : {"{bad", "[1,2]", R"({"a":1e400})", "options of Latin-1"}) {
    expect_as_library(options);
    EXPECT_EQ(refused("b.db"), "1");
    EXPECT_EQ(sql_value(folder_ / "b.db", "SELECT game_options || options FROM search"), "{}{}");
  }
}

// They could not be imported, being no UTF-8.
TEST_F(PackedMisuse, BytesThatAreNotUtf8AreEscaped) {
  record("Latin-1");
  EXPECT_EQ(run("rm a.db; \"$PLYTRACE\" export plt.db --to ndjson | \"$PLYTRACE\" import - -o a.db "
                "--quiet && cp ndjson.db b.db")
                .exit_code,
            0);
  expect_equal(folder_);
  EXPECT_EQ(sql_value(folder_ / "b.db", "SELECT name || value FROM note"),
            "caf\\xE9\\xFF\\xFE \xC3\xA9 \xF0\x9F\x99\x82");
}

// Such a move was shown as its number, and nothing was counted. Event lines took any length.
TEST_F(PackedMisuse, ATextThatIsTooLongIsRefused) {
  expect_as_library("move_text of 4097 bytes");
  EXPECT_EQ(refused("b.db"), "2");
  EXPECT_EQ(sql_value(folder_ / "b.db", "SELECT group_concat(move) FROM node_text"), "?,?");
  expect_as_library("move_of_text of 4097 bytes");
  EXPECT_EQ(record("note of 100000 bytes").out, "0\n1\n1\n") << "the library takes longer ones";
  for (const char* const trace : {"plt.db", "ndjson.db"}) {
    EXPECT_EQ(count(folder_ / trace, "SELECT count(*) FROM note"), 0);
    EXPECT_EQ(refused(trace), "1");
  }
}

// Event lines held every event, and no word of the filters.
TEST_F(PackedMisuse, TheFiltersAreThoseOfTheLibrary) {
  expect_as_library("filters");
  EXPECT_EQ(count(folder_ / "b.db", "SELECT count(*) FROM node"), 3) << "roots";
  // The import ignored a path that is none.
  const ProgramResult below = run("\"$EMIT\" d.plt below; ls d.plt; \"$LIBRARY\" d.db below");
  EXPECT_THAT(below.err, AllOf(HasSubstr("plytrace_options.below is not a path; write it as /d/c"),
                               HasSubstr("'d/c' is not a path; write it as /d/c"),
                               HasSubstr("cannot access 'd.plt'")));
}

}  // namespace
}  // namespace plytrace::test

// SPDX-License-Identifier: MIT
//
// Covers tracer/emit: what the C interface records for table entries: stores, probes, and which
// store answered a probe.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "tests/tracer/api_support.h"
#include "tests/tracer/recording_support.h"

namespace plytrace::test {
namespace {

TEST_F(OpenedTrace, TableAnswersKnowTheNodeThatStoredThem) {
  plytrace_search search = side_view();
  plytrace_begin_search(stream, &search);
  plytrace_entry_args entry = PLYTRACE_ENTRY_INIT;
  entry.key = 0xFFFFFFFFFFFFFFFFU;
  entry.depth = entry.stored_depth = 2;
  entry.value = 5;
  entry.has_raw = 1;
  entry.raw = 6;
  entry.bound = PLYTRACE_LOWER;
  entry.used = PLYTRACE_ANSWERED;
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 3, -kInf, kInf);
  const plytrace_node storing = plytrace_enter(stream, 1, 1, 2, -kInf, kInf);
  plytrace_store(stream, storing, &entry);
  plytrace_leave(stream, storing, 5);
  const plytrace_node asking = plytrace_enter(stream, 2, 1, 2, -kInf, kInf);
  plytrace_probe(stream, asking, &entry);
  plytrace_leave_leaf(stream, asking, PLYTRACE_TABLE, 5);
  plytrace_credit(stream, root, -4);
  plytrace_leave(stream, root, -4);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file,
                      "SELECT stored_by || ' ' || bound || ' ' || value || ' ' || raw || ' ' "
                      "|| key || ' ' || used FROM table_probe"),
            "2 2 -5.0 -6.0 -1 3");
  EXPECT_EQ(sql_value(file, "SELECT bound || ' ' || value FROM table_store"), "2 -5.0");
  EXPECT_EQ(sql_value(file, "SELECT credited FROM node WHERE id = 3"), "-4.0");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(kind) FROM node"), "0,6,3");
}

// The entry found need not be the one stored last if there are two tables or buckets.
TEST_F(OpenedTrace, AnEntryComesFromTheStoreThatReadsLikeIt) {
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 9, -9, 9);
  plytrace_entry_args entry = PLYTRACE_ENTRY_INIT;
  entry.key = 77;
  for (const int depth : {6, 2}) {
    const plytrace_node child = plytrace_enter(stream, 1, 1, depth, -9, 9);
    entry.depth = depth;
    entry.value = depth;
    plytrace_store(stream, child, &entry);
    plytrace_leave(stream, child, depth);
  }
  const plytrace_node child = plytrace_enter(stream, 2, 1, 1, -9, 9);
  entry.depth = 1;
  for (const int stored : {6, 2, 4}) {
    entry.stored_depth = stored;
    entry.value = stored;
    plytrace_probe(stream, child, &entry);
  }
  plytrace_leave(stream, child, 2);
  // 100,000 other entries displace neither of them.
  for (std::uint64_t key = 1000; key < 101'000; ++key) {
    entry.key = key;
    plytrace_store(stream, root, &entry);
  }
  entry.key = 77;
  entry.value = entry.stored_depth = 6;
  plytrace_probe(stream, root, &entry);
  plytrace_leave(stream, root, 2);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file, "SELECT group_concat(stored_by) FROM table_probe"), "2,3,3,2");
}

// "The key of a probe" had two meanings: the key looked up, and the key under which the entry found
// was stored. They differ if a table compares only some bits, so both are recorded.
TEST_F(OpenedTrace, AnEntryHasTheKeyAskedWithAndTheKeyItWasStoredUnder) {
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 9, -9, 9);
  plytrace_entry_args entry = PLYTRACE_ENTRY_INIT;
  for (const std::uint64_t key : {77U, 78U, 0U}) {
    entry.key = key;
    plytrace_store(stream, root, &entry);
  }
  const plytrace_node child = plytrace_enter(stream, 2, 1, 1, -9, 9);
  entry.key = 79;
  plytrace_probe(stream, child, &entry);
  entry.has_entry_key = 1;
  entry.entry_key = 0xFFFFFFFFFFFFFFFEU;
  plytrace_probe(stream, child, &entry);
  entry.entry_key = 78;
  plytrace_probe(stream, child, &entry);
  plytrace_leave(stream, child, 2);
  plytrace_leave(stream, root, 2);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file, "SELECT group_concat(ifnull(key, '-')) FROM table_store_text"),
            "77,78,-");
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(key || ' ' || ifnull(entry_key, '-') || ' ' || "
                      "ifnull(stored_by, '-'), ', ') FROM table_probe_text"),
            "79 - -, 79 -2 -, 79 78 1");
}

// An engine compiled before entry_key existed passes a smaller structure.
TEST_F(OpenedTrace, AShorterEntryHasNoKeyOfItsOwn) {
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 9, -9, 9);
  plytrace_entry_args entry = PLYTRACE_ENTRY_INIT;
  entry.size = offsetof(plytrace_entry_args, has_entry_key);
  entry.key = 79;
  entry.has_entry_key = 1;
  plytrace_probe(stream, root, &entry);
  plytrace_leave(stream, root, 2);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file, "SELECT key || ' ' || ifnull(entry_key, '-') FROM table_probe"),
            "79 -");
}

}  // namespace
}  // namespace plytrace::test

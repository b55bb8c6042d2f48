// SPDX-License-Identifier: MIT
#include "tracer/destination.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

void expect_refused(const Destination& destination, StatusCode code, const std::string& words) {
  const Status status = create_destination(destination);
  EXPECT_EQ(status.code(), code) << destination.path;
  EXPECT_THAT(status.message(), HasSubstr(words));
  EXPECT_EQ(status.message().find('\n'), std::string::npos);
}

TEST(Destination, AnExistingFileIsKeptUnlessForced) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  test::write_file(file, "precious");
  expect_refused({.path = file}, StatusCode::kUsage, "already exists");
  EXPECT_EQ(test::read_file(file), "precious");
  EXPECT_TRUE(check_destination({.path = file, .force = true}).is_ok());
  EXPECT_EQ(test::read_file(file), "precious");
}

TEST(Destination, JournalsOfAnOldTraceAreNotTakenForOurs) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  test::write_file(file + "-wal", "old");
  expect_refused({.path = file}, StatusCode::kUsage, "left over");
  EXPECT_TRUE(create_destination({.path = file, .force = true}).is_ok());
  EXPECT_FALSE(std::filesystem::exists(file + "-wal"));
  // If the trace exists, these are its own files.
  expect_refused({.path = file + "-wal", .force = true}, StatusCode::kUsage, "belongs to");
}

TEST(Destination, PlacesThatCannotHoldATraceAreNamed) {
  const ScratchFolder folder;
  test::write_file(folder / "file", "");
  expect_refused({.path = folder.path().string(), .force = true}, StatusCode::kUsage,
                 "is a folder");
  expect_refused({.path = folder / "no/t.db"}, StatusCode::kEnvironment, "does not exist");
  expect_refused({.path = folder / "file/t.db"}, StatusCode::kEnvironment, "file");
  expect_refused({.path = "-"}, StatusCode::kUsage, "not standard output");
  expect_refused({.path = ""}, StatusCode::kUsage, "not standard output");
  expect_refused({.path = "/dev/null", .force = true}, StatusCode::kUsage, "not an ordinary file");
}

}  // namespace
}  // namespace plytrace::test

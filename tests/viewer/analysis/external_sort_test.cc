// SPDX-License-Identifier: MIT
#include "viewer/analysis/external_sort.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

struct Numbered {
  std::uint64_t key = 0, number = 0;
  bool operator<(const Numbered& other) const { return key < other.key; }
};

// Sorts `count` items with memory for `in_memory`; returns the number of bytes written to the file.
std::uint64_t sort(std::size_t count, std::size_t in_memory) {
  std::mt19937_64 random(count);
  ExternalSort<Numbered> sort(in_memory * sizeof(Numbered));
  std::vector<std::uint64_t> expected;
  for (std::size_t i = 0; i < count; ++i) {
    expected.push_back(random() % 1000);
    sort.add({expected.back(), i});
  }
  std::sort(expected.begin(), expected.end());
  std::vector<std::uint64_t> keys;
  std::vector<bool> seen(count);
  sort.for_each_sorted([&](const Numbered& record) {
    keys.push_back(record.key);
    EXPECT_FALSE(seen[record.number]);
    seen[record.number] = true;
    return true;
  });
  EXPECT_EQ(keys, expected);
  return sort.spilled();
}

TEST(ExternalSort, SortsInMemoryWhatFits) {
  EXPECT_EQ(sort(0, 100), 0U);
  EXPECT_EQ(sort(100, 100), 0U);
}

TEST(ExternalSort, SortsThroughAFileWhatDoesNot) {
  EXPECT_EQ(sort(101, 100), 101 * sizeof(Numbered));
  EXPECT_EQ(sort(100'000, 100), 100'000 * sizeof(Numbered));
}

TEST(ExternalSort, StopsWhereItsVisitorDoes) {
  ExternalSort<Numbered> sort(16 * sizeof(Numbered));
  for (std::uint64_t i = 0; i < 100; ++i) sort.add({100 - i, i});
  std::uint64_t visited = 0;
  sort.for_each_sorted([&](const Numbered& record) {
    EXPECT_EQ(record.key, ++visited);
    return visited < 7;
  });
  EXPECT_EQ(visited, 7U);
}

// Adds items until adding fails.
Status fill() try {
  ExternalSort<Numbered> sort(16 * sizeof(Numbered));
  for (std::uint64_t i = 0; i < 10'000; ++i) sort.add({i, i});
  return Status::ok();
} catch (const Failure& failure) {
  return failure.status();
}

TEST(ExternalSort, SaysThatThereIsNoFolderForItsFile) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("TMPDIR", "/no/such/folder", 1);
  const Status status = fill();
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", kept.c_str(), 1);
  EXPECT_EQ(status.code(), StatusCode::kEnvironment);
  EXPECT_THAT(status.message(),
              testing::HasSubstr("/no/such/folder: cannot make a temporary file"));
  EXPECT_THAT(status.message(), testing::HasSubstr("set TMPDIR"));
}

TEST(ExternalSort, SaysThatItsFileCannotGrow) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status status = fill();
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(status.code(), StatusCode::kEnvironment);
  EXPECT_THAT(status.message(), testing::HasSubstr("cannot write a temporary file"));
}

}  // namespace
}  // namespace plytrace::test

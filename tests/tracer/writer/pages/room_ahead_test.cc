// SPDX-License-Identifier: MIT
//
// Room that is asked for ahead does not show in the file, and goes back when it is truncated.
#include "tracer/writer/pages/room_ahead.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using writer::RoomAhead;

class RoomAheadTest : public testing::Test {
 protected:
  RoomAheadTest() : path_(folder_ / "t.db") { write_file(path_, "twelve bytes"); }

  struct stat info() const {
    struct stat now {};
    EXPECT_EQ(stat(path_.c_str(), &now), 0);
    return now;
  }
  std::int64_t bytes_on_disk() const { return std::int64_t{info().st_blocks} * 512; }

  ScratchFolder folder_;
  std::string path_;
};

TEST_F(RoomAheadTest, IsThereButNotInTheFile) {
  const int file = open(path_.c_str(), O_RDWR);
  ASSERT_GE(file, 0);
  RoomAhead room(path_.c_str());
  constexpr std::int64_t kEnd = 1 << 20;
  room.expect(kEnd);
  EXPECT_EQ(info().st_size, 12);
  // As much as the file is about to have, and as much again; where the file system can do it.
  const bool is_able = fallocate(file, FALLOC_FL_KEEP_SIZE, 0, 1) == 0;
  EXPECT_GE(bytes_on_disk(), is_able ? 2 * kEnd : 0);
  EXPECT_EQ(read_file(path_), "twelve bytes");

  EXPECT_EQ(ftruncate(file, 12), 0);
  EXPECT_LT(bytes_on_disk(), kEnd);
  close(file);
}

TEST_F(RoomAheadTest, IsAskedForThroughADescriptorThatMayWrite) {
  const int file = open(path_.c_str(), O_RDONLY);
  ASSERT_GE(file, 0);
  RoomAhead room(path_.c_str());
  room.expect(1 << 20);
  EXPECT_LT(bytes_on_disk(), 1 << 20);
  close(file);
}

TEST_F(RoomAheadTest, LeavesAnotherFileAlone) {
  const std::string other = folder_ / "other.db";
  write_file(other, "another");
  const int file = open(other.c_str(), O_RDWR);
  RoomAhead room(path_.c_str());
  room.expect(1 << 20);
  struct stat info {};
  EXPECT_EQ(fstat(file, &info), 0);
  EXPECT_LT(std::int64_t{info.st_blocks} * 512, 1 << 20);
  close(file);
}

}  // namespace
}  // namespace plytrace::test

// SPDX-License-Identifier: MIT
#include "viewer/draw/run_apart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>

namespace plytrace::draw {
namespace {

using ::testing::HasSubstr;

TEST(RunApart, HandsOverTheBytesOrWhatTheFunctionSays) {
  const std::string picture(1'000'000, '\0');
  const auto made = run_apart("It", 20, [&]() -> Result<std::string> { return picture; });
  ASSERT_TRUE(made);
  EXPECT_EQ(*made, picture);
  const auto refused = run_apart(
      "It", 20, []() -> Result<std::string> { return Status::bad_input("no such thing"); });
  EXPECT_EQ(refused.status().code(), StatusCode::kBadInput);
  EXPECT_EQ(refused.status().message(), "no such thing");
}

// GLib and fontconfig abort the process when memory runs out, so `report` died of a signal.
TEST(RunApart, WhatEndsTheProcessIsAnError) {
  const auto aborted = run_apart("It", 20, []() -> Result<std::string> {
    std::fputs("unheard\n", stderr);
    std::abort();
  });
  EXPECT_EQ(aborted.status().code(), StatusCode::kEnvironment);
  EXPECT_THAT(aborted.status().message(), HasSubstr("It ended without a picture (signal 6)"));
  // fontconfig looped forever.
  const auto endless = run_apart("It", 1, []() -> Result<std::string> {
    while (getpid() != 0) {
    }
    return std::string();
  });
  EXPECT_EQ(endless.status().code(), StatusCode::kEnvironment);
  const auto without = run_apart("It", 20, []() -> Result<std::string> { throw std::bad_alloc(); });
  EXPECT_EQ(without.status().code(), StatusCode::kEnvironment);
}

}  // namespace
}  // namespace plytrace::draw

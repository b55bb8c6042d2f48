// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/viewer/explore/asking.h"
#include "viewer/explore/jobs.h"

namespace plytrace::test {
namespace {

TEST(Jobs, AStoppedWorkEndsAtItsNextProgress) {
  std::atomic<int> turns = 0;
  {
    explore::Jobs jobs;
    const auto forever = [&](const explore::Job::Control& control) -> text::Json {
      for (;; ++turns) control.progress(0.5);
    };
    while (turns < 3) jobs.ask("forever", true, forever);
    EXPECT_EQ(jobs.ask("forever", false, forever)["state"], "running");
  }
  EXPECT_GE(turns, 3);
}

TEST(Jobs, OfManyNamesTheOldAreForgotten) {
  explore::Jobs jobs;
  const auto at_once = [](const explore::Job::Control&) { return text::Json{{"x", 1}}; };
  const auto state = [&](int name, bool start) {
    return jobs.ask(std::to_string(name), start, at_once)["state"];
  };
  for (int name = 0; name < 40; ++name) {
    state(name, true);
    while (state(name, false) == "running") continue;
    EXPECT_EQ(state(name, false), "done");
  }
  EXPECT_EQ(state(0, false), "none");
}

}  // namespace
}  // namespace plytrace::test

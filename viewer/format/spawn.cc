// SPDX-License-Identifier: MIT
#include "viewer/format/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>

extern char** environ;  // NOLINT: POSIX requires this name

namespace plytrace {
namespace {

// The leaders of the groups; 0 is a free place. A group that finds none is not killed by a signal.
std::array<std::atomic<pid_t>, 8> g_groups{};

void replace_group(pid_t known, pid_t by) {
  std::any_of(g_groups.begin(), g_groups.end(), [&](std::atomic<pid_t>& place) {
    pid_t expected = known;
    return place.compare_exchange_strong(expected, by);
  });
}

}  // namespace

int spawn(Spawn what, pid_t& process) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (int i = 0; i < 3; ++i) {
    const int file = what.files[static_cast<std::size_t>(i)];
    if (file < 0) {
      posix_spawn_file_actions_addopen(&files, i, "/dev/null", O_RDWR, 0);
    } else {
      posix_spawn_file_actions_adddup2(&files, file, i);
    }
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int group = what.has_own_group ? POSIX_SPAWN_SETPGROUP : 0;
  posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGDEF | group));
  std::vector<char*> arguments;
  for (std::string& word : what.words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error = ::posix_spawnp(&process, what.program.c_str(), &files, &attributes,
                                   arguments.data(), environ);
  if (error == 0 && what.has_own_group) replace_group(0, process);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

int wait_for(pid_t process) {
  // Its number may be that of another group afterwards.
  replace_group(process, 0);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void kill_groups() {
  for (const std::atomic<pid_t>& group : g_groups) {
    if (const pid_t leader = group.load(); leader > 0) ::kill(-leader, SIGKILL);
  }
}

}  // namespace plytrace

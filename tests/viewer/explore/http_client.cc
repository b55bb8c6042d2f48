// SPDX-License-Identifier: MIT
#include "tests/viewer/explore/http_client.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>

#include "tests/pattern.h"
#include "tests/test_support.h"

namespace plytrace::test {

ExplorerProcess::ExplorerProcess(const std::string& trace) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const std::string program = program_path();
  child_ = fork();
  if (child_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execl(program.c_str(), program.c_str(), "explore", trace.c_str(), "--no-open",
          static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  std::string line;
  for (char c = 0; read(ends[0], &c, 1) == 1 && c != '\n';) line += c;
  close(ends[0]);
  static const Pattern kAddress("http://127\\.0\\.0\\.1:([0-9]+)(/[0-9a-f]{32}/)");
  const Match parts = kAddress.match(line);
  EXPECT_TRUE(parts) << line;
  if (!parts) return;
  port_ = std::atoi(parts[1].c_str());
  path_ = parts[2];
}

ExplorerProcess::~ExplorerProcess() {
  if (child_ > 0) end();
}

long ExplorerProcess::resident() const {
  std::ifstream status("/proc/" + std::to_string(child_) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmRSS:", 0) == 0) return std::atol(line.c_str() + 6);
  }
  return -1;
}

int ExplorerProcess::end() {
  kill(child_, SIGINT);
  int state = 0;
  waitpid(child_, &state, 0);
  child_ = -1;
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

HttpConnection::HttpConnection(int port, bool v6) {
  fd_ = socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int connected = -1;
  if (v6) {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(static_cast<std::uint16_t>(port));
    address.sin6_addr = in6addr_loopback;
    connected = connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  } else {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected = connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
  if (connected == 0) return;
  close(fd_);
  fd_ = -1;
}

HttpConnection::~HttpConnection() {
  if (fd_ >= 0) close(fd_);
}

bool HttpConnection::send(const std::string& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t took = ::send(fd_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (took <= 0) return false;
    sent += static_cast<std::size_t>(took);
  }
  return true;
}

bool HttpConnection::receive(std::string& bytes, int seconds) {
  pollfd wait{fd_, POLLIN, 0};
  if (poll(&wait, 1, seconds * 1000) <= 0) return false;
  std::array<char, 65536> buffer{};
  const ssize_t got = recv(fd_, buffer.data(), buffer.size(), 0);
  if (got <= 0) return false;
  bytes.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

std::string HttpConnection::read_all(int seconds) {
  while (receive(rest_, seconds)) {
  }
  return std::exchange(rest_, {});
}

std::string HttpConnection::read_answer(int seconds) {
  const std::string field = "Content-Length: ";
  for (;;) {
    const std::size_t head = rest_.find("\r\n\r\n");
    const std::size_t length = rest_.find(field);
    if (head != std::string::npos && length < head) {
      const std::size_t whole =
          head + 4 + static_cast<std::size_t>(std::atol(rest_.c_str() + length + field.size()));
      if (rest_.size() >= whole) {
        std::string answer = rest_.substr(0, whole);
        rest_.erase(0, whole);
        return answer;
      }
    }
    if (!receive(rest_, seconds)) return "";
  }
}

std::string http_get(const ExplorerProcess& explorer, const std::string& path) {
  HttpConnection connection(explorer.port());
  connection.send("GET " + path + " HTTP/1.1\r\nHost: " + explorer.host() +
                  "\r\nConnection: close\r\n\r\n");
  return connection.read_all();
}

int status_of(const std::string& answer) {
  return answer.rfind("HTTP/1.1 ", 0) == 0 ? std::atoi(answer.c_str() + 9) : 0;
}

std::string body_of(const std::string& answer) {
  const std::size_t head = answer.find("\r\n\r\n");
  return head == std::string::npos ? "" : answer.substr(head + 4);
}

}  // namespace plytrace::test

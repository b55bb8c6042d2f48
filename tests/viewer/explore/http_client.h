// SPDX-License-Identifier: MIT
//
// The explorer as a process of its own, and a client that says to it whatever bytes it likes.
#pragma once

#include <sys/types.h>

#include <string>

namespace plytrace::test {

// `plytrace explore FILES --no-open`, ended by Ctrl-C.
class ExplorerProcess {
 public:
  explicit ExplorerProcess(const std::string& trace);
  ~ExplorerProcess();
  ExplorerProcess(const ExplorerProcess&) = delete;
  ExplorerProcess& operator=(const ExplorerProcess&) = delete;

  int port() const { return port_; }
  const std::string& path() const { return path_; }  // "/TOKEN/"
  std::string host() const { return "127.0.0.1:" + std::to_string(port_); }
  // Resident memory, in KiB.
  long resident() const;
  // Sends SIGINT; the exit code.
  int end();

 private:
  pid_t child_ = -1;
  int port_ = 0;
  std::string path_;
};

class HttpConnection {
 public:
  // To 127.0.0.1, or to ::1.
  explicit HttpConnection(int port, bool v6 = false);
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  bool is_open() const { return fd_ >= 0; }
  // False where the other side does not take them any more.
  bool send(const std::string& bytes);
  // Until the other side closes, or `seconds` without a byte.
  std::string read_all(int seconds = 20);
  // One answer of a connection that stays open, by its Content-Length; "" where there is none.
  std::string read_answer(int seconds = 20);

 private:
  bool receive(std::string& bytes, int seconds);
  int fd_ = -1;
  std::string rest_;
};

// A whole GET with the right Host, on a connection of its own.
std::string http_get(const ExplorerProcess& explorer, const std::string& path);
// 200 of "HTTP/1.1 200 OK..."; 0 of anything else.
int status_of(const std::string& answer);
std::string body_of(const std::string& answer);

}  // namespace plytrace::test

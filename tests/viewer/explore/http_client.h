// SPDX-License-Identifier: MIT
//
// The explorer as a separate process, and a client that sends arbitrary bytes.
#pragma once

#include <sys/types.h>

#include <string>

namespace plytrace::test {

// Runs `plytrace explore FILES --no-open` until Ctrl-C.
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
  // Sends SIGINT; returns the exit code.
  int end();

 private:
  pid_t child_ = -1;
  int port_ = 0;
  std::string path_;
};

class HttpConnection {
 public:
  // Connects to 127.0.0.1, or to ::1.
  explicit HttpConnection(int port, bool v6 = false);
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  bool is_open() const { return fd_ >= 0; }
  // Returns false if the server no longer accepts bytes.
  bool send(const std::string& bytes);
  // Reads until the server closes the connection, or for `seconds` without a byte.
  std::string read_all(int seconds = 20);
  // Reads one answer by its Content-Length, from a connection that stays open; "" if there is none.
  std::string read_answer(int seconds = 20);

 private:
  bool receive(std::string& bytes, int seconds);
  int fd_ = -1;
  std::string rest_;
};

// Sends a complete GET request with the right Host on a new connection.
std::string http_get(const ExplorerProcess& explorer, const std::string& path);
// The status code, such as 200 for "HTTP/1.1 200 OK..."; 0 for anything else.
int status_of(const std::string& answer);
std::string body_of(const std::string& answer);

}  // namespace plytrace::test

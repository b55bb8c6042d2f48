// SPDX-License-Identifier: MIT
//
// Serves HTTP on the loopback addresses 127.0.0.1 and ::1 only; no option changes that. It passes
// requests to a handler and returns the answers, within limits:
// - At most kMostConnections connections and kMostHeader bytes of request line and headers.
// - A request must arrive whole within kSeconds, and a connection may stay idle as long. While more
//   than half of the connections are taken, the limit is kScarceSeconds, also for reading an
//   answer. Time spent on answers to others does not count.
// - A request with a body is answered and its connection closed; the body is not read.
// - Input that is not HTTP is answered by the library (400, 414, 431), without data.
// Requests are answered one after the other; those whose client has disconnected are dropped. While
// more than half of the connections are taken, each connection is closed after its answer; while
// two thirds are taken, so is a connection that sends no request within kFullMilliseconds. Only
// this file's implementation uses libmicrohttpd. Errors: environment (port taken, no sockets,
// library missing). Thread rule: everything runs in the thread that calls run(), one request at a
// time.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "core/status.h"
#include "viewer/explore/request.h"

namespace plytrace::explore {

class HttpServer {
 public:
  static constexpr unsigned kMostConnections = 64;
  static constexpr unsigned kSeconds = 10, kScarceSeconds = 1;
  static constexpr unsigned kFullMilliseconds = 30;
  static constexpr std::size_t kMostHeader = std::size_t{32} * 1024;

  using Handler = std::function<Response(const Request&)>;

  // Port 0: any free port.
  static Result<HttpServer> listen(int port, Handler handler);
  HttpServer(HttpServer&&) noexcept;
  HttpServer& operator=(HttpServer&&) noexcept;
  ~HttpServer();

  int port() const;
  // Answers requests until `stop` is set; a signal wakes it.
  Status run(const std::atomic<bool>& stop);

 private:
  struct Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace plytrace::explore

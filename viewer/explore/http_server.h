// SPDX-License-Identifier: MIT
//
// HTTP on the loopback addresses, 127.0.0.1 and ::1, and on no other: there is no option for more.
// It carries requests to a handler and answers back, within limits: kMostConnections at once,
// kSeconds for a request to arrive whole and for a connection to wait for the next (kScarceSeconds
// for these and for reading an answer while more than half of the connections are taken; neither
// counts while another request is answered), kMostHeader bytes of request line and headers. A
// request with a body is answered and its connection closed, its body unread. What is not HTTP is
// answered by the library (400, 414, 431), without data.
// Cheap questions are answered first; heavy ones wait in line, and one is answered at a time, in
// the order of asking. Those that have waited kMostWait seconds, and are not the next, get 503 with
// Retry-After. What a client has asked who closed his connection meanwhile is not answered. While
// more than half of the connections are taken each is closed with its answer; while two in three
// are, so is what has not asked within kFullMilliseconds.
// The only user of libmicrohttpd. Errors: environment (the port is taken, no sockets, no library).
// Thread rule: everything happens in the thread that calls run(), one request after the other.
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
  static constexpr unsigned kSeconds = 10, kScarceSeconds = 1, kMostWait = 2;
  static constexpr unsigned kFullMilliseconds = 30;
  static constexpr std::size_t kMostHeader = std::size_t{32} * 1024;

  using Handler = std::function<Response(const Request&)>;
  using IsHeavy = std::function<bool(const Request&)>;

  // Port 0: any that is free.
  static Result<HttpServer> listen(int port, Handler handler, IsHeavy is_heavy);
  HttpServer(HttpServer&&) noexcept;
  HttpServer& operator=(HttpServer&&) noexcept;
  ~HttpServer();

  int port() const;
  // Answers until `stop` is set; a signal wakes it.
  Status run(const std::atomic<bool>& stop);

 private:
  struct Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace plytrace::explore

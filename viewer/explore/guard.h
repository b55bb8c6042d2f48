// SPDX-License-Identifier: MIT
//
// Decides who may use the explorer. A request must contain the token in its path (128 random bits,
// printed once), have a loopback name in Host (so that a web page of another site cannot reach the
// explorer through a DNS name), use GET and have no body. Every answer carries headers that prevent
// other sites from using it. Thread rule: const after construction.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/status.h"
#include "viewer/explore/request.h"

namespace plytrace::explore {

// 32 hexadecimal digits from the system's random source.
Result<std::string> new_token();

class Guard {
 public:
  Guard(std::string token, int port);

  // "http://127.0.0.1:PORT/TOKEN/"
  std::string address() const;
  // The answer to a request that is not allowed: 405 (not GET), 421 (wrong Host), 404 (no token),
  // 301 (redirect to the page if the final '/' is missing), 400 (a body or a NUL). nullopt if it is
  // allowed.
  std::optional<Response> refusal(const Request& request) const;
  // The path after "/TOKEN/" of an allowed request.
  std::string below_token(const Request& request) const;
  // Adds the headers that every answer carries.
  static Response sealed(Response response);

 private:
  bool names_this_machine(const Request& request) const;
  bool knows_token(std::string_view path) const;
  std::string token_;
  int port_;
};

}  // namespace plytrace::explore

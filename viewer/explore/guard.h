// SPDX-License-Identifier: MIT
//
// Who may ask the explorer: who knows the token that stands in the path (128 random bits, printed
// once), by a loopback name in Host (so that no page of a stranger, under whatever name, reaches
// it), by GET and without a body. Every answer carries headers that keep it to itself.
// Thread rule: const after it was made.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/status.h"
#include "viewer/explore/request.h"

namespace plytrace::explore {

// 32 hexadecimal digits from the system's source of random numbers.
Result<std::string> new_token();

class Guard {
 public:
  Guard(std::string token, int port);

  // "http://127.0.0.1:PORT/TOKEN/"
  std::string address() const;
  // What a request is answered that may not ask: 405 (not GET), 421 (Host), 404 (no token), 301
  // (to the page, where its last '/' is missing), 400 (a body, a NUL). None where it may.
  std::optional<Response> refusal(const Request& request) const;
  // The path below "/TOKEN/" of a request that was not refused.
  std::string below_token(const Request& request) const;
  // With the headers of every answer.
  static Response sealed(Response response);

 private:
  bool names_this_machine(const Request& request) const;
  bool knows_token(std::string_view path) const;
  std::string token_;
  int port_;
};

}  // namespace plytrace::explore

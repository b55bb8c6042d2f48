// SPDX-License-Identifier: MIT
#include "viewer/explore/guard.h"

#include <sys/random.h>

#include <array>
#include <utility>

#include "viewer/cli/cli.h"

namespace plytrace::explore {
namespace {

Response refused(int status, const std::string& why) {
  return {status, "text/plain; charset=utf-8", why + "\n"};
}

}  // namespace

Result<std::string> new_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return Status::environment("explore: no random numbers for the token: " + cli::errno_text());
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string token;
  for (const unsigned char byte : bytes) {
    token += kDigits[byte >> 4];
    token += kDigits[byte & 15];
  }
  return token;
}

Guard::Guard(std::string token, int port) : token_(std::move(token)), port_(port) {}

std::string Guard::address() const {
  return "http://127.0.0.1:" + std::to_string(port_) + "/" + token_ + "/";
}

std::optional<Response> Guard::refusal(const Request& request) const {
  if (request.holds_nul)
    return refused(400, "a request to the explorer must not contain a NUL byte");
  if (request.method != "GET") {
    Response response = refused(405, "the explorer answers only GET");
    response.headers.emplace_back("Allow", "GET");
    return response;
  }
  if (!names_this_machine(request)) {
    return refused(421, "not the explorer's address; open the one that plytrace explore printed");
  }
  if (!knows_token(request.path)) {
    return refused(404, "no such page; open the address that plytrace explore printed");
  }
  if (request.path.size() == token_.size() + 1) {
    Response response = refused(301, "the explorer's page is below this path");
    response.headers.emplace_back("Location", "/" + token_ + "/");
    return response;
  }
  if (request.has_body) return refused(400, "a request to the explorer must not have a body");
  return std::nullopt;
}

std::string Guard::below_token(const Request& request) const {
  return request.path.substr(token_.size() + 2);
}

Response Guard::sealed(Response response) {
  for (const auto& [name, value] : {
           std::pair{"Content-Security-Policy",
                     "default-src 'self'; base-uri 'none'; form-action 'none'; "
                     "frame-ancestors 'none'"},
           std::pair{"X-Content-Type-Options", "nosniff"},
           std::pair{"Referrer-Policy", "no-referrer"},
           std::pair{"Cross-Origin-Resource-Policy", "same-origin"},
           std::pair{"Cache-Control", "no-store"},
       }) {
    response.headers.emplace_back(name, value);
  }
  return response;
}

bool Guard::names_this_machine(const Request& request) const {
  if (request.hosts.size() != 1) return false;
  for (const char* name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (request.hosts.front() == name + (":" + std::to_string(port_))) return true;
  }
  return false;
}

// Compares in constant time.
bool Guard::knows_token(std::string_view path) const {
  if (path.size() < token_.size() + 1) return false;
  int differs = path.front() ^ '/';
  for (std::size_t i = 0; i < token_.size(); ++i) differs |= path[i + 1] ^ token_[i];
  return differs == 0 && (path.size() == token_.size() + 1 || path[token_.size() + 1] == '/');
}

}  // namespace plytrace::explore

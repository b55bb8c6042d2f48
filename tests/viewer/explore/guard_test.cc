// SPDX-License-Identifier: MIT
#include "viewer/explore/guard.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "viewer/explore/explorer.h"
#include "viewer/explore/web_files.h"

namespace plytrace::explore {
namespace {

const char* const kToken = "0123456789abcdef0123456789abcdef";

Request asking(const std::string& path) {
  return {.method = "GET", .hosts = {"127.0.0.1:8123"}, .path = path, .query = {}};
}

int refused_with(const Request& request) {
  const auto response = Guard(kToken, 8123).refusal(request);
  return response ? response->status : 0;
}

TEST(Guard, LetsTheTokenThroughByLoopbackNames) {
  Request request = asking(std::string("/") + kToken + "/api/node");
  for (const char* host : {"127.0.0.1:8123", "localhost:8123", "[::1]:8123"}) {
    request.hosts = {host};
    EXPECT_EQ(refused_with(request), 0) << host;
  }
  const Guard guard(kToken, 8123);
  EXPECT_EQ(guard.below_token(request), "api/node");
  EXPECT_EQ(guard.address(), std::string("http://127.0.0.1:8123/") + kToken + "/");
}

TEST(Guard, RefusesOtherHosts) {
  Request request = asking(std::string("/") + kToken + "/");
  for (const char* host :
       {"", "127.0.0.1", "127.0.0.1:80", "localhost", "evil.example:8123", "127.0.0.1:8123 ",
        "127.0.0.1:8123.evil.example", "127.0.0.2:8123", "LOCALHOST:8123", "[::]:8123"}) {
    request.hosts = {host};
    EXPECT_EQ(refused_with(request), 421) << host;
  }
  request.hosts = {};
  EXPECT_EQ(refused_with(request), 421);
  request.hosts = {"127.0.0.1:8123", "127.0.0.1:8123"};
  EXPECT_EQ(refused_with(request), 421);
}

TEST(Guard, RefusesWhoDoesNotKnowTheToken) {
  const std::string token = kToken;
  for (const std::string& path :
       {std::string(), std::string("/"), std::string("/api/node"), "/" + token.substr(1) + "/",
        "/1" + token.substr(1) + "/", "/" + token.substr(0, 31) + "e/", "//" + token + "/",
        "/" + token + "x/", "x" + token + "/", std::string("/favicon.ico")}) {
    EXPECT_EQ(refused_with(asking(path)), 404) << path;
  }
}

TEST(Guard, RefusesWhatIsNoPlainGet) {
  Request request = asking(std::string("/") + kToken + "/");
  for (const char* method : {"POST", "HEAD", "OPTIONS", "PUT", "get", "DELETE", "TRACE"}) {
    request.method = method;
    EXPECT_EQ(refused_with(request), 405) << method;
  }
  request.method = "GET";
  request.has_body = true;
  EXPECT_EQ(refused_with(request), 400);
}

TEST(Guard, SendsWhoForgotTheLastSlashToThePage) {
  const auto response = Guard(kToken, 8123).refusal(asking(std::string("/") + kToken));
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 301);
  const std::pair<std::string, std::string> location{"Location", std::string("/") + kToken + "/"};
  EXPECT_EQ(std::count(response->headers.begin(), response->headers.end(), location), 1);
}

TEST(Guard, TokensAre128BitsAndDiffer) {
  const auto one = new_token();
  const auto two = new_token();
  ASSERT_TRUE(one && two);
  EXPECT_EQ(one->size(), 32U);
  EXPECT_EQ(one->find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(*one, *two);
}

TEST(Explorer, EveryAnswerKeepsToItself) {
  Explorer explorer({"/nowhere.db"}, "trace", Guard(kToken, 8123));
  const std::string top = std::string("/") + kToken;
  for (const auto& [path, status] : {std::pair{top + "/", 200},
                                     {top + "/main.js", 200},
                                     {top + "/nothing.js", 404},
                                     {top + "/../etc/passwd", 404},
                                     {top + "/api/nothing", 404},
                                     {top + "/api/traces", 503},
                                     {std::string("/"), 404}}) {
    const Response response = explorer.answer(asking(path));
    EXPECT_EQ(response.status, status) << path;
    for (const auto& header :
         {std::pair<std::string, std::string>{"Content-Security-Policy",
                                              "default-src 'self'; base-uri 'none'; form-action "
                                              "'none'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cache-Control", "no-store"}}) {
      EXPECT_EQ(std::count(response.headers.begin(), response.headers.end(), header), 1) << path;
    }
    for (const auto& [name, value] : response.headers) {
      EXPECT_EQ(name.find("Access-Control"), std::string::npos);
    }
  }
}

TEST(WebFiles, AreOfTheTypesThatBrowsersAskFor) {
  ASSERT_NE(web_file("index.html"), nullptr);
  EXPECT_EQ(web_file(""), web_file("index.html"));
  EXPECT_EQ(web_file("index.htm"), nullptr);
  EXPECT_EQ(media_type("main.js"), "text/javascript; charset=utf-8");
  EXPECT_EQ(media_type("style.css"), "text/css; charset=utf-8");
  EXPECT_EQ(media_type("icon.svg"), "image/svg+xml");
  EXPECT_EQ(media_type("index.html"), "text/html; charset=utf-8");
}

}  // namespace
}  // namespace plytrace::explore

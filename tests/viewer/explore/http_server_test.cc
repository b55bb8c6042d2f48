// SPDX-License-Identifier: MIT
//
// The server's process against well-behaved, broken and hostile clients.
#include "viewer/explore/http_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/test_support.h"
#include "tests/viewer/explore/http_client.h"

namespace plytrace::test {
namespace {

using explore::HttpServer;

class ExplorerServer : public testing::Test {
 protected:
  void SetUp() override {
    const std::string trace = folder_ / "a.db";
    ASSERT_EQ(plytrace({"search", "connect4", "-d", "4", "-o", trace, "-q"}).exit_code, 0);
    explorer_ = std::make_unique<ExplorerProcess>(trace);
    ASSERT_GT(explorer_->port(), 0);
    good_ = explorer_->path() + "api/node?id=6";
    answer_ = body_of(http_get(*explorer_, good_));
    ASSERT_EQ(parse_json(answer_)["node"]["node"], 6);
    before_ = explorer_->resident();
  }
  // After each test the next valid request is answered as before, and the process has not grown.
  void TearDown() override {
    const std::string answer = http_get(*explorer_, good_);
    EXPECT_EQ(status_of(answer), 200);
    EXPECT_EQ(body_of(answer), answer_);
    constexpr long kMostGrowth = 8 * 1024;
    // AddressSanitizer delays the release of freed memory.
    if (!is_address_sanitized()) {
      EXPECT_LT(explorer_->resident() - before_, kMostGrowth);
    }
    EXPECT_EQ(explorer_->end(), 0);
  }
  std::string say(const std::string& bytes) {
    HttpConnection connection(explorer_->port());
    connection.send(bytes);
    return connection.read_all();
  }
  std::string get(const std::string& path, const std::string& headers) {
    return say("GET " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n");
  }
  std::string host() const { return "Host: " + explorer_->host() + "\r\n"; }
  // Checks that the answer is a refusal without any data of the trace.
  static void expect_refused(const std::string& answer, int status) {
    EXPECT_EQ(status_of(answer), status) << answer.substr(0, 300);
    EXPECT_EQ(answer.find("alpha"), std::string::npos);
    EXPECT_EQ(answer.find("Access-Control"), std::string::npos);
  }

  ScratchFolder folder_;
  std::unique_ptr<ExplorerProcess> explorer_;
  std::string good_, answer_;
  long before_ = 0;
};

TEST_F(ExplorerServer, AnswersOneAfterTheOtherOnOneConnectionAndOnBothAddresses) {
  for (const bool v6 : {false, true}) {
    HttpConnection connection(explorer_->port(), v6);
    if (v6 && !connection.is_open()) continue;  // the machine has no ::1
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(connection.send("GET " + good_ + " HTTP/1.1\r\n" + host() + "\r\n"));
      EXPECT_EQ(body_of(connection.read_answer()), answer_);
    }
  }
}

TEST_F(ExplorerServer, RefusesForeignHostsMissingTokensAndOtherMethods) {
  expect_refused(get(good_, "Host: evil.example\r\n"), 421);
  expect_refused(get(good_, "Host: evil.example:" + std::to_string(explorer_->port()) + "\r\n"),
                 421);
  expect_refused(get(good_, host() + "Host: evil.example\r\n"), 421);
  expect_refused(get("http://evil.example" + good_, host()), 404);
  expect_refused(get("/api/node?id=6", host()), 404);
  expect_refused(get("/", host()), 404);
  for (const std::string method : {"POST", "PUT", "OPTIONS", "DELETE", "HEAD", "BREW"}) {
    expect_refused(say(method + " " + good_ + " HTTP/1.1\r\n" + host() +
                       "Content-Length: 0\r\nConnection: close\r\n\r\n"),
                   405);
  }
  // The library itself refuses HTTP/1.1 without Host.
  expect_refused(get(good_, ""), 400);
}

// Everything after a NUL was ignored, so "Host: 127.0.0.1:PORT\\0evil" was accepted as local.
TEST_F(ExplorerServer, RefusesANul) {
  const std::string nul(1, '\0');
  const std::string own = explorer_->host();
  expect_refused(get(good_ + nul, host()), 400);
  expect_refused(get(good_ + nul + "x", host()), 400);
  expect_refused(get(good_ + nul + "&depth=3", host()), 400);
  for (const std::string end : {"\r\n", "\n"}) {
    expect_refused(get(good_, "Host: " + own + nul + ".evil.example" + end), 400);
    expect_refused(get(good_, "Host: " + own + end + "X: a" + nul + "b" + end), 400);
    expect_refused(get(good_, "Host" + nul + ": " + own + end), 400);
  }
  expect_refused(get(good_, "Host: " + own + nul + "\r\n"), 400);
  EXPECT_EQ(status_of(get(good_, host() + "Accept:  */*  \r\nX:\r\nY: a b\r\n")), 200);
  EXPECT_EQ(status_of(get(good_, "X: a\nHost: " + own + "\n")), 200);
}

// A query that is slow within one SQLite step blocked the explorer forever, even for Ctrl-C.
TEST_F(ExplorerServer, GivesUpAQueryThatNothingStops) {
  const std::string slow =
      "WITH%20RECURSIVE%20c(x)%20AS%20(SELECT%201%20UNION%20ALL%20SELECT%20x%2B1%20FROM%20c)%20"
      "SELECT%20count(trim(substr(hex(zeroblob(400000)),1,400000)||x,hex(randomblob(200000))"
      "||'0'))%20FROM%20c";
  const std::string ask = explorer_->path() + "api/";
  for (const std::string& question : {"sql?q=" + slow, "find?where=(" + slow + ")%3E0"}) {
    const auto began = std::chrono::steady_clock::now();
    const std::string answer = http_get(*explorer_, ask + question);
    EXPECT_EQ(status_of(answer), 400) << answer;
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(8));
  }
  EXPECT_EQ(status_of(http_get(*explorer_, ask + "sql?q=SELECT%201")), 200);
  EXPECT_EQ(status_of(http_get(*explorer_, ask + "sql?q=SELEKT")), 400);
  EXPECT_EQ(status_of(http_get(*explorer_, ask + "sql?q=SELECT%20zeroblob(5000000)")), 400);
  EXPECT_EQ(status_of(http_get(*explorer_, ask + "find?where=ply%3D1")), 200);
}

TEST_F(ExplorerServer, RefusesAHeaderOfTenMegabytes) {
  HttpConnection connection(explorer_->port());
  connection.send("GET " + good_ + " HTTP/1.1\r\n" + host() + "X: ");
  const std::string part(100'000, 'x');
  for (int i = 0; i < 100 && connection.send(part); ++i) {
  }
  const std::string answer = connection.read_all();
  if (!answer.empty()) expect_refused(answer, 431);
  expect_refused(get("/" + std::string(100'000, 'a'), host()), 414);
}

TEST_F(ExplorerServer, ReadsNoBodies) {
  const std::string part = "10000\r\n" + std::string(0x10000, 'b') + "\r\n";
  for (const std::string method : {"GET", "POST"}) {
    HttpConnection connection(explorer_->port());
    connection.send(method + " " + good_ + " HTTP/1.1\r\n" + host() +
                    "Transfer-Encoding: chunked\r\n\r\n");
    int sent = 0;
    while (sent < 1600 && connection.send(part)) ++sent;
    EXPECT_LT(sent, 1600) << "a hundred megabytes were taken";
    const std::string answer = connection.read_all();
    if (!answer.empty()) expect_refused(answer, method == "GET" ? 400 : 405);
  }
  expect_refused(say("GET " + good_ + " HTTP/1.1\r\n" + host() + "Content-Length: 5\r\n\r\nhello"),
                 400);
}

TEST_F(ExplorerServer, AnswersAtOnceBesideFortyIdleConnections) {
  std::vector<std::unique_ptr<HttpConnection>> idle;
  for (int i = 0; i < 40; ++i) {
    idle.push_back(std::make_unique<HttpConnection>(explorer_->port()));
    // Half of the connections have sent part of a request.
    if (i % 2 == 0) idle.back()->send("GET " + good_ + " HTTP/1.1\r\nHost: 127");
  }
  EXPECT_EQ(body_of(http_get(*explorer_, good_)), answer_);
}

// The library reset connections above its limit; they now wait in the kernel's queue.
TEST_F(ExplorerServer, AnswersBehindFourHundredIdleConnections) {
  std::vector<std::unique_ptr<HttpConnection>> idle;
  for (int i = 0; i < 400; ++i) {
    idle.push_back(std::make_unique<HttpConnection>(explorer_->port()));
    ASSERT_TRUE(idle.back()->is_open());
  }
  EXPECT_EQ(body_of(http_get(*explorer_, good_)), answer_);
}

// Clients that sent requests but read no answer held all connections for ten seconds and longer.
TEST_F(ExplorerServer, AnswersAgainSoonWhereEveryConnectionIsTaken) {
  const std::string request = "GET " + explorer_->path() + " HTTP/1.1\r\n" + host() + "\r\n";
  std::vector<std::unique_ptr<HttpConnection>> taken;
  for (unsigned i = 0; i < 2 * HttpServer::kMostConnections; ++i) {
    taken.push_back(std::make_unique<HttpConnection>(explorer_->port()));
    taken.back()->send(i % 2 == 0 ? request + request : "GET /");
  }
  int tries = 1;
  for (; tries < 5 && status_of(http_get(*explorer_, good_)) != 200; ++tries) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  EXPECT_LT(tries, 5);
}

TEST_F(ExplorerServer, OutlivesRequestsCutAtEveryByteAndNoise) {
  const std::string whole = "GET " + good_ + " HTTP/1.1\r\n" + host() + "\r\n";
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    HttpConnection connection(explorer_->port());
    connection.send(whole.substr(0, cut));
  }
  for (int i = 0; i < 200; ++i) {
    HttpConnection connection(explorer_->port());
    std::string noise;
    for (int k = 0; k < 50; ++k) noise += static_cast<char>((i * 131 + k * k * 37 + k) & 255);
    connection.send(noise + "\r\n\r\n");
  }
}

class SlowExplorerServer : public ExplorerServer {};

TEST_F(SlowExplorerServer, TakesTenThousandRequests) {
  const std::string request = "GET " + good_ + " HTTP/1.1\r\n" + host() + "\r\n";
  HttpConnection kept(explorer_->port());
  for (int i = 0; i < 9'000; ++i) {
    ASSERT_TRUE(kept.send(request));
    ASSERT_EQ(body_of(kept.read_answer()), answer_) << i;
  }
  for (int i = 0; i < 1'000; ++i) {
    ASSERT_EQ(body_of(http_get(*explorer_, good_)), answer_) << i;
  }
}

// One byte now and then kept a connection open forever, because the library's timeout restarts at
// each byte.
TEST_F(ExplorerServer, ClosesWhatDribbles) {
  HttpConnection connection(explorer_->port());
  connection.send("GET /");
  int sent = 0;
  while (sent < 40 && connection.send("a")) {
    ++sent;
    if (!connection.read_all(1).empty()) break;
  }
  EXPECT_LT(sent, 40);
}

// A server in this process. All connections exist before it starts, and it ends after a given
// number of its own answers.
class HttpLine : public testing::Test {
 protected:
  void ask_all(
      const std::vector<std::string>& paths, std::size_t answers,
      const std::function<void()>& during_first = [] {}) {
    std::atomic<bool> stop = false;
    auto server = HttpServer::listen(0, [&](const explore::Request& request) {
      asked_.push_back(request.path);
      if (asked_.size() == 1) during_first();
      stop = asked_.size() == answers;
      return explore::Response{.body = request.path};
    });
    ASSERT_TRUE(server.is_ok()) << server.status().message();
    for (const std::string& path : paths) {
      connections_.push_back(std::make_unique<HttpConnection>(server->port()));
      connections_.back()->send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    }
    EXPECT_TRUE(server->run(stop).is_ok());
  }
  std::vector<std::string> asked_;
  std::vector<std::unique_ptr<HttpConnection>> connections_;
};

// After a page was closed, the server still answered all of its picture requests first.
TEST_F(HttpLine, WhatNobodyWaitsForAnyMoreIsNotAnswered) {
  std::vector<std::string> paths(60, "/abandoned");
  paths.front() = "/first";
  paths.back() = "/wanted";
  ask_all(paths, 2, [&] { connections_.erase(connections_.begin() + 1, connections_.end() - 1); });
  EXPECT_EQ(asked_, (std::vector<std::string>{"/first", "/wanted"}));
}

// On a busy machine the others had been idle for kScarceSeconds when the last one came. The server
// closed them first, so that less than half were taken, and the test failed.
TEST_F(ExplorerServer, ClosesConnectionsWithTheirAnswersOnceHalfAreTaken) {
  const std::string request = "GET " + good_ + " HTTP/1.1\r\n" + host() + "\r\n";
  const auto closes = [&](HttpConnection& connection) {
    connection.send(request);
    return connection.read_answer().find("Connection: close") != std::string::npos;
  };
  bool last_closes = false;
  for (int tries = 0; tries < 20 && !last_closes; ++tries) {
    std::vector<std::unique_ptr<HttpConnection>> others;
    for (unsigned i = 0; i < HttpServer::kMostConnections / 2; ++i) {
      others.push_back(std::make_unique<HttpConnection>(explorer_->port()));
      const bool other_closes = closes(*others.back());
      // Later the server may still count connections of the previous try.
      EXPECT_TRUE(!other_closes || tries > 0) << i;
    }
    HttpConnection last(explorer_->port());
    last_closes = closes(last);
  }
  EXPECT_TRUE(last_closes);
}

TEST(ExploreCommand, RefusesWhatIsNoTraceAndAPortThatIsTaken) {
  const ScratchFolder folder;
  write_file(folder / "no.db", "no trace");
  EXPECT_EQ(plytrace({"explore", folder / "no.db", "--no-open"}).exit_code, 3);
  EXPECT_EQ(plytrace({"explore", folder / "none.db", "--no-open"}).exit_code, 3);
  EXPECT_EQ(plytrace({"explore"}).exit_code, 2);
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "1", "-o", folder / "a.db", "-q"}).exit_code, 0);
  EXPECT_EQ(plytrace({"explore", folder / "a.db", "--port", "65536"}).exit_code, 2);
  const ExplorerProcess first(folder / "a.db");
  const ProgramResult second =
      plytrace({"explore", folder / "a.db", "--no-open", "--port", std::to_string(first.port())});
  EXPECT_EQ(second.exit_code, 5);
  EXPECT_EQ(second.out, "");
  EXPECT_NE(second.err.find("try another --port"), std::string::npos) << second.err;
}

// The library is loaded only by this command; all others work without it.
TEST(ExploreCommand, SaysWhichLibraryItCannotLoad) {
  const ScratchFolder folder;
  write_file(folder / "libmicrohttpd.so.12", "no library");
  const std::string anywhere = "LD_LIBRARY_PATH=. \"$PLYTRACE\" ";
  ASSERT_EQ(shell(anywhere + "search tictactoe -d 1 -o a.db -q", folder.path()).exit_code, 0);
  const ProgramResult said = shell(anywhere + "explore a.db --no-open", folder.path());
  EXPECT_EQ(said.exit_code, 5);
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(said.err,
            "plytrace: explore: the library that serves HTTP cannot be loaded "
            "(./libmicrohttpd.so.12: file too short); install libmicrohttpd12\n");
}

TEST(ExploreCommand, HandsTheAddressToTheDesktop) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "1", "-o", folder / "a.db", "-q"}).exit_code, 0);
  // The interrupt is sent once the browser was started, however long that takes.
  const ProgramResult ran = shell(
      "printf '#!/bin/sh\\necho \"$1\" >started; mv started opened\\n' >xdg-open; chmod +x "
      "xdg-open\n"
      "PATH=\"$PWD:$PATH\" \"$PLYTRACE\" explore a.db &\n"
      "for i in $(seq 1200); do [ -e opened ] && break; sleep 0.05; done\n"
      "kill -INT $!; wait $!",
      folder.path().string());
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(read_file(folder / "opened"), ran.out);
  EXPECT_EQ(ran.out.rfind("http://127.0.0.1:", 0), 0U);
}

}  // namespace
}  // namespace plytrace::test

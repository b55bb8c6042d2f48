// SPDX-License-Identifier: MIT
#include "viewer/explore/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <utility>

#include "viewer/cli/cli.h"
#include "viewer/explore/http_library.h"

namespace plytrace::explore {
namespace {

class Socket {
 public:
  explicit Socket(int fd = -1) : fd_(fd) {}
  Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Socket() {
    if (fd_ >= 0) close(fd_);
  }
  explicit operator bool() const { return fd_ >= 0; }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

Socket listening(int family, const sockaddr* address, socklen_t size) {
  Socket made(socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!made) return made;
  const int on = 1;
  setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (family == AF_INET6) setsockopt(made.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  if (bind(made.get(), address, size) != 0 || ::listen(made.get(), SOMAXCONN) != 0) {
    return Socket();
  }
  return made;
}

Socket listening_v4(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return listening(AF_INET, reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

Socket listening_v6(int port) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(static_cast<std::uint16_t>(port));
  address.sin6_addr = in6addr_loopback;
  return listening(AF_INET6, reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

int port_of(const Socket& socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

// The sockets of both addresses on one port; the second only if the machine has ::1.
struct Listeners {
  Socket v4, v6;
  int port = 0;
};
Result<Listeners> listeners_on(int port) {
  constexpr int kTries = 20;
  for (int tried = 0; tried < kTries; ++tried) {
    Listeners made;
    made.v4 = listening_v4(port);
    if (!made.v4) {
      return Status::environment("explore: cannot listen on 127.0.0.1, port " +
                                 std::to_string(port) + ": " + cli::errno_text() +
                                 "; try another --port, or omit it to use any free port");
    }
    made.port = port_of(made.v4);
    made.v6 = listening_v6(made.port);
    // The port must be free on ::1 as well, or another program could answer at the printed address
    // if "localhost" means ::1.
    if (made.v6 || errno != EADDRINUSE) return made;
    if (port != 0) break;
  }
  return Status::environment(
      "explore: port " + std::to_string(port) +
      " of ::1 is taken; try another --port, or omit it to use any free port");
}

struct FreeResponse {
  void operator()(MHD_Response* response) const { mhd().destroy_response(response); }
};

// Detects NUL bytes in a request. For the library a NUL ends a text, so it returns only the part
// before it. In its buffer the texts of a request follow each other, separated only by blanks,
// colons and line ends, and this class looks for other bytes between them.
class NulFinder {
 public:
  explicit NulFinder(const char* end) : end_(end) {}
  // The next text of the line; the library has replaced one blank or colon before it by a NUL.
  void next_in_line(const char* text) { next(text, 1); }
  // The first text of a line; CR and LF come before it.
  void next_line(const char* text) { next(text, 2); }
  // The end of the request; an empty line comes after the last text.
  void last(const char* end) { look(end, 4); }
  bool found() const { return found_; }

 private:
  void next(const char* text, std::ptrdiff_t most_nuls) {
    if (text == nullptr) return;
    look(text, most_nuls);
    end_ = text + std::string_view(text).size();
  }
  void look(const char* to, std::ptrdiff_t most_nuls) {
    // A text outside the buffer does not belong to the request.
    const auto from_number = reinterpret_cast<std::uintptr_t>(end_);
    const auto to_number = reinterpret_cast<std::uintptr_t>(to);
    if (to_number < from_number || to_number - from_number > HttpServer::kMostHeader) return;
    const std::string_view between(end_, to_number - from_number);
    found_ = found_ || std::count(between.begin(), between.end(), '\0') > most_nuls ||
             between.find_first_not_of(std::string_view("\0 \t\r\n", 5)) != between.npos;
  }

  const char* end_;
  bool found_ = false;
};

struct Headers {
  std::vector<std::string> hosts;
  NulFinder nuls;
};

MHD_Result add_header(void* target, MHD_ValueKind, const char* name, const char* value) {
  auto& headers = *static_cast<Headers*>(target);
  const std::string_view header(name);
  const bool is_host =
      header.size() == 4 && std::equal(header.begin(), header.end(), "host",
                                       [](char a, char b) { return (a | 0x20) == b; });
  if (is_host) headers.hosts.emplace_back(value ? value : "");
  headers.nuls.next_line(name);
  headers.nuls.next_in_line(value);
  return MHD_YES;
}

bool says_body(MHD_Connection* connection) {
  const char* const length =
      mhd().lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
  const char* const coding =
      mhd().lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_TRANSFER_ENCODING);
  return coding != nullptr || (length != nullptr && std::string_view(length) != "0");
}

MHD_Result send(MHD_Connection* connection, const Response& response, bool closes) {
  const std::unique_ptr<MHD_Response, FreeResponse> made(mhd().create_response_from_buffer(
      response.body.size(), const_cast<char*>(response.body.data()), MHD_RESPMEM_MUST_COPY));
  if (!made) return MHD_NO;
  mhd().add_response_header(made.get(), MHD_HTTP_HEADER_CONTENT_TYPE, response.type.c_str());
  for (const auto& [name, value] : response.headers) {
    mhd().add_response_header(made.get(), name.c_str(), value.c_str());
  }
  if (closes) mhd().add_response_header(made.get(), MHD_HTTP_HEADER_CONNECTION, "close");
  return mhd().queue_response(connection, static_cast<unsigned>(response.status), made.get());
}

}  // namespace

struct HttpServer::Impl {
  using Clock = std::chrono::steady_clock;
  struct StopDaemon {
    void operator()(MHD_Daemon* daemon) const { mhd().stop_daemon(daemon); }
  };
  using Daemon = std::unique_ptr<MHD_Daemon, StopDaemon>;

  Handler handler;
  int port = 0;
  // The parts of a request, until its headers are complete.
  struct Arriving {
    std::string target;
    const char* end = nullptr;  // end of the target in the library's buffer
    bool complete = false, answered = false;
  };
  // The state of a connection, by its socket: it is sending an answer, or else receiving or
  // awaiting a request; and since when.
  struct Phase {
    Clock::time_point since;  // in the time of now(), below
    bool is_answer = false;
  };
  std::map<int, Phase> phases;
  Clock::duration answering{};  // total time spent on answers

  // A clock that stops while an answer is made, so that waiting for others does not count as slow.
  Clock::time_point now() const { return Clock::now() - answering; }
  // Declared after the members above, because ending a daemon reports the connections that it
  // closes.
  struct Address {
    Daemon daemon;
    int listening = -1;
    unsigned connections = 0;  // limit
  };
  std::vector<Address> addresses;

  static Request request_of(MHD_Connection* connection, const char* method, const char* version,
                            const Arriving& arriving) {
    Request request;
    request.method = method;
    Headers headers{{}, NulFinder(arriving.end)};
    headers.nuls.next_in_line(version);
    mhd().get_connection_values(connection, MHD_HEADER_KIND, &add_header, &headers);
    const auto* const info =
        mhd().get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    if (info != nullptr) headers.nuls.last(method + info->header_size);
    request.hosts = std::move(headers.hosts);
    request.holds_nul = headers.nuls.found();
    request.has_body = says_body(connection);
    // An unreadable target remains a path that does not exist.
    if (auto target = parse_target(arriving.target)) {
      request.path = std::move(target->path);
      request.query = std::move(target->query);
    }
    return request;
  }

  Response answer(const Request& request) {
    const auto began = Clock::now();
    try {
      Response made = handler(request);
      answering += Clock::now() - began;
      return made;
    } catch (const std::exception& error) {
      return {500, "text/plain; charset=utf-8",
              std::string("internal error: ") + error.what() + "; please report it\n"};
    }
  }

  bool are_scarce() const { return phases.size() * 2 > kMostConnections; }
  bool are_taken() const { return phases.size() * 3 > kMostConnections * std::size_t{2}; }

  static bool is_full(const Address& address) {
    const auto* info =
        mhd().get_daemon_info(address.daemon.get(), MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info != nullptr && info->num_connections >= address.connections;
  }

  // How long a connection may stay in its current phase.
  Clock::duration patience(const Phase& phase) const {
    if (are_taken() && !phase.is_answer) return std::chrono::milliseconds(kFullMilliseconds);
    if (are_scarce()) return std::chrono::seconds(kScarceSeconds);
    return phase.is_answer ? Clock::duration::max() : std::chrono::seconds(kSeconds + 1);
  }

  // Closes slow connections: the library's own limit starts again with every byte. While
  // connections are scarce, the limit is the time that a local client needs to ask and to read.
  void drop_slow() {
    for (auto it = phases.begin(); it != phases.end();) {
      if (now() - it->second.since > patience(it->second)) {
        shutdown(it->first, SHUT_RDWR);
        it = phases.erase(it);
      } else {
        ++it;
      }
    }
  }

  // True if the client has closed at least its sending half, so that nobody would read an answer.
  static bool is_abandoned(MHD_Connection* connection) {
    pollfd closed{socket_of(connection), POLLRDHUP, 0};
    return poll(&closed, 1, 0) > 0;
  }

  Status start(Socket& socket, unsigned connections);
  Status wait_and_answer(const std::atomic<bool>& stop);

  static int socket_of(MHD_Connection* connection) {
    const auto* info = mhd().get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == nullptr ? -1 : info->connect_fd;
  }
  static void* on_target(void*, const char* target, MHD_Connection*) {
    // A request line without a target gives null.
    const std::string_view text(target == nullptr ? "" : target);
    return new Arriving{std::string(text), text.data() + text.size()};
  }
  static MHD_Result on_request(void* self, MHD_Connection* connection, const char*,
                               const char* method, const char* version, const char*, std::size_t*,
                               void** state) {
    auto& impl = *static_cast<Impl*>(self);
    auto& arriving = *static_cast<Arriving*>(*state);
    // Called again for the body, which is not read: close the connection.
    if (arriving.answered) return MHD_NO;
    // The first call has only the headers. Answering now would close the connection, answering at
    // the second call keeps it, so wait unless there is a body.
    if (!std::exchange(arriving.complete, true) && !says_body(connection)) return MHD_YES;
    arriving.answered = true;
    if (is_abandoned(connection)) return MHD_NO;
    const Response made = impl.answer(request_of(connection, method, version, arriving));
    impl.phases[socket_of(connection)] = {impl.now(), true};
    return send(connection, made, impl.are_scarce());
  }
  static void on_completed(void* self, MHD_Connection* connection, void** state,
                           MHD_RequestTerminationCode code) {
    delete static_cast<Arriving*>(*state);
    *state = nullptr;
    if (code != MHD_REQUEST_TERMINATED_COMPLETED_OK) return;
    auto& impl = *static_cast<Impl*>(self);
    impl.phases[socket_of(connection)] = {impl.now()};
  }
  static void on_connection(void* self, MHD_Connection* connection, void**,
                            MHD_ConnectionNotificationCode code) {
    auto& impl = *static_cast<Impl*>(self);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
      impl.phases[socket_of(connection)] = {impl.now()};
    } else {
      impl.phases.erase(socket_of(connection));
    }
  }
};

Status HttpServer::Impl::start(Socket& socket, unsigned connections) {
  Daemon daemon(mhd().start_daemon(
      MHD_NO_FLAG, 0, nullptr, nullptr, &on_request, this, MHD_OPTION_LISTEN_SOCKET, socket.get(),
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, kSeconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, kMostHeader, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_URI_LOG_CALLBACK, &on_target, this, MHD_OPTION_NOTIFY_COMPLETED, &on_completed,
      this, MHD_OPTION_NOTIFY_CONNECTION, &on_connection, this, MHD_OPTION_END));
  if (!daemon) return Status::environment("explore: cannot serve: " + cli::errno_text());
  // The daemon closes the socket.
  addresses.push_back({std::move(daemon), socket.release(), connections});
  return Status::ok();
}

// Uses select(): with epoll the library does not close a connection that ends in the middle of a
// request.
Status HttpServer::Impl::wait_and_answer(const std::atomic<bool>& stop) {
  // Also limits how long a signal goes unnoticed that arrives just before select().
  MHD_UNSIGNED_LONG_LONG wait = are_taken() ? kFullMilliseconds : 200;
  fd_set reads, writes, errors;
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  FD_ZERO(&errors);
  int last = -1;
  for (const Address& address : addresses) {
    MHD_Daemon* const daemon = address.daemon.get();
    if (mhd().get_fdset2(daemon, &reads, &writes, &errors, &last, FD_SETSIZE) != MHD_YES) {
      return Status::environment("explore: too many files are open; start it with fewer");
    }
    // Further clients wait in the kernel's queue, because the library would reset their
    // connections.
    if (is_full(address)) FD_CLR(address.listening, &reads);
    MHD_UNSIGNED_LONG_LONG most = 0;
    if (mhd().get_timeout(daemon, &most) == MHD_YES) wait = std::min(wait, most);
  }
  timeval time{0, static_cast<suseconds_t>(wait * 1000)};
  if (select(last + 1, &reads, &writes, &errors, &time) < 0) {
    if (errno == EINTR) return Status::ok();
    return Status::environment("explore: cannot wait for requests: " + cli::errno_text());
  }
  if (stop) return Status::ok();
  drop_slow();
  for (const Address& address : addresses) {
    mhd().run_from_select(address.daemon.get(), &reads, &writes, &errors);
  }
  return Status::ok();
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::HttpServer(HttpServer&&) noexcept = default;
HttpServer& HttpServer::operator=(HttpServer&&) noexcept = default;
HttpServer::~HttpServer() = default;

Result<HttpServer> HttpServer::listen(int port, Handler handler) {
  if (Status loaded = load_http_library(); !loaded) return loaded;
  auto sockets = listeners_on(port);
  if (!sockets) return sockets.status();
  auto impl = std::make_unique<Impl>();
  impl->handler = std::move(handler);
  impl->port = sockets->port;
  const unsigned for_v6 = sockets->v6 ? kMostConnections / 4 : 0;
  if (Status s = impl->start(sockets->v4, kMostConnections - for_v6); !s) return s;
  if (sockets->v6) {
    if (Status s = impl->start(sockets->v6, for_v6); !s) return s;
  }
  return HttpServer(std::move(impl));
}

int HttpServer::port() const { return impl_->port; }

Status HttpServer::run(const std::atomic<bool>& stop) {
  while (!stop) {
    if (Status waited = impl_->wait_and_answer(stop); !waited) return waited;
  }
  return Status::ok();
}

}  // namespace plytrace::explore

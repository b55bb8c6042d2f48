// SPDX-License-Identifier: MIT
#include "tests/fuzz/targets.h"

#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/registry.h"
#include "tracer/import/importer.h"
#include "tracer/import/nowhere.h"
#include "tracer/import/packed_events.h"
#include "tracer/record_filter.h"
#include "tracer/recording.h"
#include "viewer/explore/explorer.h"
#include "viewer/format/characters.h"
#include "viewer/reader/path_walk.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/rules/json_lines.h"
#include "viewer/rules/rules_game.h"
#include "viewer/rules/self_check.h"
#include "viewer/verify/certificate/certificate_replay.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace::fuzz {
namespace {

// --- Files -------------------------------------------------------------------------------------

// A folder of this process that is removed at its end.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("fuzz-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

const Folder& folder() {
  static const Folder instance;
  return instance;
}

std::string file_of(std::string_view bytes) {
  const std::string path = folder() / "input";
  std::ofstream(path, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path;
}

// Removes the first line from `input`, with its line end, and returns it.
std::string_view take_line(std::string_view& input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const std::string_view line = input.substr(0, end);
  input.remove_prefix(std::min(end + 1, input.size()));
  return line;
}

// --- Traces ------------------------------------------------------------------------------------

// Reads everything that the reader offers: rows in order, children, paths, and nodes by path.
void read_all(const TraceReader& reader, const SearchRow& search) {
  const TraceReader::Snapshot snapshot(reader);
  for (const PassRow& pass : reader.passes(search.id)) {
    (void)reader.ply_summary(pass.id);
    if (!pass.root) continue;
    constexpr std::int64_t kMost = 2000;
    const std::int64_t last = std::min(pass.last.value_or(*pass.root), *pass.root + kMost);
    const auto scan = reader.scan(*pass.root, last);
    for (int rows = 0; rows < kMost && scan->next(); ++rows) {
      const NodeRow* const node = scan->get<NodeRow>();
      if (node == nullptr || rows > 50) continue;
      (void)reader.children(*node, 20);
      (void)reader.events(*node, 20);
      (void)reader.find(reader.path(node->id), pass);
    }
  }
}

Result<TraceReader> open(std::string_view input) {
  const std::string path = file_of(input);
  for (const char* journal : {"-journal", "-wal", "-shm"}) std::filesystem::remove(path + journal);
  return TraceReader::open(path);
}

bool is_trace(std::string_view input) { return open(input).is_ok(); }

void trace(std::string_view input) {
  const auto reader = open(input);
  if (!reader) return;
  for (const SearchRow& search : reader->searches()) {
    read_all(*reader, search);
    verify::VerifyOptions options;
    options.max_findings = 3;
    const auto report = verify::verify_trace(*reader, search, options);
    // A trace with a read error must not get a verdict.
    if (report && !reader->status().is_ok()) expect_same("verdict of damage", "", "there is one");
  }
}

// The file of a small trace to query, made once.
const std::string& small_file() {
  static const std::string file = [] {
    std::string path = folder() / "small.db";
    auto game = make_game("connect4", {}, std::nullopt);
    auto recording = Recording::start({.path = path, .force = true}, {});
    auto recorder = (*recording)->add_stream({});
    SearchSettings settings;
    settings.depth = 3;
    (void)(*game)->search({}, settings, recorder.get());
    recorder.reset();
    (void)(*recording)->finish();
    return path;
  }();
  return file;
}
const TraceReader& small_trace() {
  static const TraceReader reader = std::move(*TraceReader::open(small_file()));
  return reader;
}

// A statement may run forever, which is allowed as long as it can be interrupted.
std::atomic<bool> g_interrupt{false};
class Alarm {
 public:
  explicit Alarm(int milliseconds) {
    g_interrupt = false;
    std::signal(SIGALRM, [](int) { g_interrupt = true; });
    set(milliseconds);
  }
  ~Alarm() { set(0); }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

 private:
  static void set(int milliseconds) {
    const itimerval value{{0, 0}, {0, milliseconds * 1000}};
    setitimer(ITIMER_REAL, &value, nullptr);
  }
};

void sql(std::string_view input) {
  const TraceReader& reader = small_trace();
  TraceReader::Query query;
  int rows = 0;
  query.row = [&](const auto&) { return ++rows < 1000; };
  query.interrupt = &g_interrupt;
  const Alarm alarm(100);
  (void)reader.query("SELECT 1 FROM node_text WHERE (" + std::string(input) + "\n) LIMIT 20",
                     query);
  (void)reader.query(input, query);
  // The statement must be read-only.
  if (!reader.status().is_ok()) expect_same("status after SQL", "ok", reader.status().message());
}

// --- Requests to the explorer ------------------------------------------------------------------

constexpr int kFuzzPort = 80;
const char* const kFuzzToken = "T";

// Parses "GET /T/api/node?id=1", then lines "Host: localhost", and "body" if a body follows.
explore::Request request_of(std::string_view input) {
  explore::Request request;
  const std::string_view line = take_line(input);
  const std::size_t blank = std::min(line.find(' '), line.size());
  request.method = line.substr(0, blank);
  if (auto target = explore::parse_target(line.substr(std::min(blank + 1, line.size())))) {
    request.path = std::move(target->path);
    request.query = std::move(target->query);
  }
  while (!input.empty()) {
    const std::string_view header = take_line(input);
    if (header.starts_with("Host: ")) request.hosts.emplace_back(header.substr(6));
    if (header == "body") request.has_body = true;
  }
  return request;
}

// A second implementation of the guard's rule, stricter than required.
bool may_have_data(const explore::Request& request) {
  if (request.method != "GET" || request.has_body || request.hosts.size() != 1) return false;
  return request.path.starts_with("/" + std::string(kFuzzToken) + "/");
}

// Checks that an answer has a bounded size, that it is sealed, and that data is sent only if
// allowed.
void expect_bounded(const explore::Request& request, const explore::Response& response) {
  constexpr std::size_t kMostBytes = std::size_t{8} << 20;
  if (response.body.size() > kMostBytes) expect_same("size of an answer", "bounded", "not");
  if (response.status == 200 && !may_have_data(request)) expect_same("refusal", "one", "none");
  if (response.status >= 500 && response.status != 503) expect_same("status", "503", "500");
  bool is_sealed = false;
  for (const auto& [name, value] : response.headers) {
    if (name == "Content-Security-Policy") is_sealed = true;
    if ((name + value).find_first_of("\r\n") != std::string::npos) {
      expect_same("header", "one line", name + value);
    }
  }
  if (!is_sealed) expect_same("headers of an answer", "sealed", "not");
  if (!response.type.starts_with("application/json")) return;
  if (!nlohmann::json::accept(response.body)) expect_same("answer", "JSON", response.body);
}

void request(std::string_view input) {
  explore::Explorer explorer({small_file()}, "trace", explore::Guard(kFuzzToken, kFuzzPort));
  const explore::Request asked = request_of(input);
  expect_bounded(asked, explorer.answer(asked));
}

void path(std::string_view input) {
  const auto steps = TraceReader::split_path(input);
  if (steps) {
    for (const std::string& step : *steps) {
      const auto again = TraceReader::split_path("/" + TraceReader::path_component(step));
      if (!again || again->size() != 1) expect_same("steps of a path", step, "not one");
      expect_same("step of a path", step, again->front());
    }
  }
  (void)moves_of_path(std::string(input));
  (void)parse_key(std::string(input));
}

// --- Rules programs ----------------------------------------------------------------------------

// Checks the properties of an answer that the rest of the program relies on.
void expect_checked(const rules::ToldPosition& told) {
  for (const std::string& move : told.legal) {
    if (move.empty()) expect_same("move", "", "not empty");
    expect_same("move", move, text::printable(move));
  }
  for (const std::string* const text : {&told.error, &told.position, &told.key}) {
    expect_same("text of an answer", *text, text::printable(*text));
  }
  expect_same("board", told.board, text::printable_lines(told.board));
}

// The lines are the answers of a program, after a first line "json" or "uci". The program is `cat`,
// which does not look at the requests, so the answers have the numbers 1, 2 and so on.
void answers(std::string_view input) {
  const bool is_uci = take_line(input).starts_with("uci");
  const std::string command = (is_uci ? "uci:cat " : "cat ") + file_of(input);
  constexpr std::chrono::milliseconds kTimeout{2000};
  constexpr std::size_t kMemory = std::size_t{1} << 16;
  for (const bool plays : {false, true}) {
    const auto program = std::make_shared<rules::RulesProgram>(command, kTimeout, kMemory);
    if (plays) {
      (void)result_of([&] {
        return rules::check_answers({.program = program, .position = "", .games = 3, .plies = 20});
      });
    } else if (const auto game = rules::RulesGame::make(program, "any", "")) {
      (void)(*game)->board_text();
      (void)(*game)->perft(2, nullptr);
    }
    const std::string message = program->status().message();
    expect_same("message", message, text::printable(message));
  }
  while (!is_uci && !input.empty()) {
    std::string_view line = take_line(input);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (const auto answer = rules::read_answer(line)) expect_checked(answer->position);
  }
}

// --- Event lines -------------------------------------------------------------------------------

// The first byte selects how faulty lines are handled.
void events(std::string_view input) {
  if (input.empty()) return;
  const bool lenient = input.front() % 2 == 1;
  input.remove_prefix(1);
  RecordingOptions options;
  options.buffer_bytes = 1;
  options.commit_interval = std::chrono::milliseconds(5);
  Recording recording(std::make_unique<Nowhere>(), "nowhere", options);
  {
    Importer importer(recording, {}, lenient);
    std::string line;
    while (!input.empty()) {
      line = take_line(input);
      line.reserve(line.size() + EventLine::kPadding);
      const std::string fault = importer.import_line(line);
      if (!fault.empty() && !lenient) break;
    }
    importer.finish(false);
  }
  (void)recording.finish();
}

// The first byte selects how many bytes are read at once.
void packed(std::string_view input) {
  if (input.empty()) return;
  const std::size_t step = 1 + static_cast<unsigned char>(input.front()) * std::size_t{7};
  input.remove_prefix(1);
  RecordingOptions options;
  options.buffer_bytes = 1;
  options.commit_interval = std::chrono::milliseconds(5);
  Recording recording(std::make_unique<Nowhere>(), "nowhere", options);
  {
    PackedEvents events(recording, {});
    for (; !input.empty(); input.remove_prefix(std::min(step, input.size()))) {
      events.read(input.substr(0, step));
    }
    events.finish();
  }
  (void)recording.finish();
}

bool is_packed(std::string_view input) {
  return input.substr(std::min<std::size_t>(input.size(), 1)).starts_with(PackedEvents::kMagic);
}

// --- Positions, moves, trees -------------------------------------------------------------------

// The first line names game and options: "connect4 {}".
std::unique_ptr<AnyGame> game_of(std::string_view& input, bool with_position) {
  std::string_view names = take_line(input);
  const std::size_t blank = std::min(names.find(' '), names.size());
  const std::string_view name = names.substr(0, blank);
  names.remove_prefix(std::min(blank + 1, names.size()));
  const std::string_view position = with_position ? input : std::string_view();
  if (with_position) {
    auto made = make_game_from_json(name, names.empty() ? "{}" : names, position);
    return made ? std::move(*made) : nullptr;
  }
  const auto options = arguments_from_json(names.empty() ? "{}" : names);
  if (!options) return nullptr;
  auto made = make_game(name, *options, std::nullopt);
  return made ? std::move(*made) : nullptr;
}

// Checks that the position text gives the same position again, and that the moves can be read.
void look_at(AnyGame& game) {
  const std::string position = game.position_text();
  const auto again = make_game_from_json(game.info().name, game.options_json(), position);
  if (!again) expect_same("position", position, again.status().message());
  expect_same("position", position, (*again)->position_text());
  (void)game.board_text();
  (void)game.board_picture(game.board_part());
  MoveList moves;
  if (!game.is_finished()) game.generate(moves);
  int tried = 0;
  for (const MoveCode move : moves) {
    if (++tried > 20) break;
    const auto parsed = game.parse_move(game.move_text(move));
    if (!parsed || *parsed != move) expect_same("move", game.move_text(move), "read as another");
    game.play(move);
    (void)game.key();
    game.undo();
  }
  expect_same("position after undo", position, game.position_text());
}

void position(std::string_view input) {
  if (const auto game = game_of(input, true)) look_at(*game);
}

void moves(std::string_view input) {
  const auto game = game_of(input, false);
  if (game == nullptr) return;
  MoveList played;
  if (play_moves(*game, input, &played)) look_at(*game);
}

void tree(std::string_view input) {
  auto game = make_game("tree", {}, std::string(input));
  if (!game) return;
  look_at(**game);
  SearchSettings settings;
  settings.depth = 4;
  settings.node_limit = 10'000;
  const auto pruned = (*game)->search({}, settings, nullptr);
  settings.algorithm = Algorithm::kMinimax;
  const auto whole = (*game)->search({}, settings, nullptr);
  if (!pruned || !whole || !pruned->value || !whole->value) return;
  expect_same("value of a tree", score_text(*whole->value), score_text(*pruned->value));
}

// --- Certificates ------------------------------------------------------------------------------

void certificate(std::string_view input) {
  const std::string path = file_of(input);
  const auto replay = verify::replay_certificate(path);
  const bool proven = check_certificate(path) == 0;
  // Two independent readers of the same rules: what holds by the rules of the game must also be
  // PROVEN by plytrace-check.
  if (replay && replay->holds && replay->assumed == 0 && !proven) {
    expect_same("certificate", "holds", "not proven by plytrace-check");
  }
}

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> all{{"answers", answers},
                                       {"certificate", certificate},
                                       {"events", events},
                                       {"moves", moves},
                                       {"packed", packed, is_packed},
                                       {"path", path},
                                       {"position", position},
                                       {"request", request},
                                       {"sql", sql},
                                       {"trace", trace, is_trace},
                                       {"tree", tree}};
  return all;
}

const Target* find_target(std::string_view name) {
  for (const Target& target : targets()) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

void expect_same(std::string_view what, std::string_view one, std::string_view other) {
  if (one == other) return;
  std::fprintf(stderr, "%.*s: '%.*s' and '%.*s'\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(one.size()), one.data(), static_cast<int>(other.size()),
               other.data());
  std::abort();
}

}  // namespace plytrace::fuzz

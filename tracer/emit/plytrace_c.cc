// SPDX-License-Identifier: MIT
//
// Implements the C interface (tracer/include/plytrace/plytrace.h) with Emitter: checks what C
// cannot check and accepts the smaller structures of older callers; c_handles.h has the handles. No
// exception leaves a function of this file.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plytrace/plytrace.h"
#include "tracer/emit/c_handles.h"
#include "tracer/emit/captured.h"

namespace plytrace {
namespace {

constexpr plytrace_move kTextMove = MoveTable::kTexts;
constexpr const char* kIsOpen =
    ": is being recorded by this process; finish that search first, or open one trace with several "
    "streams";
constexpr const char* kShared =
    "two threads used the stream at once; it records nothing more: open one for each thread";

std::string text_or_empty(const char* text) { return text == nullptr ? std::string() : text; }

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    std::string_view part = list.substr(0, end);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (!part.empty()) parts.emplace_back(part);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

// Overlays `defaults` with the members that the caller's version of the structure has. False: it
// has no size.
template <class T>
bool overlay(const T* given, T& defaults) {
  if (given == nullptr) return true;
  if (given->size < sizeof(std::size_t)) return false;
  std::memcpy(&defaults, given, std::min(given->size, sizeof(T)));
  return true;
}

// Whether the caller's structure has the current size, as it usually has.
template <class T>
[[gnu::always_inline]] inline bool is_current(const T* given) {
  return given != nullptr && given->size == sizeof(T);
}

template <class Enum>
bool read_code(int given, Enum& code) {
  if (given < 0 || static_cast<std::size_t>(given) >= format::kWords<Enum>.size()) return false;
  code = static_cast<Enum>(given);
  return true;
}

bool any_nan(double one, double other) { return std::isunordered(one, other); }

std::optional<Score> score_if(int has, double score) {
  return has != 0 ? std::optional<Score>(score) : std::nullopt;
}

plytrace_move code_of(plytrace_stream& stream, const std::string& text) {
  return stream.texts.code_of(text) | kTextMove;
}

std::string text_of_move(const plytrace_stream& stream, MoveCode code) {
  if (code == PLYTRACE_UNNAMED_MOVE) return "?";
  if ((code & kTextMove) != 0) {
    return stream.texts.text_of(code & ~kTextMove);
  }
  if (stream.move_text == nullptr) return std::to_string(code);
  const char* text = stream.move_text(code, stream.user);
  return text == nullptr ? "?" : text;
}

SearchDeclaration declaration_of(plytrace_stream& stream, const plytrace_search& search) {
  SearchDeclaration d;
  d.game = text_or_empty(search.game);
  d.game_options = text_or_empty(search.game_options);
  d.position = text_or_empty(search.position);
  d.algorithm = text_or_empty(search.algorithm);
  d.options = text_or_empty(search.options);
  d.evaluator = text_or_empty(search.evaluator);
  d.counts_from_side_to_move = search.scores == PLYTRACE_SIDE_TO_MOVE;
  if (search.max_player != PLYTRACE_NO_NUMBER) d.max_player = search.max_player;
  if (search.depth != PLYTRACE_NO_NUMBER) d.depth = search.depth;
  d.captured = captured_kinds(split(text_or_empty(search.captured)));
  d.fail = text_or_empty(search.fail);
  d.exact_windows = search.exact_windows != 0;
  d.uniform = search.uniform != 0;
  if (search.has_score_range != 0) d.score_range = Window{search.score_min, search.score_max};
  d.move_text = [&stream](MoveCode code) { return text_of_move(stream, code); };
  return d;
}

std::vector<std::string> line_of(const plytrace_result& result) {
  std::vector<std::string> line;
  for (std::size_t i = 0; result.pv != nullptr && i < result.pv_length; ++i) {
    line.push_back(text_or_empty(result.pv[i]));
  }
  return line;
}

Misuse check(const plytrace_search& search) {
  if (search.scores != PLYTRACE_MAX_VIEW && search.scores != PLYTRACE_SIDE_TO_MOVE) {
    return Misuse::kBadCode;
  }
  const std::string fail = text_or_empty(search.fail);
  if (!fail.empty() && fail != "soft" && fail != "hard") return Misuse::kBadCode;
  if (search.has_score_range != 0 && any_nan(search.score_min, search.score_max)) {
    return Misuse::kNotANumber;
  }
  if (search.has_score_range != 0 && search.score_min > search.score_max) {
    return Misuse::kEmptyRange;
  }
  return Misuse::kNone;
}

Result<RecordFilter> filter_of(const plytrace_options& options) {
  RecordFilter filter;
  filter.below_text = text_or_empty(options.below);
  if (!filter.below_text.empty()) {
    auto moves = moves_of_path(filter.below_text);
    if (!moves) return moves.status();
    filter.below = std::move(*moves);
  }
  if (options.max_ply != PLYTRACE_NO_NUMBER) filter.max_ply = options.max_ply;
  if (options.max_nodes != 0) filter.max_nodes = options.max_nodes;
  if (options.only_search != 0) filter.only_search = options.only_search;
  if (options.from_ply > 0) filter.from_ply = options.from_ply;
  if (options.has_at_key != 0) filter.at_key = options.at_key;
  return filter;
}

std::int64_t raw(OpenNodeId node) { return static_cast<std::int64_t>(node); }

// Rewrites a message about command-line options for callers that set plytrace_options.
std::string in_words_of_c(std::string message) {
  for (const std::string_view option : {"--force", "--append"}) {
    const std::size_t at = message.find(option);
    if (at != std::string::npos) message.replace(at, 2, "plytrace_options.");
  }
  return message;
}

bool is_variable_set() {
  const char* const variable = std::getenv("PLYTRACE");
  return variable != nullptr && *variable != 0;
}

// The file that the environment variable PLYTRACE names, where %p is the number of the process.
std::string path_of_variable() {
  std::string path = text_or_empty(std::getenv("PLYTRACE"));
  for (std::size_t at = path.find("%p"); at != std::string::npos; at = path.find("%p", at)) {
    path.replace(at, 2, std::to_string(::getpid()));
  }
  return path;
}

// Opens the file. A failure becomes the error of the handle.
void start_recording(plytrace_trace& trace, const char* path, const plytrace_options& options) {
  try {
    RecordingOptions recording;
    if (options.buffer_bytes != 0) recording.buffer_bytes = options.buffer_bytes;
    trace.recorder.capture = kCaptureDefault | kCaptureKeys | kCaptureNotes;
    trace.recorder.engine = text_or_empty(options.engine);
    trace.recorder.engine_version = text_or_empty(options.engine_version);
    if (const auto filter = filter_of(options)) {
      trace.recorder.filter = *filter;
    } else {
      trace.error = "plytrace_open: below: " + filter.status().message();
      return;
    }
    const std::string file = path == nullptr ? path_of_variable() : path;
    bool appends = options.append != 0;
    if (options.append == PLYTRACE_APPEND_OWN) {
      const OwnFile own = own_file(file);
      appends = own == OwnFile::kClosed;
      if (own == OwnFile::kOpen) {
        trace.error = file + kIsOpen;
        return;
      }
    }
    auto started =
        Recording::start({.path = file, .force = options.force != 0, .append = appends}, recording);
    if (started.is_ok()) {
      const std::lock_guard lock(trace.mutex);
      trace.recording = std::move(*started);
      trace.path = file;
    } else {
      trace.error = in_words_of_c(started.status().message());
    }
  } catch (...) {
    trace.recording.reset();
    trace.error = "out of memory";  // short enough not to allocate
  }
}

// Whether this thread is in an event of the trace, hence in a signal handler or in move_text.
bool is_amid_event(const plytrace_trace& trace) {
  return std::any_of(trace.streams.begin(), trace.streams.end(),
                     [](const plytrace_stream& stream) { return stream.turn.is_within(); });
}

// Reads the members that stores and probes share. False: a code is invalid.
template <class Event>
bool read_entry(const plytrace_entry_args& args, Event& event) {
  if (!read_code(args.bound, event.bound)) return false;
  event.key = args.key;
  event.depth = args.depth;
  event.value = args.value;
  event.raw = score_if(args.has_raw, args.raw);
  event.move = args.move;
  return true;
}

// Enters the node in any case, since the engine is in it. Invalid members are dropped.
[[gnu::always_inline]] inline Misuse read_enter(const plytrace_enter_args& args,
                                                EnterEvent& event) {
  Misuse misuse = Misuse::kNone;
  if (args.side < PLYTRACE_SIDE_UNKNOWN || args.side > PLYTRACE_MIN) misuse = Misuse::kBadCode;
  if (!read_code(args.role, event.role)) misuse = Misuse::kBadCode;
  if (!read_code(args.phase, event.phase)) misuse = Misuse::kBadCode;
  const bool side_known = args.side == PLYTRACE_MAX || args.side == PLYTRACE_MIN;
  event.side = static_cast<Side>(side_known ? args.side : PLYTRACE_SIDE_UNKNOWN);
  event.move = args.move;
  event.depth = args.depth;
  event.window = {kNoScore, kNoScore};
  if (args.has_window != 0 && any_nan(args.alpha, args.beta)) {
    misuse = Misuse::kNotANumber;
  } else if (args.has_window != 0) {
    event.window = {args.alpha, args.beta};
  }
  if (args.has_key != 0) event.key = args.key;
  return misuse;
}

// False: a member was invalid and is dropped.
[[gnu::always_inline]] inline bool read_leave(const plytrace_leave_args& args, LeaveEvent& event) {
  Bound bound = Bound::kExact;
  const bool has_bound = args.bound != PLYTRACE_NO_BOUND;
  const bool is_bound = has_bound && read_code(args.bound, bound);
  const bool is_kind = read_code(args.kind, event.kind);
  event.value = score_if(args.has_value, args.value);
  event.score = score_if(args.has_score, args.score);
  if (is_bound) event.bound = bound;
  event.best = NodeId{args.best};
  if (args.legal != PLYTRACE_NO_NUMBER) event.legal = args.legal;
  if (!is_kind) event.kind = NodeKind::kUnknown;
  return is_kind && is_bound == has_bound;
}

// A structure without a size counts as the defaults, and as a misuse.
[[gnu::noinline]] plytrace_node enter_in_general(plytrace_stream* stream,
                                                 const plytrace_enter_args* given) {
  OpenNodeId node{};
  on_stream(stream, "plytrace_enter", [&](Emitter& emitter) {
    plytrace_enter_args args = PLYTRACE_ENTER_INIT;
    const bool has_size = overlay(given, args);
    EnterEvent event;
    const Misuse read = read_enter(args, event);
    const Misuse misuse = has_size ? read : Misuse::kNoSize;
    const Misuse entered = emitter.enter(event, node);
    return misuse == Misuse::kNone ? entered : emitter.refused(misuse);
  });
  return raw(node);
}
// False: nothing was changed; use enter_in_general(). `kDerives`: a side that is not given is that
// of side_below(), in a search that derives it.
template <bool kHasKey, bool kDerives>
[[gnu::always_inline]] inline bool try_enter(plytrace_stream* stream,
                                             const plytrace_enter_args& args, OpenNodeId& node) {
  return try_on_stream(
      stream, [&](Emitter & emitter) __attribute__((always_inline)) {
        Role role{};
        Phase phase{};
        static_assert(PLYTRACE_MAX == 0 && PLYTRACE_MIN == 1);
        static_assert(format::kWords<Phase>.size() == 2);
        bool is_good = read_code(args.role, role);
        int side = args.side;
        if (kDerives && is_good && side == PLYTRACE_OTHER_SIDE && emitter.derives_sides()) {
          side = static_cast<int>(emitter.side_below(args.move, role));
        }
        is_good = is_good && read_code(args.phase | side, phase) && args.has_window != 0 &&
                  !any_nan(args.alpha, args.beta);
        phase = static_cast<Phase>(args.phase);
        // A copy, as every store to the buffer might change the structure.
        const std::uint64_t key = args.key;
        return is_good &&
               emitter.try_enter(
                   {args.move, static_cast<Side>(side), args.depth, {args.alpha, args.beta}, role},
                   phase, kHasKey ? &key : nullptr, node);
      });
}

[[gnu::noinline]] plytrace_node enter_slowly(plytrace_stream* stream,
                                             const plytrace_enter_args* given) {
  OpenNodeId node;
  const bool is_done = is_current(given) && given->side == PLYTRACE_OTHER_SIDE &&
                       (given->has_key != 0 ? try_enter<true, true>(stream, *given, node)
                                            : try_enter<false, true>(stream, *given, node));
  return is_done ? raw(node) : enter_in_general(stream, given);
}

// Leaves the node in any case, since the engine has left it.
[[gnu::noinline]] void leave_in_general(plytrace_stream* stream, plytrace_node node,
                                        const plytrace_leave_args* given) {
  on_stream(stream, "plytrace_leave", [&](Emitter& emitter) {
    plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
    const bool has_size = overlay(given, args);
    LeaveEvent event;
    const bool good = read_leave(args, event) && has_size;
    const Misuse misuse = emitter.leave(OpenNodeId{node}, event);
    return misuse == Misuse::kNone && !good ? emitter.refused(Misuse::kBadCode) : misuse;
  });
}
// False: nothing was changed; use leave_in_general().
template <bool kScored>
[[gnu::always_inline]] inline bool try_leave(plytrace_stream* stream, plytrace_node node,
                                             const plytrace_leave_args& args) {
  const auto leave = [&](Emitter & emitter) __attribute__((always_inline)) {
    LeaveNumbers left{.best = NodeId{args.best}, .legal = args.legal};
    Bound bound = Bound::kExact;
    const bool has_bound = args.bound != PLYTRACE_NO_BOUND;
    const bool is_good = read_code(args.kind, left.kind) &&
                         (!has_bound || read_code(args.bound, bound)) && args.best >= 0 &&
                         args.has_value != 0 && args.has_score == 0 && !std::isnan(args.value);
    left.value = args.value;
    if (has_bound) left.bound = buffered::byte_of(bound);
    return is_good && emitter.try_leave<kScored>(OpenNodeId{node}, left);
  };
  return try_on_stream(stream, leave);
}

[[gnu::noinline]] void bound_in_general(plytrace_stream* stream, plytrace_node node, int cause,
                                        double alpha, double beta) {
  on_stream(stream, "plytrace_bound", [&](Emitter& emitter) {
    Cause code{};
    if (!read_code(cause, code) || !format::may_change_window(code)) {
      return emitter.refused(Misuse::kBadCode);
    }
    return emitter.bound(OpenNodeId{node}, {code, {alpha, beta}});
  });
}
[[gnu::always_inline]] inline Misuse read_cutoff(const plytrace_cutoff_args& args,
                                                 CutoffEvent& event) {
  if (!read_code(args.kind, event.kind) || !read_code(args.cause, event.cause)) {
    return Misuse::kBadCode;
  }
  if (args.has_window != 0 && any_nan(args.alpha, args.beta)) return Misuse::kNotANumber;
  event.value = args.has_value != 0 ? args.value : kNoScore;
  event.window = {kNoScore, kNoScore};
  if (args.has_window != 0) event.window = {args.alpha, args.beta};
  event.reason = args.reason == nullptr ? std::string_view() : args.reason;
  event.skipped_known = args.skipped >= 0;
  if (args.skipped >= 0 && args.skipped_moves != nullptr) {
    event.skipped = {args.skipped_moves, static_cast<std::size_t>(args.skipped)};
  } else if (args.skipped >= 0) {
    event.unnamed = args.skipped;
  }
  return Misuse::kNone;
}
[[gnu::noinline]] void cutoff_in_general(plytrace_stream* stream, plytrace_node node,
                                         const plytrace_cutoff_args* given) {
  on_stream(stream, "plytrace_cutoff", [&](Emitter& emitter) {
    plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
    if (!overlay(given, args)) return emitter.refused(Misuse::kNoSize);
    CutoffEvent event;
    const Misuse misuse = read_cutoff(args, event);
    return misuse == Misuse::kNone ? emitter.cutoff(OpenNodeId{node}, event)
                                   : emitter.refused(misuse);
  });
}
[[gnu::noinline]] void probe_in_general(plytrace_stream* stream, plytrace_node node,
                                        const plytrace_entry_args* given) {
  on_stream(stream, "plytrace_probe", [&](Emitter& emitter) {
    plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
    if (!overlay(given, args)) return emitter.refused(Misuse::kNoSize);
    ProbeEvent event;
    if (!read_code(args.used, event.used) || !read_entry(args, event)) {
      return emitter.refused(Misuse::kBadCode);
    }
    event.stored_depth = args.stored_depth;
    if (args.has_entry_key != 0) event.entry_key = args.entry_key;
    return emitter.probe(OpenNodeId{node}, event);
  });
}
[[gnu::noinline]] void store_in_general(plytrace_stream* stream, plytrace_node node,
                                        const plytrace_entry_args* given) {
  on_stream(stream, "plytrace_store", [&](Emitter& emitter) {
    plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
    if (!overlay(given, args)) return emitter.refused(Misuse::kNoSize, true);
    StoreEvent event;
    if (!read_entry(args, event)) return emitter.refused(Misuse::kBadCode, true);
    return emitter.store(OpenNodeId{node}, event);
  });
}
// The numbers of an entry without a raw value. False: they are invalid.
[[gnu::always_inline]] inline bool read_entry(const plytrace_entry_args& args,
                                              EntryNumbers& entry) {
  if (!read_code(args.bound, entry.bound) || std::isnan(args.value)) [[unlikely]]
    return false;
  entry.key = args.key;
  entry.value = args.value;
  entry.depth = args.depth;
  entry.move = args.move;
  return true;
}

// False: nothing was changed; use probe_in_general().
template <bool kFinds, bool kHasEntryKey>
[[gnu::always_inline]] inline bool try_probe(plytrace_stream* stream, plytrace_node node,
                                             const plytrace_entry_args& args) {
  return try_on_stream(
      stream, [&](Emitter & emitter) __attribute__((always_inline)) {
        EntryNumbers entry;
        if (!read_entry(args, entry) || !read_code(args.used, entry.used)) return false;
        entry.stored_depth = args.stored_depth;
        if (kHasEntryKey) entry.entry_key = &args.entry_key;
        return emitter.try_probe<kFinds>(OpenNodeId{node}, entry);
      });
}
// A function of its own, whose registers the probes of unknown entries need not save.
[[gnu::noinline]] void probe_of_known_entry(plytrace_stream* stream, plytrace_node node,
                                            const plytrace_entry_args* given) {
  const bool is_done = is_current(given) && given->has_raw == 0 &&
                       (given->has_entry_key != 0 ? try_probe<true, true>(stream, node, *given)
                                                  : try_probe<true, false>(stream, node, *given));
  if (!is_done) [[unlikely]]
    probe_in_general(stream, node, given);
}

}  // namespace
}  // namespace plytrace

using plytrace::Misuse;
using plytrace::OpenNodeId;

// --- The trace file
// -------------------------------------------------------------------------------

plytrace_trace* plytrace_open(const char* path, const plytrace_options* given) {
  if (path == nullptr && !plytrace::is_variable_set()) return nullptr;
  plytrace_trace* const trace = plytrace::new_trace();
  plytrace_options options = PLYTRACE_OPTIONS_INIT;
  if (!trace->error.empty()) return trace;
  if (plytrace::overlay(given, options)) {
    plytrace::start_recording(*trace, path, options);
  } else {
    trace->error = plytrace::message(Misuse::kNoSize);
  }
  // An engine that ignores the error might mistake an old file for the trace of this run.
  if (trace->recording == nullptr && options.quiet == 0) {
    std::fprintf(stderr, "plytrace: nothing is recorded: %s\n", trace->error.c_str());
  }
  return trace;
}
int plytrace_close(plytrace_trace* trace) {
  if (trace == nullptr) return 0;
  try {
    trace->refusal = nullptr;
    if (trace->recording != nullptr && trace->is_forked()) {
      trace->refusal = plytrace::kForked;
      return -1;
    }
    // The interrupted call may be changing anything, even the error.
    if (trace->mutex.is_mine()) return -1;
    const std::lock_guard lock(trace->mutex);
    if (plytrace::is_amid_event(*trace)) {
      for (plytrace_stream& stream : trace->streams) plytrace_flush(&stream);
      trace->refusal = plytrace::kWithinCall;
      return -1;
    }
    if (trace->recording == nullptr) {
      if (trace->error.empty()) trace->error = "plytrace_close: the trace is closed already";
      return -1;
    }
    for (plytrace_stream& stream : trace->streams) plytrace::close_stream(stream);
    const plytrace::Status status = trace->recording->finish();
    trace->seconds_waited = trace->recording->seconds_waited();
    trace->lost_events = trace->recording->lost_events();
    trace->recording.reset();
    if (!status.is_ok()) trace->error = status.message();
    return status.is_ok() ? 0 : -1;
  } catch (...) {
    return -1;
  }
}

const char* plytrace_trace_error(const plytrace_trace* trace) {
  if (trace == nullptr) return nullptr;
  return trace->error.empty() ? trace->refusal : trace->error.c_str();
}

double plytrace_seconds_waited(const plytrace_trace* trace) {
  if (trace == nullptr) return 0;
  const bool is_open = trace->recording && !trace->is_forked();
  return is_open ? trace->recording->seconds_waited() : trace->seconds_waited;
}

uint64_t plytrace_lost_events(const plytrace_trace* trace) {
  if (trace == nullptr) return 0;
  return trace->recording ? trace->recording->lost_events() : trace->lost_events;
}

// --- Streams
// --------------------------------------------------------------------------------------

plytrace_stream* plytrace_open_stream(plytrace_trace* trace) {
  if (trace == nullptr || trace->mutex.is_mine() || trace->recording == nullptr) return nullptr;
  try {
    if (trace->is_forked()) {
      trace->refusal = plytrace::kForked;
      return nullptr;
    }
    const std::lock_guard lock(trace->mutex);
    plytrace_stream* const stream = &trace->streams.emplace_back();
    stream->trace = trace;
    stream->emitter = std::make_unique<plytrace::Emitter>(
        *trace->recording, trace->recorder,
        plytrace::declaration_of(*stream, plytrace_search PLYTRACE_SEARCH_INIT));
    return stream;
  } catch (...) {
    return nullptr;
  }
}

plytrace_trace* plytrace_trace_of(plytrace_stream* stream) {
  return stream == nullptr ? nullptr : stream->trace;
}

void plytrace_close_stream(plytrace_stream* stream) {
  plytrace::on_stream(stream, "plytrace_close_stream", [stream](plytrace::Emitter&) {
    plytrace::close_stream(*stream);
    return Misuse::kNone;
  });
}

void plytrace_flush(plytrace_stream* stream) {
  if (stream == nullptr || stream->emitter == nullptr || stream->trace->is_forked()) return;
  stream->emitter->flush(stream->turn.is_busy());
}

void plytrace_trigger(plytrace_stream* stream) { plytrace_flush(stream); }

const char* plytrace_error(const plytrace_stream* stream) {
  if (stream == nullptr) return nullptr;
  if (stream->errors != 0) return stream->error.c_str();
  if (stream->shared == 0) return nullptr;
  return stream->trace->is_forked() ? plytrace::kForked : plytrace::kShared;
}

uint64_t plytrace_error_count(const plytrace_stream* stream) {
  return stream == nullptr ? 0 : stream->errors + stream->shared;
}

// --- Searches and passes
// --------------------------------------------------------------------------

void plytrace_begin_search(plytrace_stream* stream, const plytrace_search* given) {
  plytrace::on_stream(stream, "plytrace_begin_search", [&](plytrace::Emitter& emitter) {
    plytrace_search search = PLYTRACE_SEARCH_INIT;
    if (!plytrace::overlay(given, search)) return emitter.refused(Misuse::kNoSize);
    if (const Misuse misuse = plytrace::check(search); misuse != Misuse::kNone) {
      return emitter.refused(misuse);
    }
    emitter.end_open_search();  // before its texts of moves change
    const plytrace::RecorderOptions& options = stream->trace->recorder;
    emitter.set_engine(
        search.engine == nullptr ? options.engine : search.engine,
        search.engine_version == nullptr ? options.engine_version : search.engine_version);
    stream->move_text = search.move_text;
    stream->user = search.user;
    const auto words = plytrace::split(plytrace::text_or_empty(search.captured));
    const bool known = std::all_of(words.begin(), words.end(), plytrace::is_captured_kind);
    const Misuse begun = emitter.begin_search(plytrace::declaration_of(*stream, search));
    return begun == Misuse::kNone && !known ? Misuse::kUnknownKind : begun;
  });
}

void plytrace_end_search(plytrace_stream* stream, const plytrace_result* given) {
  plytrace::on_stream(stream, "plytrace_end_search", [&](plytrace::Emitter& emitter) {
    plytrace_result result = PLYTRACE_RESULT_INIT;
    if (!plytrace::overlay(given, result)) return emitter.refused(Misuse::kNoSize);
    plytrace::SearchEnd end;
    if (!plytrace::read_code(result.status, end.status)) {
      return emitter.refused(Misuse::kBadCode);
    }
    end.value = plytrace::score_if(result.has_value, result.value);
    end.lower = plytrace::score_if(result.has_lower, result.lower);
    end.upper = plytrace::score_if(result.has_upper, result.upper);
    if (result.completed_depth != PLYTRACE_NO_NUMBER) end.completed_depth = result.completed_depth;
    end.best_move = plytrace::text_or_empty(result.best_move);
    end.pv = plytrace::line_of(result);
    end.nodes = result.nodes;
    end.leaf_evaluations = result.leaf_evaluations;
    return emitter.end_search(std::move(end));
  });
}

void plytrace_interrupt(plytrace_stream* stream) {
  if (stream == nullptr || stream->emitter == nullptr) return;
  plytrace::on_stream(stream, "plytrace_interrupt", [](plytrace::Emitter& emitter) {
    plytrace::SearchEnd end;
    end.status = plytrace::SearchStatus::kInterrupted;
    return emitter.in_search() ? emitter.end_search(std::move(end)) : Misuse::kNone;
  });
}

void plytrace_begin_pass(plytrace_stream* stream, int purpose, int32_t depth, double alpha,
                         double beta) {
  plytrace::on_stream(stream, "plytrace_begin_pass", [&](plytrace::Emitter& emitter) {
    plytrace::PassBegin pass;
    if (!plytrace::read_code(purpose, pass.purpose)) {
      return emitter.refused(Misuse::kBadCode);
    }
    if (plytrace::any_nan(alpha, beta)) return emitter.refused(Misuse::kNotANumber);
    pass.depth = depth;
    pass.window = {alpha, beta};
    return emitter.begin_pass(pass);
  });
}

void plytrace_end_pass(plytrace_stream* stream, int status, plytrace_move best_move) {
  plytrace::on_stream(stream, "plytrace_end_pass", [&](plytrace::Emitter& emitter) {
    plytrace::PassEnd end;
    if (!plytrace::read_code(status, end.status)) {
      return emitter.refused(Misuse::kBadCode);
    }
    end.best_move = best_move;
    return emitter.end_pass(end);
  });
}

void plytrace_end_pass_as(plytrace_stream* stream, const plytrace_result* given) {
  plytrace::on_stream(stream, "plytrace_end_pass_as", [&](plytrace::Emitter& emitter) {
    plytrace_result result = PLYTRACE_RESULT_INIT;
    if (!plytrace::overlay(given, result)) return emitter.refused(Misuse::kNoSize);
    plytrace::PassEnd end;
    if (!plytrace::read_code(result.status, end.status)) {
      return emitter.refused(Misuse::kBadCode);
    }
    const std::string best_move = plytrace::text_or_empty(result.best_move);
    if (best_move.size() > plytrace::format::kLongestMove) {
      return emitter.refused(Misuse::kTooLong);
    }
    if (!best_move.empty()) end.best_move = plytrace::code_of(*stream, best_move);
    end.value = plytrace::score_if(result.has_value, result.value);
    end.pv = plytrace::line_of(result);
    end.nodes = result.nodes;
    return emitter.end_pass(std::move(end));
  });
}

[[gnu::noinline]] static plytrace_move plytrace_find_or_add(plytrace_stream* stream,
                                                            const char* text) {
  plytrace_move move = PLYTRACE_UNNAMED_MOVE;
  plytrace::on_stream(stream, "plytrace_move_of_text", [&](plytrace::Emitter& emitter) {
    if (text == nullptr) return emitter.refused(Misuse::kBadCode);
    if (std::strlen(text) > plytrace::format::kLongestMove) {
      return emitter.refused(Misuse::kTooLong);
    }
    move = plytrace::code_of(*stream, text);
    return Misuse::kNone;
  });
  return move;
}
plytrace_move plytrace_move_of_text(plytrace_stream* stream, const char* text) {
  plytrace::MoveCode code = 0;
  const auto find = [&](plytrace::Emitter&) __attribute__((always_inline)) {
    return text != nullptr && stream->texts.find_short(text, code);
  };
  if (plytrace::try_on_stream(stream, find)) [[likely]]
    return code | plytrace::kTextMove;
  return plytrace_find_or_add(stream, text);
}

// --- Nodes
// ----------------------------------------------------------------------------------------

// A function of its own, because passing the structure on would force it into memory.
static plytrace_enter_args plytrace_args_of(plytrace_move move, int side, int32_t depth,
                                            double alpha, double beta) {
  plytrace_enter_args args = PLYTRACE_ENTER_INIT;
  args.move = move;
  args.side = side;
  args.depth = depth;
  args.has_window = 1;
  args.alpha = alpha;
  args.beta = beta;
  return args;
}
[[gnu::noinline]] static plytrace_node plytrace_enter_slowly(plytrace_stream* stream,
                                                             plytrace_move move, int side,
                                                             int32_t depth, double alpha,
                                                             double beta) {
  const plytrace_enter_args args = plytrace_args_of(move, side, depth, alpha, beta);
  return plytrace::enter_slowly(stream, &args);
}
plytrace_node plytrace_do_enter(plytrace_stream* stream, plytrace_move move, int side,
                                int32_t depth, double alpha, double beta) {
  OpenNodeId node;
  const plytrace_enter_args args = plytrace_args_of(move, side, depth, alpha, beta);
  if (plytrace::try_enter<false, false>(stream, args, node)) [[likely]]
    return plytrace::raw(node);
  return plytrace_enter_slowly(stream, move, side, depth, alpha, beta);
}

plytrace_node plytrace_do_enter_as(plytrace_stream* stream, const plytrace_enter_args* given) {
  OpenNodeId node;
  const bool is_done =
      plytrace::is_current(given) &&
      (given->has_key != 0 ? plytrace::try_enter<true, false>(stream, *given, node)
                           : plytrace::try_enter<false, false>(stream, *given, node));
  if (is_done) [[likely]]
    return plytrace::raw(node);
  return plytrace::enter_slowly(stream, given);
}

static plytrace_leave_args plytrace_args_of(int kind, double value) {
  plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
  args.kind = kind;
  args.has_value = 1;
  args.value = value;
  return args;
}
[[gnu::noinline]] static void plytrace_leave_slowly(plytrace_stream* stream, plytrace_node node,
                                                    int kind, double value) {
  const plytrace_leave_args args = plytrace_args_of(kind, value);
  if (!plytrace::try_leave<true>(stream, node, args))
    plytrace::leave_in_general(stream, node, &args);
}
void plytrace_do_leave(plytrace_stream* stream, plytrace_node node, int kind, double value) {
  if (!plytrace::try_leave<false>(stream, node, plytrace_args_of(kind, value))) [[unlikely]]
    plytrace_leave_slowly(stream, node, kind, value);
}

void plytrace_do_leave_as(plytrace_stream* stream, plytrace_node node,
                          const plytrace_leave_args* given) {
  const bool is_done =
      plytrace::is_current(given) && (plytrace::try_leave<false>(stream, node, *given) ||
                                      plytrace::try_leave<true>(stream, node, *given));
  if (!is_done) [[unlikely]]
    plytrace::leave_in_general(stream, node, given);
}

void plytrace_do_bound(plytrace_stream* stream, plytrace_node node, int cause, double alpha,
                       double beta) {
  const auto bound = [&](plytrace::Emitter & emitter) __attribute__((always_inline)) {
    plytrace::Cause code{};
    return plytrace::read_code(cause, code) && plytrace::format::may_change_window(code) &&
           !plytrace::any_nan(alpha, beta) &&
           emitter.try_bound(OpenNodeId{node}, {code, {alpha, beta}});
  };
  if (!plytrace::try_on_stream(stream, bound)) [[unlikely]]
    plytrace::bound_in_general(stream, node, cause, alpha, beta);
}

void plytrace_do_cutoff(plytrace_stream* stream, plytrace_node node,
                        const plytrace_cutoff_args* given) {
  const auto cutoff = [&](plytrace::Emitter & emitter) __attribute__((always_inline)) {
    if (!plytrace::is_current(given) || given->has_value == 0 || given->reason != nullptr ||
        given->skipped_moves != nullptr) {
      return false;
    }
    plytrace::CutoffEvent event;
    if (plytrace::read_cutoff(*given, event) != Misuse::kNone || std::isnan(event.value)) {
      return false;
    }
    return emitter.try_cutoff(OpenNodeId{node}, event);
  };
  if (!plytrace::try_on_stream(stream, cutoff)) [[unlikely]]
    plytrace::cutoff_in_general(stream, node, given);
}

void plytrace_do_store(plytrace_stream* stream, plytrace_node node,
                       const plytrace_entry_args* given) {
  const auto store = [&](plytrace::Emitter & emitter) __attribute__((always_inline)) {
    plytrace::EntryNumbers entry;
    return plytrace::is_current(given) && given->has_raw == 0 &&
           plytrace::read_entry(*given, entry) && emitter.try_store(OpenNodeId{node}, entry);
  };
  if (!plytrace::try_on_stream(stream, store)) [[unlikely]]
    plytrace::store_in_general(stream, node, given);
}

void plytrace_do_probe(plytrace_stream* stream, plytrace_node node,
                       const plytrace_entry_args* given) {
  const bool is_done = plytrace::is_current(given) &&
                       (given->has_entry_key | given->has_raw) == 0 &&
                       plytrace::try_probe<false, false>(stream, node, *given);
  if (!is_done) [[unlikely]]
    plytrace::probe_of_known_entry(stream, node, given);
}

void plytrace_do_is(plytrace_stream* stream, plytrace_node node, int kind, int bound) {
  plytrace::on_stream(stream, "plytrace_is", [&](plytrace::Emitter& emitter) {
    plytrace::NodeKind node_kind{};
    plytrace::Bound claimed{};
    const bool claims = bound != PLYTRACE_NO_BOUND;
    if (!plytrace::read_code(kind, node_kind) || (claims && !plytrace::read_code(bound, claimed))) {
      return emitter.refused(Misuse::kBadCode);
    }
    return emitter.is(OpenNodeId{node}, node_kind, claims ? std::optional(claimed) : std::nullopt);
  });
}

void plytrace_do_score(plytrace_stream* stream, plytrace_node node, double score) {
  plytrace::on_stream(stream, "plytrace_score", [&](plytrace::Emitter& emitter) {
    return emitter.score(OpenNodeId{node}, score);
  });
}

void plytrace_do_exclude(plytrace_stream* stream, plytrace_node node, const plytrace_move* moves,
                         size_t count) {
  plytrace::on_stream(stream, "plytrace_exclude", [&](plytrace::Emitter& emitter) {
    if (moves == nullptr && count != 0) return emitter.refused(Misuse::kBadCode);
    return emitter.exclude(OpenNodeId{node}, {moves, count});
  });
}

void plytrace_do_credit(plytrace_stream* stream, plytrace_node node, double score) {
  plytrace::on_stream(stream, "plytrace_credit", [&](plytrace::Emitter& emitter) {
    return emitter.credit(OpenNodeId{node}, score);
  });
}

void plytrace_do_note(plytrace_stream* stream, plytrace_node node, const char* name,
                      const char* value) {
  plytrace::on_stream(stream, "plytrace_note", [&](plytrace::Emitter& emitter) {
    const std::string_view name_text = name == nullptr ? std::string_view() : name;
    const std::string_view value_text = value == nullptr ? std::string_view() : value;
    return emitter.note(OpenNodeId{node}, {name_text, value_text});
  });
}

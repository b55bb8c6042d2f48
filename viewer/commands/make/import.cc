// SPDX-License-Identifier: MIT
//
// plytrace import EVENTS -o TRACE: converts event lines of any program to a trace, or the packed
// events of plytrace_emit.h. Reads files and pipes in constant memory. The meaning of lines and
// packed events is defined in tracer/import.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "tracer/destination.h"
#include "tracer/import/importer.h"
#include "tracer/import/line_source.h"
#include "tracer/import/nowhere.h"
#include "tracer/import/packed_events.h"
#include "tracer/import/uci_log.h"
#include "tracer/recorder.h"
#include "tracer/recording.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/made_trace.h"
#include "viewer/commands/make/record_tree.h"
#include "viewer/commands/make/search_options.h"
#include "viewer/format/numbers.h"

namespace plytrace {
namespace {

constexpr std::uint64_t kShownFaults = 10;
constexpr std::uint64_t kLinesPerLook = 1024;   // lines between two updates of the progress line
constexpr std::uint64_t kLinesAfter = 100'000;  // lines searched for further errors

struct ImportOptions {
  std::string events;
  Destination output;
  bool lenient = false;
  bool uci_log = false;  // the input is a UCI log instead of event lines
  bool mixed = false;    // other text may stand between the event lines
  bool live = false;     // the file is still being written
  bool is_tree = false;  // the input is a tree to be searched
  TreeSearch tree;
  RecordFilter filter;
  std::string at_key;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// The input: a file, or standard input for "-".
class Input {
 public:
  explicit Input(const std::string& path)
      : descriptor_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
        name_(path == "-" ? "standard input" : path) {}
  ~Input() {
    // Standard input is not ours to close.
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  Status check() const {
    if (descriptor_ < 0) {
      // Exit codes of docs/cli.md: 3 for a wrong name, 5 if the system refuses.
      const int code = errno == ENOENT || errno == ENOTDIR ? 3 : 5;
      return {static_cast<StatusCode>(code),
              name_ + ": cannot be read: " + std::strerror(errno) + "; check the name"};
    }
    struct stat info {};
    if (::fstat(descriptor_, &info) == 0 && S_ISDIR(info.st_mode)) {
      return Status::bad_input(name_ +
                               ": is a folder; name a file of event lines, or - for a pipe");
    }
    return Status::ok();
  }
  // nullopt for a pipe, which ends when its writers close it.
  std::optional<std::uint64_t> size() const {
    struct stat info {};
    if (::fstat(descriptor_, &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
    return static_cast<std::uint64_t>(info.st_size);
  }
  int descriptor() const { return descriptor_; }
  const std::string& name() const { return name_; }

 private:
  int descriptor_;
  std::string name_;
};

// The result of the import.
struct ImportReport {
  std::uint64_t lines = 0, events = 0, faults = 0, nodes = 0, searches = 0, unleft = 0;
  std::size_t streams = 0;
  double seconds = 0, seconds_waited = 0;
  std::uint64_t lost_events = 0;
  Status status;  // why it stopped early
  Importer::Advice advice;
  bool is_packed = false;
  std::vector<std::string> warnings;  // what packed events have lost
};

// True if it stopped before the first event and does not append: the new trace would be empty.
bool is_nothing(const ImportOptions& options, const ImportReport& report) {
  return !report.status && report.events == 0 && !options.output.append;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

bool is_event_line(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  return first != std::string_view::npos && text[first] == '{';
}

std::string count(std::uint64_t number, const char* one, const char* many) {
  return text::grouped(static_cast<std::int64_t>(number)) + " " + (number == 1 ? one : many);
}

class ImportRun {
 public:
  ImportRun(const ImportOptions& options, const Input& input, Recording& recording)
      : options_(options),
        recording_(recording),
        source_(input.descriptor(), input.name(), EventLine::kPadding, cli::interrupted()),
        is_file_(input.size().has_value()),
        size_(input.size().value_or(0)),
        name_(input.name()),
        importer_(recording, recorder_options(options), options.lenient) {}

  ImportReport run() {
    const auto start = std::chrono::steady_clock::now();
    if (options_.live && is_file_)
      source_.follow([this] { return packed_ && packed_->is_closed(); });
    is_packed() ? read_packed() : read_lines();
    report_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report_;
  }

 private:
  bool is_packed() {
    if (source_.peek(PackedEvents::kMagic.size()) != PackedEvents::kMagic) return false;
    return !options_.uci_log && !options_.mixed;
  }

  void read_packed() {
    cli::Progress progress("bytes read:", size_);
    packed_.emplace(recording_, recorder_options(options_));
    for (std::string_view bytes = source_.next_bytes(); !bytes.empty();
         bytes = source_.next_bytes()) {
      packed_->read(bytes);
      progress.at(source_.bytes_read());
    }
    packed_->finish();
    const PackedEvents::Counts& counts = packed_->counts();
    report_.is_packed = true;
    report_.status = source_.status();
    report_.events = counts.events;
    report_.nodes = counts.nodes;
    report_.searches = counts.searches;
    report_.streams = counts.streams;
    report_.faults = counts.refused;
    tell_losses(counts);
    if (is_nothing(options_, report_)) recording_.discard();
  }

  static constexpr const char* kUnclosed =
      "not closed: the engine ended without plytrace_close, or the file is cut";

  // Adds sentences about the packed events that are missing.
  void tell_losses(const PackedEvents::Counts& counts) {
    warn(counts.unclosed, "stream was", "streams were", kUnclosed);
    warn(counts.cut, "byte", "bytes", "at the end are no whole record");
    warn(counts.lost_blocks, "block is", "blocks are", "missing or damaged; their events are lost");
    warn(counts.skipped, "byte", "bytes", "skipped that belong to no valid block");
    warn(counts.refused, "event was", "events were", "refused: " + counts.refusal);
  }
  void warn(std::uint64_t number, const char* one, const char* many, const std::string& rest) {
    if (number > 0)
      report_.warnings.push_back(name_ + ": " + count(number, one, many) + " " + rest);
  }

  void read_lines() {
    cli::Progress progress("bytes read:", size_);
    while (const auto line = source_.next()) {
      if (!handle(*line)) break;
      if (source_.number() % kLinesPerLook == 0) progress.at(source_.bytes_read());
    }
    if (options_.uci_log) end_uci_log();
    if (wrong_.empty()) {
      report_.status = source_.status();
      count_lines();
    }
    importer_.finish(!report_.status.is_ok());
    report_.unleft = importer_.unleft();
    report_.faults += importer_.refused();
    warn(importer_.unclosed(), "stream was", "streams were", kUnclosed);
    warn(importer_.refused(), "event was", "events were", "refused: " + importer_.refusal());
    report_.advice = importer_.advice();
    if (nowhere_ != nullptr) (void)nowhere_->finish();
    if (!wrong_.empty())
      report_.status = Status::bad_input(fmt::format("{}", fmt::join(wrong_, "\n")));
  }

  static RecorderOptions recorder_options(const ImportOptions& given) {
    RecorderOptions options;
    options.capture = kCaptureDefault | kCaptureKeys | kCaptureNotes;
    options.filter = given.filter;
    return options;
  }

  // Returns false to stop reading.
  bool handle(const LineSource::Line& line) {
    std::string fault;
    if (options_.uci_log) {
      if (!line.too_long) import_all(uci_log_.events_of(line.text, line.is_cut));
      return true;
    }
    if (options_.mixed && !line.too_long && !is_event_line(line.text)) return true;
    if (line.too_long) {
      fault =
          fmt::format("longer than {} MB; one line is one event", LineSource::kLongestLine >> 20);
      importer_.lose();
    } else if (!is_blank(line.text)) {
      fault = importer_.import_line(line.text);
    }
    if (fault.empty() || is_cut_by_kill(line)) return true;
    ++report_.faults;
    const std::string message = fmt::format("{}:{}: {}", name_, source_.number(), fault);
    if (!options_.lenient) return take_wrong(line, message);
    if (report_.faults <= kShownFaults) cli::tell("warning: " + message);
    return true;
  }

  // A recorder that was killed leaves a part of a line, behind which the next run begins. The
  // search then counts as interrupted. The text of the line is gone after this call.
  bool is_cut_by_kill(const LineSource::Line& line) {
    if (line.too_long || !importer_.is_line_lost()) return false;
    constexpr std::string_view kStart = "{\"event\":\"start\"";
    const bool is_cut =
        line.is_cut ? importer_.has_recorder() : source_.peek(kStart.size()) == kStart;
    if (is_cut) {
      report_.warnings.push_back(
          fmt::format("{}:{}: the line is cut, as a killed engine leaves it, and was not used",
                      name_, source_.number()));
    }
    return is_cut;
  }

  void end_uci_log() {
    import_all(uci_log_.end());
    if (!uci_log_.has_dropped_line()) return;
    ++report_.faults;
    report_.warnings.push_back(
        fmt::format("{}:{}: the last line has no line end, so it may be cut and was not used",
                    name_, source_.number()));
  }

  void import_all(const std::vector<std::string>& events) {
    for (std::string event : events) {
      event.reserve(event.size() + EventLine::kPadding);
      const std::string fault = importer_.import_line(event);
      if (fault.empty()) continue;
      if (++report_.faults <= kShownFaults) {
        cli::tell(fmt::format("warning: {}:{}: {}", name_, source_.number(), fault));
      }
    }
  }

  void count_lines() {
    report_.lines = source_.number();
    report_.events = importer_.events();
    report_.nodes = importer_.nodes();
    report_.searches = importer_.searches();
    report_.streams = importer_.streams();
    // Do this before the importer closes anything: after a wrong first line, the file to be
    // replaced with --force must stay as it was.
    if (is_nothing(options_, report_)) recording_.discard();
  }

  // The first wrong line ends the trace; the lines after it are only searched for further errors.
  // Returns false to stop reading.
  bool take_wrong(const LineSource::Line& line, const std::string& message) {
    // An error of order may only be a consequence of an earlier error.
    const bool follows = importer_.is_fault_of_order();
    const bool is_lost = line.too_long || importer_.is_line_lost();
    if (!follows || !is_out_of_order_) wrong_.push_back(message);
    is_out_of_order_ = is_out_of_order_ || follows || is_lost;
    if (nowhere_ != nullptr) {
      return wrong_.size() < kShownFaults && source_.number() < first_wrong_ + kLinesAfter;
    }
    first_wrong_ = source_.number();
    report_.status = Status::bad_input(message);
    count_lines();
    nowhere_ = std::make_unique<Recording>(std::make_unique<Nowhere>(), "", RecordingOptions{});
    importer_.go_on_in(*nowhere_);
    // Apply the usable part of the line, so that later lines find their nodes.
    is_lost ? importer_.lose() : (void)importer_.import_line(line.text);
    // The end of such a line may be far away, or there may be none.
    return !line.too_long;
  }

  const ImportOptions& options_;
  Recording& recording_;
  LineSource source_;
  const bool is_file_;
  std::uint64_t size_;
  std::string name_;
  std::unique_ptr<Recording> nowhere_;  // takes events after the first wrong line and drops them
  Importer importer_;
  std::optional<PackedEvents> packed_;  // reads packed input
  UciLog uci_log_;
  ImportReport report_;
  std::vector<std::string> wrong_;  // error messages
  std::uint64_t first_wrong_ = 0;   // line number of the first wrong line
  bool is_out_of_order_ = false;    // later lines may fail only because of an earlier error
};

std::uint64_t per_second(const ImportReport& report) {
  return report.seconds > 0
             ? static_cast<std::uint64_t>(static_cast<double>(report.events) / report.seconds)
             : 0;
}

Status write_report(const ImportOptions& options, const ImportReport& report) {
  if (options.format == cli::OutputFormat::kJson) {
    return cli::write_json({{"trace", options.output.path},
                            {"lines", report.lines},
                            {"events", report.events},
                            {"faulty_lines", report.faults},
                            {"searches", report.searches},
                            {"streams", report.streams},
                            {"nodes", report.nodes},
                            {"lost_events", report.lost_events},
                            {"seconds", report.seconds},
                            {"events_per_second", per_second(report)},
                            {"seconds_waited", report.seconds_waited}});
  }
  std::string text = fmt::format(
      "{}: {} in {}, {}\n", options.output.path, count(report.events, "event", "events"),
      count(report.searches, "search", "searches"), count(report.nodes, "node", "nodes"));
  if (report.faults > 0) {
    text += fmt::format(
        "{} could not be fully used; verify says INCOMPLETE where an event is missing\n",
        report.lines > 0 ? count(report.faults, "line", "lines")
                         : count(report.faults, "event", "events"));
  }
  return cli::write_stdout(text);
}

// Adds to the error message what the trace contains.
Status with_remains(const Status& status, const ImportOptions& options,
                    const ImportReport& report) {
  const std::string& path = options.output.path;
  if (is_nothing(options, report)) return status;
  const bool bad = status.code() == StatusCode::kBadInput;
  const bool has_several = status.message().find('\n') != std::string::npos;
  return {status.code(), status.message() + (has_several ? "\n" : "; ") + path + " holds the " +
                             count(report.events, "event", "events") + " before" +
                             (has_several ? " the first of these lines" : "") +
                             (bad ? " (--lenient continues after such lines)" : "")};
}

// The error for input without events, for which no trace is written.
Status nothing_in(const Input& input, const ImportOptions& options, const ImportReport& report) {
  if (!options.output.append) remove_destination(options.output.path);
  if (options.uci_log) {
    return Status::bad_input(
        input.name() + ": holds no search of a UCI log; one begins with a line that has 'go'");
  }
  if (report.is_packed) {
    return Status::bad_input(
        fmt::format("{}: holds no whole block of packed events; record the search again\n{}",
                    input.name(), fmt::join(report.warnings, "\n")));
  }
  return Status::bad_input(input.name() +
                           ": holds no event line; each is one JSON object, such as "
                           "{\"event\":\"enter\"} (docs/events.md)");
}

void give_advice(const Importer::Advice& advice) {
  if (!advice.roots.empty()) {
    cli::tell("warning: roots were entered with different moves (" + advice.roots +
              "): they are moves of a root that was not recorded. Enter the root as a node without "
              "a move, before the loop over its moves, and leave it after");
  }
  if (advice.unknown_best > 0) {
    cli::tell(
        "warning: the best_move of " + count(advice.unknown_best, "leave line", "leave lines") +
        " is the move of no child, and was left out; the first is " + advice.first_unknown_best +
        ". Write it as the enter line does, or name the child by its number in best");
  }
  const bool is_plain = advice.has_values && !advice.has_roles && !advice.has_scores;
  if (!advice.declares && is_plain) {
    cli::tell(
        "note: no search line says what is captured, so verify cannot refute: if your search has "
        "no null moves, reductions, re-searches or stand pat, and reports all its bounds, cutoffs, "
        "probes and stores, declare \"captured\":[\"usual\"]");
  }
}

// A tree file contains no events, so this searches the tree and records that search.
Status import_tree(const ImportOptions& options) {
  TreeSearch tree = options.tree;
  tree.position = options.events;
  ImportReport report;
  report.nodes = value_of(record_tree(tree, definite(options.output)));
  report.searches = 1;
  if (options.format == cli::OutputFormat::kJson) return write_report(options, report);
  return cli::write_stdout(fmt::format("{}: 1 search of the tree, {}\n", options.output.path,
                                       count(report.nodes, "node", "nodes")));
}

Status run_import(ImportOptions options) {
  if (!options.filter.below_text.empty()) {
    auto moves = moves_of_path(options.filter.below_text);
    if (!moves) return Status::usage("--below: " + moves.status().message());
    options.filter.below = std::move(*moves);
  }
  if (!options.at_key.empty()) {
    const auto key = parse_key(options.at_key);
    if (!key) return Status::usage("--at-key: " + key.status().message());
    options.filter.at_key = *key;
  }
  if (options.output.append && options.output.force) {
    return Status::usage(
        "--append and --force exclude each other: the trace is either extended or replaced");
  }
  if (options.is_tree) return import_tree(options);
  const Input input(options.events);
  require(input.check());
  // Prevents `import run.db -o run.db` from replacing its own input.
  cli::check_not_input(options.output.path);
  if (options.uci_log && options.mixed) {
    return Status::usage("--uci-log and --mixed: a UCI log holds no event lines; leave one out");
  }
  options.output = definite(options.output);
  cli::catch_interrupts();
  const auto started = value_of(Recording::start(options.output, {}));
  Recording& recording = *started;
  ImportReport report = ImportRun(options, input, recording).run();
  const Status written = recording.finish();
  report.seconds_waited = recording.seconds_waited();
  report.lost_events = recording.lost_events();
  // Report the first error: a wrong line before a write error.
  if (!report.status) return with_remains(report.status, options, report);
  if (!written) return written;
  if (report.events == 0) return nothing_in(input, options, report);
  for (const std::string& warning : report.warnings) cli::tell("warning: " + warning);
  if (report.lines > 0 && report.faults > kShownFaults) {
    cli::tell("warning: " + count(report.faults - kShownFaults, "line", "lines") + " more invalid");
  }
  if (report.unleft > 0) {
    cli::tell("warning: " + count(report.unleft, "node was", "nodes were") +
              " never left: if a leave line is missing, the lines after it were assigned to the "
              "wrong nodes. Add the line, or name the nodes (\"node\": 17)");
  }
  give_advice(report.advice);
  return write_report(options, report);
}

}  // namespace

void setup_import(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "import", "Make a trace from event lines (newline-delimited JSON) or packed events",
      {"plytrace export run.db --to ndjson | plytrace import - -o copy.db",
       "printf '%s\\n' '{\"event\":\"enter\"}' "
       "'{\"event\":\"leave\",\"value\":3}' | plytrace import - -o small.db"},
      run_import);
  cli::add_explanation(
      command,
      "One event per line: search, pass, enter, bound, cutoff, store, probe, note, leave, "
      "credit,\nend_pass, end_search; enter and leave are enough. Fields: docs/events.md.\nFiles "
      "of plytrace_emit.h are recognised (docs/emit.md).");
  command->add_option("EVENTS", options->events, "File or pipe of events, or - for standard input")
      ->check(cli::input_file())
      ->required();
  command->add_option("-o,--output TRACE", options->output.path, "Trace to create")->required();
  command->add_flag("--force", options->output.force, "Replace an existing trace");
  command->add_flag("--append", options->output.append,
                    "Add the searches to a trace, which is created if it does not exist");
  command->add_flag("--lenient", options->lenient,
                    "Continue after invalid lines; the trace is marked as incomplete");
  command->add_flag("--live", options->live,
                    "Wait for more at the end of the file, until the engine closes it or Ctrl-C\n"
                    "(event lines in a file: until Ctrl-C)");
  command->add_flag("--mixed", options->mixed,
                    "Skip lines that do not begin with '{': event lines among an engine's output");
  command->add_flag("--uci-log", options->uci_log,
                    "Read a log of the protocol UCI instead: searches with passes and lines of\n"
                    "play, without nodes");
  command->add_flag("--tree", options->is_tree,
                    "Search a tree instead, and record the search: EVENTS is the tree, in a form\n"
                    "of docs/games.md, its file, or -");
  command->add_option("-a,--algorithm NAME", options->tree.algorithm,
                      "How --tree is searched (default alphabeta)");
  add_conventions(command, options->tree);
  for (const char* const option :
       {"--algorithm", "--cut", "--order", "--ties", "--window", "--game-option"}) {
    command->only_with(option, {"--tree"});
  }
  RecordFilter& filter = options->filter;
  command->add_option("--below PATH", filter.below_text,
                      "Record only this node, the path to it, and everything below it");
  command->add_option("--at-key KEY", options->at_key, "Record only below positions with this key");
  command
      ->add_option("--from-ply N", filter.from_ply,
                   "Record from this ply down, and the paths leading there")
      ->check(cli::whole_number(0, std::numeric_limits<int>::max()));
  command->add_option("--max-ply N", filter.max_ply, "Record down to this ply")
      ->check(cli::whole_number(0, std::numeric_limits<int>::max()));
  command->add_option("--max-nodes N", filter.max_nodes, "Record the first N nodes")
      ->check(cli::whole_number(1));
  command
      ->add_option("--only-search N", filter.only_search, "Record only the Nth search of a stream")
      ->check(cli::whole_number(1));
  cli::add_format(command, options->format);
}

}  // namespace plytrace

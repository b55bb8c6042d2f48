// SPDX-License-Identifier: MIT
//
// plytrace collect TRACE|DIR...: sums up many traces in one small file (reader/collection.h).
#include <sys/stat.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "viewer/analysis/pass_of.h"
#include "viewer/answers/compare/search_result.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/make/digested_search.h"
#include "viewer/commands/make/verdict_counts.h"
#include "viewer/format/rows/format.h"
#include "viewer/reader/collection.h"

namespace plytrace {
namespace {

namespace fs = std::filesystem;

// A digest reads all nodes, so a larger trace gets none.
constexpr std::int64_t kMostDigested = 1'000'000;

struct CollectOptions {
  std::vector<std::string> inputs;
  std::string output;
  bool verify = false;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

struct Collected {
  std::int64_t traces = 0, added = 0, unchanged = 0, merged = 0;
  std::vector<std::string> errors;  // of traces that cannot be read
  VerdictCounts verdicts;           // of all searches of the collection
  std::string digest;               // of all searches of the collection; "" if one of them has none
};

bool is_same(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

// The files to collect, those of a folder sorted by name. The output is none of them.
std::vector<std::string> files_of(const CollectOptions& options) {
  std::vector<std::string> files;
  for (const std::string& input : options.inputs) {
    std::error_code error;
    if (!fs::is_directory(input, error)) {
      if (!fs::exists(input, error)) throw Failure::bad_input(input + ": no such file or folder");
      cli::note_input(input);
      files.push_back(input);
      continue;
    }
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator at(input, error), end; !error && at != end;
         at.increment(error)) {
      const bool is_trace = at->path().extension() == ".db" && at->is_regular_file(error);
      if (is_trace && !is_same(at->path().string(), options.output)) {
        found.push_back(at->path().string());
      }
    }
    if (error) throw Failure::environment(input + ": cannot be read: " + error.message());
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  if (files.empty()) throw Failure::bad_input("collect: no trace (*.db) in the folders named");
  return files;
}

CollectedSearch collected(const TraceReader& reader, const SearchRow& row) {
  const auto pass = reader.choose_pass(row, std::nullopt);
  answers::SearchResultRow result =
      answers::result_row(CompareInput{reader, row, pass ? *pass : PassRow()});
  CollectedSearch search;
  search.id = row.id;
  search.depth = std::move(result.depth);
  search.best_move = std::move(result.best_move);
  search.side = std::move(result.side);
  search.left_out = std::move(result.left_out);
  search.value = result.value;
  search.lower = result.claim.lower;
  search.upper = result.claim.upper;
  return search;
}

// Reads the trace into its row.
void read_trace(bool verify, CollectedTrace& trace) {
  const auto reader = value_of(TraceReader::open(trace.path));
  const TraceReader::Snapshot snapshot(reader);
  trace.state = reader.file().recording ? "unfinished" : "finished";
  const std::vector<SearchRow> searches = reader.searches();
  const bool is_digested = rows_of(reader, searches) <= kMostDigested;
  verify::WholeFile file(reader);
  ContentDigest sum;
  for (const SearchRow& row : searches) {
    CollectedSearch& search = trace.searches.emplace_back(collected(reader, row));
    auto found = digested_search(file, row, verify, is_digested);
    search.verdict = std::move(found.verdict);
    if (!found.digest) continue;
    search.digest = found.digest->text();
    sum.add(*found.digest);
  }
  if (is_digested) trace.digest = sum.text();
  require(reader.status());
}

// The name of a trace in the collection, whatever folder the command runs in: its path from the
// collection's folder if it lies below it, else its whole path.
std::string name_of(const std::string& path, const std::string& collection) {
  std::error_code error;
  const fs::path file = fs::weakly_canonical(path, error);
  const fs::path folder = fs::weakly_canonical(collection, error).parent_path();
  const fs::path below = file.lexically_relative(folder);
  if (file.empty()) return path;
  return below.empty() || *below.begin() == ".." ? file.string() : below.string();
}

// If the trace cannot be read, the error goes into its row, and the rows of its earlier reading
// stay.
void collect_file(const CollectOptions& options, const std::string& file, Collection& collection,
                  Collected& done) {
  if (Collection::is_one(file)) {
    ++done.merged;
    return require(collection.merge(file));
  }
  ++done.traces;
  CollectedTrace trace;
  trace.path = file;
  trace.file = name_of(file, options.output);
  struct stat info {};
  if (::stat(file.c_str(), &info) == 0) {
    trace.bytes = info.st_size;
    trace.modified = fmt::format("{}.{:09}", info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
  }
  if (const auto known = collection.error_of(trace, options.verify)) {
    if (known->empty()) {
      ++done.unchanged;
    } else {
      done.errors.push_back(*known);
    }
    return;
  }
  try {
    read_trace(options.verify, trace);
    ++done.added;
  } catch (const Failure& failure) {
    if (failure.status().code() != StatusCode::kBadInput) throw;
    done.errors.push_back(failure.status().message());
    return require(collection.add_error(trace, done.errors.back()));
  }
  require(collection.add(trace));
}

// Adds the verdicts and the digest of all searches. The digest is equal for two collections of the
// same searches, in whichever files these are.
void add_totals(const Collection& collection, Collected& done) {
  std::vector<std::string> digests;
  bool has_all = true;
  require(collection.query("SELECT digest, verdict FROM search",
                           [&](const std::vector<std::string>& cells) {
                             has_all = has_all && !cells[0].empty();
                             digests.push_back(cells[0]);
                             done.verdicts.add(cells[1]);
                           }));
  if (has_all) done.digest = digest_of_searches(std::move(digests));
}

// At most 20 errors are listed.
std::ptrdiff_t listed(const Collected& done) {
  return static_cast<std::ptrdiff_t>(std::min<std::size_t>(done.errors.size(), 20));
}

text::Json json(const CollectOptions& options, const Collected& done) {
  return {{"collection", options.output},
          {"traces", done.traces},
          {"added", done.added},
          {"unchanged", done.unchanged},
          {"unreadable", done.errors.size()},
          {"errors", std::vector(done.errors.begin(), done.errors.begin() + listed(done))},
          {"merged", done.merged},
          {"verdicts", options.verify ? done.verdicts.json() : text::Json(nullptr)},
          {"digest", done.digest.empty() ? text::Json(nullptr) : text::Json(done.digest)}};
}

std::string lines(const CollectOptions& options, const Collected& done) {
  std::string text = text::count(done.traces, "trace") + ": " + text::grouped(done.added) +
                     " added, " + text::grouped(done.unchanged) + " unchanged, " +
                     text::grouped(std::ssize(done.errors)) + " unreadable";
  if (done.merged > 0) text += "; " + text::count(done.merged, "collection") + " merged";
  text += "\ncollection   " + options.output + "\n";
  text += "digest       " +
          (done.digest.empty() ? "none: a search has none (docs/cite.md)" : done.digest) + "\n";
  if (options.verify) text += done.verdicts.text() + "\n";
  for (std::ptrdiff_t i = 0; i < listed(done); ++i) {
    text += "unreadable: " + text::printable(done.errors[static_cast<std::size_t>(i)]) + "\n";
  }
  const std::ptrdiff_t more = std::ssize(done.errors) - listed(done);
  if (more > 0) text += "and " + text::grouped(more) + " more unreadable\n";
  return text;
}

Status run_collect(const CollectOptions& options) {
  const auto files = files_of(options);
  cli::check_not_input(options.output);
  auto collection = value_of(Collection::open(options.output, true));
  cli::catch_interrupts();
  Collected done;
  cli::Progress progress("files:", files.size());
  for (const std::string& file : files) {
    collect_file(options, file, collection, done);
    progress.at(static_cast<std::uint64_t>(&file - files.data()) + 1);
    if (cli::interrupted().load()) {
      return Status(StatusCode::kInterrupted,
                    "collect: interrupted; the same command goes on where it stopped");
    }
  }
  add_totals(collection, done);
  require(cli::write_answer(options.format, options, done));
  if (done.merged == 0 && std::ssize(done.errors) == done.traces) {
    return Status::bad_input("collect: no trace could be read");
  }
  return options.verify ? done.verdicts.status() : Status::ok();
}

}  // namespace

void setup_collect(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "collect", "Sum up many traces in one small file: rows by trace, search, pass and ply",
      {"plytrace collect one.db two.db -o all.sum",
       "plytrace collect one.db two.db -o all.sum --verify --format json"},
      run_collect);
  command
      ->add_option("INPUT TRACE|DIR", options->inputs,
                   "Traces, folders of traces (*.db), collections")
      ->required();
  command->add_option("-o,--output FILE", options->output, "The collection, which may exist")
      ->required()
      ->check(cli::not_stdout());
  command->add_flag("--verify", options->verify,
                    "Judge each search, count the verdicts, and exit as verify does");
  cli::add_format(command, options->format);
}

}  // namespace plytrace

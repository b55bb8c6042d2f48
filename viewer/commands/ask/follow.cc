// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/follow.h"

#include <chrono>
#include <string>
#include <thread>

#include "viewer/cli/cli.h"
#include "viewer/cli/printer.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

// The contents of the trace at one moment.
struct Sample {
  bool recording = false;
  bool has_search = false;
  SearchRow search;
  std::optional<PassRow> pass;  // the newest pass
  std::int64_t passes = 0;
  std::int64_t nodes = 0, alpha_cutoffs = 0, beta_cutoffs = 0, skipped = 0;
  std::string path;  // of the node entered last
};

Result<Sample> take_sample(const std::string& file) {
  const auto reader = value_of(TraceReader::open(file));
  const TraceReader::Snapshot snapshot(reader);
  Sample sample;
  sample.recording = reader.file().recording;
  const auto searches = reader.searches();
  sample.has_search = !searches.empty();
  if (searches.empty()) return sample;
  sample.search = searches.back();
  for (const PassRow& pass : reader.passes(sample.search.id)) {
    ++sample.passes;
    sample.pass = pass;
    for (const PlySummaryRow& row : reader.ply_summary(pass.id)) {
      sample.nodes += row.nodes;
      sample.alpha_cutoffs += row.alpha_cutoffs;
      sample.beta_cutoffs += row.beta_cutoffs;
      sample.skipped += row.skipped;
    }
  }
  const auto root =
      sample.pass && sample.pass->root ? reader.node(*sample.pass->root) : std::nullopt;
  if (root) sample.path = reader.path(reader.last_of(*root));
  require(reader.status());
  return sample;
}

std::string text_line(const Sample& sample) {
  if (!sample.has_search) return "no search yet";
  std::string line = text::count(sample.nodes, "node") + ", cutoffs " +
                     text::grouped(sample.alpha_cutoffs) + " alpha " +
                     text::grouped(sample.beta_cutoffs) + " beta, " +
                     text::count(sample.skipped, "move") + " skipped";
  if (sample.pass) {
    line += ", pass " + std::to_string(sample.pass->ordinal);
    if (sample.pass->depth) line += " (depth " + std::to_string(*sample.pass->depth) + ")";
  }
  if (!sample.recording) {
    return line + "; " + text::readable(format::word(sample.search.status)) + ", value " +
           text::score(sample.search.value) + ", best move " +
           (sample.search.best_move ? text::printable(*sample.search.best_move) : "none");
  }
  return line + ", at " + text::printable(sample.path);
}

text::Json sample_json(const Sample& sample) {
  const bool has_pass = sample.pass.has_value();
  return {{"recording", sample.recording},
          {"search", sample.has_search ? text::Json(sample.search.id) : text::Json(nullptr)},
          {"passes", sample.passes},
          {"depth", text::number_json(has_pass ? sample.pass->depth : std::nullopt)},
          {"nodes", sample.nodes},
          {"alpha_cutoffs", sample.alpha_cutoffs},
          {"beta_cutoffs", sample.beta_cutoffs},
          {"skipped", sample.skipped},
          {"path", sample.path.empty() ? text::Json(nullptr) : text::text_json(sample.path)},
          {"status", sample.has_search ? text::Json(format::word(sample.search.status))
                                       : text::Json(nullptr)},
          {"value", text::score_json(sample.search.value)},
          {"best_move", sample.search.best_move ? text::text_json(*sample.search.best_move)
                                                : text::Json(nullptr)}};
}

void write_sample(const Sample& sample, cli::OutputFormat format) {
  if (format == cli::OutputFormat::kText)
    return require(cli::write_stdout(text_line(sample) + "\n"));
  require(cli::write_stdout(text::json_text(sample_json(sample)) + "\n"));
}

// Waits; returns false after Ctrl-C.
bool wait(double seconds) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < until) {
    if (cli::interrupted()) return false;
    // Short enough to react to Ctrl-C at once.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return !cli::interrupted();
}

}  // namespace

Status follow(const FollowOptions& options) {
  cli::catch_interrupts();
  constexpr int kQuietSamples = 10;
  int unchanged = 0;
  std::int64_t nodes = -1;
  for (std::int64_t taken = 1;; ++taken) {
    const auto sample = value_of(take_sample(options.file));
    write_sample(sample, options.format);
    if (!sample.recording || taken == options.lines) return Status::ok();
    unchanged = sample.nodes == nodes ? unchanged + 1 : 0;
    nodes = sample.nodes;
    if (unchanged == kQuietSamples) {
      cli::tell("info: nothing new for a while; the recorder may have died");
    }
    // No message, because Ctrl-C is the usual way to end this command.
    if (!wait(options.interval)) return {StatusCode::kInterrupted, ""};
  }
}

}  // namespace plytrace

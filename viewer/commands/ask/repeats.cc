// SPDX-License-Identifier: MIT
//
// plytrace repeats TRACE: positions that were searched again, and what a perfect table would have
// saved.
#include "viewer/analysis/repeats.h"

#include <fmt/core.h>

#include <memory>
#include <string>

#include "viewer/answers/repeats_answer.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

struct RepeatsOptions {
  cli::PassesOptions trace;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

Result<Repeats> repeats_of(const cli::PassesSelection& selected) {
  cli::catch_interrupts();
  cli::Progress progress("reading", selected.nodes());
  ScanControl control;
  control.progress = [&](std::uint64_t done) { progress.at(done); };
  control.interrupt = &cli::interrupted();
  return find_repeats(selected.reader, selected.search, selected.passes, control);
}

std::string title(const cli::PassesSelection& selected, const Repeats& found) {
  const std::string passes =
      selected.ordinal ? fmt::format("pass {}", *selected.ordinal) : std::string("all passes");
  return text::wrapped(fmt::format("{}  search {} ({}), {}: {}", selected.reader.file().path,
                                   selected.search.id, text::search_words(selected.search), passes,
                                   text::count(found.nodes, "node")),
                       2) +
         "\n\n";
}

std::string summary(const Repeats& found) {
  std::string words = fmt::format(
      "{}, {} of them searched again: {} with the same key and side to move as one before.",
      text::count(found.positions, "position"), text::grouped(found.repeated_positions),
      text::count(found.repeats, "node"));
  if (found.are_replayed) words += " The keys are those of the boards, replayed.";
  if (found.without_key > 0) {
    words += fmt::format(" {} without a key {} left out.", text::count(found.without_key, "node"),
                         found.without_key == 1 ? "is" : "are");
  }
  words += fmt::format(
      " {} of these could have been answered by an earlier one, at least as deep: a table that "
      "forgets "
      "nothing would have saved the {} below them, {} of all.",
      text::grouped(found.answerable), text::count(found.saved, "node"),
      share_text(found.saved, found.nodes));
  return text::wrapped(words, 0) + "\n";
}

std::string section(const char* heading, const text::AnswerTable& table) {
  return fmt::format("\n{}\n", heading) + table.for_people().text("  ", text::kPageWidth);
}

std::string repeats_text(const cli::PassesSelection& selected, const Repeats& found) {
  std::string text = title(selected, found) + summary(found);
  if (found.repeats == 0) return text::printable_lines(text);
  text += section("Saved by a perfect table", reasons_table(found));
  text += section("Repeats by depth (one may lie in another)", gaps_table(found));
  text += section("Dearest positions", dearest_table(selected.reader, found));
  return text::printable_lines(text);
}

text::Json answer_json(const cli::PassesSelection& selected, const Repeats& found) {
  text::Json json;
  json["trace"] = text::text_json(selected.reader.file().path);
  json["search"] = selected.search.id;
  json["pass"] = text::number_json(selected.ordinal);
  json.update(repeats_json(selected.reader, found));
  return json;
}

Status run_repeats(const RepeatsOptions& options) {
  const auto selected = cli::select_passes(options.trace);
  if (!selected) return selected.status();
  const TraceReader::Snapshot snapshot(selected->reader);
  const auto found = repeats_of(*selected);
  if (!found) return found.status();
  if (options.format == cli::OutputFormat::kJson) {
    return cli::write_json(answer_json(*selected, *found));
  }
  return cli::write_stdout(repeats_text(*selected, *found));
}

constexpr const char* kRepeatsDefinitions =
    "\n\nDefinitions:\n"
    "  same position   same key and side to move; plytrace's own games are replayed where a\n"
    "                  trace holds no keys\n"
    "  answerable      a visit before had ended at least as deep, with an exact value or a\n"
    "                  bound that closes the window\n"
    "  nodes again     below the visits after the first, and with them\n"
    "Sorts in 64 MB of memory and, of large traces, in a file of 56 bytes a node in TMPDIR.";

}  // namespace

void setup_repeats(cli::Program& app, cli::CommandList& commands) {
  auto options = std::make_shared<RepeatsOptions>();
  cli::Command* command = cli::add_command(
      app, "repeats", "Positions searched again, and what a perfect table would have saved",
      {"plytrace repeats run.db", "plytrace repeats deeper.db --pass 3",
       "plytrace repeats run.db --format json"});
  command->add_after_footer(kRepeatsDefinitions);
  cli::add_passes_options(command, options->trace);
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_repeats(*options); });
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/selection.h"

#include <fmt/format.h>

#include <utility>

#include "viewer/cli/cli.h"
#include "viewer/cli/option_values.h"
#include "viewer/verify/game/move_notation.h"

namespace plytrace::cli {
namespace {

void add_search(Command* command, std::optional<std::int64_t>& search) {
  command->add_option("--search N", search, "Number of the search in the file (default: the last)");
}

}  // namespace

void add_moves(Command* command, std::string& moves) {
  command
      ->add_option("--moves WORD", moves,
                   "Name moves as the trace writes them, or as san\n(chess: Nbd7): trace or san "
                   "(default {})")
      ->check(one_of({"trace", "san"}));
}

Status name_moves(TraceReader& reader, const SearchRow& search, const std::string& moves) {
  auto names = value_of(verify::move_notation(search, moves));
  // Without -q, a note says where the notation of the trace was kept.
  if (const auto named = std::dynamic_pointer_cast<verify::GameMoveNotation>(names)) {
    tell_at_end([named, moves] {
      return named->unnamed().empty() ? std::string()
                                      : "--moves " + moves +
                                            ": some moves are shown as the trace writes them, "
                                            "the first " +
                                            named->unnamed() + "; plytrace verify reports why";
    });
  }
  reader.name_moves(std::move(names));
  return Status::ok();
}

void add_trace_file(Command* command, std::string& file, Need need) {
  Option* const trace = command->add_option("trace TRACE", file, "The trace file");
  trace->check(input_file());
  if (need == Need::kRequired) trace->required();
}

void add_perspective(Command* command, Perspective& perspective) {
  command
      ->add_option_function(
          "--perspective WHO",
          [&perspective](const std::string& word) {
            perspective = word == "side"     ? Perspective::kSide
                          : word == "engine" ? Perspective::kEngine
                                             : Perspective::kMax;
          },
          "Scores as MAX sees them, as the side to move does, or as the\n"
          "engine counts: max, side or engine (default max)")
      ->check(one_of({"max", "side", "engine"}));
}

text::View view_of(Perspective perspective, const SearchRow& search) {
  switch (perspective) {
    case Perspective::kSide:
      return text::View::of_side_to_move();
    case Perspective::kEngine:
      return text::View::of_engine(search);
    default:
      return text::View();
  }
}

std::string perspective_words(Perspective perspective) {
  switch (perspective) {
    case Perspective::kSide:
      return "the side to move sees";
    case Perspective::kEngine:
      return "the engine counts";
    default:
      return "MAX sees";
  }
}

void add_trace_options(Command* command, TraceOptions& options, Need need) {
  add_trace_file(command, options.file, need);
  add_search(command, options.search);
  command->add_option("--pass N", options.pass,
                      "Number of the pass in the search (default: the last finished)");
}

Result<TraceReader> open_trace(const std::string& file) {
  auto reader = TraceReader::open(file);
  if (!reader) return reader;
  rely_on(reader->lasting_status());
  reader->tell_positions(std::make_shared<verify::NodePositions>());
  return reader;
}

Result<Selection> select_or_passless(const TraceOptions& options) {
  auto reader = value_of(open_trace(options.file));
  auto search = value_of(reader.choose_search(options.search));
  require(name_moves(reader, search, options.moves));
  if (!options.pass && reader.passes(search.id).empty() && reader.status().is_ok()) {
    return Selection{std::move(reader), std::move(search), PassRow{}};
  }
  auto pass = value_of(reader.choose_pass(search, options.pass));
  return Selection{std::move(reader), std::move(search), std::move(pass), options.pass.has_value()};
}

Result<Selection> select(const TraceOptions& options) {
  auto selection = select_or_passless(options);
  if (!selection || selection->has_pass()) return selection;
  return selection->reader.choose_pass(selection->search, options.pass).status();
}

std::string passless_words(const Selection& selection) {
  const bool is_finished = selection.search.status == format::SearchStatus::kFinished;
  return fmt::format("search {}: no pass was recorded{}", selection.search.id,
                     is_finished ? ", only the result of the search (see plytrace info)"
                                 : ": it has only begun, or its recorder died");
}

void add_passes_options(Command* command, PassesOptions& options) {
  add_trace_file(command, options.file);
  add_search(command, options.search);
  command
      ->add_option("--pass N|all", options.pass,
                   "Number of the pass in the search, or all (default: all)")
      ->check([](const std::string& value) {
        return value == "all" ? std::string() : whole_number(0)(value);
      });
}

std::uint64_t PassesSelection::nodes() const {
  std::uint64_t nodes = 0;
  for (const PassRow& pass : passes) nodes += static_cast<std::uint64_t>(pass.nodes.value_or(0));
  return nodes;
}

Result<PassesSelection> select_passes(const PassesOptions& options) {
  auto reader = value_of(open_trace(options.file));
  auto search = value_of(reader.choose_search(options.search));
  require(name_moves(reader, search, options.moves));
  const bool one = options.pass != "all";
  const auto pass = value_of(
      reader.choose_pass(search, one ? std::optional(std::stoll(options.pass)) : std::nullopt));
  PassesSelection selected{std::move(reader), std::move(search), {pass}, {}};
  if (one) {
    selected.ordinal = pass.ordinal;
  } else {
    selected.passes = selected.reader.passes(selected.search.id);
  }
  return selected;
}

}  // namespace plytrace::cli

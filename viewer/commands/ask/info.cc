// SPDX-License-Identifier: MIT
//
// plytrace info TRACE: the contents of a trace (answers/info.h).
#include "viewer/answers/info.h"

#include <cstdint>
#include <limits>

#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/follow.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"

namespace plytrace {
namespace {

struct InfoCommand {
  std::string file, moves = "trace";
  answers::InfoQuestion question;
  std::size_t limit = 50;
  bool digest = false, follow = false;
  FollowOptions followed;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

Status run_info(const InfoCommand& options) {
  if (options.follow) {
    FollowOptions followed = options.followed;
    followed.file = options.file;
    followed.format = options.format;
    return follow(followed);
  }
  auto reader = value_of(cli::open_trace(options.file));
  if (options.moves != "trace") {
    const auto search = value_of(reader.choose_search(options.question.search));
    require(cli::name_moves(reader, search, options.moves));
  }
  answers::InfoQuestion question = options.question;
  question.most_searches = question.most_passes = options.limit;
  if (options.digest) question.most_digested = std::numeric_limits<std::int64_t>::max();
  const auto found = answers::answer(reader, question);
  return cli::write_answer(options.format, found);
}

}  // namespace

void setup_info(cli::Program& app) {
  const auto [command, options] =
      cli::add_command(app, "info",
                       "Show what a trace contains: searches, passes, position, result, counts, "
                       "whether it is complete",
                       {"plytrace info run.db", "plytrace info run.db --search 1 --format json",
                        "plytrace info run.db --follow --interval 0.2"},
                       run_info);
  cli::add_trace_file(command, options->file);
  command->add_option("--search N", options->question.search,
                      "Show only this search (default: all)");
  command->add_option("--limit N", options->limit,
                      "List at most N searches, and N passes of each; 0 = all (default {})");
  command->add_flag("--digest", options->digest,
                    "Compute the digest of the content of more than a million nodes, too");
  cli::add_moves(command, options->moves);
  command->add_flag("--follow", options->follow,
                    "Print live counts of a recording in progress, and where the search is, until\n"
                    "it ends; with --format json one object a line");
  command
      ->add_option("--interval SECONDS", options->followed.interval,
                   "Seconds between two lines of --follow (default {})")
      ->check(cli::real_number(0.01, 86400));
  command->add_option("--lines N", options->followed.lines,
                      "Print at most N lines with --follow; 0 = until it ends (default {})");
  command->only_with("--interval", {"--follow"});
  command->only_with("--lines", {"--follow"});
  command->alone("--follow", {"trace", "--interval", "--lines", "--format"});
  cli::add_format(command, options->format);
}

}  // namespace plytrace

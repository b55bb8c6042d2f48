// SPDX-License-Identifier: MIT
//
// plytrace rules-check 'PROGRAM ARGS': plays random games by a rules program and says what is wrong
// with its answers (viewer/rules/self_check.h).
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "viewer/cli/option_values.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"
#include "viewer/format/characters.h"
#include "viewer/rules/self_check.h"

namespace plytrace {
namespace {

struct RulesCheckCommand {
  std::string program, position;
  std::uint64_t games = 20, plies = 200, seed = 1, timeout = 10;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

text::Json json_of(const rules::SelfCheck& check) {
  text::Json faults = text::Json::array();
  for (const rules::Fault& fault : check.faults) {
    faults.push_back(
        {{"what", fault.what}, {"times", fault.times}, {"first", text::text_json(fault.first)}});
  }
  return {{"games", check.games},
          {"finished", check.finished},
          {"positions", check.positions},
          {"told", text::texts_json(check.told)},
          {"untold", text::texts_json(check.untold)},
          {"faults", std::move(faults)}};
}

std::string text_of(const rules::SelfCheck& check) {
  const auto list = [](const std::vector<std::string>& names) {
    return names.empty() ? "nothing" : text::list(names);
  };
  std::string out = fmt::format("{} in {}, {} finished\n", text::count(check.positions, "position"),
                                text::count(check.games, "game"),
                                text::grouped(static_cast<std::int64_t>(check.finished)));
  out += "told: legal, " + list(check.told) + "; not told: " + list(check.untold) + "\n";
  if (check.faults.empty()) return out + "no faults\n";
  out += text::count(check.faults.size(), "fault") + ":\n";
  for (const rules::Fault& fault : check.faults) {
    out +=
        text::wrapped(fmt::format("  {}: {}, first at {}", fault.what,
                                  text::count(fault.times, "time"), text::printable(fault.first)),
                      4) +
        "\n";
  }
  return out;
}

Status run_rules_check(const RulesCheckCommand& options) {
  cli::end_on_interrupt();
  const auto program = std::make_shared<rules::RulesProgram>(
      options.program, rules::Patience(std::chrono::seconds(options.timeout)));
  const auto check =
      rules::check_answers({program, options.position, options.games, options.plies, options.seed});
  require(options.format == cli::OutputFormat::kJson ? cli::write_json(json_of(check))
                                                     : cli::write_stdout(text_of(check)));
  return check.faults.empty() ? Status::ok() : Status::answer(StatusCode::kAnswerNo);
}

}  // namespace

void setup_rules_check(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "rules-check", "Play random games by a rules program, and say what is wrong with it",
      {"plytrace rules-check 'python3 checkers.py'",
       "plytrace rules-check 'python3 checkers.py' --games 5 --seed 2 --format json"},
      run_rules_check);
  cli::add_explanation(command,
                       "docs/rules.md describes rules programs; verify --rules uses them.");
  command
      ->add_option("PROGRAM", options->program,
                   "The program with its arguments, or 'uci:ENGINE NAME=VALUE'")
      ->required()
      ->check(cli::rules_program());
  command
      ->add_option("--position TEXT", options->position,
                   "Play from this position (default: the start of the game)")
      ->may_be_empty();
  command->add_option("--games N", options->games, "Play N games (default {})")
      ->check(cli::whole_number(1, 1'000'000));
  command->add_option("--plies N", options->plies, "End a game after N plies (default {})")
      ->check(cli::whole_number(1, 100'000));
  command->add_option("--seed N", options->seed, "Seed of the games (default {})");
  command
      ->add_option("--rules-timeout SECONDS", options->timeout,
                   "Stop the program if an answer takes longer than this (default {})")
      ->check(cli::whole_number(1, 86'400));
  cli::add_format(command, options->format);
}

}  // namespace plytrace

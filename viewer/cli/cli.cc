// SPDX-License-Identifier: MIT
#include "viewer/cli/cli.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "core/parameters.h"
#include "viewer/cli/option_values.h"

namespace plytrace::cli {

Global& global() {
  static Global instance;
  return instance;
}

bool color_on_stdout() {
  if (global().color != "auto") return global().color == "always";
  const char* no_color = std::getenv("NO_COLOR");
  return (no_color == nullptr || *no_color == '\0') && isatty(STDOUT_FILENO) != 0;
}

void CommandList::add(CLI::App* command, std::function<Status()> run) {
  commands_.emplace_back(command, std::move(run));
}

Status CommandList::run_chosen() const {
  for (const auto& [command, run] : commands_) {
    if (command->parsed()) return run();
  }
  return Status::usage("no command given; 'plytrace --help' lists them");
}

namespace {

void add_global_options(CLI::App* app) {
  app->add_flag("-q,--quiet", global().quiet, "No progress and no remarks on stderr");
  app->add_option("--color", global().color, "auto, always or never (default auto; see NO_COLOR)")
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN");
}

// The command that the arguments chose, or the program itself.
const CLI::App& chosen(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? app : *commands.front();
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// CLI11's message on one line, with the nearest known word where a word was not known.
Status usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const CLI::App& command = chosen(app);
  const std::string help =
      "; see 'plytrace " + (&command == &app ? "" : command.get_name() + " ") + "--help'";
  if (&command == &app) {
    for (int i = 1; i < argc; ++i) {
      const std::string word = argv[i];
      if (word.starts_with('-')) continue;
      const auto names = command_names(app);
      if (std::find(names.begin(), names.end(), word) != names.end()) break;
      return Status::usage("unknown command '" + word + "'" + did_you_mean(word, names) +
                           "; 'plytrace --help' lists the commands");
    }
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    for (const std::string& word : command.remaining()) {
      if (!word.starts_with('-') || word == "-") continue;
      const std::string name = word.substr(0, word.find('='));
      return Status::usage(command.get_name() + ": unknown option '" + name + "'" +
                           did_you_mean(name, option_names(command)) + help);
    }
    const auto extras = command.remaining();
    return Status::usage(command.get_name() + ": unexpected argument '" +
                         (extras.empty() ? std::string() : extras.front()) + "'" + help);
  }
  std::string message = error.what();
  std::replace(message.begin(), message.end(), '\n', ' ');
  return Status::usage((&command == &app ? "" : command.get_name() + ": ") + message + help);
}

// "--output=" has no value; CLI11 would take the next word for it.
Status check_words(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--") break;
    if (!word.starts_with("--") || word.find('=') + 1 != word.size()) continue;
    return Status::usage(std::string(word.substr(0, word.size() - 1)) + ": the value is empty");
  }
  return Status::ok();
}

// The usage error for an option that was given an empty value, or ok. An empty argument in its
// place (a file, a move) is left to the command, which says what it looked for.
Status check_values(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands()) {
    for (CLI::Option* option : command->get_options()) {
      const auto& given = option->results();
      const bool is_empty = std::find(given.begin(), given.end(), "") != given.end();
      if (option->get_positional() || !is_empty || accepts_empty(*option)) continue;
      return Status::usage(command->get_name() + ": " + option->get_name() +
                           ": the value is empty; see 'plytrace " + command->get_name() +
                           " --help'");
    }
  }
  return Status::ok();
}

}  // namespace

void setup_program(CLI::App& app, const std::string& version) {
  app.set_version_flag("--version", "plytrace " + version);
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  plytrace search connect4 -d 6 -o run.db   # record an alpha-beta search\n"
      "  plytrace verify run.db                    # prove or refute its pruning\n"
      "  plytrace render run.db -o run.svg         # draw the tree, pruned parts included\n"
      "'plytrace COMMAND --help' explains a command.");
  add_global_options(&app);
}

std::optional<Status> parse(CLI::App& app, int argc, char** argv) {
  if (Status status = check_words(argc, argv); !status) return status;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream out;
    app.exit(success, out, out);
    return write_stdout(out.str());
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error, argc, argv);
  }
  if (Status status = check_values(app); !status) return status;
  return std::nullopt;
}

CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& summary,
                      const std::vector<std::string>& examples) {
  CLI::App* command = app.add_subcommand(name, summary);
  std::string footer = "Examples:";
  for (const std::string& example : examples) footer += "\n  " + example;
  command->footer(footer);
  add_global_options(command);
  return command;
}

void add_explanation(CLI::App* command, const std::string& lines) {
  command->footer(lines + "\n\n" + command->get_footer());
}

void add_format(CLI::App* command, OutputFormat& format, bool with_csv) {
  std::vector<std::pair<std::string, OutputFormat>> words{{"text", OutputFormat::kText},
                                                          {"json", OutputFormat::kJson}};
  if (with_csv) words.emplace_back("csv", OutputFormat::kCsv);
  command
      ->add_option_function<std::string>(
          "--format",
          [&format, words](const std::string& given) {
            for (const auto& [word, value] : words) {
              if (word == given) {
                format = value;
                return;
              }
            }
            throw CLI::ValidationError("--format: '" + given + "' is none of " +
                                       (words.size() == 3 ? "text, json, csv" : "text, json"));
          },
          with_csv ? "text, json or csv (default text)" : "text or json (default text)")
      ->type_name("FORMAT");
}

Json score_json(std::optional<Score> score) {
  if (!score) return nullptr;
  if (*score == kInfinity || *score == -kInfinity) return score_text(*score);
  constexpr Score kWholeLimit = 9007199254740992.0;  // 2^53: exact as an integer
  if (std::abs(*score) <= kWholeLimit && *score == std::trunc(*score)) {
    return static_cast<std::int64_t>(*score);
  }
  return *score;
}

Json embedded_json(const std::string& text) {
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_discarded() ? Json(text) : value;
}

Status write_stdout(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
    return Status::ok();
  }
  if (errno == EPIPE) std::_Exit(0);  // the reader has seen enough
  if (errno == EINTR && interrupted()) return {StatusCode::kInterrupted, "interrupted"};
  return Status::environment("cannot write to standard output: " + errno_text());
}

Status write_json(const Json& value) {
  // Texts from a trace may hold any bytes: what is not UTF-8 is replaced, never an exception.
  return write_stdout(value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::string errno_text() { return std::strerror(errno); }

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

}  // namespace plytrace::cli

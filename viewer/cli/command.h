// SPDX-License-Identifier: MIT
//
// The command line as the commands see it: a program, its commands and their options. Every command
// is one file with
//   void setup_NAME(cli::Program& app);
// which declares its options and the function that runs it:
//
//   const auto [command, options] =
//       cli::add_command(app, "sql", "Ask a trace in SQL", {"plytrace sql ..."}, run_sql);
//   command->add_option("--limit N", options->limit, "List at most N rows");
//
// Only command.cc includes the parser CLI11, because its header takes longer to compile than a
// command. A variable that an option fills must live until the command has run. Thread rule: one
// thread.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/status.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace plytrace::cli {

// Returns what is wrong with a value, to be appended to the option's name; "" if nothing is.
struct Check : std::function<std::string(const std::string& value)> {
  using function::function;
  std::vector<std::string> words;  // all valid values, if they can be listed
};

// One option or argument as the help shows it, for man pages and completion.
struct OptionFacts {
  std::vector<std::string> names;  // "-d", "--depth"; one name without dashes for an argument
  std::string value;               // "N"; "" for a flag
  std::string help;
  std::vector<std::string> words;  // all valid values, if they can be listed
  bool is_argument = false;
  bool is_required = false;
  bool takes_several = false;
  std::vector<std::string> needs, excludes;  // names of other options
};

// One command, or the program itself.
struct CommandFacts {
  std::string name;
  std::string summary;
  std::string footer;                // explanations, then "Examples:" and the examples
  std::vector<OptionFacts> options;  // the arguments first, as in the help
};

class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}
  // Each returns the option itself, for chaining.
  Option* required();
  // Words for completion, if the command itself checks the value.
  Option* offers(std::vector<std::string> words);
  Option* type_name(const std::string& name);  // shown in the help instead of the variable's type
  Option* check(Check check);                  // replaces the usual check
  Option* may_be_empty();                      // '' is a valid value: a list without entries
  Option* delimiter(char between);             // splits one word into several values
  Option* allow_extra_args(bool allow);
  Option* needs(const Option* other);
  Option* excludes(const Option* other);

 private:
  friend class Command;
  // A check that check() replaces.
  Option* check_usually(Check check);

  bool has_usual_check_ = false;
  std::vector<std::string> words_;
  CLI::Option* option_;
};

class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}
  // `names` is like "-d,--depth N", with what the help shows for the value behind a blank; a name
  // without dashes is a positional argument. T is std::string, a number type listed in command.cc,
  // or a vector or optional of one; whole numbers are 0 or greater unless check() is called. "{}"
  // in the help is replaced by the current value, which is the default.
  template <class T>
  Option* add_option(const std::string& names, T& value, const std::string& help);
  Option* add_option_function(const std::string& names,
                              const std::function<void(const std::string&)>& take,
                              const std::string& help);
  Option* add_flag(const std::string& names, bool& value, const std::string& help);
  // Usage errors for options that would have no effect. only_with(): `option` is given without any
  // of `others`. alone(): `option` is given with an option or argument that is not
  // among `others`. Names are like "--output"; "trace2" is a positional argument.
  void only_with(const std::string& option, const std::vector<std::string>& others);
  void alone(const std::string& option, const std::vector<std::string>& others);
  Status check_combinations() const;
  // The first of these options that the user gave, or "".
  std::string first_given(const std::vector<std::string>& options) const;
  // Adds lines before or after the footer of the help.
  void add_before_footer(const std::string& lines);
  void add_after_footer(const std::string& lines);
  // The function that runs the command after parsing.
  void run_by(std::function<Status()> run) { run_ = std::move(run); }
  bool is_chosen() const;
  // Returns what the function returned, or the Status of the Failure that it threw.
  Status run() const;
  CommandFacts facts() const;

 private:
  struct Rule {
    std::string option;
    std::vector<std::string> others;
    bool is_alone;
  };
  OptionFacts facts_of(const CLI::Option& option) const;
  Option* keep(CLI::Option& option) { return &options_.emplace_back(option); }
  Status check(const Rule& rule) const;
  CLI::App* app_;
  std::deque<Option> options_;
  std::vector<Rule> rules_;
  std::function<Status()> run_;
};

class Program {
 public:
  // Adds the program's own options: -V, -q, --color.
  Program(const std::string& summary, const std::string& version);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  // The heading in the help for the commands that are added next.
  void start_group(std::string heading) { group_ = std::move(heading); }
  Command* add_command(const std::string& name, const std::string& summary);
  // Parses the words behind the program's name. A returned Status ends the program: ok after --help
  // or --version, else a usage error, with a suggestion for an unknown command or option.
  std::optional<Status> parse(std::vector<std::string> words);
  // Runs the command that parse() found.
  Status run_chosen() const;
  // The program itself, then the commands that were added.
  std::vector<CommandFacts> facts() const;

 private:
  std::unique_ptr<CLI::App> app_;
  std::deque<Command> commands_;
  std::string group_;
};

// Adds a subcommand with a summary and a footer "Examples:" of lines that can be pasted.
Command* add_command(Program& app, const std::string& name, const std::string& summary,
                     const std::vector<std::string>& examples);

// The same, with the struct that its options fill, which lives as long as the program, and the
// function that gets it.
template <class Argument>
auto add_command(Program& app, const std::string& name, const std::string& summary,
                 const std::vector<std::string>& examples, Status (*run)(Argument)) {
  const auto options = std::make_shared<std::remove_cvref_t<Argument>>();
  Command* const command = add_command(app, name, summary, examples);
  command->run_by([options, run] { return run(*options); });
  return std::pair(command, options.get());
}

// Adds lines above the examples, for what the options alone do not explain.
void add_explanation(Command* command, const std::string& lines);

}  // namespace plytrace::cli

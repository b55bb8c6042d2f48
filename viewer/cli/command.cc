// SPDX-License-Identifier: MIT
//
// The only file that includes CLI11.
#include "viewer/cli/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <type_traits>

#include "core/parameters.h"
#include "viewer/cli/cli.h"
#include "viewer/cli/completion.h"
#include "viewer/cli/option_values.h"

namespace plytrace::cli {
namespace {

// The name of a validator that accepts anything; CLI11 offers no other way to mark an option.
constexpr const char* kMayBeEmpty = "may be empty";

template <class T>
std::string word_of(const T& value) {
  return fmt::format("{}", value);
}
std::string word_of(const std::vector<std::string>& list) {
  return fmt::format("{}", fmt::join(list, ","));
}
template <class T>
std::string word_of(const std::optional<T>& value) {
  return value ? word_of(*value) : "none";
}

// "-d,--depth" of "-d,--depth N".
std::string names_alone(const std::string& names) { return names.substr(0, names.find(' ')); }

// Shows "N" of "-d,--depth N" in the help, in place of the type's own name.
Option* with_shown_value(Option* option, const std::string& names) {
  const std::size_t blank = names.find(' ');
  return blank == std::string::npos ? option : option->type_name(names.substr(blank + 1));
}

template <class T>
constexpr bool is_whole(const T&) {
  return std::is_integral_v<T>;
}
template <class T>
constexpr bool is_whole(const std::optional<T>&) {
  return std::is_integral_v<T>;
}

// The help text with the option's default value in place of "{}".
template <class T>
std::string with_default(std::string help, const T& value) {
  const std::size_t at = help.find("{}");
  return at == std::string::npos ? help : help.replace(at, 2, word_of(value));
}

void add_global_options(Command& command) {
  command.add_flag("-q,--quiet", global().quiet, "Suppress progress and notes on stderr");
  command.add_flag("--no-pager", global().no_pager, "Show long texts without a pager");
  command
      .add_option("--color WHEN", global().color,
                  "auto, always or never (default {}; see NO_COLOR)")
      ->check(one_of({"auto", "always", "never"}));
}

// The command that the arguments select, or the program itself.
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

// Names for one thing; the first that a command has is suggested for the others. A name with two
// meanings is in two groups.
constexpr std::array<std::array<std::string_view, 9>, 14> kSynonyms{{
    {"--output", "--out", "--save", "--outfile", "--file"},
    {"--depth", "--depths", "--ply", "--plies", "--max-ply", "--max-depth", "-d"},
    {"--to", "--format", "--type", "--json", "--csv"},
    {"--limit", "--max-findings", "--max-lines", "--count", "--head", "--max", "--top", "-n"},
    {"--node-limit", "--max-nodes", "--nodes"},
    {"--time-limit", "--time", "--movetime", "--timeout"},
    {"--position", "--start", "--fen", "--pos"},
    {"--table", "--hash", "--tt"},
    {"--nodes-tolerance", "--tolerance"},
    {"--follow", "--watch", "--live"},
    {"--force", "--overwrite", "--replace", "--yes"},
    {"--root", "--node", "--path", "--below", "--start"},
    {"--algorithm", "--algo", "--engine", "--searcher", "--with"},
    {"--evaluator", "--eval", "--evaluation", "--heuristic"},
}};

// " (did you mean '--to'?)": another word for the same thing, or else a similar one; or "".
std::string suggestion(const std::string& name, const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string argument = option->get_name(true);
    const auto is_letter = [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + 32 : b); };
    if (!std::equal(name.begin() + std::min<std::ptrdiff_t>(2, std::ssize(name)), name.end(),
                    argument.begin(), argument.end(), is_letter)) {
      continue;
    }
    return fmt::format(" ({} is an argument: give it without '{}')", argument, name);
  }
  const std::vector<std::string> names = option_names(command);
  bool is_word = false;
  for (const auto& group : kSynonyms) {
    if (std::find(group.begin(), group.end(), name) == group.end()) continue;
    for (const std::string_view word : group) {
      if (!word.empty() && std::find(names.begin(), names.end(), word) != names.end()) {
        return fmt::format(" (did you mean '{}'?)", word);
      }
    }
    is_word = true;
  }
  // The name of something that the command does not have was not mistyped.
  if (is_word) return "";
  return did_you_mean(name, names);
}

// Commands of earlier versions and what does their work now.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kRenamed{{
    {"games", "list"},
    {"algorithms", "list algorithms"},
    {"evaluators", "list evaluators"},
    {"watch", "info --follow"},
    {"index", "find --index"},
}};

// Options of earlier versions, and the command that does their work now.
struct RenamedOption {
  std::string_view command, option, now;
};
constexpr RenamedOption kRenamedOptions[] = {
    {"compare", "--render", "render A --against B -o FILE"},
    {"compare", "--against", "render A --against B -o FILE"},
};

Status unknown_option(const CLI::App& command, const std::string& name, const std::string& help) {
  for (const RenamedOption& old : kRenamedOptions) {
    if (command.get_name() != old.command || name != old.option) continue;
    return Status::usage(
        fmt::format("'{} {}' is now 'plytrace {}'", old.command, old.option, old.now));
  }
  return Status::usage(command.get_name() + ": unknown option '" + name + "'" +
                       suggestion(name, command) + help);
}

// CLI11 says "--depth: 1 required N missing" and "--depth: At Most 1 required but received 2".
std::string mismatch_words(const std::string& message, const std::vector<std::string>& words) {
  const std::string name = message.substr(0, message.find(": "));
  if (message.ends_with("missing")) return name + " needs a value";
  if (message.find("At Most 1 required") == std::string::npos) return message;
  // The user may have written its other form (see expand_json()).
  const bool is_json = name == "--format" &&
                       std::count(words.begin(), words.end(), std::string("--format=json")) > 0;
  return name + (is_json ? " (or --json)" : "") + " is given twice; omit one of them";
}

// The error if no command was recognised: an option of the program, or the command itself.
Status program_error(const CLI::App& app, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (!word.starts_with('-')) break;
    const std::string name = word.substr(0, word.find('='));
    if (app.get_option_no_throw(name) != nullptr) continue;
    return Status::usage("unknown option '" + name + "'" + suggestion(name, app) +
                         "; options of a command follow its name, see 'plytrace --help'");
  }
  const std::size_t place = place_of_command(words);
  if (place == words.size()) return Status::ok();
  const std::string& word = words[place];
  const auto names = command_names(app);
  if (std::find(names.begin(), names.end(), word) != names.end()) return Status::ok();
  for (const auto& [old_name, new_name] : kRenamed) {
    if (word == old_name) {
      return Status::usage(fmt::format("'{}' is now 'plytrace {}'", old_name, new_name));
    }
  }
  return Status::usage("unknown command '" + word + "'" + did_you_mean(word, names) +
                       "; 'plytrace --help' lists the commands");
}

// CLI11's message on one line, with a suggestion for an unknown word.
Status usage_error(const CLI::App& app, const CLI::ParseError& error,
                   const std::vector<std::string>& words) {
  const CLI::App& command = chosen(app);
  const std::string help =
      "; see 'plytrace " + (&command == &app ? "" : command.get_name() + " ") + "--help'";
  if (Status status = program_error(app, words); !status) return status;
  if (&command == &app) return Status::usage("no command given; 'plytrace --help' lists them");
  const bool has_extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  // An option that is missing may be there under another name.
  if (has_extras || dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    for (const std::string& word : command.remaining()) {
      if (!word.starts_with('-') || word == "-") continue;
      const std::string name = word.substr(0, word.find('='));
      return unknown_option(command, name, help);
    }
  }
  if (has_extras) {
    // Behind "--" the program has them.
    auto extras = command.remaining();
    if (extras.empty()) extras = app.remaining();
    std::erase(extras, "--");
    return Status::usage(command.get_name() + ": unexpected argument '" +
                         (extras.empty() ? std::string() : extras.front()) + "'" + help);
  }
  std::string message = error.what();
  std::replace(message.begin(), message.end(), '\n', ' ');
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    message = mismatch_words(message, words);
  }
  return Status::usage(command.get_name() + ": " + message + help);
}

// Rejects "--output=", for which CLI11 would take the next word as the value.
Status check_words(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") break;
    if (!word.starts_with("--") || word.find('=') + 1 != word.size()) continue;
    return Status::usage(word.substr(0, word.size() - 1) + ": the value is empty");
  }
  return Status::ok();
}

// `help [COMMAND]` becomes `[COMMAND] --help`, also behind options of the program.
void move_help(std::vector<std::string>& words) {
  bool asks = false;
  for (std::size_t at = place_of_command(words); at < words.size() && words[at] == "help";
       at = place_of_command(words)) {
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
    asks = true;
  }
  if (asks) words.emplace_back("--help");
}

// Removes a "--" that protects no word: CLI11 takes no further words of a list behind it.
void remove_end_of_options(std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  if (end == words.end()) return;
  const bool protects = std::any_of(end + 1, words.end(), [](const std::string& word) {
    return word.size() > 1 && word.starts_with('-');
  });
  if (!protects) words.erase(end);
}

// `--json` becomes `--format=json` for a command that has a format and no option of that name.
void expand_json(const CLI::App& app, std::vector<std::string>& words) {
  const std::size_t place = place_of_command(words);
  if (place == words.size()) return;
  const auto name = words.begin() + static_cast<std::ptrdiff_t>(place);
  const auto commands =
      app.get_subcommands([&](const CLI::App* command) { return command->get_name() == *name; });
  if (commands.empty() || commands.front()->get_option_no_throw("--format") == nullptr ||
      commands.front()->get_option_no_throw("--json") != nullptr) {
    return;
  }
  std::replace(name, std::find(name, words.end(), "--"), std::string("--json"),
               std::string("--format=json"));
}

bool accepts_empty(CLI::Option& option) {
  // CLI11 throws if an option does not have the validator.
  try {
    return option.get_validator(kMayBeEmpty) != nullptr;
  } catch (const CLI::OptionNotFound&) {
    return false;
  }
}

// The usage error for an option with an empty value, or ok. An empty positional argument (a file, a
// move) is left to the command, which reports what it looked for.
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

Option* Option::required() {
  option_->required();
  return this;
}

Option* Option::offers(std::vector<std::string> words) {
  words_ = std::move(words);
  return this;
}

Option* Option::type_name(const std::string& name) {
  option_->type_name(name);
  return this;
}

Option* Option::check(Check check) {
  if (std::exchange(has_usual_check_, false)) option_->get_validator(0)->active(false);
  words_ = std::exchange(check.words, {});
  option_->check(CLI::Validator(std::move(check), ""));
  return this;
}

Option* Option::check_usually(Check check) {
  this->check(std::move(check));
  has_usual_check_ = true;
  return this;
}

Option* Option::may_be_empty() {
  const auto anything = [](const std::string&) { return std::string(); };
  option_->check(CLI::Validator(anything, "", kMayBeEmpty));
  return this;
}

Option* Option::delimiter(char between) {
  option_->delimiter(between);
  return this;
}

Option* Option::allow_extra_args(bool allow) {
  option_->allow_extra_args(allow);
  return this;
}

Option* Option::needs(const Option* other) {
  option_->needs(other->option_);
  return this;
}

Option* Option::excludes(const Option* other) {
  option_->excludes(other->option_);
  return this;
}

template <class T>
Option* Command::add_option(const std::string& names, T& value, const std::string& help) {
  Option* const option =
      keep(*app_->add_option(names_alone(names), value, with_default(help, value)));
  with_shown_value(option, names);
  return is_whole(value) ? option->check_usually(whole_number(0)) : option;
}

// Instantiations for the variable types that options can fill.
template Option* Command::add_option(const std::string&, std::string&, const std::string&);
template Option* Command::add_option(const std::string&, std::vector<std::string>&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, int&, const std::string&);
template Option* Command::add_option(const std::string&, std::int64_t&, const std::string&);
template Option* Command::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option* Command::add_option(const std::string&, double&, const std::string&);
template Option* Command::add_option(const std::string&, std::optional<double>&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, std::optional<int>&, const std::string&);
template Option* Command::add_option(const std::string&, std::optional<std::int64_t>&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, std::optional<std::uint64_t>&,
                                     const std::string&);

Option* Command::add_option_function(const std::string& names,
                                     const std::function<void(const std::string&)>& take,
                                     const std::string& help) {
  Option* const option =
      keep(*app_->add_option_function<std::string>(names_alone(names), take, help));
  return with_shown_value(option, names);
}

Option* Command::add_flag(const std::string& names, bool& value, const std::string& help) {
  return keep(*app_->add_flag(names, value, help));
}

void Command::only_with(const std::string& option, const std::vector<std::string>& others) {
  rules_.push_back({option, others, false});
}

void Command::alone(const std::string& option, const std::vector<std::string>& others) {
  rules_.push_back({option, others, true});
}

std::string Command::first_given(const std::vector<std::string>& options) const {
  const auto given = std::find_if(options.begin(), options.end(), [&](const std::string& option) {
    return app_->get_option(option)->count() > 0;
  });
  return given == options.end() ? "" : *given;
}

Status Command::check_combinations() const {
  for (const Rule& rule : rules_) {
    if (first_given({rule.option}).empty()) continue;
    if (Status status = check(rule); !status) return status;
  }
  return Status::ok();
}

Status Command::check(const Rule& rule) const {
  if (!rule.is_alone) {
    if (!first_given(rule.others).empty()) return Status::ok();
    return Status::usage(fmt::format("{}: {} applies only with {}; add {}, or omit {}",
                                     app_->get_name(), rule.option, fmt::join(rule.others, " or "),
                                     rule.others.size() == 1 ? "that" : "one of them",
                                     rule.option));
  }
  const CLI::Option* const own = app_->get_option(rule.option);
  for (const CLI::Option* option : app_->get_options()) {
    const auto is_this = [&](const std::string& name) { return app_->get_option(name) == option; };
    const bool may_be = option == own || is_this("--quiet") || is_this("--color") ||
                        is_this("--no-pager") ||
                        std::any_of(rule.others.begin(), rule.others.end(), is_this);
    if (option->count() == 0 || may_be) continue;
    const std::string name = option->get_positional() ? option->get_name(true) : option->get_name();
    return Status::usage(app_->get_name() + ": " + rule.option + " makes no use of " + name +
                         "; omit one of them");
  }
  return Status::ok();
}

void Command::add_before_footer(const std::string& lines) {
  app_->footer(lines + app_->get_footer());
}

void Command::add_after_footer(const std::string& lines) {
  app_->footer(app_->get_footer() + lines);
}

bool Command::is_chosen() const { return app_->parsed(); }

OptionFacts Command::facts_of(const CLI::Option& option) const {
  OptionFacts facts;
  for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  facts.is_argument = option.get_positional();
  if (facts.is_argument) facts.names = {option.get_name(true)};
  if (option.get_type_size() > 0) facts.value = option.get_type_name();
  facts.help = option.get_description();
  facts.is_required = option.get_required();
  facts.takes_several = option.get_items_expected_max() > 1;
  for (const Option& own : options_) {
    if (own.option_ == &option) facts.words = own.words_;
  }
  for (const CLI::Option* other : option.get_needs()) facts.needs.push_back(other->get_name());
  for (const CLI::Option* other : option.get_excludes())
    facts.excludes.push_back(other->get_name());
  // CLI11 sorts them by their addresses.
  std::sort(facts.needs.begin(), facts.needs.end());
  std::sort(facts.excludes.begin(), facts.excludes.end());
  return facts;
}

Status Command::run() const try { return run_(); } catch (const Failure& failure) {
  return failure.status();
}

CommandFacts Command::facts() const {
  CommandFacts facts{app_->get_name(), app_->get_description(), app_->get_footer(), {}};
  for (const CLI::Option* option : app_->get_options()) {
    facts.options.push_back(facts_of(*option));
  }
  std::stable_partition(facts.options.begin(), facts.options.end(),
                        [](const OptionFacts& option) { return option.is_argument; });
  return facts;
}

Program::Program(const std::string& summary, const std::string& version)
    : app_(std::make_unique<CLI::App>(summary, "plytrace")) {
  app_->set_version_flag("-V,--version", "plytrace " + version);
  app_->require_subcommand(1);
  app_->footer(
      "Examples:\n"
      "  plytrace search connect4 -d 6 -o run.db   # record an alpha-beta search\n"
      "  plytrace verify run.db                    # prove or refute its pruning\n"
      "  plytrace render run.db -o run.svg         # draw the tree, pruned parts included\n"
      "'plytrace help COMMAND' explains a command.");
  add_global_options(commands_.emplace_back(*app_));
}

Program::~Program() = default;

Command* Program::add_command(const std::string& name, const std::string& summary) {
  CLI::App* app = app_->add_subcommand(name, summary);
  app->footer("");  // do not inherit the program's footer
  if (!group_.empty()) app->group(group_);
  Command& command = commands_.emplace_back(*app);
  add_global_options(command);
  return &command;
}

std::optional<Status> Program::parse(std::vector<std::string> words) {
  move_help(words);
  if (Status status = check_words(words); !status) return status;
  expand_json(*app_, words);
  remove_end_of_options(words);
  try {
    // CLI11 takes the words from the end.
    app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& success) {  // --help, --version
    if (Status status = program_error(*app_, words); !status) return status;
    std::ostringstream out;
    out.exceptions(std::ios::badbit);  // else it drops text if memory runs out
    app_->exit(success, out, out);
    return write_stdout(out.str());
  } catch (const CLI::ParseError& error) {
    return usage_error(*app_, error, words);
  }
  if (Status status = check_values(*app_); !status) return status;
  for (const Command& command : commands_) {
    if (!command.is_chosen()) continue;
    if (Status status = command.check_combinations(); !status) return status;
  }
  return std::nullopt;
}

Status Program::run_chosen() const {
  // The first one is the program itself.
  for (std::size_t i = 1; i < commands_.size(); ++i) {
    if (commands_[i].is_chosen()) return end_of_answer(commands_[i].run());
  }
  return Status::usage("no command given; 'plytrace --help' lists them");
}

std::vector<CommandFacts> Program::facts() const {
  std::vector<CommandFacts> facts;
  for (const Command& command : commands_) facts.push_back(command.facts());
  return facts;
}

Command* add_command(Program& app, const std::string& name, const std::string& summary,
                     const std::vector<std::string>& examples) {
  Command* command = app.add_command(name, summary);
  std::string footer = "Examples:";
  for (const std::string& example : examples) footer += "\n  " + example;
  command->add_after_footer(footer);
  return command;
}

void add_explanation(Command* command, const std::string& lines) {
  command->add_before_footer(lines + "\n\n");
}

}  // namespace plytrace::cli

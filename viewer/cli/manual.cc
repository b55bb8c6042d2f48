// SPDX-License-Identifier: MIT
#include "viewer/cli/manual.h"

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

#include "viewer/cli/cli.h"

namespace plytrace::cli {
namespace {

// The exit codes of docs/cli.md.
constexpr std::pair<StatusCode, const char*> kExitCodes[] = {
    {StatusCode::kOk, "Success, and the answer is yes: verified, the same, found."},
    {StatusCode::kAnswerNo, "The answer is no: refuted, different, nothing found."},
    {StatusCode::kUsage, "Wrong usage."},
    {StatusCode::kBadInput, "Bad input: a missing or damaged file, an illegal move or position."},
    {StatusCode::kNoAnswer, "The answer cannot be given."},
    {StatusCode::kEnvironment, "The environment failed: disk full, no permission, out of memory."},
    {StatusCode::kInterrupted, "Interrupted."},
};

// Text that troff prints as it is: '\' starts a request, '-' alone may become a hyphen, and a line
// must not start with '.' or "'".
std::string escaped(std::string_view text) {
  std::string page;
  for (const char letter : text) {
    const bool starts_line = page.empty() || page.back() == '\n';
    if (starts_line && (letter == '.' || letter == '\'')) page += "\\&";
    switch (letter) {
      case '\\':
        page += "\\e";
        break;
      case '-':
        page += "\\-";
        break;
      case '\'':
        page += "\\(aq";
        break;
      case '`':
        page += "\\(ga";
        break;
      case '^':
        page += "\\(ha";
        break;
      case '~':
        page += "\\(ti";
        break;
      default:
        page += letter;
    }
  }
  return page;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

// The value of an option or the name of an argument: "[NODE ...]" for an optional list.
std::string value_words(const OptionFacts& option, const std::string& name) {
  return italic(name) + (option.takes_several ? " ..." : "");
}

// An argument with a few fixed words is shown by them: "save|check".
std::string argument_words(const OptionFacts& argument) {
  std::string words;
  for (const std::string& word : argument.words) words += (words.empty() ? "" : "|") + bold(word);
  if (words.empty()) words = value_words(argument, argument.names.front());
  return argument.is_required ? words : "[" + words + "]";
}

std::string option_words(const OptionFacts& option) {
  std::string words;
  for (const std::string& name : option.names) words += (words.empty() ? "" : ", ") + bold(name);
  return option.value.empty() ? words : words + " " + value_words(option, option.value);
}

// The help, refilled: the help breaks its lines for its own columns.
std::string item(const std::string& term, std::string help) {
  for (char& letter : help) letter = letter == '\n' ? ' ' : letter;
  return ".TP\n" + term + "\n" + (help.empty() ? "\\&" : escaped(help)) + "\n";
}

std::string section(const char* title) { return fmt::format(".SH {}\n", title); }

// Lines as they are.
std::string literal(const std::string& lines) { return ".nf\n" + escaped(lines) + "\n.fi\n"; }

// Paragraphs that troff fills, and indented lines, which are tables, as they are.
std::string explanation(const std::string& lines) {
  std::string page, block;
  bool is_table = false;
  const auto end_block = [&] {
    if (!block.empty()) page += is_table ? literal(block) : ".PP\n" + escaped(block) + "\n";
    block.clear();
  };
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    const bool is_indented = line.starts_with(' ');
    if (line.empty() || is_indented != is_table) end_block();
    is_table = is_indented;
    if (!line.empty()) block += (block.empty() ? "" : "\n") + line;
  }
  end_block();
  return page;
}

std::string page_name(const CommandFacts& command, const CommandFacts& program) {
  return &command == &program ? program.name : program.name + "-" + command.name;
}

std::string header(const std::string& name, const std::string& summary, const ManualHead& head) {
  std::string title = name;
  for (char& letter : title) {
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  std::string lower = summary;
  lower[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(lower[0])));
  return fmt::format(".TH {} 1 {} \"plytrace {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                     escaped(title), head.date, head.version, escaped(name), escaped(lower));
}

std::string synopsis(const CommandFacts& command, bool is_program) {
  std::string line = is_program
                         ? bold(command.name) + " [" + italic("option") + " ...] " +
                               italic("command") + " [" + italic("argument") + " ...]"
                         : bold("plytrace " + command.name) + " [" + italic("option") + " ...]";
  for (const OptionFacts& option : command.options) {
    if (option.is_argument) line += " " + argument_words(option);
    if (!option.is_argument && option.is_required) {
      line += " " + bold(option.names.front()) + " " + value_words(option, option.value);
    }
  }
  return section("SYNOPSIS") + line + "\n";
}

std::string names_of(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

// The help with what else the parser demands.
std::string full_help(const OptionFacts& option) {
  std::vector<std::string> demands;
  if (option.is_required && !option.is_argument) demands.emplace_back("Required.");
  if (!option.needs.empty()) demands.push_back("Needs " + names_of(option.needs) + ".");
  if (!option.excludes.empty()) demands.push_back("Excludes " + names_of(option.excludes) + ".");
  const bool is_sentence = option.help.empty() || option.help.ends_with('.');
  std::string help = option.help + (demands.empty() || is_sentence ? "" : ".");
  for (const std::string& demand : demands) help += (help.empty() ? "" : " ") + demand;
  return help;
}

std::string options_section(const CommandFacts& command) {
  std::string page = section("OPTIONS");
  for (const OptionFacts& option : command.options) {
    page +=
        item(option.is_argument ? argument_words(option) : option_words(option), full_help(option));
  }
  return page;
}

// The explanations of the footer and its examples, which are indented, are two sections.
std::pair<std::string, std::string> split_footer(const CommandFacts& command) {
  std::string notes, examples;
  bool in_examples = false;
  std::istringstream stream(command.footer);
  for (std::string line; std::getline(stream, line);) {
    if (line == "Examples:") {
      in_examples = true;
      continue;
    }
    in_examples = in_examples && line.starts_with(' ');
    std::string& target = in_examples ? examples : notes;
    target += (target.empty() ? "" : "\n") + line;
  }
  return {notes, examples};
}

std::string exit_status() {
  std::string page = section("EXIT STATUS");
  for (const auto& [code, meaning] : kExitCodes) {
    page += item(std::to_string(static_cast<int>(code)), meaning);
  }
  return page;
}

std::string command_page(const CommandFacts& command, const CommandFacts& program,
                         const ManualHead& head) {
  const auto [notes, examples] = split_footer(command);
  std::string page = header(page_name(command, program), command.summary, head) +
                     synopsis(command, false) + section("DESCRIPTION") +
                     escaped(command.summary + ".") + "\n";
  if (!notes.empty()) page += explanation(notes);
  page += options_section(command);
  if (!examples.empty()) page += section("EXAMPLES") + literal(examples);
  return page + exit_status() + section("SEE ALSO") + ".BR plytrace (1)\n";
}

std::string program_page(const std::vector<CommandFacts>& commands, const ManualHead& head) {
  const CommandFacts& program = commands.front();
  const std::size_t colon = program.summary.find(": ");
  const std::string summary =
      colon == std::string::npos ? program.summary : program.summary.substr(colon + 2);
  std::string page = header(program.name, summary, head) + synopsis(program, true);
  page += section("DESCRIPTION") + escaped(program.summary + ".") + "\n" +
          explanation(split_footer(program).first) + section("COMMANDS");
  for (std::size_t i = 1; i < commands.size(); ++i) {
    page +=
        item("\\fB" + escaped(page_name(commands[i], program)) + "\\fR(1)", commands[i].summary);
  }
  page += options_section(program);
  page += section("EXAMPLES") + literal(split_footer(program).second) + exit_status();
  return page + section("SEE ALSO") + ".BR plytrace\\-check (1)\n";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> manual_pages(
    const std::vector<CommandFacts>& commands, const ManualHead& head) {
  const CommandFacts& program = commands.front();
  std::vector<std::pair<std::string, std::string>> pages{
      {program.name + ".1", program_page(commands, head)}};
  for (std::size_t i = 1; i < commands.size(); ++i) {
    pages.emplace_back(page_name(commands[i], program) + ".1",
                       command_page(commands[i], program, head));
  }
  return pages;
}

Status write_manual(const std::vector<CommandFacts>& commands, const ManualHead& head,
                    const std::string& target) {
  if (target.find('/') == std::string::npos) {
    const std::string name = commands.front().name;
    const std::string file = target == name ? name + ".1" : name + "-" + target + ".1";
    for (const auto& [page, text] : manual_pages(commands, head)) {
      if (page == file) return write_stdout(text);
    }
    return Status::usage("__man: no command '" + target + "', nor a folder with '/' in its name");
  }
  const std::string& folder = target;
  for (const auto& [name, text] : manual_pages(commands, head)) {
    std::ofstream file(folder + "/" + name, std::ios::binary);
    if (!(file << text).flush()) {
      return Status::environment(folder + "/" + name + ": " + errno_text());
    }
  }
  return Status::ok();
}

}  // namespace plytrace::cli

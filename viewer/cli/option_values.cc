// SPDX-License-Identifier: MIT
#include "viewer/cli/option_values.h"

#include <charconv>
#include <utility>

#include "core/parameters.h"
#include "core/score.h"
#include "viewer/cli/cli.h"

namespace plytrace::cli {
namespace {

// The value in quotes; a very long one is shortened.
std::string quoted(const std::string& text) {
  constexpr std::size_t kMostShown = 40;
  return "'" + (text.size() <= kMostShown ? text : text.substr(0, kMostShown) + "...") + "'";
}

// ", 0 or greater"; " from 1 to 10,000".
std::string range_words(const std::string& least, const std::string& most) {
  return most.empty() ? ", " + least + " or greater" : " from " + least + " to " + most;
}

// True if the whole text is a number of this type, also if it is too large for the type.
template <class Number>
bool read(const std::string& text, Number& number, bool& too_large) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  too_large = error == std::errc::result_out_of_range && stop == end;
  return error == std::errc{} && stop == end;
}

template <class Number>
Check number_within(Number least, Number most, const std::string& what, const std::string& range) {
  return [=](const std::string& text) {
    Number number{};
    bool too_large = false;
    if (read(text, number, too_large) && number >= least && number <= most) {
      return std::string();
    }
    // The range has no upper end to report, so say that the number is too large.
    if (too_large && !text.starts_with('-') && range.ends_with("or greater")) {
      return quoted(text) + " is too large a number";
    }
    return quoted(text) + " must be a " + what + range;
  };
}

}  // namespace

Check whole_number(std::int64_t least, std::int64_t most) {
  const bool open = most == std::numeric_limits<std::int64_t>::max();
  return number_within(least, most, "whole number",
                       range_words(text::grouped(least), open ? "" : text::grouped(most)));
}

Check unsigned_number() {
  return number_within(std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max(), "whole number",
                       range_words("0", ""));
}

Check real_number(double least, double most) {
  const bool open = most == std::numeric_limits<double>::max();
  return number_within(least, most, "number",
                       range_words(score_text(least), open ? "" : score_text(most)));
}

Check one_of(std::vector<std::string> words) {
  Check check = [words](const std::string& text) {
    std::string list;
    for (const std::string& word : words) {
      if (word == text) return std::string();
      list += (list.empty() ? "" : ", ") + word;
    }
    return quoted(text) + " is not one of " + list + did_you_mean(text, words);
  };
  check.words = std::move(words);
  return check;
}

Check input_file() {
  return [](const std::string& path) {
    // Prevents the command from overwriting the file (output_file.h).
    note_input(path);
    return std::string();
  };
}

Check not_stdout() {
  return [](const std::string& path) {
    return path == "-" ? "'-' is stdout, which cannot take this output; a file or folder of that "
                         "name is ./-"
                       : std::string();
  };
}

}  // namespace plytrace::cli

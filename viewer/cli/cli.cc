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

void add_format(Command* command, OutputFormat& format, bool with_csv) {
  std::vector<std::string> words{"text", "json"};
  if (with_csv) words.emplace_back("csv");
  command
      ->add_option_function(
          "--format",
          [&format](const std::string& word) {
            format = word == "json"  ? OutputFormat::kJson
                     : word == "csv" ? OutputFormat::kCsv
                                     : OutputFormat::kText;
          },
          with_csv ? "text, json or csv (default text)" : "text or json (default text)")
      ->check(one_of(words))
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

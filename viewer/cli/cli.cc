// SPDX-License-Identifier: MIT
#include "viewer/cli/cli.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "viewer/cli/option_values.h"

namespace plytrace::cli {

Global& global() {
  static Global instance;
  return instance;
}

bool color_on_stdout() {
  if (global().color != "auto") return global().color == "always";
  const char* no_color = std::getenv("NO_COLOR");
  // An empty NO_COLOR does not count, by convention.
  return (no_color == nullptr || *no_color == '\0') && isatty(STDOUT_FILENO) != 0;
}

std::size_t columns_on_stdout() {
  constexpr std::size_t kUsual = 80;
  if (isatty(STDOUT_FILENO) == 0) return 0;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return size.ws_col;
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
          with_csv ? "text, json or csv (default text); --json for json"
                   : "text or json (default text); --json for json")
      ->check(one_of(words))
      ->type_name("FORMAT");
}

Status write_json(const text::Json& value) {
  // Texts of a trace may contain any bytes; json_text() replaces invalid UTF-8 and does not throw.
  return write_stdout(text::json_text(value, 2) + "\n");
}

std::string errno_text() { return std::strerror(errno); }

}  // namespace plytrace::cli

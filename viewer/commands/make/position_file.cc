// SPDX-License-Identifier: MIT
#include "viewer/commands/make/position_file.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <string_view>

#include "viewer/cli/cli.h"
#include "viewer/format/lines.h"

namespace plytrace {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// Parses "POSITION", "POSITION moves LIST", "start", "start moves LIST".
void parse_position(const std::string& text, cli::GameOptions& game) {
  constexpr std::string_view kMoves = " moves ";
  // Use the last " moves ", because a position may be any text. The comments of an EPD, whose
  // operations end with ;, may hold it, too.
  const std::size_t at = text.back() == ';' ? std::string::npos : text.rfind(kMoves);
  const std::string position = trimmed(text.substr(0, at));
  game.moves = at == std::string::npos ? "" : trimmed(text.substr(at + kMoves.size()));
  game.has_position = position != "start";
  game.position = game.has_position ? position : "";
  if (game.position == "-") game.position = "-\n";  // must not be read as standard input
}

Result<std::vector<FilePosition>> read_stream(const std::string& file, std::istream& stream,
                                              const cli::GameOptions& game) {
  std::vector<FilePosition> positions;
  std::string text;
  for (int number = 1; text::read_line(stream, text); ++number) {
    if (number == 1 && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // of Windows' editors
    text = trimmed(text);
    if (text.empty() || text.front() == '#') continue;
    FilePosition& position = positions.emplace_back(FilePosition{number, game});
    parse_position(text, position.game);
  }
  if (stream.bad()) return Status::environment(file + ": cannot be read: " + cli::errno_text());
  if (!stream.eof()) return Status::bad_input(file + ": has a line of more than 64 MiB");
  if (!positions.empty()) return positions;
  return Status::bad_input(file + ": holds no position; write one on a line, or 'start'");
}

}  // namespace

Result<std::vector<FilePosition>> read_positions(const std::string& file,
                                                 const cli::GameOptions& game) {
  if (file == "-") return read_stream(file, std::cin, game);
  std::ifstream stream(file);
  if (!stream) return Status::bad_input(file + ": cannot be opened: " + cli::errno_text());
  return read_stream(file, stream, game);
}

Status at_line(const std::string& file, const FilePosition& position, const Status& status) {
  if (status.code() != StatusCode::kBadInput) return status;
  return Status::bad_input(fmt::format("{}:{}: {}", file, position.line, status.message()));
}

}  // namespace plytrace

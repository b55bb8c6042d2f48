// SPDX-License-Identifier: MIT
#include "viewer/rules/answerer.h"

#include <fmt/format.h>

#include "viewer/format/characters.h"
#include "viewer/format/json.h"
#include "viewer/rules/json_lines.h"
#include "viewer/rules/uci_engine.h"

namespace plytrace::rules {

std::string Question::json() const {
  return text::json_text(
      text::Json{{"position", text::text_json(position)}, {"moves", text::texts_json(moves)}});
}

std::string Question::words() const {
  constexpr std::size_t kMost = 200;
  std::string words = text::printable(json());
  if (words.size() > kMost) words = words.substr(0, kMost) + "...";
  return words;
}

Result<std::unique_ptr<Answerer>> start_answerer(const std::string& words,
                                                 std::chrono::milliseconds timeout) {
  constexpr std::string_view kUci = "uci:";
  const bool is_uci = words.starts_with(kUci);
  auto split = split_words(std::string_view(words).substr(is_uci ? kUci.size() : 0));
  if (!split) return split.status();
  return is_uci ? UciEngine::start(std::move(*split), timeout)
                : JsonLines::start(std::move(*split), timeout);
}

}  // namespace plytrace::rules

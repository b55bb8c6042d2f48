// SPDX-License-Identifier: MIT
#include "viewer/answers/why/fact.h"

#include <fmt/format.h>

#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace {

text::Json json(const Fact& fact) {
  return {{"kind", fact.kind},
          {"node", text::number_json(fact.node)},
          {"text", text::text_json(fact.text)}};
}

std::string short_path(std::string_view path) {
  // The path of a deep node may fill pages.
  constexpr std::size_t kMost = 120;
  constexpr std::size_t kEnds = 40;
  if (path.size() <= kMost) return text::printable(path);
  // Cut between two moves if one ends early enough, else anywhere.
  const std::size_t head = path.rfind('/', kEnds);
  const std::size_t tail = path.find('/', path.size() - kEnds);
  // Even the first component may be too long.
  const std::string_view first = path.substr(0, head == 0 ? kEnds : head);
  const std::string_view last =
      path.substr(tail == std::string_view::npos ? path.size() - kEnds : tail);
  return text::printable(first) + "/..." + text::printable(last);
}

std::string place_name(const TraceReader& reader, const NodeRow& node) {
  return fmt::format("#{} ({})", node.id, short_path(reader.path(node.id)));
}

std::string move_name(const TraceReader& reader, const NodeRow& node) {
  return fmt::format("{} (#{})", text::name_of(reader, node), node.id);
}

}  // namespace plytrace

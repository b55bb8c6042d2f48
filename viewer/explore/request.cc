// SPDX-License-Identifier: MIT
#include "viewer/explore/request.h"

#include <algorithm>
#include <charconv>

namespace plytrace::explore {
namespace {

enum class Plus { kItself, kBlank };

std::optional<std::string> decoded(std::string_view text, Plus plus) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      unsigned char byte = 0;
      const char* const digits = text.data() + i + 1;
      if (i + 2 >= text.size()) return std::nullopt;
      if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) return std::nullopt;
      if (byte == 0) return std::nullopt;
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += text[i] == '+' && plus == Plus::kBlank ? ' ' : text[i];
    }
  }
  return out;
}

std::optional<Query> parse_query(std::string_view text) {
  Query query;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view item = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (item.empty()) continue;
    const std::size_t equals = std::min(item.find('='), item.size());
    auto name = decoded(item.substr(0, equals), Plus::kBlank);
    auto value = decoded(item.substr(std::min(equals + 1, item.size())), Plus::kBlank);
    if (!name || !value) return std::nullopt;
    query.emplace_back(std::move(*name), std::move(*value));
  }
  return query;
}

std::string encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    out += is_plain ? std::string(1, c) : std::string{'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return out;
}

}  // namespace

std::string question_text(std::string_view name, const Query& query) {
  std::string text = encoded(name);
  for (std::size_t i = 0; i < query.size(); ++i) {
    text += (i == 0 ? '?' : '&') + encoded(query[i].first) + "=" + encoded(query[i].second);
  }
  return text;
}

std::optional<Target> parse_target(std::string_view text) {
  if (text.empty() || text.front() != '/') return std::nullopt;
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  const std::size_t mark = std::min(text.find('?'), text.size());
  auto path = decoded(text.substr(0, mark), Plus::kItself);
  auto query = parse_query(text.substr(std::min(mark + 1, text.size())));
  if (!path || !query) return std::nullopt;
  return Target{std::move(*path), std::move(*query)};
}

}  // namespace plytrace::explore

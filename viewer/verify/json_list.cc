// SPDX-License-Identifier: MIT
#include "viewer/verify/json_list.h"

namespace plytrace::verify {
namespace {

class ListScanner {
 public:
  explicit ListScanner(std::string_view text) : text_(text) {}

  bool take(char wanted) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  bool take_string() {
    if (!take('"')) return false;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == '"') {
        ++at_;
        return true;
      }
    }
    return false;
  }

  bool is_at_end() {
    skip_blanks();
    return at_ == text_.size();
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::int64_t> json_list_length(std::string_view text) {
  ListScanner scanner(text);
  if (!scanner.take('[')) return std::nullopt;
  std::int64_t length = 0;
  if (!scanner.take(']')) {
    do {
      if (!scanner.take_string()) return std::nullopt;
      ++length;
    } while (scanner.take(','));
    if (!scanner.take(']')) return std::nullopt;
  }
  if (!scanner.is_at_end()) return std::nullopt;
  return length;
}

}  // namespace plytrace::verify

// SPDX-License-Identifier: MIT
#include "tracer/import/line_source.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace plytrace {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;
constexpr int kPollMilliseconds = 200;  // the delay until an interrupt is noticed without input
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

LineSource::LineSource(int descriptor, std::string name, std::size_t padding,
                       const std::atomic<bool>& interrupt)
    : descriptor_(descriptor),
      name_(std::move(name)),
      padding_(padding),
      interrupt_(interrupt),
      buffer_(2 * kBlock + padding) {}

// Appends a block to the buffer. False: the input is over.
bool LineSource::fill() {
  if (at_end_ || !status_) return false;
  // Drop the line that was returned before.
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    searched_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < end_ + kBlock + padding_) buffer_.resize(2 * buffer_.size());
  while (!interrupt_.load(std::memory_order_relaxed)) {
    // The poll has a timeout, since an interrupt does not end a blocking read.
    pollfd waiting{descriptor_, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, kPollMilliseconds);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(descriptor_, buffer_.data() + end_, kBlock);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      status_ = Status::environment(name_ + ": cannot be read: " + std::strerror(errno));
      return false;
    }
    if (got == 0 && is_over_ && !is_over_()) {
      (void)::poll(nullptr, 0, kPollMilliseconds);
      continue;
    }
    at_end_ = got == 0;
    end_ += static_cast<std::size_t>(got);
    bytes_read_ += static_cast<std::uint64_t>(got);
    return got > 0;
  }
  status_ = Status(StatusCode::kInterrupted, name_ + ": interrupted");
  return false;
}

std::string_view LineSource::peek(std::size_t size) {
  while (end_ - begin_ < size && fill()) {
  }
  return {buffer_.data() + begin_, std::min(size, end_ - begin_)};
}

std::string_view LineSource::next_bytes() {
  if (end_ == begin_ && !fill()) return {};
  const std::string_view bytes(buffer_.data() + begin_, end_ - begin_);
  begin_ = searched_ = end_;
  return bytes;
}

// The offset of the next \n in the buffer, if any.
std::optional<std::size_t> LineSource::find_end() {
  const void* const end = std::memchr(buffer_.data() + searched_, '\n', end_ - searched_);
  if (end == nullptr) {
    // Do not search a long line again from its start after each block.
    searched_ = end_;
    return std::nullopt;
  }
  return static_cast<std::size_t>(static_cast<const char*>(end) - buffer_.data());
}

LineSource::Line LineSource::consume(std::size_t size, std::size_t with_end) {
  ++number_;
  std::string_view text(buffer_.data() + begin_, size);
  begin_ += with_end;
  searched_ = begin_;
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  if (number_ == 1 && text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  const bool is_cut = size == with_end;
  if (text.size() > kLongestLine) return {{}, true, is_cut};
  return {text, false, is_cut};
}

std::optional<LineSource::Line> LineSource::next() {
  if (is_in_long_line_ && !skip_line()) return std::nullopt;
  for (;;) {
    if (const auto end = find_end()) return consume(*end - begin_, *end - begin_ + 1);
    if (end_ - begin_ > kLongestLine) {
      is_in_long_line_ = true;
      ++number_;
      return Line{{}, true, false};
    }
    if (fill()) continue;
    // The last line may lack its line end.
    if (end_ == begin_ || !status_) return std::nullopt;
    return consume(end_ - begin_, end_ - begin_);
  }
}

// Skips a line that is too long. Runs before the next line is read, not earlier.
bool LineSource::skip_line() {
  for (;;) {
    const auto end = find_end();
    begin_ = searched_ = end ? *end + 1 : end_;
    is_in_long_line_ = !end;
    if (end) return true;
    if (!fill()) return false;
  }
}

}  // namespace plytrace

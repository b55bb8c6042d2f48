// SPDX-License-Identifier: MIT
#include "viewer/commands/make/suite_table.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <utility>

#include "viewer/cli/cli.h"
#include "viewer/format/write_all.h"

namespace plytrace {
namespace {

Status cannot(const std::string& path, const char* what) {
  return Status::environment(path + ": " + what + ": " + cli::errno_text());
}

}  // namespace

SuiteTable::~SuiteTable() {
  if (file_ >= 0) ::close(file_);
}

Status SuiteTable::lock() {
  if (file_ >= 0) ::close(file_);
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) return cannot(path_, "cannot open the table");
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return Status::usage(path_ +
                         ": another suite writes this table; wait for it, or choose another "
                         "name");
  }
  return Status::ok();
}

Status SuiteTable::open(const std::string& path) {
  path_ = path;
  require(lock());
  std::array<char, 1 << 16> part{};
  for (ssize_t n = 0; (n = ::read(file_, part.data(), part.size())) != 0;) {
    if (n < 0) return cannot(path, "cannot read the table");
    content_.append(part.data(), static_cast<std::size_t>(n));
  }
  const std::string heading = suite_heading();
  const std::size_t whole = content_.rfind('\n') + 1;  // 0 without a line
  const bool is_table = content_.starts_with(heading) || heading.starts_with(content_);
  if (!is_table) {
    return Status::bad_input(path +
                             ": exists and is not a table of this version's plytrace suite; "
                             "choose another name");
  }
  content_.resize(whole);
  if (::ftruncate(file_, static_cast<off_t>(whole)) != 0) return cannot(path, "cannot shorten");
  if (content_.empty()) return append(heading);
  auto rows = value_of(parse_suite_table(path, content_));
  for (SuiteRow& row : rows) rows_.emplace(question_of(row), std::move(row));
  return Status::ok();
}

std::map<std::string, std::size_t> SuiteTable::trace_files() const {
  std::map<std::string, std::size_t> files;
  for (const auto& [question, row] : rows_) ++files[trace_file(row)];
  return files;
}

std::optional<SuiteRow> SuiteTable::take(const std::string& question) {
  // A multimap keeps equal keys in the order of the file.
  const auto found = rows_.lower_bound(question);
  if (found == rows_.end() || found->first != question) return std::nullopt;
  SuiteRow row = std::move(found->second);
  rows_.erase(found);
  return row;
}

Status SuiteTable::append(const std::string& lines) {
  if (::lseek(file_, 0, SEEK_END) < 0 || !write_all(file_, lines)) {
    return cannot(path_, "cannot add rows");
  }
  content_ += lines;
  return Status::ok();
}

Status SuiteTable::arrange(const std::string& lines) {
  std::string content = suite_heading() + lines;
  for (const auto& [question, row] : rows_) content += suite_line(row);
  if (content == content_) return Status::ok();
  cli::write_file(path_, content, true);
  content_ = std::move(content);
  return lock();  // it is another file now
}

std::string trace_file(const SuiteRow& row) {
  return std::filesystem::path(row["trace"]).filename().string();
}

Result<std::vector<SuiteRow>> read_suite_table(const std::string& path) {
  return parse_suite_table(path, cli::read_file(path));
}

}  // namespace plytrace

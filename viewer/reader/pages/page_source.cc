// SPDX-License-Identifier: MIT
#include "viewer/reader/pages/page_source.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "schemas/trace_format.h"

namespace plytrace::reader {
namespace {

constexpr std::uint32_t kUtf8 = 1;
constexpr std::uint8_t kRollbackJournal = 1;
constexpr std::size_t kLeastUsable = 480;

Statement prepare(sqlite3* database, const char* sql) {
  sqlite3_stmt* raw = nullptr;
  sqlite3_prepare_v2(database, sql, -1, &raw, nullptr);
  return Statement(raw);
}

// SQL without comments, with single blanks between words.
std::string bare(std::string_view sql) {
  std::string text;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql.substr(i, 2) == "--") i = std::min(sql.find('\n', i), sql.size() - 1);
    const bool is_blank = std::string_view(" \t\r\n").find(sql[i]) != std::string_view::npos;
    if (!is_blank) {
      text += sql[i];
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  return text;
}

// The CREATE TABLE statement of schemas/trace.sql for a table.
std::string_view definition_of(const char* table) {
  static const std::string kFormat = bare(format::kTraceSql);
  const std::size_t begin = kFormat.find(std::string("CREATE TABLE ") + table + " (");
  if (begin == std::string::npos) return {};
  return std::string_view(kFormat).substr(begin, kFormat.find(';', begin) - begin);
}

}  // namespace

std::optional<PageSource> PageSource::of(sqlite3* database) {
  PageSource source;
  source.database_ = database;
  source.lock_ = prepare(database, "SELECT 1 FROM sqlite_master");
  const bool is_locked = source.lock_ && sqlite3_step(source.lock_.get()) == SQLITE_ROW;
  const bool has_file = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER,
                                             &source.file_) == SQLITE_OK &&
                        source.file_ != nullptr && source.file_->pMethods != nullptr;
  if (!is_locked || !has_file) return std::nullopt;

  std::array<std::uint8_t, sqlite_format::kHeaderBytes> header{};
  if (source.file_->pMethods->xRead(source.file_, header.data(), sqlite_format::kHeaderBytes, 0) !=
      SQLITE_OK) {
    return std::nullopt;
  }
  source.page_size_ = get_u16(&header[sqlite_format::kPageSizeAt]);
  if (source.page_size_ == 1) source.page_size_ = 65536;
  source.usable_ =
      source.page_size_ - std::min<std::size_t>(header[sqlite_format::kReservedAt], 255);
  const Statement pages = prepare(database, "PRAGMA page_count");
  if (!pages || sqlite3_step(pages.get()) != SQLITE_ROW) return std::nullopt;
  const std::int64_t page_count = sqlite3_column_int64(pages.get(), 0);
  source.page_count_ = static_cast<std::uint32_t>(page_count);
  const bool is_plain = header[sqlite_format::kWriteVersionAt] == kRollbackJournal &&
                        header[sqlite_format::kReadVersionAt] == kRollbackJournal &&
                        get_u32(&header[sqlite_format::kEncodingAt]) == kUtf8 &&
                        source.page_size_ >= 512 && std::has_single_bit(source.page_size_) &&
                        source.usable_ >= kLeastUsable &&
                        page_count == std::int64_t{source.page_count_};
  return is_plain ? std::optional(std::move(source)) : std::nullopt;
}

std::optional<std::uint32_t> PageSource::root_of(const char* table) const {
  const Statement found = prepare(
      database_, "SELECT rootpage, sql FROM sqlite_master WHERE type = 'table' AND name = ?1");
  if (!found) return std::nullopt;
  sqlite3_bind_text(found.get(), 1, table, -1, SQLITE_STATIC);
  if (sqlite3_step(found.get()) != SQLITE_ROW) return std::nullopt;
  const auto* sql = reinterpret_cast<const char*>(sqlite3_column_text(found.get(), 1));
  const std::int64_t root = sqlite3_column_int64(found.get(), 0);
  if (sql == nullptr || bare(sql) != definition_of(table)) return std::nullopt;
  if (root < 2 || root > std::int64_t{page_count_}) return std::nullopt;
  return static_cast<std::uint32_t>(root);
}

// SQLite reads less than 128 KiB per call.
bool PageSource::read(std::uint32_t first, std::size_t count, std::uint8_t* target) const {
  constexpr std::size_t kMostAtOnce = 65536;
  auto offset = static_cast<sqlite3_int64>(first - 1) * static_cast<sqlite3_int64>(page_size_);
  for (std::size_t rest = count * page_size_; rest > 0;) {
    const std::size_t part = std::min(rest, kMostAtOnce);
    const int code = file_->pMethods->xRead(file_, target, static_cast<int>(part), offset);
    if (code != SQLITE_OK) return false;
    target += part;
    offset += static_cast<sqlite3_int64>(part);
    rest -= part;
  }
  return true;
}

}  // namespace plytrace::reader

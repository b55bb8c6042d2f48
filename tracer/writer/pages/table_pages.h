// SPDX-License-Identifier: MIT
//
// The rows of one large table on their way into pages. Ids ascend within a stream; every stream
// fills a leaf of its own. A row may be promised: its place is kept until it is complete, and its
// page stays in memory until all of its rows are. Texts that are too long for a page go into
// overflow pages. Source: https://www.sqlite.org/fileformat2.html, section 1.6.
// Errors: PageFile::status(). Thread rule: one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "tracer/writer/pages/leaf_page.h"
#include "tracer/writer/pages/page_file.h"
#include "tracer/writer/pages/page_tree.h"
#include "tracer/writer/pages/record.h"

namespace plytrace::writer {

class TablePages {
 public:
  using Bytes = std::span<const std::uint8_t>;

 private:
  struct Leaf;

 public:
  // A row whose cell is still to come.
  struct Promise {
    Leaf* leaf = nullptr;
    std::size_t slot = 0;
    std::size_t bytes = 0;  // that its cell may take
  };
  // What a promised row is shown as until it is complete.
  struct Draft {
    const Promise* promise;
    std::int64_t id;
    Bytes record;
  };

  // `root` is the page of an empty table.
  TablePages(PageFile& file, std::uint32_t root);
  ~TablePages();
  TablePages(TablePages&&) noexcept;

  // Where the record of the next row may be made: then add(), called next, need not copy it.
  Record::Place place(std::int64_t id);
  void add(std::int64_t id, Bytes record);
  // The row's record will have at most so many bytes.
  Promise promise(std::int64_t id, std::size_t record_bytes);
  // The same for the row that was promised last in its stream, if it needs more than it was
  // promised.
  void promise_more(Promise& promise, std::int64_t id, std::size_t record_bytes);
  void keep(const Promise& promise, std::int64_t id, Bytes record);

  // The longest record that lies in a leaf as a whole; drafts may not be longer.
  std::size_t longest_local() const { return sqlite_format::longest_local(file_->page_size()); }

  // Whether the page of a promised row has to be written at the next checkpoint; and that it has,
  // as the row's draft is another one.
  static bool is_due(const Promise& promise);
  static void set_due(const Promise& promise);
  // Hands everything to the file: pages as they are, with the drafts of promised rows. All that
  // is_due() are among them.
  void write(const std::vector<Draft>& drafts);

 private:
  void add_copy(std::int64_t id, Bytes record);
  std::size_t local_bytes(std::size_t record) const;
  std::size_t cell_bytes(std::int64_t id, std::size_t record) const;
  std::size_t promised_bytes(std::int64_t id, std::size_t record) const;
  void write_cell(std::uint8_t* to, std::int64_t id, Bytes record);
  std::uint32_t write_overflow(Bytes rest);
  void go_to_stream_of(std::int64_t id);
  Leaf& leaf_for(std::int64_t id, std::size_t cell);
  Leaf& start_leaf(std::int64_t id);
  void let_go(Leaf& leaf);

  PageFile* file_;
  PageTree tree_;
  std::vector<std::unique_ptr<Leaf>> leaves_;  // in memory
  std::map<std::int64_t, Leaf*> current_;      // by stream
  std::int64_t stream_ = -1;                   // of the row added last, and its leaf
  Leaf* leaf_ = nullptr;
};

}  // namespace plytrace::writer

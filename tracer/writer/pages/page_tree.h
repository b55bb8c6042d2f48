// SPDX-License-Identifier: MIT
//
// The pages above the leaves of one table: which leaf holds which ids. They are kept in memory (24
// bytes a leaf) and written at a checkpoint where they changed. Leaves come in any order of their
// ids, mostly at the end. The root keeps its page number, as SQLite's schema names it.
// Source: https://www.sqlite.org/fileformat2.html, section 1.6. Thread rule: one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tracer/writer/pages/page_file.h"

namespace plytrace::writer {

class PageTree {
 public:
  PageTree(PageFile& file, std::uint32_t root);
  ~PageTree();
  PageTree(PageTree&&) noexcept;

  // A table of one leaf has it in the root page, and no pages above.
  bool has_levels() const { return root_ != nullptr; }
  std::uint32_t root_page() const { return root_page_; }
  // The first two leaves, by ids.
  void begin(std::int64_t first_id, std::uint32_t first, std::int64_t second_id,
             std::uint32_t second);
  // A leaf whose ids begin here.
  void add(std::int64_t first_id, std::uint32_t leaf);
  // Hands the pages that changed to the file.
  void write();

 private:
  struct Node;
  struct Child {
    std::int64_t first_id;
    std::uint32_t page;
    Node* node;  // nullptr: a leaf
  };

  Node* make_node(std::uint32_t page);
  void insert(Node& node, const Child& child);
  void split(Node& node, std::size_t inserted_at);
  void split_root();
  void write_node(const Node& node);

  PageFile* file_;
  std::uint32_t root_page_;
  std::size_t most_children_;
  std::vector<std::unique_ptr<Node>> nodes_;
  Node* root_ = nullptr;
};

}  // namespace plytrace::writer

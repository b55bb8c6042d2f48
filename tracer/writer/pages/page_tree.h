// SPDX-License-Identifier: MIT
//
// PageTree holds the pages above the leaves of one table, which say which leaf holds which ids.
// They stay in memory (24 bytes a leaf); a checkpoint writes the changed ones. Leaves come in any
// order of their ids, mostly at the end. The root keeps its page number, which SQLite's schema
// names. Source: https://www.sqlite.org/fileformat2.html, section 1.6. Thread rule: one thread.
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

  // False: the table has a single leaf, in the root page.
  bool has_levels() const { return root_ != nullptr; }
  std::uint32_t root_page() const { return root_page_; }
  // Adds the first two leaves, in id order.
  void begin(std::int64_t first_id, std::uint32_t first, std::int64_t second_id,
             std::uint32_t second);
  // Adds a leaf whose ids begin at `first_id`.
  void add(std::int64_t first_id, std::uint32_t leaf);
  // Passes the changed pages to the file.
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

// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/page_tree.h"

#include <algorithm>
#include <cassert>

#include "schemas/sqlite_format.h"

namespace plytrace::writer {
namespace {

using sqlite_format::kPointer;
constexpr std::size_t kHeader = sqlite_format::kInteriorHeader;
constexpr std::size_t kLongestCell = 4 + 9;  // page number, id
// An interior page needs at least one cell, hence two children.
constexpr std::size_t kFewestChildren = 2;

}  // namespace

struct PageTree::Node {
  std::uint32_t page = 0;
  bool is_changed = true;
  Node* parent = nullptr;
  std::vector<Child> children;
};

PageTree::PageTree(PageFile& file, std::uint32_t root)
    : file_(&file),
      root_page_(root),
      most_children_((file.page_size() - kHeader) / (kPointer + kLongestCell) + 1) {}
PageTree::~PageTree() = default;
PageTree::PageTree(PageTree&&) noexcept = default;

PageTree::Node* PageTree::make_node(std::uint32_t page) {
  nodes_.push_back(std::make_unique<Node>());
  nodes_.back()->page = page;
  return nodes_.back().get();
}

void PageTree::begin(std::int64_t first_id, std::uint32_t first, std::int64_t second_id,
                     std::uint32_t second) {
  assert(root_ == nullptr && first_id < second_id);
  root_ = make_node(root_page_);
  root_->children = {{first_id, first, nullptr}, {second_id, second, nullptr}};
}

void PageTree::add(std::int64_t first_id, std::uint32_t leaf) {
  Node* node = root_;
  const auto is_before = [](std::int64_t id, const Child& child) { return id < child.first_id; };
  for (;;) {
    auto next = std::upper_bound(node->children.begin(), node->children.end(), first_id, is_before);
    if (next != node->children.begin()) --next;
    if (next->node == nullptr) break;
    node = next->node;
  }
  insert(*node, {first_id, leaf, nullptr});
}

void PageTree::insert(Node& node, const Child& child) {
  const auto is_before = [](std::int64_t id, const Child& other) { return id < other.first_id; };
  const auto at =
      std::upper_bound(node.children.begin(), node.children.end(), child.first_id, is_before);
  const auto index = static_cast<std::size_t>(at - node.children.begin());
  node.children.insert(at, child);
  if (child.node != nullptr) child.node->parent = &node;
  node.is_changed = true;
  if (node.children.size() > most_children_) split(node, index);
}

// Splits a node. The new one takes the second half of the children; at the end of the table, where
// most leaves come, only the minimum.
void PageTree::split(Node& node, std::size_t inserted_at) {
  if (&node == root_) return split_root();
  const bool at_end = inserted_at + 1 == node.children.size();
  const std::size_t kept =
      at_end ? node.children.size() - kFewestChildren : node.children.size() / 2;
  Node* const next = make_node(file_->allocate());
  next->children.assign(node.children.begin() + static_cast<std::ptrdiff_t>(kept),
                        node.children.end());
  node.children.resize(kept);
  for (const Child& child : next->children) {
    if (child.node != nullptr) child.node->parent = next;
  }
  insert(*node.parent, {next->children.front().first_id, next->page, next});
}

// Adds a level: the root page stays the root, and its children move down.
void PageTree::split_root() {
  Node* const below = make_node(file_->allocate());
  below->children = std::move(root_->children);
  below->parent = root_;
  for (const Child& child : below->children) {
    if (child.node != nullptr) child.node->parent = below;
  }
  root_->children = {{below->children.front().first_id, below->page, below}};
  root_->is_changed = true;
  split(*below, below->children.size() - 1);
}

void PageTree::write() {
  for (const auto& node : nodes_) {
    if (!node->is_changed) continue;
    write_node(*node);
    node->is_changed = false;
  }
}

// A cell holds a page and the largest id below it; the last child needs no cell.
void PageTree::write_node(const Node& node) {
  assert(node.children.size() >= kFewestChildren);
  PageFile::Page page(file_->page_size());
  std::size_t cells_from = page.size();
  const std::size_t cells = node.children.size() - 1;
  for (std::size_t i = 0; i < cells; ++i) {
    const auto last_id = static_cast<std::uint64_t>(node.children[i + 1].first_id - 1);
    cells_from -= 4 + varint_size(last_id);
    put_u32(&page[cells_from], node.children[i].page);
    put_varint(&page[cells_from + 4], last_id);
    put_u16(&page[kHeader + kPointer * i], static_cast<std::uint32_t>(cells_from));
  }
  page[0] = sqlite_format::kTableInterior;
  put_u16(&page[sqlite_format::kCellsAt], static_cast<std::uint32_t>(cells));
  put_u16(&page[sqlite_format::kCellsFromAt], static_cast<std::uint32_t>(cells_from));
  put_u32(&page[sqlite_format::kLastChildAt], node.children.back().page);
  file_->write(node.page, page);
}

}  // namespace plytrace::writer

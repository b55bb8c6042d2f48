// SPDX-License-Identifier: MIT
//
// The table `node` on its way into pages. A node that is left within its batch is a row at once;
// one that is still open is promised its row, and shown with NULL for what is known later. So is
// the node that was left last: its parent may still credit another score. Errors:
// PageFile::status(). Thread rule: one thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tracer/batch_rows.h"
#include "tracer/digest_book.h"
#include "tracer/writer/pages/node_encoder.h"
#include "tracer/writer/pages/table_pages.h"

namespace plytrace::writer {

class NodePages {
 public:
  NodePages(PageFile& file, std::uint32_t root, DigestBook& digests)
      : digests_(&digests), pages_(file, root) {}

  // The nodes of the batch of the source, and what it says of earlier ones. With `is_digested` its
  // nodes are added to the digests.
  void write(BatchSource& source, bool is_digested);
  // Hands the rows as they are now to the file, for a checkpoint.
  void show();
  // Nothing more will come.
  void finish();

 private:
  struct Open {
    NodeRecord node;
    TablePages::ReservedSlot slot;
    std::string excluded;
    bool is_left = false;
  };
  struct Stream {
    std::vector<Open> open;       // by id
    std::int64_t last = 0;        // the node entered last
    std::int64_t creditable = 0;  // the node left last, if its parent may still credit it
  };

  static Open* find(Stream& stream, std::int64_t id);
  void exclude_earlier(Stream& stream, BatchSource& source);
  static void close_earlier(Stream& stream, const Batch& batch);
  static void find_creditable(Stream& stream, const Batch& batch);
  void complete_left(Stream& stream, std::int64_t but);
  template <class Hash>
  void add_nodes(Stream& stream, BatchSource& source);
  template <class Hash>
  void add_node(Stream& stream, const NodeRecord& node, std::string_view excluded);
  template <class Hash>
  void add_run(Stream& stream, const LeafRun& run);
  void add_open(Stream& stream, const NodeRecord& node, std::string excluded);
  std::size_t most_bytes(const Open& open);

  DigestBook* digests_;
  TablePages pages_;
  Record record_;
  std::tuple<NodeEncoder<format::RowHash>, NodeEncoder<NoHash>> encoder_;
  std::map<std::int64_t, Stream> streams_;
};

}  // namespace plytrace::writer

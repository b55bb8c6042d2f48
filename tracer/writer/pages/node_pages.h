// SPDX-License-Identifier: MIT
//
// NodePages writes the table `node` into pages. A node that was left in its batch becomes a row at
// once. An open node reserves a slot; until it is left, checkpoints write it with NULL in the
// result columns. The node left last stays reserved, too, because its parent may still report a
// backed-up value. Errors: PageFile::status(). Thread rule: one thread.
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

  // Writes the nodes of the source's batch and its updates of earlier ones. `is_digested`: adds the
  // nodes to the digests.
  void write(BatchSource& source, bool is_digested);
  // Passes all rows in their current state to the file, for a checkpoint.
  void show();
  // Call when no more nodes will come.
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
    std::int64_t creditable = 0;  // the node left last, if its backed-up value may still come
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
  std::tuple<NodeEncoder<HashIf<NodeRow, true>>, NodeEncoder<NoHash>> encoder_;
  std::map<std::int64_t, Stream> streams_;
};

}  // namespace plytrace::writer

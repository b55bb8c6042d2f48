// SPDX-License-Identifier: MIT
//
// DigestBook computes the digests (schemas/row_digest.h) of the rows in batches, for each search.
// Only plytrace's own searches have digests. Memory: one sum for each search and table, and one for
// each open node. Thread rule: one thread (the writer's).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

#include "schemas/row_digest.h"
#include "tracer/batch_rows.h"

namespace plytrace {

class DigestBook {
 public:
  // Adds all rows of the source's batch.
  void add(BatchSource& source);

  // The same in steps, for a store that hashes rows while it encodes them: begin(), then every node
  // and event of the batch, then end(). begin() also adds what the batch reports of earlier nodes.
  // If it returns false, the rows of the batch need no digest.
  bool begin(BatchSource& source);
  // `excluded` is the text of that column; "" = NULL.
  void add_node(const NodeRecord& node, std::string_view excluded);
  // The digest to which the caller adds a row hash. Use it for a node only if the node was left in
  // this batch.
  format::RowDigest& digest_of(format::Digested table) { return (*current_)[table]; }
  void end(const Batch& batch);

  // The digests of each search so far.
  const std::map<std::int64_t, format::SearchDigests>& searches() const { return searches_; }

 private:
  void learn(const Batch& batch);
  void add_to_open(BatchSource& source);
  void add_nodes(BatchSource& source);

  std::map<std::int64_t, format::SearchDigests> searches_;
  std::map<std::int64_t, std::int64_t> search_of_pass_;   // the search of each running pass
  std::map<std::int64_t, format::HashOf<NodeRow>> open_;  // hashes of open nodes
  format::SearchDigests* current_ = nullptr;              // digests of the current batch's search
};

}  // namespace plytrace

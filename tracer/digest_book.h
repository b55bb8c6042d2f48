// SPDX-License-Identifier: MIT
//
// The digests of the rows that batches hold, search by search: schemas/row_digest.h. Only
// plytrace's own searches have them. Memory: one sum a search and table, one an open node. Thread
// rule: one thread (the writer's).
#pragma once

#include <cstdint>
#include <map>

#include "schemas/row_digest.h"
#include "tracer/batch_rows.h"

namespace plytrace {

class DigestBook {
 public:
  // Of the batch of the source, which becomes rows in this form.
  void add(BatchSource& source);
  // Of the nodes and events of each search so far.
  const std::map<std::int64_t, format::SearchDigests>& searches() const { return searches_; }

 private:
  void learn(const Batch& batch);
  void add_to_open(format::RowDigest& digest, BatchSource& source);
  void add_nodes(format::RowDigest& digest, BatchSource& source);

  std::map<std::int64_t, format::SearchDigests> searches_;
  std::map<std::int64_t, std::int64_t> search_of_pass_;     // of the passes under way
  std::map<std::int64_t, format::RowDigest::Weight> open_;  // of nodes that are not left yet
};

}  // namespace plytrace

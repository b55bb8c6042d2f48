// SPDX-License-Identifier: MIT
//
// The digests of the rows that batches hold, search by search: schemas/row_digest.h. Only
// plytrace's own searches have them. Memory: one sum a search and table, one an open node. Thread
// rule: one thread (the writer's).
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
  // Of the batch of the source, which becomes rows in this form.
  void add(BatchSource& source);

  // The same step by step, for who weighs rows while making them: begin(), then every node and
  // event of the batch, then end(). What begin() returns says whether they are wanted; it adds what
  // the batch says of earlier nodes.
  bool begin(BatchSource& source);
  // `excluded` is the text of that column, "" = NULL.
  void add_node(const NodeRecord& node, std::string_view excluded);
  // To add a row that was weighed elsewhere; a node only where it was left in this batch.
  format::RowDigest& digest_of(format::Digested table) { return (*current_)[table]; }
  void end(const Batch& batch);

  // Of the nodes and events of each search so far.
  const std::map<std::int64_t, format::SearchDigests>& searches() const { return searches_; }

 private:
  void learn(const Batch& batch);
  void add_to_open(BatchSource& source);
  void add_nodes(BatchSource& source);

  std::map<std::int64_t, format::SearchDigests> searches_;
  std::map<std::int64_t, std::int64_t> search_of_pass_;  // of the passes under way
  std::map<std::int64_t, format::RowHash> open_;         // of nodes that are not left yet
  format::SearchDigests* current_ = nullptr;             // of the batch under way
};

}  // namespace plytrace

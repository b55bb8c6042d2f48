// SPDX-License-Identifier: MIT
//
// Certificates: two threshold trees that show what the root is worth, without windows, as a text
// file that a stranger's program can check (docs/verify.md, "Certificate"; viewer/check/). The scan
// marks, for each node, whether it is proven to reach the thresholds; then the trees are read from
// the trace top down, one branch at a time.
// Memory: three bits a node, the open path, the labels. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/trace_reader.h"
#include "viewer/verify/scan/node_set.h"
#include "viewer/verify/scan/open_node.h"

namespace plytrace::verify {

class CertificateWriter {
 public:
  // The thresholds are what the search claims.
  CertificateWriter(const TraceReader& reader, const SearchRow& search);

  // Called by the scan for every node that it leaves.
  void note(const NodeRow& node, const Outcome& outcome);

  // The whole file. No answer (exit code 4) where the claim is not proven by finished passes.
  Result<std::string> write();

 private:
  struct Branch {
    std::vector<NodeRow> children;
    std::size_t next = 0;
    std::optional<Score> stand;
    std::int64_t label = 0;  // 0 = none
  };

  std::string header() const;
  std::optional<NodeRow> root_of(bool lower) const;
  Status add_tree(bool lower);
  Status add_node(NodeRow node, const std::string& move);
  void add_line(const std::string& line);
  bool reaches(std::int64_t node) const {
    return (lower_ ? reaches_lower_ : reaches_upper_).contains(node);
  }
  std::optional<NodeRow> origin_of(const NodeRow& node) const;
  std::optional<NodeRow> handed_to(const NodeRow& node) const;
  bool choose_one(const NodeRow& node, Branch& branch) const;
  bool choose_all(const NodeRow& node, Branch& branch) const;
  Status assume(const NodeRow& node, const std::string& move);

  const TraceReader& reader_;
  const SearchRow& search_;
  std::optional<Score> lower_bound_, upper_bound_;
  NodeSet reaches_lower_, reaches_upper_, origins_;
  bool lower_ = true;
  std::vector<Branch> path_;
  NodeSet closed_;  // origins whose subtree stands in this tree
  std::string text_;
  std::int64_t lines_ = 0;
};

// Checks the premises that plytrace-check cannot know against the rules of the game: legal moves,
// complete move lists, scores, ends, equal positions. bad_input for a malformed file or an unknown
// game; `answer` says in one line what holds, or what does not (then the result is false).
Result<bool> replay_certificate(const std::string& path, std::string* answer);

}  // namespace plytrace::verify

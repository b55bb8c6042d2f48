// SPDX-License-Identifier: MIT
//
// Writes certificates: two threshold trees that prove the value of the root without windows, as a
// text file that an independent program can check (docs/verify.md, "Certificates"; viewer/check/).
// The trees are read from the trace top down, one branch at a time. A subtree used through a table
// entry is written where it is met first, and referred to by its label later. Time: linear in the
// trace. Memory: the open path and its children, and a bit for each label. Errors: no answer (exit
// code 4) if no finished pass proves the claim; environment if the stream fails. Thread rule: one
// thread an object.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/status.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/certificate/certificate_marks.h"

namespace plytrace::verify {

class CertificateWriter {
 public:
  // `roots`: the roots of the passes that the claim may rest on, in order.
  CertificateWriter(const TraceReader& reader, const SearchRow& search,
                    const CertificateMarks& marks, std::vector<std::int64_t> roots)
      : reader_(reader), search_(search), marks_(marks), roots_(std::move(roots)) {}

  // `is_mixed`: do not declare that all lines end at one depth or at the end of the game.
  Status write(std::ostream& out, bool is_mixed = false);

 private:
  // An inner node whose children are being written.
  struct Branch {
    std::vector<NodeRow> children;  // children that prove the threshold
    std::vector<NodeRow> assumed;   // children that prove it if their value counts unchanged
    std::size_t next = 0;
    std::optional<Score> stand;
    std::int64_t label = 0;  // 0 = none
  };
  // All searches of one move.
  struct Searched {
    NodeRow last;
    std::optional<NodeRow> shown;  // a search that counts and reaches the threshold
  };

  Score threshold() const { return lower_ ? marks_.claim().lower : marks_.claim().upper; }
  // Whether the side that needs only one move is to move: MAX in the lower tree, MIN in the upper.
  bool needs_one(const NodeRow& node) const { return (node.side == format::Side::kMax) == lower_; }
  bool reaches(Score score) const { return lower_ ? score >= threshold() : score <= threshold(); }
  bool reaches(const NodeRow& node) const { return marks_.reaches(lower_, node.id); }
  // Whether the value that the parent used reaches the threshold.
  bool is_credited(const NodeRow& node) const {
    return node.credited ? reaches(*node.credited) : reaches(node);
  }
  std::optional<NodeRow> root_of(bool lower) const;
  Status write_header();
  std::string claim_text() const;
  std::string depth_text(const NodeRow& root) const;
  Status write_tree(bool lower);
  void add_line(std::string_view line);
  void add_node(NodeRow node, const std::string& move);
  void add_next();
  bool add_inner(const NodeRow& node, const std::vector<NodeRow>& options, std::int64_t label,
                 const std::string& move);
  bool add_leaf(const NodeRow& node, std::int64_t label, const std::string& move);
  void assume(Assumption kind, std::int64_t label, const std::string& move);
  Assumption reason(const NodeRow& node) const;
  std::optional<std::int64_t> label_of(std::int64_t node) const;
  std::vector<NodeRow> options_of(const NodeRow& node) const;
  std::optional<NodeRow> answered_by(const NodeRow& node) const;
  std::vector<Searched> moves_of(const std::vector<NodeRow>& options, bool& is_named) const;
  bool choose_one(const NodeRow& node, const std::vector<NodeRow>& options, Branch& branch) const;
  bool choose_all(const NodeRow& node, const std::vector<NodeRow>& options, Branch& branch) const;

  const TraceReader& reader_;
  const SearchRow& search_;
  const CertificateMarks& marks_;
  const std::vector<std::int64_t> roots_;
  std::ostream* out_ = nullptr;
  std::int64_t lines_ = 0;
  bool lower_ = true, by_depth_ = false, is_mixed_ = false;
  std::vector<Branch> path_;
  NodeSet closed_;                                          // labels of this tree
  std::unordered_map<std::int64_t, std::int64_t> aliases_;  // nodes written under another label
};

}  // namespace plytrace::verify

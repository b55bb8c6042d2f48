// SPDX-License-Identifier: MIT
//
// Certificates: two threshold trees that show what the root is worth, without windows, as a text
// file that a stranger's program can check (docs/verify.md, "Certificates"; viewer/check/). They
// are read from the trace top down, one branch at a time; what a table entry answered is written
// where it is met first, and named from then on. Time: linear in the trace. Memory: the open path
// and its children, and a bit for each label. Errors: no answer (exit code 4) where no finished
// pass proves the claim; environment where the stream fails. Thread rule: one thread an object.
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
  // `roots`: of the passes that the claim may rest on, in order.
  CertificateWriter(const TraceReader& reader, const SearchRow& search,
                    const CertificateMarks& marks, std::vector<std::int64_t> roots)
      : reader_(reader), search_(search), marks_(marks), roots_(std::move(roots)) {}

  // `is_mixed`: without the promise that every line ends at one depth, or with the game.
  Status write(std::ostream& out, bool is_mixed = false);

 private:
  // An inner node whose children are being written.
  struct Branch {
    std::vector<NodeRow> children;  // that show it
    std::vector<NodeRow> assumed;   // that show it if their value counts for this node as it is
    std::size_t next = 0;
    std::optional<Score> stand;
    std::int64_t label = 0;  // 0 = none
  };
  // The searches of one move.
  struct Searched {
    NodeRow last;
    std::optional<NodeRow> shown;  // one that counts, and reaches the threshold
  };

  Score threshold() const { return lower_ ? marks_.claim().lower : marks_.claim().upper; }
  // Whether MAX (in the lower tree; MIN in the upper one) is to move, who needs one move only.
  bool needs_one(const NodeRow& node) const { return (node.side == format::Side::kMax) == lower_; }
  bool reaches(Score score) const { return lower_ ? score >= threshold() : score <= threshold(); }
  bool reaches(const NodeRow& node) const { return marks_.reaches(lower_, node.id); }
  // As its parent took it.
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
  std::unordered_map<std::int64_t, std::int64_t> aliases_;  // nodes written under another's label
};

}  // namespace plytrace::verify

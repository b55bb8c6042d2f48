// SPDX-License-Identifier: MIT
#include "viewer/verify/certificate/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace plytrace::verify {
namespace {

using format::NodeKind;
using format::Role;
using format::Side;

// One line, whatever the text; a leading '@' would be read as a label.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '@':
        out += out.empty() ? "\\@" : "@";
        break;
      case ' ':
        out += out.empty() ? "\\s" : " ";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string parameters_of(const SearchRow& search) {
  const auto json = nlohmann::json::parse(search.options, nullptr, false);
  return json.is_object() && json.contains("parameters") ? json["parameters"].dump() : "{}";
}

std::string_view assumption_at(const NodeRow& node) {
  if (node.unrecorded > 0) return "unrecorded";
  switch (node.kind) {
    case NodeKind::kKnown:
      return "known";
    case NodeKind::kTable:
      return "table_origin";
    case NodeKind::kDraw:
      return "path_dependent";
    case NodeKind::kUnknown:
      return "unknown_kind";
    default:
      return "other";
  }
}

}  // namespace

CertificateWriter::CertificateWriter(const TraceReader& reader, const SearchRow& search)
    : reader_(reader), search_(search), lower_bound_(search.lower), upper_bound_(search.upper) {
  reader.for_each_table_probe([&](const TableProbeRow& row) {
    if (row.stored_by && *row.stored_by <= row.at) origins_.insert(*row.stored_by);
    return true;
  });
}

void CertificateWriter::note(const NodeRow& node, const Outcome& outcome) {
  if (!outcome.has_value || outcome.readings.size() != 1) return;
  const Interval& proven = outcome.readings.front().proven;
  if (lower_bound_ && proven.lower >= *lower_bound_) reaches_lower_.insert(node.id);
  if (upper_bound_ && proven.upper <= *upper_bound_) reaches_upper_.insert(node.id);
}

// The root of the last finished pass that proves this side of the claim.
std::optional<NodeRow> CertificateWriter::root_of(bool lower) const {
  std::optional<NodeRow> root;
  for (const PassRow& pass : reader_.passes(search_.id)) {
    const bool fits =
        pass.status == format::SearchStatus::kFinished && pass.root &&
        (!search_.completed_depth || !pass.depth || *pass.depth == *search_.completed_depth);
    if (!fits || !(lower ? reaches_lower_ : reaches_upper_).contains(*pass.root)) continue;
    if (auto node = reader_.node(*pass.root)) root = std::move(node);
  }
  return root;
}

void CertificateWriter::add_line(const std::string& line) {
  text_ += line;
  text_ += '\n';
  ++lines_;
}

std::string CertificateWriter::header() const {
  const auto root = root_of(lower_bound_.has_value());
  const bool is_known = !search_.game.empty() && search_.game != "unknown";
  std::string claim;
  if (lower_bound_ && upper_bound_) {
    claim = *lower_bound_ == *upper_bound_
                ? "exact " + score_text(*lower_bound_)
                : fmt::format("range {} {}", score_text(*lower_bound_), score_text(*upper_bound_));
  } else {
    claim =
        lower_bound_ ? "lower " + score_text(*lower_bound_) : "upper " + score_text(*upper_bound_);
  }
  const std::string depth = !search_.uniform          ? "mixed"
                            : search_.completed_depth ? std::to_string(*search_.completed_depth)
                                                      : "end";
  return fmt::format(
      "plytrace-certificate 1\ngame {}\nposition {}\nroot {}\ndepth {}\nevaluator {} {}\nclaim {}",
      is_known ? escaped(search_.game) + " " + escaped(search_.game_options) : "unknown",
      search_.position.empty() ? "?" : escaped(search_.position),
      root && root->side == Side::kMin ? "min" : "max", depth,
      search_.evaluator.empty() ? "?" : escaped(search_.evaluator), parameters_of(search_), claim);
}

Result<std::string> CertificateWriter::write() {
  if (!lower_bound_ && !upper_bound_) {
    return Status{StatusCode::kNoAnswer, "no certificate: the search claims no value"};
  }
  text_.clear();
  add_line(header());
  lines_ = 7;
  if (lower_bound_) {
    if (Status status = add_tree(true); !status) return status;
  }
  if (upper_bound_) {
    if (Status status = add_tree(false); !status) return status;
  }
  add_line(fmt::format("lines {}", lines_ + 1));
  return text_;
}

Status CertificateWriter::add_tree(bool lower) {
  const auto root = root_of(lower);
  if (!root) {
    return {StatusCode::kNoAnswer,
            fmt::format("no certificate: no finished pass proves {} {}",
                        lower ? ">=" : "<=", score_text(lower ? *lower_bound_ : *upper_bound_))};
  }
  lower_ = lower;
  closed_ = {};
  path_.clear();
  add_line(fmt::format("tree {} {}", lower ? "lower" : "upper",
                       score_text(lower ? *lower_bound_ : *upper_bound_)));
  if (Status status = add_node(*root, ""); !status) return status;
  while (!path_.empty()) {
    Branch& branch = path_.back();
    if (branch.stand) {
      add_line(fmt::format("{} stand {}", path_.size(), score_text(*branch.stand)));
      branch.stand.reset();
    }
    if (branch.next == branch.children.size()) {
      if (branch.label != 0) closed_.insert(branch.label);
      path_.pop_back();
      continue;
    }
    const NodeRow child = branch.children[branch.next++];
    const std::string move = " " + escaped(reader_.move_text(child.move));
    if (Status status = add_node(child, move); !status) return status;
  }
  return Status::ok();
}

// The node whose table entry answered or bounded this one, if that reaches the threshold.
std::optional<NodeRow> CertificateWriter::origin_of(const NodeRow& node) const {
  for (const TableProbeRow& probe : reader_.events(node).probes) {
    const bool used =
        probe.used == format::TableUse::kAnswered || probe.used == format::TableUse::kNarrowed;
    if (used && probe.stored_by && reaches(*probe.stored_by)) return reader_.node(*probe.stored_by);
  }
  return std::nullopt;
}

std::optional<NodeRow> CertificateWriter::handed_to(const NodeRow& node) const {
  std::optional<NodeRow> last;
  reader_.for_each_child(node, [&](const NodeRow& child) {
    if (child.counts()) last = child;
    return true;
  });
  if (!last || last->role != Role::kHandOver || !reaches(last->id)) return std::nullopt;
  return last;
}

// One move, or the own score, that reaches the threshold; the best child if it does.
bool CertificateWriter::choose_one(const NodeRow& node, Branch& branch) const {
  const Score threshold = lower_ ? *lower_bound_ : *upper_bound_;
  reader_.for_each_child(node, [&](const NodeRow& child) {
    if (!child.counts() || !reaches(child.id) || child.credited) return true;
    branch.children.assign(1, child);
    return node.best && child.id < *node.best;
  });
  if (!branch.children.empty()) return true;
  if (!node.score || (lower_ ? *node.score < threshold : *node.score > threshold)) return false;
  branch.stand = node.score;
  return true;
}

// All moves, each by a search that reaches the threshold.
bool CertificateWriter::choose_all(const NodeRow& node, Branch& branch) const {
  const Score threshold = lower_ ? *lower_bound_ : *upper_bound_;
  std::set<std::int64_t> moves;
  std::set<std::int64_t> proven;
  reader_.for_each_child(node, [&](const NodeRow& child) {
    if (!child.counts()) return true;
    moves.insert(child.move.value_or(0));
    if (reaches(child.id) && !child.credited && proven.insert(child.move.value_or(0)).second) {
      branch.children.push_back(child);
    }
    return true;
  });
  const bool complete = node.legal && static_cast<std::int64_t>(moves.size()) == *node.legal;
  if (!complete || proven.size() != moves.size() || moves.empty()) return false;
  if (node.score) {
    if (lower_ ? *node.score < threshold : *node.score > threshold) return false;
    branch.stand = node.score;
  }
  return true;
}

Status CertificateWriter::assume(const NodeRow& node, const std::string& move) {
  const Score threshold = lower_ ? *lower_bound_ : *upper_bound_;
  add_line(
      fmt::format("{} ? {} {}{}", path_.size(), assumption_at(node), score_text(threshold), move));
  return Status::ok();
}

Status CertificateWriter::add_node(NodeRow node, const std::string& move) {
  // The position may be searched elsewhere: by the node of a table entry, or under a hand-over.
  for (;;) {
    if (closed_.contains(node.id)) {
      add_line(fmt::format("{} = {}{}", path_.size(), node.id, move));
      return Status::ok();
    }
    if (node.kind != NodeKind::kTable && node.kind != NodeKind::kInterior) break;
    Branch branch;
    const bool maximizes = node.side == Side::kMax;
    if (node.kind == NodeKind::kInterior && node.unrecorded == 0) {
      if (auto handed = handed_to(node)) {
        node = *handed;
        continue;
      }
      const bool one = maximizes == lower_;
      if (one ? choose_one(node, branch) : choose_all(node, branch)) {
        const std::size_t count = branch.children.size() + (branch.stand ? 1 : 0);
        std::string line =
            fmt::format("{} {}", path_.size(), one ? "one" : fmt::format("all {}", count));
        if (origins_.contains(node.id)) {
          branch.label = node.id;
          line += fmt::format(" @{}", node.id);
        }
        add_line(line + move);
        path_.push_back(std::move(branch));
        return Status::ok();
      }
    }
    const auto origin = origin_of(node);
    if (!origin || origin->id >= node.id) return assume(node, move);
    node = *origin;
  }
  const bool is_scored = node.kind == NodeKind::kHorizon || node.kind == NodeKind::kTerminal;
  if (!is_scored || !node.value) return assume(node, move);
  std::string line =
      fmt::format("{} {} {}", path_.size(), node.kind == NodeKind::kHorizon ? "horizon" : "end",
                  score_text(node.score.value_or(*node.value)));
  if (origins_.contains(node.id)) {
    closed_.insert(node.id);
    line += fmt::format(" @{}", node.id);
  }
  add_line(line + move);
  return Status::ok();
}

}  // namespace plytrace::verify

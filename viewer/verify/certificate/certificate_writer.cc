// SPDX-License-Identifier: MIT
#include "viewer/verify/certificate/certificate_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "viewer/verify/certificate/certificate_text.h"
#include "viewer/verify/game/search_game.h"

namespace plytrace::verify {
namespace {

using format::NodeKind;
using format::Role;
using format::Side;

// Whether `node` is left before `other`. Every step of a proof leads to an earlier node.
bool is_left_before(const NodeRow& node, const NodeRow& other) {
  if (!node.last || !other.last) return false;
  // If nodes end at the same id, the inner ones have larger ids and are left first.
  return *node.last != *other.last ? *node.last < *other.last : node.id > other.id;
}

std::string_view type_of(NodeKind kind) {
  switch (kind) {
    case NodeKind::kHorizon:
      return "horizon";
    case NodeKind::kTerminal:
      return "end";
    case NodeKind::kDraw:
      return "draw";
    default:
      return "";
  }
}

std::string label_text(std::int64_t label) { return label == 0 ? "" : fmt::format(" @{}", label); }

}  // namespace

// The root of the last pass that proves this side of the claim.
std::optional<NodeRow> CertificateWriter::root_of(bool lower) const {
  std::optional<NodeRow> root;
  for (const std::int64_t id : roots_) {
    if (!marks_.reaches(lower, id)) continue;
    if (auto node = reader_.node(id)) root = std::move(node);
  }
  return root;
}

void CertificateWriter::add_line(std::string_view line) {
  *out_ << line << '\n';
  ++lines_;
}

std::string CertificateWriter::claim_text() const {
  const auto& [lower, upper] = marks_.claim();
  if (lower == upper) return "exact " + score_text(lower);
  if (lower == -kInfinity) return "upper " + score_text(upper);
  if (upper == kInfinity) return "lower " + score_text(lower);
  return fmt::format("range {} {}", score_text(lower), score_text(upper));
}

std::string CertificateWriter::depth_text(const NodeRow& root) const {
  if (is_mixed_) return "mixed";
  // Without these declarations a number of plies would not describe the lines below.
  if (search_.uniform && marks_.ends_by_depth() && root.depth && *root.depth >= 0) {
    return std::to_string(*root.depth);
  }
  return search_.uniform && marks_.ends_with_game() ? "end" : "mixed";
}

Status CertificateWriter::write_header() {
  const bool has_lower = marks_.claim().lower > -kInfinity;
  const bool has_upper = marks_.claim().upper < kInfinity;
  if (!has_lower && !has_upper) {
    return {StatusCode::kNoAnswer,
            "no certificate: neither the search nor its passes claim a value"};
  }
  const auto lower = root_of(true);
  const auto upper = root_of(false);
  if ((has_lower && !lower) || (has_upper && !upper)) {
    const bool is_lower = has_lower && !lower;
    return {StatusCode::kNoAnswer,
            fmt::format("no certificate: no finished pass proves {} {}", is_lower ? ">=" : "<=",
                        score_text(is_lower ? marks_.claim().lower : marks_.claim().upper))};
  }
  const NodeRow& root = has_lower ? *lower : *upper;
  const std::string depth = depth_text(root);
  // In a certificate "unknown" means that there is no game to replay.
  const bool is_known = !search_.game.empty() && search_.game != "unknown";
  by_depth_ = depth != "mixed" && depth != "end";
  add_line("plytrace-certificate 1");
  add_line("game " + (is_known ? escaped_word(search_.game) + " " + escaped(search_.game_options)
                               : std::string("unknown")));
  add_line("position " + (search_.position.empty() ? "?" : escaped(search_.position)));
  add_line(root.side == Side::kMin ? "root min" : "root max");
  add_line("depth " + depth);
  add_line(fmt::format("evaluator {} {}",
                       search_.evaluator.empty() ? "?" : escaped_word(search_.evaluator),
                       evaluator_parameters(search_)));
  if (search_.score_min || search_.score_max) {
    add_line(fmt::format("scores {} {}", score_text(search_.score_min.value_or(-kInfinity)),
                         score_text(search_.score_max.value_or(kInfinity))));
  }
  add_line("claim " + claim_text());
  return Status::ok();
}

Status CertificateWriter::write(std::ostream& out, bool is_mixed) {
  is_mixed_ = is_mixed;
  const TraceReader::Snapshot snapshot(reader_);
  out_ = &out;
  lines_ = 0;
  if (Status status = write_header(); !status) return status;
  if (marks_.claim().lower > -kInfinity) {
    if (Status status = write_tree(true); !status) return status;
  }
  if (marks_.claim().upper < kInfinity) {
    if (Status status = write_tree(false); !status) return status;
  }
  // The count includes this line.
  add_line(fmt::format("lines {}", lines_ + 1));
  out.flush();
  if (const Status status = reader_.status(); !status) return status;
  return out ? Status::ok()
             : Status::environment(
                   "the certificate cannot be written; try another folder, or free some "
                   "space");
}

Status CertificateWriter::write_tree(bool lower) {
  lower_ = lower;
  closed_ = {};
  aliases_.clear();
  path_.clear();
  add_line(fmt::format("tree {} {}", lower ? "lower" : "upper", score_text(threshold())));
  // No score lies beyond the end of the range, so no search is needed to prove it.
  const auto& end = lower ? search_.score_min : search_.score_max;
  if (end && reaches(*end)) {
    add_line("0 range");
    return Status::ok();
  }
  // write_header() has checked that it exists.
  add_node(*root_of(lower), "");
  while (!path_.empty() && *out_) add_next();
  return Status::ok();
}

void CertificateWriter::add_next() {
  Branch& branch = path_.back();
  if (branch.stand) {
    add_line(fmt::format("{} stand {}", path_.size(), score_text(*branch.stand)));
    branch.stand.reset();
  }
  if (branch.next < branch.children.size()) {
    const NodeRow child = std::move(branch.children[branch.next++]);
    return add_node(child, " " + escaped(reader_.move_text(child.move)));
  }
  for (const NodeRow& child : branch.assumed) {
    assume(child.credited ? Assumption::kCredited : Assumption::kReduced, 0,
           " " + escaped(reader_.move_text(child.move)));
  }
  // Only a completely written subtree may be referred to.
  if (branch.label != 0) closed_.insert(branch.label);
  path_.pop_back();
}

std::optional<std::int64_t> CertificateWriter::label_of(std::int64_t node) const {
  // The node that answered may itself have been answered.
  for (;;) {
    if (closed_.contains(node)) return node;
    const auto other = aliases_.find(node);
    if (other == aliases_.end()) return std::nullopt;
    node = other->second;
  }
}

// Writes the node, or another node of its position that proves its value: the one it handed over
// to, or the one that stored its table entry. A loop instead of a recursion, because any number of
// these may follow each other.
void CertificateWriter::add_node(NodeRow node, const std::string& move) {
  std::int64_t label = 0;
  for (;;) {
    if (const auto written = label_of(node.id)) {
      if (label != 0) aliases_[label] = *written;
      return add_line(fmt::format("{} = {}{}", path_.size(), *written, move));
    }
    // A node whose entry was used gets a label, because later lines may refer to it.
    if (marks_.is_answer(node.id)) {
      if (label == 0) label = node.id;
      if (label != node.id) aliases_[node.id] = label;
    }
    const std::vector<NodeRow> options = options_of(node);
    if (!options.empty() && options.back().role == Role::kHandOver && reaches(options.back())) {
      node = options.back();
      continue;
    }
    if (add_inner(node, options, label, move) || add_leaf(node, label, move)) return;
    auto origin = answered_by(node);
    if (!origin) return assume(reason(node), label, move);
    // In a certificate of fixed depth an entry of another depth proves something else.
    if (by_depth_ && origin->depth != node.depth) return assume(Assumption::kDeeper, label, move);
    node = std::move(*origin);
  }
}

void CertificateWriter::assume(Assumption kind, std::int64_t label, const std::string& move) {
  add_line(fmt::format("{} ? {} {}{}{}", path_.size(), word(kind), score_text(threshold()),
                       label_text(label), move));
  if (label != 0) closed_.insert(label);
}

// The assumption for a node whose value nothing below proves.
Assumption CertificateWriter::reason(const NodeRow& node) const {
  const bool misses_moves = node.kind == NodeKind::kInterior && !needs_one(node);
  return marks_.reason(node.id).value_or(misses_moves ? Assumption::kMoveList : Assumption::kOther);
}

// Returns false if the moves of the node do not prove its value.
bool CertificateWriter::add_inner(const NodeRow& node, const std::vector<NodeRow>& options,
                                  std::int64_t label, const std::string& move) {
  const bool hands_over = std::any_of(options.begin(), options.end(), [](const NodeRow& option) {
    return option.role == Role::kHandOver;
  });
  // After a hand-over the value is that of the other search, not of these moves.
  if (node.kind != NodeKind::kInterior || node.unrecorded > 0 || hands_over) return false;
  Branch branch;
  branch.label = label;
  const bool one = needs_one(node);
  if (!(one ? choose_one(node, options, branch) : choose_all(node, options, branch))) return false;
  const std::size_t count = branch.children.size() + branch.assumed.size() + (branch.stand ? 1 : 0);
  add_line(fmt::format("{} {}{}{}", path_.size(), one ? "one" : fmt::format("all {}", count),
                       label_text(label), move));
  path_.push_back(std::move(branch));
  return true;
}

// Returns false if it is not a leaf, or a leaf that does not prove its value by itself.
bool CertificateWriter::add_leaf(const NodeRow& node, std::int64_t label, const std::string& move) {
  const std::string_view type = type_of(node.kind);
  if (type.empty() || marks_.is_retyped(node.id) || node.unrecorded > 0 || !node.value)
    return false;
  const bool is_bound = marks_.is_bound(node.id);
  // A bound is only a claim, so an entry that proves the value is written instead.
  if (is_bound && (marks_.answer(lower_, node.id) || !reaches(*node.value))) return false;
  const Score score = is_bound ? *node.value : node.score.value_or(*node.value);
  const std::string_view bound = !is_bound ? "" : lower_ ? "lower " : "upper ";
  add_line(fmt::format("{} {} {}{}{}{}", path_.size(), type, bound, score_text(score),
                       label_text(label), move));
  if (label != 0) closed_.insert(label);
  return true;
}

std::optional<NodeRow> CertificateWriter::answered_by(const NodeRow& node) const {
  const auto answer = marks_.answer(lower_, node.id);
  auto origin = answer ? reader_.node(*answer) : std::nullopt;
  if (!origin || !is_left_before(*origin, node)) return std::nullopt;
  return origin;
}

// The counting children of an interior node.
std::vector<NodeRow> CertificateWriter::options_of(const NodeRow& node) const {
  std::vector<NodeRow> options;
  if (node.kind != NodeKind::kInterior || node.unrecorded > 0) return options;
  reader_.for_each_child(node, [&](const NodeRow& child) {
    if (child.counts() && is_left_before(child, node)) options.push_back(child);
    return true;
  });
  return options;
}

// The searches of each move, in the order of the first search. An earlier search of a move counts
// like the last one if it was as deep. `is_named` becomes false if two moves may share a name.
std::vector<CertificateWriter::Searched> CertificateWriter::moves_of(
    const std::vector<NodeRow>& options, bool& is_named) const {
  std::vector<Searched> moves;
  std::unordered_map<std::string, std::size_t> places;
  is_named = true;
  for (const NodeRow& child : options) {
    const auto [place, is_new] = places.emplace(reader_.move_text(child.move), moves.size());
    // A shifted value, or a smaller depth, proves nothing about this node by itself.
    const bool usable = reaches(child) && !child.credited && !marks_.is_reduced(child.id);
    const bool is_again =
        !is_new && child.move.value_or(0) != 0 && child.move == moves[place->second].last.move;
    if (!is_again) {
      is_named = is_named && is_new;
      moves.push_back({child, usable ? std::optional(child) : std::nullopt});
      continue;
    }
    Searched& move = moves[place->second];
    // A deeper or shallower search replaces the earlier ones, even if it proves nothing. If depths
    // are not reported, all searches that were not reduced count as equally deep.
    const bool tells_depths = move.last.depth && child.depth;
    const bool goes_as_deep =
        tells_depths ? move.last.depth == child.depth : !marks_.is_reduced(move.last.id);
    if (usable || !goes_as_deep) move.shown = usable ? std::optional(child) : std::nullopt;
    move.last = child;
  }
  return moves;
}

// Chooses one move, or the own score, that reaches the threshold; preferably the best child.
bool CertificateWriter::choose_one(const NodeRow& node, const std::vector<NodeRow>& options,
                                   Branch& branch) const {
  bool is_named = true;
  const std::vector<Searched> moves = moves_of(options, is_named);
  const NodeRow* chosen = nullptr;
  const NodeRow* assumed = nullptr;
  for (const Searched& move : moves) {
    const bool is_best = node.best == move.last.id;
    if (move.shown && (chosen == nullptr || is_best)) chosen = &*move.shown;
    if (is_credited(move.last) && (assumed == nullptr || is_best)) assumed = &move.last;
  }
  const bool is_best = chosen != nullptr && chosen->id == node.best;
  // The own score needs one line, a move a subtree. The best child comes first, because the first
  // move of the lower tree is the best move.
  if (node.score && reaches(*node.score) && !is_best) {
    branch.stand = node.score;
  } else if (chosen != nullptr) {
    branch.children.push_back(*chosen);
  } else if (assumed != nullptr) {
    branch.assumed.push_back(*assumed);
  } else {
    return false;
  }
  return true;
}

// Takes all moves, each with a search that reaches the threshold, and the own score.
bool CertificateWriter::choose_all(const NodeRow& node, const std::vector<NodeRow>& options,
                                   Branch& branch) const {
  bool is_named = true;
  for (Searched& move : moves_of(options, is_named)) {
    if (!move.shown && !is_credited(move.last)) return false;
    if (move.shown) {
      branch.children.push_back(std::move(*move.shown));
    } else {
      branch.assumed.push_back(std::move(move.last));
    }
  }
  branch.stand = node.score;
  if (branch.stand && !reaches(*branch.stand)) return false;
  const std::size_t moves = branch.children.size() + branch.assumed.size();
  // A missing move might be worth more, so then this is not an 'all' node.
  const bool is_complete =
      node.legal ? node.legal == static_cast<std::int64_t>(moves) : marks_.is_listed(node.id);
  return is_named && is_complete && (moves > 0 || branch.stand);
}

}  // namespace plytrace::verify

// SPDX-License-Identifier: MIT
#include "tracer/emit/emitter.h"

#include <cmath>
#include <utility>

namespace plytrace {
namespace {

// Slots for the last store of a key: 16 MB, made at the first store. A slot that was taken by
// another key leaves `stored_by` unknown, which is always a true answer.
constexpr std::size_t kStoreSlots = std::size_t{1} << 20;

// Turns a score around; never makes a -0.
Score negated(Score score) { return 0.0 - score; }
void negate(Score& score) { score = negated(score); }
void negate(std::optional<Score>& score) {
  if (score) score = negated(*score);
}
void negate(Window& window) { window = {negated(window.beta), negated(window.alpha)}; }
void negate(Bound& bound) {
  if (bound == Bound::kLower) {
    bound = Bound::kUpper;
  } else if (bound == Bound::kUpper) {
    bound = Bound::kLower;
  }
}
void negate(CutoffKind& kind) {
  if (kind == CutoffKind::kForward) return;
  kind = kind == CutoffKind::kAlpha ? CutoffKind::kBeta : CutoffKind::kAlpha;
}

bool is_nan(const std::optional<Score>& score) { return score && std::isnan(*score); }
bool is_leaf(NodeKind kind) { return kind == NodeKind::kHorizon || kind == NodeKind::kTerminal; }

}  // namespace

const char* message(Misuse misuse) {
  switch (misuse) {
    case Misuse::kNone:
      return "no error";
    case Misuse::kNotANumber:
      return "a score or window is NaN; pass a number, or leave it out";
    case Misuse::kNoSuchNode:
      return "the node is not open; pass what enter gave, and leave each node once";
    case Misuse::kSearchIsOpen:
      return "a search is under way on this stream; end it first";
    case Misuse::kNoSearch:
      return "there is nothing to end; begin it first";
    case Misuse::kBadCode:
      return "a side, role, kind, cause or bound is out of its range";
    case Misuse::kNoChild:
      return "the node has no child that could be credited";
    case Misuse::kEmptyWindow:
      return "alpha of the pass is above beta";
    case Misuse::kNoSize:
      return "a structure without its size; set it with its _INIT macro";
  }
  return "?";
}

Emitter::Emitter(Recording& recording, const RecorderOptions& options, SearchDeclaration implied)
    : recorder_(recording.add_stream(options)), implied_(std::move(implied)) {}

OpenNodeId Emitter::innermost() const { return frames_.empty() ? OpenNodeId{} : frames_.back().id; }

// --- Searches and passes
// --------------------------------------------------------------------------

Misuse Emitter::begin_search(const SearchDeclaration& declaration) {
  if (in_search_) return Misuse::kSearchIsOpen;
  in_search_ = true;
  side_view_ = declaration.counts_from_side_to_move;
  search_nodes_ = leaves_ = 0;
  root_side_ = Side::kMax;
  root_value_.reset();
  recorder_->begin_search(declaration);
  return Misuse::kNone;
}

Misuse Emitter::begin_pass(const PassBegin& pass) {
  if (std::isnan(pass.window.alpha) != std::isnan(pass.window.beta)) return Misuse::kNotANumber;
  if (pass.window.alpha > pass.window.beta) return Misuse::kEmptyWindow;
  if (!in_search_) begin_search(implied_);
  // Nobody ended the last pass: an exception did, unless its root was left.
  const bool left = pass_begun_ && frames_.empty();
  if (in_pass_) close_pass({.status = left ? SearchStatus::kFinished : SearchStatus::kInterrupted});
  in_pass_ = true;
  pass_is_implied_ = pass_begun_ = false;
  pass_ = pass;
  return Misuse::kNone;
}

// The recorder hears of a pass when its root is entered: before, the view of its window is open.
void Emitter::close_pass(PassEnd end) {
  while (!frames_.empty()) abandon_innermost();
  if (pass_begun_) {
    if (flips(root_side_)) negate(end.value);
    if (!end.value) end.value = root_value_;
    if (end.nodes == 0) end.nodes = pass_nodes_;
    recorder_->end_pass(end);
  }
  in_pass_ = pass_begun_ = false;
}

Misuse Emitter::end_pass(PassEnd end) {
  if (!in_pass_) return Misuse::kNoSearch;
  if (is_nan(end.value)) return Misuse::kNotANumber;
  close_pass(std::move(end));
  return Misuse::kNone;
}

Misuse Emitter::end_search(SearchEnd end) {
  if (!in_search_) return Misuse::kNoSearch;
  if (is_nan(end.value) || is_nan(end.lower) || is_nan(end.upper)) return Misuse::kNotANumber;
  if (in_pass_) close_pass({.status = end.status});
  if (flips(root_side_)) {
    negate(end.value);
    std::swap(end.lower, end.upper);
    negate(end.lower);
    negate(end.upper);
  }
  if (!end.value && end.status == SearchStatus::kFinished) end.value = root_value_;
  if (end.nodes == 0) end.nodes = search_nodes_;
  if (end.leaf_evaluations == 0) end.leaf_evaluations = leaves_;
  recorder_->end_search(end);
  in_search_ = false;
  return Misuse::kNone;
}

// --- Nodes
// ----------------------------------------------------------------------------------------

Misuse Emitter::reach(OpenNodeId node) {
  std::size_t size = frames_.size();
  while (size > 0 && frames_[size - 1].id != node) --size;
  if (size == 0) return Misuse::kNoSuchNode;
  while (frames_.size() > size) abandon_innermost();
  return Misuse::kNone;
}

void Emitter::abandon_innermost() {
  const bool has_children = frames_.back().has_children;
  frames_.pop_back();
  recorder_->leave({.kind = has_children ? NodeKind::kInterior : NodeKind::kUnknown});
}

Misuse Emitter::enter(EnterEvent event, OpenNodeId& node) {
  if (std::isnan(event.window.alpha) != std::isnan(event.window.beta)) return Misuse::kNotANumber;
  if (!in_search_) begin_search(implied_);
  if (!frames_.empty()) {
    frames_.back().has_children = true;
  } else if (!in_pass_ || pass_begun_) {
    // A second root, or a root that nobody announced.
    const bool implied = !in_pass_ || pass_is_implied_;
    PassBegin pass{pass_.purpose, event.depth, event.window};
    if (!in_pass_) pass.purpose = PassPurpose::kFixed;
    begin_pass(pass);
    pass_is_implied_ = implied;
  }
  if (flips(event.side)) negate(event.window);
  if (frames_.empty()) {
    if (flips(event.side)) negate(pass_.window);
    recorder_->begin_pass(pass_);
    pass_begun_ = true;
    pass_nodes_ = 0;
    root_side_ = event.side;
    root_value_.reset();
  }
  recorder_->enter(event);
  ++search_nodes_;
  ++pass_nodes_;
  const NodeId row = recorder_->current_node();
  node =
      row == kNoNode ? OpenNodeId{--unrecorded_ids_} : OpenNodeId{static_cast<std::int64_t>(row)};
  frames_.push_back({node, event.side});
  return Misuse::kNone;
}

Misuse Emitter::leave(OpenNodeId node, LeaveEvent event) {
  if (const Misuse misuse = reach(node); misuse != Misuse::kNone) return misuse;
  Misuse misuse = Misuse::kNone;
  // The engine has left the node, whatever it said of it.
  if (is_nan(event.value) || is_nan(event.score)) {
    misuse = Misuse::kNotANumber;
    event = {.kind = event.kind};
  }
  const Frame frame = frames_.back();
  if (event.kind == NodeKind::kUnknown && frame.has_children) event.kind = NodeKind::kInterior;
  if (flips(frame.side)) {
    negate(event.value);
    negate(event.score);
    if (event.bound) negate(*event.bound);
  }
  if (static_cast<std::int64_t>(event.best) < 0) event.best = kNoNode;
  leaves_ += is_leaf(event.kind) ? 1U : 0U;
  frames_.pop_back();
  if (frames_.empty()) root_value_ = event.value;
  recorder_->leave(event);
  if (frames_.empty() && pass_is_implied_) close_pass({});
  return misuse;
}

Misuse Emitter::credit(OpenNodeId node, Score score) {
  if (std::isnan(score)) return Misuse::kNotANumber;
  if (const Misuse misuse = reach(node); misuse != Misuse::kNone) return misuse;
  if (!frames_.back().has_children) return Misuse::kNoChild;
  recorder_->credit(flips(frames_.back().side) ? negated(score) : score);
  return Misuse::kNone;
}

// --- Events of a node
// -----------------------------------------------------------------------------

Misuse Emitter::bound(OpenNodeId node, BoundEvent event) {
  if (std::isnan(event.window.alpha) || std::isnan(event.window.beta)) return Misuse::kNotANumber;
  if (const Misuse misuse = reach(node); misuse != Misuse::kNone) return misuse;
  if (flips(frames_.back().side)) negate(event.window);
  recorder_->bound(event);
  return Misuse::kNone;
}

Misuse Emitter::cutoff(OpenNodeId node, CutoffEvent event) {
  // Only a forward cut may have no value, and no window need be known.
  const bool no_value = std::isnan(event.value) && event.kind != CutoffKind::kForward;
  if (no_value || std::isnan(event.window.alpha) != std::isnan(event.window.beta)) {
    return Misuse::kNotANumber;
  }
  if (const Misuse misuse = reach(node); misuse != Misuse::kNone) return misuse;
  if (flips(frames_.back().side)) {
    negate(event.kind);
    negate(event.value);
    negate(event.window);
  }
  recorder_->cutoff(event);
  return Misuse::kNone;
}

Emitter::Stored& Emitter::slot(std::uint64_t key) {
  if (stores_.empty()) stores_.resize(kStoreSlots);
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15;  // engines' keys may be small numbers
  return stores_[(key * kMix) >> 44];
}

Misuse Emitter::store(OpenNodeId node, StoreEvent event) {
  if (std::isnan(event.value) || is_nan(event.raw)) return Misuse::kNotANumber;
  if (const Misuse misuse = reach(node); misuse != Misuse::kNone) return misuse;
  slot(event.key) = {event.key, recorder_->current_node()};
  if (flips(frames_.back().side)) {
    negate(event.value);
    negate(event.raw);
    negate(event.bound);
  }
  recorder_->store(event);
  return Misuse::kNone;
}

Misuse Emitter::probe(OpenNodeId node, ProbeEvent event) {
  if (std::isnan(event.value) || is_nan(event.raw)) return Misuse::kNotANumber;
  if (const Misuse misuse = reach(node); misuse != Misuse::kNone) return misuse;
  if (event.stored_by == kNoNode) {
    const Stored& stored = slot(event.key);
    if (stored.key == event.key) event.stored_by = stored.node;
  }
  if (flips(frames_.back().side)) {
    negate(event.value);
    negate(event.raw);
    negate(event.bound);
  }
  recorder_->probe(event);
  return Misuse::kNone;
}

Misuse Emitter::note(OpenNodeId node, const NoteEvent& event) {
  if (const Misuse misuse = reach(node); misuse != Misuse::kNone) return misuse;
  recorder_->note(event);
  return Misuse::kNone;
}

}  // namespace plytrace

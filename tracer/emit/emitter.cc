// SPDX-License-Identifier: MIT
#include "tracer/emit/emitter.h"

#include <utility>

#include "schemas/table_keys.h"
#include "tracer/emit/json_object.h"

namespace plytrace {
namespace {

// The number of a root's children whose moves are remembered.
constexpr std::size_t kRootMoves = 10'000;

}  // namespace

const char* message(Misuse misuse) {
  switch (misuse) {
    case Misuse::kNone:
      return "no error";
    case Misuse::kNotANumber:
      return "a score or window is NaN, or a whole number that no double holds; pass a number, or "
             "leave "
             "it out";
    case Misuse::kNoSuchNode:
      return "the node is not open; pass what enter gave, and leave each node once";
    case Misuse::kNoSearch:
      return "there is nothing to end; begin it first";
    case Misuse::kBadCode:
      return "a side, role, kind, cause or bound is out of its range";
    case Misuse::kNoChild:
      return "the node has no child whose backed-up value this could be";
    case Misuse::kEmptyWindow:
      return "alpha of the pass is above beta";
    case Misuse::kNoSide:
      return "scores count from the side to move, so the side must be given: MAX or MIN";
    case Misuse::kNoSize:
      return "a structure without its size; set it with its _INIT macro";
    case Misuse::kTooLate:
      return "moves are excluded once, before the first child of the node";
    case Misuse::kUnknownKind:
      return "captured names an unknown kind of event; it is left out";
    case Misuse::kNoObject:
      return "game_options and options must each be a JSON object; this one is left out";
    case Misuse::kNoMoveInList:
      return "a list of moves contains PLYTRACE_NO_MOVE; leave it out";
    case Misuse::kEmptyRange:
      return "score_min is above score_max";
    case Misuse::kWithin:
      return "the event came during another event of its stream; move_text must not report events";
    case Misuse::kTooLong:
      return "a text is too long: a move has 4,096 bytes at most, any other text 64 MiB";
  }
  return "?";
}

Emitter::Emitter(Recording& recording, const RecorderOptions& options, SearchDeclaration implied)
    : recorder_(recording.add_stream(options)), implied_(std::move(implied)) {}

Emitter::~Emitter() {
  try {
    end_open_search();
  } catch (...) {  // no memory; the recorder ends the search
  }
}

void Emitter::end_open_search() {
  if (!in_search_) return;
  const bool is_short = pass_.depth != kNoNumber && pass_.depth < depth_wanted_;
  const bool over = frames_.empty() && root_value_ && (!in_pass_ || pass_begun_) && !is_short;
  SearchEnd end;
  end.status = over ? SearchStatus::kFinished : SearchStatus::kInterrupted;
  end_search(std::move(end));
}

void Emitter::refuse(Misuse misuse, bool may_be_store) {
  // An end without a begin loses no event.
  if (misuse != Misuse::kNoSearch) recorder_->refuse();
  if (may_be_store) stores_.clear();
}

OpenNodeId Emitter::innermost() const { return frames_.empty() ? OpenNodeId{} : frames_.back().id; }

// --- Searches and passes
// --------------------------------------------------------------------------

Misuse Emitter::begin_search(SearchDeclaration declaration) {
  for (const std::string* const text :
       {&declaration.game, &declaration.game_options, &declaration.position, &declaration.algorithm,
        &declaration.options, &declaration.evaluator}) {
    if (text->size() > format::kLongestText) return refused(Misuse::kTooLong);
  }
  end_open_search();
  in_search_ = true;
  side_view_ = declaration.counts_from_side_to_move;
  depth_wanted_ = declaration.depth.value_or(kNoNumber);
  pass_ = {};
  search_nodes_ = 0;
  left_ = {};
  root_side_ = Side::kMax;
  root_value_.reset();
  search_value_.reset();
  move_to_root_ = kNoMove;
  has_moves_for_roots_ = false;
  Misuse misuse = Misuse::kNone;
  for (std::string* const options : {&declaration.game_options, &declaration.options}) {
    if (options->empty() || is_json_object(*options)) continue;
    misuse = Misuse::kNoObject;
    options->clear();
  }
  recorder_->begin_search(declaration);
  return refused(misuse);
}

void Emitter::set_engine(std::string engine, std::string version) {
  recorder_->set_engine(std::move(engine), std::move(version));
}

Misuse Emitter::begin_pass(const PassBegin& pass) {
  if (std::isnan(pass.window.alpha) != std::isnan(pass.window.beta)) {
    return refused(Misuse::kNotANumber);
  }
  if (pass.window.alpha > pass.window.beta) return refused(Misuse::kEmptyWindow);
  if (!in_search_) begin_search(implied_);
  // The last pass was not ended. Unless its root was left, an exception interrupted it.
  const bool left = pass_begun_ && frames_.empty();
  if (in_pass_) close_pass({.status = left ? SearchStatus::kFinished : SearchStatus::kInterrupted});
  in_pass_ = true;
  pass_is_implied_ = pass_begun_ = false;
  pass_ = pass;
  return Misuse::kNone;
}

void Emitter::forget_root() {
  root_value_.reset();
  root_best_ = kNoMove;
  root_moves_.clear();
}

// `row` is the row of a child of the root.
void Emitter::remember_root_move(NodeId row, MoveCode move) {
  if (root_moves_.size() < kRootMoves) root_moves_.push_back({row, move});
}

void Emitter::leave_root(std::optional<Score> value, NodeId best) {
  root_value_ = value;
  // A further line says nothing about the position with all its moves.
  if (pass_.purpose != PassPurpose::kMultipv) search_value_ = value;
  for (const RootMove& child : root_moves_) {
    if (best != kNoNode && child.row == best) root_best_ = child.move;
  }
  if (pass_is_implied_) close_pass({});
}

// Reports a pass to the recorder when its root is entered; before that, the view of its window is
// unknown.
void Emitter::close_pass(PassEnd end) {
  while (!frames_.empty()) abandon_innermost();
  if (!pass_begun_) {
    // The side is that of an earlier root.
    if (flips(root_side_)) turn(pass_.window);
    forget_root();
    nodes_before_pass_ = search_nodes_;
    recorder_->begin_pass(pass_);
  }
  if (flips(root_side_)) turn(end.value);
  if (!end.value) end.value = root_value_;
  if (end.status == SearchStatus::kFinished && end.best_move == kNoMove) {
    end.best_move = root_best_;
  }
  if (end.nodes == 0) end.nodes = search_nodes_ - nodes_before_pass_;
  recorder_->end_pass(end);
  in_pass_ = pass_begun_ = false;
}

Misuse Emitter::end_pass(PassEnd end) {
  if (!in_pass_) return Misuse::kNoSearch;
  if (is_nan(end.value)) return refused(Misuse::kNotANumber);
  close_pass(std::move(end));
  return Misuse::kNone;
}

Misuse Emitter::end_search(SearchEnd end) {
  if (!in_search_) return Misuse::kNoSearch;
  if (is_nan(end.value) || is_nan(end.lower) || is_nan(end.upper)) {
    return refused(Misuse::kNotANumber);
  }
  if (in_pass_) close_pass({.status = end.status});
  // Seen from the side that chose among the roots, where these are moves.
  const bool turns =
      has_moves_for_roots_ ? side_view_ && root_side_ == Side::kMax : flips(root_side_);
  if (turns) {
    turn(end.value);
    std::swap(end.lower, end.upper);
    turn(end.lower);
    turn(end.upper);
  }
  const bool has_root_value = end.status == SearchStatus::kFinished && !has_moves_for_roots_;
  if (!end.value && has_root_value) end.value = search_value_;
  if (end.nodes == 0) end.nodes = search_nodes_;
  if (end.leaf_evaluations == 0) {
    end.leaf_evaluations = left_as(NodeKind::kHorizon) + left_as(NodeKind::kTerminal);
  }
  recorder_->end_search(end);
  in_search_ = false;
  return Misuse::kNone;
}

// --- Nodes
// ----------------------------------------------------------------------------------------

Misuse Emitter::enter(EnterEvent event, OpenNodeId& node) {
  const bool is_root = frames_.empty();
  if (is_root && !in_search_) begin_search(implied_);
  const bool has_side = event.side == Side::kMax || event.side == Side::kMin;
  if (!has_side && side_view_) event.side = side_below(event.move, event.role);
  const View view = view_of(event.side);
  const Misuse misuse = misuse_of(has_both_ends(event.window), view);
  if (misuse != Misuse::kNone) event.window = {kNoScore, kNoScore};
  if (is_root) {
    event = begin_root(event);
  } else if (view == View::kOfMin) {
    turn(event.window);
  }
  if (frames_.is_full()) frames_.grow();
  recorder_->enter(event);
  frames_.back().flags.has_children = true;
  const NodeId row = recorder_->current_node();
  node = OpenNodeId{row == kNoNode ? --unrecorded_ids_ : static_cast<std::int64_t>(row)};
  if (frames_.size() == 1) remember_root_move(row, event.move);
  ++search_nodes_;
  frames_.add(frames_.back(), node, event.side, is_root ? View::kUnknown : view,
              event.key.value_or(0));
  return refused(misuse);
}

Misuse Emitter::leave(OpenNodeId node, LeaveEvent event) {
  Misuse misuse = node == kInnermost ? Misuse::kNoSuchNode : reach(node);
  if (misuse != Misuse::kNone) return refused(misuse);
  const Frame& frame = frames_.back();
  const bool has_score = event.value || event.score || event.bound;
  const bool is_number = !is_nan(event.value) && !is_nan(event.score);
  if (has_score) misuse = misuse_of(is_number, view_of(frame.side));
  if (misuse != Misuse::kNone) event = {.kind = event.kind};
  if (flips(frame)) {
    turn(event.value);
    turn(event.score);
    turn(event.bound);
  }
  if (static_cast<std::int64_t>(event.best) < 0) event.best = kNoNode;
  LeaveNumbers left = LeaveNumbers::of(event);
  complete(frame, left, !std::isnan(left.value));
  ++left_as(left.kind);
  frames_.pop_back();
  frames_.back().last_value = left.value;
  recorder_->leave(left.event());
  if (frames_.empty()) leave_root(left.event().value, left.best);
  return refused(misuse);
}

Misuse Emitter::reach_outer(OpenNodeId node) {
  if (node == kInnermost && !frames_.empty()) return Misuse::kNone;
  std::size_t size = frames_.size();
  while (size > 0 && frames_[size - 1].id != node) --size;
  if (size == 0) return Misuse::kNoSuchNode;
  while (frames_.size() > size) abandon_innermost();
  return Misuse::kNone;
}

void Emitter::abandon_innermost() {
  const bool has_children = frames_.back().flags.has_children;
  frames_.pop_back();
  frames_.back().last_value = kNoScore;
  recorder_->leave({.kind = has_children ? NodeKind::kInterior : NodeKind::kUnknown});
}

// The window of `event` counts as the engine counts; that of the result is in MAX's view.
EnterEvent Emitter::begin_root(EnterEvent event) {
  if (!in_pass_ || pass_begun_) {
    // A second root, or a root without begin_pass().
    const bool implied = !in_pass_ || pass_is_implied_;
    PassBegin pass{pass_.purpose, event.depth, event.window};
    if (!in_pass_) pass.purpose = PassPurpose::kFixed;
    if (pass.window.alpha > pass.window.beta) pass.window = {kNoScore, kNoScore};
    begin_pass(pass);
    pass_is_implied_ = implied;
  }
  if (flips(event.side)) {
    turn(event.window);
    turn(pass_.window);
  }
  // A pass and its root have one window and one depth.
  if (std::isnan(pass_.window.alpha)) pass_.window = event.window;
  if (std::isnan(event.window.alpha)) event.window = pass_.window;
  if (pass_.depth == kNoNumber) pass_.depth = event.depth;
  if (event.depth == kNoNumber) event.depth = pass_.depth;
  recorder_->begin_pass(pass_);
  pass_begun_ = true;
  nodes_before_pass_ = search_nodes_;
  root_side_ = event.side;
  if (event.move != kNoMove && move_to_root_ != kNoMove && event.move != move_to_root_) {
    has_moves_for_roots_ = true;
  }
  if (event.move != kNoMove) move_to_root_ = event.move;
  forget_root();
  return event;
}

Misuse Emitter::credit(OpenNodeId node, Score score) {
  const Misuse misuse = reach_for_scores(node, !std::isnan(score));
  if (misuse != Misuse::kNone) return misuse;
  if (!frames_.back().flags.has_children) return refused(Misuse::kNoChild);
  if (flips(frames_.back())) score = turned(score);
  frames_.back().last_value = score;
  recorder_->credit(score);
  return Misuse::kNone;
}

Misuse Emitter::is(OpenNodeId node, NodeKind kind, std::optional<Bound> bound) {
  const Misuse misuse = bound ? reach_for_scores(node, true) : refused(reach(node));
  if (misuse != Misuse::kNone) return misuse;
  Frame& frame = frames_.back();
  if (frame.kind == NodeKind::kIllegal) return Misuse::kNone;
  if (bound && flips(frame)) turn(*bound);
  frame.kind = kind;
  frame.bound = buffered::byte_of(bound);
  frame.flags.is_score_of_leaf = false;
  return Misuse::kNone;
}

Misuse Emitter::score(OpenNodeId node, Score score) {
  const Misuse misuse = reach_for_scores(node, !std::isnan(score));
  if (misuse != Misuse::kNone) return misuse;
  Frame& frame = frames_.back();
  set_static(frame, flips(frame) ? turned(score) : score);
  frame.flags.is_score_of_leaf = frame.kind == NodeKind::kTerminal ||
                                 frame.kind == NodeKind::kDraw || frame.kind == NodeKind::kKnown;
  return Misuse::kNone;
}

Misuse Emitter::exclude(OpenNodeId node, std::span<const MoveCode> moves) {
  if (const Misuse misuse = reach(node); misuse != Misuse::kNone) return refused(misuse);
  if (has_no_move(moves)) return refused(Misuse::kNoMoveInList);
  Frame& frame = frames_.back();
  if (frame.flags.has_children || frame.flags.has_excluded) return refused(Misuse::kTooLate);
  if (moves.empty()) return Misuse::kNone;
  frame.flags.has_excluded = true;
  recorder_->exclude(moves);
  return Misuse::kNone;
}

// --- Events of a node
// -----------------------------------------------------------------------------

Misuse Emitter::bound(OpenNodeId node, BoundEvent event) {
  const bool good = !std::isnan(event.window.alpha) && !std::isnan(event.window.beta);
  const Misuse misuse = reach_for_scores(node, good);
  if (misuse != Misuse::kNone) return misuse;
  Frame& frame = frames_.back();
  if (flips(frame)) turn(event.window);
  keep(frame, event, recorder_->last_child());
  recorder_->bound(event);
  return Misuse::kNone;
}

Misuse Emitter::cutoff(OpenNodeId node, CutoffEvent event) {
  if (event.reason.size() > format::kLongestText) return refused(Misuse::kTooLong);
  if (has_no_move(event.skipped)) return refused(Misuse::kNoMoveInList);
  // Only a forward cutoff may lack a value; every cutoff may lack the window.
  const bool has_value = !std::isnan(event.value) || event.kind == CutoffKind::kForward;
  const bool one_end = std::isnan(event.window.alpha) != std::isnan(event.window.beta);
  const Misuse misuse = reach_for_scores(node, has_value && !one_end);
  if (misuse != Misuse::kNone) return misuse;
  Frame& frame = frames_.back();
  if (flips(frame)) {
    turn(event.kind);
    turn(event.value);
    turn(event.window);
  }
  keep(frame, event, recorder_->last_child());
  recorder_->cutoff(event);
  return Misuse::kNone;
}

Misuse Emitter::store(OpenNodeId node, StoreEvent event) {
  const Misuse misuse = reach_for_scores(node, !std::isnan(event.value) && !is_nan(event.raw));
  if (misuse != Misuse::kNone) {
    stores_.clear();  // an unknown store may have replaced any entry
    return misuse;
  }
  const Frame& frame = frames_.back();
  if (flips(frame)) turn_entry(event);
  if (event.key == 0) event.key = frame.key;
  if (event.key != 0) {
    const EntryNumbers entry = EntryNumbers::of(event);
    stores_.remember(whole_key(event.key), entry_of(frame, entry, event.depth),
                     recorder_->current_node());
  }
  recorder_->report(event);
  return Misuse::kNone;
}

Misuse Emitter::probe(OpenNodeId node, ProbeEvent event) {
  const Misuse misuse = reach_for_scores(node, !std::isnan(event.value) && !is_nan(event.raw));
  if (misuse != Misuse::kNone) return misuse;
  Frame& frame = frames_.back();
  if (flips(frame)) turn_entry(event);
  if (event.key == 0) event.key = frame.key;
  if (event.stored_by == kNoNode) {
    const EntryNumbers entry = EntryNumbers::of(event);
    event.stored_by = stores_.origin(whole_key(event.key), entry.entry_key,
                                     entry_of(frame, entry, event.stored_depth));
  }
  if (event.used == TableUse::kAnswered) frame.flags.is_answered = true;
  recorder_->report(event);
  return Misuse::kNone;
}

Misuse Emitter::note(OpenNodeId node, const NoteEvent& event) {
  if (const Misuse misuse = reach(node); misuse != Misuse::kNone) return refused(misuse);
  if (event.name.size() + event.value.size() > format::kLongestText) {
    return refused(Misuse::kTooLong);
  }
  recorder_->report(event);
  return Misuse::kNone;
}

}  // namespace plytrace

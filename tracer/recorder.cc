// SPDX-License-Identifier: MIT
#include "tracer/recorder.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

#include "core/parameters.h"

namespace plytrace {
namespace {

// Codes below this are looked up in a table, others in a map.
constexpr MoveCode kSmallCodes = 1U << 16;

double unix_time() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool adds_ply(const EnterEvent& event) {
  // A null move counts a ply, a hand-over is of the same position (schemas/trace.sql).
  if (event.role == Role::kNullMove) return true;
  return event.role != Role::kHandOver && event.move != kNoMove;
}

// To be copied: that is faster than to set the parts one by one, most of which are 0.
constexpr NodeRecord kEmptyNode{};
constexpr EventRecord kEmptyEvent{};

// Does the node stand for a further move of its parent?
bool searches_move(Role role) { return role == Role::kMove || role == Role::kReduced; }

Score score_or_none(std::optional<Score> score) { return score ? *score : kNoScore; }

void set_result(NodeResult& result, const LeaveEvent& event, std::int64_t last) {
  result.last = last;
  result.best = static_cast<std::int64_t>(event.best);
  result.value = score_or_none(event.value);
  result.score = score_or_none(event.score);
  result.legal = event.legal.value_or(kNoNumber);
  result.kind = static_cast<std::uint8_t>(event.kind);
  if (event.bound) result.bound = static_cast<std::uint8_t>(*event.bound);
}

// What a search says it emits, less what this recorder does not keep.
std::vector<std::string> kept(std::vector<std::string> captured, unsigned capture,
                              const RecordFilter& filter) {
  // A node that waits for one below it gets its row late, without the events until then.
  if (filter.keeps_waiting()) {
    for (const char* kind : {"bounds", "cutoffs", "skipped", "probes", "stores"}) {
      std::erase(captured, kind);
    }
  }
  const auto drop = [&](unsigned bit, std::string_view kind) {
    if ((capture & bit) == 0) std::erase(captured, kind);
  };
  drop(kCaptureSkipped, "skipped");
  drop(kCaptureKeys, "keys");
  drop(kCaptureProbes, "probes");
  drop(kCaptureStores, "stores");
  return captured;
}

// {"a":1} with "record":{...} added.
std::string with_filter(const std::string& options, const RecordFilter& filter) {
  std::string text = options.empty() ? "{}" : options;
  // What is no JSON object stays as the engine wrote it.
  if (!filter.active() || text.back() != '}') return text;
  text.pop_back();
  return text + (text == "{" ? "" : ",") + "\"record\":" + filter.json() + "}";
}

}  // namespace

Recorder::Recorder(Recording& recording, std::int64_t stream, const RecorderOptions& options)
    : recording_(recording),
      stream_(stream),
      options_(options),
      partial_(options.filter.active()),
      batch_(recording.queue_.acquire()) {
  const LastIds last = recording.last_ids_of(stream);
  // A search tells its keys only to who captures them, and the filter goes by them.
  if (options.filter.at_key) options_.capture |= kCaptureKeys;
  next_node_ = last.node + 1;
  next_event_ = last.event + 1;
  start_batch();
}

Recorder::~Recorder() {
  try {
    if (in_pass_) end_pass({.status = SearchStatus::kFailed, .value = std::nullopt});
    if (in_search_) {
      SearchEnd end;
      end.status = SearchStatus::kFailed;
      end_search(end);
    }
    complete_batch();
    // The recording goes on without these rows, and says so.
  } catch (const std::bad_alloc&) {
    lose();
  }
  // The next recorder of this stream goes on behind these numbers.
  recording_.leave_stream(stream_, next_node_ - 1, next_event_ - 1);
  // Also where it is empty: a batch belongs to the queue, and others may wait for one.
  recording_.queue_.submit(batch_);
}

void Recorder::flush(bool is_amid_event) noexcept {
  // What other streams handed in before is waited for as well.
  std::uint64_t handed_in = recording_.queue_.submitted();
  // Without complete_batch(), which takes memory: what is only counted comes with the next batch.
  if (!is_amid_event && !batch_->empty()) {
    handed_in = recording_.queue_.submit(batch_);
    batch_ = recording_.queue_.acquire();
    start_batch();
  }
  recording_.wait_until_committed(handed_in);
}

void Recorder::lose() noexcept { recording_.lose(1); }

void Recorder::start_batch() {
  batch_->pass = in_pass_ ? pass_.id : 0;
  batch_->first_node = next_node_;
  batch_->first_event = next_event_;
  epoch_ = recording_.queue_.flush_epoch();
}

// Adds what is only counted in between.
void Recorder::complete_batch() {
  for (std::size_t ply = 0; ply < unrecorded_.size(); ++ply) {
    if (unrecorded_[ply] == 0) continue;
    batch_->unrecorded.push_back({static_cast<std::int32_t>(ply), unrecorded_[ply]});
    unrecorded_[ply] = 0;
  }
  if (refused_ > 0) batch_->rare.emplace_back(RefusedRow{search_, std::exchange(refused_, 0)});
}

void Recorder::hand_over() {
  complete_batch();
  if (!batch_->empty()) {
    recording_.queue_.submit(batch_);
    batch_ = recording_.queue_.acquire();
  }
  start_batch();
}

void Recorder::begin_search(const SearchDeclaration& declaration) {
  assert(!in_search_ && "one search at a time per stream");
  in_search_ = true;
  search_start_ = Clock::now();
  declaration_ = declaration;
  is_left_out_ = options_.filter.only_search && *options_.filter.only_search != ++searches_;
  below_.clear();
  for (const std::string& move : options_.filter.below) {
    below_.push_back(recording_.moves_.id_of(move));
  }
  // A code is one of the search's game: the next search may number its moves in another way.
  small_codes_.clear();
  large_codes_.clear();
  SearchBeginRow row{.id = recording_.next_search(),
                     .declaration = declaration,
                     .engine = options_.engine,
                     .engine_version = options_.engine_version,
                     .started_at = unix_time()};
  // The search's own function is not called from the writer thread, nor after the search.
  row.declaration.move_text = nullptr;
  row.declaration.captured = kept(declaration.captured, options_.capture, options_.filter);
  row.declaration.options = with_filter(declaration.options, options_.filter);
  search_ = row.id;
  pass_.ordinal = 0;
  batch_->rare.emplace_back(std::move(row));
  // At once, so that the file tells of the search soon after it began (Recording::run_writer).
  hand_over();
}

void Recorder::set_engine(std::string engine, std::string version) {
  options_.engine = std::move(engine);
  options_.engine_version = std::move(version);
}

void Recorder::begin_pass(const PassBegin& pass) {
  assert(in_search_ && !in_pass_ && stack_.empty());
  in_pass_ = true;
  pass_row_due_ = true;
  pass_start_ = Clock::now();
  pass_ = {.id = recording_.next_pass(),
           .search = search_,
           .ordinal = pass_.ordinal + 1,
           .stream = stream_,
           .pass = pass,
           .root = 0};
  // All rows of a batch are of one pass: end_pass() and begin_search() have handed over what was
  // before.
  batch_->pass = pass_.id;
}

// The row is due when its root is there: at the first node, or at the end of an empty pass (0).
void Recorder::begin_pass_row(std::int64_t root) {
  pass_.root = root;
  batch_->rare.emplace_back(pass_);
  pass_row_due_ = false;
  --epoch_;  // handed over at the next event
}

// Per node: a frame is made where it stays, not copied there. It has an id once its row is there:
// where there is no memory for the row, it is left like a node that gets none.
void Recorder::enter(const EnterEvent& event) {
  assert(in_pass_);
  if (flush_wanted()) [[unlikely]]
    hand_over();
  if (partial_) return enter_in_part(event);
  if (batch_->nodes.size() == Batch::kNodes) [[unlikely]]
    hand_over();
  Frame& frame = stack_.emplace_back();
  frame.anchor = stack_.size() - 1;
  std::int64_t parent = 0;
  if (frame.anchor > 0) {
    Frame& above = stack_[frame.anchor - 1];
    above.searched += searches_move(event.role) ? 1 : 0;
    frame.ply = above.ply + (adds_ply(event) ? 1 : 0);
    parent = above.id;
  }
  add_node(event, frame.ply, parent);
  frame.id = next_node_++;
  if (pass_row_due_) [[unlikely]]
    begin_pass_row(frame.id);
}

void Recorder::enter_in_part(const EnterEvent& event) {
  Frame frame;
  if (!stack_.empty()) {
    Frame& parent = stack_.back();
    parent.searched += searches_move(event.role) ? 1 : 0;
    frame.ply = parent.ply + (adds_ply(event) ? 1 : 0);
    frame.anchor = parent.anchor;
    frame.matched = parent.matched;
    frame.is_inside = parent.is_inside;
  }
  const Keep keep = how_to_keep(event, frame);
  if (keep == Keep::kNone) return skip(frame);
  if (keep == Keep::kLater) return wait(event, frame);
  // They lie above this node, and their numbers come first.
  add_waiting_nodes();
  if (batch_->nodes.size() == Batch::kNodes) hand_over();
  frame.anchor = stack_.size();
  const std::int64_t parent = stack_.empty() ? 0 : stack_.back().id;
  Frame& entered = stack_.emplace_back(frame);
  add_node(event, frame.ply, parent);
  entered.id = next_node_++;
  if (pass_row_due_) begin_pass_row(entered.id);
}

// Per leaf: its frame is not needed, as nothing happens below it.
void Recorder::leaf(const EnterEvent& entered, const LeaveEvent& left) {
  // The root begins its pass.
  if (partial_ || stack_.empty()) {
    enter(entered);
    return leave(left);
  }
  if (batch_->nodes.size() == Batch::kNodes || flush_wanted()) [[unlikely]]
    hand_over();
  Frame& parent = stack_.back();
  parent.searched += searches_move(entered.role) ? 1 : 0;
  const std::int32_t ply = parent.ply + (adds_ply(entered) ? 1 : 0);
  NodeRecord& node = add_node(entered, ply, parent.id);
  parent.last_child = next_node_++;
  set_result(node.result, left, parent.last_child);
  ++batch_->nodes_left;
}

NodeRecord& Recorder::add_node(const EnterEvent& event, std::int32_t ply, std::int64_t parent) {
  const MoveId move = move_id(event.move);  // it may take memory: before there is a row
  NodeRecord& node = batch_->nodes.emplace_back(kEmptyNode);
  ++recorded_;
  node.parent = parent;
  node.ply = ply;
  node.move = move;
  node.side = static_cast<std::uint8_t>(event.side);
  node.depth = event.depth;
  node.alpha = event.window.alpha;
  node.beta = event.window.beta;
  node.phase = static_cast<std::uint8_t>(event.phase);
  node.role = static_cast<std::uint8_t>(event.role);
  if (event.key && (options_.capture & kCaptureKeys) != 0) {
    node.key = *event.key;
    node.has_key = true;
  }
  return node;
}

// Also moves the frame on along filter.below and into filter.at_key.
Recorder::Keep Recorder::how_to_keep(const EnterEvent& event, Frame& frame) {
  const RecordFilter& filter = options_.filter;
  const bool is_root = stack_.empty();
  frame.is_inside = (!is_root && frame.is_inside) || !filter.at_key || event.key == filter.at_key;
  // The root of a pass stands for all that is left out below it.
  if (is_root) return Keep::kRow;
  // A row needs the row of its parent: below a node without one there are none.
  if (is_left_out_ || (stack_.back().id == 0 && !stack_.back().waits)) return Keep::kNone;
  // Hand-overs and probes of the same position stay at their place of the path.
  if (frame.matched < below_.size() && adds_ply(event)) {
    if (move_id(event.move) != below_[frame.matched]) return Keep::kNone;
    ++frame.matched;
  }
  if (filter.max_ply && frame.ply > *filter.max_ply) return Keep::kNone;
  if (filter.max_nodes && recorded_ >= *filter.max_nodes) return Keep::kNone;
  const bool deep_enough = !filter.from_ply || frame.ply >= *filter.from_ply;
  return frame.is_inside && deep_enough ? Keep::kRow : Keep::kLater;
}

void Recorder::skip(const Frame& frame) {
  if (frame.anchor != kNoAnchor) ++stack_[frame.anchor].unrecorded;
  count_unrecorded(frame.ply);
  stack_.push_back(frame);
}

// What is left out below counts for the node itself: it may still get its row.
void Recorder::wait(const EnterEvent& event, Frame& frame) {
  frame.waits = true;
  frame.anchor = stack_.size();
  waiting_.push_back(event);
  stack_.push_back(frame);
}

// The nodes that wait are the innermost open ones when a node below them gets its row.
void Recorder::add_waiting_nodes() {
  // Never 0: the root of a pass gets its row at once (how_to_keep).
  const std::size_t first = stack_.size() - waiting_.size();
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (batch_->nodes.size() == Batch::kNodes) hand_over();
    Frame& frame = stack_[first + i];
    add_node(waiting_[i], frame.ply, stack_[first + i - 1].id);
    frame.waits = false;
    frame.id = next_node_++;
  }
  waiting_.clear();
}

void Recorder::count_unrecorded(std::int32_t ply) {
  const auto at = static_cast<std::size_t>(ply);
  if (at >= unrecorded_.size()) unrecorded_.resize(at + 1);
  ++unrecorded_[at];
}

NodeResult& Recorder::result_of(const Frame& frame) {
  if (frame.id >= batch_->first_node) {
    // A Closing counts by itself as an event.
    ++batch_->nodes_left;
    return batch_->nodes[static_cast<std::size_t>(frame.id - batch_->first_node)].result;
  }
  if (batch_->closings.size() == Batch::kClosings) hand_over();
  Closing& closing = batch_->closings.emplace_back();
  closing.id = frame.id;
  closing.ply = frame.ply;
  return closing.result;
}

void Recorder::forget_waiting(const Frame& frame) {
  // It counts, with all below it, as left out below the innermost node that may still get a row.
  waiting_.pop_back();
  const Frame& parent = stack_[stack_.size() - 2];
  stack_[parent.anchor].unrecorded += frame.unrecorded + 1;
  count_unrecorded(frame.ply);
}

void Recorder::leave(const LeaveEvent& event) {
  assert(!stack_.empty());
  const Frame& frame = stack_.back();
  if (stack_.size() > 1) stack_[stack_.size() - 2].last_child = frame.id;
  if (frame.waits) forget_waiting(frame);
  if (frame.id != 0) {
    NodeResult& result = result_of(frame);
    // Numbers are given on entering: the last one given is the last node below it.
    set_result(result, event, next_node_ - 1);
    result.unrecorded = frame.unrecorded;
  }
  stack_.pop_back();
}

// The next event record of the innermost open node; nullptr if that node gets no row.
EventRecord* Recorder::add_event(EventType type) {
  assert(!stack_.empty());
  if (stack_.back().id == 0) return nullptr;
  if (batch_->events.size() == Batch::kEvents || flush_wanted()) [[unlikely]]
    hand_over();
  const Frame& frame = stack_.back();
  EventRecord& record = batch_->events.emplace_back(kEmptyEvent);
  ++next_event_;
  ++batch_->events_of_type[static_cast<std::size_t>(type)];
  record.type = type;
  record.at = next_node_ - 1;
  record.node = frame.id;
  record.ply = frame.ply;
  return &record;
}

void Recorder::bound(const BoundEvent& event) {
  EventRecord* record = add_event(kEventType<BoundUpdateRow>);
  if (record == nullptr) return;
  record->cause = static_cast<std::uint8_t>(event.cause);
  if (event.cause == Cause::kChild) record->other = stack_.back().last_child;
  record->alpha = event.window.alpha;
  record->beta = event.window.beta;
}

void Recorder::cutoff(const CutoffEvent& event) {
  const bool listed =
      event.skipped_known && !event.unnamed && (options_.capture & kCaptureSkipped) != 0;
  // Before the record: where its texts and moves stand is counted within one batch.
  if (batch_->text.size() + event.reason.size() > Batch::kText) hand_over();
  if (listed && batch_->skipped.size() + event.skipped.size() > Batch::kSkipped) hand_over();
  EventRecord* record = add_event(kEventType<CutoffRow>);
  if (record == nullptr) return;
  record->code = static_cast<std::uint8_t>(event.kind);
  record->cause = static_cast<std::uint8_t>(event.cause);
  if (event.cause == Cause::kChild) record->other = stack_.back().last_child;
  record->value = event.value;
  record->alpha = event.window.alpha;
  record->beta = event.window.beta;
  record->first_child = event.cause == Cause::kChild && stack_.back().searched == 1;
  if (event.skipped_known) record->skipped = static_cast<std::int32_t>(event.skipped.size());
  if (event.unnamed) record->skipped = *event.unnamed;
  if (!event.reason.empty()) add_text(*record, {}, event.reason);
  if (!listed) return;
  record->data = static_cast<std::uint32_t>(batch_->skipped.size());
  add_moves(event.skipped);
  record->has_list = true;
}

// To those of the batch: room for all of them first, which costs less than room for each.
void Recorder::add_moves(std::span<const MoveCode> moves) {
  std::vector<MoveId>& all = batch_->skipped;
  const std::size_t first = all.size();
  all.resize(first + moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) all[first + i] = move_id(moves[i]);
}

void Recorder::store(const StoreEvent& event) {
  if ((options_.capture & kCaptureStores) == 0) return;
  EventRecord* record = add_event(kEventType<TableStoreRow>);
  if (record == nullptr) return;
  record->depth = event.depth;
  record->code = static_cast<std::uint8_t>(event.bound);
  record->value = event.value;
  record->raw = score_or_none(event.raw);
  record->move = move_id(event.move);
  add_key(*record, event.key);
}

void Recorder::add_key(EventRecord& record, std::uint64_t key) const {
  if ((options_.capture & kCaptureKeys) == 0) return;
  record.key = key;
  record.has_key = key != 0;
}

void Recorder::probe(const ProbeEvent& event) {
  if ((options_.capture & kCaptureProbes) == 0) return;
  EventRecord* record = add_event(kEventType<TableProbeRow>);
  if (record == nullptr) return;
  add_key(*record, event.key);
  if (event.entry_key && (options_.capture & kCaptureKeys) != 0) {
    record->entry_key = *event.entry_key;
    record->has_entry_key = true;
  }
  record->other = static_cast<std::int64_t>(event.stored_by);
  record->depth = event.depth;
  record->stored_depth = event.stored_depth;
  record->code = static_cast<std::uint8_t>(event.bound);
  record->value = event.value;
  record->raw = score_or_none(event.raw);
  record->move = move_id(event.move);
  record->used = static_cast<std::uint8_t>(event.used);
}

void Recorder::note(const NoteEvent& event) {
  if ((options_.capture & kCaptureNotes) == 0) return;
  const std::size_t size = event.name.size() + event.value.size();
  if (batch_->text.size() + size > Batch::kText) hand_over();
  EventRecord* record = add_event(kEventType<NoteRow>);
  if (record == nullptr) return;
  add_text(*record, event.name, event.value);
}

void Recorder::add_text(EventRecord& record, std::string_view name, std::string_view value) {
  record.text = static_cast<std::uint32_t>(batch_->text.size());
  batch_->text.append(name).append(value);
  record.name_size = static_cast<std::uint32_t>(name.size());
  record.value_size = static_cast<std::uint32_t>(value.size());
}

void Recorder::credit(Score score) {
  assert(!stack_.empty());
  const std::int64_t child = stack_.back().last_child;
  // The child got no row.
  if (child == 0) return;
  if (child >= batch_->first_node) {
    batch_->nodes[static_cast<std::size_t>(child - batch_->first_node)].result.credited = score;
    return;
  }
  if (batch_->credits.size() == Batch::kClosings) hand_over();
  batch_->credits.push_back({child, score});
}

void Recorder::exclude(std::span<const MoveCode> moves) {
  assert(!stack_.empty());
  if (stack_.back().id == 0) return;
  if (batch_->skipped.size() + moves.size() > Batch::kSkipped) hand_over();
  const std::size_t first = batch_->skipped.size();
  add_moves(moves);
  batch_->excluded.push_back({stack_.back().id, first, moves.size()});
}

void Recorder::end_pass(const PassEnd& end) {
  assert(in_pass_);
  // Nodes that were never left have no value (docs/events.md).
  while (!stack_.empty()) leave({.value = std::nullopt, .kind = NodeKind::kUnknown});
  if (pass_row_due_) begin_pass_row(pass_.root);
  PassEndRow row{.id = pass_.id,
                 .last = pass_.root == 0 ? 0 : next_node_ - 1,
                 .pass = end,
                 .best_move = {},
                 .seconds = seconds_since(pass_start_)};
  if (end.best_move != kNoMove && declaration_.move_text) {
    row.best_move = declaration_.move_text(end.best_move);
  }
  batch_->rare.emplace_back(std::move(row));
  in_pass_ = false;
  hand_over();
}

void Recorder::end_search(const SearchEnd& end) {
  assert(in_search_ && !in_pass_);
  in_search_ = false;
  batch_->rare.emplace_back(SearchEndRow{.id = search_,
                                         .search = end,
                                         .finished_at = unix_time(),
                                         .seconds = seconds_since(search_start_)});
  hand_over();
}

NodeId Recorder::last_child() const {
  return stack_.empty() ? kNoNode : NodeId{stack_.back().last_child};
}

NodeId Recorder::current_node() const {
  return stack_.empty() ? kNoNode : NodeId{stack_.back().id};
}

MoveId Recorder::learn_move(MoveCode code) {
  if (code == kNoMove) return kNoMoveId;
  if (code >= kSmallCodes) {
    if (const auto known = large_codes_.find(code); known != large_codes_.end()) {
      return known->second;
    }
  }
  // 0 is '?': a search that gives no texts, or one too long.
  std::string text = declaration_.move_text ? declaration_.move_text(code) : "?";
  if (text.size() > format::kLongestMove) {
    text = "?";
    refuse();
  }
  const MoveId id = recording_.moves_.id_of(text);
  if (code >= kSmallCodes) {
    large_codes_.emplace(code, id);
  } else {
    if (code >= small_codes_.size()) small_codes_.resize(code + 1, kNoMoveId);
    small_codes_[code] = id;
  }
  return id;
}

}  // namespace plytrace

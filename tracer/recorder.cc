// SPDX-License-Identifier: MIT
#include "tracer/recorder.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

#include "core/parameters.h"
#include "schemas/captured.h"

namespace plytrace {
namespace {

// Move codes with places below this use a table, others a map.
constexpr MoveCode kSmallPlaces = 1U << 17;

double unix_time() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The kinds of event that the search declares as complete, without those that are not recorded.
std::vector<std::string> kept(std::vector<std::string> captured, unsigned capture,
                              const RecordFilter& filter) {
  std::erase_if(captured, [&](const std::string& word) {
    for (const format::CapturedKindRow& row : format::kCapturedKinds) {
      // Events of a waiting node come before its row and are not recorded.
      if (row.word == word) return row.is_of_events && filter.keeps_waiting();
    }
    return false;
  });
  for (const auto& [bit, word] : kOptionalEvents) {
    if ((capture & bit) == 0) std::erase(captured, word);
  }
  return captured;
}

// Whether the words name all these kinds.
bool names(const std::vector<std::string>& words, format::CaptureMask kinds) {
  for (const std::string& word : words) kinds &= ~format::captured_kind(word);
  return kinds == 0;
}

// Adds "record":{...} to a JSON object.
std::string with_filter(const std::string& options, const RecordFilter& filter) {
  std::string text = options.empty() ? "{}" : options;
  // An engine's text that is not a JSON object stays as it is.
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
      chunk_(recording.queue_.acquire()) {
  const LastIds last = recording.last_ids_of(stream);
  // The filter needs the keys, which a search reports only if they are captured.
  if (options.filter.at_key) options_.capture |= kCaptureKeys;
  capture_ = options_.capture;
  first_node_ = last_node_ = last.node;
  last_event_ = last.event;
  flush_wanted_ = &recording.queue_.flush_epoch();
  start_chunk();
}

Recorder::~Recorder() {
  try {
    if (in_pass_) end_pass({.status = SearchStatus::kFailed, .value = std::nullopt});
    if (in_search_) {
      SearchEnd end;
      end.status = SearchStatus::kFailed;
      end_search(end);
    }
    complete_chunk();
    // The recording goes on without these rows and reports the loss.
  } catch (const std::bad_alloc&) {
    lose();
  }
  // The next recorder of this stream continues after these ids.
  recording_.leave_stream(stream_, last_node_, last_event_);
  // Even an empty chunk goes back to the queue, since others may wait for one.
  seal();
  recording_.queue_.submit(chunk_);
}

void Recorder::flush(bool is_amid_event) noexcept {
  // This includes the chunks that other streams submitted before.
  std::uint64_t handed_in = recording_.queue_.submitted();
  // Skip complete_chunk(), which allocates. Its counts go into the next chunk.
  if (!is_amid_event) seal();
  if (!is_amid_event && !chunk_->is_empty()) {
    handed_in = recording_.queue_.submit(chunk_);
    chunk_ = recording_.queue_.acquire();
    start_chunk();
  }
  recording_.wait_until_committed(handed_in);
}

void Recorder::lose() noexcept { recording_.lose(1); }

void Recorder::start_chunk() {
  chunk_->stream = stream_;
  chunk_->pass = in_pass_ ? pass_.id : 0;
  chunk_->knows_windows = knows_windows_;
  chunk_->first_node = last_node_ + 1;
  chunk_->first_event = last_event_ + 1;
  next_ = chunk_->records.get();
  forget_leaf_header();
  // No space yet: the first event of the pass must call make_space(), which adds the pass's row.
  limit_ = pass_row_due_ ? nullptr : next_ + EventChunk::kRecordBytes - kMostBytes;
  plain_limit_ = partial_ ? nullptr : limit_;
  next_move_ = chunk_->moves.get();
  end_of_moves_ = next_move_ + chunk_->move_capacity;
  flushed_ = flush_wanted_->load(std::memory_order_relaxed);
}

// Sets the sizes of the chunk to what was written so far.
void Recorder::seal() {
  fence();
  chunk_->bytes = static_cast<std::size_t>(next_ - chunk_->records.get());
  chunk_->move_count = static_cast<std::size_t>(next_move_ - chunk_->moves.get());
}

// Adds the counts that are kept outside the chunk.
void Recorder::complete_chunk() {
  for (std::size_t ply = 0; ply < unrecorded_.size(); ++ply) {
    if (unrecorded_[ply] == 0) continue;
    chunk_->unrecorded.push_back({static_cast<std::int32_t>(ply), unrecorded_[ply]});
    unrecorded_[ply] = 0;
  }
  if (refused_ > 0) chunk_->rare.emplace_back(RefusedRow{search_, std::exchange(refused_, 0)});
}

void Recorder::hand_over() {
  complete_chunk();
  seal();
  if (!chunk_->is_empty()) {
    recording_.queue_.submit(chunk_);
    chunk_ = recording_.queue_.acquire();
  }
  start_chunk();
}

// Also adds the row of a new pass, at its first event, which enters the root.
void Recorder::make_space() {
  if (!pass_row_due_ || next_ > chunk_->records.get() + EventChunk::kRecordBytes - kMostBytes)
    hand_over();
  if (pass_row_due_) begin_pass_row(last_node_ + 1);
}

void Recorder::make_space_for_moves(std::size_t count) {
  hand_over();
  if (count <= chunk_->move_capacity) return;
  chunk_->reserve_moves(count);
  start_chunk();
}

void Recorder::make_space_for_text(std::size_t size) {
  if (chunk_->text.size() + size > EventChunk::kText) hand_over();
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
  // Codes belong to the game of the search; the next search may number its moves differently.
  moves_.clear();
  large_codes_.clear();
  SearchBeginRow row{.id = recording_.next_search(),
                     .declaration = declaration,
                     .engine = options_.engine,
                     .engine_version = options_.engine_version,
                     .started_at = unix_time()};
  // The writer thread must not call the search's function.
  row.declaration.move_text = nullptr;
  row.declaration.captured = kept(declaration.captured, options_.capture, options_.filter);
  knows_windows_ = names(row.declaration.captured, format::kCapWindows | format::kCapBounds);
  row.declaration.options = with_filter(declaration.options, options_.filter);
  search_ = row.id;
  pass_.ordinal = 0;
  chunk_->rare.emplace_back(std::move(row));
  // Submit at once, so that the file shows the search soon after it began (Recording::run_writer).
  hand_over();
}

void Recorder::set_engine(std::string engine, std::string version) {
  options_.engine = std::move(engine);
  options_.engine_version = std::move(version);
}

void Recorder::begin_pass(const PassBegin& pass) {
  assert(in_search_ && !in_pass_ && depth() == 0 && part_.empty());
  in_pass_ = true;
  pass_row_due_ = true;
  pass_start_ = Clock::now();
  pass_ = {.id = recording_.next_pass(),
           .search = search_,
           .ordinal = pass_.ordinal + 1,
           .stream = stream_,
           .pass = pass,
           .root = 0};
  // A chunk belongs to one pass: end_pass() and begin_search() have submitted everything before.
  start_chunk();
}

// Adds the row of the pass once its root is known: at the first node, or at the end of an empty
// pass (root 0).
void Recorder::begin_pass_row(std::int64_t root) {
  pass_.root = root;
  chunk_->rare.emplace_back(pass_);
  pass_row_due_ = false;
  limit_ = plain_limit_ = nullptr;  // makes the next event submit the chunk
}

void Recorder::leaf(const EnterEvent& entered, const LeaveEvent& left) {
  if (!partial_) return EventBuffer::leaf(entered, left);
  enter_in_part(entered);
  leave_in_part(left);
}

void Recorder::enter_in_part(EnterEvent event) {
  assert(in_pass_);
  part_.reserve(part_.size() + 1);  // from here on only adding a row may allocate
  Part node;
  if (!part_.empty()) {
    const Part& parent = part_.back();
    node.ply = parent.ply + (format::adds_ply(event.role, event.move != kNoMove) ? 1 : 0);
    node.anchor = parent.anchor;
    node.matched = parent.matched;
    node.is_inside = parent.is_inside;
    if (parent.id != 0 || parent.waits) node.move = move_id(event.move);
  }
  node.role = event.role;
  const Keep keep = how_to_keep(event, node);
  if (keep == Keep::kNone) return skip(node);
  if (keep == Keep::kLater) return wait(event, node);
  // They are ancestors of this node and get their ids first.
  add_waiting_nodes();
  node.anchor = part_.size();
  add_part(event, node);
  part_.push_back(node);
}

void Recorder::add_part(const EnterEvent& event, Part& node) {
  EventBuffer::enter(event);
  node.id = last_node_;
}

// Also updates the node's position relative to filter.below and filter.at_key.
Recorder::Keep Recorder::how_to_keep(const EnterEvent& event, Part& node) {
  const RecordFilter& filter = options_.filter;
  const bool is_root = part_.empty();
  node.is_inside = (!is_root && node.is_inside) || !filter.at_key || event.key == filter.at_key;
  // The root of a pass counts all unrecorded nodes below it.
  if (is_root) return Keep::kRow;
  // A row needs the row of its parent, so nothing below a node without a row gets one.
  if (is_left_out_ || (part_.back().id == 0 && !part_.back().waits)) return Keep::kNone;
  // Hand-overs and probes of the same position do not advance along the path.
  if (node.matched < below_.size() && format::adds_ply(event.role, event.move != kNoMove)) {
    if (move_id(event.move) != below_[node.matched]) return Keep::kNone;
    ++node.matched;
  }
  if (filter.max_ply && node.ply > *filter.max_ply) return Keep::kNone;
  if (filter.max_nodes && recorded_nodes() >= *filter.max_nodes) return Keep::kNone;
  const bool deep_enough = !filter.from_ply || node.ply >= *filter.from_ply;
  return node.is_inside && deep_enough ? Keep::kRow : Keep::kLater;
}

// Counts a node without a row for the cutoff of a parent that has a row or may still get one.
void Recorder::count_searched(const Part& node, Part& parent, NodeKind kind) {
  if (!format::searches_move(node.role, kind)) return;
  if (parent.waits) parent.searched.add(node.move, node.role, kind);
  if (parent.id != 0) put_extra(Extra::kSearched, node.move, node.role);
}

void Recorder::skip(const Part& node) {
  if (node.anchor != kNoAnchor) ++part_[node.anchor].unrecorded;
  count_unrecorded(node.ply);
  part_.push_back(node);
}

// The node is its own anchor: if it gets its row later, it counts the unrecorded nodes below.
void Recorder::wait(const EnterEvent& event, Part& node) {
  node.waits = true;
  node.anchor = part_.size();
  waiting_.push_back(event);
  part_.push_back(node);
}

// Adds the rows of the waiting nodes, which are the innermost open ones at this moment.
void Recorder::add_waiting_nodes() {
  // Never 0, since the root of a pass never waits (how_to_keep).
  const std::size_t first = part_.size() - waiting_.size();
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    Part& node = part_[first + i];
    add_part(waiting_[i], node);
    node.waits = false;
    if (node.searched.count() > 0) put_extra(Extra::kSearched, node.searched.first());
    if (node.searched.has_several()) put_extra(Extra::kSearched, kUnnamedMoveId);
  }
  waiting_.clear();
}

void Recorder::count_unrecorded(std::int32_t ply) {
  const auto at = static_cast<std::size_t>(ply);
  if (at >= unrecorded_.size()) unrecorded_.resize(at + 1);
  ++unrecorded_[at];
}

// Counts the node, with all nodes below it, as unrecorded at the nearest node that may get a row.
void Recorder::forget_waiting(const Part& node) {
  Part& parent = part_[part_.size() - 2];
  waiting_.pop_back();
  part_[parent.anchor].unrecorded += node.unrecorded + 1;
  count_unrecorded(node.ply);
}

void Recorder::leave_in_part(LeaveEvent event) {
  assert(!part_.empty());
  const Part& node = part_.back();
  if (node.waits) forget_waiting(node);
  if (node.id != 0) {
    EventBuffer::leave(event, node.unrecorded);
  } else {
    Part& parent = part_[part_.size() - 2];
    count_searched(node, parent, event.kind);
    if (parent.id != 0) top_->last_child = 0;
  }
  part_.pop_back();
}

void Recorder::put_extra(Extra extra, std::uint32_t count, Role role) {
  ensure_space();
  put(ExtraHead(extra, count, role));
}

void Recorder::put_event(const EventRecord& record) {
  put(ExtraHead(Extra::kEvent));
  put(record);
  ++last_event_;
}

void Recorder::cutoff(const CutoffEvent& event) {
  if (!has_row()) return;
  event.reason.empty() ? EventBuffer::cutoff(event) : cutoff_with_reason(event);
}

void Recorder::cutoff_with_reason(const CutoffEvent& event) {
  ensure_space();
  make_space_for_text(event.reason.size());
  EventRecord record;
  record.type = kEventType<CutoffRow>;
  record.code = static_cast<std::uint8_t>(event.kind);
  record.cause = static_cast<std::uint8_t>(event.cause);
  if (event.cause == Cause::kChild) record.other = top_->last_child;
  record.value = event.value;
  record.alpha = event.window.alpha;
  record.beta = event.window.beta;
  if (event.skipped_known) record.skipped = static_cast<std::int32_t>(event.skipped.size());
  if (event.unnamed) record.skipped = *event.unnamed;
  record.has_list =
      event.skipped_known && !event.unnamed && (options_.capture & kCaptureSkipped) != 0;
  const std::size_t listed = record.has_list ? put_moves(event.skipped) : 0;
  add_text(record, {}, event.reason);
  next_move_ += listed;
  put_event(record);
}

void Recorder::report(const ExtraEvent& event) {
  std::visit([this](const auto* kind) { report(*kind); }, event);
}

void Recorder::report(const NoteEvent& event) {
  if (!records(event)) return;
  ensure_space();
  make_space_for_text(event.name.size() + event.value.size());
  EventRecord record;
  record.type = kEventType<NoteRow>;
  add_text(record, event.name, event.value);
  put_event(record);
}

void Recorder::add_text(EventRecord& record, std::string_view name, std::string_view value) {
  record.text = static_cast<std::uint32_t>(chunk_->text.size());
  chunk_->text.append(name).append(value);
  record.name_size = static_cast<std::uint32_t>(name.size());
  record.value_size = static_cast<std::uint32_t>(value.size());
}

void Recorder::credit(Score score) {
  // The child got no row.
  if (!has_row() || top_->last_child == 0) return;
  put_extra(Extra::kCredit);
  put(score);
}

void Recorder::exclude(std::span<const MoveCode> moves) {
  if (!has_row()) return;
  ensure_space();
  const std::size_t count = put_moves(moves);
  put(ExtraHead(Extra::kExclude, static_cast<std::uint32_t>(count)));
  next_move_ += count;
}

void Recorder::end_pass(const PassEnd& end) {
  assert(in_pass_);
  // A node that was never left has no value (docs/events.md).
  while (depth() > 0 || !part_.empty()) leave({.value = std::nullopt, .kind = NodeKind::kUnknown});
  if (pass_row_due_) begin_pass_row(pass_.root);
  PassEndRow row{.id = pass_.id,
                 .last = pass_.root == 0 ? 0 : last_node_,
                 .pass = end,
                 .best_move = {},
                 .seconds = seconds_since(pass_start_)};
  if (end.best_move != kNoMove && declaration_.move_text) {
    row.best_move = declaration_.move_text(end.best_move);
  }
  chunk_->rare.emplace_back(std::move(row));
  in_pass_ = false;
  hand_over();
}

void Recorder::end_search(const SearchEnd& end) {
  assert(in_search_ && !in_pass_);
  in_search_ = false;
  chunk_->rare.emplace_back(SearchEndRow{.id = search_,
                                         .search = end,
                                         .finished_at = unix_time(),
                                         .seconds = seconds_since(search_start_)});
  hand_over();
}

MoveId Recorder::learn_move(MoveCode code) {
  if (code == kNoMove) return kNoMoveId;
  const bool is_large = MoveTable::place_of(code) >= kSmallPlaces;
  if (is_large) {
    if (const auto known = large_codes_.find(code); known != large_codes_.end()) {
      return known->second;
    }
  }
  // Id 0 ('?') if the search gives no text, or one that is too long.
  std::string text = declaration_.move_text ? declaration_.move_text(code) : "?";
  if (text.size() > format::kLongestMove) {
    text = "?";
    refuse();
  }
  const MoveId id = recording_.moves_.id_of(text);
  if (is_large) {
    large_codes_.emplace(code, id);
  } else {
    moves_.set(code, id);
  }
  return id;
}

}  // namespace plytrace

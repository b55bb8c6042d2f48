// SPDX-License-Identifier: MIT
#include "tracer/import/packed_events.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "plytrace/plytrace.h"
#include "tracer/emit/c_handles.h"
#include "tracer/import/packed_record.h"

namespace plytrace {
namespace {

using namespace packed;

constexpr std::size_t kHead = 32;
constexpr std::size_t kMostBytes = 65536 - kHead;
constexpr std::size_t kMostStreams = 256;
// The number of remembered children that a parent may name as its best one.
constexpr std::size_t kNamedChildren = 65'536;
constexpr plytrace_move kTextMove = 0x80000000;

const char* null_if_empty(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

RecordFilter filter_of_start(const Record& record, const std::string& below) {
  RecordFilter filter;
  const auto max_ply = static_cast<std::int32_t>(record.low(1));
  const auto from_ply = static_cast<std::int32_t>(record.high(1));
  if (max_ply != PLYTRACE_NO_NUMBER) filter.max_ply = max_ply;
  if (from_ply > 0) filter.from_ply = from_ply;
  if (record.word(2) != 0) filter.max_nodes = record.word(2);
  if (record.word(3) != 0) filter.only_search = record.word(3);
  if ((record.high(0) & 1U) != 0) filter.at_key = record.word(4);
  if (auto moves = moves_of_path(below)) {
    filter.below_text = below;
    filter.below = std::move(*moves);
  }
  return filter;
}

}  // namespace

struct PackedEvents::Block {
  std::uint32_t stream, bytes, number;
  std::uint64_t before, sum;
  std::string_view head, records;

  // nullopt: no block begins here.
  static std::optional<Block> at(std::string_view rest) {
    if (rest.size() < kHead || !rest.starts_with(kMagic)) return std::nullopt;
    Block block{read_as<std::uint32_t>(rest.data() + 4),
                read_as<std::uint32_t>(rest.data() + 8),
                read_as<std::uint32_t>(rest.data() + 12),
                read_as<std::uint64_t>(rest.data() + 16),
                read_as<std::uint64_t>(rest.data() + 24),
                rest.substr(0, 24),
                {}};
    if (block.bytes == 0 || block.bytes > kMostBytes || block.bytes % kWord != 0)
      return std::nullopt;
    block.records = rest.substr(kHead, block.bytes);
    return block;
  }
  bool is_whole() const { return records.size() == bytes; }
  bool is_good() const { return is_whole() && checksum(records, checksum(head, 1)) == sum; }
};

// One stream of the engine: a handle of the C interface, which takes the calls.
class PackedEvents::Stream {
 public:
  Stream(Recording& recording, const RecorderOptions& options, Counts& counts)
      : counts_(counts), recording_(recording), options_(options) {}

  std::uint32_t next_block = 0;
  bool is_closed = false;  // the engine has closed the stream

  // Events of this stream were lost.
  void lose() {
    begin_if_needed();
    if (handle_.emitter) handle_.emitter->refused(Misuse::kBadCode, true);
  }

  // Applies the complete records of a block. `entered`: the number of nodes that were entered
  // before them. Returns the number of bytes used.
  std::size_t apply(std::string_view records, std::uint64_t entered) {
    entered_ = static_cast<std::int64_t>(entered);
    std::size_t at = 0;
    const std::size_t words = records.size() / kWord;
    while (at < words) {
      const Record whole(records.data() + kWord * at, words - at);
      const std::size_t size = words_of(whole, words - at);
      if (size == 0 || size > words - at) break;
      apply(Record(records.data() + kWord * at, size));
      at += size;
    }
    return kWord * at;
  }

  // The engine gave no more events.
  void end() {
    if (!handle_.emitter) return;
    if (!is_closed && handle_.emitter->in_search()) {
      plytrace_result result = PLYTRACE_RESULT_INIT;
      result.status = PLYTRACE_INTERRUPTED;
      plytrace_end_search(&handle_, &result);
    }
    close_stream(handle_);
    counts_.refused += plytrace_error_count(&handle_);
    if (counts_.refusal.empty() && plytrace_error(&handle_) != nullptr) {
      counts_.refusal = plytrace_error(&handle_);
    }
  }

 private:
  struct Open {
    std::int64_t number;  // the engine's number for the node
    plytrace_node node;
    std::size_t first_child;  // index into children_
  };
  struct Child {
    std::int64_t number;
    plytrace_node node;
  };

  void begin_if_needed() {
    if (std::exchange(is_begun_, true)) return;
    SearchDeclaration nothing;
    nothing.move_text = [this](MoveCode code) { return text_of(code); };
    handle_.trace = &trace_;
    handle_.emitter = std::make_unique<Emitter>(recording_, options_, std::move(nothing));
    handle_.move_text = &Stream::move_text;
    handle_.user = this;
  }

  // The text that the engine gave to a move code.
  std::string text_of(plytrace_move code) const {
    if (code == PLYTRACE_UNNAMED_MOVE) return "?";
    if ((code & kTextMove) != 0) return handle_.texts.text_of(code & ~kTextMove);
    const auto known = texts_.find(code);
    return known == texts_.end() ? std::to_string(code) : known->second;
  }
  static const char* move_text(plytrace_move code, void* user) {
    auto* const self = static_cast<Stream*>(user);
    self->text_ = self->text_of(code);
    return self->text_.c_str();
  }

  // A move of a record as the handle numbers it.
  plytrace_move move(std::uint32_t code) const {
    if ((code & kTextMove) == 0 || code >= PLYTRACE_UNNAMED_MOVE) return code;
    const auto known = text_moves_.find(code);
    return known == text_moves_.end() ? PLYTRACE_UNNAMED_MOVE : known->second;
  }

  std::vector<plytrace_move> moves(std::string_view bytes, std::size_t count) const {
    std::vector<plytrace_move> list;
    for (std::size_t i = 0; i < count && 4 * i + 4 <= bytes.size(); ++i) {
      list.push_back(move(read_as<std::uint32_t>(bytes.data() + 4 * i)));
    }
    return list;
  }

  // The open node whose number ends with these bits. 0: there is none, and the event is refused.
  plytrace_node node(std::uint32_t bits, std::uint32_t mask) {
    for (std::size_t i = open_.size(); i-- > 0;) {
      if ((static_cast<std::uint32_t>(open_[i].number) & mask) != bits) continue;
      if (i + 1 < open_.size()) {
        // These nodes were never left. An engine that jumped out of them took later ones, which
        // lie below them here, for children of this node.
        for (std::size_t below = i + 1; below < open_.size(); ++below) {
          children_.push_back({open_[below].number, open_[below].node});
        }
        open_.resize(i + 1);
      }
      return open_[i].node;
    }
    return 0;
  }
  plytrace_node node(const Record& record) {
    constexpr auto kInnermostBits = static_cast<std::uint32_t>(PLYTRACE_INNERMOST);
    const std::uint32_t bits = record.high(0);
    if (bits == kInnermostBits && !open_.empty()) return open_.back().node;
    return node(bits, ~std::uint32_t{0});
  }

  void apply(const Record& record) {
    const std::uint8_t tag = record.tag();
    if (tag == kStart) return start(record);
    begin_if_needed();
    if (tag == kMoveText) return define(record);
    if (tag == kLost) return lose();
    if (tag == kEnd) {
      is_closed = true;
      return;
    }
    ++counts_.events;
    if (tag >= kLeave && tag <= kLastLeave) {
      const plytrace_node left = node(record.low(0) >> 8, 0xFFFFFF);
      plytrace_do_leave(&handle_, left, tag - kLeave, short_score(record.high(0)));
      return pop(left);
    }
    switch (tag) {
      case kEnter:
      case kEnterWide:
        return enter(record);
      case kLeaveAs:
        return leave(record);
      case kBound:
        return plytrace_do_bound(&handle_, node(record), record.byte(1), short_score(record.low(1)),
                                 short_score(record.high(1)));
      case kBoundWide:
        return plytrace_do_bound(&handle_, node(record), record.byte(1), record.real(1),
                                 record.real(2));
      case kCut:
      case kCutoff:
        return cutoff(record);
      case kStore:
      case kProbe:
        return entry(record);
      case kStoreShort:
      case kProbeShort:
        return short_entry(record);
      case kCredit:
        return plytrace_do_credit(&handle_, node(record), record.real(1));
      case kIs:
        return plytrace_do_is(&handle_, node(record), record.byte(1), bound(record.byte(2)));
      case kScore:
        return plytrace_do_score(&handle_, node(record), record.real(1));
      case kExclude: {
        const auto list = moves(record.bytes(1), record.size_field());
        return plytrace_do_exclude(&handle_, node(record), list.data(), list.size());
      }
      case kNote:
        return note(record);
      default:
        return apply_rare(record);
    }
  }

  void apply_rare(const Record& record) {
    switch (record.tag()) {
      case kSearch:
        search(record);
        break;
      case kEndSearch:
        end(record, plytrace_end_search);
        break;
      case kPass:
        count_implied_search();
        plytrace_begin_pass(&handle_, record.byte(1), static_cast<std::int32_t>(record.high(0)),
                            record.real(1), record.real(2));
        break;
      case kEndPass:
        plytrace_end_pass(&handle_, record.byte(1), move(record.high(0)));
        break;
      case kEndPassAs:
        end(record, plytrace_end_pass_as);
        break;
      default:
        return;
    }
    // A call that was refused has closed no node.
    if (handle_.emitter != nullptr && handle_.emitter->innermost() != OpenNodeId{}) return;
    open_.clear();
    children_.clear();
  }

  static int bound(std::uint32_t byte) {
    return byte == 3U ? PLYTRACE_NO_BOUND : static_cast<int>(byte);
  }

  void start(const Record& record) {
    Texts texts(record.bytes(6));
    options_.engine = texts.next();
    options_.engine_version = texts.next();
    const std::string below = texts.next();
    if (!options_.filter.active()) options_.filter = filter_of_start(record, below);
    begin_if_needed();
  }

  void define(const Record& record) {
    const std::string_view bytes = record.bytes(1);
    std::string text(bytes.substr(0, std::min<std::size_t>(record.size_field(), bytes.size())));
    text.resize(std::min(text.find('\0'), text.size()));
    const plytrace_move code = record.high(0);
    if ((code & kTextMove) != 0) {
      text_moves_[code] = plytrace_move_of_text(&handle_, text.c_str());
    } else {
      texts_[code] = std::move(text);
    }
  }

  void enter(const Record& record) {
    const bool is_wide = record.tag() == kEnterWide;
    const std::uint8_t flags = record.byte(1);
    plytrace_enter_args args = PLYTRACE_ENTER_INIT;
    args.move = move(record.high(0));
    args.side = static_cast<int>(flags & 3U) - 1;
    args.role = flags >> 2U & 7U;
    args.phase = flags >> 5U & 1U;
    args.has_key = flags >> 6U & 1U;
    args.has_window = (flags & 128U) == 0 ? 1 : 0;
    if (is_wide) {
      args.depth = static_cast<std::int32_t>(record.low(1));
      if (record.high(1) > 1) args.phase = static_cast<int>(record.high(1) & 255U);
      args.alpha = record.real(2);
      args.beta = record.real(3);
      args.key = record.word(4);
    } else {
      args.depth = static_cast<std::int16_t>(record.low(0) >> 16);
      args.alpha = short_score(record.low(1));
      args.beta = short_score(record.high(1));
      args.key = record.word(2);
    }
    count_implied_search();
    const plytrace_node node = plytrace_do_enter_as(&handle_, &args);
    open_.push_back({++entered_, node, children_.size()});
    ++counts_.nodes;
  }

  // An engine may enter a node, or begin a pass, without a search.
  void count_implied_search() {
    if (handle_.emitter && !handle_.emitter->in_search()) ++counts_.searches;
  }

  void leave(const Record& record) {
    plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
    args.kind = record.byte(1);
    args.bound = bound(record.byte(2));
    args.has_value = record.byte(3) & 1U;
    args.has_score = record.byte(3) >> 1U & 1U;
    args.value = record.real(1);
    args.score = record.real(2);
    args.legal = static_cast<std::int32_t>(record.low(4));
    const plytrace_node left = node(record);
    if (left != 0) args.best = child(static_cast<std::int64_t>(record.word(3)));
    if (left != 0 && args.best == 0 && record.word(3) != 0 && !has_forgotten_children()) {
      handle_.emitter->refused(Misuse::kNoSuchNode);
      complain(handle_, "plytrace_leave",
               "the best child is not a child of the node that was left");
    }
    plytrace_do_leave_as(&handle_, left, &args);
    pop(left);
  }

  // The innermost open node was left.
  void pop(plytrace_node left) {
    if (left == 0) return;
    const Open open = open_.back();
    children_.resize(open.first_child);
    open_.pop_back();
    if (open_.empty()) return;
    children_.push_back({open.number, open.node});
    const std::size_t first = open_.back().first_child;
    if (children_.size() - first <= kNamedChildren) return;
    const auto begin = children_.begin() + static_cast<std::ptrdiff_t>(first);
    // Half at a time, so that the cost is amortized.
    children_.erase(begin, begin + static_cast<std::ptrdiff_t>(kNamedChildren / 2));
  }

  // Whether the open node has had more children than are remembered.
  bool has_forgotten_children() const {
    return children_.size() - open_.back().first_child >= kNamedChildren / 2;
  }

  plytrace_node child(std::int64_t number) const {
    const std::size_t first = open_.back().first_child;
    for (std::size_t i = children_.size(); i-- > first;) {
      if (children_[i].number == number) return children_[i].node;
    }
    return 0;
  }

  void cutoff(const Record& record) {
    plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
    std::vector<plytrace_move> skipped;
    std::string reason;
    args.kind = record.byte(1);
    args.cause = record.byte(2);
    args.has_value = record.byte(3) & 1U;
    args.has_window = record.byte(3) >> 1U & 1U;
    if (record.tag() == kCut) {
      args.alpha = short_score(record.low(1));
      args.beta = short_score(record.high(1));
      args.value = short_score(record.low(2));
      args.skipped = static_cast<std::int32_t>(record.high(2));
    } else {
      args.value = record.real(2);
      args.alpha = record.real(3);
      args.beta = record.real(4);
      args.skipped = static_cast<std::int32_t>(record.low(5));
      skipped = moves(record.bytes(6), record.low(1));
      const std::string_view rest = record.bytes(6 + (std::size_t{record.low(1)} + 1) / 2);
      reason = rest.substr(0, std::min<std::size_t>(record.high(1), rest.size()));
      args.reason = null_if_empty(reason);
    }
    const bool has_list = (record.byte(3) & 4U) != 0;
    if (has_list) args.skipped = std::min(args.skipped, static_cast<std::int32_t>(skipped.size()));
    // An empty list of skipped moves differs from an unknown one, so it must not be null.
    static constexpr plytrace_move kNothing = PLYTRACE_NO_MOVE;
    if (has_list) args.skipped_moves = skipped.empty() ? &kNothing : skipped.data();
    plytrace_do_cutoff(&handle_, node(record), &args);
  }

  void entry(const Record& record) {
    plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
    const bool is_wide = (record.byte(3) & 4U) != 0;
    args.bound = record.byte(1);
    args.used = record.byte(2);
    args.has_raw = record.byte(3) & 1U;
    args.has_entry_key = record.byte(3) >> 1U & 1U;
    args.key = record.word(1);
    args.value = is_wide ? record.real(4) : short_score(record.low(2));
    args.move = move(record.high(2));
    args.depth = static_cast<std::int32_t>(record.low(3));
    args.stored_depth = static_cast<std::int32_t>(record.high(3));
    if (args.has_raw != 0) args.raw = is_wide ? record.real(5) : short_score(record.low(4));
    args.entry_key = record.word(is_wide ? 6 : 4U + static_cast<unsigned>(args.has_raw));
    report_entry(record, record.tag() == kStore, args);
  }

  // Its key is that of the node, as in arguments without a key.
  void short_entry(const Record& record) {
    plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
    args.bound = record.byte(1) & 3U;
    args.used = record.byte(1) >> 2U & 3U;
    args.value = short_score(record.low(1));
    const std::uint32_t number = record.low(0) >> 12U;
    args.move = number == 0 ? PLYTRACE_NO_MOVE : move(std::rotr(number - 1, 1));
    args.depth = static_cast<std::int16_t>(record.high(1));
    args.stored_depth = static_cast<std::int16_t>(record.high(1) >> 16U);
    report_entry(record, record.tag() == kStoreShort, args);
  }

  void report_entry(const Record& record, bool is_store, const plytrace_entry_args& args) {
    const plytrace_node at = node(record);
    is_store ? plytrace_do_store(&handle_, at, &args) : plytrace_do_probe(&handle_, at, &args);
  }

  void note(const Record& record) {
    Texts texts(record.bytes(1));
    const std::string name = texts.next(), value = texts.next();
    plytrace_do_note(&handle_, node(record), name.c_str(), value.c_str());
  }

  void search(const Record& record) {
    trace_.recorder = options_;  // the engine of searches that name none
    plytrace_search search = PLYTRACE_SEARCH_INIT;
    Texts texts(record.bytes(4));
    std::array<std::string, 10> given;
    for (std::string& text : given) text = texts.next();
    search.game = null_if_empty(given[0]);
    search.game_options = null_if_empty(given[1]);
    search.position = null_if_empty(given[2]);
    search.algorithm = null_if_empty(given[3]);
    search.options = null_if_empty(given[4]);
    search.evaluator = null_if_empty(given[5]);
    search.captured = null_if_empty(given[6]);
    search.fail = null_if_empty(given[7]);
    search.engine = null_if_empty(given[8]);
    search.engine_version = null_if_empty(given[9]);
    search.scores = static_cast<int>(record.high(0) & 255U);
    search.exact_windows = record.byte(5) & 1U;
    search.uniform = record.byte(5) >> 1U & 1U;
    search.has_score_range = record.byte(5) >> 2U & 1U;
    search.depth = static_cast<std::int32_t>(record.low(1));
    search.max_player = static_cast<std::int32_t>(record.high(1));
    search.score_min = record.real(2);
    search.score_max = record.real(3);
    search.move_text = &Stream::move_text;
    search.user = this;
    count_implied_search();
    plytrace_begin_search(&handle_, &search);
  }

  // Ends a pass or a search with the result in the record.
  void end(const Record& record, void (*tell)(plytrace_stream*, const plytrace_result*)) {
    plytrace_result result = PLYTRACE_RESULT_INIT;
    result.status = record.byte(4);
    result.has_value = record.byte(5) & 1U;
    result.has_lower = record.byte(5) >> 1U & 1U;
    result.has_upper = record.byte(5) >> 2U & 1U;
    result.completed_depth = static_cast<std::int32_t>(record.low(1));
    result.value = record.real(2);
    result.lower = record.real(3);
    result.upper = record.real(4);
    result.nodes = record.word(5);
    result.leaf_evaluations = record.word(6);
    Texts texts(record.bytes(7));
    const std::string best_move = texts.next();
    result.best_move = null_if_empty(best_move);
    // Each text has at least its length, so a wrong count is bounded by the record.
    const std::size_t count = std::min<std::size_t>(record.high(1), record.bytes(7).size() / 4);
    std::vector<std::string> line(count);
    for (std::string& text : line) text = texts.next();
    std::vector<const char*> pv;
    for (const std::string& text : line) pv.push_back(text.c_str());
    result.pv = pv.data();
    result.pv_length = pv.size();
    tell(&handle_, &result);
  }

  Counts& counts_;
  Recording& recording_;
  RecorderOptions options_;
  plytrace_trace trace_;  // required by the handle; it has no recording of its own
  plytrace_stream handle_;
  bool is_begun_ = false;
  std::int64_t entered_ = 0;
  std::vector<Open> open_;
  std::vector<Child> children_;  // children of the open nodes, outermost node first
  std::unordered_map<plytrace_move, std::string> texts_;
  std::unordered_map<plytrace_move, plytrace_move> text_moves_;
  std::string text_;  // the text that move_text() returned last
};

PackedEvents::PackedEvents(Recording& recording, RecorderOptions options)
    : recording_(recording), options_(std::move(options)) {}
PackedEvents::~PackedEvents() = default;

void PackedEvents::read(std::string_view bytes) {
  buffer_ += bytes;
  take_blocks(false);
}

void PackedEvents::take_blocks(bool is_last) {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    std::size_t used = 0;
    if (!take_block(rest, is_last, used)) break;
    rest.remove_prefix(used);
  }
  buffer_.erase(0, buffer_.size() - rest.size());
}

// Takes the block at the start of `rest`, or skips bytes up to the next one. False: more bytes are
// needed.
bool PackedEvents::take_block(std::string_view rest, bool is_last, std::size_t& used) {
  const auto block = Block::at(rest);
  const bool may_go_on = block ? !block->is_whole() : rest.size() < kHead;
  if (block && block->is_good()) {
    apply(*block);
    used = kHead + block->bytes;
    return true;
  }
  if (may_go_on && !is_last) return false;
  // A block may begin in the last three bytes.
  const std::size_t next = rest.find(kMagic, 1);
  if (block && may_go_on && next == std::string_view::npos) {
    // The end of the input cuts this block.
    apply(*block);
    used = rest.size();
    return true;
  }
  used = std::min(next, is_last ? rest.size() : rest.size() - 3);
  counts_.skipped += used;
  return true;
}

PackedEvents::Stream* PackedEvents::stream_of(const Block& block) {
  std::unique_ptr<Stream>& stream = streams_[block.stream];
  // A stream begins with block 0. A second one is of another run of the engine in the same file.
  if (stream == nullptr || (block.number == 0 && stream->next_block > 0)) {
    if (stream != nullptr) close(*stream);
    if (streams_.size() > kMostStreams) {
      streams_.erase(block.stream);
      return nullptr;
    }
    stream = std::make_unique<Stream>(recording_, options_, counts_);
    ++counts_.streams;
  }
  return stream.get();
}

void PackedEvents::apply(const Block& block) {
  Stream* const stream = stream_of(block);
  // A block that was taken already, as damaged files may have.
  if (stream == nullptr || block.number < stream->next_block) {
    counts_.skipped += kHead + block.records.size();
    return;
  }
  if (block.number > stream->next_block) {
    counts_.lost_blocks += block.number - stream->next_block;
    stream->lose();
  }
  stream->next_block = block.number + 1;
  const std::size_t used = stream->apply(block.records, block.before);
  if (!block.is_whole()) {
    stream->is_closed = false;  // even if this is its end
    counts_.cut += block.records.size() - used;
  } else if (used < block.bytes) {
    // Records of a newer version.
    counts_.skipped += block.bytes - used;
    stream->lose();
  }
}

void PackedEvents::close(Stream& stream) {
  counts_.unclosed += stream.is_closed ? 0U : 1U;
  stream.end();
}

void PackedEvents::finish() {
  take_blocks(true);
  for (auto& [number, stream] : streams_) close(*stream);
  streams_.clear();
}

bool PackedEvents::is_closed() const {
  return buffer_.empty() && !streams_.empty() &&
         std::all_of(streams_.begin(), streams_.end(),
                     [](const auto& stream) { return stream.second->is_closed; });
}

}  // namespace plytrace

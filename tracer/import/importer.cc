// SPDX-License-Identifier: MIT
#include "tracer/import/importer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "tracer/emit/captured.h"
#include "tracer/emit/move_texts.h"
#include "tracer/emit/zeroed_array.h"
#include "tracer/import/line_board.h"

namespace plytrace {
namespace {

constexpr std::size_t kMaxStreams = 256;  // each has its own buffers
// The number of remembered children that a parent may name as its best one.
constexpr std::size_t kChildren = 65'536;
// The number of remembered nodes that a probe may name as storing its entry: at most 16 MB a
// stream.
constexpr std::size_t kStoring = std::size_t{1} << 20;

// Reads a word of an enumeration.
template <class Enum>
std::optional<Enum> code(EventLine& line, Field field) {
  const auto& words = format::kWords<Enum>;
  const auto index = line.word_index(field, words.data(), words.size());
  return index ? std::optional(static_cast<Enum>(*index)) : std::nullopt;
}

// Reads the word of a cause that may change a window.
std::optional<Cause> cause_of_window(EventLine& line) {
  static const std::vector<std::string_view> kAllowed = [] {
    std::vector<std::string_view> allowed;
    for (const std::string_view word : format::kWords<Cause>) {
      if (format::may_change_window(*format::from_word<Cause>(word))) allowed.push_back(word);
    }
    return allowed;
  }();
  const auto index = line.word_index("cause", kAllowed.data(), kAllowed.size());
  return index ? format::from_word<Cause>(kAllowed[*index]) : std::nullopt;
}

std::optional<std::size_t> word_index(EventLine& line, Field field,
                                      std::initializer_list<std::string_view> words) {
  return line.word_index(field, words.begin(), words.size());
}

SearchStatus status(EventLine& line) {
  return code<SearchStatus>(line, "status").value_or(SearchStatus::kFinished);
}

// Reads a window: both ends or none.
std::optional<Window> range(EventLine& line, Field low, Field high, const char* what) {
  const auto alpha = line.score(low);
  const auto beta = line.score(high);
  if (line.has(low) != line.has(high)) {
    line.fail(line.has(low) ? high : low, std::string("is missing; a ") + what + " has two ends");
  }
  if (!alpha || !beta) return std::nullopt;
  if (!std::isunordered(*alpha, *beta)) return Window{*alpha, *beta};
  line.fail(low, message(Misuse::kNotANumber));
  return std::nullopt;
}

Window window(EventLine& line) {
  return range(line, "alpha", "beta", "window").value_or(Window{kNoScore, kNoScore});
}

std::uint64_t amount(EventLine& line, Field field) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, line.integer(field).value_or(0)));
}

// `unknown`: set to the first word that names no kind; null: that is a fault.
std::vector<std::string> captured(EventLine& line, std::string* unknown) {
  std::vector<std::string> words;
  const auto given = line.texts("captured");
  if (!given) return words;
  for (const std::string_view word : *given) {
    words.emplace_back(word);
    if (is_captured_kind(word)) continue;
    if (unknown != nullptr) {
      if (unknown->empty()) *unknown = word;
      continue;
    }
    std::string list;
    for (const auto& known : format::kCapturedKinds) list += std::string(known.word) + ", ";
    line.fail("captured", "expected some of " + list + "or " + std::string(format::kUsual) +
                              ", found " + std::string(word));
  }
  return captured_kinds(words);
}

std::optional<Window> score_range(EventLine& line) {
  const auto given = range(line, "score_min", "score_max", "range");
  if (given && given->alpha > given->beta) line.fail("score_min", "is above score_max");
  return given;
}

RecordFilter filter(EventLine& line) {
  RecordFilter filter;
  filter.below_text = line.text_or_empty("below");
  if (auto moves = moves_of_path(filter.below_text)) {
    filter.below = std::move(*moves);
  } else if (!filter.below_text.empty()) {
    line.fail("below", moves.status().message());
  }
  filter.max_ply = line.small_integer("max_ply");
  filter.from_ply = line.small_integer("from_ply");
  if (line.has("max_nodes")) filter.max_nodes = amount(line, "max_nodes");
  if (line.has("only_search")) filter.only_search = amount(line, "only_search");
  filter.at_key = line.key("at_key");
  return filter;
}

SearchDeclaration declaration(EventLine& line, std::string* unknown) {
  SearchDeclaration d;
  d.game = line.text_or_empty("game");
  d.game_options = line.object("game_options");
  d.position = line.text_or_empty("position");
  d.algorithm = line.text_or_empty("algorithm");
  d.options = line.object("options");
  d.evaluator = line.text_or_empty("evaluator");
  d.counts_from_side_to_move = word_index(line, "perspective", {"max", "side"}) == 1U;
  d.max_player = line.small_integer("max_player");
  d.depth = line.small_integer("depth");
  d.captured = captured(line, unknown);
  if (const auto fail = word_index(line, "fail", {"soft", "hard"})) {
    d.fail = *fail == 0 ? "soft" : "hard";
  }
  d.exact_windows = word_index(line, "windows", {"exact"}).has_value();
  d.uniform = line.flag("uniform");
  d.score_range = score_range(line);
  return d;
}

}  // namespace

// One stream of the lines. Its functions read one event from the line and pass it on. For a line
// with a fault they do nothing, or with `lenient` only what keeps the tree consistent.
class Importer::Stream {
 public:
  Stream(Importer& importer, RecorderOptions options, bool is_recorded)
      : importer_(importer),
        line_(importer.line_),
        options_(std::move(options)),
        is_recorded_(is_recorded),
        emitter_(std::make_unique<Emitter>(*importer.recording_, options_, implied())) {}

  // Whether a recorder writes the lines, whose events are refused as those of the C interface.
  bool is_recorded() const { return is_recorded_; }

  void handle(EventName event) {
    // In the order of EventName.
    constexpr auto kHandlers = std::to_array<void (Stream::*)()>(
        {&Stream::begin_search, &Stream::begin_pass, &Stream::enter, &Stream::exclude,
         &Stream::bound, &Stream::cutoff, &Stream::store, &Stream::probe, &Stream::note,
         &Stream::leave, &Stream::credit, &Stream::is, &Stream::stand_pat, &Stream::end_pass,
         &Stream::end_search, &Stream::missing, &Stream::stop});
    // Importer::start() handles a start line.
    static_assert(kHandlers.size() == static_cast<std::size_t>(EventName::kStart));
    (this->*kHandlers[static_cast<std::size_t>(event)])();
  }

  // Reports that a line of this stream was lost, and with it perhaps a node.
  void lose() {
    emitter_->refused(Misuse::kBadCode, true);
    doubted_ = open_.size();
  }

  // Reports that the line had a field that its event does not take.
  void doubt_event() { emitter_->refused(Misuse::kBadCode); }

  // Closes the open nodes without lines of their own. If they have no names, a leave line may be
  // missing, and later lines may have meant other nodes.
  void close_open(SearchStatus status) {
    // A named node is left by name, whichever lines are missing.
    if (open_.empty() || open_.back().named || status != SearchStatus::kFinished) return;
    importer_.unleft_ += open_.size();
    emitter_->refused(Misuse::kNoSuchNode);
  }

  // Call at the end of the input. A search with open nodes counts as cut short where earlier ones
  // were ended; the emitter ends the others.
  void finish() {
    if (is_recorded_) return end_run();
    ends_searches_ && !open_.empty() ? cut_off() : close_open(SearchStatus::kFinished);
  }

  // Ends the recording, and continues with the open nodes in another one.
  void go_on_in(Recording& recording) {
    const bool is_in_search = emitter_->in_search();
    const bool is_in_pass = emitter_->in_pass();
    cut_off();
    emitter_ = std::make_unique<Emitter>(recording, options_, implied());
    if (is_in_search) emitter_->begin_search(implied());
    if (is_in_pass) emitter_->begin_pass({});
    for (Open& open : open_) {
      EnterEvent event;
      event.move = open.move;
      event.side = Side::kMax;
      emitter_->enter(event, open.id);
    }
  }

  // The position of the search that is under way, and the move that its first root was entered
  // with; "" where it was entered with none.
  std::pair<std::string, std::string> first_root() const {
    return {position_, first_root_ == kNoMove ? "" : texts_.text_of(first_root_)};
  }

  // No more lines of this run of a recorder will come.
  void end_run() {
    if (is_stopped_) return;
    ++importer_.unclosed_;
    cut_off();
  }

  void cut_off() {
    if (!emitter_->in_search()) return;
    SearchEnd end;
    end.status = SearchStatus::kInterrupted;
    check(emitter_->end_search(end));
  }

 private:
  struct Open {
    OpenNodeId id;
    std::int64_t name;
    bool named;
    MoveCode move;
    Role role;
    std::size_t first_child;  // index into children_
  };
  // A named node that stored into the table.
  struct Storing {
    std::int64_t name;
    NodeId row;  // kNoNode: none
  };
  static_assert(kNoNode == NodeId{0});
  struct Child {
    NodeId id;
    std::int64_t name;
    bool named;
    MoveCode move;
  };

  SearchDeclaration implied() {
    SearchDeclaration nothing;
    nothing.move_text = [this](MoveCode code) { return texts_.text_of(code); };
    return nothing;
  }

  // Reports a fault of the line that the emitter has not seen.
  bool is_bad() {
    if (!line_.has_fault()) return false;
    if (goes_on()) emitter_->refused(Misuse::kBadCode, line_.event() == EventName::kStore);
    return true;
  }

  // Whether a line with a fault still enters or leaves its node.
  bool goes_on() const { return importer_.lenient_ || is_recorded_; }

  // The open nodes are those of the emitter, which a call that it refused leaves open.
  void close_if_none_is_open() {
    if (emitter_->innermost() == OpenNodeId{}) close_above(0);
  }

  void check(Misuse misuse) {
    if (misuse != Misuse::kNone) line_.fail_event(message(misuse));
  }

  MoveCode move(Field field) {
    const auto text = line_.text(field);
    if (!text) return kNoMove;
    // The recorder refuses a text that is too long.
    if (text->size() <= format::kLongestMove || is_recorded_) return texts_.code_of(*text);
    line_.fail(field, "expected a move of at most 4096 bytes");
    return kNoMove;
  }

  // Returns the open node that the line means and makes it the innermost one. 0: there is none.
  OpenNodeId node() {
    if (!line_.has("node")) {
      if (open_.empty()) line_.fail_event("there is no open node; enter one first");
      return open_.empty() ? OpenNodeId{} : open_.back().id;
    }
    const auto name = line_.integer("node");
    if (!name) return {};
    // Search from the innermost node outwards, since names may be reused.
    for (std::size_t i = open_.size(); i-- > 0;) {
      if (!open_[i].named || open_[i].name != *name) continue;
      // An engine that jumped out of nodes took later ones, which lie below them here, for children
      // of this node.
      for (std::size_t below = i + 1; is_recorded_ && below < open_.size(); ++below) {
        const Open& jumped = open_[below];
        children_.push_back({row_of(jumped.id), jumped.name, jumped.named, jumped.move});
      }
      if (is_recorded_) open_.resize(i + 1);
      close_above(i + 1);
      return open_[i].id;
    }
    line_.fail_here("node", "expected an open node, found " + std::to_string(*name) +
                                ", which was never entered or has already been left");
    return {};
  }

  // Whether an event without a name may mean this node.
  bool is_doubted() const { return open_.size() <= doubted_ && !line_.has("node"); }

  void close_above(std::size_t size) {
    doubted_ = std::min(doubted_, size);
    if (size >= open_.size()) return;
    children_.resize(open_[size].first_child);
    // The nodes in between were left without a line; no later line can name them.
    open_.resize(size);
  }

  void begin_search() {
    std::string unknown;
    SearchDeclaration d = declaration(line_, is_recorded_ ? &unknown : nullptr);
    std::string engine = line_.text_or_empty("engine");
    std::string version = line_.text_or_empty("engine_version");
    // A lenient import begins the search nevertheless, since the next lines belong to it.
    if (is_bad() && !importer_.lenient_) return;
    d.move_text = implied().move_text;
    emitter_->end_open_search();
    close_above(0);
    emitter_->set_engine(std::move(engine), std::move(version));
    ++importer_.searches_;
    first_root_ = kNoMove;
    position_ = d.position;
    board_.set_search(d.game, d.game_options, d.position);
    importer_.advice_.declares = importer_.advice_.declares || !d.captured.empty();
    check(emitter_->begin_search(d));
    if (!unknown.empty()) importer_.refuse(message(Misuse::kUnknownKind));
  }

  void begin_pass() {
    PassBegin pass;
    pass.purpose = code<PassPurpose>(line_, "purpose").value_or(PassPurpose::kFixed);
    pass.depth = line_.small_integer("depth").value_or(kNoNumber);
    pass.window = window(line_);
    if (is_bad()) return;
    close_open(SearchStatus::kFinished);
    begin_if_needed();
    check(emitter_->begin_pass(pass));
    close_if_none_is_open();
  }

  // The declaration of a search without a begin line.
  void begin_if_needed() {
    if (emitter_->in_search()) return;
    ++importer_.searches_;
    first_root_ = kNoMove;
    position_.clear();
    board_.set_search("", "", "");
  }

  void enter() {
    EnterEvent event;
    const auto name = line_.integer("node");
    event.move = move("move");
    const auto side = word_index(line_, "side", {"max", "min"});
    // If the side is missing, the emitter refuses scores that count from the side to move.
    event.side = static_cast<Side>(side ? static_cast<int>(*side) : -1);
    event.depth = line_.small_integer("depth").value_or(kNoNumber);
    event.window = window(line_);
    event.role = code<Role>(line_, "role").value_or(Role::kMove);
    event.phase = code<Phase>(line_, "phase").value_or(Phase::kMain);
    event.key = line_.key("key");
    if (is_bad() && !goes_on()) return;
    begin_if_needed();
    if (open_.empty()) note_root(event.move);
    importer_.advice_.has_roles = importer_.advice_.has_roles || event.role != Role::kMove;
    OpenNodeId id{};
    check(emitter_->enter(event, id));
    ++importer_.nodes_;
    // Even if the emitter refused the node, so that its leave line finds it.
    open_.push_back(
        {id, name.value_or(0), name.has_value(), event.move, event.role, children_.size()});
    if (line_.has_fault() && !is_recorded_) doubted_ = open_.size();
  }

  // Roots with different moves are the moves of a root that no line reports.
  void note_root(MoveCode move) {
    if (move == kNoMove) return;
    if (first_root_ == kNoMove) {
      first_root_ = move;
      importer_.note_root(position_, *this, texts_.text_of(move));
    } else if (first_root_ != move) {
      importer_.note_roots(texts_.text_of(first_root_), texts_.text_of(move));
    }
  }

  // Returns the child that gave the parent its best value.
  NodeId best(const Open& parent) {
    const auto name = line_.integer("best");
    const bool by_move = !name && line_.has("best_move");
    if (!name && !by_move) return kNoNode;
    const MoveCode wanted = by_move ? move("best_move") : kNoMove;
    // Search from the child left last, since names and moves may be reused.
    for (std::size_t i = children_.size(); i-- > parent.first_child;) {
      const Child& child = children_[i];
      if (by_move ? child.move == wanted : child.named && child.name == *name) return child.id;
    }
    if (by_move) return best_of_other_name(parent, texts_.text_of(wanted));
    line_.fail_here("best", "expected a child that was left, found " + std::to_string(*name));
    return kNoNode;
  }

  std::string text_or_empty(MoveCode move) const {
    return move == kNoMove ? "" : texts_.text_of(move);
  }

  // The child with a move that the line names in another notation than its enter line did. Where no
  // board can tell, the line names no best child.
  NodeId best_of_other_name(const Open& parent, const std::string& wanted) {
    std::vector<LineBoard::Step> path;
    for (const Open& open : open_) path.push_back({text_or_empty(open.move), open.role});
    std::vector<std::string> names;
    for (std::size_t i = parent.first_child; i < children_.size(); ++i) {
      names.push_back(text_or_empty(children_[i].move));
    }
    const LineBoard::Found found = board_.find(path, wanted, names);
    if (found.index) return children_[parent.first_child + *found.index].id;
    constexpr std::size_t kMostListed = 8;
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), kMostListed); ++i) {
      list += (i == 0 ? "" : ", ") + names[i];
    }
    if (names.size() > kMostListed) list += ", ...";
    const std::string what = wanted + "; its children are " + (list.empty() ? "none" : list);
    if (found.is_known) {
      line_.fail_here("best_move", "expected a child that was left, found " + what);
    } else {
      importer_.note_unknown_best(what);
    }
    return kNoNode;
  }

  void leave() {
    LeaveEvent event;
    event.value = line_.score("value");
    event.score = line_.score("score");
    importer_.advice_.has_values = importer_.advice_.has_values || event.value.has_value();
    importer_.advice_.has_scores = importer_.advice_.has_scores || event.score.has_value();
    event.bound = code<Bound>(line_, "bound");
    event.kind = code<NodeKind>(line_, "kind").value_or(NodeKind::kUnknown);
    if (const auto legal = line_.count("legal")) event.legal = *legal;
    const OpenNodeId id = node();
    if (id != OpenNodeId{}) event.best = best(open_.back());
    // A recorder's wrong code is counted below, if nothing else is wrong with the event.
    if ((!is_recorded_ || id == OpenNodeId{}) && is_bad() &&
        (!importer_.lenient_ || id == OpenNodeId{})) {
      return;
    }
    // Leave the node to keep the tree consistent, but drop the value, which may be another node's.
    if ((line_.has_fault() && !is_recorded_) || is_doubted()) event = {.kind = NodeKind::kUnknown};
    const Open left = open_.back();
    const Misuse misuse = emitter_->leave(left.id, event);
    if (is_recorded_ && misuse == Misuse::kNone) (void)is_bad();
    check(misuse);
    close_above(open_.size() - 1);
    remember(left);
  }

  // The row of a node, or kNoNode.
  static NodeId row_of(OpenNodeId id) {
    return NodeId{std::max<std::int64_t>(0, static_cast<std::int64_t>(id))};
  }

  Storing& slot(std::int64_t name) {
    if (storing_.empty()) storing_.make(kStoring);
    // Many names share a slot; a new node replaces an older one.
    return storing_[static_cast<std::size_t>(name) % kStoring];
  }

  void remember(const Open& left) {
    if (open_.empty()) return;
    children_.push_back({row_of(left.id), left.name, left.named, left.move});
    const std::size_t first = open_.back().first_child;
    if (children_.size() - first <= kChildren) return;
    const auto begin = children_.begin() + static_cast<std::ptrdiff_t>(first);
    // Half at a time, so that the cost is amortized.
    children_.erase(begin, begin + static_cast<std::ptrdiff_t>(kChildren / 2));
  }

  // The node of an event other than enter and leave; nullopt if the event must be dropped.
  std::optional<OpenNodeId> target() {
    const OpenNodeId id = node();
    if (is_bad()) return std::nullopt;
    if (!is_doubted()) return id;
    emitter_->refused(Misuse::kBadCode, line_.event() == EventName::kStore);
    return std::nullopt;
  }

  void note_cause(Cause cause) {
    importer_.advice_.has_scores = importer_.advice_.has_scores || cause == Cause::kStandPat;
  }

  void exclude() {
    line_.need("moves");
    skipped_.clear();
    if (const auto moves = line_.texts("moves")) {
      for (const std::string_view text : *moves) skipped_.push_back(texts_.code_of(text));
    }
    if (const auto id = target()) check(emitter_->exclude(*id, skipped_));
  }

  void bound() {
    BoundEvent event;
    event.cause = cause_of_window(line_).value_or(Cause::kChild);
    line_.need("alpha");
    event.window = window(line_);
    note_cause(event.cause);
    if (const auto id = target()) check(emitter_->bound(*id, event));
  }

  void cutoff() {
    CutoffEvent event;
    line_.need("kind");
    event.kind = code<CutoffKind>(line_, "kind").value_or(CutoffKind::kBeta);
    event.cause = code<Cause>(line_, "cause").value_or(Cause::kChild);
    // Only a forward cutoff needs no value.
    if (event.kind != CutoffKind::kForward) line_.need("value");
    event.value = line_.score("value").value_or(kNoScore);
    event.window = window(line_);
    event.unnamed = line_.count("skipped");
    skipped_.clear();
    if (const auto moves = line_.texts("skipped_moves")) {
      for (const std::string_view text : *moves) skipped_.push_back(texts_.code_of(text));
      if (event.unnamed && static_cast<std::size_t>(*event.unnamed) != skipped_.size()) {
        line_.fail("skipped", "differs from the number of skipped_moves");
      }
      // The length of the list is their number.
      event.unnamed.reset();
      event.skipped = skipped_;
    } else {
      event.skipped_known = event.unnamed.has_value();
    }
    event.reason = line_.text("reason").value_or("");
    note_cause(event.cause);
    if (const auto id = target()) check(emitter_->cutoff(*id, event));
  }

  // Reads the fields that stores and probes share.
  template <class Event>
  Event entry() {
    Event event;
    line_.need("value");
    event.key = line_.key("key").value_or(0);
    event.depth = line_.small_integer("depth").value_or(kNoNumber);
    event.bound = code<Bound>(line_, "bound").value_or(Bound::kExact);
    event.value = line_.score("value").value_or(0);
    event.raw = line_.score("raw");
    event.move = move("move");
    return event;
  }

  void store() {
    const auto event = entry<StoreEvent>();
    if (const auto id = target()) {
      check(emitter_->store(*id, event));
      if (open_.back().named) slot(open_.back().name) = {open_.back().name, row_of(*id)};
    }
  }

  void probe() {
    auto event = entry<ProbeEvent>();
    event.stored_depth = line_.small_integer("stored_depth").value_or(kNoNumber);
    event.entry_key = line_.key("entry_key");
    if (const auto name = line_.integer("stored_by")) {
      if (slot(*name).name == *name) event.stored_by = slot(*name).row;
    }
    event.used = code<TableUse>(line_, "used").value_or(TableUse::kNo);
    if (const auto id = target()) check(emitter_->probe(*id, event));
  }

  void note() {
    line_.need("name");
    const NoteEvent event{line_.text("name").value_or(""), line_.text("value").value_or("")};
    if (const auto id = target()) check(emitter_->note(*id, event));
  }

  void credit() {
    line_.need("score");
    const Score score = line_.score("score").value_or(0);
    if (const auto id = target()) check(emitter_->credit(*id, score));
    if (line_.has_fault() && !is_recorded_) doubted_ = open_.size();
  }

  // The values that the leave line takes for fields that it leaves out.
  void is() {
    const auto kind = code<NodeKind>(line_, "kind").value_or(NodeKind::kUnknown);
    const auto bound = code<Bound>(line_, "bound");
    if (const auto id = target()) check(emitter_->is(*id, kind, bound));
  }

  void stand_pat() {
    line_.need("score");
    const Score score = line_.score("score").value_or(0);
    importer_.advice_.has_scores = true;
    if (const auto id = target()) check(emitter_->score(*id, score));
  }

  void end_pass() {
    PassEnd end;
    end.status = status(line_);
    end.value = line_.score("value");
    end.best_move = move("best_move");
    if (const auto pv = line_.texts("pv")) end.pv.assign(pv->begin(), pv->end());
    end.nodes = amount(line_, "nodes");
    if (is_bad() && !importer_.lenient_) return;
    close_open(end.status);
    check(emitter_->end_pass(std::move(end)));
    close_if_none_is_open();
  }

  // Events that whoever wrote the lines could not record either.
  void missing() {
    line_.need("events");
    const auto events = line_.integer("events");
    if (events && *events < 1) line_.fail("events", "expected 1 or more");
    if (!is_bad()) emitter_->miss(*events);
  }

  // The recorder has closed the stream.
  void stop() { is_stopped_ = true; }

  void end_search() {
    SearchEnd end;
    end.status = status(line_);
    end.value = line_.score("value");
    end.lower = line_.score("lower");
    end.upper = line_.score("upper");
    end.completed_depth = line_.small_integer("completed_depth");
    end.best_move = line_.text_or_empty("best_move");
    if (const auto pv = line_.texts("pv")) end.pv.assign(pv->begin(), pv->end());
    end.nodes = amount(line_, "nodes");
    end.leaf_evaluations = amount(line_, "leaf_evaluations");
    if (is_bad() && !importer_.lenient_) return;
    close_open(end.status);
    check(emitter_->end_search(std::move(end)));
    close_if_none_is_open();
    ends_searches_ = true;
  }

  Importer& importer_;
  EventLine& line_;
  const RecorderOptions options_;
  const bool is_recorded_;
  bool is_stopped_ = false;
  bool ends_searches_ = false;     // the input has end_search lines
  MoveCode first_root_ = kNoMove;  // of this search
  std::string position_;
  LineBoard board_;  // of this search
  MoveTexts texts_;
  std::unique_ptr<Emitter> emitter_;
  std::vector<Open> open_;       // the emitter's open path
  std::vector<Child> children_;  // children of the open nodes, outermost node first
  std::vector<MoveCode> skipped_;
  ZeroedArray<Storing> storing_;  // hashed by name; each slot holds the last node
  std::size_t doubted_ = 0;       // number of open nodes that unnamed lines may not mean
};

Importer::Importer(Recording& recording, RecorderOptions options, bool lenient)
    : recording_(&recording), options_(std::move(options)), lenient_(lenient) {}

Importer::~Importer() = default;

Importer::Stream& Importer::stream(std::int64_t number) {
  // Most lines belong to the stream of the previous line.
  if (number == last_number_) return *last_stream_;
  std::unique_ptr<Stream>& stream = streams_[number];
  if (stream == nullptr) stream = std::make_unique<Stream>(*this, options_, false);
  last_number_ = number;
  last_stream_ = stream.get();
  return *stream;
}

// The number of the stream that the line names; nullopt if it is invalid.
std::optional<std::int64_t> Importer::stream_of_line() {
  if (!line_.has("stream")) return 0;
  const auto number = line_.integer("stream");
  if (!number) return std::nullopt;
  if (*number < 0) {
    line_.fail("stream", "expected 0 or more, found " + std::to_string(*number));
    return std::nullopt;
  }
  if (streams_.size() >= kMaxStreams && streams_.count(*number) == 0) {
    line_.fail("stream", "is the " + std::to_string(kMaxStreams + 1) +
                             "th stream; a trace from event lines has at most " +
                             std::to_string(kMaxStreams) + ", one a thread");
    return std::nullopt;
  }
  return number;
}

// A recorder begins its lines. Earlier ones of this stream are of another run, which was cut off if
// it did not end its search.
Importer::Stream* Importer::start(std::int64_t number) {
  RecorderOptions options = options_;
  options.engine = line_.text_or_empty("engine");
  options.engine_version = line_.text_or_empty("engine_version");
  if (!options.filter.active()) options.filter = filter(line_);
  if (line_.has_fault()) return nullptr;
  std::unique_ptr<Stream>& stream = streams_[number];
  if (stream != nullptr) stream->finish();
  stream = std::make_unique<Stream>(*this, std::move(options), true);
  last_number_ = number;
  return last_stream_ = stream.get();
}

bool Importer::has_recorder() const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [](const auto& stream) { return stream.second->is_recorded(); });
}

void Importer::refuse(const std::string& why) {
  if (refused_++ == 0) refusal_ = why;
}

std::string Importer::import_line(std::string_view text) {
  line_.read(text);
  // Use nothing of a wrong line.
  if (!lenient_ && !line_.fault().empty()) return line_.fault();
  const auto number = line_.event() ? stream_of_line() : std::nullopt;
  const bool starts = line_.event() == EventName::kStart;
  Stream* const to = !number ? nullptr : starts ? start(*number) : &stream(*number);
  if (to == nullptr) {
    lose();
  } else if (!starts) {
    to->handle(*line_.event());
    if (!line_.has_fault() && !line_.fault().empty()) to->doubt_event();
    if (to->is_recorded() && line_.has_fault()) {
      refuse(line_.fault());
      return "";
    }
  }
  events_ += line_.fault().empty() && !starts && line_.event() != EventName::kStop ? 1U : 0U;
  return line_.fault();
}

void Importer::note_roots(const std::string& one, const std::string& other) {
  if (advice_.roots.empty()) advice_.roots = one + " and " + other;
}

void Importer::note_unknown_best(const std::string& what) {
  if (advice_.unknown_best++ == 0) advice_.first_unknown_best = what;
}

// Threads that divide the moves of one root among them.
void Importer::note_root(const std::string& position, const Stream& stream,
                         const std::string& move) {
  for (const auto& [number, each] : streams_) {
    if (each.get() == &stream) continue;
    const auto [other_position, other_move] = each->first_root();
    if (!other_move.empty() && other_position == position && other_move != move) {
      note_roots(other_move, move);
    }
  }
}

void Importer::go_on_in(Recording& recording) {
  lenient_ = true;
  for (auto& [number, stream] : streams_) stream->go_on_in(recording);
  recording_ = &recording;
}

void Importer::lose() {
  if (!lenient_) return;
  for (auto& [number, stream] : streams_) stream->lose();
  // If lines were lost before the first event, the first stream reports it.
  if (streams_.empty()) stream(0).lose();
}

void Importer::finish(bool cut_off) {
  for (auto& [number, stream] : streams_) {
    cut_off ? stream->cut_off() : stream->finish();
  }
  streams_.clear();
  last_stream_ = nullptr;
  last_number_ = -1;
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// The events that a search reports to an observer (core/observer.h). They are plain values; the
// moves and texts that they refer to belong to the search and are valid during the call only. All
// scores and windows are from MAX's point of view. docs/events.md says what each event means to
// `verify`.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/game.h"
#include "core/score.h"
#include "schemas/trace_format.h"

namespace plytrace {

using format::Cause;
using format::CutoffKind;
using format::NodeKind;
using format::PassPurpose;
using format::Phase;
using format::Role;
using format::SearchStatus;
using format::Side;
using format::TableUse;

// The row id of a node in the trace; 0 = none (and always 0 from NullObserver).
enum class NodeId : std::int64_t {};
inline constexpr NodeId kNoNode{0};

constexpr Side other(Side side) { return side == Side::kMax ? Side::kMin : Side::kMax; }

// The optional events, as bits: what an observer captures (observer.h) and `search --capture` asks
// for.
enum Capture : unsigned {
  kCaptureSkipped = 1,  // the skipped moves by name, not only their number
  kCaptureKeys = 2,
  kCaptureProbes = 4,
  kCaptureStores = 8,
  kCaptureNotes = 16,
  kCaptureDefault = kCaptureSkipped | kCaptureProbes | kCaptureStores
};
// The word for each on the command line. Words that a search can also declare are those of
// format::kCapturedKinds.
inline constexpr std::array<std::pair<Capture, std::string_view>, 5> kOptionalEvents{
    {{kCaptureSkipped, "skipped"},
     {kCaptureKeys, "keys"},
     {kCaptureProbes, "probes"},
     {kCaptureStores, "stores"},
     {kCaptureNotes, "notes"}}};

// The declaration of a search, made before it starts: its row of `search`, without the results.
struct SearchDeclaration {
  std::string game, game_options, position;
  std::string algorithm, options, evaluator;
  bool counts_from_side_to_move = false;  // perspective
  std::optional<int> max_player;
  std::optional<int> depth;
  std::vector<std::string> captured;  // kinds of event that are reported completely
  std::string fail;                   // "soft", "hard" or "" = not declared
  bool exact_windows = false;
  bool uniform = false;
  std::optional<Window> score_range;
  // The text of a move; called from the search thread, once per code.
  std::function<std::string(MoveCode)> move_text;
};

struct PassBegin {
  PassPurpose purpose = PassPurpose::kFixed;
  int depth = 0;
  Window window;
};

struct EnterEvent {
  MoveCode move =
      kNoMove;  // kNoMove: the root of a pass, a hand-over, a probe of the same position
  Side side = Side::kMax;
  int depth = 0;
  Window window{};
  Role role = Role::kMove;
  Phase phase = Phase::kMain;
  std::optional<std::uint64_t> key{};
};

// The window of the node is now `window`. With Cause::kChild the cause is the child left last.
struct BoundEvent {
  Cause cause = Cause::kChild;
  Window window;
};

// The node stops searching moves. With Cause::kChild the cause is the child left last.
struct CutoffEvent {
  CutoffKind kind = CutoffKind::kBeta;
  Cause cause = Cause::kChild;
  Score value = 0;
  Window window{};                      // the node's window before the value updates it
  std::span<const MoveCode> skipped{};  // skipped moves, in the order of trying
  bool skipped_known = true;            // false if the list depends on what would have been tried
  std::optional<int> unnamed{};         // number of skipped moves that the engine did not generate
  std::string_view reason{};            // the engine's own words
};

// The node stored a result in the transposition table.
struct StoreEvent {
  static constexpr unsigned kCapture = kCaptureStores;  // the bit that asks for this event
  int depth = 0;
  Bound bound = Bound::kExact;
  Score value = 0;
  MoveCode move = kNoMove;
  std::uint64_t key = 0;       // the table's key; 0 = not reported
  std::optional<Score> raw{};  // the stored number, if it differs from value
};

// The node found an entry in the transposition table.
struct ProbeEvent {
  static constexpr unsigned kCapture = kCaptureProbes;
  std::uint64_t key = 0;  // the key that the table was asked for; 0 = not reported
  int depth = 0;          // the depth that the node needs
  int stored_depth = 0;
  Bound bound = Bound::kExact;
  Score value = 0;
  MoveCode move = kNoMove;
  TableUse used = TableUse::kNo;
  NodeId stored_by = kNoNode;  // current_node() at the time of the store, kept in the entry
  std::optional<Score> raw{};
  std::optional<std::uint64_t> entry_key{};  // the key that the entry was stored under, if known
};

struct NoteEvent {
  static constexpr unsigned kCapture = kCaptureNotes;
  std::string_view name, value;
};

// The further events of the innermost open node. Observers and recorders handle every type of this
// list in the same way.
using ExtraEvent = std::variant<const StoreEvent*, const ProbeEvent*, const NoteEvent*>;

struct LeaveEvent {
  std::optional<Score> value{};  // none: the node was abandoned
  NodeKind kind = NodeKind::kInterior;
  std::optional<Bound> bound{};
  std::optional<Score> score{};  // static score, where it differs from value
  NodeId best = kNoNode;         // the child whose value was taken
  std::optional<int> legal{};    // moves that would have been searched without cutoffs
};

// The common case of each event, as numbers only, so that it is passed in registers. All of them
// belong to the main search (no quiescence).

// Enters an interior node, without a key.
struct PlainEnterEvent {
  MoveCode move;
  Side side;
  int depth;
  Window window;
  Role role;
};

// The child left last tightened the window.
struct PlainBoundEvent {
  Window window;
};

// The child left last caused a cutoff.
struct PlainCutoffEvent {
  CutoffKind kind;
  Score value;
  Window window;
  std::span<const MoveCode> skipped;
};

// Leaves an interior node.
struct PlainLeaveEvent {
  Score value;
  Bound bound;
  NodeId best;
  int legal;
};

// A whole leaf, which most nodes are: reached by a move, with its static score as its value.
struct PlainLeafEvent {
  MoveCode move;
  Side side;
  int depth;
  Window window;
  NodeKind kind;
  Bound bound;
  Score value;
};

struct PassEnd {
  SearchStatus status = SearchStatus::kFinished;
  std::optional<Score> value{};
  MoveCode best_move = kNoMove;
  std::uint64_t nodes = 0;
  std::vector<std::string> pv{};  // the line that the engine reports for the pass; empty = none
};

struct SearchEnd {
  SearchStatus status = SearchStatus::kFinished;
  std::optional<Score> value{}, lower{}, upper{};
  std::optional<int> completed_depth{};
  std::string best_move{};  // "" = none
  std::vector<std::string> pv{};
  std::uint64_t nodes = 0, leaf_evaluations = 0;
};

}  // namespace plytrace

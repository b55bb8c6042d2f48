// SPDX-License-Identifier: MIT
//
// The events of a search, as it tells them to an observer (core/observer.h): plain values, which
// refer to moves and texts of the search until it goes on. All scores and windows are from MAX's
// point of view. What each means for a verdict stands in docs/events.md.
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

// Optional extra events; the bits of what an observer captures (observer.h) and of `search
// --capture`.
enum Capture : unsigned {
  kCaptureSkipped = 1,  // the skipped moves by name, not only their number
  kCaptureKeys = 2,
  kCaptureProbes = 4,
  kCaptureStores = 8,
  kCaptureNotes = 16,
  kCaptureDefault = kCaptureSkipped | kCaptureProbes | kCaptureStores
};
// The word of each; where a search can declare it, that is the one of format::kCapturedKinds.
inline constexpr std::array<std::pair<Capture, std::string_view>, 5> kOptionalEvents{
    {{kCaptureSkipped, "skipped"},
     {kCaptureKeys, "keys"},
     {kCaptureProbes, "probes"},
     {kCaptureStores, "stores"},
     {kCaptureNotes, "notes"}}};

// What a search says about itself before it starts: the row of `search`, minus the results.
struct SearchDeclaration {
  std::string game, game_options, position;
  std::string algorithm, options, evaluator;
  bool counts_from_side_to_move = false;  // perspective
  std::optional<int> max_player;
  std::optional<int> depth;
  std::vector<std::string> captured;  // kinds of event that are emitted completely
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

// The window of the node is now `window`. With Cause::kChild the child is the last one left.
struct BoundEvent {
  Cause cause = Cause::kChild;
  Window window;
};

// The node stops searching moves. With Cause::kChild the child is the last one left.
struct CutoffEvent {
  CutoffKind kind = CutoffKind::kBeta;
  Cause cause = Cause::kChild;
  Score value = 0;
  Window window{};                      // of the node at that moment, not yet updated by value
  std::span<const MoveCode> skipped{};  // in the order they would have been tried
  bool skipped_known = true;     // false where the list depends on what would have been tried
  std::optional<int> unnamed{};  // how many were skipped, where they have no names
  std::string_view reason{};     // words of the engine
};

// A result of the node went into the table.
struct StoreEvent {
  static constexpr unsigned kCapture = kCaptureStores;  // who wants it
  int depth = 0;
  Bound bound = Bound::kExact;
  Score value = 0;
  MoveCode move = kNoMove;
  std::uint64_t key = 0;       // of the table; 0 = not told
  std::optional<Score> raw{};  // as it lies in the table, where that differs from value
};

// An entry of the table was found.
struct ProbeEvent {
  static constexpr unsigned kCapture = kCaptureProbes;
  std::uint64_t key = 0;  // the table was asked with; 0 = not told
  int depth = 0;          // asked
  int stored_depth = 0;
  Bound bound = Bound::kExact;
  Score value = 0;
  MoveCode move = kNoMove;
  TableUse used = TableUse::kNo;
  NodeId stored_by = kNoNode;  // current_node() at the time of the store, kept in the entry
  std::optional<Score> raw{};
  std::optional<std::uint64_t> entry_key{};  // the entry was stored under, where that is known
};

struct NoteEvent {
  static constexpr unsigned kCapture = kCaptureNotes;
  std::string_view name, value;
};

// What a search tells of the innermost open node besides its windows, cutoffs and children; who
// passes events on, or records them, takes each kind of this list alike.
using ExtraEvent = std::variant<const StoreEvent*, const ProbeEvent*, const NoteEvent*>;

struct LeaveEvent {
  std::optional<Score> value{};  // none: abandoned, the node has no usable value
  NodeKind kind = NodeKind::kInterior;
  std::optional<Bound> bound{};
  std::optional<Score> score{};  // static score, where it differs from value
  NodeId best = kNoNode;         // the child whose value was taken
  std::optional<int> legal{};    // moves that would have been searched without cutoffs
};

// What most events say, as numbers only: they are told from registers. All are of the main search.
// An interior node is entered; keys are not wanted.
struct PlainEnterEvent {
  MoveCode move;
  Side side;
  int depth;
  Window window;
  Role role;
};

// The child that was left last tightened the window.
struct PlainBoundEvent {
  Window window;
};

// The child that was left last cuts.
struct PlainCutoffEvent {
  CutoffKind kind;
  Score value;
  Window window;
  std::span<const MoveCode> skipped;
};

// An interior node is left.
struct PlainLeaveEvent {
  Score value;
  Bound bound;
  NodeId best;
  int legal;
};

// What most nodes are: a leaf, reached by a move, that has its static score as its value.
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

// SPDX-License-Identifier: MIT
//
// EventLine reads one event line, such as {"event":"enter","move":"d","depth":3}: the event, and
// its fields by name, each with the type that the event expects. schemas/events.schema.json defines
// the fields. Only the .cc file, which has the table of names, uses the JSON library.
//
//   EventLine line;
//   line.read(text);                                  // the bytes of one line
//   const auto depth = line.integer("depth");   // nullopt if absent or null
//   if (line.has_fault()) ...                         // a field that was read is wrong
//
// Errors: the first fault of a line is kept as text, and later reads return nothing, so that a
// caller reads a whole event before it checks. Texts are valid until the next read(). Memory: the
// longest line. Thread rule: one thread an object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/name_in.h"
#include "core/score.h"

namespace plytrace {

enum class EventName : std::uint8_t {
  kSearch,
  kPass,
  kEnter,
  kExclude,
  kBound,
  kCutoff,
  kStore,
  kProbe,
  kNote,
  kLeave,
  kCredit,
  kIs,
  kStandPat,
  kEndPass,
  kEndSearch,
  kMissing,
  kStop,
  kStart
};

// The fields of all events.
inline constexpr auto kFieldNames =
    std::to_array<std::string_view>({"event",        "stream",      "node",
                                     "move",         "side",        "depth",
                                     "alpha",        "beta",        "role",
                                     "phase",        "key",         "value",
                                     "kind",         "bound",       "score",
                                     "legal",        "best",        "best_move",
                                     "cause",        "skipped",     "skipped_moves",
                                     "reason",       "moves",       "raw",
                                     "stored_depth", "stored_by",   "entry_key",
                                     "used",         "name",        "purpose",
                                     "status",       "nodes",       "leaf_evaluations",
                                     "lower",        "upper",       "completed_depth",
                                     "pv",           "game",        "game_options",
                                     "position",     "algorithm",   "options",
                                     "evaluator",    "engine",      "engine_version",
                                     "perspective",  "max_player",  "captured",
                                     "fail",         "windows",     "uniform",
                                     "score_min",    "score_max",   "events",
                                     "below",        "max_ply",     "from_ply",
                                     "max_nodes",    "only_search", "at_key"});
using Field = NameIn<kFieldNames>;

class EventLine {
 public:
  // This number of bytes behind the text must be readable.
  static constexpr std::size_t kPadding = 64;

  EventLine();
  ~EventLine();

  // Reads a line and forgets the previous one.
  void read(std::string_view text);
  // The event, even if a field is wrong; nullopt if the line is not an event.
  std::optional<EventName> event() const { return event_; }

  bool has(Field field) const { return (present_ >> field.index & 1U) != 0; }
  // NaN for "nan", which a recorder writes for a score that is none; the Emitter refuses it.
  std::optional<Score> score(Field field);
  std::optional<std::int64_t> integer(Field field);
  std::optional<std::int32_t> small_integer(Field field);
  std::optional<std::int32_t> count(Field field);  // at least 0
  // A number, also as a text of 0x and hexadecimal digits; the hash of any other text.
  std::optional<std::uint64_t> key(Field field);
  // A text; a whole number is read as its digits.
  std::optional<std::string_view> text(Field field);
  std::string text_or_empty(Field field);
  bool flag(Field field);
  // A list of such texts; nullopt if absent.
  std::optional<std::vector<std::string_view>> texts(Field field);
  // A JSON object, or the text of one, as text; "" if absent.
  std::string object(Field field);
  // The index of the field's text among the words.
  std::optional<std::size_t> word_index(Field field, const std::string_view* words,
                                        std::size_t count);

  void need(Field field);
  // "alpha: expected a number, found 3" and the like, behind the name of the event.
  void fail(Field field, const std::string& what);
  // "leave: there is no open node"
  void fail_event(const std::string& what);
  // The same as fail(), for a field that would be right after other lines.
  void fail_here(Field field, const std::string& what);
  // Whether the first fault concerns the order of lines: the line would be right after other lines.
  bool is_about_order() const { return is_about_order_; }
  bool has_fault() const { return !fault_.empty(); }
  // The first fault, or else the first field that does not belong to the event; "" if there is
  // none.
  const std::string& fault() const { return fault_.empty() ? extra_ : fault_; }

 private:
  struct Json;
  class FieldTable;
  void expect(Field field, const std::string& what);
  std::string found(Field field) const;
  std::string number_text(Field field) const;
  std::string_view digits_of(std::int64_t number);
  void read_event();

  std::unique_ptr<Json> json_;
  std::string_view line_;      // valid while fields are read
  std::uint64_t present_ = 0;  // one bit a field; null counts as absent
  std::optional<EventName> event_;
  std::string fault_, extra_;
  std::string_view unknown_;  // the first name that is no field; while the line is read
  bool is_about_order_ = false;
  std::deque<std::string> digits_;  // texts made of numbers of this line
};

}  // namespace plytrace

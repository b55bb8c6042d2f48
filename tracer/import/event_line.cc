// SPDX-License-Identifier: MIT
#include "tracer/import/event_line.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <new>
#include <utility>

#include "core/parameters.h"

namespace plytrace {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kFields = std::size(kFieldNames);
// Events are flat; game options may nest a little.
constexpr std::size_t kMaxDepth = 32;
constexpr std::size_t kShown = 40;  // the largest size of a value in a message
constexpr std::string_view kTwoPlayersOnly =
    " (a trace has two players, MAX and MIN: chance nodes and further players are not supported)";

constexpr std::uint64_t bit(Field field) { return std::uint64_t{1} << field.index; }

template <class... Names>
consteval std::uint64_t fields(const Names*... names) {
  return (bit(Field(names)) | ...);
}

// The fields of each event, in the order of EventName.
struct EventInfo {
  std::string_view name;
  std::uint64_t fields;
};
constexpr std::uint64_t kEverywhere = fields("event", "stream");
constexpr std::uint64_t kEntry =
    kEverywhere | fields("node", "key", "depth", "bound", "value", "raw", "move");
constexpr std::array<EventInfo, 18> kEvents{{
    {"search",
     kEverywhere | fields("game", "game_options", "position", "algorithm", "options", "evaluator",
                          "engine", "engine_version", "perspective", "max_player", "depth",
                          "captured", "fail", "windows", "uniform", "score_min", "score_max")},
    {"pass", kEverywhere | fields("purpose", "depth", "alpha", "beta")},
    {"enter", kEverywhere |
                  fields("node", "move", "side", "depth", "alpha", "beta", "role", "phase", "key")},
    {"exclude", kEverywhere | fields("node", "moves")},
    {"bound", kEverywhere | fields("node", "cause", "alpha", "beta")},
    {"cutoff", kEverywhere | fields("node", "kind", "cause", "value", "alpha", "beta", "skipped",
                                    "skipped_moves", "reason")},
    {"store", kEntry},
    {"probe", kEntry | fields("stored_depth", "stored_by", "entry_key", "used")},
    {"note", kEverywhere | fields("node", "name", "value")},
    {"leave",
     kEverywhere | fields("node", "value", "kind", "bound", "score", "best", "best_move", "legal")},
    {"credit", kEverywhere | fields("node", "score")},
    {"is", kEverywhere | fields("node", "kind", "bound")},
    {"stand_pat", kEverywhere | fields("node", "score")},
    {"end_pass", kEverywhere | fields("status", "value", "best_move", "pv", "nodes")},
    {"end_search", kEverywhere | fields("status", "value", "lower", "upper", "completed_depth",
                                        "best_move", "pv", "nodes", "leaf_evaluations")},
    {"missing", kEverywhere | fields("events")},
    {"stop", kEverywhere},
    {"start", kEverywhere | fields("engine", "engine_version", "below", "max_ply", "from_ply",
                                   "max_nodes", "only_search", "at_key")},
}};

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    list += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return list;
}

std::vector<std::string> event_names() {
  std::vector<std::string> names;
  for (const EventInfo& info : kEvents) names.emplace_back(info.name);
  return names;
}

// Text from the line, short enough for a message and without control characters.
std::string shown(std::string_view text) {
  return json_quote(text.size() <= kShown ? std::string(text)
                                          : std::string(text.substr(0, kShown)) + "...");
}

std::vector<std::string> fields_in(std::uint64_t mask) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kFields; ++i) {
    if ((mask & ~bit("event") & bit(Field(i))) != 0) names.emplace_back(kFieldNames[i]);
  }
  return names;
}

// Names that other programs give these fields.
constexpr std::array<std::pair<std::string_view, Field>, 22> kOtherNames{{
    {"player", Field("side")},       {"turn", Field("side")},         {"color", Field("side")},
    {"colour", Field("side")},       {"stm", Field("side")},          {"eval", Field("value")},
    {"result", Field("value")},      {"hash", Field("key")},          {"zobrist", Field("key")},
    {"flag", Field("bound")},        {"bound_type", Field("bound")},  {"moves", Field("legal")},
    {"legal_moves", Field("legal")}, {"type", Field("kind")},         {"thread", Field("stream")},
    {"id", Field("node")},           {"fen", Field("position")},      {"low", Field("alpha")},
    {"high", Field("beta")},         {"static_eval", Field("score")}, {"pruned", Field("skipped")},
    {"remaining", Field("depth")},
}};

// A field of no event, or of another one than that of the line.
std::string suggestion_for(std::string_view name, std::uint64_t fields) {
  std::string plain;  // bestMove and best-move are best_move
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') {
      plain += plain.empty() ? "" : "_";
      plain += static_cast<char>(c - 'A' + 'a');
    } else {
      plain += c == '-' || c == ' ' ? '_' : c;
    }
  }
  const std::vector<std::string> names = fields_in(fields);
  for (const auto& [other, field] : kOtherNames) {
    if (plain == other && (fields & bit(field)) != 0)
      return " (did you mean '" + std::string(field.text()) + "'?)";
  }
  const std::string near = did_you_mean(plain, names);
  return near.empty() ? "; expected " + list_of(names) : near;
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// A double holds every whole number up to here.
constexpr double kExact = 9007199254740992.0;

// The significant digits of a number: "1500" and "0.15e9" have 15.
std::string significant_digits(std::string_view number) {
  std::string digits;
  for (const char c : number.substr(0, number.find_first_of("eE"))) {
    if (c >= '0' && c <= '9') digits += c;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

// Whether `number`, which was read from `text`, has the value of the text: all its digits, or the
// digits that programs print for this number (the shortest that identify it, or 17).
bool is_held(std::string_view text, double number) {
  const std::string digits = significant_digits(text);
  const auto printed = [number](auto... how) {
    std::array<char, 400> out{};
    const auto end = std::to_chars(out.data(), out.data() + out.size(), number, how...).ptr;
    return significant_digits({out.data(), static_cast<std::size_t>(end - out.data())});
  };
  return digits == printed() || digits == printed(std::chars_format::scientific, 16) ||
         digits == printed(std::chars_format::fixed, 0);
}

// The FNV-1a hash of the text, never 0: 0 means that a node has no key.
std::uint64_t key_of_text(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  if (text.starts_with("0x")) {
    const auto read = std::from_chars(text.data() + 2, end, number, 16);
    if (read.ec == std::errc{} && read.ptr == end) return number;
  }
  number = 0xCBF29CE484222325;
  for (const char c : text) number = (number ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return std::max<std::uint64_t>(number, 1);
}

// The message for a line that the parser refused.
std::string why_no_json(simdjson::error_code code, std::string_view text) {
  if (code == simdjson::DEPTH_ERROR) return "nested too deep; events are flat";
  if (code == simdjson::UTF8_ERROR) return "not UTF-8; write texts as UTF-8, or escape them";
  if (text.find('\0') != std::string_view::npos) {
    return "holds a NUL byte; write one JSON object a line, as text";
  }
  if (holds(text, "NaN")) return "not JSON: NaN is not a score; leave the field out";
  if (holds(text, "Infinity")) return "not JSON: write infinities as \"-inf\" and \"+inf\"";
  if (code == simdjson::NUMBER_ERROR) {
    return "not valid JSON: a number is malformed or out of range";
  }
  return "not a JSON object: " + shown(text) + "; each line is one, such as {\"event\":\"enter\"}";
}

}  // namespace

// A hash table of names with a load factor of a quarter.
class EventLine::FieldTable {
 public:
  FieldTable() {
    for (std::size_t i = 0; i < kFields; ++i) {
      std::size_t at = slot(kFieldNames[i]);
      while (slots_[at]) at = (at + 1) % kSlots;
      slots_[at] = Field(i);
    }
  }
  std::optional<Field> find(std::string_view name) const {
    if (name.empty()) return std::nullopt;
    std::size_t at = slot(name);
    while (slots_[at] && slots_[at]->text() != name) at = (at + 1) % kSlots;
    return slots_[at];
  }

 private:
  static constexpr std::size_t kSlots = 256;
  static std::size_t slot(std::string_view name) {
    const auto byte = [&](std::size_t i) {
      return std::size_t{static_cast<unsigned char>(name[i])};
    };
    return (name.size() * 31 + byte(0) * 7 + byte(name.size() - 1) * 13 +
            byte(name.size() / 2) * 5) %
           kSlots;
  }
  std::array<std::optional<Field>, kSlots> slots_;
};

struct EventLine::Json {
  dom::parser parser{std::size_t{1} << 28};
  std::array<dom::element, kFields> values;
  FieldTable fields;
  std::size_t capacity = 0;
};

EventLine::EventLine() : json_(std::make_unique<Json>()) {}
EventLine::~EventLine() = default;

void EventLine::read(std::string_view text) {
  line_ = text;
  present_ = 0;
  event_.reset();
  fault_.clear();
  extra_.clear();
  unknown_ = {};
  is_about_order_ = false;
  digits_.clear();
  Json& json = *json_;
  if (text.size() > json.capacity) {
    // Double the capacity, so that slowly growing lines do not allocate each time.
    json.capacity = std::max(std::size_t{4096}, 2 * text.size());
    if (json.parser.allocate(json.capacity, kMaxDepth) != simdjson::SUCCESS) {
      json.capacity = 0;
      throw std::bad_alloc();
    }
  }
  dom::element document;
  dom::object object;
  // Without a copy, since LineSource provides readable bytes behind the text (kPadding).
  simdjson::error_code code = json.parser.parse(text.data(), text.size(), false).get(document);
  if (code == simdjson::SUCCESS) code = document.get(object);
  if (code != simdjson::SUCCESS) {
    fault_ = why_no_json(code, text);
    return;
  }
  for (const auto& [name, value] : object) {
    const std::optional<Field> field = json.fields.find(name);
    if (!field) {
      // The message names only one.
      if (unknown_.empty()) unknown_ = name;
      continue;
    }
    if (has(*field)) fail(*field, "is there twice; expected each field once");
    // A null field counts as absent.
    if (value.is_null()) continue;
    json.values[field->index] = value;
    present_ |= bit(*field);
  }
  read_event();
}

void EventLine::read_event() {
  need("event");
  const std::string_view name = text("event").value_or("");
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    if (kEvents[i].name == name) event_ = static_cast<EventName>(i);
  }
  if (!event_) {
    fail("event", "unknown event " + shown(name) + did_you_mean(std::string(name), event_names()) +
                      "; expected " + list_of(event_names()));
    return;
  }
  const EventInfo& info = kEvents[static_cast<std::size_t>(*event_)];
  const std::string prefix = std::string(info.name) + ".";
  // The fault was found before the event was known.
  if (has_fault()) fault_.insert(0, prefix);
  // A field that does not belong here does not affect the others; --lenient uses the event.
  if (!unknown_.empty()) {
    extra_ = std::string(info.name) + ": unknown field " + shown(unknown_) +
             suggestion_for(unknown_, info.fields);
    return;
  }
  const std::uint64_t foreign = present_ & ~info.fields;
  if (foreign == 0) return;
  std::size_t first = 0;
  while ((foreign >> first & 1U) == 0) ++first;
  extra_ = prefix + std::string(kFieldNames[first]) + ": is not a field of this event" +
           suggestion_for(kFieldNames[first], info.fields);
}

void EventLine::fail(Field field, const std::string& what) {
  if (!fault_.empty()) return;
  if (event_) fault_ = std::string(kEvents[static_cast<std::size_t>(*event_)].name) + ".";
  fault_ += std::string(field.text()) + ": " + what;
}

void EventLine::fail_event(const std::string& what) {
  if (!fault_.empty() || !event_) return;
  is_about_order_ = true;
  fault_ = std::string(kEvents[static_cast<std::size_t>(*event_)].name) + ": " + what;
}

void EventLine::fail_here(Field field, const std::string& what) {
  is_about_order_ = is_about_order_ || fault_.empty();
  fail(field, what);
}

std::string EventLine::found(Field field) const {
  const dom::element& value = json_->values[field.index];
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) return shown(text);
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  return simdjson::minify(value);
}

// The digits of the number in the line, because the parser keeps only the converted number. The
// line is valid JSON.
std::string EventLine::number_text(Field field) const {
  const std::string name = '"' + std::string(field.text()) + '"';
  int depth = 0;
  for (std::size_t at = 0; at < line_.size(); ++at) {
    const char c = line_[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '"') continue;
    const std::size_t begin = at;
    for (++at; line_[at] != '"'; ++at) at += line_[at] == '\\' ? 1U : 0U;
    const std::size_t colon = line_.find_first_not_of(" \t", at + 1);
    const bool is_name = depth == 1 && line_.substr(begin, at + 1 - begin) == name &&
                         colon != std::string_view::npos && line_[colon] == ':';
    if (!is_name) continue;
    const std::size_t from = std::min(line_.find_first_not_of(" \t", colon + 1), line_.size());
    return std::string(line_.substr(from, line_.find_first_of(" \t\r\n,}", from) - from));
  }
  return found(field);
}

void EventLine::expect(Field field, const std::string& what) {
  fail(field, "expected " + what + ", found " + found(field));
}

void EventLine::need(Field field) {
  if (has(field)) return;
  // An unknown name in the line may be a misspelling of this field.
  if (fault_.empty() && !extra_.empty()) fault_ = extra_;
  fail(field, "is missing, but required");
}

std::optional<Score> EventLine::score(Field field) {
  if (!has(field)) return std::nullopt;
  const dom::element& value = json_->values[field.index];
  double number = 0;
  if (value.get(number) == simdjson::SUCCESS) {
    // Doubles near zero have fewer digits (subnormal ones).
    const bool is_tiny = value.is_double() && std::abs(number) < std::numeric_limits<double>::min();
    const bool may_be_rounded = std::abs(number) >= kExact || is_tiny;
    if (may_be_rounded && !is_held(number_text(field), number)) {
      fail(field,
           "no score can be exactly " + shown(number_text(field)) +
               ": a score is a double, which holds " +
               (is_tiny ? "fewer digits this close to 0" : "whole numbers up to 9007199254740992"));
      return std::nullopt;
    }
    // -0 is 0 everywhere in a trace.
    return number == 0 ? 0 : number;
  }
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) {
    if (text == "-inf") return -kInfinity;
    if (text == "+inf" || text == "inf") return kInfinity;
    if (text == "nan") return std::numeric_limits<Score>::quiet_NaN();
  }
  expect(field, "a number, \"-inf\" or \"+inf\"");
  return std::nullopt;
}

std::optional<std::int64_t> EventLine::integer(Field field) {
  if (!has(field)) return std::nullopt;
  const dom::element& value = json_->values[field.index];
  std::int64_t number = 0;
  if (value.get(number) == simdjson::SUCCESS) return number;
  double real = 0;  // 3.0, as some languages write 3
  if (value.get(real) == simdjson::SUCCESS && std::abs(real) <= kExact &&
      real == std::trunc(real)) {
    return static_cast<std::int64_t>(real);
  }
  expect(field, "a whole number");
  return std::nullopt;
}

std::optional<std::int32_t> EventLine::small_integer(Field field) {
  const auto number = integer(field);
  // Must fit into the recorder's 32 bits, which reserve the smallest value for "none".
  constexpr std::int64_t kLimit = std::numeric_limits<std::int32_t>::max();
  if (!number || (*number >= -kLimit && *number <= kLimit)) {
    return number ? std::optional(static_cast<std::int32_t>(*number)) : std::nullopt;
  }
  expect(field, "a whole number of at most 2147483647");
  return std::nullopt;
}

std::optional<std::int32_t> EventLine::count(Field field) {
  const auto number = small_integer(field);
  if (number && *number < 0) fail(field, "is below 0");
  return number;
}

std::optional<std::uint64_t> EventLine::key(Field field) {
  if (!has(field)) return std::nullopt;
  const dom::element& value = json_->values[field.index];
  // Keys are hashes of 64 bits, written as signed or unsigned numbers.
  std::uint64_t number = 0;
  if (value.get(number) == simdjson::SUCCESS) return number;
  std::int64_t negative = 0;
  if (value.get(negative) == simdjson::SUCCESS) return static_cast<std::uint64_t>(negative);
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS && !text.empty()) return key_of_text(text);
  expect(field, "a whole number of at most 64 bits, or a text");
  return std::nullopt;
}

std::optional<std::string_view> EventLine::text(Field field) {
  if (!has(field)) return std::nullopt;
  const dom::element& value = json_->values[field.index];
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) {
    std::int64_t number = 0;
    if (value.get(number) != simdjson::SUCCESS) {
      expect(field, "a text");
      return std::nullopt;
    }
    return digits_of(number);
  }
  // SQL would end the text at a NUL.
  if (text.find('\0') != std::string_view::npos) {
    fail(field, "expected a text without NUL characters");
    return std::nullopt;
  }
  return text;
}

// The digits are stored, because a view of them is returned.
std::string_view EventLine::digits_of(std::int64_t number) {
  return digits_.emplace_back(std::to_string(number));
}

std::string EventLine::text_or_empty(Field field) { return std::string(text(field).value_or("")); }

bool EventLine::flag(Field field) {
  if (!has(field)) return false;
  bool value = false;
  if (json_->values[field.index].get(value) != simdjson::SUCCESS) {
    expect(field, "true or false");
  }
  return value;
}

std::optional<std::vector<std::string_view>> EventLine::texts(Field field) {
  if (!has(field)) return std::nullopt;
  dom::array list;
  if (json_->values[field.index].get(list) != simdjson::SUCCESS) {
    expect(field, "a list of texts");
    return std::nullopt;
  }
  std::vector<std::string_view> texts;
  for (const dom::element& element : list) {
    std::string_view text;
    std::int64_t number = 0;
    if (element.get(number) == simdjson::SUCCESS) {
      text = digits_of(number);
    } else if (element.get(text) != simdjson::SUCCESS ||
               text.find('\0') != std::string_view::npos) {
      fail(field,
           "expected a list of texts, found " + std::string(simdjson::minify(element)) + " in it");
      return std::nullopt;
    }
    texts.push_back(text);
  }
  return texts;
}

std::string EventLine::object(Field field) {
  if (!has(field)) return {};
  const dom::element& value = json_->values[field.index];
  if (value.is_object()) return simdjson::minify(value);
  if (value.is_string()) return text_or_empty(field);
  expect(field, "a JSON object");
  return {};
}

std::optional<std::size_t> EventLine::word_index(Field field, const std::string_view* words,
                                                 std::size_t count) {
  if (!has(field)) return std::nullopt;
  std::string_view given;
  const bool is_text = json_->values[field.index].get(given) == simdjson::SUCCESS;
  for (std::size_t i = 0; is_text && i < count; ++i) {
    if (words[i] == given) return i;
  }
  const std::vector<std::string> known(words, words + count);
  std::vector<std::string> quoted;
  for (const std::string& each : known) quoted.push_back(json_quote(each));
  const bool is_first = !has_fault();
  expect(field, list_of(quoted));
  // Only with its own message, since the first fault is kept.
  if (is_text && is_first) {
    const std::string hint = did_you_mean(std::string(given), known);
    fault_ += hint.empty() && field == Field("side") ? std::string(kTwoPlayersOnly) : hint;
  }
  return std::nullopt;
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// Converts node ids to paths and paths to nodes. Results are cached while a snapshot is held.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "core/number_text.h"
#include "viewer/format/numbers.h"
#include "viewer/reader/path_walk.h"
#include "viewer/reader/reader_state.h"

namespace plytrace {
namespace {

constexpr std::string_view kSamePosition = "=";
// Longest cached path, in bytes: a line of 100,000 plies has as many prefixes.
constexpr std::size_t kLongestKnown = 1'000;

std::optional<char> hex_byte(std::string_view digits) {
  unsigned number = 0;
  const char* const end = digits.data() + digits.size();
  const auto result = std::from_chars(digits.data(), end, number, 16);
  if (digits.size() != 2 || result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return static_cast<char>(number);
}

// Removes "~k" from the end of a component and returns k.
int take_repetition(std::string_view& component) {
  const std::size_t tilde = component.rfind('~');
  if (tilde == std::string_view::npos) return 0;
  const int number = number_from<int>(component.substr(tilde + 1)).value_or(0);
  if (number < 1) return 0;
  component = component.substr(0, tilde);
  return number;
}

Result<PathStep> parse_step(std::string_view component) {
  PathStep step;
  step.earlier = take_repetition(component);
  if (component == kSamePosition) {
    step.same_position = true;
    return step;
  }
  // A move whose text is empty.
  if (component == "%") return step;
  for (std::size_t i = 0; i < component.size(); ++i) {
    if (component[i] != '%') {
      step.move += component[i];
      continue;
    }
    const auto byte = hex_byte(component.substr(i + 1, 2));
    if (!byte) {
      return Status::bad_input(
          "'" + std::string(component) +
          "' in the path: two hexadecimal digits must follow %; write % itself as %25");
    }
    step.move += *byte;
    i += 2;
  }
  return step;
}

Result<std::vector<PathStep>> parse_path(std::string_view path) {
  if (!path.starts_with('/')) {
    return Status::bad_input("'" + std::string(path) +
                             "' names no node: write a path like /d/c ('/' is the root) or an id");
  }
  std::vector<PathStep> steps;
  path.remove_prefix(1);
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    if (slash == 0)
      return Status::bad_input("the path contains an empty move; write it like /d/c/e");
    auto step = parse_step(path.substr(0, slash));
    if (!step) return step.status();
    steps.push_back(std::move(*step));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return steps;
}

bool same_step(const TraceReader& reader, const NodeRow& child, const PathStep& step) {
  if (step.same_position) return !child.move;
  return child.move && reader.move_text(child.move) == step.move;
}

// All searches of one move below a node, in order, and the one that the move without "~k" names.
struct Searches {
  std::vector<NodeRow> rows;
  std::size_t chosen = 0;

  // The search that "~k" names; k = 0 is the chosen one.
  const NodeRow* find(int earlier) const {
    if (rows.empty()) return nullptr;
    if (earlier == 0) return &rows[chosen];
    const auto k = static_cast<std::size_t>(earlier);
    // "~k" counts all searches except the chosen one.
    const std::size_t index = k - 1 < chosen ? k - 1 : k;
    return index < rows.size() ? &rows[index] : nullptr;
  }
};

Searches searches_of(const TraceReader& reader, const NodeRow& parent, const PathStep& step) {
  Searches found;
  bool counting = false;
  reader.for_each_child(parent, [&](const NodeRow& child) {
    if (!same_step(reader, child, step)) return true;
    // Choose the last search that counts or, if none counts, the last one.
    if (child.counts() || !counting) found.chosen = found.rows.size();
    counting = counting || child.counts();
    found.rows.push_back(child);
    return true;
  });
  return found;
}

// The "~k" suffixes of the children of a node, by id. The chosen search of a move has none.
reader::Repeats repeats_below(const TraceReader& trace, const NodeRow& parent) {
  struct Move {
    std::vector<std::int64_t> searches;
    std::size_t chosen = 0;
    bool counting = false;
  };
  std::unordered_map<std::string, Move> moves;
  trace.for_each_child(parent, [&](const NodeRow& child) {
    Move& move = moves[child.move ? "m" + trace.move_text(child.move) : std::string(kSamePosition)];
    if (child.counts() || !move.counting) move.chosen = move.searches.size();
    move.counting = move.counting || child.counts();
    move.searches.push_back(child.id);
    return true;
  });
  reader::Repeats repeats;
  for (const auto& [text, move] : moves) {
    for (std::size_t i = 0; i < move.searches.size(); ++i) {
      if (i != move.chosen)
        repeats.emplace(move.searches[i], static_cast<int>(i < move.chosen ? i + 1 : i));
    }
  }
  return repeats;
}

// "its moves are a, b, c and 4 more", for the error about the node where a path ends.
std::string moves_below(const TraceReader& reader, const NodeRow& node) {
  constexpr std::size_t kMostNamed = 12;
  std::vector<std::string> names;
  std::size_t more = 0;
  reader.for_each_child(node, [&](const NodeRow& child) {
    const std::string name = child.move ? TraceReader::path_component(reader.move_text(child.move))
                                        : std::string(kSamePosition);
    if (std::find(names.begin(), names.end(), name) != names.end()) return true;
    if (names.size() < kMostNamed) {
      names.push_back(name);
    } else {
      ++more;
    }
    // Enough to say "and more".
    return more < 1000;
  });
  std::string missing;
  if (node.unrecorded > 0) missing = unrecorded_words(node, "it");
  if (names.empty()) return missing.empty() ? "it has no children" : missing;
  std::string text = "searched there: ";
  for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (more != 0) text += " and more";
  return missing.empty() ? text : text + "; " + missing;
}

Status no_such_path(const TraceReader& reader, const PathEnd& end) {
  const std::string wanted = end.text(end.found + 1);
  const std::string reached = end.text(end.found);
  std::string text = reader.file().path + ": no node " + wanted + ": ";
  if (ends_at_skipped_move(reader, end)) {
    text += "a cutoff at " + reached + " skipped this move (see plytrace why)";
  } else {
    text += reached + " exists; " + moves_below(reader, end.node) + pass_of_move(reader, end);
  }
  return Status::bad_input(std::move(text));
}

Result<NodeRow> find_id(const TraceReader& reader, std::string_view digits) {
  if (const auto id = number_from<std::int64_t>(digits)) {
    if (auto node = reader.node(*id)) return std::move(*node);
    if (!reader.status().is_ok()) return reader.status();
  }
  return Status::bad_input(reader.file().path + ": no node #" + std::string(digits) +
                           "; name one by its path (/d/c) or by an id of this trace");
}

}  // namespace

bool ends_at_skipped_move(const TraceReader& reader, const PathEnd& end) {
  if (end.is_whole() || end.steps[end.found].same_position) return false;
  const std::string& move = end.steps[end.found].move;
  for (const CutoffRow& cutoff : reader.events_of<CutoffRow>(end.node)) {
    const auto texts = skipped_texts(cutoff);
    if (texts && std::find(texts->begin(), texts->end(), move) != texts->end()) return true;
  }
  return false;
}

std::string unrecorded_words(const NodeRow& node, const std::string& place) {
  return fmt::format("{} below {}, outside its recorded children, were visited and not recorded",
                     text::count(node.unrecorded, "node"), place);
}

std::string TraceReader::path_component(std::string_view move) {
  if (move.empty()) return "%";
  if (move == kSamePosition) return "%3D";
  std::string text;
  for (const char c : move) {
    switch (c) {
      case '/':
        text += "%2F";
        break;
      case '%':
        text += "%25";
        break;
      case '~':
        text += "%7E";
        break;
      default:
        text += c;
    }
  }
  return text;
}

Result<std::vector<std::string>> TraceReader::split_path(std::string_view path) {
  const auto steps = parse_path(path);
  if (!steps) return steps.status();
  std::vector<std::string> components;
  for (const PathStep& step : *steps) {
    components.push_back(step.same_position ? std::string(kSamePosition) : step.move);
  }
  return components;
}

std::string TraceReader::component(const NodeRow& node) const {
  const Snapshot snapshot(*this);
  const auto parent = node.parent ? this->node(*node.parent) : std::nullopt;
  if (!parent) return "";
  auto known = impl_->repeats.find(parent->id);
  if (known == impl_->repeats.end()) {
    if (impl_->repeats.size() >= Impl::kMostNames) impl_->repeats.clear();
    known = impl_->repeats.emplace(parent->id, repeats_below(*this, *parent)).first;
  }
  std::string text = node.move ? path_component(move_text(node.move)) : std::string(kSamePosition);
  const auto repeat = known->second.find(node.id);
  return repeat == known->second.end() ? text : text + "~" + std::to_string(repeat->second);
}

std::string TraceReader::path(std::int64_t id) const {
  const Snapshot snapshot(*this);
  auto current = node(id);
  if (!current) return "";
  std::vector<std::pair<std::int64_t, std::string>> components;  // each component, and its node
  std::string& text = impl_->last_path.text;
  auto& ends = impl_->last_path.ends;
  std::size_t kept = 0;  // how many nodes of the last path are on this one too
  std::string start;
  // A parent always has a smaller id than its child; anything else is damage and ends the path.
  while (current->parent && *current->parent < current->id) {
    // Nodes that are asked for one after the other often share ancestors.
    const auto last =
        std::lower_bound(ends.begin(), ends.end(), std::pair(current->id, std::size_t{0}));
    if (last != ends.end() && last->first == current->id) {
      kept = static_cast<std::size_t>(last - ends.begin()) + 1;
      break;
    }
    if (const auto known = impl_->paths.find(current->id); known != impl_->paths.end()) {
      start = known->second;
      break;
    }
    auto parent = node(*current->parent);
    if (!parent) break;
    components.emplace_back(current->id, component(*current));
    current = std::move(parent);
  }
  text = kept > 0 ? text.substr(0, ends[kept - 1].second) : std::move(start);
  ends.resize(kept);
  for (auto next = components.rbegin(); next != components.rend(); ++next) {
    text += '/' + next->second;
    ends.emplace_back(next->first, text.size());
    const bool is_last = std::next(next) == components.rend();
    if (is_last || text.size() > kLongestKnown) continue;
    if (impl_->paths.size() >= Impl::kMostNames) impl_->paths.clear();
    impl_->paths.emplace(next->first, text);
  }
  return text.empty() ? "/" : text;
}

std::string PathEnd::text(std::size_t count) const {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const PathStep& step = steps[i];
    text += '/';
    text +=
        step.same_position ? std::string(kSamePosition) : TraceReader::path_component(step.move);
    if (step.earlier != 0) text += "~" + std::to_string(step.earlier);
  }
  return text.empty() ? "/" : text;
}

Status without_nodes(const TraceReader& reader, const PassRow& pass) {
  const std::vector<PassRow> passes = reader.passes(pass.search);
  const bool is_any_other = std::any_of(passes.begin(), passes.end(),
                                        [](const PassRow& row) { return row.root.has_value(); });
  if (is_any_other) {
    return Status::bad_input(reader.file().path + ": pass " + std::to_string(pass.ordinal) +
                             " contains no nodes; choose another with --pass");
  }
  const bool has_lines = std::any_of(passes.begin(), passes.end(),
                                     [](const PassRow& row) { return row.pv.has_value(); });
  return Status::bad_input(reader.file().path + ": search " + std::to_string(pass.search) +
                           (has_lines
                                ? " has no nodes, only lines, as those of a UCI log; info, pv "
                                  "and verify read these"
                                : " has no nodes, only results (see plytrace info)"));
}

std::string pass_of_move(const TraceReader& reader, const PathEnd& end) {
  const PathStep& missing = end.steps[end.found];
  if (end.found > 0 || end.node.parent || missing.same_position) return "";
  std::optional<PassRow> deepest;
  for (const PassRow& pass : reader.passes(end.search)) {
    const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
    if (!root || !root->move || reader.move_text(root->move) != missing.move) continue;
    if (!deepest || pass.depth.value_or(0) >= deepest->depth.value_or(0)) deepest = pass;
  }
  if (!deepest) return "";
  const std::string number = std::to_string(deepest->ordinal);
  return "; pass " + number + " of the search is this move: --pass " + number;
}

Result<PathEnd> walk_path(const TraceReader& reader, std::string_view path, const PassRow& pass) {
  const TraceReader::Snapshot snapshot(reader);
  auto steps = parse_path(path);
  if (!steps) return steps.status();
  auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
  if (!root) {
    return without_nodes(reader, pass);
  }
  PathEnd end{std::move(*root), std::move(*steps), 0, pass.search};
  for (; !end.is_whole(); ++end.found) {
    const PathStep& step = end.steps[end.found];
    const Searches searches = searches_of(reader, end.node, step);
    const NodeRow* next = searches.find(step.earlier);
    if (next == nullptr) break;
    end.node = *next;
  }
  if (!reader.status().is_ok()) return reader.status();
  return end;
}

Result<NodeRow> TraceReader::find(std::string_view path_or_id, const PassRow& pass) const {
  const Snapshot snapshot(*this);
  if (path_or_id.starts_with('#')) return find_id(*this, path_or_id.substr(1));
  if (!path_or_id.empty() && path_or_id.front() >= '0' && path_or_id.front() <= '9') {
    return find_id(*this, path_or_id);
  }
  auto end = walk_path(*this, path_or_id, pass);
  if (!end) return end.status();
  if (!end->is_whole()) return no_such_path(*this, *end);
  return std::move(end->node);
}

}  // namespace plytrace

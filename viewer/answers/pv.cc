// SPDX-License-Identifier: MIT
#include "viewer/answers/pv.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/format/table.h"
#include "viewer/verify/game/game_at.h"
#include "viewer/verify/game/play_to.h"

namespace plytrace::answers {
namespace {

// Whether the move was searched in the position where the line ends.
bool is_searched_at_end(const TraceReader& reader, const tree::PrincipalVariation& line,
                        const std::string& move) {
  bool found = false;
  for (auto node = line.nodes.rbegin(); node != line.nodes.rend() && !found; ++node) {
    reader.for_each_child(*node, [&](const NodeRow& child) {
      found = child.move && reader.move_text(child.move) == move;
      return !found;
    });
    // A hand-over searched the position of its parent.
    if (node->role != format::Role::kHandOver) break;
  }
  return found;
}

// Says where the reported line and the recorded nodes diverge.
std::string reported_words(const TraceReader& reader, const PvAnswer& answer) {
  const tree::PrincipalVariation& line = answer.line;
  const std::vector<std::string>& reported = answer.followed;
  // The line that the search reported in the end is that of its result.
  if (line_texts(answer.pass).empty() && !tree::gave_result(answer.search, answer.pass)) return "";
  const auto moves = line.moves;
  const auto parted = std::mismatch(moves.begin(), moves.end(), reported.begin(), reported.end());
  if (parted.second == reported.end()) return "";
  if (parted.first != moves.end()) {
    return "the search reported another line: " +
           text::list(reader.line_names(line.nodes.front(), reported), 40);
  }
  const std::vector<std::string> rest =
      reader.line_names(line.nodes.back(), std::vector<std::string>(parted.second, reported.end()));
  if (line.ends_by_own_value && line.nodes.back().kind == format::NodeKind::kInterior) {
    return "the search reported further moves, but the value is this node's own: " +
           text::list(rest, 40);
  }
  const bool is_searched = is_searched_at_end(reader, line, *parted.second);
  return fmt::format(
      "the search reported further moves, {}: {}",
      is_searched ? "but it is not recorded which value was taken here" : "not recorded below here",
      text::list(rest, 40));
}

// The line of a pass without nodes.
std::string reported_alone(const TraceReader& reader, const PvAnswer& answer) {
  std::vector<std::string> names = answer.reported;
  const auto game = reader.names_moves() ? verify::game_of(answer.search) : nullptr;
  for (std::string& move : names) {
    const auto code = game ? verify::move_here(*game, move) : std::nullopt;
    if (!code) break;
    move = game->move_name(*code);
    game->play(*code);
  }
  const PassRow& pass = answer.pass;
  const std::string depth = pass.depth ? fmt::format(", depth {}", *pass.depth) : "";
  const std::string title = fmt::format("reported pv of pass {}{}, value {}: ", pass.ordinal, depth,
                                        text::score(pass.value));
  return text::wrapped(title + text::list(names, 40), title.size()) + "\n";
}

tree::PrincipalVariation line_of(const TraceReader& reader, const SearchRow& search,
                                 const PassRow& pass, const NodeRow& root) {
  return tree::principal_variation(reader, root, tree::followed_line(reader, search, pass));
}

// The last other pass that has a principal variation. The last probe or iteration often fails low
// and has none.
std::optional<PassRow> other_pass(const TraceReader& reader, const PvQuestion& question) {
  constexpr int kMostTried = 100;
  const std::vector<PassRow> passes = reader.passes(question.search.id);
  int tried = 0;
  for (auto pass = passes.rbegin(); pass != passes.rend() && tried < kMostTried; ++pass) {
    if (!pass->best_move || !pass->root || pass->id == question.pass.id) continue;
    ++tried;
    const auto root = reader.node(*pass->root);
    if (root && !line_of(reader, question.search, *pass, *root).moves.empty()) return *pass;
  }
  return std::nullopt;
}

TextTable steps_table(const TraceReader& reader, const PvAnswer& answer) {
  const tree::PrincipalVariation& line = answer.line;
  TextTable steps({{"ply"},
                   {"move", TextTable::kLeft},
                   {"by", TextTable::kLeft},
                   {"value"},
                   {"bound", TextTable::kLeft},
                   {"window", TextTable::kLeft},
                   {"node", TextTable::kLeft}});
  std::string_view mover = "";
  for (const NodeRow& stored : line.nodes) {
    const NodeRow node = answer.view(stored);
    std::string id = "#" + std::to_string(node.id);
    if (node.kind != format::NodeKind::kInterior) {
      id += " " + std::string(format::word(node.kind));
    } else if (line.ends_by_own_value && &stored == &line.nodes.back()) {
      id += " its own value";
    }
    if (const std::string mate = reader.mate_words(node, node.value); !mate.empty()) {
      id += " " + mate;
    }
    steps.add({std::to_string(node.ply), text::name_of(reader, node), std::string(mover),
               text::score(node.value), std::string(text::bound_words(claimed_bound(node))),
               text::window(node.alpha, node.beta), id});
    mover = text::side(node);
  }
  return steps;
}

}  // namespace

PvAnswer answer(const TraceReader& reader, PvQuestion question) {
  const TraceReader::Snapshot snapshot(reader);
  PvAnswer found;
  found.reported = line_texts(question.pass);
  const bool is_reported_alone = !question.pass.root && !found.reported.empty();
  if (found.reported.empty()) found.reported = question.search.pv;
  if (!is_reported_alone) {
    const auto root = value_of(reader.find("/", question.pass));
    found.followed = tree::followed_line(reader, question.search, question.pass);
    found.line = tree::principal_variation(reader, root, found.followed);
    if (found.line.moves.empty()) found.pass_with_line = other_pass(reader, question);
  }
  require(reader.status());
  found.search = std::move(question.search);
  found.pass = std::move(question.pass);
  found.view = question.view;
  return found;
}

std::string lines(const TraceReader& reader, const PvAnswer& answer) {
  if (!answer.pass.root) return reported_alone(reader, answer);
  const tree::PrincipalVariation& line = answer.line;
  const std::string title = "pv of pass " + std::to_string(answer.pass.ordinal) + ": ";
  std::string out =
      text::wrapped(
          title + (line.moves.empty()
                       ? "no moves"
                       : text::list(reader.line_names(line.nodes.front(), line.moves), 40)),
          title.size()) +
      "\n" + steps_table(reader, answer).text(" ", text::kPageWidth);
  if (line.cut_short) out += "... the line goes on\n";
  const std::string note = reported_words(reader, answer);
  if (!note.empty()) out += text::wrapped(note, 2) + "\n";
  if (const auto& other = answer.pass_with_line) {
    out += fmt::format("pass {} names a best move, {}: --pass {}\n", other->ordinal,
                       text::best_move_name(reader, *other, *other->best_move), other->ordinal);
  }
  return out;
}

text::Json json(const TraceReader& reader, const PvAnswer& answer) {
  const TraceReader::Snapshot snapshot(reader);
  const tree::PrincipalVariation& line = answer.line;
  text::Json steps = text::Json::array();
  std::string path;
  text::Json mover;  // the side that made the move
  for (const NodeRow& stored : line.nodes) {
    text::Json step = text::node_json(reader, answer.view(stored));
    if (stored.parent) path += "/" + reader.component(stored);
    step["mover"] = mover;
    mover = stored.side ? text::Json(format::word(*stored.side)) : text::Json(nullptr);
    step["path"] = text::text_json(path.empty() ? "/" : path);
    steps.push_back(std::move(step));
  }
  const auto value = line.nodes.empty() ? answer.pass.value : answer.view(line.nodes.front()).value;
  return {{"search", answer.search.id},
          {"pass", answer.pass.ordinal},
          {"value", text::score_json(value)},
          {"pv", text::texts_json(line.moves)},
          {"reported_pv", text::texts_json(answer.reported)},
          {"steps", std::move(steps)},
          {"truncated", line.cut_short},
          {"ends_by_own_value", line.ends_by_own_value}};
}

}  // namespace plytrace::answers

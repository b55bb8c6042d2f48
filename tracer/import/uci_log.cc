// SPDX-License-Identifier: MIT
#include "tracer/import/uci_log.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "core/parameters.h"
#include "core/registry.h"

namespace plytrace {
namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr std::string_view kBlanks = " \t\r\n";
  for (std::size_t at = line.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::optional<std::int64_t> number_of(std::string_view word) {
  std::int64_t number = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_number = read.ec == std::errc() && read.ptr == word.data() + word.size();
  return is_number ? std::optional(number) : std::nullopt;
}

std::string joined(const std::vector<std::string_view>& words, std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < words.size(); ++i) {
    text += (text.empty() ? "" : " ") + std::string(words[i]);
  }
  return text;
}

// Names of options and their values are written in any case.
std::string in_small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// The words that an info line may have, one of which ends its line of moves.
bool is_of_info(std::string_view word) {
  constexpr std::array<std::string_view, 18> kWords{
      "depth",  "seldepth", "time",     "nodes",    "pv",  "multipv",
      "score",  "currmove", "hashfull", "nps",      "wdl", "tbhits",
      "sbhits", "cpuload",  "string",   "currline", "ebf", "refutation"};
  return word == "currmovenumber" || std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// Whether only Chess960 has that position: a king or a rook that may castle is on another file.
bool is_of_chess960(const std::string& position) {
  return !make_game("chess", {}, position).is_ok() &&
         make_game("chess", {{"chess960", "on"}}, position).is_ok();
}

// A mate in `moves` moves, below 0 for one against the side to move.
std::int64_t mate_value(std::int64_t moves) {
  const std::int64_t plies = moves > 0 ? 2 * moves - 1 : -2 * moves;
  return moves > 0 ? UciLog::kMateBase - plies : plies - UciLog::kMateBase;
}

std::string json_list_of(const std::vector<std::string>& moves) {
  std::string list;
  for (const std::string& move : moves) list += (list.empty() ? "" : ",") + json_quote(move);
  return "[" + list + "]";
}

}  // namespace

std::vector<std::string> UciLog::events_of(std::string_view line, bool is_cut) {
  constexpr std::array<std::string_view, 6> kCommands{"position", "go",        "info",
                                                      "bestmove", "setoption", "id"};
  std::vector<std::string> events;
  Words words = words_of(line);
  const auto command =
      std::find_first_of(words.begin(), words.end(), kCommands.begin(), kCommands.end());
  words.erase(words.begin(), command);
  if (words.size() < 2 && (words.empty() || words[0] != "go")) return events;
  if (is_cut && is_open_ && may_lack_letters(words)) {
    has_dropped_line_ = true;
    return events;
  }
  if (words[0] == "position") {
    take_position(words);
  } else if (words[0] == "setoption") {
    take_option(in_small_letters(joined(words, 1)));
  } else if (words[0] == "id" && words[1] == "name") {
    engine_ = joined(words, 2);
  } else if (words[0] == "go") {
    if (is_open_) end_search("", "finished", events);
    begin_search(events);
  } else if (words[0] == "info" && is_open_) {
    take_info(words, events);
  } else if (words[0] == "bestmove" && is_open_) {
    end_search(words[1], "finished", events);
  }
  return events;
}

std::vector<std::string> UciLog::end() {
  std::vector<std::string> events;
  if (is_open_) end_search("", "interrupted", events);
  return events;
}

// A log without a line end after a whole bestmove is common; its move can be recognized.
bool UciLog::may_lack_letters(const Words& words) const {
  if (words[0] == "info") return true;
  if (words[0] != "bestmove" || words.size() > 2) return false;
  const std::string_view move = words[1];
  if (move.front() == '(') return move.back() != ')';
  constexpr std::size_t kShortestMove = 4;  // e2e4
  // e7e8 may be the beginning of e7e8q.
  const std::string_view first = best_ ? std::string_view(best_->pv.front()) : "";
  return move.size() < kShortestMove ||
         (move.size() < first.size() && first.substr(0, move.size()) == move);
}

void UciLog::take_option(const std::string& option) {
  constexpr std::string_view kVariant = "name uci_variant value ";
  if (option == "name uci_chess960 value true") is_chess960_ = true;
  if (option == "name uci_chess960 value false") is_chess960_ = false;
  if (!option.starts_with(kVariant)) return;
  game_ = option.substr(kVariant.size());
  // Engines with variants call their chess by these names, too.
  for (const char* const name : {"standard", "normal", "chess960", "fischerandom"}) {
    if (game_ == name) game_ = "chess";
  }
}

void UciLog::take_position(const Words& words) {
  position_ = joined(words, words[1] == "fen" ? 2 : 1);
}

void UciLog::begin_search(std::vector<std::string>& events) {
  is_open_ = true;
  best_.reset();
  nodes_.reset();
  nodes_before_ = 0;
  JsonObjectText json;
  json.add("event", std::string_view("search"));
  json.add("game", std::string_view(game_));
  const bool is_chess960 = is_chess960_ || (game_ == "chess" && is_of_chess960(position_));
  if (is_chess960) json.add_json("game_options", R"({"chess960":"on"})");
  json.add("position", std::string_view(position_));
  json.add("perspective", std::string_view("side"));
  if (!engine_.empty()) json.add("engine", std::string_view(engine_));
  json.add_json("options", R"({"mate_score":)" + std::to_string(kLowestMate) + R"(,"mate_base":)" +
                               std::to_string(kMateBase) + "}");
  events.push_back(json.str());
}

UciLog::Info UciLog::read_info(const Words& words) {
  Info info;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const auto number = number_of(words[i + 1]);
    if (words[i] == "string") break;
    if (words[i] == "depth" && number) info.depth = *number;
    if (words[i] == "multipv" && number) info.multipv = *number;
    if (words[i] == "nodes") info.nodes = number;
    if ((words[i] == "cp" || words[i] == "mate") && number) {
      info.has_value = true;
      info.value = words[i] == "cp" ? *number : mate_value(*number);
    }
    info.is_bound = info.is_bound || words[i + 1] == "lowerbound" || words[i + 1] == "upperbound";
    if (words[i] != "pv") continue;
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    const auto end = std::find_if(first, words.end(), is_of_info);
    info.pv.assign(first, end);
    i += info.pv.size();
  }
  return info;
}

void UciLog::take_info(const Words& words, std::vector<std::string>& events) {
  Info info = read_info(words);
  if (info.nodes) nodes_ = std::max(*info.nodes, nodes_.value_or(0));
  if (!info.has_value || info.pv.empty()) return;
  JsonObjectText begin;
  begin.add("event", std::string_view("pass"));
  begin.add("purpose", std::string_view(info.multipv > 1 ? "multipv"
                                        : info.is_bound  ? "aspiration"
                                                         : "iteration"));
  begin.add("depth", info.depth);
  events.push_back(begin.str());
  JsonObjectText end;
  end.add("event", std::string_view("end_pass"));
  end.add("value", info.value);
  end.add("best_move", std::string_view(info.pv.front()));
  end.add_json("pv", json_list_of(info.pv));
  if (info.nodes && *info.nodes >= nodes_before_) {
    end.add("nodes", *info.nodes - nodes_before_);
    nodes_before_ = *info.nodes;
  }
  events.push_back(end.str());
  if (info.multipv == 1 && !info.is_bound) best_ = std::move(info);
}

void UciLog::end_search(std::string_view best_move, std::string_view status,
                        std::vector<std::string>& events) {
  is_open_ = false;
  JsonObjectText json;
  json.add("event", std::string_view("end_search"));
  if (status != "finished") json.add("status", status);
  if (!best_move.empty() && best_move != "(none)") json.add("best_move", best_move);
  if (best_) {
    json.add("value", best_->value);
    json.add("completed_depth", best_->depth);
    json.add_json("pv", json_list_of(best_->pv));
  }
  if (nodes_) json.add("nodes", *nodes_);
  events.push_back(json.str());
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// UciLog turns what a chess engine and its user interface say to each other (the Universal Chess
// Interface) into event lines: each `go` is a search, each `info depth .. score .. pv` a pass of
// it, without nodes. What a log adds to its lines (times, arrows, names) may stand before a
// command; other lines are ignored. Scores count from the side to move; a mate score is
// kMateBase minus the plies to the mate. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plytrace {

class UciLog {
 public:
  static constexpr std::int64_t kMateBase = 30'000, kLowestMate = 29'000;

  // The event lines that the line stands for; mostly none. A line that `is_cut` has no line end, so
  // its last word may be only a part of a word. Such an info line is dropped.
  std::vector<std::string> events_of(std::string_view line, bool is_cut = false);
  // The event lines that end a search which is still open at the end of the log.
  std::vector<std::string> end();
  // True if the last line was dropped because it may be cut.
  bool has_dropped_line() const { return has_dropped_line_; }

 private:
  using Words = std::vector<std::string_view>;
  // The report of an `info` line about one line of play.
  struct Info {
    std::int64_t depth = 0, value = 0, multipv = 1;
    std::optional<std::int64_t> nodes;
    bool has_value = false, is_bound = false;
    std::vector<std::string> pv;
  };
  static Info read_info(const Words& words);
  bool may_lack_letters(const Words& words) const;
  void take_option(const std::string& option);
  void take_position(const Words& words);
  void begin_search(std::vector<std::string>& events);
  void take_info(const Words& words, std::vector<std::string>& events);
  void end_search(std::string_view best_move, std::string_view status,
                  std::vector<std::string>& events);

  std::string engine_, game_ = "chess", position_ = "startpos";
  bool is_chess960_ = false, is_open_ = false, has_dropped_line_ = false;
  std::optional<Info> best_;  // the last exact first line
  // `nodes` of an info is the total of the search so far.
  std::optional<std::int64_t> nodes_;  // the largest
  std::int64_t nodes_before_ = 0;      // at the end of the last pass
};

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// Importer turns event lines into events of Emitters, one for each stream that the lines name.
// Lines mean what the calls of plytrace.h mean, including refusals, since both use the Emitter.
//
// Lines may name nodes in any way ("node" of enter). An event without a name concerns the innermost
// open node of its stream. `best` and `best_move` of leave name a child, so the importer remembers
// the children of open nodes (the last 65,536 of each). A best_move in another notation than the
// enter line's is found on a board of the game.
//
// A probe may name the node that stored its entry ("stored_by"); otherwise the key identifies it.
// The importer remembers the names of a million nodes that stored something.
//
// A wrong line gives a fault, as text. With `lenient` as much as possible of the line is used: a
// node is always entered and left, so that the tree stays a tree. The recording is then marked as
// lacking events. Nodes that were open when a line was lost, and that later lines do not name, get
// no value, since the lines may have meant other nodes.
//
// A stream that begins with a start line is that of a recorder: its events are refused and counted
// as those of the C interface are, and are no faults. Without a stop line its search was cut off.
//
// The recording is also marked if nodes without a name were never left although their pass or
// search is reported as finished.
//
// Memory: the open paths with their children, and the move texts. Thread rule: one thread an
// object.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "tracer/emit/emitter.h"
#include "tracer/import/event_line.h"
#include "tracer/recording.h"

namespace plytrace {

class Importer {
 public:
  Importer(Recording& recording, RecorderOptions options, bool lenient);
  ~Importer();

  // The fault of the line, "" if there is none. `text` as EventLine::read wants it.
  std::string import_line(std::string_view text);
  // A line that could not even be read.
  void lose();
  // From now on the events of the lines go to `recording`, as with `lenient`, and no longer to the
  // trace.
  void go_on_in(Recording& recording);
  // Whether the last line is wrong only after the lines before it, so that their fault may have
  // caused its own.
  bool is_fault_of_order() const { return line_.is_about_order(); }
  // Whether the last line was no event at all.
  bool is_line_lost() const { return !line_.event(); }
  // Whether a recorder has written lines.
  bool has_recorder() const;
  // No more lines will come. Ends what is open, as interrupted if `cut_off`.
  void finish(bool cut_off);

  std::uint64_t events() const { return events_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t searches() const { return searches_; }
  std::size_t streams() const { return streams_.size(); }
  // Streams of recorders without a stop line.
  std::uint64_t unclosed() const { return unclosed_; }
  // Events of recorders that were refused, with the first reason.
  std::uint64_t refused() const { return refused_; }
  const std::string& refusal() const { return refusal_; }
  // Nodes without a name that no line left.
  std::uint64_t unleft() const { return unleft_; }
  // Facts about the lines from which `import` advises their author.
  struct Advice {
    std::string roots;      // "a and b": the moves of roots of one position; "" = none
    bool declares = false;  // a search declares what is captured
    // Some node returned a value; some node had a role other than move; some node had a score.
    bool has_values = false, has_roles = false, has_scores = false;
    // Leave lines whose best_move names no child, where no board tells which move it is; the first
    // one with the names of the children.
    std::uint64_t unknown_best = 0;
    std::string first_unknown_best;
  };
  const Advice& advice() const { return advice_; }

 private:
  class Stream;
  std::optional<std::int64_t> stream_of_line();
  Stream& stream(std::int64_t number);
  Stream* start(std::int64_t number);
  void refuse(const std::string& why);

  void note_root(const std::string& position, const Stream& stream, const std::string& move);
  void note_roots(const std::string& one, const std::string& other);
  void note_unknown_best(const std::string& what);

  Recording* recording_;
  RecorderOptions options_;
  bool lenient_;
  EventLine line_;
  std::map<std::int64_t, std::unique_ptr<Stream>> streams_;
  std::int64_t last_number_ = -1;  // number of the stream that had the last line
  Stream* last_stream_ = nullptr;
  std::uint64_t events_ = 0, nodes_ = 0, searches_ = 0, unleft_ = 0, refused_ = 0, unclosed_ = 0;
  std::string refusal_;
  Advice advice_;
};

}  // namespace plytrace

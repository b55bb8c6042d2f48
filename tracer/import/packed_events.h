// SPDX-License-Identifier: MIT
//
// PackedEvents reads PLT1, the packed form of events that plytrace_emit.h writes (docs/emit.md has
// its tables), and makes the calls of plytrace.h that the engine made. So the trace is the one that
// libplytrace would have recorded.
//
// Each block has a checksum and its number in the stream. A damaged or missing block is skipped;
// its stream is then marked as lacking events. Of a block that the end of the input cuts, the whole
// records are used.
//
// Memory: a block, the open paths with their children, and the texts of moves. Thread rule: one
// thread an object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "tracer/recorder.h"
#include "tracer/recording.h"

namespace plytrace {

class PackedEvents {
 public:
  static constexpr std::string_view kMagic = "PLT1";

  // A filter of `options` replaces the one that the engine chose.
  PackedEvents(Recording& recording, RecorderOptions options);
  ~PackedEvents();

  // The next bytes of the input, however many.
  void read(std::string_view bytes);
  // No more bytes will come. Ends what is open, as interrupted.
  void finish();

  // Whether every stream so far has been closed by the engine.
  bool is_closed() const;

  struct Counts {
    std::uint64_t events = 0, nodes = 0, searches = 0;
    std::uint64_t streams = 0;
    std::uint64_t unclosed = 0;     // streams that the engine did not close
    std::uint64_t skipped = 0;      // bytes that belong to no valid block
    std::uint64_t lost_blocks = 0;  // missing or damaged blocks, judged by their numbers
    std::uint64_t cut = 0;          // bytes of the last record, which is not whole
    std::uint64_t refused = 0;      // events that make no sense; the first one:
    std::string refusal;
  };
  const Counts& counts() const { return counts_; }

 private:
  class Stream;
  struct Block;
  void take_blocks(bool is_last);
  bool take_block(std::string_view rest, bool is_last, std::size_t& used);
  void apply(const Block& block);
  void close(Stream& stream);
  Stream* stream_of(const Block& block);

  Recording& recording_;
  RecorderOptions options_;
  std::string buffer_;
  std::map<std::uint32_t, std::unique_ptr<Stream>> streams_;
  Counts counts_;
};

}  // namespace plytrace

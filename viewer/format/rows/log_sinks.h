// SPDX-License-Identifier: MIT
//
// Writes the debugging log as text or as JSON. Thread rule: one thread per object.
#pragma once

#include "viewer/cli/printer.h"
#include "viewer/format/rows/log_walk.h"

namespace plytrace::text {

// Indented text, two columns per level. Beyond kDeepest levels the level is written as a number,
// because a tree of 100,000 plies would produce lines of 200,000 blanks. Lines longer than
// `columns` are wrapped and indented further; with 0 no line is wrapped.
class TextLog final : public LogSink {
 public:
  static constexpr std::int64_t kDeepest = 40;
  TextLog(const TraceReader& reader, Printer& printer, std::size_t columns)
      : reader_(reader), printer_(printer), columns_(columns) {}

  void node(std::int64_t level, const NodeRow& node, std::int64_t hidden) override;
  void event(std::int64_t level, const format::EventRef& event,
             std::optional<Window> before) override;
  bool is_ok() const override { return printer_.is_ok(); }

 private:
  // Indents the text, and colours its last `tail` bytes.
  void print(std::int64_t level, const std::string& text, std::size_t tail, Color color);
  const TraceReader& reader_;
  Printer& printer_;
  std::size_t columns_;
};

// Elements of a JSON array, one per line: {"level","type":"node",...} and events.
class JsonLog final : public LogSink {
 public:
  JsonLog(const TraceReader& reader, Printer& printer) : reader_(reader), printer_(printer) {}

  void node(std::int64_t level, const NodeRow& node, std::int64_t hidden) override;
  void event(std::int64_t level, const format::EventRef& event,
             std::optional<Window> before) override;
  bool is_ok() const override { return printer_.is_ok(); }

 private:
  void element(std::int64_t level, std::string_view json);
  const TraceReader& reader_;
  Printer& printer_;
  bool first_ = true;
};

}  // namespace plytrace::text

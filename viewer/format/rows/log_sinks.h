// SPDX-License-Identifier: MIT
//
// The debugging log as text and as JSON.
// Thread rule: one thread an object.
#pragma once

#include "viewer/cli/printer.h"
#include "viewer/format/rows/log_walk.h"

namespace plytrace::text {

// Indented text, two columns a level; beyond kDeepest levels the level stands as a number instead,
// so that a tree of 100,000 plies does not make lines of 200,000 blanks. Lines of more than
// `columns` go on below, indented further; 0: each is one line, however long.
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
  // Indented; the last `tail` bytes of the text in a colour.
  void print(std::int64_t level, const std::string& text, std::size_t tail, Color color);
  const TraceReader& reader_;
  Printer& printer_;
  std::size_t columns_;
};

// The elements of a JSON array, one a line: {"level","type":"node",...} and events.
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

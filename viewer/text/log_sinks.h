// SPDX-License-Identifier: MIT
//
// The debugging log as text and as JSON.
// Thread rule: one thread an object.
#pragma once

#include "viewer/text/log.h"
#include "viewer/text/printer.h"

namespace plytrace::text {

// Indented text, two columns a level; beyond kDeepest levels the level stands as a number instead,
// so that a tree of 100,000 plies does not make lines of 200,000 blanks.
class TextLog final : public LogSink {
 public:
  static constexpr std::int64_t kDeepest = 40;
  TextLog(const TraceReader& reader, Printer& printer) : reader_(reader), printer_(printer) {}

  void node(std::int64_t level, const NodeRow& node, std::int64_t hidden) override;
  void bound_update(std::int64_t level, const BoundUpdateRow& row,
                    std::optional<Window> before) override;
  void cutoff(std::int64_t level, const CutoffRow& row) override;
  void table_store(std::int64_t level, const TableStoreRow& row) override;
  void table_probe(std::int64_t level, const TableProbeRow& row) override;
  void note(std::int64_t level, const NoteRow& row) override;
  bool is_ok() const override { return printer_.is_ok(); }

 private:
  void event(std::int64_t level, std::string_view text, Color color);
  const TraceReader& reader_;
  Printer& printer_;
};

// The elements of a JSON array, one a line: {"level","type":"node",...} and events.
class JsonLog final : public LogSink {
 public:
  JsonLog(const TraceReader& reader, Printer& printer) : reader_(reader), printer_(printer) {}

  void node(std::int64_t level, const NodeRow& node, std::int64_t hidden) override;
  void bound_update(std::int64_t level, const BoundUpdateRow& row,
                    std::optional<Window> before) override;
  void cutoff(std::int64_t level, const CutoffRow& row) override;
  void table_store(std::int64_t level, const TableStoreRow& row) override;
  void table_probe(std::int64_t level, const TableProbeRow& row) override;
  void note(std::int64_t level, const NoteRow& row) override;
  bool is_ok() const override { return printer_.is_ok(); }

 private:
  void element(std::int64_t level, std::string_view json);
  const TraceReader& reader_;
  Printer& printer_;
  bool first_ = true;
};

// One line for a table event: "stored >= 5, depth 3, move c"; "found = 3, depth 4 (asked 4), from
// #17: answered".
std::string store_words(const TraceReader& reader, const TableStoreRow& row);
std::string probe_words(const TraceReader& reader, const TableProbeRow& row);

// What an event was caused by: "by c (#12)", "by stand pat"; "" where it is not known.
std::string cause_words(const TraceReader& reader, format::Cause cause,
                        std::optional<std::int64_t> child);

// The move that led to a node, printable: "c", "=" for the same position, "/" for a root.
std::string name_of(const TraceReader& reader, const NodeRow& node);

// "MAX  (3, 9)  = 5  horizon", with what is not ordinary about the node.
std::string node_words(const TraceReader& reader, const NodeRow& node);

}  // namespace plytrace::text

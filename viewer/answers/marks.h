// SPDX-License-Identifier: MIT
//
// Marks: short texts that a user sets at nodes. They stand in a file beside the trace,
// TRACE.marks.json (schemas/outputs/explore_marks.schema.json), never in the trace. Errors: a file
// that is too large or not of this form is bad_input. Thread rule: one thread per reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "viewer/format/json.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::answers {

struct Mark {
  std::int64_t node = 0;
  std::string path, text;
  bool in_file = false;
};

struct Marks {
  std::vector<Mark> marks;              // by node
  std::vector<std::string> left_out{};  // why a mark of the file is not among them, for the user
  std::vector<text::Json> kept{};       // the marks left out, which file_text() writes again
};

constexpr std::size_t kMostMarks = 200, kMostMarkBytes = 400;

std::string marks_file(const std::string& trace);
// The marks of the file beside the trace; an empty list if that file does not exist. A mark whose
// node is missing or has another path was set in another trace of that name; it is left out.
Result<Marks> read_marks(const TraceReader& reader, const std::string& trace);
// Sets the mark of a node, or removes it with an empty text. bad_input: no such node.
// usage: too many marks, or a text that is too long.
Status set_mark(const TraceReader& reader, std::int64_t node, const std::string& text,
                Marks& marks);
// The contents of the file.
std::string file_text(const Marks& marks);
text::Json json(const Marks& marks);

}  // namespace plytrace::answers

// SPDX-License-Identifier: MIT
#include "viewer/answers/marks.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "viewer/format/characters.h"

namespace plytrace::answers {
namespace {

constexpr std::uintmax_t kMostFileBytes = 1 << 20;

Status not_marks(const std::string& file, const std::string& why) {
  return Status::bad_input(file + ": " + why + "; remove it, or write the marks again");
}

std::string mark_text(const text::Json& json, const char* name) {
  const auto at = json.find(name);
  return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

text::Json mark_json(const Mark& mark) {
  return {{"node", mark.node},
          {"path", text::text_json(mark.path)},
          {"text", text::text_json(mark.text)}};
}

void leave_out(const text::Json& json, const std::string& why, Marks& marks) {
  constexpr std::size_t kMostReasons = 20;
  marks.kept.push_back(json);
  if (marks.left_out.size() < kMostReasons) marks.left_out.push_back(why);
}

// Adds one mark of the file, or says why it is left out.
void take_mark(const TraceReader& reader, const text::Json& json, Marks& marks) {
  const auto id = json.find("node");
  const std::string path = mark_text(json, "path"), words = mark_text(json, "text");
  if (id == json.end() || !id->is_number_integer() || words.empty()) {
    leave_out(json, "a mark without a node or a text is left out", marks);
    return;
  }
  const auto node = id->get<std::int64_t>();
  const auto row = reader.node(node);
  if (!row || text::printable(reader.path(node)) != path) {
    leave_out(json,
              "the mark of #" + std::to_string(node) + " (" + text::printable(path) +
                  ") is left out: the trace has another node there",
              marks);
    return;
  }
  if (Status status = set_mark(reader, node, words, marks); !status) {
    leave_out(json, status.message(), marks);
  }
  for (Mark& mark : marks.marks) mark.in_file = true;
}

}  // namespace

std::string marks_file(const std::string& trace) { return trace + ".marks.json"; }

Result<Marks> read_marks(const TraceReader& reader, const std::string& trace) {
  const std::string file = marks_file(trace);
  std::error_code error;
  const auto state = std::filesystem::status(file, error);
  if (state.type() == std::filesystem::file_type::not_found) return Marks();
  if (!std::filesystem::is_regular_file(state)) return not_marks(file, "is not a regular file");
  if (std::filesystem::file_size(file, error) > kMostFileBytes || error) {
    return not_marks(file, "is larger than 1 MB");
  }
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const text::Json json = text::parsed_json(bytes);
  const auto list = json.is_object() ? json.find("marks") : json.end();
  if (!in || !json.is_object() || list == json.end() || !list->is_array()) {
    return not_marks(file, "does not hold marks: {\"marks\": [{\"node\", \"path\", \"text\"}]}");
  }
  Marks marks;
  for (const text::Json& one : *list) take_mark(reader, one, marks);
  return marks;
}

Status set_mark(const TraceReader& reader, std::int64_t node, const std::string& words,
                Marks& marks) {
  const auto at = std::find_if(marks.marks.begin(), marks.marks.end(),
                               [&](const Mark& mark) { return mark.node >= node; });
  const bool is_there = at != marks.marks.end() && at->node == node;
  if (words.empty()) {
    if (is_there) marks.marks.erase(at);
    return Status::ok();
  }
  if (!reader.node(node)) {
    return Status::bad_input("marks: the trace has no node #" + std::to_string(node));
  }
  if (words.size() > kMostMarkBytes) {
    return Status::usage("marks: a text has at most " + std::to_string(kMostMarkBytes) + " bytes");
  }
  if (!is_there && marks.marks.size() >= kMostMarks) {
    return Status::usage("marks: at most " + std::to_string(kMostMarks) + " nodes can be marked");
  }
  const Mark mark{node, text::printable(reader.path(node)), text::printable(words)};
  if (is_there) {
    *at = mark;
  } else {
    marks.marks.insert(at, mark);
  }
  return Status::ok();
}

std::string file_text(const Marks& marks) {
  text::Json list = text::list_json(marks.marks, mark_json);
  for (const text::Json& one : marks.kept) list.push_back(one);
  return text::json_text({{"marks", std::move(list)}}, 1) + "\n";
}

text::Json json(const Marks& marks) {
  text::Json list = text::list_json(marks.marks, mark_json);
  for (std::size_t i = 0; i < list.size(); ++i) list[i]["in_file"] = marks.marks[i].in_file;
  return {{"marks", std::move(list)},
          {"left_out", text::texts_json(marks.left_out)},
          {"kept", marks.kept.size()}};
}

}  // namespace plytrace::answers

// SPDX-License-Identifier: MIT
//
// Panel "marks": the marks of the file beside the trace, with the changes that the page's address
// holds; on request, writes them to that file.
#include "viewer/answers/marks.h"
#include "viewer/cli/cli.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {
namespace {

// `changes`: "[[12,\"text\"],...]"; an empty text removes the mark.
void apply_changes(const TraceReader& reader, const std::string& changes, answers::Marks& marks) {
  const text::Json list = text::parsed_json(changes);
  if (!list.is_array()) throw Failure::usage("changes: takes [[node, text], ...]");
  for (const text::Json& change : list) {
    const bool is_change = change.is_array() && change.size() == 2 &&
                           change[0].is_number_integer() && change[1].is_string();
    if (!is_change) throw Failure::usage("changes: takes [[node, text], ...]");
    require(answers::set_mark(reader, change[0].get<std::int64_t>(), change[1].get<std::string>(),
                              marks));
  }
}

}  // namespace

text::Json answer_marks(Asked& asked) {
  Parameters& parameters = asked.parameters;
  const std::string changes = parameters.text("changes").value_or("[]");
  const bool writes = parameters.flag("write");
  parameters.finish();
  const std::string& trace = asked.source.file();
  auto marks = value_of(answers::read_marks(asked.reader, trace));
  apply_changes(asked.reader, changes, marks);
  const std::string file = answers::marks_file(trace);
  if (writes) {
    cli::write_file(file, answers::file_text(marks), true);
    for (answers::Mark& mark : marks.marks) mark.in_file = true;
  }
  text::Json json = answers::json(marks);
  json["file"] = text::text_json(file);
  json["written"] = writes;
  return json;
}

}  // namespace plytrace::explore

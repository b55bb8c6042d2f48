// SPDX-License-Identifier: MIT
//
// The facts about a trace file: rows of its table `meta`, each a name and a text. schemas/trace.sql
// defines them. Thread rule: constants and pure functions.
#pragma once

#include <array>
#include <string>

namespace plytrace::format {

namespace fact {
inline constexpr const char* kRecording = "recording";  // only while the file is being recorded
inline constexpr const char* kCreatedBy = "created_by";
inline constexpr const char* kWriter = "writer";
inline constexpr const char* kSecondsWaited = "seconds_waited";
inline constexpr const char* kLostEvents = "lost_events";
inline constexpr const char* kLostAfter = "lost_after";
inline constexpr const char* kRefusedEvents = "refused_events";
}  // namespace fact

// The facts that a recorder leaves in a finished trace. Users may have added others.
inline constexpr std::array kLastingFacts{fact::kCreatedBy,     fact::kWriter,
                                          fact::kSecondsWaited, fact::kLostEvents,
                                          fact::kLostAfter,     fact::kRefusedEvents};

// The names of these facts as an SQL list.
inline std::string names_of_lasting_facts() {
  std::string names;
  for (const char* name : kLastingFacts)
    names += std::string(names.empty() ? "'" : ", '") + name + "'";
  return names;
}
// The end of a statement about a fact, as in "SELECT value" + of_fact(fact::kWriter).
inline std::string of_fact(const char* name) {
  return std::string(" FROM meta WHERE name = '") + name + "'";
}
// The statement that inserts a fact. The value must not contain an apostrophe.
inline std::string insert_fact(const char* name, const std::string& value) {
  return std::string("INSERT INTO meta (name, value) VALUES ('") + name + "', '" + value + "')";
}
// Append one of these to insert_fact() to replace an existing fact, or to add a number to it.
inline constexpr const char* kOrReplace =
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value";
inline constexpr const char* kOrAdd =
    " ON CONFLICT (name) DO UPDATE SET value = value + excluded.value";

}  // namespace plytrace::format

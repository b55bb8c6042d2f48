// SPDX-License-Identifier: MIT
#include "tracer/writer/existing_trace.h"

#include <map>

#include "schemas/journals.h"
#include "schemas/trace_format.h"

namespace plytrace::writer {
namespace {

// Disables triggers and untrusted functions of the file, so that they cannot run while rows are
// added.
void distrust(sqlite3* database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
}

Status check_journals(const std::string& path, const std::string& verb) {
  const format::StrangeJournal strange = format::strange_journal(path);
  if (strange.words.empty()) return Status::ok();
  if (strange.is_unknown) return Status::environment(strange.words + "; check the disk");
  return Status::bad_input(path + ": there is a file beside it, " + strange.words +
                           "; move that one away to " + verb + " the trace");
}

Status check_is_trace(sqlite3* database, const std::string& path, const std::string& verb) {
  const auto application = number(database, "PRAGMA application_id");
  const auto version = number(database, "PRAGMA user_version");
  for (const auto* fact : {&application, &version}) {
    if (*fact || fact->status().code() != StatusCode::kEnvironment) continue;
    return Status::environment(path + ": cannot be read: " + fact->status().message());
  }
  if (!application || *application != format::kApplicationId) {
    return Status::bad_input(path + ": is not a plytrace trace; name a trace to " + verb);
  }
  if (!version || *version != format::kVersion) {
    return Status::bad_input(path + ": trace format " + std::to_string(version ? *version : 0) +
                             ", this plytrace writes " + std::to_string(format::kVersion) + "; " +
                             verb + " a trace of this version");
  }
  return Status::ok();
}

// The tables of a database, by name, with the SQL that made them.
Result<std::map<std::string, std::string>> tables_of(sqlite3* database) {
  Result<Statement> statement =
      prepare(database, "SELECT name, sql FROM sqlite_master WHERE type = 'table'");
  if (!statement) return statement.status();
  const auto column = [&](int index) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement->get(), index));
    return std::string(text == nullptr ? "" : text);
  };
  std::map<std::string, std::string> tables;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement->get())) == SQLITE_ROW) tables[column(0)] = column(1);
  if (code != SQLITE_DONE) return failure(database);
  return tables;
}

// Refuses a table with another definition. It might be an endless view, a virtual table, or a table
// whose columns mean something else.
Status check_tables(sqlite3* database, const std::string& path, const std::string& verb) {
  sqlite3* raw = nullptr;
  const int code = sqlite3_open(":memory:", &raw);
  const Database memory(raw);
  if (code != SQLITE_OK) return failure(raw);
  if (Status status = execute(raw, format::kTraceSql); !status) return status;
  const auto ours = tables_of(raw);
  if (!ours) return ours.status();
  const auto theirs = tables_of(database);
  if (!theirs) return {theirs.status().code(), path + ": " + theirs.status().message()};
  for (const auto& [name, sql] : *ours) {
    const auto found = theirs->find(name);
    if (found != theirs->end() && found->second == sql) continue;
    return Status::bad_input(
        path + ": its table '" + name +
        (found == theirs->end() ? "' is missing" : "' is not the one of schemas/trace.sql") + "; " +
        verb + " another trace");
  }
  return Status::ok();
}

}  // namespace

Status check_existing_trace(sqlite3* database, const std::string& path, const std::string& verb) {
  distrust(database);
  if (Status status = check_journals(path, verb); !status) return status;
  if (Status status = check_is_trace(database, path, verb); !status) return status;
  return check_tables(database, path, verb);
}

}  // namespace plytrace::writer

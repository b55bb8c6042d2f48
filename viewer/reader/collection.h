// SPDX-License-Identifier: MIT
//
// A collection: one SQLite file that sums up many traces, with a row for each trace, search, pass
// and ply, and none for nodes. Other programs may query it; its tables are described by
// `CREATE TABLE` in the file itself and in docs/cli.md. Errors: bad input for a file that is no
// collection, environment if it cannot be written. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

// The data that a collection adds to the rows of a search.
struct CollectedSearch {
  std::int64_t id = 0;
  std::string verdict, digest;  // "" if unknown
  // The result for a comparison, which the nodes of the root may complete.
  std::string depth, best_move, side, left_out;  // "" if unknown
  std::optional<Score> value, lower, upper;
};
// The columns of that result. Collections of older versions lack them.
inline constexpr const char* kResultColumns[] = {"result_depth", "result_value",     "result_lower",
                                                 "result_upper", "result_best_move", "root_side",
                                                 "root_left_out"};

struct CollectedTrace {
  std::string path;  // where it is read; not part of the row
  std::string file, digest, state;
  std::string modified;  // when the file was last written, as text
  std::int64_t bytes = 0;
  std::vector<CollectedSearch> searches;
};

class Collection {
 public:
  // Opens a collection and, if `writes`, makes it if it does not exist.
  static Result<Collection> open(const std::string& path, bool writes);
  // Whether the file is a collection.
  static bool is_one(const std::string& path);
  Collection(Collection&&) noexcept;
  ~Collection();

  const std::string& path() const;
  // bad_input if the file is damaged. Reads all of it.
  Status check() const;
  // Whether it has kResultColumns.
  bool has_results() const;
  // The error in the row of that trace, "" if it was read; nullopt if the row is missing or out of
  // date, or if, with `judged`, one of its searches has no verdict.
  std::optional<std::string> error_of(const CollectedTrace& trace, bool judged) const;
  // Adds a trace, or replaces its rows.
  Status add(const CollectedTrace& trace);
  // Records that the trace cannot be read. The rows of an earlier reading stay.
  Status add_error(const CollectedTrace& trace, const std::string& error);
  // Adds the traces of another collection.
  Status merge(const std::string& path);
  // Calls `take` with the cells of each row, as text; NULL is "".
  Status query(const std::string& sql,
               const std::function<void(const std::vector<std::string>&)>& take) const;
  // The same as TraceReader::query(), but without nodes: path(), board() and fen() give NULL.
  Status ask(std::string_view sql, const TraceReader::Query& query) const;

 private:
  struct Impl;
  explicit Collection(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// The indexes that `plytrace find --index` adds to a trace. Thread rule: constants.
#pragma once

#include <array>

namespace plytrace::format {

struct TraceIndex {
  const char* name;  // its name in the file
  const char* what;  // its name in messages
  const char* sql;   // "ON table (column)"
};

// NULLs are not indexed, since most rows have no key and no storing node.
inline constexpr std::array<TraceIndex, 4> kTraceIndexes{{
    {"node_by_key", "key", "ON node (key) WHERE key IS NOT NULL"},
    {"node_by_parent", "parent", "ON node (parent)"},
    {"node_by_value", "value", "ON node (value)"},
    {"table_probe_by_stored_by", "stored_by",
     "ON table_probe (stored_by) WHERE stored_by IS NOT NULL"},
}};

}  // namespace plytrace::format

// SPDX-License-Identifier: MIT
//
// Selects the rows of one pass for a digest; row_digest.h does the same for a search. No index
// leads from a search to its passes, so code that knows the passes queries each of them. Thread
// rule: pure function.
#pragma once

#include <string>

#include "schemas/row_digest.h"

namespace plytrace::format {

// For kPass and kPlySummary: the query for the rows that belong to pass ?1. For other tables: for
// the rows that belong to search ?1 or to all searches. The first column identifies the row.
inline std::string digest_query_of_pass(Digested table) {
  switch (table) {
    case Digested::kPlySummary:
      return std::string("SELECT (pass << 24) + ply, ") + column_names<PlySummaryRow>() +
             " FROM ply_summary WHERE pass = ?1";
    case Digested::kPass:
      return std::string("SELECT ") + column_names<PassRow>() + " FROM pass WHERE id = ?1";
    default:
      return digest_query(table);
  }
}

}  // namespace plytrace::format

// SPDX-License-Identifier: MIT
//
// The rows that a digest sums up of one pass, where row_digest.h has those of a search: no index
// leads from a search to its passes, so that whoever knows the passes asks for each of them.
// Thread rule: pure function.
#pragma once

#include <string>

#include "schemas/row_digest.h"

namespace plytrace::format {

// The rows of `table` that belong to pass ?1, or, of other tables than kPass and kPlySummary, to
// search ?1 or to all searches. The first column identifies the row.
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

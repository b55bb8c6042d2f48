// SPDX-License-Identifier: MIT
//
// Judges and digests a search with one scan of its rows, for commands that do so with many
// searches. Errors: Failure, if the trace cannot be read. Thread rule: as the reader's.
#pragma once

#include <optional>
#include <string>

#include "viewer/analysis/content_digest.h"
#include "viewer/verify/whole_file.h"

namespace plytrace {

struct DigestedSearch {
  std::string verdict;                  // as verify::word() writes it; "" if not asked for
  std::optional<ContentDigest> digest;  // if asked for
};

DigestedSearch digested_search(verify::WholeFile& file, const SearchRow& search, bool verifies,
                               bool digests);

}  // namespace plytrace

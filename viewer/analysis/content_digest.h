// SPDX-License-Identifier: MIT
//
// A digest of what a search recorded, to cite it by (docs/cite.md): equal for equal content,
// whatever the times, the file, the place in it, and the program that wrote the rows. It covers
// each column of the tables search, pass, ply_summary, node and of the events, except times. Ids
// count from the root of their pass, and moves are texts. It finds accidents, not forgeries.
// Errors: a page that cannot be read. Thread rule: as the reader's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

class ContentDigest {
 public:
  // Reads the whole search.
  static Result<ContentDigest> of(const TraceReader& reader, const SearchRow& search);
  // Adds another search; the order does not matter.
  void add(const ContentDigest& other) {
    sum_ += other.sum_;
    rows_ += other.rows_;
  }
  // "c2-" and 16 hexadecimal digits. The number changes when the definition changes.
  std::string text() const;

 private:
  friend class DigestOfScans;
  std::uint64_t sum_ = 0, rows_ = 0;
};

// The digest of a search whose rows are scanned for another purpose, as by `verify`, so that they
// are read once. Create and use it within one snapshot.
class DigestOfScans {
 public:
  DigestOfScans(const TraceReader& reader, const SearchRow& search);
  ~DigestOfScans();
  DigestOfScans(const DigestOfScans&) = delete;
  DigestOfScans& operator=(const DigestOfScans&) = delete;

  // The scan that also digests its rows. Watch each scan of all passes of the search, by id. A scan
  // may return rows of other searches, too.
  std::unique_ptr<TraceScan> watch(std::unique_ptr<TraceScan> scan);
  // Reads the search again if the scans left out a pass.
  Result<ContentDigest> digest();

 private:
  class Digester;

  const TraceReader& reader_;
  const SearchRow& search_;
  std::unique_ptr<Digester> digester_;
};

// The digest of a collection of searches, from the texts of their digests in any order: "s1-" and
// 16 hexadecimal digits.
std::string digest_of_searches(std::vector<std::string> digests);

}  // namespace plytrace

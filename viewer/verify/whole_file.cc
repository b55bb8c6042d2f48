// SPDX-License-Identifier: MIT
#include "viewer/verify/whole_file.h"

#include <algorithm>

#include "viewer/reader/trace_meta.h"
#include "viewer/verify/node/stored_entry.h"
#include "viewer/verify/stream_of.h"

namespace plytrace::verify {
namespace {

// Only answers and narrowed windows carry a proof or an error; a mere table move does not.
bool is_used(const TableProbeRow& row) {
  return row.used == format::TableUse::kNarrowed || row.used == format::TableUse::kAnswered;
}

}  // namespace

void WholeFile::refresh() {
  const std::int64_t now = reader_.version();
  if (readings_ > 0 && version_ == now) return;
  version_ = now;
  ++readings_;
  refused_events_ = plytrace::refused_events(reader_);
  readers_.reset();
  read_roots();
  read_used_entries();
}

void WholeFile::read_roots() {
  roots_.clear();
  other_engines_ = false;
  for (const SearchRow& search : reader_.searches()) {
    other_engines_ = other_engines_ || search.engine != "plytrace";
    for (const PassRow& pass : reader_.passes(search.id)) {
      if (pass.root) roots_.push_back({*pass.root, pass.id});
    }
  }
  std::sort(roots_.begin(), roots_.end());
  several_streams_ = std::any_of(roots_.begin(), roots_.end(), [this](const RootPlace& place) {
    return stream_of(place.root) != stream_of(roots_.front().root);
  });
}

void WholeFile::read_used_entries() {
  used_ = {};
  reader_.for_each_table_probe([this](const TableProbeRow& row) {
    if (!is_used(row)) return true;
    used_.is_any = true;
    add_compared_parts(row, used_.parts);
    const bool is_exact = row.bound.value_or(format::Bound::kExact) == format::Bound::kExact;
    // plytrace's own tables have one bound per entry.
    if (other_engines_ && is_exact) {
      if (const auto key = key_of_entry(row)) used_.keys.insert(*key);
    }
    // An entry of a later node is reported where it is met (entry_origin.cc) and not followed.
    if (row.stored_by && *row.stored_by <= row.at) used_.nodes.insert(*row.stored_by);
    return true;
  });
}

// The key under which the entry that a probe found is filed.
std::optional<std::int64_t> WholeFile::key_of_entry(const TableProbeRow& row) const {
  if (const auto key = filed_under(row)) return key;
  const auto node = reader_.node(row.node);
  return node ? node->key : std::nullopt;
}

const WholeFile::Readers& WholeFile::readers() {
  if (readers_) return *readers_;
  readers_.emplace();
  reader_.for_each_table_probe([this](const TableProbeRow& row) {
    if (is_used(row) && row.stored_by) readers_->emplace_back(*row.stored_by, row.node);
    return true;
  });
  std::sort(readers_->begin(), readers_->end());
  return *readers_;
}

}  // namespace plytrace::verify

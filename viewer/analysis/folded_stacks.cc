// SPDX-License-Identifier: MIT
#include "viewer/analysis/folded_stacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/format/characters.h"
#include "viewer/format/unseen.h"

namespace plytrace {
namespace {

struct FoldedNode {
  std::int64_t last = 0;
  std::size_t stack = 0;  // length of its stack in stack_
};

class Folding {
 public:
  using Write = std::function<bool(std::string_view, std::int64_t)>;
  Folding(const TraceReader& reader, const FoldedOptions& options, const Write& write)
      : reader_(reader), options_(options), write_(write) {}

  void run(const NodeRow& root) {
    const IcicleSpan span = span_of(reader_, root);
    least_ = options_.threshold * static_cast<double>(span.nodes());
    stack_ = "root";
    if (!tell(1)) return;
    seen_ = root.id;
    open_.push_back({span.last, stack_.size()});
    while (!open_.empty() && step()) {
    }
  }

 private:
  bool tell(std::int64_t nodes) { return nodes <= 0 || write_(stack_, nodes); }

  // Moves to the next child of the innermost open node, or out of the node. Returns false to stop.
  bool step() {
    const FoldedNode above = open_.back();
    const auto child = reader_.node_after(seen_);
    const bool is_below = child && child->id <= above.last;
    if (!tell((is_below ? child->id - 1 : above.last) - seen_)) return false;
    if (!is_below) {
      seen_ = above.last;
      open_.pop_back();
      if (!open_.empty()) stack_.resize(open_.back().stack);
      return true;
    }
    return enter(*child,
                 std::max(child->id, std::min(above.last, child->last.value_or(above.last))));
  }

  bool enter(const NodeRow& child, std::int64_t last) {
    const std::size_t length = stack_.size();
    stack_ += ";" + (child.move ? stack_frame(reader_.move_text(child.move)) : "=");
    const std::int64_t nodes = last - child.id + 1;
    const bool is_whole = nodes == 1 || static_cast<double>(nodes) < least_ ||
                          open_.size() + 1 >= options_.most_frames;
    if (!tell(is_whole ? nodes : 1)) return false;
    seen_ = is_whole ? last : child.id;
    if (is_whole) {
      stack_.resize(length);
    } else {
      open_.push_back({last, stack_.size()});
    }
    return true;
  }

  const TraceReader& reader_;
  const FoldedOptions& options_;
  const Write& write_;
  double least_ = 0;
  std::string stack_;
  std::int64_t seen_ = 0;  // all ids up to this one are written
  std::vector<FoldedNode> open_;
};

}  // namespace

void write_folded_stacks(const TraceReader& reader, const NodeRow& root,
                         const FoldedOptions& options,
                         const std::function<bool(std::string_view, std::int64_t)>& write) {
  const TraceReader::Snapshot snapshot(reader);
  Folding(reader, options, write).run(root);
}

std::string stack_frame(std::string_view move) {
  const std::string component = TraceReader::path_component(move);
  std::string frame;
  for (std::size_t at = 0; at < component.size();) {
    const auto next = text::character_at(component, at);
    const std::size_t bytes = next ? next->bytes : 1;
    const std::string_view piece = std::string_view(component).substr(at, bytes);
    at += bytes;
    if (next && piece != ";" && piece != " " && !text::is_unseen(next->code)) {
      frame += piece;
      continue;
    }
    for (const char c : piece) frame += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return frame;
}

}  // namespace plytrace

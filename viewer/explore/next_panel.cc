// SPDX-License-Identifier: MIT
//
// Panel "next": the node that a key leads to, at the next or previous cutoff in time order, or on
// the same line in the next or previous pass.
#include <algorithm>
#include <limits>

#include "viewer/analysis/relatives.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {
namespace {

enum class Wanted { kSkipping, kLate };

// A point in time: the last node that had been entered, and the last of its events that had
// happened.
struct Moment {
  std::int64_t at = 0, event = 0;
};

// A node; or none within the part that was read, and where to continue.
struct Reached {
  std::optional<std::int64_t> node;
  std::optional<Moment> until;
};

bool is_wanted(const TraceReader& reader, const CutoffRow& cut, Wanted wanted) {
  if (wanted == Wanted::kSkipping) return cut.skipped.value_or(0) > 0;
  const auto node = reader.node(cut.node);
  const auto own = node ? own_cut(reader, *node, {cut}) : std::nullopt;
  return own && own->rank.value_or(0) > 1;
}

// The time of the node's own cutoff, or else the time when it was entered.
Moment moment_of(const TraceReader& reader, const NodeRow& node) {
  const auto own = own_cut(reader, node);
  if (own) return {own->row.at, own->row.id};
  return {node.id, 0};
}

Reached cutoff_after(const Asked& asked, Moment now, Wanted wanted) {
  const auto scan = asked.reader.scan(now.at, std::numeric_limits<std::int64_t>::max());
  const std::int64_t first = now.at;
  while (scan->next()) {
    if (const NodeRow* const node = scan->get<NodeRow>()) {
      now.at = node->id;
      const bool is_late = node->id % 64 == 0 && asked.deadline.has_passed();
      if (node->id > first && is_late) return {std::nullopt, now};
    }
    const CutoffRow* const cut = scan->get<CutoffRow>();
    if (cut == nullptr || cut->id <= now.event) continue;
    if (is_wanted(asked.reader, *cut, wanted)) return {cut->node, std::nullopt};
    now.event = cut->id;
  }
  return {};
}

// The last matching cutoff before `now`, at node `first` or later.
std::optional<std::int64_t> last_cutoff_in(const TraceReader& reader, std::int64_t first,
                                           Moment now, Wanted wanted) {
  std::vector<CutoffRow> cuts;
  const auto scan = reader.scan(first, now.at);
  while (scan->next()) {
    const CutoffRow* const cut = scan->get<CutoffRow>();
    if (cut != nullptr && (now.event == 0 ? cut->at < now.at : cut->id < now.event)) {
      cuts.push_back(*cut);
    }
  }
  const auto found = std::find_if(cuts.rbegin(), cuts.rend(), [&](const CutoffRow& cut) {
    return is_wanted(reader, cut, wanted);
  });
  return found == cuts.rend() ? std::nullopt : std::optional(found->node);
}

Reached cutoff_before(const Asked& asked, Moment now, Wanted wanted) {
  // Scan a short range first, then ranges three times as long.
  for (std::int64_t back = 200;; back *= 3) {
    const std::int64_t first = std::max<std::int64_t>(0, now.at - back);
    if (const auto found = last_cutoff_in(asked.reader, first, now, wanted)) {
      return {found, std::nullopt};
    }
    if (first == 0) return {};
    now = {first, 0};
    if (asked.deadline.has_passed()) return {std::nullopt, now};
  }
}

// The node of the same path in the next or previous pass, or that pass's root if it did not search
// the path.
std::optional<std::int64_t> in_other_pass(const Asked& asked, const NodeRow& node, bool back) {
  std::vector<const PassRow*> passes;
  std::size_t here = 0;
  for (const SearchPasses& of : asked.source.searches()) {
    for (const PassRow& pass : of.passes) {
      if (!pass.root) continue;
      if (*pass.root <= node.id) here = passes.size();
      passes.push_back(&pass);
    }
  }
  const std::size_t there = back ? here - 1 : here + 1;
  if (there >= passes.size()) return std::nullopt;
  const auto found = asked.reader.find(asked.reader.path(node.id), *passes[there]);
  return found ? found->id : *passes[there]->root;
}

}  // namespace

text::Json answer_next(Asked& asked) {
  Parameters& parameters = asked.parameters;
  const std::int64_t id = parameters.node();
  const std::string what = parameters.word("what", {"cutoff", "late-cutoff", "pass"});
  const bool back = parameters.flag("back");
  const auto at = parameters.number("at");
  const auto event = parameters.number("event");
  parameters.finish();
  const auto node = node_of(asked, id);
  const Wanted wanted = what == "cutoff" ? Wanted::kSkipping : Wanted::kLate;
  Reached found;
  if (what == "pass") {
    found.node = in_other_pass(asked, node, back);
  } else {
    const Moment now = at ? Moment{*at, event.value_or(0)} : moment_of(asked.reader, node);
    found = back ? cutoff_before(asked, now, wanted) : cutoff_after(asked, now, wanted);
  }
  text::Json answer{{"node", text::number_json(found.node)}, {"until", nullptr}};
  if (found.until) answer["until"] = {{"at", found.until->at}, {"event", found.until->event}};
  return answer;
}

}  // namespace plytrace::explore

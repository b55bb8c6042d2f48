// SPDX-License-Identifier: MIT
//
// "find": nodes by condition, a part of the trace at a time: the page goes on behind "until". The
// conditions are those of the command find by the same names, and cut-rank.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "viewer/analysis/node_conditions.h"
#include "viewer/explore/open_path.h"
#include "viewer/explore/panels.h"
#include "viewer/explore/relatives.h"
#include "viewer/text/row_json.h"

namespace plytrace::explore {
namespace {

constexpr std::int64_t kMostFound = 200;

struct Conditions {
  std::vector<std::string> kinds, roles;  // none: any
  std::set<std::string> moves;
  std::string cutoff, where;
  ValueRange ply, value, cut_rank;
  std::int64_t min_size = 0;

  bool by_cutoff() const { return (!cutoff.empty() && cutoff != "none") || cut_rank.is_given(); }
};

struct Found {
  NodeRow row;
  std::int64_t size = 0;
  std::optional<std::int64_t> cut_rank;
};

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    words.push_back(list.substr(at, comma - at));
    at = comma + 1;
  }
  return words;
}

Result<std::vector<std::string>> words_among(Parameters& parameters, const std::string& name,
                                             const std::vector<std::string>& known) {
  std::vector<std::string> words = split(parameters.text(name).value_or(""));
  for (const std::string& word : words) {
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    std::string list;
    for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
    return Status::usage(name + ": takes some of " + list + " with commas between them");
  }
  return words;
}

Result<Conditions> read_conditions(Parameters& parameters) {
  Conditions asked;
  auto kinds = words_among(parameters, "kind", condition_words().kind);
  if (!kinds) return kinds.status();
  auto roles = words_among(parameters, "role", condition_words().role);
  if (!roles) return roles.status();
  asked.kinds = std::move(*kinds);
  asked.roles = std::move(*roles);
  if (const auto move = parameters.text("move"); move && !move->empty()) {
    for (std::string& spelling : spellings(*move)) asked.moves.insert(std::move(spelling));
  }
  std::vector<std::string> cutoffs{""};
  cutoffs.insert(cutoffs.end(), condition_words().cutoff.begin(), condition_words().cutoff.end());
  asked.cutoff = parameters.word("cutoff", cutoffs);
  asked.where = parameters.text("where").value_or("");
  asked.min_size = parameters.number_or("min-size", 0, 0, std::numeric_limits<std::int64_t>::max());
  for (const auto& [name, is_count, range] :
       {std::tuple{"ply", true, &asked.ply}, std::tuple{"value", false, &asked.value},
        std::tuple{"cut-rank", true, &asked.cut_rank}}) {
    const auto text = parameters.text(name);
    if (!text || text->empty()) continue;
    const auto parsed = parse_range(name, is_count, *text);
    if (!parsed) return parsed.status();
    *range = *parsed;
  }
  return asked;
}

// Goes through the trace in order of time, and keeps what meets the conditions.
class Finder {
 public:
  Finder(const TraceReader& reader, const Conditions& conditions, const Deadline& deadline)
      : reader_(reader), conditions_(conditions), deadline_(deadline) {}

  // All nodes of first..last, and the cutoffs that happened among them, until it is enough.
  void look_through(std::int64_t first, std::int64_t last, std::size_t enough) {
    const auto scan = reader_.scan(first, last);
    std::int64_t at = first - 1;
    while (scan->next()) {
      if (const NodeRow* const node = scan->get<NodeRow>()) {
        // Only between two nodes: all that happened at the last one has been seen.
        if (found_.size() >= enough ||
            (at >= first && node->id % 64 == 0 && deadline_.has_passed())) {
          until_ = at;
          return;
        }
        at = node->id;
        path_.enter(*node);
        if (!conditions_.by_cutoff()) consider(*node, std::nullopt);
      } else if (const CutoffRow* const cut = scan->get<CutoffRow>()) {
        if (conditions_.by_cutoff()) consider(*cut);
      }
    }
  }
  // Nodes among first..last that meet the expression first.
  Status look_where(std::int64_t first, std::int64_t last, std::size_t enough) {
    constexpr std::int64_t kAtOnce = 500;
    for (auto next = reader_.node_after(first - 1); next && next->id <= last;
         next = reader_.node_after(*until_)) {
      if (until_ && (found_.size() >= enough || deadline_.has_passed())) return Status::ok();
      until_ = std::min(next->id + kAtOnce - 1, last);
      if (Status status = look_where_in(next->id, *until_); !status) return status;
    }
    until_.reset();
    return Status::ok();
  }

  std::vector<Found> take() { return std::move(found_); }
  // The node up to which all was looked at, where there is more.
  std::optional<std::int64_t> until() const { return until_; }

 private:
  Status look_where_in(std::int64_t first, std::int64_t last) {
    TraceReader::Query query;
    query.deadline = Deadline(std::chrono::milliseconds(500)).end();
    query.row = [&](const std::vector<TraceReader::QueryCell>& cells) {
      std::int64_t id = 0;
      const std::string& text = cells.front().text;
      std::from_chars(text.data(), text.data() + text.size(), id);
      if (const auto node = reader_.node(id)) consider_with_cutoff(*node);
      return true;
    };
    const Status status = reader_.query("SELECT id FROM node_text WHERE id BETWEEN " +
                                            std::to_string(first) + " AND " + std::to_string(last) +
                                            " AND (" + conditions_.where + "\n) ORDER BY id",
                                        query);
    if (status.code() != StatusCode::kInterrupted) return status;
    return Status::usage("where: takes more than half a second for 500 nodes; use plytrace sql");
  }

  static bool is_among(const std::vector<std::string>& words, std::string_view word) {
    return words.empty() || std::find(words.begin(), words.end(), word) != words.end();
  }

  bool meets(const NodeRow& node) const {
    return is_among(conditions_.kinds, format::word(node.kind)) &&
           is_among(conditions_.roles, format::word(node.role)) &&
           conditions_.ply.holds(static_cast<Score>(node.ply)) &&
           conditions_.value.holds(node.value) &&
           reader_.last_of(node) - node.id + 1 >= conditions_.min_size &&
           (conditions_.moves.empty() ||
            (node.move && conditions_.moves.count(reader_.move_text(node.move)) > 0));
  }

  void consider(const NodeRow& node, std::optional<std::int64_t> cut_rank) {
    if (!meets(node)) return;
    if (conditions_.cutoff == "none" && own_cut(reader_, node)) return;
    found_.push_back({node, reader_.last_of(node) - node.id + 1, cut_rank});
  }

  bool is_asked_for(const CutoffRow& cut, std::optional<std::int64_t> rank) const {
    const bool right_kind = conditions_.cutoff.empty() || conditions_.cutoff == "any" ||
                            conditions_.cutoff == format::word(cut.kind);
    return right_kind && conditions_.cut_rank.holds(rank);
  }

  void consider(const CutoffRow& cut) {
    OpenPath::Open* const open = path_.at(cut.node);
    if (open == nullptr) return consider_entered_before(cut);
    const bool by_move = cut.cause == format::Cause::kChild && cut.child;
    const auto rank = by_move ? std::optional(open->rank()) : std::nullopt;
    // A node with several such cutoffs is found at the first of them.
    if (open->noted || !is_asked_for(cut, rank)) return;
    open->noted = true;
    consider(open->row, rank);
  }

  // A cutoff of a node that was entered before the part that is looked through.
  void consider_entered_before(const CutoffRow& cut) {
    const auto node = reader_.node(cut.node);
    const auto first = node ? first_cutoff(*node) : std::nullopt;
    if (first && first->row.id == cut.id) consider(*node, first->rank);
  }

  // The first of its cutoffs that is asked for.
  std::optional<OwnCut> first_cutoff(const NodeRow& node) const {
    for (const CutoffRow& cut : cutoffs_of(reader_, node, kMostFound)) {
      const auto own = own_cut(reader_, node, {cut});
      if (is_asked_for(cut, own->rank)) return own;
    }
    return std::nullopt;
  }

  void consider_with_cutoff(const NodeRow& node) {
    if (!conditions_.by_cutoff()) return consider(node, std::nullopt);
    if (const auto first = first_cutoff(node)) consider(node, first->rank);
  }

  const TraceReader& reader_;
  const Conditions& conditions_;
  const Deadline& deadline_;
  OpenPath path_;
  std::vector<Found> found_;
  std::optional<std::int64_t> until_;
};

// The largest first with '-' before the column; without a value behind the others.
void sort(std::vector<Found>& found, const std::string& order) {
  const bool descending = order.starts_with('-');
  const std::string by = descending ? order.substr(1) : order;
  const auto key = [&](const Found& one) {
    std::optional<double> number = static_cast<double>(one.row.id);
    if (by == "size") number = static_cast<double>(one.size);
    if (by == "ply") number = static_cast<double>(one.row.ply);
    if (by == "value") number = one.row.value;
    if (by == "depth") number = one.row.depth;
    return std::tuple(!number, descending ? -number.value_or(0) : number.value_or(0), one.row.id);
  };
  std::sort(found.begin(), found.end(),
            [&](const Found& a, const Found& b) { return key(a) < key(b); });
}

text::Json found_json(const TraceReader& reader, const Found& found) {
  text::Json json = text::node_json(reader, found.row);
  json["path"] = text::text_json(reader.path(found.row.id));
  json["recorded"] = found.size;
  json["cut_rank"] = text::number_json(found.cut_rank);
  return json;
}

}  // namespace

text::Json told_conditions() {
  const ConditionWords& words = condition_words();
  return {{"kind", words.kind}, {"role", words.role}, {"cutoff", words.cutoff}};
}

Result<text::Json> answer_find(Asked& asked) {
  Parameters& parameters = asked.parameters;
  const auto conditions = read_conditions(parameters);
  const std::string order = parameters.word(
      "sort", {"id", "-id", "size", "-size", "ply", "-ply", "value", "-value", "depth", "-depth"});
  const auto after = parameters.number("after");
  const auto within = parameters.number("node");
  const auto limit = static_cast<std::size_t>(parameters.number_or("limit", 100, 1, kMostFound));
  if (Status status = parameters.finish(); !status) return status;
  if (!conditions) return conditions.status();
  const TraceReader& reader = asked.reader;
  std::int64_t first = 0, last = std::numeric_limits<std::int64_t>::max() - 1;
  if (within) {
    const auto node = node_of(asked, *within);
    if (!node) return node.status();
    first = node->id;
    last = reader.last_of(*node);
  }
  first = std::max(first, after.value_or(-1) + 1);
  Finder finder(reader, *conditions, asked.deadline);
  // In another order the first ones may be anywhere.
  const std::size_t enough = order == "id" ? limit : SIZE_MAX;
  if (conditions->where.empty()) {
    finder.look_through(first, last, enough);
  } else {
    if (Status status = check_expression(reader, "where", conditions->where); !status)
      return status;
    if (Status status = finder.look_where(first, last, enough); !status) return status;
  }
  std::vector<Found> found = finder.take();
  const std::size_t matched = found.size();
  sort(found, order);
  if (order != "id" && found.size() > limit) found.resize(limit);
  text::Json rows = text::Json::array();
  for (const Found& one : found) rows.push_back(found_json(reader, one));
  return text::Json{{"rows", std::move(rows)},
                    {"matched", matched},
                    {"more", finder.until().has_value()},
                    {"until", text::number_json(finder.until())}};
}

}  // namespace plytrace::explore

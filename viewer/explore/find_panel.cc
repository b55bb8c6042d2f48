// SPDX-License-Identifier: MIT
//
// "find": nodes by condition, a part of the trace at a time: the page goes on behind "until". The
// conditions are those of the command find by the same names, and cut-rank.
#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <tuple>

#include "viewer/analysis/node_conditions.h"
#include "viewer/analysis/open_path.h"
#include "viewer/analysis/relatives.h"
#include "viewer/explore/panels.h"
#include "viewer/format/rows/row_json.h"

namespace plytrace::explore {
namespace {

constexpr std::int64_t kMostFound = 200;

struct Conditions {
  std::vector<NodeCondition> on_node;
  // Which of its cutoffs a node is found by, and at which rank, is told, too: these are matched as
  // the scan meets them.
  std::string cutoff;
  ValueRange cut_rank;
  std::string where;

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

Result<ConditionInput> read_condition(Parameters& parameters, const ConditionKind& kind) {
  using Form = ConditionKind::Form;
  ConditionInput input;
  if (kind.form == Form::kWords) {
    auto words = words_among(parameters, kind.name, kind.words);
    if (!words) return words.status();
    input.words = std::move(*words);
  } else if (kind.form == Form::kWord) {
    std::vector<std::string> words{""};
    words.insert(words.end(), kind.words.begin(), kind.words.end());
    input.text = parameters.word(kind.name, words);
  } else if (kind.form == Form::kNumber) {
    input.number = parameters.number_or(kind.name, 0, 0, std::numeric_limits<std::int64_t>::max());
  } else {
    input.text = parameters.text(kind.name).value_or("");
  }
  return input;
}

Result<Conditions> read_conditions(Parameters& parameters) {
  Conditions asked;
  for (const ConditionKind& kind : condition_kinds()) {
    const auto input = read_condition(parameters, kind);
    if (!input) return input.status();
    if (!input->is_given()) continue;
    if (kind.asks_cutoffs) asked.cutoff = input->text;
    auto condition = kind.make(*input, kind.name);
    if (!condition) return condition.status();
    if (!kind.asks_cutoffs) asked.on_node.push_back(std::move(*condition));
  }
  asked.where = parameters.text("where").value_or("");
  if (const auto text = parameters.text("cut-rank"); text && !text->empty()) {
    const auto range = parse_range("cut-rank", true, *text);
    if (!range) return range.status();
    asked.cut_rank = *range;
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
    query.most_memory = std::int64_t{64} << 20;
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

  bool meets(const NodeRow& node) const {
    const auto holds = [&](const NodeCondition& one) { return one.holds(reader_, node); };
    return std::all_of(conditions_.on_node.begin(), conditions_.on_node.end(), holds);
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

// What nodes are sorted by; those without a value come last.
struct Order {
  const char* name;
  std::optional<double> (*number)(const Found&);
};
constexpr Order kOrders[] = {
    {"id", [](const Found& one) { return std::optional(static_cast<double>(one.row.id)); }},
    {"size", [](const Found& one) { return std::optional(static_cast<double>(one.size)); }},
    {"ply", [](const Found& one) { return std::optional(static_cast<double>(one.row.ply)); }},
    {"value", [](const Found& one) { return one.row.value; }},
    {"depth", [](const Found& one) { return std::optional<double>(one.row.depth); }}};

// "id", "-id": the largest first with '-' before it.
std::vector<std::string> order_words() {
  std::vector<std::string> words;
  for (const Order& order : kOrders) {
    words.emplace_back(order.name);
    words.push_back(std::string("-") + order.name);
  }
  return words;
}

void sort(std::vector<Found>& found, const std::string& word) {
  const double sign = word.starts_with('-') ? -1 : 1;
  const Order& order = *std::find_if(std::begin(kOrders), std::end(kOrders),
                                     [&](const Order& one) { return word.ends_with(one.name); });
  const auto key = [&](const Found& one) {
    const std::optional<double> number = order.number(one);
    return std::tuple(!number, sign * number.value_or(0), one.row.id);
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
  text::Json told = text::Json::object();
  for (const ConditionKind& kind : condition_kinds()) {
    if (!kind.words.empty()) told[kind.name] = kind.words;
  }
  return told;
}

Result<text::Json> answer_find(Asked& asked) {
  Parameters& parameters = asked.parameters;
  const auto conditions = read_conditions(parameters);
  const std::string order = parameters.word("sort", order_words());
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

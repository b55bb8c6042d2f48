// SPDX-License-Identifier: MIT
//
// Finds nodes in one part of the trace, in search order.
#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "core/number_text.h"
#include "viewer/analysis/open_path.h"
#include "viewer/analysis/relatives.h"
#include "viewer/answers/find.h"

namespace plytrace::answers {
namespace {

constexpr std::size_t kMostCutoffs = 200;  // read for one node

// Scans the trace in time order and collects the nodes that meet the conditions.
class Finder {
 public:
  Finder(const TraceReader& reader, const FindPartQuestion& question)
      : reader_(reader), conditions_(question) {}

  // Examines the nodes first..last and the cutoffs that happened among them, until `enough` are
  // found.
  void look_through(std::int64_t first, std::int64_t last, std::size_t enough) {
    const auto scan = reader_.scan(first, last);
    std::int64_t at = first - 1;
    Stop last_stop;
    while (scan->next()) {
      if (const NodeRow* const node = scan->get<NodeRow>()) {
        // Stop only between two nodes, when everything that happened at the last one has been read.
        if (found_.size() >= enough || (at >= first && node->id % 64 == 0 && is_late())) {
          until_ = at;
          return keep_at_most(enough, last_stop);
        }
        if (found_.size() > last_stop.found) last_stop = {found_.size(), at};
        at = node->id;
        path_.enter(*node);
        if (!conditions_.by_cutoff()) consider(*node, std::nullopt);
      } else if (const CutoffRow* const cut = scan->get<CutoffRow>()) {
        if (conditions_.by_cutoff()) consider(*cut);
      }
    }
    keep_at_most(enough, last_stop);
  }
  // Examines the nodes that were open after `last`, whose first matching cutoff happened later.
  void look_behind(std::int64_t last) {
    for (auto node = reader_.node(last); node; node = parent_of(*node)) {
      if (reader_.last_of(*node) <= last) continue;
      const auto cut = first_cutoff(*node);
      if (cut && cut->row.at > last) consider(*node, cut->rank);
    }
  }
  // Examines the nodes first..last that meet the SQL expression.
  void look_where(std::int64_t first, std::int64_t last, std::size_t enough) {
    constexpr std::int64_t kAtOnce = 500;
    for (auto next = reader_.node_after(first - 1); next && next->id <= last;
         next = reader_.node_after(*until_)) {
      if (until_ && (found_.size() >= enough || is_late())) return;
      until_ = std::min(next->id + kAtOnce - 1, last);
      look_where_in(next->id, *until_);
    }
    until_.reset();
  }

  // Leaves the nodes behind the first `most` to the next part. For nodes in the order of ids.
  void end_at(std::size_t most) {
    if (found_.size() <= most) return;
    found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(most), found_.end());
    until_ = found_.back().node.id;
  }

  std::vector<FoundNode> take() { return std::move(found_); }
  // The last node examined, if there are more.
  std::optional<std::int64_t> until() const { return until_; }

 private:
  // The numbers of found nodes when the scan was between two nodes.
  struct Stop {
    std::size_t found = 0;
    std::int64_t at = 0;
  };
  // Several nodes may be cut between two nodes, more than may still be listed. The next part finds
  // these. If they alone are too many, all are listed.
  void keep_at_most(std::size_t enough, const Stop& last_stop) {
    if (found_.size() <= enough || last_stop.found == 0) return;
    found_.resize(last_stop.found);
    until_ = last_stop.at;
  }

  bool is_late() const { return std::chrono::steady_clock::now() >= conditions_.deadline; }

  void look_where_in(std::int64_t first, std::int64_t last) {
    TraceReader::Query query;
    query.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
    query.most_memory = std::int64_t{64} << 20;
    query.row = [&](const std::vector<TraceReader::QueryCell>& cells) {
      const auto id = number_from<std::int64_t>(cells.front().text);
      if (const auto node = reader_.node(id.value_or(0))) consider_with_cutoff(*node);
      return true;
    };
    const Status status = reader_.query("SELECT id FROM node_text WHERE id BETWEEN " +
                                            std::to_string(first) + " AND " + std::to_string(last) +
                                            " AND (" + conditions_.where + "\n) ORDER BY id",
                                        query);
    if (status.code() != StatusCode::kInterrupted) return require(status);
    throw Failure::usage(
        "where: the condition takes more than half a second for 500 nodes; use plytrace sql");
  }

  std::optional<NodeRow> parent_of(const NodeRow& node) const {
    return node.parent ? reader_.node(*node.parent) : std::nullopt;
  }

  bool meets(const NodeRow& node) const {
    const auto holds = [&](const NodeCondition& one) { return one.holds(reader_, node); };
    return std::all_of(conditions_.on_node.begin(), conditions_.on_node.end(), holds);
  }

  void consider(const NodeRow& node, std::optional<std::int64_t> cut_rank) {
    if (!meets(node)) return;
    if (conditions_.cutoff == "none" && own_cut(reader_, node)) return;
    FoundNode found{node, "", reader_.last_of(node) - node.id + 1};
    found.cut_rank = cut_rank;
    found_.push_back(std::move(found));
  }

  bool is_asked_for(const CutoffRow& cut, std::optional<std::int64_t> rank) const {
    const bool right_kind = conditions_.cutoff.empty() || conditions_.cutoff == "any" ||
                            conditions_.cutoff == format::word(cut.kind);
    return right_kind && conditions_.cut_rank.holds(rank);
  }

  void consider(const CutoffRow& cut) {
    OpenPath::Open* const open = path_.at(cut.node);
    if (open == nullptr) return consider_entered_before(cut);
    const bool by_move =
        cut.cause == format::Cause::kChild && cut.kind != format::CutoffKind::kForward;
    const auto rank = by_move ? open->rank() : std::nullopt;
    // A node with several matching cutoffs is listed once, for the first.
    if (open->noted || !is_asked_for(cut, rank)) return;
    open->noted = true;
    consider(open->row, rank);
  }

  // Considers a cutoff of a node that was entered before the scanned range.
  void consider_entered_before(const CutoffRow& cut) {
    const auto node = reader_.node(cut.node);
    const auto first = node ? first_cutoff(*node) : std::nullopt;
    if (first && first->row.id == cut.id) consider(*node, first->rank);
  }

  // The node's first matching cutoff.
  std::optional<OwnCut> first_cutoff(const NodeRow& node) const {
    for (const CutoffRow& cut : cutoffs_of(reader_, node, kMostCutoffs)) {
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
  const FindPartQuestion& conditions_;
  OpenPath path_;
  std::vector<FoundNode> found_;
  std::optional<std::int64_t> until_;
};

// A sort order; nodes without a value come last.
struct Order {
  const char* name;
  std::optional<double> (*number)(const FoundNode&);
};
constexpr Order kOrders[] = {
    {"id", [](const FoundNode& one) { return std::optional(static_cast<double>(one.node.id)); }},
    {"size", [](const FoundNode& one) { return std::optional(static_cast<double>(one.recorded)); }},
    {"ply", [](const FoundNode& one) { return std::optional(static_cast<double>(one.node.ply)); }},
    {"value", [](const FoundNode& one) { return one.node.value; }},
    {"depth", [](const FoundNode& one) { return std::optional<double>(one.node.depth); }}};

void sort(std::vector<FoundNode>& found, const std::string& word) {
  const double sign = word.starts_with('-') ? -1 : 1;
  const Order& order = *std::find_if(std::begin(kOrders), std::end(kOrders),
                                     [&](const Order& one) { return word.ends_with(one.name); });
  const auto key = [&](const FoundNode& one) {
    const std::optional<double> number = order.number(one);
    return std::tuple(!number, sign * number.value_or(0), one.node.id);
  };
  std::sort(found.begin(), found.end(),
            [&](const FoundNode& a, const FoundNode& b) { return key(a) < key(b); });
}

}  // namespace

const std::vector<std::string>& part_orders() {
  static const std::vector<std::string> kWords = [] {
    std::vector<std::string> words;
    for (const Order& order : kOrders) {
      words.emplace_back(order.name);
      words.push_back(std::string("-") + order.name);
    }
    return words;
  }();
  return kWords;
}

FindAnswer find_part(const TraceReader& reader, FindPartQuestion question) {
  const std::string where = std::exchange(question.where, with_positions(question.where));
  Finder finder(reader, question);
  const bool in_order = question.sort == "id";
  // In any other order, the first nodes may be anywhere in the range.
  const std::size_t enough = in_order && !question.counts_all ? question.limit : SIZE_MAX;
  if (question.where.empty()) {
    finder.look_through(question.first, question.last, enough);
    if (question.counts_all && question.by_cutoff() && !finder.until()) {
      finder.look_behind(question.last);
    }
  } else {
    require(check_expression(reader, "where", where, question.where));
    finder.look_where(question.first, question.last, enough);
  }
  FindAnswer answer;
  if (!question.where.empty() && in_order && !question.counts_all) finder.end_at(question.limit);
  answer.nodes = finder.take();
  answer.found = answer.nodes.size();
  answer.until = finder.until();
  answer.truncated = answer.until.has_value();
  if (question.each) {
    for (const FoundNode& found : answer.nodes) question.each(found.node);
  }
  sort(answer.nodes, question.sort);
  if (enough == SIZE_MAX && answer.nodes.size() > question.limit)
    answer.nodes.resize(question.limit);
  for (FoundNode& found : answer.nodes) {
    found.path = reader.path(found.node.id);
    if (question.by_cutoff()) found.cutoffs = cutoffs_of(reader, found.node, kMostCutoffs);
  }
  return answer;
}

}  // namespace plytrace::answers

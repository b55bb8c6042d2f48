// SPDX-License-Identifier: MIT
//
// Finds nodes by one query: the conditions become one SQL statement on node_text.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "viewer/analysis/early_find.h"
#include "viewer/analysis/relatives.h"
#include "viewer/answers/find.h"
#include "viewer/format/rows/format.h"
#include "viewer/rules/rules_game.h"
#include "viewer/verify/game/game_at.h"

namespace plytrace::answers {
namespace {

std::string order_by(const std::string& sort) {
  const bool descending = sort.starts_with('-');
  const std::string column = descending ? sort.substr(1) : sort;
  for (const std::string& known : sort_columns()) {
    if (column == known) return column + (descending ? " DESC, id" : ", id");
  }
  throw Failure::usage("find: cannot sort by '" + column + "'; sort by " + sort_words() +
                       "; a leading '-' puts the largest first");
}

// The requested position, and whether the trace itself stores its key.
struct Position {
  PositionKey key;
  bool is_told = true;
  std::vector<PassRow> passes;  // the passes to search
};

Position position_of(const TraceReader& reader, const FindQuestion& question) {
  Position position;
  const auto root = question.pass.root ? reader.node(*question.pass.root) : std::nullopt;
  position.is_told = question.search.captures("keys") || (root && root->key);
  if (!question.fen.empty()) {
    const auto game = value_of(
        rules::game_of_trace(question.search.game, question.search.game_options, question.fen));
    position.is_told = false;
    position.key.key = static_cast<std::int64_t>(game->key());
  } else if (question.key) {
    position.key.key = *question.key;
  } else {
    const NodeRow& node = *question.same_as;
    position.is_told = node.key.has_value();
    position.key = {node.key.value_or(0), node.side};
    if (!position.is_told) {
      const auto game = verify::game_at(reader, question.search, node);
      if (game) position.key.key = static_cast<std::int64_t>(game->key());
    }
  }
  position.passes = {question.pass};
  if (!question.in_pass_only) position.passes = reader.passes(question.search.id);
  return position;
}

// In a trace without keys, keys are computed by replaying the moves.
constexpr std::size_t kMostReplayed = 100'000;

std::string replayed_condition(const TraceReader& reader, const FindQuestion& question,
                               const Position& position, bool& truncated) {
  ScanControl control;
  control.interrupt = question.interrupt;
  control.progress = [&](std::uint64_t nodes) {
    if (question.progress) question.progress("replaying moves:", nodes, 0);
  };
  const auto nodes = value_of(nodes_by_replay(reader, question.search, position.passes,
                                              position.key, kMostReplayed, control));
  truncated = nodes.has_more;
  return fmt::format("id IN ({})", fmt::join(nodes.ids, ","));
}

// A condition for nodes in one of these passes. The unary plus keeps SQLite from reading whole
// passes when few nodes match.
std::string in_passes(const std::vector<PassRow>& passes, const SearchRow& search) {
  constexpr std::size_t kMostNamed = 200;
  if (passes.size() > kMostNamed) return "search = " + std::to_string(search.id);
  std::string ranges;
  for (const PassRow& pass : passes) {
    if (!pass.root) continue;
    ranges += (ranges.empty() ? "+id >= " : " OR +id >= ") + std::to_string(*pass.root);
    if (pass.last) ranges += " AND +id <= " + std::to_string(*pass.last);
  }
  return ranges.empty() ? "FALSE" : "(" + ranges + ")";
}

// The conditions that select the position.
std::vector<std::string> position_conditions(const TraceReader& reader,
                                             const FindQuestion& question, bool& truncated) {
  const Position position = position_of(reader, question);
  std::vector<std::string> all;
  if (!position.is_told) {
    all.push_back(replayed_condition(reader, question, position, truncated));
    return all;
  }
  // SQLite uses the index by key if there is one.
  all.push_back("id IN (SELECT id FROM node WHERE key = " + std::to_string(position.key.key) + ")");
  if (position.key.side) all.push_back(fmt::format("side = '{}'", word(*position.key.side)));
  all.push_back(in_passes(position.passes, question.search));
  return all;
}

// The conditions are ranges of ids, which need no index.
std::vector<std::string> pass_conditions(const TraceReader& reader, const PassRow& pass) {
  require(reader.find("/", pass).status());
  std::vector<std::string> all{"id >= " + std::to_string(*pass.root)};
  if (pass.last) all.push_back("id <= " + std::to_string(*pass.last));
  return all;
}

std::string all_of(const std::vector<std::string>& terms) {
  return fmt::format("{}", fmt::join(terms, " AND "));
}

// The conditions on single nodes.
struct NodeConditions {
  std::vector<std::string> sql;         // all except those on cutoffs
  std::optional<NodeCondition> cutoff;  // tested for all nodes at once
};

NodeConditions node_conditions(const FindQuestion& question) {
  NodeConditions all;
  if (question.before) all.sql.push_back("id < " + std::to_string(question.before->id));
  for (std::size_t i = 0; i < question.conditions.size(); ++i) {
    if (!question.conditions[i].is_given()) continue;
    const ConditionKind& kind = condition_kinds()[i];
    auto condition =
        value_of(kind.make(question.conditions[i], "find: --" + std::string(kind.name)));
    if (kind.asks_cutoffs) {
      all.cutoff = std::move(condition);
    } else {
      all.sql.push_back(std::move(condition.sql));
    }
  }
  // The newline ends a comment at the end of the user's condition.
  if (!question.where.empty()) all.sql.push_back("(" + question.where + "\n)");
  return all;
}

// One more than shown, to know whether there are more; 0: all.
std::size_t nodes_wanted(const FindQuestion& question) {
  constexpr std::size_t kMost = std::numeric_limits<std::int64_t>::max();
  return question.limit != 0 && question.limit < kMost ? question.limit + 1 : 0;
}

// The first ids if order and limit allow stopping early; nullopt if all nodes must be examined.
EarlyFound few_ids(const TraceReader& reader, const FindQuestion& question,
                   const std::vector<std::string>& conditions,
                   const std::optional<NodeCondition>& cutoff) {
  const bool by_size = question.sort == "-size";
  // Without a condition on cutoffs, SQL stops early by itself.
  const bool by_id = question.sort == "id" && cutoff;
  const bool is_few = nodes_wanted(question) > 0 && !question.asks_position();
  if (!is_few || !(by_id || by_size)) return EarlyFound();
  const NodeQuestion few{all_of(conditions), cutoff, nodes_wanted(question), question.interrupt};
  if (by_id) return value_of(first_by_id(reader, few));
  const auto root = reader.node(*question.pass.root);
  return root ? value_of(first_by_size(reader, *root, few)) : EarlyFound();
}

std::vector<std::int64_t> find_ids(const TraceReader& reader, const FindQuestion& question,
                                   bool& truncated) {
  const auto order = order_by(question.sort);
  auto where = question.asks_position() ? position_conditions(reader, question, truncated)
                                        : pass_conditions(reader, question.pass);
  const auto conditions = node_conditions(question);
  where.insert(where.end(), conditions.sql.begin(), conditions.sql.end());
  auto few = few_ids(reader, question, where, conditions.cutoff);
  if (few) return std::move(*few);
  if (conditions.cutoff) where.push_back(conditions.cutoff->sql);
  std::string sql = "SELECT id FROM node_text WHERE " + all_of(where) + " ORDER BY " + order;
  if (nodes_wanted(question) > 0) sql += " LIMIT " + std::to_string(nodes_wanted(question));
  std::vector<std::int64_t> ids;
  require(for_each_id(reader, sql, question.interrupt, [&](std::int64_t id) {
    ids.push_back(id);
    return true;
  }));
  return ids;
}

// A page with keys out of order returns a row twice, or one that a look-up does not find.
void check_keys(const TraceReader& reader, std::vector<std::int64_t> ids) {
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice == ids.end()) return;
  throw Failure::bad_input(
      fmt::format("{}: damaged trace: row {} of table node occurs twice; copy the file again, or "
                  "record the search again",
                  reader.file().path, *twice));
}

// Adds what the nodes stored and used, and which nodes used what they stored.
void add_entries(const TraceReader& reader, const std::atomic<bool>* interrupt,
                 FindAnswer& answer) {
  std::vector<std::int64_t> ids;
  for (FoundNode& found : answer.nodes) {
    ids.push_back(found.node.id);
    NodeEvents events = reader.events(found.node);
    found.stores = std::move(events.of<TableStoreRow>());
    for (const TableProbeRow& probe : events.of<TableProbeRow>()) {
      if (probe.used != format::TableUse::kNo) found.uses.push_back(probe);
    }
  }
  auto users = value_of(users_of(reader, ids, interrupt));
  for (FoundNode& found : answer.nodes) found.used_by = std::move(users[found.node.id]);
}

// The rank of the move that caused the first matching cutoff.
std::optional<std::int64_t> rank_of_cut(const TraceReader& reader, const FindQuestion& question,
                                        const FoundNode& found) {
  std::string word;
  for (std::size_t i = 0; i < question.conditions.size(); ++i) {
    if (condition_kinds()[i].asks_cutoffs) word = question.conditions[i].text;
  }
  for (const CutoffRow& cut : found.cutoffs) {
    if (word != "any" && word != format::word(cut.kind)) continue;
    return own_cut(reader, found.node, {cut})->rank;
  }
  return std::nullopt;
}

// Reads each node with its path, in the order of the query. A node that is not found means damage.
void look_up(const TraceReader& reader, const FindQuestion& question,
             const std::vector<std::int64_t>& ids, FindAnswer& answer) {
  for (const std::int64_t id : ids) {
    if (question.interrupt != nullptr && *question.interrupt) {
      throw Failure({StatusCode::kInterrupted, "find: interrupted"});
    }
    if (question.progress)
      question.progress("paths of nodes found:", answer.nodes.size(), ids.size());
    auto node = reader.node(id);
    if (!node) {
      require(reader.status());
      throw Failure::bad_input(
          fmt::format("{}: damaged trace: row {} of table node cannot be found by its id; copy the "
                      "file again, or record the search again",
                      reader.file().path, id));
    }
    FoundNode found{*node, reader.path(id), reader.last_of(*node) - id + 1};
    if (question.asks_cutoffs()) {
      found.cutoffs = reader.events_of<CutoffRow>(*node);
      found.cut_rank = rank_of_cut(reader, question, found);
    }
    answer.nodes.push_back(std::move(found));
  }
}

}  // namespace

bool FindQuestion::asks_cutoffs() const {
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    if (condition_kinds()[i].asks_cutoffs && conditions[i].is_given()) return true;
  }
  return false;
}

const std::vector<std::string>& sort_columns() {
  static const std::vector<std::string> kColumns{"id",   "ply",   "depth", "value",
                                                 "size", "alpha", "beta",  "legal"};
  return kColumns;
}

std::string sort_words() {
  const std::vector<std::string>& all = sort_columns();
  return text::list({all.begin(), all.end() - 1}) + " or " + all.back();
}

FindAnswer find_all(const TraceReader& reader, FindQuestion question) {
  const TraceReader::Snapshot snapshot(reader);
  // Check this condition alone first, because an error about the whole query would quote text that
  // the user did not write.
  if (!question.where.empty()) {
    const std::string term = with_positions(question.where);
    require(check_expression(reader, "find: --where", question.where, term));
  }
  const std::string where = with_positions(question.where);
  const bool asks_positions = where != question.where;
  question.where = where;
  bool truncated = false;
  std::vector<std::int64_t> ids = find_ids(reader, question, truncated);
  check_keys(reader, ids);
  FindAnswer answer;
  answer.search = question.search.id;
  answer.pass = question.pass.ordinal;
  answer.of_position = question.asks_position();
  answer.truncated = question.limit != 0 && ids.size() > question.limit;
  if (answer.truncated) ids.pop_back();
  answer.truncated = answer.truncated || truncated;
  if (asks_positions) answer.positions = reader.position_counts();
  look_up(reader, question, ids, answer);
  answer.found = answer.nodes.size();
  if (question.asks_position()) add_entries(reader, question.interrupt, answer);
  require(reader.status());
  return answer;
}

}  // namespace plytrace::answers

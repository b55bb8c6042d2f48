// SPDX-License-Identifier: MIT
#include "viewer/answers/compare/comparability.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "viewer/format/characters.h"
#include "viewer/format/json.h"
#include "viewer/format/rows/format.h"
#include "viewer/meaning/claim.h"

namespace plytrace {
namespace {

std::string depth_words(std::optional<std::int64_t> depth) {
  return depth ? fmt::format("{}", *depth) : "not reported";
}

// "" if the depths are equal or one is not recorded.
std::string other_depth(const CompareInput& a, const CompareInput& b) {
  const auto depth_a = searched_depth(a), depth_b = searched_depth(b);
  if (depth_a == depth_b) return "";
  return fmt::format("the depths differ: {} in A, {} in B", depth_words(depth_a),
                     depth_words(depth_b));
}

std::string quoted(const std::string& text) {
  constexpr std::size_t kLongest = 60;
  return "'" + (text.size() <= kLongest ? text : text.substr(0, kLongest) + "...") + "'";
}

std::string other_text(const char* what, const std::string& a, const std::string& b) {
  if (a == b) return "";
  return fmt::format("the {} differ: {} in A, {} in B", what, quoted(a), quoted(b));
}

void append_if_any(std::vector<std::string>& list, std::string words) {
  if (!words.empty()) list.push_back(std::move(words));
}

// Texts that are not JSON objects are compared as they are.
void append_other_options(std::vector<std::string>& list, const std::string& a,
                          const std::string& b) {
  const auto others = other_options(a, b);
  if (!others) return append_if_any(list, other_text("options", a, b));
  for (const OtherOption& option : *others) {
    list.push_back(fmt::format("the option {} differs: {} in A, {} in B", option.name, option.in_a,
                               option.in_b));
  }
}
bool is_finished(const CompareInput& input) {
  return input.pass.status == format::SearchStatus::kFinished;
}

// Passes that were stopped count among the nodes of a search, but not towards its value.
bool has_stopped_pass(const CompareInput& input) {
  const std::vector<PassRow> passes = input.reader.passes(input.search.id);
  return std::any_of(passes.begin(), passes.end(), [](const PassRow& pass) {
    return pass.status != format::SearchStatus::kFinished;
  });
}

// "at most 50", "27".
std::string bound_or_value(const ClaimedRange& claim, Score value) {
  const bool is_plain = claim == ClaimedRange() || claim == range_of({Bound::kExact, value});
  return is_plain ? score_text(value) : range_words(claim, value);
}

std::optional<Claim> root_claim(const CompareInput& input) {
  const auto root = input.pass.root ? input.reader.node(*input.pass.root) : std::nullopt;
  return root ? claim_for_position(*root) : std::nullopt;
}

std::string left_out_words(const CompareInput& input) {
  const auto root = input.pass.root ? input.reader.node(*input.pass.root) : std::nullopt;
  const auto moves = root ? excluded_texts(*root) : std::vector<std::string>();
  constexpr std::size_t kMostMoves = 6;
  return moves.empty() ? "none" : text::list(moves, kMostMoves);
}

// The claim about the position with all its moves: of the search, or else of its root.
std::optional<Claim> claim_of_side(const CompareInput& input) {
  const auto root = root_claim(input);
  const auto claim = result_of(input).claim;
  return claim && left_out_words(input) == "none" ? claim : root;
}

// "" if both roots leave out the same moves.
std::string other_left_out(const CompareInput& a, const CompareInput& b) {
  const std::string of_a = left_out_words(a), of_b = left_out_words(b);
  if (of_a == of_b) return "";
  return fmt::format("the moves left out at the root differ: {} in A, {} in B", of_a, of_b);
}

// Nodes that only one side searched and that no cutoff or table entry of the other explains: there
// the other had other moves, or ended elsewhere. `names`: the side with the nodes and the other.
void append_other_trees(std::vector<std::string>& list, const CompareInput& other,
                        const std::map<std::string, std::uint64_t>& because,
                        const std::pair<const char*, const char*>& names) {
  if (!other.search.captures("cutoffs")) return;
  const std::array<std::pair<Reason, const char*>, 3> reasons{
      {{Reason::kNotGenerated, "moves that {} did not generate"},
       {Reason::kTerminal, "positions where the game is over in {}"},
       {Reason::kHorizon, "leaves at the horizon of {}"}}};
  for (const auto& [reason, words] : reasons) {
    const auto found = because.find(word(reason));
    if (found == because.end()) continue;
    list.push_back(fmt::format("{} of {} {} below {}", text::count(found->second, "node"),
                               names.first, found->second == 1 ? "is" : "are",
                               fmt::format(fmt::runtime(words), names.second)));
  }
}

}  // namespace

std::optional<std::vector<OtherOption>> other_options(const std::string& a, const std::string& b) {
  const text::SortedJson of_a = text::sorted_json(a), of_b = text::sorted_json(b);
  if (!of_a.is_object() || !of_b.is_object()) return std::nullopt;
  std::set<std::string> names;
  for (const text::SortedJson* options : {&of_a, &of_b}) {
    for (const auto& [name, value] : options->items()) names.insert(name);
  }
  const auto said = [](const text::SortedJson& options, const std::string& name) {
    const auto found = options.find(name);
    return found == options.end() ? std::string("not set") : found->dump();
  };
  std::vector<OtherOption> others;
  for (const std::string& name : names) {
    OtherOption option{name, said(of_a, name), said(of_b, name)};
    if (option.in_a != option.in_b) others.push_back(std::move(option));
  }
  return others;
}

std::optional<std::int64_t> searched_depth(const CompareInput& input) {
  // The root of the pass is one ply below the root of the search.
  if (lacks_its_root(input)) {
    return input.search.completed_depth ? input.search.completed_depth : input.search.depth;
  }
  if (input.pass.depth) return input.pass.depth;
  const auto root = input.pass.root ? input.reader.node(*input.pass.root) : std::nullopt;
  return root && root->depth ? root->depth : input.search.depth;
}

std::vector<std::string> why_no_saving(const CompareInput& a, const CompareInput& b,
                                       const Comparison& found) {
  std::vector<std::string> reasons;
  append_if_any(reasons, found.why_not_same);
  append_if_any(reasons, other_depth(a, b));
  append_if_any(reasons, other_left_out(a, b));
  append_if_any(reasons, found.claims_not_compared);
  // Uniform searches give values that depend on nothing but position and depth, whatever their
  // options are.
  if (!a.search.uniform || !b.search.uniform) {
    append_other_options(reasons, a.search.options, b.search.options);
  }
  append_other_trees(reasons, b, found.a.only_because, {"A", "B"});
  append_other_trees(reasons, a, found.b.only_because, {"B", "A"});
  const std::array<std::pair<const CompareInput&, const char*>, 2> sides{{{a, "A"}, {b, "B"}}};
  for (const auto& [side, name] : sides) {
    if ((&side == &a ? found.a : found.b).lacks_events) {
      reasons.push_back(fmt::format("events of {} are missing", name));
    }
    if (!is_finished(side)) {
      reasons.push_back(fmt::format("{} was not finished", name));
    } else if (!side.of_pass && has_stopped_pass(side)) {
      reasons.push_back(fmt::format("the nodes of {} include a pass that was not finished", name));
    }
  }
  if (found.contradictions_total > 0) {
    reasons.emplace_back("claims of one contradict those of the other");
  }
  if (!found.a.value || !found.b.value) return reasons;
  const ClaimedRange claim_a = result_of(a).range, claim_b = result_of(b).range;
  if (found.a.value != found.b.value) {
    reasons.push_back(fmt::format("the values differ: {} in A, {} in B",
                                  bound_or_value(claim_a, *found.a.value),
                                  bound_or_value(claim_b, *found.b.value)));
  } else if (claim_a != claim_b) {
    reasons.push_back(fmt::format("the claims differ: {} in A, {} in B",
                                  range_words(claim_a, *found.a.value),
                                  range_words(claim_b, *found.b.value)));
  }
  return reasons;
}

std::vector<std::string> refuted_sides(verify::Verdict a, verify::Verdict b) {
  std::vector<std::string> refuted;
  if (a == verify::Verdict::kRefuted) refuted.emplace_back("A is REFUTED");
  if (b == verify::Verdict::kRefuted) refuted.emplace_back("B is REFUTED");
  return refuted;
}

std::string why_roots_may_differ(const CompareInput& a, const CompareInput& b,
                                 const Comparison& found) {
  if (!found.a.value || !found.b.value) return "";
  if (found.same_value && result_of(a).claim == result_of(b).claim) return "";
  if (!found.claims_not_compared.empty()) return found.claims_not_compared;
  if (found.may_differ_in_position) {
    return "neither search names its position, so they may be of different ones";
  }
  if (std::string depth = other_depth(a, b); !depth.empty()) return depth;
  const std::string moves = other_left_out(a, b);
  const auto claim_a = claim_of_side(a), claim_b = claim_of_side(b);
  if (!moves.empty() && !(claim_a && claim_b && exclude_each_other(*claim_a, *claim_b))) {
    return moves;
  }
  if (!claim_a || !claim_b) {
    return fmt::format(
        "the meaning of the value of {} is unknown: neither a window nor a bound was reported",
        claim_a ? "B" : "A");
  }
  if (!exclude_each_other(*claim_a, *claim_b)) {
    const auto words = [](const CompareInput& input, const Claim& claim) {
      const SideResult result = result_of(input);
      return result.is_wider() ? claimed_value(result) : claim_text(claim);
    };
    return fmt::format("one value can satisfy both: A claims {}, B {}", words(a, *claim_a),
                       words(b, *claim_b));
  }
  if (found.conditional == 0) return "";
  return fmt::format("the claims of the roots exclude each other, but rest on assumptions ({})",
                     found.conditional_on);
}

}  // namespace plytrace

// SPDX-License-Identifier: MIT
#include "viewer/answers/figure/captions.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "viewer/answers/compare/comparability.h"
#include "viewer/answers/compare/compare.h"
#include "viewer/draw/text_metrics.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/format/json.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/meaning/saturated.h"
#include "viewer/verify/game/search_game.h"

namespace plytrace {
namespace {

// A position may itself end in dots.
std::string shortened_position(const std::string& position) {
  const std::string whole = text::printable(position), text = draw::shortened(whole, 90);
  constexpr std::string_view kEllipsis = "\u2026";
  if (text == whole || !text.ends_with(kEllipsis)) return text;
  return text.substr(0, text.size() - kEllipsis.size()) + " [" + std::string(kEllipsis) + "]";
}

// " (value \u2264 2, window (3, +\u221E))", without what an exercise asks for.
std::string root_words(const NodeRow& root, const FigureRequest& request) {
  std::string text;
  if (!request.blank_values) {
    text = root.value ? "value " + draw::value_label(root) : "no value";
  }
  const bool hides_window = request.blank_windows || request.blank_cuts;
  if (root.alpha && root.beta && !hides_window) {
    text += (text.empty() ? "window " : ", window ") + draw::window_label(*root.alpha, *root.beta);
  }
  return text.empty() ? text : " (" + text + ")";
}

// "value \u2264 2, best move d".
std::string result_words(const Selection& selection) {
  const CompareInput input = input_of(selection);
  const SideResult result = result_of(input);
  std::string text = "no value";
  if (result.value) {
    text = "value " + draw::with_signs(format::sign_before(result.bound())) +
           draw::score_label(*result.value) + text::mate_remark(selection.search, result.value);
  }
  if (result.best_move) text += ", best move " + named_best_move(input, *result.best_move);
  return text;
}

std::string excerpt_caption(const Selection& selection, const FigureRequest& request,
                            const tree::Excerpt& excerpt) {
  const std::int64_t shown = excerpt.shown;
  const std::string file = std::filesystem::path(selection.reader.file().path).filename().string();
  std::string text = fmt::format("{}search {}, pass {}", request.named ? file + ", " : "",
                                 selection.search.id, selection.pass.ordinal);
  if (selection.pass.purpose != format::PassPurpose::kFixed) {
    text += " (" + std::string(word(selection.pass.purpose)) + ")";
  }
  const std::string root = selection.reader.path(excerpt.nodes[0].row.id);
  if (root != "/") text += ", below " + root + root_words(excerpt.nodes[0].row, request);
  const bool joins_skipped =
      request.style == draw::Style::kDots &&
      std::any_of(excerpt.nodes.begin(), excerpt.nodes.end(), [](const auto& node) {
        return node.fate == tree::Fate::kPruned && node.move_count != 1;
      });
  if (request.blank_cuts) return draw::shortened(text::printable(text), 400);
  text += excerpt.total == shown
              ? (shown == 1 ? "; its only node shown"
                            : fmt::format("; all {} nodes shown", text::grouped(shown)))
              : fmt::format("; {} of {} nodes shown, {} left out", text::grouped(shown),
                            text::grouped(excerpt.total), text::grouped(excerpt.total - shown));
  text += unrecorded_words(selection);
  if (joins_skipped) text += "; a cut edge stands for all moves that were skipped there";
  return draw::shortened(text::printable(text), 400);
}

std::string side_caption(const char* name, const Selection& side, bool with_result,
                         const ComparedSide& found) {
  std::string text = fmt::format("{}: {}, search {}, pass {}", name,
                                 std::filesystem::path(side.reader.file().path).filename().string(),
                                 side.search.id, side.pass.ordinal);
  if (!side.search.algorithm.empty()) text += ", " + side.search.algorithm;
  if (const auto depth = searched_depth(input_of(side))) text += fmt::format(", depth {}", *depth);
  if (with_result) text += ", " + result_words(side);
  const auto recorded = static_cast<std::int64_t>(found.nodes);
  const auto missing = static_cast<std::int64_t>(found.unrecorded);
  text += ", " + (missing == 0 ? "" : text::grouped(recorded) + " recorded of ") +
          text::count(saturated_sum(recorded, missing), "node");
  return draw::shortened(text::printable(text), 400);
}

std::string counts_caption(const Comparison& found) {
  const auto grouped = [](std::uint64_t number) {
    return text::grouped(static_cast<std::int64_t>(number));
  };
  std::string text = fmt::format("{} in both, {} only in A, {} only in B; ",
                                 text::count(static_cast<std::int64_t>(found.both),
                                             found.is_partial() ? "recorded node" : "node"),
                                 grouped(found.a.only), grouped(found.b.only));
  const std::string claims = answers::claims_words(found);
  text += (claims.starts_with("not") ? "claims " : "") + claims;
  if (const std::string words = answers::conditional_words(found); !words.empty()) {
    text += "; " + words;
  }
  return text::printable(text);
}

// Explains the marks of a picture of two searches that occur in this one.
std::string marks_of_two(const draw::Diagram& drawn, bool is_partial) {
  const auto has = [&](auto test) {
    return std::any_of(drawn.nodes.begin(), drawn.nodes.end(),
                       [&](const auto& node) { return !node.absent && test(node); });
  };
  std::string text;
  const auto add = [&](bool wanted, const char* words) {
    if (wanted) text += (text.empty() ? "" : "; ") + std::string(words);
  };
  add(has([](const auto& node) { return node.marked_first || node.marked_second; }),
      is_partial ? "hatched: recorded by one only" : "hatched: searched by one only");
  const bool is_said = has([](const auto& node) { return !node.condition.empty(); });
  add(has([](const auto& node) { return node.cut_mark; }),
      is_said ? "a cut edge says why the other did not search it"
              : "a cut edge: a cutoff skipped it in the other");
  add(has([](const auto& node) { return node.pruned; }),
      is_partial ? "dotted: recorded by neither" : "dotted: searched by neither");
  add(is_partial, "numbers of nodes are of the recorded ones");
  return text;
}

std::vector<std::string> captions_of_two(const FigureRequest& request, const Selection& a,
                                         const OtherPictured& other, const tree::Excerpt& excerpt,
                                         const draw::Diagram& drawn) {
  const Comparison& found = *other.found;
  const bool with_result = !request.blank_values;
  std::vector<std::string> lines = {side_caption("A", a, with_result, found.a),
                                    side_caption("B", other.selection, with_result, found.b),
                                    counts_caption(found)};
  const std::string root = a.reader.path(excerpt.nodes[0].row.id);
  if (root != "/") lines.back() += "; the tree below " + text::printable(root);
  if (std::string marks = marks_of_two(drawn, found.is_partial()); !marks.empty())
    lines.push_back(std::move(marks));
  return lines;
}

// "order static": the options in which this search differs from the other.
std::string own_options(const SearchRow& search, const SearchRow& beside) {
  const text::Json own = text::embedded_json(search.options);
  const text::Json others = text::embedded_json(beside.options);
  std::string words;
  if (!own.is_object() || !others.is_object()) return words;
  for (const auto& [name, value] : own.items()) {
    if (others.contains(name) && others.at(name) == value) continue;
    words +=
        ", " + name + " " + (value.is_string() ? value.get<std::string>() : text::json_text(value));
  }
  return words;
}

// "alphabeta: 3, 11 nodes", with what distinguishes it from the other search.
std::string heading(const Selection& of, const Selection& beside, double nodes) {
  std::string text = of.search.algorithm.empty() ? "search" : of.search.algorithm;
  if (of.search.algorithm == beside.search.algorithm) {
    text += own_options(of.search, beside.search);
    if (of.pass.depth && of.pass.depth != beside.pass.depth) {
      text += fmt::format(", depth {}", *of.pass.depth);
    }
  }
  text += ": " + text::count(static_cast<std::int64_t>(nodes), "node");
  return draw::shortened(text::printable(text), 60);
}

// The conventions that differ from the usual ones: strict cuts, moves from right to left, ...
std::string convention_words(const SearchRow& search) {
  const text::Json options = text::embedded_json(search.options);
  if (!options.is_object()) return "";
  std::string words;
  if (options.value("cut", text::Json()) == "strict") words += ", strict cuts";
  if (options.value("order", text::Json()) == "reverse") words += ", right to left";
  if (options.value("ties", text::Json()) == "last") words += ", the last of equal moves";
  return words;
}

}  // namespace

std::string unrecorded_words(const Selection& selection) {
  const std::uint64_t nodes = cost_of(selection.reader, selection.search).unrecorded;
  if (nodes == 0) return "";
  return fmt::format("; {} of the search {} not recorded", text::count(nodes, "node"),
                     nodes == 1 ? "was" : "were");
}

std::string caption_of_search(const Selection& selection, bool with_result) {
  const SearchRow& search = selection.search;
  // Foreign searches need not name a game.
  std::string text = verify::game_words(search);
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (!search.algorithm.empty()) {
    add(search.algorithm + (search.fail.empty() ? "" : " (fail-" + search.fail + ")") +
        convention_words(search));
  }
  const auto depth = searched_depth(input_of(selection));
  if (depth) add(fmt::format("depth {}", *depth));
  if (!search.evaluator.empty()) add("evaluator " + search.evaluator);
  if (with_result) text += (text.empty() ? "" : ": ") + result_words(selection);
  if (text.empty()) text = fmt::format("search {}", search.id);
  if (search.status != format::SearchStatus::kFinished) {
    text += " (" + std::string(word(search.status)) + ")";
  }
  return draw::shortened(text::printable(text), 400);
}

std::vector<std::string> picture_headings(const Selection& a, const Selection& b,
                                          const tree::Excerpt& excerpt) {
  return {heading(a, b, excerpt.nodes[0].size.nodes), heading(b, a, excerpt.nodes[0].other_nodes)};
}

std::vector<std::string> picture_captions(const FigureRequest& request, const Selection& selection,
                                          const tree::Excerpt& excerpt, const draw::Diagram& drawn,
                                          const OtherPictured* other) {
  if (other != nullptr && other->found != nullptr) {
    return captions_of_two(request, selection, *other, excerpt, drawn);
  }
  const bool with_result = !request.blank_values;
  if (other != nullptr) {
    const bool has_pruned =
        std::any_of(drawn.nodes.begin(), drawn.nodes.end(),
                    [](const auto& node) { return node.pruned && !node.absent; });
    return {caption_of_search(selection, with_result),
            caption_of_search(other->selection, with_result),
            std::string("the same node stands at the same place in both trees") +
                (has_pruned ? "; dotted: not searched there" : "") +
                (unrecorded_words(selection) + unrecorded_words(other->selection) == ""
                     ? ""
                     : "; numbers of nodes are of the recorded ones")};
  }
  std::vector<std::string> lines = {caption_of_search(selection, with_result),
                                    excerpt_caption(selection, request, excerpt)};
  if (!selection.search.position.empty()) {
    lines.push_back("position " + shortened_position(selection.search.position));
  }
  return lines;
}

}  // namespace plytrace

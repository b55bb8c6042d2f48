// SPDX-License-Identifier: MIT
//
// plytrace check-answer TREE: compares an answer to an exercise with the search of the tree. It
// reports the first step where the answer leaves the algorithm, and the conventions under which the
// answer would be right.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/search/algorithm.h"
#include "viewer/answers/pruned.h"
#include "viewer/cli/cli.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/made_trace.h"
#include "viewer/format/characters.h"

namespace plytrace {
namespace {

using answers::PrunedAnswer;
using answers::SolvedNode;
using text::Json;

struct CheckAnswerOptions {
  TreeSearch tree;
  std::string pruned, value, values;
  bool has_pruned = false;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// The claims of the answer, by the indices of the nodes.
struct Claims {
  bool has_pruned = false;
  std::vector<bool> is_pruned;  // leaves
  std::vector<std::pair<std::size_t, Score>> values;
};

struct Mistake {
  std::int64_t step = 0;
  int rank = 0;  // of the mistakes at one step, the lowest rank is reported
  std::string path, why;
};

// -- Naming nodes ------------------------------------------------------------------

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : list + ",") {
    if (c != ',' && c != ';') {
      part += c;
      continue;
    }
    const std::size_t first = part.find_first_not_of(' ');
    if (first != std::string::npos) {
      parts.push_back(part.substr(first, part.find_last_not_of(' ') - first + 1));
    }
    part.clear();
  }
  return parts;
}

// "7", "7th" or "leaf 7" is 7; other texts are 0.
std::int64_t leaf_number(std::string text) {
  if (text.starts_with("leaf ")) text = text.substr(5);
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
  const std::string rest = text.substr(digits);
  const bool is_place =
      rest.empty() || rest == "st" || rest == "nd" || rest == "rd" || rest == "th";
  constexpr std::size_t kMostDigits = 6;
  return is_place && digits > 0 && digits <= kMostDigits ? std::stoll(text.substr(0, digits)) : 0;
}

// A leaf that a bare number can mean although it has another place: its score is that number.
const SolvedNode* leaf_worth(const PrunedAnswer& solved, const std::string& text) {
  const bool is_bare = text.find_first_not_of("0123456789") == std::string::npos;
  const auto score = is_bare ? parse_score(text) : Status::usage("not a number");
  if (!score) return nullptr;
  const auto leaf =
      std::find_if(solved.nodes.begin(), solved.nodes.end(), [&](const SolvedNode& node) {
        return node.is_leaf && node.value == *score && node.leaf != leaf_number(text);
      });
  return leaf == solved.nodes.end() ? nullptr : &*leaf;
}

// A name, a path, or the place of a leaf from the left.
Result<std::size_t> node_called(const PrunedAnswer& solved, const std::string& text) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < solved.nodes.size(); ++i) {
    if (solved.nodes[i].name == text || solved.nodes[i].path == text) found.push_back(i);
  }
  const std::int64_t place = leaf_number(text);
  const SolvedNode* const other = found.empty() ? leaf_worth(solved, text) : nullptr;
  if (other != nullptr) {
    const bool is_place = place > 0 && place <= solved.leaves;
    const std::string here = answers::ordinal(place), there = answers::ordinal(other->leaf);
    return Status::bad_input(
        "check-answer: '" + text + "' may mean " +
        (is_place ? "the " + here + " leaf from the left, or the " + there + ", which"
                  : "the " + there + " leaf from the left, which") +
        " is worth " + text + "; write " + (is_place ? here + " or " : "") + there);
  }
  for (std::size_t i = 0; found.empty() && i < solved.nodes.size(); ++i) {
    if (solved.nodes[i].is_leaf && solved.nodes[i].leaf == place) return i;
  }
  if (found.size() == 1) return found[0];
  if (!found.empty()) {
    return Status::bad_input("check-answer: '" + text + "' is the name of " +
                             std::to_string(found.size()) + " nodes; give the path, such as " +
                             solved.nodes[found[0]].path);
  }
  return Status::bad_input("check-answer: the tree has no node '" + text +
                           "'; give a name, a path such as /2/1, or the place of a leaf from the "
                           "left, such as 7th");
}

Result<Claims> claims_of(const CheckAnswerOptions& options, const PrunedAnswer& solved) {
  Claims claims;
  claims.has_pruned = options.has_pruned;
  claims.is_pruned.assign(solved.nodes.size(), false);
  const std::string pruned = options.pruned == "none" ? "" : options.pruned;
  for (const std::string& text : split(pruned)) {
    const auto node = value_of(node_called(solved, text));
    const std::int64_t first = solved.nodes[node].first_leaf;
    const std::int64_t last = first + solved.nodes[node].leaves - 1;
    for (std::size_t i = 0; i < solved.nodes.size(); ++i) {
      const SolvedNode& leaf = solved.nodes[i];
      if (leaf.is_leaf && leaf.leaf >= first && leaf.leaf <= last) claims.is_pruned[i] = true;
    }
  }
  for (const std::string& pair : split(options.values)) {
    const std::size_t sign = pair.rfind('=');
    if (sign == std::string::npos) {
      return Status::usage("check-answer: --values: write NODE=VALUE, such as A=3,B=5");
    }
    const auto node = value_of(node_called(solved, pair.substr(0, sign)));
    const auto value = parse_score(pair.substr(sign + 1));
    if (!value) return Status::usage("check-answer: --values: " + value.status().message());
    claims.values.emplace_back(node, *value);
  }
  if (!options.value.empty()) {
    const auto value = parse_score(options.value);
    if (!value) return Status::usage("check-answer: --value: " + value.status().message());
    claims.values.emplace_back(0, *value);
  }
  return claims;
}

// -- Mistakes ----------------------------------------------------------------------

std::string called(const SolvedNode& node) {
  const std::string side = node.is_leaf ? "leaf" : node.is_max ? "MAX" : "MIN";
  if (node.path == "/" && node.name.empty()) return "the root (" + side + ")";
  return node.is_leaf ? answers::place_words(node)
                      : side + " node " + (node.name.empty() ? node.path : node.name);
}

// The best value that a node had before its child `child` was entered; none before the first.
std::optional<Score> value_before(const PrunedAnswer& solved, std::size_t child) {
  const SolvedNode& parent = solved.nodes[solved.nodes[child].parent];
  std::optional<Score> best;
  for (std::size_t i = 1; i < solved.nodes.size(); ++i) {
    const SolvedNode& node = solved.nodes[i];
    const bool is_earlier = node.parent == solved.nodes[child].parent && node.is_visited() &&
                            node.order < solved.nodes[child].order && node.value;
    if (!is_earlier) continue;
    if (!best || (parent.is_max ? *node.value > *best : *node.value < *best)) best = node.value;
  }
  return best;
}

Mistake visited_all_the_same(const PrunedAnswer& solved, std::size_t leaf, const Claims& claims,
                             bool is_strict) {
  // The largest part that the answer leaves out with this leaf.
  std::size_t top = leaf;
  const auto all_claimed = [&](std::size_t node) {
    for (std::size_t i = 0; i < solved.nodes.size(); ++i) {
      const SolvedNode& other = solved.nodes[i];
      const bool is_below = other.is_leaf && other.leaf >= solved.nodes[node].first_leaf &&
                            other.leaf < solved.nodes[node].first_leaf + solved.nodes[node].leaves;
      if (is_below && !claims.is_pruned[i]) return false;
    }
    return true;
  };
  while (top != 0 && all_claimed(solved.nodes[top].parent)) top = solved.nodes[top].parent;
  const SolvedNode& node = solved.nodes[top];
  const SolvedNode& parent = solved.nodes[node.parent];
  std::string why = called(node) + " is not pruned: ";
  if (top == 0) {
    why = "the whole tree cannot be pruned: the search begins at its root";
    return {node.order, 0, node.path, why};
  }
  const auto before = value_before(solved, top);
  const std::string end = parent.is_max ? "beta" : "alpha";
  const auto bound = parent.is_max ? parent.beta : parent.alpha;
  if (!before) {
    why += "it is the first child that is looked at below " + called(parent) +
           ", which has no value yet";
  } else {
    why += fmt::format("{} has {} so far, and a cut needs {} {}{} {}", called(parent),
                       score_text(*before), end, parent.is_max ? "<" : ">", is_strict ? "" : "=",
                       score_text(*before));
    if (bound) why += fmt::format(", but {} is {}", end, score_text(*bound));
  }
  return {node.order, 0, node.path, why};
}

Mistake pruned_all_the_same(const PrunedAnswer& solved, std::size_t leaf) {
  std::size_t top = leaf;
  while (!solved.is_pruned_root(top)) top = solved.nodes[top].parent;
  const SolvedNode& node = solved.nodes[top];
  const SolvedNode& parent = solved.nodes[node.parent];
  std::string why = called(node) + " is pruned: ";
  why += parent.cut.empty()
             ? called(parent) + " was left before it"
             : called(parent) + " is cut because " + parent.cut + ", so " +
                   (parent.is_max ? "MIN" : "MAX") + " has something at least as good elsewhere";
  return {node.decided, 1, node.path, why};
}

std::optional<Mistake> wrong_value(const PrunedAnswer& solved, std::size_t index, Score value) {
  const SolvedNode& node = solved.nodes[index];
  if (!node.is_visited()) {
    if (node.is_leaf && node.value == value) return std::nullopt;
    return Mistake{node.decided, 2, node.path,
                   called(node) + " has no value: it is pruned, so the search never looks at it"};
  }
  if (node.value == value) return std::nullopt;
  // In a narrow window the search of the root returns a bound.
  std::string why =
      index == 0 && solved.value != text::score(node.value)
          ? fmt::format("{} is known to be {} in this window, and the search returns {}, not {}",
                        called(node), solved.value, text::score(node.value), score_text(value))
          : fmt::format("{} is worth {}, not {}", called(node), text::score(node.value),
                        score_text(value));
  if (!node.is_leaf) {
    std::string list;
    for (std::size_t i = index + 1; i < solved.nodes.size(); ++i) {
      const SolvedNode& child = solved.nodes[i];
      if (child.parent != index || !child.is_visited()) continue;
      list += (list.empty() ? "" : ", ") + text::score(child.value);
    }
    constexpr std::size_t kLongest = 80;
    if (list.size() <= kLongest) {
      why += fmt::format(": the {} of {}", node.is_max ? "largest" : "smallest", list);
    }
    if (!node.cut.empty()) why += ", then cut because " + node.cut;
  }
  return Mistake{node.decided, 3, node.path, why};
}

std::vector<Mistake> mistakes(const PrunedAnswer& solved, const Claims& claims, bool is_strict) {
  std::vector<Mistake> found;
  const auto before = [](const Mistake& a, const Mistake& b) {
    return std::tie(a.step, a.rank) < std::tie(b.step, b.rank);
  };
  // Only the first wrong leaf of each kind is explained, because the search for it is quadratic.
  std::size_t visited = 0, pruned = 0;
  if (claims.has_pruned && solved.nodes[0].is_leaf && claims.is_pruned[0]) {
    found.push_back(visited_all_the_same(solved, 0, claims, is_strict));
  }
  for (std::size_t i = 1; claims.has_pruned && i < solved.nodes.size(); ++i) {
    const SolvedNode& leaf = solved.nodes[i];
    if (!leaf.is_leaf || leaf.is_visited() != claims.is_pruned[i]) continue;
    std::size_t& first = leaf.is_visited() ? visited : pruned;
    const auto time = [&](std::size_t k) {
      return leaf.is_visited() ? solved.nodes[k].order : solved.nodes[k].decided;
    };
    if (first == 0 || time(i) < time(first)) first = i;
  }
  if (visited != 0) found.push_back(visited_all_the_same(solved, visited, claims, is_strict));
  if (pruned != 0) found.push_back(pruned_all_the_same(solved, pruned));
  for (const auto& [node, value] : claims.values) {
    if (auto wrong = wrong_value(solved, node, value)) found.push_back(std::move(*wrong));
  }
  std::stable_sort(found.begin(), found.end(), before);
  return found;
}

// -- Conventions -------------------------------------------------------------------

Result<PrunedAnswer> solve(const TreeSearch& asked) {
  const auto made = value_of(search_tree(asked));
  cli::TraceOptions trace;
  trace.file = made->path();
  auto selection = value_of(cli::select(trace));
  return answers::pruned_answer(selection.reader, selection.search, selection.pass);
}

std::string option_words(const TreeSearch& asked) {
  std::string words;
  const auto add = [&words](const char* option, const std::string& value) {
    if (!value.empty()) words += (words.empty() ? "" : " ") + std::string(option) + " " + value;
  };
  add("-a", asked.algorithm);
  add("--fail", asked.fail);
  add("--cut", asked.cut);
  add("--order", asked.order);
  add("--ties", asked.ties);
  add("--window", asked.window);
  for (const std::string& option : asked.game_options) add("-g", option);
  return words;
}

// Other ways to search the tree that courses teach.
std::vector<TreeSearch> other_conventions(const TreeSearch& asked) {
  std::vector<TreeSearch> all;
  for (const char* const cut : {"", "strict"}) {
    for (const char* const order : {"", "reverse"}) {
      TreeSearch other = asked;
      other.cut = cut;
      other.order = order;
      all.push_back(other);
    }
  }
  TreeSearch hard = asked;
  hard.cut.clear();
  hard.fail = "hard";
  all.push_back(hard);
  TreeSearch whole = asked;
  whole.cut.clear();
  whole.window.clear();
  whole.algorithm = word(Algorithm::kMinimax);
  all.push_back(whole);
  TreeSearch other_side = asked;
  const bool is_min = !asked.game_options.empty() && asked.game_options.back() == "root=min";
  other_side.game_options = {is_min ? "root=max" : "root=min"};
  all.push_back(other_side);
  return all;
}

Result<std::vector<std::string>> conventions_that_fit(const CheckAnswerOptions& options) {
  std::vector<std::string> found;
  for (const TreeSearch& other : other_conventions(options.tree)) {
    const std::string words = option_words(other);
    const auto solved = solve(other);
    // A tree whose types say who moves refuses the other side.
    if (!solved) continue;
    const auto claims = claims_of(options, *solved);
    if (!claims) continue;
    if (!mistakes(*solved, *claims, other.cut == "strict").empty()) continue;
    const std::string text = words.empty() ? "the usual conventions" : words;
    if (std::find(found.begin(), found.end(), text) == found.end()) found.push_back(text);
  }
  return found;
}

// -- The answer --------------------------------------------------------------------

Json answer_json(const CheckAnswerOptions& options, const PrunedAnswer& solved,
                 const std::vector<Mistake>& wrong, const std::vector<std::string>& fitting) {
  Json json;
  json["right"] = wrong.empty();
  json["conventions"] = option_words(options.tree);
  json["value"] = text::score_json(solved.pass.value);
  json["leaves"] = solved.leaves;
  json["leaves_pruned"] = solved.leaves - solved.visited_leaves;
  json["mistakes"] = wrong.size();
  json["step"] = wrong.empty() ? Json(nullptr) : Json(wrong[0].step);
  json["path"] = wrong.empty() ? Json(nullptr) : text::text_json(wrong[0].path);
  json["why"] = wrong.empty() ? Json(nullptr) : text::text_json(wrong[0].why);
  json["right_with"] = text::texts_json(fitting);
  return json;
}

std::string answer_lines(const PrunedAnswer& solved, const std::vector<Mistake>& wrong,
                         const std::vector<std::string>& fitting) {
  if (wrong.empty()) {
    const std::int64_t pruned = solved.leaves - solved.visited_leaves;
    return fmt::format("right: value {}, {} of {} {} pruned\n", solved.value, pruned, solved.leaves,
                       solved.leaves == 1 ? "leaf" : "leaves");
  }
  std::string out =
      text::wrapped(fmt::format("wrong at step {}: {}.", wrong[0].step, wrong[0].why), 2);
  out += "\n";
  for (const std::string& words : fitting) out += "The answer is right with " + words + ".\n";
  return text::printable_lines(out);
}

Status run_check_answer(const CheckAnswerOptions& options) {
  if (!options.has_pruned && options.value.empty() && options.values.empty()) {
    return Status::usage(
        "check-answer: no answer; give --pruned LIST, --value V or --values NODE=V,...");
  }
  const auto solved = value_of(solve(options.tree));
  // Use the text that was read, because standard input can be read only once.
  CheckAnswerOptions asked = options;
  asked.tree.position = solved.search.position;
  const auto claims = value_of(claims_of(options, solved));
  const auto wrong = mistakes(solved, claims, options.tree.cut == "strict");
  std::vector<std::string> fitting;
  if (!wrong.empty()) fitting = value_of(conventions_that_fit(asked));
  require(options.format == cli::OutputFormat::kJson
              ? cli::write_json(answer_json(options, solved, wrong, fitting))
              : cli::write_stdout(answer_lines(solved, wrong, fitting)));
  return wrong.empty() ? Status::ok() : Status::answer(StatusCode::kAnswerNo);
}

}  // namespace

void setup_check_answer(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "check-answer",
      "Compare an answer to an exercise with the search, and find its first wrong step",
      {"plytrace check-answer '[[3,12,8],[2,4,6],[14,5,2]]' --pruned 5th,6th --value 3",
       "plytrace check-answer '((D:3,E:5)B,(F:2,G:9)C)A;' --pruned G --values B=3,C=2",
       "plytrace check-answer '[[1,1],[5,3],[4,3,2]]' --cut strict --pruned none --value 3"},
      run_check_answer);
  cli::add_explanation(command,
                       "A node is named by its name, its path (/2/1), or, if it is a leaf, its "
                       "place from the\nleft (7th). The exit code is 0 if the answer is right, and "
                       "1 if it is wrong.");
  command->add_option("TREE", options->tree.position, "The tree (docs/games.md), its file, or -")
      ->required();
  command
      ->add_option_function(
          "--pruned NODES",
          [options = options](const std::string& text) {
            options->pruned = text;
            options->has_pruned = true;
          },
          "The pruned leaves and subtrees, separated by ','; none for nothing")
      ->may_be_empty();
  command->add_option("--value SCORE", options->value, "The value of the root");
  command->add_option("--values NODE=SCORE", options->values, "Values of nodes: A=3,B=5");
  command->add_option("-a,--algorithm NAME", options->tree.algorithm,
                      "The algorithm of the exercise (default alphabeta)");
  command->add_option("--fail MODE", options->tree.fail,
                      "soft, or hard: values clamped into the window (default soft)");
  add_conventions(command, options->tree);
  cli::add_format(command, options->format);
}

}  // namespace plytrace

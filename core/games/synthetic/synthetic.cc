// SPDX-License-Identifier: MIT
#include "core/games/synthetic/synthetic.h"

#include <limits>

#include "core/number_text.h"

namespace plytrace::synthetic {

void Options::read(ArgumentReader& reader) {
  reader.integer_into(branching, "branching", 1, kMaxBranching, "children of each node");
  reader.integer_into(depth, "depth", 0, kMaxDepth, "plies from the root to every leaf");
  reader.integer_into(seed, "seed", 0, std::numeric_limits<std::int64_t>::max(),
                      "another seed, another tree");
  reader.integer_into(spread, "spread", 0, kMaxSpread,
                      "how much worse for the mover a child is, at most");
  ordering = reader.number("ordering", 0, 1, ordering,
                           "share of nodes whose best child comes first for sure");
}

Synthetic::Synthetic(const Options& options) : options_(options) {
  const std::uint64_t hash = splitmix64(options.seed);
  const auto values = static_cast<std::uint64_t>(2 * options.spread + 1);
  nodes_.push_back(
      {hash, static_cast<std::int64_t>(splitmix64(hash) % values) - options.spread, kNoMove});
}

Result<Synthetic> Synthetic::start(const Arguments& arguments) {
  return from_position(arguments, "/");
}

Result<Synthetic> Synthetic::from_position(const Arguments& arguments, std::string_view path) {
  const auto options = read_settings<Options>("synthetic", arguments);
  if (!options) return options.status();
  Synthetic game(*options);
  const auto refuse = [](const std::string& what) {
    return Status::bad_input("synthetic position: " + what +
                             "; write the path from the root, such as / or /2/1");
  };
  if (!path.starts_with('/')) return refuse("'" + std::string(path) + "' does not start with '/'");
  path.remove_prefix(1);
  while (!path.empty()) {
    const std::size_t end = path.find('/');
    const std::string_view text = path.substr(0, end);
    const Result<MoveCode> move = game.parse_move(text);
    if (!move) return refuse(move.status().message());
    if (!game.is_legal(*move)) return refuse(game.why_illegal(*move));
    game.play(*move);
    if (end == std::string_view::npos) break;
    path.remove_prefix(end + 1);
    if (path.empty()) return refuse("a '/' at the end");
  }
  return game;
}

void Synthetic::generate(MoveList& moves) const {
  if (is_finished()) return;
  for (MoveCode child = 1; child <= static_cast<MoveCode>(options_.branching); ++child) {
    moves.push_back(child);
  }
}

Result<MoveCode> Synthetic::parse_move(std::string_view text) const {
  const auto move = number_from<MoveCode>(text);
  // A leading zero is refused, so that each move has one text.
  if (!move || text.starts_with('0') || *move > static_cast<MoveCode>(options_.branching)) {
    return Status::bad_input("'" + std::string(text) +
                             "' is not a move: write a number from 1 to " +
                             std::to_string(options_.branching));
  }
  return *move;
}

std::string Synthetic::why_illegal(MoveCode move) const {
  if (is_finished()) return "the game is over after " + std::to_string(ply()) + " plies";
  return "there is no child " + move_text(move);
}

std::string Synthetic::position_text() const {
  std::string path;
  for (std::size_t i = 1; i < nodes_.size(); ++i) path += "/" + move_text(nodes_[i].move);
  return path.empty() ? "/" : path;
}

std::string Synthetic::board_text() const {
  const std::string score = std::to_string(value());
  return is_finished() ? "leaf " + score : "ply " + std::to_string(ply()) + ", value " + score;
}

std::string Synthetic::options_json() const { return settings_json(options_); }

GameInfo Synthetic::info() {
  GameInfo info;
  info.name = "synthetic";
  info.summary = "a reproducible tree of any size, made from a seed";
  info.move_form = "the number of the child: 1";
  info.position_form = "the path from the root: / or /2/1";
  info.options = parameters_of<Options>();
  info.searched_whole = true;
  return info;
}

// The root is at most `spread` away from 0, and each ply subtracts or adds at most `spread`.
Scores::Scores(const Synthetic& game, NoParameters)
    : EvaluatorOf(game),
      limit_(static_cast<Score>(game.options().spread) * (game.options().depth + 1)) {}

}  // namespace plytrace::synthetic

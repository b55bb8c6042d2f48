// SPDX-License-Identifier: MIT
#include "viewer/verify/certificate/certificate_replay.h"

#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/registry.h"
#include "viewer/check/rules.h"
#include "viewer/format/numbers.h"
#include "viewer/verify/certificate/certificate_text.h"

namespace plytrace::verify {
namespace {

// Thrown where the premises cannot be checked.
struct Refused {
  Status status;
};
template <typename T>
T taken(Result<T> result) {
  if (!result) throw Refused{result.status()};
  return std::move(*result);
}

std::string meant(std::string_view text) { return unescaped(text).value_or(std::string(text)); }

const char* are(std::uint64_t number) { return number == 1 ? "is" : "are"; }

// Splits a name from its options.
std::pair<std::string, std::string> named(std::string_view text) {
  check::Words words(text);
  std::string name = meant(words.take());
  return {std::move(name), meant(words.rest())};
}

class GamePremises final : public check::Premises {
 public:
  void begin(const check::Header& header) override {
    const auto [name, options] = named(header.game);
    game_ = taken(make_game_from_json(name, options, meant(header.position)));
    const auto [evaluator, parameters] = named(header.evaluator);
    evaluator_ = taken(game_->make_evaluator({evaluator, taken(arguments_from_json(parameters))}));
    depth_ = header.depth;
    to_the_end_ = header.depth_text == "end";
    const int mover = game_->player_to_move();
    // The header names sides; the game numbers players.
    max_player_ = header.root == "max" ? mover : 1 - mover;
    if (header.scores.empty()) return;
    check::Words words(header.scores);
    const Score least = taken(parse_score(words.take()));
    range_ = Window{least, taken(parse_score(words.rest()))};
    test_range();
  }

  void begin_tree(bool lower) override {
    close_to(0);
    // Labels are valid in one tree only.
    labels_.clear();
    lower_ = lower;
  }

  std::string wrong_with(const check::Node& node) override {
    if (!wrong_range_.empty()) return wrong_range_;
    close_to(static_cast<std::size_t>(node.level));
    if (node.type == "stand" && !path_.empty()) doubt_list(path_.back());
    Level level;
    if (node.move && !play(*node.move)) return fmt::format("the move '{}' is illegal", *node.move);
    level.is_played = node.move.has_value();
    path_.push_back(level);
    std::string wrong = check_type(node);
    // Open nodes are registered as well; the rules of the tree refuse references to them.
    if (node.label) {
      labels_[*node.label] = {game_->key(), game_->player_to_move(), game_->position_text()};
    }
    return wrong;
  }

  std::uint64_t untested() const { return untested_; }
  std::uint64_t assumed() const { return assumed_; }
  std::string counts() const {
    return fmt::format("{} {} legal, {} {} complete, {} {} the evaluator's",
                       text::count(moves_, "move"), are(moves_), text::count(lists_, "move list"),
                       are(lists_), text::count(scores_, "score"), are(scores_));
  }

 private:
  struct Level {
    bool is_played = false;
    bool is_full = false;  // it has as many children as there are moves
  };
  struct Labelled {
    std::uint64_t key = 0;
    int player = 0;
    std::string position;
  };

  // Whether the search may score this position: at the depth limit or the end of the game; any
  // position if the depth is not a number.
  bool is_scored(std::size_t plies) const {
    if (game_->is_finished()) return true;
    return depth_ ? static_cast<std::int64_t>(plies) >= *depth_ : !to_the_end_;
  }

  bool is_beyond(std::size_t plies) const {
    return game_->is_finished() || (depth_ && static_cast<std::int64_t>(plies) >= *depth_);
  }

  // Checks scores below the root against the declared range: all of them if there are few enough,
  // otherwise the first ones met.
  void test_range() {
    constexpr std::size_t kMostPositions = 100'000;
    struct Place {
      MoveList moves;
      std::size_t next = 0;
    };
    std::vector<Place> places;
    std::size_t met = 0;
    const auto enter = [&] {
      ++met;
      if (is_scored(places.size())) test_score(evaluator_->evaluate(max_player_));
      Place place;
      if (!is_beyond(places.size())) game_->generate(place.moves);
      places.push_back(std::move(place));
    };
    enter();
    while (!places.empty() && met < kMostPositions && wrong_range_.empty()) {
      Place& top = places.back();
      if (top.next < top.moves.size()) {
        game_->play(top.moves[top.next++]);
        enter();
        continue;
      }
      places.pop_back();
      if (!places.empty()) game_->undo();
    }
    is_range_tested_ = places.empty();
    for (; places.size() > 1; places.pop_back()) game_->undo();
  }

  void test_score(Score score) {
    if (score >= range_.alpha && score <= range_.beta) return;
    wrong_range_ =
        fmt::format("the scores are declared as {} to {}, the evaluator gives {} below the root",
                    score_text(range_.alpha), score_text(range_.beta), score_text(score));
  }

  bool ends_by_depth() const { return depth_ || to_the_end_; }

  void close_to(std::size_t level) {
    for (; path_.size() > level; path_.pop_back()) {
      if (path_.back().is_played) game_->undo();
    }
  }

  bool play(const std::string& text) {
    const auto move = game_->parse_move(text);
    if (!move || game_->is_finished() || !game_->is_legal(*move)) return false;
    game_->play(*move);
    ++moves_;
    return true;
  }

  std::string check_type(const check::Node& node) {
    const std::string& type = node.type;
    if (type == "one" || type == "all") return check_inner(node);
    if (type == "=") return check_same(*node.same);
    if (type == "range" && !is_range_tested_) ++untested_;  // the evaluator's true range is unknown
    if (type == "?") ++assumed_;
    if (type == "range" || type == "?") return "";
    if (type == "draw") return "this game knows no draw by history";
    if (type == "stand" && ends_by_depth()) {
      return "a search to a fixed depth takes no score on the way";
    }
    // A horizon or a stand pat is wrong if the game is over, because then the rules decide the
    // score.
    if ((type == "end") != game_->is_finished()) {
      return type == "end" ? "the game is not over" : "the game is over";
    }
    return check_score(node);
  }

  std::string check_score(const check::Node& node) {
    const Score own = evaluator_->evaluate(max_player_);
    const Score score = taken(parse_score(node.score));
    ++scores_;
    const bool fits = node.bound.empty()      ? own == score
                      : node.bound == "lower" ? own >= score
                                              : own <= score;
    if (fits) return "";
    return fmt::format("the score is {}, the evaluator gives {}", score_text(score),
                       score_text(own));
  }

  std::string check_inner(const check::Node& node) {
    if (game_->is_finished()) return "the game is over";
    const bool maximizes = game_->player_to_move() == max_player_;
    if ((node.type == "one") != (maximizes == lower_)) {
      return "its type does not fit the side to move";
    }
    if (node.type == "one") return "";
    legal_.clear();
    game_->generate(legal_);
    const auto moves = static_cast<std::int64_t>(legal_.size());
    // If the depth is a number, no side stands pat before it. Otherwise a 'stand' counts as a
    // child.
    const bool may_stand = !ends_by_depth();
    if (node.children == moves || (may_stand && node.children == moves + 1)) {
      path_.back().is_full = node.children == moves;
      ++lists_;
      return "";
    }
    // Fewer moves are accepted only if the search may have selected them (captures).
    if (!may_stand || node.children > moves) {
      return fmt::format("{} {} legal, not {}", text::count(moves, "move"),
                         moves == 1 ? "is" : "are", node.children);
    }
    ++untested_;
    return "";
  }

  // One child is the own score, so a move is missing, as in a search of captures only.
  void doubt_list(Level& parent) {
    if (!std::exchange(parent.is_full, false)) return;
    --lists_;
    ++untested_;
  }

  std::string check_same(std::int64_t label) const {
    const auto found = labels_.find(label);
    // Compare the text as well, because two positions may share a hash.
    const bool same = found != labels_.end() && found->second.key == game_->key() &&
                      found->second.player == game_->player_to_move() &&
                      found->second.position == game_->position_text();
    return same ? "" : "it is not the position that it names";
  }

  std::optional<std::int64_t> depth_;  // none: "end" or "mixed"
  bool to_the_end_ = false;
  Window range_;                  // the declared range of all scores
  bool is_range_tested_ = false;  // all scores that the search can meet were tested
  std::string wrong_range_;       // "" = no tested score lies outside the declared range
  bool lower_ = true;
  std::unique_ptr<AnyGame> game_;
  std::unique_ptr<AnyEvaluator> evaluator_;
  int max_player_ = 0;
  std::vector<Level> path_;
  std::unordered_map<std::int64_t, Labelled> labels_;
  MoveList legal_;
  std::uint64_t moves_ = 0, lists_ = 0, scores_ = 0, untested_ = 0, assumed_ = 0;
};

}  // namespace

Result<CertificateReplay> replay_certificate(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Status::bad_input(path + ": no such file; check the name");
  GamePremises premises;
  CertificateReplay replay;
  try {
    check::Checker(file, true, &premises).run();
    replay.holds = true;
    replay.answer = path + ": the premises hold: " + premises.counts();
  } catch (const Refused& refused) {
    return Status::bad_input(path +
                             ": the premises cannot be checked: " + refused.status.message());
  } catch (const check::Stop& stop) {
    replay.answer = path + ": " + stop.message;
    if (stop.code == check::kMalformed) {
      return Status::bad_input(replay.answer + "; is it a certificate?");
    }
  }
  replay.untested = premises.untested();
  replay.assumed = premises.assumed();
  if (!replay.holds) return replay;
  if (replay.untested > 0) {
    replay.answer += fmt::format(
        "; {} premises are not decided by them (lists of moves that a "
        "search chose, a range of scores)",
        replay.untested);
  }
  if (replay.assumed > 0) {
    replay.answer += fmt::format("; {} {} assumed, which no rule of the game decides",
                                 text::count(replay.assumed, "node"), are(replay.assumed));
  }
  return replay;
}

}  // namespace plytrace::verify

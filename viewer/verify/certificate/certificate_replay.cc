// SPDX-License-Identifier: MIT
#include "viewer/verify/certificate/certificate_replay.h"

#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/registry.h"
#include "viewer/verify/certificate/certificate_reader.h"

namespace plytrace::verify {
namespace {

using Type = CertificateType;

class GamePremises final : public CertificatePremises {
 public:
  Status begin(const CertificateHeader& header) override {
    auto game = make_game_from_json(header.game, header.game_options, header.position);
    if (!game) return refused(game.status());
    game_ = std::move(*game);
    auto arguments = arguments_from_json(header.parameters);
    if (!arguments) return refused(arguments.status());
    auto evaluator = game_->make_evaluator({header.evaluator, *arguments});
    if (!evaluator) return refused(evaluator.status());
    evaluator_ = std::move(*evaluator);
    header_ = header;
    wrong_range_.clear();
    const int mover = game_->player_to_move();
    // The header names sides; the game numbers players.
    max_player_ = header.max_at_root ? mover : 1 - mover;
    if (header.scores) test_range();
    return Status::ok();
  }

  void begin_tree(bool lower) override {
    close_to(0);
    // Labels are valid in one tree only.
    labels_.clear();
    lower_ = lower;
  }

  std::string check(const CertificateNode& node) override {
    if (!wrong_range_.empty()) return wrong_range_;
    close_to(node.level);
    if (node.type == Type::kStand && !path_.empty()) doubt_list(path_.back());
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
  std::string counts() const {
    return fmt::format(
        "{} moves are legal, {} move lists are complete, {} scores are the evaluator's", moves_,
        lists_, scores_);
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

  static Status refused(const Status& status) {
    return Status::bad_input("the premises cannot be checked: " + status.message());
  }

  // Whether the search may score this position: at the depth limit or the end of the game; any
  // position if the depth is not a number.
  bool is_scored(std::size_t plies) const {
    if (game_->is_finished()) return true;
    return header_.depth ? static_cast<std::int64_t>(plies) >= *header_.depth : !header_.to_the_end;
  }

  bool is_beyond(std::size_t plies) const {
    return game_->is_finished() ||
           (header_.depth && static_cast<std::int64_t>(plies) >= *header_.depth);
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
    if (score >= header_.scores->alpha && score <= header_.scores->beta) return;
    wrong_range_ = fmt::format(
        "the scores are declared as {} to {}, the evaluator gives {} below the root",
        score_text(header_.scores->alpha), score_text(header_.scores->beta), score_text(score));
  }

  bool ends_by_depth() const { return header_.depth || header_.to_the_end; }

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

  std::string check_type(const CertificateNode& node) {
    switch (node.type) {
      case Type::kOne:
      case Type::kAll:
        return check_inner(node);
      case Type::kSame:
        return check_same(*node.same);
      case Type::kRange:
        if (!is_range_tested_) ++untested_;  // the evaluator's true range is unknown
        return "";
      case Type::kAssumed:
        return "";
      case Type::kDraw:
        return "this game knows no draw by history";
      case Type::kStand:
        if (ends_by_depth()) return "a search to a fixed depth takes no score on the way";
        break;
      case Type::kHorizon:
      case Type::kEnd:
        break;
    }
    // A horizon or a stand pat is wrong if the game is over, because then the rules decide the
    // score.
    if ((node.type == Type::kEnd) != game_->is_finished()) {
      return node.type == Type::kEnd ? "the game is not over" : "the game is over";
    }
    return check_score(node);
  }

  std::string check_score(const CertificateNode& node) {
    const Score own = evaluator_->evaluate(max_player_);
    ++scores_;
    const bool fits = node.bound == format::Bound::kExact   ? own == node.score
                      : node.bound == format::Bound::kLower ? own >= node.score
                                                            : own <= node.score;
    if (fits) return "";
    return fmt::format("the score is {}, the evaluator gives {}", score_text(node.score),
                       score_text(own));
  }

  std::string check_inner(const CertificateNode& node) {
    if (game_->is_finished()) return "the game is over";
    const bool maximizes = game_->player_to_move() == max_player_;
    if ((node.type == Type::kOne) != (maximizes == lower_)) {
      return "its type does not fit the side to move";
    }
    if (node.type == Type::kOne) return "";
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
      return fmt::format("{} moves are legal, not {}", moves, node.children);
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

  CertificateHeader header_;
  bool is_range_tested_ = false;  // all scores that the search can meet were tested
  std::string wrong_range_;       // "" = no tested score lies outside the declared range
  bool lower_ = true;
  std::unique_ptr<AnyGame> game_;
  std::unique_ptr<AnyEvaluator> evaluator_;
  int max_player_ = 0;
  std::vector<Level> path_;
  std::unordered_map<std::int64_t, Labelled> labels_;
  MoveList legal_;
  std::uint64_t moves_ = 0, lists_ = 0, scores_ = 0, untested_ = 0;
};

}  // namespace

Result<CertificateReplay> replay_certificate(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Status::bad_input(path + ": no such file; check the name");
  GamePremises premises;
  const auto reading = read_certificate(file, &premises);
  if (!reading) return Status::bad_input(path + ": " + reading.status().message());
  if (reading->answer == CertificateReading::Answer::kMalformed) {
    return Status::bad_input(fmt::format("{}: {}; is it a certificate?", path, reading->why));
  }
  CertificateReplay replay;
  replay.holds = reading->is_proven();
  replay.untested = premises.untested();
  for (const auto& [kind, count] : reading->assumptions) replay.assumed += count;
  replay.answer =
      path + ": " + (replay.holds ? "the premises hold: " + premises.counts() : reading->why);
  if (!replay.holds) return replay;
  if (replay.untested > 0) {
    replay.answer += fmt::format(
        "; {} premises are not decided by them (lists of moves that a "
        "search chose, a range of scores)",
        replay.untested);
  }
  if (replay.assumed > 0) {
    replay.answer +=
        fmt::format("; {} nodes are assumed, which no rule of the game decides", replay.assumed);
  }
  return replay;
}

}  // namespace plytrace::verify

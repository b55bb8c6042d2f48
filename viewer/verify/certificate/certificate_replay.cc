// SPDX-License-Identifier: MIT
//
// The premises of a certificate against the rules of the game. The proof itself is plytrace-check's
// business; here only what it prints as premises is tested, move by move.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <unordered_map>
#include <vector>

#include "core/registry.h"
#include "viewer/verify/certificate/certificate.h"

namespace plytrace::verify {
namespace {

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    switch (text[++i]) {
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 't':
        out += '\t';
        break;
      case 's':
        out += ' ';
        break;
      default:
        out += text[i];
    }
  }
  return out;
}

std::string take_word(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(' '), rest.size());
  std::string word(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return word;
}

class CertificateReplay {
 public:
  CertificateReplay(std::string path, std::istream& in) : path_(std::move(path)), in_(in) {}

  Result<bool> run(std::string* answer) {
    if (Status status = read_header(); !status) return status;
    while (status_.is_ok() && wrong_.empty() && next_line()) read_line();
    if (!status_.is_ok()) return status_;
    if (!wrong_.empty()) {
      *answer = fmt::format("{}: line {}: {}", path_, number_, wrong_);
      return false;
    }
    if (!ended_) {
      malformed("it ends before the line 'lines'");
      return status_;
    }
    *answer = fmt::format(
        "{}: the premises hold: {} moves are legal, {} move lists are complete, {} scores are the "
        "evaluator's",
        path_, moves_, lists_, scores_);
    return true;
  }

 private:
  struct Level {
    bool is_played = false;
    std::int64_t label = -1;
  };
  struct Labelled {
    std::uint64_t key = 0;
    int player = 0;
    std::string position;
  };

  bool next_line() {
    if (!std::getline(in_, line_)) return false;
    ++number_;
    return true;
  }

  void malformed(const std::string& why) {
    status_ = Status::bad_input(fmt::format("{}: line {}: {}", path_, number_, why));
  }

  std::string value_of(const std::string& key) {
    if (!status_.is_ok()) return "";
    if (!next_line() || line_.compare(0, key.size() + 1, key + " ") != 0) {
      malformed("'" + key + "' belongs here; is it a certificate?");
      return "";
    }
    return line_.substr(key.size() + 1);
  }

  Status read_header() {
    value_of("plytrace-certificate");
    const std::string game_line = value_of("game");
    const std::string position = unescaped(value_of("position"));
    const std::string root = value_of("root");
    value_of("depth");
    const std::string evaluator_line = value_of("evaluator");
    value_of("claim");
    if (!status_.is_ok()) return status_;
    std::string_view rest = game_line;
    const std::string name = take_word(rest);
    auto game = make_game_from_json(name, unescaped(rest), position);
    if (!game) {
      return Status::bad_input(path_ +
                               ": the premises cannot be checked: " + game.status().message());
    }
    game_ = std::move(*game);
    std::string_view parameters = evaluator_line;
    const std::string evaluator = take_word(parameters);
    auto arguments = arguments_from_json(parameters);
    if (!arguments) return arguments.status();
    auto made = game_->make_evaluator({evaluator, *arguments});
    if (!made) return made.status();
    evaluator_ = std::move(*made);
    max_player_ = root == "max" ? game_->player_to_move() : 1 - game_->player_to_move();
    return Status::ok();
  }

  void read_line() {
    std::string_view rest = line_;
    const std::string first = take_word(rest);
    if (first == "tree") {
      close_to(0);
      labels_.clear();
      lower_ = take_word(rest) == "lower";
      return;
    }
    if (first == "lines") {
      close_to(0);
      ended_ = true;
      return;
    }
    std::size_t level = 0;
    const auto [end, error] = std::from_chars(first.data(), first.data() + first.size(), level);
    if (error != std::errc() || *end != '\0' || level > path_levels_.size()) {
      malformed("no level");
      return;
    }
    close_to(level);
    const std::string type = take_word(rest);
    std::string argument;
    if (type == "?") take_word(rest);
    if (type != "one") argument = take_word(rest);
    Level here;
    if (!rest.empty() && rest.front() == '@') {
      here.label = std::atoll(take_word(rest).c_str() + 1);
    }
    if (type != "stand" && level > 0 && !play(unescaped(rest), here)) return;
    path_levels_.push_back(here);
    check(type, argument);
    if (here.label >= 0) {
      labels_[here.label] = {game_->key(), game_->player_to_move(), game_->position_text()};
    }
  }

  void close_to(std::size_t level) {
    while (path_levels_.size() > level) {
      if (path_levels_.back().is_played) game_->undo();
      path_levels_.pop_back();
    }
  }

  bool play(const std::string& text, Level& level) {
    const auto move = game_->parse_move(text);
    if (!move || game_->is_finished() || !game_->is_legal(*move)) {
      wrong_ = fmt::format("the move '{}' is not legal", text);
      return false;
    }
    game_->play(*move);
    level.is_played = true;
    ++moves_;
    return true;
  }

  void check(const std::string& type, const std::string& argument) {
    if (type == "one" || type == "all") return check_side(type, argument);
    if (type == "=") return check_same(argument);
    if (type == "?") return;
    const auto score = parse_score(argument);
    if (!score) {
      malformed("'" + argument + "' is no score");
      return;
    }
    if (type != "stand" && (type == "end") != game_->is_finished()) {
      wrong_ = type == "end" ? "the game is not over" : "the game is over";
      return;
    }
    const Score own = evaluator_->evaluate(max_player_);
    ++scores_;
    if (own != *score) {
      wrong_ = fmt::format("the score is {}, the evaluator gives {}", argument, score_text(own));
    }
  }

  void check_side(const std::string& type, const std::string& argument) {
    if (game_->is_finished()) {
      wrong_ = "the game is over";
      return;
    }
    const bool maximizes = game_->player_to_move() == max_player_;
    if ((type == "one") != (maximizes == lower_)) {
      wrong_ = fmt::format("'{}' does not fit the side to move", type);
      return;
    }
    if (type == "one") return;
    legal_.clear();
    game_->generate(legal_);
    ++lists_;
    if (argument != std::to_string(legal_.size())) {
      wrong_ = fmt::format("{} moves are legal, not {}", legal_.size(), argument);
    }
  }

  void check_same(const std::string& argument) {
    const auto found = labels_.find(std::atoll(argument.c_str()));
    const bool same = found != labels_.end() && found->second.key == game_->key() &&
                      found->second.player == game_->player_to_move() &&
                      found->second.position == game_->position_text();
    if (!same) wrong_ = "it is not the position that it names";
  }

  std::string path_;
  std::istream& in_;
  std::string line_;
  std::int64_t number_ = 0;
  Status status_;
  std::string wrong_;
  bool lower_ = true, ended_ = false;
  std::unique_ptr<AnyGame> game_;
  std::unique_ptr<AnyEvaluator> evaluator_;
  int max_player_ = 0;
  std::vector<Level> path_levels_;
  std::unordered_map<std::int64_t, Labelled> labels_;
  MoveList legal_;
  std::uint64_t moves_ = 0, lists_ = 0, scores_ = 0;
};

}  // namespace

Result<bool> replay_certificate(const std::string& path, std::string* answer) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Status::bad_input(path + ": no such file; check the name");
  return CertificateReplay(path, file).run(answer);
}

}  // namespace plytrace::verify

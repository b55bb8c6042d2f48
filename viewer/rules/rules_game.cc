// SPDX-License-Identifier: MIT
#include "viewer/rules/rules_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "core/registry.h"
#include "viewer/format/numbers.h"

namespace plytrace::rules {

class RulesGame::Scores final : public AnyEvaluator {
 public:
  explicit Scores(const RulesGame& game) : game_(game) {}
  Score evaluate(int player) const override {
    const Answer& here = game_.here();
    if (!here.score) {
      game_.program_->fail(fmt::format("it gives a score for the first position, but none for {}",
                                       game_.position_text()));
      return 0;
    }
    return player == 0 ? *here.score : -*here.score;
  }

 private:
  const RulesGame& game_;
};

RulesGame::RulesGame(std::shared_ptr<RulesProgram> program, const std::string& name,
                     std::string position)
    : program_(std::move(program)), line_{std::move(position), {}}, answers_(1) {
  auto info = std::make_shared<GameInfo>();
  info->name = name.empty() ? "the game" : name;
  info->summary = program_->name();
  info_ = std::move(info);
}

Result<std::unique_ptr<RulesGame>> RulesGame::make(std::shared_ptr<RulesProgram> program,
                                                   const std::string& name,
                                                   const std::string& position) {
  std::unique_ptr<RulesGame> game(new RulesGame(std::move(program), name, position));
  const std::string& error = game->here().error;
  if (Status status = game->program_->status(); !status) return status;
  if (error.empty()) return game;
  return Status::bad_input(
      fmt::format("{} refuses the position '{}': {}", game->program_->name(), position, error));
}

const Answer& RulesGame::here() const {
  if (!answers_.back()) answers_.back() = ask();
  return *answers_.back();
}

AnswerPtr RulesGame::ask() const {
  AnswerPtr answer = program_->known(line_);
  const bool is_child = !lengths_.empty();
  if (!answer && is_child) {
    const std::string parent = line_.path.substr(0, lengths_.back());
    const AnswerPtr above = program_->known({line_.position, parent});
    std::vector<Line> lines{line_};
    if (above && parent == last_parent_) {
      for (const MoveCode move : above->legal) {
        lines.push_back({line_.position, Line::joined(parent, program_->text_of(move))});
      }
      // The first of them is this position, which is in the list again.
      lines.erase(lines.begin());
    }
    last_parent_ = parent;
    program_->fetch(lines);
  }
  if (!answer) answer = program_->at(line_);
  if (is_child && !answer->error.empty()) {
    // position_text() would ask again.
    program_->fail(fmt::format("it lists the last move of {} as legal, but then answers: {}",
                               line_.question().words(), answer->error));
  }
  return answer;
}

bool RulesGame::is_side_known() const {
  return here().to_move || (answers_.front() && answers_.front()->to_move);
}

bool RulesGame::is_key_known() const { return !here().key.empty() || !here().position.empty(); }

bool RulesGame::is_end_known() const { return here().over != Over::kNotTold || is_finished(); }

int RulesGame::player_to_move() const {
  if (here().to_move) return *here().to_move;
  // The players alternate, unless the program says otherwise.
  const int first = answers_.front() ? answers_.front()->to_move.value_or(0) : 0;
  return (first + static_cast<int>(lengths_.size() % 2)) % 2;
}

bool RulesGame::is_finished() const {
  const Over over = here().over;
  const bool is_over = over == Over::kFirst || over == Over::kSecond || over == Over::kDraw;
  return is_over || here().legal.empty();
}

int RulesGame::winner() const {
  if (here().over == Over::kFirst) return 0;
  return here().over == Over::kSecond ? 1 : kNobody;
}

void RulesGame::generate(MoveList& moves) const {
  if (is_finished() && winner() != kNobody) return;
  moves.insert(moves.end(), here().legal.begin(), here().legal.end());
}

bool RulesGame::is_legal(MoveCode move) const { return winner() == kNobody && here().has(move); }

void RulesGame::play(MoveCode move) {
  here();  // the default player of the root, and the list of moves for its children
  lengths_.push_back(line_.path.size());
  line_.path = Line::joined(line_.path, program_->text_of(move));
  answers_.emplace_back();
}

void RulesGame::undo() {
  line_.path.resize(lengths_.back());
  lengths_.pop_back();
  answers_.pop_back();
}

std::uint64_t RulesGame::key() const {
  const Answer& answer = here();
  const std::hash<std::string> hash;
  if (!is_key_known()) return hash(line_.position + line_.path);
  return hash(answer.key.empty() ? answer.position : answer.key);
}

Result<MoveCode> RulesGame::parse_move(std::string_view text) const {
  return program_->code_of(text);
}

Result<MoveCode> RulesGame::read_move(std::string_view text) const {
  here();
  const MoveCode code = program_->code_of(text);
  if (program_->is_named(code)) return code;
  return Status::bad_input(
      fmt::format("'{}' is no move that the {} has named", text, program_->name()));
}

std::string RulesGame::why_illegal(MoveCode) const {
  if (winner() != kNobody) return "the game is over";
  std::string list;
  constexpr std::size_t kMost = 8;
  const MoveList& legal = here().legal;
  for (std::size_t i = 0; i < std::min(kMost, legal.size()); ++i) {
    list += (i == 0 ? ": " : ", ") + move_text(legal[i]);
  }
  if (legal.size() > kMost) list += ", ...";
  return fmt::format("the rules program lists {} there{}", text::count(legal.size(), "move"), list);
}

std::string RulesGame::position_text() const {
  if (!here().position.empty()) return here().position;
  if (lengths_.empty()) return line_.position;
  std::string moves = line_.path;
  std::replace(moves.begin(), moves.end(), '\n', ' ');
  return line_.position + (line_.position.empty() ? "moves" : " moves") + moves;
}

std::string RulesGame::board_text() const {
  return here().board.empty() ? position_text() : here().board;
}

DrawReason RulesGame::draw_reason(int) const {
  if (!is_end_known()) return DrawReason::kUnknown;
  return is_finished() && winner() == kNobody ? DrawReason::kOver : DrawReason::kNone;
}

Result<std::unique_ptr<AnyEvaluator>> RulesGame::make_evaluator(const EvaluatorChoice&) const {
  if (!here().score) return Status::bad_input("the rules program gives no score");
  if (!is_side_known()) {
    return Status::bad_input("the rules program does not say who is to move ('to_move')");
  }
  return std::unique_ptr<AnyEvaluator>(std::make_unique<Scores>(*this));
}

Result<SearchResult> RulesGame::search(const EvaluatorChoice&, const SearchSettings&,
                                       EventSink*) const {
  return Status::usage("a game of a rules program cannot be searched");
}

namespace {

// Paths of each length 1..depth; empty after an interrupt.
std::vector<std::uint64_t> count_paths(AnyGame& game, int depth,
                                       const std::atomic<bool>* interrupt) {
  std::vector<std::uint64_t> paths(static_cast<std::size_t>(depth), 0);
  struct Frame {
    MoveList moves;
    std::size_t next = 0;
  };
  std::vector<Frame> open;
  const auto enter = [&] {
    Frame frame;
    if (!game.is_finished()) game.generate(frame.moves);
    paths[open.size()] += frame.moves.size();
    if (open.size() + 1 == paths.size()) frame.moves.clear();
    open.push_back(std::move(frame));
  };
  enter();
  while (!open.empty()) {
    if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) return {};
    Frame& top = open.back();
    if (top.next == top.moves.size()) {
      open.pop_back();
      if (!open.empty()) game.undo();
      continue;
    }
    game.play(top.moves[top.next++]);
    enter();
  }
  return paths;
}

}  // namespace

std::vector<std::uint64_t> RulesGame::perft(int depth, const std::atomic<bool>* interrupt) const {
  // One depth after the other, so that an interrupt leaves exact numbers. The answers are kept.
  std::vector<std::uint64_t> paths;
  for (int reached = 1; reached <= depth && (paths.empty() || paths.back() > 0); ++reached) {
    RulesGame game(*this);
    std::vector<std::uint64_t> counted = count_paths(game, reached, interrupt);
    if (counted.empty()) return paths;
    paths = std::move(counted);
  }
  paths.resize(static_cast<std::size_t>(std::max(depth, 0)));
  return paths;
}

Result<std::unique_ptr<AnyGame>> game_of_trace(const std::string& name, const std::string& options,
                                               const std::string& position) {
  if (!chosen()) return make_game_from_json(name, options, position);
  auto game = RulesGame::make(chosen(), name, position);
  if (!game) return game.status();
  return std::unique_ptr<AnyGame>(std::move(*game));
}

}  // namespace plytrace::rules

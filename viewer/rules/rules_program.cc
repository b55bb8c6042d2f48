// SPDX-License-Identifier: MIT
#include "viewer/rules/rules_program.h"

#include <algorithm>
#include <utility>

#include "viewer/format/characters.h"

namespace plytrace::rules {
namespace {

// Texts of moves that a program may name. A game has far fewer, but a program may invent them.
constexpr std::size_t kMostNames = std::size_t{64} << 20;  // bytes
constexpr std::size_t kPerName = 100;                      // bytes besides the text

std::string key_of(const Line& line) { return line.position + line.path; }

// The answer of a program that has failed.
AnswerPtr no_answer() {
  static const AnswerPtr none = [] {
    Answer answer;
    answer.over = Over::kDraw;
    return std::make_shared<const Answer>(std::move(answer));
  }();
  return none;
}

}  // namespace

Question Line::question() const {
  Question question{position, {}};
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('\n', at + 1), path.size());
    question.moves.push_back(path.substr(at + 1, end - at - 1));
    at = end;
  }
  return question;
}

bool Answer::has(MoveCode move) const {
  return std::find(legal.begin(), legal.end(), move) != legal.end();
}

RulesProgram::RulesProgram(std::string words, const Patience& patience, std::size_t memory)
    : words_(std::move(words)), patience_(patience), memory_(memory) {}

std::string RulesProgram::name() const {
  return "rules program \"" + text::printable(words_) + "\"";
}

AnswerPtr RulesProgram::at(const Line& line) {
  const std::lock_guard lock(mutex_);
  if (AnswerPtr found = find(key_of(line))) return found;
  if (status_->is_ok()) ask({line});
  AnswerPtr found = status_->is_ok() ? find(key_of(line)) : nullptr;
  return found ? found : no_answer();
}

AnswerPtr RulesProgram::known(const Line& line) {
  const std::lock_guard lock(mutex_);
  return find(key_of(line));
}

void RulesProgram::fetch(const std::vector<Line>& lines) {
  const std::lock_guard lock(mutex_);
  std::vector<Line> missing;
  for (const Line& line : lines) {
    if (!find(key_of(line))) missing.push_back(line);
  }
  if (!missing.empty() && status_->is_ok()) ask(missing);
}

AnswerPtr RulesProgram::find(const std::string& key) {
  const auto found = kept_.find(key);
  if (found == kept_.end()) return nullptr;
  uses_.splice(uses_.begin(), uses_, found->second.use);
  return found->second.answer;
}

void RulesProgram::ask(const std::vector<Line>& lines) try {
  if (!answerer_) answerer_ = start_answerer(words_, patience_);
  std::vector<Question> questions;
  questions.reserve(lines.size());
  for (const Line& line : lines) questions.push_back(line.question());
  asked_ += questions.size();
  answerer_->ask(questions,
                 [&](std::size_t i, ToldPosition told) { return keep(lines[i], std::move(told)); });
} catch (const Failure& failure) {
  set_failure(failure.status());
}

Status RulesProgram::keep(const Line& line, ToldPosition told) {
  auto answer = std::make_shared<Answer>();
  for (const std::string& text : told.legal) {
    const auto code = name_move(text);
    if (!code) return code.status();
    answer->legal.push_back(*code);
  }
  static_cast<PositionFacts&>(*answer) = std::move(told);
  std::string key = key_of(line);
  const std::size_t bytes = 300 + 2 * key.size() + answer->legal.size() * sizeof(MoveCode) +
                            answer->error.size() + answer->position.size() + answer->key.size() +
                            answer->board.size();
  const auto [at, is_new] = kept_.try_emplace(std::move(key));
  if (!is_new) return Status::ok();
  uses_.push_front(&at->first);
  at->second = {std::move(answer), uses_.begin(), bytes};
  bytes_ += bytes;
  // The last one stays, however large it is.
  while (bytes_ > memory_ && uses_.size() > 1) {
    const auto last = kept_.find(*uses_.back());
    bytes_ -= last->second.bytes;
    uses_.pop_back();
    kept_.erase(last);
  }
  return Status::ok();
}

Result<MoveCode> RulesProgram::name_move(std::string_view text) {
  const MoveCode code = insert(text);
  Move& move = moves_[code];
  if (!move.is_named) named_bytes_ += text.size() + kPerName;
  move.is_named = true;
  if (named_bytes_ <= kMostNames) return code;
  return Status::environment("it has named more different moves than any game has");
}

MoveCode RulesProgram::insert(std::string_view text) {
  const auto [at, is_new] =
      codes_.try_emplace(std::string(text), static_cast<MoveCode>(moves_.size()));
  if (is_new) moves_.push_back({std::string(text), false});
  return at->second;
}

MoveCode RulesProgram::code_of(std::string_view text) {
  const std::lock_guard lock(mutex_);
  return insert(text);
}

std::string RulesProgram::text_of(MoveCode move) {
  const std::lock_guard lock(mutex_);
  return move < moves_.size() ? moves_[move].text : "?";
}

bool RulesProgram::is_named(MoveCode move) {
  const std::lock_guard lock(mutex_);
  return move < moves_.size() && moves_[move].is_named;
}

void RulesProgram::fail(const std::string& what) {
  const std::lock_guard lock(mutex_);
  set_failure(Status::environment(what));
}

void RulesProgram::set_failure(const Status& why) {
  if (!status_->is_ok()) return;
  const bool is_interrupted = why.code() == StatusCode::kInterrupted;
  *status_ = Status(why.code(), is_interrupted ? "interrupted" : name() + ": " + why.message());
  answerer_.reset();
}

Status RulesProgram::status() const {
  const std::lock_guard lock(mutex_);
  return *status_;
}

std::uint64_t RulesProgram::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

namespace {

std::shared_ptr<RulesProgram>& choice() {
  static std::shared_ptr<RulesProgram> program;
  return program;
}

}  // namespace

void choose(std::shared_ptr<RulesProgram> program) { choice() = std::move(program); }

const std::shared_ptr<RulesProgram>& chosen() { return choice(); }

std::vector<std::string> chosen_options() {
  if (!choice()) return {};
  std::vector<std::string> options{"--rules", choice()->words()};
  const auto timeout = choice()->timeout();
  if (timeout == RulesProgram::kUsualTimeout) return options;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout).count();
  options.insert(options.end(), {"--rules-timeout", std::to_string(seconds)});
  return options;
}

Status chosen_status() { return choice() ? choice()->status() : Status::ok(); }

}  // namespace plytrace::rules

// SPDX-License-Identifier: MIT
#include "viewer/rules/json_lines.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/json_reader.h"
#include "viewer/format/characters.h"

namespace plytrace::rules {
namespace {

using Token = JsonReader::Token;

// Reads the fields of one answer.
class AnswerReader {
 public:
  explicit AnswerReader(std::string_view line) : reader_("", line) {}

  Result<AnswerLine> read() {
    if (reader_.next() != Token::kBeginObject) return wrong("it is not a JSON object");
    Token token = reader_.next();
    while (token != Token::kEndObject || has_field_) {
      if (token != Token::kString) return wrong("a field has no name");
      const std::string name = reader_.string();
      if (reader_.next() != Token::kColon) return wrong("a field has no value");
      if (Status status = read_field(name); !status) return status;
      has_field_ = true;
      token = reader_.next();
      if (token == Token::kEndObject) break;
      if (token != Token::kComma) return wrong("it is not JSON");
      token = reader_.next();
    }
    if (reader_.next() != Token::kEnd) return wrong("text follows the object");
    if (!line_.id) return wrong("it has no id");
    if (!has_legal_ && line_.position.error.empty()) {
      return wrong("it has neither 'legal' nor 'error'");
    }
    return std::move(line_);
  }

 private:
  static Status wrong(const std::string& what) { return Status::bad_input(what); }
  static Status wrong_field(const std::string& name, const char* expected) {
    return wrong(fmt::format("'{}' is not {}", name, expected));
  }

  Status read_field(const std::string& name) {
    const Token token = reader_.next();
    ToldPosition& told = line_.position;
    if (name == "id") return read_id(token);
    if (name == "legal") return read_legal(token);
    if (name == "over") return read_over(token);
    if (name == "to_move") return read_to_move(token);
    if (name == "score") return read_score(token);
    if (name == "error") return read_text(name, token, told.error);
    if (name == "position") return read_text(name, token, told.position);
    if (name == "key") return read_text(name, token, told.key);
    if (name == "board") return read_board(token);
    return wrong(fmt::format("it has an unknown field '{}'", text::printable(name.substr(0, 40))));
  }

  Status read_id(Token token) {
    if (token != Token::kNumber) return wrong_field("id", "the number of a request");
    const std::string_view digits = reader_.number();
    std::uint64_t id = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      return wrong_field("id", "the number of a request");
    }
    line_.id = id;
    return Status::ok();
  }

  Status read_legal(Token token) {
    if (token != Token::kBeginArray) return wrong_field("legal", "a list of moves");
    has_legal_ = true;
    std::vector<std::string>& legal = line_.position.legal;
    legal.clear();
    token = reader_.next();
    if (token == Token::kEndArray) return Status::ok();
    for (;;) {
      if (token != Token::kString) return wrong_field("legal", "a list of moves as texts");
      const std::string& move = reader_.string();
      if (move.empty() || !is_one_line(move, kLongestMove)) {
        return wrong(
            "'legal' has a move that is empty, of more than 1000 bytes, or with control "
            "characters");
      }
      legal.push_back(move);
      token = reader_.next();
      if (token == Token::kEndArray) break;
      if (token != Token::kComma) return wrong("it is not JSON");
      token = reader_.next();
    }
    const std::string_view twice = repeated_move(legal);
    if (twice.empty()) return Status::ok();
    return wrong(fmt::format("'legal' has the move {} twice", twice));
  }

  Status read_over(Token token) {
    ToldPosition& told = line_.position;
    told.over = Over::kNo;
    if (token == Token::kNull) return Status::ok();
    const std::string& word = token == Token::kString ? reader_.string() : kNoWord;
    if (word == "first") told.over = Over::kFirst;
    if (word == "second") told.over = Over::kSecond;
    if (word == "draw") told.over = Over::kDraw;
    if (told.over != Over::kNo) return Status::ok();
    return wrong_field("over", "null, \"first\", \"second\" or \"draw\"");
  }

  Status read_to_move(Token token) {
    const bool is_player =
        token == Token::kNumber && (reader_.number() == "0" || reader_.number() == "1");
    if (!is_player) return wrong_field("to_move", "0 or 1");
    line_.position.to_move = reader_.number() == "1" ? 1 : 0;
    return Status::ok();
  }

  Status read_score(Token token) {
    if (token == Token::kNull) return Status::ok();
    const double score =
        token == Token::kNumber ? std::strtod(std::string(reader_.number()).c_str(), nullptr) : NAN;
    if (!std::isfinite(score)) return wrong_field("score", "a finite number");
    line_.position.score = score;
    return Status::ok();
  }

  Status read_text(const std::string& name, Token token, std::string& text) {
    if (token == Token::kNull) return Status::ok();
    if (token != Token::kString) return wrong_field(name, "a text");
    if (!is_one_line(reader_.string(), kLongestText)) {
      return wrong_field(name, "one line of at most 100,000 bytes");
    }
    text = reader_.string();
    if (name == "error" && text.empty()) text = "no reason given";
    return Status::ok();
  }

  Status read_board(Token token) {
    if (token == Token::kNull) return Status::ok();
    if (token != Token::kString) return wrong_field("board", "a text");
    auto board = printable_board(std::move(reader_.string()));
    if (!board) return wrong_field("board", "of at most 200 lines of 400 bytes");
    line_.position.board = std::move(*board);
    return Status::ok();
  }

  inline static const std::string kNoWord;

  JsonReader reader_;
  AnswerLine line_;
  bool has_field_ = false, has_legal_ = false;
};

}  // namespace

Result<AnswerLine> read_answer(std::string_view line) { return AnswerReader(line).read(); }

Result<std::unique_ptr<Answerer>> JsonLines::start(std::vector<std::string> words,
                                                   std::chrono::milliseconds timeout) {
  auto process = ChildProcess::start(std::move(words));
  if (!process) return process.status();
  return std::unique_ptr<Answerer>(new JsonLines(std::move(*process), timeout));
}

Status JsonLines::ask(const std::vector<Question>& questions, const Take& take) {
  std::map<std::uint64_t, std::size_t> open;
  std::size_t sent = 0;
  while (sent < questions.size() || !open.empty()) {
    for (; sent < questions.size() && open.size() < kWindow; ++sent) {
      const std::uint64_t id = next_id_++;
      open.emplace(id, sent);
      // Without the bracket that opens the object.
      process_->write(fmt::format("{{\"id\":{},{}\n", id, questions[sent].json().substr(1)));
    }
    if (Status status = take_answer(questions, open, take); !status) return status;
  }
  return Status::ok();
}

Status JsonLines::take_answer(const std::vector<Question>& questions,
                              std::map<std::uint64_t, std::size_t>& open, const Take& take) {
  const auto named = [&](std::uint64_t id) {
    return fmt::format("request {} {}", id, questions[open.at(id)].words());
  };
  const auto line = process_->next_line(timeout_);
  if (!line) {
    return Status::environment(named(open.begin()->first) + ": " + line.status().message());
  }
  const auto failed = [&](const std::string& request, const std::string& what) {
    return Status::environment(
        fmt::format("{}: {}: {}", request, what, text::printable(line->substr(0, 200))));
  };
  auto answer = read_answer(*line);
  if (!answer) {
    return failed(named(open.begin()->first),
                  "the line is not an answer, because " + answer.status().message());
  }
  const auto found = open.find(*answer->id);
  if (found == open.end()) {
    return failed(named(open.begin()->first),
                  fmt::format("the line answers request {}, which is not open", *answer->id));
  }
  const Status taken = take(found->second, std::move(answer->position));
  if (!taken) return Status::environment(named(found->first) + ": " + taken.message());
  open.erase(found);
  return Status::ok();
}

}  // namespace plytrace::rules

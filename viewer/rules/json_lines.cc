// SPDX-License-Identifier: MIT
#include "viewer/rules/json_lines.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "core/json_reader.h"
#include "core/number_text.h"
#include "viewer/format/characters.h"

namespace plytrace::rules {
namespace {

using Token = JsonReader::Token;

// Reads the fields of one answer.
class AnswerReader {
 public:
  explicit AnswerReader(std::string_view line) : reader_("", line) {}

  AnswerLine read() {
    if (reader_.next() != Token::kBeginObject) throw wrong("it is not a JSON object");
    Token token = reader_.next();
    while (token != Token::kEndObject || has_field_) {
      if (token != Token::kString) throw wrong("a field has no name");
      const std::string name = reader_.string();
      if (reader_.next() != Token::kColon) throw wrong("a field has no value");
      read_field(name);
      has_field_ = true;
      token = reader_.next();
      if (token == Token::kEndObject) break;
      if (token != Token::kComma) throw wrong("it is not JSON");
      token = reader_.next();
    }
    if (reader_.next() != Token::kEnd) throw wrong("text follows the object");
    if (!line_.id) throw wrong("it has no id");
    if (!has_legal_ && line_.position.error.empty()) {
      throw wrong("it has neither 'legal' nor 'error'");
    }
    return std::move(line_);
  }

 private:
  static Failure wrong(const std::string& what) { return Failure::bad_input(what); }
  static Failure wrong_field(const std::string& name, const char* expected) {
    return wrong(fmt::format("'{}' is not {}", name, expected));
  }

  void read_field(const std::string& name) {
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
    throw wrong(fmt::format("it has an unknown field '{}'", text::printable(name.substr(0, 40))));
  }

  void read_id(Token token) {
    if (token != Token::kNumber) throw wrong_field("id", "the number of a request");
    line_.id = number_from<std::uint64_t>(reader_.number());
    if (!line_.id) throw wrong_field("id", "the number of a request");
  }

  void read_legal(Token token) {
    if (token != Token::kBeginArray) throw wrong_field("legal", "a list of moves");
    has_legal_ = true;
    std::vector<std::string>& legal = line_.position.legal;
    legal.clear();
    token = reader_.next();
    if (token == Token::kEndArray) return;
    for (;;) {
      if (token != Token::kString) throw wrong_field("legal", "a list of moves as texts");
      const std::string& move = reader_.string();
      if (move.empty() || !is_one_line(move, kLongestMove)) {
        throw wrong(
            "'legal' has a move that is empty, of more than 1000 bytes, or with control "
            "characters");
      }
      legal.push_back(move);
      token = reader_.next();
      if (token == Token::kEndArray) break;
      if (token != Token::kComma) throw wrong("it is not JSON");
      token = reader_.next();
    }
    const std::string_view twice = repeated_move(legal);
    if (twice.empty()) return;
    throw wrong(fmt::format("'legal' has the move {} twice", twice));
  }

  void read_over(Token token) {
    ToldPosition& told = line_.position;
    told.over = Over::kNo;
    if (token == Token::kNull) return;
    const std::string& word = token == Token::kString ? reader_.string() : kNoWord;
    if (word == "first") told.over = Over::kFirst;
    if (word == "second") told.over = Over::kSecond;
    if (word == "draw") told.over = Over::kDraw;
    if (told.over != Over::kNo) return;
    throw wrong_field("over", "null, \"first\", \"second\" or \"draw\"");
  }

  void read_to_move(Token token) {
    const bool is_player =
        token == Token::kNumber && (reader_.number() == "0" || reader_.number() == "1");
    if (!is_player) throw wrong_field("to_move", "0 or 1");
    line_.position.to_move = reader_.number() == "1" ? 1 : 0;
  }

  void read_score(Token token) {
    if (token == Token::kNull) return;
    const double score =
        token == Token::kNumber ? std::strtod(std::string(reader_.number()).c_str(), nullptr) : NAN;
    if (!std::isfinite(score)) throw wrong_field("score", "a finite number");
    line_.position.score = score;
  }

  void read_text(const std::string& name, Token token, std::string& text) {
    if (token == Token::kNull) return;
    if (token != Token::kString) throw wrong_field(name, "a text");
    if (!is_one_line(reader_.string(), kLongestText)) {
      throw wrong_field(name, "one line of at most 100,000 bytes");
    }
    text = reader_.string();
    if (name == "error" && text.empty()) text = "no reason given";
  }

  void read_board(Token token) {
    if (token == Token::kNull) return;
    if (token != Token::kString) throw wrong_field("board", "a text");
    auto board = printable_board(std::move(reader_.string()));
    if (!board) throw wrong_field("board", "of at most 200 lines of 400 bytes");
    line_.position.board = std::move(*board);
  }

  inline static const std::string kNoWord;

  JsonReader reader_;
  AnswerLine line_;
  bool has_field_ = false, has_legal_ = false;
};

}  // namespace

Result<AnswerLine> read_answer(std::string_view line) {
  return result_of([&] { return AnswerReader(line).read(); });
}

void JsonLines::ask(const std::vector<Question>& questions, const Take& take) {
  std::map<std::uint64_t, std::size_t> open;
  std::size_t sent = 0;
  while (sent < questions.size() || !open.empty()) {
    for (; sent < questions.size() && open.size() < kWindow; ++sent) {
      const std::uint64_t id = next_id_++;
      open.emplace(id, sent);
      // Without the bracket that opens the object.
      process_.write(fmt::format("{{\"id\":{},{}\n", id, questions[sent].json().substr(1)));
    }
    take_answer(questions, open, take);
  }
}

void JsonLines::take_answer(const std::vector<Question>& questions,
                            std::map<std::uint64_t, std::size_t>& open, const Take& take) {
  const auto named = [&](std::uint64_t id) {
    return fmt::format("request {} {}", id, questions[open.at(id)].words());
  };
  const auto line = process_.next_line(patience_);
  if (!line) {
    throw Failure(
        Status(line.status().code(), named(open.begin()->first) + ": " + line.status().message()));
  }
  const auto failed = [&](const std::string& request, const std::string& what) {
    return Failure::environment(
        fmt::format("{}: {}: {}", request, what, text::printable(line->substr(0, 200))));
  };
  auto answer = read_answer(*line);
  if (!answer) {
    throw failed(named(open.begin()->first),
                 "the line is not an answer, because " + answer.status().message());
  }
  const auto found = open.find(*answer->id);
  if (found == open.end()) {
    throw failed(named(open.begin()->first),
                 fmt::format("the line answers request {}, which is not open", *answer->id));
  }
  const Status taken = take(found->second, std::move(answer->position));
  if (!taken) throw Failure::environment(named(found->first) + ": " + taken.message());
  open.erase(found);
}

}  // namespace plytrace::rules

// SPDX-License-Identifier: MIT
//
// The rules of a certificate (docs/verify.md, "Certificates"), for plytrace-check and for `plytrace
// verify`. They use the standard library alone and know no game. A certificate contains two
// threshold trees. The lower one shows that the root is worth at least v: MAX needs one good move
// or a score that it may stand on, and every move of MIN must be covered. The upper one is the
// mirror image. The file is read once, line by line, in almost linear time. Memory grows only with
// depth, branching and the number of labels. Numbers are compared as exact decimals. Errors: Stop
// is thrown. Thread rule: one object per thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <istream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace plytrace::check {

enum ExitCode : int { kProven = 0, kNotProven = 1, kUsage = 2, kMalformed = 3, kAssumed = 4 };

// Thrown to end the check with an exit code.
struct Stop {
  ExitCode code;
  std::string message;
  bool is_read_error = false;
};

// Parses a number without a sign.
inline std::optional<std::int64_t> parse_count(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::int64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9' || number > (INT64_MAX - (c - '0')) / 10) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

// A decimal number of any length: 0.digits * 10^exponent, without leading or trailing zeros.
class Decimal {
 public:
  static std::optional<Decimal> parse(std::string_view text) {
    Decimal number;
    number.sign_ = take_sign(text);
    number.is_infinite_ = text == "inf";
    if (number.is_infinite_) return number;
    const std::size_t e = std::min(text.find_first_of("eE"), text.size());
    std::string_view power_text = e < text.size() ? text.substr(e + 1) : "0";
    const int power_sign = take_sign(power_text);
    const auto power = parse_count(power_text);
    text = text.substr(0, e);
    const std::size_t point = std::min(text.find('.'), text.size());
    number.digits_ = std::string(text.substr(0, point));
    if (point < text.size()) number.digits_ += text.substr(point + 1);
    const bool is_number = power && *power <= 999'999'999 && !number.digits_.empty() &&
                           number.digits_.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number) return std::nullopt;
    number.exponent_ = static_cast<std::int64_t>(point) + power_sign * *power;
    number.normalize();
    return number;
  }

  // Returns -1, 0 or 1.
  static int compare(const Decimal& a, const Decimal& b) {
    if (a.sign_ != b.sign_) return a.sign_ < b.sign_ ? -1 : 1;
    if (a.is_infinite_ != b.is_infinite_) return a.is_infinite_ ? a.sign_ : -a.sign_;
    if (a.exponent_ != b.exponent_) return a.exponent_ < b.exponent_ ? -a.sign_ : a.sign_;
    const int order = a.digits_.compare(b.digits_);
    return order < 0 ? -a.sign_ : (order > 0 ? a.sign_ : 0);
  }

 private:
  static int take_sign(std::string_view& text) {
    const char first = text.empty() ? '\0' : text.front();
    if (first == '-' || first == '+') text.remove_prefix(1);
    return first == '-' ? -1 : 1;
  }

  void normalize() {
    const std::size_t first = digits_.find_first_not_of('0');
    if (first == std::string::npos) {
      *this = {};
      return;
    }
    exponent_ -= static_cast<std::int64_t>(first);
    digits_.erase(0, first);
    digits_.erase(digits_.find_last_not_of('0') + 1);
  }

  int sign_ = 0;
  bool is_infinite_ = false;
  std::string digits_;
  std::int64_t exponent_ = 0;
};

// Makes a text of the file, or the file's name, safe for a terminal. Visible ASCII is unchanged;
// everything else, and a blank after a blank (blanks could fill a line), becomes \xNN. A long text
// is cut.
inline std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 300;
  constexpr const char* kDigits = "0123456789ABCDEF";
  std::string out;
  char before = ' ';
  for (const char c : text.substr(0, kMost)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_seen = byte > 0x20 && byte < 0x7F;
    if (is_seen || (c == ' ' && before != ' ')) {
      out += c;
    } else {
      out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    }
    before = c;
  }
  if (text.size() <= kMost) return out;
  return out + "... (" + std::to_string(text.size() - kMost) + " more bytes)";
}

// The lines of the file, numbered from 1.
class Lines {
  // Limits the memory for input without line ends, such as a device.
  static constexpr std::size_t kLongestLine = std::size_t{64} << 20U;  // bytes

 public:
  explicit Lines(std::istream& in) : in_(in) {}

  bool next() try {
    if (std::exchange(is_held_, false)) return true;
    line_.clear();
    int c = in_.rdbuf()->sbumpc();
    if (c == EOF) return false;
    ++number_;
    for (; c != '\n' && c != EOF; c = in_.rdbuf()->sbumpc()) {
      if (line_.size() == kLongestLine) malformed("longer than 64 MiB");
      line_ += static_cast<char>(c);
    }
    return true;
  } catch (const std::ios_base::failure&) {
    throw Stop{kMalformed, "cannot be read", true};
  }
  // True if the next line starts with `key` and a blank; does not consume it.
  bool next_is(const std::string& key) {
    is_held_ = next();
    return is_held_ && line_.compare(0, key.size() + 1, key + " ") == 0;
  }
  const std::string& line() const { return line_; }
  std::int64_t number() const { return number_; }

  [[noreturn]] void stop(ExitCode code, const std::string& why) const {
    throw Stop{code, "line " + std::to_string(number_) + ": " + why};
  }
  [[noreturn]] void malformed(const std::string& why) const { stop(kMalformed, why); }
  [[noreturn]] void not_proven(const std::string& why) const { stop(kNotProven, why); }

  // Consumes the next line, which must start with `key` and a blank, and returns the rest.
  std::string value_of(const std::string& key) {
    const bool fits = next_is(key);
    if (!next()) malformed("the file ends where '" + key + "' belongs");
    if (!fits) malformed("'" + key + "' belongs here");
    return line_.substr(key.size() + 1);
  }

 private:
  std::istream& in_;
  std::string line_;
  std::int64_t number_ = 0;
  bool is_held_ = false;
};

// Splits a line into words. The line must outlive this object. The rest of the line may be a move
// with blanks.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  std::string take() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    std::string word(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return word;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

struct Header {
  std::string game, position, root, depth_text, evaluator;
  std::string scores;  // range of all scores; "": not declared
  std::string claim;
  std::optional<std::int64_t> depth;  // none: "end" or "mixed"
  std::optional<Decimal> least, most, lower, upper;
};

// A line of a tree.
struct Node {
  std::string type;
  std::int64_t level = 0;
  std::int64_t children = 0;                // number of children of an inner node
  std::string bound, score;                 // a leaf's bound ("", "lower" or "upper") and score
  std::optional<std::int64_t> label, same;  // the line's own label; the label after '='
  std::optional<std::string> move;          // none at the root and for 'stand'
};

// The checks that need the rules of the game. All functions may throw.
class Premises {
 public:
  virtual ~Premises() = default;
  virtual void begin(const Header& header) = 0;
  virtual void begin_tree(bool is_lower) = 0;
  // Returns what is wrong with the node, "" if nothing. Nodes come in pre-order.
  virtual std::string wrong_with(const Node& node) = 0;
};

// The contents of a certificate that is proven.
struct Contents {
  Header header;
  std::uint64_t lower_nodes = 0, upper_nodes = 0;
  // Numbers of assumptions by kind, and of leaves by type.
  std::map<std::string, std::uint64_t> assumed, leaves;
};

class Checker {
 public:
  explicit Checker(std::istream& in, bool allow_assumptions = true, Premises* premises = nullptr)
      : lines_(in), allowed_(allow_assumptions), premises_(premises) {}

  Contents run() {
    read_header();
    if (premises_ != nullptr) premises_->begin(header_);
    if (header_.lower) check_tree("lower", *header_.lower, true);
    if (header_.upper) check_tree("upper", *header_.upper, false);
    const std::int64_t before = lines_.number();
    const auto count = parse_count(lines_.value_of("lines"));
    if (count != before + 1)
      lines_.malformed("the number of lines differs from the one that the file states");
    if (lines_.next()) lines_.malformed("the file continues after its last line");
    return std::move(contents_);
  }

 private:
  // A node whose children are being read.
  struct Open {
    std::int64_t wanted = 0, seen = 0;
    std::set<std::string> moves;
    bool has_stand = false, has_draw = false;
    std::optional<std::int64_t> label;
  };
  struct Labelled {
    std::int64_t level = 0;
    bool is_closed = false, has_draw = false;
  };

  std::int64_t level() const { return static_cast<std::int64_t>(open_.size()); }

  void read_header() {
    if (lines_.value_of("plytrace-certificate") != "1") lines_.malformed("unknown version");
    header_.game = lines_.value_of("game");
    header_.position = lines_.value_of("position");
    header_.root = lines_.value_of("root");
    if (header_.root != "max" && header_.root != "min") lines_.malformed("the root is max or min");
    header_.depth_text = lines_.value_of("depth");
    header_.depth = parse_count(header_.depth_text);
    const bool is_word = header_.depth_text == "end" || header_.depth_text == "mixed";
    if (!header_.depth && !is_word) lines_.malformed("the depth is a number, end or mixed");
    header_.evaluator = lines_.value_of("evaluator");
    if (lines_.next_is("scores")) {
      header_.scores = lines_.value_of("scores");
      std::tie(header_.least, header_.most) = range(header_.scores);
    }
    read_claim();
  }

  std::pair<Decimal, Decimal> range(std::string_view text) const {
    Words words(text);
    const Decimal least = number(words.take());
    const Decimal most = number(words.rest());
    if (Decimal::compare(least, most) > 0) lines_.malformed("the range is empty");
    return {least, most};
  }

  void read_claim() {
    header_.claim = lines_.value_of("claim");
    Words words(header_.claim);
    const std::string kind = words.take();
    if (kind == "range") {
      std::tie(header_.lower, header_.upper) = range(words.rest());
    } else if (kind == "exact" || kind == "lower" || kind == "upper") {
      if (kind != "upper") header_.lower = number(words.rest());
      if (kind != "lower") header_.upper = number(words.rest());
    } else {
      lines_.malformed("a claim is exact, range, lower or upper");
    }
  }

  Decimal number(std::string_view text) const {
    const auto parsed = Decimal::parse(text);
    if (!parsed) lines_.malformed("'" + shown(text) + "' is not a number");
    return *parsed;
  }

  // Reads `tree lower V` and the whole tree below it.
  void check_tree(const std::string& name, const Decimal& threshold, bool is_lower) {
    const std::string line = lines_.value_of("tree");
    Words words(line);
    if (words.take() != name) lines_.malformed("the " + name + " tree belongs here");
    if (Decimal::compare(number(words.rest()), threshold) != 0) {
      lines_.malformed("the tree is for another value than the claim");
    }
    is_lower_ = is_lower;
    threshold_ = threshold;
    open_.clear();
    labels_.clear();
    if (premises_ != nullptr) premises_->begin_tree(is_lower);
    do {
      if (!lines_.next()) lines_.malformed("the file ends inside a tree");
      read_node();
      close_finished();
    } while (!open_.empty());
  }

  void read_node() {
    Words words(lines_.line());
    if (parse_count(words.take()) != level()) {
      lines_.malformed("the level does not follow from the line above");
    }
    ++(is_lower_ ? contents_.lower_nodes : contents_.upper_nodes);
    Node node;
    node.level = level();
    node.type = words.take();
    const bool is_inner = node.type == "one" || node.type == "all";
    is_inner ? read_inner(words, node) : read_leaf(words, node);
    const std::string wrong = premises_ == nullptr ? "" : premises_->wrong_with(node);
    if (!wrong.empty()) lines_.not_proven(wrong);
  }

  void read_inner(Words& words, Node& node) {
    const auto count = node.type == "one" ? 1 : parse_count(words.take());
    if (!count) lines_.malformed("'all' is followed by the number of moves");
    if (*count == 0) lines_.not_proven("a node without moves proves nothing");
    if (open_.empty() && (node.type == "one") != ((header_.root == "max") == is_lower_)) {
      lines_.not_proven("the first node of this tree is not of type '" + node.type + "'");
    }
    if (header_.depth && level() >= *header_.depth) lines_.not_proven("it lies beyond the depth");
    node.children = *count;
    node.label = read_label(words);
    node.move = read_move(words);
    open_.push_back({node.children, 0, {}, false, false, node.label});
  }

  void read_leaf(Words& words, Node& node) {
    const std::string& type = node.type;
    if (type == "=") return read_reference(words, node);
    if (type == "range") return read_range(words);
    if (type == "?") {
      count_assumption(words.take());
    } else if (type != "horizon" && type != "end" && type != "draw" && type != "stand") {
      lines_.malformed("'" + shown(type) + "' is not a type of node");
    }
    read_score(words, node);
    if (header_.depth && level() > *header_.depth) lines_.not_proven("it lies beyond the depth");
    if (type == "horizon" && header_.depth_text != "mixed" && header_.depth != level()) {
      lines_.not_proven("the horizon is not at the depth");
    }
    ++contents_.leaves[type];
    if (type == "stand") return read_stand(words);
    node.label = read_label(words);
    node.move = read_move(words);
    if (type == "draw" && !open_.empty()) open_.back().has_draw = true;
    if (node.label) labels_[*node.label] = {level(), true, type == "draw"};
  }

  void count_assumption(const std::string& kind) {
    if (kind.empty()) lines_.malformed("'?' is followed by a kind");
    ++contents_.assumed[kind];
    if (allowed_) return;
    lines_.stop(kAssumed,
                "it rests on the assumption '" + shown(kind) + "'; see --allow-assumptions");
  }

  // Reads "3" or, if the node may be worth more or less than that, "lower 3" or "upper 3".
  void read_score(Words& words, Node& node) {
    node.score = words.take();
    const bool is_bound = (node.score == "lower" || node.score == "upper") &&
                          (node.type == "horizon" || node.type == "end" || node.type == "draw");
    if (is_bound) node.bound = std::exchange(node.score, words.take());
    if (is_bound && (node.bound == "lower") != is_lower_) {
      lines_.not_proven("its bound points the other way and proves nothing here");
    }
    const int order = Decimal::compare(number(node.score), threshold_);
    if (is_lower_ ? order < 0 : order > 0) {
      lines_.not_proven(is_lower_ ? "its score is below the threshold"
                                  : "its score is above the threshold");
    }
  }

  // If the threshold is the end of the range of all scores, nothing has to be shown.
  void read_range(const Words& words) {
    if (!open_.empty() || !words.rest().empty()) lines_.malformed("'range' stands alone in a tree");
    const auto& end = is_lower_ ? header_.least : header_.most;
    if (!end || Decimal::compare(*end, threshold_) * (is_lower_ ? 1 : -1) < 0) {
      lines_.not_proven("the declared range of scores does not prove it");
    }
  }

  // The mover's own score instead of a move; it counts as one option of its parent.
  void read_stand(const Words& words) {
    if (open_.empty() || std::exchange(open_.back().has_stand, true)) {
      lines_.not_proven("it does not stand for a move here");
    }
    ++open_.back().seen;
    if (!words.rest().empty()) lines_.malformed("'stand' has no move");
  }

  void read_reference(Words& words, Node& node) {
    node.same = parse_count(words.take());
    const auto found = node.same ? labels_.find(*node.same) : labels_.end();
    if (found == labels_.end() || !found->second.is_closed) {
      lines_.not_proven("it does not name a completed subtree of this tree");
    }
    if (header_.depth && found->second.level != level()) {
      lines_.not_proven("the subtree that it names is on another level");
    }
    if (found->second.has_draw) lines_.not_proven("a draw by history may not be a draw here");
    ++contents_.leaves["="];
    node.move = read_move(words);
  }

  // The label "@7" before the move.
  std::optional<std::int64_t> read_label(Words& words) {
    if (words.rest().empty() || words.rest().front() != '@') return std::nullopt;
    const std::string word = words.take();
    const auto label = parse_count(std::string_view(word).substr(1));
    if (!label) lines_.malformed("a label is @ and a number");
    if (!labels_.emplace(*label, Labelled{level()}).second) {
      lines_.malformed("the label is used twice");
    }
    return label;
  }

  // Reads the rest of the line, and counts the node as a child of its parent.
  std::optional<std::string> read_move(const Words& words) {
    if (words.rest().empty() != open_.empty())
      lines_.malformed("every node but the root needs a move");
    if (open_.empty()) return std::nullopt;
    std::string move = unescaped(words.rest());
    if (!open_.back().moves.insert(move).second) lines_.not_proven("its move occurred before");
    ++open_.back().seen;
    return move;
  }

  std::string unescaped(std::string_view text) const {
    std::string move;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\') {
        move += text[i];
        continue;
      }
      if (text == "\\e") return "";  // a move with an empty text
      const std::string_view codes = "\\nrt@s";
      const std::size_t which = ++i < text.size() ? codes.find(text[i]) : codes.npos;
      if (which == codes.npos) lines_.malformed("unknown escape");
      move += "\\\n\r\t@ "[which];
    }
    return move;
  }

  // Closes nodes whose children are complete, innermost first.
  void close_finished() {
    while (!open_.empty() && open_.back().seen == open_.back().wanted) {
      const Open node = std::move(open_.back());
      open_.pop_back();
      if (node.label) labels_[*node.label] = {level(), true, node.has_draw};
      if (!open_.empty() && node.has_draw) open_.back().has_draw = true;
    }
  }

  Lines lines_;
  bool allowed_;
  Premises* premises_;
  bool is_lower_ = true;
  Decimal threshold_;
  std::vector<Open> open_;
  std::map<std::int64_t, Labelled> labels_;
  Contents contents_;
  Header& header_ = contents_.header;
};

}  // namespace plytrace::check

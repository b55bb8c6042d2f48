// SPDX-License-Identifier: MIT
//
// plytrace-check: confirms or rejects a certificate that `plytrace verify --certificate` wrote.
//
// It shares no code with the rest of plytrace and knows no game. A certificate holds two threshold
// trees: the lower one shows that the root is worth at least v (MAX needs one good move, MIN must
// have none that escapes), the upper one is its mirror image. The file is read once, line by line;
// memory grows with depth, branching and labels only. Numbers are compared as exact decimals.
//
// Exit codes: 0 PROVEN, 1 NOT PROVEN, 2 usage, 3 malformed or unreadable, 4 proven under
// assumptions, or assumptions that --allow-assumptions does not admit.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int kProven = 0;
constexpr int kNotProven = 1;
constexpr int kUsage = 2;
constexpr int kMalformed = 3;
constexpr int kAssumed = 4;

// Ends the check with an exit code.
struct Stop {
  int code;
  std::string message;
};

// A number without a sign.
std::optional<std::int64_t> parse_count(std::string_view text) {
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::int64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

// A decimal number of any length: 0.digits * 10^exponent, without leading or trailing zeros.
class Decimal {
 public:
  static std::optional<Decimal> parse(std::string_view text) {
    Decimal number;
    number.sign_ = text.substr(0, 1) == "-" ? -1 : 1;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    number.is_infinite_ = text == "inf";
    if (number.is_infinite_) return number;
    const std::size_t e = std::min(text.find_first_of("eE"), text.size());
    const auto power = parse_power(text.substr(e));
    text = text.substr(0, e);
    const std::size_t point = std::min(text.find('.'), text.size());
    number.digits_ = std::string(text.substr(0, point));
    if (point < text.size()) number.digits_ += text.substr(point + 1);
    const bool is_number = power && !number.digits_.empty() &&
                           number.digits_.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number) return std::nullopt;
    number.exponent_ = static_cast<std::int64_t>(point) + *power;
    number.normalize();
    return number;
  }

  // -1, 0 or 1.
  static int compare(const Decimal& a, const Decimal& b) {
    if (a.sign_ != b.sign_) return a.sign_ < b.sign_ ? -1 : 1;
    if (a.sign_ == 0) return 0;
    return a.sign_ * compare_size(a, b);
  }

 private:
  static std::optional<std::int64_t> parse_power(std::string_view text) {
    if (text.empty()) return 0;
    if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
    text.remove_prefix(1);
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    const auto power = parse_count(text);
    if (!power || *power > 999'999'999) return std::nullopt;
    return negative ? -*power : *power;
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

  static int compare_size(const Decimal& a, const Decimal& b) {
    if (a.is_infinite_ || b.is_infinite_) return int{a.is_infinite_} - int{b.is_infinite_};
    if (a.exponent_ != b.exponent_) return a.exponent_ < b.exponent_ ? -1 : 1;
    const int order = a.digits_.compare(b.digits_);
    return order < 0 ? -1 : (order > 0 ? 1 : 0);
  }

  int sign_ = 0;
  bool is_infinite_ = false;
  std::string digits_;
  std::int64_t exponent_ = 0;
};

// The lines of the file, numbered from 1. The file ends with a newline.
class Lines {
 public:
  explicit Lines(std::istream& in) : in_(in) {}

  bool next() {
    if (!std::getline(in_, line_)) return false;
    ++number_;
    return true;
  }
  const std::string& line() const { return line_; }
  std::int64_t number() const { return number_; }

  [[noreturn]] void malformed(const std::string& why) const {
    throw Stop{kMalformed, "line " + std::to_string(number_) + ": " + why};
  }
  [[noreturn]] void not_proven(const std::string& why) const {
    throw Stop{kNotProven, "line " + std::to_string(number_) + ": " + why};
  }

  // The rest of the next line, which starts with `key` and a blank.
  std::string value_of(const std::string& key) {
    if (!next()) malformed("the file ends where '" + key + "' belongs");
    if (line_.compare(0, key.size() + 1, key + " ") != 0) malformed("'" + key + "' belongs here");
    return line_.substr(key.size() + 1);
  }

 private:
  std::istream& in_;
  std::string line_;
  std::int64_t number_ = 0;
};

// Takes the words of a line, which must outlive it, one by one; what is left may be a move with
// blanks in it.
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
  std::string game, position, depth_text, evaluator;
  bool max_at_root = true;
  std::optional<std::int64_t> depth;  // none: end or mixed
  std::string claim;
  std::optional<Decimal> lower, upper;  // what the trees must show
};

class Checker {
 public:
  Checker(std::istream& in, bool allow_assumptions) : lines_(in), allowed_(allow_assumptions) {}

  int run() {
    read_header();
    if (header_.lower) check_tree("lower", *header_.lower, true);
    if (header_.upper) check_tree("upper", *header_.upper, false);
    const std::int64_t before = lines_.number();
    const auto count = parse_count(lines_.value_of("lines"));
    if (count != before + 1) lines_.malformed("the file has another number of lines");
    if (lines_.next()) lines_.malformed("there is something after the last line");
    print();
    if (assumed_.empty()) return kProven;
    return kAssumed;
  }

 private:
  // A node whose children are being read.
  struct Open {
    std::int64_t wanted = 0, seen = 0;
    std::set<std::string> moves;
    bool has_stand = false;
    std::int64_t label = -1;
  };

  void read_header() {
    if (lines_.value_of("plytrace-certificate") != "1") lines_.malformed("unknown version");
    header_.game = lines_.value_of("game");
    header_.position = lines_.value_of("position");
    const std::string side = lines_.value_of("root");
    if (side != "max" && side != "min") lines_.malformed("the root is max or min");
    header_.max_at_root = side == "max";
    header_.depth_text = lines_.value_of("depth");
    if (header_.depth_text != "end" && header_.depth_text != "mixed") {
      header_.depth = parse_count(header_.depth_text);
      if (!header_.depth) lines_.malformed("the depth is a number, end or mixed");
    }
    header_.evaluator = lines_.value_of("evaluator");
    read_claim();
  }

  void read_claim() {
    header_.claim = lines_.value_of("claim");
    Words words(header_.claim);
    const std::string kind = words.take();
    if (kind == "exact") {
      header_.lower = header_.upper = number(words.take());
    } else if (kind == "range") {
      header_.lower = number(words.take());
      header_.upper = number(words.take());
      if (Decimal::compare(*header_.lower, *header_.upper) > 0) {
        lines_.malformed("the range is empty");
      }
    } else if (kind == "lower") {
      header_.lower = number(words.take());
    } else if (kind == "upper") {
      header_.upper = number(words.take());
    } else {
      lines_.malformed("a claim is exact, range, lower or upper");
    }
    if (!words.rest().empty()) lines_.malformed("there is something after the claim");
  }

  Decimal number(const std::string& text) const {
    const auto parsed = Decimal::parse(text);
    if (!parsed) lines_.malformed("'" + text + "' is no number");
    return *parsed;
  }

  // Reads `tree lower V` and the whole tree below it.
  void check_tree(const std::string& name, const Decimal& threshold, bool is_lower) {
    const std::string line = lines_.value_of("tree");
    Words words(line);
    if (words.take() != name) lines_.malformed("the " + name + " tree belongs here");
    if (Decimal::compare(number(words.take()), threshold) != 0 || !words.rest().empty()) {
      lines_.malformed("the tree is for another value than the claim");
    }
    is_lower_ = is_lower;
    threshold_ = threshold;
    open_.clear();
    labels_.clear();
    bool begun = false;
    while (!begun || !open_.empty()) {
      if (!lines_.next()) lines_.malformed("the file ends inside a tree");
      read_node();
      begun = true;
      close_finished();
    }
  }

  void read_node() {
    Words words(lines_.line());
    const auto level = parse_count(words.take());
    if (!level || *level != static_cast<std::int64_t>(open_.size())) {
      lines_.malformed("the level does not follow from the line above");
    }
    ++nodes_;
    const std::string type = words.take();
    if (type == "one") return read_inner(words, 1, "one");
    if (type == "all") {
      const auto count = parse_count(words.take());
      if (!count) lines_.malformed("'all' is followed by the number of moves");
      if (*count == 0) lines_.not_proven("a node without moves proves nothing");
      return read_inner(words, *count, "all");
    }
    read_leaf(words, type);
  }

  void read_inner(Words& words, std::int64_t children, const std::string& type) {
    const auto level = static_cast<std::int64_t>(open_.size());
    if (level == 0 && (type == "one") != (header_.max_at_root == is_lower_)) {
      lines_.not_proven("the first node of this tree is no '" + type + "'");
    }
    if (header_.depth && level >= *header_.depth) lines_.not_proven("it lies beyond the depth");
    Open node;
    node.wanted = children;
    node.label = read_label(words);
    read_move(words, true);
    open_.push_back(std::move(node));
  }

  void read_leaf(Words& words, const std::string& type) {
    const auto level = static_cast<std::int64_t>(open_.size());
    if (type == "=") {
      read_reference(words.take());
      return read_move(words, true);
    }
    const bool assumes = type == "?";
    if (assumes) {
      const std::string kind = words.take();
      if (kind.empty()) lines_.malformed("'?' is followed by a kind");
      ++assumed_[kind];
      if (!allowed_) {
        throw Stop{kAssumed, "line " + std::to_string(lines_.number()) + ": it rests on the " +
                                 "assumption '" + kind + "'; see --allow-assumptions"};
      }
    } else if (type != "horizon" && type != "end" && type != "stand") {
      lines_.malformed("'" + type + "' is no type of node");
    }
    const Decimal score = number(words.take());
    const int order = Decimal::compare(score, threshold_);
    if (is_lower_ ? order < 0 : order > 0) {
      lines_.not_proven(is_lower_ ? "its score is below the threshold"
                                  : "its score is above the threshold");
    }
    if (type == "horizon" && header_.depth && level != *header_.depth) {
      lines_.not_proven("the horizon is not at the depth");
    }
    if (type == "horizon" && header_.depth_text == "end") lines_.not_proven("there is no horizon");
    if (header_.depth && level > *header_.depth) lines_.not_proven("it lies beyond the depth");
    horizon_ += type == "horizon" ? 1 : 0;
    ends_ += type == "end" ? 1 : 0;
    if (type == "stand") return read_stand(words);
    const std::int64_t label = read_label(words);
    read_move(words, true);
    if (label >= 0) labels_.emplace(label, level);
  }

  // The mover's own score instead of a move: one of the options of its parent.
  void read_stand(Words& words) {
    if (open_.empty() || open_.back().has_stand) lines_.not_proven("it stands for no move here");
    open_.back().has_stand = true;
    ++open_.back().seen;
    if (!words.rest().empty()) lines_.malformed("'stand' has no move");
  }

  void read_reference(const std::string& text) {
    const auto label = parse_count(text);
    const auto found = label ? labels_.find(*label) : labels_.end();
    if (found == labels_.end()) {
      lines_.not_proven("it names no closed subtree of this tree");
    }
    if (header_.depth && found->second != static_cast<std::int64_t>(open_.size())) {
      lines_.not_proven("the subtree that it names lies at another level");
    }
    ++references_;
  }

  // "@7" before the move; -1 where there is none.
  std::int64_t read_label(Words& words) {
    if (words.rest().empty() || words.rest().front() != '@') return -1;
    const std::string word = words.take();
    const auto label = parse_count(std::string_view(word).substr(1));
    if (!label) lines_.malformed("a label is @ and a number");
    const bool taken =
        labels_.count(*label) != 0 ||
        std::any_of(open_.begin(), open_.end(), [&](const Open& o) { return o.label == *label; });
    if (taken) lines_.malformed("the label is used twice");
    return *label;
  }

  void read_move(Words& words, bool needed) {
    const std::string move = unescaped(words.rest());
    if (open_.empty()) {
      if (!move.empty()) lines_.malformed("the root has no move");
      return;
    }
    if (needed && move.empty()) lines_.malformed("its move is missing");
    if (!open_.back().moves.insert(move).second) lines_.not_proven("its move was there before");
    ++open_.back().seen;
  }

  std::string unescaped(std::string_view text) const {
    std::string move;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\') {
        move += text[i];
        continue;
      }
      const char next = ++i < text.size() ? text[i] : '\0';
      const std::string_view codes = "\\nrt@s";
      const std::size_t which = codes.find(next);
      if (which == std::string_view::npos || next == '\0') lines_.malformed("unknown escape");
      move += "\\\n\r\t@ "[which];
    }
    return move;
  }

  // Closes the nodes that have all their children, innermost first.
  void close_finished() {
    while (!open_.empty() && open_.back().seen == open_.back().wanted) {
      if (open_.back().moves.empty()) lines_.not_proven("a node without moves proves nothing");
      if (open_.back().label >= 0) {
        labels_.emplace(open_.back().label, static_cast<std::int64_t>(open_.size()) - 1);
      }
      open_.pop_back();
    }
  }

  void print() const {
    std::cout << (assumed_.empty() ? "PROVEN" : "PROVEN UNDER ASSUMPTIONS")
              << ": the root is worth " << header_.claim << "\n";
    for (const auto& [kind, count] : assumed_) {
      std::cout << "  assumption " << kind << ": " << count << " times\n";
    }
    std::cout << "  " << nodes_ << " nodes read: " << horizon_ << " at the horizon, " << ends_
              << " finished games, " << references_ << " repeated positions\n"
              << "It follows if these premises hold, which a program without the rules of the game "
                 "cannot test\n(plytrace verify --replay-certificate does):\n"
              << "  game " << header_.game << ", position " << header_.position << "\n"
              << "  every move is legal where it stands, and 'one' and 'all' fit the side to move\n"
              << "  the moves below an 'all' are all the legal moves there\n"
              << "  the scores at the horizon are those of the evaluator " << header_.evaluator
              << "\n  the game is over at every 'end', with that score\n"
              << "  a node '=' has the position and the remaining depth of the one it names\n";
  }

  Lines lines_;
  bool allowed_;
  Header header_;
  bool is_lower_ = true;
  Decimal threshold_;
  std::vector<Open> open_;
  std::map<std::int64_t, std::int64_t> labels_;  // of closed subtrees, with their levels
  std::map<std::string, std::int64_t> assumed_;
  std::int64_t nodes_ = 0, horizon_ = 0, ends_ = 0, references_ = 0;
};

constexpr const char* kHelp =
    "usage: plytrace-check [--allow-assumptions] CERTIFICATE\n"
    "Confirms or rejects a certificate of `plytrace verify --certificate` ('-' reads stdin).\n"
    "Exit: 0 proven, 1 not proven, 2 usage, 3 malformed, 4 rests on assumptions.\n"
    "Example: plytrace verify run.db --certificate run.cert && plytrace-check run.cert\n";

int check(const std::string& path, bool allow_assumptions) {
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) throw Stop{kMalformed, "cannot be opened; check the name"};
  }
  std::istream& in = path == "-" ? std::cin : file;
  return Checker(in, allow_assumptions).run();
}

int run(int argc, char** argv) {
  std::vector<std::string> files;
  bool allow_assumptions = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--help" || word == "-h") {
      std::cout << kHelp;
      return kProven;
    }
    if (word == "--allow-assumptions") {
      allow_assumptions = true;
    } else if (word.size() > 1 && word[0] == '-') {
      std::cerr << "plytrace-check: unknown option '" << word << "'; see --help\n";
      return kUsage;
    } else {
      files.push_back(word);
    }
  }
  if (files.size() != 1) {
    std::cerr << kHelp;
    return kUsage;
  }
  try {
    return check(files.front(), allow_assumptions);
  } catch (const Stop& stop) {
    const std::string message = files.front() + ": " + stop.message + "\n";
    if (stop.code == kNotProven) {
      std::cout << "NOT PROVEN: " << message;
    } else {
      std::cerr << "plytrace-check: " << message;
    }
    return stop.code;
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "plytrace-check: " << error.what() << "\n";
    return 5;
  }
}

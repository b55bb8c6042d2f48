// SPDX-License-Identifier: MIT
#include "viewer/verify/certificate/certificate_reader.h"

#include <fmt/format.h>

#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "viewer/format/lines.h"

namespace plytrace::verify {
namespace {

using Type = CertificateType;
using Answer = CertificateReading::Answer;

// The reason why reading ends.
struct Rejection {
  Answer answer = Answer::kProven;
  std::string why;

  explicit operator bool() const { return answer != Answer::kProven; }
};
Rejection malformed(std::string why) { return {Answer::kMalformed, std::move(why)}; }
Rejection not_proven(std::string why) { return {Answer::kNotProven, std::move(why)}; }

// The rules for one tree.
class TreeRules {
 public:
  TreeRules(const CertificateHeader& header, bool lower)
      : header_(header), lower_(lower), threshold_(lower ? *header.lower : *header.upper) {}

  Rejection add(const CertificateNode& node) {
    if (node.level != open_.size()) return malformed("its level does not follow");
    if (Rejection fault = check_label(node)) return fault;
    if (Rejection fault = check_place(node)) return fault;
    if (Rejection fault = check_type(node)) return fault;
    if (Rejection fault = check_move(node)) return fault;
    if (node.type == Type::kOne || node.type == Type::kAll) {
      open_.push_back({node.children, 0, node.label, {}, false, false});
    } else if (node.label) {
      labels_[*node.label] = {open_.size(), true, node.type == Type::kDraw};
    }
    // Passed up, so that '=' cannot refer to a subtree with a draw that holds only on its own path.
    if (node.type == Type::kDraw && !open_.empty()) open_.back().has_draw = true;
    close_finished();
    is_begun_ = true;
    return {};
  }
  bool is_complete() const { return is_begun_ && open_.empty(); }

 private:
  struct Open {
    std::int64_t wanted = 0, seen = 0;
    std::optional<std::int64_t> label;
    std::set<std::string> moves;
    bool has_stand = false, has_draw = false;
  };
  struct Label {
    std::size_t level = 0;
    bool is_closed = false, has_draw = false;
  };

  Rejection check_label(const CertificateNode& node) {
    if (!node.label) return {};
    // Registered when the node opens, so that a subtree that refers to itself is refused as
    // unclosed.
    const bool is_new = labels_.emplace(*node.label, Label{node.level}).second;
    return is_new ? Rejection{} : malformed("its label is used twice");
  }

  // Checks whether such a node may stand at this place of the tree.
  Rejection check_place(const CertificateNode& node) const {
    const bool is_inner = node.type == Type::kOne || node.type == Type::kAll;
    const auto depth = header_.depth ? static_cast<std::size_t>(*header_.depth) : SIZE_MAX;
    // The type of the root depends on the side to move: in the lower tree MAX needs one move, and
    // MIN needs all.
    if (is_inner && node.level == 0 &&
        (node.type == Type::kOne) != (header_.max_at_root == lower_)) {
      return not_proven("the first node of the tree has the other type");
    }
    if (node.type == Type::kRange) {
      return node.level == 0 && !node.move ? Rejection{} : malformed("'range' stands alone");
    }
    if (node.type == Type::kSame) return {};
    // An inner node at the full depth would have children beyond it.
    if (is_inner ? node.level >= depth : node.level > depth) {
      return not_proven("it lies beyond the depth");
    }
    if (node.type != Type::kHorizon) return {};
    const bool fits = header_.depth ? node.level == depth : !header_.to_the_end;
    return fits ? Rejection{} : not_proven("the horizon is not at the depth");
  }

  // Checks whether the node proves its part.
  Rejection check_type(const CertificateNode& node) const {
    switch (node.type) {
      case Type::kOne:
        return {};
      case Type::kAll:
        // A node with all of no moves would prove anything.
        return node.children > 0 ? Rejection{} : not_proven("a node without moves proves nothing");
      case Type::kSame:
        return check_same(node);
      case Type::kRange: {
        const bool shows = header_.scores && (lower_ ? header_.scores->alpha >= threshold_
                                                     : header_.scores->beta <= threshold_);
        return shows ? Rejection{} : not_proven("the range of scores does not show it");
      }
      default:
        break;
    }
    // A bound in the other direction proves nothing in this tree.
    const format::Bound right = lower_ ? format::Bound::kLower : format::Bound::kUpper;
    if (node.bound != format::Bound::kExact && node.bound != right) {
      return not_proven("its bound is of no use here");
    }
    const bool reaches = lower_ ? node.score >= threshold_ : node.score <= threshold_;
    return reaches ? Rejection{} : not_proven("its score does not reach the threshold");
  }

  Rejection check_same(const CertificateNode& node) const {
    const auto found = labels_.find(*node.same);
    if (found == labels_.end() || !found->second.is_closed) {
      return not_proven("it does not name a completed subtree of this tree");
    }
    // If the depth is a number, another level means another remaining depth.
    if (header_.depth && found->second.level != node.level) {
      return not_proven("the subtree that it names is on another level");
    }
    if (found->second.has_draw) return not_proven("a draw by history may not be a draw here");
    return {};
  }

  // Counts the node as a child of its parent.
  Rejection check_move(const CertificateNode& node) {
    if (node.type == Type::kStand) {
      if (node.move) return malformed("'stand' has no move");
      if (open_.empty() || std::exchange(open_.back().has_stand, true)) {
        return not_proven("it does not stand for a move here");
      }
    } else if (open_.empty()) {
      return node.move ? malformed("the root has no move") : Rejection{};
    } else if (!node.move) {
      return malformed("its move is missing");
    } else if (!open_.back().moves.insert(*node.move).second) {
      return not_proven("its move occurred before");
    }
    ++open_.back().seen;
    return {};
  }

  void close_finished() {
    // Completing a node may complete its ancestors.
    while (!open_.empty() && open_.back().seen == open_.back().wanted) {
      const Open node = std::move(open_.back());
      open_.pop_back();
      if (node.label) labels_[*node.label] = {open_.size(), true, node.has_draw};
      if (node.has_draw && !open_.empty()) open_.back().has_draw = true;
    }
  }

  const CertificateHeader& header_;
  const bool lower_;
  const Score threshold_;
  bool is_begun_ = false;
  std::vector<Open> open_;
  std::unordered_map<std::int64_t, Label> labels_;
};

class CertificateReader {
 public:
  CertificateReader(std::istream& in, CertificatePremises* premises)
      : in_(in), premises_(premises) {}

  Result<CertificateReading> run() {
    if (Rejection fault = read_header()) return ended(std::move(fault));
    if (premises_ != nullptr) {
      if (Status status = premises_->begin(header_); !status) return status;
    }
    // A claim with only one bound has one tree.
    for (const bool lower : {true, false}) {
      if (!(lower ? header_.lower : header_.upper)) continue;
      if (Rejection fault = read_tree(lower)) return ended(std::move(fault));
    }
    return ended(read_end());
  }

 private:
  CertificateReading ended(Rejection fault) {
    reading_.answer = fault.answer;
    if (fault) reading_.why = fmt::format("line {}: {}", number_, fault.why);
    return reading_;
  }

  bool next_line() {
    if (!text::read_line(in_, line_)) return false;
    ++number_;
    return true;
  }

  // Reads the line that begins with `key`; the rest of it is then in rest_.
  bool take(std::string_view key) {
    if (!is_held_ && !next_line()) return false;
    rest_ = line_;
    is_held_ = take_word(rest_) != key || rest_.empty();
    return !is_held_;
  }
  static Rejection missing(std::string_view key) {
    return malformed(fmt::format("'{}' belongs here", key));
  }

  // Reads a word and the rest of the line: a name and its options.
  Rejection take_named(std::string_view key, std::string& name, std::string& options) {
    if (!take(key)) return missing(key);
    name = meant(take_word(rest_));
    options = meant(rest_);
    return {};
  }
  static std::string meant(std::string_view text) {
    return unescaped(text).value_or(std::string(text));
  }

  Rejection read_header() {
    if (!take("plytrace-certificate")) return missing("plytrace-certificate");
    if (rest_ != "1") return malformed("unknown version");
    if (Rejection fault = take_named("game", header_.game, header_.game_options)) return fault;
    if (!take("position")) return missing("position");
    header_.position = meant(rest_);
    if (!take("root")) return missing("root");
    if (rest_ != "max" && rest_ != "min") return malformed("the root is max or min");
    header_.max_at_root = rest_ == "max";
    if (!take("depth")) return missing("depth");
    header_.to_the_end = rest_ == "end";
    header_.depth = parse_count(rest_);
    if (!header_.depth && rest_ != "end" && rest_ != "mixed") return malformed("no depth");
    if (Rejection fault = take_named("evaluator", header_.evaluator, header_.parameters))
      return fault;
    // The only optional line; if it is absent, take() keeps the line for the next call.
    if (take("scores")) {
      Score least = 0;
      Score most = 0;
      if (!take_range(least, most)) return malformed("no range of scores");
      header_.scores = Window{least, most};
    }
    if (!take("claim")) return missing("claim");
    return read_claim();
  }

  bool take_range(Score& least, Score& most) {
    const auto first = parse_score(take_word(rest_));
    const auto second = parse_score(rest_);
    if (!first || !second || *first > *second) return false;
    least = *first;
    most = *second;
    return true;
  }

  Rejection read_claim() {
    header_.claim = rest_;
    const std::string_view kind = take_word(rest_);
    Score least = 0;
    Score most = 0;
    if (kind == "range") {
      if (!take_range(least, most)) return malformed("no range");
    } else if (kind == "exact" || kind == "lower" || kind == "upper") {
      const auto score = parse_score(rest_);
      if (!score) return malformed("no number");
      least = most = *score;
    } else {
      return malformed("a claim is exact, range, lower or upper");
    }
    if (kind != "upper") header_.lower = least;
    if (kind != "lower") header_.upper = most;
    return {};
  }

  Rejection read_tree(bool lower) {
    if (!take("tree")) return missing("tree");
    const Score threshold = lower ? *header_.lower : *header_.upper;
    if (take_word(rest_) != (lower ? "lower" : "upper")) return malformed("the other tree");
    const auto score = parse_score(rest_);
    if (!score || *score != threshold) return malformed("it is for another value than the claim");
    if (premises_ != nullptr) premises_->begin_tree(lower);
    TreeRules rules(header_, lower);
    std::uint64_t& nodes = lower ? reading_.lower_nodes : reading_.upper_nodes;
    for (; !rules.is_complete(); ++nodes) {
      if (!next_line()) return malformed("the file ends inside a tree");
      const auto node = parse_certificate_node(line_);
      if (!node) return malformed(node.status().message());
      if (node->type == Type::kAssumed) ++reading_.assumptions[node->assumption];
      if (Rejection fault = rules.add(*node)) return fault;
      const std::string wrong = premises_ == nullptr ? "" : premises_->check(*node);
      if (!wrong.empty()) return not_proven(wrong);
    }
    return {};
  }

  Rejection read_end() {
    // The count includes this line.
    const std::int64_t lines = number_ + 1;
    if (!take("lines")) return missing("lines");
    if (parse_count(rest_) != lines)
      return malformed("the number of lines differs from the one that the file states");
    return next_line() ? malformed("the file continues after its last line") : Rejection{};
  }

  std::istream& in_;
  CertificatePremises* premises_;
  std::string line_;
  std::string_view rest_;  // the unread part of line_
  bool is_held_ = false;   // line_ was read but not used yet
  std::int64_t number_ = 0;
  CertificateHeader header_;
  CertificateReading reading_;
};

}  // namespace

Result<CertificateReading> read_certificate(std::istream& in, CertificatePremises* premises) {
  return CertificateReader(in, premises).run();
}

}  // namespace plytrace::verify

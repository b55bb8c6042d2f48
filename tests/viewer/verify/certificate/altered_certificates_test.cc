// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/certificate and viewer/check: altered certificates, with changed scores,
// levels, types, counts, labels, moves, claims and headers, and with lines missing, repeated or
// moved. If plytrace-check says PROVEN and the premises hold by the rules of the game, the claim
// must be true by an independent minimax. PLYTRACE_ALTERED_CERTIFICATES sets how many the slow
// suite alters.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <sstream>

#include "core/registry.h"
#include "tests/viewer/verify/certificate/certificate_support.h"
#include "tests/viewer/verify/verify_support.h"
#include "tracer/recorder.h"
#include "viewer/verify/certificate/certificate_replay.h"
#include "viewer/verify/certificate/certificate_text.h"

namespace plytrace::test {
namespace {

using Lines = std::vector<std::string>;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  int below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }
  bool one_in(int n) { return below(n) == 0; }
  template <class T>
  const T& one_of(const std::vector<T>& things) {
    return things[static_cast<std::size_t>(below(static_cast<int>(things.size())))];
  }

 private:
  std::mt19937_64 engine_;
};

// --- The tree of a certificate

// The value of a node for MAX, who moves first as `root` says. Leaves and nodes at the horizon are
// worth their own value, 0 if they have none.
Score minimax(const nlohmann::json& node, bool max_moves, std::int64_t depth, Score sign) {
  if (node.is_number()) return sign * node.get<Score>();
  const nlohmann::json& children = node.is_object() ? node.at("children") : node;
  if (depth == 0) return node.is_object() ? sign * node.value("value", 0.0) : 0;
  std::optional<Score> best;
  for (const nlohmann::json& child : children) {
    const Score value = minimax(child, !max_moves, depth - 1, sign);
    if (!best || (max_moves ? value > *best : value < *best)) best = value;
  }
  return *best;
}

struct Claim {
  Score lower = -kInfinity, upper = kInfinity;
  bool is_mixed = false;
  Score truth = 0;
};

std::string rest_of(const Lines& lines, const std::string& key) {
  for (const std::string& line : lines) {
    if (line.rfind(key + " ", 0) == 0) return line.substr(key.size() + 1);
  }
  return "";
}

// The claim of a certificate of the game `tree` that both readers accept.
Claim claim_of(const Lines& lines) {
  Claim claim;
  const std::string depth = rest_of(lines, "depth");
  claim.is_mixed = depth == "mixed";
  std::istringstream words(rest_of(lines, "claim"));
  std::string kind;
  std::string first;
  std::string second;
  words >> kind >> first >> second;
  if (kind != "upper") claim.lower = *parse_score(first);
  if (kind != "lower") claim.upper = *parse_score(kind == "range" ? second : first);
  const bool min_moves_first = rest_of(lines, "game").find("min") != std::string::npos;
  const bool max_is_mover = rest_of(lines, "root") == "max";
  const Score sign = max_is_mover != min_moves_first ? 1 : -1;
  const auto position = verify::unescaped(rest_of(lines, "position"));
  claim.truth = minimax(parse_json(*position), max_is_mover,
                        depth == "end" || claim.is_mixed ? 1'000'000 : std::stoll(depth), sign);
  return claim;
}

// --- Altering

std::string one_text(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::size_t first_node(const Lines& lines) {
  std::size_t at = 0;
  while (at < lines.size() && lines[at].rfind("tree ", 0) != 0) ++at;
  return std::min(at + 1, lines.size() - 1);
}

class Altering {
 public:
  Altering(Lines lines, Dice& dice) : lines_(std::move(lines)), dice_(dice) {}

  Lines altered() {
    const int times = 1 + dice_.below(3);
    for (int i = 0; i < times; ++i) alter();
    // Mostly adjusts the line count, so that other rules find the alteration.
    if (!dice_.one_in(8) && !lines_.empty()) lines_.back() = fmt::format("lines {}", lines_.size());
    return lines_;
  }

 private:
  using Words = std::vector<std::string>;

  Words words_of_line(std::size_t at) const {
    std::istringstream stream(lines_[at]);
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
  }
  void put(std::size_t at, const Words& words) {
    lines_[at] = fmt::format("{}", fmt::join(words, " "));
  }
  std::size_t some_node() {
    const std::size_t first = first_node(lines_);
    const std::size_t count = lines_.size() - first;
    return first +
           static_cast<std::size_t>(dice_.below(static_cast<int>(std::max<std::size_t>(count, 1))));
  }
  std::string some_score() { return std::to_string(dice_.below(30) - 8); }

  void alter() {
    if (lines_.size() < 10) return;
    switch (dice_.below(15)) {
      case 0:
        return change_number();
      case 1:
        return change_word(0);
      case 2:
        return change_type();
      case 3:
        return change_count();
      case 4:
        return change_label();
      case 5:
        return change_move();
      case 6:
        return change_claim();
      case 7:
        return change_header();
      case 8:
        return drop_subtree();
      case 9:
        return repeat_line();
      case 10:
        return swap_lines();
      case 11:
        return cut_subtree();
      case 12:
        return name_another();
      case 13:
        return widen_range();
      default:
        return lift_scores();
    }
  }

  void change_number() {
    const std::size_t at = some_node();
    Words words = words_of_line(at);
    for (std::string& word : words) {
      if (parse_score(word) && dice_.one_in(2)) word = some_score();
    }
    put(at, words);
  }
  void change_word(std::size_t which) {
    const std::size_t at = some_node();
    Words words = words_of_line(at);
    if (which < words.size()) words[which] = std::to_string(dice_.below(6));
    put(at, words);
  }
  void change_type() {
    const std::size_t at = some_node();
    Words words = words_of_line(at);
    if (words.size() < 2) return;
    words[1] = dice_.one_of(Words{"one", "all", "horizon", "end", "stand", "draw", "=", "range"});
    if (words[1] == "all") words.insert(words.begin() + 2, std::to_string(1 + dice_.below(3)));
    put(at, words);
  }
  void change_count() {
    for (int tries = 0; tries < 20; ++tries) {
      const std::size_t at = some_node();
      Words words = words_of_line(at);
      if (words.size() < 3 || words[1] != "all") continue;
      const int count = std::atoi(words[2].c_str()) + (dice_.one_in(2) ? 1 : -1);
      words[2] = std::to_string(count);
      put(at, words);
      if (count > 0 && dice_.one_in(2)) drop_child(at);
      return;
    }
  }
  void change_label() {
    const std::size_t at = some_node();
    Words words = words_of_line(at);
    const std::size_t place =
        std::min<std::size_t>(words.size(), 2 + static_cast<std::size_t>(dice_.below(2)));
    const std::string label = "@" + std::to_string(dice_.below(20));
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), label);
    put(at, words);
  }
  void change_move() {
    const std::size_t at = some_node();
    Words words = words_of_line(at);
    if (words.size() > 2) words.back() = std::to_string(1 + dice_.below(4));
    put(at, words);
  }
  // Changes the claim, and with it the thresholds of the trees.
  void change_claim() {
    const int by = 1 + dice_.below(4);
    const Score shift = dice_.one_in(2) ? by : -by;
    for (std::string& line : lines_) {
      const bool is_claim = line.rfind("claim ", 0) == 0;
      if (!is_claim && line.rfind("tree ", 0) != 0) continue;
      std::istringstream stream(line);
      std::string out;
      for (std::string word; stream >> word;) {
        const auto score = parse_score(word);
        out += (out.empty() ? "" : " ") + (score ? score_text(*score + shift) : word);
      }
      line = out;
    }
  }
  void change_header() {
    const std::size_t at =
        1 + static_cast<std::size_t>(dice_.below(static_cast<int>(first_node(lines_)) - 1));
    std::string& line = lines_[at];
    if (line.rfind("depth ", 0) == 0)
      line = dice_.one_in(3) ? "depth end" : "depth " + std::to_string(dice_.below(6));
    if (line.rfind("root ", 0) == 0) line = line == "root max" ? "root min" : "root max";
    if (line.rfind("position ", 0) == 0) {
      for (char& c : line) {
        if (c >= '0' && c <= '9' && dice_.one_in(6)) c = static_cast<char>('0' + dice_.below(10));
      }
    }
  }
  // The end of the subtree that begins at line `at`.
  std::size_t end_of(std::size_t at) const {
    const auto level = [this](std::size_t line) { return std::atoi(lines_[line].c_str()); };
    std::size_t end = at + 1;
    while (end + 1 < lines_.size() && lines_[end].rfind("tree", 0) != 0 && level(end) > level(at))
      ++end;
    return end;
  }
  void erase(std::size_t from, std::size_t to) {
    lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(from),
                 lines_.begin() + static_cast<std::ptrdiff_t>(to));
  }
  void drop_child(std::size_t at) {
    if (end_of(at) > at + 1) erase(at + 1, end_of(at + 1));
  }
  void drop_subtree() {
    const std::size_t at = some_node();
    erase(at, dice_.one_in(2) ? at + 1 : end_of(at));
  }
  void repeat_line() {
    const std::size_t at = some_node();
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(at), std::string(lines_[at]));
  }
  void swap_lines() { std::swap(lines_[some_node()], lines_[some_node()]); }
  // Replaces a subtree by a leaf.
  void cut_subtree() {
    const std::size_t at = some_node();
    const Words words = words_of_line(at);
    if (words.size() < 2) return;
    erase(at + 1, end_of(at));
    put(at,
        {words[0],
         dice_.one_of(Words{"horizon", "end", "draw", "stand", "horizon lower", "horizon upper"}),
         some_score(), words.back()});
  }
  // Replaces a subtree by a reference to another one.
  void name_another() {
    const std::size_t from = some_node();
    const std::size_t at = some_node();
    Words named = words_of_line(from);
    const Words words = words_of_line(at);
    if (named.size() < 2 || words.size() < 2 || from >= at) return;
    const std::size_t arguments = named[1] == "one" ? 2 : 3;
    if (named.size() < arguments) return;
    named.insert(named.begin() + static_cast<std::ptrdiff_t>(arguments), "@99");
    put(from, named);
    erase(at + 1, end_of(at));
    put(at, {words[0], "=", "99", words.back()});
  }
  void widen_range() {
    for (std::string& line : lines_) {
      if (line.rfind("scores ", 0) == 0)
        line = fmt::format("scores {} {}", dice_.below(20) - 10, dice_.below(20));
    }
    const std::size_t at = first_node(lines_);
    if (!dice_.one_in(2)) return;
    erase(at + 1, end_of(at));
    lines_[at] = "0 range";
  }
  // Raises all scores that are too low for a higher claim.
  void lift_scores() {
    const bool low = dice_.one_in(2);
    for (std::size_t at = first_node(lines_); at + 1 < lines_.size(); ++at) {
      Words words = words_of_line(at);
      if (words.size() < 3 || (words[1] != "horizon" && words[1] != "end")) continue;
      if (parse_score(words[2])) words[2] = score_text(*parse_score(words[2]) + (low ? -2 : 2));
      put(at, words);
    }
    change_claim();
  }

  Lines lines_;
  Dice& dice_;
};

// --- The certificates to alter

std::string random_tree(Dice& dice, int depth) {
  if (depth == 0 || (depth < 3 && dice.one_in(8))) return std::to_string(dice.below(15));
  std::string text;
  const int children = 1 + dice.below(3);
  for (int i = 0; i < children; ++i) {
    text += (i == 0 ? "[" : ",") + random_tree(dice, depth - 1);
  }
  return text + "]";
}

SearchSettings random_settings(Dice& dice, int depth) {
  SearchSettings settings;
  settings.algorithm = static_cast<Algorithm>(dice.below(5));
  settings.fail = dice.one_in(3) ? FailMode::kHard : FailMode::kSoft;
  settings.depth = depth;
  settings.iterative = dice.one_in(3);
  settings.table_megabytes = dice.one_in(2) ? 1 : 0;
  if (dice.one_in(5))
    settings.window = {static_cast<Score>(dice.below(7)), static_cast<Score>(7 + dice.below(9))};
  return settings;
}

// The certificate of a random search of a random tree; "" if there is none.
std::string random_certificate(Dice& dice, const std::string& file) {
  const int depth = 2 + dice.below(3);
  Arguments options;
  if (dice.one_in(3)) options = {{"root", "min"}};
  const auto game = make_game("tree", options, random_tree(dice, depth));
  const SearchSettings settings = random_settings(dice, std::max(1, depth - dice.below(2)));
  if (!game || !check_settings(settings)) return "";
  auto recording = Recording::start({file, true}, {});
  if (!recording) return "";
  RecorderOptions recorder;
  recorder.engine = "plytrace";
  recorder.capture = kCaptureDefault;
  auto stream = (*recording)->add_stream(recorder);
  const bool searched = (*game)->search({}, settings, stream.get()).is_ok();
  stream.reset();
  if (!(*recording)->finish() || !searched) return "";
  const auto reader = TraceReader::open(file);
  if (!reader) return "";
  const SearchRow search = reader->searches().front();
  verify::CertificateMarks marks = marks_for(search);
  verify::VerifyOptions judged;
  judged.certificate = &marks;
  const auto report = verify::verify_trace(*reader, search, judged);
  if (!report || report->verdict != verify::Verdict::kVerified) return "";
  return certificate_of(*reader, search, marks, *report);
}

Lines lines_of_text(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

struct AlteredTally {
  int altered = 0, proven = 0, confirmed = 0, undecided = 0;
};

void judge_altered(const Lines& lines, const std::string& file, AlteredTally& tally) {
  const std::string text = one_text(lines);
  const int code = checked(text);
  ++tally.altered;
  if (code != 0) return;
  ++tally.proven;
  write_file(file, text);
  const auto replay = verify::replay_certificate(file);
  if (!replay || !replay->holds) return;
  const Claim claim = claim_of(lines);
  // A range of scores is not tested, and a claim whose lines were mixed up has no tree to compare
  // with.
  if (replay->untested > 0 || claim.is_mixed) {
    ++tally.undecided;
    return;
  }
  ++tally.confirmed;
  EXPECT_TRUE(claim.lower <= claim.truth && claim.truth <= claim.upper)
      << "minimax gives " << claim.truth << "\n"
      << text;
}

AlteredTally alter(int wanted, std::uint64_t seed) {
  const ScratchFolder folder;
  AlteredTally tally;
  Dice dice(seed);
  while (tally.altered < wanted && !testing::Test::HasFailure()) {
    const std::string certificate = random_certificate(dice, folder / "run.db");
    if (certificate.empty()) continue;
    EXPECT_EQ(checked(certificate), 0) << certificate;
    AlteredTally untouched;
    judge_altered(lines_of_text(certificate), folder / "run.cert", untouched);
    EXPECT_EQ(untouched.confirmed + untouched.undecided, 1) << certificate;
    for (int i = 0; i < 40 && tally.altered < wanted; ++i) {
      judge_altered(Altering(lines_of_text(certificate), dice).altered(), folder / "run.cert",
                    tally);
    }
  }
  return tally;
}

void expect_no_lie(int wanted) {
  const AlteredTally tally = alter(wanted, 1);
  std::cout << fmt::format(
      "{} altered, {} PROVEN by plytrace-check, {} confirmed by the rules of the "
      "game, all true\n",
      tally.altered, tally.proven, tally.confirmed);
  EXPECT_EQ(tally.altered, wanted);
  EXPECT_GT(tally.proven, wanted / 100);
  EXPECT_GT(tally.proven, tally.confirmed);
  EXPECT_GT(tally.confirmed, wanted / 1000);
}

TEST(AlteredCertificates, NoneProvesAFalseClaim) { expect_no_lie(2000); }

TEST(SlowAlteredCertificates, NoneProvesAFalseClaim) {
  const char* count = std::getenv("PLYTRACE_ALTERED_CERTIFICATES");
  expect_no_lie(count == nullptr || *count == '\0' ? attack_rounds(12'000) : std::atoi(count));
}

}  // namespace
}  // namespace plytrace::test

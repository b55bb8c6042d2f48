// SPDX-License-Identifier: MIT
//
// Covers viewer/answers/ and the panels of viewer/explore/: the explorer and the command line give
// the same answers for random traces with forward cuts, several searches, passes and streams, and
// for partial recordings.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/viewer/explore/asking.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

// A fail-soft alpha-beta over random trees that writes event lines. It searches some moves at
// reduced depth first, notes the stage of most moves, and drops some without a proof.
class RandomLines {
 public:
  explicit RandomLines(unsigned seed) : random_(seed) {}

  void search(int passes, int stream) {
    stream_ = ",\"stream\":" + std::to_string(stream);
    line(R"("event":"search","game":"mine","captured":["usual"])");
    for (int depth = 1; depth <= passes; ++depth) {
      line(R"("event":"pass","purpose":"iteration","depth":)" + std::to_string(depth));
      const int value = node("", "move", 0, depth, -1000, 1000);
      line(R"("event":"end_pass","value":)" + std::to_string(value));
    }
    line(R"("event":"end_search","value":1)");
  }
  const std::string& lines() const { return lines_; }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  void line(const std::string& fields) { lines_ += "{" + fields + stream_ + "}\n"; }

  // Not every move has a stage; a move that is searched twice may note it at either search.
  void notes() {
    const std::vector<std::string> stages{"table", "killer", "quiet", "losing capture"};
    if (below(4) > 0) {
      line(R"("event":"note","name":"stage","value":")" + stages[random_() % stages.size()] + '"');
    }
    if (below(9) == 0) line(R"("event":"note","name":"extension","value":"check")");
  }

  int node(const std::string& move, const std::string& role, int ply, int depth, int alpha,
           int beta) {
    line(R"("event":"enter")" + (move.empty() ? "" : R"(,"move":")" + move + '"') + R"(,"role":")" +
         role + R"(","side":")" + (ply % 2 == 0 ? "max" : "min") + R"(","depth":)" +
         std::to_string(depth) + R"(,"alpha":)" + std::to_string(alpha) + R"(,"beta":)" +
         std::to_string(beta));
    if (!move.empty()) notes();
    if (depth <= 0) {
      const int value = below(21) - 10;
      line(R"("event":"leave","kind":"horizon","value":)" + std::to_string(value));
      return value;
    }
    return interior(ply, depth, alpha, beta);
  }

  int interior(int ply, int depth, int alpha, int beta) {
    const bool is_max = ply % 2 == 0;
    const int legal = 1 + below(5);
    const int dropped = below(3) == 0 ? below(legal) : 0;
    if (dropped > 0) {
      line(R"("event":"cutoff","kind":"forward","cause":"futility","skipped":)" +
           std::to_string(dropped));
    }
    int best = is_max ? -2000 : 2000;
    for (int i = 0; i < legal - dropped; ++i) {
      const std::string move(1, static_cast<char>('a' + i));
      if (below(5) == 0) node(move, "reduced", ply + 1, depth - 2, alpha, beta);
      const int value = node(move, "move", ply + 1, depth - 1, alpha, beta);
      best = is_max ? std::max(best, value) : std::min(best, value);
      if (is_max ? best >= beta : best <= alpha) {
        line(R"("event":"cutoff","kind":")" + std::string(is_max ? "beta" : "alpha") +
             R"(","cause":"child","value":)" + std::to_string(best) + R"(,"skipped":)" +
             std::to_string(legal - dropped - i - 1));
        break;
      }
      int& bound = is_max ? alpha : beta;
      if (is_max ? best > alpha : best < beta) {
        bound = best;
        line(R"("event":"bound","cause":"child","alpha":)" + std::to_string(alpha) + R"(,"beta":)" +
             std::to_string(beta));
      }
    }
    line(R"("event":"leave","value":)" + std::to_string(best) + R"(,"legal":)" +
         std::to_string(legal));
    return best;
  }

  std::mt19937 random_;
  std::string stream_, lines_;
};

// Converts numbers that a browser cannot represent to text, as the explorer does.
json exact(json value) {
  if (value.is_structured()) {
    for (json& item : value) item = exact(item);
  } else if (value.is_number_integer()) {
    constexpr std::int64_t kMost = std::int64_t{1} << 53;
    const auto number = value.get<std::int64_t>();
    if (number >= kMost || number <= -kMost) value = std::to_string(number);
  }
  return value;
}

json told(std::vector<std::string> words) {
  words.insert(words.end(), {"--format", "json", "-q"});
  return exact(parse_json(plytrace(words).out));
}

// Adds every number of `counts` to the sum of the previous parts.
void add_counts(json& sum, const json& counts) {
  for (const auto& [name, value] : counts.items()) {
    if (value.is_number_integer() && name != "ply") {
      sum[name] = sum.value(name, std::int64_t{0}) + value.get<std::int64_t>();
    }
  }
}

// The integers of the counts by name.
json integers(const json& counts) {
  json found = json::object();
  add_counts(found, counts);
  return found;
}

class Doors {
 public:
  explicit Doors(std::string trace) : trace_(std::move(trace)), ask_({trace_}) {}

  void expect_the_same() {
    const json info = told({"info", trace_, "--limit", "0"});
    const json traces = ask_("traces")["traces"][0];
    for (const auto& [name, value] : info.items()) {
      if (name == "bytes") continue;
      EXPECT_EQ(traces[name], value) << trace_ << ' ' << name;
    }
    EXPECT_EQ(ended(ask_, "findings")["results"],
              told({"verify", trace_, "--limit", "200"})["results"])
        << trace_;
    for (const json& search : info["searches"]) {
      for (const json& pass : search["passes"]) {
        if (!pass["root"].is_null()) expect_the_same_of(search["search"], pass);
      }
    }
  }

 private:
  void expect_the_same_of(const json& search, const json& pass) {
    chosen_ = {"--search", search.dump(), "--pass", pass["pass"].dump()};
    const std::string of_pass = "search=" + search.dump() + "&pass=" + pass["pass"].dump();
    SCOPED_TRACE(trace_ + " " + of_pass);
    expect_the_same_stats(pass["root"]);
    EXPECT_EQ(ask_("pv?" + of_pass), with_pass({"pv", trace_}));
    expect_the_same_nodes(pass["root"]);
    json hot = ended(ask_, "hot?" + of_pass);
    for (json& account : hot["accounts"]) account.erase("text");
    const json shown = with_pass({"hot", trace_});
    for (const auto& [name, value] : shown.items()) {
      EXPECT_EQ(hot[name], value) << name;
    }
  }

  json with_pass(std::vector<std::string> words) const {
    words.insert(words.end(), chosen_.begin(), chosen_.end());
    return told(words);
  }

  void expect_the_same_stats(const json& root) {
    const json stats = with_pass({"stats", trace_, "--scan"});
    const json part = ask_("stats?node=" + root.dump());
    ASSERT_EQ(part["until"], part["last"]);
    EXPECT_EQ(integers(part["total"]), integers(stats["total"]));
    EXPECT_EQ(part["plies"], stats["plies"]);
    EXPECT_EQ(part["deeper_plies"], stats["deeper_plies"]);
    for (const auto& [name, value] : part["scan"].items()) EXPECT_EQ(stats["scan"][name], value);
    const json summary = ask_("stats?summary=1&node=" + root.dump());
    EXPECT_EQ(summary["plies"], part["plies"]);
    // Parts of a subtree add up as well: the root's children sum to everything but the root.
    json sum = json::object();
    const json shown = told({"show", trace_, root.dump()});  // the loop needs it to the end
    for (const json& child : shown["children"]) {
      add_counts(sum, ask_("stats?node=" + child["node"].dump())["total"]);
    }
    EXPECT_LE(sum.value("nodes", std::int64_t{0}), stats["total"]["nodes"].get<std::int64_t>());
  }

  void expect_the_same_nodes(const json& root) {
    for (const auto& [options, query] :
         std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{}, ""},
             {{"--cutoff", "any"}, "&cutoff=any"},
             {{"--cutoff", "forward"}, "&cutoff=forward"},
             {{"--ply", "1..2"}, "&ply=1..2"}}) {
      std::vector<std::string> words{"find", trace_, "--limit", "100"};
      words.insert(words.end(), options.begin(), options.end());
      const json found = with_pass(words);
      json part = ask_("find?limit=100&node=" + root.dump() + query);
      while (part["matches"].size() > 100) part["matches"].erase(part["matches"].size() - 1);
      EXPECT_EQ(part["matches"], found["matches"]) << query;
      EXPECT_EQ(part["truncated"].get<bool>(), found["truncated"].get<bool>()) << query;
      if (query != "&cutoff=any") continue;
      for (std::size_t i = 0; i < std::min<std::size_t>(4, found["matches"].size()); ++i) {
        expect_the_same_node(found["matches"][i]["node"].dump());
      }
    }
  }

  void expect_the_same_node(const std::string& id) {
    const json shown = told({"show", trace_, id});
    const json node = ask_("node?id=" + id);
    for (const auto& [name, value] : shown.items()) {
      if (name == "children" || name == "truncated") continue;  // panels of their own
      EXPECT_EQ(node["node"].contains(name) ? node["node"][name] : node[name], value) << name;
    }
    const ProgramResult why = plytrace({"why", trace_, id, "--no-oracle", "--format", "json"});
    if (why.exit_code == 0 || why.exit_code == 4) {
      EXPECT_EQ(ask_("why?id=" + id)["json"], exact(parse_json(why.out))) << id;
    }
  }

  std::string trace_;
  Asker ask_;
  std::vector<std::string> chosen_;
};

std::string imported_from(const ScratchFolder& folder, const std::string& lines,
                          const std::vector<std::string>& options) {
  write_file(folder / "lines.ndjson", lines);
  std::vector<std::string> words{"import", folder / "lines.ndjson", "-o", folder / "a.db", "-q",
                                 "--force"};
  words.insert(words.end(), options.begin(), options.end());
  const ProgramResult made = plytrace(words);
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return folder / "a.db";
}

TEST(SameAnswers, OfRandomSearchesOfAnEngine) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const ScratchFolder folder;
    RandomLines random(seed);
    random.search(3, 0);
    if (seed % 2 == 0) random.search(2, 0);
    if (seed % 3 == 0) random.search(3, 2);
    const std::vector<std::string> part =
        seed % 6 > 3 ? std::vector<std::string>{"--max-ply", "1"} : std::vector<std::string>{};
    Doors(imported_from(folder, random.lines(), part)).expect_the_same();
  }
}

TEST(SameAnswers, OfTracesThatNobodyRecorded) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const ScratchFolder folder;
    RandomTrace(seed, {.passes = 2, .depth = 3, .width = 3, .gaps = seed > 2, .stream = seed % 2})
        .write(folder / "a.db");
    Doors(folder / "a.db").expect_the_same();
  }
}

TEST(SameAnswers, OfOurOwnSearches) {
  const ScratchFolder folder;
  Doors(searched(folder, "a.db", {"connect4", "-d", "4", "--iterative", "--table", "1"}))
      .expect_the_same();
  Doors(searched(folder, "b.db", {"connect4", "-e", "ways", "-d", "6", "--max-ply", "2"}))
      .expect_the_same();
}

// stats ignored cutoffs of kind forward, but the explorer counted them.
TEST(SameAnswers, ForwardCutoffsCountTheSame) {
  const ScratchFolder folder;
  const std::string trace =
      imported_from(folder, R"({"event":"search","game":"mine","captured":["usual"]}
{"event":"pass"}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"cutoff","kind":"forward","cause":"futility","skipped":5}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"legal":6}
{"event":"end_search","value":3}
)",
                    {});
  Asker ask({trace});
  const json stats = told({"stats", trace});
  const json part = ask("stats?node=1");
  EXPECT_EQ(stats["plies"][0]["skipped"], 0);
  EXPECT_EQ(part["plies"], stats["plies"]);
  EXPECT_EQ(ask("stats?node=1&summary=1")["plies"], stats["plies"]);
  EXPECT_EQ(stats["scan"]["forward"], json::parse(R"([{"ply":0,"cutoffs":1,"skipped":5}])"));
  EXPECT_EQ(part["scan"]["forward"], stats["scan"]["forward"]);
}

// `nodes` of a pass was the number visited in info, but the number recorded in the explorer.
TEST(SameAnswers, APassHasVisitedAndRecordedNodes) {
  const ScratchFolder folder;
  const std::string trace =
      searched(folder, "a.db", {"connect4", "-e", "ways", "-d", "6", "--max-ply", "3"});
  const json pass = told({"info", trace})["searches"][0]["passes"][0];
  EXPECT_EQ(pass["nodes"], 16'630);
  EXPECT_EQ(pass["recorded"], 233);
  EXPECT_EQ(Asker({trace})("traces")["traces"][0]["searches"][0]["passes"][0], pass);
}

}  // namespace
}  // namespace plytrace::test

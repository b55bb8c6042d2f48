// SPDX-License-Identifier: MIT
//
// The C interface records the common form of an event by a short path (tracer/emit/emitter.h:
// try_enter and the like) and every other form by a general one. Both must write the same rows.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/tracer/api_support.h"

namespace plytrace::test {
namespace {

// A structure of a later version of the interface, which the general path reads.
template <class Args>
struct Longer {
  Args args;
  std::uint64_t more = 0;

  explicit Longer(const Args& known) : args(known) { args.size = sizeof(Longer); }
};

// Reports random events, a few of which make no sense. Equal seeds report equal events.
class RandomEngine {
 public:
  RandomEngine(plytrace_stream* stream, unsigned seed, bool in_general)
      : stream_(stream), random_(seed), in_general_(in_general) {}

  void run(int scores, int steps) {
    plytrace_search declared = side_view();
    declared.scores = scores;
    plytrace_begin_search(stream_, &declared);
    for (int i = 0; i < steps; ++i) step();
    plytrace_end_search(stream_, nullptr);
    open_.clear();
  }

 private:
  struct Open {
    plytrace_node node;
    std::uint64_t key;
  };

  unsigned below(unsigned most) { return static_cast<unsigned>(random_() % most); }
  bool rarely() { return below(40) == 0; }
  double score() {
    if (rarely()) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(below(9)) - 4;
  }
  template <class Args, class Report>
  void report(const Args& args, const Report& call) {
    if (in_general_) {
      const Longer<Args> longer(args);
      call(&longer.args);
    } else {
      call(&args);
    }
  }
  plytrace_move move() {
    static const char* const kTexts[] = {"e2e4", "a7a8=q", "castles", "castling", "castles long"};
    if (rarely()) return PLYTRACE_NO_MOVE;
    return below(2) == 0 ? below(5) : plytrace_move_of_text(stream_, kTexts[below(5)]);
  }
  std::uint64_t key() { return below(8) == 0 ? 0 : (below(60) + 1) * 0x9E3779B97F4A7C15; }
  std::uint64_t table_key(const Open& open) {
    const unsigned form = below(8);
    if (form == 0) return key();
    return form == 1 ? open.key >> 48 : form < 5 ? open.key : 0;
  }

  void step() {
    const unsigned what = below(16);
    if (open_.empty() || (what < 5 && open_.size() < 90)) return enter();
    // An outer node closes those below it.
    const Open open = rarely() ? open_[below(static_cast<unsigned>(open_.size()))] : open_.back();
    if (what < 9) return leave(open);
    if (what < 11) return entry(open, true);
    if (what < 13) return entry(open, false);
    if (what == 13) return cutoff(open);
    if (what == 14)
      return plytrace_bound(stream_, open.node, static_cast<int>(below(7)), score(), score());
    if (below(2) == 0) {
      plytrace_score(stream_, open.node, score());
    } else {
      plytrace_is(stream_, open.node, static_cast<int>(below(8)), static_cast<int>(below(4)) - 1);
    }
  }

  void enter() {
    plytrace_enter_args args = PLYTRACE_ENTER_INIT;
    args.move = move();
    args.side = rarely() ? static_cast<int>(below(4)) - 1 : static_cast<int>(open_.size() % 2);
    args.depth = static_cast<int>(below(9));
    args.role = rarely() ? 6 : static_cast<int>(below(6));
    args.phase = static_cast<int>(below(2));
    args.has_window = below(8) != 0;
    args.alpha = score();
    args.beta = score();
    args.has_key = below(4) != 0;
    args.key = key();
    plytrace_node node = 0;
    report(args, [&](const auto* given) { node = plytrace_enter_as(stream_, given); });
    open_.push_back({node, args.has_key != 0 ? args.key : 0});
  }

  void leave(const Open& open) {
    plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
    args.kind = static_cast<int>(below(rarely() ? 9 : 7));
    args.bound = static_cast<int>(below(4)) - 1;
    args.has_value = !rarely();
    args.value = score();
    args.has_score = below(8) == 0;
    args.score = score();
    args.best = rarely() ? -1 : 0;
    if (below(3) == 0) args.legal = 7;
    report(args, [&](const auto* given) { plytrace_leave_as(stream_, open.node, given); });
    while (!open_.empty() && open_.back().node != open.node) open_.pop_back();
    if (!open_.empty()) open_.pop_back();
  }

  void cutoff(const Open& open) {
    plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
    args.kind = static_cast<int>(below(3));
    args.cause = static_cast<int>(below(rarely() ? 16 : 15));
    args.has_value = below(8) != 0;
    args.has_window = below(8) != 0;
    args.value = score();
    args.alpha = score();
    args.beta = score();
    const plytrace_move skipped[] = {1, 2};
    if (below(2) == 0) args.skipped = static_cast<int>(below(3));
    if (args.skipped == 2 && below(2) == 0) args.skipped_moves = skipped;
    if (below(8) == 0) args.reason = "a reason";
    report(args, [&](const auto* given) { plytrace_cutoff(stream_, open.node, given); });
  }

  void entry(const Open& open, bool is_store) {
    plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
    args.key = table_key(open);
    args.depth = static_cast<int>(below(3));
    args.stored_depth = static_cast<int>(below(3));
    args.bound = static_cast<int>(below(rarely() ? 4 : 3));
    args.used = static_cast<int>(below(4));
    args.value = score();
    args.has_raw = below(8) == 0;
    args.raw = score();
    if (below(2) == 0) args.move = move();
    args.has_entry_key = below(2) == 0;
    args.entry_key = table_key(open);
    report(args, [&](const auto* given) {
      is_store ? plytrace_store(stream_, open.node, given)
               : plytrace_probe(stream_, open.node, given);
    });
  }

  plytrace_stream* stream_;
  std::mt19937 random_;
  const bool in_general_;
  std::vector<Open> open_;
};

// All rows of a table as one text.
std::string rows(const std::string& file, const std::string& table) {
  const std::string row = sql_value(
      file,
      "SELECT group_concat('quote(' || name || ')', ' || '','' || ') FROM pragma_table_info('" +
          table + "')");
  return sql_value(file, "SELECT group_concat(row, ';') FROM (SELECT " + row + " AS row FROM " +
                             table + " ORDER BY id)");
}

TEST(EmitPaths, BothWriteTheSameRows) {
  const ScratchFolder folder;
  const auto record = [&](const std::string& name, unsigned seed, bool in_general) {
    const std::string file = folder / name;
    plytrace_trace* const trace = plytrace_open(file.c_str(), nullptr);
    plytrace_stream* const stream = plytrace_open_stream(trace);
    RandomEngine engine(stream, seed, in_general);
    engine.run(PLYTRACE_SIDE_TO_MOVE, 5000);
    engine.run(PLYTRACE_MAX_VIEW, 5000);
    const std::uint64_t errors = plytrace_error_count(stream);
    EXPECT_GT(errors, 100U);
    EXPECT_EQ(plytrace_close(trace), 0);
    return errors;
  };
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const std::uint64_t errors = record("short.db", seed, false);
    EXPECT_EQ(record("general.db", seed, true), errors);
    for (const char* table :
         {"node", "bound_update", "cutoff", "table_store", "table_probe", "move"}) {
      const std::string expected = rows(folder / "general.db", table);
      EXPECT_GT(expected.size(), 50U) << table;
      EXPECT_TRUE(rows(folder / "short.db", table) == expected) << table << " of seed " << seed;
    }
    std::filesystem::remove(folder / "short.db");
    std::filesystem::remove(folder / "general.db");
  }
}

}  // namespace
}  // namespace plytrace::test

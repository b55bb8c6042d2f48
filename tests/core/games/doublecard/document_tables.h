// SPDX-License-Identifier: MIT
//
// The printed numbers of document 004: the rows of its Tables 2 and 3 in printed order, and the
// games of its Tables 2 to 5 with the values of the program's moves. All rows of a type except the
// first may be bounds from alpha-beta. Thread rule: constants.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plytrace::test {

using Rows = std::vector<std::pair<std::string, double>>;

inline const Rows kTable2Rows{
    {"0 1 A 4", -198200}, {"0 1 D 1", -99300},  {"0 1 F 1", -198300}, {"0 2 A 4", -199600},
    {"0 2 B 4", -100400}, {"0 2 C 3", -100400}, {"0 2 D 1", -198200}, {"0 2 F 1", -199300},
    {"0 2 H 1", -199300}, {"0 3 A 4", -200600}, {"0 3 D 1", -199300}, {"0 3 E 1", -299300},
    {"0 3 G 1", -198800}, {"0 4 A 4", -199600}, {"0 4 B 4", -200100}, {"0 4 C 3", -199100},
    {"0 4 D 1", -300},    {"0 4 F 1", -197300}, {"0 4 H 1", -199300}, {"0 5 A 4", -98800},
    {"0 5 D 1", -99300},  {"0 5 F 1", -198300}, {"0 6 A 4", -199600}, {"0 6 B 4", -100400},
    {"0 6 C 3", -100400}, {"0 6 D 1", -198200}, {"0 6 F 1", -199300}, {"0 6 H 1", -199300},
    {"0 7 A 4", -200600}, {"0 7 D 1", -98200},  {"0 7 E 1", -299300}, {"0 7 G 1", -198800},
    {"0 8 A 4", -199600}, {"0 8 B 4", -200100}, {"0 8 C 3", -199100}, {"0 8 D 1", -300},
    {"0 8 F 1", -197300}, {"0 8 H 1", -199300}};

inline const Rows kTable3Rows{{"0 1 A 3", -7888.888888888894},  {"0 1 B 3", -8088.888888888888},
                              {"0 1 F 1", -8405.55555555556},   {"0 2 A 3", -7722.222222222227},
                              {"0 2 B 3", -7805.55555555559},   {"0 2 C 3", -8005.55555555556},
                              {"0 2 E 3", -7872.222222222224},  {"0 2 D 1", -9433.33333333334},
                              {"0 2 F 1", -10988.888888888896}, {"0 2 H 1", -7611.111111111115},
                              {"0 3 A 3", -8000.000000000003},  {"0 3 B 3", -8911.111111111115},
                              {"0 3 F 1", -9261.111111111117},  {"0 4 A 3", -7722.222222222227},
                              {"0 4 B 3", -7916.666666666669},  {"0 4 C 3", -8827.777777777783},
                              {"0 4 E 3", -8183.33333333336},   {"0 4 D 1", -6988.888888888888},
                              {"0 4 F 1", -7566.66666666667},   {"0 4 H 1", -7611.111111111115},
                              {"0 5 A 3", -8322.222222222226},  {"0 5 B 3", -7888.888888888892},
                              {"0 5 F 1", -9338.888888888894},  {"0 6 A 3", -7722.222222222227},
                              {"0 6 B 3", -8238.88888888889},   {"0 6 C 3", -7805.55555555556},
                              {"0 6 E 3", -7305.55555555556},   {"0 6 D 1", -4633.333333333336},
                              {"0 6 F 1", -6188.888888888892},  {"0 6 H 1", -7611.111111111115},
                              {"0 7 A 3", -7566.66666666667},   {"0 7 B 3", -6000.0},
                              {"0 7 F 1", -4905.555555555562},  {"0 8 A 3", -7722.222222222227},
                              {"0 8 B 3", -7483.333333333337},  {"0 8 C 3", -5916.666666666668},
                              {"0 8 E 3", -5638.8888888888905}, {"0 8 D 1", -7888.888888888894},
                              {"0 8 F 1", -9433.33333333334},   {"0 8 H 1", -7611.111111111115}};

// One move of the program: the game so far, the move, its value, and the number of evaluator calls
// of its search with the history table (0 = unknown).
struct ProgramMove {
  std::string first;  // what player 0 connects; the program is player 0 in all four games
  std::string evaluator;
  std::string moves;
  std::string played;
  double value;
  unsigned evaluations;
};

inline const std::vector<ProgramMove> kProgramMoves{
    // Table 2
    {"dots", "patterns-table2", "0 2 A 1;0 6 B 1", "0 1 A 3", 200, 0},
    {"dots", "patterns-table2", "0 2 A 1;0 6 B 1;0 1 A 3;0 2 C 1", "0 4 D 1", -300, 307},
    // Table 3
    {"color", "occurrence-table3", "0 2 A 1;0 8 B 1", "0 6 E 1", -2700, 0},
    {"color", "occurrence-table3", "0 2 A 1;0 8 B 1;0 6 E 1;0 2 C 1", "0 6 D 1", -4633.333333333336,
     945},
    // Table 4
    {"color", "patterns-table2", "0 2 A 1;0 8 B 1", "0 1 A 3", -200, 163},
    {"color", "patterns-table2", "0 2 A 1;0 8 B 1;0 1 A 3;0 2 C 1", "0 6 D 1", 500, 312},
    {"color", "patterns-table2", "0 2 A 1;0 8 B 1;0 1 A 3;0 2 C 1;0 6 D 1;0 4 E 1", "0 6 D 3", 600,
     374},
    {"color", "patterns-table2", "0 2 A 1;0 8 B 1;0 1 A 3;0 2 C 1;0 6 D 1;0 4 E 1;0 6 D 3;0 6 F 1",
     "0 8 G 1", -97300, 466},
    // Table 5
    {"color", "occurrence-table5", "0 2 A 1;0 8 B 1", "0 4 D 1", -177.77777777777777, 0},
    {"color", "occurrence-table5", "0 2 A 1;0 8 B 1;0 4 D 1;0 2 C 1", "0 4 E 1", 388.8888888888889,
     0},
    {"color", "occurrence-table5", "0 2 A 1;0 8 B 1;0 4 D 1;0 2 C 1;0 4 E 1;0 6 F 1", "0 8 D 3",
     244.44444444444446, 0},
};

}  // namespace plytrace::test

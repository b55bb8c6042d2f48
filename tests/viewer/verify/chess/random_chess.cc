// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/chess/random_chess.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/registry.h"

namespace plytrace::test {

std::unique_ptr<AnyGame> random_position(Random& random, const Arguments& options) {
  static const std::vector<std::string> kStarts{
      "startpos",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1",
      "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
      "4k1n1/8/8/8/8/8/8/4K1N1 w - - 96 60",
      "8/k1P5/8/1K6/8/8/5ppp/8 w - - 0 1",
      "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
      "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
      "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
      "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"};
  const std::string& start =
      kStarts[static_cast<std::size_t>(random.below(static_cast<int>(kStarts.size())))];
  auto game = make_game("chess", options, start);
  EXPECT_TRUE(game.is_ok()) << game.status().message();
  for (int plies = random.below(30); plies > 0; --plies) {
    MoveList moves;
    (*game)->generate(moves);
    (*game)->play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
    if (!(*game)->is_finished()) continue;
    (*game)->undo();
    break;
  }
  return std::move(*game);
}

ChessEngine random_engine(Random& random) {
  const auto game = random_position(random);
  MoveList moves;
  game->generate(moves);
  ChessEngine engine;
  engine.position = game->position_text();
  engine.depth = random.between(1, moves.size() < 15 ? 5 : 3);
  engine.king_takes_rook = random.one_in(4);
  engine.in_san = random.one_in(4);
  engine.mixes_names = random.one_in(4);
  engine.tells_legal = !random.one_in(3);
  if (random.one_in(2)) engine.null_text = random.one_in(2) ? "0000" : "";
  if (random.one_in(2)) engine.options = R"({"mate_score":29000})";
  engine.captured = R"("usual")";
  for (const char* kind : {"scores", "roles", "probes", "stores", "keys", "skipped"}) {
    if (!random.one_in(15)) engine.captured += fmt::format(",\"{}\"", kind);
  }
  if (engine.tells_legal) engine.captured += ",\"legal\"";
  engine.iterates = !random.one_in(3);
  if (random.one_in(2)) engine.aspiration = random.between(1, 90);
  if (random.one_in(3)) engine.lines = random.between(2, 5);
  engine.scouts = random.one_in(2);
  engine.reduces = random.one_in(2);
  engine.extends = random.one_in(2);
  engine.singular = random.one_in(2);
  engine.quiesces = !random.one_in(3);
  engine.passes = !random.one_in(3);
  engine.keeps_mates = random.one_in(2);
  engine.stores_parts = random.one_in(2);
  if (random.one_in(2)) engine.slots = static_cast<std::uint64_t>(random.between(1, 300));
  engine.node_limit = static_cast<std::uint64_t>(random.one_in(5) ? random.between(1, 400) : 2000);
  return engine;
}

}  // namespace plytrace::test

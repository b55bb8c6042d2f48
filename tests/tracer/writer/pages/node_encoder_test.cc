// SPDX-License-Identifier: MIT
//
// A node row that is built from the template of earlier rows has the same cells and the same hash
// as one built by encode_node().
#include "tracer/writer/pages/node_encoder.h"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "tests/tracer/writer/pages/hashed_rows.h"

namespace plytrace::test {
namespace {

using RowHash = format::HashOf<NodeRow>;
using writer::NodeEncoder;
using writer::Record;

class RandomNodes {
 public:
  explicit RandomNodes(unsigned seed) : random_(seed) {}

  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return values.begin()[random_() % values.size()];
  }
  Score score() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return one_of<Score>({0, -0.0, 1, 2, -1, 127, 128, -129, 40000, 1e9, 1e14, 1e15, 0.5, -2.25,
                          kInfinity, -kInfinity, kNoScore});
  }
  std::int64_t id(int bits) {
    return static_cast<std::int64_t>(random_() & ((std::uint64_t{1} << bits) - 1));
  }
  buffered::LeafHeader header() {
    return {static_cast<Side>(one_of({0, 1})),
            one_of({0, 1, 5, 127, 128, -3, 100000, kNoNumber}),
            {score(), score()},
            static_cast<NodeKind>(one_of({0, 1, 2, 3})),
            one_of<std::uint8_t>({0, 1, 2, kNoCode})};
  }
  MoveId move() { return one_of<MoveId>({0, 1, 2, 127, 128, 300, 70000, kNoMoveId}); }
  int ply() { return one_of({0, 1, 2, 60, 127}); }
  int bits() { return one_of({7, 8, 14, 15, 16, 24, 30, 32, 40, 46}); }

  NodeRecord node() {
    NodeRecord node;
    const buffered::LeafHeader header = this->header();
    node.set_common(header);
    node.result.kind = header.kind();
    node.result.bound = header.bound();
    node.id = id(bits()) + 1;
    node.parent = one_of({std::int64_t{0}, id(40)});
    node.ply = ply();
    node.move = move();
    node.phase = one_of<std::uint8_t>({0, 0, 1});
    node.role = one_of<std::uint8_t>({0, 0, 3});
    node.result.last = node.id + one_of({std::int64_t{0}, id(20)});
    node.result.best = one_of({std::int64_t{0}, id(40)});
    node.result.value = score();
    node.result.legal = one_of({kNoNumber, 0, 1, 7, 128, 70000});
    node.has_key = one_of({true, false});
    if (node.has_key) node.key = random_() >> one_of({0, 20, 40, 63});
    return node;
  }
  std::uint64_t operator()() { return random_(); }

 private:
  std::mt19937_64 random_;
};

HashedRow by_record(const NodeRecord& node) {
  Record record;
  RowHash hash;
  const auto bytes = writer::encode_node(record, {}, node, {}, hash);
  return hashed_row<NodeRow>(bytes, node.id, hash);
}

TEST(NodeEncoder, NodesOfAllKindsHaveTheCellsAndTheWeightOfTheirRecord) {
  RandomNodes random(1);
  const auto encoder = std::make_unique<NodeEncoder<RowHash>>();
  for (int i = 0; i < 50000; ++i) {
    const NodeRecord node = random.node();
    ASSERT_TRUE(NodeEncoder<RowHash>::fits_common_form(node));
    Room room;
    RowHash hash;
    const auto record = room.record_from(encoder->put_before(room.end(), node, hash));
    ASSERT_EQ(hashed_row<NodeRow>(record, node.id, hash), by_record(node)) << "node " << i;
  }
}

void expect_rows_of_records(NodeEncoder<RowHash>& encoder, RandomNodes& random,
                            const std::vector<buffered::PlainLeaf>& leaves) {
  const buffered::LeafHeader header = random.header();
  const LeafRun run{random.id(random.bits()) + 1, random.one_of({std::int64_t{0}, random.id(40)}),
                    &header, std::span(leaves), random.ply()};
  ASSERT_TRUE(NodeEncoder<RowHash>::fits_common_form(run));
  const auto form = encoder.form(run);
  for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    Room room;
    RowHash hash;
    const NodeRecord node = run.node(leaf);
    const auto record = room.record_from(form.put_before(room.end(), leaves[leaf], node.id, hash));
    ASSERT_EQ(hashed_row<NodeRow>(record, node.id, hash), by_record(node)) << leaf;
  }
}

TEST(NodeEncoder, LeavesOfARunHaveTheCellsAndTheWeightOfTheirRecord) {
  RandomNodes random(2);
  const auto encoder = std::make_unique<NodeEncoder<RowHash>>();
  for (int i = 0; i < 20000; ++i) {
    SCOPED_TRACE(i);
    std::vector<buffered::PlainLeaf> leaves;
    for (int leaf = 0; leaf <= i % 5; ++leaf) {
      const MoveId move = random.move();
      leaves.emplace_back(move, random.score());
    }
    ASSERT_NO_FATAL_FAILURE(expect_rows_of_records(*encoder, random, leaves));
  }
}

TEST(NodeEncoder, LeavesToOthersWhatFewNodesHave) {
  NodeRecord node = RandomNodes(3).node();
  const auto fits_common_form = [&](const auto& change) {
    NodeRecord other = node;
    change(other);
    return NodeEncoder<RowHash>::fits_common_form(other);
  };
  const std::int64_t last = std::int64_t{1} << 47;
  EXPECT_TRUE(fits_common_form([&](NodeRecord& n) { n.result.last = last - 1; }));
  EXPECT_FALSE(fits_common_form([&](NodeRecord& n) { n.result.last = last; }));
  EXPECT_FALSE(fits_common_form([](NodeRecord& n) { n.result.last = 0; })) << "still open";
  EXPECT_FALSE(fits_common_form([](NodeRecord& n) { n.ply = 128; }));
  EXPECT_FALSE(fits_common_form([](NodeRecord& n) { n.result.score = 0; }));
  EXPECT_FALSE(fits_common_form([](NodeRecord& n) { n.result.credited = 0; }));
  EXPECT_FALSE(fits_common_form([](NodeRecord& n) { n.result.unrecorded = 1; }));
  const buffered::LeafHeader header = RandomNodes(4).header();
  const buffered::PlainLeaf leaf(3, 5);
  const std::span leaves(&leaf, 1);
  EXPECT_TRUE(NodeEncoder<RowHash>::fits_common_form(LeafRun{last - 1, 1, &header, leaves, 127}));
  EXPECT_FALSE(NodeEncoder<RowHash>::fits_common_form(LeafRun{last, 1, &header, leaves, 127}));
  EXPECT_FALSE(NodeEncoder<RowHash>::fits_common_form(LeafRun{7, 1, &header, leaves, 128}));
}

TEST(NearVarints, AreTheVarints) {
  NearVarints near;
  RandomNodes random(5);
  std::uint64_t value = 1;
  for (int i = 0; i < 20000; ++i) {
    std::array<std::uint8_t, 16> expected{}, bytes{};
    std::uint8_t* const end = bytes.data() + bytes.size();
    const std::uint8_t* const begin = near.put_before(end, value);
    const std::uint8_t* const behind = put_varint(expected.data(), value);
    ASSERT_EQ(std::vector<std::uint8_t>(begin, static_cast<const std::uint8_t*>(end)),
              std::vector<std::uint8_t>(static_cast<const std::uint8_t*>(expected.data()), behind))
        << value;
    const bool jumps = i % 100 == 99;
    value = jumps ? static_cast<std::uint64_t>(random.id(static_cast<int>(random() % 56 + 1)))
                  : value + random() % 3;
    value &= (std::uint64_t{1} << 56U) - 1;
  }
}

}  // namespace
}  // namespace plytrace::test

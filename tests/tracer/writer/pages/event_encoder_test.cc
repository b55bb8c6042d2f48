// SPDX-License-Identifier: MIT
//
// An event row that is built from the template of earlier events has the same cells and the same
// hash as one built by encode().
#include "tracer/writer/pages/event_encoder.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>
#include <memory>
#include <random>

#include "tests/tracer/writer/pages/hashed_rows.h"

namespace plytrace::test {
namespace {

using format::HashOf;
using writer::EventEncoder;

// The events of one batch; their lists are parts of one list of moves.
class RandomEvents {
 public:
  explicit RandomEvents(unsigned seed) : random_(seed) {
    for (const MoveId move : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 300U, 9U, 10U}) {
      source_.lists.name_move(move, "move" + std::to_string(move));
      batch_.skipped.push_back(move);
    }
    source_.batch = &batch_;
    batch_.first_event = 77;
  }

  BatchSource& source() { return source_; }
  const EventRecord& event() const { return batch_.events.front(); }

  template <class Row>
  void make() {
    EventRecord event;
    event.type = kEventType<Row>;
    event.at = id() - 1;
    event.node = id();
    event.other = one_of({std::int64_t{0}, id()});
    constexpr bool has_window =
        std::is_same_v<Row, CutoffRow> || std::is_same_v<Row, BoundUpdateRow>;
    if (has_window) event.alpha = window_score();
    if (has_window) event.beta = window_score();
    event.cause = one_of<std::uint8_t>({0, 1, 5});
    event.value = one_of<Score>({0, -0.0, 1, -1, 127, -129, 1e9, 1e15, 0.5, kNoScore});
    if (std::is_same_v<Row, CutoffRow>) {
      event.code = one_of<std::uint8_t>({0, 1, 2});
      event.data = one_of({0U, 1U, 3U, 7U});
      event.skipped = one_of({kNoNumber, 0, 1, 2, 3, 6});
      event.skipped = std::min(event.skipped, static_cast<std::int32_t>(10 - event.data));
      event.has_list = event.skipped >= 0 && one_of({true, true, false});
    }
    if (!has_window) make_entry(event, std::is_same_v<Row, TableProbeRow>);
    batch_.events = {event};
    batch_.first_event = id();
  }
  EventRecord& change() { return batch_.events.front(); }

 private:
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return values.begin()[random_() % values.size()];
  }
  void make_entry(EventRecord& event, bool is_probe) {
    event.cause = 0;
    event.code = one_of<std::uint8_t>({0, 1, 2, kNoCode});
    event.depth = one_of({kNoNumber, -1, 0, 1, 2, 127, 128, 100000});
    event.move = one_of<MoveId>({kNoMoveId, kNoMoveId, 0, 1, 200, 70000});
    event.has_key = one_of({true, false});
    if (event.has_key) event.key = random_() >> one_of({0, 30, 63});
    event.raw = one_of<Score>({kNoScore, kNoScore, 0, 3, -1000, 0.5});
    if (!is_probe) return;
    event.stored_depth = one_of({kNoNumber, -1, 0, 1, 300});
    event.used = one_of<std::uint8_t>({0, 0, 1, 3});
    event.has_entry_key = one_of({true, false});
    if (event.has_entry_key) event.entry_key = random_() >> one_of({0, 30, 63});
  }
  std::int64_t id() {
    return static_cast<std::int64_t>(random_() >> one_of({17, 40, 50, 56, 63})) + 1;
  }
  Score window_score() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return one_of<Score>({0, -0.0, 1, -1, 128, 70000, 1e14, 0.25, kInfinity, -kInfinity, kNoScore});
  }

  std::mt19937_64 random_;
  Batch batch_;
  BatchSource source_;
};

template <class Row>
HashedRow by_record(BatchSource& source) {
  writer::Record record;
  HashOf<Row> hash;
  const auto row = writer::encode<EventsOf<Row>>(record, {}, source, 0, hash);
  return hashed_row<Row>(row.bytes, source.batch->first_event, hash);
}

template <class Row>
void expect_rows_of_records(unsigned seed) {
  RandomEvents random(seed);
  const auto encoder = std::make_unique<EventEncoder<Row, HashOf<Row>>>();
  for (int i = 0; i < 50000; ++i) {
    random.make<Row>();
    const EventRecord& event = random.event();
    const auto list = EventEncoder<Row, HashOf<Row>>::list_of(random.source(), event);
    ASSERT_TRUE((EventEncoder<Row, HashOf<Row>>::fits_common_form(event, list))) << list.text;
    Room room;
    HashOf<Row> hash;
    const std::int64_t id = random.source().batch->first_event;
    const auto& common = encoder->common_part(event);
    const auto record =
        room.record_from(encoder->put_before(room.end(), common, event, id, list, hash));
    ASSERT_EQ(hashed_row<Row>(record, id, hash), by_record<Row>(random.source())) << "event " << i;
  }
}

TEST(EventEncoder, CutoffsHaveTheCellsAndTheWeightOfTheirRecord) {
  expect_rows_of_records<CutoffRow>(1);
}

TEST(EventEncoder, BoundUpdatesHaveTheCellsAndTheWeightOfTheirRecord) {
  expect_rows_of_records<BoundUpdateRow>(2);
}

TEST(EventEncoder, StoresHaveTheCellsAndTheWeightOfTheirRecord) {
  expect_rows_of_records<TableStoreRow>(4);
}

TEST(EventEncoder, ProbesHaveTheCellsAndTheWeightOfTheirRecord) {
  expect_rows_of_records<TableProbeRow>(5);
}

TEST(EventEncoder, LeavesToOthersWhatFewEventsHave) {
  RandomEvents random(3);
  const auto fits_common_form = [&]<class Row>(const Row&, const auto& change) {
    random.make<Row>();
    change(random.change());
    const EventRecord& event = random.event();
    return EventEncoder<Row, HashOf<Row>>::fits_common_form(
        event, EventEncoder<Row, HashOf<Row>>::list_of(random.source(), event));
  };
  EXPECT_TRUE(fits_common_form(TableProbeRow{}, [](EventRecord&) {}));
  EXPECT_FALSE(fits_common_form(TableProbeRow{}, [](EventRecord& e) { e.at = 1LL << 47; }));
  EXPECT_TRUE(fits_common_form(CutoffRow{}, [](EventRecord& e) { e.has_list = false; }));
  EXPECT_FALSE(fits_common_form(CutoffRow{}, [](EventRecord& e) { e.value_size = 1; }))
      << "a reason";
  const auto list_of_nine = [](EventRecord& e) {
    e.data = 0;
    e.skipped = 9;
    e.has_list = true;
  };
  EXPECT_FALSE(fits_common_form(CutoffRow{}, list_of_nine)) << "75 characters";
}

}  // namespace
}  // namespace plytrace::test

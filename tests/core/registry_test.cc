// SPDX-License-Identifier: MIT
#include "core/registry.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plytrace {
namespace {

std::unique_ptr<AnyGame> game(std::string_view name, const Arguments& options = {},
                              const std::optional<std::string>& position = std::nullopt) {
  Result<std::unique_ptr<AnyGame>> made = make_game(name, options, position);
  EXPECT_TRUE(made) << made.status().message();
  return made ? std::move(*made) : nullptr;
}

TEST(Registry, ListsTheGamesInTheOrderOfTheDocument) {
  std::vector<std::string> names;
  for (const GameInfo& info : games()) names.push_back(info.name);
  EXPECT_EQ(names, (std::vector<std::string>{"connectk", "othello", "chess", "andantino",
                                             "doublecard", "tree", "synthetic"}));
}

TEST(Registry, PresetsAreGamesWithOptions) {
  EXPECT_EQ(game("tictactoe")->options_json(),
            R"({"width":3,"height":3,"connect":3,"gravity":"off"})");
  EXPECT_EQ(game("connect4")->options_json(),
            R"({"width":7,"height":6,"connect":4,"gravity":"on"})");
  EXPECT_EQ(game("gomoku")->options_json(),
            R"({"width":15,"height":15,"connect":5,"gravity":"off"})");
  EXPECT_EQ(game("connect4")->info().name, "connectk");
  EXPECT_EQ(game("connect4")->options_json(), game("connectk")->options_json());
}

TEST(Registry, NamesMayBeInCapitalLetters) {
  EXPECT_TRUE(is_game("Chess"));
  EXPECT_EQ(game("CONNECT4")->options_json(), game("connect4")->options_json());
  EXPECT_FALSE(is_game("chess960"));
  EXPECT_EQ(did_you_mean_game("chess960"), " (did you mean 'chess'?)");
}

TEST(Registry, OptionsOfTheUserWinOverThePreset) {
  EXPECT_EQ(game("tictactoe", {{"width", "4"}})->options_json(),
            R"({"width":4,"height":3,"connect":3,"gravity":"off"})");
}

TEST(Registry, UnknownNamesAreUsageErrorsWithTheNearestName) {
  const Status status = make_game("conect4", {}, std::nullopt).status();
  EXPECT_EQ(status.code(), StatusCode::kUsage);
  EXPECT_NE(status.message().find("did you mean 'connect4'?"), std::string::npos);
  EXPECT_EQ(make_game("connect4", {{"colour", "red"}}, std::nullopt).status().code(),
            StatusCode::kUsage);
  EXPECT_EQ(make_game("connect4", {}, "nonsense").status().code(), StatusCode::kBadInput);
}

TEST(Registry, UnknownEvaluatorsAreUsageErrorsWithTheNearestName) {
  const auto connect4 = game("connect4");
  EXPECT_TRUE(connect4->make_evaluator({}));
  const Status status = connect4->make_evaluator({"way", {}}).status();
  EXPECT_EQ(status.code(), StatusCode::kUsage);
  EXPECT_NE(status.message().find("did you mean 'ways'?"), std::string::npos);
  EXPECT_EQ(connect4->make_evaluator({"ways", {{"x", "1"}}}).status().code(), StatusCode::kUsage);
}

TEST(Registry, EvaluatorsFollowTheGameThatTheyWereMadeFor) {
  const auto connect4 = game("connect4");
  const Result<std::unique_ptr<AnyEvaluator>> ways = connect4->make_evaluator({"ways", {}});
  ASSERT_TRUE(ways);
  EXPECT_EQ((*ways)->evaluate(0), 0);
  ASSERT_TRUE(play_moves(*connect4, "d"));
  EXPECT_EQ((*ways)->evaluate(0), 7);
  EXPECT_EQ((*ways)->evaluate(1), -7);
}

TEST(Registry, EveryGameRoundTripsThroughItsJsonOptions) {
  for (const GameInfo& info : games()) {
    const auto start = game(info.name);
    ASSERT_NE(start, nullptr);
    EXPECT_FALSE(info.evaluators.empty()) << info.name;
    const Result<std::unique_ptr<AnyGame>> again =
        make_game_from_json(info.name, start->options_json(), start->position_text());
    ASSERT_TRUE(again) << info.name << ": " << again.status().message();
    EXPECT_EQ((*again)->position_text(), start->position_text());
    EXPECT_EQ((*again)->options_json(), start->options_json());
    EXPECT_EQ((*again)->key(), start->key());
  }
}

TEST(Registry, ListsWhatEachDefaultMakes) {
  for (const GameInfo& info : games()) {
    Arguments defaults;
    for (const Parameter& option : info.options) {
      EXPECT_FALSE(option.range.empty()) << info.name << " " << option.name;
      EXPECT_FALSE(option.meaning.empty()) << info.name << " " << option.name;
      defaults.emplace_back(option.name, option.fallback);
    }
    EXPECT_EQ(game(info.name, defaults)->options_json(), game(info.name)->options_json());
    for (const EvaluatorInfo& evaluator : info.evaluators) {
      Arguments parameters;
      for (const Parameter& parameter : evaluator.parameters) {
        EXPECT_FALSE(parameter.meaning.empty()) << evaluator.name << " " << parameter.name;
        parameters.emplace_back(parameter.name, parameter.fallback);
      }
      EXPECT_TRUE(game(info.name)->make_evaluator({evaluator.name, parameters})) << evaluator.name;
    }
  }
}

TEST(ArgumentsFromJson, ReadsFlatObjects) {
  EXPECT_EQ(*arguments_from_json("{}"), Arguments{});
  EXPECT_EQ(
      *arguments_from_json(R"( {"a":7,"b":"x\n\u00e9","c":true,"d":-1.5e3,"e":false} )"),
      (Arguments{{"a", "7"}, {"b", "x\n\xC3\xA9"}, {"c", "on"}, {"d", "-1.5e3"}, {"e", "off"}}));
}

TEST(ArgumentsFromJson, RefusesEverythingElse) {
  for (const char* text : {"", "[]", "{", "{}x", R"({"a"})", R"({"a":})", R"({"a":1,})", R"({,})",
                           R"({"a":[1]})", R"({"a":null})", R"({"a":01})", R"({"a":"\ud800"})",
                           R"({"a":"b)", R"({a:1})", R"({"a":1 "b":2})"}) {
    EXPECT_EQ(arguments_from_json(text).status().code(), StatusCode::kBadInput) << text;
  }
}

TEST(PlayMoves, SeparatesByCommaSemicolonOrBlank) {
  for (const char* list : {"d,c,d", "d;c;d", "d c d", " d,  c ; d ", "d  c  d"}) {
    const auto connect4 = game("connect4");
    ASSERT_TRUE(play_moves(*connect4, list)) << list;
    EXPECT_EQ(connect4->position_text(), "......./......./......./......./...X.../..OX... O");
  }
  const auto untouched = game("connect4");
  EXPECT_TRUE(play_moves(*untouched, ""));
  EXPECT_EQ(untouched->position_text(), game("connect4")->position_text());
}

TEST(PlayMoves, NamesTheMoveTheNumberAndTheReason) {
  const auto connect4 = game("connect4");
  const Status full = play_moves(*connect4, "d,d,d,d,d,d,d");
  EXPECT_EQ(full.code(), StatusCode::kBadInput);
  EXPECT_EQ(full.message(), "move 7 'd' of the list is not legal: column d is full");
  EXPECT_EQ(play_moves(*game("connect4"), "d,h").code(), StatusCode::kBadInput);
  EXPECT_EQ(play_moves(*game("connect4"), "d,,d").code(), StatusCode::kBadInput);
}

}  // namespace
}  // namespace plytrace

// SPDX-License-Identifier: MIT
//
// GameModel<G, Evaluators...> implements AnyGame: it wraps the functions of the concept and runs
// the search templates for G and the named evaluator. Each game includes this header in one source
// file of its own, so that the instantiations compile separately:
//
//   const GameDefinition& nim_definition() {
//     static const GameDefinition definition = define_game<Nim, Count, Outcome>();
//     return definition;
//   }
//
// In addition to the concepts of core/game.h a registered game has
//   static GameInfo info();                        without the evaluators
//   static Result<G> start(const Arguments&);
//   static Result<G> from_position(const Arguments&, std::string_view text);
// and a registered evaluator
//   static EvaluatorInfo info();
//   static Result<E> create(const G&, const Arguments&);
// Thread rule: as core/any_game.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/any_game.h"
#include "core/game.h"
#include "core/game_definition.h"
#include "core/perft.h"
#include "core/search/declaration.h"
#include "core/search/run_search.h"

namespace plytrace {

template <class G>
concept RegisteredGame = Game<G> && requires(const Arguments& arguments, std::string_view text) {
  { G::info() } -> std::same_as<GameInfo>;
  { G::start(arguments) } -> std::same_as<Result<G>>;
  { G::from_position(arguments, text) } -> std::same_as<Result<G>>;
};

template <class E, class G>
concept RegisteredEvaluator = Evaluator<E, G> &&
    requires(const G& game, const Arguments& arguments) {
  { E::info() } -> std::same_as<EvaluatorInfo>;
  { E::create(game, arguments) } -> std::same_as<Result<E>>;
};

template <RegisteredGame G, RegisteredEvaluator<G>... Es>
class GameModel final : public AnyGame {
 public:
  explicit GameModel(G game) : game_(std::move(game)) {}

  // The game's description, including its evaluators.
  static const GameInfo& description() {
    static const GameInfo info = [] {
      GameInfo described = G::info();
      described.evaluators = {Es::info()...};
      return described;
    }();
    return info;
  }

  static Result<std::unique_ptr<AnyGame>> make(const Arguments& options,
                                               const std::optional<std::string>& position) {
    Result<G> game = position ? G::from_position(options, *position) : G::start(options);
    if (!game) return game.status();
    return std::unique_ptr<AnyGame>(std::make_unique<GameModel>(std::move(*game)));
  }

  const GameInfo& info() const override { return description(); }
  std::unique_ptr<AnyGame> clone() const override { return std::make_unique<GameModel>(*this); }

  int player_to_move() const override { return game_.player_to_move(); }
  int max_player() const override { return max_player_of(game_); }
  bool is_finished() const override { return game_.is_finished(); }
  int winner() const override { return game_.winner(); }
  void generate(MoveList& moves) const override { game_.generate(moves); }
  bool is_legal(MoveCode move) const override { return game_.is_legal(move); }
  void play(MoveCode move) override { game_.play(move); }
  void undo() override { game_.undo(); }
  std::uint64_t key() const override { return game_.key(); }
  int plies_left() const override { return game_.plies_left(); }
  std::string move_text(MoveCode move) const override { return game_.move_text(move); }
  Result<MoveCode> parse_move(std::string_view text) const override {
    return game_.parse_move(text);
  }
  std::string why_illegal(MoveCode move) const override { return game_.why_illegal(move); }
  std::string position_text() const override { return game_.position_text(); }
  std::string board_text() const override { return game_.board_text(); }
  BoardPart board_part() const override {
    if constexpr (DrawnGame<G>) return game_.board_part();
    return {};
  }
  BoardPicture board_picture([[maybe_unused]] const BoardPart& part) const override {
    if constexpr (DrawnGame<G>) return game_.board_picture(part);
    return {};
  }
  std::string options_json() const override { return game_.options_json(); }

  bool is_drawn_by_history() const override {
    if constexpr (HistoryGame<G>) return game_.is_finished() && game_.is_drawn_by_history();
    return false;
  }
  DrawReason draw_reason([[maybe_unused]] int plies) const override {
    if constexpr (HistoryGame<G>) return game_.draw_reason(plies);
    return game_.is_finished() && game_.winner() == kNobody ? DrawReason::kOver : DrawReason::kNone;
  }
  std::string position_alone() const override {
    if constexpr (HistoryGame<G>) return game_.position_alone();
    return game_.position_text();
  }
  std::optional<bool> may_pass() const override {
    if constexpr (PassGame<G>) return game_.may_pass();
    return std::nullopt;
  }
  bool is_zugzwang_likely() const override {
    if constexpr (PassGame<G>) return game_.is_zugzwang_likely();
    return false;
  }
  void pass() override {
    if constexpr (PassGame<G>) game_.pass();
  }
  std::string move_name(MoveCode move) const override {
    if constexpr (NotatedGame<G>) return game_.move_name(move);
    return game_.move_text(move);
  }
  MoveCode in_own_notation(MoveCode move) const override {
    if constexpr (NotatedGame<G>) return game_.in_own_notation(move);
    return move;
  }
  Result<MoveCode> read_move(std::string_view text) const override {
    if constexpr (NotatedGame<G>) return game_.read_move(text);
    return game_.parse_move(text);
  }
  bool in_check() const override {
    if constexpr (CheckGame<G>) return game_.in_check();
    return false;
  }

  std::string position_name() const override {
    if constexpr (NamedGame<G>) return game_.position_name();
    return "";
  }

  bool filters_by_order() const override {
    if constexpr (OrderFilteredGame<G>) return game_.filters_by_order();
    return false;
  }
  bool admits([[maybe_unused]] MoveCode move) override {
    if constexpr (OrderFilteredGame<G>) return game_.admits(move);
    return true;
  }
  void begin_pass() override {
    if constexpr (OrderFilteredGame<G>) game_.begin_pass();
  }

  Result<std::unique_ptr<AnyEvaluator>> make_evaluator(
      const EvaluatorChoice& choice) const override {
    using Made = Result<std::unique_ptr<AnyEvaluator>>;
    return with_evaluator<Made>(choice, [this](auto evaluator) -> Made {
      return std::unique_ptr<AnyEvaluator>(
          std::make_unique<BoundEvaluator<decltype(evaluator)>>(game_, std::move(evaluator)));
    });
  }

  Result<SearchResult> search(const EvaluatorChoice& choice, const SearchSettings& settings,
                              EventSink* sink) const override {
    using Found = Result<SearchResult>;
    if (Status status = check_settings<G>(info().name, settings); !status) return status;
    return with_evaluator<Found>(choice, [&](const auto& evaluator) -> Found {
      if (sink != nullptr) return search_into(*sink, evaluator, settings);
      NullObserver observer;
      return run_search(game_, evaluator, settings, observer);
    });
  }

  std::vector<std::uint64_t> perft(int depth, const std::atomic<bool>* interrupt) const override {
    return plytrace::perft(game_, depth, interrupt);
  }

 private:
  using FirstEvaluator = std::tuple_element_t<0, std::tuple<Es...>>;

  template <class E>
  class BoundEvaluator final : public AnyEvaluator {
   public:
    BoundEvaluator(const G& game, E evaluator) : game_(game), evaluator_(std::move(evaluator)) {}
    Score evaluate(int player) const override { return evaluator_(game_, player); }

   private:
    const G& game_;
    E evaluator_;
  };

  // An evaluator behind a function pointer. Unrecorded searches are compiled for every evaluator;
  // recorded ones for the first evaluator of a game, and once, through this class, for all others.
  class SomeEvaluator {
   public:
    template <class E>
    explicit SomeEvaluator(const E* evaluator)
        : evaluator_(evaluator),
          evaluate_([](const void* self, const G& game, int player) {
            return (*static_cast<const E*>(self))(game, player);
          }),
          score_range_(evaluator->score_range()),
          mate_threshold_(threshold_of(*evaluator)),
          parameters_json_(evaluator->parameters_json()) {}
    Score operator()(const G& game, int player) const {
      return evaluate_(evaluator_, game, player);
    }
    Window score_range() const { return score_range_; }
    // Beyond all scores where the evaluator does not count plies to a mate.
    Score mate_threshold() const { return mate_threshold_; }
    std::string parameters_json() const { return parameters_json_; }

   private:
    template <class E>
    static Score threshold_of(const E& evaluator) {
      if constexpr (MateEvaluator<E, G>) {
        return evaluator.mate_threshold();
      } else {
        return kInfinity;
      }
    }

    const void* evaluator_;
    Score (*evaluate_)(const void*, const G&, int);
    Window score_range_;
    Score mate_threshold_;
    std::string parameters_json_;
  };

  // Runs the search and reports all its events, from begin_search to end_search.
  template <class E>
  SearchResult search_into(EventSink& sink, const E& evaluator,
                           const SearchSettings& settings) const {
    GameTraits game_traits{lists_are_known(game_), counts_history(game_)};
    if constexpr (MateEvaluator<E, G>) game_traits.mate_threshold = evaluator.mate_threshold();
    SearchDeclaration declaration =
        declare(settings, evaluator.parameters_json(), sink.capture(), game_traits);
    declaration.game = info().name;
    declaration.game_options = game_.options_json();
    declaration.position = game_.position_text();
    declaration.evaluator = E::info().name;
    declaration.max_player = max_player_of(game_);
    declaration.score_range = evaluator.score_range();
    declaration.move_text = [this](MoveCode move) { return game_.move_text(move); };
    sink.begin_search(declaration);
    SinkObserver observer(sink);
    const SearchResult result = [&] {
      if constexpr (std::is_same_v<E, FirstEvaluator>) {
        return run_search(game_, evaluator, settings, observer);
      } else {
        return run_search(game_, SomeEvaluator(&evaluator), settings, observer);
      }
    }();
    sink.end_search(search_end(result, declaration.move_text));
    return result;
  }

  // Calls `use` with the named evaluator; an error if the game has none of that name.
  template <class R, class Use>
  R with_evaluator(const EvaluatorChoice& choice, const Use& use) const {
    const std::vector<EvaluatorInfo>& known = description().evaluators;
    const std::string& name = choice.name.empty() ? known.front().name : choice.name;
    std::optional<R> result;
    std::size_t index = 0;
    const auto attempt = [&]<class E>(std::type_identity<E>) {
      if (result || known[index++].name != name) return;
      Result<E> evaluator = E::create(game_, choice.parameters);
      result = evaluator ? use(std::move(*evaluator)) : R(evaluator.status());
    };
    (attempt(std::type_identity<Es>{}), ...);
    if (result) return std::move(*result);
    std::vector<std::string> names;
    for (const EvaluatorInfo& evaluator : known) names.push_back(evaluator.name);
    return Status::usage(description().name + " has no evaluator '" + name + "'" +
                         did_you_mean(name, names) + "; 'plytrace list " + description().name +
                         "' lists them");
  }

  G game_;
};

template <RegisteredGame G, RegisteredEvaluator<G>... Es>
GameDefinition define_game(std::vector<Preset> presets = {}) {
  return {GameModel<G, Es...>::description(), std::move(presets), &GameModel<G, Es...>::make};
}

}  // namespace plytrace

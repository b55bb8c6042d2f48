// SPDX-License-Identifier: MIT
//
// Positions as text. Sources: the PGN standard, 16.1 (FEN);
// https://www.chessprogramming.org/Forsyth-Edwards_Notation (X-FEN and Shredder-FEN).
#include <algorithm>
#include <cctype>

#include "core/games/chess/chess.h"
#include "core/games/chess/words.h"
#include "core/number_text.h"

namespace plytrace::chess {
namespace {

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

constexpr const char* kNoCastling = "write - where neither side may castle";
constexpr const char* kNoEnPassant = "write - where no pawn has just moved two squares";
constexpr const char* kOperations = "bm e2e4; id \"name\";";

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }
std::string named(int colour) { return std::string(colour_text(colour)); }

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return words;
    text.remove_prefix(first);
    const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

}  // namespace

void Options::read(ArgumentReader& reader) {
  reader.choice_into(chess960, "chess960", {"off", "on"},
                     "castling from any start position, written as king takes rook");
  reader.choice_into(history, "history", {"off", "on"},
                     "the third occurrence of a position and fifty moves without capture or pawn "
                     "move are draws");
}

// Reads the six fields of a FEN, with one function each, and keeps the first problem.
class Chess::FenReader {
 public:
  explicit FenReader(const Options& options) : game_(options) {}

  Result<Chess> read(const std::vector<std::string_view>& fields) {
    if (fields.size() > 1 && fields.front() == "startpos") {
      refuse("the number of fields", quoted(fields[1]) + " follows startpos",
             "write startpos moves e2e4 e7e5 if moves were played");
    } else if (fields.size() < 4) {
      refuse("the number of fields",
             std::to_string(fields.size()) +
                 " of at least four (board, side to move, castling, en passant)");
    }
    // The operations of an EPD follow the four fields, or both clocks of a FEN (many files do so).
    const std::size_t first = fields.size() > 4 && begins_operation(fields[4]) ? 4 : 6;
    const bool has_clocks = first == 6;
    const bool is_epd =
        fields.size() > first &&
        (first == 4 || fields[first].front() == ';' ||
         std::any_of(fields.begin() + static_cast<std::ptrdiff_t>(first), fields.end(),
                     [](std::string_view word) { return word.back() == ';'; }));
    if (!is_epd && fields.size() > 6) {
      refuse("the number of fields", quoted(fields[6]) + " follows the sixth",
             "write moves e2e4 e7e5 if moves were played, and end the operations of an EPD with ;");
    }
    if (status_.is_ok()) read_board(fields[0]);
    if (status_.is_ok()) read_side(fields[1]);
    if (status_.is_ok()) check_kings();
    if (status_.is_ok()) read_castling(fields[2]);
    if (status_.is_ok()) read_en_passant(fields[3]);
    if (is_epd && status_.is_ok()) read_operations(fields, first);
    if (has_clocks && status_.is_ok() && fields.size() > 4) {
      state_.half_moves = read_number(fields[4], "the half-move clock", 0);
    }
    if (has_clocks && status_.is_ok() && fields.size() > 5) {
      state_.full_moves = read_number(fields[5], "the move number", 1);
    }
    if (!status_) return status_;
    game_.set_root(state_);
    return std::move(game_);
  }

 private:
  // `advice` says what to try, if there is more to say than how a FEN looks.
  void refuse(const std::string& field, const std::string& why, const std::string& advice = "") {
    status_ = Status::bad_input(
        "chess position: " + field + " is wrong: " + why + "; " +
        (advice.empty() ? "write a FEN such as " + std::string(kStart) + ", or startpos" : advice));
  }

  static bool begins_operation(std::string_view word) {
    return word[0] == ';' || std::isalpha(static_cast<unsigned char>(word[0])) != 0;
  }

  void read_board(std::string_view text) {
    state_.board.fill(kNoPiece);
    unsigned rank = 7, file = 0;
    for (const char c : text) {
      if (c == '/') {
        if (!is_rank_whole(file, rank)) return;
        if (rank == 0) return refuse("the board", "it has more than 8 ranks");
        --rank;
        file = 0;
      } else if (c >= '1' && c <= '8') {
        file += static_cast<unsigned>(c - '0');
      } else if (!read_piece(c, file++, rank)) {
        return;
      }
    }
    if (!is_rank_whole(file, rank)) return;
    if (rank != 0) {
      refuse("the board", "it has " + std::to_string(8 - rank) + " ranks, not 8");
    }
  }

  bool is_rank_whole(unsigned file, unsigned rank) {
    if (file == 8) return true;
    refuse("the board",
           "rank " + std::to_string(rank + 1) + " has " + std::to_string(file) + " squares, not 8");
    return false;
  }

  bool read_piece(char c, unsigned file, unsigned rank) {
    const char letter = upper(c);
    const std::size_t piece = kPieceLetters.find(letter);
    const std::string on_rank = " on rank " + std::to_string(rank + 1);
    if (piece == std::string_view::npos) {
      refuse("the board", quoted({&c, 1}) + on_rank +
                              " is neither a piece (PNBRQK, pnbrqk) nor a digit from 1 to 8");
    } else if (file > 7) {
      refuse("the board", "rank " + std::to_string(rank + 1) + " has more than 8 squares");
    } else if (piece == kPawn && (rank == 0 || rank == 7)) {
      refuse("the board", "a pawn cannot stand" + on_rank);
    } else {
      put(state_, square_at(file, rank), c == letter ? kWhite : kBlack, static_cast<Piece>(piece));
    }
    return status_.is_ok();
  }

  void read_side(std::string_view text) {
    if (text != "w" && text != "b") {
      refuse("the side to move", quoted(text) + " is neither w nor b");
      return;
    }
    state_.side = static_cast<std::uint8_t>(text == "w" ? kWhite : kBlack);
  }

  void check_kings() {
    for (const int colour : {kWhite, kBlack}) {
      const Bitboard own = state_.colours[static_cast<std::size_t>(colour)];
      const int kings = std::popcount(own & state_.pieces[kKing]);
      const int pawns = std::popcount(own & state_.pieces[kPawn]);
      const std::string name = named(colour);
      if (kings != 1) {
        refuse("the board", name + " has " + std::to_string(kings) + " kings, not 1");
      } else if (pawns > 8) {
        refuse("the board", name + " has " + std::to_string(pawns) + " pawns, more than 8");
      } else if (std::popcount(own) > 16) {
        refuse("the board",
               name + " has " + std::to_string(std::popcount(own)) + " pieces, more than 16");
      }
      if (!status_) return;
    }
    const int waiting = 1 - state_.side;
    const Square own_king = king_square(state_, state_.side);
    const Square other_king = king_square(state_, waiting);
    if ((king_attacks(own_king) & bit(other_king)) != 0) {
      return refuse("the board",
                    "the kings on " + square_text(own_king) + " and " + square_text(other_king) +
                        " stand next to each other",
                    "move one of them");
    }
    const Bitboard checks = attackers(state_, other_king, state_.side, occupied(state_));
    if (checks != 0) {
      refuse("the side to move",
             named(waiting) + " is in check from " + square_text(first_square(checks)) +
                 " though it is " + named(state_.side) + "'s move",
             std::string("write ") + "wb"[waiting] + " if " + named(waiting) +
                 " is to move, or correct the board");
    }
  }

  void read_castling(std::string_view text) {
    if (text == "-") return;
    for (const char c : text) {
      if (!read_right(c)) return;
    }
  }

  bool read_right(char c) {
    const int colour = c == upper(c) ? kWhite : kBlack;
    const char letter = upper(c);
    const bool is_letter = letter == 'K' || letter == 'Q' || (letter >= 'A' && letter <= 'H');
    if (!is_letter) {
      refuse("castling", quoted({&c, 1}) + " is not one of K, Q, k, q, a file of a rook, or -",
             kNoCastling);
      return false;
    }
    const unsigned home = colour == kWhite ? 0 : 7;
    const Square king = king_square(state_, colour);
    const Square rook = letter == 'K' || letter == 'Q'
                            ? outermost_rook(colour, letter == 'K')
                            : square_at(static_cast<unsigned>(letter - 'A'), home);
    const Bitboard rooks = state_.pieces[kRook] & state_.colours[static_cast<std::size_t>(colour)];
    if (rank_of(king) != home || rook == kNoSquare || (rooks & bit(rook)) == 0) {
      refuse("castling",
             quoted({&c, 1}) + " needs the " + named(colour) + " king on rank " +
                 std::to_string(home + 1) + " and a " + named(colour) + " rook " +
                 (letter == 'K'   ? "on its h side"
                  : letter == 'Q' ? "on its a side"
                                  : "on " + square_text(rook)),
             kNoCastling);
      return false;
    }
    const unsigned wing = file_of(rook) > file_of(king) ? kHSide : kASide;
    if (!game_.options_.chess960 &&
        (file_of(king) != 4 || file_of(rook) != (wing == kHSide ? 7U : 0U))) {
      refuse("castling",
             quoted({&c, 1}) + " needs the king on " + square_text(square_at(4, home)) +
                 " and the rook on " + square_text(square_at(wing == kHSide ? 7 : 0, home)),
             kNoCastling + std::string(", or add -g chess960=on"));
      return false;
    }
    const auto right = static_cast<std::uint8_t>(1U << (2 * static_cast<unsigned>(colour) + wing));
    if ((state_.rights & right) != 0) {
      refuse("castling", quoted({&c, 1}) + " gives the right to castle to that side again",
             "write each of K, Q, k and q at most once");
      return false;
    }
    state_.rights |= right;
    game_.rooks_[static_cast<std::size_t>(colour)][wing] = rook;
    return true;
  }

  // The outermost rook on the king's rank, on the h side or the a side of the king.
  Square outermost_rook(int colour, bool h_side) const {
    const unsigned home = colour == kWhite ? 0 : 7;
    const Square king = king_square(state_, colour);
    const Bitboard rooks = state_.pieces[kRook] & state_.colours[static_cast<std::size_t>(colour)] &
                           (kRank1 << (8 * home));
    const Bitboard h_files = rooks & ~(bit(king) | (bit(king) - 1));
    const Bitboard a_files = rooks & (bit(king) - 1);
    if (h_side)
      return h_files == 0 ? kNoSquare : 63U - static_cast<Square>(std::countl_zero(h_files));
    return a_files == 0 ? kNoSquare : first_square(a_files);
  }

  void read_en_passant(std::string_view text) {
    if (text == "-") return;
    const Square square = read_square(text);
    const bool white_moves = state_.side == kWhite;
    if (square == kNoSquare || rank_of(square) != (white_moves ? 5U : 2U)) {
      refuse("en passant",
             quoted(text) + " is neither - nor a square of rank " + (white_moves ? "6" : "3") +
                 ", where " + named(state_.side) + " can take",
             kNoEnPassant);
      return;
    }
    const Square pawn = white_moves ? square - 8 : square + 8;
    const Square origin = white_moves ? square + 8 : square - 8;
    const bool has_pawn =
        (state_.pieces[kPawn] & state_.colours[static_cast<std::size_t>(1 - state_.side)] &
         bit(pawn)) != 0;
    if (!has_pawn || (occupied(state_) & (bit(square) | bit(origin))) != 0) {
      refuse(
          "en passant",
          "no pawn can have just moved from " + square_text(origin) + " over " + std::string(text),
          kNoEnPassant);
      return;
    }
    state_.en_passant = static_cast<std::uint8_t>(legal_en_passant(state_, square));
  }

  // Reads what follows the fourth field, or the clocks of a FEN: the operations of an EPD (PGN
  // standard, 16.2), of which only the two clocks count. Lists of perft counts begin each operation
  // with the ; instead.
  void read_operations(const std::vector<std::string_view>& fields, std::size_t first) {
    if (fields[first].front() != ';' && !is_last_operation_ended(fields, first)) return;
    for (std::size_t i = first; i + 1 < fields.size() && status_.is_ok(); ++i) {
      const bool starts = i == first || fields[i - 1].back() == ';';
      std::string_view number = fields[i + 1];
      if (!starts || number.back() != ';') continue;
      number.remove_suffix(1);
      if (fields[i] == "hmvc") state_.half_moves = read_number(number, "the operation hmvc", 0);
      if (fields[i] == "fmvn") state_.full_moves = read_number(number, "the operation fmvn", 1);
    }
  }

  // Refuses a last operation that has no semicolon, or a quote that is not closed. A semicolon in
  // quotes ends no operation.
  bool is_last_operation_ended(const std::vector<std::string_view>& fields, std::size_t first) {
    const char* const end = fields.back().data() + fields.back().size();
    const std::string_view text(fields[first].data(),
                                static_cast<std::size_t>(end - fields[first].data()));
    bool is_quoted = false;
    std::size_t begin = 0;  // of the last operation
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '"') is_quoted = !is_quoted;
      if (text[i] == ';' && !is_quoted) begin = i + 1;
    }
    if (begin == text.size()) return true;
    if (begin == 0 && text.find('"') == std::string_view::npos) {
      refuse("what follows the fourth field",
             quoted(fields[first]) + " is neither a half-move clock nor the first " +
                 "operation of an EPD, which ends with a semicolon",
             "write the clocks as numbers, such as 0 1, or operations such as " +
                 std::string(kOperations));
      return false;
    }
    begin = text.find_first_not_of(" \t\r\n", begin);
    refuse("the operation " + quoted(text.substr(begin)),
           is_quoted ? "its quote is not closed" : "its semicolon is missing",
           "write operations such as " + std::string(kOperations));
    return false;
  }

  int read_number(std::string_view text, const std::string& field, int low) {
    const int number = number_from<int>(text).value_or(-1);
    if (number < low || number > 9999) {
      refuse(field,
             quoted(text) + " is not a whole number from " + std::to_string(low) + " to 9999",
             "write " + std::to_string(low) + " if it is not known");
    }
    return number;
  }

  State state_;
  Chess game_;
  Status status_;
};

Chess::Chess() {
  Result<Chess> start = FenReader(Options()).read(words_of(kStart));
  *this = std::move(*start);
}

Result<Chess> Chess::start(const Arguments& arguments) {
  return from_position(arguments, "startpos");
}

Result<Chess> Chess::from_position(const Arguments& arguments, std::string_view text) {
  const auto options = read_settings<Options>("chess", arguments);
  if (!options) return options.status();
  std::vector<std::string_view> words = words_of(text);
  // The words "position" and "fen" of a UCI command may precede it.
  for (const std::string_view prefix : {"position", "fen"}) {
    if (!words.empty() && words.front() == prefix) words.erase(words.begin());
  }
  // Operations of an EPD may hold any word, as in c0 "White moves and wins";.
  const auto operations = std::find_if(words.begin(), words.end(), [](std::string_view word) {
    return word.find(';') != std::string_view::npos;
  });
  const auto moves =
      operations == words.end() ? std::find(words.begin(), words.end(), "moves") : words.end();
  std::vector<std::string_view> fields(words.begin(), moves);
  if (fields.size() == 1 && fields.front() == "startpos") fields = words_of(kStart);
  Result<Chess> game = FenReader(*options).read(fields);
  if (!game || moves == words.end()) return game;
  for (auto word = moves + 1; word != words.end(); ++word) {
    const std::string which = "chess position: move " + std::to_string(word - moves) + ", ";
    const auto read = game->parse_move(*word);
    if (!read) return Status::bad_input(which + read.status().message());
    const MoveCode move = game->in_own_notation(*read);
    const bool is_pass = move == kNullMove && !game->in_check();
    if (!is_pass && !game->is_legal(move)) {
      return Status::bad_input(which + std::string(*word) +
                               ", is not legal: " + game->why_illegal(move));
    }
    game->play(move);
  }
  return game;
}

std::string Chess::castling_text(const State& state) const {
  std::string text;
  for (unsigned right = 0; right < 4; ++right) {
    if ((state.rights >> right & 1U) == 0) continue;
    const int colour = static_cast<int>(right / 2);
    const unsigned wing = right % 2;
    const Square rook = rooks_[right / 2][wing];
    // If another rook is further out on that side, the right must be written as the letter of its
    // file.
    const Bitboard rank = kRank1 << (rook & 56U);
    const Bitboard outside = wing == kHSide ? ~(bit(rook) | (bit(rook) - 1)) : bit(rook) - 1;
    const bool is_outermost =
        (state.pieces[kRook] & state.colours[right / 2] & rank & outside) == 0;
    const char letter = is_outermost ? "KQ"[wing] : static_cast<char>('A' + file_of(rook));
    text += colour == kWhite ? letter : lower(letter);
  }
  return text.empty() ? "-" : text;
}

std::string Chess::fen_of(const State& state) const {
  std::string text;
  for (unsigned rank = 8; rank-- > 0;) {
    int empty = 0;
    const auto add_empty = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (unsigned file = 0; file < 8; ++file) {
      const Square square = square_at(file, rank);
      if (state.board[square] == kNoPiece) {
        ++empty;
        continue;
      }
      add_empty();
      const char letter = kPieceLetters[state.board[square]];
      const bool white = (state.colours[kWhite] & bit(square)) != 0;
      text += white ? letter : lower(letter);
    }
    add_empty();
    if (rank > 0) text += '/';
  }
  text += state.side == kWhite ? " w " : " b ";
  text += castling_text(state);
  text += state.en_passant == kNoSquare ? " -" : " " + square_text(state.en_passant);
  return text + " " + std::to_string(state.half_moves) + " " + std::to_string(state.full_moves);
}

std::string Chess::position_text() const {
  const auto played = states_.size() - 1;
  const std::size_t since =
      options_.history ? std::min(played, static_cast<std::size_t>(now().reversible)) : 0;
  std::string text = fen_of(states_[played - since]);
  if (since > 0) text += " moves";
  for (std::size_t i = played - since + 1; i <= played; ++i) {
    text += " " + move_text(states_[i].last_move);
  }
  return text;
}

GameInfo Chess::info() {
  GameInfo info;
  info.name = "chess";
  info.summary = "chess by the FIDE laws, and Chess960";
  info.move_form = "as in UCI: e2e4, e7e8q, castling e1g1 (chess960=on: e1h1)";
  info.position_form = "a FEN, an EPD or startpos, then \"moves e2e4 ...\" if moves were played: " +
                       std::string(kStart);
  info.options = parameters_of<Options>();
  info.notation = "san";
  info.is_zero_a_draw = true;
  return info;
}

}  // namespace plytrace::chess

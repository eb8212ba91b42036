// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blak::session {

enum class ChessPiece : std::uint8_t { Pawn = 1, Rook, Knight, Bishop, Queen, King, None };
enum class ChessSide : std::uint8_t { White, Black };

constexpr ChessSide otherSide(ChessSide side) { return side == ChessSide::White ? ChessSide::Black : ChessSide::White; }

struct ChessSquare
{
    ChessPiece piece = ChessPiece::None;
    ChessSide side = ChessSide::White;
    friend bool operator==(const ChessSquare&, const ChessSquare&) = default;
};

/// A square by its number: row * 8 + column; row 0 is white's home, column 0 the one at white's left (where the queen's rook is).
using ChessPlace = int;

struct ChessMove
{
    ChessPlace from = 0, to = 0;
    ChessPiece promotion = ChessPiece::None; ///< None: a queen where a pawn arrives
};

/// A game of chess as the clients keep it, with its rules. It travels as 67 bytes, none of them 0:
///
///     0..63   squares, row by row from white's home: piece 1..6, 7 = empty, in the low three bits; 0x80 = black
///     64      1 | black's turn 2 | may castle: white left 4, right 8, black left 0x10, right 0x20
///     65      1 | 2: a pawn has just gone two squares | row << 2 | column << 5 of the square it went over
///     66      1 | white has resigned 2 | black has resigned 4
class ChessBoard
{
public:
    static constexpr std::size_t stateLength = 67;

    ChessBoard(); ///< as a game begins

    /// Fails for a length, a piece or a place that cannot be.
    static Result<ChessBoard> decode(std::string_view state);
    std::string encode() const;

    const ChessSquare& at(ChessPlace place) const { return squares_.at(static_cast<std::size_t>(place)); }
    ChessSide turn() const { return turn_; }
    bool isInCheck(ChessSide side) const;
    /// Where the piece on a square may go; nothing when it is not its side's turn, or the game is over.
    std::vector<ChessPlace> movesFrom(ChessPlace from) const;
    bool isLegal(const ChessMove& move) const;
    bool isPromotion(ChessPlace from, ChessPlace to) const;
    /// False, and nothing happens, when it is not legal.
    bool move(const ChessMove& move);
    void resign(ChessSide side) { resigned_[static_cast<std::size_t>(side)] = true; }
    bool hasResigned(ChessSide side) const { return resigned_[static_cast<std::size_t>(side)]; }

    enum class Outcome : std::uint8_t { Goes, Checkmate, Stalemate, Resigned };
    Outcome outcome() const;

    friend bool operator==(const ChessBoard&, const ChessBoard&) = default;

private:
    bool isAttacked(ChessPlace place, ChessSide by) const;
    void pseudoMoves(ChessPlace from, std::vector<ChessPlace>& out) const;
    void perform(const ChessMove& move);
    ChessSquare& square(ChessPlace place) { return squares_[static_cast<std::size_t>(place)]; }
    ChessPlace kingOf(ChessSide side) const;
    bool hasMove(ChessSide side) const;

    std::array<ChessSquare, 64> squares_{};
    ChessSide turn_ = ChessSide::White;
    std::array<std::array<bool, 2>, 2> mayCastle_{{{true, true}, {true, true}}}; ///< by side; left, right
    std::optional<ChessPlace> passant_; ///< the square a pawn has just gone over
    std::array<bool, 2> resigned_{};
};

} // namespace blak::session

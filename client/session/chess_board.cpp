// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/chess_board.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace blak::session {
namespace {

using enum ChessPiece;

constexpr int width = 8;
constexpr std::size_t turnByte = 64, passantByte = 65, endByte = 66;

constexpr std::array<std::pair<int, int>, 8> knightSteps{{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
// The first four are a rook's, the others a bishop's; a king and a queen have all (row, column).
constexpr std::array<std::pair<int, int>, 8> lines{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

constexpr int rowOf(ChessPlace place) { return place / width; }
constexpr int columnOf(ChessPlace place) { return place % width; }
constexpr bool isOn(int row, int column) { return row >= 0 && row < width && column >= 0 && column < width; }
constexpr ChessPlace placeOf(int row, int column) { return row * width + column; }
constexpr int forward(ChessSide side) { return side == ChessSide::White ? 1 : -1; }
constexpr int homeOf(ChessSide side) { return side == ChessSide::White ? 0 : 7; }
constexpr std::size_t numberOf(ChessSide side) { return static_cast<std::size_t>(side); }

} // namespace

ChessBoard::ChessBoard()
{
    constexpr std::array home{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook};
    for (int column = 0; column < width; ++column) {
        square(placeOf(0, column)) = {home[static_cast<std::size_t>(column)], ChessSide::White};
        square(placeOf(1, column)) = {Pawn, ChessSide::White};
        square(placeOf(6, column)) = {Pawn, ChessSide::Black};
        square(placeOf(7, column)) = {home[static_cast<std::size_t>(column)], ChessSide::Black};
    }
}

Result<ChessBoard> ChessBoard::decode(std::string_view state)
{
    const auto fail = [](std::size_t at, std::string what) { return Error{std::move(what), "chess board, byte " + std::to_string(at)}; };
    if (state.size() != stateLength)
        return fail(state.size(), "expected " + std::to_string(stateLength) + " bytes, found " + std::to_string(state.size()));
    ChessBoard board;
    std::array<int, 2> kings{};
    for (std::size_t at = 0; at < board.squares_.size(); ++at) {
        const auto byte = static_cast<unsigned char>(state[at]);
        const unsigned piece = byte & 7;
        if (piece == 0)
            return fail(at, "expected a piece of 1 to 7, found 0");
        ChessSquare& square = board.squares_[at];
        square = {static_cast<ChessPiece>(piece), static_cast<ChessPiece>(piece) != None && (byte & 0x80) != 0 ? ChessSide::Black : ChessSide::White};
        if (square.piece == King)
            ++kings[numberOf(square.side)];
    }
    for (const int number : kings)
        if (number != 1)
            return fail(0, "expected one king of each side, found " + std::to_string(number));
    const auto byteAt = [&](std::size_t at) { return static_cast<unsigned char>(state[at]); };
    board.turn_ = (byteAt(turnByte) & 2) != 0 ? ChessSide::Black : ChessSide::White;
    for (unsigned side = 0; side < 2; ++side)
        for (unsigned way = 0; way < 2; ++way)
            board.mayCastle_[side][way] = (byteAt(turnByte) & (4u << (side * 2 + way))) != 0;
    const unsigned passant = byteAt(passantByte);
    if ((passant & 2) != 0)
        board.passant_ = placeOf(static_cast<int>(passant >> 2 & 7), static_cast<int>(passant >> 5 & 7));
    board.resigned_ = {(byteAt(endByte) & 2) != 0, (byteAt(endByte) & 4) != 0};
    return board;
}

std::string ChessBoard::encode() const
{
    std::string state;
    state.reserve(stateLength);
    for (const ChessSquare& one : squares_)
        state += static_cast<char>(static_cast<unsigned>(one.piece) | (one.side == ChessSide::Black ? 0x80u : 0u));
    unsigned rights = 1u | (turn_ == ChessSide::Black ? 2u : 0u);
    for (unsigned side = 0; side < 2; ++side)
        for (unsigned way = 0; way < 2; ++way)
            rights |= mayCastle_[side][way] ? 4u << (side * 2 + way) : 0u;
    state += static_cast<char>(rights);
    unsigned passant = 1;
    if (passant_)
        passant |= 2u | static_cast<unsigned>(rowOf(*passant_)) << 2 | static_cast<unsigned>(columnOf(*passant_)) << 5;
    state += static_cast<char>(passant);
    state += static_cast<char>(1u | (resigned_[0] ? 2u : 0u) | (resigned_[1] ? 4u : 0u));
    return state;
}

ChessPlace ChessBoard::kingOf(ChessSide side) const
{
    for (ChessPlace place = 0; place < width * width; ++place)
        if (at(place) == ChessSquare{King, side})
            return place;
    return 0;
}

bool ChessBoard::isAttacked(ChessPlace place, ChessSide by) const
{
    const int row = rowOf(place), column = columnOf(place);
    const auto stands = [&](int r, int c, ChessPiece piece) { return isOn(r, c) && at(placeOf(r, c)) == ChessSquare{piece, by}; };
    for (const int aside : {-1, 1})
        if (stands(row - forward(by), column + aside, Pawn))
            return true;
    for (const auto& [r, c] : knightSteps)
        if (stands(row + r, column + c, Knight))
            return true;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto [r, c] = lines[i];
        for (int far = 1; isOn(row + r * far, column + c * far); ++far) {
            const ChessSquare& seen = at(placeOf(row + r * far, column + c * far));
            if (seen.piece == None)
                continue;
            if (seen.side == by && (seen.piece == Queen || seen.piece == (i < 4 ? Rook : Bishop) || (seen.piece == King && far == 1)))
                return true;
            break;
        }
    }
    return false;
}

bool ChessBoard::isInCheck(ChessSide side) const { return isAttacked(kingOf(side), otherSide(side)); }

/// What a piece may do but for the safety of its king.
void ChessBoard::pseudoMoves(ChessPlace from, std::vector<ChessPlace>& out) const
{
    const ChessSquare piece = at(from);
    const int row = rowOf(from), column = columnOf(from);
    const auto add = [&](int r, int c) { // true = the way goes on
        if (!isOn(r, c))
            return false;
        const ChessSquare& there = at(placeOf(r, c));
        if (there.piece == None || there.side != piece.side)
            out.push_back(placeOf(r, c));
        return there.piece == None;
    };
    const auto along = [&](std::size_t first, std::size_t last, int reach) {
        for (std::size_t i = first; i < last; ++i)
            for (int far = 1; far <= reach && add(row + lines[i].first * far, column + lines[i].second * far); ++far)
                continue;
    };
    switch (piece.piece) {
    case Pawn: {
        const int step = forward(piece.side);
        const auto isFree = [&](int r) { return isOn(r, column) && at(placeOf(r, column)).piece == None; };
        if (isFree(row + step)) {
            out.push_back(placeOf(row + step, column));
            if (row == homeOf(piece.side) + step && isFree(row + 2 * step))
                out.push_back(placeOf(row + 2 * step, column));
        }
        for (const int aside : {-1, 1}) {
            if (!isOn(row + step, column + aside))
                continue;
            const ChessPlace there = placeOf(row + step, column + aside);
            const bool taking = at(there).piece != None && at(there).side != piece.side;
            // Past a pawn: it stands beside, and the square behind it is empty.
            const ChessPlace beside = placeOf(row, column + aside);
            const bool passing = passant_ == there && at(there).piece == None && at(beside) == ChessSquare{Pawn, otherSide(piece.side)};
            if (taking || passing)
                out.push_back(there);
        }
        break;
    }
    case Knight:
        for (const auto& [r, c] : knightSteps)
            add(row + r, column + c);
        break;
    case Rook: along(0, 4, width); break;
    case Bishop: along(4, 8, width); break;
    case Queen: along(0, 8, width); break;
    case King: {
        along(0, 8, 1);
        const int home = homeOf(piece.side);
        constexpr int kingColumn = 4;
        if (from != placeOf(home, kingColumn) || isInCheck(piece.side))
            break;
        for (std::size_t way = 0; way < 2; ++way) {
            const int corner = way == 0 ? 0 : 7, step = way == 0 ? -1 : 1;
            bool free = mayCastle_[numberOf(piece.side)][way] && at(placeOf(home, corner)) == ChessSquare{Rook, piece.side};
            for (int c = kingColumn + step; free && c != corner; c += step)
                free = at(placeOf(home, c)).piece == None;
            if (free && !isAttacked(placeOf(home, kingColumn + step), otherSide(piece.side)))
                out.push_back(placeOf(home, kingColumn + 2 * step));
        }
        break;
    }
    case None: break;
    }
}

std::vector<ChessPlace> ChessBoard::movesFrom(ChessPlace from) const
{
    std::vector<ChessPlace> legal;
    if (from < 0 || from >= width * width || at(from).piece == None || at(from).side != turn_ || resigned_[0] || resigned_[1])
        return legal;
    pseudoMoves(from, legal);
    std::erase_if(legal, [&](ChessPlace to) {
        ChessBoard after = *this;
        after.perform({from, to, Queen});
        return after.isInCheck(turn_);
    });
    return legal;
}

bool ChessBoard::isLegal(const ChessMove& move) const
{
    const auto legal = movesFrom(move.from);
    return std::ranges::find(legal, move.to) != legal.end() && move.promotion != Pawn && move.promotion != King;
}

bool ChessBoard::isPromotion(ChessPlace from, ChessPlace to) const
{
    return at(from).piece == Pawn && rowOf(to) == homeOf(otherSide(at(from).side));
}

/// A move that was found to be possible.
void ChessBoard::perform(const ChessMove& move)
{
    const ChessSquare piece = at(move.from);
    const int row = rowOf(move.from), step = columnOf(move.to) - columnOf(move.from);
    if (piece.piece == Pawn && step != 0 && at(move.to).piece == None)
        square(placeOf(row, columnOf(move.to))) = {};
    if (piece.piece == King && std::abs(step) == 2)
        square(placeOf(row, columnOf(move.from) + step / 2)) = std::exchange(square(placeOf(row, step < 0 ? 0 : 7)), {});
    passant_.reset();
    if (piece.piece == Pawn && std::abs(rowOf(move.to) - row) == 2)
        passant_ = (move.from + move.to) / 2;
    const bool arrives = isPromotion(move.from, move.to);
    square(move.to) = std::exchange(square(move.from), {});
    if (arrives)
        square(move.to).piece = move.promotion == None ? Queen : move.promotion;
    // Whoever leaves a corner, or is taken there, or a king that moved, ends the right for good.
    if (piece.piece == King)
        mayCastle_[numberOf(piece.side)] = {false, false};
    for (const ChessPlace place : {move.from, move.to})
        for (const ChessSide side : {ChessSide::White, ChessSide::Black})
            for (std::size_t way = 0; way < 2; ++way)
                if (place == placeOf(homeOf(side), way == 0 ? 0 : 7))
                    mayCastle_[numberOf(side)][way] = false;
    turn_ = otherSide(turn_);
}

bool ChessBoard::move(const ChessMove& move)
{
    if (!isLegal(move))
        return false;
    perform(move);
    return true;
}

bool ChessBoard::hasMove(ChessSide side) const
{
    for (ChessPlace place = 0; place < width * width; ++place)
        if (at(place).piece != None && at(place).side == side && !movesFrom(place).empty())
            return true;
    return false;
}

ChessBoard::Outcome ChessBoard::outcome() const
{
    if (resigned_[0] || resigned_[1])
        return Outcome::Resigned;
    if (hasMove(turn_))
        return Outcome::Goes;
    return isInCheck(turn_) ? Outcome::Checkmate : Outcome::Stalemate;
}

} // namespace blak::session

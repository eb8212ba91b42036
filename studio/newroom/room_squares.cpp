// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newroom/room_squares.h"

#include "formats/space/loaded_room.h"
#include "roomedit/roomcore/room_document.h"
#include "roomedit/roomcore/walk/walk_grid.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace blak::newroom {
namespace {

constexpr std::uint64_t largestSource = 4 << 20; // bytes
constexpr int mostSquares = 200;                 // rows and columns that a request may name
constexpr int elbowRoom = 1;                     // squares between a new exit and the next one

/// A number at `at`, with blanks around; then `at` is behind the comma that follows.
std::optional<int> numberBefore(std::string_view code, std::size_t& at)
{
    const std::size_t first = code.find_first_not_of(" \t\r\n", at);
    int number = 0;
    if (first == std::string_view::npos)
        return {};
    const auto [end, error] = std::from_chars(code.data() + first, code.data() + code.size(), number);
    if (error != std::errc())
        return {};
    const std::size_t comma = code.find_first_not_of(" \t\r\n", static_cast<std::size_t>(end - code.data()));
    if (comma == std::string_view::npos || code[comma] != ',')
        return {};
    at = comma + 1;
    return number;
}

bool isNear(Square a, Square b, int squares) { return std::abs(a.row - b.row) <= squares && std::abs(a.column - b.column) <= squares; }

} // namespace

std::vector<RoomSquares::Exit> exitSquaresOf(std::string_view source, treeplan::KodComments comments)
{
    std::vector<RoomSquares::Exit> exits;
    const std::string code = treeplan::blankComments(source, comments);
    std::size_t done = 0; // lists that belong to an earlier word are known
    for (auto word = treeplan::findWord(code, "plExits"); word; word = treeplan::findWord(code, "plExits", *word + 1)) {
        const std::size_t end = std::min(code.find(';', *word), code.size());
        for (std::size_t open = code.find('[', std::max(*word, done)); open < end; open = code.find('[', open + 1)) {
            std::size_t at = open + 1;
            const auto row = numberBefore(code, at);
            const auto column = row ? numberBefore(code, at) : std::nullopt;
            if (!column)
                continue;
            const std::size_t name = std::min(code.find_first_not_of(" \t\r\n", at), code.size());
            const std::size_t nameEnd = std::min(code.find_first_of(" \t\r\n,]", name), code.size());
            if (std::string to = code.substr(name, nameEnd - name); to.starts_with("RID_") || to.starts_with("rid_"))
                exits.push_back({{*row, *column}, std::move(to)});
        }
        done = end;
    }
    return exits;
}

RoomSquares RoomSquares::of(const RoomTree& tree, const RoomClass& room, const FileSource& files)
{
    RoomSquares squares;
    if (const auto source = files.readText(room.source, largestSource))
        squares.exits_ = exitSquaresOf(source.value(), tree.comments);
    const auto document = roomcore::RoomDocument::open(tree.roomFolder / room.file);
    const auto copy = document ? document.value()->copy() : document.error();
    if (!copy)
        return squares;
    const auto loaded = space::LoadedRoom::load(copy.value()->room, "room");
    if (!loaded)
        return squares;
    const std::atomic<bool> never = false;
    for (const bool usesGrids : {true, false}) { // grids without any way are those of a room that has none yet
        const auto grid = roomcore::WalkGrid::of(loaded.value(), usesGrids, never);
        if (grid.pieces() == 0)
            continue;
        squares.rows_ = grid.rows();
        squares.columns_ = grid.columns();
        for (space::Cell cell{0, 0}; cell.row < grid.rows(); ++cell.row)
            for (cell.column = 0; cell.column < grid.columns(); ++cell.column)
                squares.ground_.push_back(!grid.isWalkable(cell)                                                                   ? Ground::None
                                          : grid.pieceOf(cell) == 0 && grid.wayBackOf(cell) == roomcore::WayBack::Both ? Ground::Main
                                                                                                                                  : Ground::Aside);
        break;
    }
    return squares;
}

RoomSquares::Ground RoomSquares::groundAt(Square square) const
{
    if (square.row < 1 || square.row > rows_ || square.column < 1 || square.column > columns_)
        return Ground::None;
    return ground_[static_cast<std::size_t>(square.row - 1) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(square.column - 1)];
}

bool RoomSquares::isWalkable(Square square) const { return ground_.empty() || groundAt(square) != Ground::None; }

const RoomSquares::Exit* RoomSquares::exitAt(Square square) const
{
    const auto found = std::ranges::find(exits_, square, &Exit::at);
    return found == exits_.end() ? nullptr : &*found;
}

std::optional<RoomSquares::Way> RoomSquares::freeWay(const std::vector<Square>& taken) const
{
    constexpr std::array<Square, 4> sides{Square{1, 0}, {0, 1}, {0, -1}, {-1, 0}}; // the way into the room: southwards first
    const auto isFree = [&](Square square, int squares) {
        return std::ranges::none_of(exits_, [&](const Exit& exit) { return isNear(exit.at, square, squares); }) &&
               std::ranges::none_of(taken, [&](Square other) { return isNear(other, square, squares); });
    };
    const auto isMain = [this](Square square) { return groundAt(square) == Ground::Main; };
    for (const int squares : {elbowRoom, 0}) // a crowded room still has a square
        for (const Square in : sides)
            for (int row = 1; row <= std::min(rows_, mostSquares); ++row)
                for (int off = 0, column = (columns_ + 1) / 2; off < 2 * columns_; ++off, column = (columns_ + 1) / 2 + (off % 2 == 0 ? off / 2 : -(off + 1) / 2)) {
                    const Square leaves{row, column}, enters{row + in.row, column + in.column}, behind{row - in.row, column - in.column};
                    if (column < 1 || column > mostSquares || enters.row > mostSquares || enters.column > mostSquares)
                        continue;
                    if (isMain(leaves) && isMain(enters) && groundAt(behind) == Ground::None && isFree(leaves, squares) && isFree(enters, 0))
                        return Way{leaves, enters};
                }
    return {};
}

} // namespace blak::newroom

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/atlas/atlas_graph.h"
#include "studio/atlas/object_picture.h"
#include "studio/newroom/room_tree.h"
#include "studio/project/project.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the Blakod of a room's class says of places in the room: as it is written, without running it.
namespace blak::atlas {

struct ExitSquare
{
    int row = 0, column = 0; ///< from 1
    std::string to;          ///< "RID_INN"
    KodPlace place;
    std::string toFile, toName; ///< of the room with that number: "inn.roo", and what people read, "The Inn"; each may be empty
};

/// Over an edge of the room.
struct EdgeExit
{
    Compass edge = Compass::North;
    std::string to;
    KodPlace place;
    std::string toFile, toName;
};

/// Something that the room makes and puts on a square.
struct PlacedObject
{
    std::string className;
    std::vector<CreationArgument> arguments; ///< that it is made with
    ObjectPicture picture;
    double row = 0, column = 0; ///< squares from the corner: the middle of the first is 0.5
    std::optional<int> angle;   ///< 4096 per turn
    KodPlace place;
};

/// Where those come to stand who arrive without another place: viTeleport_row and viTeleport_col, the middle of that square.
struct Arrival
{
    double row = 0, column = 0; ///< squares from the corner
    std::optional<int> angle;   ///< 4096 per turn
};

struct RoomFacts
{
    std::vector<std::string> classes; ///< that have this room
    std::vector<TagUse> tags;
    std::vector<ExitSquare> exits;
    std::vector<EdgeExit> edges;
    std::vector<PlacedObject> objects;
    std::optional<Arrival> arrival; ///< of the first of the classes that has one, of its own or from its parents
};

/// Constants by their names in capitals.
using KodNumbers = std::map<std::string, int, std::less<>>;

/// Of `NAME = 12` in a header, or between "constants:" and the next part of a class.
void readNumbers(KodNumbers& numbers, std::string_view source, treeplan::KodComments comments, bool isHeader);

/// Adds what one source says; for readRoomFacts, tests and fuzzing. Numbers that are computed when the world runs are left out.
void readFacts(RoomFacts& facts, std::string_view source, treeplan::KodComments comments, const KodNumbers& numbers,
               const std::filesystem::path& path);

/// Of a class and its parents, the class first, each with the constants that it sees: what a nearer one declares hides what one
/// farther up does. Nothing where row or column is `$`, or no number that is written.
struct ArrivalSource
{
    std::string name, source;
    KodNumbers numbers;
};
std::optional<Arrival> readArrival(std::span<const ArrivalSource> classes, treeplan::KodComments comments);

/// The constants that a class sees: those of the headers that it includes, then its own. Headers are read once.
class KodConstants
{
public:
    KodConstants(const project::Project& world, const FileSource& files, treeplan::KodComments comments)
        : world_(world), files_(files), comments_(comments)
    {
    }
    KodNumbers of(std::string_view source);

private:
    const project::Project& world_;
    const FileSource& files_;
    treeplan::KodComments comments_;
    std::map<std::string, KodNumbers, std::less<>> headers_; ///< by their names in capitals
};

/// The room that a constant of Blakod means, whatever it is called: headers give one number to several names, and one room
/// leaves by a name that another does not carry.
class RoomNumbers
{
public:
    RoomNumbers(const newroom::RoomTree& tree, const FileSource& files);
    /// Place among the rooms of the tree: the one that carries this very name, else the first with its number.
    std::optional<std::size_t> roomOf(std::string_view constant) const;

private:
    KodNumbers numbers_;
    std::map<std::string, std::size_t, std::less<>> byName_; ///< constants in capitals
    std::map<int, std::size_t> byNumber_;
};

/// What all classes with a room file of that name say. Fails where the tree keeps its rooms in no manner that is known.
Result<RoomFacts> readRoomFacts(const project::Project& world, const FileSource& files, std::string_view roomFile);

} // namespace blak::atlas

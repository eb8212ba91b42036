// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/functions.h"
#include "kodide/compiler/dialect.h"

#include <array>

/// Built-in functions as the language sees them. Numbers, and which dialect has a function, come from formats/bof/functions.h.
/// Source: ../shared/reference/kod.md, section 5; argument counts measured with the reference compilers.
namespace blak::kod {

// In the order of the old compilers: where a name is used as the wrong kind, it shows in their ids.
// name, counted arguments, what may follow in classic and in open105, whether open105 warns of a dropped result, kind of result,
// and words for people
#define KOD_FUNCTIONS(X)                                                                                                         \
    X(Send, 2, Settings, Settings, false, Any, "object, message, #parameter = value ...",                                        \
      "Sends the message now and returns what its handler returns. 0 stands for the System object; a class stands for each of "  \
      "its objects.")                                                                                                            \
    X(Create, 1, Settings, Settings, false, Object, "class, #parameter = value ...",                                             \
      "Makes an object of the class and sends it Constructor with the settings; returns the object.")                            \
    X(SetTrace, 0, None, None, false, Any, "", "Turns on the message trace in debugging builds of the server.")                  \
    X(Cons, 2, None, None, true, List, "value, list", "A list that begins with the value and goes on with the list.")            \
    X(First, 1, None, None, false, Any, "list", "The first element.")                                                            \
    X(Rest, 1, None, None, false, Any, "list", "The list after its first element.")                                              \
    X(Length, 1, None, None, true, Integer, "list", "Number of elements; 0 for `$`.")                                            \
    X(List, 0, Any, Any, true, List, "value ...", "A list of the values; `[a, b]` means the same. No value gives `$`.")          \
    X(Nth, 2, None, None, true, Any, "list, position", "The element at the position, counted from 1.")                           \
    X(IsListMatch, 2, None, None, true, Integer, "list, list", "1 when both lists have equal structure and values.")             \
    X(SetFirst, 2, None, None, false, Any, "list, value", "Changes the first element in place.")                                 \
    X(SetNth, 3, None, None, false, Any, "list, position, value", "Changes the element at the position in place.")               \
    X(SwapListElem, 3, None, None, false, Any, "list, position, position", "Swaps two elements in place.")                       \
    X(InsertListElem, 3, None, None, true, List, "list, position, value", "The list with the value before the position.")        \
    X(DelListElem, 2, None, None, true, Any, "list, value", "The list without the first element that equals the value.")         \
    X(DelLastListElem, 1, None, None, true, Any, "list", "The list without its last element.")                                   \
    X(FindListElem, 2, None, None, true, Any, "list, value",                                                                     \
      "Position of the first element that equals the value, 0 when there is none.")                                              \
    X(AppendListElem, 2, None, None, true, List, "value, list", "The list with the value at its end.")                           \
    X(GetListElemByClass, 2, None, None, true, Any, "list, class", "The first element that is an object of the class.")          \
    X(GetListNode, 3, None, None, true, Any, "list, position, value", "The first inner list whose n-th item equals the value.")  \
    X(GetAllListNodesByClass, 3, None, None, true, Any, "list, position, class",                                                 \
      "Copies of all inner lists whose n-th item is an object of the class.")                                                    \
    X(ListCopy, 1, None, None, true, Any, "list", "A deep copy.")                                                                \
    X(Last, 1, None, None, true, Any, "list", "The last element.")                                                               \
    X(SendList, 3, Settings, Settings, false, Any, "list, position, message, #parameter = value ...",                            \
      "Sends the message to each element (position 0), or to the n-th item of each element.")                                    \
    X(SendListBreak, 3, Settings, Settings, true, Any, "list, position, message, #parameter = value ...",                        \
      "As SendList, but stops when a handler returns 0.")                                                                        \
    X(SendListByClass, 4, Settings, Settings, false, Any, "list, position, class, message, #parameter = value ...",              \
      "As SendList, only to objects of the class.")                                                                              \
    X(SendListByClassBreak, 4, Settings, Settings, true, Any, "list, position, class, message, #parameter = value ...",          \
      "As SendListByClass, but stops when a handler returns 0.")                                                                 \
    X(MoveListElem, 3, None, None, false, Any, "list, from, to", "Moves an element to another position in place.")               \
    X(Random, 2, None, None, true, Integer, "least, most", "A random number, both ends included.")                               \
    X(SaveGame, 0, None, None, true, Any, "", "Saves the game; returns the time of the save as a string.")                       \
    X(LoadGame, 1, None, None, false, Any, "time", "Loads the save of that time.")                                               \
    X(AddPacket, 0, Any, Any, false, Any, "size, value, ...",                                                                    \
      "Appends values to the packet for the client: 1, 2 or 4 bytes, 5 for an object with a number, 6 for a resource sent as "   \
      "text.")                                                                                                                   \
    X(SendPacket, 1, None, None, false, Any, "session", "Sends the packet to the session and empties it.")                       \
    X(SendCopyPacket, 1, None, None, false, Any, "session", "Sends the packet to the session and keeps it.")                     \
    X(ClearPacket, 0, None, None, false, Any, "", "Empties the packet.")                                                         \
    X(GodLog, 0, Any, Any, false, Any, "value ...", "Writes the values to the log of the gods.")                                 \
    X(Debug, 0, Any, Any, false, Any, "value ...", "Writes the values to the debug channel, with file and line.")                \
    X(GetInactiveTime, 1, None, None, true, Any, "session", "Seconds since the session's last message.")                         \
    X(DumpStack, 0, None, None, false, Any, "", "Writes the call stack to the debug channel.")                                   \
    X(StringEqual, 2, None, None, true, Integer, "string, string",                                                               \
      "1 when the texts are equal without regard to case and blanks around them.")                                               \
    X(StringContain, 2, None, None, true, Integer, "string, part",                                                               \
      "1 when the first text contains the second, without regard to case.")                                                      \
    X(StringSubstitute, 3, None, None, false, Any, "string, old, new",                                                           \
      "Replaces the first occurrence; returns 1 when there was one.")                                                            \
    X(BuildString, 1, Any, Any, false, Any, "format, value ...", "A new string from a format with `{}` places.")                 \
    X(StringLength, 1, None, None, true, Integer, "string", "Number of characters.")                                             \
    X(StringConsistsOf, 2, None, None, true, Integer, "string, characters",                                                      \
      "1 when every character of the first occurs in the second.")                                                               \
    X(CreateTimer, 3, None, None, true, Timer, "object, message, milliseconds",                                                  \
      "Sends the message with #timer to self when the time is over; returns the timer.")                                         \
    X(DeleteTimer, 1, None, None, false, Any, "timer", "Removes the timer; 1 when it existed.")                                  \
    X(IsTimer, 1, None, None, true, Integer, "value", "1 when the value is a timer.")                                            \
    X(IsList, 1, None, None, true, Integer, "value", "1 when the value is a list or `$`.")                                       \
    X(IsClass, 2, None, None, false, Integer, "object, class",                                                                   \
      "1 when the object's class is the class or derived from it, else 0.")                                                      \
    X(RoomData, 1, None, None, true, Any, "room",                                                                                \
      "List of rows, columns and security number (open105: and the fine rows and columns).")                                     \
    X(LoadRoom, 1, None, None, true, Any, "resource", "Loads the room file; every call loads a new copy.")                       \
    X(FreeRoom, 1, None, None, false, Any, "room", "Unloads the room.")                                                          \
    X(GetClass, 1, None, None, false, Any, "object", "The class of the object.")                                                 \
    X(GetTime, 0, None, None, true, Integer, "", "Seconds since the server's epoch.")                                            \
    X(GetUnixTimeString, 0, None, None, true, Any, "", "Unix time as text.")                                                     \
    X(OldTimestampFix, 1, None, None, true, Any, "number", "Unix time of an old timestamp as text.")                             \
    X(GetTickCount, 0, None, None, true, Integer, "", "Milliseconds of a running clock, 27 bits.")                               \
    X(GetDateAndTime, 7, None, None, false, Any, "zone, *year, *month, *day, *hour, *minute, *second",                           \
      "Fills the locals; zone 0 is UTC, 1 local; `$` skips one.")                                                                \
    X(SetClassVar, 3, None, None, false, Any, "object or class, name, value",                                                    \
      "Changes a class variable until the server restarts.")                                                                     \
    X(GetSectorHeightBSP, 3, None, None, false, Any, "room, sector, animation", "Height of floor or ceiling.")                   \
    X(SetRoomDepthOverrideBSP, 5, None, None, false, Any, "room, flags, depth, depth, depth",                                    \
      "Overrides the water depths of the room.")                                                                                 \
    X(CalcUserMovementBucket, 13, None, None, true, Any, "bucket, *newBucket, most, speed, time, start (4), end (4)",            \
      "1 when a move that long is allowed in that time.")                                                                        \
    X(IntersectLineCircle, 13, None, None, true, Integer, "point (4), start (4), end (4), radius",                               \
      "1 when the line meets the circle.")                                                                                       \
    X(GetLocationInfoBSP, 11, None, None, false, Any,                                                                            \
      "room, query, row, column, fine row, fine column, *flags, *floor, *floorWithDepth, *ceiling, *sector",                     \
      "Fills the locals with what is at the point; 1 on success.")                                                               \
    X(CanMoveInRoomBSP, 13, None, None, true, Integer, "room, from (5), to (4), speed, object, flags, ...",                      \
      "1 when one can walk from point to point.")                                                                                \
    X(LineOfSightBSP, 11, None, None, true, Integer,                                                                             \
      "room, row, column, fine row, fine column, height, to row, to column, to fine row, to fine column, to height",             \
      "1 when nothing blocks the view.")                                                                                         \
    X(LineOfSightView, 9, None, None, true, Integer,                                                                             \
      "angle, row, column, fine row, fine column, to row, to column, to fine row, to fine column",                               \
      "1 when the target is within the cone of view.")                                                                           \
    X(ChangeSectorFlagBSP, 3, None, None, false, Any, "room, sector, flag", "Changes a flag of the sectors with that id.")       \
    X(ChangeTextureBSP, 4, None, None, false, Any, "room, id, texture, flags",                                                   \
      "Changes a texture of walls or sectors with that id.")                                                                     \
    X(MoveSectorBSP, 5, None, None, false, Any, "room, sector, animation, height, speed",                                        \
      "Moves floor or ceiling of the sectors with that id.")                                                                     \
    X(BlockerAddBSP, 6, None, None, false, Any, "room, object, row, column, fine row, fine column",                              \
      "Lets the object block movement.")                                                                                         \
    X(BlockerMoveBSP, 6, None, None, false, Any, "room, object, row, column, fine row, fine column",                             \
      "Moves the object's blocker.")                                                                                             \
    X(BlockerRemoveBSP, 2, None, None, false, Any, "room, object", "Removes the object's blocker.")                              \
    X(BlockerClearBSP, 1, None, None, false, Any, "room", "Removes all blockers of the room.")                                   \
    X(GetRandomPointBSP, 7, None, None, false, Any, "room, attempts, radius, *row, *column, *fineRow, *fineColumn",              \
      "Fills the locals with a free random point; 1 on success.")                                                                \
    X(GetStepTowardsBSP, 13, None, None, false, Any,                                                                             \
      "room, row, column, fine row, fine column, height, *row, *column, *fineRow, *fineColumn, speed, state, object",            \
      "Replaces the destination in the locals by the next step towards it.")                                                     \
    X(GetRandomMoveDestBSP, 12, None, None, false, Any,                                                                          \
      "room, attempts, least, most, row, column, fine row, fine column, *row, *column, *fineRow, *fineColumn",                   \
      "Fills the locals with a random destination; 1 on success.")                                                               \
    X(CanMoveInRoom, 5, None, None, false, Integer, "room, row, column, to row, to column",                                      \
      "1 when one can walk from square to square.")                                                                              \
    X(CanMoveInRoomFine, 5, None, None, false, Integer, "room, row, column, to row, to column", "The same on the fine grid.")    \
    X(IsPointInSector, 6, None, None, false, Any, "room, row, column, fine row, fine column, sectors",                           \
      "1 when the point lies in one of the sectors.")                                                                            \
    X(SetResource, 2, None, None, false, Any, "resource, string", "Changes the text of a dynamic resource.")                     \
    X(Post, 2, Settings, Settings, false, Any, "object, message, #parameter = value ...",                                        \
      "Queues the message until the current one is done. Settings are evaluated now. Returns `$`.")                              \
    X(Abs, 1, None, None, true, Integer, "number", "The number without its sign.")                                               \
    X(Sqrt, 1, None, None, true, Integer, "number", "The square root, rounded down.")                                            \
    X(ParseString, 3, None, None, false, Any, "string, separators, message",                                                     \
      "Splits the text and sends the message with #string to self for each part.")                                               \
    X(CreateTable, 0, None, Any, true, Any, "size",                                                                              \
      "A new hash table. classic: without size, lives until the next garbage collection.")                                       \
    X(AddTableEntry, 3, None, None, false, Any, "table, key, value", "Adds an entry; it hides an older one with the same key.")  \
    X(GetTableEntry, 2, None, None, false, Any, "table, key", "The value, or `$`.")                                              \
    X(DeleteTableEntry, 2, None, None, false, Any, "table, key", "Removes the entry.")                                           \
    X(DeleteTable, 1, None, None, false, Any, "table", "Removes the table (open105: does nothing).")                             \
    X(IsTable, 1, None, None, true, Integer, "value", "1 when the value is a table.")                                            \
    X(Bound, 3, None, None, true, Any, "number, least, most", "The number brought into the range; `$` leaves a side open.")      \
    X(GetTimeRemaining, 1, None, None, true, Any, "timer", "Milliseconds left.")                                                 \
    X(SetString, 2, None, None, false, Any, "string, value", "Overwrites the string; returns it.")                               \
    X(AppendTempString, 1, None, None, false, Any, "value", "Appends a number or text to the temporary string.")                 \
    X(ClearTempString, 0, None, None, false, TempString, "", "Empties the temporary string and returns it.")                     \
    X(GetTempString, 0, None, None, true, TempString, "", "The temporary string. There is only one.")                            \
    X(CreateString, 0, None, None, true, String, "", "A new empty string.")                                                      \
    X(IsString, 1, None, None, true, Integer, "value", "1 when the value is a string.")                                          \
    X(IsObject, 1, None, None, true, Integer, "value", "1 when the value is an object that exists.")                             \
    X(RecycleUser, 1, None, None, false, Any, "user",                                                                            \
      "Replaces the user object of an account by a fresh one, which is returned.")                                               \
    X(StringToNumber, 1, None, None, true, Integer, "string", "The decimal number in the text.")                                 \
    X(RecordStat, 0, Any, Any, false, Any, "type, tag, value ...", "Records statistics in the database.")                        \
    X(EmptyStatTable, 1, None, None, false, Any, "type", "Empties a table of statistics.")                                       \
    X(GetSessionIP, 1, None, None, true, Any, "session", "List of the 16 bytes of the session's address.")                       \
    X(MinigameNumberToString, 2, None, None, false, Any, "string, number",                                                       \
      "Stores a number in a string (broken in the old servers: they store the string's id).")                                    \
    X(MinigameStringToNumber, 1, None, None, false, Integer, "string",                                                           \
      "Reads a number from a string (broken in the old servers: always 0).")                                                     \
    X(SendWebhook, 0, Any, Any, false, Any, "text, or event, key, value ...",                                                    \
      "Sends a notification through the server's web hook.")

/// The functions of the classic or of the extended numbering.
template <bool extended>
constexpr auto builtinFunctions()
{
    std::array<BuiltinFunction, bof::functionCount(extended)> list{};
    std::size_t at = 0;
#define X(name, arguments, classicMore, openMore, required, kind, parameters, description)                                       \
    if (bof::hasFunction(bof::Function::name, extended))                                                                         \
        list[at++] = {#name,                                                                                                     \
                      bof::functionNumber(bof::Function::name),                                                                  \
                      arguments,                                                                                                 \
                      extended ? MoreArguments::openMore : MoreArguments::classicMore,                                           \
                      extended && required,                                                                                      \
                      ValueKind::kind,                                                                                           \
                      parameters,                                                                                                \
                      description};
    KOD_FUNCTIONS(X)
#undef X
    return list;
}

} // namespace blak::kod

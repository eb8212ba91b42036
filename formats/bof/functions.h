// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Numbers of the built-in functions. Sources: reference kod.md section 5.
namespace blak::bof {

// number, name, in the classic dialect, in the open105 dialect
#define BOF_FUNCTIONS(X)                                                                                                         \
    X(1, Create, 1, 1)                                                                                                           \
    X(2, SetTrace, 0, 1)                                                                                                         \
    X(3, IsClass, 1, 0)                                                                                                          \
    X(5, GetClass, 1, 0)                                                                                                         \
    X(11, Send, 1, 1)                                                                                                            \
    X(12, Post, 1, 1)                                                                                                            \
    X(13, SendList, 0, 1)                                                                                                        \
    X(14, SendListBreak, 0, 1)                                                                                                   \
    X(15, SendListByClass, 0, 1)                                                                                                 \
    X(16, SendListByClassBreak, 0, 1)                                                                                            \
    X(19, SaveGame, 0, 1)                                                                                                        \
    X(20, LoadGame, 0, 1)                                                                                                        \
    X(21, GodLog, 0, 1)                                                                                                          \
    X(22, Debug, 1, 1)                                                                                                           \
    X(23, AddPacket, 1, 1)                                                                                                       \
    X(24, SendPacket, 1, 1)                                                                                                      \
    X(25, SendCopyPacket, 1, 1)                                                                                                  \
    X(26, ClearPacket, 1, 1)                                                                                                     \
    X(27, GetInactiveTime, 1, 1)                                                                                                 \
    X(28, DumpStack, 1, 1)                                                                                                       \
    X(30, IsString, 0, 1)                                                                                                        \
    X(31, StringEqual, 1, 1)                                                                                                     \
    X(32, StringContain, 1, 1)                                                                                                   \
    X(33, SetResource, 1, 1)                                                                                                     \
    X(34, ParseString, 1, 1)                                                                                                     \
    X(35, SetString, 1, 1)                                                                                                       \
    X(36, CreateString, 1, 1)                                                                                                    \
    X(37, StringSubstitute, 1, 1)                                                                                                \
    X(38, AppendTempString, 1, 1)                                                                                                \
    X(39, ClearTempString, 1, 1)                                                                                                 \
    X(40, GetTempString, 1, 1)                                                                                                   \
    X(41, BuildString, 1, 0)                                                                                                     \
    X(43, StringLength, 1, 1)                                                                                                    \
    X(44, StringConsistsOf, 1, 1)                                                                                                \
    X(45, SetClassVar, 0, 1)                                                                                                     \
    X(51, CreateTimer, 1, 1)                                                                                                     \
    X(52, DeleteTimer, 1, 1)                                                                                                     \
    X(53, GetTimeRemaining, 1, 1)                                                                                                \
    X(54, IsTimer, 0, 1)                                                                                                         \
    X(58, ChangeSectorFlagBSP, 0, 1)                                                                                             \
    X(59, MoveSectorBSP, 0, 1)                                                                                                   \
    X(60, ChangeTextureBSP, 0, 1)                                                                                                \
    X(61, LoadRoom, 1, 1)                                                                                                        \
    X(62, FreeRoom, 0, 1)                                                                                                        \
    X(63, RoomData, 1, 1)                                                                                                        \
    X(64, CanMoveInRoom, 1, 0)                                                                                                   \
    X(65, CanMoveInRoomFine, 1, 0)                                                                                               \
    X(66, IsPointInSector, 1, 0)                                                                                                 \
    X(69, LineOfSightView, 0, 1)                                                                                                 \
    X(70, LineOfSightBSP, 0, 1)                                                                                                  \
    X(71, MinigameNumberToString, 1, 0)                                                                                          \
    X(71, IntersectLineCircle, 0, 1)                                                                                             \
    X(72, MinigameStringToNumber, 1, 0)                                                                                          \
    X(72, StringToNumber, 0, 1)                                                                                                  \
    X(73, CanMoveInRoomBSP, 0, 1)                                                                                                \
    X(74, GetLocationInfoBSP, 0, 1)                                                                                              \
    X(75, BlockerAddBSP, 0, 1)                                                                                                   \
    X(76, BlockerMoveBSP, 0, 1)                                                                                                  \
    X(77, BlockerRemoveBSP, 0, 1)                                                                                                \
    X(78, BlockerClearBSP, 0, 1)                                                                                                 \
    X(79, GetRandomPointBSP, 0, 1)                                                                                               \
    X(80, GetStepTowardsBSP, 0, 1)                                                                                               \
    X(81, GetRandomMoveDestBSP, 0, 1)                                                                                            \
    X(82, GetSectorHeightBSP, 0, 1)                                                                                              \
    X(83, SetRoomDepthOverrideBSP, 0, 1)                                                                                         \
    X(84, CalcUserMovementBucket, 0, 1)                                                                                          \
    X(98, DelLastListElem, 0, 1)                                                                                                 \
    X(99, GetAllListNodesByClass, 0, 1)                                                                                          \
    X(100, AppendListElem, 0, 1)                                                                                                 \
    X(101, Cons, 1, 1)                                                                                                           \
    X(102, First, 1, 0)                                                                                                          \
    X(103, Rest, 1, 0)                                                                                                           \
    X(104, Length, 1, 1)                                                                                                         \
    X(105, Nth, 1, 1)                                                                                                            \
    X(106, List, 1, 1)                                                                                                           \
    X(107, IsList, 1, 1)                                                                                                         \
    X(108, SetFirst, 1, 1)                                                                                                       \
    X(109, SetNth, 1, 1)                                                                                                         \
    X(110, DelListElem, 1, 1)                                                                                                    \
    X(111, FindListElem, 1, 1)                                                                                                   \
    X(112, MoveListElem, 1, 0)                                                                                                   \
    X(112, SwapListElem, 0, 1)                                                                                                   \
    X(113, InsertListElem, 0, 1)                                                                                                 \
    X(114, Last, 0, 1)                                                                                                           \
    X(115, IsListMatch, 0, 1)                                                                                                    \
    X(116, GetListElemByClass, 0, 1)                                                                                             \
    X(117, GetListNode, 0, 1)                                                                                                    \
    X(118, ListCopy, 0, 1)                                                                                                       \
    X(120, GetTime, 1, 1)                                                                                                        \
    X(121, GetTickCount, 0, 1)                                                                                                   \
    X(122, GetDateAndTime, 0, 1)                                                                                                 \
    X(123, GetUnixTimeString, 0, 1)                                                                                              \
    X(124, OldTimestampFix, 0, 1)                                                                                                \
    X(131, Abs, 1, 1)                                                                                                            \
    X(132, Bound, 1, 1)                                                                                                          \
    X(133, Sqrt, 1, 1)                                                                                                           \
    X(141, CreateTable, 1, 1)                                                                                                    \
    X(142, AddTableEntry, 1, 1)                                                                                                  \
    X(143, GetTableEntry, 1, 1)                                                                                                  \
    X(144, DeleteTableEntry, 1, 1)                                                                                               \
    X(145, DeleteTable, 1, 1)                                                                                                    \
    X(146, IsTable, 0, 1)                                                                                                        \
    X(151, RecycleUser, 1, 1)                                                                                                    \
    X(161, IsObject, 1, 1)                                                                                                       \
    X(201, Random, 1, 1)                                                                                                         \
    X(202, SendWebhook, 1, 0)                                                                                                    \
    X(210, RecordStat, 0, 1)                                                                                                     \
    X(211, EmptyStatTable, 0, 1)                                                                                                 \
    X(220, GetSessionIP, 0, 1)

enum class Function : std::uint8_t {
    None, ///< a number that the dialect does not have
#define X(number, name, classic, extended) name,
    BOF_FUNCTIONS(X)
#undef X
};

/// The function of that number. Versions up to 6 and 7 to 10 used the classic numbers; the extended ones came with version 11.
constexpr Function functionOf(std::uint8_t number, bool extended)
{
#define X(id, name, classic, open)                                                                                               \
    if (number == id && (extended ? open : classic))                                                                             \
        return Function::name;
    BOF_FUNCTIONS(X)
#undef X
    return Function::None;
}

constexpr std::uint8_t functionNumber(Function function)
{
    switch (function) {
#define X(id, name, classic, open)                                                                                               \
    case Function::name: return id;
        BOF_FUNCTIONS(X)
#undef X
    case Function::None: break;
    }
    return 0;
}

constexpr bool hasFunction(Function function, bool extended)
{
    return function != Function::None && functionOf(functionNumber(function), extended) == function;
}

/// How many functions the dialect has.
constexpr std::size_t functionCount(bool extended)
{
    std::size_t count = 0;
    for (unsigned number = 0; number < 256; ++number)
        count += functionOf(static_cast<std::uint8_t>(number), extended) != Function::None;
    return count;
}

constexpr std::string_view functionName(Function function)
{
    switch (function) {
#define X(id, name, classic, open)                                                                                               \
    case Function::name: return #name;
        BOF_FUNCTIONS(X)
#undef X
    case Function::None: break;
    }
    return {};
}

} // namespace blak::bof

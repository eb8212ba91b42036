// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/dialect.h"

#include "formats/base/dialects.h"

namespace blak::vm {
namespace {

constexpr ReservedIds classicIds{.classUser = 1,
                                 .classSystem = 4,
                                 .classGuest = 20,
                                 .classAdmin = 23,
                                 .classDm = 32,
                                 .classCreator = 34,
                                 .classSettings = -1,
                                 .classRealTime = -1,
                                 .classEventEngine = -1,
                                 .userLogon = 2,
                                 .receiveClient = 6,
                                 .garbageCollecting = 8,
                                 .garbageCollectingDone = 13,
                                 .loadedFromDisk = 9,
                                 .constructor = 10,
                                 .adminSystemMessage = 15,
                                 .getUserName = 16,
                                 .newHour = 19,
                                 .systemLogon = 24,
                                 .isFirstTime = 28,
                                 .deleteMessage = 29,
                                 .findUserByString = 33,
                                 .initializeServer = -1,
                                 .sessionId = 3,
                                 .systemId = 5,
                                 .clientMsg = 7,
                                 .numberStuff = 12,
                                 .string = 14,
                                 .name = 21,
                                 .timer = 30,
                                 .type = 31};

constexpr ReservedIds open105Ids{.classUser = 1,
                                 .classSystem = 4,
                                 .classGuest = -1,
                                 .classAdmin = 22,
                                 .classDm = 25,
                                 .classCreator = 26,
                                 .classSettings = 27,
                                 .classRealTime = 28,
                                 .classEventEngine = 29,
                                 .userLogon = 2,
                                 .receiveClient = 6,
                                 .garbageCollecting = 8,
                                 .garbageCollectingDone = 13,
                                 .loadedFromDisk = 9,
                                 .constructor = 10,
                                 .adminSystemMessage = 15,
                                 .getUserName = 16,
                                 .newHour = 19,
                                 .systemLogon = 20,
                                 .isFirstTime = 17,
                                 .deleteMessage = 18,
                                 .findUserByString = 11,
                                 .initializeServer = 32,
                                 .sessionId = 3,
                                 .systemId = 5,
                                 .clientMsg = 7,
                                 .numberStuff = 12,
                                 .string = 14,
                                 .name = 21,
                                 .timer = 23,
                                 .type = 24};

} // namespace

// Sources: reference kod.md sections 2.2, 4.4 and 5.1 (GetTime, CreateTable).
const Dialect classic{"classic", 64, 5, false, 2000, 20'000'000, 4000, 50, 6000, 1534000000, 2999, true, classicIds};
const Dialect classic97{"classic97", 32, 5, false, 2000, 20'000'000, 4000, 50, 6000, 1267405200, 2999, true, classicIds};
const Dialect open105{"open105", 32, 11, true, 800, 40'000'000, 4000, 50, 6000, 1760000000, 73, false, open105Ids};

/// The fork 2.9 differs from open105 in its language only. Its classes have no InitializeServer, which nobody misses.
const Dialect* findDialect(std::string_view name)
{
    const std::string_view machine = machineOf(name);
    for (const Dialect* dialect : {&classic, &classic97, &open105})
        if (dialect->name == machine)
            return dialect;
    return nullptr;
}

} // namespace blak::vm

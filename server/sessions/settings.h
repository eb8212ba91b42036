// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/dialect.h"
#include "server/vm/dialect.h"
#include "server/world/config.h"

#include <cstdint>
#include <string>

namespace blak::serve {

/// What the configuration says about connections (reference protocol.md, section 2.1), with the reference's defaults. Read anew
/// whenever the configuration changes.
struct Settings
{
    wire::Dialect protocol = wire::Dialect::Mainline;
    std::string redbook; ///< name of the resource whose text masks the stream

    std::int64_t loginAttempts = 3;
    std::int64_t minVersion = 0; ///< major * 100 + minor
    std::int64_t minOgreVersion = 0;
    std::int64_t invalidVersion = 100;
    std::int64_t mostPerAddress = 0; ///< 0 = any number
    std::string oldVersionText, invalidVersionText, suspendText, tooManyPerAddressText, busyText;
    std::string message; ///< of the day, when there is no motd.txt

    // Seconds.
    std::int64_t loginTimeout = 600, transferTimeout = 120, pickTimeout = 600, gameTimeout = 30, maintenanceTimeout = 1800;
    std::int64_t blockTime = 300;
    bool secondLoginWins = true;

    std::size_t mostPlaying = 300;
    std::size_t mostConnected = 300;       ///< who have logged in
    std::size_t mostStrangers = 5000;      ///< who have not
    std::size_t strangersPerAddress = 100; ///< of them
    std::int64_t strangerTime = 120;       ///< seconds until somebody has logged in
    double workPerSecond = 50;             ///< milliseconds of the world's time that one client may take
    std::int64_t messagesPerSecond = 100; ///< of one client; above that it is read more slowly
    bool logSpoofs = true, hangUpSpoofs = true;

    // Who may: 0 nobody, 1 administrators, 2 game masters too.
    std::int64_t goRoom = 2, goRoomByNumber = 1, goPlayer = 2, getPlayer = 1;

    std::string adFile[2], adUrl[2];
    std::string clientMachine, clientFile, packageMachine, packagePath, downloadReason, demoButton;
    /// Where clients of open105 get their updates: the classic line and the Ogre line of clients.
    struct Patch
    {
        std::string host, path, cachePath, cacheFile, updater;
    };
    Patch classicPatch, ogrePatch;
    bool service = false; ///< clients are told where to send reports of their faults
    std::string serviceMachine, serviceDirectory, serviceUser, servicePassword;
    std::int64_t drainAmount = -1, drainTime = 1; ///< hundredths of a credit that so many seconds in the game cost
    std::string maintenanceMask;
    bool maintenanceLogin = false; ///< a login at the maintenance port even from the loopback address
    std::string guestAccount;      ///< only in protocols that know guests
    std::int64_t mostGuests = 30, guestServerLow = 100, guestServerHigh = 109;

    static Settings from(const world::Config& config, const vm::Dialect& dialect);
};

} // namespace blak::serve

// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/settings.h"

#include <algorithm>

namespace blak::serve {
namespace {

wire::Dialect protocolOf(const world::Config& config, const vm::Dialect& dialect)
{
    const std::string wanted = config.text("Blakston", "Protocol");
    for (const wire::DialectName& name : wire::dialectNames)
        if (name.name == wanted)
            return name.dialect;
    if (dialect.extended)
        return wire::Dialect::Open105;
    return &dialect == &vm::classic97 ? wire::Dialect::Classic2012 : wire::Dialect::Mainline;
}

} // namespace

Settings Settings::from(const world::Config& config, const vm::Dialect& dialect)
{
    constexpr std::int64_t minute = 60;
    const bool extended = dialect.extended;
    const auto seconds = [&](std::string_view name, std::int64_t otherwise, std::int64_t unit) {
        return std::clamp<std::int64_t>(config.number("Inactive", name, otherwise), 1, 1'000'000) * unit;
    };
    const auto amount = [&](std::string_view group, std::string_view name, std::int64_t otherwise) {
        return static_cast<std::size_t>(std::clamp<std::int64_t>(config.number(group, name, otherwise), 0, 100'000));
    };
    Settings s;
    s.protocol = protocolOf(config, dialect);
    s.redbook = config.text("Security", "RedbookRsc", "system_success_rsc");
    s.loginAttempts = config.number("Login", "MaxAttempts", 3);
    s.minVersion = config.number("Login", extended ? "MinClassicVersion" : "MinVersion", 0);
    s.minOgreVersion = config.number("Login", "MinOgreVersion", 0);
    s.invalidVersion = config.number("Login", "InvalidVersion", 100);
    s.mostPerAddress = config.number("Login", "MaxPerIPAddress", 0);
    s.oldVersionText = config.text("Login", "OldVersionStr", "The game software has been upgraded. Please update your client.");
    s.invalidVersionText = config.text("Login", "InvalidVersionStr", "This version of the game software cannot be used here.");
    s.suspendText = config.text("Login", "SuspendStr", "Your account has been disabled temporarily.");
    s.tooManyPerAddressText = config.text("Login", "TooManyPerIPAddressStr", "Too many logins from the same IP address.");
    s.busyText = config.text("Session", "Busy", "Too many people are logged on right now; please try again later.");
    s.message = config.text("MessageOfTheDay", "Default");
    s.loginTimeout = seconds("Synched", 10, minute);
    s.transferTimeout = seconds("Transfer", 2, minute);
    s.pickTimeout = seconds("SelectChar", extended ? 60 : 10, minute);
    s.gameTimeout = seconds("Game", extended ? 6 : 30, 1);
    s.maintenanceTimeout = seconds("Maintenance", 1800, 1); // the reference: 30, too short for people
    s.secondLoginWins = config.yes("Inactive", "Override", true);
    s.blockTime = config.number("Socket", "BlockTime", 300);
    s.mostPlaying = amount("Session", "MaxActive", 300);
    s.mostConnected = amount("Session", "MaxConnect", 300);
    s.mostStrangers = std::max<std::size_t>(amount("Session", "MaxStrangers", 5000), 1);
    s.strangersPerAddress = std::max<std::size_t>(amount("Session", "StrangersPerAddress", 100), 1);
    s.strangerTime = seconds("Stranger", 120, 1);
    s.workPerSecond = static_cast<double>(std::clamp<std::int64_t>(config.number("Session", "WorkPerSecond", 50), 1, 1000));
    s.messagesPerSecond = std::clamp<std::int64_t>(config.number("Session", "MessagesPerSecond", 100), 1, 100'000);
    s.logSpoofs = config.yes("Security", "LogSpoofs", true);
    s.hangUpSpoofs = config.yes("Security", "HangupSpoofs", true);
    s.goRoom = config.number("Rights", "GoRoom", 2);
    s.goRoomByNumber = config.number("Rights", "GoRoomByNum", extended ? 2 : 1);
    s.goPlayer = config.number("Rights", "GoPlayer", 2);
    s.getPlayer = config.number("Rights", "GetPlayer", extended ? 2 : 1);
    for (const int i : {0, 1}) {
        const std::string number = std::to_string(i + 1);
        s.adFile[i] = config.text("Advertise", "File" + number, "ad" + number + (extended ? ".avi" : ".bmp"));
        s.adUrl[i] = config.text("Advertise", "Url" + number);
    }
    s.clientMachine = config.text("Update", "ClientMachine");
    s.clientFile = config.text("Update", "ClientFilename");
    s.packageMachine = config.text("Update", "PackageMachine");
    s.packagePath = config.text("Update", "PackagePath");
    s.downloadReason = config.text("Update", "DownloadReason", "An update of files is available and required.");
    s.demoButton = config.text("Update", "DemoButton");
    for (const auto& [patch, line] : {std::pair{&s.classicPatch, std::string("Classic")}, {&s.ogrePatch, "Ogre"}})
        *patch = {config.text("Update", line + "PatchHost"), config.text("Update", line + "PatchPath"),
                  config.text("Update", line + "PatchCachePath"), config.text("Update", line + "PatchTxt"),
                  config.text("Update", line + "ClubExe")};
    s.service = !extended && config.yes("Service", "Enabled", false);
    s.serviceMachine = config.text("Service", "Machine", "ftp.neardeathstudios.com");
    s.serviceDirectory = config.text("Service", "Directory", "/private/m59/service");
    s.serviceUser = config.text("Service", "Username");
    s.servicePassword = config.text("Service", "Password");
    if (!extended) {
        s.drainAmount = std::clamp<std::int64_t>(config.number("Credit", "DrainAmount", -1), -1'000'000, 1'000'000);
        s.drainTime = std::clamp<std::int64_t>(config.number("Credit", "DrainTime", 1), 1, 1'000'000);
    }
    s.maintenanceLogin = config.yes("Security", "MaintenanceLogin", false);
    s.maintenanceMask = config.text("Socket", "MaintenanceMask", "127.0.0.1");
    if (s.protocol == wire::Dialect::Classic97 || s.protocol == wire::Dialect::Classic2012)
        s.guestAccount = config.text("Guest", "Account", "GUEST");
    s.mostGuests = config.number("Guest", "Max", 30);
    s.guestServerLow = config.number("Guest", "ServerMin", 100);
    s.guestServerHigh = config.number("Guest", "ServerMax", 109);
    return s;
}

} // namespace blak::serve

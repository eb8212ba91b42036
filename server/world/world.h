// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/names.h"
#include "server/vm/vm.h"
#include "server/world/accounts.h"
#include "server/world/credentials.h"
#include "server/world/logs.h"
#include "server/world/news.h"
#include "server/world/players.h"
#include "server/world/program_folder.h"
#include "server/world/room_files.h"
#include "server/world/run_folder.h"
#include "server/world/saves.h"

#include <filesystem>
#include <map>
#include <memory>
#include <random>

namespace blak::world {

/// A world in a run directory (blakserv.cfg, memmap, rsc, rooms, savegame, channel, kodbase.txt): its machine, accounts, logs and
/// saves. Knows nothing of sockets.
class World final : public vm::Host
{
public:
    explicit World(std::filesystem::path folder);

    /// Where time and chance come from instead of the system's clocks and device; before boot().
    void setSources(Clock::Sources clock, std::uint32_t seed);
    Clock& clock() { return clock_; }

    /// The connections; they must outlive the world or be taken away again with nullptr.
    void setPlayers(Players* players) { players_ = players; }
    Players* players() const { return players_; }

    Logs& logs() { return logs_; }
    /// What Blakod writes meanwhile enters no log: somebody who looks at the world has it run.
    void setMuted(bool muted) { muted_ = muted; }

    struct BootOptions
    {
        bool needsSystem = false; ///< without the class System there is nothing to run and nothing may be saved: an error
        bool rehearsal = false;   ///< nothing is written, no Blakod runs; what would be logged goes to the listeners
        /// What of the save has no place in the program is left out and logged; otherwise it is an error.
        bool acceptLosses = false;
        std::string dialect = {}; ///< instead of [Blakston] Dialect
    };
    /// Reads configuration, classes, names, resources and the last save; without a save it makes a new game.
    Result<void> boot(BootOptions options = {false, false, true, {}});
    bool hasProgram() const { return vm_ != nullptr; }
    const ProgramFolder& program() const { return program_; }
    /// Whether there are .bof files, in memmap or loadkod.
    bool hasClassFiles() const { return program_.hasClasses(); }
    vm::Vm& vm() { return *vm_; }
    Accounts& accounts() { return accounts_; }
    RunFolder& runFolder() { return runFolder_; }
    Config& config() { return runFolder_.config(); }
    /// Passwords, and who may do what.
    Credentials& credentials() { return credentials_; }
    const Credentials& credentials() const { return credentials_; }
    Saves& saves() { return saves_; }
    /// Where webhooks and records go.
    News& news() { return news_; }
    /// To be called after config() was changed: everything that reads options takes the new ones.
    void optionsChanged();
    const std::map<std::string, std::int64_t>& constants() const { return constants_; }
    bool extended() const { return vm_->dialect().extended; }

    /// Collects with the messages to System around it; `type` 1 collection, 2 save, 3 reload (reference kod.md section 4.6).
    void collect(std::int32_t type);
    /// Collects, writes the file set, makes it current. The Unix time that names it.
    Result<std::int64_t> save();
    /// A system message to whoever plays.
    void tellPlayers(std::string_view text);
    /// Loads the save of that time, 0 = the last one. One that is damaged, of another dialect, or of which objects would be lost
    /// changes nothing.
    Result<void> reloadGame(std::int64_t time);
    /// Saves, and loads the program and the save again. With a program that is damaged or has no place for an object the world
    /// goes on as it was.
    Result<void> reloadSystem();

    // --- one file (world_reload.cpp); nothing is collected, ids stay, clients notice nothing ---
    struct Reloaded
    {
        std::string file;
        std::size_t count = 0; ///< resources whose text changed, loaded rooms that have the file
        std::int64_t milliseconds = 0;
        std::vector<std::string> reports; ///< properties and timers that have no place any more
    };
    /// By the name of the class or of its file; taken from loadkod, where a new one may lie, or from memmap.
    Result<Reloaded> reloadClass(std::string_view name);
    Result<Reloaded> reloadResourceFile(std::string_view name);
    Result<Reloaded> reloadRoomFile(std::string_view name);

    /// A character of the class for an account: a new object named by a new dynamic resource. -1 when there is no such class.
    std::int64_t createUser(std::int64_t account, std::int32_t classId, std::string_view name = "");
    /// Runs timers that are due, so many at most. False when no more are due.
    bool runDueTimers(int most);
    void newHour(); ///< the clock of Blakod
    void reloadConfiguration();
    void logError(std::string_view text);
    void logLine(std::string_view text);   ///< channel "log"
    void auditLine(std::string_view text); ///< channel "admin": who commanded what
    /// A folder of the group [Path], below the run directory unless absolute.
    std::filesystem::path path(std::string_view option, std::string_view otherwise) const
    {
        return runFolder_.path(option, otherwise);
    }
    const std::filesystem::path& folder() const { return runFolder_.folder(); }
    /// Real milliseconds until something is due, at most `most`.
    int untilDue(int most);

    /// Of the stack of an error so many handlers are told, the innermost ones.
    static constexpr std::size_t mostCallers = 50;

    // vm::Host
    void debugLine(std::string_view text) override;
    void errorLine(std::string_view text) override;
    void godLine(std::string_view text) override;
    std::int64_t unixTime() override { return clock_.unixTime(); }
    std::int64_t milliseconds() override { return clock_.milliseconds(); }
    std::uint32_t random() override;
    std::optional<std::int64_t> accountOfObject(std::int64_t object) override;
    void replaceUser(std::int64_t oldObject, std::int64_t newObject) override;
    void resourceChanged(std::int64_t resource, std::string_view text) override;
    std::optional<std::int64_t> inactiveSeconds(std::int64_t session) override;
    void sendPacket(std::int64_t session, std::span<const std::byte> bytes) override;
    std::optional<std::vector<std::uint8_t>> sessionAddress(std::int64_t session) override;
    std::vector<std::byte> roomFile(std::string_view name) override { return roomFiles_.read(name); }
    std::unique_ptr<vm::RoomState> preparedRoom(std::string_view name) override { return roomFiles_.prepared(name); }
    bool takesWebhooks() override { return news_.takesWebhooks(); }
    void webhook(std::string_view text) override { news_.webhook(text); }
    void recordStat(std::int64_t kind, std::span<const vm::Value> values) override { news_.stat(kind, values); }
    std::optional<std::int64_t> saveGame() override;
    void loadGame(std::string_view time) override;

private:
    Result<void> loadWorld(const BootOptions& options);
    Result<void> makeMachine(const ProgramFiles& files);
    Result<void> loadProgram(const BootOptions& options);
    void useResources(const WorldTexts& texts);
    Result<std::unique_ptr<vm::Vm>> tryProgram(const ProgramFiles& files);
    Result<void> exchangeProgram(ProgramFiles& files, vm::Vm& trial);
    void applyLimits();
    Result<std::vector<std::string>> replaceClasses(const std::filesystem::path& fresh, const kodbase::Kodbase& names);
    void newGame();
    void sendSystem(std::int32_t message, std::int32_t type);

    Clock clock_;
    Logs logs_{clock_};
    bool muted_ = false;
    RunFolder runFolder_;
    std::unique_ptr<vm::Vm> vm_;
    std::vector<Error> programFaults_; ///< of the classes that were left out
    Accounts accounts_;
    Credentials credentials_{runFolder_, accounts_, [this] { return unixTime(); }};
    ProgramFolder program_{runFolder_};
    RoomFiles roomFiles_{runFolder_};
    Saves saves_{*this};
    News news_;
    std::map<std::string, std::int64_t> constants_;
    Players* players_ = nullptr;
    std::string wantedDialect_; ///< by whoever boots
    std::mt19937 random_;
    std::optional<std::int64_t> wantedLoad_;
};

} // namespace blak::world

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/names.h"
#include "server/vm/vm.h"
#include "server/world/accounts.h"
#include "server/world/channel.h"
#include "server/world/config.h"

#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <unordered_map>

namespace blak::world {

/// A world in a run directory (blakserv.cfg, memmap, rsc, rooms, savegame, channel, kodbase.txt): its machine, accounts, logs and
/// saves. Knows nothing of sockets.
class World final : public vm::Host
{
public:
    explicit World(std::filesystem::path folder);

    /// Reads configuration, classes, names, resources and the last save; without a save it makes a new game.
    Result<void> boot();

    vm::Vm& vm() { return *vm_; }
    Accounts& accounts() { return accounts_; }
    Config& config() { return config_; }
    const std::map<std::string, std::int64_t>& constants() const { return constants_; }
    bool extended() const { return vm_->dialect().extended; }
    std::int64_t startedAt() const { return startedAt_; }

    /// Collects with the messages to System around it; `type` 1 collection, 2 save, 3 reload (reference kod.md section 4.6).
    void collect(std::int32_t type);
    /// Collects, writes the file set, makes it current. The Unix time that names it.
    Result<std::int64_t> save();
    /// Loads the save of that time, 0 = the last one.
    Result<void> reloadGame(std::int64_t time);
    /// Saves, forgets everything, loads the program and the save again.
    Result<void> reloadSystem();

    /// A character of the class for an account: a new object named by a new dynamic resource. -1 when there is no such class.
    std::int64_t createUser(std::int64_t account, std::int32_t classId, std::string_view name = "");
    void runDueTimers();
    void markLogs();
    void logError(std::string_view text);

    /// Milliseconds until something is due, at most `most`.
    int untilDue(int most);

    // vm::Host
    void debugLine(std::string_view text) override;
    void errorLine(std::string_view text) override;
    void godLine(std::string_view text) override;
    std::int64_t unixTime() override;
    std::int64_t milliseconds() override;
    std::uint32_t random() override;
    std::optional<std::int64_t> accountOfObject(std::int64_t object) override;
    void replaceUser(std::int64_t oldObject, std::int64_t newObject) override;
    std::optional<std::int64_t> inactiveSeconds(std::int64_t) override { return std::nullopt; }
    void sendPacket(std::int64_t session, std::span<const std::byte> bytes) override;
    std::optional<std::vector<std::uint8_t>> sessionAddress(std::int64_t) override { return std::nullopt; }
    std::vector<std::byte> roomFile(std::string_view name) override;
    void webhook(std::string_view) override {}
    void recordStat(std::int64_t, std::span<const vm::Value>) override {}
    std::optional<std::int64_t> saveGame() override;
    void loadGame(std::string_view time) override;

private:
    std::filesystem::path path(std::string_view option, std::string_view otherwise) const;
    Result<void> loadProgram();
    void loadConstants();
    void newGame();
    Result<void> loadSave(std::int64_t time);
    Result<std::int64_t> writeSave();
    std::optional<std::int64_t> lastSave() const;
    void sendSystem(std::int32_t message, std::int32_t type);

    std::filesystem::path folder_;
    Config config_;
    std::unique_ptr<vm::Vm> vm_;
    Accounts accounts_;
    std::map<std::string, std::int64_t> constants_;
    Channel debug_;
    Channel error_;
    Channel log_;
    Channel god_;
    std::mt19937 random_;
    std::int64_t startedAt_ = 0;
    std::optional<std::int64_t> wantedLoad_;
    std::unordered_map<std::string, std::filesystem::path> roomFiles_; ///< by lower-case name, as roomFolder_ was when listed
    std::filesystem::path roomFolder_;
    std::filesystem::file_time_type roomFolderChanged_;
};

} // namespace blak::world

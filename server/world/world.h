// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/names.h"
#include "server/vm/vm.h"
#include "server/world/account_passwords.h"
#include "server/world/accounts.h"
#include "server/world/administrators.h"
#include "server/world/config.h"
#include "server/world/folder_lock.h"
#include "server/world/logs.h"
#include "server/world/players.h"
#include "server/world/program_files.h"
#include "server/world/room_preparer.h"
#include "server/world/save_set.h"

#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <unordered_map>

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
    /// Whether there are .bof files, in memmap or loadkod.
    bool hasClassFiles() const;
    /// The time of the save that the boot loaded; nothing for a new game.
    std::optional<std::int64_t> bootedFrom() const { return bootedFrom_; }

    vm::Vm& vm() { return *vm_; }
    Accounts& accounts() { return accounts_; }
    Config& config() { return config_; }
    /// To be called after config() was changed: everything that reads options takes the new ones.
    void optionsChanged();
    const std::map<std::string, std::int64_t>& constants() const { return constants_; }
    Administrators& administrators() { return administrators_; }

    // --- who may (world_accounts.cpp) ---
    /// Keeps the digest for old servers where keepsDigests(), and a slow hash for administrators' accounts and for whoever has
    /// no digest.
    Result<void> setPassword(Account& account, const std::string& digestText);
    /// The same with a slow hash that was made elsewhere; "" where the account wants none.
    Result<void> setPassword(Account& account, const std::string& digestText, std::string hash);
    bool wantsSlowHash(const Account& account) const;
    /// [Security] KeepDigests.
    bool keepsDigests() const;
    /// What shows that somebody is who they say: `secret` matches the slow `hash`, which takes a while and is checked elsewhere
    /// than on the world's thread. Without a hash it is decided: `right`.
    struct Proof
    {
        std::string hash{}, secret{};
        bool right = false;
    };
    /// nullptr = nobody: as slow as others, and never enough for provesToBe().
    Proof proofOf(const Account* account, const std::string& digestText) const;
    /// Whether a proof that was right still is one for the account.
    bool provesToBe(const Account& account, const Proof& proof) const;
    /// The account still keeps a digest that it may not.
    bool losesDigest(const Account& account) const;
    /// Puts a slow hash of the digest in its place.
    Result<void> replaceDigest(Account& account, std::string hash);
    /// The password goes with the account.
    void forgetPassword(const Account& account);
    Result<void> renameAccount(Account& account, std::string_view name);

    /// What an administrator may do in the game: everything, unless administrators.json says less.
    Role roleOf(const Account& account) const;
    struct Login
    {
        std::string name;
        Role role = Role::Observer;
    };
    /// With a password as people write it: of a named administrator, or of an administrator's account of the game.
    Proof administratorProof(std::string_view name, std::string_view password);
    /// Who comes with a proof that was right.
    std::optional<Login> administratorBy(std::string_view name, const Proof& proof);

    bool extended() const { return vm_->dialect().extended; }

    /// Collects with the messages to System around it; `type` 1 collection, 2 save, 3 reload (reference kod.md section 4.6).
    void collect(std::int32_t type);
    /// Collects, writes the file set, makes it current. The Unix time that names it.
    Result<std::int64_t> save();
    /// A save() is the newest state of the world on the disk: no snapshot was begun after it.
    bool savedLast() const { return savedLast_; }
    /// Saves without a word to Blakod, clients or logs, and without a collection. `current` = this save is loaded next.
    Result<std::int64_t> saveQuietly(bool current);
    /// The save before the end has failed: warns everybody, and says whether the server ends all the same, which it does at the
    /// second time where [Auto] EndUnsaved says so.
    bool endsUnsaved();
    bool endedUnsaved() const { return endedUnsaved_; }
    /// A system message to whoever plays.
    void tellPlayers(std::string_view text);
    /// A save that a forked copy of the process can write without allocating anything, and that changes nothing here.
    struct SnapshotWork
    {
        SnapshotFiles files;
        std::string accounts;
        std::unique_ptr<vm::SnapshotPlan> plan;
    };
    SnapshotWork planSnapshot();
    /// Is told before an explicit save, which is newer than any snapshot under way.
    void setBeforeSave(std::function<void()> listener) { beforeSave_ = std::move(listener); }
    /// Is told when one is complete, with its time.
    void setAfterSave(std::function<void(std::int64_t)> listener) { afterSave_ = std::move(listener); }
    /// Where SendWebhook() and RecordStat() go; nowhere without.
    static constexpr std::int64_t lastStatKind = 48; ///< of open105
    bool recordsStat(std::int64_t kind) const { return !unwantedStats_.contains(kind); }
    void recordStatOfKind(std::int64_t kind, bool on);
    using WebhookListener = std::function<void(std::string_view text)>;
    using StatListener = std::function<void(std::int64_t kind, std::span<const vm::Value> values)>;
    void setWebhookListener(WebhookListener listener) { webhookListener_ = std::move(listener); }
    void setStatListener(StatListener listener) { statListener_ = std::move(listener); }
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
    Result<void> saveConfiguration(); ///< what set() changed, into blakserv.cfg as it is now; NAME~ keeps the one before
    void logError(std::string_view text);
    void logLine(std::string_view text);   ///< channel "log"
    void auditLine(std::string_view text); ///< channel "admin": who commanded what
    /// A folder of the group [Path], below the run directory unless absolute.
    std::filesystem::path path(std::string_view option, std::string_view otherwise) const;
    const std::filesystem::path& folder() const { return folder_; }
    /// A file that the server keeps to itself, so that no command may show it: passwords, tokens, keys, saved games, recordings.
    /// By where it is (`file`, canonical) and by what stands in it (`text`).
    bool keepsSecret(const std::filesystem::path& file, std::string_view text) const;

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
    std::vector<std::byte> roomFile(std::string_view name) override;
    std::unique_ptr<vm::RoomState> preparedRoom(std::string_view name) override;
    bool takesWebhooks() override { return static_cast<bool>(webhookListener_); }
    void webhook(std::string_view text) override;
    void recordStat(std::int64_t kind, std::span<const vm::Value> values) override;
    std::optional<std::int64_t> saveGame() override;
    void loadGame(std::string_view time) override;

private:
    Result<void> makeFolders();
    Result<void> checkFolders() const;
    Result<void> takeLocks();
    void cleanLeftOvers();
    Result<void> loadWorld(const BootOptions& options);
    void prepareFiles();
    WorldTexts preparedTexts();
    void emptyDropBox();
    Result<ProgramFiles> readProgram();
    Result<void> makeMachine(const ProgramFiles& files);
    Result<void> loadProgram(const BootOptions& options);
    void useResources(const WorldTexts& texts);
    Result<std::unique_ptr<vm::Vm>> tryProgram(const ProgramFiles& files);
    Result<void> exchangeProgram(ProgramFiles& files, vm::Vm& trial);
    Result<std::vector<vm::LoadedFile>> readClasses(const std::optional<std::filesystem::path>& fresh,
                                                    std::vector<Error>& problems) const;
    void nameFiles(std::vector<vm::LoadedFile>& files) const;
    void applyLimits();
    Result<std::vector<std::string>> replaceClasses(const std::filesystem::path& fresh, const kodbase::Kodbase& names);
    Result<kodbase::Kodbase> readNames(std::vector<Error>& problems) const;
    void loadConstants();
    void newGame();
    Result<void> takeSave(SaveSet set);
    Result<std::int64_t> writeSave();
    Result<bool> loadNewestSave(bool acceptLosses);
    std::vector<save::User> savedUsers() const;
    SaveBytes currentState(bool withEmail) const;
    std::optional<std::int64_t> lastSave() const;
    const Account* administratorAccount(std::string_view name);
    void loadSecrets();
    void sendSystem(std::int32_t message, std::int32_t type);

    Clock clock_;
    Logs logs_{clock_};
    std::filesystem::path folder_;
    std::vector<FolderLock> locks_;
    Config config_;
    std::unique_ptr<vm::Vm> vm_;
    std::vector<Error> programFaults_; ///< of the classes that were left out
    Accounts accounts_;
    AccountPasswords passwords_;
    Administrators administrators_;
    std::map<std::string, std::int64_t> constants_;
    Players* players_ = nullptr;
    std::string wantedDialect_; ///< by whoever boots
    WebhookListener webhookListener_;
    StatListener statListener_;
    std::function<void()> beforeSave_;
    std::function<void(std::int64_t)> afterSave_;
    std::set<std::int64_t> unwantedStats_; ///< kinds of RecordStat()
    std::mt19937 random_;
    std::optional<std::int64_t> wantedLoad_;
    bool savedLast_ = false;
    int failedEnds_ = 0; ///< saves before the end that failed, since the last save that did not
    bool endedUnsaved_ = false;
    std::optional<std::int64_t> bootedFrom_;
    std::future<WorldTexts> preparedTexts_;                            ///< while the world boots
    std::unique_ptr<RoomPreparer> roomPreparer_;                       ///< likewise
    std::unordered_map<std::string, std::filesystem::path> roomFiles_; ///< by lower-case name, as roomFolder_ was when listed
    std::filesystem::path roomFolder_;
    std::filesystem::file_time_type roomFolderChanged_;
};

} // namespace blak::world

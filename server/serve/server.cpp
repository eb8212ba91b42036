// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/server.h"

#include "formats/base/counted.h"
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/md5.h"
#include "formats/motd/motd.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <unistd.h>

namespace blak::serve {
namespace {

constexpr int idleMilliseconds = 1000;
constexpr int tickMilliseconds = 250;
constexpr int passwordMilliseconds = 5;    ///< while a password is checked elsewhere
constexpr std::int64_t longestSilence = 5; ///< milliseconds; then answers go out, however much there is to do
constexpr int timersAtOnce = 4;
constexpr int waitingMilliseconds = 20; ///< while some session is throttled
constexpr std::int64_t logsTendedPeriod = 1'000;
constexpr std::int64_t filesNotedPeriod = 5'000;    ///< a recording learns of changed files at the latest then
constexpr std::uint64_t largestMessage = 32 * 1024; ///< of the day; clients take 40 000 bytes with their characters
constexpr std::string_view snapshotDone = "done";

int portSetting(const world::Config& config, std::string_view name, std::int64_t otherwise)
{
    return static_cast<int>(std::clamp<std::int64_t>(config.number("Socket", name, otherwise), 0, 65535));
}

/// A name with a fault in it must not become a new world. A replay makes its own folder.
Result<void> needFolder(const ServeOptions& options)
{
    std::error_code code;
    if (!options.replay.empty() || std::filesystem::is_directory(options.folder, code))
        return {};
    return Error{std::filesystem::exists(options.folder, code) ? "expected a folder, found a file"
                                                               : "expected a folder, found none",
                 options.folder.string()};
}

/// Ports and token of a server that has ended lead nowhere: it takes its own control.json away, none that another process wrote.
struct ForgottenFacts
{
    std::filesystem::path file;

    ~ForgottenFacts()
    {
        constexpr std::uint64_t longest = 65'536;
        const auto text = readTextFile(file, longest);
        const auto facts = text ? nlohmann::json::parse(text.value(), nullptr, false) : nlohmann::json();
        std::error_code code;
        if (facts.is_object() && facts.contains("process") && facts["process"] == ::getpid())
            std::filesystem::remove(file, code);
    }
};

} // namespace

Server::Server(ServeOptions options) : options_(std::move(options)), world_(options_.folder) {}

Server::~Server()
{
    world_.logs().setListener(this, nullptr);
    if (rerun_) { // between the machine and its host, with what control_ keeps in between
        control_.reset();
        rerun_.reset();
    }
}

Result<void> Server::start()
{
    if (auto there = needFolder(options_); !there)
        return there;
    if (auto opened = openOutside(); !opened)
        return opened;
    if (past_)
        return startPast();
    if (auto loaded = load(false); !loaded)
        return loaded;
    std::array<std::byte, 16> key{};
    outside_->random(key);
    sessions_->blocks().setKey(key);
    sessions_->setPasswordWorker([this](PasswordJob job) {
        if (!outside_->replays()) // the recording has what came of it
            passwordWorker_.add(std::move(job));
    });
    world_.saves().setBefore([this] { endSnapshot(); });
    world_.saves().setAfter([this](std::int64_t time) { control_->noteSave(time, false); });
    timers_.configure(world_.config(), world_.extended(), world_.unixTime());
    readFiles();
    if (auto listening = listen(); !listening)
        return listening;
    startBilling();
    return {};
}

Result<void> Server::load(bool rehearsal)
{
    const world::World::BootOptions boot{true, rehearsal, options_.acceptLosses || outside_->replays(), options_.dialect};
    if (auto booted = world_.boot(boot); !booted)
        return booted;
    admin_.emplace(world_, world::ServerFacts{});
    sessions_ = std::make_unique<Sessions>(world_, *admin_);
    sessions_->login().setLock([this] { return admin_->lock().text(); });
    return sessions_->loadBans(); // whom they keep out must not come in because they cannot be read
}

Result<void> Server::rehearse()
{
    if (auto there = needFolder(options_); !there)
        return there;
    const auto loaded = load(true);
    if (loaded)
        readFiles();
    ListenWish wish = secureWish();
    wish.address = "127.0.0.1"; // the ports themselves may be in use by the server that runs here
    wish.port = 0;
    const world::Config& config = world_.config();
    if (!config.text("Socket", "TlsPort").empty() || config.yes("Socket", "MaintenanceTls", false)) {
        if (auto opened = sockets_.open(); !opened)
            return opened;
        if (const auto secure = sockets_.listen(wish); !secure)
            world_.logError(secure.error().text());
    }
    return loaded;
}

ListenWish Server::secureWish()
{
    const world::Config& config = world_.config();
    const auto file = [&](std::string_view name) { return findOrName(world_.folder(), config.text("Socket", name)).string(); };
    return {.address = config.text("Socket", "Address"),
            .port = portSetting(config, "TlsPort", 0),
            .certificate = file("TlsCertificate"),
            .key = file("TlsKey")};
}

Result<void> Server::listen()
{
    const world::Config& config = world_.config();
    const std::string address = config.text("Socket", "Address");
    const ListenWish secure = secureWish();
    const auto game = outside_->listen({.address = address, .port = options_.port.value_or(portSetting(config, "Port", 5959))});
    if (!game)
        return game.error();
    game_ = game.value();
    ListenWish administrators{.address = config.text("Socket", "MaintenanceAddress", "127.0.0.1"),
                              .port = options_.maintenancePort.value_or(portSetting(config, "MaintenancePort", 9998))};
    if (config.yes("Socket", "MaintenanceTls", false)) {
        administrators.certificate = secure.certificate;
        administrators.key = secure.key;
    }
    const auto maintenance = outside_->listen(administrators);
    if (!maintenance)
        return maintenance.error();
    maintenance_ = maintenance.value();
    if (!config.text("Socket", "TlsPort").empty()) {
        const auto encrypted = outside_->listen(secure);
        if (!encrypted)
            return encrypted.error();
        secureGame_ = encrypted.value();
        doorPorts_["tls"] = secureGame_.port;
    }
    if (wire::isOpen(sessions_->settings().protocol)) {
        if (const auto udp = outside_->listen({.address = address, .port = port(), .datagrams = true}))
            datagrams_ = udp.value();
        else
            world_.logError("no UDP: " + udp.error().text());
    }
    admin_->setFacts({port(), maintenancePort(), &timers_, [this] { readFiles(); },
                      [this] {
                          std::string out;
                          for (const Package& package : sessions_->login().files().packages)
                              out += package.name + " " + std::to_string(package.time) + " " + std::to_string(package.flags) +
                                     " " + std::to_string(package.size) + "\r\n";
                          return out;
                      },
                      [this] {
                          reconnectPortal();
                          return portal_ != nullptr;
                      }});
    if (auto started = startTelemetry(); !started)
        return started;
    if (auto started = startMail(); !started)
        return started;
    if (auto tools = listenForTools(); !tools)
        return tools;
    if (!options_.quiet)
        openConsole();
    world_.logLine("listening for clients on port " + std::to_string(port()) + ", maintenance on port " +
                   std::to_string(maintenancePort()));
    if (!options_.quiet) {
        std::printf("blakserv: clients on port %d, maintenance on port %d\n", port(), maintenancePort());
        std::fflush(stdout);
    }
    return {};
}

void Server::handleSignals()
{
    for (;;) {
        const std::string signal = outside_->fact(Fact::Signal, [this] { return sockets_.takeSignal(); });
        if (signal.empty())
            return;
        if (signal == "stop") {
            stopping_ = signalled_ = true;
            continue;
        }
        outside_->noteFiles();
        configure();
        const std::string fault = outside_->fact(Fact::Certificates, [this] { return sockets_.renewCertificates(); });
        if (!fault.empty())
            world_.logError(fault + "; the certificate in use stays");
        connectPortal();
        world_.logLine("configuration read anew");
    }
}

void Server::configure()
{
    configureWorld();
    sessions_->configure();
    timers_.configure(world_.config(), world_.extended(), world_.unixTime());
    readFiles();
}

void Server::readFiles()
{
    sessions_->game().messageOfTheDay.clear();
    if (const auto text = readTextFile(findOrName(world_.path("Motd", "./"), "motd.txt"), largestMessage)) {
        const auto message = motd::read(text.value(), "motd.txt");
        if (message)
            sessions_->game().messageOfTheDay = motd::write(message.value());
        else
            world_.logError(message.error().text());
    }
    sessions_->login().files().packages.clear();
    if (const auto packages = readTextFile(findOrName(world_.path("PackageFile", "./"), "packages.txt"))) {
        std::size_t faults = 0;
        sessions_->login().files().packages = readPackages(packages.value(), faults);
        if (faults > 0)
            world_.logError("packages.txt: " + counted(faults, "line") + (faults == 1 ? " makes" : " make") + " no sense");
    }
    sessions_->login().files().resourceHash.clear();
    std::error_code ignored;
    std::vector<std::filesystem::path> files; // the last one by name counts, whatever the order of the folder
    for (const auto& entry : std::filesystem::directory_iterator(world_.path("Rsc", "rsc/"), ignored))
        if (lowerCase(entry.path().extension().string()) == ".rsb")
            files.push_back(entry.path());
    std::ranges::sort(files);
    for (const std::filesystem::path& file : files) {
        const auto bytes = readTextFile(file);
        if (!bytes)
            continue;
        sessions_->login().files().resourceHash.clear();
        for (const std::uint8_t byte : blak::md5(bytes.value()))
            sessions_->login().files().resourceHash.push_back(static_cast<char>(byte == 0 ? 1 : byte));
    }
}

int Server::run()
{
    const ForgottenFacts forgets{world_.folder() / "control.json"};
    if (past_)
        return runPast();
    if (options_.lookBack)
        if (const auto kept = control_->keepPast([this] { return replayer_->moment(); }); !kept) {
            std::fprintf(stderr, "blakserv: %s\n", kept.error().text().c_str());
            return 1;
        }
    while (!ended_ && !((stopping_ || admin_->terminating()) && mayEnd()))
        turn(sessions_->hasWaiting() ? waitingMilliseconds : idleMilliseconds);
    if (!ended_)
        hangUpAll();
    if (recorder_) {
        recorder_->end();
        if (recorder_->failed())
            std::fprintf(stderr, "blakserv: %s: could not be written\n", options_.record.string().c_str());
    }
    if (options_.lookBack)
        return lookBack();
    return replayer_ ? replayed() : world_.saves().endedUnsaved() ? 1 : 0;
}

void Server::turn(int most)
{
    int wait = std::min(world_.untilDue(most), static_cast<int>(timers_.secondsUntilDue(world_.unixTime())) * 1000 + 10);
    if (!sessions_->all().empty() || !control_->empty() || !peers_.empty() || snapshotUnderWay_)
        wait = std::min(wait, tickMilliseconds);
    if (!held_.empty())
        wait = std::min(wait, heldMilliseconds);
    if (sessions_->awaitsPasswords())
        wait = std::min(wait, passwordMilliseconds);
    if (sessions_->hasMoreNow())
        wait = 0;
    const auto ready = outside_->wait(wait);
    if (!ready) {
        ended_ = true;
        return;
    }
    serveAll(std::vector(ready->begin(), ready->end())); // whoever waits meanwhile, for a debugger, is told of others
    const std::int64_t now = outside_->milliseconds();
    sessions_->serveWaiting(now);
    if (sessions_->awaitsPasswords())
        sessions_->answerPasswords(outside_->fact(Fact::Passwords, [this] { return passwordWorker_.take(); }), now);
    if (now - lastTick_ >= (sessions_->hasWaiting() ? waitingMilliseconds : tickMilliseconds)) {
        lastTick_ = now;
        if (now - filesNotedAt_ >= filesNotedPeriod) {
            filesNotedAt_ = now;
            outside_->noteFiles();
        }
        if (now - logsTendedAt_ >= logsTendedPeriod) {
            logsTendedAt_ = now;
            world_.logs().tend();
        }
        if (endAgainAt_ != 0 && now >= endAgainAt_) {
            endAgainAt_ = 0;
            stopping_ = signalled_ = true;
        }
        sessions_->tick(now);
        control_->tick(now);
        tickPeers(now);
        tickBilling();
        dropStale();
        alertSlowMessages(now);
        runSystemTimers();
        noteSnapshot();
        snapshotWhenDue();
    }
    flushSessions();
    for (ControlClient* client : control_->takeDirty())
        flushTool(*client);
    flushPeers();
}

/// What has come, then timers. In a busy moment that takes long, and whoever has an answer does not wait for the others' ones.
void Server::serveAll(std::span<const Ready> ready)
{
    std::int64_t begun = outside_->milliseconds();
    for (const Ready& one : ready) {
        serve(one);
        if (const std::int64_t now = outside_->milliseconds(); now - begun >= longestSilence) {
            flushSessions();
            begun = now;
        }
    }
    while (world_.runDueTimers(timersAtOnce) && outside_->milliseconds() - begun < longestSilence) {
    }
}

Result<void> Server::beginSnapshot()
{
    if (snapshotUnderWay_)
        return {};
    snapshots_.prepare(); // reads clocks, so a replay does it too
    const std::string fault = outside_->fact(Fact::SnapshotBegun, [this] {
        const auto begun = snapshots_.begin();
        return begun ? std::string() : begun.error().text();
    });
    snapshotUnderWay_ = fault.empty();
    return fault.empty() ? Result<void>() : Result<void>(Error{fault, ""});
}

/// Looks whether a snapshot is complete. A replay makes none.
void Server::noteSnapshot()
{
    if (!snapshotUnderWay_)
        return;
    const std::filesystem::path folder = world_.path("LoadSave", "savegame/");
    const std::string text = outside_->fact(Fact::SnapshotEnded, [this] {
        const auto result = snapshots_.poll();
        return !result ? std::string() : *result ? std::string(snapshotDone) : result->error().text();
    });
    if (text.empty())
        return;
    snapshotUnderWay_ = false;
    if (text == snapshotDone) {
        control_->noteSave(world::lastSaveIn(folder).value_or(0), true);
    } else {
        world_.logError(text);
        sessions_->tellAdministrators("[Admin] " + text);
    }
    constexpr std::int64_t usualCount = 10;
    control_->gauges["snapshots"] = static_cast<std::int64_t>(snapshots_.made());
    control_->gauges["snapshot_pause_microseconds"] = snapshots_.lastPause();
    const auto keep = std::max<std::int64_t>(world_.config().number("Auto", "SnapshotsKept", usualCount), 1);
    world::cleanSaves(folder, world_.clock().cleaningTime(), static_cast<std::size_t>(keep), world_.saves().bootedFrom());
}

/// Before an explicit save, which is newer than any snapshot under way. A save takes the first free time for its name; so the
/// names that snapshots have taken are noted, and a replay, which has no snapshots, keeps them free of its own saves.
void Server::endSnapshot()
{
    snapshots_.abandon();
    snapshotUnderWay_ = false;
    const std::filesystem::path folder = world_.path("LoadSave", "savegame/");
    const std::int64_t now = world_.unixTime();
    const std::string names = outside_->fact(Fact::SaveNames, [&] {
        std::string text;
        if (const auto saves = world::listSaves(folder))
            for (const world::SaveEntry& save : saves.value())
                if (save.time >= now)
                    text += std::to_string(save.time) + " ";
        return text;
    });
    if (!outside_->replays())
        return;
    std::istringstream in(names);
    for (std::int64_t time = 0; in >> time;)
        std::ofstream(folder / ("gameuser." + std::to_string(time)), std::ios::app);
}

/// Every [Auto] SnapshotPeriod seconds (default a minute, 0 = never).
void Server::snapshotWhenDue()
{
    constexpr std::int64_t usualPeriod = 60;
    const std::int64_t now = outside_->milliseconds();
    const std::int64_t period = world_.config().number("Auto", "SnapshotPeriod", usualPeriod) * 1000;
    if (period <= 0)
        return;
    if (snapshotDue_ == 0 || snapshotDue_ > now + period)
        snapshotDue_ = now + period;
    if (now < snapshotDue_ || snapshotUnderWay_)
        return;
    snapshotDue_ = now + period;
    if (auto begun = beginSnapshot(); !begun)
        world_.logError(begun.error().text());
}

void Server::serve(const Ready& ready)
{
    if (ready.handle == game_.handle)
        return accept(game_, false);
    if (ready.handle == secureGame_.handle)
        return accept(secureGame_, false);
    if (ready.handle == maintenance_.handle)
        return accept(maintenance_, true);
    if (ready.handle == datagrams_.handle)
        return receiveDatagrams();
    if (ready.handle == Outside::signalHandle)
        return handleSignals();
    if (ready.handle == controlListener_.handle)
        return acceptTool();
    if (const auto tool = tools_.find(ready.handle); tool != tools_.end())
        return serveTool(*tool->second, ready);
    if (const auto door = doors_.find(ready.handle); door != doors_.end())
        return acceptPeer(door->first, door->second);
    if (peers_.contains(ready.handle))
        return servePeer(ready.handle, ready);
    const auto index = static_cast<std::size_t>(ready.handle);
    Session* session = index < byHandle_.size() ? byHandle_[index] : nullptr;
    if (session == nullptr)
        return;
    // Of one that is not read the end of the connection is all that is told.
    if (ready.broken && (session->interest & Outside::reading) == 0) {
        sessions_->lost(*session);
        return drop(*session);
    }
    if (ready.readable || ready.broken)
        receive(*session);
    if (ready.writable && byHandle_[index] == session)
        flush(*session);
}

void Server::runSystemTimers()
{
    timers_.follow(world_.unixTime(), outside_->milliseconds());
    const auto due = timers_.takeDue(world_.unixTime());
    if (!due)
        return;
    switch (*due) {
    case world::SystemTimer::Save:
        if (auto saved = world_.save(); !saved)
            world_.logError(saved.error().text());
        break;
    case world::SystemTimer::NewHour: world_.newHour(); break;
    case world::SystemTimer::ReopenChannels: world_.logs().rotate(world_.config()); break;
    case world::SystemTimer::Interface:
    case world::SystemTimer::Transmitted:
    case world::SystemTimer::ResetPool: break; // counters and pools that this server does not have
    }
}

/// A signal saves, and what it saves is current, unless [Auto] SaveOnSignal says No. When nothing says so there is one exception,
/// for scripts made for the old servers, which end at a signal without saving: they configure a SavePeriod, say `save game`,
/// change things, send SIGTERM, and look whether the save comes back (tests/conformance/run does). Such a save stays current as
/// long as nobody has logged in to the game since the start and no snapshot came after it: what administrators did in the last
/// [Auto] SnapshotPeriod is not in it then. The world is written down beside it in any case.
Result<void> Server::saveAtSignal()
{
    constexpr std::int64_t usualPeriod = 60;
    const world::Config& config = world_.config();
    const bool likeOldServer = !config.text("Auto", "SavePeriod").empty() && world_.saves().savedLast() &&
                               sessions_->counters().logins == 0 && config.number("Auto", "SnapshotPeriod", usualPeriod) > 0;
    const bool current = config.yes("Auto", "SaveOnSignal", !likeOldServer);
    const auto saved = world_.saves().writeQuietly(current);
    if (!saved)
        return saved.error();
    world_.logLine("stopped by a signal; the world is saved as " + std::to_string(saved.value()) +
                   (current ? "" : ", the save before it stays current"));
    return {};
}

/// A server whose world cannot be saved goes on: what is in memory is all there is of it.
bool Server::mayEnd()
{
    constexpr std::int64_t untilNextTry = 5'000; ///< milliseconds
    endSnapshot();
    if (!signalled_)
        return true;
    const auto saved = saveAtSignal();
    if (saved)
        return true;
    std::fprintf(stderr, "blakserv: %s\n", saved.error().text().c_str());
    world_.logError("stopped by a signal, but " + saved.error().text());
    if (world_.saves().endsUnsaved())
        return true;
    stopping_ = signalled_ = false;
    if (world_.config().yes("Auto", "EndUnsaved", false))
        endAgainAt_ = outside_->milliseconds() + untilNextTry;
    return false;
}

void Server::hangUpAll()
{
    std::vector<Session*> all;
    for (const auto& [id, session] : sessions_->all())
        all.push_back(session.get());
    for (Session* session : all) // drops those that are closing
        flush(*session);
    flushPeers();
}

} // namespace blak::serve

// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/server.h"

#include "formats/base/file_io.h"
#include "formats/base/md5.h"
#include "formats/motd/motd.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace blak::serve {
namespace {

constexpr int idleMilliseconds = 1000;
constexpr int tickMilliseconds = 250;
constexpr int waitingMilliseconds = 20; ///< while some session is throttled
constexpr int acceptsPerTurn = 64;
constexpr int datagramsPerTurn = 256;
constexpr std::size_t chunk = 16 * 1024;
constexpr std::uint64_t largestMessage = 32 * 1024; ///< of the day; clients take 40 000 bytes with their characters
constexpr std::size_t keptCapacity = 4 * 1024;      ///< of an idle session's output buffer
constexpr std::int64_t closingTime = 10'000;        ///< a closing session gets its last bytes within this

Address addressOf(const sockaddr_storage& peer)
{
    Address address;
    if (peer.ss_family == AF_INET6) {
        const auto& six = reinterpret_cast<const sockaddr_in6&>(peer);
        std::memcpy(address.bytes.data(), &six.sin6_addr, address.bytes.size());
        return address;
    }
    const auto& four = reinterpret_cast<const sockaddr_in&>(peer);
    address.bytes[10] = address.bytes[11] = 0xFF;
    std::memcpy(address.bytes.data() + 12, &four.sin_addr, 4);
    return address;
}

} // namespace

Server::Server(ServeOptions options) : options_(std::move(options)), world_(options_.folder) {}

Server::~Server()
{
    if (!sessions_)
        return;
    for (const auto& [id, session] : sessions_->all())
        ::close(session->handle);
}

Result<void> Server::start()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (auto booted = world_.boot(); !booted)
        return booted;
    admin_.emplace(world_, world::ServerFacts{});
    sessions_ = std::make_unique<Sessions>(world_, *admin_);
    sessions_->setLock([this] { return admin_->lockText(); });
    world_.setBeforeSave([this] { snapshots_.abandon(); });
    world_.setAfterSave([this](std::int64_t time) { control_->noteSave(time, false); });
    timers_.configure(world_.config(), world_.extended(), world_.unixTime());
    readFiles();
    if (auto opened = poller_.open(); !opened)
        return opened;
    if (auto caught = catchSignals(); !caught)
        return caught;
    return listen();
}

Result<void> Server::listen()
{
    const world::Config& config = world_.config();
    const auto number = [&](std::string_view name, std::int64_t otherwise) {
        return static_cast<int>(std::clamp<std::int64_t>(config.number("Socket", name, otherwise), 0, 65535));
    };
    auto game = listenOn(config.text("Socket", "Address"), options_.port.value_or(number("Port", 5959)));
    if (!game)
        return game.error();
    gameListener_ = std::move(game).value();
    auto maintenance = listenOn(config.text("Socket", "MaintenanceAddress", "127.0.0.1"),
                                options_.maintenancePort.value_or(number("MaintenancePort", 9998)));
    if (!maintenance)
        return maintenance.error();
    maintenanceListener_ = std::move(maintenance).value();
    poller_.add(gameListener_.get(), Poller::reading);
    poller_.add(maintenanceListener_.get(), Poller::reading);
    if (sessions_->settings().protocol == wire::Dialect::Open105) {
        if (auto udp = receiveOn(port())) {
            datagrams_ = std::move(udp).value();
            poller_.add(datagrams_.get(), Poller::reading);
        } else {
            world_.logError("no UDP: " + udp.error().text());
        }
    }
    admin_->setFacts({port(), maintenancePort(), &timers_, [this] { readFiles(); },
                      [this] {
                          std::string out;
                          for (const Package& package : sessions_->packages)
                              out += package.name + " " + std::to_string(package.time) + " " + std::to_string(package.flags) +
                                     " " + std::to_string(package.size) + "\r\n";
                          return out;
                      }});
    if (auto tools = listenForTools(); !tools)
        return tools;
    world_.logLine("listening for clients on port " + std::to_string(port()) + ", maintenance on port " +
                   std::to_string(maintenancePort()));
    if (!options_.quiet) {
        std::printf("blakserv: clients on port %d, maintenance on port %d\n", port(), maintenancePort());
        std::fflush(stdout);
    }
    return {};
}

Result<void> Server::catchSignals()
{
    sigset_t wanted;
    sigemptyset(&wanted);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        sigaddset(&wanted, signal);
    if (::sigprocmask(SIG_BLOCK, &wanted, nullptr) != 0)
        return Error{std::strerror(errno), "signals"};
    signals_ = Handle(::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC));
    if (!signals_)
        return Error{std::strerror(errno), "signals"};
    poller_.add(signals_.get(), Poller::reading);
    return {};
}

void Server::handleSignals()
{
    signalfd_siginfo info{};
    while (::read(signals_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
        if (info.ssi_signo != SIGHUP) {
            stopping_ = signalled_ = true;
            continue;
        }
        configure();
        world_.logLine("configuration read anew");
    }
}

void Server::configure()
{
    world_.reloadConfiguration();
    sessions_->configure();
    timers_.configure(world_.config(), world_.extended(), world_.unixTime());
    readFiles();
}

void Server::readFiles()
{
    sessions_->messageOfTheDay.clear();
    if (const auto text = readTextFile(world_.path("Motd", "./") / "motd.txt", largestMessage)) {
        const auto message = motd::read(text.value(), "motd.txt");
        if (message)
            sessions_->messageOfTheDay = motd::write(message.value());
        else
            world_.logError(message.error().text());
    }
    sessions_->packages.clear();
    if (const auto packages = readTextFile(world_.path("PackageFile", "./") / "packages.txt")) {
        std::size_t faults = 0;
        sessions_->packages = readPackages(packages.value(), faults);
        if (faults > 0)
            world_.logError("packages.txt: " + std::to_string(faults) + " lines make no sense");
    }
    sessions_->resourceHash.clear();
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(world_.path("Rsc", "rsc/"), ignored)) {
        if (lowerCase(entry.path().extension().string()) != ".rsb")
            continue;
        const auto bytes = readTextFile(entry.path());
        if (!bytes)
            continue;
        sessions_->resourceHash.clear();
        for (const std::uint8_t byte : blak::md5(bytes.value()))
            sessions_->resourceHash.push_back(static_cast<char>(byte == 0 ? 1 : byte));
    }
}

int Server::run()
{
    while (!stopping_ && !admin_->terminating())
        turn(sessions_->hasWaiting() ? waitingMilliseconds : idleMilliseconds);
    stop();
    return 0;
}

void Server::turn(int most)
{
    int wait = std::min(world_.untilDue(most), static_cast<int>(timers_.secondsUntilDue(world_.unixTime())) * 1000 + 10);
    if (!sessions_->all().empty() || !control_->empty() || snapshots_.underWay())
        wait = std::min(wait, tickMilliseconds);
    for (const Ready& ready : poller_.wait(wait))
        serve(ready);
    world_.runDueTimers();
    const std::int64_t now = world::World::realMilliseconds();
    if (now - lastTick_ >= (sessions_->hasWaiting() ? waitingMilliseconds : tickMilliseconds)) {
        lastTick_ = now;
        sessions_->tick(now);
        control_->tick(now);
        dropStale();
        runSystemTimers();
        snapshotWhenDue();
    }
    for (Session* session : sessions_->takeDirty())
        flush(*session);
    for (ControlClient* client : control_->takeDirty())
        flushTool(*client);
}

/// Every [Auto] SnapshotPeriod seconds (default a minute, 0 = never).
void Server::snapshotWhenDue()
{
    constexpr std::int64_t usualPeriod = 60;
    constexpr std::int64_t usualCount = 10;
    const std::int64_t now = world::World::realMilliseconds();
    if (const auto result = snapshots_.poll()) {
        if (!*result)
            world_.logError(result->error().text());
        else
            control_->noteSave(world::lastSaveIn(world_.path("LoadSave", "savegame/")).value_or(0), true);
        control_->gauges["snapshots"] = static_cast<std::int64_t>(snapshots_.made());
        control_->gauges["snapshot_pause_microseconds"] = snapshots_.lastPause();
        const auto keep = std::max<std::int64_t>(world_.config().number("Auto", "SnapshotsKept", usualCount), 1);
        world::cleanSaves(world_.path("LoadSave", "savegame/"), world_.unixTime(), static_cast<std::size_t>(keep));
    }
    const std::int64_t period = world_.config().number("Auto", "SnapshotPeriod", usualPeriod) * 1000;
    if (period <= 0)
        return;
    if (snapshotDue_ == 0 || snapshotDue_ > now + period)
        snapshotDue_ = now + period;
    if (now < snapshotDue_ || snapshots_.underWay())
        return;
    snapshotDue_ = now + period;
    if (auto begun = snapshots_.begin(); !begun)
        world_.logError(begun.error().text());
}

void Server::serve(const Ready& ready)
{
    if (ready.handle == gameListener_.get())
        return accept(gameListener_, false);
    if (ready.handle == maintenanceListener_.get())
        return accept(maintenanceListener_, true);
    if (ready.handle == datagrams_.get())
        return receiveDatagrams();
    if (ready.handle == signals_.get())
        return handleSignals();
    if (ready.handle == controlListener_.get())
        return acceptTool();
    if (const auto tool = tools_.find(ready.handle); tool != tools_.end())
        return serveTool(*tool->second, ready);
    const auto index = static_cast<std::size_t>(ready.handle);
    Session* session = index < byHandle_.size() ? byHandle_[index] : nullptr;
    if (session == nullptr)
        return;
    if (ready.readable || ready.broken)
        receive(*session);
    if (ready.writable && byHandle_[index] == session)
        flush(*session);
}

void Server::accept(Handle& listener, bool maintenance)
{
    for (int i = 0; i < acceptsPerTurn; ++i) {
        sockaddr_storage peer{};
        socklen_t size = sizeof peer;
        Handle socket(::accept4(listener.get(), reinterpret_cast<sockaddr*>(&peer), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!socket) {
            if (errno == EMFILE || errno == ENFILE) { // would be reported again and again
                listenersPaused_ = true;
                poller_.change(gameListener_.get(), 0);
                poller_.change(maintenanceListener_.get(), 0);
            }
            return;
        }
        const int on = 1;
        ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        const Address address = addressOf(peer);
        const std::int64_t now = world::World::realMilliseconds();
        Session* session = maintenance ? sessions_->openMaintenance(address, now) : sessions_->openGame(address, now);
        if (session == nullptr)
            continue; // closes the socket
        session->handle = socket.release();
        session->interest = Poller::reading;
        const auto index = static_cast<std::size_t>(session->handle);
        if (byHandle_.size() <= index)
            byHandle_.resize(index + 1, nullptr);
        byHandle_[index] = session;
        poller_.add(session->handle, Poller::reading);
    }
}

/// One chunk a turn, so that nobody keeps the others waiting.
void Server::receive(Session& session)
{
    std::byte buffer[chunk];
    const ssize_t got = ::recv(session.handle, buffer, sizeof buffer, 0);
    if (got > 0) {
        sessions_->received(session, std::span(buffer, static_cast<std::size_t>(got)), world::World::realMilliseconds());
        return;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR))
        sessions_->lost(session);
}

void Server::receiveDatagrams()
{
    for (int i = 0; i < datagramsPerTurn; ++i) {
        std::byte buffer[2048];
        sockaddr_storage peer{};
        socklen_t size = sizeof peer;
        const ssize_t got = ::recvfrom(datagrams_.get(), buffer, sizeof buffer, 0, reinterpret_cast<sockaddr*>(&peer), &size);
        if (got < 0)
            return;
        sessions_->receivedDatagram(addressOf(peer), std::span(buffer, static_cast<std::size_t>(got)),
                                    world::World::realMilliseconds());
    }
}

/// Writes what there is; what the socket does not take waits for the poller.
void Server::flush(Session& session)
{
    while (session.written < session.output.size()) {
        const ssize_t sent = ::send(session.handle, session.output.data() + session.written,
                                    session.output.size() - session.written, MSG_NOSIGNAL);
        if (sent > 0) {
            session.written += static_cast<std::size_t>(sent);
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN) {
            sessions_->lost(session);
            return drop(session);
        }
        break;
    }
    if (session.written == session.output.size()) {
        session.output.clear();
        if (session.output.capacity() > keptCapacity)
            session.output.shrink_to_fit();
    } else {
        session.output.erase(session.output.begin(), session.output.begin() + static_cast<std::ptrdiff_t>(session.written));
    }
    session.written = 0;
    if (session.closing && session.output.empty())
        return drop(session);
    const std::uint32_t interest =
        (session.closing || session.waiting ? 0 : Poller::reading) | (session.output.empty() ? 0 : Poller::writing);
    if (interest != session.interest)
        poller_.change(session.handle, interest);
    session.interest = interest;
}

void Server::drop(Session& session)
{
    poller_.remove(session.handle);
    byHandle_[static_cast<std::size_t>(session.handle)] = nullptr;
    ::close(session.handle);
    sessions_->forget(session);
}

/// Closing sessions whose peer does not read its last bytes; listeners that waited for a free descriptor.
void Server::dropStale()
{
    std::vector<Session*> stale;
    const std::int64_t now = world::World::realMilliseconds();
    for (const auto& [id, session] : sessions_->all())
        if (session->closing && now - session->closingSince > closingTime)
            stale.push_back(session.get());
    for (Session* session : stale)
        drop(*session);
    if (!listenersPaused_)
        return;
    listenersPaused_ = false;
    poller_.change(gameListener_.get(), Poller::reading);
    poller_.change(maintenanceListener_.get(), Poller::reading);
}

void Server::runSystemTimers()
{
    const auto due = timers_.takeDue(world_.unixTime());
    if (!due)
        return;
    switch (*due) {
    case world::SystemTimer::Save:
        if (auto saved = world_.save(); !saved)
            world_.logError(saved.error().text());
        break;
    case world::SystemTimer::NewHour: world_.newHour(); break;
    case world::SystemTimer::ReopenChannels: world_.rotateChannels(); break;
    case world::SystemTimer::Interface:
    case world::SystemTimer::Transmitted:
    case world::SystemTimer::ResetPool: break; // counters and pools that this server does not have
    }
}

/// A signal saves, unless the configuration was made for the old server (it sets [Auto] SavePeriod) and says nothing about
/// it: there a signal ends the server and the last save stays current. The world is written down in any case.
void Server::stop()
{
    snapshots_.abandon();
    if (signalled_) {
        const bool likeOldServer = !world_.config().text("Auto", "SavePeriod").empty();
        const bool current = world_.config().yes("Auto", "SaveOnSignal", !likeOldServer);
        const auto saved = world_.saveQuietly(current);
        if (!saved)
            std::fprintf(stderr, "blakserv: %s\n", saved.error().text().c_str());
        else
            world_.logLine("stopped by a signal; the world is saved as " + std::to_string(saved.value()) +
                           (current ? "" : ", the save before it stays current"));
    }
    std::vector<Session*> all;
    for (const auto& [id, session] : sessions_->all())
        all.push_back(session.get());
    for (Session* session : all) // drops those that are closing
        flush(*session);
}

} // namespace blak::serve

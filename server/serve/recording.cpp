// SPDX-License-Identifier: GPL-3.0-or-later
// The beginning of a recording and of its replay (docs/formats/recording.md).
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "server/serve/server.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace blak::serve {
namespace {

namespace fs = std::filesystem;

struct PathOption
{
    std::string_view group, name, otherwise;
    std::string_view file; ///< in that folder; "" = all with these endings
    std::vector<std::string> endings;
};

/// What of the world's files a server reads.
std::vector<PathOption> pathOptions()
{
    return {{"Path", "Memmap", "memmap/", "", {".bof"}},       {"Path", "Bof", "loadkod/", "", {".bof"}},
            {"Path", "Rsc", "rsc/", "", {".rsc", ".rsb"}},     {"Path", "Rooms", "rooms/", "", {".roo"}},
            {"Path", "Kodbase", "./", "kodbase.txt", {}},      {"Path", "Motd", "./", "motd.txt", {}},
            {"Path", "PackageFile", "./", "packages.txt", {}}, {"Constants", "Filename", "blakston.khd", "", {}}};
}

/// Paths that are only written to, and the saves.
constexpr std::pair<std::string_view, std::string_view> writtenPaths[]{{"Channel", "channel/"}, {"LoadSave", "savegame/"}};

using Paths = std::map<std::pair<std::string_view, std::string_view>, std::string>; ///< by group and option

Paths pathsOf(const world::Config& config)
{
    Paths paths;
    for (const PathOption& option : pathOptions())
        paths[{option.group, option.name}] = config.text(option.group, option.name, option.otherwise);
    for (const auto& [name, otherwise] : writtenPaths)
        paths[{"Path", name}] = config.text("Path", name, otherwise);
    return paths;
}

/// A path of the configuration in its plain form, without a slash at its end; "" = the folder itself.
std::string plainPath(std::string text)
{
    std::ranges::replace(text, '\\', '/');
    std::string plain = fs::path(text).lexically_normal().generic_string();
    while (plain.ends_with('/') && plain.size() > 1)
        plain.pop_back();
    return plain == "." ? std::string() : plain;
}

bool staysInside(const std::string& plain) { return plain.empty() || isSafeName(plain); }

} // namespace

Result<void> Server::openOutside()
{
    if (!options_.replay.empty())
        return beginReplay();
    if (auto opened = sockets_.open(); !opened)
        return opened;
    if (!options_.record.empty())
        return beginRecording();
    if (options_.clock) {
        world_.setSources(*options_.clock, options_.seed);
        return {};
    }
    std::uint32_t seed = 0;
    sockets_.random(std::as_writable_bytes(std::span(&seed, 1)));
    world_.setSources({[this] { return outside_->unixTime(); }, [this] { return outside_->milliseconds(); }}, seed);
    return {};
}

/// Files that lie elsewhere get a place of their own in the recording, and its configuration names that.
std::vector<RecordedPlace> Server::recordedPlaces()
{
    std::vector<RecordedPlace> places;
    struct Moved
    {
        std::string group, name, place;
    };
    std::vector<Moved> moved;
    const world::Config& config = world_.config();
    for (const PathOption& option : pathOptions()) {
        std::string plain = plainPath(config.text(option.group, option.name, option.otherwise));
        const fs::path real = findOrName(world_.folder(), plain);
        if (!staysInside(plain)) {
            plain = "outside/" + std::string(option.name);
            moved.push_back({std::string(option.group), std::string(option.name), plain});
        }
        if (!option.endings.empty())
            places.push_back({real, plain, option.endings, {}, {}});
        else if (option.file.empty())
            places.push_back({real, plain, {}, {}, {}});
        else
            places.push_back(
                {findOrName(real, option.file), (plain.empty() ? "" : plain + "/") + std::string(option.file), {}, {}, {}});
    }
    for (const auto& [name, otherwise] : writtenPaths)
        if (!staysInside(plainPath(config.text("Path", name, otherwise))))
            moved.push_back({"Path", std::string(name), "outside/" + std::string(name)});
    const auto withPlaces = [moved = std::move(moved)](std::string text) {
        world::Config file;
        if (!file.parse(text))
            return text; // the server did not take it either
        for (const Moved& one : moved)
            if (!file.set(one.group, one.name, one.place))
                return text;
        return file.write();
    };
    places.push_back({findOrName(world_.folder(), "blakserv.cfg"), "blakserv.cfg", {}, withPlaces, {}});
    places.push_back({world_.folder(), "", {".json"}, {}, "control.json"});
    places.push_back({findOrName(world_.folder(), "mail-secret.txt"), "mail-secret.txt", {}, {}, {}});
    return places;
}

Result<void> Server::beginRecording()
{
    auto writer = EventWriter::create(options_.record);
    if (!writer)
        return writer.error();
    recorder_ = std::make_unique<Recorder>(sockets_, std::move(writer).value());
    std::uint32_t seed = 0;
    sockets_.random(std::as_writable_bytes(std::span(&seed, 1)));
    world_.reloadConfiguration();
    if (auto begun = recorder_->begin(seed, recordedPlaces()); !begun)
        return begun;
    const fs::path saves = world_.path("LoadSave", "savegame/");
    std::string name = plainPath(world_.config().text("Path", "LoadSave", "savegame/"));
    if (!staysInside(name))
        name = "outside/LoadSave";
    if (const auto last = world::lastSaveIn(saves)) {
        const std::string number = std::to_string(*last);
        for (const std::string& file : {"gameuser." + number, "accounts." + number, "striings." + number, "dynarscs." + number,
                                        std::string("lastsave.txt")})
            if (const auto bytes = readFile(findOrName(saves, file)))
                recorder_->addFile((name.empty() ? "" : name + "/") + file, bytes.value());
    }
    outside_ = recorder_.get();
    world_.setSources({[this] { return outside_->unixTime(); }, [this] { return outside_->milliseconds(); }}, seed);
    return {};
}

Result<void> Server::beginReplay()
{
    std::error_code error;
    if (fs::exists(options_.folder, error) && !fs::is_empty(options_.folder, error))
        return Error{"a replay needs an empty folder, or none, for its world", options_.folder.string()};
    fs::create_directories(options_.folder, error);
    replayFile_.open(options_.replay, std::ios::binary);
    if (!replayFile_)
        return Error{"cannot be read", options_.replay.string()};
    replayer_ = std::make_unique<Replayer>(EventReader(replayFile_, options_.replay.filename().string()), options_.folder);
    if (auto begun = replayer_->begin(); !begun)
        return begun;
    outside_ = replayer_.get();
    if (options_.replayThrough) {
        through_ = options_.replayThrough(*replayer_);
        outside_ = through_.get();
    }
    world_.reloadConfiguration();
    if (!pathsStayInside())
        return Error{"the configuration in it names folders elsewhere", options_.replay.string()};
    world_.setSources({[this] { return outside_->unixTime(); }, [this] { return outside_->milliseconds(); }}, replayer_->seed());
    return findPast();
}

/// A recording of somebody else must not make this server write anywhere else.
bool Server::pathsStayInside()
{
    const auto paths = pathsOf(world_.config());
    return std::ranges::all_of(paths, [](const auto& path) { return staysInside(plainPath(path.second)); });
}

/// Folders are those of the start until the end: logs are open, a recording knows its files, a replay was checked.
void Server::configureWorld()
{
    const auto before = pathsOf(world_.config());
    world_.reloadConfiguration();
    for (const auto& [option, path] : pathsOf(world_.config()))
        if (const std::string& was = before.at(option); was != path)
            (void)world_.config().set(option.first, option.second, was);
}

/// Says how the replay went. The exit status.
int Server::replayed() const
{
    if (const auto& fault = replayer_->fault()) {
        std::fprintf(stderr, "blakserv: %s\n", fault->text().c_str());
        return 1;
    }
    if (!options_.quiet)
        std::printf(
            "replayed %llu events%s; %llu of %llu writes to connections differ\n",
            static_cast<unsigned long long>(replayer_->events()), replayer_->complete() ? "" : ", the recording breaks off here",
            static_cast<unsigned long long>(replayer_->differentWrites()), static_cast<unsigned long long>(replayer_->writes()));
    return 0;
}

/// The world stands where the recording ends, for debuggers that go back from there, until they leave or a signal comes.
int Server::lookBack()
{
    const int status = replayed();
    return standAtEnd(replayer_->fault(), false) ? status : 1;
}

/// `fault`: why this is not the end that it should be. False when nobody could come.
bool Server::standAtEnd(const std::optional<Error>& fault, bool inError)
{
    if (const auto listening = listenBehindReplay(); !listening) {
        std::fprintf(stderr, "blakserv: %s\n", listening.error().text().c_str());
        return false;
    }
    if (!options_.quiet) {
        std::printf("the recording has been run; debuggers can go back in it, on port %d\n", controlPort());
        std::fflush(stdout);
    }
    ended_ = stopping_ = signalled_ = false; // as the recorded one was told to
    while (!stopping_ && !ended_)
        control_->standAtEnd(fault ? "The replay ended early: " + fault->text() : "The recording ends here.", inError);
    return true;
}

} // namespace blak::serve

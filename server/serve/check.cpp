// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/check.h"

#include "formats/base/counted.h"
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/roo/room.h"
#include "server/serve/server.h"

namespace blak::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostNamed = 20; ///< rooms with faults that are named one by one

class Checker
{
public:
    explicit Checker(const fs::path& folder) : server_(optionsFor(folder)) {}

    FolderReport run()
    {
        world::World& world = server_.world();
        noteConfiguration();
        world.logs().setListener(this, [this](world::LogKind kind, std::string_view text) { // what a server would log
            if (kind == world::LogKind::Error)
                fault(std::string(text));
            else
                note("  " + std::string(text));
        });
        const auto rehearsed = server_.rehearse();
        world.logs().setListener(this, nullptr);
        if (world.hasProgram())
            noteWorld(rehearsed);
        if (!rehearsed)
            fault("a server would not start: " + rehearsed.error().text());
        std::error_code error;
        if (fs::is_directory(world.folder(), error))
            checkRooms();
        return std::move(report_);
    }

private:
    static ServeOptions optionsFor(const fs::path& folder)
    {
        ServeOptions options;
        options.folder = folder;
        return options;
    }

    void note(std::string text) { report_.lines.push_back(std::move(text)); }
    void fault(std::string text)
    {
        ++report_.faults;
        note("! " + std::move(text));
    }

    void noteConfiguration()
    {
        const fs::path file = findOrName(server_.world().folder(), "blakserv.cfg");
        std::error_code error;
        note(fs::exists(file, error) ? "configuration: " + file.string()
                                     : "configuration: no blakserv.cfg, everything has its default");
    }

    void noteWorld(const Result<void>& rehearsed)
    {
        world::World& world = server_.world();
        const vm::Dialect& dialect = world.vm().dialect();
        note("classes: " + std::to_string(world.vm().classIds().size()) + ", " + std::string(dialect.name) + ", in " +
             world.path("Memmap", "memmap/").string());
        note("packages: " + std::to_string(server_.packages()));
        if (!rehearsed)
            return;
        const auto save = world.saves().bootedFrom();
        note(save ? "saved game: " + std::to_string(*save) + ", " + world::timeText(*save) + ", " +
                        counted(world.vm().sizes().objects, "object") + ", " + counted(world.accounts().list.size(), "account")
                  : "saved game: none, a new game would begin");
    }

    /// A server reads a room when Blakod asks for it.
    void checkRooms()
    {
        const fs::path folder = server_.world().path("Rooms", "rooms/");
        std::error_code error;
        if (!fs::is_directory(folder, error))
            return fault("rooms: there is no folder " + folder.string());
        std::size_t count = 0;
        std::size_t bad = 0;
        for (const auto& entry : fs::directory_iterator(folder, error)) {
            if (lowerCase(entry.path().extension().string()) != ".roo")
                continue;
            ++count;
            const auto bytes = readFile(entry.path());
            const auto room =
                bytes ? roo::read(bytes.value(), entry.path().filename().string()) : Result<roo::Room>(bytes.error());
            if (!room && ++bad <= mostNamed)
                fault(room.error().text());
        }
        if (bad > mostNamed)
            fault("and " + std::to_string(bad - mostNamed) + " more of them");
        note("rooms: " + std::to_string(count) + " in " + folder.string());
    }

    Server server_;
    FolderReport report_;
};

} // namespace

std::string FolderReport::text() const
{
    std::string out;
    for (const std::string& line : lines)
        out += line + "\n";
    return out + (faults == 0 ? "nothing wrong\n" : counted(faults, "fault") + "\n");
}

FolderReport checkFolder(const fs::path& folder) { return Checker(folder).run(); }

} // namespace blak::serve

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/program_files.h"
#include "server/world/run_folder.h"

#include <functional>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace blak::world {

/// The files of a world's program: classes in memmap and the drop box (loadkod), names, resources, constants. Reads them; nothing
/// of it counts before whoever asked says so.
class ProgramFolder
{
public:
    explicit ProgramFolder(const RunFolder& folder) : folder_(folder) {}

    /// Whether there are .bof files, in memmap or loadkod.
    bool hasClasses() const;
    /// What lies in loadkod moves to memmap; not before it was found good.
    void emptyDropBox() const;
    /// The classes of memmap. `fresh` stands in for the file of its name there, or comes to them; without it all do that lie in
    /// loadkod, and keep the spelling that the name has in memmap.
    Result<std::vector<vm::LoadedFile>> readClasses(const std::optional<std::filesystem::path>& fresh,
                                                    std::vector<Error>& problems) const;
    Result<kodbase::Kodbase> readNames(std::vector<Error>& problems) const;
    Result<ProgramFiles> read();
    /// Messages of the classic server name the folder too.
    void nameFiles(std::vector<vm::LoadedFile>& files, bool extended) const;

    /// A task that reads names and resources for the next read(), on whatever thread.
    std::function<void()> prepareTexts();
    /// What nobody asked for.
    void dropPrepared() { prepared_ = {}; }

    /// `NAME = number` lines of the shared include file, values for administrators, by lower-case name.
    std::map<std::string, std::int64_t> readConstants() const;

private:
    WorldTexts texts();

    const RunFolder& folder_;
    std::future<WorldTexts> prepared_;
};

} // namespace blak::world

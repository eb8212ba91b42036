// SPDX-License-Identifier: GPL-3.0-or-later
// The files that commands write beside a world: bans, administrators, passwords.
#include "server/sessions/bans.h"
#include "server/world/account_passwords.h"
#include "server/world/administrators.h"

#include <cstdlib>
#include <fstream>

using namespace blak;

namespace {

struct Folder
{
    Folder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "blak-fuzz-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            std::abort();
        path = name;
    }
    ~Folder() { std::filesystem::remove_all(path); }

    std::filesystem::path path;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Folder folder;
    const std::filesystem::path file = folder.path / "file.json";
    std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    serve::Bans bans(file);
    if (bans.load())
        for (const world::Ban& ban : bans.list(0))
            if (ban.kind != world::BanKind::Address && bans.find(ban.what, 0) == nullptr) // a pattern fits itself
                std::abort();
    world::Administrators administrators(file);
    if (administrators.load())
        for (const world::Administrator& one : administrators.list())
            if (administrators.find(one.name) == nullptr)
                std::abort();
    world::AccountPasswords passwords(file);
    (void)passwords.load();
    return 0;
}

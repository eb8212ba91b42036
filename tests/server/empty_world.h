// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "server/admin/admin.h"

#include <QTemporaryDir>

#include <filesystem>
#include <optional>
#include <string>

namespace blak::test {

/// A world without classes.
struct EmptyWorld
{
    explicit EmptyWorld(std::string_view configuration = "")
    {
        (void)writeFileAtomically(path() / "blakserv.cfg", configuration, Backup::None);
        world.emplace(path());
        if (!world->boot())
            qFatal("the world does not boot");
        admin.emplace(*world, world::ServerFacts{});
    }

    std::filesystem::path path() const { return folder.path().toStdString(); }
    std::string run(std::string_view command, world::Role role = world::Role::Owner)
    {
        bool closes = false;
        return admin->run(command, closes, {world::Access::Admin, role, "the test"});
    }
    std::string log(const char* name) const { return readTextFile(path() / "channel" / name).value(); }

    QTemporaryDir folder;
    std::optional<world::World> world;
    std::optional<world::Admin> admin;
};

} // namespace blak::test

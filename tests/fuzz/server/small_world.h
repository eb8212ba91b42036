// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/sessions/sessions.h"
#include "server/world/passwords.h"

#include <cstdlib>
#include <filesystem>

namespace blak::test {

/// A world without classes in a folder of its own, with an account "a" (password "b") that owns object 0, and its connections.
struct SmallWorld
{
    SmallWorld() : folder(makeFolder()), world(folder), admin(prepare(world), {}), sessions(world, admin) {}
    ~SmallWorld() { std::filesystem::remove_all(folder); }

    static std::filesystem::path makeFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "blak-fuzz-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            std::abort();
        return name;
    }

    static world::World& prepare(world::World& world)
    {
        if (!world.boot())
            std::abort();
        const std::int64_t id = world.accounts().create("a", world::passwordText("b"), world::AccountType::Admin, "");
        world.accounts().users.push_back({id, 0});
        return world;
    }

    std::filesystem::path folder;
    world::World world;
    world::Admin admin;
    serve::Sessions sessions;
};

} // namespace blak::test

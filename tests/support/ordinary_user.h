// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <filesystem>
#include <unistd.h>

namespace blak::test {

/// A user who may not do everything, while it lives: root is asked for no permission. In a run by somebody else it changes
/// nothing.
class OrdinaryUser
{
public:
    /// `owned`: a folder that is given to that user with all it holds; empty: none.
    explicit OrdinaryUser(const std::filesystem::path& owned = {})
    {
        if (::geteuid() != 0)
            return;
        namespace fs = std::filesystem;
        const auto give = [](const fs::path& path) {
            if (::lchown(path.c_str(), nobody, nobody) != 0)
                qFatal("cannot give %s away", path.c_str());
        };
        if (!owned.empty()) {
            for (const fs::directory_entry& entry : fs::recursive_directory_iterator(owned))
                give(entry.path());
            give(owned);
        }
        // The real user too: access(2) asks for that one. Root stays behind as the saved one, for the way back.
        if (::setresuid(nobody, nobody, 0) != 0)
            qFatal("cannot become an ordinary user: the tests need root, or somebody who is not root");
        changed_ = true;
    }
    OrdinaryUser(const OrdinaryUser&) = delete;
    OrdinaryUser& operator=(const OrdinaryUser&) = delete;
    ~OrdinaryUser()
    {
        if (changed_ && ::setresuid(0, 0, 0) != 0)
            qFatal("cannot become root again");
    }

private:
    static constexpr uid_t nobody = 65534;
    bool changed_ = false;
};

} // namespace blak::test

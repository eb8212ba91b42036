// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"

#include <QTemporaryDir>
#include <QtGlobal>

#include <filesystem>
#include <string>

namespace blak::test {

/// A folder of files for tests, as other programs would write them.
class FileFolder
{
public:
    std::filesystem::path file(const std::string& name) const { return std::filesystem::path(dir_.path().toStdString()) / name; }

    std::filesystem::path write(const std::string& name, std::string_view bytes) const
    {
        if (!writeFileAtomically(file(name), bytes, Backup::None))
            qFatal("cannot write %s", name.c_str());
        return file(name);
    }

    std::string read(const std::string& name) const
    {
        const auto text = readTextFile(file(name));
        return text ? text.value() : "(missing)";
    }

private:
    QTemporaryDir dir_;
};

} // namespace blak::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/settings_file.h"

#include "formats/base/file_io.h"
#include "studio/shell/studio_settings.h"
#include "ui/scratch_dir.h"

#include <QDir>
#include <QSettings>

#include <algorithm>
#include <array>

namespace blak::ui::shell {
namespace {

constexpr auto markKey = "blakston-studio/settings"; ///< says that a file is one of ours, and of which version
constexpr int version = 1;
constexpr std::uint64_t largestFile = 4 << 20;
/// Groups that go along; all others belong to this machine.
constexpr std::array carried{"appearance/", "keys/", "editor/", "memory/", "layout/"};

bool isCarried(const QString& key)
{
    return std::ranges::any_of(carried, [&](const char* group) { return key.startsWith(QLatin1String(group)); });
}

Error notOurs(const QString& file)
{
    return {"this is no file of settings of the studio; such a file comes from Settings, Carry along, Export",
            file.toStdString()};
}

} // namespace

Result<void> exportSettings(const QString& file)
{
    const ScratchDir scratch; // QSettings writes files of its own; ours replaces the old one in one step
    const QString path = scratch.filePath(QStringLiteral("settings.ini"));
    {
        QSettings out(path, QSettings::IniFormat);
        out.setValue(QLatin1String(markKey), version);
        const QSettings in(settingsFile(), QSettings::IniFormat);
        for (const QString& key : in.allKeys())
            if (isCarried(key))
                out.setValue(key, in.value(key));
        out.sync();
    }
    const auto text = readTextFile(path.toStdString(), largestFile);
    if (!text)
        return text.error();
    return writeFileAtomically(file.toStdString(), std::string_view(text.value()));
}

Result<void> importSettings(const QString& file)
{
    if (const auto text = readTextFile(file.toStdString(), largestFile); !text)
        return text.error();
    const QSettings in(file, QSettings::IniFormat);
    if (in.status() != QSettings::NoError || in.value(QLatin1String(markKey)).toInt() < 1)
        return notOurs(file);
    if (in.value(QLatin1String(markKey)).toInt() > version)
        return Error{"these settings come from a newer studio; this one knows version 1", file.toStdString()};
    QSettings out(settingsFile(), QSettings::IniFormat);
    for (const QString& key : in.allKeys())
        if (isCarried(key))
            out.setValue(key, in.value(key));
    out.sync();
    return {};
}

} // namespace blak::ui::shell

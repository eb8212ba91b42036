// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/studio_settings.h"

#include <QStandardPaths>
#include <QtGlobal>

namespace blak::ui::shell {
namespace {

QString& chosenFile()
{
    static QString file;
    return file;
}

} // namespace

void useSettingsFile(const QString& path) { chosenFile() = path; }

QString settingsFile()
{
    if (!chosenFile().isEmpty())
        return chosenFile();
    QString named = qEnvironmentVariable("BLAK_SETTINGS");
    if (!named.isEmpty())
        return named;
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + QStringLiteral("/blakston/studio.ini");
}

StudioSettings::StudioSettings() : settings_(settingsFile(), QSettings::IniFormat) {}

} // namespace blak::ui::shell

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QString>

namespace blak::ui::shell {

/// What the studio remembers: theme, scale, keys, layouts, recent projects, the last session. One ini file: the one given to
/// useSettingsFile (tests, --settings), else $BLAK_SETTINGS, else studio.ini in the user's configuration folder.
class StudioSettings
{
public:
    StudioSettings();

    QVariant value(const QString& key, const QVariant& fallback = {}) const { return settings_.value(key, fallback); }
    void setValue(const QString& key, const QVariant& value) { settings_.setValue(key, value); }
    void remove(const QString& key) { settings_.remove(key); }
    bool contains(const QString& key) const { return settings_.contains(key); }
    void sync() { settings_.sync(); }

private:
    QSettings settings_;
};

/// Counts for every StudioSettings made afterwards.
void useSettingsFile(const QString& path);
QString settingsFile();

} // namespace blak::ui::shell

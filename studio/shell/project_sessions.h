// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariantMap>

namespace blak::ui::shell {

constexpr int mostProjectSessions = 20;

/// A file of the project in `root`, or a comparison or merge with one of it.
bool isOfProject(const QString& path, const QString& root);

/// What was open in a project when it was left, in the settings: that of the `mostProjectSessions` left last. `session` as
/// sessionOf() gives it; of its documents those of the project.
void rememberProjectSession(const QVariantMap& session);
/// Empty: nothing is remembered of this folder. Whatever stands in the settings, no other folder is named in it.
QVariantMap projectSession(const QString& folder);
void forgetProjectSessions();

} // namespace blak::ui::shell

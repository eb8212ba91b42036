// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "kodide/ui/debug_backend.h"

#include <QObject>

namespace blak::ui::debugging {

/// Ways to debug a project, as `debug.json` keeps them (files/launch_file.h).
Result<QVector<code::DebugWish>> parseLaunches(const QByteArray& text, const QString& where);
QByteArray launchesText(const QVector<code::DebugWish>& all);

/// Those of the open project, behind the one that is always there: its own world.
class LaunchList : public QObject
{
    Q_OBJECT

public:
    static constexpr const char* fileName = "debug.json";

    using QObject::QObject;

    /// Of another project, or again. `fault` is left alone when all is well; a file that makes no sense is never written over.
    void load(const QString& root, QString& fault);
    const QString& root() const { return root_; }
    const QVector<code::DebugWish>& all() const { return all_; }
    int chosen() const { return chosen_; }
    void choose(int index);
    void choose(const QString& name);
    /// The one that is chosen, for the project.
    code::DebugWish wish() const;
    /// Replaces all but the first, and writes the file; goes without one when there are none.
    Result<void> setOwn(const QVector<code::DebugWish>& own);

signals:
    void changed();

private:
    QString root_;
    QVector<code::DebugWish> all_;
    int chosen_ = 0;
    bool isReadable_ = true;
};

} // namespace blak::ui::debugging

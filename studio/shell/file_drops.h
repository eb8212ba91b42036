// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QMimeData;

namespace blak::ui::shell {

/// Files that are dropped onto a text are opened: a text by itself would take in their addresses. Other widgets that take files
/// (frames of a sprite, textures) are left alone.
class FileDrops : public QObject
{
    Q_OBJECT

public:
    explicit FileDrops(QObject* parent);

    /// Paths of this machine; empty: nothing that could be opened.
    static QStringList filesIn(const QMimeData& mime);

signals:
    void dropped(const QStringList& files);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace blak::ui::shell

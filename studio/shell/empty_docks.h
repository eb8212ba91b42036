// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/dock_arrangements.h"

#include <QByteArray>
#include <QObject>
#include <QVector>

class QMainWindow;

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

class Dock;

/// Docks that have nothing of the document in front are away, so that it has their place: those at the right, and all that are made for
/// its kind where it has a page in none of them (a comparison among sprites), then also the tabs behind its tools. With a document that has something they stand as before, to
/// the pixel, unless somebody moved docks meanwhile.
class EmptyDocks : public QObject
{
    Q_OBJECT

public:
    explicit EmptyDocks(QMainWindow& window);

    /// `own`: the docks of documents in this perspective, of which some may go; `tools`: shared ones that are of use only beside such
    /// documents; `all`: own and shared ones.
    void fold(const QVector<Dock*>& own, const QVector<Dock*>& tools, const QVector<Dock*>& all, DocumentView& shown);
    /// Brings back all of them.
    void unfold(const QVector<Dock*>& all);
    /// They stay as they are: another arrangement has come.
    void forget();
    /// Those that were shown by hand meanwhile are no longer kept away.
    void forgetShown();

private:
    struct Away
    {
        Dock* dock = nullptr; ///< lives as long as the window
        int height = 0; ///< px, before it went
    };

    void hide(const QVector<Dock*>& docks, const QVector<Dock*>& all);

    QMainWindow& window_;
    QVector<Away> away_;
    QByteArray before_;  ///< the arrangement before the first went
    DockShape without_;  ///< how the others stood then
    bool isNoted_ = false; ///< without_ is known: it is when all is laid out
    int round_ = 0;
};

} // namespace blak::ui::shell

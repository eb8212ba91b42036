// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/playing/play_host.h"

#include <QHash>
#include <QObject>
#include <QPointer>

namespace blak::ui::shell {

class Dock;
class StudioWindow;

/// Games that stand beside the documents or in windows of their own, whatever the perspective: each a dock, which floats or does not.
class GameDocks : public QObject
{
    Q_OBJECT

public:
    explicit GameDocks(StudioWindow& window);

    void place(playing::PlayTab* tab, playing::GamePlace place);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Dock* dockOf(playing::PlayTab* tab);
    void bringBack(playing::PlayTab* tab);
    void showAgain();

    StudioWindow& window_;
    QHash<playing::PlayTab*, QPointer<Dock>> docks_;
};

} // namespace blak::ui::shell

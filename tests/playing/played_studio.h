// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "played_world.h"

#include "client/play/play_view.h"
#include "studio/playing/play_controller.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_play.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/support/shown_studio.h"
#include "ui/status_strip.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>

namespace blak::play {

/// The studio with a copy of the sample world open, and caches of its own.
struct PlayedStudio
{
    static constexpr int patience = 60'000;

    explicit PlayedStudio(const QString& file) : settings(folder.filePath(QStringLiteral("studio.ini")))
    {
        ui::shell::useSettingsFile(settings);
        qputenv("XDG_CONFIG_HOME", folder.filePath(QStringLiteral("config")).toLocal8Bit()); // of clients
        // Most tests look into the parts of a client.
        const bool isUsual = qEnvironmentVariable("BLAK_PLAY_CLIENT") == QLatin1String("usual");
        ui::shell::StudioSettings().setValue(QStringLiteral("play/clientWithin"), !isUsual);
        openWindow();
        if (!file.isEmpty())
            window->open(world.path(file));
        window->finishBackgroundWork();
    }

    void openWindow()
    {
        window = test::shownStudio(ui::shell::documentTypes(), ui::shell::editorActions(), {1440, 900});
        play = ui::shell::attachPlay(*window);
        play->setCaches(world.folder.filePath(QStringLiteral("cache")), world.folder.filePath(QStringLiteral("scratch")));
        window->open(world.world());
        window->finishBackgroundWork();
    }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        window->activateWindow();
        QWidget* target = QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : window.get();
        QTest::keyClick(target, key, modifiers);
    }

    void trigger(const char* id) const
    {
        QAction* action = window->actions().action(QLatin1String(id));
        QVERIFY2(action != nullptr, id);
        QVERIFY2(action->isEnabled(), id);
        action->trigger();
    }

    /// F5, and on until the character stands where it was wanted.
    void play5()
    {
        QSignalSpy placed(&play->session(), &PlaySession::placed);
        QAction* action = window->actions().action(QStringLiteral("play.run.here"));
        window->actions().refresh();
        QTRY_VERIFY(action->isEnabled());
        window->activateWindow();
        QTRY_VERIFY(window->isActiveWindow());
        QTest::keyClick(window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(!placed.isEmpty(), patience);
        // The server has put it there; the client hears of that a moment later.
        const QString wanted = play->session().place().room;
        QTRY_VERIFY_WITH_TIMEOUT(tab() != nullptr && tab()->isIn() &&
                                     (wanted.isEmpty() ? !tab()->place().room.isEmpty()
                                                       : tab()->place().room.compare(wanted, Qt::CaseInsensitive) == 0),
                                 patience);
    }

    ui::playing::PlayTab* tab() const { return play->currentTab(); }

    /// What takes its time, as the status bar and the bar below the tools say; empty when nothing does.
    QString progress() const
    {
        for (const auto* label : window->status().findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(QStringLiteral("world")) && !label->text().contains(QStringLiteral("scratch")))
                return label->text();
        for (const auto* bar : window->findChildren<QProgressBar*>())
            if (bar->isVisible() && bar->parent() == window.get())
                return QStringLiteral("a bar that runs");
        return {};
    }

    QTemporaryDir folder;
    QString settings;
    PlayedWorld world;
    std::unique_ptr<ui::shell::StudioWindow> window;
    ui::playing::PlayController* play = nullptr;
};

} // namespace blak::play

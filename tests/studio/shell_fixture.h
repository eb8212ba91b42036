// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/studio/fake_documents.h"
#include "tests/support/shown_studio.h"
#include "ui/theme.h"

#include <QAction>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace blak::test {

/// Windows of the shell over a project of fake files, with settings of their own.
class ShellFixture
{
protected:
    using StudioWindow = ui::shell::StudioWindow;
    using Dock = ui::shell::Dock;

    /// Before each test.
    void begin()
    {
        settings_ = std::make_unique<QTemporaryDir>();
        project_ = std::make_unique<FakeProject>();
        ui::shell::useSettingsFile(settings_->filePath(QStringLiteral("studio.ini")));
        ui::setTheme(ui::ThemeKind::Dark);
    }

    std::unique_ptr<StudioWindow> makeWindow(QSize size = {1280, 800}) { return shownStudio(fakeTypes(), fakeActions(), size); }

    static FakeDocument* current(StudioWindow& window)
    {
        auto* document = static_cast<FakeDocument*>(window.documents().current());
        if (document == nullptr)
            qFatal("no document is current");
        return document;
    }

    static Dock* dockOf(StudioWindow& window, const char* id)
    {
        Dock* dock = window.docks().dock(QLatin1String(id));
        if (dock == nullptr)
            qFatal("no dock is called %s", id);
        return dock;
    }

    static QStringList menuTitles(StudioWindow& window)
    {
        QStringList titles;
        for (const QAction* action : window.findChild<QMenuBar*>()->actions())
            titles << action->text().remove(QLatin1Char('&'));
        return titles;
    }

    void openProjectIn(StudioWindow& window)
    {
        window.open(project_->root());
        QTRY_VERIFY(!window.index().isRunning());
    }

    /// Until it is in front, or what it is opened in.
    static void openFileIn(StudioWindow& window, const QString& path)
    {
        window.open(path);
        QTRY_VERIFY(!window.opening().isUnderWay() && window.documents().current() != nullptr);
        QCoreApplication::processEvents();
    }

    std::unique_ptr<QTemporaryDir> settings_;
    std::unique_ptr<FakeProject> project_;
};

} // namespace blak::test

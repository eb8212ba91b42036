// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_browser.h"
#include "roomedit/textures/texture_model.h"
#include "roomedit/textures/texture_preview.h"
#include "tests/studio/shell_fixture.h"
#include "tests/textures/texture_world.h"
#include "ui/theme.h"

#include <QApplication>
#include <QFile>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

/// The Textures dock counts the rooms that the tree of files has.
class TestTextureDock : public QObject, test::ShellFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

    void roomsThatComeAndGoAreCounted()
    {
        test::TextureWorld world;
        world.addTexture(4107, "Boards", 32, 32);
        for (const char* room : {"cellar.roo", "hall.roo", "tower.roo"})
            world.addRoom(QLatin1String(room), 2, 4107, 0, 0);
        const auto window = makeWindow();
        window->open(world.root());
        QTRY_VERIFY(!window->index().isRunning());
        window->showDock(QStringLiteral("textures"));
        textures::TextureBrowser& browser = window->textures();
        const auto rooms = [&]() -> qsizetype {
            const textures::TextureUse* use = browser.model().use();
            return use == nullptr ? 0 : use->rooms.value(4107).size();
        };
        QTRY_COMPARE(rooms(), qsizetype{3});
        QVERIFY(QFile::remove(world.path(QStringLiteral("tower.roo")))); // by another program
        QTRY_COMPARE(rooms(), qsizetype{2});
        browser.preview().setTexture(4107);
        QTRY_VERIFY2(browser.preview().facts().contains(QStringLiteral("Used in 2 rooms")), qPrintable(browser.preview().facts().join(u'|')));
        world.addRoom(QStringLiteral("attic.roo"), 1, 4107, 0, 0);
        QTRY_COMPARE(rooms(), qsizetype{3});
        QCOMPARE(browser.model().use()->rooms.value(4107).first().room, world.path(QStringLiteral("attic.roo")));
    }
};

QTEST_MAIN(TestTextureDock)
#include "tst_texture_dock.moc"

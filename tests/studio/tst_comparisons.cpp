// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons in the window: how one is asked for, what is in front then, and what it has the keys and the place of.
#include "formats/bgf/sprite.h"
#include "kodide/ui/code_editor.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/saving.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/compare_view.h"
#include "tests/formats/small_room.h"
#include "tests/studio/shell_fixture.h"
#include "ui/search_field.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QTabBar>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestComparisons : public QObject, test::ShellFixture
{
    Q_OBJECT

    std::unique_ptr<StudioWindow> window_;

    void edit(const QString& path, const char* text)
    {
        openFileIn(*window_, path);
        DocumentView* view = window_->documents().find(path);
        QTRY_VERIFY(view != nullptr && view->document());
        view->findChild<code::CodeEditor*>()->replaceText(text);
        QVERIFY(view->isModified());
    }

    views::CompareView* comparison() const { return qobject_cast<views::CompareView*>(window_->documents().current()); }

    QAction* action(const char* id) const
    {
        window_->actions().refresh();
        return window_->actions().action(QLatin1String(id));
    }

    /// What the menu of a document's tab offers; null: it has no such row.
    QAction* tabRow(const DocumentView* document, const QString& words)
    {
        auto* tabs = window_->findChild<QTabBar*>(QStringLiteral("documentTabs"));
        const qsizetype at = window_->documents().documents().indexOf(const_cast<DocumentView*>(document));
        emit tabs->customContextMenuRequested(tabs->tabRect(static_cast<int>(at)).center());
        const auto menus = tabs->findChildren<QMenu*>();
        if (menus.isEmpty())
            return nullptr;
        menus.last()->hide();
        for (QAction* one : menus.last()->actions())
            if (one->text() == words)
                return one;
        return nullptr;
    }

    static QByteArray spriteBytes(std::uint8_t colour)
    {
        bgf::Sprite sprite;
        sprite.bitmaps.push_back(bgf::encode(4, 4, std::vector<std::uint8_t>(16, colour)));
        sprite.groups = {{0}};
        const auto bytes = bgf::write(sprite);
        return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
    }

    static QByteArray roomBytes(int light)
    {
        auto room = test::smallRoom(roo::Format::V14);
        room.sectors[0].light = static_cast<std::uint8_t>(light);
        const auto bytes = roo::write(room);
        return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init()
    {
        begin();
        for (const char* name : {"kod/user.kod", "kod/guest.kod"})
            project_->write(QLatin1String(name), QByteArray("% ") + name + "\nend\n");
        project_->write(QStringLiteral("rooms/one.roo"), roomBytes(10));
        project_->write(QStringLiteral("rooms/two.roo"), roomBytes(90));
        project_->write(QStringLiteral("sprites/one.bgf"), spriteBytes(0x61));
        project_->write(QStringLiteral("sprites/two.bgf"), spriteBytes(0x62));
        window_ = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
    }
    void cleanup()
    {
        window_.reset();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    /// The file that one edits, compared with itself: as it is saved with what was edited.
    void aDocumentWithItselfIsItsEditsWithTheFile()
    {
        openProjectIn(*window_);
        const QString user = project_->path("kod/user.kod");
        edit(user, "% edited\nend\n");
        openFileIn(*window_, views::comparePathByAge(user, user, true));
        QVERIFY(comparison() != nullptr);
        QCOMPARE(comparison()->path(), views::CompareView::editsPath(user));
        QCOMPARE(comparison()->title(), QStringLiteral("user.kod \u2194 as edited"));
        QCOMPARE(comparison()->differences(), 1);
        QVERIFY(window_->documents().notice(comparison()) == nullptr); // nobody else wrote it: nothing is to be decided
    }

    void editsAreComparedWithWhatIsSaved()
    {
        openProjectIn(*window_);
        const QString user = project_->path("kod/user.kod");
        openFileIn(*window_, user);
        QVERIFY(action("views.compareWithSaved") != nullptr);
        QVERIFY(!action("views.compareWithSaved")->isEnabled());
        edit(user, "% edited\nend\n");
        QVERIFY(action("views.compareWithSaved")->isEnabled());
        action("views.compareWithSaved")->trigger();
        QVERIFY(comparison() != nullptr);
        QCOMPARE(comparison()->path(), views::CompareView::editsPath(user));
        QVERIFY(comparison()->isAncestorOf(QApplication::focusWidget()));
    }

    /// Without edits there is nothing to compare a file with but others.
    void anUnchangedFileIsNotComparedWithItself()
    {
        openProjectIn(*window_);
        const QString user = project_->path("kod/user.kod");
        openFileIn(*window_, user);
        window_->open(views::comparePath(user, user));
        QApplication::processEvents();
        QCOMPARE(window_->documents().current()->path(), user);
    }

    void tabsOfferComparisons()
    {
        openProjectIn(*window_);
        const QString user = project_->path("kod/user.kod"), guest = project_->path("kod/guest.kod");
        openFileIn(*window_, user);
        DocumentView* document = window_->documents().current();
        const QString with = QStringLiteral("Compare with\u2026"), saved = QStringLiteral("Compare with saved"),
                      kept = QStringLiteral("Compare with the kept version (user.kod~)");
        QVERIFY(tabRow(document, with) != nullptr);
        QVERIFY(tabRow(document, saved) == nullptr && tabRow(document, kept) == nullptr);
        project_->write(QStringLiteral("kod/user.kod~"), "% before\nend\n");
        edit(user, "% edited\nend\n");
        QVERIFY(tabRow(document, saved) != nullptr);
        QAction* row = tabRow(document, kept);
        QVERIFY(row != nullptr);
        row->trigger();
        QVERIFY(comparison() != nullptr);
        QCOMPARE(comparison()->path(), views::comparePath(user + u'~', user));
        QVERIFY(tabRow(comparison(), with) == nullptr);
        QVERIFY(tabRow(comparison(), QStringLiteral("Close")) != nullptr);
    }

    /// What one asked for at the start is in front of what comes back by itself.
    void theComparisonThatWasAskedForIsInFrontOfKeptEdits()
    {
        openProjectIn(*window_);
        const QString user = project_->path("kod/user.kod"), guest = project_->path("kod/guest.kod");
        edit(user, "% edited\nend\n");
        QVERIFY(window_->close());
        window_.reset();
        window_ = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
        const QTemporaryDir elsewhere;
        const QString a = elsewhere.filePath(QStringLiteral("a.txt")), b = elsewhere.filePath(QStringLiteral("b.txt"));
        for (const QString& file : {a, b}) {
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly) && out.write(file.toUtf8()) > 0);
        }
        window_->open(views::comparePath(a, b));
        window_->saving().openKept();
        QTRY_VERIFY(!window_->opening().isUnderWay());
        QTRY_VERIFY(window_->documents().find(user) != nullptr && window_->documents().find(user)->isModified());
        QVERIFY(comparison() != nullptr);
        QCOMPARE(comparison()->path(), views::comparePath(a, b));
    }

    /// Docks that have nothing of a comparison leave it their place, and come back with the next room.
    void texturesMakePlaceForAComparison()
    {
        openProjectIn(*window_);
        for (const auto& [kind, ending] : {std::pair{"rooms", "roo"}, std::pair{"sprites", "bgf"}}) {
            const QString one = project_->path(qPrintable(QStringLiteral("%1/one.%2").arg(QLatin1String(kind), QLatin1String(ending))));
            const QString two = project_->path(qPrintable(QStringLiteral("%1/two.%2").arg(QLatin1String(kind), QLatin1String(ending))));
            openFileIn(*window_, one);
            Dock* textures = dockOf(*window_, "textures");
            textures->show();
            textures->raise();
            QApplication::processEvents();
            openFileIn(*window_, views::comparePath(one, two));
            QVERIFY(comparison() != nullptr);
            QTRY_VERIFY2(textures->isHidden(), kind);
            openFileIn(*window_, one);
            QTRY_VERIFY2(!textures->isHidden(), kind);
        }
    }
};

QTEST_MAIN(TestComparisons)
#include "tst_comparisons.moc"

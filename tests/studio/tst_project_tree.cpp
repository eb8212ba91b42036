// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of the project beside comparisons: which row is chosen, and what its menu offers.
#include "studio/shell/editors.h"
#include "studio/shell/opening.h"
#include "studio/shell/project_browser.h"
#include "studio/views/compare/compare_paths.h"
#include "tests/studio/shell_fixture.h"

#include <QApplication>
#include <QFile>
#include <QMenu>
#include <QTreeView>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestProjectTree : public QObject, test::ShellFixture
{
    Q_OBJECT

    std::unique_ptr<StudioWindow> window_;

    QStringList chosen() const { return window_->browser().selectedFiles(); }

    /// What the menu of a file offers; it is closed again.
    QStringList menuOf(const QString& path) const
    {
        QTreeView* tree = window_->browser().tree();
        const QModelIndex row = static_cast<ProjectModel*>(tree->model())->indexOf(path);
        tree->setCurrentIndex(row);
        tree->scrollTo(row);
        emit tree->customContextMenuRequested(tree->visualRect(row).center());
        QStringList words;
        if (auto* menu = window_->browser().findChild<QMenu*>()) {
            for (const QAction* one : menu->actions())
                words << one->text();
            delete menu;
        }
        return words;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init()
    {
        begin();
        for (const char* name : {"kod/user.kod", "kod/guest.kod", "kod/other.kod"})
            project_->write(QLatin1String(name), QByteArray("% ") + name + "\nend\n");
        window_ = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
        openProjectIn(*window_);
        QTRY_VERIFY(!window_->opening().isUnderWay());
    }
    void cleanup()
    {
        window_.reset();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void besideAComparisonOneOfItsFilesIsChosen()
    {
        const QString user = project_->path("kod/user.kod"), guest = project_->path("kod/guest.kod"), other = project_->path("kod/other.kod");
        const QTemporaryDir elsewhere;
        QVERIFY(QFile::copy(user, elsewhere.filePath(QStringLiteral("user.kod"))));
        openFileIn(*window_, other);
        QCOMPARE(chosen(), QStringList{other});
        openFileIn(*window_, views::comparePath(user, guest));
        QCOMPARE(chosen(), QStringList{user});
        openFileIn(*window_, other);
        openFileIn(*window_, views::comparePath(elsewhere.filePath(QStringLiteral("user.kod")), guest));
        QCOMPARE(chosen(), QStringList{guest});
        openFileIn(*window_, other);
        openFileIn(*window_, elsewhere.filePath(QStringLiteral("user.kod"))); // what is in front is not of the project
        QCOMPARE(chosen(), QStringList());
    }

    void theMenuOffersWhatCanBeCompared()
    {
        const QString user = project_->path("kod/user.kod"), guest = project_->path("kod/guest.kod"), other = project_->path("kod/other.kod");
        const QString before = QStringLiteral("Compare with the kept version (user.kod~)");
        openFileIn(*window_, other);
        const QStringList rows = menuOf(user);
        QVERIFY2(rows.contains(QStringLiteral("Compare with other.kod")) && rows.contains(QStringLiteral("Compare with\u2026")), qPrintable(rows.join(u'|')));
        QVERIFY(!rows.contains(QStringLiteral("Compare the two files"))); // one is chosen
        QVERIFY(!rows.contains(QStringLiteral("Compare with saved")));
        QVERIFY(!menuOf(user).contains(before));
        project_->write(QStringLiteral("kod/user.kod~"), "% before\nend\n");
        QVERIFY(menuOf(user).contains(before));
        openFileIn(*window_, views::comparePath(guest, user));
        for (const QString& file : {user, guest, other})
            QVERIFY2(menuOf(file).filter(QStringLiteral("Compare with user")).isEmpty() && menuOf(file).filter(QStringLiteral("Compare with guest")).isEmpty(),
                     qPrintable(menuOf(file).join(u'|')));
        emit window_->browser().openRequested(views::comparePath(user + u'~', user));
        QApplication::processEvents();
        QCOMPARE(window_->documents().current()->path(), views::comparePath(user + u'~', user));
    }
};

QTEST_MAIN(TestProjectTree)
#include "tst_project_tree.moc"

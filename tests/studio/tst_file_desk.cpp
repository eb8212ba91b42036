// SPDX-License-Identifier: GPL-3.0-or-later
// Deleting and renaming files in the project tree, by its keys and its menu, and the ways back.
#include "formats/base/file_io.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/opening.h"
#include "studio/shell/project_browser.h"
#include "tests/support/shown_studio.h"
#include "ui/document_view.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeView>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestFileDesk : public QObject
{
    Q_OBJECT

    QTemporaryDir home_; ///< whose trash it is
    std::unique_ptr<test::OwnSettings> settings_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<StudioWindow> window_;

    QString path(const char* name) const { return QFileInfo(folder_->path()).canonicalFilePath() + u'/' + QLatin1String(name); }
    void write(const char* name, std::string_view text) const
    {
        QDir().mkpath(QFileInfo(folder_->filePath(QLatin1String(name))).path());
        if (!writeFileAtomically(folder_->filePath(QLatin1String(name)).toStdString(), text, Backup::None))
            qFatal("cannot write %s", name);
    }
    void choose(const char* name)
    {
        QTreeView* tree = window_->browser().tree();
        tree->expandAll();
        const QModelIndexList found = tree->model()->match(tree->model()->index(0, 0), ProjectModel::PathRole, path(name), 1, Qt::MatchRecursive | Qt::MatchExactly);
        QVERIFY2(found.size() == 1, name);
        tree->setCurrentIndex(found.first());
        tree->setFocus();
    }
    bool isListed(const char* name) const
    {
        const QAbstractItemModel* model = window_->browser().tree()->model();
        return !model->match(model->index(0, 0), ProjectModel::PathRole, path(name), 1, Qt::MatchRecursive | Qt::MatchExactly).isEmpty();
    }
    QString said() const { return window_->toasts().sentences().join(u'|'); }
    QPushButton* link(const QString& text) const
    {
        for (QPushButton* button : window_->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == text)
                return button;
        return nullptr;
    }
    QDialog* asked() const
    {
        for (QDialog* dialog : window_->findChildren<QDialog*>())
            if (dialog->isVisible())
                return dialog;
        return nullptr;
    }

private slots:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", home_.path().toLocal8Bit());
        installTheme(*qApp, ThemeKind::Dark);
    }
    void init()
    {
        settings_ = std::make_unique<test::OwnSettings>();
        folder_ = std::make_unique<QTemporaryDir>(home_.filePath(QStringLiteral("tree-XXXXXX"))); // on the disk of the trash
        write("kod/object.kod", "Object\nresources:\n   object_icon = lamp.txt\nend\n");
        write("notes/one.txt", "one\n");
        write("notes/two.txt", "two\n");
        window_ = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
        window_->open(QFileInfo(folder_->path()).canonicalFilePath());
        QTRY_VERIFY(!window_->opening().isUnderWay() && isListed("notes/one.txt"));
    }
    void cleanup() { window_.reset(); }

    void deletingPutsIntoTheTrashAndUndoPutsBack()
    {
        window_->open(path("notes/one.txt"));
        QTRY_VERIFY(window_->documents().find(path("notes/one.txt")) != nullptr && !window_->opening().isUnderWay());
        choose("notes/one.txt");
        QTest::keyClick(window_->browser().tree(), Qt::Key_Delete);
        QVERIFY(!QFileInfo::exists(path("notes/one.txt")));
        QVERIFY(window_->documents().find(path("notes/one.txt")) == nullptr);
        QVERIFY2(said().contains(QStringLiteral("one.txt is in the trash.")), qPrintable(said()));
        QTRY_VERIFY(!isListed("notes/one.txt"));
        QVERIFY(isListed("notes/two.txt"));
        QPushButton* undo = link(QStringLiteral("Undo"));
        QVERIFY(undo != nullptr);
        undo->click();
        QCOMPARE(readTextFile(path("notes/one.txt").toStdString()).value(), std::string("one\n"));
        QTRY_VERIFY(isListed("notes/one.txt"));
        QTRY_VERIFY(window_->documents().find(path("notes/one.txt")) != nullptr);
    }

    void whatCameMeanwhileIsNotWrittenOver()
    {
        choose("notes/one.txt");
        QTest::keyClick(window_->browser().tree(), Qt::Key_Delete);
        write("notes/one.txt", "another\n");
        QPushButton* undo = link(QStringLiteral("Undo"));
        QVERIFY(undo != nullptr);
        undo->click();
        QCOMPARE(readTextFile(path("notes/one.txt").toStdString()).value(), std::string("another\n"));
        QVERIFY2(said().contains(QStringLiteral("Cannot be put back: one.txt")), qPrintable(said()));
    }

    void whatIsNotSavedStays()
    {
        window_->open(path("notes/one.txt"));
        QTRY_VERIFY(window_->documents().find(path("notes/one.txt")) != nullptr && !window_->opening().isUnderWay());
        QTRY_VERIFY(QApplication::focusWidget() != nullptr);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("x"));
        QVERIFY(window_->documents().find(path("notes/one.txt"))->isModified());
        choose("notes/one.txt");
        QTest::keyClick(window_->browser().tree(), Qt::Key_Delete);
        QVERIFY(QFileInfo::exists(path("notes/one.txt")));
        QVERIFY2(said().contains(QStringLiteral("Not deleted: one.txt has edits")), qPrintable(said()));
        window_->closeDocument(window_->documents().find(path("notes/one.txt"))); // its edits are kept
        choose("notes/one.txt");
        QTest::keyClick(window_->browser().tree(), Qt::Key_Delete);
        QVERIFY(QFileInfo::exists(path("notes/one.txt")));
        QTest::keyClick(window_->browser().tree(), Qt::Key_F2);
        QVERIFY(asked() == nullptr);
        QVERIFY2(said().contains(QStringLiteral("Not renamed: one.txt was closed with edits that are not saved. Open it first.")), qPrintable(said()));
    }

    /// Who renames and goes on in the tree means the same file, or none.
    void theTreeGoesOnWithWhatWasRenamed()
    {
        write("notes/three.txt", "three\n");
        for (const char* name : {"notes/one.txt", "notes/two.txt"}) {
            window_->open(path(name));
            QTRY_VERIFY(window_->documents().find(path(name)) != nullptr && !window_->opening().isUnderWay());
        }
        DocumentView* front = window_->documents().current();
        const auto rename = [this](const char* name, const char* to) {
            choose(name);
            QTest::keyClick(window_->browser().tree(), Qt::Key_F2);
            QVERIFY(asked() != nullptr);
            asked()->findChild<QLineEdit*>()->setText(QLatin1String(to));
            QTest::keyClick(asked()->findChild<QLineEdit*>(), Qt::Key_Return);
        };
        rename("notes/one.txt", "first.txt"); // which is open, behind another
        QTRY_VERIFY(window_->documents().find(path("notes/first.txt")) != nullptr);
        QTRY_COMPARE(window_->documents().documents().indexOf(window_->documents().find(path("notes/first.txt"))), 0);
        QTRY_COMPARE(window_->documents().current(), front);
        QTRY_COMPARE(window_->browser().selectedFiles(), QStringList{path("notes/first.txt")});
        window_->activateWindow(); // which a dialog that closes leaves to the desktop
        QTRY_VERIFY(window_->browser().tree()->hasFocus());
        QTRY_VERIFY(isListed("notes/three.txt"));
        rename("notes/three.txt", "third.txt"); // which is not
        QTRY_COMPARE(window_->browser().selectedFiles(), QStringList{path("notes/third.txt")});
        QTest::keyClick(window_->browser().tree(), Qt::Key_Delete);
        QVERIFY(!QFileInfo::exists(path("notes/third.txt")) && QFileInfo::exists(path("notes/two.txt")));
        QTRY_VERIFY(!isListed("notes/third.txt"));
        QCOMPARE(window_->browser().selectedFiles(), QStringList());
        QTest::keyClick(window_->browser().tree(), Qt::Key_Delete); // nothing is chosen
        QVERIFY(QFileInfo::exists(path("notes/two.txt")) && QFileInfo::exists(path("notes/first.txt")));
    }

    void whatCanBeUndoneIsNotLostToAName()
    {
        window_->open(path("notes/one.txt"));
        QTRY_VERIFY(window_->documents().find(path("notes/one.txt")) != nullptr && !window_->opening().isUnderWay());
        QTRY_VERIFY(QApplication::focusWidget() != nullptr);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("x"));
        DocumentView* view = window_->documents().current();
        choose("notes/one.txt");
        QTest::keyClick(window_->browser().tree(), Qt::Key_F2);
        QVERIFY(asked() != nullptr);
        asked()->findChild<QLineEdit*>()->setText(QStringLiteral("first.txt"));
        QTest::keyClick(asked()->findChild<QLineEdit*>(), Qt::Key_Return);
        QCOMPARE(window_->documents().find(path("notes/first.txt")), view);
        QVERIFY(view->isModified());
        window_->activateWindow(); // which a dialog that closes leaves to the desktop
        view->setFocus();
        QTRY_VERIFY(QApplication::focusWidget() != nullptr && view->isAncestorOf(QApplication::focusWidget()));
        QTRY_VERIFY(window_->actions().action(QStringLiteral("studio.undo.back"))->isEnabled());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(!view->isModified());
    }

    /// What a sentence offers is for the project that it speaks of.
    void theWayBackGoesWithItsProject()
    {
        QTemporaryDir other(home_.filePath(QStringLiteral("other-XXXXXX")));
        QVERIFY(writeFileAtomically(other.filePath(QStringLiteral("three.txt")).toStdString(), std::string_view("three\n"), Backup::None));
        choose("notes/one.txt");
        QTest::keyClick(window_->browser().tree(), Qt::Key_F2);
        QVERIFY(asked() != nullptr);
        asked()->findChild<QLineEdit*>()->setText(QStringLiteral("first.txt"));
        QTest::keyClick(asked()->findChild<QLineEdit*>(), Qt::Key_Return);
        choose("notes/two.txt");
        QTest::keyClick(window_->browser().tree(), Qt::Key_Delete);
        QVERIFY2(said().contains(QStringLiteral("one.txt is called first.txt now.")) && said().contains(QStringLiteral("two.txt is in the trash.")), qPrintable(said()));
        window_->open(other.path());
        QTRY_VERIFY(!window_->opening().isUnderWay());
        QVERIFY2(!said().contains(QStringLiteral("first.txt")) && !said().contains(QStringLiteral("two.txt")), qPrintable(said()));
        QVERIFY(link(QStringLiteral("Undo")) == nullptr);
        // As well when it is only closed.
        window_->open(QFileInfo(folder_->path()).canonicalFilePath());
        QTRY_VERIFY(!window_->opening().isUnderWay() && isListed("notes/first.txt"));
        choose("notes/first.txt");
        QTest::keyClick(window_->browser().tree(), Qt::Key_Delete);
        QVERIFY(link(QStringLiteral("Undo")) != nullptr);
        window_->closeProject();
        QVERIFY(link(QStringLiteral("Undo")) == nullptr);
    }

    void whoListsAFileIsTold()
    {
        write("kod/makefile", "BOFS = object.bof thing.bof\n");
        choose("kod/object.kod");
        QTest::keyClick(window_->browser().tree(), Qt::Key_Delete);
        QVERIFY2(said().contains(QStringLiteral("object.kod is in the trash; the makefile beside it lists it.")), qPrintable(said()));
    }

    /// Renamed, it is offered to say so there; that is one step with a way back.
    void theMakefileIsOfferedTheNewName()
    {
        const std::string before = "# object.bof\nBOFS = object.bof \\\n\tmyobject.bof\n";
        write("kod/makefile", before.c_str());
        choose("kod/object.kod");
        QTest::keyClick(window_->browser().tree(), Qt::Key_F2);
        QDialog* dialog = asked();
        QVERIFY(dialog != nullptr);
        dialog->findChild<QLineEdit*>()->setText(QStringLiteral("item")); // the ending is known
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
        QVERIFY(QFileInfo::exists(path("kod/item.kod")));
        QVERIFY2(said().contains(QStringLiteral("The makefile still lists object.bof.")), qPrintable(said()));
        QPushButton* change = link(QStringLiteral("Change it"));
        QVERIFY(change != nullptr);
        change->click();
        const auto makefile = [this] { return readTextFile(path("kod/makefile").toStdString()).value(); };
        QCOMPARE(makefile(), std::string("# object.bof\nBOFS = item.bof \\\n\tmyobject.bof\n"));
        QCOMPARE(readTextFile(path("kod/makefile~").toStdString()).value(), before);
        QVERIFY2(said().contains(QStringLiteral("The makefile lists item.bof now. It is saved.")), qPrintable(said()));
    }

    void renamingKeepsTheEndingAndWhatIsOpen()
    {
        window_->open(path("notes/one.txt"));
        QTRY_VERIFY(window_->documents().find(path("notes/one.txt")) != nullptr && !window_->opening().isUnderWay());
        choose("notes/one.txt");
        QTest::keyClick(window_->browser().tree(), Qt::Key_F2);
        QDialog* dialog = asked();
        QVERIFY(dialog != nullptr);
        auto* field = dialog->findChild<QLineEdit*>();
        QCOMPARE(field->selectedText(), QStringLiteral("one")); // not the ending
        const auto isGood = [dialog] {
            for (const QPushButton* button : dialog->findChildren<QPushButton*>())
                if (button->text() == QStringLiteral("Rename"))
                    return button->isEnabled();
            return false;
        };
        QVERIFY(!isGood());
        for (const char* bad : {"two.txt", "one.kod", "a/b.txt", "..", ".txt", ""}) {
            field->setText(QLatin1String(bad));
            QVERIFY2(!isGood(), bad);
        }
        field->setText(QStringLiteral("first.txt"));
        QVERIFY(isGood());
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(QFileInfo::exists(path("notes/first.txt")) && !QFileInfo::exists(path("notes/one.txt")));
        QTRY_VERIFY(window_->documents().find(path("notes/first.txt")) != nullptr);
        QVERIFY(window_->documents().find(path("notes/one.txt")) == nullptr);
        QTRY_VERIFY(isListed("notes/first.txt") && !isListed("notes/one.txt"));
        QPushButton* undo = link(QStringLiteral("Undo"));
        QVERIFY(undo != nullptr);
        undo->click();
        QVERIFY(QFileInfo::exists(path("notes/one.txt")) && !QFileInfo::exists(path("notes/first.txt")));
    }
};

QTEST_MAIN(TestFileDesk)
#include "tst_file_desk.moc"

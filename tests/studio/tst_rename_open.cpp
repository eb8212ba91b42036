// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are renamed while they are open: the document goes on, with its steps, its edits and its tab.
#include "formats/base/file_io.h"
#include "formats/document/text_document.h"
#include "kodide/ui/code_editor.h"
#include "kodide/ui/find_panel.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/room_document.h"
#include "roomedit/roomcore/room_sidecar.h"
#include "studio/shell/code_desk.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/file_desk.h"
#include "studio/shell/kept_edits.h"
#include "studio/shell/opening.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/project_model.h"
#include "studio/shell/saving.h"
#include "studio/views/compare/compare_paths.h"
#include "tests/support/shared_data.h"
#include "tests/support/shown_studio.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTest>
#include <QTreeWidget>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestRenameOpen : public QObject
{
    Q_OBJECT

    std::unique_ptr<test::OwnSettings> settings_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<StudioWindow> window_;

    QString path(const QString& name) const { return QFileInfo(folder_->path()).canonicalFilePath() + u'/' + name; }
    void write(const QString& name, const QByteArray& bytes) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        if (!writeFileAtomically(path(name).toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())), Backup::None))
            qFatal("cannot write %s", qPrintable(name));
    }
    QByteArray contentOf(const QString& name) const
    {
        const auto text = readTextFile(path(name).toStdString());
        return text ? QByteArray::fromStdString(text.value()) : QByteArray("(missing)");
    }
    bool exists(const QString& name) const { return QFileInfo::exists(path(name)); }
    void openProject()
    {
        window_ = test::shownStudio(documentTypes(), editorActions());
        window_->open(path(QString()));
        window_->finishBackgroundWork();
    }
    DocumentView* openFile(const QString& name)
    {
        window_->open(path(name));
        window_->finishBackgroundWork();
        DocumentView* view = window_->documents().find(path(name));
        if (view == nullptr || view->document() == nullptr)
            qFatal("%s did not open", qPrintable(name));
        return view;
    }
    void rename(const QString& name, const QString& to) const { window_->files().rename(path(name), to); }
    QString said() const { return window_->toasts().sentences().join(u'|'); }
    void press(const QString& text) const
    {
        for (QPushButton* button : window_->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == text)
                return QTest::mouseClick(button, Qt::LeftButton);
        qFatal("no button says %s", qPrintable(text));
    }
    /// One step, as somebody makes it in a document of this kind.
    void edit(const DocumentView& view) const
    {
        if (const auto text = std::dynamic_pointer_cast<document::TextDocument>(view.document())) {
            text->edit("Type", text->text() + "\n");
        } else if (const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(view.document())) {
            roomcore::MapEdit edits = room->edit();
            QVERIFY(roomcore::drawLines(edits, roomcore::rectanglePoints({4096, 4096}, {4352, 4352}), true, room->defaults()));
        } else {
            window_->actions().refresh();
            window_->actions().action(QStringLiteral("sprite.frame.flip"))->trigger();
        }
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init()
    {
        settings_ = std::make_unique<test::OwnSettings>();
        folder_ = std::make_unique<QTemporaryDir>();
        write(QStringLiteral("kod/object.kod"), "Object\nend\n");
        write(QStringLiteral("notes/one.txt"), "one\n");
    }
    void cleanup() { window_.reset(); }

    void itGoesOnWithAllOfItsSteps_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("other");
        QTest::addColumn<QByteArray>("bytes");
        const auto bytesOf = [](const std::filesystem::path& file) {
            const auto bytes = test::bytesOf(file);
            return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        };
        QTest::addRow("Blakod") << QStringLiteral("kod/lamp.kod") << QStringLiteral("lantern.kod") << QByteArray("Lamp is Object\nend\n");
        QTest::addRow("text") << QStringLiteral("notes/two.txt") << QStringLiteral("second.txt") << QByteArray("two\n");
        QTest::addRow("form") << QStringLiteral("motd.txt") << QStringLiteral("hello.txt") << QByteArray("Hello\n");
        QTest::addRow("room") << QStringLiteral("rooms/terrace.roo") << QStringLiteral("balcony.roo") << bytesOf(test::dataDir() / "rooms/terrace_10.roo");
        QTest::addRow("sprite") << QStringLiteral("sprites/small.bgf") << QStringLiteral("tiny.bgf") << bytesOf(test::sourceDir() / "tests/fuzz/corpus/sprite_document/compressed.bgf");
    }
    void itGoesOnWithAllOfItsSteps()
    {
        QFETCH(QString, name);
        QFETCH(QString, other);
        QFETCH(QByteArray, bytes);
        write(name, bytes);
        openProject();
        DocumentView* view = openFile(name);
        openFile(QStringLiteral("notes/one.txt"));
        window_->documents().setCurrent(view);
        const auto document = view->document();
        edit(*view);
        QTRY_VERIFY(view->isModified());
        const std::size_t steps = document->history().size();
        const auto tabs = window_->documents().documents();
        const QString folder = name.contains(u'/') ? name.section(u'/', 0, 0) + u'/' : QString();
        const QString now = folder + other;
        const auto isCalled = [&](const QString& called, const QString& notCalled) {
            return window_->documents().documents() == tabs && window_->documents().current() == view && view->path() == path(called) &&
                   window_->documents().find(path(notCalled)) == nullptr && view->title() == QFileInfo(called).fileName() &&
                   window_->workspace().find(path(called).toStdString()) == document && !window_->workspace().find(path(notCalled).toStdString()) &&
                   exists(called) && !exists(notCalled) && document->history().size() == steps;
        };

        rename(name, other);
        QVERIFY2(isCalled(now, name), qPrintable(said()));
        QVERIFY(window_->findChild<QTabBar*>(QStringLiteral("documentTabs"))->tabText(static_cast<int>(tabs.indexOf(view))).contains(other));
        QVERIFY(view->isModified());
        QCOMPARE(contentOf(now), bytes); // only the name is another one
        view->undo();
        QTRY_VERIFY(!view->isModified());
        view->redo();
        press(QStringLiteral("Undo")); // of the name
        QVERIFY2(isCalled(name, now), qPrintable(said()));
        QVERIFY(view->isModified());
        rename(name, other);
        QVERIFY2(isCalled(now, name), qPrintable(said()));

        QVERIFY2(window_->saving().save(view), qPrintable(said()));
        QVERIFY(contentOf(now) != bytes);
        QCOMPARE(contentOf(now + u'~'), bytes);
        QVERIFY(!exists(name) && !exists(name + u'~'));
        view->undo(); // beyond the save
        QTRY_VERIFY(view->isModified());
        QVERIFY2(window_->saving().save(view), qPrintable(said()));
        QCOMPARE(QString::fromStdString(document->path().string()), path(now));
        QVERIFY(window_->documents().notice(view) == nullptr);
        QVERIFY2(!said().contains(QStringLiteral("another program")), qPrintable(said()));
    }

    /// By a click on its link as it stands in the tree, and by what other programs do to it.
    void theFileIsWatchedUnderItsNewName()
    {
        openProject();
        DocumentView* view = openFile(QStringLiteral("notes/one.txt"));
        rename(QStringLiteral("notes/one.txt"), QStringLiteral("first.txt"));
        const auto* model = window_->browser().findChild<ProjectModel*>();
        QTRY_VERIFY(model->indexOf(path(QStringLiteral("notes/first.txt"))).isValid() && !model->indexOf(path(QStringLiteral("notes/one.txt"))).isValid());
        write(QStringLiteral("notes/first.txt"), "another\n");
        QTRY_VERIFY2(said().contains(QStringLiteral("first.txt was changed by another program and read again.")), qPrintable(said()));
        QCOMPARE(*view->document()->content().value(), std::string("another\n"));
        write(QStringLiteral("notes/one.txt"), "a new file\n"); // of the old name is none of its business
        window_->saving().checkFiles();
        QCOMPARE(*view->document()->content().value(), std::string("another\n"));
    }

    /// A crash after the renaming loses nothing, and nothing is put into another file.
    void keptEditsAreOfTheNewName()
    {
        openProject();
        DocumentView* view = openFile(QStringLiteral("notes/one.txt"));
        const QString kept = settings_->filePath(QStringLiteral("kept"));
        const auto journals = [&kept] { return static_cast<int>(QDir(kept).entryList({QStringLiteral("*.kept")}).size()); };
        edit(*view);
        QTRY_COMPARE(journals(), 1);
        rename(QStringLiteral("notes/one.txt"), QStringLiteral("first.txt"));
        QCOMPARE(journals(), 1);
        const QString copy = settings_->filePath(QStringLiteral("copy"));
        QVERIFY(QDir().mkpath(copy)); // as it stands there: the studio that runs has it locked
        for (const QString& file : QDir(kept).entryList({QStringLiteral("*.kept")}))
            QVERIFY(QFile::copy(kept + u'/' + file, copy + u'/' + file));
        const KeptEdits after(copy);
        QVERIFY(!after.find(path(QStringLiteral("notes/one.txt"))));
        const auto found = after.find(path(QStringLiteral("notes/first.txt")));
        QVERIFY(found.has_value());
        QCOMPARE(found->state, QByteArray("one\n\n"));
        view->undo();
        QTRY_COMPARE(journals(), 0);
    }

    void aTextWithoutATabGoesAlong()
    {
        openProject();
        const auto text = window_->workspace().openText(path(QStringLiteral("notes/one.txt")).toStdString(), EncodingRule::Guess);
        QVERIFY(text);
        text.value()->edit("Replace", "1\n");
        rename(QStringLiteral("notes/one.txt"), QStringLiteral("first.txt"));
        QVERIFY2(window_->saving().saveAll(), qPrintable(said()));
        QCOMPARE(contentOf(QStringLiteral("notes/first.txt")), QByteArray("1\n"));
        QVERIFY(!exists(QStringLiteral("notes/one.txt")));
    }

    /// Layers, groups and rules that are not checked stand in a file beside the room.
    void whatIsKeptBesideARoomGoesAlong()
    {
        const auto bytes = test::bytesOf(test::dataDir() / "rooms/terrace_10.roo");
        write(QStringLiteral("rooms/terrace.roo"), QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())));
        roomcore::RoomSidecar beside;
        beside.ignoredRules = {"loose end"};
        QVERIFY(roomcore::writeSidecar(path(QStringLiteral("rooms/terrace.roo")).toStdString(), beside));
        openProject();
        rename(QStringLiteral("rooms/terrace.roo"), QStringLiteral("balcony.roo")); // which is not open
        QVERIFY(exists(QStringLiteral("rooms/balcony.roo.json")) && !exists(QStringLiteral("rooms/terrace.roo.json")));
        openFile(QStringLiteral("rooms/balcony.roo"));
        rename(QStringLiteral("rooms/balcony.roo"), QStringLiteral("terrace.roo"));
        QVERIFY(exists(QStringLiteral("rooms/terrace.roo.json")) && !exists(QStringLiteral("rooms/balcony.roo.json")));
    }

    void whatIsComparedStays()
    {
        write(QStringLiteral("notes/two.txt"), "two\n");
        openProject();
        window_->compare(path(QStringLiteral("notes/one.txt")), path(QStringLiteral("notes/two.txt")));
        window_->finishBackgroundWork();
        rename(QStringLiteral("notes/one.txt"), QStringLiteral("first.txt"));
        QVERIFY2(said().contains(QStringLiteral("Not renamed: one.txt is open in a comparison. Close that first.")), qPrintable(said()));
        QVERIFY(exists(QStringLiteral("notes/one.txt")));
        window_->closeDocument(window_->documents().current());
        rename(QStringLiteral("notes/one.txt"), QStringLiteral("first.txt"));
        QVERIFY(exists(QStringLiteral("notes/first.txt")));
    }

    /// The way back leads to places of the file under its new name.
    void theWayBackLeadsThere()
    {
        openProject();
        DocumentView* view = openFile(QStringLiteral("notes/one.txt"));
        openFile(QStringLiteral("kod/object.kod"));
        rename(QStringLiteral("notes/one.txt"), QStringLiteral("first.txt"));
        QVERIFY(window_->documents().current() != view);
        window_->code().goBack();
        QTRY_COMPARE(window_->documents().current(), view);
        QVERIFY2(!said().contains(QStringLiteral("is not there")), qPrintable(said()));
    }

    void rowsOfFindLeadThere_data()
    {
        QTest::addColumn<bool>("isOpen");
        QTest::addRow("open") << true;
        QTest::addRow("closed") << false;
    }
    void rowsOfFindLeadThere()
    {
        QFETCH(bool, isOpen);
        write(QStringLiteral("kod/one.kod"), "a word\nand a word\n");
        write(QStringLiteral("kod/two.kod"), "no word\n");
        openProject();
        openFile(isOpen ? QStringLiteral("kod/one.kod") : QStringLiteral("kod/object.kod"));
        window_->findInFiles();
        code::FindPanel& panel = window_->findPanel();
        panel.findField()->setText(QStringLiteral("word"));
        panel.replaceField()->setText(QStringLiteral("letter"));
        const QTreeWidget* tree = panel.tree();
        const auto rows = [tree] {
            QStringList all;
            for (int i = 0; i < tree->topLevelItemCount(); ++i)
                all << tree->topLevelItem(i)->text(0) + u' ' + QString::number(tree->topLevelItem(i)->childCount());
            return all;
        };
        const auto of = [tree](const QString& name) { return tree->findItems(name, Qt::MatchExactly).value(0); };
        QTRY_COMPARE(rows(), QStringList({QStringLiteral("one.kod 2"), QStringLiteral("two.kod 1")}));
        QTRY_VERIFY(!panel.isSearching());
        of(QStringLiteral("one.kod"))->child(1)->setCheckState(0, Qt::Unchecked);
        rename(QStringLiteral("kod/one.kod"), QStringLiteral("zero.kod"));
        const QStringList renamed{QStringLiteral("two.kod 1"), QStringLiteral("zero.kod 2")};
        QCOMPARE(rows(), renamed);
        QTreeWidgetItem* row = of(QStringLiteral("zero.kod"));
        QVERIFY(row->isExpanded() && row->toolTip(0) == QStringLiteral("kod/zero.kod"));
        QVERIFY(row->child(0)->isFirstColumnSpanned());
        QVERIFY(row->child(0)->checkState(0) == Qt::Checked && row->child(1)->checkState(0) == Qt::Unchecked);
        emit panel.tree()->itemActivated(row->child(0), 0);
        QTRY_VERIFY(window_->documents().current() != nullptr && window_->documents().current()->path() == path(QStringLiteral("kod/zero.kod")));
        QVERIFY2(!said().contains(QStringLiteral("is not there")), qPrintable(said()));
        window_->finishBackgroundWork();
        panel.search(); // anew, with the names that are there by now
        QTRY_VERIFY(!panel.isSearching());
        QCOMPARE(rows(), renamed);
        panel.replaceTicked();
        QVERIFY2(window_->saving().saveAll(), qPrintable(said()));
        QCOMPARE(contentOf(QStringLiteral("kod/zero.kod")), QByteArray("a letter\nand a word\n"));
        QCOMPARE(contentOf(QStringLiteral("kod/two.kod")), QByteArray("no letter\n"));
    }

    /// What is found by the old name while a search goes on is looked for anew.
    void aSearchUnderWayFindsTheNewName()
    {
        for (int i = 0; i < 300; ++i)
            write(QStringLiteral("kod/%1.kod").arg(i), "a word\n");
        openProject();
        window_->findInFiles();
        code::FindPanel& panel = window_->findPanel();
        panel.findField()->setText(QStringLiteral("word"));
        panel.search();
        QVERIFY(panel.isSearching());
        rename(QStringLiteral("kod/7.kod"), QStringLiteral("seven.kod"));
        const auto isListed = [&panel](const QString& name) { return !panel.tree()->findItems(name, Qt::MatchExactly).isEmpty(); };
        QTRY_VERIFY(!panel.isSearching() && isListed(QStringLiteral("seven.kod")) && !isListed(QStringLiteral("7.kod")));
        QCOMPARE(panel.tree()->topLevelItemCount(), 300);
    }

    void whatWasClosedIsReopenedByItsNewName()
    {
        write(QStringLiteral("notes/two.txt"), "two\n");
        openProject();
        const auto reopened = [this] {
            window_->actions().refresh();
            window_->actions().action(QStringLiteral("studio.file.reopen"))->trigger();
            window_->finishBackgroundWork();
            return window_->documents().current() == nullptr ? QString() : window_->documents().current()->path();
        };
        window_->closeDocument(openFile(QStringLiteral("notes/one.txt")));
        window_->compare(path(QStringLiteral("notes/two.txt")), path(QStringLiteral("notes/one.txt")));
        window_->finishBackgroundWork();
        window_->closeDocument(window_->documents().current());
        rename(QStringLiteral("notes/one.txt"), QStringLiteral("first.txt"));
        QCOMPARE(reopened(), views::comparePath(path(QStringLiteral("notes/two.txt")), path(QStringLiteral("notes/first.txt"))));
        QCOMPARE(reopened(), path(QStringLiteral("notes/first.txt")));
        QVERIFY2(!said().contains(QStringLiteral("is not there")), qPrintable(said()));
    }

    /// The bar over a document whose file another program changed calls it as it is called now, and does so to the right file.
    void theBarOfAConflictFollows()
    {
        openProject();
        DocumentView* view = openFile(QStringLiteral("notes/one.txt"));
        edit(*view);
        write(QStringLiteral("notes/one.txt"), "another\n");
        window_->saving().checkFiles();
        const auto bar = [this, view] { return window_->documents().notice(view)->accessibleName(); };
        QVERIFY(window_->documents().notice(view) != nullptr);
        QCOMPARE(bar(), QStringLiteral("one.txt was changed by another program while you edited it."));
        rename(QStringLiteral("notes/one.txt"), QStringLiteral("first.txt"));
        QCOMPARE(bar(), QStringLiteral("first.txt was changed by another program while you edited it."));
        QStringList shown;
        for (const QLabel* words : window_->documents().notice(view)->findChildren<QLabel*>())
            shown << words->text();
        QVERIFY(shown.contains(bar()));
        press(QStringLiteral("Overwrite"));
        QCOMPARE(contentOf(QStringLiteral("notes/first.txt")), QByteArray("one\n\n"));
        QVERIFY(!exists(QStringLiteral("notes/one.txt")));
    }
};

QTEST_MAIN(TestRenameOpen)
#include "tst_rename_open.moc"

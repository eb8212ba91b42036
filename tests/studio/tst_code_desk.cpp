// SPDX-License-Identifier: GPL-3.0-or-later
// Finding one's way in Blakod by the keys of the studio: definitions and back, references, another name in many files.
#include "kodide/ui/code_assist.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/find_panel.h"
#include "kodide/ui/kod_symbols.h"
#include "kodide/ui/references_panel.h"
#include "kodide/ui/rename_card.h"
#include "studio/shell/code_desk.h"
#include "studio/shell/editors.h"
#include "studio/shell/file_desk.h"
#include "studio/shell/opening.h"
#include "studio/shell/place_history.h"
#include "tests/formats/small_room.h"
#include "tests/kodide_ui/name_tree.h"
#include "tests/studio/shell_fixture.h"
#include "ui/place_path.h"
#include "ui/pop_list.h"
#include "ui/toast.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QSaveFile>
#include <QSignalSpy>
#include <QTreeWidget>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestCodeDesk : public QObject, test::ShellFixture
{
    Q_OBJECT

    struct Folder
    {
        QTemporaryDir dir;
        QString path(const QString& name) const { return QFileInfo(dir.path()).canonicalFilePath() + u'/' + name; }
        QString write(const QString& name, const QByteArray& bytes) const
        {
            QDir().mkpath(QFileInfo(path(name)).path());
            QFile file(path(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
                qFatal("cannot write %s", qPrintable(name));
            return path(name);
        }
        QByteArray read(const QString& name) const
        {
            QFile file(path(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
        }
    };
    std::unique_ptr<Folder> folder_;
    std::unique_ptr<StudioWindow> window_;

    code::CodeView* current() const { return qobject_cast<code::CodeView*>(window_->documents().current()); }
    QString name() const { return current() == nullptr ? QString() : current()->title(); }
    void open(const QString& file)
    {
        window_->openAt(folder_->path(file), {});
        QTRY_VERIFY(current() != nullptr && current()->path() == folder_->path(file) && !window_->opening().isUnderWay());
        current()->finishAnalysis();
        current()->editor()->textKeys()->setFocus();
    }
    void setCursor(const QByteArray& before)
    {
        const qsizetype at = current()->editor()->text().indexOf(before);
        QVERIFY(at >= 0);
        current()->editor()->select(at + before.size(), at + before.size());
        window_->actions().refresh();
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(current()->editor()->textKeys(), static_cast<Qt::Key>(key), modifiers); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init()
    {
        begin();
        folder_ = std::make_unique<Folder>();
        test::putNameTree(*folder_);
        window_ = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
        addEditorKeys(window_->actions());
        window_->open(QFileInfo(folder_->dir.path()).canonicalFilePath());
        QTRY_VERIFY(!window_->opening().isUnderWay());
        open(QStringLiteral("kod/thing/lamp.kod"));
    }
    void cleanup()
    {
        window_.reset();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void f12GoesToTheDefinitionAndAltLeftBack()
    {
        setCursor("return lamp_na");
        press(Qt::Key_F12); // in the same text
        QCOMPARE(current()->editor()->cursor().line, 2);
        setCursor("      piSi");
        press(Qt::Key_F12);
        QTRY_COMPARE(name(), QStringLiteral("thing.kod"));
        QTRY_COMPARE(current()->editor()->cursor().line, 4);
        press(Qt::Key_Left, Qt::AltModifier);
        QTRY_COMPARE(name(), QStringLiteral("lamp.kod"));
        QCOMPARE(current()->editor()->cursor().line, 13);
        press(Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(current()->editor()->cursor().line, 6);
        press(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(current()->editor()->cursor().line, 13);
        press(Qt::Key_Right, Qt::AltModifier);
        QTRY_COMPARE(name(), QStringLiteral("thing.kod"));
        QVERIFY(!current()->isModified());
    }

    /// A hit in the text in front is another place as well.
    void hitsInTheSameTextAreGoneBackFrom()
    {
        setCursor("return lamp_na");
        const int line = current()->editor()->cursor().line;
        emit window_->findPanel().openRequested(current()->path(), {{QStringLiteral("select"), QVariantList{0, 4}}});
        QCOMPARE(current()->editor()->cursor().line, 0);
        current()->editor()->textKeys()->setFocus();
        press(Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(current()->editor()->cursor().line, line);
        press(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(current()->editor()->cursor().line, 0);
    }

    /// The Inspector of a room names the line that places a thing: who goes there is led back to the room, and on again.
    void oneIsLedBackToTheRoomOneCameFrom()
    {
        const auto bytes = roo::write(test::smallRoom(roo::Format::V14));
        const QString file = folder_->write(QStringLiteral("rooms/cellar.roo"), QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())));
        window_->index().refresh();
        QTRY_VERIFY(!window_->opening().isUnderWay());
        window_->open(file);
        QTRY_VERIFY(!window_->opening().isUnderWay() && window_->documents().current()->path() == file);
        DocumentView* room = window_->documents().current();
        emit room->openRequested(placePath(folder_->path(QStringLiteral("kod/thing/lamp.kod")), QStringLiteral("14")));
        QTRY_COMPARE(name(), QStringLiteral("lamp.kod"));
        QCOMPARE(current()->editor()->cursor().line, 13);
        window_->actions().action(QStringLiteral("code.go.back"))->trigger();
        QCOMPARE(window_->documents().current(), room);
        window_->actions().refresh();
        QAction* on = window_->actions().action(QStringLiteral("room.go.forward"));
        QVERIFY(on != nullptr && on->isEnabled());
        on->trigger();
        QTRY_COMPARE(name(), QStringLiteral("lamp.kod"));
        QCOMPARE(current()->editor()->cursor().line, 13);
    }

    void shiftF12ListsReferencesThatF4GoesThrough()
    {
        setCursor("@GetNa");
        press(Qt::Key_F12, Qt::ShiftModifier);
        const code::ReferencesPanel& panel = window_->code().references();
        QTRY_VERIFY(panel.hasUses() && !panel.isAsking());
        Dock* dock = dockOf(*window_, "references");
        QVERIFY(dock->isVisible() && !dock->visibleRegion().isEmpty());
        QCOMPARE(panel.summary(), QStringLiteral("GetName \u00b7 message \u00b7 4 references in 3 files"));
        QVERIFY(panel.tree()->currentItem() != nullptr); // the line one stands in
        QCOMPARE(panel.tree()->currentItem()->text(1), QStringLiteral("Shine"));
        current()->editor()->textKeys()->setFocus();
        press(Qt::Key_F4);
        QTRY_COMPARE(name(), QStringLiteral("lantern.kod"));
        current()->finishAnalysis();
        press(Qt::Key_F4, Qt::ShiftModifier);
        QTRY_COMPARE(name(), QStringLiteral("lamp.kod"));
        QCOMPARE(current()->editor()->cursor().line, 14);
    }

    /// A file that is called otherwise is led to by that name: in the rows that are there, and in those that are listed anew.
    void referencesFollowAFileToItsNewName_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("other");
        QTest::addColumn<QString>("row");
        QTest::addRow("open") << QStringLiteral("kod/thing/lamp.kod") << QStringLiteral("lampion.kod") << QStringLiteral("Lamp \u00b7 lampion.kod");
        QTest::addRow("closed") << QStringLiteral("kod/thing/lamp/lantern.kod") << QStringLiteral("lanternfish.kod") << QStringLiteral("Lantern \u00b7 lanternfish.kod");
    }
    void referencesFollowAFileToItsNewName()
    {
        QFETCH(QString, file);
        QFETCH(QString, other);
        QFETCH(QString, row);
        setCursor("@GetNa");
        press(Qt::Key_F12, Qt::ShiftModifier);
        code::ReferencesPanel& panel = window_->code().references();
        QTRY_VERIFY(panel.hasUses() && !panel.isAsking());
        const QString now = QFileInfo(folder_->path(file)).path() + u'/' + other;
        const auto rowOf = [&panel](const QString& words) { return panel.tree()->findItems(words, Qt::MatchExactly).value(0); };
        const auto all = [&panel] {
            QStringList words;
            for (int i = 0; i < panel.tree()->topLevelItemCount(); ++i)
                words << panel.tree()->topLevelItem(i)->text(0);
            return words.join(u'|');
        };
        const QString listed = panel.summary();
        QSignalSpy asked(&panel, &code::ReferencesPanel::changed);
        window_->files().rename(folder_->path(file), other);
        QVERIFY2(rowOf(row) != nullptr && rowOf(row)->toolTip(0) == now, qPrintable(all())); // at once
        emit panel.tree()->itemActivated(rowOf(row)->child(0), 0);
        QTRY_COMPARE(name(), other);
        asked.clear();
        QTRY_VERIFY(!asked.isEmpty() && !panel.isAsking()); // the index has read the tree
        QTRY_VERIFY2(rowOf(row) != nullptr && rowOf(row)->toolTip(0) == now && panel.summary() == listed, qPrintable(all() + panel.summary()));
    }

    /// Of files that are not open, too: called otherwise here, or written by another program.
    void f12LeadsToWhatIsOnTheDiskNow()
    {
        setCursor("      piSi");
        const QByteArray thing = folder_->read(QStringLiteral("kod/thing.kod"));
        QSignalSpy read(current()->tree().get(), &code::KodSymbols::indexed);
        QTRY_VERIFY(current()->tree()->index()->get() != nullptr && !current()->tree()->isReading());
        read.clear();
        window_->files().rename(folder_->path(QStringLiteral("kod/thing.kod")), QStringLiteral("matter.kod"));
        QTRY_VERIFY(!read.isEmpty());
        press(Qt::Key_F12);
        QTRY_COMPARE(name(), QStringLiteral("matter.kod"));
        QTRY_COMPARE(current()->editor()->cursor().line, 4);
        window_->documents().close(current()); // open texts tell the index what they hold
        QTRY_COMPARE(name(), QStringLiteral("lamp.kod"));
        QTRY_VERIFY(!current()->tree()->isReading());
        read.clear();
        QSaveFile written(folder_->path(QStringLiteral("kod/matter.kod")));
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write("% one\n% two\n" + thing);
        QVERIFY(written.commit());
        QTRY_VERIFY_WITH_TIMEOUT(!read.isEmpty(), 15'000);
        press(Qt::Key_F12);
        QTRY_COMPARE(name(), QStringLiteral("matter.kod"));
        QTRY_COMPARE(current()->editor()->cursor().line, 6);
        window_->documents().close(current());
        QTRY_COMPARE(name(), QStringLiteral("lamp.kod"));
        QTRY_VERIFY(!current()->tree()->isReading());
        read.clear();
        QFile inPlace(folder_->path(QStringLiteral("kod/matter.kod"))); // its folder does not change by that
        QVERIFY(inPlace.open(QIODevice::WriteOnly) && inPlace.write("% one\n% two\n% three\n" + thing) > 0);
        inPlace.close();
        window_->index().refresh(); // as when the window is gone to
        QTRY_VERIFY_WITH_TIMEOUT(!read.isEmpty(), 15'000);
        press(Qt::Key_F12);
        QTRY_COMPARE(name(), QStringLiteral("matter.kod"));
        QTRY_COMPARE(current()->editor()->cursor().line, 7);
    }

    void f2RenamesEverywhereAndTheToastTakesItBack()
    {
        const QByteArray thing = folder_->read(QStringLiteral("kod/thing.kod"));
        setCursor("@GetNa");
        press(Qt::Key_F2);
        code::RenameCard* card = current()->assist()->renameCard();
        QVERIFY(card != nullptr && card->field()->hasFocus());
        QTest::keyClicks(card->field(), QStringLiteral("GetTitle"));
        QTest::keyClick(card->field(), Qt::Key_Return);
        QTRY_VERIFY(folder_->read(QStringLiteral("kod/thing.kod")).contains("GetTitle"));
        QTRY_COMPARE(window_->toasts().sentences().last(), QStringLiteral("Renamed GetName to GetTitle at 4 places in 3 files. 1 of them is open and not saved yet, the others are saved."));
        QVERIFY(current()->editor()->textKeys()->hasFocus());
        press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(folder_->read(QStringLiteral("kod/thing.kod")), thing);
        QCOMPARE(current()->text()->text(), std::string(test::lampText));
        QVERIFY(!window_->toasts().sentences().contains(QStringLiteral("Renamed GetName to GetTitle at 4 places in 3 files.")));
    }

    /// A file that another program took away: who renames is told, and goes on by itself; References no longer list it.
    void aFileThatIsGoneIsNoLongerCounted()
    {
        setCursor("@GetNa");
        press(Qt::Key_F12, Qt::ShiftModifier);
        const code::ReferencesPanel& panel = window_->code().references();
        QTRY_VERIFY(panel.hasUses() && !panel.isAsking());
        QCOMPARE(panel.summary(), QStringLiteral("GetName \u00b7 message \u00b7 4 references in 3 files"));
        QVERIFY(QFile::remove(folder_->path(QStringLiteral("kod/thing/lamp/lantern.kod"))));
        current()->editor()->textKeys()->setFocus();
        setCursor("@GetNa");
        press(Qt::Key_F2);
        code::RenameCard* card = current()->assist()->renameCard();
        QVERIFY(card != nullptr);
        QTest::keyClicks(card->field(), QStringLiteral("GetTitle"));
        QTRY_COMPARE(card->summary(), QStringLiteral("3 places in 2 files"));
        QTRY_COMPARE(panel.summary(), QStringLiteral("GetName \u00b7 message \u00b7 3 references in 2 files"));
        QTest::keyClick(card->field(), Qt::Key_Return);
        QTRY_VERIFY(folder_->read(QStringLiteral("kod/thing.kod")).contains("GetTitle"));
    }

    /// Its edits would have nothing to go on: who renames is told which file to open first, and nothing is changed.
    void aFileThatWasClosedWithEditsIsNotRenamedIn()
    {
        const QString lantern = QStringLiteral("kod/thing/lamp/lantern.kod");
        open(lantern);
        QTest::keyClicks(current()->editor()->textKeys(), QStringLiteral("% mine"));
        QTest::keyClick(current()->editor()->textKeys(), Qt::Key_Return);
        const QByteArray before = folder_->read(lantern), thing = folder_->read(QStringLiteral("kod/thing.kod"));
        window_->closeDocument(current());
        open(QStringLiteral("kod/thing/lamp.kod"));
        const auto rename = [this] {
            setCursor("@GetNa");
            press(Qt::Key_F2);
            QVERIFY(current()->assist()->renameCard() != nullptr);
            QTest::keyClicks(current()->assist()->renameCard()->field(), QStringLiteral("GetTitle"));
            QTest::keyClick(current()->assist()->renameCard()->field(), Qt::Key_Return);
        };
        rename();
        const QString why = QStringLiteral("Nothing was changed: lantern.kod was closed with edits that are not saved. Open it first.");
        QTRY_VERIFY2(window_->toasts().sentences().contains(why), qPrintable(window_->toasts().sentences().join(u'|')));
        QCOMPARE(folder_->read(lantern), before);
        QCOMPARE(folder_->read(QStringLiteral("kod/thing.kod")), thing);
        QCOMPARE(current()->text()->text(), std::string(test::lampText));
        open(lantern);
        QVERIFY(current()->text()->text().starts_with("% mine\n"));
        open(QStringLiteral("kod/thing/lamp.kod"));
        rename();
        QTRY_VERIFY(folder_->read(QStringLiteral("kod/thing.kod")).contains("GetTitle"));
        open(lantern);
        QVERIFY(current()->text()->text().starts_with("% mine\n") && current()->text()->text().find("GetTitle") != std::string::npos);
    }

    /// Whichever key takes it back, References list the name that there is.
    void referencesFollowARenamingThatIsTakenBack()
    {
        setCursor("@GetNa");
        press(Qt::Key_F12, Qt::ShiftModifier);
        const code::ReferencesPanel& panel = window_->code().references();
        const auto shows = [&panel](const char* name) { return panel.hasUses() && !panel.isAsking() && panel.summary().startsWith(QLatin1String(name)) && panel.summary().contains(QStringLiteral("4 references")); };
        QTRY_VERIFY(shows("GetName"));
        for (const char* other : {"GetTitle", "GetLabel"}) { // the second one after the first was taken back
            current()->editor()->textKeys()->setFocus();
            setCursor("@GetNa");
            press(Qt::Key_F2);
            code::RenameCard* card = current()->assist()->renameCard();
            QVERIFY(card != nullptr);
            QTest::keyClicks(card->field(), QLatin1String(other));
            QTest::keyClick(card->field(), Qt::Key_Return);
            QTRY_VERIFY(shows(other));
            press(Qt::Key_Z, Qt::ControlModifier);
            QTRY_VERIFY(shows("GetName"));
            press(Qt::Key_Y, Qt::ControlModifier);
            QTRY_VERIFY(shows(other));
            press(Qt::Key_Z, Qt::ControlModifier);
            QTRY_VERIFY(shows("GetName"));
        }
    }

    void theMenuOfANameHasItsCommands()
    {
        QMenu menu;
        menu.addAction(QStringLiteral("Undo"));
        const qsizetype at = current()->editor()->text().indexOf("@Get") + 3;
        emit current()->editor()->menuWanted(menu, at);
        QStringList words;
        for (const QAction* one : menu.actions())
            words << one->text();
        QCOMPARE(words.mid(0, 3), (QStringList{QStringLiteral("Go to definition"), QStringLiteral("Find references"), QStringLiteral("Rename")}));
        QCOMPARE(current()->editor()->cursorOffset(), at);
        QMenu other;
        emit current()->editor()->menuWanted(other, current()->editor()->text().indexOf("return"));
        QVERIFY(std::ranges::none_of(other.actions(), [](const QAction* one) { return one->text() == QStringLiteral("Rename"); }));
    }

    void noTwoCommandsHaveOneKey()
    {
        QStringList both;
        for (const KeyConflict& one : window_->actions().conflicts())
            both << one.firstId + u' ' + one.secondId + u' ' + one.key.toString();
        QCOMPARE(both, QStringList());
    }

    void placesAreGoneBackToInTheirOrder()
    {
        const auto at = [](const char* path, int line) { return VisitedPlace{QLatin1String(path), {{QStringLiteral("line"), line}}}; };
        PlaceHistory places;
        QVERIFY(!places.back(at("a", 1)));
        places.leave(at("a", 1));
        places.leave(at("a", 1)); // twice is once
        places.leave(at("b", 2));
        QCOMPARE(places.back(at("c", 3))->path, QStringLiteral("b"));
        QCOMPARE(places.back(at("b", 2))->path, QStringLiteral("a"));
        QVERIFY(!places.canGoBack());
        QCOMPARE(places.forward(at("a", 1))->path, QStringLiteral("b"));
        QCOMPARE(places.forward(at("b", 2))->path, QStringLiteral("c"));
        QCOMPARE(places.back(at("c", 3))->path, QStringLiteral("b"));
        places.leave(at("b", 9)); // another way: what was ahead is no more
        QVERIFY(!places.canGoForward());
    }
};

QTEST_MAIN(TestCodeDesk)
#include "tst_code_desk.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What the eye and the ear have of a running game, exchanged: sprites from their editor, palette and sounds from the disk.
#include "played_studio.h"

#include "bgfeditor/bgfcore/pixel_edits.h"
#include "bgfeditor/bgfcore/sprite_document.h"
#include "client/play/sound_stage.h"
#include "kodide/ui/code_editor.h"
#include "kodide/ui/code_view.h"
#include "studio/newroom/new_room.h"
#include "studio/playing/cheat_panel.h"
#include "ui/find_box.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QByteArrayList>
#include <QSaveFile>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

#include <algorithm>
#include <array>

using namespace blak;
using namespace blak::ui;
using Studio = blak::play::PlayedStudio;

class TestReload : public QObject
{
    Q_OBJECT

    static constexpr int patience = Studio::patience;

    static QStringList logLines(const Studio& studio)
    {
        QStringList out;
        const auto* list = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.log"));
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            out << list->topLevelItem(i)->text(1);
        return out;
    }

    /// Width of the first bitmap of a sprite as the game of the first client has it.
    static int width(const Studio& studio, const char* name)
    {
        return studio.tab()->client().follower()->assets().sprite(name)->images[0].width;
    }

    static std::shared_ptr<bgfcore::SpriteDocument> opened(const Studio& studio, const QString& path)
    {
        studio.window->open(path);
        studio.window->finishBackgroundWork();
        return std::dynamic_pointer_cast<bgfcore::SpriteDocument>(studio.window->workspace().find(path.toStdString()));
    }

    static Result<void> widen(bgfcore::SpriteDocument& sprite, int by)
    {
        const std::array<document::PartId, 1> first{sprite.frameAt(0)};
        return bgfcore::resizeFrames(sprite, first, {.left = by});
    }

    /// Another file that takes its name, as most programs write.
    static bool replaced(const QString& path, const std::function<void(QByteArray&)>& change)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return false;
        QByteArray bytes = file.readAll();
        change(bytes);
        QSaveFile out(path);
        return out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit();
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void savingASpriteShowsItInTheGame()
    {
        Studio studio({});
        studio.play5();
        const QString path = studio.play->session().projectFile(QStringLiteral("mug.bgf"));
        QVERIFY(!path.isEmpty());
        const int before = width(studio, "mug.bgf");
        const auto sprite = opened(studio, path);
        QVERIFY(sprite != nullptr);
        QVERIFY(widen(*sprite, 3));
        QCOMPARE(width(studio, "mug.bgf"), before);
        QVERIFY(sprite->save());
        QTRY_COMPARE_WITH_TIMEOUT(width(studio, "mug.bgf"), before + 3, patience);
        QTRY_VERIFY(logLines(studio).join(u'\n').contains(QStringLiteral("Reloaded mug.bgf")));
    }

    /// The sprite that it makes is built for the game; the tree's own is whoever's who builds the tree.
    void savingACommandFileBuildsItsSpriteForTheGame()
    {
        Studio studio({});
        const QString art = qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/world/sprites");
        blak::play::PlayedWorld::copyTree(art, studio.world.path(QStringLiteral("art")), {QStringLiteral("cloak*")});
        studio.play5();
        const QString built = studio.play->session().projectFile(QStringLiteral("cloak.bgf"));
        QVERIFY(!built.isEmpty());
        QFile file(built);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        const int before = width(studio, "cloak.bgf");
        const QString path = studio.world.path(QStringLiteral("art/cloak.bbg"));
        {
            const auto sprite = opened(studio, path);
            QVERIFY(sprite != nullptr && sprite->isCommandFile());
            QVERIFY(widen(*sprite, 3));
            const auto saved = sprite->save();
            QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
            QTRY_COMPARE_WITH_TIMEOUT(width(studio, "cloak.bgf"), before + 3, patience);
            QTRY_VERIFY(logLines(studio).join(u'\n').contains(QStringLiteral("Reloaded cloak.bgf")));
            // Unsaved work is shown as everywhere in the studio, and gone when it is given up.
            QVERIFY(widen(*sprite, 4));
            QTRY_COMPARE_WITH_TIMEOUT(width(studio, "cloak.bgf"), before + 7, patience);
            studio.window->documents().find(path)->undo();
            QTRY_COMPARE_WITH_TIMEOUT(width(studio, "cloak.bgf"), before + 3, patience);
        }
        studio.window->closeDocument(studio.window->documents().find(path));
        QTest::qWait(200);
        QCOMPARE(width(studio, "cloak.bgf"), before + 3);
        file.seek(0);
        QCOMPARE(file.readAll(), bytes);
        // A second client has it as well.
        studio.trigger("play.with.player");
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->tabs().size() == 2 && studio.play->tabs()[1]->isIn(), patience);
        QCOMPARE(studio.play->tabs()[1]->client().follower()->assets().sprite("cloak.bgf")->images[0].width, before + 3);
    }

    void aPaletteThatChangesIsSeen()
    {
        Studio studio({});
        const QString palette = studio.world.path(QStringLiteral("blakston.pal"));
        QVERIFY(QFile::copy(qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/world/blakston.pal"), palette));
        QFile::setPermissions(palette, QFile::ReadOwner | QFile::WriteOwner);
        studio.play5();
        const QImage shownBefore = studio.tab()->game().view()->grab().toImage();
        const auto colours = [&] { return studio.tab()->client().assets()->palette(); };
        const auto before = colours();
        QVERIFY(replaced(palette, [](QByteArray& bytes) { // a colour a line; the first ones become the last
            QByteArrayList lines = bytes.trimmed().split('\n');
            std::reverse(lines.begin(), lines.end());
            bytes = lines.join('\n') + '\n';
        }));
        QTRY_VERIFY_WITH_TIMEOUT(colours() != before, patience);
        QVERIFY(studio.tab()->client().follower()->sharedAssets() == studio.tab()->client().assets());
        const QImage shown = studio.tab()->game().view()->grab().toImage();
        int others = 0;
        for (int y = 0; y < shown.height(); y += 4)
            for (int x = 0; x < shown.width(); x += 4)
                others += shown.pixel(x, y) != shownBefore.pixel(x, y) ? 1 : 0;
        QVERIFY2(others > shown.width() * shown.height() / 16 / 2, qPrintable(QString::number(others)));
        QVERIFY(studio.tab()->isIn());
        // One that is none is told and changes nothing.
        const auto changed = colours();
        QVERIFY(replaced(palette, [](QByteArray& bytes) { bytes = "no palette"; }));
        QTRY_VERIFY_WITH_TIMEOUT(logLines(studio).last().contains(QStringLiteral("blakston.pal")) &&
                                     !logLines(studio).last().contains(QStringLiteral("Reloaded")),
                                 patience);
        QVERIFY(colours() == changed);
    }

    /// Several files are written for it, of which the first means nothing without the others; it comes into the world at once.
    void aRoomThatIsMadeWhileOnePlays()
    {
        Studio studio({});
        studio.play5();
        QSignalSpy reloads(&studio.play->session(), &play::PlaySession::codeReloaded);
        QSignalSpy findings(&studio.play->session(), &play::PlaySession::findings);
        auto tree = blak::newroom::readRoomTree(*studio.window->index().project(), *studio.window->workspace().files());
        QVERIFY2(tree, tree ? "" : tree.error().text().c_str());
        blak::newroom::NewRoomRequest request;
        request.className = "Attic";
        request.title = "The Attic";
        request.model = "LanternInn";
        request.exits.push_back({"LanternInn", {8, 4}, {5, 5}, {5, 6}, {7, 4}});
        const auto plan = blak::newroom::planNewRoom(tree.value(), request, *studio.window->workspace().files());
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        const auto made = blak::treeplan::carryOut(studio.window->workspace(), plan.value());
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        studio.window->open(QString::fromStdString(plan.value().room.string()));
        auto* rooms = studio.window->findChild<playing::CheatPanel*>()->rooms();
        QTRY_VERIFY_WITH_TIMEOUT(!reloads.isEmpty(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(rooms->findText(QStringLiteral("attic.roo"), Qt::MatchContains) >= 0, patience);
        const QString log = logLines(studio).join(u'\n');
        QVERIFY2(!log.contains(QStringLiteral("RID_ATTIC")) && !log.contains(QStringLiteral("does not compile")), qPrintable(log));
        QCOMPARE(findings.size(), 1); // one compilation
        rooms->setEditText(QStringLiteral("attic"));
        QTest::keyClick(rooms->lineEdit(), Qt::Key_Return);
        studio.window->documents().setCurrent(studio.play->tabs().front());
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, QStringLiteral("attic.roo"), patience);
        // Of its own class, not of one for this play.
        QTRY_VERIFY_WITH_TIMEOUT(logLines(studio).join(u'\n').contains(QStringLiteral("no room of class Attic yet")), patience);
        QVERIFY(!logLines(studio).join(u'\n').contains(QStringLiteral("No class uses")));
    }

    /// What does not compile stands in the log until it does.
    void errorsOfTheCompilerGoWhenTheyAreMended()
    {
        Studio studio({});
        studio.play5();
        const QString path = studio.world.path(QStringLiteral("kod/object/room/oldmill.kod"));
        auto text = studio.window->workspace().openText(path.toStdString(), EncodingRule::AlwaysWindows1252);
        QVERIFY(text);
        const std::string before(*text.value()->content().value());
        const auto write = [&](const std::string& now) { return text.value()->editBytes("typed", now) && text.value()->save(); };
        std::string broken = before;
        broken.replace(broken.find("RID_MILL"), 8, "RID_MILT");
        QVERIFY(write(broken));
        QTRY_VERIFY_WITH_TIMEOUT(logLines(studio).join(u'\n').contains(QStringLiteral("RID_MILT")), patience);
        QTRY_VERIFY_WITH_TIMEOUT(logLines(studio).join(u'\n').contains(QStringLiteral("oldmill.kod does not compile")), patience);
        const auto* list = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.log"));
        const int line = static_cast<int>(std::count(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(before.find("RID_MILL")), '\n')) + 1;
        int errors = 0;
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            if (list->topLevelItem(i)->text(1).contains(QStringLiteral("RID_MILT")) || list->topLevelItem(i)->text(1).contains(QStringLiteral("does not compile"))) {
                QCOMPARE(list->topLevelItem(i)->text(2), QStringLiteral("oldmill.kod:%1").arg(line));
                ++errors;
            }
        QVERIFY(errors >= 2);
        // So is it told where one saves, with a way there.
        const QString told = QStringLiteral("oldmill.kod is saved, but does not compile. The game goes on with the class it has.");
        QCOMPARE(studio.window->toasts().sentences().count(told), 1);
        for (auto* button : studio.window->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Show") && button->isVisible())
                QTest::mouseClick(button, Qt::LeftButton);
        auto* view = qobject_cast<code::CodeView*>(studio.window->documents().current());
        QVERIFY(view != nullptr && view->path() == path);
        QCOMPARE(view->editor()->cursor().line + 1, line);
        QVERIFY(write(before));
        QTRY_VERIFY_WITH_TIMEOUT(!logLines(studio).join(u'\n').contains(QStringLiteral("RID_MILT")), patience);
        QVERIFY(!logLines(studio).join(u'\n').contains(QStringLiteral("does not compile")));
        // A toast about it goes, too, by itself, when its file compiles again.
        QVERIFY(write(broken));
        QTRY_COMPARE_WITH_TIMEOUT(studio.window->toasts().sentences().count(told), 1, patience);
        QVERIFY(write(before));
        const QString taken = QStringLiteral("oldmill.kod is saved. The game has it now.");
        QTRY_VERIFY_WITH_TIMEOUT(studio.window->toasts().sentences().contains(taken), patience);
        QTRY_VERIFY(!studio.window->toasts().sentences().contains(told));
    }

    /// A step that made a file is taken back: the world goes on, and nothing is wrong.
    void aSourceThatIsGoneIsNoError()
    {
        Studio studio({});
        studio.play5();
        QStringList errors, notes;
        connect(studio.play, &playing::PlayController::said, this, [&](const play::PlayLine& line) {
            if (line.severity == Severity::Error)
                errors << line.text;
            else if (line.text.contains(QLatin1String("snuffer")))
                notes << line.text;
        });
        const QString path = studio.world.path(QStringLiteral("kod/object/thing/item/tool/snuffer.kod"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("Snuffer is Candle\n\nend\n") > 0);
        file.close();
        QSignalSpy reloaded(&studio.play->session(), &play::PlaySession::codeReloaded);
        int light = 20;
        const auto bring = [&] { // as whatever is in the list of sources, one that is certainly compiled with it
            reloaded.clear();
            const QString candle = QStringLiteral("kod/object/thing/item/tool/candle.kod");
            const QByteArray before = "viLight = " + QByteArray::number(light);
            studio.world.replace(candle, before, "viLight = " + QByteArray::number(++light));
            studio.play->session().reloadSources({path, studio.world.path(candle)}, nullptr);
        };
        bring();
        QTRY_VERIFY_WITH_TIMEOUT(!reloaded.isEmpty(), patience);
        QVERIFY2(errors.isEmpty(), qPrintable(errors.join(u'\n')));
        const QString mirrored = QString::fromStdString((studio.play->session().world()->mirrorFolder() / "kod/object/thing/item/tool/snuffer.kod").string());
        QVERIFY(QFile::exists(mirrored));
        notes.clear();
        QVERIFY(QFile::remove(path));
        bring();
        QTRY_VERIFY_WITH_TIMEOUT(!reloaded.isEmpty() || !errors.isEmpty(), patience);
        QVERIFY(!QFile::exists(mirrored)); // the next compile knows nothing of it
        const QStringList once{QStringLiteral("snuffer.kod is gone and is compiled no more. The world keeps its class until it starts again.")};
        QCOMPARE(notes, once);
        bring();
        QTRY_VERIFY_WITH_TIMEOUT(!reloaded.isEmpty() || !errors.isEmpty(), patience);
        QVERIFY2(errors.isEmpty(), qPrintable(errors.join(u'\n')));
        QCOMPARE(notes, once);
        QVERIFY(studio.play->isRunning() && studio.tab()->isIn());
    }

    /// The page has both ways on; neither a toast nor the log says the same once more.
    void thePageOffersTheLastGoodClasses()
    {
        const QString source = QStringLiteral("kod/object/thing/item/tool/candle.kod");
        Studio studio({});
        studio.play5();
        studio.trigger("play.run.stop");
        studio.world.replace(source, "viLight = 20", "viLight = = 20");
        QSignalSpy failed(&studio.play->session(), &play::PlaySession::failed);
        studio.window->documents().setCurrent(studio.tab()); // F5 in a document leads to the fault instead
        studio.trigger("play.run.here");
        QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), patience);
        const QString why = failed[0][0].toString();
        auto* lastGood = studio.tab()->findChild<QPushButton*>(QStringLiteral("play.lastGood"));
        auto* again = studio.tab()->findChild<QPushButton*>(QStringLiteral("play.again"));
        QTRY_VERIFY(lastGood->isVisible() && again->isVisible());
        QCOMPARE(studio.tab()->notice()->text(), why);
        QVERIFY(!studio.window->toasts().sentences().contains(why));
        QVERIFY(!logLines(studio).join(u'\n').contains(why));
        QVERIFY(!logLines(studio).isEmpty()); // what the compiler said
        QTest::mouseClick(lastGood, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(studio.tab()->isIn(), patience);
        QVERIFY(!lastGood->isVisible());
    }

    /// F5 with what does not compile leaves one at the text and the game as it is.
    void whatDoesNotCompileEndsNoGame()
    {
        Studio studio({});
        studio.play5();
        const qint64 server = studio.play->session().serverProcess();
        const QString path = studio.world.path(QStringLiteral("kod/object/room/oldmill.kod"));
        studio.window->open(path);
        studio.window->finishBackgroundWork();
        const auto text = std::dynamic_pointer_cast<document::TextDocument>(studio.window->workspace().find(path.toStdString()));
        QVERIFY(text);
        text->edit("typed", "word word " + text->text());
        auto* view = qobject_cast<code::CodeView*>(studio.window->documents().current());
        QVERIFY(view != nullptr);
        const auto hasErrors = [&] {
            return std::ranges::any_of(text->problems(), [](const Diagnostic& one) { return one.severity == Severity::Error; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasErrors(), patience);
        const auto faulty = std::ranges::find(text->problems(), Severity::Error, &Diagnostic::severity)->range.line;
        view->editor()->goTo(static_cast<int>(faulty) + 5, 0);
        studio.window->documents().setCurrent(studio.tab());
        studio.play->playHere();
        QVERIFY(studio.window->documents().current() == view); // it leads there
        QCOMPARE(view->editor()->cursor().line + 1, static_cast<int>(faulty));
        QVERIFY(studio.play->isRunning());
        QCOMPARE(studio.play->session().serverProcess(), server);
        QCOMPARE(studio.window->documents().current()->path(), path);
        QVERIFY(studio.window->toasts().sentences().join(u'\n').contains(QStringLiteral("oldmill.kod does not compile: the game goes on as it is.")));
        text->history().undo();
        QTRY_VERIFY_WITH_TIMEOUT(!hasErrors(), patience);
        studio.play->playHere();
        QVERIFY(studio.play->isRunning() && studio.tab()->isIn());
        QCOMPARE(studio.play->session().serverProcess(), server); // it compiles, and still nobody ended the game
        QCOMPARE(studio.window->documents().current(), studio.tab());
    }

    /// A loop that is heard begins anew, with what the file holds now.
    void aSoundThatChangesIsHeard()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, QStringLiteral("lantern.roo"), patience);
        client::SoundStage& sounds = studio.tab()->sounds();
        QTRY_VERIFY_WITH_TIMEOUT(sounds.played() > 0, patience);
        const QString sound = studio.play->session().projectFile(QStringLiteral("fire.ogg"));
        QVERIFY(!sound.isEmpty());
        std::uint64_t before = 0;
        do { // all that the room wants is heard
            before = sounds.played();
            QTest::qWait(1500);
        } while (sounds.played() != before);
        QVERIFY(replaced(sound, [](QByteArray& bytes) { bytes += '\0'; }));
        QTRY_VERIFY_WITH_TIMEOUT(logLines(studio).join(u'\n').contains(QStringLiteral("Reloaded fire.ogg")), patience);
        QTRY_VERIFY_WITH_TIMEOUT(sounds.played() > before, patience);
        QVERIFY(studio.tab()->isIn());
    }
};

QTEST_MAIN(TestReload)
#include "tst_reload.moc"

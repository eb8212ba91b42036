// SPDX-License-Identifier: GPL-3.0-or-later
// What is true of every kind of document alike: reopening, journals without a tab, changes on disk, files that cannot be written.
#include "formats/base/file_io.h"
#include "formats/document/text_document.h"
#include "kodide/ui/code_document.h"
#include "kodide/ui/debug_adapter.h"
#include "kodide/ui/text_bytes.h"
#include "bgfeditor/ui/sprite_view.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/room_document.h"
#include "studio/playing/play_controller.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/opening.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_debug.h"
#include "studio/shell/studio_play.h"
#include "studio/shell/studio_settings.h"
#include "tests/studio/fake_documents.h"
#include "tests/support/ordinary_user.h"
#include "tests/support/shared_data.h"
#include "tests/support/shown_studio.h"
#include "ui/status_strip.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QDesktopServices>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QUrl>

#include <sys/stat.h>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

/// In the place of the desktop, what it is asked to open.
class UrlCatcher : public QObject
{
    Q_OBJECT

public:
    UrlCatcher() { QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "take"); }
    ~UrlCatcher() override { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }

    QList<QUrl> shown;

public slots:
    void take(const QUrl& url) { shown << url; }
};

class TestKeptAlike : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    QString write(const QString& name, const QByteArray& bytes)
    {
        const QString path = QFileInfo(folder_->path()).canonicalFilePath() + u'/' + name;
        QDir().mkpath(QFileInfo(path).absolutePath());
        if (!writeFileAtomically(path.toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())),
                                 Backup::None))
            qFatal("cannot write %s", qPrintable(path));
        return path;
    }

    static std::unique_ptr<StudioWindow> makeWindow() { return test::shownStudio(documentTypes(), editorActions()); }

    static DocumentView* openIn(StudioWindow& window, const QString& path)
    {
        window.open(path);
        window.finishBackgroundWork();
        return window.documents().find(path);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        useSettingsFile(folder_->filePath(QStringLiteral("settings/studio.ini")));
    }

    void whatWasClosedComesBackWhereItWasLeft()
    {
        QByteArray lines;
        for (int i = 0; i < 200; ++i)
            lines += "line " + QByteArray::number(i) + "\n";
        const QString text = write(QStringLiteral("project/notes.txt"), lines);
        const QString base = write(QStringLiteral("project/kodbase.txt"), "T 10002 20001\nC Lamp 10001 0\n");
        const auto window = makeWindow();
        DocumentView* view = openIn(*window, text);
        QVERIFY(view != nullptr);
        QVERIFY(view->goToPlace(QStringLiteral("150")));
        QVERIFY(openIn(*window, base) != nullptr);
        QAction* reopen = window->actions().action(QStringLiteral("studio.file.reopen"));
        QVERIFY(!reopen->isEnabled());
        window->closeDocument(view);
        window->closeDocument(window->documents().find(base));
        QVERIFY(window->documents().documents().isEmpty());
        QTRY_VERIFY(reopen->isEnabled());
        reopen->trigger();
        window->finishBackgroundWork();
        QVERIFY(window->documents().find(base) != nullptr);
        QVERIFY(window->documents().find(text) == nullptr);
        reopen->trigger();
        window->finishBackgroundWork();
        view = window->documents().find(text);
        QVERIFY(view != nullptr);
        QCOMPARE(view->saveViewState().value(QStringLiteral("line")).toInt(), 149);
        QTRY_VERIFY(!reopen->isEnabled());
    }

    /// Opened again in the same session, a document that was closed with edits has each of its steps: whatever its kind is.
    void stepsComeBack_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        const auto bytesOf = [](const std::filesystem::path& file) {
            const auto bytes = test::bytesOf(file);
            return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        };
        QTest::addRow("room") << QStringLiteral("terrace.roo") << bytesOf(test::dataDir() / "rooms/terrace_10.roo");
        QTest::addRow("sprite") << QStringLiteral("small.bgf") << bytesOf(test::sourceDir() / "tests/fuzz/corpus/sprite_document/compressed.bgf");
        QTest::addRow("Blakod") << QStringLiteral("lamp.kod") << QByteArray("Lamp is Thing\nend\n");
        QTest::addRow("form") << QStringLiteral("motd.txt") << QByteArray("Hello\n");
    }
    void stepsComeBack()
    {
        /// Stands for any edit: what it does, the kinds of documents know.
        class Nothing : public document::Change
        {
        public:
            void swap() override {}
            std::size_t memory() const override { return 1; }
            document::Touched touched() const override { return {"test", 0}; }
        };
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        const QString path = write(QStringLiteral("project/") + name, bytes);
        const auto window = makeWindow();
        DocumentView* view = openIn(*window, path);
        QVERIFY(view != nullptr && view->document() != nullptr && view->document()->canEdit());
        for (int i = 0; i < 3; ++i) {
            document::Transaction step(view->document()->history(), "Step");
            view->document()->history().apply(std::make_unique<Nothing>());
            step.commit();
        }
        QVERIFY(view->isModified());
        window->closeDocument(view);
        view = openIn(*window, path);
        QVERIFY(view != nullptr);
        QVERIFY(view->isModified());
        QCOMPARE(view->document()->history().size(), std::size_t{3});
        for (int i = 0; i < 3; ++i)
            view->undo();
        QVERIFY(!view->isModified());
    }

    void aWindowThatComesAnewTakesTheOpenDocument_data() { stepsComeBack_data(); }

    /// As when the scale changes: the document goes along with its steps, nothing is put back and nothing said, there and back.
    void aWindowThatComesAnewTakesTheOpenDocument()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        const QString path = write(QStringLiteral("project/") + name, bytes);
        auto window = makeWindow();
        DocumentView* view = openIn(*window, path);
        QVERIFY(view != nullptr && view->document() != nullptr);
        const auto document = view->document();
        if (const auto text = std::dynamic_pointer_cast<document::TextDocument>(document)) {
            text->edit("Type", text->text() + "\n");
        } else if (const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(document)) {
            roomcore::MapEdit edit = room->edit();
            const roomcore::MapPoint corner{4096, 4096};
            QVERIFY(roomcore::drawLines(edit, roomcore::rectanglePoints(corner, {4352, 4352}), true, room->defaults()));
        } else {
            window->actions().refresh();
            window->actions().action(QStringLiteral("sprite.frame.flip"))->trigger();
        }
        QVERIFY(view->isModified());
        const std::size_t steps = document->history().size();
        QVERIFY(steps > 0);
        for (int round = 0; round < 2; ++round) {
            QVERIFY(window->saving().leave());
            window->saveSession();
            const auto workspace = window->sharedWorkspace();
            const auto closed = window->saving().closed().handOver();
            const document::ViewHold held(document);
            window.reset();
            window = std::make_unique<StudioWindow>(documentTypes(), editorActions(), workspace);
            window->saving().closed().takeOver(closed);
            window->show();
            window->restoreSession();
            QTRY_VERIFY(window->documents().find(path) != nullptr && window->documents().find(path)->document() != nullptr);
            window->finishBackgroundWork();
            view = window->documents().find(path);
            QCOMPARE(view->document().get(), document.get());
            QVERIFY(view->isModified());
            QCOMPARE(document->history().size(), steps);
            QVERIFY2(window->toasts().sentences().isEmpty(), qPrintable(window->toasts().sentences().join(u'|')));
        }
        view->undo();
        QVERIFY(!view->isModified());
    }

    /// What was exported is shown where it lies, by the file manager of the desktop.
    void whatWasExportedIsShownWhereItLies()
    {
        const auto bytes = test::bytesOf(test::sourceDir() / "tests/fuzz/corpus/sprite_document/compressed.bgf");
        const QString path =
            write(QStringLiteral("project/small.bgf"), QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())));
        const auto window = makeWindow();
        auto* view = qobject_cast<sprites::SpriteView*>(openIn(*window, path));
        QVERIFY(view != nullptr);
        UrlCatcher catcher;
        const QString folder = QFileInfo(path).absolutePath();
        emit view->wroteFiles(QStringLiteral("Wrote two pictures."), folder);
        QVERIFY(window->toasts().sentences().contains(QStringLiteral("Wrote two pictures.")));
        const auto buttons = window->findChildren<QPushButton*>();
        const auto show = std::ranges::find_if(buttons, [](const QPushButton* one) { return one->isVisible() && one->text() == QStringLiteral("Show"); });
        QVERIFY(show != buttons.end());
        QTest::mouseClick(*show, Qt::LeftButton);
        QCOMPARE(catcher.shown, QList<QUrl>{QUrl::fromLocalFile(folder)});
    }

    /// A start of the game that failed is no longer news once it runs.
    void theToastOfAFailedStartGoesOnceItRuns()
    {
        const auto window = makeWindow();
        const QString path = write(QStringLiteral("project/notes.txt"), "no world\n");
        QVERIFY(openIn(*window, path) != nullptr);
        playing::PlayController* play = attachPlay(*window);
        const QString why = QStringLiteral("The world does not compile.");
        emit play->session().failed(why, false);
        QTRY_VERIFY2(window->toasts().sentences().join(u'|').contains(why), qPrintable(window->toasts().sentences().join(u'|')));
        window->toasts().show(Severity::Error, QStringLiteral("Of something else."));
        QObject::disconnect(&play->session(), &play::PlaySession::ready, play, nullptr); // no world is there for it to enter
        emit play->session().ready();
        QVERIFY(!window->toasts().sentences().join(u'|').contains(why));
        QVERIFY(window->toasts().sentences().contains(QStringLiteral("Of something else.")));
    }

    void commandsAreFoundByTheirOtherNames()
    {
        const auto window = makeWindow();
        QTest::failOnWarning(QRegularExpression(QStringLiteral("no action is called")));
        addEditorKeys(window->actions());
        for (const auto& [typed, found] : {std::pair{">rotate", "Rotate right"}, {">turn", "Rotate right"}, {">duplicate", "Duplicate frame"}, {">zoom", "Zoom in"},
                                           {">comment", "Toggle comment"}, {">replace in files", "Find in files"}}) {
            window->palette().open(QLatin1String(typed));
            QVERIFY2(window->palette().shownTexts().contains(QLatin1String(found)), typed);
            window->palette().dismiss();
        }
    }

    /// A page of the game has no file: it cannot come back, and does not stand in the way of what can.
    /// One sign for what asks first, a capital letter, no full stop, and nothing twice where it would be read twice.
    void rowsAreWordedAlike()
    {
        const auto window = makeWindow();
        attachPlay(*window);
        attachDebugger(*window, std::make_unique<code::DebugAdapter>(QString()));
        QSet<QString> seen;
        for (const ActionSpec& spec : window->actions().specs()) {
            const QString text = QString(spec.text).remove(u'&');
            QVERIFY2(!text.contains(QLatin1String("...")) && !text.endsWith(u'.'), qPrintable(spec.id + u' ' + text));
            QVERIFY2(!text.isEmpty() && !text[0].isLower(), qPrintable(spec.id + u' ' + text));
            const QString place = spec.context + u'|' + spec.menu + u'|' + text;
            QVERIFY2(!seen.contains(place), qPrintable(place));
            seen.insert(place);
        }
        QVERIFY(seen.size() > 300);
    }

    void pagesWithoutAFileAreNotReopened()
    {
        class Page : public DocumentView
        {
        public:
            QString path() const override { return QStringLiteral("play:0"); }
            QString title() const override { return QStringLiteral("Tess"); }
            QString icon() const override { return QStringLiteral("play"); }
        };
        const QString text = write(QStringLiteral("project/notes.txt"), "a\n");
        const auto window = makeWindow();
        DocumentView* view = openIn(*window, text);
        auto* page = new Page;
        window->opening().show(page, QStringLiteral("play"));
        window->closeDocument(view);
        window->closeDocument(page);
        window->actions().action(QStringLiteral("studio.file.reopen"))->trigger();
        window->finishBackgroundWork();
        QVERIFY(window->documents().find(text) != nullptr);
        QVERIFY2(window->toasts().sentences().isEmpty(), qPrintable(window->toasts().sentences().join(u'|')));
    }

    void editsInNoTabAreKeptOnLeaving()
    {
        const QString open = write(QStringLiteral("project/open.txt"), "open\n");
        const QString unseen = write(QStringLiteral("project/unseen.txt"), "saved\n");
        {
            const auto window = makeWindow();
            QVERIFY(openIn(*window, open) != nullptr);
            auto text = window->workspace().openText(unseen.toStdString(), code::encodingRuleOf(unseen));
            QVERIFY(text);
            text.value()->edit("Replace", "replaced\n");
            QCOMPARE(text.value()->views(), 0);
            QVERIFY(window->close());
        }
        QFile file(unseen);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("saved\n")); // a journal has them, not the file
        const auto window = makeWindow();
        window->saving().openKept();
        window->finishBackgroundWork();
        DocumentView* view = window->documents().find(unseen);
        QVERIFY(view != nullptr);
        QVERIFY(view->isModified());
        QCOMPARE(*view->document()->content().value(), std::string("replaced\n"));
        QVERIFY(view->save());
        QVERIFY(window->saving().keptEdits().all().isEmpty());
    }

    /// Views without a document are made anew, with what they showed.
    void aViewWithoutADocumentFollowsItsFile()
    {
        const QString path = write(QStringLiteral("project/kodbase.txt"), "T 10002 20001\nC Lamp 10001 0\n");
        const auto window = makeWindow();
        DocumentView* before = openIn(*window, path);
        QVERIFY(before != nullptr);
        QVERIFY(!before->goToPlace(QStringLiteral("Lantern")));
        QVERIFY(before->goToPlace(QStringLiteral("Lamp")));
        write(QStringLiteral("project/kodbase.txt"), "T 10003 20001\nC Lamp 10001 0\nC Lantern 10002 10001 Lamp\n");
        window->saving().checkFiles();
        DocumentView* after = window->documents().find(path);
        QVERIFY(after != nullptr && after != before);
        QCOMPARE(window->documents().documents().size(), 1);
        QCOMPARE(window->documents().current(), after);
        QVERIFY(after->goToPlace(QStringLiteral("Lantern")));
        write(QStringLiteral("project/kodbase.txt"), QByteArray("\0\0nothing", 9)); // what cannot be read leaves it as it is
        window->saving().checkFiles();
        QCOMPARE(window->documents().find(path), after);
    }

    void whatCannotBeWrittenSaysSo()
    {
        const QString path = write(QStringLiteral("project/notes.txt"), "one\n");
        const auto window = makeWindow();
        DocumentView* view = openIn(*window, path);
        QVERIFY(view != nullptr);
        const auto says = [&] { return window->status().right().contains(QStringLiteral("Read only")); };
        QVERIFY(!says());
        const test::OrdinaryUser user(folder_->path().toStdString());
        QCOMPARE(::chmod(path.toLocal8Bit().constData(), S_IRUSR), 0);
        window->finishBackgroundWork();
        QVERIFY(says());
    }
};

QTEST_MAIN(TestKeptAlike)
#include "tst_kept_alike.moc"

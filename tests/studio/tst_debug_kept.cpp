// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints and watches from one run of the studio to the next, and of two windows with one project.
#include "studio/debugging/kept_breakpoints.h"
#include "tests/studio/debug_fixture.h"

#include <QDir>

using namespace blak;
using namespace blak::ui;
using namespace blak::test;
using code::BreakpointLook;

class TestDebugKept : public test::DebugFixture
{
    Q_OBJECT

    QString keptKey() const
    {
        return QStringLiteral("debugging/breakpoints/") +
               QString::fromLatin1(world_->root().toUtf8().toBase64(QByteArray::Base64UrlEncoding));
    }
    QString kept() const { return shell::StudioSettings().value(keptKey()).toString(); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { setUp(); }
    void cleanup() { window_.reset(); }

    /// For each project, from one run of the studio to the next, and not in its folder.
    void breakpointsAndWatchesAreKept()
    {
        beginWithFake();
        clickMargin(firstStatement);
        clickMargin(15);
        clickMargin(16);
        code::LineBreakpoint one = debug_->session().breakpoints()[world_->path()][1];
        one.wanted.condition = "iSum > 3";
        one.wanted.hitCondition = ">= 2";
        one.wanted.logMessage = "now {iSum}";
        debug_->session().change(world_->path(), 1, one);
        one = debug_->session().breakpoints()[world_->path()][2];
        one.enabled = false;
        debug_->session().change(world_->path(), 2, one);
        code::LineBreakpoint message;
        message.wanted.name = "System.Reckon";
        debug_->session().add(code::messageBreakpoints, message);
        debug_->session().addWatch(QStringLiteral("piCount"));
        const QStringList files = QDir(world_->root()).entryList(QDir::Files);
        window_.reset();
        QCOMPARE(QDir(world_->root()).entryList(QDir::Files), files);

        beginWithFake();
        const auto lines = debug_->session().breakpoints()[world_->path()];
        QCOMPARE(lines.size(), std::size_t{3});
        QCOMPARE(lines[0].line(), firstStatement);
        QVERIFY(lines[0].isPlain() && lines[0].enabled);
        QCOMPARE(lines[1].line(), 15);
        QCOMPARE(lines[1].wanted.condition, std::string("iSum > 3"));
        QCOMPARE(lines[1].wanted.hitCondition, std::string(">= 2"));
        QCOMPARE(lines[1].wanted.logMessage, std::string("now {iSum}"));
        QVERIFY(!lines[2].enabled);
        QCOMPARE(debug_->session().breakpoints()[code::messageBreakpoints].size(), std::size_t{1});
        QCOMPARE(debug_->session().watches(), QStringList{QStringLiteral("piCount")});
        QTRY_COMPARE(view()->editor()->breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Plain));
        QTRY_COMPARE(part<QTreeWidget>("debugBreakpoints")->topLevelItemCount(), 4);
        // They go along with lines, and what is taken away stays away.
        view()->editor()->goTo(12, 0);
        QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_Return);
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 15), 0);
        view()->undo();
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 14), 0);
        debug_->session().remove(world_->path(), 0);
        debug_->session().removeWatch(0);
        window_.reset();
        beginWithFake();
        QCOMPARE(debug_->session().breakpoints()[world_->path()].size(), std::size_t{2});
        QVERIFY(debug_->session().watches().isEmpty());
        // Another project has its own.
        window_.reset();
        const DebugWorld other;
        beginWithFake();
        window_->open(other.root());
        QTRY_COMPARE(window_->index().root(), other.root());
        QTRY_VERIFY(debug_->session().breakpoints()[world_->path()].empty());
        window_->open(world_->root());
        QTRY_COMPARE(debug_->session().breakpoints()[world_->path()].size(), std::size_t{2});
    }

    /// What was typed and not saved comes back after the studio is gone, and the breakpoints are where they were in it.
    void breakpointsStayInKeptEdits()
    {
        beginWithFake();
        clickMargin(15);
        view()->editor()->goTo(12, 0);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_Return);
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 18), 0);
        const QByteArray edited = view()->editor()->text();
        constexpr int untilKept = 3000; // ms: edits are written a moment later
        QTest::qWait(untilKept);
        window_.reset();

        beginWithFake();
        QTRY_COMPARE(view()->editor()->text(), edited);
        QTest::qWait(300);
        QCOMPARE(debug_->session().indexAt(world_->path(), 18), 0);
        QCOMPARE(view()->editor()->breakpointAt(17), std::optional(BreakpointLook::Plain));
        view()->undo(); // they are one step, which takes the breakpoint along
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 15), 0);
    }

    /// The line itself is edited, and another one still says what it said: the breakpoint stays. `meanwhile`: it is kept what the line
    /// says now, else what it said before (the studio was killed at once).
    void anEditedLineKeepsItsBreakpoint_data()
    {
        QTest::addColumn<bool>("meanwhile");
        QTest::addColumn<bool>("saved");
        QTest::addRow("kept with its edit") << true << false;
        QTest::addRow("kept before its edit") << false << false;
        QTest::addRow("the edit was saved") << true << true;
    }
    void anEditedLineKeepsItsBreakpoint()
    {
        QFETCH(bool, meanwhile);
        QFETCH(bool, saved);
        const QByteArray twice = QByteArray(debugProgram).replace("      return iSum;\n", "      iSum = iSum + piCount;\n      return iSum;\n");
        QFile file(world_->path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(twice) == twice.size());
        file.close();
        beginWithFake();
        clickMargin(15);
        const QString before = kept();
        view()->editor()->goTo(14, 13);
        QTest::keyClicks(view()->editor()->focusProxy(), QStringLiteral("1 + "));
        QTRY_VERIFY(view()->editor()->lineText(14).contains("= 1 + iSum"));
        if (saved)
            QVERIFY(view()->save());
        const QByteArray edited = view()->editor()->text();
        QTRY_VERIFY2(kept().contains(QStringLiteral("= 1 + iSum")), qPrintable(kept()));
        constexpr int untilKept = 3000; // ms: edits are written a moment later
        QTest::qWait(untilKept);
        window_.reset();
        if (!meanwhile)
            shell::StudioSettings().setValue(keptKey(), before);

        beginWithFake();
        QTRY_COMPARE(view()->editor()->text(), edited);
        QTest::qWait(300);
        QCOMPARE(debug_->session().breakpoints()[world_->path()].size(), std::size_t{1});
        QCOMPARE(debug_->session().breakpoints()[world_->path()][0].line(), 15);
        QCOMPARE(view()->editor()->breakpointAt(14), std::optional(BreakpointLook::Plain));
    }

    void aCommonLineIsOnlyFoundByWhatIsAroundIt_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("edited");
        QTest::addColumn<int>("line");
        const QByteArray other = "   Other()\n   {\n      return;\n   }\n", own = "   Own()\n   {\n      piCount = 1;\n      return;\n   }\n";
        QTest::addRow("the line was edited") << QByteArray("   Own()\n   {\n      piCount = 1;\n      return 3;\n   }\n" + other) << false << 4;
        QTest::addRow("lines were added above") << QByteArray("a\nb\n" + own + other) << false << 6;
        QTest::addRow("lines were added above, in edits") << QByteArray("a\nb\n" + own + other) << true << 6;
        QTest::addRow("the handler went away") << QByteArray(other + other) << false << 4;
    }
    void aCommonLineIsOnlyFoundByWhatIsAroundIt()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, edited);
        const QByteArray then = "   Own()\n   {\n      piCount = 1;\n      return;\n   }\n   Other()\n   {\n      return;\n   }\n";
        code::LineBreakpoint one;
        one.wanted.line = 4;
        debugging::TextLines(then).read(one);
        QCOMPARE(one.text, QStringLiteral("return;"));
        const QString root = QStringLiteral("/world"), path = QStringLiteral("/world/a.kod");
        one = debugging::keptFrom(debugging::keptText({{{path, {one}}}, {}}, root), root).breakpoints[path].at(0); // it is all kept
        QTEST(debugging::placedByText({one}, text, edited)[0].line(), "line");
        one.wanted.line = 8; // wherever it is: in the same text it stays
        QCOMPARE(debugging::placedByText({one}, then)[0].line(), 8);
        QCOMPARE(debugging::placedByText({one}, QByteArray(then).replace("\n", "\r\n"))[0].line(), 8);
    }

    /// Settings that others have written into.
    void whatMakesNoSenseIsNotKept()
    {
        using debugging::keptFrom;
        const QString root = QStringLiteral("/world");
        for (const char* text : {"", "{", "[]", "7", "{\"breakpoints\":7}", "{\"breakpoints\":[7,{},{\"at\":\"a.kod\"},{\"at\":\"a.kod\",\"line\":-3}]}",
                                 "{\"breakpoints\":[{\"at\":\"message:\"}],\"watches\":[3]}"}) {
            const auto kept = keptFrom(QString::fromLatin1(text), root);
            QVERIFY2(kept.breakpoints.isEmpty() && kept.watches.isEmpty(), text);
        }
        const auto twice = keptFrom(QStringLiteral("{\"breakpoints\":[{\"at\":\"kod/a.kod\",\"line\":9},{\"at\":\"kod/a.kod\",\"line\":4},"
                                                   "{\"at\":\"kod/a.kod\",\"line\":9}]}"),
                                    root);
        const auto& lines = twice.breakpoints[QStringLiteral("/world/kod/a.kod")];
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].line(), 4);
        QCOMPARE(debugging::keptText({}, root), QString());
    }

    void aBreakpointIsFoundByTheTextOfItsLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        const QByteArray line = "   iSum = iSum + piCount;\n";
        QTest::addRow("where it was") << QByteArray("a\nb\nc\n" + line + "d\n") << 4;
        QTest::addRow("above") << QByteArray("a\n" + line + "b\nc\nd\n") << 2;
        QTest::addRow("below, indented") << QByteArray("a\nb\nc\nd\ne\nf\n      " + line) << 7;
        QTest::addRow("the nearest") << QByteArray(line + "a\nb\nc\nd\n" + line + line) << 6;
        QTest::addRow("as near above as below") << QByteArray("a\n" + line + "c\nd\ne\n" + line) << 2;
        QTest::addRow("with the line ends of another system") << QByteArray("a\r\nb\r\n   iSum = iSum + piCount;\r\n") << 3;
        QTest::addRow("a last line without an end") << QByteArray("a\niSum = iSum + piCount;") << 2;
        QTest::addRow("nowhere") << QByteArray("a\nb\nc\niSum = iSum;\n") << 4;
        QTest::addRow("too far away") << QByteArray(QByteArray(6000, '\n') + line) << 4;
        QTest::addRow("a file without lines") << QByteArray() << 4;
    }
    void aBreakpointIsFoundByTheTextOfItsLine()
    {
        QFETCH(QByteArray, text);
        code::LineBreakpoint one;
        one.wanted.line = 4;
        one.wanted.condition = "iSum > 3";
        one.text = QStringLiteral("iSum = iSum + piCount;");
        const auto placed = debugging::placedByText({one}, text);
        QCOMPARE(placed.size(), std::size_t{1});
        QTEST(placed[0].line(), "line");
        QCOMPARE(placed[0].wanted.condition, std::string("iSum > 3"));
        one.text.clear(); // as they were kept before
        QCOMPARE(debugging::placedByText({one}, text)[0].line(), 4);
    }

    void breakpointsKeepTheirOrderAndEachItsLine()
    {
        std::vector<code::LineBreakpoint> all(3);
        const char* texts[] = {"first;", "second;", "second;"};
        for (int i = 0; i < 3; ++i) {
            all[static_cast<std::size_t>(i)].wanted.line = 10 * (i + 1);
            all[static_cast<std::size_t>(i)].text = QLatin1String(texts[i]);
        }
        const auto placed = debugging::placedByText(all, "a\nsecond;\nb\nfirst;\n");
        QCOMPARE(placed.size(), std::size_t{2}); // both of the second are on its only line
        QCOMPARE(placed[0].line(), 2);
        QCOMPARE(placed[0].text, QStringLiteral("second;"));
        QCOMPARE(placed[1].line(), 4);
    }

    /// Another program wrote into the file while no studio was there.
    void aFileThatWasChangedMeanwhileHasThemAtTheirLines()
    {
        beginWithFake();
        clickMargin(15);
        window_.reset();
        QByteArray changed = debugProgram;
        changed.replace("   piCount = 3\n", "   piCount = 3\n   piOther = 4\n   piLast = 5\n");
        QFile file(world_->path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(changed) == changed.size());
        file.close();

        beginWithFake();
        QTRY_COMPARE(view()->editor()->breakpointAt(16), std::optional(BreakpointLook::Plain));
        QVERIFY(!view()->editor()->breakpointAt(14));
        QCOMPARE(debug_->session().breakpoints()[world_->path()].size(), std::size_t{1});
        QCOMPARE(debug_->session().breakpoints()[world_->path()][0].line(), 17);
        window_.reset(); // it is kept there
        beginWithFake();
        QTRY_COMPARE(view()->editor()->breakpointAt(16), std::optional(BreakpointLook::Plain));
    }

    /// A file that is not open has them there, too: the world is told.
    void aFileThatIsNotOpenIsLookedThrough()
    {
        beginWithFake();
        clickMargin(15);
        window_.reset();
        QFile file(world_->path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("% a line\n") + debugProgram);
        file.close();
        window_ = std::make_unique<shell::StudioWindow>(QVector<DocumentType>{code::codeDocumentType()}, code::codeActions());
        debug_ = shell::attachDebugger(*window_, std::make_unique<FakeDebugBackend>(), {});
        window_->open(world_->root());
        QTRY_VERIFY(!window_->index().isRunning());
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 16), 0);
    }

    /// The other window keeps what it set, whichever of both writes last.
    void twoWindowsKeepWhatEachOfThemChanged()
    {
        const QString other = QDir(world_->root()).filePath(QStringLiteral("lamp.kod"));
        QFile file(other);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(debugProgram).replace("System\n", "Lamp\n")) > 0);
        file.close();
        beginWithFake();
        clickMargin(firstStatement);
        debug_->session().addWatch(QStringLiteral("piCount"));
        auto first = std::move(window_);
        code::DebugSession& firstSession = debug_->session();
        beginWithFake(); // the second has what the first one set
        QCOMPARE(debug_->session().indexAt(world_->path(), firstStatement), 0);
        code::LineBreakpoint one;
        one.wanted.line = 16;
        debug_->session().add(other, one);
        firstSession.toggleBreakpoint(world_->path(), 15); // and the first one, which knows nothing of that, writes again
        firstSession.addWatch(QStringLiteral("iSum"));
        one.wanted.line = 15;
        debug_->session().add(other, one);
        window_.reset();
        first.reset();

        beginWithFake();
        const auto lines = [this](const QString& path) {
            QVector<int> all;
            for (const code::LineBreakpoint& it : debug_->session().breakpoints()[path])
                all << it.line();
            return all;
        };
        QCOMPARE(lines(world_->path()), (QVector<int>{firstStatement, 15}));
        QCOMPARE(lines(other), (QVector<int>{15, 16}));
        QCOMPARE(debug_->session().watches(), (QStringList{QStringLiteral("piCount"), QStringLiteral("iSum")}));
    }
};

QTEST_MAIN(TestDebugKept)
#include "tst_debug_kept.moc"

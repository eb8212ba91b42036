// SPDX-License-Identifier: GPL-3.0-or-later
// The flame graph with mouse and keys, profiles that make no sense, and the profile of the sample's tests.
#include "studio/debugging/profile_panel.h"
#include "studio/debugging/source_finder.h"
#include "studio/shell/problems_panel.h"
#include "tests/studio/debug_fixture.h"

#include <QDirIterator>
#include <QTabWidget>
#include <nlohmann/json.hpp>

using namespace blak;
using namespace blak::ui;
using namespace blak::test;
using debugging::FlameGraph;
using nlohmann::json;

namespace {

constexpr int patience = 120'000;
constexpr int all = 0, reckon = 1, outer = 2, inner = 3, innerAgain = 4;

/// System.Reckon takes 30 ms; System.Outer 70, of which System.Inner takes 50, of which it takes 20 below itself.
json profile()
{
    return json::parse(R"({"functions":[["","",""],["System","Reckon","memmap/system.bof"],["System","Outer","memmap/system.bof"],
        ["Thing","Inner","memmap/thing.bof"]],
        "nodes":[[0,0,[0,0,0,0,0,0]],[0,1,[30000000,0,6,0,0,0]],[0,2,[20000000,0,4,0,0,0]],[2,3,[30000000,0,6,0,0,0]],
                 [3,3,[20000000,0,4,0,0,0]]],
        "slowest":[{"object":5,"class":"System","message":"Outer","nanoseconds":70000000,"stacks":[["System.Outer;Thing.Inner",50000000]]}],
        "statements":[],"nanoseconds":100000000,"messages":12})");
}

} // namespace

class TestDebugProfile : public test::DebugFixture
{
    Q_OBJECT

    FlameGraph* graph() const { return part<FlameGraph>("flameGraph"); }
    void showProfile()
    {
        beginWithFake();
        window_->setPerspective(shell::Perspective::Debug);
        window_->docks().dock(QStringLiteral("debugProfile"))->raise();
        QString fault;
        auto* panel = window_->findChild<debugging::ProfilePanel*>();
        panel->show(debugging::readProfile(profile(), fault));
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        QTRY_VERIFY(graph()->isVisible() && graph()->viewport()->width() > 300);
    }
    void click(int node, Qt::KeyboardModifiers keys = {}) const
    {
        QTest::mouseClick(graph()->viewport(), Qt::LeftButton, keys, graph()->barOf(node).center());
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { setUp(); }
    void cleanup() { window_.reset(); }

    void whatAProfileSays()
    {
        QString fault;
        const debugging::ProfileTree tree = debugging::readProfile(profile(), fault);
        QVERIFY(fault.isEmpty() && !tree.isEmpty() && tree.sampled);
        QCOMPARE(tree.nodes[all].total, qint64{100'000'000});
        QCOMPARE(tree.nodes[outer].total, qint64{70'000'000});
        QCOMPARE(tree.nodes[all].children, (QVector<int>{outer, reckon})); // the dearest first
        QCOMPARE(tree.handlers[3].total, qint64{50'000'000});              // one that calls itself is counted once
        QCOMPARE(tree.handlers[3].self, qint64{50'000'000});
    }

    /// With samples nothing may be found of what ran.
    void aProfileWithoutHandlersSaysWhy()
    {
        beginWithFake();
        window_->setPerspective(shell::Perspective::Debug);
        window_->docks().dock(QStringLiteral("debugProfile"))->raise();
        auto* panel = window_->findChild<debugging::ProfilePanel*>();
        json nothing = json::parse(R"({"functions":[["","",""]],"nodes":[[0,0,[0,0,0,0,0,0]]],"slowest":[],"statements":[],
            "nanoseconds":90000,"messages":3})");
        const auto saying = [panel](const QString& words) {
            const auto labels = panel->findChildren<EmptyLabel*>();
            return std::ranges::any_of(labels, [&](const EmptyLabel* one) { return one->text().contains(words); });
        };
        panel->take(nothing);
        QVERIFY(saying(QStringLiteral("too short for samples")));
        nothing["messages"] = 0;
        panel->take(nothing);
        QVERIFY(saying(QStringLiteral("No Blakod ran")));
    }

    void profilesThatMakeNoSense()
    {
        const auto broken = [](auto change) {
            json wrong = profile();
            change(wrong);
            QString fault;
            return debugging::readProfile(wrong, fault).isEmpty() && !fault.isEmpty();
        };
        QVERIFY(broken([](json& it) { it = "nonsense"; }));
        QVERIFY(broken([](json& it) { it.erase("nodes"); }));
        QVERIFY(broken([](json& it) { it["nodes"][1][0] = 4; }));  // a call before its caller
        QVERIFY(broken([](json& it) { it["nodes"][1][0] = -1; }));
        QVERIFY(broken([](json& it) { it["nodes"][1][1] = 99; })); // a handler that is not there
        QVERIFY(broken([](json& it) { it["nodes"][1][2] = json::array(); }));
        QVERIFY(broken([](json& it) { it["nodes"] = json::array(); }));
        QVERIFY(broken([](json& it) { it["functions"][1][0] = 5; }));
        json large = profile();
        large["nodes"][1][2][0] = INT64_MAX;
        large["nodes"][2][2][0] = INT64_MAX;
        QString fault;
        QVERIFY(debugging::readProfile(large, fault).nodes[all].total > 0); // nothing overflows
    }

    void barsAreZoomedWalkedAndFound()
    {
        showProfile();
        const int whole = graph()->viewport()->width();
        QCOMPARE(graph()->barOf(all).width(), whole);
        QVERIFY(qAbs(graph()->barOf(outer).width() - whole * 7 / 10) <= 1);
        QVERIFY(graph()->barOf(inner).top() > graph()->barOf(outer).top());
        click(outer);
        QCOMPARE(graph()->zoomed(), outer);
        QCOMPARE(graph()->barOf(outer).width(), whole);
        QVERIFY(graph()->barOf(reckon).isEmpty());
        QCOMPARE(graph()->barOf(all).width(), whole); // its caller stays above it
        auto* said = part<QLabel>("profileSaid");
        QVERIFY(said->text().contains(QStringLiteral("System.Outer")) && said->text().contains(QStringLiteral("70")));
        QTest::keyClick(graph(), Qt::Key_Down);
        QCOMPARE(graph()->chosen(), inner);
        QTest::keyClick(graph(), Qt::Key_Space);
        QCOMPARE(graph()->zoomed(), inner);
        QTest::keyClick(graph(), Qt::Key_Escape);
        QCOMPARE(graph()->zoomed(), outer);
        QTest::keyClick(graph(), Qt::Key_Home);
        QCOMPARE(graph()->zoomed(), all);
        auto* search = part<QLineEdit>("profileSearch");
        search->setFocus();
        QTest::keyClicks(search, QStringLiteral("inner"));
        QCOMPARE(graph()->foundShare(), 0.5);
        QVERIFY(said->text().contains(QStringLiteral("50")));
        const QImage picture = graph()->viewport()->grab().toImage();
        QCOMPARE(picture.pixelColor(graph()->barOf(inner).topRight() + QPoint(-8, 3)), theme().accent);
        QVERIFY(picture.pixelColor(graph()->barOf(reckon).topRight() + QPoint(-8, 3)) != theme().accent);
    }

    void aClickLeadsToTheSource()
    {
        showProfile();
        click(reckon, Qt::ControlModifier);
        QTRY_COMPARE(view()->editor()->cursor().line, 9); // Reckon(number = 2)
        view()->editor()->goTo(0, 0);
        graph()->choose(reckon);
        QTest::keyClick(graph(), Qt::Key_Return);
        QTRY_COMPARE(view()->editor()->cursor().line, 9);
        // From the table, too.
        auto* handlers = part<QTreeWidget>("profileHandlers");
        part<QTabWidget>("profileTabs")->setCurrentWidget(handlers);
        QCOMPARE(handlers->topLevelItemCount(), 3);
        QCOMPARE(handlers->topLevelItem(0)->text(0), QStringLiteral("Thing.Inner"));
        view()->editor()->goTo(0, 0);
        handlers->setCurrentItem(handlers->findItems(QStringLiteral("System.Reckon"), Qt::MatchExactly).front());
        handlers->setFocus();
        QTest::keyClick(handlers, Qt::Key_Return);
        QTRY_COMPARE(view()->editor()->cursor().line, 9);
        auto* slowest = part<QTreeWidget>("profileSlowest");
        QCOMPARE(slowest->topLevelItem(0)->text(0), QStringLiteral("System.Outer to OBJECT 5"));
        QCOMPARE(slowest->topLevelItem(0)->childCount(), 1);
    }

    /// The debugged world is recorded through its debugger.
    void theDebuggedWorldIsRecorded()
    {
        beginWithFake();
        fake_->world["profile.start"] = json::object();
        fake_->world["profile.stop"] = profile();
        press(Qt::CTRL | Qt::Key_F5);
        window_->docks().dock(QStringLiteral("debugProfile"))->raise();
        auto* record = part<QToolButton>("profileRecord");
        QTest::mouseClick(record, Qt::LeftButton);
        QVERIFY(fake_->asked.back().contains(QStringLiteral("profile.start")) && fake_->asked.back().contains(QStringLiteral("5000")));
        QVERIFY(part<QLabel>("profileSaid")->text().startsWith(QStringLiteral("Recording")));
        QTest::mouseClick(record, Qt::LeftButton);
        QVERIFY(fake_->asked.back().contains(QStringLiteral("profile.stop")));
        QVERIFY(!graph()->tree().isEmpty());
    }

    /// The debugger goes to the game that is played, and records it there.
    void aGameThatIsPlayedIsRecorded()
    {
        beginWithFake();
        fake_->world["profile.start"] = json::object();
        fake_->world["profile.stop"] = profile();
        code::DebugWish game;
        game.kind = code::DebugWish::Kind::Attach;
        game.host = QStringLiteral("game");
        debug_->setPlayed([game] { return std::optional(game); });
        window_->actions().refresh();
        window_->setPerspective(shell::Perspective::Debug);
        window_->docks().dock(QStringLiteral("debugProfile"))->raise();
        QTest::mouseClick(part<QToolButton>("profileRecord"), Qt::LeftButton);
        QVERIFY(fake_->asked.contains(QStringLiteral("attach game")));
        QVERIFY(fake_->asked.back().contains(QStringLiteral("profile.start")));
        QTest::mouseClick(part<QToolButton>("profileRecord"), Qt::LeftButton);
        QVERIFY(!graph()->tree().isEmpty());
    }

    /// Nothing to record: the panel says so, in words, and no problem of the project comes of it.
    void withoutAWorldThePanelSaysWhy()
    {
        beginWithFake();
        QTRY_COMPARE_WITH_TIMEOUT(window_->problems().total(), 1, patience); // of the text itself: nobody sends Reckon
        window_->setPerspective(shell::Perspective::Debug);
        window_->docks().dock(QStringLiteral("debugProfile"))->raise();
        auto* record = part<QToolButton>("profileRecord");
        QTest::mouseClick(record, Qt::LeftButton);
        const auto says = [this] {
            for (const EmptyLabel* label : window_->docks().dock(QStringLiteral("debugProfile"))->findChildren<EmptyLabel*>())
                if (label->isVisible())
                    return label->text();
            return QString();
        };
        QTRY_VERIFY_WITH_TIMEOUT(says().startsWith(QStringLiteral("No world runs here.")), patience);
        QTest::qWait(200);
        QCOMPARE(window_->problems().total(), 1);
    }

    /// By blak itself: every call that the tests of the sample make.
    void theTestsOfTheSampleAreRecorded()
    {
        beginWithFake();
        QTemporaryDir sample;
        const QString from = qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/world");
        for (QDirIterator it(from, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
            const QString file = it.next(), to = sample.filePath(QDir(from).relativeFilePath(file));
            QVERIFY(QDir().mkpath(QFileInfo(to).path()) && QFile::copy(file, to));
        }
        window_->open(sample.path());
        QTRY_VERIFY(!window_->index().isRunning());
        window_->setPerspective(shell::Perspective::Debug);
        window_->docks().dock(QStringLiteral("debugProfile"))->raise();
        QTest::mouseClick(part<QToolButton>("profileTests"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(part<QToolButton>("profileTests")->isEnabled(), patience);
        QVERIFY(!graph()->tree().isEmpty());
        const auto& handlers = graph()->tree().handlers;
        QVERIFY(std::any_of(handlers.begin(), handlers.end(), [](const auto& one) { return one.className == QLatin1String("ItemTest"); }));
    }

    void placesInTextsAreFound()
    {
        const QString root = world_->root(), path = world_->path();
        QCOMPARE(debugging::placeNamedIn(QStringLiteral("[memmap/system.bof (12)] can't take First"), root).path, path);
        QCOMPARE(debugging::placeNamedIn(QStringLiteral("[memmap/system.bof (12)] can't take First"), root).line, 12);
        QCOMPARE(debugging::placeNamedIn(path + QStringLiteral(":3: expected"), root).line, 3);
        QCOMPARE(debugging::placeNamedIn(QStringLiteral("system.kod(7)"), root).line, 7);
        QVERIFY(debugging::placeNamedIn(QStringLiteral("nothing here: 12"), root).path.isEmpty());
        QVERIFY(debugging::placeNamedIn(QStringLiteral("elsewhere.kod:12"), root).path.isEmpty());
        QFile file(root + QStringLiteral("/said.kod"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("Said is System\nconstants:\n   include x.khd\nresources:\n   said_lamp = \"You light %s%s.\"\n"
                   "   said_long = \"~BThe lamp of %s \" \\\n      \"goes out, and it is dark.\"\n   said_any = \"%s\"\nmessages:\n   Foo()\n   {\n"
                   "      return;\n   }\nend\n");
        file.close();
        QCOMPARE(debugging::findResourceOf(QStringLiteral("You light the lamp."), root).line, 5);
        QCOMPARE(debugging::findResourceOf(QStringLiteral("The lamp of Tess goes out, and it is dark."), root).line, 6);
        QVERIFY(debugging::findResourceOf(QStringLiteral("Something else"), root).path.isEmpty()); // "%s" says nothing
        QCOMPARE(debugging::findHandler(root, QStringLiteral("Said"), QStringLiteral("foo")).line, 10);
        QCOMPARE(debugging::findHandler(root, QStringLiteral("Said"), {}).line, 1);
    }

    /// A place in the Output is a link.
    void aLineOfTheOutputLeadsToItsPlace()
    {
        beginWithFake();
        auto* output = window_->output().findChild<QPlainTextEdit*>();
        window_->output().append(QStringLiteral("Server"), QStringLiteral("[memmap/system.bof (15)] an error"));
        window_->output().show();
        view()->editor()->goTo(0, 0);
        QTextCursor cursor(output->document());
        cursor.setPosition(static_cast<int>(output->toPlainText().indexOf(QStringLiteral("system.bof"))) + 2);
        QTest::mouseClick(output->viewport(), Qt::LeftButton, {}, output->cursorRect(cursor).center());
        QTRY_COMPARE(view()->editor()->cursor().line, 14);
    }
};

QTEST_MAIN(TestDebugProfile)
#include "tst_debug_profile.moc"

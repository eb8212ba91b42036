// SPDX-License-Identifier: GPL-3.0-or-later
// The world that is debugged, looked through by mouse and keys: with a fake that says what it is told to say, and on a real world.
#include "studio/debugging/world_browser.h"
#include "tests/studio/debug_fixture.h"

#include <QComboBox>
#include <QSpinBox>
#include <nlohmann/json.hpp>

using namespace blak;
using namespace blak::ui;
using namespace blak::test;
using code::DebugState;
using nlohmann::json;

namespace {

constexpr int patience = 60'000;

} // namespace

class TestDebugWorld : public test::DebugFixture
{
    Q_OBJECT

    QTreeWidget* rows() const { return part<QTreeWidget>("worldRows"); }
    QTreeWidget* values() const { return part<QTreeWidget>("worldValues"); }
    void type(const QString& text) const
    {
        auto* field = part<QLineEdit>("worldField");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void chooseView(debugging::WorldBrowser::View view) const { part<QComboBox>("worldView")->setCurrentIndex(static_cast<int>(view)); }
    static json value(const char* shown, const char* parts = nullptr, int data = 0)
    {
        json out{{"tag", parts == nullptr ? "INT" : "OBJECT"}, {"data", data}, {"shown", shown}};
        if (parts != nullptr)
            out.update({{"parts", parts}, {"count", 1}});
        return out;
    }
    void fakeWorld() const
    {
        fake_->world["classes"] = {{{"class", "Lamp"}, {"objects", 2}}, {{"class", "Nothing"}, {"objects", 0}}, {{"class", "Apple"}, {"objects", 7}}};
        fake_->world["instances.read"] = {{"objects",
                                           {{{"object", 12}, {"class", "Lamp"}, {"values", {{{"text", "a brass lamp"}}, nullptr}}},
                                            {{"object", 13}, {"class", "OilLamp"}, {"values", {nullptr, nullptr}}}}}};
        fake_->world["object.read"] = {{"object", 12}, {"class", "Lamp"}};
        fake_->world["debug.variables"] = {{{"name", "poOwner"}, {"class", "Thing"}, {"value", value("OBJECT 5 (Room)", "object", 5)}, {"default", false}},
                                           {{"name", "piOil"}, {"class", "Lamp"}, {"value", value("3")}, {"default", false}},
                                           {{"name", "piWick"}, {"class", "Lamp"}, {"value", value("1")}, {"default", true}}};
        fake_->world["owners"] = {{"above", {{{"object", 5}, {"class", "Room"}}}}, {"count", 0}, {"below", json::array()}};
        fake_->world["references"] = {{"count", 2},
                                      {"references",
                                       {{{"object", 5}, {"class", "Room"}, {"property", "plHeld"}, {"within", "list"}},
                                        {{"timer", 9}, {"message", "Flicker"}, {"within", ""}}}}};
        fake_->world["debug.ago"] = {{"milliseconds", 42'000},
                                     {"result",
                                      {{{"name", "piOil"}, {"class", "Lamp"}, {"value", value("8")}},
                                       {{"name", "piWick"}, {"class", "Lamp"}, {"value", value("1")}},
                                       {{"name", "poOwner"}, {"class", "Thing"}, {"value", value("OBJECT 5 (Room)", "object", 5)}}}}};
        const json origin{{{"class", "System"}, {"handler", "Reckon"}, {"file", "memmap/system.bof"}, {"path", world_->path().toStdString()}, {"line", 15}}};
        fake_->world["timers"] = {{"count", 1},
                                  {"timers", {{{"timer", 9}, {"object", 12}, {"class", "Lamp"}, {"message", "Flicker"}, {"milliseconds", 2500}, {"origin", origin}}}}};
        fake_->world["posts"] = {{"count", 0}, {"posts", json::array()}};
        fake_->world["sessions"] = {{{"name", "walker"}, {"where", "game"}, {"address", "127.0.0.1"}}};
        fake_->world["accounts"] = {{{"account", 3}, {"name", "walker"}, {"type", "USER"}, {"lastLogin", 0}, {"characters", {12}}}};
    }
    void beginFake()
    {
        beginWithFake();
        fakeWorld();
        press(Qt::CTRL | Qt::Key_F5);
        window_->docks().dock(QStringLiteral("debugWorld"))->raise();
        QTRY_VERIFY(rows()->isVisible());
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { setUp(); }
    void cleanup() { window_.reset(); }

    void objectsByClassAndNumber()
    {
        beginFake();
        QCOMPARE(rows()->topLevelItemCount(), 2); // classes with objects, by name
        QCOMPARE(rows()->topLevelItem(0)->text(0), QStringLiteral("Apple"));
        QTest::mouseDClick(rows()->viewport(), Qt::LeftButton, {}, middleOf(rows(), rows()->topLevelItem(1), 0));
        if (rows()->topLevelItem(0)->text(0) == QLatin1String("Apple")) { // a double click alone activates nothing in this style
            rows()->setFocus();
            QTest::keyClick(rows(), Qt::Key_Return);
        }
        QVERIFY(fake_->asked.back().contains(QStringLiteral("\"class\":\"Lamp\"")));
        QCOMPARE(rows()->topLevelItem(0)->text(0), QStringLiteral("OBJECT 12  a brass lamp"));
        QTest::mouseClick(rows()->viewport(), Qt::LeftButton, {}, middleOf(rows(), rows()->topLevelItem(0), 0));
        QCOMPARE(part<QLabel>("worldTitle")->text(), QStringLiteral("OBJECT 12 \u00b7 Lamp"));
        QCOMPARE(values()->topLevelItem(0)->text(0), QStringLiteral("Lamp")); // its own class first
        QCOMPARE(values()->topLevelItem(0)->childCount(), 2);
        type(QStringLiteral("Lamp"));
        QVERIFY(fake_->asked.back().contains(QStringLiteral("instances.read")));
        type(QStringLiteral("12"));
        QVERIFY(std::any_of(fake_->asked.end() - 2, fake_->asked.end(), [](const QString& one) { return one.contains(QStringLiteral("object.read")); }));
        // Links lead to other objects, and back.
        QTreeWidgetItem* owner = row(values(), "poOwner");
        values()->setCurrentItem(owner);
        values()->setFocus();
        QTest::keyClick(values(), Qt::Key_Return);
        QVERIFY(part<QLabel>("worldTitle")->text().startsWith(QStringLiteral("OBJECT 5")));
        QTest::mouseClick(part<QToolButton>("worldBack"), Qt::LeftButton);
        QVERIFY(part<QLabel>("worldTitle")->text().startsWith(QStringLiteral("OBJECT 12")));
    }

    void whatBelongsToAnObject()
    {
        beginFake();
        type(QStringLiteral("12"));
        row(values(), "Owners")->setExpanded(true);
        QCOMPARE(row(values(), "Owners")->child(0)->text(0), QStringLiteral("OBJECT 5 (Room)"));
        row(values(), "Owns")->setExpanded(true);
        QCOMPARE(row(values(), "Owns")->child(0)->text(0), QStringLiteral("It owns nothing."));
        QTreeWidgetItem* references = row(values(), "Referred to by");
        references->setExpanded(true);
        QCOMPARE(references->childCount(), 2);
        QCOMPARE(references->child(0)->text(1), QStringLiteral("plHeld, in a list"));
        QCOMPARE(references->child(1)->text(1), QStringLiteral("Flicker"));
    }

    void howItWasAMinuteAgo()
    {
        beginFake();
        type(QStringLiteral("12"));
        QVERIFY(values()->isColumnHidden(2));
        part<QSpinBox>("worldSeconds")->setValue(60);
        QTest::mouseClick(part<QToolButton>("worldCompare"), Qt::LeftButton);
        QVERIFY(fake_->asked.back().contains(QStringLiteral("\"milliseconds\":60000")));
        QVERIFY(!values()->isColumnHidden(2));
        QCOMPARE(values()->headerItem()->text(2), QLocale().toString(42.0, 'f', 1) + QStringLiteral(" s ago")); // so much is kept
        QCOMPARE(row(values(), "piOil")->text(1), QStringLiteral("3"));
        QCOMPARE(row(values(), "piOil")->text(2), QStringLiteral("8"));
        QCOMPARE(row(values(), "piOil")->foreground(2).color(), theme().warning);
        QVERIFY(row(values(), "piWick")->foreground(2).color() != theme().warning);
        QVERIFY(part<QLabel>("worldTitle")->text().endsWith(QStringLiteral("1 changed")));
    }

    void timersPostsSessionsAndAccounts()
    {
        beginFake();
        using View = debugging::WorldBrowser::View;
        chooseView(View::Timers);
        QTreeWidgetItem* timer = rows()->topLevelItem(0);
        QCOMPARE(timer->text(0), QStringLiteral("Flicker"));
        QCOMPARE(timer->text(1), QStringLiteral("OBJECT 12 (Lamp)"));
        timer->setExpanded(true);
        rows()->setCurrentItem(timer->child(0)); // who made it
        rows()->setFocus();
        QTest::keyClick(rows(), Qt::Key_Return);
        QTRY_COMPARE(view()->editor()->cursor().line, 14);
        chooseView(View::Posts);
        QCOMPARE(rows()->topLevelItem(0)->text(0), QStringLiteral("No message waits."));
        chooseView(View::Sessions);
        QCOMPARE(rows()->topLevelItem(0)->text(0), QStringLiteral("walker"));
        chooseView(View::Accounts);
        QCOMPARE(rows()->topLevelItem(0)->text(0), QStringLiteral("3  walker"));
        QCOMPARE(rows()->topLevelItem(0)->child(0)->text(0), QStringLiteral("OBJECT 12"));
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
        QCOMPARE(rows()->topLevelItemCount(), 0); // of a world that is gone nothing stays
    }

    /// An object of a real world, before and after.
    void aRealWorld()
    {
        begin(std::make_unique<code::DebugAdapter>(qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak")));
        press(Qt::CTRL | Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience);
        window_->docks().dock(QStringLiteral("debugWorld"))->raise();
        QTRY_VERIFY_WITH_TIMEOUT(rows()->topLevelItemCount() > 0, patience);
        WorldTool tool(*world_);
        tool.send("Reckon", 2);
        QTRY_VERIFY_WITH_TIMEOUT(tool.heard().contains("\"data\":23"), patience);
        tool.write("piCount", 77);
        tool.send("Reckon", 2);
        QTRY_VERIFY_WITH_TIMEOUT(tool.heard().contains("\"data\":97"), patience);
        type(QStringLiteral("0"));
        QTRY_VERIFY_WITH_TIMEOUT(!values()->findItems(QStringLiteral("piCount"), Qt::MatchExactly | Qt::MatchRecursive).isEmpty(), patience);
        QCOMPARE(row(values(), "piCount")->text(1), QStringLiteral("77"));
        QTest::mouseClick(part<QToolButton>("worldCompare"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(row(values(), "piCount")->text(2), QStringLiteral("3"), patience);
        QTest::mouseClick(part<QToolButton>("worldSource"), Qt::LeftButton);
        QTRY_COMPARE(view()->editor()->cursor().line, 0);
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
    }
};

QTEST_MAIN(TestDebugWorld)
#include "tst_debug_world.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The property model of the inspector: what an object of the running world is, and what was edited of it.
#include "studio/play/session/duration_text.h"
#include "studio/playing/live_object.h"

#include <QTest>

using namespace blak::ui::playing;
using nlohmann::json;

namespace {

json number(int value) { return {{"tag", "INT"}, {"data", value}}; }

json rowOf(const char* name, const json& value) { return {{"name", name}, {"value", value}}; }

json candle(int light)
{
    return {{"class", "Candle"},
            {"properties", json::array({rowOf("self", {{"tag", "OBJECT"}, {"data", 7}, {"name", "Candle"}}),
                                        rowOf("poOwner", {{"tag", "OBJECT"}, {"data", 3}, {"name", "LanternInn"}}),
                                        rowOf("piLight", number(light)), rowOf("plSeen", {{"tag", "LIST"}, {"data", 12}})})}};
}

const json candleClass{{"file", "candle.bof"}, {"variables", json::array({rowOf("viWeight", number(2)), rowOf("viLight", number(1))})}};

} // namespace

class TestLive : public QObject
{
    Q_OBJECT

private slots:
    void durationsAreSaidAsPeopleDo()
    {
        using blak::play::durationText;
        QCOMPARE(durationText(-3), QStringLiteral("0 ms"));
        QCOMPARE(durationText(64.4), QStringLiteral("64 ms"));
        QCOMPARE(durationText(999.6), QStringLiteral("1.0 s"));
        QCOMPARE(durationText(4035), QStringLiteral("4.0 s"));
        QCOMPARE(durationText(59'960), QStringLiteral("1 min 0 s"));
        QCOMPARE(durationText(125'000), QStringLiteral("2 min 5 s"));
    }

    void tellsWhatAnObjectIs()
    {
        LiveObject live;
        live.look(7);
        live.take(candle(20));
        live.takeClass(candleClass);
        QCOMPARE(live.type(), QStringLiteral("Candle"));
        QCOMPARE(live.classFile(), QStringLiteral("candle.bof"));
        QStringList names;
        for (const LiveProperty& one : live.properties())
            names << one.name + u'=' + one.text;
        QCOMPARE(names.join(QStringLiteral(", ")), QStringLiteral("poOwner=OBJECT 3 LanternInn, piLight=20, plSeen=LIST 12, viWeight=2, viLight=1"));
        QCOMPARE(*live.find(QStringLiteral("poOwner"), false)->leadsTo, qint64(3));
        QVERIFY(!live.find(QStringLiteral("piLight"), false)->leadsTo);
        const auto owner = live.owner(QStringLiteral("POOWNER"));
        QVERIFY(owner && owner->first == 3 && owner->second == QLatin1String("LanternInn"));
        QVERIFY(!live.owner(QStringLiteral("piLight")) && !live.owner(QStringLiteral("nothing")));
    }

    /// A property of the same name takes the place of a variable of a class above: the name stands there once, with what counts.
    void aNameStandsThereOnce()
    {
        json type = candleClass;
        type["variables"].push_back(rowOf("POOWNER", {{"tag", "OVERRIDE"}, {"data", 1}}));
        type["variables"].push_back(rowOf("vrName", {{"tag", "RESOURCE"}, {"data", 20}}));
        json named = candle(20);
        named["properties"].push_back(rowOf("vrName", {{"tag", "RESOURCE"}, {"data", 21}}));
        for (const bool classFirst : {false, true}) {
            LiveObject live;
            live.look(7);
            if (classFirst)
                live.takeClass(type);
            live.take(named);
            live.takeClass(type);
            QStringList names;
            for (const LiveProperty& one : live.properties())
                names << one.name;
            QCOMPARE(names.join(u' '), QStringLiteral("poOwner piLight plSeen vrName viWeight viLight"));
            QCOMPARE(live.find(QStringLiteral("vrName"), false)->text, QStringLiteral("RESOURCE 21"));
            QVERIFY(live.find(QStringLiteral("vrName"), true) == nullptr);
        }
    }

    void changesStandOutUntilAnotherObjectIsLookedAt()
    {
        LiveObject live;
        live.look(7);
        live.take(candle(20));
        live.takeClass(candleClass);
        QVERIFY(!live.find(QStringLiteral("piLight"), false)->isChanged());
        live.take(candle(21));
        QVERIFY(live.find(QStringLiteral("piLight"), false)->isChanged() && !live.find(QStringLiteral("viLight"), true)->isChanged());
        QCOMPARE(live.find(QStringLiteral("piLight"), false)->first, QStringLiteral("20"));
        QCOMPARE(live.properties().size(), 5);
        live.look(8);
        QVERIFY(live.properties().isEmpty() && live.type().isEmpty());
    }

    /// A collection gives other numbers to what it holds; that is no change.
    void nothingIsChangedByOtherNumbers()
    {
        const auto moved = [](int light, int owner, int list) {
            json out = candle(light);
            out["properties"][1]["value"]["data"] = owner;
            out["properties"][3]["value"]["data"] = list;
            return out;
        };
        LiveObject live;
        live.look(7);
        live.take(candle(20));
        live.take(moved(21, 2, 11)); // read after the collection, before its end was told
        live.renumber(6);
        live.take(moved(21, 2, 11));
        QVERIFY(!live.find(QStringLiteral("poOwner"), false)->isChanged() && !live.find(QStringLiteral("plSeen"), false)->isChanged());
        QVERIFY(live.find(QStringLiteral("piLight"), false)->isChanged());
        live.take(moved(21, 5, 11)); // somebody has taken it
        QVERIFY(live.find(QStringLiteral("poOwner"), false)->isChanged());
    }

    void editsBecomeRequestsAndDefaults()
    {
        LiveObject live;
        live.look(7);
        live.take(candle(20));
        live.takeClass(candleClass);
        QVERIFY(!live.isEdited() && live.edits().value().empty());
        const auto property = live.requestFor(*live.find(QStringLiteral("piLight"), false), QStringLiteral(" 33 "));
        QVERIFY(property.value() == (json{{"do", "object.write"}, {"object", 7}, {"property", "piLight"}, {"value", 33}}));
        const auto variable = live.requestFor(*live.find(QStringLiteral("viLight"), true), QStringLiteral("$"));
        QVERIFY(variable.value() == (json{{"do", "class.write"}, {"class", "Candle"}, {"variable", "viLight"}, {"value", nullptr}}));
        const auto object = live.requestFor(*live.find(QStringLiteral("poOwner"), false), QStringLiteral("object 12"));
        QVERIFY(object.value().at("value") == (json{{"tag", "OBJECT"}, {"data", 12}}));
        QVERIFY(!live.requestFor(*live.find(QStringLiteral("piLight"), false), QStringLiteral("many")));
        live.noteEdit(QStringLiteral("piLight"), false);
        live.take(candle(33));
        QVERIFY(live.isEdited());
        const auto edits = live.edits();
        QVERIFY(edits && edits.value().size() == 1);
        QCOMPARE(edits.value()[0].name, std::string("piLight"));
        QCOMPARE(edits.value()[0].value, std::string("33"));
        QVERIFY(edits.value()[0].section == blak::treeplan::KodSection::Properties);
        live.noteEdit(QStringLiteral("plSeen"), false); // no source holds a list
        QVERIFY(!live.edits());
        live.forgetEdits();
        QVERIFY(!live.isEdited());
    }

    void valuesAreWrittenAsPeopleDo_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isValue");
        QTest::newRow("number") << QStringLiteral("-18") << true;
        QTest::newRow("nothing") << QStringLiteral("$") << true;
        QTest::newRow("yes") << QStringLiteral("Yes") << true;
        QTest::newRow("class") << QStringLiteral("class Oak") << true;
        QTest::newRow("word") << QStringLiteral("oak") << false;
        QTest::newRow("tag without number") << QStringLiteral("OBJECT") << false;
        QTest::newRow("object by name") << QStringLiteral("OBJECT Oak") << false;
    }

    void valuesAreWrittenAsPeopleDo()
    {
        QFETCH(QString, text);
        QFETCH(bool, isValue);
        json value;
        QCOMPARE(valueFromText(text, value), isValue);
    }
};

QTEST_MAIN(TestLive)
#include "tst_live.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Whose objects a part of a name means.
#include "studio/playing/class_search.h"

#include <QTest>
#include <nlohmann/json.hpp>

using blak::ui::playing::ClassSearch;
using nlohmann::json;

namespace {

json named(json row, const char* name)
{
    row["values"] = json::array({{{"tag", "RESOURCE"}, {"data", 1}, {"text", name}}});
    return row;
}

json classRow(int id, int super, const char* type, int objects)
{
    return {{"classId", id}, {"super", super}, {"class", type}, {"objects", objects}};
}

/// Room above Keep; Monster above Guard, DukeGuard and Bodyguard; Guard above Sentry.
json classes()
{
    return json::array({classRow(1, 0, "Monster", 0), classRow(2, 1, "DukeGuard", 3), classRow(3, 1, "Guard", 1), classRow(4, 3, "Sentry", 2),
                        classRow(5, 1, "Bodyguard", 0), named(classRow(6, 0, "Watchman", 4), "a keep guard"), classRow(7, 0, "Room", 9)});
}

/// "3+ 2": parts by their classes, those with heirs marked.
QString partsOf(const char* words)
{
    QStringList out;
    for (const ClassSearch::Part& part : ClassSearch::of(classes(), QLatin1String(words)).parts)
        out << QString::number(part.id) + (part.withHeirs ? QStringLiteral("+") : QString());
    return out.join(u' ');
}

} // namespace

class TestClassSearch : public QObject
{
    Q_OBJECT

private slots:
    /// A whole class name finds no less than a part of it, only that comes first.
    void aWholeNameComesFirst()
    {
        QCOMPARE(partsOf("guard"), QStringLiteral("3+ 2+ 6"));
        QCOMPARE(ClassSearch::of(classes(), QStringLiteral("guard")).objects, 10);
        QCOMPARE(partsOf("ukegu"), QStringLiteral("2+"));
        QCOMPARE(partsOf("uar"), QStringLiteral("2+ 3+ 6"));
    }

    /// A part of the name of a class above finds what is below it, once.
    void heirsAreFoundByAPartOfTheirSuperclass()
    {
        QCOMPARE(partsOf("onst"), QStringLiteral("1+"));
        QCOMPARE(ClassSearch::of(classes(), QStringLiteral("onst")).objects, 6);
        QCOMPARE(partsOf("ntr"), QStringLiteral("4+"));
        QVERIFY(ClassSearch::of(classes(), QStringLiteral("odyg")).parts.isEmpty()); // it has no objects
    }

    void aCircleOfClassesEnds()
    {
        const json circle = json::array({classRow(1, 2, "Egg", 1), classRow(2, 1, "Hen", 1), classRow(3, 1, "Chick", 1)});
        QCOMPARE(ClassSearch::of(circle, QStringLiteral("chick")).objects, 1);
        QCOMPARE(ClassSearch::of(circle, QStringLiteral("egg")).objects, 3);
    }
};

QTEST_APPLESS_MAIN(TestClassSearch)
#include "tst_class_search.moc"

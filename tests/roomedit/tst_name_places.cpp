// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/name_places.h"

#include <QTest>

using namespace blak::ui;
using namespace blak::ui::rooms;

/// Where names of exits and objects stand on the map and on paper.
class TestNamePlaces : public QObject
{
    Q_OBJECT

private slots:
    /// Two exits beside each other: each name on its own side, none on the other's square.
    void namesLieOnNoOtherExit()
    {
        for (const double square : {12.0, 24.0, 56.0, 120.0}) {
            NamePlaces places(QRectF(0, 0, 800, 600), 3);
            const QRectF left(300, 400, square, square), right(300 + square, 400, square, square);
            places.keepFree(left, 0);
            places.keepFree(right, 1);
            const auto one = places.find(left, QSizeF(70, 16), 0, NamePlaces::Far::Yes), two = places.find(right, QSizeF(104, 16), 1, NamePlaces::Far::Yes);
            QVERIFY(one && two);
            QVERIFY(!one->box.intersects(right) && !two->box.intersects(left) && !one->box.intersects(two->box));
        }
    }

    /// No place beside it: farther off, with a line that ends at its place and crosses nothing else.
    void aNameThatHadToMoveHasALine()
    {
        NamePlaces places(QRectF(0, 0, 800, 600), 3);
        const QRectF middle(400, 300, 20, 20);
        QVector<QRectF> others;
        for (int row = -2; row <= 2; ++row)
            for (int column = -2; column <= 2; ++column)
                if ((row != 0 || column != 0) && !(column == 0 && row < 0)) {
                    others.append(middle.translated(22 * column, 22 * row));
                    places.keepFree(others.last(), others.size());
                }
        places.keepFree(middle, 0);
        const auto found = places.find(middle, QSizeF(60, 16), 0, NamePlaces::Far::Yes);
        QVERIFY(found && found->lead);
        QVERIFY(middle.adjusted(-0.01, -0.01, 0.01, 0.01).contains(found->lead->p2()));
        for (const QRectF& other : others)
            QVERIFY(!found->box.intersects(other));
        QVERIFY(found->box.bottom() < middle.top() - 40); // the only way out
        QVERIFY(!places.find(middle, QSizeF(60, 16), NamePlaces::nobody, NamePlaces::Far::No));
    }

    void whereThereIsNoPlaceThereIsNoName()
    {
        NamePlaces places(QRectF(0, 0, 100, 30), 3);
        places.keepFree(QRectF(0, 0, 100, 30), 1);
        QVERIFY(!places.find(QRectF(40, 10, 10, 10), QSizeF(20, 10), 0, NamePlaces::Far::Yes));
        QVERIFY(!places.take(QRectF(10, 10, 10, 10)));
    }

    /// A dot is covered only where there is no other place.
    void whatIsSparedStaysFreeWhereItCan()
    {
        NamePlaces places(QRectF(0, 0, 400, 400), 3);
        const QRectF at(200, 200, 10, 10), dot(220, 200, 10, 10);
        places.spare(dot);
        const auto free = places.find(at, QSizeF(60, 16), NamePlaces::nobody, NamePlaces::Far::No);
        QVERIFY(free && !free->box.intersects(dot));
        NamePlaces crowded(QRectF(0, 0, 400, 400), 3);
        crowded.spare(QRectF(0, 0, 400, 400));
        QVERIFY(crowded.find(at, QSizeF(60, 16), NamePlaces::nobody, NamePlaces::Far::No));
    }

    /// An arrow for each edge and room, outside of the middle; its name, too, and where little of the edge is seen within that.
    void waysOverAnEdgeHaveArrowsOutside()
    {
        using Edge = RoomFacts::Edge;
        const QVector<RoomFacts::EdgeExit> ways{{Edge::South, QStringLiteral("RID_MILL"), {}}, {Edge::West, QStringLiteral("RID_GRAVES"), {}},
                                                {Edge::South, QStringLiteral("RID_MILL"), {}}, {Edge::South, QStringLiteral("RID_SEA"), {}}};
        const QRectF area(100, 100, 400, 300), all(0, 0, 700, 600);
        const QVector<EdgeMark> marks = edgeMarks(ways, area, all, 1);
        QCOMPARE(marks.size(), 3);
        for (const EdgeMark& mark : marks) {
            QVERIFY(!mark.arrow.boundingRect().intersects(area));
            QVERIFY(!mark.nameBox({80, 16}, 3).intersects(area));
        }
        QCOMPARE(marks[2].edge, Edge::West);
        QCOMPARE(marks[2].way, 1);
        QCOMPARE(marks[2].arrow.boundingRect().center().y(), area.center().y());
        QVERIFY(marks[2].arrow.boundingRect().right() < area.left());
        QVERIFY(!marks[0].arrow.boundingRect().intersects(marks[1].arrow.boundingRect()));
        QVERIFY(marks[0].arrow.boundingRect().top() > area.bottom());
        const QVector<EdgeMark> near = edgeMarks(ways, area, QRectF(0, 350, 150, 200), 1);
        QVERIFY(near[0].arrow.boundingRect().center().x() < 150);
        QVERIFY(edgeMarks(ways, area, QRectF(600, 500, 50, 50), 1).isEmpty());
    }

    /// What stands on an exit is named within it where it is large, else outside with a line.
    void whatStandsOnAnExitIsNamed()
    {
        for (const double side : {20.0, 120.0}) {
            NamePlaces places(QRectF(0, 0, 800, 600), 3);
            const QRectF exit(300, 300, side, side), dot(exit.center() - QPointF(5, 5), QSizeF(10, 10));
            places.keepFree(exit, 7);
            QCOMPARE(places.ownerAt(dot.center()), qsizetype{7});
            QCOMPARE(places.ownerAt({10, 10}), NamePlaces::nobody);
            const auto found = places.find(dot, QSizeF(40, 16), NamePlaces::nobody, NamePlaces::Far::Yes, 7);
            QVERIFY(found);
            QVERIFY(side > 100 ? exit.contains(found->box) && !found->lead : !exit.intersects(found->box) && found->lead);
        }
    }

    /// One room by two names of its number is one run.
    void squaresOfOneRoomAreOneRun()
    {
        QVector<RoomFacts::Exit> exits;
        exits.append({1, 1, QStringLiteral("RID_TOWN"), {}, QStringLiteral("The Town"), QStringLiteral("/town.roo")});
        exits.append({1, 2, QStringLiteral("RID_OLD_TOWN"), {}, QStringLiteral("The Town"), QStringLiteral("/town.roo")});
        exits.append({1, 3, QStringLiteral("RID_INN"), {}, QStringLiteral("The Inn"), QStringLiteral("/inn.roo")});
        exits.append({5, 1, QStringLiteral("RID_TOWN"), {}, QStringLiteral("The Town"), QStringLiteral("/town.roo")});
        QCOMPARE(runsOfExits(exits), (QVector<QVector<qsizetype>>{{0, 1}, {2}, {3}}));
    }
};

QTEST_APPLESS_MAIN(TestNamePlaces)
#include "tst_name_places.moc"

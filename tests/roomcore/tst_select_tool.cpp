// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/select_tool.h"

#include <QTest>

using namespace blak::roomcore;
using Deed = SelectTool::Deed;

class TestSelectTool : public QObject
{
    Q_OBJECT

    static Pointer at(double x, double y) { return {x, y, 8, false}; }

private slots:
    void whatIsPressedIsSelectedAtOnce()
    {
        SelectTool tool;
        QCOMPARE(tool.press(at(10, 10), {.isEmpty = false}, false), Deed::Click);
        QCOMPARE(tool.release(), Deed::None); // done already
        QCOMPARE(tool.press(at(10, 10), {.isEmpty = false}, false), Deed::Click);
        QCOMPARE(tool.move(at(12, 11)), Deed::None); // 3 of 4
        QCOMPARE(tool.move(at(12, 12)), Deed::StartDrag);
        QCOMPARE(tool.from().x, 10.0);
        QCOMPARE(tool.move(at(90, 90)), Deed::None); // once
        QCOMPARE(tool.release(), Deed::None);
    }

    void whatWasSelectedWaitsForTheRelease()
    {
        SelectTool tool;
        QCOMPARE(tool.press(at(0, 0), {.isEmpty = false, .isSelected = true}, false), Deed::None);
        QCOMPARE(tool.release(), Deed::Click);
        QCOMPARE(tool.press(at(0, 0), {.isEmpty = false, .isFloor = true, .isSelected = true}, false), Deed::None);
        QCOMPARE(tool.move(at(0, 40)), Deed::StartDrag); // all of the selection goes along
        QCOMPARE(tool.release(), Deed::None);
    }

    void fromNothingAndFromFloorsABandIsDrawn()
    {
        for (const SelectTool::Below below : {SelectTool::Below{}, SelectTool::Below{.isEmpty = false, .isFloor = true}}) {
            SelectTool tool;
            QCOMPARE(tool.press(at(0, 0), below, false), Deed::None);
            QCOMPARE(tool.release(), Deed::Click);
            QCOMPARE(tool.press(at(0, 0), below, false), Deed::None);
            QCOMPARE(tool.move(at(-40, 0)), Deed::StartBand);
        }
        SelectTool tool; // and whatever lies there when the selection is added to
        QCOMPARE(tool.press(at(0, 0), {.isEmpty = false}, true), Deed::None);
        QCOMPARE(tool.move(at(0, 9)), Deed::StartBand);
        QCOMPARE(tool.press(at(0, 0), {}, false), Deed::None);
        tool.cancel();
        QCOMPARE(tool.move(at(50, 50)), Deed::None);
        QCOMPARE(tool.release(), Deed::None);
    }

    void clicksGoDownThroughWhatLiesThere()
    {
        SelectTool tool;
        const auto selected = [](std::size_t) { return true; };
        QCOMPARE(tool.click(at(5, 5), 3, selected), std::size_t{0});
        QCOMPARE(tool.click(at(6, 5), 3, selected), std::size_t{1});
        QCOMPARE(tool.click(at(6, 6), 3, selected), std::size_t{2});
        QCOMPARE(tool.click(at(6, 6), 3, selected), std::size_t{0});
        QCOMPARE(tool.click(at(6, 6), 3, [](std::size_t) { return false; }), std::size_t{0}); // it was taken out meanwhile
        QCOMPARE(tool.turn(3), std::size_t{1});
        QCOMPARE(tool.meant(3), std::size_t{1});
        QCOMPARE(tool.click(at(60, 60), 1, selected), std::size_t{0}); // fewer things elsewhere
        tool.leave();
        QCOMPARE(tool.meant(3), std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(TestSelectTool)
#include "tst_select_tool.moc"

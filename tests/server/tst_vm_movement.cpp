// SPDX-License-Identifier: GPL-3.0-or-later
// The bucket of tokens against users that move too fast.
#include "server/vm/dialect.h"
#include "tests/server/blakod_machine.h"

using namespace blak;
using test::BlakodMachine;

class TestVmMovement : public QObject
{
    Q_OBJECT

private slots:
    void movementBucket_data()
    {
        QTest::addColumn<QString>("call"); ///< bucket, slot, most, speed, milliseconds, start, end
        QTest::addColumn<int>("allowed");
        QTest::addColumn<int>("kept");
        // 20 squares in 10 s: 32768 tokens a second, 128 fine units.
        QTest::newRow("less than filled") << "0,*n,100000,20,1000,5,5,0,0,5,6,0,63" << 1 << 256;
        QTest::newRow("nothing left") << "0,*n,100000,20,1000,5,5,0,0,5,7,0,0" << 0 << 32768;
        QTest::newRow("limit after the move") << "0,*n,1000,20,1000,5,5,0,0,5,6,0,0" << 1 << 1000;
        QTest::newRow("limit of a refused move") << "0,*n,1000,20,1000,5,5,0,0,9,9,0,0" << 0 << 1000;
        QTest::newRow("standing with nothing") << "0,*n,1000,20,0,5,5,0,0,5,5,0,0" << 0 << 0;
        QTest::newRow("standing") << "1,*n,1000,20,0,5,5,0,0,5,5,0,0" << 1 << 1;
        QTest::newRow("oblique") << "5000,*n,100000,0,9,1,1,0,0,1,1,3,4" << 1 << 5000 - 5 * 256;
        QTest::newRow("fractions are cut") << "0,*n,100000,1,1,1,1,0,0,1,1,0,0" << 1 << 1;
    }
    void movementBucket()
    {
        QFETCH(QString, call);
        QFETCH(int, allowed);
        QFETCH(int, kept);
        BlakodMachine world(*vm::findDialect("open105"), "System\nproperties:\n   piKept = -7\nmessages:\n   Constructor() { return; }\n   Move()\n   {\n      local n, ok;\n"
                                      "      n = -1;\n      ok = CalcUserMovementBucket(" + call.toStdString() +
                                          ");\n      piKept = n;\n      return ok;\n   }\n   Kept() { return piKept; }\nend\n");
        QCOMPARE(static_cast<int>(world.send("Move").value().data), allowed);
        QCOMPARE(static_cast<int>(world.send("Kept").value().data), kept);
        QVERIFY2(world.host.errors.empty(), world.host.errors.empty() ? "" : world.host.errors.front().c_str());
    }
};

QTEST_APPLESS_MAIN(TestVmMovement)
#include "tst_vm_movement.moc"

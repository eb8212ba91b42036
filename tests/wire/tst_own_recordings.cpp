// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions of our own server on the sample world (tests/wire/record_world.py): nothing is left over, nothing is wrong.
#include "tests/support/shared_data.h"
#include "tests/wire/recordings.h"

#include <QTest>

using namespace blak;
using namespace blak::wire;

class TestOwnRecordings : public QObject
{
    Q_OBJECT

private slots:
    void everySession_data()
    {
        QTest::addColumn<int>("dialect");
        QTest::newRow("1997") << static_cast<int>(Dialect::Classic97);
        QTest::newRow("2012") << static_cast<int>(Dialect::Classic2012);
        QTest::newRow("mainline") << static_cast<int>(Dialect::Mainline);
    }

    void everySession()
    {
        QFETCH(int, dialect);
        const std::string name = QTest::currentDataTag();
        const ResourceFormats formats = formatsOf(test::dataDir() / "wire" / (name + "-rsc-formats.json"));
        Recordings recordings(static_cast<Dialect>(dialect), formats);
        const auto files = test::filesBelow(test::dataDir() / "wire" / name, ".jsonl");
        QVERIFY(files.size() >= 4);
        for (const auto& file : files)
            recordings.replay(file);
        for (const Counts& counts : {recordings.toClient, recordings.toServer}) {
            QVERIFY2(counts.whole > 50, qPrintable(described(counts)));
            QCOMPARE(described(counts), described(Counts{counts.whole, {}, {}, 0, 0}));
        }
        QCOMPARE(recordings.toClient.whole + recordings.toServer.whole, recordings.announced);
        QVERIFY2(recordings.names.size() >= 60, qPrintable(QString::number(recordings.names.size())));
    }
};

QTEST_APPLESS_MAIN(TestOwnRecordings)
#include "tst_own_recordings.moc"

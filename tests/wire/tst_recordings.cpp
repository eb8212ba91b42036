// SPDX-License-Identifier: GPL-3.0-or-later
// Every recorded frame of both real servers goes through framing, mask, check words and the message table, and back.
#include "tests/support/shared_data.h"
#include "tests/wire/recordings.h"

#include <QTest>

using namespace blak;
using namespace blak::wire;

class TestRecordings : public QObject
{
    Q_OBJECT

private slots:
    // What is not whole is so in the recording: a LOGIN cut short, unequal length words, numbers the dialect does not have, a
    // byte too many after REQ_PREFERENCES, and one LOOK with more parameters than its text takes (correction A2).
    void everySession_data()
    {
        QTest::addColumn<int>("dialect");
        QTest::addColumn<QString>("server");
        QTest::addColumn<QString>("client");
        QTest::newRow("mainline") << static_cast<int>(Dialect::Mainline)
                                  << QStringLiteral("whole 3285, bad checks 0, bad masks 0")
                                  << QStringLiteral(
                                         "whole 906, bad checks 0, bad masks 0, refused AP_LOGIN 1, refused AP_UNKNOWN_77 1, "
                                         "refused BP_USERCOMMAND:UC_REQ_TIME 1, refused BP_USERCOMMAND:UC_SEND_PREFERENCES 1, "
                                         "refused BP_USERCOMMAND:UC_UNKNOWN_99 1, refused frame 1");
        QTest::newRow("open105")
            << static_cast<int>(Dialect::Open105) << QStringLiteral("whole 5670, bad checks 0, bad masks 0, surplus BP_LOOK 1")
            << QStringLiteral(
                   "whole 991, bad checks 0, bad masks 0, surplus BP_USERCOMMAND:UC_REQ_PREFERENCES 3, "
                   "refused AP_LOGIN 1, refused AP_UNKNOWN_77 1, refused BP_USERCOMMAND:UC_UNKNOWN_99 1, refused frame 1");
    }

    void everySession()
    {
        BLAK_NEED_SHARED(folder, "wire");
        QFETCH(int, dialect);
        QFETCH(QString, server);
        QFETCH(QString, client);
        const std::string name = QTest::currentDataTag();
        const ResourceFormats formats = formatsOf(folder / (name + "-rsc-formats.json"));
        Recordings recordings(static_cast<Dialect>(dialect), formats);
        auto files = test::filesBelow(folder / name, ".jsonl");
        const auto packed = test::filesBelow(folder / name, ".gz");
        files.insert(files.end(), packed.begin(), packed.end());
        QVERIFY(!files.empty());
        for (const auto& file : files)
            recordings.replay(file);
        QCOMPARE(described(recordings.toClient), server);
        QCOMPARE(described(recordings.toServer), client);
    }
};

QTEST_APPLESS_MAIN(TestRecordings)
#include "tst_recordings.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/room_sidecar.h"

#include "formats/base/file_io.h"

#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::roomcore;

class TestRoomSidecar : public QObject
{
    Q_OBJECT

private slots:
    void aRoomWithoutTheFileHasAnEmptyOne()
    {
        QTemporaryDir folder;
        QVERIFY(readSidecar(folder.filePath(QStringLiteral("a.roo")).toStdString()).value().ignoredRules.empty());
    }

    void whatIsKeptComesBackAndOtherKeysStay()
    {
        QTemporaryDir folder;
        const std::filesystem::path room = folder.filePath(QStringLiteral("a.roo")).toStdString();
        QVERIFY(writeFileAtomically(sidecarOf(room), R"({"notes": "mine", "ignoredRules": ["old"]})"));
        QVERIFY(writeSidecar(room, {{"loose end", "short line"}}));
        QVERIFY((readSidecar(room).value().ignoredRules == std::set<std::string, std::less<>>{"loose end", "short line"}));
        QVERIFY(readTextFile(sidecarOf(room)).value().find(R"("notes": "mine")") != std::string::npos);
        QVERIFY(writeSidecar(room, {}));
        QVERIFY(std::filesystem::exists(sidecarOf(room)));
    }

    void anEmptyOneLeavesNoFile()
    {
        QTemporaryDir folder;
        const std::filesystem::path room = folder.filePath(QStringLiteral("a.roo")).toStdString();
        QVERIFY(writeSidecar(room, {{"loose end"}}));
        QVERIFY(writeSidecar(room, {}));
        QVERIFY(!std::filesystem::exists(sidecarOf(room)));
    }

    void whatIsNoSidecarIsRefusedAndLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no object") << QByteArray("[1]");
        QTest::newRow("cut off") << QByteArray(R"({"ignoredRules": [)");
        QTest::newRow("no list") << QByteArray(R"({"ignoredRules": "all"})");
        QTest::newRow("no names") << QByteArray(R"({"ignoredRules": [1]})");
        QTest::newRow("groups are a text") << QByteArray(R"({"groups": "all"})");
        QTest::newRow("group is a text") << QByteArray(R"({"groups": ["a"]})");
        QTest::newRow("group without a name") << QByteArray(R"({"groups": [{}]})");
        QTest::newRow("two of a name") << QByteArray(R"({"groups": [{"name": "a"}, {"name": "a"}]})");
        QTest::newRow("another kind") << QByteArray(R"({"groups": [{"name": "a", "kind": "heap"}]})");
        QTest::newRow("hidden by a number") << QByteArray(R"({"groups": [{"name": "a", "hidden": 1}]})");
        QTest::newRow("parts are a number") << QByteArray(R"({"locked": {"lines": 3}})");
        QTest::newRow("part is a number") << QByteArray(R"({"locked": {"lines": [3]}})");
        QTest::newRow("part without a place") << QByteArray(R"({"locked": {"lines": ["3: 1"]}})");
        QTest::newRow("part of many places") << QByteArray(R"({"hidden": {"sectors": ["3: 1,1 1,1; 1,1 1,1; 1,1 1,1; 1,1 1,1; 1,1 1,1"]}})");
        QTest::newRow("part beyond numbers") << QByteArray(R"({"hidden": {"things": ["99999999999: 1,1"]}})");
        QTest::newRow("deep") << QByteArray(100'000, '[');
    }
    void whatIsNoSidecarIsRefusedAndLeftAlone()
    {
        QFETCH(const QByteArray, text);
        const auto parsed = parseSidecar(text.toStdString(), "a.roo.json");
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().where, std::string("a.roo.json"));
    }
};

QTEST_APPLESS_MAIN(TestRoomSidecar)
#include "tst_room_sidecar.moc"

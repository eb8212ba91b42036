// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "formats/roo/room.h"
#include "formats/rsc/rsc.h"
#include "studio/project/project.h"
#include "studio/project/read_failure.h"
#include "tests/blak/blak_files.h"
#include "tests/support/ordinary_user.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <sys/stat.h>

using namespace blak;
using namespace blak::project;

namespace fs = std::filesystem;

class TestReadFailure : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;

    fs::path write(const char* name, std::vector<std::byte> bytes) const
    {
        const fs::path file = fs::path(dir_.path().toStdString()) / name;
        test::put(file, bytes);
        return file;
    }
    template <typename Read> static QString sentenceOf(const fs::path& file, Read read)
    {
        const auto bytes = readFile(file);
        if (!bytes)
            return QString::fromStdString(readFailure(bytes.error(), file, file.filename().string()));
        const auto value = read(bytes.value(), file.string());
        return value ? QString() : QString::fromStdString(readFailure(value.error(), file, file.filename().string()));
    }

private slots:
    void aFileThatIsCutSaysSoInWords()
    {
        auto bytes = roo::write(test::smallRoom());
        bytes.resize(bytes.size() - 5);
        const QString sentence = sentenceOf(write("inn.roo", bytes), roo::read);
        QVERIFY2(sentence.startsWith(QStringLiteral("inn.roo is a room, but it ends too early. ")), qPrintable(sentence));
        QVERIFY2(sentence.contains(QStringLiteral(" Restore a backup or copy the file again. (Offset ")), qPrintable(sentence));
        QCOMPARE(sentence.count(QStringLiteral("inn.roo")), 1); // never twice
        QVERIFY2(!sentence.contains(dir_.path()), qPrintable(sentence));
    }

    void aVersionBeforeIsNamed()
    {
        auto bytes = roo::write(test::smallRoom());
        write("kept.roo~", bytes);
        bytes.resize(60);
        QVERIFY(sentenceOf(write("kept.roo", bytes), roo::read).contains(QStringLiteral("The version before it is kept as kept.roo~.")));
    }

    void aVersionOfLaterTimesAsksForANewerBuild()
    {
        auto bytes = bgf::write(test::smallSprite());
        bytes[4] = std::byte{11};
        QCOMPARE(sentenceOf(write("lamp.bgf", bytes), bgf::read),
                 QStringLiteral("lamp.bgf is a sprite, but of a version that this build does not know. Version: expected 9 or 10, "
                                "found 11. Look for a newer build. (Offset 4.)"));
    }

    void kindsStandWithTheirArticles()
    {
        QCOMPARE(kindInWords(FileKind::Room), std::string("a room"));
        QCOMPARE(kindInWords(FileKind::Automap), std::string("an automap"));
        QCOMPARE(kindInWords(FileKind::Resources), std::string("resources"));
        QCOMPARE(kindInWords(FileKind::SpriteCommands), std::string("sprite commands"));
        QCOMPARE(kindInWords(FileKind::Kod), std::string("Blakod"));
        QCOMPARE(kindFailure(FileKind::Text, FileKind::Room, "notes.txt"), std::string("notes.txt is text, not a room."));
        auto bytes = rsc::write({});
        bytes.resize(9);
        QVERIFY(sentenceOf(write("a.rsc", bytes), rsc::read).startsWith(QStringLiteral("a.rsc is resources, but they end too early. ")));
    }

    void whatIsNotThereOrNoFileIsSaid()
    {
        const fs::path folder = dir_.path().toStdString();
        QCOMPARE(sentenceOf(folder / "gone.roo", roo::read),
                 QStringLiteral("gone.roo is not there. Look whether it was moved or renamed."));
        fs::create_directories(folder / "attic.roo");
        QCOMPARE(sentenceOf(folder / "attic.roo", roo::read), QStringLiteral("attic.roo is a folder, not a file."));
        QCOMPARE(sentenceOf(write("nothing.roo", {}), roo::read),
                 QStringLiteral("nothing.roo is empty. Restore a backup or copy the file again."));
    }

    void whatMayNotBeReadIsNoEmptyProject()
    {
        const fs::path folder = dir_.path().toStdString();
        QCOMPARE(::chmod(folder.c_str(), 0755), 0);
        const fs::path closed = folder / "closed", open = folder / "open";
        fs::create_directories(closed / "rooms");
        fs::create_directories(open / "hidden");
        test::put(closed / "rooms/a.roo", roo::write(test::smallRoom()));
        test::put(folder / "secret.roo", roo::write(test::smallRoom()));
        for (const fs::path& shut : {closed, open / "hidden", folder / "secret.roo"})
            QCOMPARE(::chmod(shut.c_str(), 0), 0);
        {
            const test::OrdinaryUser user;
            const auto project = project::open(closed);
            QVERIFY(!project);
            QCOMPARE(project.error().code, ErrorCode::NoPermission);
            QCOMPARE(project.error().what, std::string("the folder cannot be read: you have no permission"));
            const auto partly = project::open(open);
            QVERIFY(partly && !partly.value().isRecognised());
            QCOMPARE(partly.value().scan().unreadable.size(), std::size_t{1});
            QVERIFY(partly.value().scan().unreadable[0].ends_with("hidden: the folder cannot be read: you have no permission"));
            QCOMPARE(sentenceOf(folder / "secret.roo", roo::read),
                     QStringLiteral("secret.roo cannot be opened: you have no permission to read it. Change its permissions or those "
                                    "of its folder."));
        }
        for (const fs::path& shut : {closed, open / "hidden"})
            QCOMPARE(::chmod(shut.c_str(), 0755), 0);
    }
};

QTEST_APPLESS_MAIN(TestReadFailure)
#include "tst_read_failure.moc"

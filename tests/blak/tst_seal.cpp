// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/blak/blak_files.h"
#include "tests/support/run_blak.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using test::Run;
using test::runBlak;

class TestSeal : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path root_ = dir_.path().toStdString();

    Run run(const char* words, const char* program = "blak")
    {
        return runBlak(QString::fromLatin1(words).split(QLatin1Char(' ')), dir_.path(), QLatin1String(program));
    }
    QByteArray content(const char* name)
    {
        QFile file(dir_.filePath(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("missing");
    }

private slots:
    void initTestCase()
    {
        test::put(root_ / "inn.roo", roo::write(test::smallRoom()));
        test::put(root_ / "lamp.bgf", bgf::write(test::smallSprite()));
        const Run made = run("seal --new-key world.key");
        QCOMPARE(made.error, QString());
        QCOMPARE(content("world.key").size(), 65);
        QVERIFY((QFile::permissions(dir_.filePath(QStringLiteral("world.key"))) & (QFile::ReadGroup | QFile::ReadOther)) == 0);
        QVERIFY(writeFileAtomically(root_ / "words", std::string_view("open, please\n")));
    }

    void aKeyIsNeverWrittenOver()
    {
        const Run again = run("seal --new-key world.key");
        QCOMPARE(again.exitCode, 1);
        QVERIFY(again.error.contains(QStringLiteral("exists already")));
    }

    void aRoomGoesInAndComesOut()
    {
        const Run sealed = run("seal --key world.key inn.roo sealed.roo");
        QCOMPARE(sealed.error, QString());
        QCOMPARE(sealed.output,
                 QStringLiteral("sealed.roo: sealed room; old clients cannot read it, they need the plain file\n"));
        QVERIFY(content("sealed.roo") != content("inn.roo"));
        const Run verified = run("verify sealed.roo");
        QCOMPARE(verified.exitCode, 0);
        QVERIFY(verified.output.contains(QStringLiteral("sealed file  room")));
        QCOMPARE(run("unseal --key world.key sealed.roo plain.roo").exitCode, 0);
        QCOMPARE(content("plain.roo"), content("inn.roo"));
    }

    void readersSayThatARoomIsSealed()
    {
        QCOMPARE(run("seal --passphrase words inn.roo hidden.roo").exitCode, 0);
        const QString expected = QStringLiteral("blak: hidden.roo: a sealed room: open it with `blak unseal` and its key\n");
        QCOMPARE(run("room info hidden.roo").error, expected);
        QCOMPARE(run("bgf info hidden.roo").error, expected);
        QCOMPARE(run("room build hidden.roo -o x.roo").error, expected);
        QCOMPARE(run("unseal --passphrase words hidden.roo open.roo").exitCode, 0);
        QCOMPARE(content("open.roo"), content("inn.roo"));
        const Run wrong = run("unseal --key world.key hidden.roo open2.roo");
        QCOMPARE(wrong.exitCode, 1);
        QVERIFY(wrong.error.contains(QStringLiteral("sealed with a passphrase, found a key file")));
        QVERIFY(!QFile::exists(dir_.filePath(QStringLiteral("open2.roo"))));
    }

    void theOldToolsNameWorks()
    {
        qputenv("BLAK_SEAL_KEY", "world.key");
        const Run sealed = run("inn.roo crypted.roo", "roocrypt");
        QCOMPARE(sealed.error, QString());
        QCOMPARE(sealed.exitCode, 0);
        qunsetenv("BLAK_SEAL_KEY");
        QCOMPARE(run("unseal --key world.key crypted.roo decrypted.roo").exitCode, 0);
        QCOMPARE(content("decrypted.roo"), content("inn.roo"));
        const Run keyless = run("inn.roo crypted2.roo", "roocrypt");
        QCOMPARE(keyless.exitCode, 1);
        QVERIFY(keyless.error.contains(QStringLiteral("BLAK_SEAL_KEY")));
    }

    void thePlainFileIsNeverLost()
    {
        std::filesystem::create_hard_link(root_ / "inn.roo", root_ / "hard.roo");
        std::filesystem::create_symlink("inn.roo", root_ / "soft.roo");
        const QByteArray before = content("inn.roo");
        for (const char* output : {"inn.roo", "./inn.roo", "hard.roo", "soft.roo"}) {
            const Run same = run((std::string("seal --key world.key inn.roo ") + output).c_str());
            QCOMPARE(same.exitCode, 1);
            QVERIFY2(same.error.contains(QStringLiteral("input and output are the same file")), output);
        }
        QCOMPARE(content("inn.roo"), before);
    }

    void onlyGoodContentIsSealed()
    {
        roo::Room room = test::smallRoom();
        ++room.security;
        test::put(root_ / "wrong.roo", roo::write(room));
        QVERIFY(run("seal --key world.key wrong.roo out.roo").error.contains(QStringLiteral("security value does not belong")));
        QVERIFY(
            run("seal --key world.key words out.roo").error.contains(QStringLiteral("expected a room, resources or a sprite")));
        QCOMPARE(run("seal --key world.key lamp.bgf lamp.sealed").exitCode, 0);
        QVERIFY(run("seal --key world.key lamp.sealed twice").error.contains(QStringLiteral("is sealed already")));
        QCOMPARE(run("seal --key nowhere inn.roo out.roo").exitCode, 1);
        QCOMPARE(run("seal --key words inn.roo out.roo").exitCode, 1); // 13 bytes are no key
        QCOMPARE(run("seal inn.roo").exitCode, 2);
        QVERIFY(!QFile::exists(dir_.filePath(QStringLiteral("out.roo"))));
    }
};

QTEST_APPLESS_MAIN(TestSeal)
#include "tst_seal.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself, as the build made it, on the sample world.
#include "tests/world/world_files.h"

#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;

namespace {

QString program() { return qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blakston-studio"); }

QString sampleFile(const char* name) { return QString::fromStdString((test::worldDir() / name).string()); }

} // namespace

class TestProgram : public QObject
{
    Q_OBJECT

private slots:
    /// Over ssh, in containers and under cron the variable is missing or names a folder that others can read; Qt's sentences about
    /// it help nobody.
    void nothingIsSaidOfTheRuntimeFolder_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("none") << QString();
        QTest::newRow("open to others") << QStringLiteral("open");
        QTest::newRow("not there") << QStringLiteral("gone");
    }

    void nothingIsSaidOfTheRuntimeFolder()
    {
        QFETCH(QString, folder);
        const QTemporaryDir scratch;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("XDG_RUNTIME_DIR"));
        if (folder == QLatin1String("open")) {
            QVERIFY(QDir(scratch.path()).mkdir(folder));
            QVERIFY(QFile::setPermissions(scratch.filePath(folder), QFile::Permissions(0x7777)));
        }
        if (!folder.isEmpty())
            environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), scratch.filePath(folder));
        QProcess studio;
        studio.setProcessEnvironment(environment);
        const QString picture = scratch.filePath(QStringLiteral("picture.png"));
        studio.start(program(), {QStringLiteral("--open"), sampleFile("rooms/lantern.roo"), QStringLiteral("--size"),
                                 QStringLiteral("1280x800"), QStringLiteral("--grab"), picture});
        QVERIFY(studio.waitForFinished(120'000));
        QCOMPARE(QString::fromUtf8(studio.readAllStandardError()), QString());
        QCOMPARE(studio.exitCode(), 0);
        QCOMPARE(QImage(picture).size(), QSize(1280, 800));
    }
};

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"

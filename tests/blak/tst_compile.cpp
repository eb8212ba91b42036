// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "tests/support/run_blak.h"
#include "tests/support/sanitized.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>

using namespace blak;
using test::Run;
using test::runBlak;
namespace fs = std::filesystem;

namespace {

constexpr const char* lamp = "Lamp\nproperties:\n   piOil = 1\nmessages:\n   Fill(oil = 1) { piOil = oil; return; }\nend\n";

/// `blak` in a tree of its own, going on until it is told to stop.
class Watcher
{
public:
    Watcher(const QString& folder, const QStringList& more = {})
    {
        process_.setWorkingDirectory(folder);
        process_.setProcessChannelMode(QProcess::MergedChannels);
        process_.start(qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak"),
                       QStringList{QStringLiteral("compile"), QStringLiteral("--watch"), QStringLiteral(".")} + more);
    }

    /// Waits until the output has the words; forgets it up to the end of their line.
    bool says(const char* words)
    {
        return QTest::qWaitFor(
            [&] {
                process_.waitForReadyRead(50);
                text_ += process_.readAllStandardOutput();
                const qsizetype at = text_.indexOf(words);
                if (at >= 0)
                    text_.remove(0, text_.indexOf('\n', at) + 1);
                return at >= 0;
            },
            20'000);
    }

    /// Exit status, or -1 when the signal itself ended the program.
    int stop(int signal)
    {
        ::kill(static_cast<pid_t>(process_.processId()), signal);
        if (!process_.waitForFinished(20'000) || process_.exitStatus() != QProcess::NormalExit)
            return -1;
        text_ += process_.readAllStandardOutput();
        return process_.exitCode();
    }

    const QByteArray& rest() const { return text_; }

private:
    QProcess process_;
    QByteArray text_;
};

} // namespace

class TestCompile : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    fs::path root_;

    void put(const char* name, std::string_view text) const
    {
        QVERIFY(writeFileAtomically(root_ / name, std::string(text), Backup::None));
    }

    Run run(const char* words) const { return runBlak(QString::fromLatin1(words).split(QLatin1Char(' ')), dir_->path()); }

private slots:
    void init()
    {
        dir_ = std::make_unique<QTemporaryDir>();
        root_ = dir_->path().toStdString();
    }

    void watchCompilesWhatChangesAndStopsOnSignals_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("interrupt") << SIGINT;
        QTest::newRow("terminate") << SIGTERM;
    }
    void watchCompilesWhatChangesAndStopsOnSignals()
    {
        QFETCH(const int, signal);
        put("lamp.kod", lamp);
        put("door.kod", "Door\nend\n");
        Watcher watcher(dir_->path());
        QVERIFY(watcher.says("2 of 2 files compiled"));
        const auto before = readFile(root_ / "lamp.bof").value();
        put("lamp.kod", std::string(lamp).replace(std::string(lamp).find("piOil = 1"), 9, "piOil = 7"));
        QVERIFY(watcher.says("1 of 2 files compiled"));
        QVERIFY(readFile(root_ / "lamp.bof").value() != before);
        put("gate.kod", "Gate is Door\nend\n");
        QVERIFY(watcher.says("1 of 3 files compiled"));
        QCOMPARE(watcher.stop(signal), 0);
        QCOMPARE(watcher.rest(), QByteArray());
        for (const auto& entry : fs::directory_iterator(root_)) // nothing half written is left
            QVERIFY2(!entry.path().string().ends_with('~') && entry.path().extension() != ".tmp", entry.path().c_str());
    }

    void watchSaysTheSameErrorsOnce()
    {
        put("lamp.kod", "Lamp\nmessages:\n   F() { return nothing; }\nend\n");
        Watcher watcher(dir_->path());
        QVERIFY(watcher.says("1 failed"));
        QTest::qWait(1500); // several looks at the tree
        put("lamp.kod", lamp);
        QVERIFY(watcher.says("1 of 1 file compiled"));
        put("lamp.kod", "Lamp\nmessages:\n   F() { return other; }\nend\n");
        QVERIFY(watcher.says("K0302"));
        QVERIFY(watcher.says("1 failed"));
        QCOMPARE(watcher.stop(SIGTERM), 1);
        QVERIFY2(!watcher.rest().contains("K0302"), watcher.rest().constData());
    }

    void jsonHasThePlaceOfEachFinding()
    {
        put("lamp.kod", "Lamp\nmessages:\n   F(a = 1)\n   {\n      return \xE9nothing;\n   }\n   G() { return nothing; }\nend\n");
        const Run compiled = run("compile --json .");
        QCOMPARE(compiled.exitCode, 1);
        QCOMPARE(compiled.error, QString());
        QJsonParseError fault;
        const QJsonDocument json = QJsonDocument::fromJson(compiled.output.toUtf8(), &fault);
        QVERIFY2(fault.error == QJsonParseError::NoError, qPrintable(fault.errorString()));
        QCOMPARE(json[QStringLiteral("failed")].toInt(), 1);
        const QJsonArray findings = json[QStringLiteral("diagnostics")].toArray();
        QVERIFY(!findings.isEmpty());
        for (const QJsonValue& finding : findings) {
            QCOMPARE(finding[QStringLiteral("file")].toString(), QStringLiteral("./lamp.kod"));
            QVERIFY(finding[QStringLiteral("range")][QStringLiteral("line")].toInt() >= 5);
            QVERIFY(finding[QStringLiteral("range")][QStringLiteral("column")].toInt() >= 1);
            QVERIFY(finding[QStringLiteral("code")].toString().startsWith(QLatin1Char('K')));
            QCOMPARE(finding[QStringLiteral("severity")].toString(), QStringLiteral("error"));
            QVERIFY(!finding[QStringLiteral("message")].toString().isEmpty());
            QVERIFY(!finding[QStringLiteral("message")].toString().contains(QChar(QChar::ReplacementCharacter)));
        }
        put("lamp.kod", lamp);
        const Run good = run("compile --json .");
        QCOMPARE(good.exitCode, 0);
        QCOMPARE(QJsonDocument::fromJson(good.output.toUtf8())[QStringLiteral("compiled")].toInt(), 1);
    }

    void verifyNoticesWhatTimeAndSizeDoNotShow()
    {
        put("lamp.kod", lamp);
        QCOMPARE(run("compile .").exitCode, 0);
        const auto before = readFile(root_ / "lamp.bof").value();
        const std::string file = (root_ / "lamp.kod").string();
        struct stat was = {};
        QCOMPARE(::stat(file.c_str(), &was), 0);
        QFile change(QString::fromStdString(file)); // in place: the same inode
        QVERIFY(change.open(QIODevice::ReadWrite));
        QVERIFY(change.seek(static_cast<qint64>(std::string(lamp).find("piOil = 1") + 8)));
        QCOMPARE(change.write("7", 1), 1);
        change.close();
        const timespec times[2] = {was.st_atim, was.st_mtim};
        QCOMPARE(::utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
        QVERIFY(run("compile .").output.startsWith(QStringLiteral("0 of 1 file")));
        QVERIFY(readFile(root_ / "lamp.bof").value() == before);
        QVERIFY(run("compile --verify .").output.startsWith(QStringLiteral("1 of 1 file")));
        QVERIFY(readFile(root_ / "lamp.bof").value() != before);
        QVERIFY(run("compile --verify .").output.startsWith(QStringLiteral("0 of 1 file")));
    }

    void progressIsForTerminalsOnly()
    {
        for (int i = 0; i < 60; ++i)
            put(("c" + std::to_string(i) + ".kod").c_str(), "C" + std::to_string(i) + "\nend\n");
        const Run compiled = run("compile .");
        QCOMPARE(compiled.error, QString());
        QCOMPARE(compiled.output.count(QLatin1Char('\n')), 1);
        QVERIFY(!compiled.output.contains(QLatin1Char('\r')) && !compiled.output.contains(QLatin1Char('\x1b')));
    }

    void sourceBytesAreShownAsLetters()
    {
        put("lamp.kod", "Lamp\nmessages:\n   F() { return nothing; } % caf\xE9 \x1b[31m\nend\n");
        const Run compiled = run("compile .");
        QVERIFY2(compiled.error.contains(QString::fromUtf8("% caf\xC3\xA9 ?[31m")), qPrintable(compiled.error));
    }

    /// 100 MB of a program without end, of zeros and of line ends: refused before they are read.
    void aHugeFileIsRefusedAtOnce_data()
    {
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("parentheses") << QByteArray("((((((((");
        QTest::newRow("zeros") << QByteArray(8, '\0');
        QTest::newRow("lines") << QByteArray(8, '\n');
    }
    void aHugeFileIsRefusedAtOnce()
    {
        QFETCH(const QByteArray, part);
        put("lamp.kod", lamp);
        {
            QFile huge(dir_->filePath(QStringLiteral("huge.kod")));
            QVERIFY(huge.open(QIODevice::WriteOnly));
            const QByteArray block = "Huge\nmessages:\n   F() { return " + part.repeated(1 << 17);
            for (int i = 0; i < 100; ++i)
                QCOMPARE(huge.write(block), block.size());
        }
        const Run compiled = run("compile --errors 5 .");
        QCOMPARE(compiled.exitCode, 1);
        QCOMPARE(compiled.error.count(QStringLiteral("error:")), 1);
        QVERIFY2(compiled.error.contains(QStringLiteral("huge.kod: error:")), qPrintable(compiled.error));
        QVERIFY(compiled.output.startsWith(QStringLiteral("1 of 2 files")));
        QVERIFY(fs::exists(root_ / "lamp.bof"));
        const Run old = run("bc huge.kod");
        QCOMPARE(old.exitCode, 1);
        QVERIFY(old.output.contains(QStringLiteral("huge.kod: cannot be read: has 10")));
        rusage usage = {};
        QCOMPARE(::getrusage(RUSAGE_CHILDREN, &usage), 0);
        constexpr long most = (test::isSanitized ? 1200 : 150) * 1024; // KiB; the file has 100 MB
        QVERIFY2(usage.ru_maxrss < most, qPrintable(QString::number(usage.ru_maxrss)));
    }

    void includesWithoutEndGiveOneError()
    {
        std::string fan;
        for (int i = 0; i < 100; ++i)
            fan += "   include fan.khd\n";
        put("fan.khd", fan);
        put("a.kod", "A\nconstants:\n   include fan.khd\nend\n");
        put("b.khd", "   include c.khd\n");
        put("c.khd", "   include b.khd\n");
        put("b.kod", "B\nconstants:\n   include b.khd\nproperties:\n   p = 1\nend\n");
        const Run compiled = run("compile --dialect classic .");
        QCOMPARE(compiled.exitCode, 1);
        QVERIFY2(compiled.error.count(QStringLiteral("error:")) == 2, qPrintable(compiled.error));
        QCOMPARE(compiled.error.count(QStringLiteral("[K0702]")), 2);
    }

    void includesOfIncludesAreBounded()
    {
        const std::string text(1 << 20, '%');
        std::string program = "Wide\nmessages:\n   F(a = 1)\n   {\n";
        put("large.ktm", text + "\n");
        for (int i = 0; i < 40; ++i)
            program += "      include large.ktm;\n";
        put("a.kod", program + "      return;\n   }\nend\n");
        const Run compiled = run("compile --dialect classic .");
        QCOMPARE(compiled.exitCode, 1);
        QCOMPARE(compiled.error.count(QStringLiteral("error:")), 1);
        QVERIFY2(compiled.error.contains(QStringLiteral("[K0108]")), qPrintable(compiled.error.left(500)));
    }

    void binaryJunkIsRefused()
    {
        std::string junk(200'000, '\0');
        std::uint32_t value = 1;
        for (char& c : junk)
            c = static_cast<char>((value = value * 1664525 + 1013904223) >> 24);
        put("junk.kod", junk);
        put("include.kod", "A\nconstants:\n   include junk.kod\nend\n");
        for (const char* words : {"compile --dialect classic .", "compile --dialect open105 .", "check .", "compile --json ."}) {
            const Run compiled = run(words);
            QCOMPARE(compiled.exitCode, 1);
            QVERIFY(!compiled.output.contains(QLatin1Char('\x1b')) && !compiled.error.contains(QLatin1Char('\x1b')));
        }
        QVERIFY(QFile::remove(dir_->filePath(QStringLiteral("include.kod"))));
        put("good.kod", "Good\nend\n");
        const Run one = run("compile --dialect classic .");
        QCOMPARE(one.error.count(QStringLiteral("error:")), 1); // not one at every byte
        QVERIFY2(one.error.contains(QStringLiteral("this is no text")), qPrintable(one.error.left(500)));
        QVERIFY2(one.output.startsWith(QStringLiteral("1 of 2 files compiled (")), qPrintable(one.output));
        QVERIFY2(one.output.contains(QStringLiteral(", 1 failed")), qPrintable(one.output));
    }

    void theOldCommandLineFindsTheSameConditions()
    {
        put("lamp.kod", "Lamp is Thing\nmessages:\n   F() { Send(self, @Nobody); return; }\nend\n");
        put("thing.kod", "Thing\nend\n");
        const Run compiled = run("bc thing.kod lamp.kod");
        QCOMPARE(compiled.exitCode, 0);
        QCOMPARE(compiled.output,
                 QStringLiteral("warning: no knowledge base kodbase.txt yet\nwarning: 1 unresolved externals\n"));
        std::string faulty = "Many\nmessages:\n   F(a = 1)\n   {\n";
        for (int i = 0; i < 60; ++i)
            faulty += "      a = nothing;\n";
        put("many.kod", faulty + "      return;\n   }\nend\n");
        const Run many = run("bc many.kod");
        QCOMPARE(many.exitCode, 1);
        QVERIFY2(many.output.contains(QStringLiteral("\nmore than 25 errors; stopped here\n")),
                 qPrintable(many.output));
    }
};

QTEST_GUILESS_MAIN(TestCompile)
#include "tst_compile.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of a moment: none before it is needed, none afterwards, and none of a studio that was killed.
#include "ui/scratch_dir.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

using namespace blak::ui;

class TestScratchDir : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> temporary_;

    QStringList left() const { return QDir(temporary_->path()).entryList(QDir::Dirs | QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot); }

    /// A folder as an older studio left it, so old in seconds.
    void leave(const QString& name, int age)
    {
        const QString path = temporary_->filePath(name);
        QVERIFY(QDir().mkpath(path));
        const auto then = static_cast<time_t>(QDateTime::currentSecsSinceEpoch() - age);
        const utimbuf times{then, then};
        QCOMPARE(::utime(QFile::encodeName(path).constData(), &times), 0);
    }

private slots:
    void init()
    {
        qunsetenv("TMPDIR");
        temporary_ = std::make_unique<QTemporaryDir>();
        qputenv("TMPDIR", QFile::encodeName(temporary_->path()));
        QCOMPARE(QDir::tempPath(), temporary_->path());
    }

    void cleanup() { qunsetenv("TMPDIR"); }

    void isThereOnlyWhileNeeded()
    {
        {
            const ScratchDir scratch;
            QVERIFY(left().isEmpty());
            QFile file(scratch.filePath(QStringLiteral("a.txt")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            QVERIFY(scratch.isValid());
            QCOMPARE(left().size(), 1);
            QVERIFY2(left().first().startsWith(QStringLiteral("blakston-studio-")), qPrintable(left().first()));
            QCOMPARE(sweepScratchDirs(), 0); // its process lives
            QVERIFY(file.exists());
        }
        QVERIFY(left().isEmpty());
    }

    void whatAKilledProcessLeftIsSwept()
    {
        int ready[2];
        QCOMPARE(::pipe(ready), 0);
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            const ScratchDir scratch;
            QFile file(scratch.filePath(QStringLiteral("a.txt")));
            const char done = file.open(QIODevice::WriteOnly) ? 'y' : 'n';
            if (::write(ready[1], &done, 1) == 1)
                ::pause();
            ::_exit(1);
        }
        char done = 'n';
        QCOMPARE(::read(ready[0], &done, 1), ssize_t{1});
        QCOMPARE(done, 'y');
        QCOMPARE(left().size(), 1);
        QCOMPARE(sweepScratchDirs(), 0);
        QCOMPARE(::kill(child, SIGKILL), 0);
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        ::close(ready[0]);
        ::close(ready[1]);
        QCOMPARE(left().size(), 1);
        QCOMPARE(sweepScratchDirs(), 1);
        QVERIFY(left().isEmpty());
    }

    void onlyOldEmptyOnesGoWithoutALock()
    {
        leave(QStringLiteral("blakston-studio-abcdef"), 3600);
        leave(QStringLiteral("blakston-studio-fresh1"), 1); // its lock is about to come
        leave(QStringLiteral("blakston-studio-ghijklm"), 3600);
        leave(QStringLiteral("blakston-studio-filled/somebody's"), 3600);
        leave(QStringLiteral("blakston-studio-filled"), 3600);
        QCOMPARE(sweepScratchDirs(), 1);
        QCOMPARE(left(), (QStringList{QStringLiteral("blakston-studio-filled"), QStringLiteral("blakston-studio-fresh1"),
                                      QStringLiteral("blakston-studio-ghijklm")}));
    }

    void aFolderThatCannotBeMadeIsSaid()
    {
        QFile inTheWay(temporary_->filePath(QStringLiteral("a file")));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        qputenv("TMPDIR", QFile::encodeName(inTheWay.fileName()));
        const ScratchDir scratch;
        QVERIFY(!scratch.isValid());
        QCOMPARE(sweepScratchDirs(), 0);
    }
};

QTEST_GUILESS_MAIN(TestScratchDir)
#include "tst_scratch_dir.moc"

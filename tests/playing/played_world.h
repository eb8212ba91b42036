// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/auto_player.h"
#include "studio/play/session/play_session.h"
#include "studio/playing/connect_wish.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

namespace blak::play {

/// Waits as a program does, by sleeping until something happens: QTest's own waits look every 10 ms, and a wait that never sleeps takes
/// the processor that server and compiler want. The condition is looked at every 5 ms besides.
template <class Condition> bool waitUntil(const Condition& isTrue, int patience)
{
    QTimer tick;
    tick.start(5);
    QElapsedTimer clock;
    clock.start();
    while (!isTrue()) {
        if (clock.elapsed() > patience)
            return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

/// A copy of the sample world's sources and files, and a cache and a scratch folder of its own.
struct PlayedWorld
{
    PlayedWorld()
    {
        const QDir from(QCoreApplication::applicationDirPath() + QStringLiteral("/../world"));
        const QString sources = qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/world/kod");
        copyTree(sources, folder.filePath(QStringLiteral("world/kod")), {QStringLiteral("*.kod"), QStringLiteral("*.khd")});
        for (const char* part : {"rooms", "resource"})
            copyTree(from.filePath(QLatin1String(part)), folder.filePath(QLatin1String("world/") + QLatin1String(part)), {});
    }

    static void copyTree(const QString& from, const QString& to, const QStringList& names)
    {
        QDirIterator it(from, names, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString file = it.next();
            const QString target = to + u'/' + QDir(from).relativeFilePath(file);
            QDir().mkpath(QFileInfo(target).path());
            QFile::copy(file, target);
            QFile::setPermissions(target, QFile::ReadOwner | QFile::WriteOwner);
        }
    }

    QString world() const { return folder.filePath(QStringLiteral("world")); }
    QString path(const QString& name) const { return world() + u'/' + name; }

    PlayWish wish() const { return wishBelow(folder.path()); }
    static PlayWish wishBelow(const QString& folder)
    {
        PlayWish wish;
        wish.project = QString(folder + QStringLiteral("/world")).toStdString();
        wish.cacheRoot = QString(folder + QStringLiteral("/cache")).toStdString();
        wish.scratchRoot = QString(folder + QStringLiteral("/scratch")).toStdString();
        return wish;
    }

    /// All files with their sizes and times: what playing must not change.
    QStringList inventory() const
    {
        QStringList out;
        QDirIterator it(world(), QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QFileInfo info(it.next());
            out << info.filePath() + u' ' + QString::number(info.isDir() ? 0 : info.size()) + u' ' +
                       (info.isDir() ? QString() : info.lastModified().toString(Qt::ISODateWithMs));
        }
        out.sort();
        return out;
    }

    QStringList scratchFolders() const
    {
        return QDir(folder.filePath(QStringLiteral("scratch"))).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    }

    void replace(const QString& name, const QByteArray& before, const QByteArray& after) const
    {
        QFile file(path(name));
        QVERIFY2(file.open(QIODevice::ReadWrite), qPrintable(file.errorString()));
        QByteArray text = file.readAll();
        QVERIFY(text.contains(before));
        text.replace(before, after);
        file.resize(0);
        file.seek(0);
        file.write(text);
    }

    QTemporaryDir folder;
};

/// A client that walks in by itself.
struct Visitor
{
    explicit Visitor(PlaySession& session) : session_(session), player(client)
    {
        QObject::connect(&player, &client::AutoPlayer::entered, &session,
                         [this](qint64 user, bool isNew) { session_.entered(user, isNew); });
        QObject::connect(&session, &PlaySession::resourcesChanged, &client,
                         [this](const std::vector<std::filesystem::path>& files) { client.readResources(files); });
    }

    void come(const PlayAccount& account)
    {
        client::ConnectWish wish;
        wish.host = QStringLiteral("127.0.0.1");
        wish.port = session_.playerPort();
        wish.world = session_.world()->server();
        wish.session.dialect = client::protocolNamed(session_.world()->protocol());
        wish.texts = session_.texts();
        player.start(wish, ui::playing::autoAccount(account));
    }

    QString room()
    {
        const auto* follower = client.follower();
        return follower == nullptr ? QString() : QString::fromStdString(follower->roomFile());
    }

    PlaySession& session_;
    client::GameClient client;
    client::AutoPlayer player;
};

} // namespace blak::play

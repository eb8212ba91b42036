// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/session_keeper.h"

#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/session.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"

#include <QDateTime>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QTimer>

namespace blak::ui::shell {
namespace {

constexpr auto ending = ".session";
constexpr qint64 mostBytes = 4 << 20; ///< of a record; hundreds of documents take some 100 KB
constexpr auto triesKey = "tries"; ///< how often it was opened since it was kept

std::unique_ptr<QLockFile> lockOf(const QString& file)
{
    auto lock = std::make_unique<QLockFile>(file + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // that of a process that lives holds, however old it is
    return lock;
}

std::optional<QVariantMap> read(const QString& file)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly) || in.size() > mostBytes)
        return std::nullopt;
    const QJsonDocument document = QJsonDocument::fromJson(in.readAll());
    return document.isObject() ? std::optional(document.object().toVariantMap()) : std::nullopt;
}

} // namespace

QString SessionKeeper::folder() { return QFileInfo(settingsFile()).absolutePath() + QStringLiteral("/running"); }

SessionKeeper::SessionKeeper(StudioWindow& window) : window_(window), timer_(new QTimer(this))
{
    timer_->setSingleShot(true);
    timer_->setInterval(writeAfter);
    connect(timer_, &QTimer::timeout, this, &SessionKeeper::keep);
}

SessionKeeper::~SessionKeeper()
{
    if (!file_.isEmpty())
        QFile::remove(file_); // it was left, not killed: saveSession() has it
}

bool SessionKeeper::hold(const QString& file)
{
    auto lock = lockOf(file);
    if (!lock->tryLock(0))
        return false;
    if (!file_.isEmpty())
        QFile::remove(file_);
    lock_ = std::move(lock);
    file_ = file;
    return true;
}

std::optional<QVariantMap> SessionKeeper::takeLost(const QString& project)
{
    const QDateTime oldest = QDateTime::currentDateTime().addDays(-forgetAfter);
    for (const QFileInfo& info : QDir(folder()).entryInfoList({QStringLiteral("*") + QLatin1String(ending)}, QDir::Files, QDir::Time)) {
        const QString file = info.absoluteFilePath();
        if (file == file_ || !lockOf(file)->tryLock(0))
            continue;
        const auto session = read(file);
        const bool holdsNothing = !session || (session->value(QStringLiteral("project")).toString().isEmpty() &&
                                               session->value(QStringLiteral("documents")).toList().isEmpty());
        if (holdsNothing || info.lastModified() < oldest) {
            QFile::remove(file);
            continue;
        }
        if (!project.isEmpty() && session->value(QStringLiteral("project")).toString() != project)
            continue;
        if (!hold(file))
            continue; // another studio was faster
        QVariantMap tried = *session;
        tried[QLatin1String(triesKey)] = session->value(QLatin1String(triesKey)).toInt() + 1;
        write(tried);
        return session;
    }
    return std::nullopt;
}

void SessionKeeper::restore(const QString& project)
{
    auto lost = takeLost(project);
    if (!lost) {
        restoreSession(window_, project);
        return;
    }
    const bool opensNothing = lost->value(QLatin1String(triesKey)).toInt() >= mostTries;
    if (opensNothing)
        lost->remove(QStringLiteral("documents"));
    restoreSession(window_, *lost);
    if (!opensNothing)
        return;
    window_.opening().openNothing();
    window_.report(Severity::Warning,
                       StudioWindow::tr("The studio ended twice while it opened what was open before. This time nothing was opened but the project."));
}

void SessionKeeper::start()
{
    if (file_.isEmpty() && QDir().mkpath(folder()))
        for (int number = 0; file_.isEmpty() && number < 1000; ++number)
            if (const QString file = QStringLiteral("%1/%2%3").arg(folder()).arg(number).arg(QLatin1String(ending)); !QFile::exists(file))
                hold(file);
    connect(&window_.documents(), &DocumentArea::documentsChanged, this, &SessionKeeper::changed);
    connect(&window_.documents(), &DocumentArea::currentChanged, this, &SessionKeeper::changed);
    connect(&window_.opening(), &Opening::projectChanged, this, &SessionKeeper::changed);
    connect(&window_.docks(), &PerspectiveDocks::docksChanged, this, &SessionKeeper::changed); // another perspective
    window_.installEventFilter(this);
    window_.opening().bringBackSessions();
    changed();
}

/// Who goes to another window may not come back: then places within the documents count, too.
bool SessionKeeper::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::WindowDeactivate)
        changed();
    return QObject::eventFilter(watched, event);
}

void SessionKeeper::changed()
{
    if (!file_.isEmpty() && !timer_->isActive())
        timer_->start();
}

void SessionKeeper::flush()
{
    timer_->stop();
    keep();
}

void SessionKeeper::keep()
{
    if (file_.isEmpty())
        return;
    if (window_.opening().index().isRunning()) { // what waits for that is not among the documents yet
        timer_->start();
        return;
    }
    write(sessionOf(window_));
}

void SessionKeeper::write(const QVariantMap& session)
{
    const QByteArray text = QJsonDocument(QJsonObject::fromVariantMap(session)).toJson(QJsonDocument::Compact);
    if (text == written_)
        return;
    QSaveFile out(file_);
    if (out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit())
        written_ = text; // else the next change tries again
}

} // namespace blak::ui::shell

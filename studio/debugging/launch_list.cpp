// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/launch_list.h"

#include "formats/base/file_io.h"
#include "studio/debugging/files/launch_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace blak::ui::debugging {
namespace {

using code::DebugWish;

constexpr qint64 largestFile = 1 << 20;

DebugWish ownWorld()
{
    DebugWish own;
    own.name = QCoreApplication::translate("LaunchList", "World of the project");
    return own;
}

QString shown(const std::string& text) { return QString::fromStdString(text); }

DebugWish wishOf(const debugfiles::Launch& launch)
{
    DebugWish wish;
    wish.name = shown(launch.name);
    wish.recording = shown(launch.recording);
    wish.kind = launch.attaches              ? DebugWish::Kind::Attach
                : launch.recording.empty() ? DebugWish::Kind::Launch
                                           : DebugWish::Kind::Recording;
    for (const std::string& one : launch.arguments)
        wish.arguments << shown(one);
    wish.folder = shown(launch.folder);
    wish.host = shown(launch.host);
    wish.port = launch.port;
    wish.stopOnEntry = launch.stopOnEntry;
    wish.keepPast = launch.keepPast;
    return wish;
}

debugfiles::Launch launchOf(const DebugWish& wish)
{
    debugfiles::Launch launch;
    launch.name = wish.name.toStdString();
    launch.attaches = wish.kind == DebugWish::Kind::Attach;
    launch.recording = wish.kind == DebugWish::Kind::Recording ? wish.recording.toStdString() : std::string();
    for (const QString& one : wish.arguments)
        launch.arguments.push_back(one.toStdString());
    launch.folder = wish.folder.toStdString();
    launch.host = wish.host.toStdString();
    launch.port = wish.port;
    launch.stopOnEntry = wish.stopOnEntry;
    launch.keepPast = wish.keepPast;
    return launch;
}

} // namespace

Result<QVector<DebugWish>> parseLaunches(const QByteArray& bytes, const QString& where)
{
    const auto read = debugfiles::parseLaunches({bytes.constData(), static_cast<std::size_t>(bytes.size())}, where.toStdString());
    if (!read)
        return read.error();
    QVector<DebugWish> out;
    for (const debugfiles::Launch& launch : read.value())
        out << wishOf(launch);
    return out;
}

QByteArray launchesText(const QVector<DebugWish>& all)
{
    std::vector<debugfiles::Launch> out;
    for (const DebugWish& wish : all)
        out.push_back(launchOf(wish));
    return QByteArray::fromStdString(debugfiles::launchesText(out));
}

void LaunchList::load(const QString& root, QString& fault)
{
    root_ = root;
    all_ = {ownWorld()};
    chosen_ = 0;
    isReadable_ = true;
    QFile file(QDir(root).filePath(QLatin1String(fileName)));
    if (!root.isEmpty() && file.open(QIODevice::ReadOnly)) {
        auto own = file.size() <= largestFile ? parseLaunches(file.readAll(), file.fileName())
                                              : Result<QVector<DebugWish>>(Error{"expected at most 1 MiB", file.fileName().toStdString()});
        if (own)
            all_ += own.value();
        else
            fault = QString::fromStdString(own.error().text());
        isReadable_ = static_cast<bool>(own);
    }
    emit changed();
}

void LaunchList::choose(int index)
{
    if (index < 0 || index >= all_.size() || index == chosen_)
        return;
    chosen_ = index;
    emit changed();
}

void LaunchList::choose(const QString& name)
{
    for (int i = 0; i < all_.size(); ++i)
        if (all_[i].name == name)
            return choose(i);
}

DebugWish LaunchList::wish() const
{
    DebugWish wish = all_.value(chosen_, ownWorld());
    wish.project = root_;
    if (!wish.folder.isEmpty())
        wish.folder = QDir(root_).absoluteFilePath(wish.folder);
    if (!wish.recording.isEmpty())
        wish.recording = QDir(root_).absoluteFilePath(wish.recording);
    if (wish.kind == DebugWish::Kind::Attach && wish.folder.isEmpty() && wish.host.isEmpty())
        wish.host = QStringLiteral("127.0.0.1");
    return wish;
}

Result<void> LaunchList::setOwn(const QVector<DebugWish>& own)
{
    if (!isReadable_)
        return Error{"it makes no sense as it is, and is not written over", QDir(root_).filePath(QLatin1String(fileName)).toStdString()};
    const QString name = all_.value(chosen_).name;
    const std::filesystem::path path = QDir(root_).filePath(QLatin1String(fileName)).toStdString();
    if (own.isEmpty()) {
        QFile::remove(QString::fromStdString(path.string()));
    } else {
        const QByteArray text = launchesText(own);
        if (auto written = writeFileAtomically(path, std::string_view(text.constData(), static_cast<std::size_t>(text.size()))); !written)
            return written;
    }
    all_ = QVector<DebugWish>{ownWorld()} + own;
    chosen_ = 0;
    for (int i = 0; i < all_.size(); ++i)
        if (all_[i].name == name)
            chosen_ = i;
    emit changed();
    return {};
}

} // namespace blak::ui::debugging

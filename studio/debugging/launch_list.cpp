// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/launch_list.h"

#include "formats/base/file_io.h"
#include "server/dap/protocol.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace blak::ui::debugging {
namespace {

using code::DebugWish;
using nlohmann::json;
using Ordered = nlohmann::ordered_json;

constexpr int mostConfigurations = 100, mostArguments = 100, longestText = 4096;
constexpr qint64 largestFile = 1 << 20;
constexpr int highestPort = 65535;

/// What a configuration may hold, and what kind of value.
struct Field
{
    const char* name;
    json::value_t type;
};
constexpr Field fields[]{{"name", json::value_t::string},      {"request", json::value_t::string},   {"folder", json::value_t::string},
                         {"host", json::value_t::string},      {"port", json::value_t::number_unsigned},
                         {"arguments", json::value_t::array},  {"stopOnEntry", json::value_t::boolean},
                         {"timeTravel", json::value_t::boolean}, {"recording", json::value_t::string}};

DebugWish ownWorld()
{
    DebugWish own;
    own.name = QCoreApplication::translate("LaunchList", "World of the project");
    return own;
}

QString text(const json& object, const char* key) { return QString::fromStdString(dap::textOf(object, key)).left(longestText); }

/// Why it makes no sense; empty = it does.
QString faultOf(const json& row)
{
    if (!row.is_object())
        return QStringLiteral("expected an object, found %1").arg(QLatin1String(row.type_name()));
    for (const Field& field : fields)
        if (const auto it = row.find(field.name); it != row.end() && it->type() != field.type)
            return QStringLiteral("expected %1 for \"%2\", found %3")
                .arg(QLatin1String(json(field.type).type_name()), QLatin1String(field.name), QLatin1String(it->type_name()));
    if (text(row, "name").trimmed().isEmpty())
        return QStringLiteral("expected a \"name\", found none");
    const QString request = text(row, "request");
    if (request != QLatin1String("launch") && request != QLatin1String("attach"))
        return QStringLiteral("expected launch or attach for \"request\", found \"%1\"").arg(request);
    const std::int64_t port = dap::numberOf(row, "port");
    if (port > highestPort)
        return QStringLiteral("expected a port up to %1, found %2").arg(highestPort).arg(port);
    if (request == QLatin1String("attach") && text(row, "folder").isEmpty() && port == 0)
        return QStringLiteral("expected \"folder\" or \"port\" of the server, found neither");
    const json& arguments = dap::listOf(row, "arguments");
    if (arguments.size() > mostArguments || !std::ranges::all_of(arguments, [](const json& one) { return one.is_string(); }))
        return QStringLiteral("expected at most %1 texts for \"arguments\"").arg(mostArguments);
    return {};
}

DebugWish wishOf(const json& row)
{
    DebugWish wish;
    wish.name = text(row, "name").trimmed();
    wish.recording = text(row, "recording");
    wish.kind = text(row, "request") == QLatin1String("attach") ? DebugWish::Kind::Attach
                : wish.recording.isEmpty()                       ? DebugWish::Kind::Launch
                                                                 : DebugWish::Kind::Recording;
    for (const json& one : dap::listOf(row, "arguments"))
        wish.arguments << QString::fromStdString(one.get<std::string>()).left(longestText);
    wish.folder = text(row, "folder");
    wish.host = text(row, "host");
    wish.port = static_cast<int>(dap::numberOf(row, "port"));
    wish.stopOnEntry = dap::flagOf(row, "stopOnEntry");
    wish.keepPast = dap::flagOf(row, "timeTravel", true);
    return wish;
}

} // namespace

Result<QVector<DebugWish>> parseLaunches(const QByteArray& bytes, const QString& where)
{
    const auto fail = [&](const QString& what) { return Error{what.toStdString(), where.toStdString()}; };
    const json all = json::parse(bytes.begin(), bytes.end(), nullptr, false, true); // comments are welcome
    const auto rows = all.is_object() ? all.find("configurations") : all.end();
    if (!all.is_object() || rows == all.end() || !rows->is_array())
        return fail(QStringLiteral("expected an object with a list of \"configurations\", found %1")
                        .arg(all.is_discarded() ? QStringLiteral("text that is no JSON") : QString::fromLatin1(all.type_name())));
    if (rows->size() > mostConfigurations)
        return fail(QStringLiteral("expected at most %1 configurations, found %2").arg(mostConfigurations).arg(rows->size()));
    QVector<DebugWish> out;
    for (const json& row : *rows) {
        if (const QString fault = faultOf(row); !fault.isEmpty())
            return fail(QStringLiteral("configuration %1: %2").arg(out.size() + 1).arg(fault));
        out << wishOf(row);
    }
    return out;
}

QByteArray launchesText(const QVector<DebugWish>& all)
{
    Ordered rows = Ordered::array();
    for (const DebugWish& wish : all) {
        const bool attaches = wish.kind == DebugWish::Kind::Attach;
        Ordered row{{"name", wish.name.toStdString()}, {"request", attaches ? "attach" : "launch"}};
        if (attaches && !wish.folder.isEmpty()) {
            row["folder"] = wish.folder.toStdString();
        } else if (attaches) {
            row["host"] = wish.host.toStdString();
            row["port"] = wish.port;
        }
        if (wish.kind == DebugWish::Kind::Recording)
            row["recording"] = wish.recording.toStdString();
        if (!wish.arguments.isEmpty()) {
            row["arguments"] = Ordered::array();
            for (const QString& one : wish.arguments)
                row["arguments"].push_back(one.toStdString());
        }
        if (wish.stopOnEntry)
            row["stopOnEntry"] = true;
        if (!wish.keepPast)
            row["timeTravel"] = false;
        rows.push_back(std::move(row));
    }
    return QByteArray::fromStdString(Ordered{{"configurations", std::move(rows)}}.dump(2) + "\n");
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

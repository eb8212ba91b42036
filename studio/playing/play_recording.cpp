// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_recording.h"

#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "studio/playing/play_controller.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <nlohmann/json.hpp>

namespace blak::ui::playing {
namespace {

constexpr qsizetype longestContent = 1000;

std::string joined(const std::deque<std::string>& lines)
{
    std::string out;
    for (const std::string& line : lines)
        out += line + "\n";
    return out;
}

void keep(std::deque<std::string>& lines, std::string line, std::size_t most)
{
    lines.push_back(std::move(line));
    if (lines.size() > most)
        lines.pop_front();
}

} // namespace

QString contentOf(const std::vector<wire::Field>& fields, qsizetype longest)
{
    QString out;
    for (const wire::Field& field : fields) {
        if (out.size() > longest)
            return out + QStringLiteral("...");
        const QString name = QLatin1String(field.name.data(), static_cast<int>(field.name.size()));
        out += (out.isEmpty() ? QString() : QStringLiteral(" ")) + name + u'=';
        const bool isSecret = name.contains(QLatin1String("password")) || name == QLatin1String("old") || name == QLatin1String("new");
        if (isSecret)
            out += QStringLiteral("...");
        else if (!field.text.empty())
            out += u'"' + QString::fromStdString(windows1252::toUtf8(field.text)) + u'"';
        else if (!field.items.empty())
            out += u'(' + contentOf(field.items, longest) + u')';
        else
            out += QString::number(field.number);
    }
    return out;
}

PlayRecording::PlayRecording(PlayController& controller) : QObject(&controller), controller_(controller)
{
    clock_.start();
    connect(&controller_, &PlayController::said, this, [this](const play::PlayLine& line) {
        QString text = QDateTime::currentDateTime().toString(Qt::ISODateWithMs) + u' ' + line.channel + QStringLiteral(": ") + line.text;
        if (!line.file.isEmpty())
            text += QStringLiteral(" (%1:%2)").arg(line.file).arg(line.line);
        keep(lines_, text.toStdString(), mostLines);
    });
}

void PlayRecording::follow(PlayTab* tab)
{
    connect(&tab->client(), &client::GameClient::heard, this, [this, tab](const wire::Message& message) { take(tab, message, false); });
    connect(&tab->client(), &client::GameClient::spoke, this, [this, tab](const wire::Message& message) { take(tab, message, true); });
    connect(tab, &QObject::destroyed, this, [this, tab] {
        recorders_.remove(tab);
        if (mine_ && mine_->tab == tab)
            mine_->tab = nullptr; // what was recorded so far stays
    });
}

void PlayRecording::restart(PlayTab* tab)
{
    if (!tab->isIn() || tab->outer() != nullptr)
        return;
    auto recorder = std::make_shared<SessionRecorder>();
    recorder->start(tab->place());
    recorders_.insert(tab, recorder);
}

void PlayRecording::take(PlayTab* tab, const wire::Message& message, bool toServer)
{
    const QString name = QLatin1String(message.row->name.data(), static_cast<int>(message.row->name.size()));
    const nlohmann::json line{{"ms", static_cast<std::int64_t>(now())},
                              {"client", tab->number()},
                              {"dir", toServer ? "c2s" : "s2c"},
                              {"name", name.toStdString()},
                              {"fields", contentOf(message.fields, longestContent).toStdString()}};
    keep(messages_, line.dump(), mostMessages);
    session::Game* game = tab->client().game();
    if (game == nullptr || !tab->isIn())
        return;
    const session::RoomFollower* follower = tab->client().follower();
    const auto tell = [&](SessionRecorder& recorder) {
        if (toServer)
            recorder.sent(message, *game, now());
        else
            recorder.heard(message, *game, follower == nullptr ? std::string() : follower->roomFile(), now());
    };
    if (const auto recorder = recorders_.value(tab))
        tell(*recorder);
    if (mine_ && mine_->tab == tab)
        tell(mine_->recorder);
}

bool PlayRecording::begin()
{
    PlayTab* tab = controller_.currentTab();
    if (tab == nullptr || !tab->isIn() || tab->outer() != nullptr)
        return false;
    mine_.emplace();
    mine_->tab = tab;
    mine_->recorder.start(tab->place());
    return true;
}

std::string PlayRecording::end()
{
    if (!mine_)
        return {};
    const std::string out = mine_->recorder.text("Recorded in " + QFileInfo(controller_.host().projectRoot()).fileName().toStdString());
    mine_.reset();
    return out;
}

std::string PlayRecording::script(PlayTab* tab)
{
    const auto recorder = recorders_.value(tab);
    return recorder ? SessionRecorder(*recorder).text(tab->title().toStdString()) : std::string();
}

std::string PlayRecording::messages() const { return joined(messages_); }

std::string PlayRecording::log() const { return joined(lines_); }

QString PlayRecording::folder() const
{
    if (!folder_.isEmpty())
        return folder_;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return (documents.isEmpty() ? QDir::homePath() : documents) + QStringLiteral("/Blakston");
}

QString PlayRecording::freeName(const QString& what, const QString& ending) const
{
    const QDir dir(folder());
    const QString stem = QFileInfo(controller_.host().projectRoot()).fileName() + u'-' + what + u'-' +
                         QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    QString name = dir.filePath(stem + ending);
    for (int number = 2; QFileInfo::exists(name); ++number)
        name = dir.filePath(stem + u'-' + QString::number(number) + ending);
    return name;
}

void PlayRecording::toggle()
{
    const PlayHost& host = controller_.host();
    const auto refuse = [&](const QString& why) { host.toast(Severity::Warning, why, {}, {}); };
    if (!isRecording()) {
        if (const PlayTab* tab = controller_.currentTab(); tab != nullptr && tab->outer() != nullptr)
            return refuse(tr("A client in a program of its own cannot be recorded: Run > Client > Game in its page."));
        if (!begin())
            return refuse(tr("Nobody plays, so there is nothing to record."));
        controller_.tell(Severity::Info, tr("Recording; once more ends it."));
        return host.refresh();
    }
    const std::string steps = end();
    host.refresh();
    const QString file = freeName(QStringLiteral("session"), QStringLiteral(".play"));
    QDir().mkpath(QFileInfo(file).path());
    if (const auto written = writeFileAtomically(file.toStdString(), steps, Backup::None); !written)
        return refuse(QString::fromStdString(written.error().text()));
    controller_.tell(Severity::Info, tr("Recorded in %1. It is repeated by: blak play --project %2 --script %1").arg(file, host.projectRoot()));
    host.toast(Severity::Info, tr("Recorded in %1.").arg(file), tr("Open"), [&host, file] { host.openAt(file, 1); });
}

} // namespace blak::ui::playing

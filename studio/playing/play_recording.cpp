// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_recording.h"

#include "formats/base/file_io.h"
#include "studio/playing/play_controller.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <nlohmann/json.hpp>

namespace blak::ui::playing {
namespace {

constexpr std::size_t mostSteps = session::SessionRecorder::mostSteps;

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
    connect(tab, &PlayTab::seen, this, [this, tab](const SeenMessage& message) { note(tab, message); });
    connect(tab, &PlayTab::stepsCame, this,
            [this, tab](const QString& which, qsizetype from, const QStringList& lines) { takeSteps(tab, which, from, lines); });
    connect(tab, &QObject::destroyed, this, [this, tab] {
        all_.remove(tab);
        if (mine_ && mine_->tab == tab)
            mine_->tab = nullptr; // what was recorded so far stays
    });
}

std::shared_ptr<PlayRecording::Steps> PlayRecording::begun(PlayTab* tab, const char* which)
{
    auto steps = std::make_shared<Steps>();
    steps->tab = tab;
    steps->isTold = tab->outer() != nullptr;
    const play::PlayPlace place = tab->place();
    if (steps->isTold)
        tab->outer()->record(which);
    else
        steps->recorder.start(place.room.toStdString(), place.x, place.y, place.angle);
    return steps;
}

void PlayRecording::restart(PlayTab* tab)
{
    if (tab->isIn())
        all_.insert(tab, begun(tab, "all"));
}

void PlayRecording::note(const PlayTab* tab, const SeenMessage& message)
{
    const nlohmann::json line{{"ms", static_cast<std::int64_t>(now() - message.ago)},
                              {"client", tab->number()},
                              {"dir", message.toServer ? "c2s" : "s2c"},
                              {"name", message.name.toStdString()},
                              {"fields", message.content.toStdString()}};
    keep(messages_, line.dump(), mostMessages);
}

void PlayRecording::take(PlayTab* tab, const wire::Message& message, bool toServer)
{
    session::Game* game = tab->client().game();
    if (game == nullptr || !tab->isIn())
        return;
    const session::RoomFollower* follower = tab->client().follower();
    for (const auto& steps : {all_.value(tab), mine_ && mine_->tab == tab ? mine_ : nullptr}) {
        if (steps == nullptr || steps->isTold)
            continue;
        if (toServer)
            steps->recorder.sent(message, *game, now());
        else
            steps->recorder.heard(message, *game, follower == nullptr ? std::string() : follower->roomFile(), now());
    }
}

void PlayRecording::takeSteps(PlayTab* tab, const QString& which, qsizetype from, const QStringList& lines)
{
    const auto steps = which == QLatin1String("all") ? all_.value(tab) : mine_ && mine_->tab == tab ? mine_ : nullptr;
    if (steps == nullptr || !steps->isTold)
        return;
    if (from == 0) // it has begun anew, twice where somebody comes in and is put somewhere
        steps->lines.clear();
    if (static_cast<std::size_t>(from) != steps->lines.size())
        return; // of a recording before this one
    for (const QString& line : lines)
        if (steps->lines.size() < mostSteps)
            steps->lines.push_back(line.toStdString());
}

bool PlayRecording::begin()
{
    PlayTab* tab = controller_.currentTab();
    if (tab == nullptr || !tab->isIn())
        return false;
    mine_ = begun(tab, "mine");
    return true;
}

void PlayRecording::finish(const std::shared_ptr<Steps>& steps, const char* which, const std::string& title,
                           const std::function<void(const std::string&)>& done)
{
    if (!steps->isTold) {
        session::SessionRecorder copy = steps->recorder;
        copy.finishWay();
        return done(session::SessionRecorder::textOf(title, copy.lines()));
    }
    const auto tell = [steps, title, done] { done(session::SessionRecorder::textOf(title, steps->lines)); };
    if (steps->tab == nullptr || steps->tab->outer() == nullptr)
        return tell();
    steps->tab->outer()->finishRecording(which, tell);
}

void PlayRecording::end(const std::function<void(const std::string&)>& done)
{
    if (!mine_)
        return done({});
    finish(mine_, "mine", "Recorded in " + QFileInfo(controller_.host().projectRoot()).fileName().toStdString(),
           [this, done, ended = mine_](const std::string& script) {
               if (mine_ == ended)
                   mine_ = nullptr;
               done(script);
           });
}

void PlayRecording::script(PlayTab* tab, const std::function<void(const std::string&)>& done)
{
    const auto steps = all_.value(tab);
    if (steps == nullptr)
        return done({});
    finish(steps, "all", tab->title().toStdString(), done);
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
    if (!isRecording()) {
        if (!begin())
            return host.toast(Severity::Warning, tr("Nobody plays, so there is nothing to record."), {}, {});
        controller_.tell(Severity::Info, tr("Recording; once more ends it."));
        return host.refresh();
    }
    end([this](const std::string& steps) {
        const PlayHost& now = controller_.host();
        now.refresh();
        const QString file = freeName(QStringLiteral("session"), QStringLiteral(".play"));
        QDir().mkpath(QFileInfo(file).path());
        if (const auto written = writeFileAtomically(file.toStdString(), steps, Backup::None); !written)
            return now.toast(Severity::Warning, QString::fromStdString(written.error().text()), {}, {});
        controller_.tell(Severity::Info, tr("Recorded in %1. It is repeated by: blak play --project %2 --script %1").arg(file, now.projectRoot()));
        now.toast(Severity::Info, tr("Recorded in %1.").arg(file), tr("Open"), [this, file] { controller_.host().openAt(file, 1); });
    });
}

} // namespace blak::ui::playing

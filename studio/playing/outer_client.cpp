// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/outer_client.h"

#include "client/play/seen_object.h"
#include "studio/playing/game_frame.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <limits>
#include <sys/prctl.h>

namespace blak::ui::playing {
namespace {

using session::LeadLines;
using nlohmann::json;

constexpr int endMilliseconds = 3000;
constexpr int watchMilliseconds = 1000;
constexpr int pictureMilliseconds = 3000;
constexpr qsizetype longestBacklog = static_cast<qsizetype>(2 * LeadLines::longest); ///< bytes that it has not read
constexpr std::size_t longestName = 1000;
constexpr int mostMessages = 2000, mostSteps = 9000; ///< of one line
constexpr int askMilliseconds = 3000;
constexpr double farthest = 1e7; ///< client units from a corner of a room

QString textOf(const json& line, const char* member, std::size_t longest = longestName)
{
    return QString::fromStdString(line.value(member, std::string()).substr(0, longest));
}

const char* nameOf(ThemeKind kind) { return kind == ThemeKind::Light ? "light" : "dark"; }

/// "signal 11 (Segmentation fault)"
QString signalText(int number)
{
    const char* name = ::strsignal(number);
    return OuterClient::tr("signal %1 (%2)").arg(number).arg(QString::fromLocal8Bit(name == nullptr ? "?" : name));
}

std::span<const std::byte> viewOf(const QByteArray& bytes)
{
    return std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace

OuterClient::OuterClient(QObject* parent) : QObject(parent), watch_(new QTimer(this))
{
    watch_->setInterval(watchMilliseconds);
    connect(watch_, &QTimer::timeout, this, &OuterClient::watch);
    connect(themeNotifier(), &ThemeNotifier::changed, this, [this] { send({{"do", "theme"}, {"name", nameOf(theme().kind)}}); });
}

OuterClient::~OuterClient() { end(); }

void OuterClient::setFrame(GameFrame* frame) { frame_ = frame; }

void OuterClient::start()
{
    if (isRunning())
        return;
    forget();
    log_.clear();
    lines_.clear();
    waiting_.clear();
    place_ = {};
    process_ = new QProcess(this);
    process_->setProgram(program_.isEmpty() ? play::programBeside(QStringLiteral("blakston-client")) : program_);
    process_->setArguments({QStringLiteral("--led"), QStringLiteral("--theme"), QLatin1String(nameOf(theme().kind))});
    connect(process_, &QProcess::readyReadStandardOutput, this, [this] {
        const QByteArray bytes = process_->readAllStandardOutput();
        if (!lines_.take({bytes.constData(), static_cast<std::size_t>(bytes.size())}, [this](const json& line) { take(line); }) && isRunning())
            process_->kill(); // what it says has no end
    });
    connect(process_, &QProcess::readyReadStandardError, this, &OuterClient::takeLog);
    connect(process_, &QProcess::finished, this, &OuterClient::finished);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        const QString why = tr("The client %1 does not start: %2.").arg(process_->program(), process_->errorString());
        process_->deleteLater();
        process_ = nullptr;
        forget();
        emit died(why);
    });
    process_->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); }); // also where it never comes to say so itself
    process_->start();
    if (!isRunning()) // it has failed already
        return;
    answered_.start();
    watch_->start();
    if (frame_ == nullptr)
        return send({{"do", "show"}});
    send(frame_->embedding());
    frame_->tellAll();
}

void OuterClient::end()
{
    forget();
    if (process_ == nullptr)
        return;
    process_->disconnect(this);
    process_->kill(); // it keeps nothing
    process_->waitForFinished(endMilliseconds);
    delete process_;
    process_ = nullptr;
}

/// Of the world.
void OuterClient::forget()
{
    watch_->stop();
    ready_ = in_ = asked_ = hung_ = false;
    if (const auto done = std::exchange(picture_, nullptr))
        done({});
    for (const auto& [which, done] : std::exchange(recorded_, {}))
        done();
    for (const auto& [number, done] : std::exchange(looks_, {}))
        done(std::nullopt);
}

void OuterClient::send(const json& line)
{
    if (!isRunning())
        return;
    const QByteArray bytes = QByteArray::fromStdString(LeadLines::lineOf(line));
    if (process_->bytesToWrite() + waiting_.size() + bytes.size() > longestBacklog)
        return process_->kill(); // it reads no more
    if (ready_)
        process_->write(bytes);
    else
        waiting_ += bytes;
}

void OuterClient::enter(const client::ConnectWish& wish, const client::AutoAccount& account, const std::filesystem::path& texts,
                        const QString& text)
{
    start();
    in_ = false;
    place_ = {};
    things_ = {};
    json folders = json::array();
    for (const std::filesystem::path& folder : wish.files.folders)
        folders.push_back(folder.string());
    send({{"do", "enter"},
          {"turn", ++turn_},
          {"host", wish.host.toStdString()},
          {"port", wish.port},
          {"protocol", std::string(wire::dialectNames[static_cast<std::size_t>(wish.session.dialect)].name)},
          {"account", account.name.toStdString()},
          {"password", account.password.toStdString()},
          {"character", account.character.toStdString()},
          {"mayCreate", account.mayCreate},
          {"folders", std::move(folders)},
          {"palette", wish.files.palette.string()},
          {"texts", texts.string()},
          {"sharesFiles", wish.sharesFiles},
          {"text", text.toStdString()}});
}

void OuterClient::out(const QString& text, const QString& button)
{
    in_ = false;
    place_ = {};
    things_ = {};
    send({{"do", "out"}, {"turn", ++turn_}, {"text", text.toStdString()}, {"button", button.toStdString()}});
}

int OuterClient::exchangeRoom(const QString& name, const QByteArray& bytes)
{
    send({{"do", "room"}, {"number", ++rooms_}, {"name", name.toStdString()}, {"bytes", LeadLines::packed(viewOf(bytes))}});
    return rooms_;
}

void OuterClient::readTexts(const std::vector<std::filesystem::path>& files)
{
    json names = json::array();
    for (const std::filesystem::path& file : files)
        names.push_back(file.string());
    send({{"do", "texts"}, {"files", std::move(names)}});
}

void OuterClient::exchangeSprite(const std::string& name, const std::vector<std::byte>& bytes)
{
    json line{{"do", "sprite"}, {"name", name}};
    if (!bytes.empty())
        line["bytes"] = LeadLines::packed(bytes);
    send(std::move(line));
}

void OuterClient::exchangePalette(const std::string& file) { send({{"do", "palette"}, {"file", file}}); }

void OuterClient::forgetSound(const QString& file) { send({{"do", "sound"}, {"name", file.toStdString()}}); }

void OuterClient::setGhost(session::OwnMotion::Ghost ghost)
{
    using Ghost = session::OwnMotion::Ghost;
    send({{"do", "ghost"}, {"ghost", ghost == Ghost::Flies ? "flies" : ghost == Ghost::Walks ? "walks" : "none"}});
}

void OuterClient::lookAround() { send({{"do", "around"}}); }

void OuterClient::setStanding(const QString& why) { send({{"do", "stands"}, {"text", why.toStdString()}}); }

void OuterClient::raise() { send({{"do", "raise"}}); }

void OuterClient::takePicture(std::function<void(const QByteArray&)> done)
{
    if (!ready_ || picture_)
        return done({});
    picture_ = std::move(done);
    send({{"do", "picture"}});
    QTimer::singleShot(pictureMilliseconds, this, [this] {
        if (const auto late = std::exchange(picture_, nullptr))
            late({});
    });
}

void OuterClient::record(const std::string& which)
{
    json place{{"room", place_.room.toStdString()}, {"x", place_.x}, {"y", place_.y}, {"angle", place_.angle}};
    send({{"do", "record"}, {"which", which}, {"place", std::move(place)}});
}

void OuterClient::finishRecording(const std::string& which, std::function<void()> done)
{
    if (!ready_ || recorded_.contains(which))
        return done();
    recorded_[which] = std::move(done);
    send({{"do", which == "mine" ? "record" : "steps"}, {"which", which}});
    QTimer::singleShot(askMilliseconds, this, [this, which] {
        if (const auto late = recorded_.extract(which))
            late.mapped()();
    });
}

void OuterClient::askObject(qint64 object, std::function<void(const std::optional<scene::Object>&)> done)
{
    if (!ready_ || object < 0 || object > std::numeric_limits<std::uint32_t>::max())
        return done(std::nullopt);
    const int number = ++lookNumber_;
    looks_[number] = std::move(done);
    send({{"do", "look"}, {"number", number}, {"object", object}});
    QTimer::singleShot(askMilliseconds, this, [this, number] {
        if (const auto late = looks_.extract(number))
            late.mapped()(std::nullopt);
    });
}

/// What is told of messages, steps and looks.
bool OuterClient::takeWatch(const std::string& what, const json& line)
{
    if (what == "messages") {
        int count = 0;
        for (const json& one : line.value("list", json::array()))
            if (count++ < mostMessages)
                emit seen({textOf(one, "name"), textOf(one, "content", 2 * SeenMessage::longestContent), one.value("out", false),
                           std::clamp(one.value("ago", 0.0), 0.0, 1e6)});
    } else if (what == "steps") {
        QStringList lines;
        for (const json& one : line.value("lines", json::array()))
            if (one.is_string() && lines.size() < mostSteps)
                lines << QString::fromStdString(one.get_ref<const std::string&>().substr(0, longestName)).remove(u'\n');
        emit stepsCame(textOf(line, "which"), line.value("from", qint64{0}), lines);
    } else if (what == "recorded") {
        if (const auto done = recorded_.extract(line.value("which", "")))
            done.mapped()();
    } else if (what == "look") {
        if (const auto done = looks_.extract(line.value("number", 0)))
            done.mapped()(line.value("seen", false) ? client::objectOfLine(line) : std::nullopt);
    } else if (what == "line") {
        emit lineWanted(textOf(line, "text"));
    } else {
        return false;
    }
    return true;
}

void OuterClient::take(const json& line)
{
    const std::string what = line.value("event", "");
    const bool isNow = line.value("turn", 0) == turn_;
    const auto why = [&] { return textOf(line, "why"); };
    if (takeWatch(what, line))
        return;
    if (what == "ready") {
        ready_ = true;
        asked_ = false;
        answered_.start();
        process_->write(std::exchange(waiting_, {}));
        if (std::exchange(hung_, false))
            emit hung(0);
    } else if (what == "hello") {
        asked_ = false;
        answered_.start();
        if (std::exchange(hung_, false))
            emit hung(0);
    } else if (what == "room") {
        emit roomExchanged(line.value("number", 0), isNow && line.value("here", false), why());
    } else if (what == "picture") {
        if (const auto done = std::exchange(picture_, nullptr)) {
            const std::vector<std::byte> png = LeadLines::unpacked(line, "png");
            done(QByteArray(reinterpret_cast<const char*>(png.data()), static_cast<qsizetype>(png.size())));
        }
    } else if (what == "embedded") {
        if (!line.value("good", false))
            emit notFramed();
    } else if (what == "pressed") {
        if (frame_ != nullptr)
            frame_->takeFocus();
    } else if (what == "keys") {
        if (frame_ != nullptr)
            frame_->setKeys(line);
    } else if (what == "again") {
        emit againWanted();
    } else if (!isNow) {
        return;
    } else if (what == "at") {
        readPlace(line);
        emit moved();
    } else if (what == "in") {
        in_ = true;
        character_ = line.value("character", qint64{0});
        emit entered(character_, line.value("new", false));
    } else if (what == "failed") {
        emit failed(why());
    } else if (what == "out") {
        in_ = false;
        place_ = {};
        things_ = {};
        emit left(why());
    } else if (what == "things") {
        readThings(line);
        emit moved();
    } else if (what == "target") {
        emit picked(line.value("object", qint64{0}));
    } else if (what == "landed") {
        emit landed();
    }
}

void OuterClient::readPlace(const json& line)
{
    const auto bounded = [&](const char* member) { return std::clamp(line.value(member, 0.0), -farthest, farthest); };
    character_ = line.value("character", qint64{0});
    place_ = {textOf(line, "room"), true, bounded("x"), bounded("y"), line.value("angle", 0) & 4095,
              line.value("roomObject", qint64{0})};
}

void OuterClient::readThings(const json& line)
{
    things_ = {textOf(line, "name"), line.value("room", qint64{0}), {}};
    for (const char* part : {"things", "carried"})
        for (const json& thing : line.value(part, json::array()))
            if (things_.things.size() < mostThings)
                things_.things.push_back({thing.value("object", qint64{0}), textOf(thing, "name"), part[0] == 'c'});
}

void OuterClient::takeLog()
{
    log_ += QString::fromUtf8(process_->readAllStandardError());
    if (log_.size() > longestLog)
        log_ = log_.right(longestLog / 2);
}

/// A question a second; one that does not answer for five is stuck, for one that only draws a large room answers late. To start takes its
/// time, too.
void OuterClient::watch()
{
    if (ready_ && !std::exchange(asked_, true))
        return send({{"do", "hello"}});
    const int seconds = static_cast<int>(answered_.elapsed() / 1000);
    if (seconds >= (ready_ ? hungAfterSeconds : startsWithinSeconds) && !std::exchange(hung_, true))
        emit hung(seconds);
}

void OuterClient::finished(int code, QProcess::ExitStatus status)
{
    takeLog();
    process_->deleteLater();
    process_ = nullptr;
    forget();
    if (status == QProcess::CrashExit)
        emit died(tr("The client was ended by %1.").arg(signalText(code)));
    else if (code != 0)
        emit died(tr("The client ended with status %1.").arg(code));
    else
        emit closed();
}

} // namespace blak::ui::playing

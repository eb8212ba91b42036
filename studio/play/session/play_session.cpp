// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/session/play_session.h"

#include "studio/play/session/duration_text.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTimer>

#include <algorithm>

namespace blak::play {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr int watchMilliseconds = 1000;
constexpr int hungAfterSeconds = 3;

/// Compilers leave out the lines of some statements; that of the handler is near. 0 where it is not found.
int lineOfHandler(const QString& source, const QString& handler)
{
    constexpr qint64 longest = 8 << 20;
    QFile file(source);
    if (handler.isEmpty() || !file.open(QIODevice::ReadOnly))
        return 0;
    const QString text = QString::fromLatin1(file.read(longest));
    const QRegularExpression head(QStringLiteral("^[ \\t]*") + QRegularExpression::escape(handler) + QStringLiteral("[ \\t]*\\("),
                                  QRegularExpression::MultilineOption | QRegularExpression::CaseInsensitiveOption);
    const auto found = head.match(text);
    return found.hasMatch() ? static_cast<int>(text.left(found.capturedStart()).count(u'\n')) + 1 : 0;
}

QString textOf(const json& value) { return QString::fromStdString(value.is_string() ? value.get<std::string>() : std::string()); }

} // namespace

PlaySession::PlaySession(QObject* parent) : QObject(parent), watch_(new QTimer(this))
{
    watch_->setInterval(watchMilliseconds);
    remover_.setMaxThreadCount(1);
    connect(watch_, &QTimer::timeout, this, &PlaySession::watch);
    connect(&server_, &ServerProcess::ready, this, &PlaySession::serverReady);
    connect(&server_, &ServerProcess::died, this, [this](const QString& why) {
        watch_->stop();
        control_.close();
        const bool ran = state_ == State::Running;
        setState(State::Dead);
        tell(Severity::Error, why);
        if (ran)
            emit died(why);
        else
            emit failed(why, false);
    });
    connect(&control_, &ControlLink::opened, this, &PlaySession::controlOpened);
    connect(&control_, &ControlLink::event, this, &PlaySession::takeEvent);
    connect(&control_, &ControlLink::odd, this, [this](const QString& why) { tell(Severity::Warning, why); });
}

/// Nobody is told of this end: who listens and who still waits for an answer may be gone already.
PlaySession::~PlaySession()
{
    blockSignals(true);
    control_.forget();
    stop();
}

QString PlaySession::stateText(State state)
{
    switch (state) {
    case State::Idle: return tr("Not playing");
    case State::Preparing: return tr("Compiling");
    case State::Starting: return tr("Starting the world");
    case State::Running: return tr("Playing");
    case State::Dead: return tr("The server is gone");
    }
    return {};
}

void PlaySession::setState(State state)
{
    if (state_ == state)
        return;
    state_ = state;
    emit stateChanged();
}

void PlaySession::tell(Severity severity, const QString& text) { emit said({severity, QStringLiteral("play"), text, {}, 0}); }

PlayLine PlaySession::atFirstError(const QString& text) const
{
    PlayLine line{Severity::Error, QStringLiteral("compiler"), text, {}, 0};
    if (!world_)
        return line;
    const auto& findings = world_->compiled().findings;
    if (const auto first = std::ranges::find(findings, Severity::Error, &kod::Finding::severity); first != findings.end()) {
        line.file = QString::fromStdString(first->file);
        line.line = static_cast<int>(first->range.line);
    }
    return line;
}

void PlaySession::fail(const QString& why, bool mayPlayWithLastGood)
{
    fault_ = mayPlayWithLastGood ? atFirstError(why) : PlayLine{Severity::Error, QStringLiteral("play"), why, {}, 0};
    server_.stop();
    control_.close();
    texts_ = {};
    giveUpWorld();
    setState(State::Idle);
    if (!mayPlayWithLastGood) // else the compiler has told each error
        emit said(fault_);
    emit failed(why, mayPlayWithLastGood);
}

void PlaySession::endWorker()
{
    if (!job_)
        return;
    job_->cancelled = true;
    if (job_->thread.joinable())
        job_->thread.join();
    job_.reset();
}

/// Nobody waits until the thousands of files of its scratch folder are gone, but the destructor.
void PlaySession::giveUpWorld()
{
    if (!world_)
        return;
    world_->giveUpCache();
    remover_.start([world = std::shared_ptr<PreparedWorld>(std::move(world_))]() mutable { world.reset(); });
}

void PlaySession::start(const PlayWish& wish, const PlayPlace& place)
{
    stop();
    clock_.start();
    times_ = {};
    wish_ = wish;
    place_ = place;
    firstPlaced_ = bringing_ = keepsBoot_ = false;
    reloads_ = 0;
    refused_ = {};
    scale_ = scaleBefore_ = 1;
    setState(State::Preparing);
    emit progress(tr("Looking through the project"), 0, 0);
    job_ = std::make_shared<PrepareJob>();
    wish_.cancelled = &job_->cancelled;
    job_->thread = std::thread([this, wish = wish_, job = job_] {
        kod::TreeOptions options;
        options.progress = [this, job](std::size_t done, std::size_t all) {
            QMetaObject::invokeMethod(
                this,
                [this, job, done, all] {
                    if (job_ == job) // else it was stopped meanwhile
                        emit progress(tr("Compiling"), static_cast<int>(done), static_cast<int>(all));
                },
                Qt::QueuedConnection);
        };
        options.cancelled = &job->cancelled;
        auto world = std::make_shared<Result<std::unique_ptr<PreparedWorld>>>(PreparedWorld::prepare(wish, options));
        QMetaObject::invokeMethod(
            this,
            [this, world, job] {
                if (job_ == job && !job->cancelled)
                    prepared(std::move(*world));
            },
            Qt::QueuedConnection);
    });
}

void PlaySession::prepared(Result<std::unique_ptr<PreparedWorld>> world)
{
    endWorker();
    if (!world)
        return fail(QString::fromStdString(world.error().text()));
    world_ = std::move(world).value();
    sources_.clear();
    times_.prepared = static_cast<double>(clock_.nsecsElapsed()) / 1e6;
    times_.parts = world_->times();
    booted_ = world_->isBooted();
    tellFindings();
    if (!world_->mayPlay())
        return fail(world_->withLastGood().size() == 1
                        ? tr("%1 does not compile. Mend it and begin again, or play with the last good classes.")
                              .arg(QFileInfo(QString::fromStdString(world_->withLastGood().front())).fileName())
                        : tr("%1 files do not compile. Mend them and begin again, or play with the last good classes.")
                              .arg(world_->withLastGood().size()),
                    true);
    for (const std::string& file : world_->withLastGood())
        tell(Severity::Warning, tr("%1 does not compile; the world plays with its last good classes.")
                                    .arg(QFileInfo(QString::fromStdString(file)).fileName()));
    for (const std::string& file : world_->left())
        tell(Severity::Warning, tr("%1 does not compile and never did; the world plays without its classes.")
                                    .arg(QFileInfo(QString::fromStdString(file)).fileName()));
    sameNumbers_ = false;
    setState(State::Starting);
    emit progress(booted_ ? tr("Starting the world") : tr("First start of this world"), 0, 0);
    server_.start(blakProgram(), world_->server(), QString::fromStdString(world_->dialect()));
    readTexts();
}

/// The server reads them at the same time.
void PlaySession::readTexts()
{
    texts_ = std::async(std::launch::async, [folder = world_->server() / "rsc"] {
                 auto book = std::make_shared<wire::ResourceBook>();
                 book->readFolder(folder);
                 return std::shared_ptr<const wire::ResourceBook>(std::move(book));
             }).share();
}

std::shared_ptr<const wire::ResourceBook> PlaySession::texts() const { return texts_.valid() ? texts_.get() : nullptr; }

/// Who comes later has them as well.
void PlaySession::changeTexts(const QStringList& files)
{
    std::vector<fs::path> paths;
    auto book = texts() ? std::make_shared<wire::ResourceBook>(*texts()) : std::make_shared<wire::ResourceBook>();
    for (const QString& file : files) {
        paths.push_back(world_->server() / "rsc" / file.toStdString());
        book->readFile(paths.back());
    }
    std::promise<std::shared_ptr<const wire::ResourceBook>> promise;
    promise.set_value(std::move(book));
    texts_ = promise.get_future().share();
    emit resourcesChanged(paths);
}

void PlaySession::tellFindings()
{
    QVector<PlayLine> lines;
    for (const kod::Finding& finding : world_->compiled().findings)
        if (finding.severity == Severity::Error)
            lines.push_back({finding.severity, QStringLiteral("compiler"), QString::fromStdString(finding.message),
                             QString::fromStdString(finding.file), static_cast<int>(finding.range.line)});
    emit findings(lines);
}

void PlaySession::stop()
{
    endWorker();
    delete getsReady_;
    compiling_ = false;
    waiting_.clear();
    watch_->stop();
    held_ = false;
    control_.close();
    server_.stop();
    texts_ = {};
    giveUpWorld();
    recipe_.reset();
    rooms_.clear();
    bringing_ = false;
    setState(State::Idle);
}

void PlaySession::restart()
{
    const PlayWish wish = wish_;
    const PlayPlace place = place_;
    start(wish, place);
}

void PlaySession::serverReady()
{
    times_.booted = static_cast<double>(clock_.nsecsElapsed()) / 1e6;
    control_.open(server_.controlPort(), server_.token());
}

void PlaySession::controlOpened()
{
    control_.ask({{"do", "subscribe"}, {"events", {"log", "session", "reload", "save", "counters"}}});
    chooseRecipe(0);
}

/// The first whose room class has the variable with the file.
void PlaySession::chooseRecipe(std::size_t number)
{
    const auto& all = world_->recipes();
    while (number < all.size() && !all[number].dialect.empty() && all[number].dialect != world_->dialect())
        ++number;
    if (number >= all.size()) {
        tell(Severity::Warning, tr("No recipe for playing fits this Blakod, so characters stay where the world puts them. "
                                   "A play.json in the project can tell how to move them."));
        return begin();
    }
    const Recipe& recipe = all[number];
    control_.ask({{"do", "instances.read"}, {"class", recipe.roomClass}, {"names", {recipe.roomFile}}, {"limit", 1}},
                 [this, number, recipe](const ControlAnswer& answer) {
                     if (!control_.isOpen())
                         return;
                     const bool fits = answer.good && !answer.result["objects"].empty() &&
                                       !answer.result["objects"][0]["values"][0].is_null();
                     if (!fits)
                         return chooseRecipe(number + 1);
                     recipe_ = recipe;
                     begin();
                 });
}

void PlaySession::begin()
{
    account(AccountKind::Player, 0, [this](const std::optional<PlayAccount>& account, const QString& why) {
        if (!control_.isOpen())
            return;
        if (!account)
            return fail(why);
        times_.ready = static_cast<double>(clock_.nsecsElapsed()) / 1e6;
        asked_ = false;
        hungSeconds_ = 0;
        answered_.start();
        watch_->start();
        // A world that was loaded knows its own rooms, not those that were made for this play.
        if (!world_->madeRooms().empty())
            tellRooms([this](const PlayRoom& room) {
                return world_ && std::ranges::find(world_->madeRooms(), room.type.toStdString()) != world_->madeRooms().end();
            });
        setState(State::Running);
        rooms([](const QVector<PlayRoom>&, const QString&) {}); // from now on kept() knows them
        if (!beforeReady_)
            return emit ready();
        delete getsReady_;
        getsReady_ = new QObject(this);
        beforeReady_([this, waits = getsReady_] {
            if (waits.isNull() || state_ != State::Running) // the world is another one by now, or none
                return;
            delete waits.data();
            emit ready();
        });
    });
}

void PlaySession::setHeld(bool held)
{
    held_ = held;
    answered_.start(); // what was asked before is answered when it goes on
    if (std::exchange(hungSeconds_, 0) > 0)
        emit hung(0);
}

/// A question a second; a server that does not answer for three is stuck, one that answers late is alive.
void PlaySession::watch()
{
    if (held_)
        return;
    if (!asked_ && control_.isOpen()) {
        asked_ = true;
        control_.ask({{"do", "hello"}, {"token", server_.token().toStdString()}}, [this](const ControlAnswer& answer) {
            asked_ = false;
            if (!answer.good && !control_.isOpen())
                return; // it hung up
            answered_.start();
            if (std::exchange(hungSeconds_, 0) > 0)
                emit hung(0);
        });
        return;
    }
    const int seconds = static_cast<int>(answered_.elapsed() / 1000);
    if (seconds >= hungAfterSeconds && seconds != hungSeconds_) {
        hungSeconds_ = seconds;
        emit hung(seconds);
    }
}

QString PlaySession::sourceOf(const QString& classFile) const
{
    if (!world_)
        return {};
    if (sources_.isEmpty())
        for (const project::FoundFile& file : world_->project().files())
            if (file.kind == project::FileKind::Kod)
                sources_.insert(QString::fromStdString(file.path.stem().string()).toLower(),
                                QString::fromStdString(world_->project().absolute(file).string()));
    return sources_.value(QFileInfo(QString(classFile).replace(u'\\', u'/')).completeBaseName().toLower());
}

QString PlaySession::projectFile(const QString& name) const
{
    if (!world_)
        return {};
    const QString wanted = name.toLower();
    const bool isRoom = wanted.endsWith(QLatin1String(".roo"));
    const QString text = QFileInfo(wanted).completeBaseName() + QLatin1String(".udmf");
    QString instead;
    for (const project::FoundFile& file : world_->project().files()) {
        const QString found = QString::fromStdString(file.path.filename().string()).toLower();
        if (found == wanted)
            return QString::fromStdString(world_->project().absolute(file).string());
        if (isRoom && found == text)
            instead = QString::fromStdString(world_->project().absolute(file).string());
    }
    return instead;
}

void PlaySession::takeEvent(const json& event)
{
    const std::string kind = event.value("event", "");
    if (kind == "session")
        return emit sessionsChanged();
    if (kind == "save" && event.value("snapshot", false))
        return keepBoot();
    if (kind == "save") {
        numbering_ = ++lastNumbering_;
        rooms([](const QVector<PlayRoom>&, const QString&) {});
        return emit renumbered();
    }
    if (kind != "log")
        return;
    PlayLine line;
    line.channel = textOf(event.value("channel", json()));
    line.text = textOf(event.value("text", json()));
    if (line.text.startsWith(QLatin1String("control channel (")))
        return; // the audit of what we ask for ourselves
    line.severity = line.channel == QLatin1String("error") ? Severity::Error : Severity::Info;
    if (event.contains("place") && event["place"].is_object()) {
        line.line = event["place"].value("line", 0);
        line.file = sourceOf(textOf(event["place"].value("file", json())));
        line.text = textOf(event["place"].value("what", json()));
        const json stack = event.value("stack", json::array());
        if (stack.is_array() && !stack.empty() && stack.front().is_object()) {
            if (const int exact = stack.front().value("line", 0); exact > 0)
                line.line = exact;
            else if (line.line <= 0)
                line.line = lineOfHandler(line.file, textOf(stack.front().value("handler", json())));
        }
    }
    emit said(line);
}

/// The first character is brought to the place of start(); before that, a world that has it now is kept for next time.
void PlaySession::entered(std::int64_t user, bool isNew)
{
    if (std::exchange(firstPlaced_, true))
        return;
    bringing_ = true;
    const auto bring = [this, user] {
        const auto done = [this](const QString& otherRoom) {
            movedTo_ = otherRoom;
            bringing_ = false;
            emit placed();
        };
        const auto after = [this, user, done](bool good, const QString& why) {
            if (!good)
                tell(Severity::Warning, why);
            times_.placed = static_cast<double>(clock_.nsecsElapsed()) / 1e6;
            if (!good || place_.room.isEmpty())
                return done({});
            findWhereItCame(user, done);
        };
        if (place_.room.isEmpty())
            return after(true, {});
        put(user, place_, after);
    };
    if ((booted_ && !isNew) || !wish_.save.empty())
        return bring();
    booted_ = true;
    // Not a save: that collects, and objects get other numbers.
    control_.ask({{"do", "snapshot"}}, [this, bring](const ControlAnswer& answer) {
        keepsBoot_ = answer.good;
        if (control_.isOpen())
            bring();
    });
}

/// The snapshot of entered() is written. Next time nobody waits for a boot and for a character.
void PlaySession::keepBoot()
{
    if (!std::exchange(keepsBoot_, false) || !world_)
        return;
    if (const auto kept = world_->keepBoot(); !kept)
        tell(Severity::Warning, QString::fromStdString(kept.error().text()));
    emit bootKept();
}

void PlaySession::pause()
{
    control_.ask({{"do", "pause"}}, [this](const ControlAnswer& answer) {
        if (answer.good)
            scale_ = 0;
        emit timeChanged();
    });
}

void PlaySession::resume() { setTimeScale(scaleBefore_); }

void PlaySession::step(int milliseconds)
{
    control_.ask({{"do", "step"}, {"milliseconds", milliseconds}}, [this, milliseconds](const ControlAnswer& answer) {
        const int timers = answer.result.value("timers", 0);
        if (answer.good)
            tell(Severity::Info, (timers == 1 ? tr("%1 passed, 1 timer was due.") : tr("%1 passed, %2 timers were due."))
                                     .arg(durationText(milliseconds))
                                     .arg(timers));
        else
            tell(Severity::Warning, answer.error);
        emit timeChanged();
    });
}

void PlaySession::setTimeScale(double scale)
{
    control_.ask({{"do", "time"}, {"scale", scale}}, [this, scale](const ControlAnswer& answer) {
        if (answer.good)
            scale_ = scaleBefore_ = scale;
        else
            tell(Severity::Warning, answer.error);
        emit timeChanged();
    });
}

} // namespace blak::play

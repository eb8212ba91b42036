// SPDX-License-Identifier: GPL-3.0-or-later
// Edits and states of the world, brought into the server while it runs.
#include "studio/play/session/duration_text.h"
#include "studio/play/session/play_session.h"

#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>

namespace blak::play {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Above so many files one reload of everything is quicker: after an edit of a header there are thousands.
constexpr std::size_t mostSingleFiles = 40;
constexpr int carriedState = -1; ///< a number that no key has
constexpr int mostAlike = 100'000;  ///< objects of one class

/// The number of the same object in a second answer of `instances.read`; -1 where other ones like it came or went.
std::int64_t sameObject(std::int64_t object, const json& before, const json& after)
{
    const json rows = before.value("objects", json::array());
    const auto it = std::ranges::find_if(rows, [object](const json& row) { return row.value("object", std::int64_t{-1}) == object; });
    if (it == rows.end())
        return -1;
    const json values = it->value("values", json::array());
    const auto alike = [&values](const json& answer) {
        std::vector<std::int64_t> numbers;
        for (const json& row : answer.value("objects", json::array()))
            if (row.value("values", json::array()) == values)
                numbers.push_back(row.value("object", std::int64_t{-1}));
        std::ranges::sort(numbers);
        return numbers;
    };
    const std::vector<std::int64_t> old = alike(before), now = alike(after);
    return old.size() == now.size() ? now[static_cast<std::size_t>(std::ranges::find(old, object) - old.begin())] : -1;
}

/// Of an answer of `status`; 0: it is none.
std::int64_t objectsIn(const ControlAnswer& status)
{
    return status.good ? status.result.value("counters", json::object()).value("objects", std::int64_t{0}) : 0;
}

} // namespace

void PlaySession::reloadSources(const QStringList& files, std::shared_ptr<const FileSource> texts)
{
    if (state_ != State::Running || files.isEmpty())
        return;
    if (compiling_ || job_) { // after the one that runs, all at once
        waiting_ += files;
        waitingTexts_ = std::move(texts);
        return;
    }
    compiling_ = true;
    const double start = static_cast<double>(clock_.nsecsElapsed()) / 1e6;
    std::vector<fs::path> sources;
    for (const QString& file : files)
        sources.emplace_back(file.toStdString());
    job_ = std::make_shared<PrepareJob>();
    job_->thread = std::thread([this, world = world_.get(), sources = std::move(sources), texts = std::move(texts), start,
                                job = job_] {
        auto changes = std::make_shared<Result<Changes>>(world->recompile(sources, texts));
        QMetaObject::invokeMethod(
            this,
            [this, changes, start, job] {
                if (job_ != job)
                    return;
                compiling_ = false;
                endWorker();
                if (!*changes)
                    tell(Severity::Error, QString::fromStdString(changes->error().text()));
                else {
                    tellFindings();
                    for (const std::string& gone : changes->value().gone)
                        tell(Severity::Info, tr("%1 is gone and is compiled no more. The world keeps its class until it starts again.")
                                                 .arg(QString::fromStdString(gone)));
                    bringIn(changes->value(), start);
                }
                if (!waiting_.isEmpty())
                    reloadSources(std::exchange(waiting_, {}), std::exchange(waitingTexts_, nullptr));
            },
            Qt::QueuedConnection);
    });
}

void PlaySession::reloadAgain()
{
    if (state_ != State::Running)
        return;
    const QHash<QString, QByteArray> rooms = std::exchange(refusedRooms_, {});
    for (auto it = rooms.cbegin(); it != rooms.cend(); ++it)
        reloadRoom(it.key(), it.value());
    if (!compiling_ && !(refused_.classes.empty() && refused_.resources.empty()))
        bringIn({}, static_cast<double>(clock_.nsecsElapsed()) / 1e6);
}

/// With what the world would not take the last time.
void PlaySession::bringIn(Changes changes, double start)
{
    const auto add = [](std::vector<std::string>& names, const std::vector<std::string>& more) {
        for (const std::string& name : more)
            if (std::ranges::find(names, name) == names.end())
                names.push_back(name);
    };
    const Changes refused = std::exchange(refused_, {});
    add(changes.classes, refused.classes);
    add(changes.resources, refused.resources);
    if (changes.classes.empty() && changes.resources.empty()) {
        if (!world_->compiled().good()) {
            PlayLine line = atFirstError({});
            line.text = tr("%1 does not compile; the world goes on with the classes it has.")
                            .arg(line.file.isEmpty() ? tr("It") : QFileInfo(line.file).fileName());
            emit said(line);
        }
        return;
    }
    struct Wave
    {
        int left = 0;
        QStringList classes, resources; ///< that the world took
        Changes refused;
        QString why; ///< the first answer of a world that would not
    };
    auto wave = std::make_shared<Wave>();
    const auto finish = [this, wave, start] {
        if (--wave->left > 0)
            return;
        lastReload_ = static_cast<double>(clock_.nsecsElapsed()) / 1e6 - start;
        if (!wave->why.isEmpty()) {
            refused_ = wave->refused;
            emit reloadRefused(wave->why);
            if (wave->classes.isEmpty() && wave->resources.isEmpty())
                return;
        }
        ++reloads_;
        QStringList names = wave->classes + wave->resources;
        const QString shown = names.size() > 3 ? tr("%1 and %n more", nullptr, static_cast<int>(names.size()) - 1).arg(names.first())
                                               : names.join(QStringLiteral(", "));
        tell(Severity::Info, tr("Reloaded %1 in %2.").arg(shown, durationText(lastReload_)));
        if (!wave->resources.isEmpty())
            changeTexts(wave->resources);
        emit codeReloaded(wave->classes, wave->resources, lastReload_);
    };
    const auto ask = [&](json request, Changes what) {
        ++wave->left;
        control_.ask(std::move(request), [this, wave, finish, add, what = std::move(what)](const ControlAnswer& answer) {
            if (!answer.good) {
                if (wave->why.isEmpty())
                    wave->why = answer.error;
                add(wave->refused.classes, what.classes);
                add(wave->refused.resources, what.resources);
                tell(Severity::Error, answer.error);
            } else {
                for (const std::string& name : what.classes)
                    wave->classes << QString::fromStdString(name);
                for (const std::string& name : what.resources)
                    wave->resources << QString::fromStdString(name);
                if (answer.result.is_object() && answer.result.contains("reports"))
                    for (const json& report : answer.result["reports"])
                        tell(Severity::Warning, QString::fromStdString(report.get<std::string>()));
            }
            finish();
        });
    };
    if (changes.classes.size() + changes.resources.size() > mostSingleFiles)
        return ask({{"do", "reload"}, {"what", "program"}}, changes);
    for (const std::string& name : changes.resources)
        ask({{"do", "reload"}, {"what", "resource"}, {"name", name}}, {.classes = {}, .resources = {name}});
    for (const std::string& name : changes.classes)
        ask({{"do", "reload"}, {"what", "class"}, {"name", name}}, {.classes = {name}, .resources = {}});
}

void PlaySession::reloadRoom(const QString& name, const QByteArray& bytes)
{
    if (state_ != State::Running)
        return;
    refusedRooms_.remove(name);
    const double start = static_cast<double>(clock_.nsecsElapsed()) / 1e6;
    const auto content = std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    if (const auto put = world_->putRoom(name.toStdString(), content); !put)
        return tell(Severity::Error, QString::fromStdString(put.error().text()));
    control_.ask({{"do", "reload"}, {"what", "room"}, {"name", name.toStdString()}}, [=, this](const ControlAnswer& answer) {
        if (!answer.good) {
            refusedRooms_.insert(name, bytes);
            tell(Severity::Error, tr("%1 cannot be reloaded: %2").arg(name, answer.error));
            return void(emit reloadRefused(answer.error));
        }
        lastReload_ = static_cast<double>(clock_.nsecsElapsed()) / 1e6 - start;
        ++reloads_;
        tell(Severity::Info, tr("Reloaded %1 in %2, players stay.").arg(name, durationText(lastReload_)));
        emit roomReloaded(name, lastReload_);
        // The object keeps size and security of the old room; what enters later must be told those of the new one.
        tellRooms([name](const PlayRoom& room) { return room.file.compare(name, Qt::CaseInsensitive) == 0; });
    });
}

/// Their files are read again, by the recipe.
void PlaySession::tellRooms(std::function<bool(const PlayRoom& room)> which)
{
    if (!recipe_ || recipe_->roomChanged.empty())
        return;
    rooms([this, which = std::move(which)](const QVector<PlayRoom>& all, const QString&) {
        for (const PlayRoom& room : all)
            if (recipe_ && which(room))
                control_.askAll(recipe_->roomChanged, {{"room", objectValue(room.object)}, {"roomId", room.object}},
                                [this](const ControlAnswer& done) {
                                    if (!done.good)
                                        tell(Severity::Warning, done.error);
                                });
    });
}

/// What tells the object that is followed from others of its class, through a save: its properties that are no references.
void PlaySession::readAlike(std::function<void(const std::string&, const json&)> then)
{
    control_.ask({{"do", "object.read"}, {"object", followed_}}, [then = std::move(then)](const ControlAnswer& answer) {
        json names = json::array();
        if (answer.good)
            for (const json& property : answer.result.value("properties", json::array()))
                if (const json value = property.value("value", json()); value.is_null() || (value.is_object() && value.value("tag", "") == "INT"))
                    names.push_back(property.value("name", ""));
        then(answer.good ? answer.result.value("class", "") : std::string(), names);
    });
}

/// The collection leaves objects of a class in their order; so among those that are like it, it is the same one as before.
void PlaySession::save(std::function<void(const ControlAnswer&)> done)
{
    if (followed_ < 0)
        return control_.ask({{"do", "save"}}, std::move(done));
    ++saves_;
    readAlike([this, object = followed_, done = std::move(done)](const std::string& type, const json& names) {
        const json look{{"do", "instances.read"}, {"class", type}, {"names", names}, {"exactly", true}, {"limit", mostAlike}};
        control_.ask(look, [=, this](const ControlAnswer& before) {
            control_.ask({{"do", "save"}}, [=, this](const ControlAnswer& saved) {
                control_.ask(look, [=, this](const ControlAnswer& after) {
                    --saves_;
                    emit renamed(object, saved.good && before.good && after.good ? sameObject(object, before.result, after.result) : -1);
                });
                done(saved);
            });
        });
    });
}

void PlaySession::saveState(int number, const Done& done)
{
    const json count{{"do", "status"}}; // what was freed has moved all behind it
    control_.ask(count, [=, this](const ControlAnswer& before) {
        save([=, this](const ControlAnswer& answer) {
            if (!answer.good || !world_) {
                tell(Severity::Error, tr("The state cannot be saved: %1").arg(answer.error));
                if (done)
                    done(false, answer.error);
                return;
            }
            const auto kept = world_->keepState(number);
            numberings_[number] = numbering_;
            if (kept)
                control_.ask(count, [=, this](const ControlAnswer& after) {
                    tell(Severity::Info, objectsIn(before) > objectsIn(after) ? tr("State %1 is saved. Objects were numbered anew.").arg(number)
                                                                              : tr("State %1 is saved.").arg(number));
                });
            else
                tell(Severity::Error, QString::fromStdString(kept.error().text()));
            if (done)
                done(static_cast<bool>(kept), kept ? QString() : QString::fromStdString(kept.error().text()));
        });
    });
}

bool PlaySession::hasState(int number) const { return world_ && world_->hasState(number); }

/// A server loads a save when it starts; so it starts again, which takes a moment and the clients with it.
void PlaySession::loadState(int number)
{
    if (!hasState(number) || state_ != State::Running)
        return tell(Severity::Warning, tr("There is no state %1 yet.").arg(number));
    const int numbering = numberings_.value(number, -1);
    sameNumbers_ = numbering == std::exchange(numbering_, numbering);
    watch_->stop();
    control_.close();
    server_.stop();
    startFrom(number);
    if (world_)
        tell(Severity::Info, tr("State %1 is loaded.").arg(number));
}

/// Everybody stands where the state has him.
void PlaySession::startFrom(int state)
{
    if (const auto taken = world_->takeState(state); !taken)
        return fail(QString::fromStdString(taken.error().text()));
    clock_.start();
    firstPlaced_ = true;
    refused_ = {};
    refusedRooms_.clear();
    scale_ = scaleBefore_ = 1;
    setState(State::Starting);
    server_.start(blakProgram(), world_->server(), QString::fromStdString(world_->dialect()));
    if (!texts_.valid())
        readTexts();
}

void PlaySession::suspend(std::function<void(std::unique_ptr<PreparedWorld>)> done)
{
    if (state_ != State::Running)
        return done(nullptr);
    save([this, done = std::move(done)](const ControlAnswer& answer) {
        endWorker();
        const bool kept = answer.good && world_ && world_->keepState(carriedState);
        std::unique_ptr<PreparedWorld> world = kept ? std::move(world_) : nullptr;
        QTimer::singleShot(0, this, [this] { stop(); }); // not within an answer of the line that is closed
        done(std::move(world));
    });
}

void PlaySession::resumeWorld(std::unique_ptr<PreparedWorld> world)
{
    stop();
    world_ = std::move(world);
    wish_ = world_->wish();
    wish_.cancelled = nullptr; // of a worker that is long gone
    sources_.clear();
    booted_ = true;
    reloads_ = 0;
    startFrom(carriedState);
}

} // namespace blak::play

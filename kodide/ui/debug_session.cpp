// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_session.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace blak::ui::code {

DebugSession::DebugSession(DebugBackend& backend, QObject* parent) : QObject(parent), backend_(backend)
{
    connect(&backend_, &DebugBackend::ready, this, [this] {
        for (const QString& path : breakpoints_.keys())
            sendBreakpoints(path);
        backend_.setErrorStops(errorStops_, errorTexts_, debugStops_);
        setState(DebugState::Running);
    });
    connect(&backend_, &DebugBackend::armed, this, [this] {
        armed_ = true;
        emit armed();
    });
    connect(&backend_, &DebugBackend::stopped, this, [this](const DebugStop& stop) {
        stop_ = stop;
        setState(DebugState::Stopped);
        if (const QString path = std::exchange(runTo_, {}).path; !path.isEmpty())
            sendBreakpoints(path);
        backend_.stack([this](std::vector<dap::StackFrame> frames) {
            frames_ = std::move(frames);
            if (std::ranges::none_of(frames_, &dap::StackFrame::isOld))
                older_.clear();
            linesThen_.clear();
            for (dap::StackFrame& one : frames_) {
                linesThen_.push_back(static_cast<int>(one.line));
                const QString path = QString::fromStdString(one.path);
                one.line = lineNow(path, one.isOld, linesThen_.back());
            }
            lookAt(0);
        });
    });
    connect(&backend_, &DebugBackend::continued, this, [this] {
        stepping_ = stepping_ && state_ == DebugState::Running;
        setState(DebugState::Running);
    });
    connect(&backend_, &DebugBackend::spent, this, [this](const QString& path, int index) {
        std::vector<LineBreakpoint>& all = breakpoints_[path];
        for (auto it = all.begin(); it != all.end(); ++it)
            if (it->enabled && index-- == 0) {
                if (it->wanted.oneShot)
                    all.erase(it);
                return emit breakpointsChanged(path);
            }
    });
    connect(&backend_, &DebugBackend::ended, this, [this] {
        runTo_ = {};
        askedLines_.clear();
        foundLines_.clear();
        reloading_ = false;
        for (auto& all : breakpoints_)
            for (LineBreakpoint& one : all)
                one.is = {};
        setState(DebugState::Off);
        for (const QString& path : breakpoints_.keys())
            emit breakpointsChanged(path);
    });
    connect(&backend_, &DebugBackend::resolved, this, &DebugSession::takeResolved);
    connect(&backend_, &DebugBackend::printed, this, &DebugSession::printed);
    connect(&backend_, &DebugBackend::failed, this, &DebugSession::failed);
}

void DebugSession::setState(DebugState state)
{
    state_ = state;
    pausing_ = false;
    if (state != DebugState::Stopped && !frames_.empty()) {
        frames_.clear();
        frame_ = 0;
        emit frameChanged();
    }
    emit stateChanged();
}

void DebugSession::start(const DebugWish& wish)
{
    if (state_ != DebugState::Off)
        return;
    wish_ = wish;
    armed_ = false;
    edits_.clear(); // what is compiled is what is in the texts
    older_.clear();
    takes_.clear();
    firstTake_ = ++lastTake_;
    setState(DebugState::Starting);
    emit textsTaken();
    backend_.start(wish);
}

void DebugSession::reload()
{
    if (reloading_ || (state_ != DebugState::Running && state_ != DebugState::Stopped))
        return;
    reloading_ = true;
    emit stateChanged();
    backend_.reload([this](const nlohmann::json& result, const QString& fault) {
        reloading_ = false;
        emit stateChanged();
        if (!fault.isEmpty()) {
            emit failed(fault);
            return;
        }
        QStringList classes;
        for (const nlohmann::json& one : dap::listOf(result, "classes"))
            if (one.is_string())
                classes << QString::fromStdString(one.get<std::string>());
        for (const nlohmann::json& one : dap::listOf(result, "reports"))
            if (one.is_string())
                emit printed(QString::fromStdString(one.get<std::string>()) + QLatin1Char('\n'), false);
        emit printed((classes.isEmpty() ? tr("Nothing has changed since it was compiled.") : tr("Reloaded: %1").arg(classes.join(QStringLiteral(", ")))) +
                         QLatin1Char('\n'),
                     false);
        sourcesTaken(classes);
        emit reloaded(classes);
    });
}

void DebugSession::end()
{
    if (state_ != DebugState::Off)
        backend_.end();
}

void DebugSession::proceed(DebugStep step)
{
    if (state_ != DebugState::Stopped)
        return;
    stepping_ = step != DebugStep::Continue;
    if (!stop_.past && step < DebugStep::Back) // ways through the past end with a stop
        setState(DebugState::Running);
    backend_.proceed(step);
}

void DebugSession::travel(std::int64_t milliseconds)
{
    if (state_ == DebugState::Stopped)
        backend_.travel(milliseconds);
}

void DebugSession::travelToNow()
{
    if (state_ == DebugState::Stopped)
        backend_.travelToNow();
}

void DebugSession::savePast(const QString& file)
{
    if (!keepsPast())
        return;
    backend_.savePast(file, [this, file](const nlohmann::json& result, const QString& fault) {
        if (fault.isEmpty())
            emit pastSaved(file, dap::numberOf(result, "milliseconds"), dap::numberOf(result, "left"));
        else
            emit failed(fault);
    });
}

void DebugSession::pause()
{
    if (state_ != DebugState::Running)
        return;
    backend_.pause();
    pausing_ = true; // which takes until somebody does something in the world
    emit stateChanged();
}

void DebugSession::toggleBreakpoint(const QString& path, int line)
{
    std::vector<LineBreakpoint>& all = breakpoints_[path];
    // An edit may have brought several to one line, where one sees one.
    if (std::erase_if(all, [line](const LineBreakpoint& one) { return one.line() == line; }) == 0) {
        LineBreakpoint one;
        one.wanted.line = line;
        all.insert(std::ranges::upper_bound(all, line, {}, &LineBreakpoint::line), one);
    }
    sendBreakpoints(path);
}

void DebugSession::change(const QString& path, int index, const LineBreakpoint& breakpoint)
{
    LineBreakpoint& one = breakpoints_[path].at(static_cast<std::size_t>(index));
    const bool isMoved = one.wanted.line != breakpoint.wanted.line;
    const quint64 id = one.id;
    one = breakpoint;
    one.id = isMoved ? 0 : id;
    sendBreakpoints(path);
}

void DebugSession::remove(const QString& path, int index)
{
    std::vector<LineBreakpoint>& all = breakpoints_[path];
    all.erase(all.begin() + index);
    sendBreakpoints(path);
}

int DebugSession::indexAt(const QString& path, int line) const
{
    const auto it = breakpoints_.constFind(path);
    if (it == breakpoints_.constEnd())
        return -1;
    const auto there = std::ranges::find(it.value(), line, &LineBreakpoint::line);
    return there == it.value().end() ? -1 : static_cast<int>(there - it.value().begin());
}

void DebugSession::add(const QString& path, const LineBreakpoint& breakpoint)
{
    std::vector<LineBreakpoint>& all = breakpoints_[path];
    if (!isLineKey(path))
        all.push_back(breakpoint);
    else if (const int there = indexAt(path, breakpoint.line()); there >= 0)
        return change(path, there, breakpoint);
    else
        all.insert(std::ranges::upper_bound(all, breakpoint.line(), {}, &LineBreakpoint::line), breakpoint);
    sendBreakpoints(path);
}

void DebugSession::runTo(const QString& path, int line)
{
    if (state_ != DebugState::Stopped)
        return;
    runTo_ = {path, line, ++lastId_};
    sendBreakpoints(path);
    proceed(DebugStep::Continue);
}

void DebugSession::setNext(const QString& path, int line)
{
    if (state_ == DebugState::Stopped)
        backend_.setNext(path, edits_.value(path).before(line));
}

void DebugSession::restartFrame(std::size_t frame)
{
    if (state_ == DebugState::Stopped && frame < frames_.size())
        backend_.restartFrame(frames_[frame].id);
}

void DebugSession::sendBreakpoints(const QString& path)
{
    std::vector<dap::WantedBreakpoint> wanted;
    giveIds(breakpoints_[path]);
    for (const LineBreakpoint& one : breakpoints_[path])
        if (one.enabled) {
            wanted.push_back(one.wanted);
            if (isLineKey(path))
                wanted.back().line = lineInWorld(path, one.id, static_cast<int>(one.wanted.line));
        }
    emit breakpointsChanged(path);
    if (state_ == DebugState::Off)
        return;
    if (path == messageBreakpoints)
        return backend_.setMessageBreakpoints(wanted);
    if (path == writeBreakpoints)
        return backend_.setWriteBreakpoints(wanted);
    if (path == runTo_.path) { // the last one, which nobody sees
        dap::WantedBreakpoint once;
        once.line = lineInWorld(path, runTo_.id, runTo_.line);
        once.oneShot = true;
        wanted.push_back(once);
    }
    backend_.setBreakpoints(path, wanted);
}

/// An answer that is late, for another number of breakpoints, is followed by the right one.
void DebugSession::takeResolved(const QString& path, const std::vector<dap::Breakpoint>& all)
{
    if (path.isEmpty())
        return;
    std::vector<LineBreakpoint>& mine = breakpoints_[path];
    const std::size_t hidden = path == runTo_.path ? 1 : 0;
    if (static_cast<std::size_t>(std::ranges::count(mine, true, &LineBreakpoint::enabled)) + hidden != all.size())
        return;
    auto next = all.begin();
    for (LineBreakpoint& one : mine) {
        one.is = one.enabled ? *next++ : dap::Breakpoint();
        if (isLineKey(path)) {
            if (one.enabled)
                foundLines_[one.id] = static_cast<int>(one.is.line);
            one.is.line = edits_.value(path).now(static_cast<int>(one.is.line));
        }
    }
    emit breakpointsChanged(path);
}

void DebugSession::linesMoved(const QString& path, const LineEdit& edit)
{
    if (state_ != DebugState::Off)
        edits_[path].add(edit);
    if (const auto older = older_.find(path); older != older_.end())
        older->edits.add(edit);
    if (runTo_.path == path)
        runTo_.line = LineEdits::moved(runTo_.line, edit);
    bool any = false;
    for (LineBreakpoint& one : breakpoints_[path]) {
        const int line = one.line();
        one.wanted.line = LineEdits::moved(static_cast<int>(one.wanted.line), edit);
        one.is.line = LineEdits::moved(static_cast<int>(one.is.line), edit);
        any = any || one.line() != line;
    }
    if (any)
        emit breakpointsChanged(path);
    bool anyFrame = false;
    for (dap::StackFrame& one : frames_)
        if (one.path == path.toStdString()) {
            const int before = static_cast<int>(one.line);
            one.line = LineEdits::moved(before, edit);
            anyFrame = anyFrame || one.line != before;
        }
    if (anyFrame)
        emit framesMoved();
}

LineMarks DebugSession::marks(const QString& path) const
{
    LineMarks now;
    for (const LineBreakpoint& one : breakpoints_.value(path))
        now.lines << LineMarks::Mark{one.id, static_cast<int>(one.wanted.line)};
    if (runTo_.path == path)
        now.lines << LineMarks::Mark{runTo_.id, runTo_.line};
    if (state_ == DebugState::Off)
        return now;
    now.edits = edits_.value(path);
    now.take = take(path);
    if (const auto older = older_.constFind(path); older != older_.cend()) {
        now.older = older->edits;
        now.olderTake = older->take;
    }
    return now;
}

void DebugSession::setMarks(const QString& path, const LineMarks& marks)
{
    const bool isSameTake = state_ != DebugState::Off && marks.take == take(path);
    if (isSameTake && marks.edits.isEmpty())
        edits_.remove(path);
    else if (isSameTake)
        edits_[path] = marks.edits;
    if (const auto older = older_.find(path); older != older_.end()) {
        if (older->take == marks.take)
            older->edits = marks.edits;
        else if (older->take == marks.olderTake)
            older->edits = marks.older;
    }
    QHash<quint64, int> then;
    for (const LineMarks::Mark& mark : marks.lines)
        then.insert(mark.id, mark.line);
    std::vector<LineBreakpoint>& all = breakpoints_[path];
    bool any = false;
    for (LineBreakpoint& one : all) {
        const int line = one.line();
        const int wanted = then.value(one.id, static_cast<int>(one.wanted.line));
        if (const auto found = foundLines_.constFind(one.id); found != foundLines_.cend() && isSameTake && one.is.line > 0)
            one.is.line = edits_.value(path).now(*found);
        else if (wanted != one.wanted.line && one.is.line > 0)
            one.is.line = wanted;
        one.wanted.line = wanted;
        any = any || one.line() != line;
    }
    if (runTo_.path == path)
        runTo_.line = then.value(runTo_.id, runTo_.line);
    if (!std::ranges::is_sorted(all, {}, &LineBreakpoint::line)) { // which the world goes by
        std::ranges::stable_sort(all, {}, &LineBreakpoint::line);
        sendBreakpoints(path);
    } else if (any) {
        emit breakpointsChanged(path);
    }
    if (isSameTake && marks.edits.isEmpty())
        askAgain(path);
    placeFrames(path);
}

void DebugSession::isAsTaken(const QString& path, const LineMarks& marks)
{
    if (state_ != DebugState::Off && marks.take == take(path) && marks.edits.isEmpty())
        setMarks(path, marks);
}

/// Of breakpoints that were set in lines that the world does not have: now that it has them.
void DebugSession::askAgain(const QString& path)
{
    bool any = false;
    for (const LineBreakpoint& one : breakpoints_[path])
        if (const auto asked = askedLines_.find(one.id); asked != askedLines_.end() && *asked != one.wanted.line) {
            askedLines_.erase(asked);
            any = true;
        }
    if (any)
        sendBreakpoints(path);
}

void DebugSession::placeFrames(const QString& path)
{
    bool any = false;
    for (std::size_t i = 0; i < frames_.size() && i < linesThen_.size(); ++i)
        if (dap::StackFrame& one = frames_[i]; one.path == path.toStdString()) {
            const int line = lineNow(path, one.isOld, linesThen_[i]);
            any = any || one.line != line;
            one.line = line;
        }
    if (any)
        emit framesMoved();
}

int DebugSession::lineNow(const QString& path, bool isOld, int then) const
{
    if (const auto older = older_.constFind(path); isOld && older != older_.cend())
        return older->edits.now(then);
    return edits_.value(path).now(then);
}

quint64 DebugSession::take(const QString& path) const
{
    return takes_.value(QFileInfo(path).completeBaseName().toLower() + QStringLiteral(".bof"), firstTake_);
}

void DebugSession::giveIds(std::vector<LineBreakpoint>& all)
{
    for (LineBreakpoint& one : all)
        if (one.id == 0)
            one.id = ++lastId_;
}

/// Where a breakpoint is in the text that the world has: edits do not change that, though its line be gone for a while.
int DebugSession::lineInWorld(const QString& path, quint64 id, int line)
{
    if (state_ == DebugState::Off)
        return line;
    const auto asked = askedLines_.constFind(id);
    return asked != askedLines_.cend() ? *asked : *askedLines_.insert(id, edits_.value(path).before(line));
}

void DebugSession::forgetWorldLines(const QString& path)
{
    for (const LineBreakpoint& one : breakpoints_[path]) {
        askedLines_.remove(one.id);
        foundLines_.remove(one.id);
    }
    if (runTo_.path == path)
        askedLines_.remove(runTo_.id);
}

int DebugSession::lineThen(const dap::StackFrame& frame) const
{
    const auto there = std::ranges::find(frames_, frame.id, &dap::StackFrame::id);
    return there == frames_.end() ? static_cast<int>(frame.line) : linesThen_[static_cast<std::size_t>(there - frames_.begin())];
}

void DebugSession::judge(const QString& path, const std::function<QString(int line)>& why)
{
    const auto there = breakpoints_.find(path);
    if (there == breakpoints_.end())
        return;
    bool any = false;
    for (LineBreakpoint& one : there.value()) {
        QString hollow = why(one.line());
        any = any || hollow != one.hollow;
        one.hollow = std::move(hollow);
    }
    if (any)
        emit breakpointsChanged(path);
}

void DebugSession::setTexts(const QString& path, const std::function<void(LineBreakpoint&)>& read)
{
    if (const auto there = breakpoints_.find(path); there != breakpoints_.end())
        for (LineBreakpoint& one : there.value())
            read(one);
}

void DebugSession::replace(const QString& path, std::vector<LineBreakpoint> breakpoints)
{
    breakpoints_[path] = std::move(breakpoints);
    sendBreakpoints(path);
}

void DebugSession::renamed(const QString& from, const QString& to)
{
    const auto known = breakpoints_.find(from);
    if (known == breakpoints_.end())
        return;
    std::vector<LineBreakpoint> all = std::exchange(known.value(), {});
    sendBreakpoints(from);
    replace(to, std::move(all));
}

void DebugSession::setAll(const QMap<QString, std::vector<LineBreakpoint>>& breakpoints, const QStringList& watches)
{
    for (const QString& path : breakpoints_.keys()) // of a path that is never forgotten: it may still be shown
        breakpoints_[path].clear();
    for (auto it = breakpoints.begin(); it != breakpoints.end(); ++it)
        breakpoints_[it.key()] = it.value();
    for (const QString& path : breakpoints_.keys())
        sendBreakpoints(path);
    if (watches_ != watches) {
        watches_ = watches;
        emit watchesChanged();
    }
}

void DebugSession::sourcesTaken(const QStringList& classFiles)
{
    for (const QString& path : edits_.keys())
        if (classFiles.contains(QFileInfo(path).completeBaseName() + QStringLiteral(".bof"), Qt::CaseInsensitive)) {
            if (state_ == DebugState::Stopped && !older_.contains(path))
                older_[path] = {edits_[path], take(path)};
            edits_.remove(path);
            forgetWorldLines(path);
            sendBreakpoints(path);
        }
    ++lastTake_;
    for (const QString& file : classFiles)
        takes_[file.toLower()] = lastTake_;
    emit textsTaken();
}

void DebugSession::setErrorStops(bool on, const QStringList& containing)
{
    errorStops_ = on;
    errorTexts_ = containing;
    if (state_ != DebugState::Off)
        backend_.setErrorStops(on, containing, debugStops_);
    emit stateChanged();
}

void DebugSession::setDebugStops(bool on)
{
    if (on == debugStops_)
        return;
    debugStops_ = on;
    if (state_ != DebugState::Off)
        backend_.setErrorStops(errorStops_, errorTexts_, on);
    emit stateChanged();
}

void DebugSession::lookAt(std::size_t frame)
{
    frame_ = frame;
    emit frameChanged();
}

void DebugSession::addWatch(const QString& text)
{
    watches_ << text;
    emit watchesChanged();
}

void DebugSession::removeWatch(int index)
{
    watches_.removeAt(index);
    emit watchesChanged();
}

QString DebugSession::stateText() const
{
    switch (state_) {
    case DebugState::Off: return tr("No world is debugged");
    case DebugState::Starting:
        if (wish_.kind == DebugWish::Kind::Recording)
            return tr("The recording is run");
        return wish_.kind == DebugWish::Kind::Test ? tr("%1 starts").arg(wish_.test) : tr("The world starts");
    case DebugState::Running:
        if (pausing_)
            return tr("Pauses at the next message");
        return wish_.kind == DebugWish::Kind::Test ? tr("%1 runs").arg(wish_.test) : tr("The world runs");
    case DebugState::Stopped: break;
    }
    if (stop_.past && stop_.reason == QLatin1String("step"))
        return tr("A moment of the past");
    if (stop_.reason == QLatin1String("exception")) { // its place is where the stack begins
        const qsizetype place = stop_.text.startsWith(QLatin1Char('[')) ? stop_.text.indexOf(QLatin1String("] ")) : -1;
        return place < 0 ? stop_.text : stop_.text.mid(place + 2);
    }
    if (stop_.reason == QLatin1String("data breakpoint"))
        return tr("Stopped: %1").arg(stop_.text);
    if (stop_.reason == QLatin1String("end"))
        return stop_.text;
    if (stop_.reason == QLatin1String("entry"))
        return tr("The oldest moment that is kept");
    if (stop_.reason == QLatin1String("present"))
        return tr("Back where the world stands");
    if (stop_.reason == QLatin1String("goto"))
        return tr("Stopped: goes on from here");
    if (stop_.reason == QLatin1String("restart"))
        return tr("Stopped at the beginning of the handler");
    if (!stop_.text.isEmpty()) // of a breakpoint: its condition fails
        return stop_.text;
    return stop_.reason == QLatin1String("step")    ? tr("Stopped after a step")
           : stop_.reason == QLatin1String("pause") ? tr("Paused")
                                                    : tr("Stopped at a breakpoint");
}

} // namespace blak::ui::code

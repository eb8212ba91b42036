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
    connect(&backend_, &DebugBackend::stopped, this, [this](const DebugStop& stop) {
        stop_ = stop;
        setState(DebugState::Stopped);
        if (const QString path = std::exchange(runTo_, {}).first; !path.isEmpty())
            sendBreakpoints(path);
        backend_.stack([this](std::vector<dap::StackFrame> frames) {
            frames_ = std::move(frames);
            if (std::ranges::none_of(frames_, &dap::StackFrame::isOld))
                older_.clear();
            linesThen_.clear();
            for (dap::StackFrame& one : frames_) {
                linesThen_.push_back(static_cast<int>(one.line));
                const QString path = QString::fromStdString(one.path);
                one.line = (one.isOld && older_.contains(path) ? older_ : edits_).value(path).now(linesThen_.back());
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
    edits_.clear(); // what is compiled is what is in the texts
    older_.clear();
    setState(DebugState::Starting);
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
    const auto there = std::ranges::find(all, line, &LineBreakpoint::line);
    if (there != all.end()) {
        all.erase(there);
    } else {
        LineBreakpoint one;
        one.wanted.line = line;
        all.insert(std::ranges::upper_bound(all, line, {}, &LineBreakpoint::line), one);
    }
    sendBreakpoints(path);
}

void DebugSession::change(const QString& path, int index, const LineBreakpoint& breakpoint)
{
    breakpoints_[path].at(static_cast<std::size_t>(index)) = breakpoint;
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
        all[static_cast<std::size_t>(there)] = breakpoint;
    else
        all.insert(std::ranges::upper_bound(all, breakpoint.line(), {}, &LineBreakpoint::line), breakpoint);
    sendBreakpoints(path);
}

void DebugSession::runTo(const QString& path, int line)
{
    if (state_ != DebugState::Stopped)
        return;
    runTo_ = {path, line};
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
    for (const LineBreakpoint& one : breakpoints_[path])
        if (one.enabled) {
            wanted.push_back(one.wanted);
            wanted.back().line = edits_.value(path).before(static_cast<int>(one.wanted.line));
        }
    emit breakpointsChanged(path);
    if (state_ == DebugState::Off)
        return;
    if (path == messageBreakpoints)
        return backend_.setMessageBreakpoints(wanted);
    if (path == writeBreakpoints)
        return backend_.setWriteBreakpoints(wanted);
    if (path == runTo_.first) { // the last one, which nobody sees
        dap::WantedBreakpoint once;
        once.line = edits_.value(path).before(runTo_.second);
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
    const std::size_t hidden = path == runTo_.first ? 1 : 0;
    if (static_cast<std::size_t>(std::ranges::count(mine, true, &LineBreakpoint::enabled)) + hidden != all.size())
        return;
    auto next = all.begin();
    for (LineBreakpoint& one : mine) {
        one.is = one.enabled ? *next++ : dap::Breakpoint();
        if (isLineKey(path))
            one.is.line = edits_.value(path).now(static_cast<int>(one.is.line));
    }
    emit breakpointsChanged(path);
}

void DebugSession::linesMoved(const QString& path, const LineEdit& edit)
{
    if (state_ != DebugState::Off)
        edits_[path].add(edit);
    if (const auto older = older_.find(path); older != older_.end())
        older->add(edit);
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
                older_[path] = edits_[path];
            edits_.remove(path);
            sendBreakpoints(path);
        }
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
    return stop_.reason == QLatin1String("step")    ? tr("Stopped after a step")
           : stop_.reason == QLatin1String("pause") ? tr("Paused")
                                                    : tr("Stopped at a breakpoint");
}

} // namespace blak::ui::code

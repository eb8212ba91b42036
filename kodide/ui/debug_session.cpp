// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_session.h"

#include <algorithm>

namespace blak::ui::code {

DebugSession::DebugSession(DebugBackend& backend, QObject* parent) : QObject(parent), backend_(backend)
{
    connect(&backend_, &DebugBackend::ready, this, [this] {
        for (const QString& path : breakpoints_.keys())
            sendBreakpoints(path);
        backend_.setErrorStops(errorStops_);
        setState(DebugState::Running);
    });
    connect(&backend_, &DebugBackend::stopped, this, [this](const DebugStop& stop) {
        stop_ = stop;
        setState(DebugState::Stopped);
        backend_.stack([this](std::vector<dap::StackFrame> frames) {
            frames_ = std::move(frames);
            lookAt(0);
        });
    });
    connect(&backend_, &DebugBackend::continued, this, [this] { setState(DebugState::Running); });
    connect(&backend_, &DebugBackend::ended, this, [this] {
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
    if (state != DebugState::Stopped && !frames_.empty()) {
        frames_.clear();
        frame_ = 0;
        emit frameChanged();
    }
    emit stateChanged();
}

void DebugSession::start(const QString& project)
{
    if (state_ != DebugState::Off)
        return;
    setState(DebugState::Starting);
    backend_.start(project);
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
    setState(DebugState::Running);
    backend_.proceed(step);
}

void DebugSession::pause()
{
    if (state_ == DebugState::Running)
        backend_.pause();
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

void DebugSession::sendBreakpoints(const QString& path)
{
    std::vector<dap::WantedBreakpoint> wanted;
    for (const LineBreakpoint& one : breakpoints_[path])
        if (one.enabled)
            wanted.push_back(one.wanted);
    emit breakpointsChanged(path);
    if (state_ != DebugState::Off)
        backend_.setBreakpoints(path, wanted);
}

/// An answer that is late, for another number of breakpoints, is followed by the right one.
void DebugSession::takeResolved(const QString& path, const std::vector<dap::Breakpoint>& all)
{
    if (path.isEmpty())
        return;
    std::vector<LineBreakpoint>& mine = breakpoints_[path];
    if (static_cast<std::size_t>(std::ranges::count(mine, true, &LineBreakpoint::enabled)) != all.size())
        return;
    auto next = all.begin();
    for (LineBreakpoint& one : mine)
        one.is = one.enabled ? *next++ : dap::Breakpoint();
    emit breakpointsChanged(path);
}

void DebugSession::setErrorStops(bool on)
{
    errorStops_ = on;
    if (state_ != DebugState::Off)
        backend_.setErrorStops(on);
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
    case DebugState::Off: return tr("No world runs");
    case DebugState::Starting: return tr("The world starts");
    case DebugState::Running: return tr("The world runs");
    case DebugState::Stopped: break;
    }
    if (stop_.reason == QLatin1String("exception"))
        return stop_.text;
    if (stop_.reason == QLatin1String("data breakpoint"))
        return tr("Stopped: %1").arg(stop_.text);
    return stop_.reason == QLatin1String("step")    ? tr("Stopped after a step")
           : stop_.reason == QLatin1String("pause") ? tr("Paused")
                                                    : tr("Stopped at a breakpoint");
}

} // namespace blak::ui::code

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_backend.h"

#include <QMap>
#include <QStringList>

namespace blak::ui::code {

/// A breakpoint as it was set, and how it is; kept apart, for one that was moved or waits is still the one that was set.
struct LineBreakpoint
{
    dap::WantedBreakpoint wanted; ///< line from 1
    dap::Breakpoint is;
    bool enabled = true;

    /// Where it is shown.
    int line() const { return static_cast<int>(is.verified && is.line > 0 ? is.line : wanted.line); }
};

/// What the Debug perspective shows, whoever debugs: breakpoints, which outlive each run; where the world stands; watches.
class DebugSession : public QObject
{
    Q_OBJECT

public:
    explicit DebugSession(DebugBackend& backend, QObject* parent = nullptr);

    DebugBackend& backend() { return backend_; }
    DebugState state() const { return state_; }
    const DebugStop& lastStop() const { return stop_; }

    void start(const QString& project);
    void end();
    void proceed(DebugStep step);
    void pause();

    void toggleBreakpoint(const QString& path, int line); ///< from 1
    void change(const QString& path, int index, const LineBreakpoint& breakpoint);
    void remove(const QString& path, int index);
    const QMap<QString, std::vector<LineBreakpoint>>& breakpoints() const { return breakpoints_; }
    void setErrorStops(bool on);
    bool errorStops() const { return errorStops_; }

    const std::vector<dap::StackFrame>& frames() const { return frames_; }
    std::size_t frame() const { return frame_; } ///< index of the one that is looked at
    void lookAt(std::size_t frame);
    std::int64_t frameId() const { return frame_ < frames_.size() ? frames_[frame_].id : 0; }

    void addWatch(const QString& text);
    void removeWatch(int index);
    const QStringList& watches() const { return watches_; }

    /// In a sentence: "Stopped at a breakpoint".
    QString stateText() const;

signals:
    void stateChanged();
    void breakpointsChanged(const QString& path);
    void frameChanged(); ///< another frame is looked at, or none
    void valuesChanged(); ///< something was evaluated or set
    void watchesChanged();
    void printed(const QString& text, bool isError);
    void failed(const QString& why);

private:
    void setState(DebugState state);
    void sendBreakpoints(const QString& path);
    void takeResolved(const QString& path, const std::vector<dap::Breakpoint>& all);

    DebugBackend& backend_;
    DebugState state_ = DebugState::Off;
    DebugStop stop_;
    bool errorStops_ = false;
    QMap<QString, std::vector<LineBreakpoint>> breakpoints_;
    std::vector<dap::StackFrame> frames_;
    std::size_t frame_ = 0;
    QStringList watches_;
};

} // namespace blak::ui::code

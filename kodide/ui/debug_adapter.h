// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_backend.h"
#include "server/dap/framing.h"

#include <QProcess>

#include <map>

namespace blak::ui::code {

/// Debugs through `blak dap`, as every other editor does.
class DebugAdapter final : public DebugBackend
{
    Q_OBJECT

public:
    /// `program`: the path of blak.
    explicit DebugAdapter(QString program, QObject* parent = nullptr);
    ~DebugAdapter() override;

    void start(const DebugWish& wish) override;
    void end() override;
    DebuggedWorld world() const override { return world_; }
    void proceed(DebugStep step) override;
    void pause() override;
    void travel(std::int64_t milliseconds) override;
    void travelToNow() override;
    void times(std::function<void(const DebugTimes&)> then) override;
    void setBreakpoints(const QString& path, const std::vector<dap::WantedBreakpoint>& wanted) override;
    void setMessageBreakpoints(const std::vector<dap::WantedBreakpoint>& wanted) override;
    void setWriteBreakpoints(const std::vector<dap::WantedBreakpoint>& wanted) override;
    void setErrorStops(bool on, const QStringList& containing, bool atDebug) override;
    void setNext(const QString& path, int line) override;
    void restartFrame(std::int64_t frame) override;
    void stack(std::function<void(std::vector<dap::StackFrame>)> then) override;
    void scopes(std::int64_t frame, std::function<void(std::vector<dap::Scope>)> then) override;
    void source(std::int64_t reference, std::function<void(const QString& text, const QString& fault)> then) override;
    void variables(std::int64_t reference, std::int64_t start, std::int64_t count,
                   std::function<void(std::vector<dap::Variable>)> then) override;
    void evaluate(std::int64_t frame, const QString& text, Value then) override;
    void watch(std::int64_t frame, const QString& text, Value then) override;
    void lookUp(std::int64_t frame, const QString& name, Value then) override;
    void askWorld(const nlohmann::json& request, Told then) override;
    void savePast(const QString& file, Told then) override;
    void reload(Told then) override;
    void setVariable(std::int64_t reference, const QString& name, const QString& value, Value then) override;

private:
    using Json = nlohmann::json;
    using Answer = std::function<void(const Json& body, const QString& fault)>;
    void ask(const char* command, Json arguments, Answer answer = {});
    void read();
    /// Asks for frames, scopes and values of the place where the world stands, and tells of the stop when they are there: what is shown then
    /// is complete at once.
    void gather();
    void gathered(quint64 stop);
    void take(const Json& message);
    void takeEvent(const Json& message);
    void processEnded();
    void takeRemoved(const QString& path, std::size_t index);
    void tryTo(const char* command, Json arguments);
    void askNamed(const char* command, const QString& key, Json breakpoints, std::size_t count);
    void askValue(const char* command, Json arguments, const char* key, Value then);

    QString program_;
    QProcess process_;
    dap::FrameReader reader_;
    std::int64_t seq_ = 0;
    std::int64_t arming_ = 0; ///< what was asked up to here is answered before it is armed; 0 = it is
    bool launched_ = true;
    DebuggedWorld world_;
    DebugStop stop_;
    /// What is known of the stop; forgotten when something is asked that may change it.
    struct Place
    {
        std::vector<dap::StackFrame> frames;
        std::map<std::int64_t, std::vector<dap::Scope>> scopes;      ///< by frame
        std::map<std::int64_t, std::vector<dap::Variable>> variables; ///< by reference: all that come at once
    };
    Place place_;
    quint64 stops_ = 0;    ///< late answers are of another one
    std::size_t open_ = 0; ///< answers that the stop waits for
    std::map<std::int64_t, Answer> waiting_;
    std::map<std::int64_t, std::pair<QString, std::size_t>> places_; ///< of breakpoints, by their ids
    std::map<QString, std::vector<dap::Breakpoint>> known_;          ///< by path
};

} // namespace blak::ui::code

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

#include <QStringList>

#include <map>

namespace blak::test {

/// A debugger without a project: says what it is told to say, and remembers what it was asked.
class FakeDebugBackend final : public ui::code::DebugBackend
{
public:
    void start(const ui::code::DebugWish& wish) override
    {
        using Kind = ui::code::DebugWish::Kind;
        last = wish;
        asked << (wish.kind == Kind::Launch ? QStringLiteral("start %1").arg(wish.project)
                  : wish.kind == Kind::Test ? QStringLiteral("test %1").arg(wish.test)
                                            : QStringLiteral("attach %1%2").arg(wish.folder, wish.host));
        emit ready();
    }
    void askWorld(const nlohmann::json& request, Told then) override
    {
        asked << QStringLiteral("world ") + QString::fromStdString(request.dump());
        const auto known = world.find(request.at("do").get<std::string>());
        then(known == world.end() ? nlohmann::json() : known->second, known == world.end() ? QStringLiteral("unknown") : QString());
    }
    void savePast(const QString& file, Told then) override
    {
        asked << QStringLiteral("save ") + file;
        then({{"milliseconds", 3250}, {"left", 1500}, {"bytes", 1000}}, file.contains(QLatin1String("wrong")) ? QStringLiteral("the disk is full") : QString());
    }
    void reload(Told then) override
    {
        asked << QStringLiteral("reload");
        then({{"classes", {"system.bof"}}, {"reports", nlohmann::json::array()}}, reloadFault);
    }
    void end() override
    {
        asked << QStringLiteral("end");
        emit ended();
    }
    void proceed(ui::code::DebugStep step) override { asked << QStringLiteral("proceed %1").arg(static_cast<int>(step)); }
    void travel(std::int64_t milliseconds) override { asked << QStringLiteral("travel %1").arg(milliseconds); }
    void travelToNow() override { asked << QStringLiteral("travel now"); }
    void times(std::function<void(const ui::code::DebugTimes&)> then) override { then(kept); }
    void pause() override { asked << QStringLiteral("pause"); }
    void setBreakpoints(const QString& path, const std::vector<dap::WantedBreakpoint>& wanted) override
    {
        std::vector<dap::Breakpoint> all;
        QString text = QStringLiteral("breakpoints");
        for (const dap::WantedBreakpoint& one : wanted) {
            text += QStringLiteral(" %1").arg(one.line) + (one.condition.empty() ? QString() : QStringLiteral("?")) +
                    (one.hitCondition.empty() ? QString() : QLatin1Char('#') + QString::fromStdString(one.hitCondition)) +
                    (one.logMessage.empty() ? QString() : QLatin1Char('"') + QString::fromStdString(one.logMessage)) +
                    (one.oneShot ? QStringLiteral("!") : QString());
            const auto moved = moves.find(one.line);
            const bool waits = one.line == waiting;
            all.push_back({nextId++, !waits, waits ? waitsFor : "", path.toStdString(),
                           moved == moves.end() ? one.line : moved->second});
        }
        asked << text;
        emit resolved(path, all);
    }
    void setMessageBreakpoints(const std::vector<dap::WantedBreakpoint>& wanted) override
    {
        setNamed(ui::code::messageBreakpoints, wanted);
    }
    void setWriteBreakpoints(const std::vector<dap::WantedBreakpoint>& wanted) override
    {
        setNamed(ui::code::writeBreakpoints, wanted);
    }
    void setNamed(const QString& key, const std::vector<dap::WantedBreakpoint>& wanted)
    {
        std::vector<dap::Breakpoint> all;
        QString text = key;
        for (const dap::WantedBreakpoint& one : wanted) {
            text += QLatin1Char(' ') + QString::fromStdString(one.name) + (one.oneShot ? QStringLiteral("!") : QString());
            if (!one.condition.empty())
                text += QLatin1Char('?') + QString::fromStdString(one.condition);
            all.push_back({nextId++, true, {}, {}, 0});
        }
        asked << text;
        emit resolved(key, all);
    }
    void setErrorStops(bool on, const QStringList& containing, bool atDebug) override
    {
        asked << (on ? QStringLiteral("errors on") : QStringLiteral("errors off")) +
                     (containing.isEmpty() ? QString() : QLatin1Char(' ') + containing.join(QLatin1Char('|'))) +
                     (atDebug ? QStringLiteral(" debug") : QString());
    }
    void setNext(const QString&, int line) override { asked << QStringLiteral("next %1").arg(line); }
    void restartFrame(std::int64_t frame) override { asked << QStringLiteral("restart %1").arg(frame); }
    void stack(std::function<void(std::vector<dap::StackFrame>)> then) override { then(frames); }
    void scopes(std::int64_t frame, std::function<void(std::vector<dap::Scope>)> then) override
    {
        then({{"Parameters", "arguments", frame * 10 + 1, false}, {"Locals", "locals", frame * 10 + 2, false}});
    }
    void source(std::int64_t reference, std::function<void(const QString& text, const QString& fault)> then) override
    {
        asked << QStringLiteral("source %1").arg(reference);
        then(oldText, oldText.isEmpty() ? QStringLiteral("nothing is known of that source") : QString());
    }
    void variables(std::int64_t reference, std::int64_t start, std::int64_t count,
                   std::function<void(std::vector<dap::Variable>)> then) override
    {
        asked << QStringLiteral("variables %1 %2 %3").arg(reference).arg(start).arg(count);
        const auto& all = values[reference];
        const auto first = std::min(static_cast<std::size_t>(start), all.size());
        const auto end = count > 0 ? std::min(first + static_cast<std::size_t>(count), all.size()) : all.size();
        then({all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(end)});
    }
    void evaluate(std::int64_t frame, const QString& text, Value then) override
    {
        asked << QStringLiteral("evaluate %1 %2").arg(frame).arg(text);
        work(text, std::move(then));
    }
    void watch(std::int64_t frame, const QString& text, Value then) override
    {
        asked << QStringLiteral("watch %1 %2").arg(frame).arg(text);
        work(text, std::move(then));
    }
    void work(const QString& text, Value then)
    {
        dap::Variable value;
        value.value = "<" + text.toStdString() + ">";
        value.mayChange = text.contains(QLatin1String("Send("));
        then(value, text.contains(QLatin1String("wrong")) ? QStringLiteral("this is wrong") : QString());
    }
    void lookUp(std::int64_t frame, const QString& name, Value then) override
    {
        asked << QStringLiteral("look up %1 %2").arg(frame).arg(name);
        dap::Variable value;
        value.value = "41";
        value.type = "INT";
        then(value, name == QLatin1String("iSum") ? QString() : QStringLiteral("there is no such name"));
    }
    void setVariable(std::int64_t reference, const QString& name, const QString& value, Value then) override
    {
        asked << QStringLiteral("set %1 %2 %3").arg(reference).arg(name, value);
        for (dap::Variable& one : values[reference])
            if (one.name == name.toStdString())
                one.value = value.toStdString();
        then({}, {});
    }

    QStringList asked;
    ui::code::DebugWish last; ///< what was to be debugged
    std::map<std::string, nlohmann::json> world; ///< results by request
    QString reloadFault;
    ui::code::DebugTimes kept;
    QString oldText; ///< of handlers that stand as they were before a reload
    std::vector<dap::StackFrame> frames;
    std::map<std::int64_t, std::vector<dap::Variable>> values;
    std::map<std::int64_t, std::int64_t> moves; ///< lines of breakpoints, to where
    std::int64_t waiting = -1;                  ///< a line whose breakpoint waits
    std::string waitsFor = "waits for the class"; ///< as it says
    std::int64_t nextId = 1;
};

} // namespace blak::test

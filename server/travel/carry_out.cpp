// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/travel/carry_out.h"

namespace blak::serve {
namespace {

using vm::InputKind;

constexpr std::int64_t mostBuckets = 1 << 20; ///< of a table; whoever wrote the log may mean no good

} // namespace

void carryOut(vm::Vm& machine, LoggedHost& host, const LoggedInput& logged)
{
    const vm::Input& input = logged.input;
    const auto& [a, b, c] = input.numbers;
    const auto narrow = [](std::int64_t number) { return static_cast<std::int32_t>(number); };
    switch (input.kind) {
    case InputKind::Send: machine.send(a, narrow(b), logged.parameters); break;
    case InputKind::Create: machine.createObject(narrow(a), logged.parameters); break;
    case InputKind::SetBuiltIn:
        if (a >= 0 && a <= static_cast<std::int64_t>(vm::BuiltInObject::EventEngine))
            machine.setBuiltInObject(static_cast<vm::BuiltInObject>(a), b);
        break;
    case InputKind::Timer:
        host.setTimerClock(a);
        machine.runDueTimer();
        break;
    case InputKind::PauseTimers: machine.pauseTimers(); break;
    case InputKind::ResumeTimers: machine.resumeTimers(); break;
    case InputKind::Collect: {
        std::vector<std::int64_t> roots = logged.roots;
        machine.collect(roots);
        break;
    }
    case InputKind::Evaluate:
        if (logged.file) // it has had its errors then; they come again
            (void)machine.evaluate(static_cast<std::size_t>(a), {*logged.file, {}}, static_cast<std::size_t>(b), c);
        break;
    case InputKind::SetLocal: machine.setLocal(static_cast<std::size_t>(a), static_cast<std::size_t>(b), input.values[0]); break;
    case InputKind::SetNext: machine.setNext(static_cast<std::uint32_t>(a)); break;
    case InputKind::Restart: machine.restart(static_cast<std::size_t>(a)); break;
    case InputKind::SetProperty: machine.setProperty(a, static_cast<std::uint32_t>(b), input.values[0]); break;
    case InputKind::SetClassvar: machine.setClassvar(narrow(a), static_cast<std::uint32_t>(b), input.values[0]); break;
    case InputKind::NewResource: machine.newDynamicResource(logged.text); break;
    case InputKind::NewString: machine.newString(logged.text); break;
    case InputKind::NewTable:
        if (a <= mostBuckets)
            machine.addTable(a);
        break;
    case InputKind::NewNode: machine.newListNode(input.values[0], input.values[1]); break;
    case InputKind::SetNode: machine.setListNode(a, input.values[0], input.values[1]); break;
    case InputKind::SetEntry:
        machine.setTableValue(a, static_cast<std::size_t>(b), input.values[0]); // which looks whether there is one
        break;
    case InputKind::NewTimer: machine.newTimer(a, narrow(b), c); break;
    case InputKind::DeleteTimer: machine.deleteTimer(a); break;
    case InputKind::SetTempString: machine.setTempString(logged.text); break;
    case InputKind::Unrepeatable: break;
    }
}

bool moves(const vm::Input& input) { return input.kind == InputKind::SetNext || input.kind == InputKind::Restart; }

bool standsFor(InputLogReader& log, std::int64_t executed, bool inError, bool movable)
{
    const auto& next = log.peek();
    return next && next->kind == LogEvent::Kind::Input && next->input.nested && next->input.executed == executed &&
           next->input.input.inError == inError && (movable || !moves(next->input.input));
}

} // namespace blak::serve

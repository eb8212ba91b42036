// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/script/script_run.h"

#include "formats/base/closest_name.h"
#include "roomedit/script/room_api.h"
#include "roomedit/script/script_findings.h"
#include "roomedit/script/script_output.h"
#include "roomedit/script/script_watch.h"

#include <QJSEngine>
#include <QMetaMethod>
#include <QRegularExpression>

namespace blak::roomscript {
namespace {

/// What one call could fill the memory with, before anybody can look, is refused by its size.
const QString guards = QStringLiteral(R"js(
(function(world) {
    const most = 1 << 24;
    function guard(owner, name, size) {
        const real = owner[name];
        Object.defineProperty(owner, name, { configurable: false, writable: false, value: function(...given) {
            if (size.apply(this, given) > most)
                throw new RangeError(name + " would need too much memory");
            return real.apply(this, given);
        } });
    }
    const length = function() { return this.length; };
    guard(String.prototype, "repeat", function(count) { return this.length * count; });
    guard(String.prototype, "padStart", (count) => count);
    guard(String.prototype, "padEnd", (count) => count);
    for (const name of ["fill", "join", "map", "forEach", "filter", "sort", "reverse", "concat", "slice", "reduce", "indexOf",
                        "lastIndexOf", "some", "every", "splice", "unshift", "shift", "includes", "find", "findIndex"])
        guard(Array.prototype, name, length);
    guard(Array, "from", (from) => from && from.length || 0);
    for (const name of ["ArrayBuffer", "SharedArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array",
                        "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "gc"])
        delete world[name];
})(this);
)js");

/// "name:line:column:file", as the engine gives it where something other than an Error is thrown.
int lineOf(const QString& frame)
{
    const QStringList parts = frame.split(u':');
    return parts.size() > 1 ? parts[1].toInt() : 0;
}

/// An error in the words of scripts: the engine calls the object `room` by a name of C++ and an address.
QString errorText(const QString& told)
{
    static const QRegularExpression notThere(QStringLiteral("Property '(\\w+)' of object [\\w:]*RoomApi\\(0x[0-9a-fA-F]+\\) is not a function"));
    const QRegularExpressionMatch match = notThere.match(told);
    if (!match.hasMatch())
        return told;
    std::vector<std::string> names;
    const QMetaObject& room = RoomApi::staticMetaObject;
    for (int i = room.methodOffset(); i < room.methodCount(); ++i)
        names.push_back(room.method(i).name().toStdString());
    QString words = QStringLiteral("room.%1 is not a function").arg(match.captured(1));
    if (const auto close = closestName(match.captured(1).toStdString(), names))
        words += QStringLiteral("; did you mean room.%1?").arg(QString::fromStdString(*close));
    return QString(told).replace(match.capturedStart(), match.capturedLength(), words);
}

QString reasonText(ScriptWatch::Reason reason, const ScriptRequest& request)
{
    switch (reason) {
    case ScriptWatch::Reason::Time:
        return QStringLiteral("stopped: it ran for more than %1 s").arg(request.milliseconds / 1000.0);
    case ScriptWatch::Reason::Memory:
        return QStringLiteral("stopped: it needed more than %1 MB").arg(request.megabytes);
    default:
        return QStringLiteral("stopped");
    }
}

} // namespace

ScriptOutcome runScript(ScriptRequest request)
{
    ScriptOutcome outcome;
    const roomcore::Map before = request.map;
    outcome.map = std::move(request.map);
    QJSEngine engine;
    ScriptOutput output(request.printed);
    RoomApi api(engine, outcome.map, request.defaults, request.file, [&output](const QString& line) { output.write(line); });
    QJSEngine::setObjectOwnership(&api, QJSEngine::CppOwnership);
    QJSEngine::setObjectOwnership(&output, QJSEngine::CppOwnership);
    QJSValue global = engine.globalObject();
    global.setProperty(QStringLiteral("room"), engine.newQObject(&api));
    global.setProperty(QStringLiteral("args"), engine.toScriptValue(request.arguments));
    QJSValue writer = engine.newQObject(&output);
    const QJSValue makePrint = engine.evaluate(QStringLiteral(
        "(function(out) { return function(...values) { out.write(values.map(function(value) {"
        " return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value); }).join(' ')); }; })"));
    const QJSValue print = makePrint.call({writer});
    global.setProperty(QStringLiteral("print"), print);
    QJSValue console = engine.newObject();
    console.setProperty(QStringLiteral("log"), print);
    global.setProperty(QStringLiteral("console"), console);
    engine.evaluate(guards);

    QStringList trace;
    QJSValue value;
    ScriptWatch::Reason reason{};
    {
        const ScriptWatch watch(engine, request.milliseconds, request.megabytes, request.cancelled);
        value = engine.evaluate(request.source, request.name, 1, &trace);
        reason = watch.reason();
    }
    outcome.operations = api.operations();
    outcome.changed = outcome.operations > 0;
    if (reason != ScriptWatch::Reason::None) {
        engine.setInterrupted(false);
        outcome.wasStopped = true;
        outcome.error = reasonText(reason, request);
        outcome.errorLine = value.property(QStringLiteral("lineNumber")).toInt();
        if (outcome.errorLine == 0 && !trace.isEmpty())
            outcome.errorLine = lineOf(trace.first());
    } else if (value.isError() || !trace.isEmpty()) {
        outcome.error = errorText(value.toString());
        outcome.errorLine = value.property(QStringLiteral("lineNumber")).toInt();
        // Thrown by an operation: the line that called it.
        if (outcome.errorLine == 0 && !trace.isEmpty())
            outcome.errorLine = lineOf(trace.first());
    } else if (!value.isUndefined()) {
        outcome.value = value.toString();
    }
    if (outcome.changed && outcome.error.isEmpty())
        outcome.newErrors = newErrors(before, outcome.map, request.file);
    return outcome;
}

} // namespace blak::roomscript

// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/script/plain_script.h"

#include "roomedit/script/script_run.h"

#include <QCoreApplication>

#include <array>
#include <utility>

namespace blak::roomscript {

PlainOutcome runPlainScript(PlainRequest request)
{
    static std::array<char, 5> programName{'b', 'l', 'a', 'k', '\0'};
    static std::array<char*, 2> words{programName.data(), nullptr};
    static int wordCount = 1;
    std::unique_ptr<QCoreApplication> application;
    if (QCoreApplication::instance() == nullptr)
        application = std::make_unique<QCoreApplication>(wordCount, words.data());
    ScriptRequest inner;
    inner.source = QString::fromStdString(request.source);
    inner.name = QString::fromStdString(request.name);
    inner.map = std::move(request.map);
    inner.defaults = request.defaults;
    inner.file = std::move(request.file);
    for (const std::string& argument : request.arguments)
        inner.arguments << QString::fromStdString(argument);
    inner.milliseconds = request.milliseconds;
    inner.megabytes = request.megabytes;
    if (request.printed)
        inner.printed = [&request](const QString& line) { request.printed(line.toStdString()); };
    ScriptOutcome outcome = runScript(std::move(inner));
    PlainOutcome plain{std::move(outcome.map), outcome.changed,    outcome.value.toStdString(), outcome.error.toStdString(),
                       outcome.errorLine,      outcome.wasStopped, outcome.operations,          {}};
    for (const QString& sentence : std::as_const(outcome.newErrors))
        plain.newErrors.push_back(sentence.toStdString());
    return plain;
}

} // namespace blak::roomscript

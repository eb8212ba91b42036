// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/check_report.h"

#include "studio/shell/output_panel.h"
#include "studio/shell/project_check.h"
#include "ui/number_text.h"

#include <QCoreApplication>

namespace blak::ui::shell {
namespace {

constexpr int mostLines = 500; ///< of findings; the Problems dock has them all

QString say(const char* text) { return QCoreApplication::translate("ProjectReport", text); }

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Error: return say("error");
    case Severity::Warning: return say("warning");
    case Severity::Info: return say("note");
    }
    return {};
}

/// "kod/object.kod, line 12: error: The name is not known. [K0302]"
QString lineOf(const Diagnostic& found, const QString& root)
{
    const QString file = QString::fromStdString(found.file);
    const bool isBelow = file.startsWith(QString(root + u'/'));
    QString text = isBelow ? file.mid(root.size() + 1) : file;
    const QString place = QString::fromStdString(found.place);
    if (found.range.line > 0)
        text += say(", line %1").arg(found.range.line);
    else if (!place.isEmpty())
        text += QStringLiteral(", ") + place.left(1).toLower() + place.mid(1);
    return text + QStringLiteral(": %1: %2 [%3]")
                      .arg(severityText(found.severity), QString::fromStdString(found.message), QString::fromStdString(found.code));
}

} // namespace

void tellProjectCheck(const ProjectFindings& found, const QString& root, OutputPanel& output)
{
    int lines = 0, errors = 0, others = 0;
    QStringList text;
    for (const Diagnostic& one : found.problems) {
        ++(one.severity == Severity::Error ? errors : others);
        if (one.severity != Severity::Info && lines++ < mostLines)
            text << lineOf(one, root);
    }
    if (lines > mostLines)
        text << say("%1 more stand in the Problems dock.").arg(grouped(lines - mostLines));
    text << say("Checked Blakod: %1, rooms: %2, sprites: %3, in %4 s. Errors: %5, warnings and notes: %6%7.")
                .arg(grouped(static_cast<qsizetype>(found.sources)), grouped(static_cast<qsizetype>(found.rooms)),
                     grouped(static_cast<qsizetype>(found.sprites)))
                .arg(static_cast<double>(found.milliseconds) / 1000.0, 0, 'f', 1)
                .arg(errors)
                .arg(others)
                .arg(found.isCut ? say(", and more that are not listed") : QString());
    output.append(say("Compiler"), text.join(u'\n'));
}

} // namespace blak::ui::shell

// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/treeplan/ui/plan_preview.h"

#include "ui/fonts.h"
#include "ui/theme.h"

#include <QScrollBar>
#include <QTextCursor>

namespace blak::ui {
namespace {

using treeplan::PlanLine;

QString latin1(const std::string& text) { return QString::fromLatin1(QByteArray::fromStdString(text)); }

QTextCharFormat formatOf(PlanLine::Kind kind)
{
    QTextCharFormat format;
    switch (kind) {
    case PlanLine::Kind::File:
        format.setFontWeight(QFont::Bold);
        format.setForeground(theme().text);
        break;
    case PlanLine::Kind::Text: format.setForeground(theme().text); break;
    case PlanLine::Kind::Removed: format.setForeground(theme().error); break;
    case PlanLine::Kind::Added: format.setForeground(theme().success); break;
    case PlanLine::Kind::Gap: format.setForeground(theme().text2); break;
    }
    return format;
}

/// The marks are not by colour alone: not everybody tells these two apart.
QString textOf(const PlanLine& line, bool isOfNewFile)
{
    switch (line.kind) {
    case PlanLine::Kind::File: return latin1(line.text);
    case PlanLine::Kind::Removed: return QStringLiteral("- ") + latin1(line.text);
    case PlanLine::Kind::Added: return QStringLiteral("+ ") + latin1(line.text);
    case PlanLine::Kind::Gap: return QStringLiteral("  \u22ee");
    case PlanLine::Kind::Text: break;
    }
    return (isOfNewFile ? QString() : QStringLiteral("  ")) + latin1(line.text);
}

} // namespace

PlanPreview::PlanPreview(QWidget* parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(monoFont(12));
    setAccessibleName(tr("What would be written"));
    setPlaceholderText(tr("What would be written stands here as soon as there is enough to go by."));
    connect(themeNotifier(), &ThemeNotifier::changed, this, &PlanPreview::write);
}

void PlanPreview::setLines(std::vector<PlanLine> lines)
{
    if (lines == lines_)
        return; // it stays where it was scrolled to
    lines_ = std::move(lines);
    write();
}

void PlanPreview::write()
{
    const int across = horizontalScrollBar()->value(), down = verticalScrollBar()->value();
    clear();
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    bool isOfNewFile = false, isFirst = true;
    for (const PlanLine& line : lines_) {
        const bool isFile = line.kind == PlanLine::Kind::File;
        if (!isFirst)
            cursor.insertText(isFile ? QStringLiteral("\n\n") : QStringLiteral("\n"), QTextCharFormat());
        isFirst = false;
        if (isFile)
            isOfNewFile = line.remark == "new";
        cursor.insertText(textOf(line, isOfNewFile), formatOf(line.kind));
        if (isFile) {
            QTextCharFormat quiet;
            quiet.setForeground(theme().text2);
            cursor.insertText(QStringLiteral(" \u00b7 ") + latin1(line.remark), quiet);
        }
    }
    cursor.endEditBlock();
    horizontalScrollBar()->setValue(across);
    verticalScrollBar()->setValue(down);
}

} // namespace blak::ui

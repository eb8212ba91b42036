// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/text_leads.h"

#include "studio/debugging/source_finder.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QTextEdit>

namespace blak::ui::debugging {
namespace {

/// A path of a source with a line behind it.
const QRegularExpression& namedPlace()
{
    static const QRegularExpression place(QStringLiteral("[\\w.~/\\\\-]+\\.(?:kod|khd|bof|lkod)(?:\\s*\\(\\d+\\)|:\\d+)"),
                                          QRegularExpression::CaseInsensitiveOption);
    return place;
}

class PlaceMarks : public QSyntaxHighlighter
{
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

protected:
    void highlightBlock(const QString& text) override
    {
        QTextCharFormat format;
        format.setForeground(theme().link);
        format.setFontUnderline(true);
        for (auto it = namedPlace().globalMatch(text); it.hasNext();) {
            const auto match = it.next();
            setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), format);
        }
    }
};

/// Where a place is named at that point of the text; empty = nowhere.
QString placeAt(const QPlainTextEdit& log, const QPoint& at)
{
    const QTextCursor cursor = log.cursorForPosition(at);
    if (!log.cursorRect(cursor).adjusted(-12, 0, 12, 0).contains(at)) // beside the line, or below the last one
        return {};
    for (auto it = namedPlace().globalMatch(cursor.block().text()); it.hasNext();) {
        const auto match = it.next();
        if (match.capturedStart() <= cursor.positionInBlock() && cursor.positionInBlock() <= match.capturedEnd())
            return match.captured();
    }
    return {};
}

class LogLeads : public QObject
{
public:
    LogLeads(QPlainTextEdit& log, DebugHost host) : QObject(&log), log_(log), host_(std::move(host))
    {
        new PlaceMarks(log.document());
        log.viewport()->setMouseTracking(true);
        log.viewport()->installEventFilter(this);
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() != QEvent::MouseMove && event->type() != QEvent::MouseButtonRelease)
            return false;
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QString place = placeAt(log_, mouse->position().toPoint());
        log_.viewport()->setCursor(place.isEmpty() ? Qt::IBeamCursor : Qt::PointingHandCursor);
        if (event->type() == QEvent::MouseButtonRelease && mouse->button() == Qt::LeftButton && !place.isEmpty() &&
            !log_.textCursor().hasSelection()) {
            const SourcePlace found = placeNamedIn(place, host_.projectRoot());
            if (found.path.isEmpty())
                host_.report(Severity::Warning, QObject::tr("%1 is not in this project.").arg(place));
            else
                host_.openAt(found.path, found.line);
        }
        return false;
    }

private:
    QPlainTextEdit& log_;
    DebugHost host_;
};

class ToldLeads : public QObject
{
public:
    ToldLeads(QTextEdit& told, DebugHost host) : QObject(&told), told_(told), host_(std::move(host))
    {
        told.viewport()->installEventFilter(this);
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() != QEvent::ContextMenu)
            return false;
        const auto* wanted = static_cast<QContextMenuEvent*>(event);
        const QString line = told_.cursorForPosition(wanted->pos()).block().text().trimmed();
        QMenu* menu = told_.createStandardContextMenu(wanted->pos());
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addSeparator();
        QAction* go = menu->addAction(icon(QStringLiteral("goto")), QObject::tr("Go to where this line is written"), this, [this, line] { goToResource(line, host_); });
        go->setEnabled(!line.isEmpty() && !host_.projectRoot().isEmpty());
        menu->popup(wanted->globalPos());
        return true;
    }

private:
    QTextEdit& told_;
    DebugHost host_;
};

} // namespace

void leadToPlaces(QPlainTextEdit& log, const DebugHost& host) { new LogLeads(log, host); }

void goToResource(const QString& line, const DebugHost& host)
{
    const SourcePlace found = findResourceOf(line, host.projectRoot());
    if (found.path.isEmpty())
        host.report(Severity::Warning, QObject::tr("No resource of this project says \"%1\".").arg(line));
    else
        host.openAt(found.path, found.line);
}

void leadToResources(QTextEdit& told, const DebugHost& host) { new ToldLeads(told, host); }

} // namespace blak::ui::debugging

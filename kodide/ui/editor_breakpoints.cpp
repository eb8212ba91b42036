// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/editor_breakpoints.h"

#include "kodide/ui/editor_margins.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QPainter>
#include <Qsci/qsciscintilla.h>

namespace blak::ui::code {
namespace {

constexpr int breakpointWidth = 20;
constexpr int stoppedMarker = 4;     ///< the line where the world stands
constexpr int stoppedSignMarker = 5; ///< and its arrow in the margin
constexpr int breakpointMarker = 6;  ///< one for each BreakpointLook from here
constexpr int breakpointLooks = 4;
constexpr int signSize = 14; ///< px

int markerOf(BreakpointLook look) { return breakpointMarker + static_cast<int>(look); }

QImage sign(const char* name, IconTone tone)
{
    return icon(QLatin1String(name), tone).pixmap(QSize(signSize, signSize)).toImage().convertToFormat(QImage::Format_ARGB32);
}

/// The ring of a disc that is not filled, as large as the icon's.
QImage ring(const QColor& colour)
{
    constexpr double inset = 3, width = 1.5;
    QImage image(signSize, signSize, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, width));
    painter.drawEllipse(QRectF(inset, inset, signSize - 2 * inset, signSize - 2 * inset));
    return image;
}

} // namespace

EditorBreakpoints::EditorBreakpoints(QsciScintilla& sci) : sci_(sci)
{
    sci_.setMarginType(breakpointMargin, QsciScintilla::SymbolMargin);
    sci_.setMarginWidth(breakpointMargin, 0);
}

void EditorBreakpoints::style()
{
    const Theme& now = theme();
    const auto mixed = [](int a, int b) { return (3 * a + b) / 4; };
    sci_.markerDefine(QsciScintilla::Background, stoppedMarker);
    sci_.setMarkerBackgroundColor(QColor(mixed(now.editor.red(), now.warning.red()), mixed(now.editor.green(), now.warning.green()),
                                         mixed(now.editor.blue(), now.warning.blue())),
                                  stoppedMarker);
    sci_.markerDefine(sign("play", IconTone::Warning), stoppedSignMarker);
    sci_.markerDefine(sign("breakpoint", IconTone::Error), markerOf(BreakpointLook::Plain));
    sci_.markerDefine(sign("watch", IconTone::Error), markerOf(BreakpointLook::Conditional));
    sci_.markerDefine(sign("breakpoint", IconTone::Text2), markerOf(BreakpointLook::Waiting));
    sci_.markerDefine(ring(now.text2), markerOf(BreakpointLook::Hollow));
}

bool EditorBreakpoints::enable()
{
    if (areShown_)
        return false;
    areShown_ = true;
    unsigned mask = 1U << stoppedSignMarker;
    for (int i = 0; i < breakpointLooks; ++i)
        mask |= 1U << (breakpointMarker + i);
    sci_.setMarginMarkerMask(breakpointMargin, static_cast<int>(mask));
    sci_.setMarginWidth(breakpointMargin, breakpointWidth);
    for (const int margin : {breakpointMargin, numberMargin})
        sci_.setMarginSensitivity(margin, true);
    return true;
}

bool EditorBreakpoints::isClickable(int margin) { return margin == breakpointMargin || margin == numberMargin; }

void EditorBreakpoints::set(const QVector<BreakpointSign>& signs)
{
    tips_.clear();
    for (int i = 0; i < breakpointLooks; ++i)
        sci_.markerDeleteAll(breakpointMarker + i);
    for (const BreakpointSign& sign : signs)
        if (const int handle = sci_.markerAdd(sign.line, markerOf(sign.look)); !sign.tip.isEmpty())
            tips_.insert(handle, sign.tip);
}

QString EditorBreakpoints::tipAt(int line) const
{
    for (auto it = tips_.begin(); it != tips_.end(); ++it)
        if (sci_.markerLine(it.key()) == line)
            return it.value();
    return {};
}

std::optional<BreakpointLook> EditorBreakpoints::at(int line) const
{
    const unsigned marks = sci_.markersAtLine(line);
    for (int i = 0; i < breakpointLooks; ++i)
        if ((marks & 1U << (breakpointMarker + i)) != 0)
            return static_cast<BreakpointLook>(i);
    return std::nullopt;
}

void EditorBreakpoints::setStoppedLine(int line)
{
    sci_.setCaretLineVisible(line < 0); // it would hide the mark, for one is put there
    for (const int marker : {stoppedMarker, stoppedSignMarker}) {
        sci_.markerDeleteAll(marker);
        if (line >= 0)
            sci_.markerAdd(line, marker);
    }
}

int EditorBreakpoints::stoppedLine() const { return sci_.markerFindNext(0, 1U << stoppedMarker); }

} // namespace blak::ui::code

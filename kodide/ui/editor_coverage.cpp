// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/editor_coverage.h"

#include "kodide/ui/editor_margins.h"
#include "ui/theme.h"

#include <Qsci/qsciscintilla.h>

namespace blak::ui::code {
namespace {

constexpr int stripWidth = 5;
constexpr int ranMarker = 10, missedMarker = 11;

} // namespace

EditorCoverage::EditorCoverage(QsciScintilla& sci) : sci_(sci)
{
    sci_.setMarginType(coverageMargin, QsciScintilla::SymbolMargin);
    sci_.setMarginWidth(coverageMargin, 0);
    sci_.setMarginMarkerMask(coverageMargin, 1 << ranMarker | 1 << missedMarker);
}

void EditorCoverage::style()
{
    for (const auto& [marker, colour] : {std::pair(ranMarker, theme().success), std::pair(missedMarker, theme().error)}) {
        sci_.markerDefine(QsciScintilla::FullRectangle, marker);
        sci_.setMarkerBackgroundColor(colour, marker);
        sci_.setMarkerForegroundColor(colour, marker);
    }
}

void EditorCoverage::set(const QMap<int, qint64>& counts)
{
    counts_ = counts;
    for (const int marker : {ranMarker, missedMarker})
        sci_.markerDeleteAll(marker);
    for (auto it = counts_.constBegin(); it != counts_.constEnd(); ++it)
        sci_.markerAdd(it.key(), it.value() > 0 ? ranMarker : missedMarker);
    sci_.setMarginWidth(coverageMargin, counts_.isEmpty() ? 0 : stripWidth);
}

} // namespace blak::ui::code

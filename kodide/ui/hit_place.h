// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QVariantMap>

#include <optional>
#include <utility>

class QTreeWidgetItem;

namespace blak::ui::code {

/// A hit in a text as it was when it was looked through, to be selected in the text as it is now: the two differ where a file was closed
/// with edits.
struct HitPlace
{
    qsizetype begin = 0; ///< bytes of the text as UTF-8
    qsizetype end = 0;
    QString before; ///< its line, as FileHit::lineText; all three empty: not known
    QString hit;
    QString after;

    /// Of a row that a HitDelegate draws.
    static HitPlace of(const QTreeWidgetItem& row, qsizetype begin, qsizetype end);
    /// For DocumentView::restoreViewState(), and out of it; nothing where it has no such place.
    QVariantMap toState() const;
    static std::optional<HitPlace> fromState(const QVariantMap& state);

    /// Bytes of the text now: the same where the hit stands there, else the nearest line that is the same, else the nearest same words;
    /// where all of that is gone, what stands in the old place.
    std::pair<qsizetype, qsizetype> in(const QByteArray& utf8) const;
};

} // namespace blak::ui::code

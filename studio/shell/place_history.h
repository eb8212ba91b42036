// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariantMap>
#include <QVector>

#include <optional>

namespace blak::ui::shell {

/// A file and what its view showed of it.
struct VisitedPlace
{
    QString path;
    QVariantMap state;
};

/// Places one has come from, to go back to, and those one came back from. Knows no window.
class PlaceHistory
{
public:
    static constexpr qsizetype mostPlaces = 100;

    /// One leaves this place for another: what one had come back from is forgotten.
    void leave(const VisitedPlace& place);
    /// From `here`; nothing when there is none. Places that `here` is already are passed over.
    std::optional<VisitedPlace> back(const VisitedPlace& here) { return step(behind_, ahead_, here); }
    std::optional<VisitedPlace> forward(const VisitedPlace& here) { return step(ahead_, behind_, here); }
    bool canGoBack() const { return !behind_.isEmpty(); }
    bool canGoForward() const { return !ahead_.isEmpty(); }
    /// The file of these places is called otherwise.
    void renamed(const QString& from, const QString& to);
    void clear();

private:
    static std::optional<VisitedPlace> step(QVector<VisitedPlace>& from, QVector<VisitedPlace>& to, const VisitedPlace& here);

    QVector<VisitedPlace> behind_, ahead_; ///< the nearest last
};

} // namespace blak::ui::shell

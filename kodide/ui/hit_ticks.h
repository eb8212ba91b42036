// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/file_search.h"

#include <QHash>
#include <QString>
#include <QVector>

namespace blak::ui::code {

/// Which hits of one search are ticked to be replaced. A tick that was taken away stays away when the file is listed anew, whatever was
/// edited in it meanwhile; a hit that went and comes back has the tick it had. A hit that was never listed is ticked, unless every one
/// of its file that was has none.
class HitTicks
{
public:
    /// Forgets all, unless it is the search it was.
    void begin(const SearchQuery& query);

    bool knows(const QString& path) const { return files_.contains(path); }
    /// How the hits are ticked that a file is listed with, in their order. `bytes`: FileHits::bytes.
    void keep(const QString& path, qsizetype bytes, const QVector<FileHit>& hits, const QVector<bool>& ticks);
    /// The ticks of the hits that the file has now; these are the ones listed from then on.
    QVector<bool> of(const QString& path, qsizetype bytes, const QVector<FileHit>& hits);
    void renamed(const QString& from, const QString& to);
    /// The ticked hits of a file were replaced: what is there when it is listed next are the others.
    void replaced(const QString& path);

private:
    struct Known
    {
        FileHit hit;           ///< as it was when it was listed last
        qsizetype fromEnd = 0; ///< bytes from its end to that of the text
        qsizetype id = 0;      ///< the same for what one hit was and is, when its line was edited
        bool isTicked = true;
        bool isGone = false; ///< not among those listed last; stands where it was between the others
    };
    class Matching;

    QHash<QString, QVector<Known>> files_; ///< by path; none: all ticked
    qsizetype lastId_ = 0;
    SearchQuery query_;
};

} // namespace blak::ui::code

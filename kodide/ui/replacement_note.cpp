// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/replacement_note.h"

#include "ui/number_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace blak::ui::code {
namespace {

constexpr qsizetype mostNamed = 3; ///< files, in the sentence

QString say(const char* text) { return QCoreApplication::translate("ReplacementNote", text); }

/// "a.kod, b.kod and 6 more files"
QString placeText(const QStringList& paths)
{
    const qsizetype named = paths.size() > mostNamed ? mostNamed - 1 : paths.size();
    QStringList names;
    for (const QString& path : paths.mid(0, named))
        names << QFileInfo(path).fileName();
    if (paths.size() > named)
        names << say("%1 more files").arg(grouped(paths.size() - named));
    const QString last = names.isEmpty() ? QString() : names.takeLast();
    return names.isEmpty() ? last : say("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

} // namespace

ReplacementNote ReplacementNote::of(const QString& wanted, const QString& with, const ReplacedFiles::Outcome& outcome, const QString& root)
{
    QStringList below;
    for (const QString& path : outcome.changed)
        below << QDir(root).relativeFilePath(path);
    return {wanted,
            say("Replaced \u201c%1\u201d by \u201c%2\u201d at %3 in %4.")
                .arg(wanted, with, counted(outcome.hits, say("1 place"), say("%1 places")), placeText(outcome.changed)),
            below.join(u'\n')};
}

} // namespace blak::ui::code

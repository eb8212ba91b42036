// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/file_search.h"

#include <QSet>

#include <functional>

namespace blak::ui::code {

class CodeView;

/// The open document of a path that shows a text, or null.
using FindCodeView = std::function<CodeView*(const QString&)>;

/// What to replace in one file: the hits, by the byte they begin at.
struct FileReplacement
{
    QString path;
    QByteArray fingerprint; ///< FileHits::fingerprint
    QSet<qsizetype> begins;
};

/// One replacement in many files, which can be taken back as a whole. Open documents are edited (one undo each, not saved), other
/// files are written, with their bytes outside of the hits unchanged.
class ReplacedFiles
{
public:
    struct Outcome
    {
        qsizetype hits = 0;
        qsizetype files = 0;
        QStringList left;   ///< files that changed since the search and were left alone
        QStringList faults; ///< sentences
    };

    /// All texts are made ready before the first is written: a character that a file's encoding lacks writes nothing at all.
    Outcome apply(const QVector<FileReplacement>& files, const TextSearch& search, const QString& replacement,
                  const FindCodeView& openView);
    /// Puts the earlier bytes back where nobody changed the file meanwhile.
    Outcome undo(const FindCodeView& openView);
    bool canUndo() const { return !done_.isEmpty(); }

private:
    struct Done
    {
        QString path;
        QByteArray before; ///< bytes of the file, or the UTF-8 text of a document
        QByteArray after;
        bool inDocument = false;
        qsizetype hits = 0;
    };

    QVector<Done> done_;
};

} // namespace blak::ui::code

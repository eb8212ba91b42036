// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/tree_index.h"
#include "kodide/ui/file_search.h"
#include "ui/theme.h"

#include <QHash>
#include <QString>
#include <QVector>

#include <optional>
#include <utility>

namespace blak::ui::code {

/// Where bytes that the index speaks of are in a text as the studio has it, as UTF-8. The index may have read the file as it is on
/// disk, in Windows-1252, or an edit ago.
class UsePlaces
{
public:
    /// `name`: what stands there, in any case. The text must live as long.
    UsePlaces(const QByteArray& utf8, const std::string& name);

    /// Bytes of the text; by what the index says, else the name's only occurrence in that line.
    std::optional<std::pair<qsizetype, qsizetype>> find(const kod::SymbolUse& use) const;
    /// All of them, or nothing when one of them is not where it should be.
    std::optional<QVector<qsizetype>> findAll(const QVector<std::uint32_t>& begins) const;

private:
    bool isAt(qsizetype begin) const;
    qsizetype fromOneByteLetters(qsizetype offset) const;

    const QByteArray& text_;
    std::string name_;
    QVector<std::pair<qsizetype, qsizetype>> wide_; ///< letters of more than a byte: number of the letter, bytes too many up to it
};

/// A use with the line it stands in.
struct UseLine
{
    FileHit hit;
    kod::UseKind kind = kod::UseKind::Mentions;
    QString handler; ///< empty: outside of handlers
};

struct UseGroup
{
    QString path;
    QString className; ///< empty: outside of classes
    QVector<UseLine> lines;
};

/// By file and class, in the order of `uses`. `open`: as from unsavedTexts(). Reads files: for a worker.
QVector<UseGroup> linesOf(const std::vector<kod::SymbolUse>& uses, const std::string& name, const QHash<QString, QByteArray>& open);

/// A text as it is now, wherever it is; nothing when it cannot be read.
std::optional<QByteArray> textNow(const QString& path, const QHash<QString, QByteArray>& open);

/// What people call a use: "defines", "sends", ...
QString useKindText(kod::UseKind kind);

/// Icon and colour of what a name stands for.
struct NameLook
{
    const char* icon;
    QColor Theme::Syntax::*ink;
};
NameLook nameLook(kod::NameKind kind);

} // namespace blak::ui::code

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/document.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <memory>
#include <vector>

namespace blak::ui::shell {

/// Files that were closed with edits nobody saved. The edits lie in journals (kept_edits.h), which outlive the studio; beside each, as
/// far as the memory for them reaches, the document itself as it was closed: opened again, it has all of its steps.
class ClosedEdits
{
public:
    static constexpr std::size_t mostMemory = 64u * 1024 * 1024; ///< bytes of the steps of all documents
    static constexpr std::size_t mostDocuments = 24;

    /// The newest of its path; `document` may be null: kept by an earlier studio.
    void add(const QString& path, const QString& journal, std::shared_ptr<document::Document> document);
    void forget(const QString& path);

    /// Of those whose journals are still there: somebody may have given them up.
    QStringList paths() const;
    bool holds(const QString& path) const;
    QString journal(const QString& path) const; ///< empty: none
    /// As it was closed; null when only its journal is left.
    std::shared_ptr<document::Document> document(const QString& path) const;

    struct Entry
    {
        QString path;
        QString journal; ///< empty: its edits were taken back, and can be made again
        std::shared_ptr<document::Document> document;
    };
    const std::vector<Entry>& entries() const { return entries_; }

private:
    const Entry* find(const QString& path) const;
    void trim();

    std::vector<Entry> entries_; ///< closed first, first
};

} // namespace blak::ui::shell

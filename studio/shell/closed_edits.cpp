// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/closed_edits.h"

#include <QFileInfo>

#include <algorithm>
#include <ranges>

namespace blak::ui::shell {

void ClosedEdits::add(const QString& path, const QString& journal, std::shared_ptr<document::Document> document)
{
    forget(path);
    entries_.push_back({path, journal, std::move(document)});
    trim();
}

void ClosedEdits::forget(const QString& path)
{
    std::erase_if(entries_, [&](const Entry& one) { return one.path == path; });
}

const ClosedEdits::Entry* ClosedEdits::find(const QString& path) const
{
    const auto found = std::ranges::find(entries_, path, &Entry::path);
    return found == entries_.end() || !QFileInfo::exists(found->journal) ? nullptr : &*found;
}

QStringList ClosedEdits::paths() const
{
    QStringList all;
    for (const Entry& one : entries_)
        if (QFileInfo::exists(one.journal))
            all << one.path;
    return all;
}

bool ClosedEdits::holds(const QString& path) const { return find(path) != nullptr; }

QString ClosedEdits::journal(const QString& path) const
{
    const Entry* entry = find(path);
    return entry == nullptr ? QString() : entry->journal;
}

std::shared_ptr<document::Document> ClosedEdits::document(const QString& path) const
{
    const Entry* entry = find(path);
    return entry == nullptr ? nullptr : entry->document;
}

/// Those closed long ago become journals alone.
void ClosedEdits::trim()
{
    std::size_t memory = 0;
    std::size_t count = 0;
    for (Entry& one : entries_ | std::views::reverse) {
        if (!one.document)
            continue;
        memory += one.document->history().memory();
        if (++count > mostDocuments || (memory > mostMemory && count > 1))
            one.document.reset();
    }
}

} // namespace blak::ui::shell

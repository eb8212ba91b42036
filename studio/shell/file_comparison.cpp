// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/file_comparison.h"

#include "studio/shell/document_area.h"
#include "studio/shell/edits_comparison.h"
#include "studio/shell/opening.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_window.h"
#include "studio/views/compare/compare_view.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>
#include <vector>

namespace blak::ui::shell {

FileComparison::FileComparison(StudioWindow& window, views::CompareView& page, const QStringList& files)
    : QObject(&page), window_(window), page_(page), files_(files)
{
    connect(&page_, &views::CompareView::saveRequested, this, &FileComparison::save);
    connect(&page_, &views::CompareView::editsRequested, this, &FileComparison::compareEdits);
    const DocumentArea& documents = window_.documents();
    connect(&documents, &DocumentArea::currentChanged, this, &FileComparison::tellIfShown); // edits are made on other pages
    connect(&documents, &DocumentArea::documentsChanged, this, &FileComparison::tellIfShown, Qt::QueuedConnection); // closed, and kept or given up
}

void FileComparison::tellIfShown()
{
    if (window_.documents().current() == &page_)
        tellUnsaved();
}

void FileComparison::tellUnsaved()
{
    std::vector<views::CompareView::Unsaved> edited;
    for (const QString& file : std::as_const(files_)) {
        const DocumentView* there = window_.documents().find(file);
        if (there != nullptr && there->isModified())
            edited.push_back({there->title(), file, there->document() ? EditsComparison::editsOf(there->document()) : nullptr, static_cast<bool>(there->document())});
        else if (window_.saving().keeps(file)) { // closed, or still being read
            const auto closed = window_.saving().closed().edits().document(file); // else only a journal has them
            edited.push_back({QFileInfo(file).fileName(), file, closed ? EditsComparison::editsOf(closed) : nullptr, true});
        }
    }
    page_.setUnsaved(std::move(edited));
}

void FileComparison::compareEdits()
{
    QStringList kept;
    for (const QString& file : std::as_const(files_))
        if (window_.saving().keeps(file) && !window_.saving().closed().edits().document(file))
            kept << file;
    withPagesOf(kept, [this] {
        tellUnsaved();
        static_cast<void>(page_.compareEdits(true)); // its header says what could not be read
    });
}

void FileComparison::save(const QStringList& files)
{
    QStringList unsaved;
    for (const QString& file : files)
        if (window_.documents().find(file) != nullptr || window_.saving().keeps(file))
            unsaved << file;
    withPagesOf(unsaved, [this, unsaved] {
        for (const QString& file : unsaved)
            if (DocumentView* there = window_.documents().find(file); there != nullptr && there->isModified() && !window_.saving().save(there))
                break;
        tellUnsaved();
        static_cast<void>(page_.again());
    });
}

void FileComparison::withPagesOf(const QStringList& files, const std::function<void()>& then)
{
    auto* waiting = new QObject(this);
    const auto look = [this, waiting, files, then] {
        const bool isThere = std::ranges::all_of(files, [this](const QString& file) {
            const DocumentView* page = window_.documents().find(file);
            return page != nullptr && !window_.opening().isWaiting(page);
        });
        if (!isThere)
            return;
        waiting->deleteLater();
        waiting->disconnect();
        QObject::disconnect(&window_.documents(), nullptr, waiting, nullptr);
        QObject::disconnect(&window_.opening(), nullptr, waiting, nullptr);
        then();
    };
    for (const QString& file : files)
        if (window_.documents().find(file) == nullptr)
            window_.opening().openAgain({file});
    window_.documents().setCurrent(&page_);
    connect(&window_.documents(), &DocumentArea::documentsChanged, waiting, look, Qt::QueuedConnection);
    connect(&window_.opening(), &Opening::replaced, waiting, look, Qt::QueuedConnection);
    look();
}

} // namespace blak::ui::shell

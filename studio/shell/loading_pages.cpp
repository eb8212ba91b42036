// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/loading_pages.h"

#include "studio/shell/document_area.h"
#include "studio/shell/loading_page.h"
#include "studio/shell/progress_line.h"
#include "studio/shell/studio_window.h"

#include <algorithm>

namespace blak::ui::shell {

LoadingPages::LoadingPages(StudioWindow& window) : QObject(&window), window_(window) {}

LoadingPage* LoadingPages::add(const DocumentType& type, const QString& path, const QVariantMap& state)
{
    auto* page = new LoadingPage(type, path, state, &window_.documents());
    pages_.insert(page, page);
    connect(page, &LoadingPage::loaded, this, [this, page] { emit loaded(*page); });
    connect(page, &LoadingPage::becameSlow, this, [this, page] {
        emit becameSlow(page);
        showProgress();
    });
    connect(page, &LoadingPage::becameLong, this, &LoadingPages::showProgress);
    return page;
}

void LoadingPages::forget(const DocumentView* page) { pages_.remove(page); }

bool LoadingPages::isBriefly(const DocumentView* document) const
{
    const LoadingPage* page = pages_.value(document);
    return page != nullptr && !page->isSlow();
}

bool LoadingPages::isReading() const
{
    return std::ranges::any_of(pages_, [](const LoadingPage* page) { return !page->isTaken(); });
}

void LoadingPages::showProgress() const
{
    bool waits = false;
    QString longest;
    for (const DocumentView* document : window_.documents().documents()) {
        const LoadingPage* page = pages_.value(document);
        if (page == nullptr || page->isTaken())
            continue;
        waits = waits || page->isSlow();
        if (page->isLong() && longest.isEmpty())
            longest = page->title();
    }
    window_.progress().loading(waits, longest);
}

void LoadingPages::closeLong()
{
    for (LoadingPage* page : pages_.values())
        if (page->isLong())
            window_.closeDocument(page);
    showProgress();
}

void LoadingPages::finish()
{
    for (LoadingPage* page : pages_.values())
        page->finish();
}

} // namespace blak::ui::shell

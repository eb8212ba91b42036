// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/kept_edits.h"

#include <QString>

#include <functional>

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

class StudioWindow;

/// Files that are gone while edits of them are open, or are kept: what can be made of them again, and where that is offered.
class VanishedFiles
{
public:
    /// All of it outlives this.
    VanishedFiles(StudioWindow& window, const KeptEdits& kept) : window_(window), kept_(kept) {}

    /// Nobody has it open, but edits of it are kept: offers to write it from them. False: there is nothing to write.
    bool offer(const QString& path);
    /// At the start: opens, or offers, or says what is kept of it.
    void tell(const QString& path);
    /// A bar over its document: to save it again or to close it.
    void showBar(DocumentView& document, std::function<void()> save);

private:
    void writeAgain(const QString& path);

    StudioWindow& window_;
    const KeptEdits& kept_;
};

} // namespace blak::ui::shell

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/document.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

class DocumentNotice;
class StudioWindow;

/// The page that shows a file on the disk beside the edits of its document, where both differ.
class EditsComparison : public QObject
{
    Q_OBJECT

public:
    /// What its bar offers.
    struct Choices
    {
        std::function<void(DocumentView*)> overwrite;
        std::function<void(DocumentView*)> reload;
    };
    EditsComparison(StudioWindow& window, Choices choices);

    void show(DocumentView* document);
    /// Of the file and its edits, which are one now or are gone. True when it was in front.
    bool close(const QString& path);

    /// Gives the edits of a document as they would be saved, for as long as it is there.
    static std::function<Result<std::string>()> editsOf(const std::shared_ptr<document::Document>& document);

private:
    DocumentNotice* choiceOf(DocumentView* document);

    StudioWindow& window_;
    Choices choices_;
};

} // namespace blak::ui::shell

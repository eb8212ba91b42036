// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_assist.h"
#include "kodide/ui/file_replace.h"
#include "studio/shell/place_history.h"

#include <QObject>
#include <QPointer>

namespace blak::ui {
class DocumentView;
}
namespace blak::ui::code {
class CodeView;
class ReferencesPanel;
} // namespace blak::ui::code

namespace blak::ui::shell {

class StudioWindow;

/// What texts of Blakod ask the window for: other places and the way back, the References dock, another name in many files.
class CodeDesk : public QObject
{
    Q_OBJECT

public:
    explicit CodeDesk(StudioWindow& window);

    code::ReferencesPanel& references() { return *references_; }
    bool canGoBack() const { return places_.canGoBack(); }
    bool canGoForward() const { return places_.canGoForward(); }
    void goBack();
    void goForward();
    /// The next line of the References dock, or the one before.
    void stepUse(int direction);
    /// Another project: its places are of no use here.
    void forget();

private:
    void adoptAll();
    void adopt(code::CodeView& view);
    void leave(DocumentView* view);
    void go(const std::optional<VisitedPlace>& place);
    VisitedPlace here() const;
    void showUses(code::CodeView& view, const kod::SymbolKey& key, const QString& fromClass, code::UsesShown shown);
    void rename(const QVector<code::FileEdits>& files, const QString& stepName, const QString& oldName, const QString& newName);
    void undoRename();

    StudioWindow& window_;
    code::ReferencesPanel* references_;
    code::ReplacedFiles renamed_;
    PlaceHistory places_;
    QPointer<DocumentView> current_;
    bool isReturning_ = false;
};

} // namespace blak::ui::shell

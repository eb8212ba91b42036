// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_links.h"
#include "kodide/ui/file_replace.h"
#include "studio/shell/place_history.h"

#include <QObject>
#include <QPointer>

#include <array>
#include <initializer_list>
#include <utility>

class QMenu;

namespace blak::ui {
class DocumentView;
}
namespace blak::ui::code {
class ReferencesPanel;
}

namespace blak::ui::shell {

class StudioWindow;

/// What texts of Blakod ask the window for: other places and the way back, the References dock, another name in many files.
class CodeDesk : public QObject
{
    Q_OBJECT

public:
    /// Kinds of documents in which Alt+Left and Alt+Right go back and on: every place is remembered that one leaves there. Of other pages
    /// (their keys mean something else) those that one leaves by a jump: who came from one is led back to it.
    static constexpr std::array placed{"code", "text", "room"};

    explicit CodeDesk(StudioWindow& window);

    code::ReferencesPanel& references() { return *references_; }
    bool canGoBack() const { return places_.canGoBack(); }
    bool canGoForward() const { return places_.canGoForward(); }
    void goBack();
    void goForward();
    /// One jumps from here: to a place that a list shows, perhaps in the same text, or to what a page shows the way to - the line that
    /// places the thing which is selected, say.
    void leaveHere();
    /// One comes to this place of a document from another page: what it showed before is not left.
    void arrive(DocumentView& document, const QVariantMap& place);
    /// The next line of the References dock, or the one before.
    void stepUse(int direction);
    /// A file is called otherwise: the way back leads there, and so do references.
    void renamed(const QString& from, const QString& to);
    /// Blakod came, went or was written by another program: what names stand for is read again.
    void sourcesChanged();
    /// Another project: its places are of no use here.
    void forget();

private:
    void followAll();
    void addToMenu(QMenu& menu, std::initializer_list<const char*> rows);
    void leave(DocumentView* view);
    void remember(const DocumentView* view);
    void go(const std::optional<VisitedPlace>& place);
    VisitedPlace here() const;
    void showUses(const std::shared_ptr<code::KodSymbols>& tree, const kod::SymbolKey& key, const QString& fromClass, code::UsesShown shown,
                  const std::pair<QString, int>& from);
    void rename(const QVector<code::FileEdits>& files, const QString& stepName, const QString& oldName, const QString& newName);
    void followRename();
    void undoRename();

    StudioWindow& window_;
    code::CodeLinks links_;
    code::ReferencesPanel* references_;
    code::ReplacedFiles renamed_;
    std::pair<QString, QString> renamedTo_; ///< the old name and the new one
    bool isRenamed_ = false;                ///< the last renaming is in effect, as far as References know
    PlaceHistory places_;
    QPointer<DocumentView> current_;
    bool isReturning_ = false;
};

} // namespace blak::ui::shell

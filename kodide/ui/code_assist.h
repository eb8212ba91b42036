// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/tree_index.h"
#include "kodide/ui/file_replace.h"
#include "kodide/ui/latest_answer.h"

#include <QObject>
#include <QPoint>
#include <QTimer>

#include <optional>

class QKeyEvent;
class QMouseEvent;

namespace blak::ui {
class PopList;
}

namespace blak::ui::code {

class CallTip;
class CodeCompletion;
class CodeView;
class HandlerFacts;
class RenameCard;

/// What of the uses of a name is listed.
enum class UsesShown : std::uint8_t { All, Defines, Overriding, Sends, Writes, Mentions }; // Overriding: handlers of classes below

/// A name at a place of a text.
struct NameHere
{
    kod::SymbolKey key;
    qsizetype begin = 0; ///< bytes of the text
    qsizetype end = 0;
    QString spelling;    ///< as it stands there
    QString className;   ///< around it; empty: none
};

/// What one expects of an editor that knows its language: going to definitions, names while typing, what a name is, the parameters of a
/// call, where a name is used, another name for it. Of one view of Blakod; what it knows comes from the view's index.
class CodeAssist : public QObject
{
    Q_OBJECT

public:
    explicit CodeAssist(CodeView& view);
    ~CodeAssist() override;

    // Of the name at the cursor.
    void goToDefinition();
    void findUses();
    void beginRename();
    /// The list of names.
    void complete();
    /// The parameters of the call around the cursor.
    void helpCall();

    /// What stands at a byte of the text, or just before it. Asks the index as it is.
    std::optional<NameHere> nameAt(qsizetype offset) const;
    /// Tells of the name under the mouse; what else could be said of it comes first.
    void showTip(const QPoint& at, qsizetype offset);
    /// Who has something better to say about a word under the mouse (the value it has, say) takes it: `otherwise` shows the tip.
    using Taker = std::function<bool(const QString& word, const QPoint& at, const std::function<void()>& otherwise)>;
    void setTipTaker(Taker taker) { taker_ = std::move(taker); }

    HandlerFacts& facts() { return *facts_; }
    CodeCompletion& completion() { return *completion_; }
    /// To choose a definition from, when there are several.
    PopList& choices() { return *choices_; }
    QWidget* callTipShown() const; ///< null: none
    QString callTipText() const;
    /// Goes to a place that the index knows, in this text or another.
    void goTo(const kod::SymbolUse& use, const std::string& name);
    RenameCard* renameCard() const { return rename_; } ///< null: nothing is being renamed

signals:
    void usesWanted(const blak::kod::SymbolKey& key, const QString& fromClass, blak::ui::code::UsesShown shown);
    /// What was planned is to be done, in all files at once.
    void renameWanted(const QVector<blak::ui::code::FileEdits>& files, const QString& stepName, const QString& oldName, const QString& newName);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool takeKeys(QObject* watched, QKeyEvent& key, bool isOverride);
    bool takeMouse(QEvent& event);
    void edited();
    void cursorMoved();
    void closeLists();
    void closeCall();
    void askCall(bool isWanted);
    void showLink(const QPoint& at, bool isHeld);
    void follow(const NameHere& name);
    void choose(const NameHere& name, std::vector<kod::SymbolUse> places);
    void withName(const std::function<void(const NameHere&)>& then);

    CodeView& view_;
    CodeCompletion* completion_;
    PopList* choices_;
    CallTip* callTip_;
    HandlerFacts* facts_;
    RenameCard* rename_ = nullptr;
    LatestAnswer call_;
    Taker taker_;
    std::vector<kod::SymbolUse> chosenFrom_;
    std::string chosenName_;
    QString callName_;       ///< of the call that is told of
    qsizetype callAnchor_ = 0; ///< where its tip came
    bool followsCall_ = false; ///< the tip is shown, or asked for
    qsizetype lastCursor_ = -1;
    std::uint64_t seen_ = 0; ///< revision of the text that edited() looked at last
    QString typed_;          ///< since the text told of a change last
    bool erases_ = false;
    bool isTyping_ = false;  ///< a key of the text is under way: the cursor moves with it
    std::pair<qsizetype, qsizetype> link_{0, 0};
};

} // namespace blak::ui::code

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/tree_index.h"
#include "kodide/ui/latest_answer.h"
#include "ui/completion_rank.h"

#include <QObject>

class QKeyEvent;

namespace blak::ui::code {

class CodeView;

bool isNameLetter(QChar letter);

/// What could stand at a place of a text, and the word that is there.
struct FoundCompletions
{
    qsizetype begin = 0, end = 0; ///< bytes of the text
    QVector<CompletionRow> rows;
};
FoundCompletions completionsAt(const kod::TreeIndex& index, const std::filesystem::path& path, const std::string& text, qsizetype cursor);

/// The list of names while one types Blakod. What could stand at the place is asked once for each word, in a worker; more letters only narrow it.
class CodeCompletion : public QObject
{
    Q_OBJECT

public:
    explicit CodeCompletion(CodeView& view);

    /// Asked for: also without a letter.
    void begin();
    /// The text has these letters more, typed before the cursor; or one less.
    void typed(const QString& letters);
    void erased();
    /// The cursor is where nobody typed.
    void cursorMoved();
    void close();

    bool isShown() const { return list_->isVisible(); }
    bool isAsking() const { return answer_.isAsking(); }
    PopList& list() { return *list_; }
    /// Whether the key was the list's.
    bool takeKey(const QKeyEvent& key);

private:
    void ask();
    void show();
    void accept(int row);
    QString word() const; ///< from begin_ to the cursor

    CodeView& view_;
    PopList* list_;
    LatestAnswer answer_;
    FoundCompletions found_;
    bool hasFound_ = false;
    bool isWanted_ = false;   ///< asked for, not come by itself
    bool hasChosen_ = false;  ///< a row by keys, so that Return means it
};

} // namespace blak::ui::code

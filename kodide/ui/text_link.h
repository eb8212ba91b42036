// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/text_document.h"
#include "kodide/ui/text_steps.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

class QsciScintilla;

namespace blak::ui::code {

/// Keeps a text widget and a document the same: what is typed becomes steps of the document's history, and what happens to the
/// document - undo, another view, a replacement in many files - happens in the widget. The widget's own undo is off.
class TextLink : public QObject
{
    Q_OBJECT

public:
    TextLink(QsciScintilla& sci, std::shared_ptr<document::TextDocument> text, QObject* parent);
    ~TextLink() override;

    document::TextDocument& document() const { return *text_; }

    /// A key, a click, a command: what follows is a new step, unless it goes on with the word that is being typed.
    void beginGesture(const QString& name = {});
    /// The widget shows the text in pieces; it is read-only then, and follows by loading anew.
    void setShowsPieces(bool pieces) { showsPieces_ = pieces; }
    /// Where the text was changed by something else than this widget, of several places nearest to the caret; forgets it.
    std::optional<std::pair<qsizetype, qsizetype>> takeOutsideChange();

signals:
    void reloadNeeded(); ///< of a widget that shows pieces, or should

private:
    void widgetChanged(qsizetype at, const char* bytes, qsizetype length, bool isInsertion);
    void documentChanged(const document::HistoryNotice& notice);
    void rememberOutside(qsizetype at, qsizetype before, qsizetype now);
    bool goesOn(qsizetype at, std::string_view letter, bool isInsertion) const;
    void rememberLetter(qsizetype at, qsizetype length, bool isInsertion);

    QsciScintilla& sci_;
    std::shared_ptr<document::TextDocument> text_;
    document::Connection changes_;
    bool showsPieces_ = false;
    bool isTyping_ = false;    ///< the widget changes the document
    bool isFollowing_ = false; ///< the document changes the widget

    // The step that is being made.
    std::uint64_t key_ = 0;
    QString name_;             ///< of the command; empty: typing
    TextStepWords words_;      ///< what it did to the text
    bool isFresh_ = true;      ///< nothing of this gesture has arrived yet
    bool lastInserted_ = false;
    struct Place
    {
        qsizetype begin = 0, end = 0;
    };
    std::vector<Place> letters_; ///< where those of the last gesture came to, or went from, one for each cursor
    std::optional<std::pair<qsizetype, qsizetype>> outside_;
};

} // namespace blak::ui::code

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_editor.h"
#include "kodide/ui/kod_analysis.h"
#include "kodide/ui/kod_symbols.h"
#include "ui/document_view.h"

#include <QTimer>

#include <functional>
#include <memory>

namespace blak::ui::code {

class Breadcrumb;
class CodeAssist;
class CursorNote;
class FindBar;
class OutlinePanel;

/// A text in the centre: Blakod with colours, outline and what the compiler's front end says about it while it is typed; every
/// other text plainly. The text itself is a TextDocument of the workspace.
class CodeView : public DocumentView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);
    ~CodeView() override;

    QString path() const override { return path_; }
    QString title() const override;
    QString icon() const override { return isBlakod() ? QStringLiteral("code") : QStringLiteral("resource"); }
    QVector<Panel> panels() override;
    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    void showProblem(const Diagnostic& problem) override;
    QVariantMap saveViewState() const override;
    /// The place that is shown is one of the text with these edits.
    Result<void> restoreUnsaved(const QByteArray& state) override;
    void restoreViewState(const QVariantMap& state) override;
    QString placeHint() const override;
    bool goToPlace(const QString& place) override;
    void undo() override;
    void redo() override;
    void prepareForGrab() override;
    QString selectedText() const override;

    bool isBlakod() const { return dialect_ != nullptr; }
    const kod::Dialect* dialect() const { return dialect_; } ///< null: no Blakod
    CodeEditor* editor() const { return editor_; }
    FindBar* findBar() const { return findBar_; }
    OutlinePanel* outline() const { return outline_; }
    Breadcrumb* breadcrumb() const { return breadcrumb_; }
    const KodAnalysis& analysis() const { return analysis_; }
    const TextForm& format() const { return text_->form(); }
    const std::shared_ptr<document::TextDocument>& text() const { return text_; }

    /// What is read of the text as it is now; where the worker is not done yet, of its grammar alone.
    KodAnalysis analysisNow() const;
    /// A sentence in the status line, until the cursor moves or something is typed.
    void say(const QString& sentence);
    /// The same, and for a moment over the cursor: of what was asked for there.
    void sayAtCursor(const QString& sentence);
    /// Waits for the analysis of the text as it is now.
    void finishAnalysis();
    /// Of the text that what is shown was found in; behind the text while the worker is at it.
    std::uint64_t analysedRevision() const { return analysedRevision_; }

    /// What the names of its tree stand for; null: no Blakod, or the tree is still being read.
    std::shared_ptr<const kod::TreeIndex> index() const { return tree_ ? tree_->index()->get() : nullptr; }
    const std::shared_ptr<KodSymbols>& tree() const { return tree_; } ///< null: no Blakod
    /// Whether index() knows the text as it is now.
    bool isIndexed() const { return tree_ && indexedRevision_ == text_->revision(); }
    /// Runs `then` once the index knows the text as it is now: at once where it does.
    void whenIndexed(std::function<void()> then);
    /// Texts of the workspace that differ from their files, as unsavedTexts() has them.
    QHash<QString, QByteArray> openTexts() const;
    /// As the index calls this file.
    std::filesystem::path indexPath() const { return text_->path(); }
    /// Class and handler around a place; empty: outside.
    std::pair<QString, QString> ownerAt(qsizetype offset) const;
    /// Null: no Blakod.
    CodeAssist* assist() const { return assist_; }
    /// Goes to bytes of the text as a jump, so that one can go back.
    void jumpTo(qsizetype begin, qsizetype end);

signals:
    void analysed(); ///< analysis() is new
    void indexed();  ///< the index knows the text as it was a moment ago
    void jumps();    ///< what is shown is about to be left for another place
    /// Another place of the project is to be shown; `place` is a view state. As a jump.
    void placeWanted(const QString& path, const QVariantMap& place);

private:
    CodeView(const QString& path, std::shared_ptr<document::TextDocument> text, std::shared_ptr<Project> project, QWidget* parent);

    void takePath(const QString& path) override;
    void documentTold(const document::DocumentNotice& notice) override;
    void showEvent(QShowEvent* event) override;
    /// `isEdited`: the text or what it is checked against is another one, so that the index is told, too; else only what others say of it.
    void startAnalysis(bool isEdited = true);
    void judgeAgain();
    void take(KodAnalysis analysis, std::uint64_t revision);
    void tellBeingChecked();
    void takeIndexed(std::uint64_t revision);
    void placeChanged();
    void checkEncoding();
    void publishProblems();
    QString root() const;
    QString sourcePath() const; ///< as the document was opened first: its name in the tree

    QString path_;
    std::shared_ptr<Project> project_;
    const kod::Dialect* dialect_ = nullptr; ///< null: no Blakod
    std::shared_ptr<document::TextDocument> text_;
    CodeEditor* editor_ = nullptr;
    CursorNote* note_ = nullptr;
    FindBar* findBar_ = nullptr;
    OutlinePanel* outline_ = nullptr;
    Breadcrumb* breadcrumb_ = nullptr;
    std::shared_ptr<KodSymbols> tree_; ///< null: no Blakod
    KodAnalysis analysis_;
    bool isAnalysed_ = false;
    QTimer typingTimer_; ///< runs while somebody types
    std::uint64_t editedRevision_ = 0;
    QString said_;
    QTimer saidTimer_{this}; ///< until that goes
    QString encodingFault_;
    QTimer analysisTimer_;
    QTimer judgingTimer_;
    bool isOutdated_ = false; ///< another text has changed since the last analysis
    bool analysisRuns_ = false;
    bool analysisWanted_ = false;
    std::uint64_t analysedRevision_ = 0;
    std::uint64_t indexedRevision_ = ~std::uint64_t{0}; ///< none yet
    std::vector<std::function<void()>> afterIndexing_;
    CodeAssist* assist_ = nullptr;
    QVariantMap wantedState_; ///< for a moment: kept edits may come yet that make room for it
    bool tellsSoon_ = false;
};

} // namespace blak::ui::code

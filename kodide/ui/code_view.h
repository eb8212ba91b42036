// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_editor.h"
#include "kodide/ui/kod_analysis.h"
#include "ui/document_view.h"

#include <QTimer>

#include <memory>

namespace blak::ui::code {

class Breadcrumb;
class FindBar;
class OutlinePanel;

/// A text in the centre: Blakod with colours, outline and what the compiler's front end says about it while it is typed; every
/// other text plainly. Saves the bytes it read, except where they were edited.
class CodeView : public DocumentView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);
    ~CodeView() override;

    QString path() const override { return path_; }
    QString title() const override;
    QString icon() const override { return isBlakod() ? QStringLiteral("code") : QStringLiteral("resource"); }
    Perspective perspective() const override { return Perspective::Code; }
    QVector<Panel> panels() override;
    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    QVector<Problem> problems() const override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;
    QString placeHint() const override { return tr("line, column"); }
    bool goToPlace(const QString& place) override;
    bool isModified() const override { return editor_->isModified(); }
    Result<void> save() override;
    bool canUndo() const override { return editor_->canUndo(); }
    bool canRedo() const override { return editor_->canRedo(); }
    void undo() override { editor_->undo(); }
    void redo() override { editor_->redo(); }
    Result<void> reload() override;
    Result<QByteArray> unsavedState() const override { return editor_->text().isNull() ? QByteArray("") : editor_->text(); }
    Result<void> restoreUnsaved(const QByteArray& state) override;
    void prepareForGrab() override;

    bool isBlakod() const { return dialect_ != nullptr; }
    const kod::Dialect* dialect() const { return dialect_; } ///< null: no Blakod
    CodeEditor* editor() const { return editor_; }
    FindBar* findBar() const { return findBar_; }
    OutlinePanel* outline() const { return outline_; }
    Breadcrumb* breadcrumb() const { return breadcrumb_; }
    const KodAnalysis& analysis() const { return analysis_; }
    const TextBytes& format() const { return format_; }

    /// Waits for the analysis of the text as it is now.
    void finishAnalysis();

private:
    CodeView(const QString& path, const TextBytes& text, std::shared_ptr<Project> project, QWidget* parent);

    void textEdited();
    void analyseSoon();
    void startAnalysis();
    void take(KodAnalysis analysis);
    void placeChanged();
    void checkEncoding();
    QString root() const;

    QString path_;
    std::shared_ptr<Project> project_;
    const kod::Dialect* dialect_ = nullptr; ///< null: no Blakod
    TextBytes format_;                      ///< without the text
    CodeEditor* editor_ = nullptr;
    FindBar* findBar_ = nullptr;
    OutlinePanel* outline_ = nullptr;
    Breadcrumb* breadcrumb_ = nullptr;
    std::shared_ptr<kod::IncludeStore> includes_;
    std::shared_ptr<KodWorld> world_; ///< null: no Blakod
    KodAnalysis analysis_;
    QString encodingFault_;
    QTimer analysisTimer_;
    bool analysisRuns_ = false;
    bool analysisWanted_ = false;
};

} // namespace blak::ui::code

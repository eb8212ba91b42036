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
    void restoreViewState(const QVariantMap& state) override;
    QString placeHint() const override { return tr("line, column"); }
    bool goToPlace(const QString& place) override;
    void undo() override;
    void redo() override;
    void prepareForGrab() override;
    QString selectedText() const override;
    DocumentView* compareWithDisk(QWidget* parent) override;

    bool isBlakod() const { return dialect_ != nullptr; }
    const kod::Dialect* dialect() const { return dialect_; } ///< null: no Blakod
    CodeEditor* editor() const { return editor_; }
    FindBar* findBar() const { return findBar_; }
    OutlinePanel* outline() const { return outline_; }
    Breadcrumb* breadcrumb() const { return breadcrumb_; }
    const KodAnalysis& analysis() const { return analysis_; }
    const TextForm& format() const { return text_->form(); }
    const std::shared_ptr<document::TextDocument>& text() const { return text_; }

    /// Waits for the analysis of the text as it is now.
    void finishAnalysis();

private:
    CodeView(const QString& path, std::shared_ptr<document::TextDocument> text, std::shared_ptr<Project> project, QWidget* parent);

    void documentTold(const document::DocumentNotice& notice) override;
    void readIncludes();
    void startAnalysis();
    void take(KodAnalysis analysis);
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
    FindBar* findBar_ = nullptr;
    OutlinePanel* outline_ = nullptr;
    Breadcrumb* breadcrumb_ = nullptr;
    std::shared_ptr<kod::IncludeStore> includes_;
    document::Connection headers_;
    std::shared_ptr<KodWorld> world_; ///< null: no Blakod
    KodAnalysis analysis_;
    QString encodingFault_;
    QTimer analysisTimer_;
    bool analysisRuns_ = false;
    bool analysisWanted_ = false;
    bool tellsSoon_ = false;
};

} // namespace blak::ui::code

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/disassemble.h"
#include "kodide/ui/kod_analysis.h"
#include "ui/document_view.h"

class QSplitter;

namespace blak::ui {
class ViewHeader;
}

namespace blak::ui::code {

class CodeEditor;
class OutlinePanel;

/// Object code as a listing beside its source. The cursor in one shows the place of it in the other; shows only.
class BofView : public DocumentView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QString path() const override { return path_; }
    QString title() const override;
    QString icon() const override { return QStringLiteral("code"); }
    QVector<Panel> panels() override;
    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;
    QString placeHint() const override { return tr("line of the source"); }
    bool goToPlace(const QString& place) override;

    CodeEditor* listing() const { return listing_; }
    CodeEditor* source() const { return source_; } ///< hidden without a source
    const QString& sourcePath() const { return sourcePath_; }
    OutlinePanel* outline() const { return outline_; }

    /// Lines of the listing (from 0) that belong to a line of the source (from 1).
    QVector<int> listedLinesOf(int sourceLine) const;
    /// Line of the source (from 1) that a line of the listing (from 0) belongs to; 0 = none.
    int sourceLineOf(int listedLine) const;

private:
    Result<void> readAgain();
    BofView(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    Result<void> load();
    void loadSource();
    void fillOutline();
    void publishProblems();
    void followListing();
    void followSource();

    QString path_;
    std::shared_ptr<Project> project_;
    bof::File file_;
    bof::Listing listed_;
    bool named_ = false; ///< a kodbase gave names
    QString sourcePath_;
    bool sourceChanged_ = false; ///< it is shorter than the object code says
    CodeEditor* listing_ = nullptr;
    CodeEditor* source_ = nullptr;
    ViewHeader* listingHeader_ = nullptr;
    ViewHeader* sourceHeader_ = nullptr;
    QWidget* sourceSide_ = nullptr;
    OutlinePanel* outline_ = nullptr;
    bool following_ = false;
};

DocumentType bofDocumentType();

} // namespace blak::ui::code

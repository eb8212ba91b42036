// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/text_document.h"
#include "formats/document/workspace.h"
#include "kodide/ui/file_replace.h"
#include "kodide/ui/find_bar.h"
#include "kodide/ui/hit_list.h"
#include "kodide/ui/replacement_note.h"

#include <QVariantMap>
#include <QWidget>

#include <memory>
#include <optional>
#include <set>

class QLabel;
class QProgressBar;
class QPushButton;

namespace blak::ui::code {

/// Find in files: searches the project while typing, lists the lines by file, opens a hit at its place; replaces what is ticked,
/// after showing how it will look, and takes it back as one step.
class FindPanel : public QWidget
{
    Q_OBJECT

public:
    explicit FindPanel(QWidget* parent = nullptr);

    /// Files to look through (absolute paths) and the root that shown paths begin at.
    void setFiles(std::function<QStringList()> files, std::function<QString()> root);
    /// Searched and changed are the texts of this workspace where they differ from their files.
    void setWorkspace(std::shared_ptr<document::Workspace> workspace);
    /// Files that nothing is replaced in while they are closed: ReplacedFiles::setAside().
    void setAside(std::function<bool(const QString& path)> isAside) { replaced_.setAside(std::move(isAside)); }

    /// A search anew: focus in the field, with a text to begin with, and nothing to replace by. Ctrl+Z in that field brings back what was there.
    void begin(const QString& text = {});
    void search();
    void replaceTicked();
    void undoReplace();
    /// A file is called otherwise, though files() may not know yet: see filesChanged().
    void renamed(const QString& from, const QString& to);
    /// files() gives others now; a search that a renaming came into begins anew.
    void filesChanged();

    QLineEdit* findField() const { return find_; }
    QLineEdit* replaceField() const { return replace_; }
    QLineEdit* filterField() const { return filter_; }
    const SearchSwitches& switches() const { return switches_; }
    QTreeWidget* tree() const { return list_; }
    QString summary() const;
    QPushButton* replaceButton() const { return replaceButton_; }
    QPushButton* undoButton() const { return undoButton_; } ///< shown as long as there is a replacement to undo
    bool isSearching() const { return search_.isRunning() || rest_.isActive(); }

    QSize sizeHint() const override { return {236, 400}; }

signals:
    /// `place` is a view state of CodeView.
    void openRequested(const QString& path, const QVariantMap& place);
    void replaced(const QString& sentence, bool canUndo);
    void undoGone(); ///< the last replacement was taken back, by whatever way, or edited since
    void failed(const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void add(const QVector<FileHits>& batch);
    void finish(bool complete);
    void clear();
    void say(const QString& text, bool isFault = false);
    void sayReplaced(const ReplacedFiles::Outcome& outcome);
    QString replacedSentence() const;
    void refreshReplace();
    void countTicks();
    void refreshUndo();
    void follow(const document::WorkspaceNotice& notice);
    void searchEdited();
    void searchIn(const document::TextDocument& text);
    QStringList wantedFiles() const;

    std::function<QStringList()> files_;
    std::function<QString()> root_;
    QLineEdit* find_ = nullptr;
    QLineEdit* replace_ = nullptr;
    QLineEdit* filter_ = nullptr;
    SearchSwitches switches_;
    QLabel* summary_ = nullptr;
    QPushButton* cancel_ = nullptr;
    QPushButton* replaceButton_ = nullptr;
    QPushButton* undoButton_ = nullptr;
    QProgressBar* bar_ = nullptr;
    HitList* list_ = nullptr;
    QTimer rest_;
    QTimer again_; ///< a text that is searched was edited
    FileSearch search_;
    ReplacedFiles replaced_;
    document::Connection told_;
    std::set<std::weak_ptr<const document::TextDocument>, std::owner_less<>> edited_; ///< since they were searched
    std::optional<ReplacementNote> done_; ///< of the replacement that was made last
    bool isRenamedMeanwhile_ = false; ///< a file, while it was searched for by its old name
    bool canUndo_ = false; ///< when it was looked at last
    bool holdsReplace_ = false; ///< until hold_ ends, once its button is there
    QTimer hold_;
};

} // namespace blak::ui::code

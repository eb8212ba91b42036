// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/compare/compared_body.h"
#include "ui/document_view.h"

#include <functional>
#include <string>
#include <vector>

class QTimer;
class QToolButton;
class QVBoxLayout;

namespace blak::ui {
class ViewHeader;
}

namespace blak::ui::views {

class WatchedFiles;

/// Two files of any kind side by side: rooms as maps, sprites and pictures as frames, saved games and tables as a list of what
/// differs, texts by lines, everything else by bytes. It follows its files: what another program, or the studio, writes is compared
/// anew, at the same place as before.
class CompareView : public DocumentView
{
    Q_OBJECT

public:
    static constexpr auto kindId = "compare"; ///< among the kinds of documents

    /// Two kinds that do not go together are compared as bytes.
    static Result<CompareView*> open(const QString& left, const QString& right, std::shared_ptr<Project> project,
                                      QWidget* parent);

    /// Gives the edits of a document as they would be saved.
    using Edits = std::function<Result<std::string>()>;

    /// A file as it is on the disk (left), and a document of it with its edits, as it would be saved (right).
    static Result<CompareView*> openEdits(const QString& file, std::string_view edited, std::shared_ptr<Project> project,
                                           QWidget* parent);
    /// Takes the edits anew, from `edits`, after each editsChanged() and when it compares again.
    void followEdits(Edits edits) { edits_ = std::move(edits); }
    /// They are compared soon, and not before the page is seen.
    void editsChanged();
    /// One of the two files whose document, open or closed, has edits that are not saved.
    struct Unsaved
    {
        QString title, file;
        Edits edits;          ///< none: they are not at hand
        bool canCome = false; ///< they would be: editsRequested()
    };
    /// The files on the disk are compared: said over both, with a way to compare the edits instead and one to save them.
    void setUnsaved(std::vector<Unsaved> unsaved);
    /// Those of setUnsaved() instead of their files, or the files again.
    Result<void> compareEdits(bool on);
    bool comparesEdits() const { return comparesEdits_; }
    /// What path() of such a comparison is. It is of no use in another session.
    static QString editsPath(const QString& file);

    QString path() const override; ///< comparePath(), or editsPath()
    QString title() const override;
    QString icon() const override { return QStringLiteral("split-view"); }
    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    void prepareForGrab() override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;

    /// Reads the files anew and shows what differs now, at the same place. Where one cannot be read, what is shown stays and the
    /// header says so. The edits are those of the document now, where it was told of one.
    Result<void> again();
    Result<void> reload() override { return again(); }
    /// What was left is right. Not for a file and its edits.
    void swapSides();

    int differences() const { return body_->differences(); }
    /// The next difference (or the one before), going round.
    void step(int direction) { body_->step(direction); }
    void setFolded(bool folded);
    bool isFolded() const { return body_->isFolded(); }
    /// The list below pictures and maps, which then have the whole page.
    void setListShown(bool shown);
    /// Looks for words in both texts.
    void find() { body_->find(); }
    void stepHit(int direction) { body_->stepHit(direction); }
    bool canFold() const { return body_->canFold(); }

    SideBySide* sides() const { return body_->sides(); }
    TablePane* list() const { return body_->list(); }
    RoomPair* rooms() const { return body_->rooms(); }
    FramePair* frames() const { return body_->frames(); }
    QString summary() const;
    /// The kind of documents it is looked at among: "room", "sprite"; empty: it belongs to none of these.
    QString homeKind() const;

signals:
    /// Of these files the open documents, please.
    void saveRequested(const QStringList& files);
    /// Some edits are wanted that setUnsaved() did not bring; who brings them compares them.
    void editsRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    Result<Compared> compareNow();
    CompareView(QString left, QString right, std::string edited, std::shared_ptr<Project> project, Compared compared, QWidget* parent);
    bool leavesEditsOut() const { return !unsaved_.empty() && !comparesEdits_; }
    void showUnsaved();
    bool hasEdits() const;
    QString emptySentence() const;
    bool ofEdits() const { return right_.isEmpty(); }
    std::pair<QString, QString> names() const;
    std::pair<QString, QString> roles() const; ///< "older", "newer"; empty where nothing tells
    void showBody(Compared compared);
    void lookAtFiles();
    void refresh();

    QString left_, right_; ///< no right one: the edits of the left one
    std::string edited_;   ///< those edits, as they would be saved
    Edits edits_;          ///< where they come from
    bool editsAreNew_ = false; ///< edited_ are not those of the document
    std::shared_ptr<Project> project_;
    ViewHeader* header_ = nullptr;
    QVBoxLayout* column_ = nullptr;
    QWidget* unsavedBar_ = nullptr; ///< below the header; null: nothing to say
    std::vector<Unsaved> unsaved_;
    bool comparesEdits_ = false; ///< of unsaved_
    ComparedBody* body_ = nullptr; ///< all below both
    QToolButton *before_ = nullptr, *next_ = nullptr, *fold_ = nullptr, *showsList_ = nullptr;
    WatchedFiles* files_ = nullptr;
    QTimer* settle_ = nullptr;
    QString stale_; ///< why what is shown is not what the files hold; empty: it is
};

} // namespace blak::ui::views

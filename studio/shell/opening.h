// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/file_index.h"
#include "ui/document_view.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QVariantMap>
#include <QVector>

namespace blak::ui::shell {

class LoadingPage;
class LoadingPages;
class StudioWindow;
class OpenProject;

/// A file that is to be opened.
struct WantedFile
{
    QString path;
    QVariantMap state = {}; ///< of its view
    bool current = true;    ///< in front, when several come
};

/// Opens projects and files: looks through the folder, knows which kind of document a file is, reads it in a worker where that takes
/// time (a LoadingPage stands in its place meanwhile), and brings the document into the window.
class Opening : public QObject
{
    Q_OBJECT

public:
    Opening(StudioWindow& window, QVector<DocumentType> types);

    /// A project folder, a file, a place in one, or two that are compared.
    void open(const QString& path, const QVariantMap& state);
    void openProject(const QString& folder, bool recursive = true);
    /// The project that is being looked through opens on no document: one of them may be what ends the studio.
    void openNothing() { opensNothing_ = true; }
    /// From now on a project comes with what was open in it when it was left. Until then who starts the studio says what is opened.
    void bringBackSessions() { bringsBack_ = true; }
    /// What is opened once the project was looked through.
    const QVector<WantedFile>& waiting() const { return waiting_; }
    /// A file of an earlier session; in the project that is being looked through it waits for that.
    void openAgain(const WantedFile& what);
    void compare(const QString& left, const QString& right);
    /// Base, ours, theirs, and the room that is written.
    void merge(const QStringList& four);
    /// In place of a view without a document (a table of a saved game, say) one of the file as it is now. False: this kind cannot, or
    /// the file cannot be read; the view stays.
    bool openAnew(DocumentView* view);
    /// A view that belongs to no file of its own. A kind says in which perspective it is at home; `homeKind`, if it is with another one.
    void show(DocumentView* page, const QString& kind = {}, const QString& homeKind = {});
    /// A document that is in no file yet, of the kind with this id.
    void showNew(DocumentView* document, const QString& kind);
    /// Forgets the project.
    void closeProject();

    FileIndex& index() { return index_; }
    const std::shared_ptr<OpenProject>& project() const { return project_; }
    const QVector<DocumentType>& types() const { return types_; }

    /// Id of its document type; empty: none of its own.
    QString kindOf(const DocumentView* document) const { return kinds_.value(document); }
    /// By which its perspective is chosen: a comparison is at home where what it compares is, as show() was told.
    QString homeKindOf(const DocumentView* document) const;
    const DocumentType* typeOf(const DocumentView* document) const;
    /// It stands for a document that is still being read.
    bool isWaiting(const DocumentView* document) const;
    /// It waits, but not yet so long that anything is said of it.
    bool isBriefly(const DocumentView* document) const;
    void forget(DocumentView* document);
    /// The file of an open document is called otherwise.
    void renamed(const QString& from, const QString& to);
    /// It is looked at (null: none is): a picture for the cards of Welcome, if there is none in the colours of the theme.
    void takePictureSoon(DocumentView* document);

    /// A folder is being looked through or a file read.
    bool isUnderWay() const;
    /// Stops the looking through, or the reading that takes longest.
    void cancel();
    /// Waits for everything that is under way.
    void finish();

signals:
    void projectChanged(); ///< project() is another one, or none
    void filesChanged(bool pictures); ///< of the project; textures or sprites among them
    void replaced(DocumentView* page, DocumentView* document); ///< before the page goes
    void becameSlow(DocumentView* page);

private:
    void openFile(const QString& path, const QVariantMap& state);
    void openDocument(const WantedFile& what, const std::shared_ptr<Project>& project);
    void openLone(const WantedFile& what);
    void openWaiting();
    void openFirstRoom();
    void leaveProject();
    void projectIndexed();
    void projectRenewed();
    void projectFailed();
    bool isInProject(const QString& path) const;
    void load(const WantedFile& what, const DocumentType& type, const std::shared_ptr<Project>& project);
    void takeLoaded(LoadingPage& page);
    void welcome(DocumentView* document, const DocumentType& type, const QVariantMap& state);
    void rememberRecent(const DocumentView& document);
    void reportFailure(const Error& error, const QString& path);

    StudioWindow& window_;
    QVector<DocumentType> types_;
    FileIndex index_;
    std::shared_ptr<OpenProject> project_;
    QVector<WantedFile> waiting_; ///< until the project was looked through
    bool opensNothing_ = false;
    bool bringsBack_ = false; ///< bringBackSessions()
    QHash<const DocumentView*, QString> kinds_;
    QHash<const DocumentView*, QString> homes_; ///< homeKindOf(), where it is another one
    LoadingPages* pages_;
};

} // namespace blak::ui::shell

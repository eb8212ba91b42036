// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "formats/base/result.h"
#include "formats/document/workspace.h"

#include <QByteArray>
#include <QIcon>
#include <QString>
#include <QStringList>
#include <QVariantMap>
#include <QVector>
#include <QWidget>

#include <atomic>
#include <functional>
#include <memory>

namespace blak::ui {

class Project;

/// Dock content that belongs to a document. The shell owns the QDockWidget of this id (one for each perspective, so that the
/// layout stays when documents change) and shows the widget of the current document in it; the document owns the widget.
struct Panel
{
    QString id;    ///< "inspector", "view3d", "frames", ... stable: layouts are saved under it
    QString title; ///< "Inspector"
    QString icon;  ///< name in icons.svg
    QWidget* widget = nullptr;
    Qt::DockWidgetArea area = Qt::RightDockWidgetArea;
};

/// What can be offered about a problem: puts it right, or all of its rule, as one step of undo.
struct ProblemFix
{
    QString title;
    int alike = 0; ///< problems of the same rule that it could put right, this one among them
    std::function<void(bool all)> apply;
};

/// A page in the centre that shows a document: what the shell knows about a room, a sprite, a text. It tells; the shell draws the
/// frame around it. The document itself is no widget: other views may show it, too.
class DocumentView : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;
    ~DocumentView() override;

    virtual QString path() const = 0;
    virtual QString title() const = 0; ///< tab text, "lantern.roo"
    virtual QString icon() const = 0;  ///< name in icons.svg

    /// The same list at every call.
    virtual QVector<Panel> panels() { return {}; }
    /// Widgets for the perspective's tool bar (combo boxes, sliders) beside the actions; owned by the document.
    virtual QVector<QWidget*> toolBarWidgets() { return {}; }

    virtual QStringList statusLeft() const { return {}; }  ///< mode, selection, coordinates, hints: in this order
    virtual QStringList statusRight() const { return {}; } ///< file kind, dialect, state
    /// Of the state the word that all kinds of documents have for it: "Saved", "Not saved", "File deleted".
    QString savedText() const;
    /// Those of the document; of a page without one, its own.
    virtual const std::vector<Diagnostic>& problems() const;
    /// It is being looked through: that there are no problems but these is not known yet.
    bool isBeingChecked() const { return document() && document()->isBeingChecked(); }
    /// Brings the place of one of them into view.
    virtual void showProblem(const Diagnostic&) {}
    /// What can be offered for one of problems().
    virtual QVector<ProblemFix> fixesOf(const Diagnostic& problem) const;

    /// What comes back at the next start: zoom, position, camera, mode. JSON-like values only.
    virtual QVariantMap saveViewState() const { return {}; }
    virtual void restoreViewState(const QVariantMap&) {}

    /// What may follow ":" in the command palette, as a hint: "row, column". Empty: nothing.
    virtual QString placeHint() const { return {}; }
    /// Brings a place typed there into view; false when there is no such place.
    virtual bool goToPlace(const QString&) { return false; }

    /// What is shown: its file, history and problems. Null for pages without a file of their own (a comparison).
    const std::shared_ptr<document::Document>& document() const { return hold_.document(); }

    // What the document can do, for the shell. Undo and redo take back steps of several documents in all of them.
    virtual bool isModified() const;
    virtual Result<void> save();
    virtual bool canUndo() const;
    virtual bool canRedo() const;
    virtual void undo();
    virtual void redo();
    virtual Result<void> reload();
    /// The document with its unsaved edits, for a journal. Null: this kind of document cannot be kept.
    virtual Result<QByteArray> unsavedState() const;
    virtual Result<void> restoreUnsaved(const QByteArray& state);

    /// What is selected, when it is words on one line: where a search begins. Empty: nothing of the kind.
    virtual QString selectedText() const { return {}; }
    /// Whether the textures of its file are of interest to the texture browser.
    virtual bool showsTextures() const { return false; }

    /// Called before a picture is taken (--grab): finish background work, render synchronously.
    virtual void prepareForGrab() {}

signals:
    void titleChanged();
    void modifiedChanged(); ///< after each edit, undo and save: isModified, canUndo or canRedo may answer differently
    void statusChanged();
    void problemsChanged();
    /// Something was done or could not be done that leaves no trace in the document: an export, say.
    void reported(blak::Severity severity, const QString& sentence);
    /// A step of several documents was taken back (or done again) in all of them; the group is Workspace's.
    void steppedInMany(const QString& sentence, quint64 group, bool back);
    /// A tool at work behind the document has something to tell, for the Output dock: "Builder", what it did.
    void said(const QString& tool, const QString& text);
    /// Asks the shell to open another file of the project (a texture, a room behind an exit).
    void openRequested(const QString& path);

protected:
    /// Once, when the view is made. The workspace may be null.
    void setDocument(std::shared_ptr<document::Document> document, std::shared_ptr<document::Workspace> workspace);
    /// The same for a file that is only shown: `read` reads it again and keeps what is shown where that fails.
    void setShownFile(std::shared_ptr<document::Workspace> workspace, std::function<Result<void>()> read);
    const std::shared_ptr<document::Workspace>& workspace() const { return workspace_; }
    /// What was found in what is shown, in place of what was found before.
    void setProblems(std::vector<Diagnostic> problems);
    /// Tells the shell by the signals above.
    virtual void documentTold(const document::DocumentNotice& notice);
    /// The file of the document was renamed: path() is this from now on. Who edits files takes it; where files are only shown, they are
    /// opened anew.
    virtual void takePath(const QString& /*path*/) {}

private:
    void tellOutcome(const document::StepOutcome& outcome, bool back);
    void applyFix(std::size_t problem, std::size_t fix, bool all, std::uint64_t revision);

    std::shared_ptr<document::Workspace> workspace_;
    document::Connection told_;
    document::Connection reader_;
    document::ViewHold hold_;
    std::vector<Diagnostic> ownProblems_; ///< of a page without a document
};

/// Makes a document of what a worker has read; runs on the GUI thread, once.
using DocumentMaker = std::function<Result<DocumentView*>(QWidget* parent)>;

/// How a kind of document is recognised and opened. One for each editor, collected by the shell.
struct DocumentType
{
    QString id;          ///< "room"
    QString name;        ///< "Room"
    QStringList endings; ///< {"roo"}: for file choosers; recognition is by content
    std::function<bool(const QString& path, const QByteArray& head)> recognises; ///< head: the first 64 bytes
    std::function<Result<DocumentView*>(const QString& path, std::shared_ptr<Project> project, QWidget* parent)> open;

    /// The part of opening that takes its time - reading, parsing, decoding -, run in a worker while a page in the document's
    /// place says so; `open` is then not called. Looks at `cancelled` where it can. Empty: the file is opened at once.
    std::function<Result<DocumentMaker>(const QString& path, std::shared_ptr<Project> project,
                                        const std::atomic<bool>& cancelled)>
        load = {};
    QString icon = QStringLiteral("resource"); ///< of the page meanwhile
    QString helpPage = {};                     ///< of the help, about working with this kind: "studio/rooms"
};

} // namespace blak::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The part of StudioWindow that waits for files and takes in the documents made of them.
#include "studio/project/read_failure.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/document_area.h"
#include "studio/shell/loading_page.h"
#include "studio/shell/memory.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/recent_worlds.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/welcome_page.h"
#include "studio/shell/world_project.h"
#include "ui/place_path.h"
#include "ui/status_strip.h"
#include "ui/toast.h"

#include <QApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QProgressBar>
#include <QTimer>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int pictureAfter = 700; ///< ms; by then there is something to see

} // namespace

void StudioWindow::reportOpening(const Error& error, const QString& path)
{
    const bool isSentence = error.what.ends_with('.'); // of the editor itself; readers tell what they found, without the file
    const QString name = QFileInfo(path).fileName();
    const QString sentence = QString::fromStdString(
        isSentence
            ? error.what
            : project::readFailure(error, std::filesystem::path(QFile::encodeName(path).toStdString()), name.toStdString()));
    report(Severity::Error, sentence, path);
}

/// A page stands in for the document until a worker has read the file.
void StudioWindow::loadDocument(const Waiting& what, const DocumentType& type, const std::shared_ptr<Project>& project)
{
    auto* page = new LoadingPage(type, what.path, what.state, area_);
    connect(page, &LoadingPage::loaded, this, [this, page, typeId = type.id] {
        const auto loaded = std::find_if(types_.begin(), types_.end(), [&](const DocumentType& one) { return one.id == typeId; });
        takeLoaded(*page, *loaded);
    });
    connect(page, &LoadingPage::becameSlow, this, [this, page] {
        if (page == area_->current())
            docks_->showDocument(page); // the docks need not go on about the one before
        showLoading();
    });
    connect(page, &LoadingPage::becameLong, this, &StudioWindow::showLoading);
    connect(page, &DocumentView::statusChanged, statusTimer_, qOverload<>(&QTimer::start));
    area_->add(page);
    area_->setCurrent(page);
    page->start(type, project);
}

void StudioWindow::takeLoaded(LoadingPage& page, const DocumentType& type)
{
    const QString path = page.path();
    const QVariantMap state = page.saveViewState();
    auto made = page.makeDocument(area_);
    if (!made) {
        closeDocument(&page);
        reportOpening(made.error(), path);
    } else {
        DocumentView* document = made.value();
        const bool focused = page.isAncestorOf(QApplication::focusWidget()) || page.hasFocus();
        for (DocumentView*& last : lastOf_)
            if (last == &page)
                last = document;
        welcomeDocument(document, type, state);
        area_->replace(&page, document);
        if (focused || document == area_->current())
            document->setFocus(Qt::OtherFocusReason);
    }
    showLoading();
}

void StudioWindow::connectDocument(DocumentView* document, const QString& typeId)
{
    typeIds_.insert(document, typeId);
    connect(document, &DocumentView::statusChanged, this, [this, document] {
        if (document == area_->current())
            statusTimer_->start();
    });
    connect(document, &DocumentView::modifiedChanged, statusTimer_, qOverload<>(&QTimer::start));
    connect(document, &DocumentView::modifiedChanged, this, &StudioWindow::refreshMarks);
    connect(document, &DocumentView::problemsChanged, problemsTimer_, qOverload<>(&QTimer::start));
    connect(document, &DocumentView::titleChanged, this, &StudioWindow::refreshTitle);
    connect(document, &DocumentView::reported, this, [this, document](Severity severity, const QString& sentence) {
        if (severity == Severity::Info)
            toasts_->show(severity, sentence);
        else
            report(severity, sentence, document->path());
    });
    connect(document, &DocumentView::openRequested, this, [this](const QString& path) { open(path); });
    if (document->metaObject()->indexOfSignal("toolSaid(QString,QString)") >= 0) // only some have tools
        connect(document, SIGNAL(toolSaid(QString, QString)), output_, SLOT(append(QString, QString)));
    docks_->addDocument(document);
    memory_->settle();
    problemsTimer_->start();
}

/// Connects a new document of a file and lets it take up where it was left.
void StudioWindow::welcomeDocument(DocumentView* document, const DocumentType& type, const QVariantMap& state)
{
    withdraw(document->path());
    connectDocument(document, type.id);
    if (!state.isEmpty())
        showPlace(*document, state);
    const QString name = index_.nameOf(document->title());
    rememberFile({document->path(), name.isEmpty() ? document->title() : name, {}, 0, QDateTime::currentDateTime()});
    QStringList recent;
    for (const RecentItem& item : recentFiles())
        recent << item.path;
    palette_->setRecentFiles(recent);
    saving_->watch(document);
    QTimer::singleShot(pictureAfter, document, [this, document] {
        if (thumbnailOf(document->path()).isNull())
            rememberPicture(document); // so that the cards of Welcome have one whatever becomes of this session
    });
}

/// The thin bar while pages wait for their files, and after a while the way to stop it.
void StudioWindow::showLoading()
{
    bool waits = false;
    QString longest;
    for (DocumentView* document : area_->documents()) {
        const auto* page = qobject_cast<LoadingPage*>(document);
        if (page == nullptr || page->isTaken())
            continue;
        waits = waits || page->isSlow();
        if (page->isLong() && longest.isEmpty())
            longest = page->title();
    }
    if (!index_.isRunning()) {
        progressBar_->setVisible(waits);
        status_->setProgress(longest.isEmpty() ? QString() : tr("Opening %1").arg(longest));
    }
    progressBar_->raise();
}

bool StudioWindow::isOpening() const
{
    const auto documents = area_->documents();
    const auto isRead = [](DocumentView* document) {
        const auto* page = qobject_cast<LoadingPage*>(document);
        return page != nullptr && !page->isTaken();
    };
    return index_.isRunning() || !findChildren<FileIndex*>().isEmpty() || std::ranges::any_of(documents, isRead);
}

void StudioWindow::cancelProgress()
{
    if (index_.isRunning()) {
        index_.cancel();
        return;
    }
    for (DocumentView* document : area_->documents())
        if (const auto* page = qobject_cast<LoadingPage*>(document); page != nullptr && page->isLong())
            closeDocument(document);
    showLoading();
}

/// Edits of documents that nobody has open, on the welcome page.
void StudioWindow::offerKept()
{
    QVector<KeptDocument> kept;
    for (const KeptEdits::Kept& one : saving_->keptEdits().all())
        if (QFileInfo::exists(one.path))
            kept.push_back({one.path, one.journal, QFileInfo(one.journal).lastModified()});
    welcome_->setKept(std::move(kept));
}

} // namespace blak::ui::shell

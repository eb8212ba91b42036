// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/window_facts.h"

#include "studio/shell/command_palette.h"
#include "studio/shell/document_area.h"
#include "studio/shell/open_project.h"
#include "studio/shell/opening.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/saving.h"
#include "studio/shell/shortcut_page.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/window_commands.h"
#include "studio/views/compare/compare_paths.h"
#include "ui/empty_label.h"
#include "ui/number_text.h"
#include "ui/status_strip.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QTime>

namespace blak::ui::shell {

WindowFacts::WindowFacts(StudioWindow& window, StatusStrip& status, EmptyLabel& empty)
    : QObject(&window), window_(window), status_(status), empty_(empty)
{
    timer_.setSingleShot(true);
    timer_.setInterval(0);
    connect(&timer_, &QTimer::timeout, this, [this] {
        refreshStatus();
        window_.actions().refresh();
    });
    connect(&empty_, &QLabel::linkActivated, this, [this] {
        const QString begin = beginning();
        if (window_.index().root().isEmpty())
            chooseFolder(window_);
        else if (!begin.isEmpty())
            window_.actions().action(begin)->trigger();
        else
            window_.palette().open({});
    });
    connect(themeNotifier(), &ThemeNotifier::changed, this, &WindowFacts::refreshSoon);
}

void WindowFacts::follow(DocumentView* document)
{
    connect(document, &DocumentView::statusChanged, this, [this, document] {
        if (document == window_.documents().current())
            refreshSoon();
    });
    connect(document, &DocumentView::modifiedChanged, this, &WindowFacts::refreshSoon);
    connect(document, &DocumentView::modifiedChanged, this, &WindowFacts::refreshMarks);
    connect(document, &DocumentView::titleChanged, this, &WindowFacts::refreshTitle);
}

void WindowFacts::refreshStatus()
{
    DocumentView* document = window_.isWelcomeShown() ? nullptr : window_.documents().current();
    if (document != nullptr) {
        status_.setLeft(document->statusLeft());
        QStringList right = document->statusRight();
        if (const auto& shown = document->document(); shown && shown->canEdit() && shown->isReadOnly())
            right << tr("Read only");
        const QTime saved = window_.saving().savedAt(document), read = window_.saving().readAt(document);
        if ((saved.isValid() || read.isValid()) && !document->isModified() && QFileInfo::exists(document->path())) {
            right.removeAll(tr("Saved")); // what some documents say of themselves; the time says it, too
            right << (read.isValid() ? tr("Read again at %1").arg(read.toString(QStringLiteral("HH:mm")))
                                     : tr("Saved at %1").arg(saved.toString(QStringLiteral("HH:mm"))));
        }
        status_.setRight(right);
    } else {
        const auto& project = window_.opening().project();
        const QString files = counted(window_.index().files().size(), tr("1 file"), tr("%1 files"));
        status_.setLeft({tr("Ready"), project ? tr("%1 \u00b7 %2").arg(project->name(), files) : QString()});
        status_.setRight({project ? project->dialectName() : QString(),
                          tr("Keys: %1").arg(keyPresetName(window_.actions().preset())),
                          theme().isDark() ? tr("Dark") : tr("Light"), tr("Version %1").arg(QLatin1String(BLAK_VERSION))});
    }
}

void WindowFacts::refreshTitle()
{
    QStringList parts;
    if (const DocumentView* document = window_.isWelcomeShown() ? nullptr : window_.documents().current())
        parts << document->title();
    if (window_.opening().project())
        parts << window_.opening().project()->name();
    parts << tr("Blakston Studio");
    window_.setWindowTitle(parts.join(QStringLiteral(" \u2013 ")));
}

void WindowFacts::refreshBrowser()
{
    ProjectModel::Marked marked;
    for (const DocumentView* document : window_.documents().documents()) {
        marked.open << document->path();
        if (document->isModified())
            marked.unsaved << document->path();
    }
    marked.kept = window_.saving().closed().edits().paths();
    unsaved_ = marked.unsaved;
    const DocumentView* current = window_.documents().current();
    if (const auto both = current == nullptr ? std::nullopt : views::comparedFiles(current->path()))
        window_.browser().setMarked(marked, window_.index().holds(both->first) ? both->first : both->second, both);
    else
        window_.browser().setMarked(marked, current == nullptr ? QString() : current->path());
}

/// An edit or a save changes marks in the tree, nothing else there.
void WindowFacts::refreshMarks()
{
    QStringList unsaved;
    for (const DocumentView* document : window_.documents().documents())
        if (document->isModified())
            unsaved << document->path();
    if (unsaved != unsaved_)
        refreshBrowser();
}

/// The action that fills the empty page of this perspective; empty: there is none.
QString WindowFacts::beginning() const
{
    const QString id = QLatin1String(window_.perspectives().row(window_.perspective()).beginning);
    return window_.actions().spec(id) == nullptr ? QString() : id;
}

void WindowFacts::sayNothingOpen()
{
    if (window_.documents().current() != nullptr)
        return;
    const QString keys =
        QKeySequence::listToString(window_.actions().keys(QStringLiteral("studio.palette.files")), QKeySequence::NativeText);
    if (window_.index().isRunning())
        empty_.say(tr("Looking through %1.").arg(QFileInfo(window_.index().root()).fileName()));
    else if (window_.index().root().isEmpty())
        empty_.say(tr("No project is open."), tr("Open a project folder"));
    else if (const QString begin = beginning(); !begin.isEmpty())
        empty_.say(tr("Nothing is here yet. Press %1 to begin.")
                       .arg(QKeySequence::listToString(window_.actions().keys(begin), QKeySequence::NativeText)),
                   QString(window_.actions().spec(begin)->text).remove(u'&'));
    else
        empty_.say(tr("No %1 is open. Choose one in the project or press %2.")
                       .arg(QLatin1String(window_.perspectives().row(window_.perspective()).thing), keys),
                   tr("Go to file"));
}

} // namespace blak::ui::shell

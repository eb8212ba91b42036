// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/tours.h"

#include "formats/document/text_document.h"
#include "studio/shell/document_area.h"
#include "studio/shell/run_tours.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/views/compare/compare_paths.h"

#include <QCoreApplication>

#include <memory>

namespace blak::ui::shell {
namespace {

QString say(const char* text) { return QCoreApplication::translate("Tours", text); }

/// The first files of a group in the open project.
QStringList filesOf(StudioWindow& window, FileGroup group, const QString& ending, qsizetype most)
{
    QStringList paths;
    for (const IndexedFile& file : window.index().files())
        if (file.group == group && file.path.endsWith(ending, Qt::CaseInsensitive) && paths.size() < most)
            paths << window.index().absolute(file);
    return paths;
}

bool isCurrent(StudioWindow& window, const QString& ending)
{
    const DocumentView* view = window.documents().current();
    return view != nullptr && !window.isWelcomeShown() && view->path().endsWith(ending, Qt::CaseInsensitive);
}

void openFirst(StudioWindow& window, FileGroup group, const QString& ending)
{
    for (const QString& path : filesOf(window, group, ending, 1))
        window.open(path);
}

bool isProjectOpen(StudioWindow& window, const QString& project)
{
    return window.index().root() == project && !window.index().isRunning();
}

TourStep openProjectStep(StudioWindow& window, const QString& project)
{
    return {say("Open the sample project: \"Open and walk in\" on Welcome. Opening never changes a file."),
            {},
            [&window, project] { return isProjectOpen(window, project); },
            [&window, project] { window.open(project); },
            [&window, project] { return window.index().root() != project; }};
}

TourStep openRoomStep(StudioWindow& window)
{
    return {say("Open a room: a double click on one under Rooms at the left, or Ctrl+P and its name."),
            {},
            [&window] { return isCurrent(window, QStringLiteral(".roo")); },
            [&window] { openFirst(window, FileGroup::Room, QStringLiteral(".roo")); }};
}

/// Something of the current view's state has to become another one; `change` does it.
TourStep stateStep(StudioWindow& window, const QString& sentence, const QString& key,
                   std::function<QVariant(const QVariant&)> change)
{
    const auto before = std::make_shared<QVariant>();
    const auto now = [&window, key] {
        const DocumentView* view = window.documents().current();
        return view == nullptr ? QVariant() : view->saveViewState().value(key);
    };
    return {sentence, [before, now] { *before = now(); },
            [before, now] {
                const QVariant value = now();
                if (!before->isValid()) // the room was still being read when the step began
                    *before = value;
                return value.isValid() && value != *before;
            },
            [&window, key, now, change = std::move(change)] {
                if (DocumentView* view = window.documents().current()) {
                    QVariantMap state = view->saveViewState();
                    state[key] = change(now());
                    view->restoreViewState(state);
                }
            }};
}

QVariant oneSquareAway(const QVariant& camera)
{
    constexpr double square = 1024; // client units
    QVariantList list = camera.toList();
    if (!list.isEmpty())
        list[0] = list[0].toDouble() + square / 2;
    return list;
}

Tour textTour(StudioWindow& window, const QString& project)
{
    const QString ending = QStringLiteral(".kod");
    const auto text = [&window] {
        DocumentView* view = window.documents().current();
        return view == nullptr ? nullptr : std::dynamic_pointer_cast<document::TextDocument>(view->document());
    };
    return {QStringLiteral("text"),
            say("Change a text"),
            say("Blakod, checked while you type; nothing is lost"),
            {openProjectStep(window, project),
             {say("Open a class: one of the files under Blakod, or Ctrl+P, @ and the name of a class."),
              {},
              [&window, ending] { return isCurrent(window, ending); },
              [&window, ending] { openFirst(window, FileGroup::Blakod, ending); }},
             {say("Type something. The dot on the tab says that it is not saved; the studio keeps it all the same."),
              {},
              [&window, ending] { return isCurrent(window, ending) && window.documents().current()->isModified(); },
              [text] {
                  if (const auto document = text())
                      document->edit(say("Type").toStdString(), "\n" + document->text());
              }},
             {say("Take it back: Ctrl+Z, or any step in the History dock."),
              {},
              [&window, ending] { return isCurrent(window, ending) && !window.documents().current()->isModified(); },
              [&window] {
                  if (DocumentView* view = window.documents().current())
                      view->undo();
              }}}};
}

} // namespace

QVector<Tour> toursOf(StudioWindow& window, const QString& project)
{
    const TourStep open = openProjectStep(window, project);
    const TourStep room = openRoomStep(window);
    QVector<Tour> tours;
    tours << Tour{QStringLiteral("open"), say("Open a project"), say("A folder with rooms, sprites and Blakod"), {open, room},
                  [&window, project] { return isProjectOpen(window, project); }};
    tours << Tour{QStringLiteral("look"),
                  say("Look at a room"),
                  say("The plan from above, near and far"),
                  {open, room,
                   stateStep(window, say("Turn the wheel over the plan: it comes nearer where the mouse is. Home shows all of it again."),
                             QStringLiteral("zoom"), [](const QVariant& zoom) { return zoom.toDouble() * 1.5; })}};
    tours << Tour{QStringLiteral("walk"),
                  say("Walk through it"),
                  say("The same room from inside"),
                  {open, room,
                   stateStep(window, say("Click into the 3D view and walk: W, A, S and D; drag with the mouse to look around."),
                             QStringLiteral("camera"), oneSquareAway)}};
    tours << textTour(window, project);
    tours << Tour{QStringLiteral("compare"),
                  say("Compare two files"),
                  say("Rooms, sprites, texts, saved games"),
                  {open,
                   {say("Choose two rooms in the tree (Ctrl and click), then \"Compare the two files\" in their menu."),
                    {},
                    [&window] {
                        const DocumentView* view = window.documents().current();
                        return view != nullptr && views::comparedFiles(view->path()).has_value();
                    },
                    [&window] {
                        const QStringList two = filesOf(window, FileGroup::Room, QStringLiteral(".roo"), 2);
                        if (two.size() == 2)
                            window.compare(two[0], two[1]);
                    }}}};
    tours += runTours(window, open, room);
    return tours;
}

bool isTourFinished(const QString& id) { return StudioSettings().value(QStringLiteral("learn/") + id).toBool(); }

void setTourFinished(const QString& id) { StudioSettings().setValue(QStringLiteral("learn/") + id, true); }

} // namespace blak::ui::shell

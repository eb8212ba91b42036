// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/run_tours.h"

#include "kodide/ui/debug_values.h"
#include "studio/debugging/debug_controller.h"
#include "studio/playing/play_controller.h"
#include "studio/shell/document_area.h"
#include "studio/shell/studio_window.h"

#include <QCoreApplication>
#include <QFile>
#include <QPointer>

#include <algorithm>
#include <cmath>
#include <memory>

namespace blak::ui::shell {
namespace {

using code::DebugState;

/// Of the sample: he takes a step every three seconds while somebody is in his room.
constexpr auto walker = "/traveller.kod";
constexpr auto walkerStep = "      ptStep = $;";
constexpr auto walkerRoom = "square.roo";

bool isCurrent(StudioWindow& window, const QString& ending)
{
    const DocumentView* view = window.documents().current();
    return view != nullptr && !window.isWelcomeShown() && view->path().endsWith(ending, Qt::CaseInsensitive);
}

QString say(const char* text) { return QCoreApplication::translate("Tours", text); }

playing::PlayController* playOf(const StudioWindow& window)
{
    return window.findChild<playing::PlayController*>(QString(), Qt::FindDirectChildrenOnly);
}

debugging::DebugController* debugOf(const StudioWindow& window)
{
    return window.findChild<debugging::DebugController*>(QString(), Qt::FindDirectChildrenOnly);
}

bool isInGame(const StudioWindow& window)
{
    const auto* play = playOf(window);
    return play != nullptr && play->currentTab() != nullptr && play->currentTab()->isIn();
}

void beginToPlay(const StudioWindow& window)
{
    if (auto* play = playOf(window); play != nullptr && !play->isBusy())
        play->playHere();
}

TourStep walkStep(StudioWindow& window)
{
    const auto before = std::make_shared<play::PlayPlace>();
    const auto now = [&window] { return isInGame(window) ? playOf(window)->currentTab()->place() : play::PlayPlace(); };
    return {say("Walk: click into the game, then W or the arrow keys. Shift runs, Space goes through a door."),
            [before, now] { *before = now(); },
            [before, now] {
                const play::PlayPlace place = now();
                if (place.room.isEmpty() || !place.hasPoint)
                    return false;
                if (before->room.isEmpty()) // it was on its way in when the step began
                    *before = place;
                return place.room != before->room || std::hypot(place.x - before->x, place.y - before->y) > 1;
            },
            [&window, now] {
                if (!isInGame(window))
                    return;
                const QPointer<playing::PlayTab> tab = playOf(window)->currentTab();
                playOf(window)->session().rooms([tab, room = now().room](const QVector<play::PlayRoom>& rooms, const QString&) {
                    const auto other = std::ranges::find_if(
                        rooms, [&](const play::PlayRoom& one) { return one.file.compare(room, Qt::CaseInsensitive) != 0; });
                    if (tab && other != rooms.end())
                        tab->goTo(other->file, other->object);
                });
            }};
}

Tour playTour(StudioWindow& window, const TourStep& open, const TourStep& room)
{
    using Ghost = playing::PlayTab::Ghost;
    return {QStringLiteral("play"),
            say("Play"),
            say("The world runs, and you stand in it"),
            {open, room,
             {say("Press F5: what changed is compiled, the world starts, and you stand in the room."),
              {},
              [&window] { return isInGame(window); },
              [&window] { beginToPlay(window); }},
             walkStep(window),
             {say("Cheat: press \"Fly through walls\" in the Cheats dock at the left."),
              {},
              [&window] {
                  const auto* play = playOf(window);
                  return play != nullptr && (play->isGhost(Ghost::Flies) || play->isGhost(Ghost::Walks));
              },
              [&window] {
                  if (isInGame(window))
                      playOf(window)->toggleGhost(Ghost::Flies);
              }},
             {say("Stop: Shift+F5. Nothing of the project was changed."),
              {},
              [&window] {
                  const auto* play = playOf(window);
                  return play != nullptr && !play->isBusy();
              },
              [&window] {
                  if (auto* play = playOf(window))
                      play->stop();
              }}}};
}

/// The class of the one who walks, else the first of the project.
QString walkerFile(StudioWindow& window)
{
    QString first;
    for (const IndexedFile& file : window.index().files()) {
        if (file.group != FileGroup::Blakod || !file.path.endsWith(QLatin1String(".kod"), Qt::CaseInsensitive))
            continue;
        if (const QString path = window.index().absolute(file); path.endsWith(QLatin1String(walker), Qt::CaseInsensitive))
            return path;
        else if (first.isEmpty())
            first = path;
    }
    return first;
}

/// From 1; 0: there is none.
int lineOf(const QString& path, const char* text)
{
    QFile file(path);
    const QByteArray all = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const qsizetype at = all.lastIndexOf(text);
    return at < 0 ? 0 : static_cast<int>(all.left(at).count('\n')) + 1;
}

code::DebugSession* sessionOf(const StudioWindow& window)
{
    auto* debug = debugOf(window);
    return debug == nullptr ? nullptr : &debug->session();
}

bool isStopped(const StudioWindow& window)
{
    const auto* session = sessionOf(window);
    return session != nullptr && session->state() == DebugState::Stopped && !session->frames().empty();
}

bool hasBreakpoint(const StudioWindow& window)
{
    const auto* session = sessionOf(window);
    return session != nullptr && std::ranges::any_of(session->breakpoints(), [](const auto& ofText) { return !ofText.empty(); });
}

void setBreakpoint(StudioWindow& window)
{
    const QString path = walkerFile(window);
    const int line = lineOf(path, walkerStep);
    if (line == 0 || sessionOf(window) == nullptr)
        return;
    window.openAt(path, {{QStringLiteral("line"), line - 1}}); // so that one sees it
    if (sessionOf(window)->indexAt(path, line) < 0)
        sessionOf(window)->toggleBreakpoint(path, line);
}

/// Where the world stands, as long as that is one place.
std::pair<QString, std::int64_t> placeOf(const StudioWindow& window)
{
    if (!isStopped(window))
        return {};
    const auto& frames = sessionOf(window)->frames();
    return {QString::number(frames.size()) + u' ' + QString::fromStdString(frames.front().name), frames.front().line};
}

/// Which value of the Variables dock is chosen.
QTreeWidgetItem* chosenValue(const StudioWindow& window)
{
    const auto* values = window.findChild<code::DebugVariables*>();
    return values == nullptr || values->selectedItems().isEmpty() ? nullptr : values->selectedItems().first();
}

TourStep stopStep(StudioWindow& window, const std::shared_ptr<bool>& isLast)
{
    return {say("Press F5: the world is played. Once you are in the village square the traveller takes a step every three seconds, and all stands "
                "still at your line."),
            [isLast] { *isLast = false; },
            [&window] { return isStopped(window); },
            [&window] {
                if (!hasBreakpoint(window))
                    setBreakpoint(window);
                beginToPlay(window);
                if (isInGame(window))
                    playOf(window)->currentTab()->goTo(QLatin1String(walkerRoom));
            }};
}

Tour debugTour(StudioWindow& window, const TourStep& open)
{
    const auto isLast = std::make_shared<bool>(false);
    const auto before = std::make_shared<std::pair<QString, std::int64_t>>();
    TourStep stop = stopStep(window, isLast);
    stop.isUndone = [&window, isLast] { // the game ended
        const auto* session = sessionOf(window);
        return !*isLast && (session == nullptr || session->state() == DebugState::Off);
    };
    return {QStringLiteral("debug"),
            say("Debug"),
            say("The world stands still and shows its values"),
            {open,
             {say("Open the class Traveller: Ctrl+P, @traveller, Return."),
              {},
              [&window] { return isCurrent(window, QStringLiteral(".kod")); },
              [&window] { window.open(walkerFile(window)); }},
             {say("Set a breakpoint in the first line of Step: click at the left of its number, or F9 in the line."),
              {},
              [&window] { return hasBreakpoint(window); },
              [&window] { setBreakpoint(window); }},
             stop,
             {say("Step over the line: F10. F7 would step into what it calls."),
              [&window, before] { *before = placeOf(window); },
              [&window, before] { return isStopped(window) && placeOf(window) != *before; },
              [&window] {
                  if (isStopped(window))
                      sessionOf(window)->proceed(code::DebugStep::Over);
              }},
             {say("Look at a value: choose one in the Variables dock, or rest the mouse on a name in the text. A double click changes one."),
              [&window] {
                  if (auto* values = window.findChild<code::DebugVariables*>())
                      values->clearSelection();
              },
              [&window] { return isStopped(window) && chosenValue(window) != nullptr; },
              [&window] {
                  auto* values = window.findChild<code::DebugVariables*>();
                  if (values == nullptr || values->topLevelItemCount() == 0)
                      return;
                  window.showDock(QStringLiteral("debugVariables"));
                  values->setCurrentItem(values->topLevelItem(0), 0, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
              }},
             {say("Go on: F5, until he takes the next step. F9 in the line takes the breakpoint away, Shift+F5 ends the game."),
              [isLast] { *isLast = true; },
              [&window] {
                  const auto* session = sessionOf(window);
                  return session != nullptr && session->state() != DebugState::Stopped && !session->isStepping();
              },
              [&window] {
                  if (isStopped(window))
                      sessionOf(window)->proceed(code::DebugStep::Continue);
              }}}};
}

} // namespace

QVector<Tour> runTours(StudioWindow& window, const TourStep& open, const TourStep& room)
{
    return {playTour(window, open, room), debugTour(window, open)};
}

} // namespace blak::ui::shell

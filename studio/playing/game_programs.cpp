// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/game_programs.h"

#include "studio/playing/game_frame.h"
#include "studio/playing/play_controller.h"

#include <algorithm>

namespace blak::ui::playing {
namespace {

constexpr qsizetype mostLogLines = 20; ///< of a client that died

} // namespace

GamePrograms::GamePrograms(PlayController& controller) : QObject(&controller), controller_(controller) {}

std::optional<GamePlace> GamePrograms::placeNamed(const std::string& name)
{
    for (std::size_t i = 0; i < play::Profile::clients.size(); ++i)
        if (name == play::Profile::clients[i])
            return static_cast<GamePlace>(i);
    return std::nullopt;
}

bool GamePrograms::areWithin() const { return controller_.host().playsWithin(); }

void GamePrograms::setProgram(const QString& program)
{
    program_ = program;
    for (PlayTab* tab : controller_.tabs())
        if (tab->outer() != nullptr)
            tab->outer()->setProgram(program); // from its next start on
}

void GamePrograms::begin(PlayTab* tab, GamePlace place)
{
    tab->setKind(kindAt(place), program_);
    connect(tab, &PlayTab::clientDied, this, [this, tab](const QString& why, const QString& log) { died(tab, why, log); });
    connect(tab, &PlayTab::clientHung, this, [this, tab](int seconds) { hung(tab, seconds); });
}

ClientKind GamePrograms::kindAt(GamePlace place) const
{
    if (place == GamePlace::Program)
        return ClientKind::Apart;
    if (areWithin())
        return ClientKind::Within;
    return GameFrame::isPossible() ? ClientKind::Framed : ClientKind::Apart;
}

/// Games that are shown in the studio go there as other clients that stand where these stood.
void GamePrograms::setWithin(bool isWithin)
{
    controller_.host().keepPlaysWithin(isWithin);
    for (PlayTab* tab : controller_.tabs())
        if (tab->clientKind() != ClientKind::Apart || next_ != GamePlace::Program)
            move(tab, tab->gamePlace());
    controller_.host().refresh();
}

void GamePrograms::exchange(PlayTab* tab, GamePlace place)
{
    const ClientKind kind = kindAt(place);
    if (kind == ClientKind::Apart)
        controller_.host().place(tab, GamePlace::Page); // what there was in a dock has no place there any more
    tab->setKind(kind, program_);
}

void GamePrograms::move(PlayTab* tab, GamePlace place)
{
    const ClientKind kind = kindAt(place);
    if (kind != tab->clientKind()) {
        const auto stood = tab->stands();
        exchange(tab, place);
        tab->wanted = stood;
        if (controller_.isBusy())
            controller_.comeAgain(tab);
        else
            tab->leave({});
        emit controller_.tabsChanged();
    }
    if (kind != ClientKind::Apart)
        controller_.host().place(tab, place);
}

/// The page has its log; a client that is started again stands where this one stood.
void GamePrograms::died(PlayTab* tab, const QString& why, const QString& log)
{
    controller_.host().progress({}, 0, 0);
    controller_.tell(Severity::Error, tr("%1: %2").arg(tab->title(), why));
    const QStringList lines = log.split(u'\n', Qt::SkipEmptyParts);
    for (const QString& line : lines.mid(std::max(qsizetype(0), lines.size() - mostLogLines)))
        emit controller_.said({Severity::Info, QStringLiteral("client"), line, {}, 0});
    const QString last = lines.isEmpty() ? QString() : QStringLiteral(" ") + lines.last().trimmed();
    controller_.host().toast(Severity::Error, tr("%1: %2 The studio and the world go on.%3").arg(tab->title(), why, last), tr("Start the client again"),
                [this, guard = QPointer<PlayTab>(tab)] {
                    PlayTab* const alive = guard.data();
                    if (alive != nullptr && !alive->isIn())
                        controller_.comeAgain(alive);
                });
    emit controller_.tabsChanged();
    controller_.host().refresh();
}

void GamePrograms::hung(PlayTab* tab, int seconds)
{
    if (seconds == 0)
        return controller_.tell(Severity::Info, tr("The client of %1 answers again.").arg(tab->title()));
    const QString sentence = tr("The client of %1 has not answered for %2 s.").arg(tab->title()).arg(seconds);
    controller_.tell(Severity::Error, sentence);
    controller_.host().toast(Severity::Error, sentence, tr("Start the client again"), [this, guard = QPointer<PlayTab>(tab)] {
        PlayTab* const alive = guard.data();
        if (alive == nullptr || alive->outer() == nullptr)
            return;
        alive->wanted = alive->stands();
        alive->outer()->end();
        controller_.comeAgain(alive);
    });
}

void GamePrograms::showNew(PlayTab* tab)
{
    controller_.host().show(tab);
    if (tab->clientKind() != ClientKind::Apart && (next_ == GamePlace::Dock || next_ == GamePlace::Window))
        controller_.host().place(tab, next_);
}

void GamePrograms::show(GamePlace place)
{
    next_ = place;
    if (PlayTab* tab = controller_.currentTab()) {
        move(tab, place);
        if (place == GamePlace::Page)
            controller_.host().show(tab);
        tab->focusGame();
    }
    controller_.host().refresh();
}

} // namespace blak::ui::playing

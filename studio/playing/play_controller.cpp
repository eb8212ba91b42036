// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_controller.h"

#include "formats/base/find_file.h"
#include "roomedit/roomcore/room_document.h"
#include "studio/play/session/duration_text.h"
#include "studio/playing/game_programs.h"
#include "studio/playing/game_states.h"
#include "studio/playing/invitation.h"
#include "studio/playing/live_edits.h"
#include "studio/playing/outside_play.h"
#include "studio/playing/play_place.h"
#include "studio/playing/play_recording.h"
#include "studio/playing/profiles_dialog.h"
#include "ui/number_text.h"

#include <algorithm>

namespace blak::ui::playing {
namespace {

constexpr int stepMilliseconds = 1000;

} // namespace

PlayController::PlayController(PlayHost host, QObject* parent)
    : QObject(parent), host_(std::move(host)), here_(host_, session_), edits_(new LiveEdits(*this)), outside_(new OutsidePlay(*this)),
      recording_(new PlayRecording(*this)), programs_(new GamePrograms(*this)), states_(new GameStates(*this)), invitation_(new Invitation(*this))
{
    qRegisterMetaType<play::PlayLine>();
    connect(&session_, &play::PlaySession::ready, this, &PlayController::ready);
    connect(&session_, &play::PlaySession::failed, this, &PlayController::failed);
    connect(&session_, &play::PlaySession::died, this, &PlayController::died);
    connect(&session_, &play::PlaySession::said, this, &PlayController::said);
    connect(&session_, &play::PlaySession::reloadRefused, this, [this](const QString& why) {
        host_.toast(Severity::Warning, tr("The world keeps what it had before this change: %1").arg(why), tr("Reload again"),
                    [this] { session_.reloadAgain(); });
    });
    connect(&session_, &play::PlaySession::roomChosen, this, [this](const QString& why) { host_.toast(Severity::Info, why, {}, {}); });
    connect(&session_, &play::PlaySession::putWithoutDirection, this, [this](qint64 user) {
        for (PlayTab* tab : tabs())
            if (tab->character() == user)
                tab->lookAround();
    });
    session_.setStand([this](const play::PlayPlace& place, const QVector<QPointF>& things) {
        const auto file = session_.world() == nullptr ? std::nullopt // Blakod may write it in another case
                                                      : findInFolder(session_.world()->server() / "rooms", place.room.toStdString());
        return file ? standInFile(*file, place, things) : place;
    });
    connect(&session_, &play::PlaySession::findings, this, &PlayController::showFindings);
    connect(&session_, &play::PlaySession::progress, this,
            [this](const QString& what, int done, int all) {
                host_.progress(what, done, all);
                for (PlayTab* tab : tabs())
                    tab->showProgress(what, done, all);
            });
    connect(&session_, &play::PlaySession::hung, this, [this](int seconds) {
        if (seconds == 0) {
            host_.takeBack(std::exchange(hung_, {}));
            if (!stop_.isOn()) // then it stands, and says nothing
                tell(Severity::Info, tr("The server answers again."));
            return;
        }
        if (!hung_.isEmpty()) // it is known
            return;
        hung_ = tr("The server has not answered for %1 s.").arg(seconds);
        host_.toast(Severity::Error, hung_, tr("Restart the world"), [this] { playAnew(); });
        tell(Severity::Error, hung_);
    });
    connect(&session_, &play::PlaySession::placed, this, [this] {
        timeToRoom_ = static_cast<double>(clock_.nsecsElapsed() - stop_.stood()) / 1e6;
        host_.progress({}, 0, 0);
        const QString time = play::durationText(timeToRoom_);
        if (session_.movedTo().isEmpty())
            tell(Severity::Info, tr("In the room after %1.").arg(time));
        else
            tell(Severity::Warning, tr("In another room after %1: %2. The room's Blakod moved you.").arg(time, session_.movedTo()));
        for (PlayTab* tab : tabs())
            recording_->restart(tab);
    });
    for (const auto signal : {&play::PlaySession::stateChanged, &play::PlaySession::timeChanged})
        connect(&session_, signal, this, [this] {
            if (stop_.setPaused(session_.isRunning() && session_.isPaused()))
                tellStop();
            emit stateChanged();
            host_.refresh();
            for (PlayTab* tab : tabs())
                emit tab->statusChanged();
        });
    connect(&session_, &play::PlaySession::sessionsChanged, this, &PlayController::tabsChanged);
    connect(invitation_, &Invitation::opened, this, &PlayController::invite);
    connect(invitation_, &Invitation::closed, this, [this](const QString& why) { tell(Severity::Info, why); });
    connect(invitation_, &Invitation::failed, this, [this](const QString& why) {
        host_.toast(Severity::Warning, tr("Nobody can be invited: %1").arg(why), {}, {});
    });
    connect(&bots_, &Wanderers::changed, this, &PlayController::tabsChanged);
    connect(&bots_, &Wanderers::complained, this, [this](const QString& why) { tell(Severity::Warning, why); });
}

PlayController::~PlayController()
{
    session_.disconnect(this);
    bots_.stop();
}

void PlayController::setCaches(const QString& cacheRoot, const QString& scratchRoot)
{
    cacheRoot_ = cacheRoot;
    scratchRoot_ = scratchRoot;
}

void PlayController::worldStands(const std::optional<DebuggerStop>& stop)
{
    if (!stop_.set(stop))
        return;
    session_.setHeld(stop_.isOn());
    if (stop)
        host_.progress({}, 0, 0); // nothing loads meanwhile, however long it stands
    tellStop();
    emit stateChanged();
    host_.refresh();
}

void PlayController::tellStop()
{
    for (PlayTab* tab : tabs())
        tab->setStop(stop_);
}

void PlayController::letGoOn()
{
    if (stop_.isOn())
        emit debuggerGoesOn();
    else if (session_.isPaused())
        session_.resume();
}

void PlayController::tell(Severity severity, const QString& text)
{
    emit said({severity, QStringLiteral("play"), text, {}, 0});
}

QVector<PlayTab*> PlayController::tabs() const
{
    QVector<PlayTab*> out;
    for (const QPointer<PlayTab>& tab : tabs_)
        if (tab != nullptr)
            out.push_back(tab);
    return out;
}

PlayTab* PlayController::currentTab() const
{
    const QVector<PlayTab*> all = tabs();
    for (PlayTab* tab : all) // beside a document, say
        if (tab->hasFocusInside())
            return tab;
    if (auto* tab = qobject_cast<PlayTab*>(host_.current()))
        return tab;
    return all.isEmpty() ? nullptr : all.front();
}

QString PlayController::hint() const { return here_.hint(isBusy()); }

play::PlayWish PlayController::wish(bool withLastGood) const
{
    play::PlayWish wish;
    wish.project = host_.projectRoot().toStdString();
    if (!profile_.world.empty())
        wish.project = (wish.project / profile_.world).lexically_normal();
    wish.save = profile_.save.empty() ? std::filesystem::path() : host_.projectRoot().toStdString() / std::filesystem::path(profile_.save);
    wish.dialect = profile_.dialect;
    wish.character = profile_.character;
    wish.known = host_.project();
    wish.files = host_.workspace()->files();
    wish.withLastGood = withLastGood;
    wish.cacheRoot = cacheRoot_.toStdString();
    wish.scratchRoot = scratchRoot_.toStdString();
    for (const auto& document : host_.workspace()->modified())
        if (const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(document))
            if (const auto bytes = builtRoom(*room))
                wish.rooms[room->path().stem().string() + ".roo"] = bytes.value();
    return wish;
}

void PlayController::playHere()
{
    if (host_.projectRoot().isEmpty()) {
        host_.toast(Severity::Warning, tr("Open a project first; Play runs the world it makes."), {}, {});
        return;
    }
    if (isRunning() || outside_->isOn())
        return goOn();
    playAnew();
}

void PlayController::playAnew() { begin(false); }

/// The game that plays is nobody's to throw away: it gets what was edited and comes to the front, in a room at the place that one looks at.
void PlayController::goOn()
{
    DocumentView* here = host_.current();
    const bool isOnPage = here == nullptr || qobject_cast<PlayTab*>(here) != nullptr;
    const bool wasPaused = session_.isPaused() && !stop_.isOn();
    if (wasPaused)
        session_.resume();
    const bool isRoom = here != nullptr && std::dynamic_pointer_cast<roomcore::RoomDocument>(here->document()) != nullptr;
    if (const play::PlayLine fault = outside_->isOn() ? play::PlayLine() : faultInTexts(*host_.workspace()); !fault.file.isEmpty()) {
        host_.toast(Severity::Warning, fault.text, tr("Play with the last good classes"), [this] { begin(true); });
        emit said(fault);
        if (!isRoom)
            return goTo(fault); // it can be mended there
    } else if ((isOnPage && !wasPaused) || !isChosen()) {
        const QString why = isChosen() ? tr("The game goes on; Shift+F5, then F5 begins it anew.")
                                       : tr("The game goes on; the profile that was chosen counts when it begins anew.");
        host_.toast(Severity::Info, why, tr("Begin anew"), [this] { playAnew(); });
    }
    PlayTab* tab = currentTab();
    if (tab == nullptr)
        return;
    if (!outside_->isOn()) {
        if (here != nullptr && !isOnPage)
            playFrom(*here, tab);
        edits_->takeAll();
        if (!tab->isIn())
            comeAgain(tab);
    }
    host_.show(tab);
    if (tab->clientKind() == ClientKind::Apart && tab->outer() != nullptr)
        tab->outer()->raise();
}

/// A room that is not saved is to be in the world before anybody stands in it.
void PlayController::playFrom(const DocumentView& room, PlayTab* tab)
{
    const auto wanted = here_.placeOf(room);
    if (!wanted)
        return;
    const play::PlayPlace& place = *wanted;
    if (place.ofClass && tab->isIn() && tab->place().room.compare(place.room, Qt::CaseInsensitive) == 0)
        return; // one is there, and stays where one stands
    if (!tab->isIn()) {
        tab->wanted = place;
        return;
    }
    const auto go = [this, place, guard = QPointer<PlayTab>(tab)] {
        PlayTab* const alive = guard.data();
        if (alive == nullptr || !isRunning())
            return;
        session_.put(alive->character(), place, [this](bool good, const QString& why) {
            if (!good)
                tell(Severity::Warning, why);
        });
    };
    delete goes_;
    if (!room.isModified() || place.ofClass)
        return go();
    goes_ = new QObject(this);
    connect(&session_, &play::PlaySession::roomReloaded, goes_, [this, place, go](const QString& name) {
        if (name.compare(place.room, Qt::CaseInsensitive) != 0)
            return;
        std::exchange(goes_, nullptr)->deleteLater();
        go();
    });
}

/// Whether the profile that is played is the one that is chosen.
bool PlayController::isChosen() const
{
    const auto profiles = play::profilesOf(host_.projectRoot().toStdString());
    return !profiles || profiles.value().chosen() == profile_;
}

std::optional<play::Profile> PlayController::profile()
{
    const auto profiles = play::profilesOf(host_.projectRoot().toStdString());
    if (profiles)
        return profiles.value().chosen();
    host_.toast(Severity::Error, QString::fromStdString(profiles.error().text()), {}, {});
    return std::nullopt;
}

void PlayController::begin(bool withLastGood)
{
    const auto chosen = profile();
    if (!chosen)
        return;
    if (outside_->isOn() || (chosen->isOutside() && isBusy()))
        stop();
    profile_ = *chosen;
    beginsAtDocument_ = host_.current() != nullptr && qobject_cast<PlayTab*>(host_.current()) == nullptr;
    if (const auto wanted = GamePrograms::placeNamed(profile_.client)) {
        programs_->setNext(*wanted);
        for (PlayTab* tab : tabs())
            programs_->exchange(tab, *wanted);
    }
    if (!profile_.name.empty())
        tell(Severity::Info, tr("Playing with the profile %1.").arg(QString::fromStdString(profile_.name)));
    if (profile_.isOutside())
        return outside_->begin(profile_);
    const play::PlayPlace place = session_.kept(here_.place());
    if (const QString why = here_.whyNotItsClass(); !why.isEmpty()) {
        tell(Severity::Info, why);
        host_.toast(Severity::Info, why, {}, {});
    }
    bots_.stop();
    states_->forget();
    botsAgain_.clear();
    timeToRoom_ = 0;
    host_.takeBack(std::exchange(hung_, {}));
    stop_.forgetTime();
    clock_.start();
    const bool isNew = tabs().isEmpty();
    PlayTab* first = firstTab();
    problems_.clear();
    showProblems();
    for (PlayTab* tab : tabs()) {
        tab->joins = true;
        tab->wait();
    }
    session_.start(wish(withLastGood), place);
    if (isNew)
        programs_->showNew(first);
    else
        host_.show(first);
}

bool PlayController::isOutside() const { return outside_->isOn(); }

PlayTab* PlayController::firstTab() { return tabs().isEmpty() ? makeTab(0, programs_->next()) : tabs().front(); }

PlayTab* PlayController::makeTab(int number, GamePlace shown)
{
    auto* tab = new PlayTab(session_, number);
    programs_->begin(tab, shown);
    recording_->follow(tab);
    connect(tab, &PlayTab::picked, this, [this](qint64 object) {
        if (object != 0)
            emit inspected(object);
    });
    connect(tab, &PlayTab::entered, this, [this, tab](qint64 character, bool isNew) {
        if (outside_->isOn())
            return recording_->restart(tab);
        session_.entered(character, isNew);
        const auto isThere = [this] {
            if (!session_.isBringing())
                host_.progress({}, 0, 0);
        };
        const auto wanted = std::exchange(tab->wanted, std::nullopt);
        PlayTab* first = tabs().front();
        const bool joins = std::exchange(tab->joins, false) && first != tab && first->isIn();
        if (wanted || joins)
            session_.put(character, wanted ? *wanted : first->place(), [this, isThere](bool good, const QString& why) {
                if (!good)
                    tell(Severity::Warning, why);
                isThere();
            });
        else
            isThere();
        if (timeToRoom_ > 0) // the first one is put somewhere yet
            recording_->restart(tab);
        emit tabsChanged();
        host_.refresh();
    });
    connect(tab, &PlayTab::entryFailed, this, [this] { host_.progress({}, 0, 0); }); // its page says why
    connect(tab, &PlayTab::againWanted, this, [this, tab] { comeAgain(tab); });
    connect(tab, &PlayTab::cancelWanted, this, &PlayController::stop);
    connect(tab, &PlayTab::lastGoodWanted, this, [this] { begin(true); });
    connect(tab, &PlayTab::lineWanted, this, &PlayController::lineWanted);
    tab->setStop(stop_);
    connect(tab, &PlayTab::goOnWanted, this, &PlayController::letGoOn);
    connect(tab, &PlayTab::debuggerWanted, this, &PlayController::debuggerWanted);
    connect(tab, &PlayTab::backWanted, this, [this, tab] { host_.place(tab, GamePlace::Page); });
    connect(tab, &PlayTab::sourceWanted, this, [this](const QString& file, int line) { host_.openAt(file, line); });
    connect(tab, &PlayTab::landed, this, [this, tab](const play::PlayPlace& place) {
        session_.put(tab->character(), tab->standingIn(place), [this](bool good, const QString& why) {
            if (!good)
                tell(Severity::Warning, why);
        });
    });
    // Later: when the window goes, its parts are not there any more.
    connect(
        tab, &QObject::destroyed, this,
        [this] {
            tabs_.removeIf([](const QPointer<PlayTab>& one) { return one == nullptr; });
            emit tabsChanged();
            if (tabs().isEmpty() && isBusy())
                stop();
        },
        Qt::QueuedConnection);
    tabs_.push_back(tab);
    emit tabsChanged();
    return tab;
}

client::ConnectWish PlayController::connectWish() const
{
    client::ConnectWish wish = connectWishOf(session_);
    if (line_.isRunning())
        wish.port = line_.port();
    wish.assets = edits_->assets();
    return wish;
}

void PlayController::fetch(PlayTab* tab)
{
    session_.account(tab->kind, tab->seat, [this, tab, guard = QPointer<QObject>(tab)](const std::optional<play::PlayAccount>& account, const QString& why) {
        if (guard.isNull() || session_.world() == nullptr)
            return;
        if (!account) {
            host_.progress({}, 0, 0);
            return tab->leave(why);
        }
        tab->come(connectWish(), *account);
        edits_->tellSprites(tab);
    });
}

void PlayController::ready()
{
    if (const auto port = line_.start(QHostAddress::LocalHost, QStringLiteral("127.0.0.1"), session_.playerPort()); !port)
        tell(Severity::Warning, QString::fromStdString(port.error().text()));
    host_.progress({}, 0, 0);
    edits_->begin();
    bots_.add(session_, std::exchange(botsAgain_, {}));
    QHash<play::AccountKind, int> seats;
    for (PlayTab* tab : tabs()) {
        tab->seat = seats[tab->kind]++;
        if (tab->hasDied()) // while the world was made; its page has a button
            continue;
        host_.progress(tr("Entering the world"), 0, 0);
        fetch(tab);
    }
}

int PlayController::freeSeat(play::AccountKind kind) const
{
    const QVector<PlayTab*> all = tabs();
    int seat = 0;
    while (std::ranges::any_of(all, [&](const PlayTab* tab) { return tab->kind == kind && tab->seat == seat; }))
        ++seat;
    return seat;
}

/// Thrown out, or gone by itself, from a world that may have gone as well.
void PlayController::comeAgain(PlayTab* tab)
{
    if (outside_->isOn())
        return outside_->again();
    using State = play::PlaySession::State;
    if (session_.state() == State::Preparing || session_.state() == State::Starting)
        return tab->wait(); // it comes with the world
    if (!isRunning())
        return begin(false);
    fetch(tab);
}

void PlayController::chooseProfile()
{
    auto profiles = play::profilesOf(host_.projectRoot().toStdString());
    if (!profiles)
        return host_.toast(Severity::Error, QString::fromStdString(profiles.error().text()), {}, {});
    auto* dialog = new ProfilesDialog(std::move(profiles).value(), host_.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (const auto kept = play::keepProfiles(host_.projectRoot().toStdString(), dialog->profiles()); !kept)
            host_.toast(Severity::Error, QString::fromStdString(kept.error().text()), {}, {});
    });
    dialog->open();
}

void PlayController::invite()
{
    if (!invitation_->isOpen())
        return invitation_->open(); // tells when it is
    auto* dialog = new InvitationDialog(*invitation_, host_.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void PlayController::addClient(play::AccountKind kind)
{
    if (!isRunning())
        return;
    int highest = 0;
    for (const PlayTab* tab : tabs())
        highest = std::max(highest, tab->number());
    const int seat = freeSeat(kind);
    PlayTab* tab = makeTab(highest + 1, programs_->next());
    tab->kind = kind;
    tab->seat = seat;
    tab->joins = true;
    programs_->showNew(tab);
    fetch(tab);
}

void PlayController::stop()
{
    host_.progress({}, 0, 0);
    bots_.stop();
    line_.stop();
    outside_->end();
    edits_->end();
    for (PlayTab* tab : tabs())
        tab->end();
    session_.stop();
    for (PlayTab* tab : tabs())
        host_.close(tab);
    host_.ended();
    host_.refresh();
}

void PlayController::parkBots(const QVector<Wanderers::Group>& then)
{
    botsAgain_ = then;
    bots_.stop();
}

void PlayController::togglePause()
{
    if (session_.isPaused())
        session_.resume();
    else
        session_.pause();
}

void PlayController::step() { session_.step(stepMilliseconds); }

void PlayController::toggleGhost(PlayTab::Ghost ghost)
{
    if (PlayTab* tab = currentTab())
        tab->setGhost(tab->ghost() == ghost ? PlayTab::Ghost::None : ghost);
    emit stateChanged();
    host_.refresh();
}

bool PlayController::isGhost(PlayTab::Ghost ghost) const { return currentTab() != nullptr && currentTab()->ghost() == ghost; }

void PlayController::failed(const QString& why, bool mayPlayWithLastGood)
{
    host_.progress({}, 0, 0);
    for (PlayTab* tab : tabs()) {
        tab->leave(why);
        if (mayPlayWithLastGood)
            tab->offerLastGood();
    }
    if (beginsAtDocument_)
        goTo(session_.fault());
    if (qobject_cast<PlayTab*>(host_.current()) != nullptr)
        return host_.refresh(); // its page says so and has the buttons
    if (mayPlayWithLastGood)
        host_.toast(Severity::Error, why, tr("Play with the last good classes"), [this] { begin(true); });
    else
        host_.toast(Severity::Error, why, tr("Try again"), [this] { begin(false); });
    host_.refresh();
}

void PlayController::died(const QString& why)
{
    bots_.stop();
    line_.stop();
    host_.progress({}, 0, 0);
    for (PlayTab* tab : tabs())
        tab->leave(why + tr(" Your documents are safe."));
    host_.toast(Severity::Error, why + tr(" Your documents are safe."), tr("Restart the world"), [this] { begin(false); });
    host_.refresh();
}

void PlayController::showFindings(const QVector<play::PlayLine>& lines)
{
    problems_.take(lines);
    emit compiledAnew();
    for (const play::PlayLine& line : lines)
        emit said(line);
    showProblems();
}

/// With the first page: Play as a whole has none.
void PlayController::showProblems()
{
    if (const QVector<PlayTab*> all = tabs(); !all.isEmpty())
        all.front()->tell(problems_.all());
}

void PlayController::goTo(const play::PlayLine& line)
{
    if (!line.file.isEmpty())
        host_.openAt(line.file, line.line);
}

void PlayController::addBots(int count)
{
    if (!isRunning())
        return;
    bots_.add(session_, count);
    tell(Severity::Info, counted(count, tr("1 wanderer comes into the world."), tr("%1 wanderers come into the world.")));
}

void PlayController::setLine(const play::LineQuality& quality)
{
    line_.setQuality(quality);
    for (PlayTab* tab : tabs())
        emit tab->statusChanged();
    host_.refresh();
}

} // namespace blak::ui::playing

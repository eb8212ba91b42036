// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/script_player.h"

#include "client/play/play_view.h"
#include "client/session/coordinates.h"
#include "client/session/styled_text.h"
#include "client/windows/card.h"
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"

#include <QAbstractButton>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMouseEvent>
#include <QPixmap>
#include <QPushButton>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace blak::client {
namespace {

constexpr int turnMilliseconds = 20;
constexpr int sameColour = 24; ///< difference of a channel that is no difference

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

/// Parts of a hundred of the pixels that differ; 100 for pictures of other sizes.
double differenceOf(const QImage& a, const QImage& b)
{
    if (a.size() != b.size() || a.isNull())
        return 100;
    qint64 different = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
            different += std::abs(qRed(p) - qRed(q)) > sameColour || std::abs(qGreen(p) - qGreen(q)) > sameColour ||
                         std::abs(qBlue(p) - qBlue(q)) > sameColour;
        }
    return 100.0 * static_cast<double>(different) / (static_cast<double>(a.width()) * a.height());
}

} // namespace

ScriptPlayer::ScriptPlayer(ClientWindow& window, std::vector<ScriptStep> steps, QObject* parent)
    : QObject(parent), window_(window), steps_(std::move(steps)), timer_(new QTimer(this))
{
    connect(timer_, &QTimer::timeout, this, &ScriptPlayer::turn);
}

void ScriptPlayer::start()
{
    clock_.start();
    timer_->start(turnMilliseconds);
}

bool ScriptPlayer::allPassed() const
{
    return at_ >= steps_.size() && std::ranges::all_of(outcomes_, &Outcome::passed);
}

void ScriptPlayer::turn()
{
    if (at_ >= steps_.size())
        return;
    if (!begun_) {
        clock_.restart();
        why_.clear();
    }
    const ScriptStep& step = steps_[at_];
    const Verdict verdict = run(step);
    begun_ = true;
    if (verdict == Verdict::Done) // what was measured is said in any case
        return finish(true, step.command == ScriptCommand::ExpectFrame || step.command == ScriptCommand::Compare ? why_ : QString());
    const double seconds = static_cast<double>(clock_.elapsed()) / 1000;
    const bool lasts = step.command == ScriptCommand::Wait || step.command == ScriptCommand::Hold;
    if (verdict == Verdict::Failed || (!lasts && seconds > patience_))
        finish(false, why_.isEmpty() ? QStringLiteral("did not happen within %1 seconds").arg(patience_) : why_);
}

void ScriptPlayer::finish(bool passed, const QString& why)
{
    if (!passed)
        pressAction(QStringLiteral("forward"), false);
    outcomes_.push_back({steps_[at_], passed, why, static_cast<double>(clock_.elapsed()) / 1000});
    emit played();
    begun_ = false;
    ++at_;
    if (!passed)
        at_ = steps_.size() + 1; // what follows builds on it
    if (at_ >= steps_.size()) {
        timer_->stop();
        emit finished();
    }
}

bool ScriptPlayer::hasName(const std::string& name, const std::string& wanted) const
{
    return lower(name).find(lower(wanted)) != std::string::npos;
}

/// By a real key event, as a hand would.
bool ScriptPlayer::pressAction(const QString& name, bool down)
{
    PlayView* view = window_.game()->view();
    for (const PlayActionRow& row : playActions()) {
        if (name != QLatin1String(row.name))
            continue;
        const std::vector<int> keys = view->keys().keysOf(row.action);
        if (keys.empty())
            return false;
        QKeyEvent event(down ? QEvent::KeyPress : QEvent::KeyRelease, keys.front(), Qt::NoModifier);
        QCoreApplication::sendEvent(view, &event);
        return true;
    }
    return false;
}

ScriptPlayer::Verdict ScriptPlayer::run(const ScriptStep& step)
{
    const double seconds = begun_ ? static_cast<double>(clock_.elapsed()) / 1000 : 0;
    GameClient& client = window_.client();
    GamePage* page = window_.game();
    session::Game* game = client.game();
    switch (step.command) {
    case ScriptCommand::Wait: return seconds >= step.number ? Verdict::Done : Verdict::NotYet;
    case ScriptCommand::Within: patience_ = step.number; return Verdict::Done;
    case ScriptCommand::Grab: {
        const bool saved = window_.grab().save(QString::fromStdString(step.text));
        why_ = QStringLiteral("the picture cannot be written");
        return saved ? Verdict::Done : Verdict::Failed;
    }
    case ScriptCommand::Compare: {
        const QImage wanted = QImage(QString::fromStdString(step.text)).convertToFormat(QImage::Format_RGB32);
        // A picture as `grab` makes it is one of the window; of another size, it is one of the view.
        const QPixmap all = window_.grab();
        const QImage seen = (all.size() == wanted.size() ? all : page->view()->grab()).toImage().convertToFormat(QImage::Format_RGB32);
        const double difference = differenceOf(seen, wanted);
        why_ = QStringLiteral("%1 % of the pixels differ").arg(difference, 0, 'f', 2);
        return difference <= step.number ? Verdict::Done : Verdict::NotYet;
    }
    case ScriptCommand::Click: return click(step);
    case ScriptCommand::Close:
        for (Card* card : page->view()->findChildren<Card*>(QString(), Qt::FindDirectChildrenOnly))
            if (card->isVisible()) {
                QKeyEvent escape(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier);
                QCoreApplication::sendEvent(card, &escape);
            }
        return Verdict::Done;
    case ScriptCommand::Create: {
        if (client.isPlaying())
            return Verdict::Done;
        QWidget* choice = window_.characters();
        if (choice == nullptr || window_.page() != choice || game == nullptr)
            return Verdict::NotYet;
        auto* name = choice->findChild<QLineEdit*>(QStringLiteral("characterName"));
        const auto press = [choice](const char* what) {
            if (auto* button = choice->findChild<QPushButton*>(QLatin1String(what)))
                button->click();
        };
        if (const auto* state = choice->findChild<QLabel*>(QStringLiteral("characterState")))
            why_ = state->text();
        if (name != nullptr && game->creation().choices() && name->text() != QString::fromStdString(step.text)) {
            name->setText(QString::fromStdString(step.text));
            press("createCharacter");
        } else if (!choice->property("making").toBool() && !client.session()->characters().empty()) {
            press("playCharacter");
        }
        return Verdict::NotYet;
    }
    case ScriptCommand::ExpectPlaying:
        if (game != nullptr && client.isPlaying() && client.motion()->isPlaced() && page->isVisible()) {
            return Verdict::Done;
        }
        // Somebody who has one character alone is played at once.
        if (window_.page() == window_.characters() && client.session() != nullptr && client.session()->characters().size() == 1 &&
            !client.session()->characters().front().isNew)
            if (auto* button = window_.characters()->findChild<QPushButton*>(QStringLiteral("playCharacter")))
                button->click();
        return Verdict::NotYet;
    default: break;
    }
    if (game == nullptr || !client.isPlaying()) {
        why_ = QStringLiteral("nobody is playing");
        return step.command == ScriptCommand::Quit ? Verdict::Done : Verdict::NotYet;
    }
    if (const quint64 entered = client.follower()->roomsEntered(); entered != roomOf_ && client.motion()->isPlaced()) {
        roomOf_ = entered;
        fromX_ = client.motion()->body().x;
        fromY_ = client.motion()->body().y;
    }
    const QString action = QString::fromStdString(step.text);
    switch (step.command) {
    case ScriptCommand::Type:
        page->runLine(action);
        return Verdict::Done;
    case ScriptCommand::Hold:
        if (!begun_ && !pressAction(action, true)) {
            why_ = QStringLiteral("there is no such key");
            return Verdict::Failed;
        }
        if (seconds < step.number)
            return Verdict::NotYet;
        pressAction(action, false);
        return Verdict::Done;
    case ScriptCommand::Press:
        why_ = QStringLiteral("there is no such key");
        if (!pressAction(action, true))
            return Verdict::Failed;
        pressAction(action, false);
        return Verdict::Done;
    case ScriptCommand::WalkTo: return walkTo(step);
    case ScriptCommand::Approach: return approach();
    case ScriptCommand::Face:
        client.motion()->look(step.number - client.motion()->body().angle, 0);
        return Verdict::Done;
    case ScriptCommand::Target:
        for (const wire::RoomObject& object : game->room().objects())
            if (object.object.id != game->room().self() && hasName(game->nameOf(object.object), step.text)) {
                page->view()->setTarget(object.object.id);
                return Verdict::Done;
            }
        return Verdict::NotYet;
    case ScriptCommand::Use:
    case ScriptCommand::Drop:
        for (const wire::GameObject& thing : game->room().inventory())
            if (hasName(game->nameOf(thing), step.text)) {
                session::Requests ask = client.requests();
                if (step.command == ScriptCommand::Drop)
                    ask.drop(thing, thing.amount.value_or(1));
                else if (game->room().inUse().contains(thing.id))
                    ask.unuse(thing);
                else
                    ask.use(thing);
                client.flush();
                return Verdict::Done;
            }
        return Verdict::NotYet;
    case ScriptCommand::Buy: return buy(step);
    case ScriptCommand::Cast: return cast(step);
    case ScriptCommand::Mail: return mail(step);
    case ScriptCommand::Quit:
        page->runLine(QStringLiteral("/quit"));
        return Verdict::NotYet;
    default: return expect(step);
    }
}

/// By the mouse, in the middle of what has the text. The last one made is in front.
ScriptPlayer::Verdict ScriptPlayer::click(const ScriptStep& step)
{
    const QString text = QString::fromStdString(step.text);
    const auto press = [](QWidget* widget, QPoint at) {
        for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
            QMouseEvent event(type, at, widget->mapToGlobal(at), Qt::LeftButton, type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton,
                              Qt::NoModifier);
            QCoreApplication::sendEvent(widget, &event);
        }
        return Verdict::Done;
    };
    const QList<QAbstractButton*> buttons = window_.findChildren<QAbstractButton*>();
    for (auto it = buttons.rbegin(); it != buttons.rend(); ++it)
        if ((*it)->isVisible() && (*it)->isEnabled() && (*it)->text() == text)
            return press(*it, (*it)->rect().center());
    const QList<QTabBar*> bars = window_.findChildren<QTabBar*>();
    for (auto it = bars.rbegin(); it != bars.rend(); ++it)
        for (int i = 0; (*it)->isVisible() && i < (*it)->count(); ++i)
            if ((*it)->tabText(i).section(QLatin1Char(' '), 0, 0) == text)
                return press(*it, (*it)->tabRect(i).center());
    why_ = QStringLiteral("nothing that is shown is called \"%1\"").arg(text);
    return Verdict::NotYet;
}

/// Asks for the wares, then for the first that fits; done when it was asked for.
ScriptPlayer::Verdict ScriptPlayer::buy(const ScriptStep& step)
{
    GameClient& client = window_.client();
    session::Game& game = *client.game();
    const wire::RoomObject* seller = game.room().find(window_.game()->view()->target());
    if (seller == nullptr) {
        why_ = QStringLiteral("nobody is chosen");
        return Verdict::NotYet;
    }
    session::Requests ask = client.requests();
    if (!begun_) {
        game.dealings().forgetWares();
        ask.askWares(seller->object);
        client.flush();
    }
    if (!game.dealings().wares())
        return Verdict::NotYet;
    QStringList names;
    for (const session::ForSale& item : game.dealings().wares()->items) {
        const std::string name = game.nameOf(item.object);
        names << QString::fromStdString(name);
        if (!hasName(name, step.text))
            continue;
        wire::GameObject one = item.object;
        if (one.amount)
            one.amount = 1;
        ask.buy(seller->object, std::span(&one, 1));
        client.flush();
        return Verdict::Done;
    }
    why_ = QStringLiteral("the wares are: ") + names.join(QStringLiteral(", "));
    return Verdict::NotYet;
}

ScriptPlayer::Verdict ScriptPlayer::cast(const ScriptStep& step)
{
    GameClient& client = window_.client();
    session::Game& game = *client.game();
    for (const session::Ability& spell : game.sheet().spells()) {
        if (!hasName(game.nameOf(spell.object), step.text))
            continue;
        std::vector<wire::GameObject> targets;
        if (const wire::RoomObject* target = game.room().find(window_.game()->view()->target()); target != nullptr && spell.targets > 0)
            targets.push_back(target->object);
        client.requests().cast(spell.object.id, targets);
        client.flush();
        return Verdict::Done;
    }
    why_ = QStringLiteral("%1 spells are known, none of that name").arg(game.sheet().spells().size());
    return Verdict::NotYet;
}

/// NAME is one word; the rest is the letter.
ScriptPlayer::Verdict ScriptPlayer::mail(const ScriptStep& step)
{
    GameClient& client = window_.client();
    session::Post& post = client.game()->post();
    const std::size_t blank = std::min(step.text.find(' '), step.text.size());
    if (!begun_) {
        post.forgetNames();
        const std::string name = step.text.substr(0, blank);
        client.requests().lookUpNames(std::span(&name, 1));
        client.flush();
    }
    if (!post.foundNames())
        return Verdict::NotYet;
    const std::vector<std::uint32_t> found = *post.foundNames();
    post.forgetNames();
    why_ = QStringLiteral("nobody has that name");
    if (found.empty() || found.front() == 0)
        return Verdict::Failed;
    client.requests().sendLetter(found, step.text.substr(std::min(blank + 1, step.text.size())));
    client.flush();
    return Verdict::Done;
}

/// Towards the middle of a square, the head turned there again and again; an exit on the way is an arrival.
ScriptPlayer::Verdict ScriptPlayer::walkTo(const ScriptStep& step)
{
    constexpr double near = 260; // client units
    return walkTowards((step.number - 0.5) * 1024, (step.first - 0.5) * 1024, near);
}

/// So near that one can reach it with the hand.
ScriptPlayer::Verdict ScriptPlayer::approach()
{
    const scene::Object* object = window_.client().follower()->scene() == nullptr ? nullptr : window_.client().follower()->scene()->object(window_.game()->view()->target());
    if (object == nullptr) {
        why_ = QStringLiteral("nothing is chosen that is in the room");
        return Verdict::NotYet;
    }
    constexpr double near = 1100;
    return walkTowards(object->x, object->y, near);
}

ScriptPlayer::Verdict ScriptPlayer::walkTowards(double x, double y, double near)
{
    GameClient& client = window_.client();
    if (!begun_) {
        roomWalked_ = roomOf_;
        pressAction(QStringLiteral("forward"), true);
    }
    const bool elsewhere = client.follower()->roomsEntered() != roomWalked_;
    const double dx = x - client.motion()->body().x;
    const double dy = y - client.motion()->body().y;
    if (elsewhere || std::hypot(dx, dy) < near) {
        if (!elsewhere)
            client.motion()->look(session::angleOf(dx, dy) - client.motion()->body().angle, 0);
        pressAction(QStringLiteral("forward"), false);
        client.motion()->report(client.now());
        client.flush();
        return Verdict::Done;
    }
    client.motion()->look(session::angleOf(dx, dy) - client.motion()->body().angle, 0);
    why_ = QStringLiteral("stands at row %1, column %2")
               .arg(client.motion()->body().y / 1024 + 0.5, 0, 'f', 1)
               .arg(client.motion()->body().x / 1024 + 0.5, 0, 'f', 1);
    return Verdict::NotYet;
}

ScriptPlayer::Verdict ScriptPlayer::expect(const ScriptStep& step)
{
    GameClient& client = window_.client();
    const session::Game& game = *client.game();
    const auto is = [](bool there) { return there ? Verdict::Done : Verdict::NotYet; };
    const auto inRoom = [&] {
        return std::ranges::any_of(game.room().objects(), [&](const wire::RoomObject& object) {
            return object.object.id != game.room().self() && hasName(game.nameOf(object.object), step.text);
        });
    };
    const auto carried = [&] {
        return std::ranges::any_of(game.room().inventory(),
                                   [&](const wire::GameObject& thing) { return hasName(game.nameOf(thing), step.text); });
    };
    switch (step.command) {
    case ScriptCommand::ExpectChat:
        for (const session::ChatLine& line : game.chat().lines())
            if (line.number > chatFrom_ && hasName(session::plainText(line.text, game.dialect()), step.text)) {
                chatFrom_ = line.number;
                return Verdict::Done;
            }
        return Verdict::NotYet;
    case ScriptCommand::Start:
        if (client.follower()->scene() != nullptr && client.motion()->isPlaced() &&
            client.follower()->scene()->room().sectorAt({client.motion()->body().x, client.motion()->body().y}) == space::none) {
            why_ = QStringLiteral("there is no floor at this place");
            return Verdict::Failed;
        }
        [[fallthrough]];
    case ScriptCommand::ExpectRoom:
        why_ = QStringLiteral("the room is %1").arg(QString::fromStdString(client.follower()->roomFile()));
        return is(client.follower()->scene() != nullptr && client.motion()->isPlaced() &&
                  (hasName(client.follower()->roomFile(), step.text) ||
                   hasName(game.nameOf(game.room().place().roomName), step.text)));
    case ScriptCommand::ExpectObject: return is(inRoom());
    case ScriptCommand::ExpectNoObject: return is(game.room().hasContents() && !inRoom());
    case ScriptCommand::ExpectThing: return is(carried());
    case ScriptCommand::ExpectNoThing: return is(!carried());
    case ScriptCommand::ExpectLook:
        return is(game.dealings().looked() && (hasName(game.dealings().looked()->description, step.text) ||
                                               hasName(game.nameOf(game.dealings().looked()->object), step.text)));
    case ScriptCommand::ExpectFrame: {
        std::vector<double> times = window_.game()->view()->frameTimes();
        constexpr std::size_t enough = 60;
        why_ = QStringLiteral("only %1 frames were drawn").arg(times.size());
        if (times.size() < enough)
            return Verdict::NotYet;
        std::ranges::sort(times);
        why_ = QStringLiteral("median %1 ms, 99 of 100 %2 ms, longest %3 ms, %4 frames")
                   .arg(times[times.size() / 2], 0, 'f', 2)
                   .arg(times[times.size() * 99 / 100], 0, 'f', 2)
                   .arg(times.back(), 0, 'f', 2)
                   .arg(times.size());
        return is(times[times.size() / 2] <= step.number);
    }
    case ScriptCommand::ExpectKnown:
        why_ = QStringLiteral("%1 could not be decoded (%2), nobody took %3")
                   .arg(client.session()->counters().undecoded)
                   .arg(QString::fromStdString(client.session()->lastUndecoded()))
                   .arg(game.unhandled());
        return client.session()->counters().undecoded == 0 && game.unhandled() == 0 ? Verdict::Done : Verdict::Failed;
    case ScriptCommand::ExpectLetter:
        if (!begun_) {
            client.game()->post().forgetLetters();
            client.requests().askLetters();
            client.flush();
        }
        return is(std::ranges::any_of(client.game()->post().letters(), [&](const session::Letter& letter) {
            return hasName(session::plainText(letter.body, game.dialect()), step.text);
        }));
    case ScriptCommand::ExpectMoved: {
        const double far = std::hypot(client.motion()->body().x - fromX_, client.motion()->body().y - fromY_) / 1024;
        why_ = QStringLiteral("moved %1 squares").arg(far, 0, 'f', 2);
        return is(far >= step.number);
    }
    default: return Verdict::Failed;
    }
}

QString ScriptPlayer::junit(const QString& name) const
{
    int failures = 0;
    double seconds = 0;
    QString cases;
    for (const Outcome& one : outcomes_) {
        seconds += one.seconds;
        cases += QStringLiteral("  <testcase name=\"%1: %2\" time=\"%3\"")
                     .arg(one.step.line)
                     .arg(QString::fromStdString(one.step.source).toHtmlEscaped())
                     .arg(one.seconds, 0, 'f', 3);
        if (one.passed) {
            cases += QStringLiteral("/>\n");
            continue;
        }
        ++failures;
        cases += QStringLiteral("><failure message=\"%1\"/></testcase>\n").arg(one.why.toHtmlEscaped());
    }
    return QStringLiteral("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"%1\" tests=\"%2\" failures=\"%3\" time=\"%4\">\n%5</testsuite>\n")
        .arg(name.toHtmlEscaped())
        .arg(outcomes_.size())
        .arg(failures)
        .arg(seconds, 0, 'f', 3)
        .arg(cases);
}

} // namespace blak::client

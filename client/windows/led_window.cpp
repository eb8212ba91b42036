// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/led_window.h"

#include "client/session/lead_lines.h"
#include "client/play/play_view.h"
#include "client/play/seen_object.h"
#include "client/play/sound_stage.h"
#include "client/windows/game_page.h"
#include "client/windows/chat_panel.h"
#include "client/windows/led_frame.h"
#include "client/windows/led_watch.h"
#include "client/windows/module_host.h"
#include "client/windows/settings_card.h"
#include "formats/base/file_io.h"
#include "formats/palette/palette.h"
#include "ui/status_strip.h"
#include "ui/theme.h"

#include <QApplication>
#include <QBuffer>
#include <QCloseEvent>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPixmap>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTimer>
#include <QVBoxLayout>

namespace blak::client {
namespace {

using nlohmann::json;

constexpr int placeMilliseconds = 100;
constexpr int thingsMilliseconds = 500;
constexpr qsizetype longestLine = 1000;     ///< of what was said
constexpr std::size_t mostThings = 2000; ///< that are told of

QString textOf(const json& line, const char* member) { return QString::fromStdString(line.value(member, std::string())); }

} // namespace

LedWindow::LedWindow(QWidget* parent)
    : QMainWindow(parent), client_(new GameClient(this)), player_(new AutoPlayer(*client_, this)), pages_(new QStackedWidget(this)),
      noticePage_(new QWidget(pages_)), notice_(new QLabel), again_(new QPushButton), game_(new GamePage(*client_, pages_)),
      sounds_(new SoundStage(*client_, this)), frame_(new LedFrame(*this, *game_->view())),
      watch_(new LedWatch(*client_, this)), said_(game_->chat()->findChild<QTextBrowser*>()), steps_(new QTimer(this)),
      looks_(new QTimer(this))
{
    resize(960, 640);
    pages_->setObjectName(QStringLiteral("centre"));
    setCentralWidget(pages_);
    notice_->setAlignment(Qt::AlignCenter);
    notice_->setWordWrap(true);
    auto* column = new QVBoxLayout(noticePage_);
    column->setContentsMargins(24, 0, 24, 0);
    column->setSpacing(16);
    column->addStretch(1);
    column->addWidget(notice_);
    column->addWidget(again_, 0, Qt::AlignHCenter);
    column->addStretch(1);
    pages_->addWidget(noticePage_);
    pages_->addWidget(game_);
    game_->modules()->setLeftOut({QStringLiteral("intro"), QStringLiteral("char")}); // nobody is asked here
    connect(again_, &QPushButton::clicked, this, [this] { tell("again"); });
    connect(player_, &AutoPlayer::entered, this, [this](qint64 character, bool isNew) {
        game_->clear();
        pages_->setCurrentWidget(game_);
        game_->view()->setFocus();
        place_ = things_ = nullptr;
        tellPlace();
        tell("in", {{"character", character}, {"new", isNew}});
    });
    connect(player_, &AutoPlayer::failed, this, [this](const QString& why) {
        say(why, {});
        tell("failed", {{"why", why.toStdString()}});
    });
    connect(client_, &GameClient::ended, this, [this](const QString& why) {
        sounds_->stopAll();
        if (!leads_)
            tell("out", {{"why", why.toStdString()}});
    });
    connect(game_, &GamePage::leaveWanted, this, [this] { client_->disconnectNow(); });
    connect(game_->view(), &PlayView::targetChanged, this, [this](quint32 id) { tell("target", {{"object", id}}); });
    SettingsCard* card = game_->settingsCard();
    connect(card, &SettingsCard::volumesChanged, sounds_, &SoundStage::setVolumes);
    connect(card, &SettingsCard::themeChanged, this, [](bool dark) { ui::setTheme(dark ? ui::ThemeKind::Dark : ui::ThemeKind::Light); });
    steps_->setInterval(placeMilliseconds);
    looks_->setInterval(thingsMilliseconds);
    connect(steps_, &QTimer::timeout, this, &LedWindow::tellPlace);
    connect(looks_, &QTimer::timeout, this, &LedWindow::tellThings);
    connect(looks_, &QTimer::timeout, frame_, &LedFrame::tellKeys);
    connect(watch_, &LedWatch::told, this, [this](const char* event, const json& line) { tell(event, line); });
    if (said_ != nullptr)
        said_->viewport()->installEventFilter(this);
    connect(looks_, &QTimer::timeout, this, &LedWindow::save);
    connect(frame_, &LedFrame::pressed, this, [this] { tell("pressed"); });
    connect(frame_, &LedFrame::keysChanged, this, [this](const json& keys) { tell("keys", keys); });
    steps_->start();
    looks_->start();
    say({}, {});
}

LedWindow::~LedWindow()
{
    client_->disconnect(this);
    player_->disconnect(this);
    client_->disconnectNow();
    delete game_; // its modules end while there is a client
}

void LedWindow::tell(const char* event, json line)
{
    line["event"] = event;
    line["turn"] = turn_;
    emit told(line);
}

void LedWindow::take(const json& line)
{
    const std::string what = line.value("do", "");
    if (what == "enter")
        return enter(line);
    if (what == "out") {
        turn_ = line.value("turn", 0);
        return say(textOf(line, "text"), textOf(line, "button"));
    }
    if (what == "room")
        return exchangeRoom(line);
    if (what == "sprite")
        return exchangeSprite(line);
    if (what == "palette")
        return exchangePalette(line.value("file", ""));
    if (what == "sound")
        return sounds_->forget(line.value("name", ""));
    if (what == "ghost")
        return setGhost(line.value("ghost", ""));
    if (what == "around")
        return client_->motion() == nullptr ? void() : client_->motion()->lookAround(client_->now());
    if (what == "stands")
        return game_->view()->setStanding(textOf(line, "text"));
    if (what == "texts") {
        std::vector<std::filesystem::path> files;
        for (const json& file : line.value("files", json::array()))
            files.emplace_back(file.get<std::string>());
        return client_->readResources(files);
    }
    if (takeFrame(what, line) || takeWatch(what, line))
        return;
    if (what == "theme")
        return ui::setTheme(line.value("name", "") == "light" ? ui::ThemeKind::Light : ui::ThemeKind::Dark);
    if (what == "raise") {
        if (frame_->isIn())
            return;
        showNormal();
        raise();
        return activateWindow();
    }
    if (what == "picture") {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        client_->flush();
        grab().save(&buffer, "PNG");
        return tell("picture", {{"png", session::LeadLines::packed(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))))}});
    }
    if (what == "hello")
        tell("hello");
}

/// What has to do with the window of whoever leads, in which ours stands.
bool LedWindow::takeFrame(const std::string& what, const json& line)
{
    const auto size = [&] { return QSize(line.value("width", 0), line.value("height", 0)); };
    if (what == "embed") {
        const bool isIn = frame_->enter(line.value("window", quint64{0}), size());
        if (isIn) // the other program has both
            if (auto* status = game_->findChild<ui::StatusStrip*>())
                status->hide();
        if (!isIn)
            show();
        tell("embedded", {{"good", isIn}});
    } else if (what == "show") {
        show();
    } else if (what == "size") {
        frame_->resize(size());
    } else if (what == "seen") {
        frame_->setSeen(line.value("on", true));
    } else if (what == "focus") {
        frame_->setFocus(line.value("on", false));
    } else if (what == "key") {
        frame_->key(line);
    } else if (what == "compose") {
        frame_->compose(textOf(line, "text"));
    } else if (what == "drag") {
        frame_->drag(line);
    } else {
        return false;
    }
    return true;
}

/// What whoever leads wants to know.
bool LedWindow::takeWatch(const std::string& what, const json& line)
{
    if (what == "record") { // from where one stands; without a place it ends
        json from = line.value("place", json());
        if (json now = place(); !from.is_null() && !now.is_null())
            from = std::move(now); // nobody knows better
        watch_->record(line.value("which", ""), from);
    } else if (what == "steps") {
        watch_->finishSteps(line.value("which", ""));
    } else if (what == "look") {
        const auto seen = seenObject(*client_, line.value("object", std::uint32_t{0}));
        json answer = seen ? lineOfObject(*seen) : json::object();
        answer["number"] = line.value("number", 0);
        answer["seen"] = seen.has_value();
        tell("look", std::move(answer));
    } else {
        return false;
    }
    return true;
}

void LedWindow::keepSettings(QSettings& settings)
{
    settings_ = nullptr; // what is read is not kept at once
    game_->settingsCard()->load(settings); // tells the volumes, and nothing else
    game_->modules()->setOwnKeys(OwnModuleKeys::fromLines(settings.value(QStringLiteral("keys/modules")).toStringList()));
    client_->companions() = session::Companions::fromText(settings.value(QStringLiteral("people")).toString().toStdString());
    keptKeys_ = game_->modules()->ownKeys().toLines().join(u'\n');
    keptPeople_ = QString::fromStdString(client_->companions().toText());
    settings_ = &settings;
    const auto keep = [this] {
        if (settings_ == nullptr)
            return;
        const QVariant theme = settings_->value(QStringLiteral("theme")); // ours is that of whoever leads
        game_->settingsCard()->save(*settings_);
        theme.isValid() ? settings_->setValue(QStringLiteral("theme"), theme) : settings_->remove(QStringLiteral("theme"));
        settings_->sync();
    };
    connect(game_->settingsCard(), &SettingsCard::changed, this, keep);
    connect(game_->settingsCard(), &SettingsCard::volumesChanged, this, keep);
    connect(game_->settingsCard(), &SettingsCard::chatFontChanged, this, keep);
}

/// Several clients may run, and any may be ended at any time: what is another is kept soon, and nothing else.
void LedWindow::save()
{
    if (settings_ == nullptr)
        return;
    const QStringList keys = game_->modules()->ownKeys().toLines();
    const QString people = QString::fromStdString(client_->companions().toText());
    if (std::exchange(keptKeys_, keys.join(u'\n')) != keptKeys_)
        settings_->setValue(QStringLiteral("keys/modules"), keys);
    if (std::exchange(keptPeople_, people) != keptPeople_)
        settings_->setValue(QStringLiteral("people"), people);
}

/// A line of what was said leads to where it is written, which whoever leads knows.
bool LedWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ContextMenu || said_ == nullptr || watched != said_->viewport())
        return QMainWindow::eventFilter(watched, event);
    const auto* wanted = static_cast<QContextMenuEvent*>(event);
    const QString line = said_->cursorForPosition(wanted->pos()).block().text().trimmed().left(longestLine);
    QMenu* menu = said_->createStandardContextMenu(wanted->pos());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSeparator();
    menu->addAction(tr("Go to where this line is written"), this, [this, line] { tell("line", {{"text", line.toStdString()}}); })
        ->setEnabled(!line.isEmpty());
    menu->popup(wanted->globalPos());
    return true;
}

void LedWindow::enter(const json& line)
{
    turn_ = line.value("turn", 0);
    ConnectWish wish;
    wish.host = textOf(line, "host");
    wish.port = line.value("port", quint16{0});
    wish.session.dialect = protocolNamed(line.value("protocol", ""));
    wish.sharesFiles = line.value("sharesFiles", false);
    for (const json& folder : line.value("folders", json::array()))
        wish.files.folders.emplace_back(folder.get<std::string>());
    wish.files.palette = line.value("palette", "");
    if (const std::string texts = line.value("texts", ""); !texts.empty()) {
        auto book = std::make_shared<wire::ResourceBook>();
        book->readFolder(texts);
        wish.texts = std::move(book);
    }
    files_ = wish.files;
    sprites_.clear();
    wish.assets = files_.makeAssets();
    const AutoAccount account{textOf(line, "account"), textOf(line, "password"), textOf(line, "character"), line.value("mayCreate", true)};
    setWindowTitle(account.character.isEmpty() ? account.name : account.character);
    say(textOf(line, "text"), {});
    player_->start(wish, account);
}

/// Out of the world, with a sentence in its place.
void LedWindow::say(const QString& text, const QString& button)
{
    leads_ = true;
    client_->disconnectNow();
    leads_ = false;
    place_ = things_ = nullptr;
    notice_->setText(text);
    again_->setText(button);
    again_->setVisible(!button.isEmpty());
    pages_->setCurrentWidget(noticePage_);
}

/// Whoever leads sees to it that the character has a floor: it is told where that stands.
void LedWindow::exchangeRoom(const json& line)
{
    const std::string name = line.value("name", "");
    const auto taken = client_->exchangeRoom(name, session::LeadLines::unpacked(line, "bytes"));
    tellPlace();
    tell("room", {{"number", line.value("number", 0)},
                  {"name", name},
                  {"here", taken && taken.value() && client_->follower() != nullptr && client_->follower()->scene() != nullptr},
                  {"why", taken ? std::string() : taken.error().text()}});
}

/// Without bytes: the one of the files, read again.
void LedWindow::exchangeSprite(const json& line)
{
    const std::string name = line.value("name", "");
    std::vector<std::byte> bytes = session::LeadLines::unpacked(line, "bytes");
    if (bytes.empty())
        sprites_.erase(name);
    else
        sprites_[name] = bytes;
    if (const auto& assets = client_->assets()) {
        assets->setFile(name, std::move(bytes));
        if (!sprites_.contains(name) && assets->findFile(name).empty())
            assets->rescan(); // a new one
    }
}

/// Pictures are numbers of colours: a palette exchanges their looks and none of them.
void LedWindow::exchangePalette(const std::filesystem::path& file)
{
    const auto bytes = readFile(file);
    const auto read = bytes ? palette::read(bytes.value(), file.string()) : Result<palette::PaletteFile>(bytes.error());
    if (!read)
        return;
    auto assets = std::make_shared<render::AssetStore>(files_.folders, read.value().colours);
    for (const auto& [name, sprite] : sprites_)
        assets->setFile(name, sprite);
    client_->exchangeAssets(std::move(assets));
}

void LedWindow::setGhost(const std::string& ghost)
{
    using Ghost = session::OwnMotion::Ghost;
    session::OwnMotion* motion = client_->motion();
    if (motion == nullptr || !client_->isPlaying())
        return;
    const Ghost wanted = ghost == "flies" ? Ghost::Flies : ghost == "walks" ? Ghost::Walks : Ghost::None;
    const bool lands = wanted == Ghost::None && motion->ghost() != Ghost::None;
    motion->setGhost(wanted);
    tellPlace();
    if (lands)
        tell("landed");
}

/// Null while the character is nowhere.
json LedWindow::place() const
{
    const session::RoomFollower* follower = client_->follower();
    const session::OwnMotion* motion = client_->motion();
    if (!player_->isIn() || !client_->isPlaying() || follower == nullptr || motion == nullptr || !motion->isPlaced())
        return nullptr;
    const render::Camera& body = motion->body();
    const wire::RoomState& room = client_->session()->room();
    return {{"character", room.self()}, {"room", follower->roomFile()}, {"roomObject", room.place().room}, {"x", body.x}, {"y", body.y},
            {"angle", static_cast<int>(body.angle) & 4095}};
}

void LedWindow::tellPlace()
{
    json now = place();
    if (now.is_null() || now == place_)
        return;
    place_ = now;
    tell("at", std::move(now));
}

/// What is in the room and what one carries.
void LedWindow::tellThings()
{
    session::Game* game = client_->game();
    if (game == nullptr || place().is_null())
        return;
    const auto row = [&](const wire::GameObject& object) { return json{{"object", object.id}, {"name", game->nameOf(object)}}; };
    json now{{"name", game->nameOf(game->room().place().roomName)},
             {"room", game->room().place().room},
             {"things", json::array()},
             {"carried", json::array()}};
    for (const wire::RoomObject& object : game->room().objects())
        if (now["things"].size() < mostThings)
            now["things"].push_back(row(object.object));
    for (const wire::GameObject& thing : game->room().inventory())
        if (now["carried"].size() < mostThings)
            now["carried"].push_back(row(thing));
    if (now == things_)
        return;
    things_ = now;
    tell("things", std::move(now));
}

void LedWindow::closeEvent(QCloseEvent* event)
{
    leads_ = true;
    if (client_->session() != nullptr && client_->session()->leave())
        client_->flush();
    client_->disconnectNow();
    event->accept();
}

} // namespace blak::client

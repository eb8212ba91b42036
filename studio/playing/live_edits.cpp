// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/live_edits.h"

#include "bgfeditor/bgfcore/sprite_document.h"
#include "client/play/sound_stage.h"
#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/palette/palette.h"
#include "formats/roo/room.h"
#include "roomedit/roomcore/rebuild.h"
#include "roomedit/roomcore/room_document.h"
#include "studio/play/session/duration_text.h"
#include "studio/playing/play_controller.h"
#include "studio/playing/play_place.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QTimer>

#include <algorithm>

namespace blak::ui::playing {
namespace {

constexpr int followMilliseconds = 30; ///< a drag tells of itself with every move of the mouse

bool isHeader(const QString& path) { return path.endsWith(QLatin1String(".khd"), Qt::CaseInsensitive); }
bool isBlakod(const QString& path) { return path.endsWith(QLatin1String(".kod"), Qt::CaseInsensitive) || isHeader(path); }

/// What source, class and texts of one file have in common.
QString nameOf(const QString& file) { return QFileInfo(file).completeBaseName().toLower(); }

/// As the world knows the room, whatever file it is edited in.
QString fileOf(const roomcore::RoomDocument& room) { return QString::fromStdString(room.path().stem().string()) + QStringLiteral(".roo"); }

std::shared_ptr<bgfcore::SpriteDocument> spriteOf(const std::shared_ptr<document::Document>& document)
{
    return std::dynamic_pointer_cast<bgfcore::SpriteDocument>(document);
}

} // namespace

LiveEdits::LiveEdits(PlayController& controller) : QObject(&controller), controller_(controller), timer_(new QTimer(this))
{
    builder_.setMaxThreadCount(1);
    timer_->setSingleShot(true);
    timer_->setInterval(followMilliseconds);
    connect(timer_, &QTimer::timeout, this, &LiveEdits::takePending);
    connect(&files_, &FileWatch::changed, this, &LiveEdits::takeWorldFile);
    connect(&controller_.session(), &play::PlaySession::roomReloaded, this,
            [this](const QString& name) {
                exchangeRooms(name, roomBytes_.take(name.toLower()));
                if (savedRooms_.remove(name.toLower()))
                    tellTaken({name});
            });
    connect(&controller_.session(), &play::PlaySession::codeReloaded, this, [this](const QStringList& classes, const QStringList& resources) {
        QStringList taken;
        for (const QString& file : std::exchange(savedSources_, {})) // some may not compile
            if (isHeader(file) || std::ranges::any_of(classes + resources, [&](const QString& one) { return nameOf(one) == nameOf(file); }))
                taken << file;
        tellTaken(taken);
    });
    connect(&controller_.session(), &play::PlaySession::findings, this, &LiveEdits::tellFaults);
    connect(&controller_.session(), &play::PlaySession::resourcesChanged, this, [this](const std::vector<std::filesystem::path>& files) {
        for (PlayTab* tab : controller_.tabs())
            tab->readTexts(files);
    });
    notices_ = controller_.host().workspace()->notices().connect([this](const document::WorkspaceNotice& notice) { take(notice); });
}

LiveEdits::~LiveEdits() { builder_.waitForDone(); }

void LiveEdits::begin()
{
    QStringList files;
    const project::Project& project = controller_.session().world()->project();
    if (project.paletteFile())
        files << QString::fromStdString((project.root() / *project.paletteFile()).string());
    for (const project::FoundFile& file : project.files())
        if (file.kind == project::FileKind::Sound || file.kind == project::FileKind::Music)
            files << QString::fromStdString(project.absolute(file).string());
    files_.watch(files);
}

void LiveEdits::end()
{
    files_.stop();
    pending_.clear();
    sources_.clear();
    savedSources_.clear();
    faulty_.clear();
    told_ = {};
    savedRooms_.clear();
    roomBytes_.clear();
    built_.clear();
    own_.reset();
}

std::shared_ptr<render::AssetStore> LiveEdits::assets() const { return own_ ? own_ : controller_.host().assets(); }

void LiveEdits::take(const document::WorkspaceNotice& notice)
{
    using Kind = document::WorkspaceNotice::Kind;
    if (!controller_.isRunning())
        return;
    if (notice.kind == Kind::Saved) {
        if (const QString file = QFileInfo(QString::fromStdString(notice.path)).fileName(); isBlakod(file) && !savedSources_.contains(file))
            savedSources_ << file;
        else if (const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(notice.document))
            savedRooms_.insert(fileOf(*room).toLower());
        return takeFile(notice.path, notice.document);
    }
    if (notice.kind == Kind::Opened)
        return takeNewRoom(std::dynamic_pointer_cast<roomcore::RoomDocument>(notice.document));
    const auto sprite = spriteOf(notice.document);
    if (notice.kind == Kind::Closed && sprite != nullptr)
        return forgetUnsaved(*sprite);
    if (notice.kind != Kind::Edited || (!following_ && sprite == nullptr)) // all views show a sprite as it is edited
        return;
    pending_.insert(QString::fromStdString(notice.path));
    if (!timer_->isActive()) // a drag goes on and on; its first steps are shown while it does
        timer_->start();
}

void LiveEdits::takePending()
{
    for (const QString& path : std::exchange(pending_, {})) {
        const auto document = controller_.host().workspace()->find(path.toStdString());
        if (const auto sprite = spriteOf(document))
            sprite->isModified() ? showUnsaved(*sprite) : forgetUnsaved(*sprite);
        else
            takeFile(path.toStdString(), document);
    }
}

void LiveEdits::takeAll()
{
    if (!controller_.isRunning())
        return;
    for (const auto& document : controller_.host().workspace()->modified())
        pending_.insert(QString::fromStdString(document->path().string()));
    takePending();
}

void LiveEdits::setFollowing(bool on)
{
    following_ = on;
    if (on)
        takeAll();
}

void LiveEdits::takeFile(const std::string& path, const std::shared_ptr<document::Document>& document)
{
    const QString file = QString::fromStdString(path);
    if (isBlakod(file)) {
        if (sources_.isEmpty()) // of a step that writes several files the first means nothing without the others
            QMetaObject::invokeMethod(this, [this] { takeSources(); }, Qt::QueuedConnection);
        sources_ << file;
        return;
    }
    if (const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(document))
        return takeRoom(room);
    if (const auto sprite = spriteOf(document))
        takeSprite(*sprite);
}

void LiveEdits::takeSources()
{
    if (const QStringList files = std::exchange(sources_, {}); controller_.isRunning())
        controller_.session().reloadSources(files, controller_.host().workspace()->files());
}

/// A room that was made while one plays: its file is none of the running world's yet.
void LiveEdits::takeNewRoom(const std::shared_ptr<roomcore::RoomDocument>& room)
{
    if (room == nullptr)
        return;
    const play::PreparedWorld& world = *controller_.session().world();
    const std::filesystem::path folder = world.server() / "rooms", below = room->path().lexically_relative(world.projectRoot());
    if (below.empty() || *below.begin() == "..")
        return;
    if (!findInFolder(folder, room->path().stem().string() + ".roo"))
        takeRoom(room);
}

/// Tree and grids are made in a worker; what was overtaken meanwhile is thrown away. A file that was just saved holds them already.
void LiveEdits::takeRoom(const std::shared_ptr<roomcore::RoomDocument>& room)
{
    const QString name = fileOf(*room);
    const quint64 turn = ++builds_[name];
    if (isSavedAsRoom(*room))
        if (const auto saved = readFile(room->path()))
            return bringRoom(name, {reinterpret_cast<const char*>(saved.value().data()), static_cast<qsizetype>(saved.value().size())});
    const auto copy = room->copy();
    if (!copy)
        return controller_.tell(Severity::Warning, QString::fromStdString(copy.error().text()));
    builder_.start([this, copy = copy.value(), name, turn] {
        auto rebuilt = roomcore::rebuild(copy->room, *copy->file);
        QByteArray bytes;
        QString why;
        if (rebuilt) {
            const auto written = roo::write(rebuilt.value().room);
            bytes = QByteArray(reinterpret_cast<const char*>(written.data()), static_cast<qsizetype>(written.size()));
        } else {
            why = QString::fromStdString(rebuilt.error().text());
        }
        QMetaObject::invokeMethod(
            this,
            [this, name, turn, bytes, why] {
                if (builds_.value(name) != turn || !controller_.isRunning())
                    return;
                if (!why.isEmpty())
                    return controller_.tell(Severity::Warning, tr("%1 cannot be built as it is: %2").arg(name, why));
                bringRoom(name, bytes);
            },
            Qt::QueuedConnection);
    });
}

void LiveEdits::bringRoom(const QString& name, const QByteArray& bytes)
{
    roomBytes_.insert(name.toLower(), bytes);
    controller_.session().reloadRoom(name, bytes);
}

void LiveEdits::exchangeRooms(const QString& name, const QByteArray& bytes)
{
    if (bytes.isEmpty())
        return;
    for (PlayTab* tab : controller_.tabs()) {
        tab->exchangeRoom(name, bytes, [this, tab, name](const Result<PlayTab::Exchange>& done, const play::PlayPlace& stand) {
            if (!done)
                controller_.tell(Severity::Error, QString::fromStdString(done.error().text()));
            else if (done.value() == PlayTab::Exchange::Falls)
                controller_.session().put(tab->character(), stand, [this, name](bool good, const QString& why) {
                    controller_.tell(good ? Severity::Info : Severity::Warning,
                                     good ? tr("There was no floor any more; the player stands at the nearest one of %1.").arg(name) : why);
                });
        });
    }
}

/// Saved: a sprite is read from its file, and of a command file, whose sprite others build, the game gets what is built of it now.
void LiveEdits::takeSprite(const bgfcore::SpriteDocument& sprite)
{
    QElapsedTimer clock;
    clock.start();
    const std::string name = sprite.builtName();
    if (sprite.isCommandFile()) {
        built_[name] = bgf::write(sprite.sprite());
        ownAssets().setFile(name, built_[name]);
        tellSprite(name, built_[name]);
    } else {
        for (const auto& store : {controller_.host().assets(), own_})
            if (store != nullptr) {
                store->setFile(name, {});
                if (store->findFile(name).empty())
                    store->rescan(); // a new one
            }
        tellSprite(name, {});
    }
    tellReloaded(QString::fromStdString(name), clock.nsecsElapsed());
    tellTaken({QString::fromStdString(name)});
}

/// The studio's own pictures are seen to by the sprite's editor.
void LiveEdits::showUnsaved(const bgfcore::SpriteDocument& sprite)
{
    if (own_ == nullptr && !hasOuter())
        return;
    const std::vector<std::byte> bytes = bgf::write(sprite.sprite());
    if (own_ != nullptr)
        own_->setFile(sprite.builtName(), bytes);
    tellSprite(sprite.builtName(), bytes);
}

void LiveEdits::forgetUnsaved(const bgfcore::SpriteDocument& sprite)
{
    const auto saved = built_.find(sprite.builtName());
    const std::vector<std::byte> bytes = saved == built_.end() ? std::vector<std::byte>() : saved->second;
    if (own_ != nullptr)
        own_->setFile(sprite.builtName(), bytes);
    tellSprite(sprite.builtName(), bytes);
}

bool LiveEdits::hasOuter() const
{
    return std::ranges::any_of(controller_.tabs(), [](const PlayTab* tab) { return tab->outer() != nullptr; });
}

void LiveEdits::tellSprite(const std::string& name, const std::vector<std::byte>& bytes)
{
    for (const PlayTab* tab : controller_.tabs())
        if (tab->outer() != nullptr)
            tab->outer()->exchangeSprite(name, bytes);
}

void LiveEdits::tellSprites(PlayTab* tab)
{
    OuterClient* outer = tab->outer();
    if (outer == nullptr)
        return;
    for (const auto& [name, bytes] : built_)
        outer->exchangeSprite(name, bytes);
    for (const auto& document : controller_.host().workspace()->modified())
        if (const auto sprite = spriteOf(document))
            outer->exchangeSprite(sprite->builtName(), bgf::write(sprite->sprite()));
}

/// The studio's show the sprites that its files hold, and no others.
render::AssetStore& LiveEdits::ownAssets()
{
    if (own_ == nullptr) {
        const auto files = connectWishOf(controller_.session()).files;
        const auto studio = controller_.host().assets();
        useAssets(std::make_shared<render::AssetStore>(files.folders, studio ? studio->palette() : palette::builtIn()));
    }
    return *own_;
}

void LiveEdits::useAssets(std::shared_ptr<render::AssetStore> assets)
{
    own_ = std::move(assets);
    for (const auto& [name, bytes] : built_)
        own_->setFile(name, bytes);
    for (const auto& document : controller_.host().workspace()->modified())
        if (const auto sprite = spriteOf(document))
            showUnsaved(*sprite);
    for (PlayTab* tab : controller_.tabs())
        tab->client().exchangeAssets(own_);
}

void LiveEdits::takeWorldFile(const QString& file)
{
    if (!controller_.isRunning())
        return;
    const project::Project& project = controller_.session().world()->project();
    if (project.paletteFile() && file.toStdString() == (project.root() / *project.paletteFile()).string())
        return takePalette(file);
    QElapsedTimer clock;
    clock.start();
    for (PlayTab* tab : controller_.tabs())
        tab->forgetSound(QFileInfo(file).fileName());
    tellReloaded(QFileInfo(file).fileName(), clock.nsecsElapsed());
}

/// Pictures are numbers of colours: a palette exchanges their looks and none of them.
void LiveEdits::takePalette(const QString& file)
{
    QElapsedTimer clock;
    clock.start();
    const auto bytes = readFile(file.toStdString());
    const auto read = bytes ? palette::read(bytes.value(), file.toStdString()) : Result<palette::PaletteFile>(bytes.error());
    if (!read)
        return controller_.tell(Severity::Warning, QString::fromStdString(read.error().text()));
    useAssets(std::make_shared<render::AssetStore>(connectWishOf(controller_.session()).files.folders, read.value().colours));
    for (const PlayTab* tab : controller_.tabs())
        if (tab->outer() != nullptr)
            tab->outer()->exchangePalette(file.toStdString());
    tellReloaded(QFileInfo(file).fileName(), clock.nsecsElapsed());
}

void LiveEdits::tellReloaded(const QString& name, qint64 nanoseconds)
{
    controller_.tell(Severity::Info, tr("Reloaded %1 in %2.").arg(name, play::durationText(static_cast<double>(nanoseconds) / 1e6)));
}

/// Where one saves, which is not where the log is.
void LiveEdits::tellTaken(const QStringList& files)
{
    if (files.isEmpty())
        return;
    controller_.host().toast(Severity::Info, files.size() == 1 ? tr("%1 is saved. The game has it now.").arg(files.front())
                                                               : tr("%1 files are saved. The game has them now.").arg(files.size()), {}, {});
}

/// The counterpart: what was saved and does not compile, or makes others not compile that did before, as headers do.
void LiveEdits::tellFaults(const QVector<play::PlayLine>& errors)
{
    QSet<QString> now;
    for (const play::PlayLine& error : errors)
        now.insert(QFileInfo(error.file).fileName());
    const QSet<QString> before = std::exchange(faulty_, now);
    if (!told_.file.isEmpty() && !now.contains(told_.file))
        takeFaultBack();
    QStringList saved;
    for (const QString& file : now)
        if (savedSources_.removeAll(file) > 0)
            saved << file;
    const auto isNew = [&](const play::PlayLine& error) {
        const QString file = QFileInfo(error.file).fileName();
        return saved.isEmpty() ? !before.contains(file) : saved.contains(file);
    };
    const auto first = std::ranges::find_if(errors, isNew);
    const auto header = std::ranges::find_if(savedSources_, isHeader);
    if (first == errors.end() || (saved.isEmpty() && header == savedSources_.end()))
        return;
    QString sentence;
    if (saved.isEmpty())
        sentence = tr("%1 is saved, but %2 does not compile with it. The game goes on with the class it has.").arg(*header, QFileInfo(first->file).fileName());
    else if (saved.size() == 1)
        sentence = tr("%1 is saved, but does not compile. The game goes on with the class it has.").arg(saved.front());
    else
        sentence = tr("%1 files are saved, but do not compile. The game goes on with the classes it has.").arg(saved.size());
    if (saved.isEmpty())
        savedSources_.removeIf(isHeader);
    takeFaultBack();
    told_ = {sentence, QFileInfo(first->file).fileName()};
    controller_.host().toast(Severity::Warning, sentence, tr("Show"), [this, place = *first] { controller_.goTo(place); });
}

/// What was told of a fault is no longer so, or is told in other words now.
void LiveEdits::takeFaultBack()
{
    if (const Fault told = std::exchange(told_, {}); !told.sentence.isEmpty())
        controller_.host().takeBack(told.sentence);
}

} // namespace blak::ui::playing

// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/doom_import_session.h"

#include "client/render/asset_store.h"
#include "formats/base/file_io.h"

#include <QFile>
#include <QImage>
#include <QPixmap>

namespace blak::ui::rooms {
namespace {

std::filesystem::path pathOf(const QString& file) { return QFile::encodeName(file).toStdString(); }

QPixmap fitted(const QImage& image, int side)
{
    return image.isNull() ? QPixmap() : QPixmap::fromImage(image.scaled(side, side, Qt::KeepAspectRatio, Qt::FastTransformation));
}

QRgb rgb(palette::Colour colour) { return qRgb(colour.r, colour.g, colour.b); }

} // namespace

DoomImportSession::DoomImportSession(std::shared_ptr<render::AssetStore> assets, QObject* parent)
    : QObject(parent), assets_(std::move(assets))
{
    pool_.setMaxThreadCount(1);
}

DoomImportSession::~DoomImportSession()
{
    *cancelled_ = true;
    pool_.waitForDone();
}

bool DoomImportSession::read(const QString& file, std::optional<wad::Wad>& into)
{
    error_.clear();
    auto opened = wad::open(pathOf(file));
    if (!opened) {
        error_ = QString::fromStdString(opened.error().text());
        return false;
    }
    into = std::move(opened).value();
    return true;
}

bool DoomImportSession::openWad(const QString& file)
{
    finish(); // the worker reads the files that are open
    std::optional<wad::Wad> wad;
    if (!read(file, wad))
        return false;
    auto maps = wad::mapsOf(*wad);
    if (maps.empty()) {
        error_ = tr("This file holds no maps.");
        return false;
    }
    wad_ = std::move(wad);
    maps_ = std::move(maps);
    map_.reset();
    matches_.clear();
    refreshPictures();
    return true;
}

bool DoomImportSession::openGame(const QString& file)
{
    finish();
    if (file.isEmpty()) {
        game_.reset();
        error_.clear();
    } else if (!read(file, game_)) {
        return false;
    }
    refreshPictures();
    startMatching();
    return true;
}

void DoomImportSession::refreshPictures()
{
    std::vector<const wad::Wad*> order;
    if (game_)
        order.push_back(&*game_);
    if (wad_)
        order.push_back(&*wad_);
    pictures_ = std::make_shared<const wad::Pictures>(order);
}

bool DoomImportSession::chooseMap(int index)
{
    error_.clear();
    map_.reset();
    matches_.clear();
    if (index < 0 || static_cast<std::size_t>(index) >= maps_.size())
        return false;
    auto map = wad::readMap(*wad_, maps_[static_cast<std::size_t>(index)]);
    if (!map) {
        error_ = QString::fromStdString(map.error().text());
        return false;
    }
    map_ = std::move(map).value();
    startMatching();
    return true;
}

void DoomImportSession::startMatching()
{
    if (!map_)
        return;
    ++running_;
    const std::uint64_t asked = ++asked_;
    pool_.start([this, asked, cancelled = cancelled_, assets = assets_, pictures = pictures_, world = world_, table = table_,
                 used = doomimport::texturesOf(*map_)]() mutable {
        if (world == nullptr)
            world = std::make_shared<const std::vector<doomimport::WorldTexture>>(
                assets != nullptr ? doomimport::worldTextures(*assets, cancelled.get()) : std::vector<doomimport::WorldTexture>{});
        auto matches = *cancelled ? std::vector<doomimport::Match>{} : doomimport::matchTextures(used, *pictures, *world, table);
        QMetaObject::invokeMethod(
            this,
            [this, asked, world = std::move(world), matches = std::move(matches)]() mutable {
                --running_;
                world_ = std::move(world);
                if (asked != asked_)
                    return; // another map was chosen meanwhile
                matches_ = std::move(matches);
                emit matched();
            },
            Qt::QueuedConnection);
    });
}

void DoomImportSession::finish() { pool_.waitForDone(); }

void DoomImportSession::setTexture(std::size_t match, std::uint16_t number)
{
    doomimport::Match& one = matches_[match];
    one.number = number;
    one.isGiven = true;
    table_.set(one.used.use, one.used.name, number);
}

bool DoomImportSession::loadTable(const QString& file)
{
    error_.clear();
    const auto text = readTextFile(pathOf(file), doomimport::mostTableBytes);
    auto table = text ? doomimport::parseTable(text.value(), pathOf(file).filename().string()) : Result<doomimport::TextureTable>(text.error());
    if (!table) {
        error_ = QString::fromStdString(table.error().text());
        return false;
    }
    table_ = std::move(table).value();
    startMatching();
    return true;
}

bool DoomImportSession::saveTable(const QString& file)
{
    error_.clear();
    const auto written = writeFileAtomically(pathOf(file), doomimport::tableText(doomimport::tableOf(matches_, table_)));
    if (!written)
        error_ = QString::fromStdString(written.error().text());
    return static_cast<bool>(written);
}

QPixmap DoomImportSession::gamePicture(std::size_t match, int side) const
{
    const doomimport::UsedTexture& used = matches_[match].used;
    auto picture = used.use == doomimport::Use::Wall ? pictures_->wall(used.name) : pictures_->flat(used.name);
    if (!picture)
        picture = used.use == doomimport::Use::Wall ? pictures_->flat(used.name) : pictures_->wall(used.name);
    if (!picture)
        return {};
    const wad::Picture& from = picture.value();
    QImage image(from.width, from.height, QImage::Format_ARGB32);
    for (int y = 0; y < from.height; ++y)
        for (int x = 0; x < from.width; ++x) {
            const std::int16_t pixel = from.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(from.width) + static_cast<std::size_t>(x)];
            image.setPixel(x, y, pixel == wad::Picture::clear ? 0 : rgb(pictures_->palette()[static_cast<std::size_t>(pixel)]));
        }
    return fitted(image, side);
}

QPixmap DoomImportSession::worldPicture(doomimport::Use use, int number, int side) const
{
    const auto picture = assets_ != nullptr && number > 0 ? assets_->texture(number) : nullptr;
    if (picture == nullptr)
        return {};
    const render::Image& from = picture->images.front();
    const bool turned = use == doomimport::Use::Wall; // wall pictures lie on their side in the file
    QImage image(turned ? from.height : from.width, turned ? from.width : from.height, QImage::Format_ARGB32);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const int column = turned ? y : x, row = turned ? x : y;
            const std::uint8_t pixel =
                from.pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(from.width) + static_cast<std::size_t>(column)];
            image.setPixel(x, y, pixel == bgf::transparentIndex ? 0 : rgb(assets_->palette()[pixel]));
        }
    return fitted(image, side);
}

Result<doomimport::Imported> DoomImportSession::import(double scale, bool opensDoors) const
{
    doomimport::ImportOptions options;
    options.scale = scale;
    options.opensDoors = opensDoors;
    options.table = doomimport::tableOf(matches_, table_);
    return doomimport::importMap(*map_, options);
}

} // namespace blak::ui::rooms

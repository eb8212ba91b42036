// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_addition.h"

#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "formats/palette/nearest.h"
#include "roomedit/textures/texture_query.h"
#include "roomedit/textures/texture_use.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QImageReader>

#include <algorithm>
#include <map>
#include <set>

namespace blak::ui::textures {
namespace {

constexpr std::uint64_t largestFile = 32ull << 20; ///< bytes
constexpr int largestSide = 2048;                  ///< px
constexpr int highestNumber = 65535;               ///< rooms store 16 bits
constexpr qsizetype longestName = 31;              ///< characters that the header of a sprite holds
constexpr int opaqueFrom = 128;                    ///< alpha

std::string text(const QString& string) { return string.toStdString(); }

Result<bbg::IndexedImage> quantise(const QByteArray& bytes, const QString& file, const palette::NearestColour& nearest)
{
    QBuffer buffer;
    buffer.setData(bytes);
    QImageReader reader(&buffer);
    reader.setAutoTransform(false);
    const QSize size = reader.size();
    if (size.width() > largestSide || size.height() > largestSide)
        return Error{"expected at most " + std::to_string(largestSide) + " pixels a side, found " + std::to_string(size.width()) +
                         " x " + std::to_string(size.height()),
                     text(file)};
    const QImage image = reader.read().convertToFormat(QImage::Format_ARGB32);
    if (image.isNull() || image.width() > largestSide || image.height() > largestSide)
        return Error{"the picture is damaged: " + text(reader.errorString()), text(file)};
    bbg::IndexedImage out{image.width(), image.height(), {}};
    out.indices.reserve(static_cast<std::size_t>(image.width()) * static_cast<std::size_t>(image.height()));
    for (int y = 0; y < image.height(); ++y) {
        const auto* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            out.indices.push_back(qAlpha(row[x]) < opaqueFrom ? bgf::transparentIndex
                                                              : nearest(qRed(row[x]), qGreen(row[x]), qBlue(row[x])));
    }
    return out;
}

/// Sprites are taken whole, pictures as pixels of the project's palette.
Result<NewTexture> readOne(const QString& path, const palette::NearestColour& nearest)
{
    auto bytes = readFile(path.toStdString(), largestFile);
    if (!bytes)
        return bytes.error();
    NewTexture made;
    made.source = QFileInfo(path).fileName();
    if (bgf::isSprite(bytes.value())) {
        const auto sprite = bgf::read(bytes.value(), text(path));
        if (!sprite)
            return sprite.error();
        if (sprite.value().bitmaps.empty())
            return Error{"expected at least one bitmap, found none", text(path)};
        made.content = std::move(bytes).value();
        return made;
    }
    const auto& content = bytes.value();
    const QByteArray raw(reinterpret_cast<const char*>(content.data()), static_cast<qsizetype>(content.size()));
    const bool isBmp = raw.startsWith("BM");
    if (!isBmp && !raw.startsWith("\x89PNG"))
        return Error{"expected a BMP, PNG or BGF file", text(path)};
    if (isBmp) // what the old tool takes keeps its indices
        if (auto indexed = bbg::readIndexedBmp(content, text(path))) {
            made.content = std::move(indexed).value();
            return made;
        }
    auto picture = quantise(raw, path, nearest);
    if (!picture)
        return picture.error();
    made.content = std::move(picture).value();
    return made;
}

/// The folder that most of the project's textures lie in.
std::filesystem::path textureFolder(const render::AssetStore& assets, const std::vector<int>& numbers, const QString& root)
{
    std::map<std::filesystem::path, int> counts;
    for (const int number : numbers)
        if (const auto file = assets.findFile(render::AssetStore::textureFileName(number)); !file.empty())
            ++counts[file.parent_path()];
    const auto most =
        std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? std::filesystem::path(root.toStdString()) : most->first;
}

/// What the header may hold of a file's name.
std::string headerName(const QString& source)
{
    const QString stem = QFileInfo(source).completeBaseName().simplified().left(longestName);
    return windows1252::fromUtf8(text(stem)).value_or(std::string());
}

} // namespace

int nextFreeTexture(const std::vector<int>& taken, const TextureUse* use, int after)
{
    const std::set<int> files(taken.begin(), taken.end());
    const auto isFree = [&](int number) { return !files.contains(number) && (use == nullptr || !use->rooms.contains(number)); };
    const int highest = std::max(after, files.empty() ? 0 : *files.rbegin());
    for (int number = highest + 1; number <= highestNumber; ++number)
        if (isFree(number))
            return number;
    for (int number = 1; number < highest; ++number)
        if (isFree(number))
            return number;
    return 0;
}

Result<TextureAddition> planAddition(const QStringList& files, const render::AssetStore& assets, const TextureUse* use,
                                     const QString& root)
{
    TextureAddition addition;
    const palette::NearestColour nearest(assets.palette(), palette::Reserved::Avoid);
    std::vector<int> taken = assets.textureNumbers();
    const std::filesystem::path folder = textureFolder(assets, taken, root);
    if (folder.empty())
        return Error{"open a project folder first: there is no place for textures", {}};
    for (const QString& file : files) {
        auto made = readOne(file, nearest);
        if (!made)
            return made.error();
        NewTexture texture = std::move(made).value();
        texture.number = nextFreeTexture(taken, use);
        if (texture.number == 0)
            return Error{"all texture numbers up to 65535 are taken", text(root)};
        taken.push_back(texture.number);
        texture.target = folder / render::AssetStore::textureFileName(texture.number);
        addition.asksForSurface = addition.asksForSurface || std::holds_alternative<bbg::IndexedImage>(texture.content);
        addition.textures.push_back(std::move(texture));
    }
    return addition;
}

Result<void> addTextures(const TextureAddition& addition, bool asWalls)
{
    for (const NewTexture& texture : addition.textures) {
        std::error_code code;
        if (std::filesystem::exists(texture.target, code))
            return Error{"the file has come into being meanwhile; nothing is written over it", texture.target.string()};
        std::vector<std::byte> bytes;
        if (const auto* image = std::get_if<bbg::IndexedImage>(&texture.content)) {
            bbg::CommandFile commands;
            commands.name = headerName(texture.source);
            commands.rotate = asWalls;
            commands.bitmaps.push_back({{}, text(texture.source), {}, {}});
            commands.groups.push_back({{}, {1}});
            const auto sprite = bbg::make(commands, [&](const std::string&) -> Result<bbg::IndexedImage> { return *image; });
            if (!sprite)
                return sprite.error();
            bytes = bgf::write(sprite.value());
        } else {
            bytes = std::get<std::vector<std::byte>>(texture.content);
        }
        if (const auto written = writeFileAtomically(texture.target, bytes, Backup::None); !written)
            return written.error();
    }
    return {};
}

QString questionFor(const TextureAddition& addition, const QString& root)
{
    const auto tr = [](const char* words) { return QCoreApplication::translate("TextureAddition", words); };
    if (addition.textures.empty())
        return {};
    const NewTexture& first = addition.textures.front();
    QString folder = QDir(root).relativeFilePath(QString::fromStdString(first.target.parent_path().string()));
    if (folder == QLatin1String(".") || folder.isEmpty())
        folder = QDir(root).dirName();
    if (addition.textures.size() == 1)
        return tr("Add %1 as grd%2 to %3?").arg(first.source, textureDigits(first.number), folder);
    return tr("Add %1 files as grd%2 to grd%3 to %4?")
        .arg(QString::number(addition.textures.size()), textureDigits(first.number),
             textureDigits(addition.textures.back().number), folder);
}

} // namespace blak::ui::textures

// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/sprite_import.h"

#include "bgfeditor/bgfcore/aseprite_import.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/sheet.h"
#include "bgfeditor/bgfcore/sheet_export.h"
#include "bgfeditor/ui/import_dialog.h"
#include "bgfeditor/ui/outside_editor.h"
#include "bgfeditor/ui/sprite_view.h"
#include "formats/base/counted.h"
#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "ui/file_order.h"
#include "ui/number_text.h"

#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QMimeData>
#include <QUrl>

#include <algorithm>

namespace blak::ui::sprites {
namespace {

constexpr int mostImportSide = 8192;                 ///< pixels
constexpr std::uint64_t largestAseprite = 64u << 20; ///< bytes
constexpr int mostImages = 4096;                     ///< of an animation

bool isAsepriteFile(const QString& file)
{
    QFile one(file);
    if (!one.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = one.read(128);
    return aseprite::isAseprite(std::as_bytes(std::span(head.constData(), static_cast<std::size_t>(head.size()))));
}

std::string fingerprintOf(std::span<const std::byte> bytes)
{
    return document::contentFingerprint({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void sayUnreadable(SpriteView& view, const QString& file, const Error& error)
{
    emit view.reported(Severity::Error, SpriteView::tr("%1 cannot be read: %2. Nothing was changed.")
                                            .arg(QFileInfo(file).fileName(), QString::fromStdString(error.what)));
}

/// `largest` 0..1 of the way from black to white.
void sayForeign(SpriteView& view, std::size_t colours, double largest)
{
    if (colours == 0)
        return;
    emit view.reported(Severity::Info,
                       SpriteView::tr("%1 not in the palette and became the nearest; the largest change is %2\u00a0%.")
                           .arg(counted(static_cast<qlonglong>(colours), SpriteView::tr("1 colour was"), SpriteView::tr("%1 colours were")))
                           .arg(100 * largest, 0, 'f', 0));
}

void addAseprite(SpriteView& view, const QString& file, const bgfcore::QuantiserOptions& colours)
{
    const auto picture = readAseprite(file);
    if (!picture)
        return sayUnreadable(view, file, picture.error());
    bgfcore::SpriteDocument& document = view.model()->document();
    document::Transaction transaction(document.history(), "Add an Aseprite picture");
    const auto report = bgfcore::addAseprite(document, picture.value().picture, bgfcore::Quantiser(view.model()->palette(), colours));
    const auto done = report ? bgfcore::keepAsepriteSource(document, QFile::encodeName(file).toStdString(),
                                                           picture.value().fingerprint, report.value(), colours)
                             : Result<void>(report.error());
    if (!view.tell(done))
        return;
    transaction.commit();
    view.model()->setFrame(view.model()->frameOf(report.value().frames.front()));
    if (report.value().tooManyLayers)
        emit view.reported(Severity::Warning,
                           SpriteView::tr("%1 has more layers than a sprite keeps, so its frames came without them.")
                               .arg(QFileInfo(file).fileName()));
    else
        emit view.reported(Severity::Info, SpriteView::tr("%1: %2, %3. It is read again when it is saved.")
                                               .arg(QFileInfo(file).fileName(),
                                                    counted(static_cast<qlonglong>(report.value().frames.size()),
                                                            SpriteView::tr("1 frame"), SpriteView::tr("%1 frames")),
                                                    counted(static_cast<qlonglong>(report.value().layers.size()),
                                                            SpriteView::tr("1 layer"), SpriteView::tr("%1 layers"))));
    if (!report.value().unusedSlices.empty())
        emit view.reported(Severity::Info,
                           SpriteView::tr("The name of slice \u201c%1\u201d says no hotspot; begin it with a number.")
                               .arg(QString::fromStdString(report.value().unusedSlices.front())));
}

/// What the frames of a picture of Aseprite show.
Result<std::vector<QImage>> readAsepriteFrames(const QString& file)
{
    const auto read = readAseprite(file);
    if (!read)
        return read.error();
    const aseprite::Picture& picture = read.value().picture;
    std::vector<QImage> images;
    for (const auto& frame : picture.frames) {
        QImage image(picture.width, picture.height, QImage::Format_ARGB32);
        const auto width = static_cast<std::size_t>(picture.width);
        for (int y = 0; y < picture.height; ++y)
            std::copy_n(frame.pixels.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(y) * width), width,
                        reinterpret_cast<std::uint32_t*>(image.scanLine(y)));
        images.push_back(std::move(image));
    }
    return images;
}

Result<std::vector<bgfcore::ImagePointer>> cut(const bgfcore::ImagePointer& image, const ImportOptions& options)
{
    switch (options.cut) {
    case Cut::Whole: break;
    case Cut::Things: return bgfcore::cutByTransparency(*image);
    case Cut::Grid: return bgfcore::cutGrid(*image, options.columns, options.rows);
    }
    return std::vector{image};
}

} // namespace

Result<AsepriteFile> readAseprite(const QString& file)
{
    const auto bytes = readFile(QFile::encodeName(file).toStdString(), largestAseprite);
    if (!bytes)
        return bytes.error();
    auto picture = aseprite::read(bytes.value(), QFileInfo(file).fileName().toStdString());
    if (!picture)
        return picture.error();
    return AsepriteFile{std::move(picture).value(), fingerprintOf(bytes.value())};
}

Result<std::string> fingerprintOf(const QString& file)
{
    const auto bytes = readFile(QFile::encodeName(file).toStdString(), largestAseprite);
    return bytes ? Result<std::string>(fingerprintOf(bytes.value())) : Result<std::string>(bytes.error());
}

/// All images of a file: of an animation more than one.
Result<std::vector<QImage>> readPictures(const QString& file)
{
    QImageReader reader(file);
    reader.setDecideFormatFromContent(true);
    const QSize size = reader.size();
    if (size.width() > mostImportSide || size.height() > mostImportSide)
        return Error{"expected at most " + std::to_string(mostImportSide) + " pixels a side", file.toStdString(),
                     ErrorCode::TooLarge};
    std::vector<QImage> images;
    while (images.empty() || (reader.canRead() && images.size() < mostImages)) {
        const QImage image = reader.read();
        if (image.isNull())
            return Error{reader.errorString().toStdString(), file.toStdString()};
        images.push_back(image);
    }
    return images;
}

bgfcore::ColourPicture coloursOf(const QImage& given)
{
    const QImage image = given.convertToFormat(QImage::Format_ARGB32);
    bgfcore::ColourPicture picture{image.width(), image.height(), {}};
    picture.pixels.reserve(static_cast<std::size_t>(image.width()) * static_cast<std::size_t>(image.height()));
    for (int y = 0; y < image.height(); ++y) {
        const auto* row = reinterpret_cast<const std::uint32_t*>(image.constScanLine(y));
        picture.pixels.insert(picture.pixels.end(), row, row + image.width());
    }
    return picture;
}

Result<std::size_t> countFrames(const QImage& given, const ImportOptions& options)
{
    if (options.cut == Cut::Whole)
        return std::size_t{1};
    const QImage picture = given.convertToFormat(QImage::Format_ARGB32);
    std::vector<std::uint8_t> seen;
    seen.reserve(static_cast<std::size_t>(picture.width()) * static_cast<std::size_t>(picture.height()));
    for (int y = 0; y < picture.height(); ++y) {
        const auto* row = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
        for (int x = 0; x < picture.width(); ++x)
            seen.push_back(qAlpha(row[x]) < 128 ? bgf::transparentIndex : std::uint8_t{0}); // as the quantiser takes them
    }
    const auto parts = cut(bgfcore::FrameImage::ofIndices(picture.width(), picture.height(), std::move(seen)), options);
    return parts ? Result<std::size_t>(parts.value().size()) : Result<std::size_t>(parts.error());
}

/// The frames in their order become groups of so many angles.
Result<void> groupFrames(bgfcore::SpriteDocument& document, const std::vector<bgfcore::PartId>& frames, int angles)
{
    const auto each = static_cast<std::size_t>(angles);
    if (each == 0)
        return {};
    if (frames.size() % each != 0)
        return Error{blak::counted(frames.size(), "frame") + (frames.size() == 1 ? " does" : " do") + " not fill groups of " + std::to_string(each), {}};
    for (std::size_t i = 0; i < frames.size(); i += each) {
        const auto group = bgfcore::addGroup(document, each);
        if (!group)
            return group.error();
        for (std::size_t entry = 0; entry < each; ++entry)
            if (auto done = bgfcore::setGroupEntry(document, group.value(), entry, frames[i + entry]); !done)
                return done;
    }
    return {};
}

void importImages(SpriteView& view, const std::vector<QImage>& pictures, const ImportOptions& options)
{
    const bgfcore::Quantiser quantiser(view.model()->palette(), options.colours);
    std::vector<bgfcore::ImagePointer> images;
    std::size_t foreign = 0;
    double largest = 0;
    for (const QImage& one : pictures) {
        bgfcore::Quantised result = quantiser.run(coloursOf(one));
        foreign += result.foreignColours;
        largest = std::max(largest, result.largestChange);
        const auto parts = cut(bgfcore::FrameImage::ofIndices(one.width(), one.height(), std::move(result.indices),
                                                              view.model()->sprite().version >= 10),
                               options);
        if (!parts) {
            view.tell(parts.error());
            return;
        }
        images.insert(images.end(), parts.value().begin(), parts.value().end());
    }
    document::Transaction transaction(view.model()->document().history(), "Add frames");
    const auto added = bgfcore::addFrames(view.model()->document(), images, static_cast<std::size_t>(view.model()->frame() + 1));
    if (!view.tell(added ? groupFrames(view.model()->document(), added.value(), options.angles) : Result<void>(added.error())) ||
        added.value().empty())
        return;
    transaction.commit();
    view.model()->setFrame(view.model()->frameOf(added.value().front()));
    sayForeign(view, foreign, largest);
}

void replaceFrame(SpriteView& view, const QString& file)
{
    const auto read = isAsepriteFile(file) ? readAsepriteFrames(file) : readPictures(file);
    if (!read || read.value().empty())
        return sayUnreadable(view, file, read ? Error{"it holds no picture", {}} : read.error());
    const QImage& picture = read.value().front();
    bgfcore::SpriteDocument& document = view.model()->document();
    bgfcore::Quantised result = bgfcore::Quantiser(view.model()->palette()).run(coloursOf(picture));
    auto image = bgfcore::FrameImage::ofIndices(picture.width(), picture.height(), std::move(result.indices), view.model()->sprite().version >= 10);
    if (view.tell(bgfcore::setImage(document, view.model()->currentId(), std::move(image), "Replace the picture")))
        sayForeign(view, result.foreignColours, result.largestChange);
}

std::optional<ChosenPictures> readChosen(SpriteView& view, const QStringList& files)
{
    ChosenPictures chosen;
    for (const QString& file : files) {
        const bool layered = isAsepriteFile(file);
        const auto read = layered ? readAsepriteFrames(file) : readPictures(file);
        if (!read) {
            sayUnreadable(view, file, read.error());
            return std::nullopt;
        }
        if (layered)
            chosen.aseprites.append(file);
        auto& images = layered ? chosen.asepriteFrames : chosen.images;
        images.insert(images.end(), read.value().begin(), read.value().end());
    }
    return chosen;
}

void importChosen(SpriteView& view, const ChosenPictures& chosen, const ImportOptions& options)
{
    for (const QString& file : chosen.aseprites)
        addAseprite(view, file, options.colours);
    if (!chosen.images.empty())
        importImages(view, chosen.images, options);
}

void importPictures(SpriteView& view, const QStringList& files, const ImportOptions& options)
{
    if (const auto chosen = readChosen(view, files))
        importChosen(view, *chosen, options);
}

bool canImport(const QMimeData& data) { return data.hasImage() || data.hasUrls(); }

void importData(SpriteView& view, const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    if (!files.isEmpty())
        importPictures(view, inNumberOrder(files));
    else if (const auto image = qvariant_cast<QImage>(data.imageData()); !image.isNull())
        importImages(view, {image});
}

void askAndImport(SpriteView& view, const QStringList& files, Cut cut)
{
    if (auto chosen = readChosen(view, files); chosen && !(chosen->images.empty() && chosen->asepriteFrames.empty()))
        (new ImportDialog(view, std::move(*chosen), cut))->open();
}

std::filesystem::path placesBeside(const QString& sheet)
{
    return std::filesystem::path(QFile::encodeName(sheet).toStdString()).replace_extension(".json");
}

Result<void> exportSheet(const SpriteView& view, const QString& file)
{
    const bgf::Sprite sprite = view.model()->document().sprite();
    auto sheet = bgfcore::makeSheet(sprite, view.title().toStdString());
    if (!sheet)
        return sheet.error();
    sheet.value().picture.colours = view.model()->palette();
    const std::filesystem::path path(QFile::encodeName(file).toStdString());
    if (auto done = bgfcore::writePng(path, sheet.value().picture, true, Backup::Keep); !done)
        return done;
    std::vector<std::string> labels;
    for (const bgfcore::PartId id : view.model()->document().groups().ids())
        labels.push_back(windows1252::toUtf8(view.model()->document().groups().at(id).label));
    return writeFileAtomically(placesBeside(file),
                               bgfcore::describeSheet(sprite, sheet.value(), path.filename().string(), labels));
}

std::vector<std::pair<bgfcore::PartId, std::filesystem::path>> frameFiles(const SpriteView& view, const QString& file)
{
    const std::filesystem::path path(QFile::encodeName(file).toStdString());
    const auto& frames = view.model()->document().frames();
    const std::size_t digits = std::to_string(std::max<std::size_t>(1, frames.size()) - 1).size(); // so that every program has them in their order
    std::vector<std::pair<bgfcore::PartId, std::filesystem::path>> files;
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (frames.at(frames.ids()[i]).image->indices() != nullptr)
            files.emplace_back(frames.ids()[i], path.parent_path() / (path.stem().string() + "-" + std::string(digits - std::to_string(i).size(), '0') +
                                                                      std::to_string(i) + ".png"));
    return files;
}

Result<std::size_t> exportFrames(const SpriteView& view, const QString& file)
{
    const auto files = frameFiles(view, file);
    for (const auto& [id, one] : files) {
        const bgfcore::FrameImage& image = *view.model()->document().frames().at(id).image;
        if (auto done = bgfcore::writePng(one, {image.width(), image.height(), *image.indices(), view.model()->palette()}, true, Backup::Keep); !done)
            return done.error();
    }
    return files.size();
}

} // namespace blak::ui::sprites

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/quantiser.h"
#include "bgfeditor/bgfcore/sprite_parts.h"
#include "formats/aseprite/aseprite.h"

#include <QImage>
#include <QStringList>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QMimeData;

namespace blak::ui::sprites {

class SpriteView;

/// How pictures become frames.
enum class Cut : int {
    Whole,  ///< a picture is a frame
    Things, ///< each thing on it that stands by itself
    Grid,   ///< equal cells, by rows
};

struct ImportOptions
{
    bgfcore::QuantiserOptions colours;
    Cut cut = Cut::Whole;
    int columns = 1, rows = 1; ///< of Cut::Grid
    int angles = 0;            ///< so many frames become a group each; 0: frames come without groups
};

/// All images of a file: of an animation more than one. Fails beyond 8192 pixels a side.
Result<std::vector<QImage>> readPictures(const QString& file);
struct AsepriteFile
{
    aseprite::Picture picture;
    std::string fingerprint; ///< of its bytes
};
Result<AsepriteFile> readAseprite(const QString& file);
Result<std::string> fingerprintOf(const QString& file);
/// How many frames a picture becomes; fails where a grid does not fit.
Result<std::size_t> countFrames(const QImage& picture, const ImportOptions& options);
/// The pixels of a picture of any depth.
bgfcore::ColourPicture coloursOf(const QImage& image);

/// Files that were chosen, as they are now.
struct ChosenPictures
{
    std::vector<QImage> images;         ///< of all files but those of Aseprite
    QStringList aseprites;              ///< files
    std::vector<QImage> asepriteFrames; ///< what these show
};
/// Nothing, and that is said, where one cannot be read.
std::optional<ChosenPictures> readChosen(SpriteView& view, const QStringList& files);
void importChosen(SpriteView& view, const ChosenPictures& chosen, const ImportOptions& options);

/// Puts pictures of any depth in behind the current frame, in the colours of the project, as one step, and says what became of them.
/// Pictures of Aseprite bring their tags and slices, and are read again when their program saves them.
void importPictures(SpriteView& view, const QStringList& files, const ImportOptions& options = {});
/// The same of pictures that are in memory.
void importImages(SpriteView& view, const std::vector<QImage>& pictures, const ImportOptions& options = {});
/// Puts a picture of any depth and size (of an animation the first) in the place of the current frame's, in the colours of the project;
/// its groups, offsets and hotspots stay. One step; says what became of the colours.
void replaceFrame(SpriteView& view, const QString& file);
/// Of the clipboard or a drag: files, or else the picture itself.
bool canImport(const QMimeData& data);
void importData(SpriteView& view, const QMimeData& data);
/// Asks how, with a preview of what changes.
void askAndImport(SpriteView& view, const QStringList& files, Cut cut);

/// Beside a sheet, the file that says where on it each frame is: "sheet.json" of "sheet.png".
std::filesystem::path placesBeside(const QString& sheet);
/// Writes all frames on one PNG, and beside it a JSON of places, offsets, hotspots and groups. What is replaced stays as NAME~.
Result<void> exportSheet(const SpriteView& view, const QString& file);
/// Each frame into a PNG of its own, numbered, with as many digits as the last one needs: NAME-00.png. What is replaced stays as NAME~.
/// How many were written: a frame without a picture is left out.
Result<std::size_t> exportFrames(const SpriteView& view, const QString& file);
/// Where exportFrames() writes them.
std::vector<std::pair<bgfcore::PartId, std::filesystem::path>> frameFiles(const SpriteView& view, const QString& file);

} // namespace blak::ui::sprites

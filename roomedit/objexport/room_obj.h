// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/space/loaded_room.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace blak::render {
class AssetStore;
}

/// A room as a model of triangles and convex faces for other programs: Wavefront OBJ with materials and PNG textures.
namespace blak::objexport {

/// How a texture is seen: wall pictures lie on their side in the file of the texture.
enum class Use : std::uint8_t { Wall, Flat };

struct Corner
{
    double x = 0, y = 0, z = 0; ///< client units: east, south, up
    double u = 0, v = 0;        ///< in repeats of the picture, from its top left; v goes down
};

/// A flat convex piece that is seen from the side from which its corners run counter-clockwise.
struct Face
{
    space::Index sector = space::none;
    Use use = Use::Wall;
    int texture = 0;
    std::vector<Corner> corners;
};

/// Every surface that a renderer would draw: floors and ceilings of leaves, the three parts of walls; as the room stands at rest.
/// What has no texture is not there: sky, and what one walks through.
std::vector<Face> facesOf(const space::LoadedRoom& room, render::AssetStore& assets);

struct ObjOptions
{
    std::string name;       ///< of the files, without ending
    double unitsPerSquare = 1;
};

struct ObjFile
{
    std::string name;
    std::vector<std::byte> bytes;
};

struct ObjModel
{
    std::vector<ObjFile> files; ///< the .obj, the .mtl, a PNG for each texture and use
    std::size_t faces = 0, textures = 0;
};

/// x east, y up, z south; one group for each sector.
Result<ObjModel> objOf(const space::LoadedRoom& room, render::AssetStore& assets, const ObjOptions& options);

/// Writes FILE.obj and what belongs to it, beside it: FILE.mtl and FILE-textures/grdNNNNN.png. The OBJ itself comes last.
Result<ObjModel> writeObj(const std::filesystem::path& file, const space::LoadedRoom& room, render::AssetStore& assets,
                          double unitsPerSquare);

} // namespace blak::objexport

// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/objexport/room_obj.h"

#include "bgfeditor/bgfcore/png_file.h"
#include "client/render/asset_store.h"
#include "formats/base/file_io.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <tuple>

namespace blak::objexport {
namespace {

using Material = std::pair<int, Use>;

std::vector<std::byte> bytesOf(const std::string& text)
{
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

/// Rounded to a millionth, without needless digits.
std::string number(double value)
{
    const double rounded = std::round(value * 1e6) / 1e6;
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), rounded == 0 ? 0.0 : rounded).ptr;
    return {text.data(), end};
}

std::string materialName(const Material& material)
{
    std::string digits = std::to_string(material.first);
    digits.insert(0, digits.size() < 5 ? 5 - digits.size() : 0, '0');
    return "grd" + digits + (material.second == Use::Flat ? "-flat" : "");
}

Result<std::vector<std::byte>> pictureOf(const Material& material, render::AssetStore& assets, bool& hasHoles)
{
    const render::Image& image = assets.texture(material.first)->images.front();
    hasHoles = image.hasHoles;
    const bool turned = material.second == Use::Wall;
    bgfcore::IndexedPicture picture;
    picture.width = turned ? image.height : image.width;
    picture.height = turned ? image.width : image.height;
    picture.colours = assets.palette();
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            const int column = turned ? y : x, row = turned ? x : y;
            picture.indices.push_back(image.pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(image.width) +
                                                   static_cast<std::size_t>(column)]);
        }
    return bgfcore::encodePng(picture, image.hasHoles);
}

/// Lines of one kind, each once.
class Lines
{
public:
    explicit Lines(std::string word) : word_(std::move(word)) {}
    std::size_t number(const std::string& values)
    {
        const auto [entry, isNew] = numbers_.emplace(values, numbers_.size() + 1);
        if (isNew)
            text_ += word_ + " " + values + "\n";
        return entry->second;
    }
    const std::string& text() const { return text_; }

private:
    std::string word_, text_;
    std::map<std::string, std::size_t> numbers_;
};

} // namespace

Result<ObjModel> objOf(const space::LoadedRoom& room, render::AssetStore& assets, const ObjOptions& options)
{
    if (!(options.unitsPerSquare > 0 && options.unitsPerSquare <= 1e6))
        return Error{"expected more than 0 and at most 1000000 units for a square", "scale"};
    std::vector<Face> faces = facesOf(room, assets);
    std::ranges::stable_sort(faces, {}, [](const Face& face) { return std::tuple(face.sector, face.texture, face.use); });
    const double scale = options.unitsPerSquare / space::clientUnitsPerSquare;
    Lines places("v"), pictures("vt");
    std::string body;
    std::set<Material> materials;
    space::Index sector = space::none;
    Material material{-1, Use::Wall};
    for (const Face& face : faces) {
        if (face.sector != sector) {
            sector = face.sector;
            body += "g sector" + std::to_string(sector) + "\n";
            material = {-1, Use::Wall};
        }
        if (material != Material{face.texture, face.use}) {
            material = {face.texture, face.use};
            materials.insert(material);
            body += "usemtl " + materialName(material) + "\n";
        }
        body += "f";
        for (const Corner& corner : face.corners)
            body += " " + std::to_string(places.number(number(corner.x * scale) + " " + number(corner.z * scale) + " " + number(corner.y * scale))) +
                    "/" + std::to_string(pictures.number(number(corner.u) + " " + number(1 - corner.v)));
        body += "\n";
    }
    ObjModel model;
    model.faces = faces.size();
    model.textures = materials.size();
    std::string mtl;
    for (const Material& one : materials) {
        bool hasHoles = false;
        const auto picture = pictureOf(one, assets, hasHoles);
        if (!picture)
            return picture.error();
        const std::string name = options.name + "-textures/" + materialName(one) + ".png";
        mtl += "newmtl " + materialName(one) + "\nKa 1 1 1\nKd 1 1 1\nKs 0 0 0\nillum 1\nmap_Kd " + name + "\n" +
               (hasHoles ? "map_d -imfchan m " + name + "\n" : "");
        model.files.push_back({name, picture.value()});
    }
    model.files.push_back({options.name + ".mtl", bytesOf(mtl)});
    model.files.push_back({options.name + ".obj", bytesOf("# x east, y up, z south; " + number(options.unitsPerSquare) +
                                                          " for a square\nmtllib " + options.name + ".mtl\n" + places.text() +
                                                          pictures.text() + body)});
    return model;
}

Result<ObjModel> writeObj(const std::filesystem::path& file, const space::LoadedRoom& room, render::AssetStore& assets,
                          double unitsPerSquare)
{
    std::string name = file.stem().string();
    std::ranges::replace(name, ' ', '_'); // names of files end at a blank there
    auto model = objOf(room, assets, {name, unitsPerSquare});
    if (!model)
        return model;
    std::error_code error;
    std::filesystem::create_directories(file.parent_path() / (name + "-textures"), error);
    if (error)
        return Error{error.message(), (file.parent_path() / (name + "-textures")).string()};
    for (const ObjFile& one : model.value().files)
        if (auto written = writeFileAtomically(one.name.ends_with(".obj") ? file : file.parent_path() / one.name, one.bytes); !written)
            return written.error();
    return model;
}

} // namespace blak::objexport

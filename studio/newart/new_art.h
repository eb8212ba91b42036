// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/quantiser.h"
#include "studio/project/project.h"
#include "studio/treeplan/file_plan.h"

#include <optional>

namespace blak::newart {

enum class ArtKind : char {
    Standing, ///< a creature or thing: cropped, stood on its feet
    Overlay,  ///< hangs on others: cropped, offsets in pixels
    Wall,     ///< a texture, stored transposed
    Floor,    ///< a texture of floors and ceilings
};

struct NewArtRequest
{
    ArtKind kind = ArtKind::Standing;
    std::string name; ///< of a sprite's file, "wolf"; of a texture what it shows, "Mossy bricks"
    /// PNG of any depth, BMP of 8 bits, or one Aseprite picture whose tags become groups.
    std::vector<std::filesystem::path> pictures;
    int angles = 1; ///< pictures of a group, one for each side; not for Aseprite pictures with tags
    int shrink = 1; ///< pixels of the picture to a usual one
    std::string className;     ///< whose icon it becomes; empty: nobody's
    std::optional<int> number; ///< of a texture; else the next free one
    std::filesystem::path folder; ///< for command file and bitmaps; empty: where those of the tree are
    bgfcore::QuantiserOptions quantiser;
};

/// How a tree keeps its pictures.
struct ArtTree
{
    std::filesystem::path root;
    std::filesystem::path sources;  ///< with the most command files; empty: the tree has none
    std::filesystem::path textures; ///< with the most bitmaps or command files called grdNNNNN; empty: none
    std::filesystem::path built;    ///< where rooms look for sprites first
    bool hasBmp = false;            ///< bitmaps are BMP, which the tools of the engine's own trees take; else PNG
    bool slashComments = false;
    palette::Palette colours{};
    std::vector<int> textureNumbers; ///< taken, sorted
    std::vector<std::pair<std::string, std::filesystem::path>> classes; ///< name, source; by name
};

constexpr int highestTexture = 65'535; ///< rooms store 16 bits

struct NewArtPlan : treeplan::FilePlan
{
    std::filesystem::path sprite; ///< the .bgf
    std::filesystem::path source; ///< the .bbg; empty where the tree makes textures by rules of a makefile
    std::vector<std::string> report; ///< of each picture: how far its colours moved
};

ArtTree readArtTree(const project::Project& project, const FileSource& files);

/// Bitmaps, command file, built sprite, the entry of the makefile where the tree has one, and the icon resource of the class. Nothing is
/// written. Fails with a sentence where something is taken, missing or impossible.
Result<NewArtPlan> planNewArt(const ArtTree& tree, const NewArtRequest& request, const FileSource& files);

/// After the highest that is taken; 0 when none is left of 65 535.
int nextFreeTexture(const ArtTree& tree);

// The texts, for tests and fuzzing.

/// The makefile with `FILE.bgf` in its list BGFS, and for a texture with a rule of its own.
Result<std::string> withTarget(const std::string& makefile, const std::string& stem, const std::string& texture, int shrink, bool isWall);
/// The source with the icon of a class, in its list of resources; the one it has is replaced.
Result<std::string> withIcon(const std::string& source, std::string_view className, const std::string& file, bool slashComments);

} // namespace blak::newart

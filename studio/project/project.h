// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/palette/palette.h"
#include "studio/project/dialect.h"
#include "studio/project/project_file.h"

#include <optional>
#include <unordered_map>

/// A folder with the sources of a world (rooms, sprites, Blakod), known by what lies there. Nothing is ever written.
namespace blak::project {

class Project
{
public:
    const std::filesystem::path& root() const { return root_; }
    std::string name() const;                             ///< as world.json says, else of the folder
    const std::string& sky() const { return about_.sky; } ///< sprite behind everything; empty = none
    const DetectedDialect& dialect() const { return dialect_; }
    const std::vector<FoundFile>& files() const { return scan_.files; }
    const Scan& scan() const { return scan_; }

    /// Whether the folder holds anything of a world (rooms, sprites, kod, object code).
    bool isRecognised() const;

    /// Where sprites and textures are sought, in this order: those that world.json names, bitmapdir of windeu.ini, then the folders with the most textures.
    const std::vector<std::filesystem::path>& spriteFolders() const { return spriteFolders_; }

    const palette::Palette& colours() const { return colours_; }
    /// The file that colours() comes from, below root(); nothing when the built-in palette is used.
    const std::optional<std::filesystem::path>& paletteFile() const { return paletteFile_; }

    /// By path below the root, either slash, any case.
    const FoundFile* find(std::string_view path) const;
    /// By file name, any case: sprites by the order of spriteFolders(), others by the fewest folders above them.
    const FoundFile* findNamed(FileKind kind, std::string_view fileName) const;
    /// grdNNNNN.bgf; nothing for 0, which means "no texture".
    const FoundFile* findTexture(int number) const;
    std::filesystem::path absolute(const FoundFile& file) const { return root_ / file.path; }

    /// What went wrong without keeping the project from opening: unreadable folders, a damaged palette, a bad bitmapdir.
    const std::vector<std::string>& notes() const { return notes_; }

private:
    friend Result<Project> open(const std::filesystem::path&, const ScanOptions&);

    void readProjectFile();
    void useNamedFolders(const ScanOptions& options);
    void useEditorSettings(const ScanOptions& options);
    void addSpriteFolder(const std::filesystem::path& folder, const ScanOptions& options);
    void orderSpriteFolders();
    void choosePalette();
    void buildIndex();

    std::filesystem::path root_;
    ProjectFile about_;
    DetectedDialect dialect_;
    Scan scan_;
    std::vector<std::filesystem::path> spriteFolders_;
    palette::Palette colours_{};
    std::optional<std::filesystem::path> paletteFile_;
    std::vector<std::string> notes_;
    std::unordered_map<std::string, std::size_t> byPath_, byName_; ///< lower case; byName_ keys begin with the kind
};

/// Indexes a folder. Fails when it cannot be read or the callback cancels.
Result<Project> open(const std::filesystem::path& folder, const ScanOptions& options = {});

/// What open(folder).name() would say, without looking through the folder.
std::string nameOf(const std::filesystem::path& folder);

/// The folder of the project that a lone file belongs to, by what stands in the folders above it; its own folder when nothing
/// tells.
std::filesystem::path guessRoot(const std::filesystem::path& file);

/// The palette file at the top of the project that a lone file belongs to, without looking through the whole tree.
std::optional<std::filesystem::path> paletteAbove(const std::filesystem::path& file);

} // namespace blak::project

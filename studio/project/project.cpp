// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/project/project.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "studio/project/editor_settings.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace blak::project {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestSettings = 1024 * 1024;    // bytes
constexpr std::uint64_t largestPalette = 4 * 1024 * 1024; // bytes
constexpr std::string_view usualPalette = "blakston.pal";

std::string pathKey(std::string_view path) { return lowerCase(withSlashes(path)); }

std::string nameKey(FileKind kind, std::string_view fileName)
{
    return std::string(1, static_cast<char>('a' + static_cast<int>(kind))) + lowerCase(fileName);
}

bool isTextureName(std::string_view fileName) { return lowerCase(fileName).starts_with("grd"); }

std::ptrdiff_t levels(const fs::path& path) { return std::distance(path.begin(), path.end()); }

std::string folderName(const fs::path& folder)
{
    return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
}

/// Empty where there is none.
Result<ProjectFile> projectFileIn(const fs::path& root)
{
    const auto file = findFile(root, ProjectFile::fileName);
    if (!file)
        return ProjectFile();
    const auto text = readTextFile(*file, largestSettings);
    return text ? parseProjectFile(text.value(), file->filename().string()) : Result<ProjectFile>(text.error());
}

} // namespace

std::string Project::name() const { return about_.name.empty() ? folderName(root_) : about_.name; }

bool Project::isRecognised() const
{
    return std::any_of(scan_.files.begin(), scan_.files.end(), [](const FoundFile& file) {
        switch (file.kind) {
        case FileKind::Room:
        case FileKind::RoomText:
        case FileKind::Sprite:
        case FileKind::Kod:
        case FileKind::ObjectCode: return true;
        default: return false;
        }
    });
}

const FoundFile* Project::find(std::string_view path) const
{
    const auto found = byPath_.find(pathKey(path));
    return found == byPath_.end() ? nullptr : &scan_.files[found->second];
}

const FoundFile* Project::findNamed(FileKind kind, std::string_view fileName) const
{
    const auto found = byName_.find(nameKey(kind, fileName));
    return found == byName_.end() ? nullptr : &scan_.files[found->second];
}

const FoundFile* Project::findTexture(int number) const
{
    if (number <= 0)
        return nullptr;
    char name[32];
    std::snprintf(name, sizeof name, "grd%05d.bgf", number);
    return findNamed(FileKind::Sprite, name);
}

void Project::readProjectFile()
{
    auto read = projectFileIn(root_);
    if (read)
        about_ = std::move(read).value();
    else
        notes_.push_back(read.error().text());
}

std::string nameOf(const fs::path& folder)
{
    std::error_code code;
    const fs::path whole = fs::absolute(folder, code).lexically_normal();
    const auto read = projectFileIn(whole);
    return read && !read.value().name.empty() ? read.value().name : folderName(whole);
}

void Project::useNamedFolders(const ScanOptions& options)
{
    for (const std::string& wanted : about_.textures) {
        std::error_code code;
        if (fs::is_directory(root_ / wanted, code)) // an absolute one stays as it is
            addSpriteFolder(root_ / wanted, options);
        else
            notes_.push_back(std::string(ProjectFile::fileName) + ": the folder \"" + wanted + "\" for textures does not exist");
    }
}

/// The folder named in windeu.ini may lie outside the tree or not exist on this machine.
void Project::useEditorSettings(const ScanOptions& options)
{
    const auto settingsFile = std::find_if(scan_.files.begin(), scan_.files.end(),
                                           [](const FoundFile& file) { return file.kind == FileKind::EditorSettings; });
    if (settingsFile == scan_.files.end())
        return;
    const fs::path file = root_ / settingsFile->path;
    const auto text = readTextFile(file, largestSettings);
    if (!text) {
        notes_.push_back(text.error().text());
        return;
    }
    const std::string wanted = parseEditorSettings(text.value()).bitmapFolder;
    if (wanted.empty())
        return;
    const auto folder = findFile(file.parent_path(), wanted);
    std::error_code code;
    if (folder && fs::is_directory(*folder, code))
        addSpriteFolder(*folder, options);
    else
        notes_.push_back(settingsFile->path.string() + ": bitmapdir \"" + wanted + "\" does not exist");
}

void Project::addSpriteFolder(const fs::path& folder, const ScanOptions& options)
{
    std::error_code code;
    const fs::path whole = fs::weakly_canonical(folder, code);
    const fs::path relative = whole.lexically_relative(fs::weakly_canonical(root_, code));
    const bool isInside = !relative.empty() && *relative.begin() != "..";
    if (std::find(spriteFolders_.begin(), spriteFolders_.end(), isInside ? relative : whole) != spriteFolders_.end())
        return; // named twice
    if (isInside) {
        spriteFolders_.push_back(relative);
        return;
    }
    ScanOptions flat = options;
    flat.recursive = false;
    flat.before = nullptr; // another folder
    auto outside = scanTree(whole, flat);
    if (!outside) {
        notes_.push_back(outside.error().text());
        return;
    }
    for (FoundFile& file : outside.value().files) {
        if (file.kind != FileKind::Sprite)
            continue;
        file.path = whole / file.path;
        scan_.files.push_back(std::move(file));
    }
    spriteFolders_.push_back(whole);
}

void Project::orderSpriteFolders()
{
    struct Content
    {
        std::size_t textures = 0, sprites = 0;
    };
    std::map<fs::path, Content> folders;
    for (const FoundFile& file : scan_.files) {
        if (file.kind != FileKind::Sprite)
            continue;
        Content& content = folders[file.path.parent_path()];
        ++content.sprites;
        content.textures += isTextureName(file.path.filename().string());
    }
    for (const fs::path& first : spriteFolders_)
        folders.erase(first);
    std::vector<std::pair<fs::path, Content>> ordered(folders.begin(), folders.end());
    std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) {
        return std::pair(a.second.textures, a.second.sprites) > std::pair(b.second.textures, b.second.sprites);
    });
    for (auto& [folder, content] : ordered)
        spriteFolders_.push_back(folder);
}

void Project::choosePalette()
{
    colours_ = palette::builtIn();
    std::vector<const FoundFile*> candidates;
    for (const FoundFile& file : scan_.files) {
        if (file.kind == FileKind::Palette && file.size <= largestPalette)
            candidates.push_back(&file);
    }
    const auto rank = [](const FoundFile* file) {
        return std::pair(lowerCase(file->path.filename().string()) != usualPalette, levels(file->path));
    };
    std::stable_sort(candidates.begin(), candidates.end(), [&](auto* a, auto* b) { return rank(a) < rank(b); });
    for (const FoundFile* candidate : candidates) {
        const auto bytes = readFile(root_ / candidate->path, largestPalette);
        const auto read =
            bytes ? palette::read(bytes.value(), candidate->path.string()) : Result<palette::PaletteFile>(bytes.error());
        if (read) {
            colours_ = read.value().colours;
            paletteFile_ = candidate->path;
            return;
        }
        notes_.push_back(read.error().text());
    }
}

void Project::buildIndex()
{
    std::map<fs::path, std::size_t> folderRank;
    for (const fs::path& folder : spriteFolders_)
        folderRank.emplace(folder, folderRank.size());
    const auto rank = [&](const FoundFile& file) {
        return file.kind == FileKind::Sprite ? static_cast<std::ptrdiff_t>(folderRank[file.path.parent_path()])
                                             : levels(file.path);
    };
    byPath_.reserve(scan_.files.size());
    byName_.reserve(scan_.files.size());
    for (std::size_t i = 0; i < scan_.files.size(); ++i) {
        const FoundFile& file = scan_.files[i];
        byPath_.emplace(pathKey(file.path.string()), i);
        const auto [place, fresh] = byName_.emplace(nameKey(file.kind, file.path.filename().string()), i);
        if (!fresh && rank(file) < rank(scan_.files[place->second]))
            place->second = i;
    }
}

Result<Project> open(const fs::path& folder, const ScanOptions& options)
{
    std::error_code code;
    const fs::path root = fs::absolute(folder, code).lexically_normal();
    auto scan = scanTree(code ? folder : root, options);
    if (!scan)
        return scan.error();
    Project project;
    project.root_ = code ? folder : root;
    project.scan_ = std::move(scan).value();
    project.notes_ = project.scan_.unreadable;
    if (!project.scan_.complete)
        project.notes_.push_back("only the first " + std::to_string(project.scan_.files.size()) + " files are listed");
    project.readProjectFile();
    project.dialect_ = detectDialect(project.root_, project.scan_.files);
    project.choosePalette();
    project.useNamedFolders(options);
    project.useEditorSettings(options);
    project.orderSpriteFolders();
    project.buildIndex();
    return project;
}

} // namespace blak::project

// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/prepare/tree_mirror.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "kodide/compiler/tree_order.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace blak::play {
namespace {

namespace fs = std::filesystem;
using project::FileKind;

constexpr const char* manifestName = ".blak-mirror";
constexpr std::uint64_t largestInclude = 16u << 20; ///< bytes; the compiler takes no larger text

bool isMirrored(FileKind kind)
{
    return kind == FileKind::Kod || kind == FileKind::KodHeader || kind == FileKind::KodTranslation || kind == FileKind::Makefile ||
           kind == FileKind::SymbolBase;
}

bool isBelow(const fs::path& path, const fs::path& folder)
{
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// What compiling the project's own folder left there (the state of its build, debug files): the mirror has its own, of its own build.
bool isMade(const fs::path& path) { return path.filename().string().starts_with('.') || lowerCase(path.extension().string()) == ".kdb"; }

bool isKodbase(const fs::path& path) { return lowerCase(path.filename().string()) == "kodbase.txt"; }

} // namespace

TreeMirror::TreeMirror(fs::path project, fs::path mirror, fs::path outputs)
    : project_(std::move(project)), mirror_(std::move(mirror)), outputs_(std::move(outputs))
{
}

Result<void> TreeMirror::update(const project::Project& project, const FileSource& files)
{
    std::error_code code;
    fs::create_directories(mirror_, code);
    std::set<std::string> before, now;
    if (const auto text = readTextFile(mirror_ / manifestName)) {
        std::istringstream lines(text.value());
        for (std::string line; std::getline(lines, line);)
            before.insert(line);
    }
    // Sources include files of any ending that lie beside sources.
    std::set<fs::path> folders;
    for (const project::FoundFile& file : project.files())
        if (file.kind == FileKind::Kod || file.kind == FileKind::KodHeader)
            folders.insert(file.path.parent_path());
    for (const project::FoundFile& file : project.files()) {
        const bool beside = file.kind == FileKind::Text && file.size <= largestInclude && !isMade(file.path) &&
                            folders.contains(file.path.parent_path());
        if (!(isMirrored(file.kind) || beside) || !file.path.is_relative() || isBelow(file.path, "run"))
            continue;
        now.insert(file.path.generic_string());
        if (auto taken = take(file.path, files, &file); !taken)
            return taken;
    }
    for (const std::string& gone : before)
        if (!now.contains(gone))
            drop(gone);
    if (before == now)
        return {};
    std::string manifest;
    for (const std::string& line : now)
        manifest += line + "\n";
    return kod::writeFileQuickly(mirror_ / manifestName, std::as_bytes(std::span(manifest)));
}

Result<bool> TreeMirror::update(const fs::path& source, const FileSource& files, std::vector<std::string>& gone)
{
    std::error_code code;
    const fs::path relative = fs::weakly_canonical(source, code).lexically_relative(fs::weakly_canonical(project_, code));
    if (relative.empty() || *relative.begin() == "..")
        return false;
    if (!files.isOverlaid(project_ / relative) && !fs::exists(project_ / relative, code)) {
        const fs::path object = (outputs_ / "loadkod" / relative.filename()).replace_extension(".bof");
        if (lowerCase(relative.extension().string()) == ".kod" && fs::exists(object, code))
            gone.push_back(relative.filename().string());
        if (!isKodbase(relative))
            drop(relative);
        return true;
    }
    if (auto taken = take(relative, files); !taken)
        return taken.error();
    return true;
}

/// The time of a copy is that of its original, so that a look at both tells whether it is up to date.
Result<void> TreeMirror::take(const fs::path& relative, const FileSource& files, const project::FoundFile* found)
{
    const fs::path source = project_ / relative;
    const fs::path target = mirror_ / relative;
    std::error_code code;
    if (files.isOverlaid(source)) {
        const auto text = files.readText(source);
        if (!text)
            return text.error();
        const auto here = readTextFile(target);
        if (here && here.value() == text.value())
            return {};
        fs::create_directories(target.parent_path(), code);
        return kod::writeFileQuickly(target, std::as_bytes(std::span(text.value())));
    }
    // The compiler goes on with its own knowledge base.
    const auto stamp = found != nullptr ? found->stamp() : project::stampOf(source);
    const auto copied = project::stampOf(target);
    if (copied && (isKodbase(relative) || copied == stamp))
        return {};
    fs::create_directories(target.parent_path(), code);
    if (!fs::copy_file(source, target, fs::copy_options::overwrite_existing, code))
        return Error{"cannot be copied: " + code.message(), source.string()};
    fs::permissions(target, fs::perms::owner_write, fs::perm_options::add, code);
    fs::last_write_time(target, fs::last_write_time(source, code), code);
    return {};
}

void TreeMirror::drop(const fs::path& relative)
{
    std::error_code code;
    fs::path file = mirror_ / relative;
    fs::remove(file, code);
    if (lowerCase(relative.extension().string()) != ".kod")
        return;
    for (const auto& [ending, folder] : {std::pair{".bof", "loadkod"}, {".rsc", "rsc"}, {".kdb", ""}}) {
        file.replace_extension(ending);
        fs::remove(file, code);
        if (*folder != '\0')
            fs::remove(outputs_ / folder / file.filename(), code);
    }
}

fs::path TreeMirror::original(const fs::path& mirrored) const
{
    const fs::path relative = mirrored.lexically_relative(mirror_);
    return relative.empty() || *relative.begin() == ".." ? mirrored : project_ / relative;
}

} // namespace blak::play

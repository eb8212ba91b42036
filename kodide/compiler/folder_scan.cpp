// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/folder_scan.h"

#include "kodide/compiler/characters.h"

#include <algorithm>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace blak::kod {
namespace {

constexpr unsigned descriptorLimit = 512;

struct Entry
{
    std::uint32_t begin; ///< of the name
    std::uint32_t length;
    FolderScan::Kind kind;
};

FolderScan::Kind kindOf(mode_t mode)
{
    return S_ISREG(mode) ? FolderScan::Kind::File : S_ISDIR(mode) ? FolderScan::Kind::Folder : FolderScan::Kind::None;
}

std::string_view nameOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

} // namespace

struct FolderScan::Folder
{
    Folder() = default;
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder()
    {
        if (handle)
            ::closedir(handle);
    }

    void read(const std::string& path)
    {
        handle = ::opendir(path.empty() ? "." : path.c_str());
        if (!handle)
            return;
        while (const dirent* row = ::readdir(handle)) {
            Kind kind = row->d_type == DT_REG ? Kind::File : row->d_type == DT_DIR ? Kind::Folder : Kind::None;
            struct stat info
            {
            };
            if ((row->d_type == DT_UNKNOWN || row->d_type == DT_LNK) && ::fstatat(::dirfd(handle), row->d_name, &info, 0) == 0)
                kind = kindOf(info.st_mode);
            const std::string_view name(row->d_name);
            entries.push_back({static_cast<std::uint32_t>(names.size()), static_cast<std::uint32_t>(name.size()), kind});
            names += name;
        }
        std::ranges::sort(entries, {}, [this](const Entry& entry) { return text(entry); });
    }

    std::string_view text(const Entry& entry) const { return std::string_view(names).substr(entry.begin, entry.length); }

    Kind find(std::string_view name) const
    {
        const auto place = std::ranges::lower_bound(entries, name, {}, [this](const Entry& entry) { return text(entry); });
        return place != entries.end() && text(*place) == name ? place->kind : Kind::None;
    }

    std::string names;
    std::vector<Entry> entries; ///< sorted by name
    DIR* handle = nullptr;
};

FolderScan::FolderScan() = default;
FolderScan::~FolderScan() = default;
FolderScan::FolderScan(FolderScan&&) noexcept = default;
FolderScan& FolderScan::operator=(FolderScan&&) noexcept = default;

FolderScan::Folder& FolderScan::folderOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    const std::string_view name =
        slash == std::string_view::npos ? std::string_view() : path.substr(0, std::max<std::size_t>(slash, 1));
    if (last_ && name == lastName_)
        return *last_;
    const auto [place, fresh] = folders_.try_emplace(std::string(name));
    if (fresh) {
        place->second = std::make_unique<Folder>();
        place->second->read(place->first);
        if (place->second->handle && ++open_ > descriptorLimit) {
            ::closedir(place->second->handle);
            place->second->handle = nullptr;
        }
    }
    last_ = place->second.get();
    lastName_ = place->first;
    return *last_;
}

FolderScan::Kind FolderScan::kind(std::string_view path) { return folderOf(path).find(nameOf(path)); }

std::optional<std::string> FolderScan::spelling(std::string_view path)
{
    const Folder& folder = folderOf(path);
    const std::string_view name = nameOf(path);
    if (folder.find(name) != Kind::None)
        return std::string(path);
    const auto found =
        std::ranges::find_if(folder.entries, [&](const Entry& entry) { return equalIgnoringCase(folder.text(entry), name); });
    if (found == folder.entries.end())
        return std::nullopt;
    return std::string(path.substr(0, path.size() - name.size())) + std::string(folder.text(*found));
}

std::optional<FileStamp> FolderScan::stamp(const std::string& path)
{
    const Folder& folder = folderOf(path);
    if (!folder.handle)
        return stampOf(path);
    const std::size_t begin = path.size() - nameOf(path).size();
    return stampAt(::dirfd(folder.handle), path.c_str() + begin);
}

} // namespace blak::kod

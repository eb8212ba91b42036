// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/project/scan.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>
#include <utility>

namespace blak::project {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t filesBetweenProgress = 256;

constexpr std::string_view lockName = "server.lock"; ///< lies in each folder that a server has run in

/// What a server leaves in the folder it runs in, and nobody's source: its lock, its ports and token, its logs, what it compiled, what it
/// recorded. Saved games and accounts are the world's.
bool isOfServer(std::string_view name)
{
    constexpr std::array names{lockName, std::string_view("control.json"), std::string_view("channel"), std::string_view("memmap")};
    return std::ranges::find(names, name) != names.end() || name.ends_with(".blakrec") || name.ends_with(".blakrec.unfinished");
}

std::int64_t changeOf(const struct stat& info)
{
    constexpr std::int64_t second = 1'000'000'000;
    return static_cast<std::int64_t>(info.st_mtim.tv_sec) * second + info.st_mtim.tv_nsec;
}

/// Fills what is known from the beginning of a file.
Result<FoundFile> lookAt(const fs::path& file)
{
    const auto fail = [&file](std::string_view action) {
        return Error{std::string(action) + ": " + std::strerror(errno), file.string()};
    };
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return fail("cannot open");
    std::array<std::byte, headBytes> head; // filled by read()
    struct stat info
    {
    };
    const bool known = ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
    const ssize_t got = known ? ::read(descriptor, head.data(), head.size()) : 0;
    ::close(descriptor);
    if (!known)
        return Error{"expected a regular file, found a folder or a device", file.string()};
    if (got < 0)
        return fail("cannot read");

    const auto seen = std::span<const std::byte>(head).first(static_cast<std::size_t>(got));
    FoundFile found;
    found.path = file;
    found.size = static_cast<std::uint64_t>(info.st_size);
    found.changed = changeOf(info);
    found.kind = recogniseKind(seen, file.filename().string());
    found.version = storedVersion(found.kind, seen);
    return found;
}

class Walker
{
public:
    Walker(const fs::path& root, const ScanOptions& options) : root_(root), options_(options)
    {
        if (options.before == nullptr)
            return;
        before_.reserve(options.before->files.size());
        for (const FoundFile& file : options.before->files)
            before_.emplace(file.path.native(), &file);
    }

    Result<Scan> run()
    {
        std::error_code code;
        if (!fs::is_directory(root_, code))
            return Error{code ? code.message() : "expected a folder", root_.string()};
        if (::faccessat(AT_FDCWD, root_.c_str(), R_OK | X_OK, AT_EACCESS) != 0)
            return Error{"the folder cannot be read: you have no permission", root_.string(), ErrorCode::NoPermission};
        bool going = enter(root_, 0);
        for (std::size_t i = 0; going && i < linked_.size(); ++i) { // grows on the way
            const auto [folder, level] = linked_[i];
            going = enter(folder, level);
        }
        if (!going)
            return Error{"cancelled", root_.string()};
        return std::move(scan_);
    }

private:
    /// False when cancelled.
    bool enter(const fs::path& folder, int level)
    {
        if (level > options_.mostLevels) {
            scan_.complete = false;
            return true;
        }
        struct stat info
        {
        };
        if (::stat(folder.c_str(), &info) != 0 || !visited_.emplace(info.st_dev, info.st_ino).second)
            return true;
        if (!report(folder))
            return false;

        std::error_code code;
        std::vector<fs::directory_entry> entries;
        for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code))
            entries.push_back(*it);
        if (code)
            scan_.unreadable.push_back(folder.string() + ": " + (code == std::errc::permission_denied
                                                                      ? "the folder cannot be read: you have no permission"
                                                                      : code.message()));
        sortByName(entries);
        const bool isRunFolder = std::ranges::any_of(entries, [](const auto& entry) { return entry.path().filename() == lockName; });
        for (const fs::directory_entry& entry : entries) {
            if (isRunFolder && isOfServer(entry.path().filename().string()))
                continue;
            if (!visit(entry, folder, level))
                return false;
        }
        return true;
    }

    static void sortByName(std::vector<fs::directory_entry>& entries)
    {
        std::vector<std::pair<std::string, fs::directory_entry>> keyed;
        keyed.reserve(entries.size());
        for (fs::directory_entry& entry : entries)
            keyed.emplace_back(lowerCase(entry.path().filename().string()), std::move(entry));
        std::sort(keyed.begin(), keyed.end(),
                  [](const auto& a, const auto& b) { return std::tie(a.first, a.second) < std::tie(b.first, b.second); });
        std::transform(keyed.begin(), keyed.end(), entries.begin(), [](auto& pair) { return std::move(pair.second); });
    }

    bool visit(const fs::directory_entry& entry, const fs::path& folder, int level)
    {
        std::error_code code;
        if (entry.is_directory(code)) {
            if (!options_.recursive || entry.path().filename().string().starts_with('.'))
                return true;
            if (!entry.is_symlink(code))
                return enter(entry.path(), level + 1);
            linked_.emplace_back(entry.path(), level + 1);
            return true;
        }
        if (!entry.is_regular_file(code))
            return true;
        if (scan_.files.size() >= options_.mostFiles) {
            scan_.complete = false;
            return true;
        }
        const fs::path relative = entry.path().lexically_relative(root_);
        auto found = asBefore(entry.path(), relative);
        if (!found) {
            scan_.unreadable.push_back(found.error().text());
            return true;
        }
        found.value().path = relative;
        scan_.files.push_back(std::move(found).value());
        return scan_.files.size() % filesBetweenProgress != 0 || report(folder);
    }

    Result<FoundFile> asBefore(const fs::path& file, const fs::path& relative) const
    {
        const auto known = before_.find(relative.native());
        return known != before_.end() && stampOf(file) == known->second->stamp() ? Result<FoundFile>(*known->second) : lookAt(file);
    }

    bool report(const fs::path& folder) const { return !options_.progress || options_.progress({scan_.files.size(), folder}); }

    const fs::path root_;
    const ScanOptions& options_;
    std::unordered_map<std::string_view, const FoundFile*> before_; ///< by path below the root
    Scan scan_;
    std::set<std::pair<dev_t, ino_t>> visited_;
    std::vector<std::pair<fs::path, int>> linked_; ///< folders behind links, with their level: entered last, so that a folder is
                                                   ///< listed at its own place when that is in the tree
};

} // namespace

Result<Scan> scanTree(const fs::path& root, const ScanOptions& options) { return Walker(root, options).run(); }

std::optional<FileStamp> stampOf(const fs::path& file)
{
    struct stat info
    {
    };
    if (::stat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return std::nullopt;
    return FileStamp{static_cast<std::uint64_t>(info.st_size), changeOf(info)};
}

Result<FoundFile> lookAtFile(const fs::path& file) { return lookAt(file); }

} // namespace blak::project

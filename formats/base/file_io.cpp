// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"

#include "formats/base/system_error.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace blak {
namespace {

Error lastError(std::string_view action, const std::filesystem::path& file) { return systemError(action, file, errno); }

/// Closes on every path out of a function.
class FileHandle
{
public:
    explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
    FileHandle(const FileHandle&) = delete;
    FileHandle& operator=(const FileHandle&) = delete;
    ~FileHandle() { close(); }

    int get() const { return descriptor_; }
    bool close()
    {
        const int descriptor = std::exchange(descriptor_, -1);
        return descriptor < 0 || ::close(descriptor) == 0;
    }

private:
    int descriptor_;
};

Result<void> readInto(const std::filesystem::path& file, std::uint64_t limit, auto& container)
{
    FileHandle handle(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (handle.get() < 0)
        return lastError("cannot open", file);
    struct stat info{};
    if (::fstat(handle.get(), &info) != 0)
        return lastError("cannot read", file);
    if (!S_ISREG(info.st_mode))
        return Error{"expected a regular file, found a folder or a device", file.string(), ErrorCode::NotAFile};
    const auto size = static_cast<std::uint64_t>(info.st_size);
    if (size > limit)
        return Error{"has " + std::to_string(size) + " bytes, the limit is " + std::to_string(limit), file.string(),
                     ErrorCode::TooLarge};

    container.resize(static_cast<std::size_t>(size));
    std::size_t done = 0;
    while (done < container.size()) {
        const ssize_t got = ::read(handle.get(), container.data() + done, container.size() - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return lastError("cannot read", file);
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    container.resize(done);
    return {};
}

bool writeAll(int descriptor, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
    return true;
}

void flushFolder(const std::filesystem::path& folder)
{
    const FileHandle handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (handle.get() >= 0)
        ::fsync(handle.get()); // best effort: some file systems refuse
}

Result<void> keepBackup(const std::filesystem::path& file)
{
    const std::filesystem::path backup = file.string() + "~";
    std::error_code code;
    std::filesystem::remove(backup, code);
    std::filesystem::create_hard_link(file, backup, code);
    if (code)
        std::filesystem::copy_file(file, backup, std::filesystem::copy_options::overwrite_existing, code);
    if (code)
        return systemError("cannot keep the previous version", backup, code);
    return {};
}

} // namespace

Result<std::vector<std::byte>> readFile(const std::filesystem::path& file, std::uint64_t limit)
{
    std::vector<std::byte> bytes;
    if (const auto status = readInto(file, limit, bytes); !status)
        return status.error();
    return bytes;
}

Result<std::string> readTextFile(const std::filesystem::path& file, std::uint64_t limit)
{
    std::string text;
    if (const auto status = readInto(file, limit, text); !status)
        return status.error();
    return text;
}

Result<void> writeFileAtomically(const std::filesystem::path& file, std::span<const std::byte> bytes, Backup backup, Rights rights)
{
    std::error_code code;
    const std::filesystem::path target = std::filesystem::is_symlink(file, code) ? std::filesystem::weakly_canonical(file, code)
                                                                                  : file;
    std::string temporary = target.string() + ".XXXXXX";
    FileHandle handle(::mkostemp(temporary.data(), O_CLOEXEC));
    if (handle.get() < 0)
        return lastError("cannot create a temporary file beside it", target);

    const auto abandon = [&](std::string_view action) {
        Error error = lastError(action, target);
        ::unlink(temporary.c_str());
        return error;
    };
    struct stat info{};
    const bool exists = ::stat(target.c_str(), &info) == 0;
    mode_t mode = exists ? info.st_mode & 07777u : 0;
    if (!exists) {
        const mode_t mask = ::umask(0);
        ::umask(mask);
        mode = 0666u & ~mask;
    }
    if (rights == Rights::OwnerOnly)
        mode = S_IRUSR | S_IWUSR;
    if (::fchmod(handle.get(), mode) != 0 || !writeAll(handle.get(), bytes) || ::fsync(handle.get()) != 0 || !handle.close())
        return abandon("cannot write");
    if (exists && backup == Backup::Keep) {
        if (const auto kept = keepBackup(target); !kept) {
            ::unlink(temporary.c_str());
            return kept;
        }
    }
    if (::rename(temporary.c_str(), target.c_str()) != 0)
        return abandon("cannot replace");
    flushFolder(target.has_parent_path() ? target.parent_path() : std::filesystem::path("."));
    return {};
}

Result<void> writeFileAtomically(const std::filesystem::path& file, std::string_view text, Backup backup, Rights rights)
{
    return writeFileAtomically(file, std::as_bytes(std::span(text)), backup, rights);
}

Result<void> setFileAside(const std::filesystem::path& file)
{
    if (::rename(file.c_str(), (file.string() + "~").c_str()) != 0)
        return lastError("cannot take away", file);
    flushFolder(file.has_parent_path() ? file.parent_path() : std::filesystem::path("."));
    return {};
}

} // namespace blak

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/updates/package_store.h"

#include "formats/base/file_io.h"

#include <archive.h>
#include <archive_entry.h>
#include <sodium.h>

#include <array>
#include <fstream>
#include <memory>
#include <set>

namespace blak::client {

namespace fs = std::filesystem;
using session::UpdateStep;

namespace {

constexpr std::uint64_t mostUnpacked = std::uint64_t{2} << 30; ///< bytes of all files of one archive
constexpr std::size_t mostFiles = 20'000;
constexpr std::size_t block = std::size_t{64} << 10;

Error failure(const fs::path& file, const std::error_code& error) { return {error.message(), file.string()}; }

Result<std::string> hashOf(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    if (!in)
        return Error{"cannot be read", file.string(), ErrorCode::NotFound};
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    std::array<char, block> bytes{};
    while (in.read(bytes.data(), bytes.size()) || in.gcount() > 0)
        crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<std::size_t>(in.gcount()));
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256_final(&state, hash.data());
    static constexpr char digits[] = "0123456789abcdef";
    std::string out;
    for (const unsigned char byte : hash) {
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

bool isArchive(const std::string& name)
{
    const auto ends = [&name](std::string_view ending) {
        return name.size() > ending.size() && std::equal(ending.rbegin(), ending.rend(), name.rbegin(), [](char a, char b) {
                   return a == (b >= 'A' && b <= 'Z' ? b + 32 : b);
               });
    };
    return ends(".zip") || ends(".tgz") || ends(".tar.gz");
}

Result<void> check(const UpdateStep& step, const fs::path& fetched)
{
    std::error_code error;
    const std::uint64_t size = fs::file_size(fetched, error);
    if (error)
        return failure(fetched, error);
    if (step.size != 0 && size != step.size)
        return Error{"expected " + std::to_string(step.size) + " bytes, found " + std::to_string(size), step.name};
    if (step.sha256.empty())
        return {};
    const auto hash = hashOf(fetched);
    if (!hash)
        return hash.error();
    if (hash.value() != step.sha256)
        return Error{"expected a file with the SHA-256 " + step.sha256 + ", found " + hash.value(), step.name};
    return {};
}

struct CloseArchive
{
    void operator()(archive* a) const { archive_read_free(a); }
};

Result<void> unpackEntry(archive* in, const fs::path& file, std::uint64_t& unpacked, const std::string& where)
{
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    std::array<char, block> bytes{};
    for (;;) {
        const la_ssize_t got = archive_read_data(in, bytes.data(), bytes.size());
        if (got < 0)
            return Error{std::string("cannot be unpacked: ") + (archive_error_string(in) != nullptr ? archive_error_string(in) : "it is damaged"),
                         where};
        if (got == 0)
            break;
        unpacked += static_cast<std::uint64_t>(got);
        if (unpacked > mostUnpacked)
            return Error{"expected at most " + std::to_string(mostUnpacked) + " bytes in it, found more", where};
        out.write(bytes.data(), got);
    }
    out.close();
    if (!out)
        return Error{"cannot be written", file.string()};
    return {};
}

/// Files of an archive by their last names, in `folder`.
Result<std::vector<std::string>> unpack(const fs::path& packed, const std::string& name, const fs::path& folder)
{
    const std::unique_ptr<archive, CloseArchive> in(archive_read_new());
    archive_read_support_format_zip(in.get());
    archive_read_support_format_tar(in.get());
    archive_read_support_filter_gzip(in.get());
    if (archive_read_open_filename(in.get(), packed.c_str(), block) != ARCHIVE_OK)
        return Error{"is no archive that is known here", name};
    std::vector<std::string> names;
    std::set<std::string> seen;
    std::uint64_t unpacked = 0;
    for (;;) {
        archive_entry* entry = nullptr;
        const int got = archive_read_next_header(in.get(), &entry);
        if (got == ARCHIVE_EOF)
            break;
        if (got != ARCHIVE_OK)
            return Error{"is a damaged archive", name};
        if (archive_entry_filetype(entry) == AE_IFDIR)
            continue;
        const char* path = archive_entry_pathname(entry);
        const std::string whole = path == nullptr ? "" : path;
        const std::string last = whole.substr(whole.find_last_of("/\\:") + 1);
        const std::string where = name + ", \"" + whole.substr(0, 80) + "\"";
        if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr)
            return Error{"expected a file, found a link or a device", where};
        if (!session::isHarmlessName(last))
            return Error{"expected the name of a file", where};
        if (!seen.insert(last).second)
            return Error{"is there twice", where};
        if (names.size() >= mostFiles)
            return Error{"expected at most " + std::to_string(mostFiles) + " files, found more", name};
        if (auto done = unpackEntry(in.get(), folder / last, unpacked, where); !done)
            return done.error();
        names.push_back(last);
    }
    if (names.empty())
        return Error{"has no file in it", name};
    return names;
}

/// Moves files into place; what was there stands aside until all of it is done, and comes back when something fails.
class Exchange
{
public:
    Exchange(fs::path staging, fs::path target) : staging_(std::move(staging)), target_(std::move(target)) {}

    Result<void> put(const std::string& name)
    {
        std::error_code error;
        const fs::path place = target_ / name, aside = staging_ / (name + ".old");
        if (fs::symlink_status(place, error).type() == fs::file_type::directory)
            return Error{"a folder stands where the file belongs", place.string()};
        const bool was = fs::exists(fs::symlink_status(place, error));
        if (was) {
            fs::rename(place, aside, error);
            if (error)
                return failure(place, error);
        }
        done_.push_back({name, was});
        fs::rename(staging_ / name, place, error);
        return error ? Result<void>(failure(place, error)) : Result<void>();
    }

    void takeBack()
    {
        std::error_code error;
        for (auto it = done_.rbegin(); it != done_.rend(); ++it) {
            fs::remove(target_ / it->name, error);
            if (it->was)
                fs::rename(staging_ / (it->name + ".old"), target_ / it->name, error);
        }
    }

private:
    struct Done
    {
        std::string name;
        bool was = false;
    };
    fs::path staging_, target_;
    std::vector<Done> done_;
};

constexpr const char* stagingName = ".staging";
constexpr const char* fetchName = ".fetched";

} // namespace

fs::path PackageStore::folderOf(packages::Folder folder) const
{
    switch (folder) {
    case packages::Folder::Resource: return root_ / "resource";
    case packages::Folder::Client: return root_ / "client";
    case packages::Folder::Windows:
    case packages::Folder::System: return root_ / "system";
    case packages::Folder::Help: return root_ / "help";
    case packages::Folder::Mail: return root_ / "mail";
    case packages::Folder::Ads: return root_ / "ads";
    }
    return root_ / "resource";
}

fs::path PackageStore::fetchPlace() const { return root_ / fetchName; }

bool PackageStore::has(const UpdateStep& step) const
{
    if (step.sha256.empty())
        return false;
    const fs::path file = folderOf(step.folder) / step.name;
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(file, error)) || fs::file_size(file, error) != step.size)
        return false;
    const auto hash = hashOf(file);
    return hash && hash.value() == step.sha256;
}

Result<void> PackageStore::apply(const UpdateStep& step, const fs::path& fetched) const
{
    if (!session::isHarmlessName(step.name))
        return Error{"expected the name of a file", step.name};
    if (auto right = check(step, fetched); !right)
        return right.error();
    const fs::path staging = root_ / stagingName, target = folderOf(step.folder);
    std::error_code error;
    fs::remove_all(staging, error);
    fs::create_directories(staging, error);
    if (error)
        return failure(staging, error);
    fs::create_directories(target, error);
    if (error)
        return failure(target, error);
    std::vector<std::string> names{step.name};
    Result<void> done;
    if (isArchive(step.name)) {
        auto unpacked = unpack(fetched, step.name, staging);
        if (unpacked)
            names = std::move(unpacked).value();
        else
            done = unpacked.error();
    } else {
        fs::rename(fetched, staging / step.name, error);
        if (error)
            done = failure(fetched, error);
    }
    if (done) {
        Exchange exchange(staging, target);
        for (const std::string& name : names)
            if (done = exchange.put(name); !done) {
                exchange.takeBack();
                break;
            }
    }
    fs::remove_all(staging, error);
    return done;
}

Result<void> PackageStore::remove(const UpdateStep& step) const
{
    if (!session::isHarmlessName(step.name))
        return Error{"expected the name of a file", step.name};
    const fs::path file = folderOf(step.folder) / step.name;
    std::error_code error;
    if (fs::symlink_status(file, error).type() == fs::file_type::directory)
        return Error{"is a folder", file.string()};
    fs::remove(file, error);
    return error ? Result<void>(failure(file, error)) : Result<void>();
}

void PackageStore::removeLeftOvers() const
{
    std::error_code error;
    fs::remove_all(root_ / stagingName, error);
    fs::remove(root_ / fetchName, error);
}

} // namespace blak::client

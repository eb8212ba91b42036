// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/bundle/zip_file.h"

#include "formats/base/file_io.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <ctime>
#include <memory>

namespace blak::play {
namespace {

namespace fs = std::filesystem;

constexpr int ownerOnly = 0600;

struct CloseArchive
{
    void operator()(archive* file) const { archive_write_free(file); }
    void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

} // namespace

void ZipContents::add(std::string name, std::string bytes)
{
    std::erase_if(entries_, [&](const Entry& entry) { return entry.name == name; });
    bytes_ += bytes.size();
    entries_.push_back({std::move(name), std::move(bytes)});
}

Result<void> ZipContents::addFolder(const fs::path& folder, const std::string& name, const std::vector<std::string>& except)
{
    std::error_code code;
    std::vector<fs::path> files;
    for (fs::recursive_directory_iterator it(folder, code), end; !code && it != end; it.increment(code))
        if (it->is_regular_file(code) && !it->is_symlink(code) && std::ranges::find(except, it->path().filename().string()) == except.end())
            files.push_back(it->path());
    std::ranges::sort(files);
    for (const fs::path& file : files) {
        const auto bytes = readFile(file);
        if (!bytes)
            return bytes.error();
        if (bytes_ + bytes.value().size() > mostBytes)
            return Error{"expected at most 2 GB for one file of a bundle", file.string()};
        add(name + "/" + file.lexically_relative(folder).generic_string(),
            std::string(reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size()));
    }
    return {};
}

Result<void> writeZip(const fs::path& file, const ZipContents& contents)
{
    const fs::path part = file.string() + ".part";
    const auto fail = [&](archive* zip) {
        const char* why = archive_error_string(zip);
        Error error{std::string("the bundle cannot be written: ") + (why == nullptr ? "no reason given" : why), file.string()};
        std::error_code code;
        fs::remove(part, code);
        return error;
    };
    std::error_code code;
    fs::remove(part, code);
    std::unique_ptr<archive, CloseArchive> zip(archive_write_new());
    if (archive_write_set_format_zip(zip.get()) != ARCHIVE_OK || archive_write_open_filename(zip.get(), part.c_str()) != ARCHIVE_OK)
        return fail(zip.get());
    for (const ZipContents::Entry& one : contents.entries()) {
        std::unique_ptr<archive_entry, CloseArchive> entry(archive_entry_new());
        archive_entry_set_pathname(entry.get(), one.name.c_str());
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(one.bytes.size()));
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), ownerOnly);
        archive_entry_set_mtime(entry.get(), std::time(nullptr), 0);
        if (archive_write_header(zip.get(), entry.get()) != ARCHIVE_OK ||
            archive_write_data(zip.get(), one.bytes.data(), one.bytes.size()) != static_cast<la_ssize_t>(one.bytes.size()))
            return fail(zip.get());
    }
    if (archive_write_close(zip.get()) != ARCHIVE_OK)
        return fail(zip.get());
    zip.reset();
    fs::permissions(part, fs::perms::owner_read | fs::perms::owner_write, code);
    fs::rename(part, file, code);
    if (!code)
        return {};
    Error error{"the bundle cannot be put in its place: " + code.message(), file.string()};
    fs::remove(part, code);
    return error;
}

} // namespace blak::play

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"

#include <map>
#include <memory>
#include <set>

namespace blak {

/// Where the bytes of files come from: the disk, or a workspace whose unsaved documents count in place of their files. Safe to
/// use from several threads at once.
class FileSource
{
public:
    FileSource() = default;
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;
    virtual ~FileSource() = default;

    virtual Result<std::string> readText(const std::filesystem::path& file, std::uint64_t limit = defaultFileLimit) const = 0;
    /// Whether readText() answers something else than the disk: caches that compare times and sizes of files must not be trusted.
    virtual bool isOverlaid(const std::filesystem::path& file) const = 0;
};

/// The files as the disk has them.
const FileSource& diskFiles();

/// A key for a file whatever way it is named: absolute, without dots and symbolic links. The file need not exist.
std::string fileKey(const std::filesystem::path& file);

/// The disk, with some files covered by other bytes.
class OverlaidFiles final : public FileSource
{
public:
    using Bytes = std::shared_ptr<const std::string>;

    /// By fileKey(). A file is found under every folder that leads to it, but not through a link of another file name.
    explicit OverlaidFiles(std::map<std::string, Bytes, std::less<>> overlays);

    Result<std::string> readText(const std::filesystem::path& file, std::uint64_t limit) const override;
    bool isOverlaid(const std::filesystem::path& file) const override;
    const std::map<std::string, Bytes, std::less<>>& overlays() const { return overlays_; }

private:
    const std::string* find(const std::filesystem::path& file) const;

    std::map<std::string, Bytes, std::less<>> overlays_;
    std::set<std::string, std::less<>> names_; ///< without folders: most files are told apart without asking the disk
};

} // namespace blak

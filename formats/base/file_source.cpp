// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_source.h"

namespace blak {
namespace {

class DiskFiles final : public FileSource
{
public:
    Result<std::string> readText(const std::filesystem::path& file, std::uint64_t limit) const override
    {
        return readTextFile(file, limit);
    }
    bool isOverlaid(const std::filesystem::path&) const override { return false; }
};

} // namespace

const FileSource& diskFiles()
{
    static const DiskFiles files;
    return files;
}

std::string fileKey(const std::filesystem::path& file)
{
    std::error_code code;
    std::filesystem::path key = std::filesystem::weakly_canonical(file, code);
    if (code || key.is_relative()) { // of a relative path that does not exist, say
        key = std::filesystem::absolute(file, code);
        if (code)
            key = file;
    }
    return key.lexically_normal().string();
}

OverlaidFiles::OverlaidFiles(std::map<std::string, Bytes, std::less<>> overlays) : overlays_(std::move(overlays))
{
    for (const auto& [key, bytes] : overlays_)
        names_.insert(std::filesystem::path(key).filename().string());
}

const std::string* OverlaidFiles::find(const std::filesystem::path& file) const
{
    if (names_.empty() || !names_.contains(file.filename().string()))
        return nullptr;
    const auto found = overlays_.find(fileKey(file));
    return found == overlays_.end() ? nullptr : found->second.get();
}

Result<std::string> OverlaidFiles::readText(const std::filesystem::path& file, std::uint64_t limit) const
{
    const std::string* bytes = find(file);
    if (bytes == nullptr)
        return readTextFile(file, limit);
    if (bytes->size() > limit)
        return Error{"has " + std::to_string(bytes->size()) + " bytes, the limit is " + std::to_string(limit), file.string(),
                     ErrorCode::TooLarge};
    return *bytes;
}

bool OverlaidFiles::isOverlaid(const std::filesystem::path& file) const { return find(file) != nullptr; }

} // namespace blak

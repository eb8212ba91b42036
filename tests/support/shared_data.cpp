// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shared_data.h"

#include "formats/base/file_io.h"

#include <QtGlobal>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace blak::test {

namespace fs = std::filesystem;

fs::path sourceDir()
{
    const char* dir = std::getenv("BLAK_SOURCE_DIR");
    return dir != nullptr ? fs::path(dir) : fs::path(__FILE__).parent_path().parent_path().parent_path();
}

fs::path dataDir() { return sourceDir() / "tests" / "data"; }

fs::path sharedDir(std::string_view part)
{
    const char* dir = std::getenv("BLAK_SHARED_DIR");
    const fs::path folder = (dir != nullptr ? fs::path(dir) : sourceDir().parent_path() / "shared") / part;
    std::error_code code;
    if (fs::is_directory(folder, code))
        return folder;
    const char* require = std::getenv("BLAK_REQUIRE_SHARED");
    if (require != nullptr && std::string_view(require) == "1")
        qFatal("BLAK_REQUIRE_SHARED is set and %s is missing", folder.c_str());
    return {};
}

std::vector<fs::path> filesBelow(const fs::path& folder, std::string_view ending)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        std::string extension = entry.path().extension().string();
        std::transform(extension.begin(), extension.end(), extension.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        if (entry.is_regular_file() && extension == ending)
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<std::byte> bytesOf(const fs::path& file)
{
    auto bytes = readFile(file);
    if (!bytes)
        qFatal("%s", bytes.error().text().c_str());
    return std::move(bytes).value();
}

} // namespace blak::test

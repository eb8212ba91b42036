// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/world_texts.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"

#include <algorithm>

namespace blak::world {

namespace fs = std::filesystem;

std::vector<fs::path> filesWithEnding(const fs::path& folder, std::string_view ending)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.is_regular_file() && lowerCase(entry.path().extension().string()) == ending)
            files.push_back(entry.path());
    std::ranges::sort(files, {}, &fs::path::native); // in one folder the order of paths, which compare part by part
    return files;
}

void readNames(const fs::path& kodbase, WorldTexts& texts)
{
    const auto text = readTextFile(kodbase);
    if (!text)
        texts.noNames = text.error();
    texts.names = kodbase::readTolerantly(text ? text.value() : std::string(), "kodbase.txt");
}

void readResources(const fs::path& folder, WorldTexts& texts)
{
    for (const std::string_view ending : {".rsb", ".rsc"})
        for (const fs::path& file : filesWithEnding(folder, ending)) {
            const auto bytes = readFile(file);
            if (!bytes) {
                texts.unreadable = bytes.error();
                return;
            }
            texts.resources.push_back(rsc::read(bytes.value(), file.filename().string()));
        }
}

} // namespace blak::world

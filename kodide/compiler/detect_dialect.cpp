// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "kodide/compiler/characters.h"
#include "kodide/compiler/source.h"
#include "kodide/compiler/tree_compile.h"

namespace blak::kod {

namespace fs = std::filesystem;

const Dialect& detectDialect(const fs::path& root)
{
    constexpr std::size_t enough = 60; // files looked at
    std::size_t percent = 0;
    std::size_t slashes = 0;
    std::size_t looked = 0;
    std::error_code code;
    for (auto it = fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied, code);
         !code && looked < enough && it != fs::recursive_directory_iterator(); it.increment(code)) {
        const std::string extension = lowerText(it->path().extension().string());
        if (extension == ".lkod") // language files exist in one dialect only
            return open105Dialect();
        if (extension != ".kod" && extension != ".khd")
            continue;
        const auto read = readTextFile(it->path(), sourceLimit);
        if (!read)
            continue;
        ++looked;
        std::string_view text = read.value();
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
            percent += line.starts_with('%');
            slashes += line.starts_with("//");
        }
    }
    return slashes > percent ? open105Dialect() : classicDialect();
}

} // namespace blak::kod

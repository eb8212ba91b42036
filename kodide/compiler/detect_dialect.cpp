// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/dialects.h"
#include "formats/base/file_io.h"
#include "kodide/compiler/characters.h"
#include "kodide/compiler/source.h"
#include "kodide/compiler/tree_compile.h"

namespace blak::kod {

namespace {

namespace fs = std::filesystem;

/// A System at the very top is that of a small tree, which may do without the message by which it is told.
const Dialect& openDialect(const fs::path& root)
{
    std::error_code code;
    for (auto it = fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied, code);
         !code && it != fs::recursive_directory_iterator(); it.increment(code)) {
        if (!equalIgnoringCase(it->path().filename().native(), "system.kod"))
            continue;
        const auto text = readTextFile(it->path(), sourceLimit);
        if (text && !isSystemOfOpen105(text.value()) && it->path().parent_path() != root)
            return *findDialect("open29");
        break;
    }
    return open105Dialect();
}

} // namespace

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
        if (extension == ".lkod") // language files exist in one language only
            return openDialect(root);
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
    return slashes > percent ? openDialect(root) : classicDialect();
}

} // namespace blak::kod

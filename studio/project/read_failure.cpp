// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/project/read_failure.h"

#include "formats/base/capitalised.h"
#include "studio/project/scan.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <unistd.h>

namespace blak::project {
namespace {

namespace fs = std::filesystem;

/// Kinds whose names take no article.
constexpr std::array withoutArticle{FileKind::ObjectCode,       FileKind::Resources, FileKind::SavedStrings,
                                    FileKind::DynamicResources, FileKind::Accounts,  FileKind::ClientSettings,
                                    FileKind::EditorSettings,   FileKind::Music,     FileKind::Text,
                                    FileKind::SpriteCommands};

std::string withFullStop(std::string text)
{
    if (!text.empty() && text.back() != '.' && text.back() != '?')
        text += '.';
    return text;
}

/// A place of a reader in its parts: "mill.roo, section offset (offset 52)".
struct Place
{
    std::string field; ///< "section offset", "line 3"; empty where the reader told none
    std::string bytes; ///< "offset 52"
};

Place placeIn(std::string where, const fs::path& file)
{
    for (const std::string& name : {file.string(), file.filename().string()}) {
        if (!name.empty() && where.starts_with(name)) {
            where.erase(0, name.size());
            break;
        }
    }
    where.erase(0, std::min(where.find_first_not_of(", "), where.size()));
    const std::size_t open = where.rfind(" (offset ");
    if (open == std::string::npos || !where.ends_with(')'))
        return {where, {}};
    return {where.substr(0, open), where.substr(open + 2, where.size() - open - 3)};
}

bool isPlural(FileKind kind)
{
    constexpr std::array plural{FileKind::Resources, FileKind::SavedStrings,   FileKind::DynamicResources,
                                FileKind::Accounts,  FileKind::ClientSettings, FileKind::EditorSettings, FileKind::SpriteCommands};
    return std::find(plural.begin(), plural.end(), kind) != plural.end();
}

std::string remedyOf(const fs::path& file)
{
    if (file.empty())
        return {};
    std::error_code code;
    fs::path previous = file;
    previous += "~";
    if (fs::exists(previous, code))
        return " The version before it is kept as " + previous.filename().string() + ".";
    return " Restore a backup or copy the file again.";
}

std::string damageText(const Error& error, FileKind kind, const fs::path& file)
{
    const std::string they = isPlural(kind) ? "they" : "it";
    const Place place = placeIn(error.where, file);
    const std::string what = place.field.empty() ? capitalised(error.what) : capitalised(place.field) + ": " + error.what;
    std::string text;
    switch (error.code) {
    case ErrorCode::UnknownVersion:
        text = ", but of a version that this build does not know. " + withFullStop(what) + " Look for a newer build.";
        break;
    case ErrorCode::Truncated:
        text = ", but " + they + (isPlural(kind) ? " end" : " ends") + " too early. " + withFullStop(what) + remedyOf(file);
        break;
    default: text = ", but cannot be read as such. " + withFullStop(what) + remedyOf(file);
    }
    return place.bytes.empty() ? text : text + " (" + capitalised(place.bytes) + ".)";
}

} // namespace

std::string kindInWords(FileKind kind)
{
    const std::string name(kindName(kind));
    if (kind == FileKind::Other)
        return "a file of no known kind";
    if (kind == FileKind::Kod)
        return "Blakod";
    if (std::find(withoutArticle.begin(), withoutArticle.end(), kind) != withoutArticle.end())
        return name;
    return (std::string_view("aeiou").find(name.front()) != std::string_view::npos ? "an " : "a ") + name;
}

std::string kindFailure(FileKind found, FileKind wanted, const std::string& shown)
{
    return shown + " is " + kindInWords(found) + ", not " + kindInWords(wanted) + ".";
}

std::string readFailure(const Error& error, FileKind kind, const std::string& shown)
{
    return shown + " is " + kindInWords(kind) + damageText(error, kind, {});
}

std::string readFailure(const Error& error, const fs::path& file, const std::string& shown)
{
    std::error_code code;
    const fs::file_status status = fs::status(file, code);
    if (status.type() == fs::file_type::not_found)
        return shown + " is not there. Look whether it was moved or renamed.";
    if (status.type() == fs::file_type::directory)
        return shown + " is a folder, not a file.";
    if (code || ::faccessat(AT_FDCWD, file.c_str(), R_OK, AT_EACCESS) != 0)
        return shown + " cannot be opened: you have no permission to read it. Change its permissions or those of its folder.";
    const auto seen = lookAtFile(file);
    if (!seen || seen.value().size == 0)
        return shown + (seen ? " is empty. Restore a backup or copy the file again."
                             : " cannot be read: " + withFullStop(seen.error().what));
    const FileKind kind = seen.value().kind;
    if (kind == FileKind::Sealed && error.code == ErrorCode::WrongKind)
        return shown + " is sealed: " + withFullStop(error.what);
    if (error.code == ErrorCode::TooLarge)
        return shown + " is " + kindInWords(kind) + ", but too large: it " + withFullStop(error.what);
    return shown + " is " + kindInWords(kind) + damageText(error, kind, file);
}

} // namespace blak::project

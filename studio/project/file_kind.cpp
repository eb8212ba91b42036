// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/project/file_kind.h"

#include "formats/base/byte_reader.h"
#include "formats/palette/palette.h"

#include <algorithm>
#include <array>

namespace blak::project {
namespace {

struct KindRow
{
    std::string_view name;
    std::string_view endings;
};

constexpr std::array kinds{
#define X(kind, name, endings) KindRow{name, endings},
    BLAK_FILE_KINDS(X)
#undef X
};

struct Magic
{
    std::string_view bytes;
    FileKind kind;
    std::size_t offset = 0;
};

constexpr auto magics = std::to_array<Magic>({
    {"ROO\xB1", FileKind::Room},
    {"BGF\x11", FileKind::Sprite},
    {"BOF\xFF", FileKind::ObjectCode},
    {"RSC\x01", FileKind::Resources},
    {"MAP\x0F", FileKind::Automap},
    {"BLKSEAL\x1A", FileKind::Sealed},
    {"\x89PNG", FileKind::Image},
    {"GIF8", FileKind::Image},
    {"\xFF\xD8\xFF", FileKind::Image},
    {"OggS", FileKind::Sound},
    {"ID3", FileKind::Sound},
    {"WAVE", FileKind::Sound, 8},
    {"MThd", FileKind::Music},
    {"RMID", FileKind::Music, 8},
    {"XDIR", FileKind::Music, 8},
    {"XMID", FileKind::Music, 8},
});

std::string_view asText(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

/// "gameuser.1763700000", but no source file "gameuser.c": savegames end in the time of the save.
bool endsInNumber(std::string_view name, std::string_view beginning)
{
    return name.size() > beginning.size() && name.starts_with(beginning) &&
           name.find_first_not_of("0123456789", beginning.size()) == std::string_view::npos;
}

bool matches(std::string_view name, std::string_view endings)
{
    while (!endings.empty()) {
        const std::string_view ending = endings.substr(0, endings.find(' '));
        endings.remove_prefix(std::min(ending.size() + 1, endings.size()));
        const bool isBeginning = ending.size() > 1 && ending.ends_with('*');
        if (isBeginning && name.starts_with(ending.substr(0, ending.size() - 1)))
            return true;
        if (ending.ends_with('#') && endsInNumber(name, ending.substr(0, ending.size() - 1)))
            return true;
        if (ending.starts_with('.') ? name.ends_with(ending) : name == ending)
            return true;
    }
    return false;
}

constexpr std::int32_t savedResources = 1; ///< version of resources made at run time; those of the compiler begin with 2

/// Kinds without a magic that are no text.
bool mayBeBinary(FileKind kind)
{
    return kind == FileKind::Sound || kind == FileKind::SavedGame || kind == FileKind::SavedStrings;
}

/// The text form of a room begins with "namespace =", behind blanks and comments.
bool isRoomText(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n", keyword = "namespace";
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        const std::string_view end = text.starts_with("//") ? "\n" : text.starts_with("/*") ? "*/" : "";
        if (end.empty())
            break;
        const std::size_t close = text.find(end, 2);
        text.remove_prefix(close == std::string_view::npos ? text.size() : close + end.size());
    }
    if (!text.starts_with(keyword))
        return false;
    const std::size_t next = text.find_first_not_of(blanks, keyword.size());
    return next != std::string_view::npos && text[next] == '=';
}

/// A bitmap is a palette only when its name says so: a texture may have 256 x 256 pixels and 24 bits too.
bool isImage(std::string_view text, std::string_view name)
{
    return text.starts_with("BM") && name.find("palette") == std::string_view::npos;
}

} // namespace

std::string_view kindName(FileKind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

FileKind recogniseKind(std::span<const std::byte> head, std::string_view fileName)
{
    const std::string name = lowerCase(fileName);
    const std::string_view text = asText(head.first(std::min(head.size(), headBytes)));
    for (const Magic& magic : magics) {
        if (text.size() < magic.offset || !text.substr(magic.offset).starts_with(magic.bytes))
            continue;
        const bool isSaved = magic.kind == FileKind::Resources && storedVersion(magic.kind, head) == savedResources;
        return isSaved ? FileKind::DynamicResources : magic.kind;
    }
    if (isImage(text, name))
        return FileKind::Image;
    if (palette::isPalette(head))
        return FileKind::Palette;
    if (text.starts_with("BM"))
        return FileKind::Image;
    const bool isText = text.find('\0') == std::string_view::npos;
    if (isText && isRoomText(text))
        return FileKind::RoomText;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const auto kind = static_cast<FileKind>(i);
        if ((isText || mayBeBinary(kind)) && matches(name, kinds[i].endings))
            return kind;
    }
    return isText ? FileKind::Text : FileKind::Other;
}

std::int32_t storedVersion(FileKind kind, std::span<const std::byte> head)
{
    if (kind != FileKind::Room && kind != FileKind::Sprite && kind != FileKind::ObjectCode && kind != FileKind::Resources &&
        kind != FileKind::Automap)
        return 0;
    ByteReader in(head, {});
    in.u32("magic");
    return in.i32("version");
}

} // namespace blak::project

// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/verify_file.h"

#include "formats/account/accounts.h"
#include "formats/automap/automap.h"
#include "formats/bbg/command_file.h"
#include "formats/bgf/sprite.h"
#include "formats/bof/verify.h"
#include "formats/clientini/client_settings.h"
#include "formats/config/config.h"
#include "formats/kodbase/kodbase.h"
#include "formats/motd/motd.h"
#include "formats/packages/packages.h"
#include "formats/palette/palette.h"
#include "formats/roo/room.h"
#include "formats/rsc/rsc.h"
#include "formats/save/game.h"
#include "formats/save/last_save.h"
#include "formats/sealed/sealed.h"
#include "formats/udmf/udmf.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace blak::cli {
namespace {

using project::FileKind;
using Bytes = std::span<const std::byte>;

std::string_view asText(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

void fail(Verification& result, const Error& error)
{
    result.verdict = Verdict::Failed;
    result.failure = error.text();
}

/// Compares what was read and what its written form reads as. `read` takes bytes.
template <typename Value, typename Read>
void compare(Verification& result, Bytes original, Bytes written, const Value& value, const std::string& file, Read read)
{
    if (std::equal(original.begin(), original.end(), written.begin(), written.end())) {
        result.verdict = Verdict::Identical;
        return;
    }
    const auto again = read(written, file);
    if (again && again.value() == value)
        result.verdict = Verdict::Equal;
    else
        fail(result, again ? Error{"comes back different after writing and reading", file} : again.error());
}

void verifyRoom(Verification& result, Bytes bytes, const std::string& file)
{
    const auto room = roo::read(bytes, file);
    if (!room)
        return fail(result, room.error());
    result.version = roo::formatName(room.value().format);
    compare(result, bytes, roo::write(room.value()), room.value(), file, roo::read);
    if (result.verdict != Verdict::Failed && roo::securityValue(room.value()) != room.value().security)
        fail(result, {"the security value does not belong to the room", file});
}

void verifySprite(Verification& result, Bytes bytes, const std::string& file)
{
    const auto sprite = bgf::read(bytes, file);
    if (!sprite)
        return fail(result, sprite.error());
    result.version = std::to_string(sprite.value().version);
    for (const bgf::Bitmap& bitmap : sprite.value().bitmaps) {
        if (sprite.value().version == 9 && bitmap.storage != 0)
            continue; // opaque
        if (const auto indices = bgf::decode(sprite.value(), bitmap, file); !indices)
            return fail(result, indices.error());
    }
    compare(result, bytes, bgf::write(sprite.value()), sprite.value(), file, bgf::read);
}

void verifyPalette(Verification& result, Bytes bytes, const std::string& file)
{
    constexpr std::array kinds{"text", "RIFF", "chart"};
    const auto colours = [](Bytes content, const std::string& name) -> Result<palette::Palette> {
        auto read = palette::read(content, name);
        if (!read)
            return read.error();
        return read.value().colours;
    };
    const auto read = palette::read(bytes, file);
    if (!read)
        return fail(result, read.error());
    result.version = kinds[static_cast<std::size_t>(read.value().kind)];
    compare(result, bytes, palette::write(read.value().colours, read.value().kind), read.value().colours, file, colours);
}

void verifyObjectCode(Verification& result, Bytes bytes, const std::string& file)
{
    const auto code = bof::read(bytes, file);
    if (!code)
        return fail(result, code.error());
    result.version = std::to_string(code.value().version);
    if (const auto checked = bof::verify(code.value(), file); !checked) // the old compiler wrote such files
        result.warning = checked.error().text() + "; servers refuse it or run into it";
    compare(result, bytes, bof::write(code.value()), code.value(), file, bof::read);
}

void verifyResources(Verification& result, Bytes bytes, const std::string& file)
{
    const auto resources = rsc::read(bytes, file);
    if (!resources)
        return fail(result, resources.error());
    result.version = std::to_string(resources.value().version);
    compare(result, bytes, rsc::write(resources.value()), resources.value(), file, rsc::read);
}

/// Kinds whose read and write are the whole story. `read` takes bytes or a text, `write` gives either.
template <typename Read, typename Write>
void verifyPlain(Verification& result, Bytes bytes, const std::string& file, Read read, Write write)
{
    const auto readBytes = [read](Bytes content, const std::string& name) {
        if constexpr (std::is_invocable_v<Read, Bytes, std::string_view>)
            return read(content, name);
        else
            return read(asText(content), name);
    };
    const auto value = readBytes(bytes, file);
    if (!value)
        return fail(result, value.error());
    const auto written = write(value.value());
    compare(result, bytes, std::as_bytes(std::span(written)), value.value(), file, readBytes);
}

void verifySymbolBase(Verification& result, Bytes bytes, const std::string& file)
{
    verifyPlain(result, bytes, file, kodbase::read, kodbase::write);
}

void verifyRoomText(Verification& result, Bytes bytes, const std::string& file)
{
    verifyPlain(result, bytes, file, udmf::readDocument, [](const udmf::Document& document) { return udmf::write(document); });
}

void verifyAccounts(Verification& result, Bytes bytes, const std::string& file)
{
    verifyPlain(result, bytes, file, account::read, account::write);
}

void verifyLastSave(Verification& result, Bytes bytes, const std::string& file)
{
    verifyPlain(result, bytes, file, save::readLastSave, [](const save::LastSave& last) { return save::write(last); });
}

void verifyPackages(Verification& result, Bytes bytes, const std::string& file)
{
    verifyPlain(result, bytes, file, packages::read, packages::write);
}

void verifyMessage(Verification& result, Bytes bytes, const std::string& file)
{
    verifyPlain(result, bytes, file, motd::read, motd::write);
}

void verifyAutomap(Verification& result, Bytes bytes, const std::string& file)
{
    verifyPlain(result, bytes, file, automap::read, automap::write);
    if (const std::int32_t version = project::storedVersion(FileKind::Automap, bytes); version != 0)
        result.version = std::to_string(version);
}

/// The frame only: what is inside needs a key.
void verifySealed(Verification& result, Bytes bytes, const std::string& file)
{
    const auto sealed = sealed::read(bytes, file);
    if (sealed)
        result.version = sealed::contentName(sealed.value().header.content);
    verifyPlain(result, bytes, file, sealed::read, sealed::write);
}

using CheckSettings = std::vector<settings::Finding> (*)(const settings::File&);

/// A value that its option cannot have is a failure; an unknown option is none, since forks differ.
void verifySettings(Verification& result, Bytes bytes, const std::string& file, settings::Style style, CheckSettings check)
{
    const auto read = [style](std::string_view text, std::string_view name) { return settings::read(text, name, style); };
    verifyPlain(result, bytes, file, read, settings::write);
    if (result.verdict == Verdict::Failed || check == nullptr)
        return;
    for (const settings::Finding& finding : check(read(asText(bytes), file).value()))
        if (finding.severity == Severity::Error)
            return fail(result, {finding.message, file + ", line " + std::to_string(finding.line)});
}

void verifyServerConfig(Verification& result, Bytes bytes, const std::string& file)
{
    verifySettings(result, bytes, file, settings::Style::Blank, config::check);
}

void verifyClientSettings(Verification& result, Bytes bytes, const std::string& file)
{
    verifySettings(result, bytes, file, settings::Style::Equals, clientini::check);
}

void verifyEditorSettings(Verification& result, Bytes bytes, const std::string& file)
{
    verifySettings(result, bytes, file, settings::Style::Equals, nullptr);
}

void verifySpriteCommands(Verification& result, Bytes bytes, const std::string& file)
{
    const auto parsed = bbg::read(asText(bytes), file);
    if (!parsed)
        return fail(result, parsed.error());
    const bbg::CommandFile& commands = parsed.value().commands;
    const auto again = bbg::read(bbg::write(commands), file);
    if (!again || again.value().commands != commands)
        return fail(result, again ? Error{"comes back different after writing and reading", file} : again.error());
    result.verdict = bbg::rewrite(commands, asText(bytes)) == asText(bytes) ? Verdict::Identical : Verdict::Equal;
}

template <typename Value, Result<Value> (*Read)(Bytes, std::string_view)>
void verifySaved(Verification& result, Bytes bytes, const std::string& file)
{
    const auto saved = Read(bytes, file);
    if (!saved)
        return fail(result, saved.error());
    compare(result, bytes, save::write(saved.value()), saved.value(), file, Read);
}

struct Verifier
{
    FileKind kind;
    void (*verify)(Verification&, Bytes, const std::string&);
};

constexpr auto verifiers = std::to_array<Verifier>({
    {FileKind::Room, verifyRoom},
    {FileKind::RoomText, verifyRoomText},
    {FileKind::Sprite, verifySprite},
    {FileKind::SpriteCommands, verifySpriteCommands},
    {FileKind::Palette, verifyPalette},
    {FileKind::ObjectCode, verifyObjectCode},
    {FileKind::Resources, verifyResources},
    {FileKind::SymbolBase, verifySymbolBase},
    {FileKind::SavedGame, verifySaved<save::Game, save::readGame>},
    {FileKind::SavedStrings, verifySaved<save::Strings, save::readStrings>},
    {FileKind::DynamicResources, verifySaved<save::DynamicResources, save::readDynamicResources>},
    {FileKind::Accounts, verifyAccounts},
    {FileKind::LastSave, verifyLastSave},
    {FileKind::ServerConfig, verifyServerConfig},
    {FileKind::Packages, verifyPackages},
    {FileKind::Motd, verifyMessage},
    {FileKind::ClientSettings, verifyClientSettings},
    {FileKind::EditorSettings, verifyEditorSettings},
    {FileKind::Automap, verifyAutomap},
    {FileKind::Sealed, verifySealed},
});

const Verifier* verifierOf(FileKind kind)
{
    const auto found = std::find_if(verifiers.begin(), verifiers.end(), [kind](const Verifier& v) { return v.kind == kind; });
    return found == verifiers.end() ? nullptr : &*found;
}

} // namespace

bool canVerify(FileKind kind) { return verifierOf(kind) != nullptr; }

Verification verifyContent(Bytes bytes, const std::string& file)
{
    Verification result;
    result.kind = project::recogniseKind(bytes, std::filesystem::path(file).filename().string());
    if (const Verifier* verifier = verifierOf(result.kind))
        verifier->verify(result, bytes, file);
    return result;
}

} // namespace blak::cli

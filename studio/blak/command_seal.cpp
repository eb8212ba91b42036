// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "formats/roo/room.h"
#include "formats/rsc/rsc.h"
#include "formats/sealed/sealed.h"
#include "studio/blak/commands.h"
#include "studio/blak/input_files.h"
#include "studio/blak/terminal.h"

#include <array>
#include <cstdlib>
#include <sys/stat.h>

namespace blak::cli {
namespace {

namespace fs = std::filesystem;
using project::FileKind;
using sealed::Content;
using sealed::KeyKind;

constexpr const char* keyVariable = "BLAK_SEAL_KEY";
constexpr std::uint64_t largestKey = 1024 * 1024;

// ---- the secret ---------------------------------------------------------------------------------------------------------------

Result<sealed::Secret> secretFrom(const Arguments& arguments)
{
    const char* variable = std::getenv(keyVariable);
    const auto keyFile = arguments.value("--key"), passphraseFile = arguments.value("--passphrase");
    if (keyFile && passphraseFile)
        return Error{"--key and --passphrase exclude each other", {}};
    if (passphraseFile) {
        const auto text = readTextFile(*passphraseFile, largestKey);
        if (!text)
            return text.error();
        const std::string& all = text.value();
        return sealed::Secret::passphrase(std::string_view(all).substr(0, all.find_first_of("\r\n")));
    }
    if (!keyFile && variable == nullptr)
        return Error{"no key: give --key FILE or --passphrase FILE, or set BLAK_SEAL_KEY to the name of a key file; "
                     "blak seal --new-key FILE makes one",
                     {}};
    auto bytes = readFile(keyFile ? *keyFile : std::string(variable), largestKey);
    if (!bytes)
        return bytes.error();
    return sealed::Secret(KeyKind::KeyFile, std::move(bytes).value());
}

Result<void> makeKey(const fs::path& file)
{
    std::error_code code;
    if (fs::exists(file, code))
        return Error{"exists already; a key that is lost cannot be replaced", file.string()};
    const auto key = sealed::newKey();
    if (!key)
        return key.error();
    const mode_t before = ::umask(0077); // for the owner only
    const auto written = writeFileAtomically(file, key.value(), Backup::None);
    ::umask(before);
    return written;
}

// ---- contents -----------------------------------------------------------------------------------------------------------------

/// What may be sealed, after a look inside: a room whose security value is wrong would be refused by every client.
Result<Content> contentOf(const std::vector<std::byte>& bytes, const std::string& file)
{
    const FileKind kind = project::recogniseKind(bytes, fs::path(file).filename().string());
    if (kind == FileKind::Room) {
        const auto room = roo::read(bytes, file);
        if (!room)
            return room.error();
        if (roo::securityValue(room.value()) != room.value().security)
            return Error{"the security value does not belong to the room: build or save it again first", file};
        return Content::Room;
    }
    if (kind == FileKind::Resources) {
        const auto resources = rsc::read(bytes, file);
        return resources ? Result<Content>(Content::Resources) : resources.error();
    }
    if (kind == FileKind::Sprite) {
        const auto sprite = bgf::read(bytes, file);
        return sprite ? Result<Content>(Content::Sprite) : sprite.error();
    }
    if (kind == FileKind::Sealed)
        return Error{"is sealed already", file};
    return Error{"expected a room, resources or a sprite, found " + std::string(project::kindName(kind)), file};
}

/// Old makefiles must not lose the plain file: the same path, a link to it or another name of the same inode are refused.
Result<void> checkDifferent(const fs::path& input, const fs::path& output)
{
    std::error_code code;
    if (fs::equivalent(input, output, code) || input.lexically_normal() == output.lexically_normal())
        return Error{"input and output are the same file", output.string()};
    return {};
}

Result<std::string> sealFile(const std::string& input, const std::string& output, const Arguments& arguments)
{
    if (const auto different = checkDifferent(input, output); !different)
        return different.error();
    const auto bytes = readFile(input);
    if (!bytes)
        return bytes.error();
    const auto content = contentOf(bytes.value(), input);
    if (!content)
        return content.error();
    const auto secret = secretFrom(arguments);
    if (!secret)
        return secret.error();
    const auto sealed = sealed::seal(bytes.value(), content.value(), secret.value());
    if (!sealed)
        return sealed.error();
    if (const auto written = writeFileAtomically(output, sealed::write(sealed.value()), Backup::None); !written)
        return written.error();
    return output + ": sealed " + std::string(sealed::contentName(content.value())) +
           "; old clients cannot read it, they need the plain file\n";
}

Result<std::string> unsealFile(const std::string& input, const std::string& output, const Arguments& arguments)
{
    if (const auto different = checkDifferent(input, output); !different)
        return different.error();
    const auto bytes = readOfKind(input, FileKind::Sealed);
    if (!bytes)
        return bytes.error();
    const auto file = sealed::read(bytes.value(), input);
    if (!file)
        return file.error();
    const auto secret = secretFrom(arguments);
    if (!secret)
        return secret.error();
    const auto content = sealed::open(file.value(), secret.value(), input);
    if (!content)
        return content.error();
    if (const auto written = writeFileAtomically(output, content.value()); !written)
        return written.error();
    return output + ": " + std::string(sealed::contentName(file.value().header.content)) + ", " +
           std::to_string(content.value().size()) + " bytes\n";
}

int finish(const Result<std::string>& message)
{
    if (!message)
        return complain(message.error().text());
    print(message.value());
    return success;
}

int runSeal(const Arguments& arguments)
{
    if (const auto key = arguments.value("--new-key")) {
        const auto made = makeKey(*key);
        return made ? success : complain(made.error().text());
    }
    if (arguments.words.size() != 2)
        return complainAboutUsage(sealCommand, "expected IN OUT");
    return finish(sealFile(arguments.words[0], arguments.words[1], arguments));
}

int runUnseal(const Arguments& arguments) { return finish(unsealFile(arguments.words[0], arguments.words[1], arguments)); }

constexpr Option keyOption{"--key", "FILE", "a file of at least 32 bytes of chance; otherwise the one that BLAK_SEAL_KEY names"};
constexpr Option passphraseOption{"--passphrase", "FILE",
                                  "a file whose first line is a passphrase; /dev/stdin to be asked nothing"};

constexpr std::array sealOptions{
    keyOption,
    passphraseOption,
    Option{"--new-key", "FILE", "only make a new key file, readable for its owner"},
};
constexpr std::array sealExamples{
    Example{"blak seal --new-key world.key", "a key; keep a copy in a safe place"},
    Example{"blak seal --key world.key inn.roo out/inn.roo", "seal a room for those who have the key"},
    Example{"BLAK_SEAL_KEY=world.key roocrypt inn.roo out/inn.roo", "the same by the name of the old tool, from makefiles"},
};
constexpr std::array unsealOptions{keyOption, passphraseOption};
constexpr std::array unsealExamples{
    Example{"blak unseal --key world.key out/inn.roo inn.roo", "get the plain room back"},
};

} // namespace

const Command sealCommand{
    "seal",
    "Files",
    "Seal a room, resources or a sprite with a key",
    "IN OUT",
    sealOptions,
    sealExamples,
    0,
    2,
    runSeal,
    "OUT can be read and changed only with the key. A room is checked first: its security value must be right. IN and OUT must "
    "be "
    "different files.\n\nSealing keeps files from people who do not have the key, on servers, in archives and on the way. It "
    "does "
    "not keep them from players: a client that shows a room holds the key. Old clients need the plain file.",
    "roocrypt"};

const Command unsealCommand{"unseal", "Files",  "Open a sealed file with its key", "IN OUT", unsealOptions, unsealExamples, 2,
                            2,        runUnseal};

} // namespace blak::cli

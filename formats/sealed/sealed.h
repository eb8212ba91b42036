// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Sealed files: a room, a resource file or a sprite that only who has the key can read or change (docs/formats/sealed.md, also
/// on what that protects from and what not). libsodium: XChaCha20-Poly1305 in a stream of chunks, Argon2id for passphrases.
namespace blak::sealed {

constexpr std::uint32_t currentVersion = 1;
constexpr std::size_t headerSize = 72;
constexpr std::size_t chunkSize = 64 * 1024; ///< bytes of content in one chunk
constexpr std::size_t chunkOverhead = 17;    ///< bytes that a chunk takes besides

// One list: what may be sealed.
#define SEALED_CONTENTS(X)                                                                                                       \
    X(Room, 1, "room")                                                                                                           \
    X(Resources, 2, "resources")                                                                                                 \
    X(Sprite, 3, "sprite")

enum class Content : std::uint8_t {
#define X(name, number, text) name = number,
    SEALED_CONTENTS(X)
#undef X
};

std::string_view contentName(Content content);

enum class KeyKind : std::uint8_t {
    Passphrase = 1, ///< stretched by Argon2id
    KeyFile = 2,    ///< at least 32 bytes of chance, hashed with the salt
};

/// What the file says before anybody knows the key. All of it is authenticated by the first chunk.
struct Header
{
    std::uint32_t version = currentVersion;
    Content content = Content::Room;
    KeyKind keyKind = KeyKind::KeyFile;
    std::uint16_t reserved = 0;
    std::uint32_t passes = 0;    ///< Argon2id; 0 with a key file
    std::uint32_t kibibytes = 0; ///< Argon2id; 0 with a key file
    std::array<std::uint8_t, 16> salt{};
    std::array<std::uint8_t, 24> stream{};
    std::uint64_t size = 0; ///< bytes of content

    friend bool operator==(const Header&, const Header&) = default;
};

/// A file as it lies on the disk, unopened.
struct File
{
    Header header;
    std::vector<std::byte> body; ///< the chunks

    friend bool operator==(const File&, const File&) = default;
};

/// What a user gives; the bytes are wiped when it goes away.
class Secret
{
public:
    Secret(KeyKind kind, std::vector<std::byte> bytes) : kind_(kind), bytes_(std::move(bytes)) {}
    static Secret passphrase(std::string_view text);
    Secret(const Secret&) = delete;
    Secret& operator=(const Secret&) = delete;
    Secret(Secret&&) = default;
    Secret& operator=(Secret&&) = delete;
    ~Secret();

    KeyKind kind() const { return kind_; }
    std::span<const std::byte> bytes() const { return bytes_; }

private:
    KeyKind kind_;
    std::vector<std::byte> bytes_;
};

/// Whether the magic is there.
bool isSealed(std::span<const std::byte> bytes);
/// "a sealed room: open it with `blak unseal` and its key": for readers of rooms, resources and sprites that meet one. Empty when
/// the bytes are not sealed.
std::string explain(std::span<const std::byte> bytes);
/// The same for the error about a wrong magic: what readers would say otherwise.
std::string explainOr(std::span<const std::byte> bytes, std::string_view otherwise);

/// Checks the frame only: fails on another version, on sizes that do not add up and on costs of a passphrase beyond what a reader
/// should pay (16 passes, 1 GiB).
Result<File> read(std::span<const std::byte> bytes, std::string_view file);
std::vector<std::byte> write(const File& file);

/// Seals with a new salt, so that the same content never gives the same file twice. Fails on an empty passphrase and on a key of
/// fewer than 32 bytes.
Result<File> seal(std::span<const std::byte> content, Content kind, const Secret& secret);

/// The content. Fails on another kind of secret, on a wrong one and on a file that was changed (nobody can tell these two apart).
Result<std::vector<std::byte>> open(const File& file, const Secret& secret, std::string_view name);

/// 32 bytes of chance for a key file, as 64 hexadecimal digits and a line end.
Result<std::string> newKey();

} // namespace blak::sealed

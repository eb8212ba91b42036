// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/sealed/sealed.h"

#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"

#include <algorithm>
#include <sodium.h>

namespace blak::sealed {
namespace {

constexpr std::string_view magic = "BLKSEAL\x1A"; // 1A: `type` on old systems stops here
constexpr std::uint32_t mostPasses = 16, mostKibibytes = 1024 * 1024;
constexpr std::uint32_t usualPasses = 3, usualKibibytes = 64 * 1024;
constexpr std::size_t shortestKey = 32;

static_assert(chunkOverhead == crypto_secretstream_xchacha20poly1305_ABYTES);
static_assert(sizeof(Header::stream) == crypto_secretstream_xchacha20poly1305_HEADERBYTES);
static_assert(sizeof(Header::salt) == crypto_pwhash_SALTBYTES);

const unsigned char* raw(std::span<const std::byte> bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }
unsigned char* raw(std::span<std::byte> bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }

std::uint64_t chunksFor(std::uint64_t size) { return std::max<std::uint64_t>(1, (size + chunkSize - 1) / chunkSize); }

bool isContent(std::uint8_t number)
{
    switch (number) {
#define X(name, value, text)                                                                                                     \
    case value: return true;
        SEALED_CONTENTS(X)
#undef X
    default: return false;
    }
}

std::vector<std::byte> headerBytes(const Header& header)
{
    ByteWriter out;
    out.text(magic);
    out.u32(header.version);
    out.u8(static_cast<std::uint8_t>(header.content));
    out.u8(static_cast<std::uint8_t>(header.keyKind));
    out.u16(header.reserved);
    out.u32(header.passes);
    out.u32(header.kibibytes);
    out.raw(std::as_bytes(std::span(header.salt)));
    out.raw(std::as_bytes(std::span(header.stream)));
    out.u64(header.size);
    return out.take();
}

/// The key of the stream, wiped at the end.
struct StreamKey
{
    std::array<unsigned char, crypto_secretstream_xchacha20poly1305_KEYBYTES> bytes{};

    StreamKey() = default;
    StreamKey(const StreamKey&) = delete;
    StreamKey& operator=(const StreamKey&) = delete;
    ~StreamKey() { sodium_memzero(bytes.data(), bytes.size()); }
};

Result<void> derive(StreamKey& key, const Header& header, const Secret& secret)
{
    if (sodium_init() < 0)
        return Error{"libsodium does not start", {}};
    const auto given = secret.bytes();
    if (secret.kind() == KeyKind::KeyFile) {
        if (given.size() < shortestKey)
            return Error{"expected a key of at least 32 bytes, found " + std::to_string(given.size()), "key file"};
        crypto_generichash(key.bytes.data(), key.bytes.size(), raw(given), given.size(), header.salt.data(), header.salt.size());
        return {};
    }
    if (given.empty())
        return Error{"expected a passphrase, found nothing", "passphrase"};
    const int status =
        crypto_pwhash(key.bytes.data(), key.bytes.size(), reinterpret_cast<const char*>(given.data()), given.size(),
                      header.salt.data(), header.passes, std::size_t{header.kibibytes} * 1024, crypto_pwhash_ALG_ARGON2ID13);
    if (status != 0)
        return Error{"not enough memory to stretch the passphrase (" + std::to_string(header.kibibytes / 1024) + " MiB)", {}};
    return {};
}

} // namespace

std::string_view contentName(Content content)
{
    switch (content) {
#define X(name, number, text)                                                                                                    \
    case Content::name: return text;
        SEALED_CONTENTS(X)
#undef X
    }
    return {};
}

Secret Secret::passphrase(std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    return {KeyKind::Passphrase, {bytes.begin(), bytes.end()}};
}

Secret::~Secret() { sodium_memzero(bytes_.data(), bytes_.size()); }

bool isSealed(std::span<const std::byte> bytes)
{
    const auto wanted = std::as_bytes(std::span(magic));
    return bytes.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), bytes.begin());
}

std::string explain(std::span<const std::byte> bytes)
{
    if (!isSealed(bytes))
        return {};
    constexpr std::size_t contentOffset = 12;
    const auto number = bytes.size() > contentOffset ? std::to_integer<std::uint8_t>(bytes[contentOffset]) : std::uint8_t{0};
    const std::string what = isContent(number) ? std::string(contentName(static_cast<Content>(number))) : "file";
    return "a sealed " + what + ": open it with `blak unseal` and its key";
}

std::string explainOr(std::span<const std::byte> bytes, std::string_view otherwise)
{
    return isSealed(bytes) ? explain(bytes) : std::string(otherwise);
}

Result<File> read(std::span<const std::byte> bytes, std::string_view file)
{
    ByteReader in(bytes, file);
    if (!isSealed(bytes))
        in.fail(0, "magic", "not a sealed file: expected \"BLKSEAL\", 1A", ErrorCode::WrongKind);
    in.raw(magic.size(), "magic");
    File result;
    Header& header = result.header;
    header.version = in.u32("version");
    if (header.version != currentVersion)
        in.fail(8, "version", "expected 1, found " + std::to_string(header.version), ErrorCode::UnknownVersion);
    const std::uint8_t content = in.u8("content");
    if (!isContent(content))
        in.fail(12, "content", "expected 1 to 3, found " + std::to_string(content));
    header.content = static_cast<Content>(content);
    const std::uint8_t keyKind = in.u8("kind of key");
    if (keyKind != 1 && keyKind != 2)
        in.fail(13, "kind of key", "expected 1 or 2, found " + std::to_string(keyKind));
    header.keyKind = static_cast<KeyKind>(keyKind);
    header.reserved = in.u16("reserved");
    if (header.reserved != 0)
        in.fail(14, "reserved", "expected 0, found " + std::to_string(header.reserved));
    header.passes = in.u32("passes");
    header.kibibytes = in.u32("memory");
    const bool isPassphrase = header.keyKind == KeyKind::Passphrase;
    const std::uint32_t leastKibibytes = isPassphrase ? 8 : 0, leastPasses = isPassphrase ? 1 : 0;
    if (header.passes < leastPasses || header.passes > (isPassphrase ? mostPasses : 0))
        in.fail(16, "passes",
                "expected " + std::string(isPassphrase ? "1 to 16" : "0") + ", found " + std::to_string(header.passes));
    if (header.kibibytes < leastKibibytes || header.kibibytes > (isPassphrase ? mostKibibytes : 0))
        in.fail(20, "memory",
                "expected " + std::string(isPassphrase ? "8 to 1048576 KiB" : "0") + ", found " +
                    std::to_string(header.kibibytes));
    for (std::uint8_t& byte : header.salt)
        byte = in.u8("salt");
    for (std::uint8_t& byte : header.stream)
        byte = in.u8("stream header");
    header.size = in.u64("size of content");
    const std::uint64_t rest = in.remaining();
    if (in.ok() && (header.size > rest || header.size + chunksFor(header.size) * chunkOverhead != rest))
        in.fail(64, "size of content",
                "says " + std::to_string(header.size) + " bytes, which does not go with the " + std::to_string(rest) +
                    " bytes that follow");
    const auto body = in.raw(in.remaining(), "chunks");
    result.body.assign(body.begin(), body.end());
    if (in.error())
        return *in.error();
    return result;
}

std::vector<std::byte> write(const File& file)
{
    std::vector<std::byte> bytes = headerBytes(file.header);
    bytes.insert(bytes.end(), file.body.begin(), file.body.end());
    return bytes;
}

Result<File> seal(std::span<const std::byte> content, Content kind, const Secret& secret)
{
    if (sodium_init() < 0)
        return Error{"libsodium does not start", {}};
    File file;
    file.header.content = kind;
    file.header.keyKind = secret.kind();
    if (secret.kind() == KeyKind::Passphrase) {
        file.header.passes = usualPasses;
        file.header.kibibytes = usualKibibytes;
    }
    file.header.size = content.size();
    randombytes_buf(file.header.salt.data(), file.header.salt.size());
    StreamKey key;
    if (const auto derived = derive(key, file.header, secret); !derived)
        return derived.error();
    crypto_secretstream_xchacha20poly1305_state state;
    crypto_secretstream_xchacha20poly1305_init_push(&state, file.header.stream.data(), key.bytes.data());
    const std::vector<std::byte> header = headerBytes(file.header);
    const std::uint64_t chunks = chunksFor(content.size());
    file.body.resize(content.size() + chunks * chunkOverhead);
    std::span<std::byte> out = file.body;
    for (std::uint64_t i = 0; i < chunks; ++i) {
        const auto part = content.first(std::min(chunkSize, content.size()));
        content = content.subspan(part.size());
        const auto extra = i == 0 ? std::span<const std::byte>(header) : std::span<const std::byte>();
        const unsigned char tag = i + 1 == chunks ? crypto_secretstream_xchacha20poly1305_TAG_FINAL : 0;
        crypto_secretstream_xchacha20poly1305_push(&state, raw(out), nullptr, raw(part), part.size(), raw(extra), extra.size(),
                                                   tag);
        out = out.subspan(part.size() + chunkOverhead);
    }
    sodium_memzero(&state, sizeof state);
    return file;
}

Result<std::vector<std::byte>> open(const File& file, const Secret& secret, std::string_view name)
{
    const std::string where(name);
    if (secret.kind() != file.header.keyKind)
        return Error{secret.kind() == KeyKind::KeyFile ? "sealed with a passphrase, found a key file"
                                                       : "sealed with a key file, found a passphrase",
                     where};
    StreamKey key;
    if (const auto derived = derive(key, file.header, secret); !derived)
        return derived.error();
    const Error refused{"the key is not the one it was sealed with, or the file was changed", where};
    crypto_secretstream_xchacha20poly1305_state state;
    if (crypto_secretstream_xchacha20poly1305_init_pull(&state, file.header.stream.data(), key.bytes.data()) != 0)
        return refused;
    const std::vector<std::byte> header = headerBytes(file.header);
    std::vector<std::byte> content(file.body.size() - std::min(file.body.size(), chunksFor(file.header.size) * chunkOverhead));
    std::span<std::byte> out = content;
    std::span<const std::byte> in = file.body;
    bool isFirst = true, isComplete = false;
    while (!in.empty() && !isComplete) {
        const auto part = in.first(std::min(in.size(), chunkSize + chunkOverhead));
        in = in.subspan(part.size());
        const auto extra = isFirst ? std::span<const std::byte>(header) : std::span<const std::byte>();
        isFirst = false;
        unsigned char tag = 0;
        if (part.size() < chunkOverhead || part.size() - chunkOverhead > out.size() ||
            crypto_secretstream_xchacha20poly1305_pull(&state, raw(out), nullptr, &tag, raw(part), part.size(), raw(extra),
                                                       extra.size()) != 0)
            return refused;
        out = out.subspan(part.size() - chunkOverhead);
        isComplete = tag == crypto_secretstream_xchacha20poly1305_TAG_FINAL;
    }
    sodium_memzero(&state, sizeof state);
    if (!isComplete || !in.empty() || !out.empty())
        return refused;
    return content;
}

Result<std::string> newKey()
{
    if (sodium_init() < 0)
        return Error{"libsodium does not start", {}};
    std::array<unsigned char, shortestKey> chance{};
    randombytes_buf(chance.data(), chance.size());
    std::array<char, 2 * shortestKey + 1> digits{};
    sodium_bin2hex(digits.data(), digits.size(), chance.data(), chance.size());
    sodium_memzero(chance.data(), chance.size());
    return std::string(digits.data()) + "\n";
}

} // namespace blak::sealed

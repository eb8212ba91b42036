// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/journal.h"

#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"
#include "formats/base/file_io.h"
#include "formats/base/system_error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

namespace blak::document {
namespace {

constexpr std::string_view magic = "BLAKJNL1";
constexpr std::size_t frameSize = 8;

std::uint32_t checksum(std::uint32_t length, std::span<const std::byte> payload)
{
    ByteWriter head;
    head.u32(length);
    uLong crc = crc32(0, reinterpret_cast<const Bytef*>(head.bytes().data()), static_cast<uInt>(head.bytes().size()));
    if (!payload.empty()) // a null pointer would start the sum anew
        crc = crc32(crc, reinterpret_cast<const Bytef*>(payload.data()), static_cast<uInt>(payload.size()));
    return static_cast<std::uint32_t>(crc);
}

bool writeAll(int descriptor, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

Error lastError(const std::filesystem::path& file, std::string_view what) { return systemError(what, file, errno); }

} // namespace

Journal::Journal(int descriptor, std::uint64_t size, std::filesystem::path file, SyncPolicy policy)
    : descriptor_(descriptor), size_(size), file_(std::move(file)), policy_(policy), lastSync_(std::chrono::steady_clock::now())
{
}

Journal::Journal(Journal&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_), isBroken_(other.isBroken_),
      file_(std::move(other.file_)), policy_(other.policy_), lastSync_(other.lastSync_)
{
}

Journal& Journal::operator=(Journal&& other) noexcept
{
    std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_);
    std::swap(isBroken_, other.isBroken_);
    std::swap(file_, other.file_);
    std::swap(policy_, other.policy_);
    std::swap(lastSync_, other.lastSync_);
    return *this;
}

Journal::~Journal()
{
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

Result<Journal> Journal::create(const std::filesystem::path& file, SyncPolicy policy)
{
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return lastError(file, "cannot make the journal");
    Journal journal(descriptor, magic.size(), file, policy);
    if (!writeAll(descriptor, std::as_bytes(std::span(magic)))) {
        const Error error = lastError(file, "cannot write the journal");
        ::unlink(file.c_str());
        return error;
    }
    return journal;
}

Result<Journal> Journal::resume(const std::filesystem::path& file, SyncPolicy policy)
{
    const auto content = readJournal(file);
    if (!content)
        return content.error();
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return lastError(file, "cannot open the journal");
    Journal journal(descriptor, content.value().wholeBytes, file, policy);
    const auto size = static_cast<off_t>(journal.size_);
    if (::ftruncate(descriptor, size) != 0 || ::lseek(descriptor, size, SEEK_SET) != size)
        return lastError(file, "cannot continue the journal");
    return journal;
}

Error Journal::failure(const char* what) const { return lastError(file_, what); }

Result<void> Journal::append(std::span<const std::byte> payload)
{
    if (isBroken_)
        return Error{"an earlier record could not be written", file_.string()};
    if (payload.size() > maxRecord)
        return Error{"a record of " + std::to_string(payload.size()) + " bytes is too large", file_.string()};
    const auto length = static_cast<std::uint32_t>(payload.size());
    ByteWriter frame; // one write, so that a cut is never between head and payload by our doing
    frame.reserve(frameSize + payload.size());
    frame.u32(length);
    frame.u32(checksum(length, payload));
    frame.raw(payload);
    if (!writeAll(descriptor_, frame.bytes())) {
        const Error error = failure("cannot write the journal");
        const auto size = static_cast<off_t>(size_);
        isBroken_ = ::ftruncate(descriptor_, size) != 0 || ::lseek(descriptor_, size, SEEK_SET) != size;
        return error;
    }
    size_ += frame.bytes().size();
    const bool isDue =
        policy_.when == SyncPolicy::When::EveryRecord ||
        (policy_.when == SyncPolicy::When::Interval && std::chrono::steady_clock::now() - lastSync_ >= policy_.interval);
    return isDue ? sync() : Result<void>();
}

Result<void> Journal::sync()
{
    lastSync_ = std::chrono::steady_clock::now();
    if (::fdatasync(descriptor_) != 0)
        return failure("cannot flush the journal");
    return {};
}

Result<JournalContent> readJournal(std::span<const std::byte> bytes, std::string_view file)
{
    const auto head = std::as_bytes(std::span(magic));
    if (bytes.size() >= head.size() ? !std::ranges::equal(bytes.first(head.size()), head)
                                    : !std::ranges::equal(bytes, head.first(bytes.size())))
        return Error{"not a journal: expected \"BLAKJNL1\"", std::string(file) + ", offset 0"};
    if (bytes.size() < head.size())
        return JournalContent{{}, 0, true};

    JournalContent content;
    ByteReader in(bytes, file);
    in.raw(head.size(), "magic");
    content.wholeBytes = in.offset();
    while (in.remaining() >= frameSize) {
        const std::uint32_t length = in.u32("length");
        const std::uint32_t sum = in.u32("checksum");
        if (length > in.remaining())
            break;
        const auto payload = in.raw(length, "payload");
        if (checksum(length, payload) != sum)
            break;
        content.records.emplace_back(payload.begin(), payload.end());
        content.wholeBytes = in.offset();
    }
    content.isCut = content.wholeBytes != bytes.size();
    return content;
}

Result<JournalContent> readJournal(const std::filesystem::path& file)
{
    constexpr std::uint64_t limit = 4ull * 1024 * 1024 * 1024;
    const auto bytes = readFile(file, limit);
    if (!bytes)
        return bytes.error();
    return readJournal(bytes.value(), file.string());
}

} // namespace blak::document
